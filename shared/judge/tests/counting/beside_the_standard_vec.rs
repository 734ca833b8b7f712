// The standard Vec by its full name, in a module, and where a function takes or returns it.

use std::borrow::Cow;
use std::collections::BinaryHeap;
use std::io::Write;
use std::rc::Rc;
use std::vec::Vec;

mod search {
    pub fn run(board: &mut Vec<Vec<char>>) {
        super::fill(board, 0);
    }
}

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        lists();
        conversions();
        let flat: Vec<char> = board[..].concat().to_vec();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for row in flat.chunks(9) {
            rows.push(row.to_vec());
        }
        rows[0] = vec!['.'; 9];
        rows[0] = flat[..9].to_vec();
        *board = rows;
        search::run(board);
    }
}

fn lists() {
    let bytes: Vec<u8> = "12".as_bytes().to_vec();
    let text = String::from_utf8(vec![b'1', b'2']).unwrap();
    assert_eq!(text.into_bytes(), bytes);
    let copy: std::vec::Vec<std::vec::Vec<char>> = vec![vec!['.'; 9]; 9];
    let mut picks: Vec<char> = Vec::new();
    picks.push(copy[0][0]);
    let mut table = std::vec![vec![0; 9]; 9];
    table[0][picks.len()] += 1;
    let popped: Vec<u8> = [bytes].iter_mut().filter_map(Vec::pop).collect();
    assert_eq!(popped, [b'2']);
}

fn conversions() {
    let shared: Rc<[i32]> = Rc::from([1].repeat(2));
    let list: Vec<i32> = shared.to_vec();
    let (odd, even): (Vec<i32>, Vec<i32>) = list.iter().partition(|&&number| number % 2 == 1);
    assert_eq!((odd, even), (vec![1, 1], vec![]));
    let heap = BinaryHeap::from(list);
    let text: Cow<[i32]> = Cow::from(heap.into_sorted_vec());
    let mut bytes: Vec<u8> = Vec::from("a");
    write!(bytes, "{}", text[1]).unwrap();
    assert_eq!(bytes, b"a1");
}
