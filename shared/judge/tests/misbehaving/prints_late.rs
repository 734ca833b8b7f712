// Changes nothing, and when it has answered works for a while and prints.

use std::hint::black_box;

struct AtTheEnd;

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        (0..2_000_000_000_u64).for_each(|number| {
            black_box(number);
        });
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
