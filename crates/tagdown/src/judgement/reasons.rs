//! Explains in plain words why the judge takes a statement for a fact or for context.

use super::judge::{statement_features, weight};
use super::pieces::Piece;
use super::statements::Statement;
use super::word_classes::CLASSES;
use super::word_features::Cues;
use super::word_tokens::{ADDRESS, CODE, IMAGE, LINK, NUMBER};
use crate::document::Document;

/// The maximum number of reasons for a label.
pub(crate) const MOST: usize = 3;

/// The strongest reasons for calling each statement a fact, or for calling it context, by the sign of its score.
pub fn reasons(
    document: &Document<'_>,
    pieces: &[Piece],
    statements: &[Statement],
    scores: &[i32],
    cues: &Cues,
) -> Vec<Vec<String>> {
    let all = statement_features(document, pieces, statements, cues);
    all.zip(scores).map(|(names, score)| strongest(&names, *score >= 0)).collect()
}

/// The strongest reasons for a fact or for context among these features.
fn strongest(names: &[String], is_fact: bool) -> Vec<String> {
    let mut all: Vec<(&str, i32)> = names.iter().map(|name| (name.as_str(), weight(name))).collect();
    all.retain(|(_, weight)| *weight != 0 && (*weight > 0) == is_fact);
    all.sort_by_key(|(name, weight)| (std::cmp::Reverse(weight.abs()), *name));
    let mut out: Vec<String> = Vec::new();
    for reason in all.iter().filter_map(|(name, _)| say(name)) {
        if out.len() < MOST && !out.contains(&reason) {
            out.push(reason);
        }
    }
    out
}

/// A feature in words; `None` if it means nothing to a person, like short words, lengths and zero counts.
fn say(name: &str) -> Option<String> {
    if let Some((_, said)) = SAID.iter().find(|(known, _)| *known == name) {
        return Some((*said).to_owned());
    }
    let (prefix, rest) = name.split_once([':', '='])?;
    let is_long = rest.split(' ').any(|word| word.len() > 4 && !word.starts_with('‹'));
    let said = match prefix {
        "w" if rest.starts_with('‹') => format!("it has {}", quote(rest)),
        "b" if is_long && rest.starts_with("^ ") => format!("it starts with {}", quote(&rest[2..])),
        "w" | "b" if is_long => format!("it contains {}", quote(rest)),
        "f" if is_long => format!("it starts with {}", quote(rest)),
        "h" if rest.len() > 3 => format!("the heading contains `{rest}`"),
        "H" if rest.len() > 3 => format!("a parent heading contains `{rest}`"),
        "after" if is_long => format!("the text above starts with `{rest}`"),
        "before" if is_long => format!("the text below starts with `{rest}`"),
        "class" => {
            let found = CLASSES.iter().find(|class| class.name == rest.trim_end_matches('+'));
            found.map(|class| class.said.to_owned())?
        }
        "cue" => CUES.iter().find(|(rule, _)| *rule == rest).map(|(_, said)| (*said).to_owned())?,
        "facts" => counted(rest, "exact value or name", "exact values or names")?,
        "code" => counted(rest, "code span", "code spans")?,
        "links" => counted(rest, "link", "links")?,
        "numbers" => counted(rest, "number", "numbers")?,
        "introduces" => format!("it introduces what follows: {rest}"),
        "quote" if rest != "plain" => format!("an alert, `{rest}`"),
        _ => return None,
    };
    Some(said)
}

/// A count with its noun: `one link`, `3 links`.
fn counted(count: &str, one: &str, many: &str) -> Option<String> {
    match count {
        "0" => None,
        "1" => Some(format!("one {one}")),
        "4" => Some(format!("4 or more {many}")),
        _ => Some(format!("{count} {many}")),
    }
}

fn quote(words: &str) -> String {
    let plain = [
        (CODE, "code"),
        (LINK, "a link"),
        (IMAGE, "an image"),
        (NUMBER, "a number"),
        (ADDRESS, "an address"),
    ];
    if let Some((_, said)) = plain.iter().find(|(token, _)| *token == words) {
        return (*said).to_owned();
    }
    let mut text = words.replace(" ^", "");
    for (token, said) in plain {
        text = text.replace(token, &format!("({said})"));
    }
    format!("`{}`", text.trim())
}

/// Features in words.
const SAID: &[(&str, &str)] = &[
    ("ends=:", "it ends with a colon"),
    ("ends=?", "it is a question"),
    ("ends=!", "it ends with an exclamation mark"),
    ("ends=:/sentence", "it ends with a colon"),
    ("exact", "it defines or requires an exact value"),
    ("heading-asks", "the heading is a question"),
    ("image", "it contains an image"),
    ("introduction", "it is above the first section"),
    ("leans", "it depends on the text above"),
    ("list=bullets", "a bulleted list"),
    ("list=numbered", "a numbered list"),
    ("mixed-case", "it contains a name in mixed case"),
    ("capitals", "it contains a word in capitals"),
    ("only-link", "it is only a link"),
    ("opens-section", "it opens its section"),
    ("opens-section/sentence", "it opens its section"),
    ("opens-with=bold", "it starts with bold text"),
    ("opens-with=code", "it starts with code"),
    ("opens-with=link", "it starts with a link"),
    ("repeated", "the page says it twice"),
    ("sentence/introduced", "the text above introduces it"),
    ("item/introduced", "the text above introduces it"),
    ("top", "it is at the top of the page"),
];

/// The cues of a rule in words.
const CUES: &[(&str, &str)] = &[
    ("spec-advice", "it is worded as advice"),
    ("spec-history", "it is worded as history"),
    ("spec-filler", "it contains filler words"),
    ("spec-hedge", "it expresses uncertainty"),
    ("spec-narrated-example", "it narrates an example"),
    ("spec-dangling-reference", "it depends on text elsewhere"),
];

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::judgement::{pieces, reasons, scores, statements};
    use crate::rules::spec_cues;

    #[test]
    fn a_verdict_has_reasons_in_words() {
        let text = "# T\n\n## Limits\n\nThe `size` option defaults to 30.\n\nWe hope that you enjoy it!\n";
        let document = parse(text);
        let pieces = pieces(&document);
        let statements = statements(&document, &pieces);
        let scores = scores(&document, &pieces, &statements, spec_cues());
        let all = reasons(&document, &pieces, &statements, &scores, spec_cues());
        assert_eq!(all.len(), 2);
        for said in &all {
            assert!((1..=super::MOST).contains(&said.len()), "{all:?}");
            assert!(said.iter().all(|reason| !reason.contains(['=', '‹'])), "{all:?}");
        }
        assert_ne!(all[0], all[1]);
    }
}
