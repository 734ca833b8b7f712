//! Dancing links: the puzzle as an exact cover, solved by Knuth's Algorithm X.
//!
//! `solution.rs` is the submission: the same bytes are compiled here and pasted into LeetCode.
//! docs/approaches/dancing-links.md explains it.

#![allow(
    clippy::large_stack_arrays,
    reason = "the matrix is made once a solve and never moved"
)]

/// The type that LeetCode supplies.
pub struct Solution;
include!("solution.rs");

// rustfmt does not follow `include!`.
#[cfg(rustfmt)]
mod solution;
