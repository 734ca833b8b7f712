//! Rust text that is put around a solution and compiled with it, at run time, by the installed
//! rustc. It is no part of the judge itself: this module shows it to rustfmt, clippy and the tests.

pub mod counting;
pub mod protocol;
pub mod timed;
pub mod vec;
