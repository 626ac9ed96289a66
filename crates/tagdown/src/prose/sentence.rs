//! Splits technical English into sentences, as a careful reader would. Each code span, link and web address counts as
//! one word.

use super::citations::citations;
use super::verbs::is_auxiliary;
use crate::markdown::InlineKind;
use crate::text::Span;

/// Words whose full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "cf", "etc", "approx", "vs", "u.s", "no", "fig", "figs", "al", "ca", "incl", "excl",
    "resp", "sec", "sect", "ch", "vol", "pp", "p", "ed", "eds", "est", "dr", "mr", "mrs", "prof", "st",
    "inc", "ltd", "corp", "co", "dept", "max", "min", "avg", "nr", "art", "eq", "ref", "viz", "a.k.a",
    "w.r.t", "a.m", "p.m", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "bzw", "vgl", "ggf", "inkl", "evtl", "abs", "bspw", "sog", "núm", "pág", "sr", "sra", "env", "ex",
    "ej",
];

/// Abbreviations that can also end a sentence, depending on the next word.
const OPEN_ENDED: &[&str] = &["etc", "al", "a.m", "p.m", "inc", "ltd", "corp", "co", "u.s"];

/// An upper bound for the number of sentences in a text: a cheap test before splitting it.
pub(crate) fn most(text: &str) -> usize {
    let bytes = text.as_bytes();
    let parts = |at: &usize| bytes.get(at + 1).is_some_and(|next| !next.is_ascii_alphanumeric());
    let foreign = if text.is_ascii() { 0 } else { bytes.iter().filter(|byte| !byte.is_ascii()).count() };
    1 + foreign + memchr::memchr3_iter(b'.', b'!', b'?', bytes).filter(parts).count()
}

/// Adds the sentences of a paragraph that starts at byte `at` to `out`. A line such as `**Port:** 8080`, a bold heading
/// on its own or an image is not prose and adds no sentence.
pub fn split(text: &str, at: usize, inlines: &[(InlineKind, Span)], out: &mut Vec<Span>) {
    if is_label(text) {
        return;
    }
    let masked = mask(text, at, inlines);
    let mut start = run_in_heading(&masked);
    let mut take = |index: usize, stop: char| {
        let after = index + stop.len_utf8();
        let end = masked.len() - skip_closers(&masked[after..]).len();
        let parted = !stop.is_ascii()
            || masked[end..].starts_with(char::is_whitespace)
            || end == masked.len()
            || (stop != '.'
                && (masked[..index].ends_with(is_ideograph) || masked[end..].starts_with(is_ideograph)));
        if index >= start && parted && ends(&masked[start..after], &masked[end..]) {
            push(&masked[start..end], true, at + start, out);
            start = end;
        }
    };
    if masked.is_ascii() {
        let stops = memchr::memchr3_iter(b'.', b'!', b'?', masked.as_bytes());
        stops.for_each(|index| take(index, char::from(masked.as_bytes()[index])));
    } else {
        masked.char_indices().filter(|(_, c)| is_stop(*c)).for_each(|(index, stop)| take(index, stop));
    }
    push(&masked[start..], false, at + start, out);
}

/// The sentence of a passage that contains byte `at`, or the gap between two sentences if there is none.
pub(crate) fn around(sentences: &[Span], passage: Span, at: usize) -> Span {
    let after = sentences.partition_point(|sentence| sentence.start <= at);
    let before = after.checked_sub(1).map(|index| sentences[index]);
    before.filter(|sentence| at < sentence.end).unwrap_or_else(|| {
        let start = before.map_or(passage.start, |sentence| sentence.end);
        Span::new(start, sentences.get(after).map_or(passage.end, |sentence| sentence.start))
    })
}

/// The text after closing marks and footnotes.
fn skip_closers(text: &str) -> &str {
    const LONGEST: usize = 40;
    let mut rest = text.trim_start_matches(CLOSERS);
    while let Some(note) = rest.strip_prefix("[^") {
        let label = &note.as_bytes()[..note.len().min(LONGEST)];
        let Some(end) = memchr::memchr(b']', label) else { break };
        rest = note[end + 1..].trim_start_matches(CLOSERS);
    }
    rest
}

/// Whether a character belongs to a script without a space after a full stop.
fn is_ideograph(c: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&c) || ('\u{f900}'..='\u{faff}').contains(&c)
}

