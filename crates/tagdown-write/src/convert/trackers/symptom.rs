//! Finds the symptom of a failure, in the words of the reporter.

use super::doubt_words::is_doubtful;
use super::issue_failure::stopped;
use crate::convert::trackers::sentence_signs;
use crate::convert::trackers::statements::{Said, Topic};

/// Words that indicate a failure.
const WORDS: &str = "error, errors, fails, fail, failed, failing, failure, crash, crashes, crashed, panic, panics, exception, wrong, broken, breaks, hang, hangs, \
    stuck, lost, loses, missing, corrupt, corrupted, corruption, timeout, timeouts, slow, slower, leak, leaks, leaking, stops, stopped, ignored, ignores, empty, blank, twice, never, \
    denied, refused, rejected, invalid, unexpected, cannot, can't, doesn't, isn't, won't, deadlock, freeze, freezes, killed, segfault, negative, duplicate, \
    regression, grows, high, reset, oom, aborts, aborted, blocked, unable, incorrect, spikes, loop, loops, mismatch, overflow, overflows, anr, raises, raised, throws, throwing, crashing, hanging, hung, dies, died, disconnects, disconnected, unresponsive, leaked, broke, froze, dump, dumps, dumped, segv, sigsegv, garbled, distorted, flickers, vanishes, disappears, unusable, misses, 500, 502, 503, 404, not";

/// Whether a text contains a word that indicates a failure.
pub(crate) fn tells_of_failure(text: &str) -> bool {
    sentence_signs::words(text).iter().any(|word| WORDS.split(", ").any(|known| known.trim() == word))
        || sentence_signs::has(text, "no longer")
        || sentence_signs::words(text).iter().any(|word| is_exception(word))
}

/// Whether a word is the name of an exception: `TypeError`, `java.lang.NullPointerException`.
fn is_exception(word: &str) -> bool {
    let name = word.trim_end_matches(['`', ':', '(', ')']);
    name.len() > 9 && (name.ends_with("error") || name.ends_with("exception"))
}

/// The symptom: the text under such a label, otherwise the opening of the body, otherwise the title.
pub(crate) fn find(said: &[Said], title: &str) -> Option<String> {
    let labelled: Vec<&Said> =
        said.iter().filter(|said| said.turn < 2 && said.topic == Topic::Symptom && is_seen(said)).collect();
    let opening: Vec<&Said> =
        said.iter().filter(|said| said.turn == 1 && said.topic == Topic::None && is_seen(said)).collect();
    let from = if labelled.is_empty() { opening } else { labelled };
    let least = if tells_of_failure(title) { 3 } else { 4 };
    let is_title = sentence_signs::words(title).len() >= least;
    let by_title = || is_title.then(|| title.to_owned()).or_else(|| by_code(said, title));
    // What somebody only supposes is not seen.
    let from: Vec<&Said> = from.into_iter().filter(|said| !is_doubtful(&said.text)).collect();
    // The failure takes precedence over its surroundings.
    let told = from.iter().take(4).position(|said| tells_of_failure(&said.text));
    let from = &from[told.unwrap_or(0)..];
    let is_title_better = told.is_none() && tells_of_failure(title);
    let Some(first) = from.first().filter(|_| !(is_title && is_title_better)) else { return by_title() };
    let mut text = first.text.clone();
    if !text.ends_with(['.', '!', ')', '`', '。']) {
        // The sentence continues in the code below it.
        match first.code.as_ref().and_then(|code| message(code)) {
            Some(line) => text = format!("{text} `{line}`"),
            None if first.code.is_some() || text.ends_with(':') => match text.strip_suffix(':') {
                // `It fails with an error on every upload:` tells what is seen, even without the message.
                Some(bare) if first.code.is_none() && !is_title && tells_of_failure(bare) => {
                    text = bare.to_owned();
                }
                _ => return by_title(),
            },
            None => {}
        }
    }
    // A second sentence of the same paragraph often contains the message.
    if let Some(second) = from.get(1).filter(|second| {
        second.paragraph == first.paragraph
            && second.turn == first.turn
            && text.len() + second.text.len() < 320
            && second.text.ends_with('.')
    }) {
        text = format!("{} {}", stopped(&text), second.text);
    }
    Some(text)
}

/// A short title with the exception that is only in the code of the report.
fn by_code(said: &[Said], title: &str) -> Option<String> {
    let codes = said.iter().filter(|said| said.turn == 1).filter_map(|said| said.code.as_deref());
    let line = codes.filter_map(message).find(|line| {
        line.split(|c: char| !c.is_alphanumeric()).any(|word| is_exception(&word.to_lowercase()))
    })?;
    Some(format!("{}: `{line}`", title.trim_end_matches([':', '.'])))
}

/// Whether a sentence describes a symptom and can be understood on its own.
fn is_seen(said: &Said) -> bool {
    const LEANING: &str = "hi hello hey dear hallo guten bonjour hola thanks same also this that it happens here see edit sorry tested \
        i'm please using my cc filing collected fresh any steps wrong no yes not so reproducible";
    let words = sentence_signs::words(&said.text);
    words.len() >= 5
        && !sentence_signs::without_code(&said.text).contains('?')
        && !sentence_signs::is_refusal(&said.text)
        && said.text.matches('`').count().is_multiple_of(2)
        && !sentence_signs::has(
            &said.text,
            "below error, error below, following error, as shown, shown below, see below, as follows, screenshot, i don't know, what other info",
        )
        && !said.text.starts_with('[')
        && !said.text.starts_with('@')
        && !LEANING.split(' ').any(|word| word == words[0])
        && !sentence_signs::is_stopgap(&said.text)
        && (said.topic == Topic::Symptom || !sentence_signs::is_open(&said.text))
}

/// Words in a log line that indicate an error.
const SIGNS: &str = "error,fail,fatal,panic,exception,denied,cannot,refused,invalid,not found,http/,timeout";

/// The log line that contains the error.
fn message(code: &str) -> Option<&str> {
    let lines = code.lines().map(str::trim).filter(|line| {
        !line.is_empty()
            && !line.starts_with("```")
            && !line.starts_with(['$', '>', '#'])
            && !line.contains('`')
            && line.len() < 200
    });
    let tells = |line: &&str| SIGNS.split(',').any(|sign| line.to_lowercase().contains(sign));
    lines.clone().find(tells).or_else(|| lines.clone().next().filter(|_| lines.clone().count() == 1))
}
