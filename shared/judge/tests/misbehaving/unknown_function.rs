// Calls a function that is nowhere: a linker finds out.

extern "C" {
    fn is_nowhere();
}

impl Solution {
    pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {
        unsafe { is_nowhere() }
    }
}
