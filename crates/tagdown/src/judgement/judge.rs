//! Judges statements: is this a fact that an answer would need, or context? A linear model over words, form, place and
//! neighbours, in whole numbers, so every machine gives the same answer. `scripts/train-judge` creates the table.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::features::{Cues, Headings, wording};
use super::pieces::{Above, Piece, PieceKind};
use super::statements::{Form, Statement};
use super::word_classes::{CLASSES, classes_of};
use super::word_tokens::{self, CODE, IMAGE, LINK, NUMBER};
use crate::document::Document;
use crate::markdown::NodeKind;
use crate::prose::cut;

/// Feature names and their weights in thousandths of log odds; a positive weight is evidence for a fact.
static TABLE: LazyLock<FxHashMap<&'static str, i32>> = LazyLock::new(|| {
    let rows = include_str!("facts.tsv").lines().filter_map(|line| line.split_once('\t'));
    rows.filter_map(|(name, weight)| Some((name, weight.parse().ok()?))).collect()
});

/// How likely each statement is a fact, in thousandths of log odds.
pub fn scores(document: &Document<'_>, pieces: &[Piece], statements: &[Statement], cues: &Cues) -> Vec<i32> {
    let bias = TABLE.get("@bias").copied().unwrap_or(0);
    let score = |names: Vec<String>| {
        let sum = bias + names.iter().filter_map(|name| TABLE.get(name.as_str())).sum::<i32>();
        if is_plain_value(&names) { sum.max(PLAIN_VALUE) } else { sum }
    };
    statement_features(document, pieces, statements, cues).map(score).collect()
}

/// The weight of a feature; 0 if the feature is not in the table.
pub(super) fn weight(name: &str) -> i32 {
    TABLE.get(name).copied().unwrap_or(0)
}

/// The least score of a short sentence that only states a number, such as "The port is 8080." Such sentences are rare in
/// the documents that the table was learned from, and nobody doubts them.
const PLAIN_VALUE: i32 = 400;

fn is_plain_value(names: &[String]) -> bool {
    const OTHER: [&str; 10] = [
        "class=announce",
        "class=example",
        "class=future",
        "class=may",
        "class=page",
        "class=past",
        "class=people",
        "class=vague",
        "class=value",
        "class=we",
    ];
    let has = |name: &str| names.iter().any(|other| other == name);
    let is_short = ["exact/2", "exact/4", "exact/6"].iter().any(|name| has(name));
    is_short
        && !has("numbers=0")
        && !has("ends=?")
        && !OTHER.iter().any(|name| has(name))
        && !names.iter().any(|name| name.starts_with("cue="))
}

/// The features of every statement, unique and sorted: the input for training.
pub fn statement_features<'d>(
    document: &'d Document<'_>,
    pieces: &'d [Piece],
    statements: &'d [Statement],
    cues: &'d Cues,
) -> impl Iterator<Item = Vec<String>> + 'd {
    let mut sections = Headings::default();
    let mut seen: FxHashSet<String> = FxHashSet::default();
    (0..statements.len()).map(move |index| {
        let section = pieces[statements[index].piece].section;
        let mut out = Collector { document, pieces, statements, index, names: Vec::new() };
        out.names.extend_from_slice(sections.of(document, section));
        out.form();
        out.place();
        out.neighbours();
        if statements[index].form != Form::Code {
            out.names.extend(wording(document, statements[index].span, cues));
        }
        let text = document.text(statements[index].span);
        let key: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !seen.insert(key) {
            out.add("repeated");
        }
        out.names.sort_unstable();
        out.names.dedup();
        out.names
    })
}

struct Collector<'d, 't> {
    document: &'d Document<'t>,
    pieces: &'d [Piece],
    statements: &'d [Statement],
    index: usize,
    names: Vec<String>,
}

