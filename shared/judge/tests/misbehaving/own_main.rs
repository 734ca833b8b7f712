// Brings what LeetCode supplies.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
    }
}

struct Solution;

fn main() {}
