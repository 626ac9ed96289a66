//! Finds text that is meant for a machine: commands, paths with placeholders, format strings, assignments.

use super::bare_words::bare_words;
use super::commands;
use crate::text::Span;

/// Verbs before a command.
const RUN: &[&str] =
    &["Run", "run", "Execute", "execute", "Type", "type", "Invoke", "invoke", "Enter", "enter", "Issue"];

/// A cheap test before [`find`].
pub(crate) fn is_possible(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr3(b'-', b'/', b':', bytes).is_some()
        || memchr::memchr3(b'(', b'=', b'%', bytes).is_some()
        || memchr::memchr2(b'{', b'$', bytes).is_some()
        || has_start(bytes)
}

/// Whether a text has one of the words in [`STARTS`], also inside another word.
fn has_start(text: &[u8]) -> bool {
    text.windows(2).enumerate().any(|(at, pair)| {
        let mut fits = LETTERS[0][usize::from(pair[0])] & LETTERS[1][usize::from(pair[1])];
        while fits != 0 {
            if text[at..].starts_with(STARTS[fits.trailing_zeros() as usize].as_bytes()) {
                return true;
            }
            fits &= fits - 1;
        }
        false
    })
}

/// The words of which code without signs has one: [`commands::LEADS`], [`RUN`], parts of dates, and the first words of
/// [`STATEMENTS`].
const STARTS: [&str; 28] = {
    let mut all = [
        "YY", "yy", "HH", "hh", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
        "", "", "", "", "",
    ];
    let mut at = 4;
    let mut from = 0;
    while from < commands::LEADS.len() {
        all[at] = commands::LEADS[from];
        (at, from) = (at + 1, from + 1);
    }
    from = 0;
    while from < RUN.len() {
        all[at] = RUN[from];
        (at, from) = (at + 1, from + 1);
    }
    from = 0;
    while from < STATEMENTS.len() {
        all[at] = STATEMENTS[from].0;
        (at, from) = (at + 1, from + 1);
    }
    assert!(at == all.len());
    all
};

