// Recurses until the stack is used up.

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        dig(board, [1; 100]);
    }
}

fn dig(board: &mut Vec<Vec<char>>, mut hole: [u64; 100]) -> u64 {
    board.reverse();
    hole[board.len()] += 1;
    dig(board, hole) + hole[8]
}
