//! A failure that an issue describes, or the reason why it describes none.

/// The known facts about a failure. Every word comes from the issue.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failure {
    pub(crate) title: String,
    pub(crate) symptom: String,
    pub(crate) cause: Option<String>,
    pub(crate) fix: Option<String>,
    pub(crate) workaround: Option<String>,
    pub(crate) affected: Option<String>,
    /// Whether the fix is only named by a pull request or a commit, whose text and release are not known.
    pub(crate) is_bare: bool,
    /// What was said against the reported fix.
    pub(crate) dispute: Option<String>,
}

impl Failure {
    /// Whether everything that a BUG needs is known.
    pub(crate) fn is_whole(&self) -> bool {
        self.cause.is_some() && self.fix.is_some() && !self.is_bare
    }
}

/// The outcome for an issue.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// A failure; a BUG if its cause and fix are known.
    Failure(Failure),
    /// No block, with the reason.
    Out(String),
}

/// A sentence with final punctuation.
pub(crate) fn stopped(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', ':', ';', ')', '。']) { text.to_owned() } else { format!("{text}.") }
}