/// Whether a character ends a sentence, in several scripts.
fn is_stop(c: char) -> bool {
    if c.is_ascii() {
        matches!(c, '.' | '!' | '?')
    } else {
        matches!(c, '…' | '。' | '！' | '？' | '؟' | '۔' | '।' | '．')
    }
}

/// The characters that may follow a stop at the end of a sentence.
const CLOSERS: [char; 9] = ['"', '\'', ')', ']', '*', '_', '”', '’', '»'];

/// Adds a sentence, unless it is only a label: a few words without a stop.
fn push(sentence: &str, is_ended: bool, at: usize, out: &mut Vec<Span>) {
    let mut words = sentence.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
    let least = if is_ended || !sentence.is_ascii() { 1 } else { 5 };
    if words.nth(least - 1).is_some() && !is_half(sentence) {
        let lead = sentence.len() - sentence.trim_start().len();
        out.push(Span::new(at + lead, at + sentence.trim_end().len()));
    }
}

/// Words that start a subordinate clause: `When the server runs:` is only the start of a sentence.
const SUBORDINATORS: &[&str] = &[
    "when", "if", "for", "to", "with", "in", "on", "after", "before", "while", "where", "as", "by", "from",
    "at", "under", "during", "without", "because",
];

/// Whether a lead-in has no main clause.
fn is_half(sentence: &str) -> bool {
    let text = sentence.trim();
    if !text.ends_with(':') || text.contains(',') {
        return false;
    }
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    SUBORDINATORS.contains(&first.as_str())
}

/// Whether a sentence really ends here.
fn ends(sentence: &str, rest: &str) -> bool {
    let bare = sentence.trim_end().trim_end_matches(CLOSERS);
    if rest.trim().is_empty() || bare.ends_with(['。', '！', '？', '؟', '۔', '।', '．']) {
        return true;
    }
    let following = rest.trim_start().trim_start_matches(['"', '\'', '(', '[', '*', '_', '“', '‘', '«']);
    let next = following.chars().next();
    if !bare.ends_with(['.', '!', '?', '…'])
        || (next.is_some_and(char::is_lowercase) && !is_brand(following) && !is_variable(following))
    {
        return false;
    }
    if bare.ends_with("...") || bare.ends_with('…') {
        return next.is_some_and(char::is_uppercase);
    }
    let Some(stem) = bare.strip_suffix('.') else {
        return !NAMES.iter().any(|name| bare.ends_with(name)) || !next.is_some_and(char::is_uppercase);
    };
    let is_edge = |c: char| c.is_whitespace() || "(\"'“‘[*_/".contains(c);
    let word = stem.rsplit(is_edge).next().unwrap_or_default();
    let before = stem[..stem.len() - word.len()].trim_end().rsplit(is_edge).next().unwrap_or_default();
    let is_hour = matches!(word, "a.m" | "p.m" | "A.M" | "P.M");
    if is_hour && following.chars().take(2).all(char::is_uppercase) {
        return false;
    }
    // A unit after a number can end a sentence like any other word.
    if before.ends_with(|c: char| c.is_ascii_digit()) && next.is_some_and(char::is_uppercase) {
        return true;
    }
    let lower = word.to_lowercase();
    if word.chars().all(|c| c.is_ascii_digit()) && is_month(rest) {
        return false;
    }
    if OPEN_ENDED.contains(&lower.as_str()) {
        return next.is_some_and(char::is_uppercase) && (!follows_name(word) || starts_sentence(rest));
    }
    // The second half of `z. B.` and similar abbreviations.
    let is_half = before.len() == 2 && before.ends_with('.') && word.chars().count() == 1;
    // An initial comes first, after another name, or before another letter. Any other letter is a name (`in C.`).
    let follows_letter = rest.trim_start().chars().nth(1) == Some('.');
    // `J. Postel et al.`
    let names = word.starts_with(char::is_uppercase) && rest.split_whitespace().nth(1) == Some("et");
    let is_initial = before.is_empty() || before.starts_with(char::is_uppercase) || follows_letter || names;
    let single_letter =
        word.chars().count() == 1 && word.chars().all(char::is_alphabetic) && word != "I" && is_initial;
    let single_letter = single_letter || is_half;
    let numbered = lower == "no" && !next.is_some_and(|c| c.is_ascii_digit());
    numbered || !(ABBREVIATIONS.contains(&lower.as_str()) || single_letter || is_list_number(stem))
}

