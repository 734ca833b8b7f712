// A fork bomb that sleeps: it waits for processes that wait for processes.

use std::process::{Child, Command};

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        let mut children: Vec<Child> = (0..50)
            .map(|_| {
                let nested = "sleep 600 & sleep 600";
                Command::new("sh").args(["-c", nested]).spawn().unwrap()
            })
            .collect();
        for child in &mut children {
            child.wait().unwrap();
        }
    }
}
