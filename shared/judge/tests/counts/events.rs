//! The events that the replay page shows: forward they lead to the answer, backward to the puzzle.

use pretty_assertions::assert_eq;
use sudoku::board;
use sudoku_judge::compile::{Compiler, Wrapper};
use sudoku_judge::measure::Task;
use sudoku_judge::process::{Answer, Outcome, Purpose, Run};
use sudoku_judge::solution;
use sudoku_judge::trace::{Event, is_one_sweep};

use crate::{COUNTED, LIMITS, counted_cases};

/// As many as the page holds of a run if nobody asks for more.
const MOST_EVENTS: usize = 1_000_000;

/// On a puzzle that nobody solves without a search; a slice of a row written at once is nine events.
#[test]
fn two_approaches_search_off_the_board() {
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let hard = sudoku_fixtures::find("inkala_2012").expect("a shared case");
    let puzzle = Task::of_case(hard).puzzle;
    let events = |name: &str| {
        let approach = solution::Solution::find(name).expect("an approach");
        let program = compiler.compile(&approach, Wrapper::Counting);
        let program = program.expect("rustc runs").expect("it compiles");
        let purpose = Purpose::Count {
            most_events: MOST_EVENTS,
        };
        let mut run = Run::new(&program, std::slice::from_ref(&puzzle), purpose, LIMITS);
        run.next().expect("one outcome").expect("the program runs");
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
    let compiler = Compiler::installed(false).expect("rustc is installed");
    let mut runs = 0;
    for approach in solution::approaches().expect("the approaches are there") {
        let program = compiler
            .compile(&approach, Wrapper::Counting)
            .expect("rustc runs");
        let program = program.expect("the approaches compile");
        let source = String::from_utf8(approach.text.clone()).expect("submissions are text");
        let lines: Vec<&str> = source.lines().collect();
        for case in counted_cases(&approach.name) {
            let (_, counts) = &COUNTED[&approach.name][case.name];
            if counts.events > MOST_EVENTS as u64 {
                continue;
            }
            let about = format!("{} on {}", approach.name, case.name);
            let puzzle = Task::of_case(case).puzzle;
            let purpose = Purpose::Count {
                most_events: MOST_EVENTS,
            };
            let mut run = Run::new(&program, std::slice::from_ref(&puzzle), purpose, LIMITS);
            let outcome = run.next().expect("one outcome").expect("the program runs");
            let Outcome::Answered {
                answer: Answer::Grid(answer),
                ..
            } = outcome
            else {
                panic!("{about}: {outcome:?}");
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
