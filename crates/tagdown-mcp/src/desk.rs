//! The tools without a protocol: a call by name, answered from the documents as they are at that moment.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tagdown_project::workspace::{Roots, Workspace};

use crate::arguments::Arguments;
use crate::tools;

/// The tools over the documents of some roots. One call is answered at a time.
#[derive(Debug)]
pub struct Desk {
    workspace: Mutex<Workspace>,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the model reads.
    pub text: String,
    /// Whether the text says why there is no answer.
    pub is_error: bool,
}

impl Desk {
    /// The tools over these documents, of which nothing is known yet.
    pub fn new(roots: Roots) -> Self {
        Self { workspace: Mutex::new(Workspace::new(roots)) }
    }

    /// Calls a tool; `None` if there is no such tool.
    pub fn call(&self, name: &str, arguments: Map<String, Value>) -> Option<Answer> {
        let tool = tools::find(name)?;
        let answer = Arguments::take(tool.name, tool.arguments, arguments)
            .and_then(|arguments| (tool.run)(&mut self.workspace(), &arguments));
        Some(match answer {
            Ok(text) => Answer { text, is_error: false },
            Err(text) => Answer { text, is_error: true },
        })
    }

    pub(crate) fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
