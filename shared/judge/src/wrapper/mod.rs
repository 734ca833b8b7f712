//! Rust code around a solution. The installed rustc compiles it as a library at run time, and links it
//! with each solution. It is not part of the judge itself.

pub mod counting;
pub mod protocol;
pub mod timed;
pub mod vec;
