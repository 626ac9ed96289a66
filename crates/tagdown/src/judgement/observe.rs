//! Observes statements: words, form, place and neighbours become features. A feature is a name in parts, so the judge
//! can find its weight without building the name, and training can print it.

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::hashed::Hashed;
use super::heading_words::HeadingWords;
use super::letters::{has_capitals, has_mixed_case, is_simple, pairs};
use super::pieces::{Above, Piece, PieceKind};
use super::sink::{FEW, Sink, part};
use super::statements::{Form, Statement};
use super::word_features::{Cues, Seen, word_features};
use super::word_tokens::{TokenKind, Tokens};
use crate::document::Document;
use crate::markdown::NodeKind;
use crate::prose::cut;

const SLASH: Hashed<'static> = part("/");

/// The steps to which counts are rounded down. They roughly double.
const STEPS: [(usize, Hashed<'static>); 11] = [
    (0, part("0")),
    (1, part("1")),
    (2, part("2")),
    (4, part("4")),
    (6, part("6")),
    (9, part("9")),
    (13, part("13")),
    (18, part("18")),
    (25, part("25")),
    (36, part("36")),
    (55, part("55")),
];

/// A count, rounded down.
fn step(count: usize) -> &'static (usize, Hashed<'static>) {
    &STEPS[STEPS.partition_point(|(step, _)| *step <= count) - 1]
}

/// Observes the statements of a document.
pub(super) struct Observer<'d, 't> {
    document: &'d Document<'t>,
    pieces: &'d [Piece],
    statements: &'d [Statement],
    cues: &'d Cues,
    headings: HeadingWords,
    tokens: Tokens,
    /// Hashes of the statements that were observed, without differences in white space.
    seen: FxHashSet<u64>,
    buffer: String,
}

impl<'d, 't> Observer<'d, 't> {
    pub(super) fn new(
        document: &'d Document<'t>,
        pieces: &'d [Piece],
        statements: &'d [Statement],
        cues: &'d Cues,
    ) -> Self {
        Self {
            document,
            pieces,
            statements,
            cues,
            headings: HeadingWords::default(),
            tokens: Tokens::default(),
            seen: FxHashSet::default(),
            buffer: String::new(),
        }
    }

    /// Adds the features of a statement. Returns whether it is a short sentence that only states a number.
    pub(super) fn observe(&mut self, index: usize, sink: &mut impl Sink) -> bool {
        let statement = &self.statements[index];
        self.headings.add(self.document, self.pieces[statement.piece].section, sink);
        self.place(index, sink);
        self.neighbours(index, sink);
        if self.is_repeated(self.document.text(statement.span)) {
            sink.add(&[const { part("repeated") }]);
        }
        if statement.form == Form::Code {
            self.code(statement, sink);
            return false;
        }
        self.tokens.read(self.document, statement.span);
        let seen = word_features(self.document, statement.span, &self.tokens, self.cues, sink);
        self.form(statement, seen, sink)
    }

    fn form_name(&self, statement: &Statement, sink: &mut impl Sink) {
        let (form, kind) = (statement.form.name(), self.pieces[statement.piece].kind);
        sink.add(&[const { part("form=") }, form]);
        sink.add(&[const { part("form=") }, form, SLASH, name(kind)]);
    }

    /// What a code block looks like.
    fn code(&self, statement: &Statement, sink: &mut impl Sink) {
        self.form_name(statement, sink);
        let text = self.document.text(statement.span);
        let first = text.lines().next().unwrap_or_default().trim_matches(['`', '~', ' ', '>']);
        let language: String = first.chars().take_while(char::is_ascii_alphanumeric).collect();
        sink.add(&[const { part("language=") }, Hashed::new(&language.to_lowercase())]);
        sink.add(&[const { part("lines=") }, step(text.lines().count()).1]);
    }

