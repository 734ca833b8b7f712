//! The local judge: what LeetCode would say to a solution file, and how approaches compare.
//!
//! Data flows one way. A [`submission`] is a solution file; [`compile`] puts a wrapper from
//! src/wrapper around its text and makes a program; [`mod@run`] runs that on a puzzle of [`tasks`], in
//! a [`sandbox`]; [`verdict`] judges how it ended; [`measure`] does so for many, [`throughput`] for a
//! file of puzzles, and their [`measurements`] are rendered by [`report`] and [`page`]. [`commands`]
//! holds a file for each command of [`cli`].

pub mod cli;
pub mod commands;
pub mod compile;
pub mod figures;
pub mod interrupt;
pub mod measure;
pub mod measurements;
pub mod output;
pub mod page;
pub mod process;
pub mod report;
pub mod run;
pub mod sandbox;
pub mod submission;
pub mod tasks;
pub mod terminal;
pub mod throughput;
pub mod verdict;
pub mod workspace;
#[cfg(any(test, rustfmt))]
#[allow(dead_code, reason = "called by the programs that it is compiled into")]
mod wrapper;
