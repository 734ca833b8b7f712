//! The contract of every approach, as one suite of tests: on the named cases in [`contract`], and on
//! random boards and [`generated`] puzzles in [`properties`].

pub mod contract;
pub mod generated;
pub mod properties;
mod trials;

#[doc(hidden)]
pub use sudoku_fixtures as fixtures;
