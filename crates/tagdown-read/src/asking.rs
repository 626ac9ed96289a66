//! How a reader asks for more: with options of a command, or with arguments of a tool. Only the words differ.

use crate::cursor::Cursor;

/// How a reader asks for more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asking {
    /// With options of a command: `--budget 400 --cursor 3`.
    #[default]
    Options,
    /// With arguments of a tool, as JSON: `"budget":400,"cursor":"3"`.
    Arguments,
}

impl Asking {
    /// A budget and a cursor.
    pub(crate) fn more(self, budget: Option<usize>, cursor: Option<Cursor>) -> String {
        let (budget, cursor, between) = match self {
            Asking::Options => (
                budget.map(|budget| format!("--budget {budget}")),
                cursor.map(|cursor| format!("--cursor {cursor}")),
                " ",
            ),
            Asking::Arguments => (
                budget.map(|budget| format!("\"budget\":{budget}")),
                cursor.map(|cursor| format!("\"cursor\":\"{cursor}\"")),
                ",",
            ),
        };
        [budget, cursor].into_iter().flatten().collect::<Vec<_>>().join(between)
    }

    /// A command with what asks for more.
    pub(crate) fn command(self, command: &str, more: &str) -> String {
        match self {
            Asking::Options => format!("{command} {more}").trim_start().to_owned(),
            // The command is a call that is still open.
            Asking::Arguments if command.ends_with('{') => format!("{command}{more}}}"),
            Asking::Arguments => format!("{command},{more}}}"),
        }
    }

    /// What shows these kinds.
    pub fn kinds(self, kinds: &str) -> String {
        match self {
            Asking::Options => format!("--kinds {kinds}"),
            Asking::Arguments => format!("kinds: {kinds}"),
        }
    }

    /// What lists the sections and blocks of a document.
    pub fn outline(self) -> &'static str {
        match self {
            Asking::Options => "`--format outline`",
            Asking::Arguments => "`outline`",
        }
    }

    /// What shows the first page.
    pub(crate) fn first_page(self) -> &'static str {
        match self {
            Asking::Options => "--cursor 0",
            Asking::Arguments => "cursor 0",
        }
    }
}
