//! The local judge: what LeetCode would say to a solution file, and how approaches compare.
//!
//! Data flows one way. [`solution`] finds files, [`compile`] makes programs of them (with a wrapper
//! from src/wrapper around the untouched text), [`process`] runs those, [`verdict`] judges what came
//! back, [`measure`] does so for many and [`bulk`] for whole files, [`comparison`] draws the figures
//! from it, and [`report`] and [`mod@page`] write them down. [`commands`] holds a file for each
//! command of [`cli`].

pub mod bulk;
mod child;
pub mod cli;
pub mod commands;
pub mod comparison;
pub mod compile;
pub mod docs;
pub mod input;
pub mod interrupt;
pub mod measure;
pub mod output;
pub mod page;
pub mod process;
pub mod report;
pub mod sandbox;
pub mod solution;
pub mod submission;
pub mod trace;
mod usage;
pub mod verdict;
pub mod workspace;
#[cfg(any(test, rustfmt))]
#[allow(dead_code, reason = "called by the programs that it is compiled into")]
mod wrapper;
