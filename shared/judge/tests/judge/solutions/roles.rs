// Plays many roles: the first two digits of the puzzle choose one. Roles from 21 on solve it first.

use std::hint::black_box;
use std::io::{Read, Write};
use std::panic::catch_unwind;
use std::process::{abort, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, io, panic, thread};

// The wrappers use macros of these names.
macro_rules! format {
    () => {};
}
macro_rules! vec {
    () => {};
}

static CALLED_BEFORE: AtomicBool = AtomicBool::new(false);

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let role: String = board[0][..2].iter().collect();
        if role.as_str() > "20" {
            solve(board);
        }
        match role.as_str() {
            "13" => board.clear(),
            "14" => board[4].clear(),
            "15" => board[0].fill('.'),
            "16" => board[0].fill('1'),
            "17" => println!("answer 1 {}\nend\n\u{1b}[31m", "123456789".repeat(9)),
            "18" => (2..9).for_each(|column| board[0][column] = '9'),
            "21" => board[8].push('1'),
            "23" => board[0][2] = '４',
            "24" => board[0][2] = '\u{1b}',
            "25" => board.swap(0, 1),
            "26" => board[8][6] = '.',
            "27" if CALLED_BEFORE.swap(true, Ordering::SeqCst) => board[4][4] = '.',
            "29" => drop(board.pop()),
            "31" => board[9][0] = '1',
            "32" => panic!("solved, but \"not\" done:\nüben\t\u{1b}[31m"),
            "34" => board[0].sort_by(|_, _| "nine".parse::<u8>().unwrap().cmp(&9)),
            "35" => panic::panic_any(9),
            "36" => {
                panic::set_hook(Box::new(|_| {}));
                board[9][0] = '1';
            }
            "37" => exit(catch_unwind(|| "x".parse::<u8>().unwrap()).map_or(7, i32::from)),
            "38" => panic!("{}", "x".repeat(10_000_000)),
            "41" => exit(0),
            "42" => exit(101),
            "45" => {
                eprintln!("thread 'main' has overflowed its stack\nmemory allocation of 8 bytes failed");
                exit(1);
            }
            "46" => {
                let records = fs::File::options().append(true).open("records.txt");
                writeln!(records.unwrap(), "9").unwrap();
            }
            "47" => abort(),
            "48" => board[0].truncate(dig([1; 100]) as usize),
            "51" => loop {
                black_box(&board);
            },
            "52" => thread::sleep(Duration::from_secs(3600)),
            "53" => loop {
                let _ = catch_unwind(|| panic!("again"));
            },
            "54" => loop {
                println!("still here");
                eprintln!("still here");
            },
            "56" => loop {
                std::mem::forget(black_box(Vec::<u8>::with_capacity(1 << 26)));
            },
            "57" => drop(black_box(Vec::<u64>::with_capacity(board.len() << 55))),
            "61" => drop(catch_unwind(|| "x".parse::<u8>().unwrap()).unwrap_err()),
            "62" => assert_eq!(io::stdin().read(&mut [0]).unwrap(), 0),
            "63" if !CALLED_BEFORE.swap(true, Ordering::SeqCst) => drop(thread::spawn(|| loop {
                thread::yield_now();
            })),
            "64" => (0..100).for_each(|_| print!("{}", "0123456789abcdef".repeat(1 << 12))),
            "65" => assert_eq!(black_box(u8::MAX) + black_box(1), 0),
            "67" => {
                let threads: Vec<_> = (0..8).map(|it| thread::spawn(move || it)).collect();
                let sum: i32 = threads.into_iter().map(|it| it.join().unwrap()).sum();
                assert_eq!(sum, 28);
            }
            // They take two and six tenths of a second.
            "72" | "76" => {
                let tenths = i64::from(role.as_bytes()[1] - b'0');
                while processor_time() < tenths * 100_000_000 {}
            }
            _ => {}
        }
    }
}

fn solve(board: &mut [Vec<char>]) {
    let (first, second) = (board[0][0], board[0][1]);
    let others = ('1'..='9').filter(|&digit| digit != first && digit != second);
    let digits: Vec<char> = [first, second].into_iter().chain(others).collect();
    for row in 0..9 {
        for column in 0..9 {
            board[row][column] = digits[(row * 3 + row / 3 + column) % 9];
        }
    }
}

fn dig(mut hole: [u64; 100]) -> u64 {
    hole[black_box(0)] += 1;
    dig(black_box(hole)) + hole[8]
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: &mut [i64; 2]) -> i32;
}

/// The nanoseconds that this process has used.
fn processor_time() -> i64 {
    const CLOCK_PROCESS_CPUTIME_ID: i32 = if cfg!(target_os = "macos") { 12 } else { 2 };
    let mut time = [0; 2];
    unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}
