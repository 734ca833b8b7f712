//! Bands: one digit's cells of three rows in one word.
//!
//! `solution.rs` is the submission: the same bytes are compiled here and pasted into LeetCode.
//! docs/approaches/bands.md explains it.

/// The type that LeetCode supplies.
pub struct Solution;
include!("solution.rs");

// rustfmt does not follow `include!`.
#[cfg(rustfmt)]
mod solution;

#[cfg(test)]
mod tests;