    /// What a sentence, item or row looks like. Returns whether it only states a number.
    fn form(&self, statement: &Statement, seen: Seen, sink: &mut impl Sink) -> bool {
        self.form_name(statement, sink);
        let text = self.document.text(statement.span);
        let form = statement.form.name();
        let words = step(self.tokens.count(TokenKind::Word)).1;
        sink.add(&[const { part("words=") }, words]);
        sink.add(&[const { part("words=") }, words, SLASH, form]);
        let [code, links, numbers] =
            [TokenKind::Code, TokenKind::Link, TokenKind::Number].map(|kind| self.tokens.count(kind));
        sink.add(&[const { part("code=") }, FEW[code.min(4)]]);
        sink.add(&[const { part("links=") }, FEW[links.min(4)]]);
        sink.add(&[const { part("numbers=") }, FEW[numbers.min(4)]]);
        if self.tokens.count(TokenKind::Image) > 0 {
            sink.add(&[const { part("image") }]);
        }
        if text.starts_with('[') && text.ends_with(')') {
            sink.add(&[const { part("only-link") }]);
        }
        let last = text.trim_end_matches(['*', '_', '"', ')', '`']).bytes().last().unwrap_or(b' ');
        let mark = match last {
            b'.' => const { part(".") },
            b':' => const { part(":") },
            b'?' => const { part("?") },
            b'!' => const { part("!") },
            b';' => const { part(";") },
            b',' => const { part(",") },
            _ => const { part("-") },
        };
        sink.add(&[const { part("ends=") }, mark]);
        sink.add(&[const { part("ends=") }, mark, SLASH, form]);
        let opening = match text.as_bytes().first() {
            Some(b'*') if text.starts_with("**") => Some(const { part("bold") }),
            Some(b'`') => Some(const { part("code") }),
            Some(b'[') => Some(const { part("link") }),
            Some(b'(') => Some(const { part("bracket") }),
            Some(b'{') => Some(const { part("template") }),
            _ => None,
        };
        if let Some(opening) = opening {
            sink.add(&[const { part("opens-with=") }, opening]);
            sink.add(&[const { part("opens-with=") }, opening, SLASH, form]);
        }
        if cut::leans(text) {
            sink.add(&[const { part("leans") }]);
        }
        let is_exact = code + numbers > 0 && seen.states;
        let length = step(self.tokens.len());
        if is_exact {
            sink.add(&[const { part("exact") }]);
            sink.add(&[const { part("exact/") }, length.1]);
        }
        if !is_simple(text) {
            if has_capitals(text) {
                sink.add(&[const { part("capitals") }]);
            }
            if has_mixed_case(text) {
                sink.add(&[const { part("mixed-case") }]);
            }
        }
        is_exact && matches!(length.0, 2 | 4 | 6) && numbers > 0 && last != b'?' && !seen.tells
    }

    /// Where the statement is.
    fn place(&self, index: usize, sink: &mut impl Sink) {
        let statement = &self.statements[index];
        let piece = &self.pieces[statement.piece];
        let next = self.statements.get(index + 1);
        let is_last = next.is_none_or(|next| next.is_first || next.piece != statement.piece);
        let form = statement.form.name();
        let place = match (statement.is_first, is_last) {
            (true, true) => const { part("alone/") },
            (true, false) => const { part("first/") },
            (false, true) => const { part("last/") },
            (false, false) => const { part("middle/") },
        };
        sink.add(&[place, form]);
        let has_border = |from: usize, to: usize| {
            from != to && (from + 1..=to).any(|at| self.pieces[at].above == Above::Border)
        };
        let before = index.checked_sub(1).map(|index| &self.statements[index]);
        if before.is_none_or(|before| has_border(before.piece, statement.piece)) {
            sink.add(&[const { part("opens-section") }]);
            sink.add(&[const { part("opens-section/") }, form]);
        }
        if next.is_none_or(|next| has_border(statement.piece, next.piece)) {
            sink.add(&[const { part("closes-section") }]);
        }
        if index < 3 {
            sink.add(&[const { part("top") }]);
        }
        if next.is_none() {
            sink.add(&[const { part("closes-document") }]);
        }
        if self.document.sections[piece.section].level < 2 {
            sink.add(&[const { part("introduction") }]);
        }
        match piece.node.kind {
            NodeKind::List { start: Some(_) } => sink.add(&[const { part("list=numbered") }]),
            NodeKind::List { start: None } => sink.add(&[const { part("list=bullets") }]),
            NodeKind::Quote => {
                let name = alert(self.document.text(piece.span));
                sink.add(&[const { part("quote=") }, Hashed::new(&name)]);
            }
            _ => {}
        }
        if piece.is_glued {
            sink.add(&[const { part("glued") }]);
        }
    }

