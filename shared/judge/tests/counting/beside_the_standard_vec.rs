// The standard Vec by its full name, in a module, and where a function takes or returns it.

mod search {
    pub fn run(board: &mut Vec<Vec<char>>) {
        super::fill(board, 0);
    }
}

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let bytes: Vec<u8> = "12".as_bytes().to_vec();
        let text = String::from_utf8(vec![b'1', b'2']).unwrap();
        assert_eq!(text.into_bytes(), bytes);
        let copy: std::vec::Vec<std::vec::Vec<char>> = vec![vec!['.'; 9]; 9];
        let mut picks: Vec<char> = Vec::new();
        picks.push(copy[0][0]);
        let mut table = std::vec![vec![0; 9]; 9];
        table[0][picks.len()] += 1;
        search::run(board);
    }
}

fn fill(board: &mut Vec<Vec<char>>, cell: usize) -> bool {
    if cell == 81 {
        return true;
    }
    let (row, column) = (cell / 9, cell % 9);
    if board[row][column] != '.' {
        return fill(board, cell + 1);
    }
    for digit in '1'..='9' {
        let fits = (0..9).all(|i| {
            board[row][i] != digit
                && board[i][column] != digit
                && board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] != digit
        });
        if fits {
            board[row][column] = digit;
            if fill(board, cell + 1) {
                return true;
            }
            board[row][column] = '.';
        }
    }
    false
}
