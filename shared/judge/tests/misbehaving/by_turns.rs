// Behaves by the first cell of the second row: it panics, works without end, exits, works or sleeps
// for a while, prints, or does nothing.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        match board[1][0] {
            '1' => panic!("a 1"),
            '2' => loop {
                black_box(board[0][0]);
            },
            '3' => std::process::exit(3),
            '5' => loop {
                black_box(());
            },
            '6' => {
                let started = Instant::now();
                while started.elapsed() < Duration::from_millis(150) {}
            }
            '7' => thread::sleep(Duration::from_millis(300)),
            '8' => println!("an 8"),
            '9' => thread::sleep(Duration::from_secs(3600)),
            _ => {}
        }
    }
}
