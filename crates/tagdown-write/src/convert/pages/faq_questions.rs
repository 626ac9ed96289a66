//! Finds the questions of a FAQ that are lines of text instead of headings, and tells which questions are about a
//! failure.

use tagdown::text::Span;

use crate::convert::trackers::{tells_of_failure, words};

/// A question at the start of a paragraph.
pub(super) struct Asked {
    /// `Q:`, with the space after it; empty if there is none.
    pub(super) label: Span,
    /// The question, with its emphasis.
    pub(super) question: Span,
    /// Its words.
    pub(super) title: String,
}

/// The question that a paragraph starts with, if its text starts at byte `at`: `**Why?**`, `**Q: Why?**`, `Q: Why?`, or
/// a bold title on its own or with a full stop.
pub(super) fn asked(text: &str, at: usize) -> Option<Asked> {
    let label = label(text, &["q", "question"]);
    let rest = &text[label..];
    let (length, title) = match rest.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        Some((title, after))
            if title.ends_with(['?', '.', '!']) || after.trim().is_empty() && !title.ends_with(':') =>
        {
            (title.len() + 4, title)
        }
        None if label > 0 => {
            let line = rest.lines().next().unwrap_or_default();
            let end = line.find("? ").map_or(line.trim_end().len(), |at| at + 1);
            (end, &rest[..end])
        }
        _ => return None,
    };
    let own = self::label(title, &["q", "question"]);
    let title = title[own..].trim();
    (!title.is_empty() && !title.contains('\n')).then(|| Asked {
        label: Span::new(at, at + label),
        question: Span::new(at + label, at + label + length),
        title: title.to_owned(),
    })
}

/// The length of `A:` at the start of an answer, with the space after it.
pub(super) fn answer_label(text: &str) -> usize {
    label(text, &["a", "answer"])
}

/// The length of a label such as `Q:`, `Q1.`, `**Q:**` or `**Q**:` at the start of a text, with the space after it.
fn label(text: &str, names: &[&str]) -> usize {
    let bare = text.trim_start_matches('*');
    let marks = text.len() - bare.len();
    let name = bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len());
    if !names.contains(&bare[..name].to_lowercase().as_str()) {
        return 0;
    }
    let rest = bare[name..].trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['*', ':', '.', ')']);
    let tail = &rest[..rest.len() - after.len()];
    let is_whole = tail.matches('*').count() == marks && tail.len() == marks + 1;
    let is_parted = after.starts_with(' ') || after.is_empty();
    if is_whole && is_parted { text.len() - after.trim_start_matches(' ').len() } else { 0 }
}

/// Verbs and other words for a failure that somebody asks about.
const FAILS: &str = "fail fails crash crashes hang hangs freeze freezes break breaks abort aborts panic panics leak leaks die dies \
    disappear disappears segfault segfaults deadlock deadlocks error errors exception exceptions timeout timeouts broken stuck \
    corrupt corrupted wrong slow empty blank denied refused rejected killed lost missing failing crashing hanging failure twice duplicate duplicates duplicated garbled truncated 404 500 502 503 504";

/// What a thing that works does. With a negation, it is a failure and not a choice of the author.
const WORKS: &str = "start starts work works connect connects load loads open opens run runs respond responds show shows appear appears \
    build builds compile compiles install installs update updates save saves print prints find see boot boots finish finishes \
    log sync upload download login render renders resolve responding working starting loading connecting";

