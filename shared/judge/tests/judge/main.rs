//! The judge as a user meets it, and the truth of what the pages say.

// It needs signals, links and shells.
#![cfg(unix)]

mod commands;
mod common;
mod compiling;
mod counts;
#[cfg(target_os = "linux")]
mod endings;
mod events;
mod layout;
mod pages;
mod paste;
mod run;
mod verdicts;
#[cfg(target_os = "linux")]
mod watch;
