// The search behind each of the other files. A row that is put back does not change its counts.

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
            board[row] = board[row].clone();
            if fill(board, cell + 1) {
                return true;
            }
            board[row][column] = '.';
        }
    }
    false
}