    /// What is directly above and below.
    fn neighbours(&mut self, index: usize, sink: &mut impl Sink) {
        let document = self.document;
        let statement = &self.statements[index];
        let before = index.checked_sub(1).map(|index| &self.statements[index]);
        let next = self.statements.get(index + 1);
        let form = statement.form.name();
        let name_of =
            |other: Option<&Statement>| other.map_or(const { part("none") }, |other| other.form.name());
        sink.add(&[form, const { part("/after=") }, name_of(before)]);
        sink.add(&[form, const { part("/before=") }, name_of(next)]);
        if let Some(before) = before {
            let text = document.text(before.span).trim_end();
            if text.ends_with(':') {
                sink.add(&[form, const { part("/introduced") }]);
            }
            if before.form != Form::Code && first_word(text, &mut self.buffer) {
                sink.add(&[const { part("after:") }, Hashed::new(&self.buffer)]);
            }
        }
        let introduces = || document.text(statement.span).trim_end().ends_with(':');
        if let Some(next) = next.filter(|next| next.piece != statement.piece && introduces()) {
            sink.add(&[const { part("introduces=") }, name(self.pieces[next.piece].kind)]);
        }
        if let Some(next) = next.filter(|next| next.form != Form::Code)
            && first_word(document.text(next.span), &mut self.buffer)
        {
            sink.add(&[const { part("before:") }, Hashed::new(&self.buffer)]);
        }
        let below = self.pieces.get(statement.piece + 1).filter(|piece| piece.above == Above::Piece);
        if let Some(piece) = below {
            sink.add(&[form, const { part("/above=") }, name(piece.kind)]);
            if piece.kind == PieceKind::Code {
                sink.add(&[const { part("above-code") }]);
            }
        }
    }

    /// Whether an earlier statement has the same text.
    fn is_repeated(&mut self, text: &str) -> bool {
        let text = text.trim();
        // White space other than single spaces.
        let is_break = |one: u8, next: u8| next < b' ' || one <= b' ' && next <= b' ';
        // Without a branch, the compiler looks at many bytes at once.
        let is_uneven = pairs(text).fold(false, |found, (one, next)| found | is_break(one, next));
        let hash = if is_uneven || !text.is_ascii() {
            self.buffer.clear();
            for word in text.split_whitespace() {
                self.buffer.push_str(word);
                self.buffer.push(' ');
            }
            xxh3_64(self.buffer.trim_end().as_bytes())
        } else {
            xxh3_64(text.as_bytes())
        };
        !self.seen.insert(hash)
    }
}

/// The name of a kind among the features.
fn name(kind: PieceKind) -> Hashed<'static> {
    match kind {
        PieceKind::Paragraph => const { part(PieceKind::Paragraph.name()) },
        PieceKind::List => const { part(PieceKind::List.name()) },
        PieceKind::Table => const { part(PieceKind::Table.name()) },
        PieceKind::Code => const { part(PieceKind::Code.name()) },
        PieceKind::Quote => const { part(PieceKind::Quote.name()) },
        PieceKind::Html => const { part(PieceKind::Html.name()) },
    }
}

/// The name of an alert such as `> [!WARNING]`, in lower case.
fn alert(quote: &str) -> String {
    let inner = quote.trim_start_matches(['>', ' ']);
    let name = inner.strip_prefix("[!").and_then(|rest| rest.split(']').next());
    name.map_or("plain".to_owned(), str::to_lowercase)
}

/// Writes the first word of a text to `out`, in lower case, if it starts with a letter. Returns whether it does.
fn first_word(text: &str, out: &mut String) -> bool {
    out.clear();
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '\'').find(|word| !word.is_empty());
    let Some(word) = word.filter(|word| word.starts_with(char::is_alphabetic)) else { return false };
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.push_str(&word.to_lowercase());
    }
    true
}
