//! What the title of a pull request says was done, without the marks around it.

use super::cause_words::names_part;
use super::change_content::is_vague;
use super::change_words::{DOES, did, is_of};
use super::remarks::is_work;
use super::sentence_signs::{has, words};

/// Verbs that tie a change to an issue.
const TIES: [&str; 13] = [
    "closes", "fixes", "resolves", "see", "for", "fix", "close", "refs", "resolve", "fixed", "closed", "ref",
    "issue",
];

/// The title of a pull request that says what was done: `Evict closed connections from the pool`.
pub(crate) fn by_title(title: &str) -> Option<String> {
    let bare = without_references(title.trim());
    if is_chore(bare) {
        return None;
    }
    let bare = without_marks(bare);
    let after = || after_failure(bare).or_else(|| after_part(bare)).filter(|text| is_told(text));
    Some(bare).filter(|text| is_told(text)).or_else(after).map(str::to_owned)
}

/// Verbs that open the title of a fix.
pub(crate) const FIXES: [&str; 4] = ["fix", "fixes", "fixed", "fixing"];

/// Whether a title says what was done. A short one has to name the part that was changed.
fn is_told(bare: &str) -> bool {
    let all = words(bare);
    let is_verb = is_of(DOES, all.first()) || did(&all);
    let is_thin = all.len() == 4 && has(bare, "correct, proper, right, valid, more, some, new");
    let least = if names_part(bare) { 3 } else { 4 };
    let is_long = all.len() >= least && (names_part(bare) || !is_thin);
    is_long && is_verb && !is_vague(bare) && !is_work(bare) && !bare.ends_with('…')
}

/// Whether a title is about the project's own tools and texts.
fn is_chore(title: &str) -> bool {
    const KINDS: [&str; 7] = ["chore", "docs", "doc", "test", "tests", "ci", "style"];
    let kind = title.trim_start_matches('[').split([':', '(', ']', '/']).next().unwrap_or_default();
    KINDS.contains(&kind.trim().to_lowercase().as_str())
}

/// A title without what it refers to: `(#12)`, `(fixes #12)`, `. Closes #12`.
pub(crate) fn without_references(title: &str) -> &str {
    let mut bare = title;
    loop {
        let before = bare;
        if let Some((rest, inner)) = bare.strip_suffix(')').and_then(|rest| rest.rsplit_once('('))
            && is_reference(inner)
        {
            bare = rest.trim_end();
        }
        if let Some((rest, number)) = bare.rsplit_once(" #")
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            let (head, last) = rest.trim().rsplit_once(' ').unwrap_or((rest, ""));
            bare = if is_tie(last) { head } else { rest }.trim().trim_end_matches(['.', ',', ';', '-', '(']);
        }
        if bare == before {
            return bare;
        }
    }
}

fn is_tie(word: &str) -> bool {
    TIES.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str())
}

/// Whether the text in parentheses only names issues: `#12`, `fixes #12, #14`.
fn is_reference(inner: &str) -> bool {
    let is_number = |word: &str| {
        let word = word.trim_matches([',', ':', ';']);
        word.rsplit_once('#')
            .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    inner.split_whitespace().any(is_number)
        && inner.split_whitespace().all(|word| is_number(word) || is_tie(word) || word == "and")
}

/// A title without the part and the kind of change before it: `fix(pool): evict …`, `[pool] evict …`, `#12 evict …`.
pub(crate) fn without_marks(title: &str) -> &str {
    let mut bare = title;
    // `AB-12 evict …`, `#12 evict …`
    if let Some((mark, rest)) = bare.split_once(' ')
        && mark.bytes().any(|byte| byte.is_ascii_digit())
        && mark
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"#-:".contains(&byte))
    {
        bare = rest.trim();
    }
    for mark in ["Fix - ", "fix - ", "Fix: ", "Bugfix: ", "Bug fix: "] {
        bare = bare.strip_prefix(mark).unwrap_or(bare);
    }
    while let Some((mark, rest)) = bare.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if mark.len() >= 20 {
            break;
        }
        bare = rest.trim_start_matches([' ', ':', '-']);
    }
    match bare.split_once(": ") {
        Some((mark, rest)) if mark.len() < 24 && !mark.contains(' ') => rest.trim(),
        _ => bare,
    }
}

/// What follows the failure in a title: `Fix the crash on start - open the pool first`.
fn after_failure(bare: &str) -> Option<&str> {
    words(bare).first().filter(|first| FIXES.contains(&first.as_str()))?;
    [" - ", " – ", " — ", ": ", "; "]
        .iter()
        .find_map(|mark| bare.split_once(mark))
        .map(|(_, rest)| rest.trim())
}

/// What follows the part that was changed in a title: `Login page: open the pool first`.
fn after_part(bare: &str) -> Option<&str> {
    bare.split_once(": ").filter(|(part, _)| words(part).len() <= 3).map(|(_, rest)| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_read_without_its_marks() {
        for (title, told) in [
            ("Fix: Close the list before reading (fixes #31)", Some("Close the list before reading")),
            ("[fix] Raised \"listLimit\" for PageReader #12", Some("Raised \"listLimit\" for PageReader")),
            ("Fix start on Windows - Open the path in list.rs", Some("Open the path in list.rs")),
            ("add missing close()", Some("add missing close()")),
            ("Check lengths for overflow", Some("Check lengths for overflow")),
            ("Login page: open the list before reading", Some("open the list before reading")),
            ("Fix the crash on start", None),
            ("Fix start on Windows - second try", None),
            ("Handle lists (better)", None),
            ("chore: disable the second list", None),
            ("Add correct list names", None),
            ("Add lists", None),
        ] {
            assert_eq!(by_title(title).as_deref(), told, "{title}");
        }
    }
}
