// Tries what a solution may not do. The first two digits of the puzzle choose the attempt.

use std::env;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Error;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, parent_id};
use std::process::Command;
// The counting wrapper cannot take its place now.
use std::vec::Vec;

unsafe extern "C" {
    fn fork() -> i32;
    fn vfork() -> i32;
    fn kill(process: i32, signal: i32) -> i32;
    fn tgkill(process: i32, thread: i32, signal: i32) -> i32;
    fn prctl(option: i32, value: u64) -> i32;
    fn setrlimit(resource: i32, limits: &[u64; 2]) -> i32;
    fn fcntl(file: i32, command: i32, value: i32) -> i32;
    fn syscall(number: i64, argument: u64, other: u64) -> i64;
}

const KILL: i32 = 9;

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let attempt: String = board[0][..2].iter().collect();
        let other_file = env::var("OTHER_FILE").unwrap();
        let judge = parent_id() as i32;
        match attempt.as_str() {
            "12" => drop(Command::new("true").output().unwrap()),
            "13" => check(unsafe { fork() }),
            "14" => check(unsafe { vfork() }),
            "15" => drop(TcpListener::bind("127.0.0.1:0").unwrap()),
            "16" => drop(TcpStream::connect("127.0.0.1:80").unwrap()),
            "17" => drop(UnixStream::pair().unwrap()),
            "18" => fs::create_dir("left").unwrap(),
            "19" => fs::remove_file(other_file).unwrap(),
            "21" => fs::rename(other_file, "left").unwrap(),
            "23" => fs::set_permissions(other_file, Permissions::from_mode(0)).unwrap(),
            "24" => check(unsafe { kill(judge, KILL) }),
            "25" => check(unsafe { tgkill(judge, judge, KILL) }),
            // Signals the judge when its pipe is ready; survives the judge; allows more files.
            "26" => check(unsafe { fcntl(1, 8, judge) }),
            "27" => check(unsafe { prctl(1, 0) }),
            "28" => check(unsafe { setrlimit(7, &[u64::MAX; 2]) }),
            "29" => check(unsafe { syscall(435, 0, 0) } as i32),
            "31" => symlink("/dev/zero", "left").unwrap(),
            "41" => panic!("{}", Command::new("/bin/sh").args(["-c", "echo out"]).exec()),
            "42" => drop(fs::read(other_file).unwrap()),
            "43" => drop(fs::read_dir("/").unwrap()),
            "45" => drop(File::create("left").unwrap()),
            "46" => drop(OpenOptions::new().append(true).open(other_file).unwrap()),
            _ => {}
        }
    }
}

fn check(result: i32) {
    assert!(result >= 0, "{}", Error::last_os_error());
}
