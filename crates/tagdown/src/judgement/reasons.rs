//! Explains in plain words why a piece got its label.

use super::features::Features;
use super::model::{Term, weight};
use super::word_classes::CLASSES;
use super::word_tokens::{ADDRESS, CODE, IMAGE, LINK, NUMBER};

/// The maximum number of reasons for a label.
pub(crate) const MOST: usize = 3;

/// The strongest reasons for SPEC or for NOTE.
pub(crate) fn strongest(terms: Vec<Term>, features: &Features, is_spec: bool) -> Vec<String> {
    let words = features.words.iter().map(|name| Term { name: name.clone(), value: weight(name) });
    let form = terms
        .into_iter()
        .filter(|term| !term.name.starts_with('@') || said_of_quantity(&term.name, is_spec).is_some());
    let mut all: Vec<Term> =
        form.chain(words).filter(|term| (term.value > 0) == is_spec && term.value != 0).collect();
    all.sort_by(|a, b| b.value.abs().cmp(&a.value.abs()).then_with(|| a.name.cmp(&b.name)));
    let mut out: Vec<String> = Vec::new();
    for term in all.iter().filter(|term| is_telling(&term.name)) {
        let reason = say(&term.name, is_spec);
        if out.len() < MOST && !out.contains(&reason) {
            out.push(reason);
        }
    }
    out
}

/// Whether a feature means something to a person: short words, zero counts and lengths do not.
fn is_telling(name: &str) -> bool {
    let Some((prefix, rest)) = name.split_once([':', '=']) else { return true };
    let is_long = || rest.split(' ').any(|word| word.len() > 4 && !word.starts_with('‹'));
    match prefix {
        "w" | "b" | "f" | "lead" => is_long() || rest.contains('‹') && prefix == "w",
        "h" | "H" => rest.len() > 3,
        "facts" | "links" | "code" => rest != "0",
        "level" | "kind" | "items" | "sentences" => false,
        _ => !name.contains("words") && !name.contains("sentences/"),
    }
}

/// A feature in words.
fn say(name: &str, is_spec: bool) -> String {
    if let Some(said) = said_of_quantity(name, is_spec) {
        return said.to_owned();
    }
    if let Some((_, said)) = SAID.iter().find(|(known, _)| *known == name) {
        return (*said).to_owned();
    }
    let (prefix, rest) = name.split_once([':', '=']).unwrap_or((name, ""));
    match prefix {
        "w" if rest == ":" => "it has a colon".to_owned(),
        "w" if rest.starts_with('‹') => format!("it has {}", quote(rest)),
        "b" if rest.starts_with("^ ") => {
            format!("a sentence starts with {}", quote(rest.trim_start_matches("^ ")))
        }
        "w" | "b" => format!("it contains {}", quote(rest)),
        "f" => format!("it starts with {}", quote(rest)),
        "h" => format!("the heading contains `{rest}`"),
        "H" => format!("a parent heading contains `{rest}`"),
        "lead" => format!("the text above contains {}", quote(rest)),
        "class" => {
            let found = CLASSES.iter().find(|class| class.name == rest.trim_end_matches('+'));
            found.map_or(rest.to_owned(), |class| class.said.to_owned())
        }
        "cue" => {
            let found = CUES.iter().find(|(rule, _)| *rule == rest);
            found.map_or(format!("it matches {rest}"), |(_, said)| (*said).to_owned())
        }
        "facts" => counted(rest, "exact value or name", "exact values or names"),
        "sentences" => counted(rest, "sentence", "sentences"),
        "code" => counted(rest, "code span", "code spans"),
        "links" => counted(rest, "link", "links"),
        "items" => format!("a list of {rest} items"),
        "level" => format!("it is in a level-{rest} section"),
        "next" => format!("next block: {rest}"),
        "admonition" | "alert" => format!("an admonition, `{rest}`"),
        _ if prefix.contains("/next") || prefix.contains("/last") || name.contains("/next=") => around(name),
        _ => format!("its form ({})", name.replace('/', ", ")),
    }
}

/// A count with its noun: `no links`, `one link`, `3 links`.
fn counted(count: &str, one: &str, many: &str) -> String {
    match count {
        "0" => format!("no {many}"),
        "1" => format!("one {one}"),
        _ => format!("{count} {many}"),
    }
}

/// A feature of the adjacent block in words: `paragraph/next=code/lead-in`, `list/last=paragraph`.
fn around(name: &str) -> String {
    let value = name.split('=').nth(1).unwrap_or_default();
    let (kind, role) = value.split_once('/').unwrap_or((value, ""));
    let what = if kind == "none" { "nothing".to_owned() } else { kind.to_owned() };
    match (name.contains("/last="), role) {
        (true, _) if kind == "none" => "it opens its section".to_owned(),
        (true, _) => format!("previous block: {what}"),
        (_, "lead-in") => format!("it introduces the next block: {what}"),
        _ if kind == "none" => "it ends its section".to_owned(),
        _ => format!("next block: {what}"),
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

fn said_of_quantity(name: &str, is_spec: bool) -> Option<&'static str> {
    let (fact, story) = match name {
        "@last" => ("the text above states facts", "the text above is narrative"),
        "@next" | "@code-next" => ("the text below states facts", "the text below is narrative"),
        "@section" | "@code-section" => {
            ("the rest of its section states facts", "the rest of its section is narrative")
        }
        "@document" | "@code-document" => {
            ("the rest of the document states facts", "the rest of the document is narrative")
        }
        "@introduced" => ("the text it introduces states facts", "the text it introduces is narrative"),
        "@introduction" | "@code-last" => {
            ("the text that introduces it states facts", "the text that introduces it is narrative")
        }
        "@least" | "@least-of-two" => {
            ("each of its sentences reads as a fact", "one of its sentences reads as narrative")
        }
        "@items" => ("its items read as facts", "its items read as narrative"),
        "@code" => ("code", "code"),
        _ => return None,
    };
    Some(if is_spec { fact } else { story })
}

/// Features in words.
const SAID: &[(&str, &str)] = &[
    ("ends=colon", "it ends with a colon"),
    ("ends=question", "it is a question"),
    ("ends=exclamation", "it ends with an exclamation mark"),
    ("ends=colon/paragraph", "it ends with a colon"),
    ("ends=stop/paragraph", "it is a full sentence"),
    ("ends=stop", "it is a full sentence"),
    ("bold-lead", "it starts with bold text"),
    ("code-lead", "it starts with code"),
    ("all-emphasis", "all of it is emphasised"),
    ("one-sentence-with-link", "it is one sentence with a link"),
    ("opens-document", "it opens the document"),
    ("opens-section", "it opens its section"),
    ("heading-asks", "the heading is a question"),
    ("loud-modal", "it contains MUST, SHOULD or a similar keyword"),
    ("list=numbered", "a numbered list"),
    ("list=bullets", "a bulleted list"),
    ("image", "it contains an image"),
    ("kind=paragraph", "a paragraph"),
    ("kind=list", "a list"),
    ("kind=quote", "a quote"),
    ("items-open-with-code=3", "its items start with code"),
    ("items-open-with-code=2", "its items start with code"),
    ("items-open-with-link=3", "its items are links"),
    ("items-open-with-link=2", "its items are links"),
    ("items-open-with-bold=3", "its items start with bold text"),
    ("items-open-with-bold=2", "its items start with bold text"),
    ("list/below-lead-in", "a sentence introduces it"),
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
