// Changes nothing, and when it has answered works for a while and prints.

use std::time::{Duration, Instant};

struct AtTheEnd;

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(500) {}
        println!("at last");
    }
}

thread_local! {
    static AT_THE_END: AtTheEnd = const { AtTheEnd };
}

impl Solution {
    pub fn solve_sudoku(_: &mut Vec<Vec<char>>) {
        AT_THE_END.with(|_| ());
    }
}
