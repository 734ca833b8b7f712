// Not a solution that anyone would write: what the standard Vec can do, before a plain search.

use std::collections::{HashSet, VecDeque};

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Everything {
    rows: Vec<Vec<char>>,
}

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        paths(board);
        conversions();
        comparisons(board);
        bounds(board);
        rows_come_and_go(board);
        fill(board, 0);
        let flat: Vec<char> = board.concat();
        *board = flat.chunks(9).map(|row| row.to_vec()).collect();
    }
}

fn paths(board: &mut Vec<Vec<char>>) {
    assert_eq!(board.iter().map(Vec::len).sum::<usize>(), 81);
    assert!(!board.iter().any(Vec::is_empty));
    let slices: Vec<&mut [char]> = board.iter_mut().map(Vec::as_mut_slice).collect();
    assert_eq!(slices.len(), 9);
    let named: std::vec::Vec<std::vec::Vec<char>> = vec![vec!['.'; 9]; 9];
    assert_eq!(named.len(), 9);
}

fn conversions() {
    let mut list = vec![1, 2, 3];
    let tail: Vec<i32> = list.split_off(1);
    let queue = VecDeque::from(tail.to_vec());
    let back: Vec<i32> = queue.into();
    let [one]: [i32; 1] = list.try_into().unwrap();
    assert_eq!((back, one), (vec![2, 3], 1));
}

fn comparisons(board: &Vec<Vec<char>>) {
    assert!(vec![1, 2] < vec![1, 3] && vec![1, 2] == [1, 2] && [1, 2][..] == vec![1, 2]);
    let rows: HashSet<Vec<char>> = board.iter().cloned().collect();
    assert!(rows.contains(&board[8]) && rows.contains(board[7].as_slice()));
    let everything = Everything {
        rows: board.to_vec(),
    };
    assert!(everything > Everything::default());
}

fn bounds(board: &mut Vec<Vec<char>>) {
    fn width<B: std::ops::IndexMut<usize, Output = Vec<char>>>(board: &mut B) -> usize {
        board[0].len()
    }
    fn cells<T: AsMut<[char]>>(rows: &mut [T]) -> usize {
        rows.iter_mut().map(|row| row.as_mut().len()).sum()
    }
    assert_eq!((width(board), cells(board)), (9, 81));
}

fn rows_come_and_go(board: &mut Vec<Vec<char>>) {
    board[4] = board[4].clone();
    let row = board.remove(2);
    board.insert(2, row);
    board.swap(0, 8);
    board.swap(0, 8);
    let rows: Vec<Vec<char>> = board.drain(..).collect();
    board.extend(rows);
    let own = std::mem::take(board);
    *board = own.clone();
}
