//! The events that the replay page shows: forward they lead to the answer, backward to the puzzle.

use pretty_assertions::assert_eq;
use sudoku::board;
use sudoku_judge::compile::Wrapper;
use sudoku_judge::run::{Answer, Note, Outcome, Purpose, run};
use sudoku_judge::submission::Submission;
use sudoku_judge::tasks::Task;

use crate::common::{program, submission};
use crate::counts::{COUNTED, LIMIT, counted_cases};

/// As many as the page holds of a run if nobody asks for more.
const MOST_EVENTS: u64 = 1_000_000;

const RECORDED: Purpose = Purpose::Count {
    kept_events: MOST_EVENTS,
    most_events: MOST_EVENTS,
};

/// One access to a cell of the board.
#[derive(Debug)]
struct Event {
    /// In reading order, 0 to 80.
    cell: usize,
    is_write: bool,
    /// '1' to '9', '.', or '?' for any other character.
    before: char,
    after: char,
    /// Of the solution file; 0 for a write that was found out only at the end.
    line: usize,
}

/// The events in the form of the counting wrapper: 32 bits each.
fn decode(bytes: &[u8]) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator {
    let character = |value: u32| char::from(b".123456789??????"[value as usize]);
    let event = move |bytes: &[u8]| {
        let word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        Event {
            cell: (word & 0x7f) as usize,
            is_write: word & 0x80 != 0,
            before: character(word >> 8 & 0xf),
            after: character(word >> 12 & 0xf),
            line: (word >> 16) as usize,
        }
    };
    bytes.chunks(4).map(event)
}

/// On a puzzle that needs a search. A slice of a row that is read at once is nine events; of one that
/// is written, only the cells that change are.
#[test]
fn two_approaches_search_off_the_board() {
    let hard = sudoku_fixtures::find("inkala_2012").expect("a shared case");
    let puzzle = Task::of_case(hard).puzzle;
    for (name, expected, events) in [
        ("bands", true, 81),
        ("digit-lanes", true, 81 + 60),
        ("dancing-links", false, 0),
        ("constraint-propagation", false, 0),
    ] {
        let program = program(&submission(name), Wrapper::Counting);
        let run = run(&program, &puzzle, RECORDED, LIMIT).expect("the program runs");
        let Outcome::Answered { notes, .. } = run.outcome else {
            panic!("{name}: {:?}", run.outcome);
        };
        assert_eq!(notes.contains(&Note::Sweep), expected, "{name}: {notes:?}");
        if expected {
            assert_eq!(decode(&run.events).len(), events, "{name}");
        }
    }
}

#[test]
fn events_lead_from_the_puzzle_to_the_answer_and_back() {
    let mut runs = 0;
    for approach in Submission::find_all(&[]).expect("the approaches are there") {
        let program = program(&approach, Wrapper::Counting);
        let touches_the_board = |line: &str| {
            let names = ["board[", "rows[", "row["];
            names.iter().any(|name| line.contains(name))
        };
        let lines: Vec<bool> = approach.text.lines().map(touches_the_board).collect();
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
            assert_eq!(decode(&run.events).len() as u64, counts.events, "{about}");

            let mut cells: Vec<char> = board::to_line(&puzzle).chars().collect();
            for event in decode(&run.events) {
                assert_eq!(cells[event.cell], event.before, "{about}: {event:?}");
                cells[event.cell] = event.after;
                if event.line == 0 {
                    assert!(event.is_write, "{about}: {event:?}");
                } else {
                    assert!(lines[event.line - 1], "{about}: {event:?}");
                }
            }
            assert_eq!(
                cells.iter().collect::<String>(),
                board::to_line(&answer),
                "{about}"
            );

            for event in decode(&run.events).rev() {
                cells[event.cell] = event.before;
            }
            assert_eq!(
                cells.iter().collect::<String>(),
                board::to_line(&case.puzzle),
                "{about}"
            );
            runs += 1;
        }
    }
    assert!(runs > 0, "no run is short enough");
}
