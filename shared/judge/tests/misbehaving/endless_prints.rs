// Prints for ever, on both streams.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let _ = board;
        loop {
            println!("still here");
            eprintln!("still here");
        }
    }
}
