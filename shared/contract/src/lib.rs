//! What every approach promises, as one suite of tests: on the named cases in [`contract`], on boards
//! made at random in [`properties`], and on the list of [`generated`] puzzles.

pub mod contract;
pub mod generated;
pub mod properties;

#[doc(hidden)]
pub use sudoku_fixtures as fixtures;
