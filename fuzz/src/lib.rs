//! Fuzz targets for everything in tagdown that reads bytes from outside. [`TARGETS`] lists them; each runs one part of
//! tagdown on an [`Input`] and panics if a promise is broken. [`document`] generates documents, and [`mutate`] changes
//! an input by whole lines. Nothing here knows libFuzzer.

pub mod choices;
pub mod document;
pub mod input;
pub mod invariants;
pub mod mutate;
pub mod records;
mod targets;

pub use input::Input;
pub use targets::{TARGETS, Target, target};
