//! Finds a way from a sentence to a shorter wording by allowed steps only; without one, the wording is refused.

use tagdown::prose::language::{Evidence, evidence};
use tagdown::text::Span;

use super::allowed::{Sentence, Step};
use super::form::{self, LONGEST};
use super::reason;
use super::tokens::{Class, Token, tokens};

/// What a wording changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// What the wording leaves out or replaces, in the sentence.
    pub left_out: Vec<Span>,
    /// What the wording has instead, in the wording.
    pub put_in: Vec<Span>,
}

/// Whether a sentence may get a shorter wording at all: it must be English, complete and of ordinary length.
pub fn is_rewordable(sentence: &str) -> bool {
    read(sentence).is_ok_and(|(tokens, _)| tokens.len() > 2)
}

/// Compares a sentence with a wording of it. The error is why the wording is refused: it could say something else, or it
/// is not one line of text.
pub fn compare(sentence: &str, wording: &str) -> Result<Compared, String> {
    if let Some(problem) = form::problem(sentence, wording) {
        return Err(problem.to_owned());
    }
    let (from, evidence) = read(sentence)?;
    let to = tokens(wording).ok_or("a code span, a bracket or a quotation in it has no end")?;
    let to = without_end(to);
    let allowed = Sentence::new(&from, evidence == Evidence::English);
    let way = way(&allowed, &to).map_err(|stuck| reason::refused(&from, &to, stuck))?;
    if is_spaced(&from, &to, &way) {
        Ok(changes(&from, &to, &way))
    } else {
        Err("it changes the spaces between words".to_owned())
    }
}

/// The tokens of a sentence and the evidence for its language, or why it cannot be reworded.
fn read(sentence: &str) -> Result<(Vec<Token>, Evidence), String> {
    if sentence.len() > LONGEST {
        return Err("the sentence is too long".to_owned());
    }
    let evidence = evidence(sentence);
    if evidence == Evidence::Other {
        return Err("the sentence is not in English".to_owned());
    }
    let all = tokens(sentence).ok_or("a code span, a bracket or a quotation in the sentence has no end")?;
    if all.last().is_some_and(|last| last.is("?")) {
        return Err("the sentence is a question".to_owned());
    }
    Ok((without_end(all), evidence))
}

/// Tokens without the full stop at the end, which a list item may have or not. After a number, `!` can be a sign.
fn without_end(mut all: Vec<Token>) -> Vec<Token> {
    let is_end = match all.as_slice() {
        [.., last] if last.is(".") => true,
        [.., word, last] => last.is("!") && word.class == Class::Word,
        _ => false,
    };
    if is_end {
        all.pop();
    }
    all
}

/// The steps from the sentence to the wording. If there is no way, the error has the tokens of both at
/// which it ends.
fn way(sentence: &Sentence<'_>, wording: &[Token]) -> Result<Vec<Step>, (usize, usize)> {
    let (rows, columns) = (sentence.tokens.len() + 1, wording.len() + 1);
    // The step by which each place was reached, by tokens of the sentence and of the wording.
    let mut reached: Vec<Option<Step>> = vec![None; rows * columns];
    let mut furthest = (0, 0);
    for at in 0..rows - 1 {
        for to in 0..columns {
            if at + to > 0 && reached[at * columns + to].is_none() {
                continue;
            }
            furthest = furthest.max((to, at));
            let is_same = wording.get(to).is_some_and(|one| {
                is_same(&sentence.tokens[at], one, to)
                    || to == 0 && one.text == "A" && sentence.is_article(at)
            });
            let same = is_same.then_some(Step { sentence: 1, wording: 1 });
            for step in same.into_iter().chain(sentence.steps(at, wording, to)) {
                let next = (at + step.sentence) * columns + to + step.wording;
                reached[next].get_or_insert(step);
            }
        }
    }
    let (mut at, mut to) = (rows - 1, columns - 1);
    let mut steps = Vec::new();
    while at + to > 0 {
        let step = reached[at * columns + to].ok_or((furthest.1, furthest.0))?;
        steps.push(step);
        (at, to) = (at - step.sentence, to - step.wording);
    }
    steps.reverse();
    Ok(steps)
}

/// Whether two tokens are the same. The first word of a wording may start with a capital.
fn is_same(token: &Token, other: &Token, to: usize) -> bool {
    if token.class == other.class && token.text == other.text {
        return true;
    }
    // A single letter is a name: `b` is not `B`.
    let is_plain = token.class == Class::Word && other.class == Class::Word && token.text.chars().count() > 1;
    let is_raised = || {
        let mut chars = token.text.chars();
        let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
        first + chars.as_str() == other.text
    };
    to == 0 && is_plain && is_raised()
}

/// Whether the wording has spaces where the sentence has them: without one, Markdown may read something else.
fn is_spaced(from: &[Token], to: &[Token], steps: &[Step]) -> bool {
    let (mut at, mut place) = (0, 0);
    // What is left out passes its space on to what follows it.
    let mut passed = None;
    for step in steps {
        let is_glued = *passed.get_or_insert(from[at].is_glued);
        for (index, new) in to[place..place + step.wording].iter().enumerate() {
            let wanted = index == 0 && (is_glued || new.is(":"));
            let is_free =
                place + index == 0 || new.class == Class::Unit || new.span == to[place + index - 1].span;
            if !is_free && new.is_glued != wanted {
                return false;
            }
        }
        if step.wording > 0 {
            passed = None;
        }
        (at, place) = (at + step.sentence, place + step.wording);
    }
    true
}

/// What the steps left out and put in.
fn changes(from: &[Token], to: &[Token], steps: &[Step]) -> Compared {
    let mut out = Compared::default();
    let (mut at, mut place) = (0, 0);
    for step in steps {
        let (old, new) = (&from[at..at + step.sentence], &to[place..place + step.wording]);
        let is_same = old.len() == new.len()
            && old.iter().zip(new).all(|(old, new)| {
                old.text.eq_ignore_ascii_case(&new.text) && old.span.len() == new.span.len()
            });
        if !is_same {
            out.left_out.extend(around(old));
            out.put_in.extend(around(new));
        }
        (at, place) = (at + step.sentence, place + step.wording);
    }
    out
}

/// The stretch of text that some tokens are.
fn around(tokens: &[Token]) -> Option<Span> {
    Some(Span::new(tokens.first()?.span.start, tokens.last()?.span.end))
}
