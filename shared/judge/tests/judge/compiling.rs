//! Solutions that do not compile, and a compiler that fails through no fault of the solution.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use pretty_assertions::assert_eq;
use rstest::rstest;
use sudoku_judge::workspace::KEPT_PROGRAMS;

use crate::common::{FAULTY_RUSTC, Target, UNCHANGED, judge, names};

/// `paste --check` of a text.
fn check(text: &str) -> (Option<i32>, String) {
    let said = judge("paste --check -").said_with_input(text.as_bytes());
    assert_eq!(said.stderr, "");
    (said.code, said.stdout)
}

/// All that published files have in them and LeetCode rejects, and all that rustc says of it.
#[test]
fn hints_name_the_lines_that_leetcode_rejects() {
    let file = "\
use itertools::Itertools;
use rand::Rng;
mod board;
pub struct Solution;
fn main() { regex::Regex::new(\"\"); }
fn main_search() {}
struct SolutionBoard;
pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {}
";
    let (code, said) = check(file);
    let hints = "
standard input:3: move the module's items here; a submission is one file
standard input:4: remove this item; LeetCode supplies struct Solution
standard input:5: remove this function; LeetCode has its own main
standard input:8: add `impl Solution {` before this function and `}` after it; LeetCode calls Solution::solve_sudoku
LeetCode offers the crate itertools; this judge has the standard library only
LeetCode offers the crate rand; this judge has the standard library only
LeetCode offers the crate regex; this judge has the standard library only

standard input cannot be pasted
";
    assert!(said.ends_with(hints), "{said}");
    assert!(said.contains("--> standard input:1:"), "{said}");
    assert_eq!(code, Some(1));
}

/// With a part of the message. OURS is a submission of three lines.
const REJECTED: &str = r#"
OURSstruct Solution; => \nstandard input:4: remove this item
fn main() {}\nOURS => \nstandard input:1: remove this function
OURSmod board; => \nstandard input:4: move
fn solve_sudoku(_: &mut Vec<Vec<char>>) {} => \nstandard input:1: add `impl Solution {`
OURSfn gen() {} => found reserved keyword `gen`\n --> standard input:4:4\n
OURSextern "C" {} => extern blocks must be unsafe\n --> standard input:4:1\n
OURSinclude!("/dev/null"); => error: the solution brings in /dev/null; a submission is one file, and LeetCode has no other\n
"#;

#[test]
fn leetcode_rejects_each_of_these() {
    for line in REJECTED.trim().lines() {
        let line = line.replace("OURS", UNCHANGED).replace(r"\n", "\n");
        let (text, words) = line.split_once(" => ").expect("a file and words");
        let (code, said) = check(text);
        assert!(said.contains(words), "{text}: {said}");
        assert_eq!(code, Some(1));
    }
}

/// Let chains are of edition 2024.
#[test]
fn a_warning_is_a_note() {
    let chain = "fn f(it: Option<u8>) -> bool {\n    if let Some(x) = it && x > 1 { true } else { false }\n}\n";
    let used = UNCHANGED.replace("{}", "{\n        f(None);\n    }");
    let can_be_pasted = (Some(0), "standard input can be pasted\n".to_owned());
    assert_eq!(check(&format!("{chain}{used}")), can_be_pasted);
    let (code, said) = check(&format!("{chain}{UNCHANGED}"));
    assert!(
        said.starts_with("warning: function `f` is never used\n"),
        "{said}"
    );
    assert!(said.contains("\n --> standard input:1:4\n"), "{said}");
    let end = "\n\nstandard input can be pasted\n";
    assert!(said.ends_with(end), "{said}");
    assert_eq!(code, Some(0));
}

/// With a part of rustc's message, which has the user's path and lines.
const COMPILE_ERRORS: [(&str, &str); 4] = [
    ("{ let _: char = 1_u8; }", "--> FILE:2:"),
    (
        "{ let _: u8 = \"No space left on device\"; }",
        "--> FILE:2:",
    ),
    (
        "{ unsafe extern \"C\" { fn absent(); }\nunsafe { absent() } }",
        "absent",
    ),
    (
        "{} }\nimpl Solution { fn solve_sudoku() {} }\n}",
        "--> FILE:4:",
    ),
];

#[test]
fn compare_shows_compile_errors() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("größer \"als\" 九.rs");
    let path = path.to_str().expect("UTF-8");
    let remark = |text: &str| {
        fs::write(path, text).expect("there is room");
        let judge = judge("compare --format json --puzzle one_blank --approach");
        let approach = &judge.arg(path).said().json(1)["approaches"][0];
        assert_eq!(approach["verdict"], "Compile Error");
        approach["remark"]
            .as_str()
            .expect("what rustc says")
            .to_owned()
    };
    let wrapper = "\nmain.rs is the judge's: like LeetCode, it supplies";
    for (body, words) in COMPILE_ERRORS {
        let remark = remark(&UNCHANGED.replacen("{}", body, 1));
        assert!(remark.contains(&words.replace("FILE", path)), "{remark}");
        assert!(!remark.contains(wrapper), "{remark}");
    }
    let remark = remark(&UNCHANGED.replace("&mut ", ""));
    assert!(
        remark.contains("mismatched types") && remark.contains(wrapper),
        "{remark}"
    );
}

/// A file too deep for rustc.
#[test]
fn a_file_that_crashes_rustc_is_an_error_that_names_rustc() {
    let text = format!(
        "const _: u8 = {}1{};\n",
        "(".repeat(60_000),
        ")".repeat(60_000)
    );
    let said = judge("paste --check -").said_with_input(text.as_bytes());
    let beginning = "error: cannot compile standard input: rustc ended with signal: ";
    assert!(said.stderr.starts_with(beginning), "{said:?}");
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
}

/// It is invisible where a file is copied from.
#[test]
fn a_byte_order_mark_is_left_out() {
    let pasted = judge("paste -").said_with_input(format!("\u{feff}{UNCHANGED}").as_bytes());
    assert_eq!(pasted.all(), (Some(0), UNCHANGED, ""));
}

/// The judged part keeps the file's own line numbers.
#[rstest]
#[case("@lc code=start", "@lc code=end")]
#[case("submit region begin", "submit region end")]
fn only_the_marked_part_is_submitted(#[case] begin: &str, #[case] end: &str) {
    let file = |part: &str| {
        format!("struct Solution;\n// {begin}\n{part}// {end}\nfn main() {{\n    unknown();\n}}\n")
    };
    let note = |last: usize| {
        format!(
            "standard input: the submission is lines 3 to {last}, between an editor plugin's marks\n"
        )
    };
    let whole = file(UNCHANGED);
    let pasted = judge("paste -").said_with_input(whole.as_bytes());
    assert_eq!(pasted.all(), (Some(0), UNCHANGED, note(5).as_str()));
    let checked = judge("paste --check -").said_with_input(whole.as_bytes());
    let can_be_pasted = "standard input can be pasted\n";
    assert_eq!(checked.all(), (Some(0), can_be_pasted, note(5).as_str()));
    let panics = file(&UNCHANGED.replace("{}", "{ panic!(\"no idea\") }"));
    let judged =
        judge("compare --approach - --puzzle one_blank").said_with_input(panics.as_bytes());
    let fault = "- on one_blank: Runtime Error: panicked at standard input:4: no idea\n";
    assert!(judged.stdout.contains(fault), "{judged:?}");
}

/// Exit code 2 with the reason, and never a Compile Error.
#[rstest]
#[case("killed", "faulty-rustc ended with signal: 9 (SIGKILL)\n")]
#[case("silent", "faulty-rustc failed, and not because of the solution: \n")]
#[case(
    "no linker",
    ", and not because of the solution: error: linker `/nonexistent/cc` not found"
)]
#[case("no room", ", and not because of the solution: ")]
#[case("removed", ", and not because of the solution: ")]
#[case(
    "too old",
    "error: the judge needs rustc 1.88, as LeetCode has it, or newer; FAULTY -V says: rustc 1.87.0 (17067e9ac 2025-05-09)\n"
)]
#[case("breaks", "FAULTY -V says: \n")]
fn a_failing_compiler_is_not_the_solutions_fault(#[case] fault: &str, #[case] words: &str) {
    // A text that is never compiled, so that no program of it is kept.
    let text = format!("// {fault}\n{UNCHANGED}");
    let said = judge("compare --approach - --puzzle one_blank")
        .faulty_rustc(fault)
        .said_with_input(text.as_bytes());
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{said:?}");
    let words = words.replace("FAULTY", FAULTY_RUSTC);
    assert!(said.stderr.contains(&words), "{said:?}");
}