/// For the first and the second letter of a word, a bit for each word in [`STARTS`] that has it there.
const LETTERS: [[u32; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut at = 0;
    while at < STARTS.len() {
        table[0][STARTS[at].as_bytes()[0] as usize] |= 1 << at;
        table[1][STARTS[at].as_bytes()[1] as usize] |= 1 << at;
        at += 1;
    }
    table
};

/// Statements of SQL: the first word, and a word that follows soon.
pub(super) const STATEMENTS: &[(&str, &[&str])] = &[
    ("SELECT", &["FROM"]),
    ("INSERT", &["INTO"]),
    ("UPDATE", &["SET"]),
    ("DELETE", &["FROM"]),
    ("CREATE", &["TABLE", "INDEX", "VIEW", "DATABASE", "ROLE", "USER"]),
    ("ALTER", &["TABLE", "INDEX", "VIEW", "DATABASE", "ROLE", "USER"]),
    ("DROP", &["TABLE", "INDEX", "VIEW", "DATABASE", "ROLE", "USER"]),
    ("TRUNCATE", &["TABLE"]),
    ("GRANT", &["ON"]),
];

/// The methods of requests.
pub(super) const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/// A statement of SQL, up to its last word in capitals and the name after it.
fn statement(text: &str, words: &[Span], index: usize) -> Option<Span> {
    const REACH: usize = 12;
    let word = |span: &Span| &text[span.range()];
    let (_, follows) = STATEMENTS.iter().find(|(verb, _)| *verb == word(&words[index]))?;
    let rest = &words[index + 1..words.len().min(index + 1 + REACH)];
    let second = rest.iter().position(|span| follows.contains(&word(span)))?;
    let is_near = word(&words[index]) == "SELECT" || word(&words[index]) == "GRANT" || second < 2;
    let last = rest.get(second + 1).filter(|_| is_near)?;
    Some(Span::new(words[index].start, last.end))
}

/// The places in a text that look like code, in order; they start with words that `is_shown` accepts, in order.
pub(crate) fn find(text: &str, mut is_shown: impl FnMut(Span) -> bool) -> impl Iterator<Item = Span> {
    let words = bare_words(text);
    (0..words.len()).filter_map(move |index| {
        let may_be = may_start(&text.as_bytes()[words[index].range()]) && is_shown(words[index]);
        may_be.then(|| one(text, &words, index)).flatten()
    })
}

/// Whether code may start with a word, a cheap test before [`one`]: the word is in a list, or it has a sign, two capitals
/// at its start (`SELECT`) or the same letter twice (`yyyy`).
fn may_start(word: &[u8]) -> bool {
    let [first, second, ..] = word else { return false };
    second.is_ascii_uppercase()
        || first == second
        || commands::STARTS.may_have(word)
        || word.iter().any(|byte| IS_SIGN[usize::from(*byte)])
}

/// The signs of which a word of code has one, if it is in no list.
const IS_SIGN: [bool; 256] = {
    let signs = b"%={/(-_.";
    let mut table = [false; 256];
    let mut at = 0;
    while at < signs.len() {
        table[signs[at] as usize] = true;
        at += 1;
    }
    table
};

fn one(text: &str, words: &[Span], index: usize) -> Option<Span> {
    let span = words[index];
    let word = &text[span.range()];
    let after = |count: usize| words.get(index + count).map_or("", |span| &text[span.range()]);
    let follows_run = || index > 0 && RUN.contains(&&text[words[index - 1].range()]);
    if let Some(span) = commands::find(text, words, index) {
        return Some(span);
    }
    if commands::is_program(word) || (word == "make" && follows_run()) {
        return command(text, words, index);
    }
    // Most words are plain, and of these only dates are left: `yyyymmdd`
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return is_time_format(word).then_some(span);
    }
    if let Some(span) = statement(text, words, index) {
        return Some(span);
    }
    let is_signed = word.bytes().any(|byte| IS_SIGN[usize::from(byte)]);
    if is_signed && is_percent(word) && is_percent(after(1)) {
        return Some(Span::new(span.start, words[index + 1].end));
    }
    if METHODS.contains(&word) && is_path(after(1)) {
        return Some(Span::new(span.start, words[index + 1].end));
    }
    if !is_signed {
        return is_time_format(word).then_some(span);
    }
    let is_assignment = is_key(word) && after(1) == "=" && !after(2).is_empty();
    if is_assignment {
        return Some(Span::new(span.start, words[index + 2].end));
    }
    let is_pair = word.split_once('=').is_some_and(|(key, value)| is_key(key) && !value.is_empty());
    (is_template(word) || is_flag(word) || is_time_format(word) || is_pair || is_call(word)).then_some(span)
}

/// A letter of a format string: `%h`
fn is_percent(word: &str) -> bool {
    let letters = word.strip_prefix('%').unwrap_or_default();
    (1..4).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `start()`, `pool.resize(5)`, `max_size(n)`; `file(s)` and `f(x)` are text.
fn is_call(word: &str) -> bool {
    let Some((name, rest)) = word.split_once('(') else { return false };
    let is_name = name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte));
    is_name && (rest == ")" || is_key(name) && rest.ends_with(')'))
}

/// A program with arguments: a flag, a path, or a verb such as `run` before it.
fn command(text: &str, words: &[Span], index: usize) -> Option<Span> {
    const REACH: usize = 5;
    const LINKS: &[&str] =
        &["to", "in", "on", "from", "with", "as", "and", "for", "at", "by", "the", "a", "an", "or", "is"];
    let line = text[words[index].start..]
        .find(['.', ',', ';', '\n'])
        .map_or(text.len(), |at| words[index].start + at);
    let arguments = words[index + 1..].iter().take(REACH).take_while(|span| span.start < line);
    let is_argument = |span: &&Span| {
        let word = &text[span.range()];
        (word.starts_with('-')
            && word.len() > 1
            && word[1..].starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            || (word.contains('/') && word.contains(|c: char| c.is_ascii_alphabetic()))
            || word.contains(['=', '_'])
    };
    let word = |span: &Span| &text[span.range()];
    let is_number = |span: &&Span| word(span).bytes().all(|byte| byte.is_ascii_digit());
    let mut near = arguments.clone().skip_while(is_number);
    let file = near.next().filter(|span| is_file(word(span)));
    let last = arguments.clone().filter(is_argument).last().or(file);
    let is_run = index > 0 && RUN.contains(&&text[words[index - 1].range()]);
    let is_verb = |span: &&Span| {
        let word = &text[span.range()];
        word.starts_with(|c: char| c.is_ascii_lowercase()) && !LINKS.contains(&word)
    };
    let first = arguments.clone().next().filter(|span| is_run && is_verb(span));
    Some(Span::new(words[index].start, last.or(first)?.end))
}

/// `secrets.env`, `app.tar.gz`
fn is_file(word: &str) -> bool {
    let Some((name, ending)) = word.rsplit_once('.') else { return false };
    !name.is_empty()
        && (2..=5).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_lowercase())
        && !["com", "org", "net", "io"].contains(&ending)
}

