//! The wrapper that times a solution: `solve_sudoku` alone, everything else outside the clock.

use std::io::Write;
use std::time::{Duration, Instant};

use super::protocol::{self, board_record, rows};

/// A sample is long enough for the clock: this much, made of as many solves as it takes.
const SAMPLE: Duration = Duration::from_micros(50);
const MOST_SOLVES_IN_A_SAMPLE: u128 = 500;

/// Solves every puzzle and writes each answer with the time of one solve. Arguments: how many
/// microseconds to spend on repeating each, 0 for a single solve; and the records of how many
/// microseconds of solves to hold back and write together.
pub fn main(solve: fn(&mut Vec<Vec<char>>)) {
    protocol::run(move |puzzles, records, arguments| {
        let microseconds = |it: usize| arguments[it].parse().expect("microseconds");
        let [repeat_for, hold_for] = [0, 1].map(|it| Duration::from_micros(microseconds(it)));
        let (mut held, mut waiting) = (Vec::new(), Duration::ZERO);
        for puzzle in puzzles.lines() {
            let (answer, time) = measure(solve, puzzle, repeat_for);
            let answer: Vec<&[char]> = answer.iter().map(Vec::as_slice).collect();
            let (nanoseconds, board) = (time.as_nanos(), board_record(&answer));
            let _ = writeln!(held, "answer\t{nanoseconds}\t{board}");
            waiting += time;
            if waiting >= hold_for {
                records.write(&held);
                held.clear();
                waiting = Duration::ZERO;
            }
        }
        held
    });
}

/// The answer and the median time of a solve. An answer that differs from the first one is
/// returned in its place: it is judged, so a solution that is right only once is found out.
fn measure(
    solve: fn(&mut Vec<Vec<char>>),
    puzzle: &str,
    repeat_for: Duration,
) -> (Vec<Vec<char>>, Duration) {
    let (mut answers, first) = sample(solve, puzzle, 1);
    let answer = answers.swap_remove(0);
    let solves = SAMPLE.as_nanos() / first.as_nanos().max(1) + 1;
    let solves = solves.min(MOST_SOLVES_IN_A_SAMPLE) as u32;
    let mut times = vec![first];
    let started = Instant::now();
    while first + started.elapsed() < repeat_for {
        let (mut answers, time) = sample(solve, puzzle, solves);
        if let Some(other) = answers.iter().position(|other| *other != answer) {
            return (answers.swap_remove(other), time);
        }
        times.push(time);
    }
    times.sort();
    (answer, times[times.len() / 2])
}

/// As many answers and the mean time of their solves.
fn sample(
    solve: fn(&mut Vec<Vec<char>>),
    puzzle: &str,
    solves: u32,
) -> (Vec<Vec<Vec<char>>>, Duration) {
    let mut boards: Vec<_> = (0..solves).map(|_| rows(puzzle)).collect();
    let started = Instant::now();
    for board in &mut boards {
        solve(board);
    }
    let time = started.elapsed();
    (boards, time / solves)
}
