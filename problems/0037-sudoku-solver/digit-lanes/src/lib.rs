//! Digit lanes: all nine digits at once in vector registers.
//!
//! `solution.rs` is the submission: the same bytes are compiled here and pasted into LeetCode.
//! docs/approaches/digit-lanes.md explains it.

#![allow(
    unsafe_code,
    reason = "vector instructions may be run only where the processor has them; each block says why it does"
)]
#![allow(
    clippy::inline_always,
    reason = "a vector stays in its register only in a function compiled for the feature, so all that works on it is inlined there"
)]
#![allow(
    clippy::wildcard_imports,
    reason = "the names of intrinsics say where they come from"
)]
#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits of a lane are read as the signed words that the intrinsics take"
)]

/// The type that LeetCode supplies.
pub struct Solution;
include!("solution.rs");

// rustfmt does not follow `include!`.
#[cfg(rustfmt)]
mod solution;

#[cfg(test)]
mod tests;
