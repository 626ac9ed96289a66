//! An issue as exported by a tracker.

use tagdown::text::drives_terminal;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    /// The person who opened the issue.
    Reporter,
    /// A person who may speak for the project.
    Maintainer,
    /// Anybody else.
    Other,
    /// A bot.
    Bot,
}

/// A comment on an issue.
#[derive(Clone, Debug)]
pub(crate) struct Comment {
    pub(crate) text: String,
    pub(crate) speaker: Speaker,
}

/// How an issue was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Open,
    /// Done, or closed without a reason.
    Closed,
    NotPlanned,
    Duplicate,
}

/// An issue.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// The id that people use: `#12`, `SD-1042`.
    pub(crate) id: String,
    pub(crate) url: Option<String>,
    pub(crate) title: String,
    pub(crate) body: String,
    /// Who wrote the body.
    pub(crate) speaker: Speaker,
    pub(crate) state: State,
    /// In lower case.
    pub(crate) labels: Vec<String>,
    pub(crate) comments: Vec<Comment>,
    /// Table columns that contain a field: name in lower case, and value.
    pub(crate) columns: Vec<(String, String)>,
}

impl Issue {
    /// The issue with a space in place of each control character, so that none gets into a document.
    pub(crate) fn without_controls(mut self) -> Self {
        let line = |text: &mut String| {
            if text.contains(drives_terminal) {
                *text = text.replace(drives_terminal, " ");
            }
        };
        let lines = |text: &mut String| {
            let is_bad = |c: char| drives_terminal(c) && !matches!(c, '\n' | '\t');
            if text.contains(is_bad) {
                *text = text.replace("\r\n", "\n").replace(is_bad, " ");
            }
        };
        line(&mut self.id);
        line(&mut self.title);
        self.url.iter_mut().for_each(line);
        self.labels.iter_mut().for_each(line);
        lines(&mut self.body);
        self.comments.iter_mut().for_each(|comment| lines(&mut comment.text));
        self.columns.iter_mut().for_each(|(_, text)| lines(text));
        self
    }
}
