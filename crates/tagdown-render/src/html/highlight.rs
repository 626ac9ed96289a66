//! Highlights code with a few classes. One pass over the bytes finds comments, strings, numbers, keywords and names, as
//! `languages.rs` describes them. It is no parser: it never fails, and its work grows with the text.

use super::code_lengths::{
    argument_length, is_word, key_length, name_length, number_length, option_length, string_length,
    word_length,
};
use super::coloured_text::Runs;
use super::languages::{self, Form, Language, MOST_QUOTES, QuoteKind, Words};

/// The classes of highlighted code; their colours are in `colours.rs`.
pub(crate) const CLASSES: [&str; 8] = ["k", "s", "c", "n", "f", "t", "v", "d"];

const KEYWORD: &str = "k";
const STRING: &str = "s";
const COMMENT: &str = "c";
const NUMBER: &str = "n";
const FUNCTION: &str = "f";
const TYPE: &str = "t";
const VARIABLE: &str = "v";
const REMOVED: &str = "d";
const PLAIN: &str = "";

/// Whether a word is a value in nearly every language.
fn is_value(word: &str) -> bool {
    matches!(
        word,
        "False"
            | "None"
            | "True"
            | "false"
            | "nil"
            | "none"
            | "null"
            | "true"
            | "undefined"
            | "NULL"
            | "NaN"
            | "Null"
    )
}

/// Code as HTML, highlighted if its language is known.
pub(crate) fn highlight(language: &str, code: &str) -> String {
    let mut runs = Runs::new(code);
    if let Some(language) = languages::find(language) {
        let words = languages::words(language);
        Scanner { language, words, code, at: 0, hopeless: [0; MOST_QUOTES], runs: &mut runs }.read();
    }
    runs.take(PLAIN, code.len());
    runs.close()
}

struct Scanner<'s, 'c> {
    language: &'static Language,
    words: &'static Words,
    code: &'c str,
    at: usize,
    /// For each kind of quotes, up to where an opening mark is known to have no closing one.
    hopeless: [usize; MOST_QUOTES],
    runs: &'s mut Runs<'c>,
}

