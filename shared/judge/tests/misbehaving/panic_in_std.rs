// Panics in a closure that the standard library calls.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let mut digits: Vec<char> = board[0].clone();
        digits.sort_by(|_, _| "nine".parse::<u8>().unwrap().cmp(&9));
    }
}
