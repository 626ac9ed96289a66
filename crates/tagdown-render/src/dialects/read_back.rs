//! How `convert --from` reads the callouts of a dialect back.

/// What is needed to read a dialect's callouts as tagged blocks.
#[derive(Clone, Copy, Debug)]
pub struct ReadBack {
    /// The callouts that the renderer supports, including aliases.
    pub names: &'static [&'static str],
    /// The frames that set off the text of a callout.
    pub frames: &'static [Frame],
    /// Whether a name is in braces, with options on separate lines: `{note}`, `:class: tip`.
    pub has_directives: bool,
    /// Whether titles contain markup that protects them from Vue.
    pub has_compiled_titles: bool,
    /// Whether text may be indented like code and is still text, as in tabs.
    pub has_indented_text: bool,
}

impl ReadBack {
    /// Callouts in quotes, as GitHub and Obsidian write them.
    pub(super) const QUOTES: ReadBack = ReadBack {
        names: &["note", "tip", "important", "warning", "caution"],
        frames: &[Frame::Quote],
        has_directives: false,
        has_compiled_titles: false,
        has_indented_text: false,
    };
}

/// How the text of a callout is set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// `>` before every line.
    Quote,
    /// Four columns before every line.
    Indent,
    /// Up to a line with at least this many colons.
    Colons(usize),
    /// A code fence whose language is a directive.
    Fence,
}

/// Names that Material and Obsidian share. Obsidian shows unknown names as a note.
pub(super) const ADMONITIONS: &[&str] = &[
    "note",
    "seealso",
    "abstract",
    "summary",
    "tldr",
    "info",
    "todo",
    "tip",
    "hint",
    "important",
    "success",
    "check",
    "done",
    "question",
    "help",
    "faq",
    "warning",
    "caution",
    "attention",
    "failure",
    "fail",
    "missing",
    "danger",
    "error",
    "bug",
    "example",
    "snippet",
    "quote",
    "cite",
];
