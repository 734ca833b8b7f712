// Tries what its first argument says. The second is a file outside its folder.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Error, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{parent_id, CommandExt};
use std::process::Command;
use std::thread;
use std::time::Duration;

extern "C" {
    fn fork() -> i32;
    fn kill(process: i32, signal: i32) -> i32;
    fn tgkill(process: i32, thread: i32, signal: i32) -> i32;
    fn prctl(option: i32, value: u64) -> i32;
    fn setrlimit(resource: i32, limits: &[u64; 2]) -> i32;
    fn fcntl(file: i32, command: i32, value: i32) -> i32;
    fn syscall(number: i64, argument: u64, other: u64) -> i64;
}

const KILL: i32 = 9;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let judge = parent_id() as i32;
    match arguments[1].as_str() {
        "a process" => drop(Command::new("true").output().unwrap()),
        "a fork" => check(unsafe { fork() }),
        "clone3" => check(unsafe { syscall(435, 0, 0) } as i32),
        "a shell" => panic!("{}", Command::new("/bin/sh").args(["-c", "echo out"]).exec()),
        "to listen" => drop(TcpListener::bind("127.0.0.1:0").unwrap()),
        "to connect" => drop(TcpStream::connect("127.0.0.1:80").unwrap()),
        "a pair of sockets" => drop(UnixStream::pair().unwrap()),
        "to read" => drop(fs::read(&arguments[2]).unwrap()),
        "to list" => drop(fs::read_dir("/").unwrap()),
        "to create" => drop(File::create("left").unwrap()),
        "to append" => drop(OpenOptions::new().append(true).open(&arguments[2]).unwrap()),
        "to make a folder" => fs::create_dir("left").unwrap(),
        "to remove" => fs::remove_file(&arguments[2]).unwrap(),
        "to rename" => fs::rename(&arguments[2], "left").unwrap(),
        "to lock others out" => {
            fs::set_permissions(&arguments[2], Permissions::from_mode(0)).unwrap();
        }
        "to kill" => check(unsafe { kill(judge, KILL) }),
        "to kill a thread" => check(unsafe { tgkill(judge, judge, KILL) }),
        "to have the system kill" => check(unsafe { fcntl(1, 8, judge) }),
        "to live on" => check(unsafe { prctl(1, 0) }),
        "a higher limit" => check(unsafe { setrlimit(9, &[u64::MAX; 2]) }),
        "eight threads" => {
            let threads: Vec<_> = (0..8_u64)
                .map(|it| thread::spawn(move || (0..1000).map(|n| n * it).sum::<u64>()))
                .collect();
            let sums = threads.into_iter().map(|it| it.join().unwrap());
            println!("{}", sums.sum::<u64>());
        }
        "its files" => {
            let mut said = String::new();
            std::io::stdin().read_to_string(&mut said).unwrap();
            println!("{said}");
            thread::sleep(Duration::from_millis(1));
            let mut records = OpenOptions::new().append(true).open("records").unwrap();
            write!(records, "{}", fs::read_to_string("puzzles").unwrap()).unwrap();
        }
        "memory" => drop(vec![1_u8; 1 << 30]),
        "a deep recursion" => {
            let deep = thread::spawn(|| println!("{}", depth(1)));
            deep.join().unwrap();
        }
        "an abort" => std::process::abort(),
        "a panic" => panic!("at the disco"),
        "to work without end" => loop {
            std::hint::black_box(());
        },
        "to sleep" => thread::sleep(Duration::from_secs(600)),
        other => panic!("{other} is not known"),
    }
}

fn check(result: i32) {
    assert!(result >= 0, "{}", Error::last_os_error());
}

fn depth(n: u64) -> u64 {
    std::hint::black_box([n; 100]);
    if n == 0 { 0 } else { 1 + depth(n + 1) }
}
