//! Says why a wording is refused, by the first thing that a reader would miss or wonder about.

use super::tokens::{Class, Token};

/// Why there is no way from the sentence to the wording; `stuck` is the token of the sentence where the way ends.
pub(super) fn refused(sentence: &[Token], wording: &[Token], stuck: usize) -> String {
    if let Some(token) = more(wording, sentence, true) {
        return format!("it adds {}", named(token));
    }
    if let Some(token) = more(sentence, wording, false) {
        return format!("it leaves out {}", named(token));
    }
    // Apart from small words, both have the same tokens.
    let told = |all: &'_ [Token]| all.iter().filter(|one| !is_small(one)).cloned().collect::<Vec<_>>();
    let (old, new) = (told(sentence), told(wording));
    let moved = new.iter().zip(&old).find(|(new, old)| key(new) != key(old));
    match (moved, sentence.get(stuck)) {
        (Some((new, _)), _) => format!("it changes the order of the words at {}", named(new)),
        (None, Some(old)) if is_small(old) => format!("it leaves out {}, which matters there", named(old)),
        (None, Some(old)) => format!("it changes {}", named(old)),
        (None, None) => "it changes a word at the end".to_owned(),
    }
}

/// The most important token of which one text has more than another. Of those that a wording lacks, articles come last.
fn more<'t>(these: &'t [Token], those: &[Token], is_added: bool) -> Option<&'t Token> {
    let count = |all: &[Token], one: &Token| all.iter().filter(|other| key(other) == key(one)).count();
    let is_more = |one: &&Token| count(these, one) > count(those, one);
    let is_told = |one: &&Token| is_added || !is_small(one);
    these.iter().filter(is_more).filter(is_told).min_by_key(|one| rank(one))
}

/// Words that a wording may leave out in most places.
const SMALL: [&str; 6] = ["the", "a", "an", "please", "simply", "also"];

fn is_small(token: &Token) -> bool {
    SMALL.contains(&key(token).as_str())
}

fn key(token: &Token) -> String {
    token.word().unwrap_or_else(|| token.text.clone())
}

/// What is told first.
fn rank(token: &Token) -> usize {
    const OPERATORS: &[&str] = &[
        "not", "cannot", "never", "no", "none", "without", "only", "unless", "must", "shall", "should",
        "may", "can", "except", "until", "before", "after", "always", "all", "any", "or", "more", "less",
        "greater", "under", "over", "than", "most", "least",
    ];
    match token.class {
        Class::Number => 0,
        Class::Unit => 1,
        Class::Code | Class::Link | Class::Name => 2,
        Class::Quote => 3,
        Class::Word if OPERATORS.contains(&key(token).as_str()) => 4,
        Class::Word => 5,
        Class::Mark => 6,
    }
}

/// A token in a message.
fn named(token: &Token) -> String {
    const MOST: usize = 40;
    let what = match token.class {
        Class::Number => "the number",
        Class::Unit => "the unit",
        Class::Code => "the code",
        Class::Link => "the link",
        Class::Name => "the name",
        Class::Quote => "the text",
        Class::Word => "the word",
        Class::Mark => "the mark",
    };
    let short: String = token.text.chars().take(MOST).collect();
    let more = if short.len() < token.text.len() { "…" } else { "" };
    // Code has its own backticks.
    let text = short.trim_matches('`');
    format!("{what} `{text}{more}`")
}
