//! Signs of an explanation, and guards of causes: a sentence that tells how somebody found the failure, that says the
//! failure again, or that refers to a sentence which is not there, explains nothing.

use std::collections::HashSet;

use super::doubt_words::owns_up;
use super::phrases::{has, is_version, words};

/// Whether a sentence names a kind of flaw.
pub(crate) fn names_flaw(text: &str) -> bool {
    has(
        text,
        "race, race condition, data race, deadlock, deadlocks, lock inversion, inversion, inverted, overflow, overflows, overflowed, underflow, use after free, use-after-free, double free, double-free, uninitialized, \
         uninitialised, dangling, logic error, logical error, out of bounds, infinite loop, infinite recursion, mismatch",
    )
}

/// Whether a sentence names a part of a program.
pub(crate) fn names_part(text: &str) -> bool {
    parts(text).next().is_some()
}

/// The words that name parts of a program: code, `read_all()`, `PageReader`, `G10`.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')');
        let mixes = bare.chars().any(|c| c.is_ascii_digit()) && bare.chars().any(char::is_alphabetic);
        let humps = bare.chars().zip(bare.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
        let counts = bare.len() > 1 && bare.bytes().all(|byte| byte.is_ascii_digit());
        let is_name = mixes || humps || counts || bare.contains(['_', '(']) || bare.contains("::");
        let is_path = bare.contains('.') && !bare.contains("..") && bare.len() > 4;
        // A version and an address are no parts.
        word.contains('`') || (is_name || is_path) && !is_version(bare) && !bare.contains("://")
    };
    text.split_whitespace().filter(is_part)
}

/// Whether a sentence tells of the work on a failure, not of the failure: `I ran into this while testing`.
pub(crate) fn is_story(text: &str) -> bool {
    const PERSONS: [&str; 7] = ["i", "i'm", "i've", "i'd", "my", "me", "myself"];
    const GREETINGS: [&str; 7] = ["hi", "hello", "hey", "thanks", "thank", "sorry", "dear"];
    const OPENINGS: &str = "found by, found with, found while, found in, spotted by, spotted while, discovered by, discovered while, reported by, for example, e.g, note that, as an example, imagine";
    const LABELS: [&str; 6] = ["note:", "nb:", "caveat:", "limitation:", "background:", "context:"];
    let all = words(text);
    let lower = all.join(" ");
    let is_person = all.iter().any(|word| PERSONS.contains(&word.as_str())) && !owns_up(text);
    is_person
        || LABELS.iter().any(|label| text.to_lowercase().starts_with(label))
        || all.first().is_some_and(|word| GREETINGS.contains(&word.as_str()))
        || OPENINGS
            .split(", ")
            .any(|opening| lower.starts_with(&format!("{} ", opening.trim_end_matches('.'))))
        || has(
            text,
            "we encountered, we noticed, we found, was found by, immediately apparent, not obvious, hard to find, challenging, to identify, difficult to find, hard to debug, \
             first attempt, previous attempt, earlier attempt, we are dealing with, important to note, the intention, our intention, was intended to, the goal, the idea",
        )
        || has(
            text,
            "not completely prevent, didn't completely prevent, not fully prevent, didn't fully prevent, not completely fix, didn't completely fix, didn't fully fix, did not fully fix, not completely solve, didn't prevent, did not prevent, wasn't enough, was not enough",
        )
}

/// Whether a sentence refers to what was said before it and is nothing without it: `This means that …`, `Thus …`.
pub(crate) fn leans(text: &str) -> bool {
    const OPENINGS: &str = "this mean, this means, this meant, this causes, this caused, this leads, this led, this makes, this made, this results, this resulted, this breaks, this broke, this prevents, this prevented, this can, this could, this may, this might, this will, this would, that means, that meant, which, therefore, thus, hence, so, as a result, consequently, as such, these, those, it also, this also, they, that was, that is, both, the consequence, the result is, the result was, the unlucky consequence, the unfortunate consequence";
    const CONCLUSIONS: [&str; 4] = ["therefore", "thus", "hence", "consequently"];
    // The failure itself is what these refer to.
    const WHOLE: &str = "that is because, that was because, that is caused, that was caused, that is due, that was due, that is why, so far, which is caused, which was caused, which is because, which is due, which was due";
    let lower = format!("{} ", words(text).join(" "));
    let opens =
        |list: &str| list.split(", ").any(|opening| lower.starts_with(&format!("{} ", opening.trim())));
    // `The browser therefore asks …`
    let concludes = words(text).iter().take(4).any(|word| CONCLUSIONS.contains(&word.as_str()));
    (opens(OPENINGS) || concludes) && !opens(WHOLE)
}

/// Whether a sentence speaks of a thing that was named before it: `This mismatch …`.
pub(crate) fn points_back(text: &str) -> bool {
    const OPENINGS: [&str; 9] = ["this", "that", "these", "those", "it", "they", "its", "their", "that's"];
    let first = words(text).into_iter().next().unwrap_or_default();
    leans(text) || OPENINGS.contains(&first.as_str()) && !refers_to_failure(text)
}

/// Whether a sentence needs no sentence before it, although it starts with `this`: `This happens because …`.
pub(crate) fn refers_to_failure(text: &str) -> bool {
    const OPENINGS: &str = "this is because, this was because, this was an unwanted side effect, this was a side effect, this is a side effect, this is an unwanted side effect, this happens, this happened, this occurs, this occurred, this is caused, this was caused, this is due, this was due, this is being caused, this is happening, this was happening, \
        that's because, that's due, that's caused, it's because, it's due, it's caused, it happens, it happened, it was caused, it is caused, it turns out, it turned out";
    // `This panic indicates that …` speaks of the failure, too.
    const NOUNS: [&str; 8] =
        ["panic", "error", "crash", "exception", "warning", "message", "failure", "hang"];
    const VERBS: [&str; 8] = ["indicates", "means", "happens", "occurs", "comes", "is", "was", "happened"];
    let all = words(text);
    let is_of = |list: &[&str], at: usize| all.get(at).is_some_and(|word| list.contains(&word.as_str()));
    let lower = format!("{} ", all.join(" "));
    OPENINGS.split(',').any(|opening| lower.starts_with(&format!("{} ", opening.trim())))
        || is_of(&["this"], 0) && is_of(&NOUNS, 1) && is_of(&VERBS, 2)
}

/// Whether a sentence announces what does not follow in it: `which allows the following order:`.
pub(crate) fn is_cut_off(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(['…', ','])
        || text.ends_with("...")
        || text.ends_with(':') && has(text, "following, follows, below, these, this, here, with, like, e.g")
}

/// Whether a sentence only says again what is known of a failure: so many of a hundred of its words are known.
pub(crate) fn restates(text: &str, known: &HashSet<String>, least: usize) -> bool {
    let is_said = |word: &&str| !word.contains("http") && !word.contains('#');
    let said: Vec<&str> = text.split_whitespace().filter(is_said).collect();
    let own: HashSet<String> = stems(&said.join(" ")).collect();
    let again = own.iter().filter(|word| known.contains(*word)).count();
    own.len() >= 2 && again * 100 >= own.len() * least
}

/// The stems of the longer words of a text.
pub(crate) fn stems(text: &str) -> impl Iterator<Item = String> {
    const SMALL: [&str; 16] = [
        "when", "this", "that", "with", "from", "which", "there", "then", "were", "have", "been", "after",
        "while", "cause", "causes", "caused",
    ];
    let plain = text.to_lowercase();
    let words: Vec<String> = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 3 && !SMALL.contains(word))
        .map(tagdown::text::stem)
        .collect();
    words.into_iter()
}
