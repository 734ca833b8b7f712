//! Bitmask: a set of digits is a u16, and only candidates are enumerated.
//!
//! `solution.rs` is the submission: the same bytes are compiled here and pasted into LeetCode.
//! docs/approaches/bitmask.md explains it.

/// The type that LeetCode supplies.
pub struct Solution;
include!("solution.rs");

// rustfmt does not follow `include!`.
#[cfg(rustfmt)]
mod solution;
