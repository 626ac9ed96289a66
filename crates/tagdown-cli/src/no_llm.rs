//! Stands in for the model client in a build without it.

use std::convert::Infallible;

#[cfg(feature = "review")]
use tagdown_write::convert::Suggestion;
use tagdown_write::convert::{Conversion, Options};

use crate::args::LlmArgs;

/// A model that cannot be asked.
pub(crate) struct Llm(Infallible);

/// A conversion, and a remark on how the model was asked.
pub(crate) struct Advised {
    pub(crate) conversion: Conversion,
    pub(crate) remark: Option<String>,
}

impl Llm {
    pub(crate) fn new(args: &LlmArgs) -> Result<Option<Self>, String> {
        match args.llm {
            Some(_) => {
                Err("this build has no model client; install tagdown with its default features".to_owned())
            }
            None => Ok(None),
        }
    }

    pub(crate) fn for_labels(self) -> Self {
        self
    }

    #[cfg(feature = "review")]
    pub(crate) fn rewords(&self) -> bool {
        match self.0 {}
    }

    #[cfg(feature = "review")]
    pub(crate) fn suggest(&self, _: &Conversion) -> Result<(Vec<Suggestion>, Option<String>), String> {
        match self.0 {}
    }

    pub(crate) fn convert(&self, _: &str, _: &Options<'_>) -> Result<Advised, String> {
        match self.0 {}
    }

    pub(crate) fn summary(&self) -> String {
        match self.0 {}
    }

    pub(crate) fn unasked(&self) -> Option<String> {
        match self.0 {}
    }
}

impl From<Conversion> for Advised {
    fn from(conversion: Conversion) -> Self {
        Self { conversion, remark: None }
    }
}
