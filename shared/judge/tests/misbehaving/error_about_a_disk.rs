// Does not compile, on a line with words that rustc has for a full disk.

impl Solution {
    pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {
        let _: u8 = "No space left on device";
    }
}
