//! The events that the replay page shows: forward they lead to the answer, backward to the puzzle.

use pretty_assertions::assert_eq;
use sudoku::board;
use sudoku_judge::compile::Wrapper;
use sudoku_judge::run::{Answer, Outcome, Purpose, run};
use sudoku_judge::submission::Submission;
use sudoku_judge::tasks::Task;
use sudoku_judge::trace::{Event, is_one_sweep};

use crate::common::{program, submission};
use crate::counts::{COUNTED, LIMIT, counted_cases};

/// As many as the page holds of a run if nobody asks for more.
const MOST_EVENTS: u64 = 1_000_000;

const RECORDED: Purpose = Purpose::Count {
    kept_events: MOST_EVENTS,
    most_events: MOST_EVENTS,
};

/// On a puzzle that nobody solves without a search; a slice of a row written at once is nine events.
#[test]
fn two_approaches_search_off_the_board() {
    let hard = sudoku_fixtures::find("inkala_2012").expect("a shared case");
    let puzzle = Task::of_case(hard).puzzle;
    let events = |name: &str| {
        let program = program(&submission(name), Wrapper::Counting);
        let run = run(&program, &puzzle, RECORDED, LIMIT).expect("the program runs");
        Event::decode(&run.events)
    };
    for (name, expected) in [
        ("bands", true),
        ("digit-lanes", true),
        ("dancing-links", false),
        ("constraint-propagation", false),
    ] {
        assert_eq!(is_one_sweep(&puzzle, &events(name)), expected, "{name}");
    }
    assert_eq!(events("digit-lanes").len(), 81 + 81);
}

#[test]
fn events_lead_from_the_puzzle_to_the_answer_and_back() {
    let mut runs = 0;
    for approach in Submission::find_all(&[]).expect("the approaches are there") {
        let program = program(&approach, Wrapper::Counting);
        let lines: Vec<&str> = approach.text.lines().collect();
        for case in counted_cases(&approach.name) {
            let counts = &COUNTED[&approach.name][case.name];
            if counts.events > MOST_EVENTS {
                continue;
            }
            let about = format!("{} on {}", approach.name, case.name);
            let puzzle = Task::of_case(case).puzzle;
            let run = run(&program, &puzzle, RECORDED, LIMIT).expect("the program runs");
            let Outcome::Answered {
                answer: Answer::Grid(answer),
                ..
            } = run.outcome
            else {
                panic!("{about}: {:?}", run.outcome);
            };
            let events = Event::decode(&run.events);
            assert_eq!(events.len() as u64, counts.events, "{about}");

            let mut cells: Vec<char> = board::to_line(&puzzle).chars().collect();
            for event in &events {
                assert_eq!(cells[event.cell()], event.before(), "{about}: {event:?}");
                cells[event.cell()] = event.after();
                let line = usize::try_from(event.line())
                    .ok()
                    .and_then(|it| it.checked_sub(1));
                if let Some(text) = line.map(|line| lines[line]) {
                    let touches_the_board = ["board[", "rows[", "row["]
                        .iter()
                        .any(|name| text.contains(name));
                    assert!(touches_the_board, "{about}: line {}: {text}", event.line());
                } else {
                    assert!(event.is_write(), "{about}: {event:?}");
                }
            }
            assert_eq!(
                cells.iter().collect::<String>(),
                board::to_line(&answer),
                "{about}"
            );

            for event in events.iter().rev() {
                cells[event.cell()] = event.before();
            }
            assert_eq!(cells.iter().collect::<String>(), case.puzzle, "{about}");
            runs += 1;
        }
    }
    assert!(runs > 0, "no run is short enough");
}
