// Has another method.

impl Solution {
    pub fn solve(board: &mut Vec<Vec<char>>) {
        board.reverse();
    }
}