fn is_path(word: &str) -> bool {
    word.len() > 1
        && word.starts_with('/')
        && word[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "{:<".contains(c))
}

/// `/orders/{id}`, `/users/:id`, `~/logs/$DATE.log`, `{name}-{date}.csv`
fn is_template(word: &str) -> bool {
    let has_slot = |open: char, close: char| {
        word.split_once(open)
            .and_then(|(_, rest)| rest.split_once(close))
            .is_some_and(|(slot, _)| is_slot(slot))
    };
    let is_parted = word.contains(['/', '.', '-', '_']);
    let has_variable =
        word.split_once('$').is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    let has_colon =
        word.starts_with('/') && word.split('/').any(|part| part.strip_prefix(':').is_some_and(is_slot));
    (is_parted && has_slot('{', '}'))
        || (word.contains('/') && !word.starts_with('<') && has_slot('<', '>'))
        || has_colon
        || (word.contains('/') && has_variable)
}

/// The name of a placeholder.
fn is_slot(slot: &str) -> bool {
    slot.starts_with(|c: char| c.is_ascii_alphabetic())
        && slot.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// `--dry-run`, `--port=80`
fn is_flag(word: &str) -> bool {
    word.strip_prefix("--").is_some_and(|flag| {
        let name = flag.split('=').next().unwrap_or_default();
        name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    })
}

/// `%Y-%m-%d`, `YYYY-MM-DD`, `HH:mm`, `YYYYMMDD`
fn is_time_format(word: &str) -> bool {
    const PARTS: [&str; 13] =
        ["YYYY", "yyyy", "YY", "yy", "MMM", "MM", "DD", "dd", "HH", "hh", "mm", "SSS", "ss"];
    // Every part starts with a letter twice.
    let starts =
        matches!(word.as_bytes(), [first, second, ..] if first == second && first.is_ascii_alphabetic());
    if !starts && !word.bytes().any(|byte| byte == b'%') {
        return false;
    }
    let mut rest = word.trim_end_matches('Z');
    let (mut parts, mut signs) = (0, 0);
    while !rest.is_empty() {
        if let Some(left) = PARTS.iter().find_map(|part| rest.strip_prefix(part)) {
            parts += 1;
            rest = left;
        } else if let Some(left) = rest.strip_prefix(['-', '/', ':', '.', '_', 'T']).filter(|_| parts > 0) {
            signs += 1;
            rest = left;
        } else {
            break;
        }
    }
    let percents = word.matches('%').count();
    (rest.is_empty() && (parts > 2 || parts == 2 && signs == 1))
        || (percents > 1
            && word.split('%').skip(1).all(|part| part.starts_with(|c: char| c.is_ascii_alphabetic())))
}

/// A name that only code uses: `max_size`, `pool.size`, `MAX_SIZE`.
fn is_key(word: &str) -> bool {
    word.contains(['_', '.'])
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
        && !word.ends_with(['.', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::screen::{Screen, may_be_first};
    use crate::prose::{WordMark, words};

    #[test]
    fn code_in_running_text() {
        for (text, expected) in [
            ("Run docker compose up -d to start.", "docker compose up -d"),
            ("Call git log --oneline first.", "git log --oneline"),
            ("Start it with python tools/start.py.", "python tools/start.py"),
            ("An order is at /orders/{id}/lines.", "/orders/{id}/lines"),
            ("Users are at /users/:id.", "/users/:id"),
            ("Users are at /users/<id>/keys.", "/users/<id>/keys"),
            ("Run npm install first.", "npm install"),
            ("Then run make install as root.", "make install"),
            ("Files are named {host}-{date}.csv.", "{host}-{date}.csv"),
            ("Send POST /orders first.", "POST /orders"),
            ("Dates are YYYY-MM-DD.", "YYYY-MM-DD"),
            ("Times are %H:%M.", "%H:%M"),
            ("Pass --dry-run to test.", "--dry-run"),
            ("Set pool.size = 20.", "pool.size = 20"),
            ("Set MAX_SIZE=20 first.", "MAX_SIZE=20"),
            ("Logs are in /var/log/$HOST/app.log.", "/var/log/$HOST/app.log"),
            ("Run chmod 600 secrets.env first.", "chmod 600 secrets.env"),
            ("Unpack it with tar backup.tar.gz.", "tar backup.tar.gz"),
            ("A line is %h %l %u.", "%h %l"),
            ("Times are YYYY-MM-DDTHH:mm:ssZ.", "YYYY-MM-DDTHH:mm:ssZ"),
            ("Times are HH:mm.", "HH:mm"),
            ("Folders are named YYYYMMDD.", "YYYYMMDD"),
            ("Ships: SELECT name FROM ships WHERE id = 1;", "SELECT name FROM ships"),
            ("DELETE FROM carts empties it.", "DELETE FROM carts"),
            ("CREATE UNIQUE INDEX ships_name is needed.", "CREATE UNIQUE INDEX ships_name"),
            ("Call close() last.", "close()"),
            ("Restart: sudo systemctl restart nginx", "sudo systemctl restart nginx"),
            ("Stop: docker compose down", "docker compose down"),
            ("Install: pip install acme.", "pip install acme"),
            ("**Build:** make all", "make all"),
            ("Update it with git pull and restart it.", "git pull"),
            ("Reload it by sudo systemctl reload nginx, as root.", "sudo systemctl reload nginx"),
            ("The pool grows by pool.resize(5).", "pool.resize(5)"),
        ] {
            let found: Vec<&str> = find(text, |_| true).map(|span| &text[span.range()]).take(1).collect();
            assert_eq!(found, [expected], "{text}");
            let start = text.find(expected).expect("it was found");
            let first = |(start, end): &(usize, usize)| {
                let word = &text.as_bytes()[*start..*end];
                may_be_first(word, WordMark::of(word))
            };
            let words: Vec<usize> = words(text).filter(first).map(|(start, _)| start).collect();
            for start in [0, start] {
                let part = Span::new(start, text.len());
                assert!(Screen::new(text).lets(part, &words), "{}", &text[part.range()]);
            }
        }
        for text in [
            "It reads and/or writes 24/7.",
            "The make of the car -- a Fiat -- is known.",
            "Node is a runtime, and go is a language.",
            "Use git to fetch it.",
            "It costs $5 or 10 % of the price.",
            "x = 5 is the height.",
            "A 5-day TCP/IP course.",
            "The set {a, b} has two members.",
            "See section 3.2.",
            "GET is idempotent.",
            "A user can cd into it.",
            "Run git to fetch it.",
            "They make progress.",
            "a</b>",
            "The file(s) and f(x) are known.",
            "A yield of 5 % by weight, 20 mm wide.",
            "SELECT is a statement, and so is UPDATE.",
            "SELECT a plan. It comes from the shop.",
            "Go to example.com for node 18.",
            "The HH class sails on the MM.",
            "Options: make all files public",
            "They make all parts, with make all over.",
            "Triggers: git, docker and npm",
            "A git push starts the build, and a docker build follows.",
            "Requires: sudo rights and docker",
            "Order: go first, then stop.",
        ] {
            assert_eq!(find(text, |_| true).count(), 0, "{text}");
        }
    }
}
