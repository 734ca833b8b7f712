//! `watch`, on a terminal, with a file that is saved in the ways of editors.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use sudoku::rules::first_blank;
use sudoku_fixtures::{CASES, Group};

use crate::common::{Target, UNCHANGED};

/// A terminal whose other end the judge has, and what the judge has shown on it.
struct Screen {
    keyboard: File,
    shown: Arc<Mutex<String>>,
}

impl Screen {
    fn of(terminal: std::os::fd::OwnedFd) -> Self {
        let keyboard = File::from(terminal);
        let mut reader = keyboard.try_clone().expect("it can be shared");
        let shown = Arc::new(Mutex::new(String::new()));
        thread::spawn({
            let shown = Arc::clone(&shown);
            move || {
                let mut block = [0; 4096];
                // The end of a terminal is an error.
                while let Ok(read @ 1..) = reader.read(&mut block) {
                    let text = String::from_utf8_lossy(&block[..read]);
                    shown.lock().expect("no panic").push_str(&text);
                }
            }
        });
        Screen { keyboard, shown }
    }

    /// Waits until the screen shows these words, which it forgets with all before them.
    fn wait_for(&self, words: &str) {
        let started = Instant::now();
        loop {
            let mut shown = self.shown.lock().expect("no panic");
            if let Some(place) = shown.find(words) {
                shown.drain(..place + words.len());
                return;
            }
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "no {words:?} in {shown:?}"
            );
            drop(shown);
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// As some editors do: written aside, and renamed.
fn replace(file: &Path, text: &str) {
    let aside = file.with_extension("tmp");
    fs::write(&aside, text).expect("there is room");
    fs::rename(aside, file).expect("there is room");
}

#[test]
fn every_save_is_judged_until_q() {
    let target = Target::with_programs();
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("mine.rs");
    fs::write(&file, UNCHANGED).expect("there is room");
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let end = || File::from(terminal.slave.try_clone().expect("it can be shared"));
    let mut judge = target.judge("watch").arg(&file);
    judge.command.stdin(end()).stdout(end()).stderr(end());
    let running = judge.start();
    drop(terminal.slave);
    let mut screen = Screen::of(terminal.master);
    screen.wait_for("q or Ctrl-C ends this");
    screen.wait_for("Wrong Answer");
    screen.wait_for("The board is unchanged");
    let ordinary = CASES.iter().filter(|case| case.group == Group::Ordinary);
    let unsolved = ordinary
        .clone()
        .filter(|case| first_blank(&case.puzzle).is_some());
    screen.wait_for(&format!(
        "{} more failed in the same way",
        unsolved.count() - 1
    ));

    // Removed and created; a compile error is shown as rustc prints it.
    fs::remove_file(&file).expect("it is there");
    fs::write(&file, UNCHANGED.replace("{}", "{ 1 }")).expect("there is room");
    screen.wait_for("\u{1b}[2J");
    screen.wait_for("mismatched types");
    screen.wait_for("Compile Error");

    // Saved twice, and in the middle of a run: the last one counts.
    replace(&file, &UNCHANGED.replace("{}", "{ loop {} }"));
    screen.wait_for("\u{1b}[2J");
    thread::sleep(Duration::from_millis(300));
    replace(&file, &UNCHANGED.replace("{}", "{ panic!(\"first\") }"));
    let last = "{ panic!(\"second\") }";
    replace(&file, &UNCHANGED.replace("{}", last));
    screen.wait_for("\u{1b}[2J");
    screen.wait_for(&format!(
        "    2 |     pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {last}"
    ));
    screen.wait_for(&format!(
        "{} more failed in the same way",
        ordinary.count() - 1
    ));

    screen.keyboard.write_all(b"q").expect("the judge reads");
    assert_eq!(running.end().code, Some(0));
}
