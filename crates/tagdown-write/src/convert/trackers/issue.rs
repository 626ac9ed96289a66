//! An issue as exported by a tracker.

use tagdown::text::drives_terminal;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    /// The person who opened the issue.
    Reporter,
    /// A person who may speak for the project.
    Maintainer,
    /// A person who has changed the project before. What they say counts once somebody confirms it.
    Contributor,
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
    /// The name of its author, where it also stands with changes.
    pub(crate) author: String,
}

impl Comment {
    /// A comment of which nobody asks who wrote it.
    pub(crate) fn new(text: String, speaker: Speaker) -> Self {
        Self { text, speaker, author: String::new() }
    }
}

/// How an issue was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Open,
    /// Open again, so what was said about a fix no longer holds.
    Reopened,
    /// Done, or closed without a reason.
    Closed,
    /// A merged pull request.
    Merged,
    NotPlanned,
    Duplicate,
}

impl State {
    /// The word for it in a document.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Reopened => "reopened",
            Self::Closed => "closed",
            Self::Merged => "merged",
            Self::NotPlanned => "closed as not planned",
            Self::Duplicate => "closed as a duplicate",
        }
    }

    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Reopened)
    }

    /// Whether the work on it is done.
    pub(crate) fn is_done(self) -> bool {
        matches!(self, Self::Closed | Self::Merged)
    }
}

/// A pull request that closed an issue.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pull {
    /// `#12`
    pub(crate) id: String,
    pub(crate) url: Option<String>,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) is_merged: bool,
    /// The name of its author.
    pub(crate) author: String,
}

/// An issue.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    /// The id that people use: `#12`, `SD-1042`.
    pub(crate) id: String,
    pub(crate) url: Option<String>,
    pub(crate) title: String,
    pub(crate) body: String,
    /// The name of its author, where it also stands with changes.
    pub(crate) author: String,
    /// Who wrote the body.
    pub(crate) speaker: Speaker,
    pub(crate) state: State,
    /// In lower case.
    pub(crate) labels: Vec<String>,
    pub(crate) comments: Vec<Comment>,
    /// The pull requests that closed it.
    pub(crate) pulls: Vec<Pull>,
    /// The release that it is planned for or fixed in.
    pub(crate) milestone: Option<String>,
    /// The ids of the issues that it closes, if it is a pull request.
    pub(crate) closes: Option<Vec<String>>,
    /// Whether the description is the only text that the export has, so that the team keeps its findings there.
    pub(crate) is_record: bool,
    /// Table columns that contain a field: name in lower case, and value.
    pub(crate) columns: Vec<(String, String)>,
}

impl Issue {
    /// An open issue of which only the id and the title are known.
    pub(crate) fn new(id: String, title: &str) -> Self {
        Self {
            id,
            url: None,
            title: title.trim().to_owned(),
            body: String::new(),
            author: String::new(),
            speaker: Speaker::Reporter,
            state: State::Open,
            labels: Vec::new(),
            comments: Vec::new(),
            pulls: Vec::new(),
            milestone: None,
            closes: None,
            is_record: false,
            columns: Vec::new(),
        }
    }

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
        self.milestone.iter_mut().for_each(line);
        for pull in &mut self.pulls {
            line(&mut pull.id);
            line(&mut pull.title);
            pull.url.iter_mut().for_each(line);
            lines(&mut pull.body);
        }
        self.columns.iter_mut().for_each(|(_, text)| lines(text));
        self
    }
}