impl<'d> Collector<'d, '_> {
    fn add(&mut self, name: impl Into<String>) {
        self.names.push(name.into());
    }

    fn this(&self) -> &'d Statement {
        &self.statements[self.index]
    }

    fn piece(&self) -> &'d Piece {
        &self.pieces[self.this().piece]
    }

    fn text(&self) -> &'d str {
        self.document.text(self.this().span)
    }

    /// What the statement looks like.
    fn form(&mut self) {
        let statement = self.this();
        let text = self.text();
        let form = statement.form.name();
        self.add(format!("form={form}"));
        self.add(format!("form={form}/{}", self.piece().kind.name()));
        if statement.form == Form::Code {
            let first = text.lines().next().unwrap_or_default().trim_matches(['`', '~', ' ', '>']);
            let language: String = first.chars().take_while(char::is_ascii_alphanumeric).collect();
            self.add(format!("language={}", language.to_lowercase()));
            self.add(format!("lines={}", step(text.lines().count())));
            return;
        }
        let tokens = word_tokens::tokens(self.document, statement.span);
        let count = |what: &str| tokens.iter().filter(|token| *token == what).count();
        let words = tokens.iter().filter(|token| token.starts_with(char::is_alphanumeric)).count();
        self.add(format!("words={}", step(words)));
        self.add(format!("words={}/{form}", step(words)));
        for (name, what) in [("code", CODE), ("links", LINK), ("numbers", NUMBER)] {
            self.add(format!("{name}={}", count(what).min(4)));
        }
        if count(IMAGE) > 0 {
            self.add("image");
        }
        let is_link = text.starts_with('[') && text.ends_with(')');
        if is_link {
            self.add("only-link");
        }
        let last = text.trim_end_matches(['*', '_', '"', ')', '`']).chars().last().unwrap_or(' ');
        let mark = if ".:?!;,".contains(last) { last } else { '-' };
        self.add(format!("ends={mark}"));
        self.add(format!("ends={mark}/{form}"));
        for (start, name) in
            [("**", "bold"), ("`", "code"), ("[", "link"), ("(", "bracket"), ("{", "template")]
        {
            if text.starts_with(start) {
                self.add(format!("opens-with={name}"));
                self.add(format!("opens-with={name}/{form}"));
            }
        }
        if cut::leans(text) {
            self.add("leans");
        }
        let states = |token: &String| {
            let is_stating = |class: &usize| ["define", "must"].contains(&CLASSES[*class].name);
            matches!(token.as_str(), "need" | "needs") || classes_of(token).iter().any(is_stating)
        };
        if count(CODE) + count(NUMBER) > 0 && tokens.iter().any(states) {
            self.add("exact");
            self.add(format!("exact/{}", step(tokens.len())));
        }
        let has_capitals = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        if text.split(|c: char| !c.is_alphanumeric()).any(has_capitals) {
            self.add("capitals");
        }
        let is_mixed = |word: &str| {
            word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase)
                || word.contains('_')
        };
        if text.split_whitespace().any(is_mixed) {
            self.add("mixed-case");
        }
    }

    /// Where the statement is.
    fn place(&mut self) {
        let (statement, piece) = (self.this(), self.piece());
        let next = self.statements.get(self.index + 1);
        let is_last = next.is_none_or(|next| next.is_first || next.piece != statement.piece);
        let form = statement.form.name();
        match (statement.is_first, is_last) {
            (true, true) => self.add(format!("alone/{form}")),
            (true, false) => self.add(format!("first/{form}")),
            (false, true) => self.add(format!("last/{form}")),
            (false, false) => self.add(format!("middle/{form}")),
        }
        let before = self.index.checked_sub(1).map(|index| &self.statements[index]);
        let opens = before.is_none_or(|before| {
            before.piece != statement.piece
                && (before.piece + 1..=statement.piece).any(|at| self.pieces[at].above == Above::Border)
        });
        let closes = next.is_none_or(|next| {
            next.piece != statement.piece
                && (statement.piece + 1..=next.piece).any(|at| self.pieces[at].above == Above::Border)
        });
        if opens {
            self.add("opens-section");
            self.add(format!("opens-section/{form}"));
        }
        if closes {
            self.add("closes-section");
        }
        if self.index < 3 {
            self.add("top");
        }
        if next.is_none() {
            self.add("closes-document");
        }
        let above = &self.document.sections[piece.section];
        if above.level < 2 {
            self.add("introduction");
        }
        match piece.node.kind {
            NodeKind::List { start } => {
                self.add(if start.is_some() { "list=numbered" } else { "list=bullets" });
            }
            NodeKind::Quote => {
                let name = alert(self.document.text(piece.span));
                self.add(format!("quote={name}"));
            }
            _ => {}
        }
        if piece.is_glued {
            self.add("glued");
        }
    }

    /// What is directly above and below.
    fn neighbours(&mut self) {
        let document = self.document;
        let before = self.index.checked_sub(1).map(|index| &self.statements[index]);
        let next = self.statements.get(self.index + 1);
        let form = self.this().form.name();
        self.add(format!("{form}/after={}", before.map_or("none", |other| other.form.name())));
        self.add(format!("{form}/before={}", next.map_or("none", |other| other.form.name())));
        if let Some(before) = before {
            let text = document.text(before.span).trim_end();
            if text.ends_with(':') {
                self.add(format!("{form}/introduced"));
            }
            if let Some(first) = first_word(text).filter(|_| before.form != Form::Code) {
                self.add(format!("after:{first}"));
            }
        }
        let introduced = next.filter(|next| next.piece != self.this().piece);
        if let Some(next) = introduced.filter(|_| self.text().trim_end().ends_with(':')) {
            self.add(format!("introduces={}", self.pieces[next.piece].kind.name()));
        }
        let first =
            next.filter(|next| next.form != Form::Code).and_then(|next| first_word(document.text(next.span)));
        if let Some(first) = first {
            self.add(format!("before:{first}"));
        }
        if let Some(piece) =
            self.pieces.get(self.this().piece + 1).filter(|piece| piece.above == Above::Piece)
        {
            self.add(format!("{form}/above={}", piece.kind.name()));
            if piece.kind == PieceKind::Code {
                self.add("above-code");
            }
        }
    }
}

