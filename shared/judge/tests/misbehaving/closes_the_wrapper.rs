// Closes a brace of the wrapper and brings a main of its own.
}

fn main() {
    println!("answer 0 35 33 34");
}

impl Solution {
    pub fn solve_sudoku(_board: &mut Vec<Vec<char>>) {}
