//! Says why a wording is refused, by the first thing that a reader would miss or wonder about.

use super::tokens::{Class, Token};

/// Why there is no way from the sentence to the wording. `stuck` has the tokens of both at which the way ends.
pub(super) fn refused(sentence: &[Token], wording: &[Token], stuck: (usize, usize)) -> String {
    let is_exact = |one: &&Token| rank(one) < EXACT;
    if let Some(token) = lacking(wording, sentence).filter(is_exact).min_by_key(|one| rank(one)) {
        return format!("it adds {}", named(token));
    }
    if let Some(token) = lacking(sentence, wording).filter(is_exact).min_by_key(|one| rank(one)) {
        return format!("it leaves out {}", named(token));
    }
    let (old, new) = (sentence.get(stuck.0), wording.get(stuck.1));
    let is_lacking = |token: &Token, all: &[Token], other: &[Token]| count(all, token) > count(other, token);
    match (old, new) {
        (_, Some(new)) if is_lacking(new, wording, sentence) => format!("it adds {}", named(new)),
        (Some(_), None) => {
            let rest =
                lacking(sentence, wording).filter(|one| one.span.start >= sentence[stuck.0].span.start);
            let first = rest.min_by_key(|one| rank(one));
            format!("it leaves out {}", first.map_or_else(|| "words at the end".to_owned(), named))
        }
        (Some(old), Some(_)) if is_lacking(old, sentence, wording) && is_small(old) => {
            format!("it leaves out {}, which matters there", named(old))
        }
        (Some(old), Some(_)) if is_lacking(old, sentence, wording) => format!("it leaves out {}", named(old)),
        (_, Some(new)) => format!("it changes the order of the words at {}", named(new)),
        (None, None) => "it changes words that may matter".to_owned(),
    }
}

/// The tokens of which one text has more than another.
fn lacking<'t>(all: &'t [Token], others: &'t [Token]) -> impl Iterator<Item = &'t Token> {
    all.iter().filter(|one| count(all, one) > count(others, one))
}

fn count(all: &[Token], one: &Token) -> usize {
    all.iter().filter(|other| key(other) == key(one)).count()
}

/// Words that a wording may leave out in most places.
const SMALL: [&str; 6] = ["the", "a", "an", "please", "simply", "also"];

fn is_small(token: &Token) -> bool {
    SMALL.contains(&key(token).as_str())
}

fn key(token: &Token) -> String {
    token.word().unwrap_or_else(|| token.text.clone())
}

/// What has a lower rank is told wherever it is.
const EXACT: usize = 4;

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
