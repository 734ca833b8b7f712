// Works for as many tenths of a second of processor time as the digit in the first cell says.

use std::fs;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let tenths = u64::from(board[0][0].to_digit(10).unwrap());
        while hundredths_worked() < 10 * tenths {}
    }
}

/// Linux counts in hundredths of a second. Behind the name, in brackets, the 12th and the 13th field
/// are the time here and in the system.
fn hundredths_worked() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let times = fields.skip(11).take(2);
    times.map(|time| time.parse::<u64>().unwrap()).sum()
}
