//! Fewest candidates: the most constrained blank comes first.
//!
//! `solution.rs` is the submission: the same bytes are compiled here and pasted into LeetCode.
//! docs/approaches/fewest-candidates.md explains it.

/// The type that LeetCode supplies.
pub struct Solution;
include!("solution.rs");

// rustfmt does not follow `include!`.
#[cfg(rustfmt)]
mod solution;