#[rstest]
#[case("compare")]
#[case("solve leetcode_example --approach bitmask")]
#[case("paste --check bitmask")]
fn no_rustc(#[case] arguments: &str) {
    let said = judge(arguments).env("RUSTC", "/nonexistent/rustc").said();
    said.assert_error("cannot run /nonexistent/rustc: No such file or directory (os error 2)\nThe judge compiles solutions with rustc: install Rust (https://rustup.rs) or set RUSTC to its path.");
}

#[test]
fn other_commands_need_no_rustc() {
    for arguments in ["list", "paste bitmask", "solve leetcode_example"] {
        let said = judge(arguments).env("RUSTC", "/nonexistent/rustc").said();
        assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn the_newest_programs_are_kept() {
    let target = Target::empty();
    for age in 100..105 + KEPT_PROGRAMS {
        let path = target.programs().join(age.to_string());
        fs::create_dir_all(&path).expect("target is writable");
        let time = SystemTime::now() - Duration::from_secs(age as u64 * 60);
        File::open(path)
            .and_then(|it| it.set_modified(time))
            .expect("it was made");
    }
    let judge = target.judge("compare").env("RUSTC", "/nonexistent/rustc");
    assert_eq!(judge.said().code, Some(2));
    let kept = (100..100 + KEPT_PROGRAMS).map(|it| it.to_string());
    assert_eq!(names(&target.programs()), kept.collect::<Vec<_>>());
}

#[test]
fn without_a_place_for_programs_nothing_is_compiled() {
    let target = Target::empty();
    let folder = target.judge_folder();
    fs::write(&folder, "a file where a folder should be").expect("target is writable");
    target.judge("compare").said().assert_error(&format!(
        "cannot keep compiled programs in {}: Not a directory (os error 20)",
        folder.display()
    ));
}
