//! The tools without a protocol: a call by name, answered from the documents as they are at that moment.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value};
use tagdown_project::workspace::{Roots, Workspace};

use crate::arguments::Arguments;
use crate::caller::{Caller, Rules, Shown};
use crate::tools::{self, Tool};

/// The tools over the documents of some roots. One call is answered at a time.
#[derive(Debug)]
pub struct Desk {
    rules: Rules,
    workspace: Mutex<Workspace>,
    shown: Shown,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the model reads.
    pub text: String,
    /// Whether the text says why there is no answer.
    pub is_error: bool,
}

/// Who calls.
pub struct Client<'c> {
    /// The name of the program, as it calls itself.
    pub name: &'c str,
    /// Takes how many documents are done, of how many, in a call that may take long.
    pub progress: &'c (dyn Fn(usize, usize) + Sync),
}

impl Default for Client<'_> {
    fn default() -> Self {
        Self { name: "", progress: &|_, _| {} }
    }
}

impl Desk {
    /// The tools over these documents, of which nothing is known yet.
    pub fn new(roots: Roots, rules: Rules) -> Self {
        Self { rules, workspace: Mutex::new(Workspace::new(roots)), shown: Shown::default() }
    }

    pub(crate) fn can_write(&self) -> bool {
        self.rules.can_write
    }

    /// Calls a tool; `None` if there is no such tool.
    pub fn call(&self, name: &str, arguments: Map<String, Value>, client: &Client<'_>) -> Option<Answer> {
        let tool = tools::all(self.rules.can_write).find(|tool| tool.name == name)?;
        Some(match self.answer(tool, arguments, client) {
            Ok(text) => Answer { text, is_error: false },
            Err(text) => Answer { text, is_error: true },
        })
    }

    /// The text of an answer, or why there is none.
    pub(crate) fn answer(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        client: &Client<'_>,
    ) -> Result<String, String> {
        let arguments = Arguments::take(tool.name, tool.arguments, arguments)?;
        let caller =
            Caller { name: client.name, rules: self.rules, shown: &self.shown, progress: client.progress };
        let mut workspace = self.workspace();
        workspace.set_deadline(Instant::now().checked_add(self.rules.time_limit));
        let answer = (tool.run)(&mut workspace, &arguments, &caller);
        // Work that came too late was left out. What is written is written.
        let is_late = workspace.is_late();
        workspace.set_deadline(None);
        if is_late && !tool.writes {
            return Err(format!(
                "the call took longer than {} s; name a folder or a document as `path`, or start the server with a larger \
                 --time-limit",
                self.rules.time_limit.as_secs()
            ));
        }
        answer
    }

    pub(crate) fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
