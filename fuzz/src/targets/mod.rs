//! The fuzz targets, one file per part of tagdown.

mod author;
mod callouts;
mod check;
mod config;
mod convert;
mod fix;
mod fmt;
mod growth;
mod html;
mod issues;
mod kept;
mod parse;
mod read;
mod render;
mod strip;

use crate::choices::Choices;
use crate::input::Input;

/// A part of tagdown that is fuzzed.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it runs and what must be true.
    pub about: &'static str,
    /// Generates a text.
    pub make: fn(&mut Choices) -> String,
    /// Generates a part of a text.
    pub piece: fn(&mut Choices) -> String,
    /// Runs an input. Panics if something is wrong.
    test: fn(&Input<'_>),
}

impl Target {
    /// Runs the input in these bytes.
    pub fn run(&self, bytes: &[u8]) {
        (self.test)(&Input::new(bytes));
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    parse::TARGET,
    check::TARGET,
    fix::TARGET,
    fmt::TARGET,
    convert::TARGET,
    strip::TARGET,
    callouts::TARGET,
    render::TARGET,
    html::TARGET,
    read::TARGET,
    author::TARGET,
    config::TARGET,
    issues::TARGET,
    kept::TARGET,
    growth::TARGET,
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Run by `cargo test` in `fuzz/`, without libFuzzer.
    #[test]
    fn generated_inputs_break_no_promise() {
        for target in TARGETS.iter().filter(|target| target.name != "growth") {
            for seed in 0..30 {
                target.run((target.make)(&mut Choices::new(seed)).as_bytes());
            }
        }
    }
}