/// The name of an alert such as `> [!WARNING]`, in lower case.
fn alert(quote: &str) -> String {
    let inner = quote.trim_start_matches(['>', ' ']);
    let name = inner.strip_prefix("[!").and_then(|rest| rest.split(']').next());
    name.map_or("plain".to_owned(), str::to_lowercase)
}

fn first_word(text: &str) -> Option<String> {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '\'').find(|word| !word.is_empty())?;
    word.starts_with(char::is_alphabetic).then(|| word.to_lowercase())
}

/// A count, rounded down. The steps roughly double.
fn step(count: usize) -> usize {
    const STEPS: [usize; 11] = [0, 1, 2, 4, 6, 9, 13, 18, 25, 36, 55];
    STEPS[STEPS.partition_point(|&step| step <= count) - 1]
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::judgement::{pieces, scores, statements};
    use crate::rules::spec_cues;

    fn judge(text: &str) -> Vec<i32> {
        let document = parse(text);
        let pieces = pieces(&document);
        scores(&document, &pieces, &statements(&document, &pieces), spec_cues())
    }

    #[test]
    fn facts_and_context_are_told_apart() {
        let facts = "# T\n\n## Limits\n\nThe port is 8080. The server must be restarted after every change. If the \
                     file does not exist, `open` returns `null`.\n\n| a | b |\n|---|---|\n| `x` | 1 |\n";
        assert!(judge(facts).iter().all(|score| *score > 0), "{:?}", judge(facts));
        let context = "# T\n\n## Thanks\n\nWe hope that you enjoy it. In this chapter, we will look at the history of \
                       the project. Thanks to all contributors!\n";
        assert!(judge(context).iter().all(|score| *score < -100), "{:?}", judge(context));
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        assert_eq!(include_str!("facts.tsv").lines().count(), super::TABLE.len());
    }
}
