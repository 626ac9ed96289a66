//! Highlights code with a few classes, chosen by the scopes of the `two-face` grammars.

use std::sync::LazyLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::escape::escape;

/// The classes of highlighted code; their colours are in `colours.rs`.
pub(crate) const CLASSES: [&str; 8] = ["k", "s", "c", "n", "f", "t", "v", "d"];

/// Scopes and their classes; the first match for the innermost scope applies.
const SCOPES: &[(&str, &str)] = &[
    ("comment", "c"),
    ("punctuation.definition.comment", "c"),
    ("string", "s"),
    ("punctuation.definition.string", "s"),
    ("constant.character.escape", "n"),
    ("constant", "n"),
    ("keyword.operator", ""),
    ("keyword", "k"),
    ("storage.type.function", "k"),
    ("storage", "k"),
    ("entity.name.function", "f"),
    ("support.function", "f"),
    ("variable.function", "f"),
    ("entity.name.tag", "t"),
    ("entity.name", "t"),
    ("entity.other.attribute-name", "v"),
    ("support.type.property-name", "v"),
    ("support", "t"),
    ("variable.parameter.option", "v"),
    ("variable.language", "k"),
    ("variable.other.member", "v"),
    ("meta.property-name", "v"),
    ("meta.mapping.key", "v"),
    ("markup.inserted", "s"),
    ("markup.deleted", "d"),
    ("markup.heading", "k"),
    ("invalid", "d"),
];

/// Longer code is not highlighted, because highlighting takes seconds per megabyte.
const LONGEST: usize = 1 << 16;

/// Code with longer lines is not highlighted either, because patterns become very slow there.
const LONGEST_LINE: usize = 2000;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

static CLASS_OF: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    SCOPES.iter().filter_map(|(name, class)| Some((Scope::new(name).ok()?, *class))).collect()
});

/// Code as HTML, highlighted if its language is known.
pub(crate) fn highlight(language: &str, code: &str) -> String {
    let is_fit = code.len() <= LONGEST && code.lines().all(|line| line.len() <= LONGEST_LINE);
    let syntax = (is_fit && !language.is_empty()).then(|| SYNTAXES.find_syntax_by_token(language)).flatten();
    syntax.and_then(|syntax| colour(syntax, code)).unwrap_or_else(|| escape(code))
}

fn colour(syntax: &SyntaxReference, code: &str) -> Option<String> {
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut runs = Runs::default();
    for line in code.split_inclusive('\n') {
        let mut at = 0;
        for (end, change) in state.parse_line(line, &SYNTAXES).ok()? {
            runs.add(class(&stack), line.get(at..end)?);
            stack.apply(&change).ok()?;
            at = end;
        }
        runs.add(class(&stack), line.get(at..)?);
    }
    Some(runs.close())
}

/// The class of text with these scopes.
fn class(stack: &ScopeStack) -> &'static str {
    let of = |scope: &Scope| {
        CLASS_OF.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, class)| *class)
    };
    stack.as_slice().iter().rev().find_map(of).unwrap_or_default()
}

/// Joins neighbouring text of the same class.
#[derive(Default)]
struct Runs {
    out: String,
    class: &'static str,
    text: String,
}

impl Runs {
    fn add(&mut self, class: &'static str, text: &str) {
        if class != self.class {
            self.flush();
            self.class = class;
        }
        self.text.push_str(text);
    }

    fn flush(&mut self) {
        let text = escape(&std::mem::take(&mut self.text));
        if text.trim().is_empty() || self.class.is_empty() {
            self.out.push_str(&text);
        } else {
            self.out.push_str(&format!("<span class=\"{}\">{text}</span>", self.class));
        }
    }

    fn close(mut self) -> String {
        self.flush();
        self.out
    }
}
