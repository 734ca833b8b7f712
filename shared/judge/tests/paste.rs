//! Every submission can be pasted into LeetCode as it stands.

use sudoku_judge::solution::approaches;
use sudoku_judge::submission::faults;

/// What each is compiled with and searched for is said in `submission.rs`.
#[test]
fn every_submission_can_be_pasted_as_it_is() {
    let approaches = approaches().expect("the approaches are there");
    assert!(!approaches.is_empty());
    for approach in approaches {
        let faults = faults(&approach, false).expect("rustc runs");
        assert!(
            faults.is_empty(),
            "{}:\n{}",
            approach.name,
            faults.join("\n")
        );
    }
}

#[test]
fn every_submission_begins_with_its_idea_in_one_line() {
    for approach in approaches().expect("the approaches are there") {
        let text = String::from_utf8(approach.text.clone()).expect("submissions are text");
        assert!(text.starts_with("// "), "{}", approach.name);
        let summary = approach.summary();
        assert!(summary.ends_with('.'), "{}: {summary}", approach.name);
        assert!(summary.len() <= 100, "{}: {summary}", approach.name);
    }
}