impl<'c> Scanner<'_, 'c> {
    fn read(&mut self) {
        match self.language.form {
            Form::Code => self.read_code(),
            Form::Shell => self.read_shell(self.code.len()),
            Form::Keys(separator) => self.read_keys(separator),
            Form::Markup => self.read_markup(),
            Form::Console => self.read_console(),
            Form::Diff => self.read_diff(),
        }
    }

    fn rest(&self) -> &'c str {
        &self.code[self.at..]
    }

    fn byte(&self) -> Option<u8> {
        self.code.as_bytes().get(self.at).copied()
    }

    /// Gives the next bytes a class.
    fn take(&mut self, class: &'static str, length: usize) {
        self.at += length;
        self.runs.take(class, self.at);
    }

    /// The bytes up to the end of the line.
    fn line(&self) -> usize {
        memchr::memchr(b'\n', self.rest().as_bytes()).unwrap_or(self.rest().len())
    }

    /// Takes a character without a meaning, or several spaces.
    fn skip(&mut self) {
        let length = match self.byte() {
            Some(b' ') => self.rest().bytes().take_while(|byte| *byte == b' ').count(),
            Some(byte) if byte.is_ascii() => 1,
            _ => self.rest().chars().next().map_or(0, char::len_utf8),
        };
        self.take(PLAIN, length);
    }

    /// Takes a comment or a string, if one starts here. Returns whether it did.
    fn take_quoted(&mut self) -> bool {
        if !self.byte().is_some_and(|byte| self.words.opens[usize::from(byte)]) {
            return false;
        }
        let rest = self.rest();
        if self.language.comments.iter().any(|mark| rest.starts_with(mark)) && self.may_comment() {
            self.take(COMMENT, self.line());
            return true;
        }
        if let Some((open, close)) = self.language.block
            && rest.starts_with(open)
        {
            let end = rest[open.len()..].find(close).map_or(rest.len(), |at| open.len() + at + close.len());
            self.take(COMMENT, end);
            return true;
        }
        let quotes = self.language.quotes;
        let Some(index) = quotes.iter().position(|quote| rest.starts_with(quote.open)) else { return false };
        if self.at < self.hopeless[index] {
            return false;
        }
        let Some(length) = string_length(&quotes[index], rest) else {
            self.hopeless[index] = match quotes[index].kind {
                QuoteKind::Character => 0,
                QuoteKind::Line => self.at + self.line(),
                QuoteKind::Lines | QuoteKind::Raw => self.code.len(),
            };
            return false;
        };
        let is_key = self.language.form == Form::Keys(b':')
            && rest[length..].trim_start_matches([' ', '\t']).starts_with(':');
        self.take(if is_key { VARIABLE } else { STRING }, length);
        true
    }

    /// A `#` or `;` inside a word starts no comment.
    fn may_comment(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.code.as_bytes()[at]);
        matches!(self.language.form, Form::Code) || before.is_none_or(|byte| byte.is_ascii_whitespace())
    }

    fn read_code(&mut self) {
        while let Some(byte) = self.byte() {
            if self.take_quoted() {
                continue;
            }
            match byte {
                b'0'..=b'9' => self.take(NUMBER, number_length(self.rest())),
                b'$' | b'@' if word_length(&self.rest()[1..]) > 0 => {
                    let class = if byte == b'$' { VARIABLE } else { FUNCTION };
                    self.take(class, 1 + word_length(&self.rest()[1..]));
                }
                _ if is_word(byte) => self.take_word(),
                _ => self.skip(),
            }
        }
    }

    fn take_word(&mut self) {
        let word = &self.rest()[..word_length(self.rest())];
        let next = self.rest().as_bytes().get(word.len());
        let class = if self.is_keyword(word) {
            KEYWORD
        } else if is_value(word) {
            NUMBER
        } else if matches!(next, Some(b'(' | b'!')) {
            FUNCTION
        } else {
            let mut letters = word.bytes().filter(u8::is_ascii_alphabetic);
            match (letters.next(), letters.clone().all(|byte| byte.is_ascii_uppercase())) {
                (Some(b'A'..=b'Z'), true) if word.len() > 1 => NUMBER,
                (Some(b'A'..=b'Z'), false) => TYPE,
                _ => PLAIN,
            }
        };
        self.take(class, word.len());
    }

    fn is_keyword(&self, word: &str) -> bool {
        let has = |word: &str| self.words.keywords.contains(word);
        has(word) || self.language.ignores_case && has(&word.to_ascii_lowercase())
    }

    /// Commands, up to `end`.
    fn read_shell(&mut self, end: usize) {
        let mut is_command = true;
        while let Some(byte) = self.byte().filter(|_| self.at < end) {
            let is_apart = self.at == 0
                || matches!(self.code.as_bytes()[self.at - 1], b' ' | b'\t' | b'\n' | b'(' | b'`');
            match byte {
                b'\n' | b'|' | b';' | b'&' | b'(' | b'`' | b'{' => {
                    is_command = true;
                    self.take(PLAIN, 1);
                }
                b'\\' => {
                    self.take(PLAIN, 1);
                    self.skip();
                }
                b'$' => {
                    let rest = self.rest();
                    let length = if rest.starts_with("${") {
                        rest.find(['}', '\n']).map_or(rest.len(), |at| at + 1)
                    } else {
                        1 + word_length(&rest[1..])
                    };
                    self.take(if length > 1 { VARIABLE } else { PLAIN }, length);
                }
                b'-' if is_apart => self.take(VARIABLE, option_length(self.rest())),
                _ if self.take_quoted() => is_command = false,
                _ if is_word(byte) || matches!(byte, b'.' | b'/' | b'~') => {
                    let length = argument_length(self.rest());
                    let word = &self.rest()[..length];
                    let sets = self.rest()[length..].starts_with('=');
                    if self.at > 0 && self.code.as_bytes()[self.at - 1] == b'=' {
                        self.take(PLAIN, length);
                        continue;
                    }
                    let class = if is_apart && self.is_keyword(word) {
                        KEYWORD
                    } else if sets {
                        VARIABLE
                    } else if is_command {
                        FUNCTION
                    } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
                        NUMBER
                    } else {
                        PLAIN
                    };
                    is_command = class == KEYWORD || sets && is_command;
                    self.take(class, length);
                }
                _ => self.skip(),
            }
        }
    }

    /// Lines behind a prompt are commands, the others are what they print.
    fn read_console(&mut self) {
        self.language = languages::find("sh").unwrap_or(self.language);
        self.words = languages::words(self.language);
        while self.at < self.code.len() {
            let end = self.at + self.line();
            let prompt = ["$ ", "# ", "> ", "% "].iter().find(|prompt| self.rest().starts_with(**prompt));
            if let Some(prompt) = prompt {
                self.take(COMMENT, 1);
                self.take(PLAIN, prompt.len() - 1);
                self.read_shell(end);
            } else {
                self.take(PLAIN, end - self.at);
            }
            self.take(PLAIN, usize::from(self.at < self.code.len()));
        }
    }

    fn read_keys(&mut self, separator: u8) {
        let mut is_start = true;
        while let Some(byte) = self.byte() {
            if is_start && let Some(length) = key_length(self.rest(), separator) {
                let class = if self.rest().starts_with('[') { TYPE } else { VARIABLE };
                self.take(class, length);
                is_start = false;
                continue;
            }
            let is_line = matches!(byte, b'\n' | b'{' | b';');
            is_start = is_line || is_start && matches!(byte, b' ' | b'\t' | b'-' | b'}');
            if is_line {
                self.take(PLAIN, 1);
            } else if !self.take_quoted() {
                match byte {
                    b'0'..=b'9' => self.take(NUMBER, number_length(self.rest())),
                    _ if is_word(byte) => {
                        let word = &self.rest()[..word_length(self.rest())];
                        let class = if is_value(word) { NUMBER } else { PLAIN };
                        self.take(class, word.len());
                    }
                    _ => self.skip(),
                }
            }
        }
    }

    fn read_markup(&mut self) {
        let mut in_tag = false;
        while let Some(byte) = self.byte() {
            let rest = self.rest();
            match byte {
                b'<' if rest.starts_with("<!--") => {
                    self.take_quoted();
                }
                b'<' => {
                    self.take(PLAIN, 1);
                    let sign = usize::from(matches!(self.byte(), Some(b'/' | b'?' | b'!')));
                    self.take(PLAIN, sign);
                    let name = name_length(self.rest());
                    in_tag = name > 0;
                    self.take(TYPE, name);
                }
                b'>' => {
                    in_tag = false;
                    self.take(PLAIN, 1);
                }
                b'"' | b'\'' if in_tag => {
                    let end = rest[1..].find(char::from(byte)).map_or(rest.len(), |at| at + 2);
                    self.take(STRING, end);
                }
                b'&' if !in_tag => {
                    let name =
                        rest[1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
                    let is_entity = name > 0 && rest[1 + name..].starts_with(';');
                    self.take(if is_entity { NUMBER } else { PLAIN }, if is_entity { name + 2 } else { 1 });
                }
                _ if is_word(byte) || matches!(byte, b'@' | b':') => {
                    let name = name_length(rest).max(1);
                    self.take(if in_tag { VARIABLE } else { PLAIN }, name);
                }
                _ => self.skip(),
            }
        }
    }

    fn read_diff(&mut self) {
        while self.at < self.code.len() {
            let class = match self.rest().as_bytes() {
                [b'+', ..] => STRING,
                [b'-', ..] => REMOVED,
                [b'@', b'@', ..] => KEYWORD,
                _ if self.rest().starts_with("diff ") || self.rest().starts_with("index ") => COMMENT,
                _ => PLAIN,
            };
            self.take(class, self.line());
            self.take(PLAIN, usize::from(self.at < self.code.len()));
        }
    }
}