/// Whether a question is about something that does not work, and not about a choice, a limit or how to do something.
pub(super) fn asks_about_failure(question: &str) -> bool {
    const CHOICES: &str = "can could is are was does do did will would should which where when who may must has have if how what";
    // A number, or `Q` in a heading such as `Q3: Why?`, is not part of the question.
    let is_number = |word: &String| word.trim_start_matches('q').bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<String> = words(question).into_iter().skip_while(is_number).collect();
    let Some(first) = words.first() else { return false };
    let is_of = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let has = |list: &str| words.iter().any(|word| is_of(list, word));
    let is_open = match first.as_str() {
        "how" => has("fix solve resolve cure troubleshoot debug"),
        "what" => has("mean means cause causes wrong"),
        first => !is_of(CHOICES, first),
    };
    let denies = |word: &String| {
        is_of(
            "not cannot never stop stops stopped don't doesn't didn't isn't aren't won't can't couldn't",
            &word.replace('’', "'"),
        )
    };
    let stands_still = words
        .iter()
        .position(denies)
        .is_some_and(|at| words[at + 1..].iter().any(|word| is_of(WORKS, word.as_str())));
    is_open && (has(FAILS) || stands_still || names_error(question))
}

/// Whether a title without a question mark names a failure.
pub(super) fn names_failure(title: &str) -> bool {
    if title.ends_with('?') { asks_about_failure(title) } else { tells_of_failure(title) }
}

/// Whether a text has the name of an error: `ENOSPC`, `TypeError`.
fn names_error(text: &str) -> bool {
    let is_name = |word: &str| {
        let is_code = word.len() > 4 && word.starts_with('E') && word.chars().all(|c| c.is_ascii_uppercase());
        is_code || word.len() > 5 && (word.ends_with("Error") || word.ends_with("Exception"))
    };
    text.split(|c: char| !c.is_alphanumeric()).any(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_found_at_the_start_of_a_paragraph() {
        for (text, label, title) in [
            ("**Why does it hang?**", "", "Why does it hang?"),
            ("**Why does it hang?** It waits.", "", "Why does it hang?"),
            ("**Q: Why does it hang?**\nA: It waits.", "", "Why does it hang?"),
            ("Q: Why does it hang?\nA: It waits.", "Q: ", "Why does it hang?"),
            ("Q: Why does it hang? It waits.", "Q: ", "Why does it hang?"),
            ("**Q:** Why does it hang?", "**Q:** ", "Why does it hang?"),
            ("Q12. Why does it hang?", "Q12. ", "Why does it hang?"),
            ("**The build hangs**", "", "The build hangs"),
            ("**The build hangs.** It waits.", "", "The build hangs."),
        ] {
            let asked = asked(text, 7).expect(text);
            assert_eq!((&text[..asked.label.len()], asked.title.as_str()), (label, title), "{text}");
            assert_eq!((asked.label.start, asked.question.start), (7, 7 + label.len()), "{text}");
        }
        for text in
            ["**Port:** 8080", "**Cause:**", "Why does it hang?", "**Two** words", "Quick: do it", "Q: "]
        {
            assert!(asked(text, 0).is_none(), "{text}");
        }
        for (text, length) in [("A: It", 3), ("**A:** It", 7), ("Answer: It", 8), ("A server", 0), ("It", 0)]
        {
            assert_eq!(answer_label(text), length, "{text}");
        }
    }

    #[test]
    fn a_failure_is_something_that_does_not_work() {
        for question in [
            "Why does the build fail with ENOSPC?",
            "Why do I get `TypeError: x` on start?",
            "Why is the page blank after an update?",
            "Why doesn't the server start?",
            "Why does the worker stop responding after a day?",
            "What does `EADDRINUSE` mean?",
            "How do I fix the login error?",
            "The worker hangs at 100%?",
            "2. Q: Why is the page blank?",
        ] {
            assert!(asks_about_failure(question), "{question}");
        }
        for question in [
            "Why doesn't it support YAML?",
            "Why does the worker stop after 100 jobs?",
            "Why does the client retry failed requests?",
            "How do I recover a lost password?",
            "What happens if a job fails?",
            "4. What happens if a job fails?",
            "Q3: Is my data lost if the disk fails?",
            "Can I run it without Docker?",
            "Why Rust?",
        ] {
            assert!(!asks_about_failure(question), "{question}");
        }
    }
}
