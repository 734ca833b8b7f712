// Not a solution: every way to touch the board, one a call. Its row 1 is 53..7....

use std::hint::black_box;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

static CALLS: AtomicUsize = AtomicUsize::new(0);

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        match CALLS.fetch_add(1, Ordering::SeqCst) {
            0 => on_and_off(board),
            1 => over_another(board),
            2 => the_same_again(board),
            3 => over_a_given(board),
            4 => reads(board),
            5 => ranges(board),
            6 => iterators(board),
            7 => loops_over_rows(board),
            8 => swap_of_cells(board),
            9 => slice(board),
            10 => one_borrow(board),
            11 => a_copy_that_becomes_the_board(board),
            12 => another_row(board),
            13 => rows_swapped_and_back(board),
            14 => a_row_taken_out(board),
            15 => a_row_cleared_and_filled(board),
            16 => written_and_the_row_restored(board),
            17 => written_and_the_row_moved_about(board),
            18 => written_and_the_board_taken_out(board),
            19 => the_board_replaced_then_written(board),
            20 => the_board_emptied_and_filled_again(board),
            21 => a_row_from_another_vector(board),
            22 => strange_characters(board),
            _ => {}
        }
    }
}

fn on_and_off(board: &mut [Vec<char>]) {
    board[0][2] = '4';
    board[0][2] = '.';
}

fn over_another(board: &mut Vec<Vec<char>>) {
    board[0][2] = '1';
    board[0][2] = '2';
    board[0][2] = '.';
}

fn the_same_again(board: &mut Vec<Vec<char>>) {
    board[0][2] = '4';
    board[0][2] = '4';
}

fn over_a_given(board: &mut Vec<Vec<char>>) {
    board[0][0] = '1';
}

fn reads(board: &mut Vec<Vec<char>>) {
    for column in 0..9 {
        black_box(board[0][column]);
    }
    black_box(board[0].contains(&'5'));
    black_box(board[0].get(2));
}

fn ranges(board: &mut Vec<Vec<char>>) {
    board[0][2..4].fill('1');
    black_box(&board[0][..3]);
    black_box(&board[0][7..]);
    black_box(&board[0][1..=2]);
    black_box(&board[0][..]);
}

fn iterators(board: &mut Vec<Vec<char>>) {
    for digit in ['1', '.'] {
        let row_of_blanks = board[0].iter_mut().skip(5);
        row_of_blanks.for_each(|cell| *cell = digit);
    }
}

fn loops_over_rows(board: &mut Vec<Vec<char>>) {
    for digit in ['1', '2', '.'] {
        for row in board.iter_mut().take(1) {
            for cell in row {
                if *cell != '5' && *cell != '3' && *cell != '7' {
                    *cell = digit;
                }
            }
        }
    }
}

fn swap_of_cells(board: &mut Vec<Vec<char>>) {
    board[0].swap(0, 2);
}

fn slice(board: &mut [Vec<char>]) {
    let (first, _) = board.split_at_mut(1);
    let row: &mut [char] = &mut first[0];
    row[2] = '4';
    row[3] = '6';
}

fn one_borrow(board: &mut Vec<Vec<char>>) {
    let cell = &mut board[0][2];
    *cell = black_box('1');
    *cell = black_box('2');
}

fn a_copy_that_becomes_the_board(board: &mut Vec<Vec<char>>) {
    let mut copy = board.clone();
    copy[0][2] = '1';
    copy[0][2] = '4';
    *board = copy;
}

fn another_row(board: &mut Vec<Vec<char>>) {
    board[0] = vec!['1'; 9];
}

fn rows_swapped_and_back(board: &mut Vec<Vec<char>>) {
    board.swap(0, 1);
    board.swap(0, 1);
}

fn a_row_taken_out(board: &mut Vec<Vec<char>>) {
    let mut row = mem::take(&mut board[0]);
    row[2] = '4';
    board[0] = row;
}

fn a_row_cleared_and_filled(board: &mut Vec<Vec<char>>) {
    board[0].clear();
    board[0].extend("534.7....".chars());
}

fn written_and_the_row_restored(board: &mut Vec<Vec<char>>) {
    let saved = board[0].clone();
    board[0][2] = '4';
    board[0] = saved;
}

fn written_and_the_row_moved_about(board: &mut Vec<Vec<char>>) {
    board[0][2] = '4';
    board.swap(0, 1);
    board.swap(0, 1);
    let mut row = mem::take(&mut board[0]);
    row[2] = '.';
    board[0] = row;
}

fn written_and_the_board_taken_out(board: &mut Vec<Vec<char>>) {
    board[0][2] = '4';
    let mut taken = mem::take(board);
    taken[0][2] = '.';
    *board = taken;
}

fn the_board_replaced_then_written(board: &mut Vec<Vec<char>>) {
    *board = board.clone();
    board[0][2] = '4';
    black_box(board[0][2]);
    board[0][2] = '.';
}

fn the_board_emptied_and_filled_again(board: &mut Vec<Vec<char>>) {
    let rows: Vec<Vec<char>> = board.drain(..).collect();
    board.extend(rows);
    board[0][2] = '4';
    board[0][2] = '.';
}

fn a_row_from_another_vector(board: &mut Vec<Vec<char>>) {
    board[0] = "534.7....".chars().collect();
    black_box(board[0][2]);
    board[0] = "53..7....".chars().collect();
}

fn strange_characters(board: &mut Vec<Vec<char>>) {
    board[0][2] = 'x';
    board[0][2] = '0';
    board[0][2] = '.';
}
