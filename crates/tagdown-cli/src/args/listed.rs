//! Values from a fixed list: parsed by a function that suggests the nearest one, and offered to completions.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Reads a value with `parse`; `names` lists the values that a shell can complete.
#[derive(Clone)]
pub(super) struct Listed<T> {
    pub(super) parse: fn(&str) -> Result<T, String>,
    pub(super) names: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}