/// Names that end with an exclamation mark.
const NAMES: &[&str] = &["Yahoo!", "Joomla!", "Jeopardy!"];

/// Whether a text starts with a variable and its verb: `z is the height`.
fn is_variable(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    name.len() == 1 && name != "a" && words.next().is_some_and(is_auxiliary)
}

/// Whether a text starts with a name in mixed case: `iOS`, `gRPC`, `eBPF`.
fn is_brand(text: &str) -> bool {
    let mut letters = text.chars().take_while(|c| c.is_alphabetic()).skip(1);
    letters.any(char::is_uppercase)
}

/// Whether a month follows: several languages write dates as `1. Januar`.
fn is_month(rest: &str) -> bool {
    const STARTS: [&str; 12] =
        ["jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];
    let word = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    STARTS.iter().any(|start| word.starts_with(start))
}

fn follows_name(word: &str) -> bool {
    matches!(word, "U.S" | "Inc" | "Ltd" | "Corp" | "Co")
}

/// Words that often start a sentence and rarely follow a name.
const STARTERS: &[&str] = &[
    "the", "a", "an", "it", "this", "that", "these", "those", "they", "we", "you", "he", "she", "in", "on",
    "at", "for", "if", "when", "all", "each", "no", "its", "their", "there", "to", "by", "from", "as",
    "both", "every", "use", "see", "then", "also", "after", "before", "only", "any", "some", "most", "other",
    "however", "with", "without",
];

/// Whether the text after a name with a full stop is a new sentence and not part of the name.
fn starts_sentence(rest: &str) -> bool {
    let mut words = rest.split_whitespace().map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    STARTERS.contains(&first.as_str()) || words.next().is_some_and(|word| is_auxiliary(&word))
}

/// The length of a bold label at the start of a sentence: `**Timeouts.** The server waits.`
fn run_in_heading(text: &str) -> usize {
    const WORDS: usize = 5;
    let Some(inner) = text.strip_prefix("**") else { return 0 };
    let Some((label, rest)) = inner.split_once("**") else { return 0 };
    let marked = label.ends_with(['.', ':', '?', '!', '。', '：']) || rest.starts_with(['.', ':']);
    let is_label = marked && label.split_whitespace().count() <= WORDS && !label.contains(". ");
    let rest = rest.trim_start_matches(['.', ':']);
    if is_label && !rest.trim().is_empty() { text.len() - rest.len() } else { 0 }
}

/// Whether the text is only a number: `1.` at the start is not a sentence.
fn is_list_number(stem: &str) -> bool {
    !stem.trim().is_empty() && stem.trim().chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Replaces every byte of a code span, link, HTML tag or web address with a letter.
fn mask(text: &str, at: usize, inlines: &[(InlineKind, Span)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut hide = |start: usize, end: usize, upper: bool| {
        let (start, end) = (start.min(bytes.len()), end.min(bytes.len()));
        bytes[start..end].fill(b'x');
        if upper && start < end {
            bytes[start] = b'X';
        }
    };
    for (kind, span) in inlines {
        let (start, end) = (span.start.max(at) - at, span.end.max(at) - at);
        let is_html = *kind == InlineKind::Html;
        hide(start, end, !is_html);
    }
    let mut hidden = 0;
    for start in memchr::memchr_iter(b':', text.as_bytes()) {
        // An address inside another address is already hidden.
        if start < hidden || !text[start..].starts_with("://") {
            continue;
        }
        let before = &text[hidden..start];
        let from = start - before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        let address =
            text[start..start + length].trim_end_matches(['.', ',', ';', ':', ')', '!', '?', '"', '>']);
        hidden = start + address.len();
        hide(from, hidden, false);
    }
    if text.contains('[') {
        // A citation is no sentence of the writer's own.
        for cited in citations(text) {
            bytes[cited.range()].fill(b' ');
        }
    }
    hide_quotes(&mut bytes);
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Hides stops inside double quotes. Only a stop directly before the closing quote can end a sentence.
fn hide_quotes(bytes: &mut [u8]) {
    let quotes: Vec<usize> = memchr::memchr_iter(b'"', bytes).collect();
    for pair in quotes.chunks_exact(2) {
        let inner = &mut bytes[pair[0] + 1..pair[1]];
        let kept = inner.len().saturating_sub(1);
        for byte in inner.iter_mut().take(kept).filter(|byte| b".!?".contains(byte)) {
            *byte = b'x';
        }
    }
}

/// Whether a text is a heading, field or image, not a sentence: `**Port:** 8080`, `**Limits**`, `![diagram](d.png)`.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with("![") && text.ends_with(')') && !text.contains('\n') {
        return true;
    }
    let label = |line: &str| {
        let line = line.trim();
        let open = !line.ends_with(['.', '!', '?']);
        if ["[ ] ", "[x] ", "[X] "].iter().any(|task| line.starts_with(task)) {
            return true;
        }
        // `[Title](x.md) — what it holds`
        if line.starts_with('[') && line.contains("](") {
            return open && [") —", ") -", ") –"].iter().any(|dash| line.contains(dash));
        }
        let Some(rest) = line.strip_prefix("**") else { return false };
        let Some((name, value)) = rest.split_once("**") else { return false };
        let value = value.trim();
        let is_field = name.ends_with(':') || value.starts_with([':', '-', '–', '—', '(']);
        (value.is_empty() && !name.ends_with(['.', '!', '?'])) || (is_field && open)
    };
    text.lines().all(label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::Markdown;
    use crate::text::Source;

    fn count(text: &str) -> usize {
        let source = Source::new(text);
        let markdown = Markdown::parse(&source);
        let mut out = Vec::new();
        split(text, 0, &markdown.inlines, &mut out);
        out.len()
    }

    #[test]
    fn sentences_of_technical_english() {
        for (text, expected) in [
            ("One. Two. Three.", 3),
            ("The timeout is 30 ms. The limit is 5 MB. It is written in C. The port is 80.", 4),
            ("A token lives 5 min. A request takes 3 s. Ask J. Smith.", 3),
            ("Use e.g. `a.b` or i.e. the default.", 1),
            ("Version v1.2.3 needs 1.5 MB. It runs.", 2),
            ("See README.md and https://example.org/a.b?c=d. Then stop.", 2),
            ("Approx. 5 items, cf. Fig. 3, vs. No. 4.", 1),
            ("Call `foo. Bar.` twice.", 1),
            ("It works… mostly.", 1),
            ("Is it open? Yes! Good.", 3),
            ("The U.S. Navy uses it.", 1),
            ("Use tabs, spaces, etc. The rest is ignored.", 2),
            ("He said \"stop.\" Then it did.", 2),
            ("(It is on.) The rest follows.", 2),
            ("第一句。第二句。", 2),
            ("The limits that hold here are:", 1),
            ("Request body:", 0),
            ("*Input*", 0),
            ("`GET /a`", 0),
            ("Der Vertrag gilt ab 1. Januar 2026, z. B. hier.", 1),
            ("The log says \"It failed. Try again.\" twice. The code is 3.", 2),
            ("No full stop at the end", 1),
            ("**Port:** 8080", 0),
            ("**Limits**", 0),
            ("![diagram](d.png)", 0),
            ("**Timeouts.** The server waits 60 s. Then it stops.", 2),
            ("**Timeouts**: the server waits 60 s.", 1),
            ("The data stays in the U.S. Backups are made daily.", 2),
            ("Support answers until 5 p.m. UTC. Then it sleeps.", 2),
            ("Android uses FCM. iOS uses APNs.", 2),
            ("返回 200!是否重试?不会。", 3),
            ("It follows J. Postel et al. in all respects.", 1),
            ("Longitude too. z is the height.", 2),
            ("When the server is running on the host:", 0),
            ("When it runs, the port is open:", 1),
            ("**Name** - a phrase that is long enough to count", 0),
            ("**Name** (the remark of somebody who knows):", 0),
            ("[ ] Verify that the port is open to all", 0),
            ("Connect the probe to input A. Leave input B open.", 2),
            ("It ends here.[^1] Blank lines are ignored.", 2),
            ("It belongs to Acme Inc. It is free.", 2),
            ("Der Port ist z. B. 80, d. h. frei, bzw. offen. Ca. 5 MB.", 2),
            ("Read [the guide. It is long.](x.md) first.", 1),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }
}
