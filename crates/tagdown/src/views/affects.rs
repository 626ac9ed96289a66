//! Whether the versions that a BUG affects, as people write them, cover one version. What is not wholly understood is
//! no answer, so that no failure is left out because of a wording.

use semver::{Prerelease, Version};

/// A version as people write it: `2`, `v2.1`, `2.1.3-rc.1`. Missing numbers are zero.
pub fn parse_version(text: &str) -> Option<Version> {
    match token(&text.trim().to_lowercase())? {
        Token::Version(found) if !found.open => Some(found.low),
        _ => None,
    }
}

/// Whether `text` covers `version`; `None` where it does not clearly say.
pub(super) fn covers(text: &str, version: &Version) -> Option<bool> {
    let mut verdict = None;
    // What the clauses since the last fix say; a fix limits them, and not those of another branch.
    let mut group: Option<bool> = None;
    for clause in clauses(text) {
        let tokens: Vec<Token> = words(&clause).iter().map(|word| token(word)).collect::<Option<_>>()?;
        match judge(&tokens, version)? {
            Verdict::Silent => {}
            Verdict::Covered(yes) => group = Some(group.unwrap_or(false) || yes),
            Verdict::Fixed(yes) => {
                let affected = group.take().unwrap_or(verdict.is_none()) && !yes;
                verdict = Some(verdict.unwrap_or(false) || affected);
            }
        }
    }
    match (verdict, group) {
        (Some(_), Some(_)) => None,
        (verdict, group) => verdict.or(group),
    }
}

/// What a clause says of the version.
enum Verdict {
    Silent,
    Covered(bool),
    Fixed(bool),
}

/// A version with the numbers that were left open: `1.2` and `1.2.x` reach up to `1.3`.
#[derive(Clone, Debug)]
struct Reach {
    low: Version,
    /// The first version behind it, where it is more than one.
    behind: Option<Version>,
    /// Written with an `x` or `*`.
    open: bool,
}

impl Reach {
    fn is_below(&self, version: &Version) -> bool {
        self.behind.as_ref().map_or(*version > self.low, |behind| version >= behind)
    }

    fn covers(&self, version: &Version) -> bool {
        *version >= self.low && !self.is_below(version)
    }
}

#[derive(Clone, Debug)]
enum Token {
    Version(Reach),
    /// `>=`, `since`, `from`.
    From,
    /// `>`, `after`.
    After,
    /// `<=`, `up to`, `through`.
    To,
    /// `<`, `before`.
    Before,
    /// `-`, `to`, `until`, between two versions.
    Dash,
    /// `+`, `and later`.
    Later,
    /// `and earlier`.
    Earlier,
    FixedIn,
    All,
    /// A word that changes nothing.
    Filler,
}

/// Phrases of several words as one, so that a clause is a row of single words.
const PHRASES: &[(&str, &str)] = &[
    ("prior to", "before"),
    ("earlier than", "before"),
    ("older than", "before"),
    ("less than", "before"),
    ("lower than", "before"),
    ("later than", "after"),
    ("newer than", "after"),
    ("greater than", "after"),
    ("up to and including", "upto"),
    ("up to", "upto"),
    ("and later", "later"),
    ("or later", "later"),
    ("and newer", "later"),
    ("or newer", "later"),
    ("and above", "later"),
    ("or above", "later"),
    ("and up", "later"),
    ("and earlier", "earlier"),
    ("or earlier", "earlier"),
    ("and older", "earlier"),
    ("or older", "earlier"),
    ("and below", "earlier"),
    ("or below", "earlier"),
    ("fixed in", "fixed"),
    ("fixed by", "fixed"),
    ("fixed with", "fixed"),
    ("resolved in", "fixed"),
    ("patched in", "fixed"),
    ("not yet fixed", "unfixed"),
    ("not fixed", "unfixed"),
    ("≤", "<="),
    ("≥", ">="),
    (">=", " >= "),
    ("<=", " <= "),
    ("...", " - "),
    ("..", " - "),
    ("–", " - "),
    ("—", " - "),
    ("−", " - "),
    ("+", " later"),
];

const FILLERS: &[&str] = &[
    "version",
    "versions",
    "release",
    "releases",
    "affected",
    "affects",
    "the",
    "v",
    "unresolved",
    "unfixed",
    "open",
    "confirmed",
    "present",
    "in",
    "is",
    "are",
    "was",
    "still",
    "current",
    "=",
    "==",
];

/// Clauses that each say something by themselves; `>= 1.2, < 1.5` is one.
fn clauses(text: &str) -> Vec<String> {
    let mut plain = text.to_lowercase().replace(['`', '*', '_', '"', '(', ')', '[', ']'], " ");
    for (phrase, word) in PHRASES {
        plain = plain.replace(phrase, word);
    }
    let plain = plain.replace("fixed", "; fixed");
    let mut clauses: Vec<String> = Vec::new();
    for clause in plain.split([';', '\n', '|']).flat_map(|clause| clause.split(" or ")) {
        for piece in clause.split([',', '&']).flat_map(|piece| piece.split(" and ")) {
            let piece = piece.trim().trim_end_matches('.').trim();
            let narrows = piece.starts_with(['<', '>']) || piece.starts_with("before ");
            match clauses.last_mut() {
                Some(last) if narrows && clause.contains(piece) && last.contains(['>', '<']) => {
                    last.push_str(&format!(" {piece}"));
                }
                _ => clauses.push(piece.to_owned()),
            }
        }
    }
    clauses
}

/// The words of a clause, with signs of comparison and the dash between versions apart.
fn words(clause: &str) -> Vec<String> {
    let mut out = String::new();
    let chars: Vec<char> = clause.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1);
        let is_sign = "<>=".contains(c);
        let joins_sign = is_sign && after.is_some_and(|next| *next == '=');
        // `1.2-1.4` is a range; `1.2-rc.1` is one version.
        let is_range = c == '-'
            && before.is_some_and(|b| b.is_ascii_digit() || b == 'x')
            && after.is_some_and(|a| a.is_ascii_digit() || *a == 'v');
        if is_range || is_sign && before.is_some_and(|b| !"<>=".contains(b)) {
            out.push(' ');
        }
        out.push(c);
        if is_range || is_sign && !joins_sign {
            out.push(' ');
        }
    }
    out.split_whitespace()
        .map(|word| word.trim_matches([':', '.']).to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}

/// A word; `None` where it means nothing here.
fn token(word: &str) -> Option<Token> {
    Some(match word {
        ">=" | "since" | "from" | "starting" => Token::From,
        ">" | "after" => Token::After,
        "<=" | "upto" | "through" => Token::To,
        "<" | "before" | "below" => Token::Before,
        "-" | "to" | "until" | "till" => Token::Dash,
        "later" | "onward" | "onwards" | "newer" => Token::Later,
        "earlier" | "older" => Token::Earlier,
        "fixed" => Token::FixedIn,
        "all" | "any" | "every" => Token::All,
        word if FILLERS.contains(&word) => Token::Filler,
        word => Token::Version(reach(word.strip_prefix('v').unwrap_or(word))?),
    })
}

fn reach(word: &str) -> Option<Reach> {
    let (core, suffix) = word.split_at(word.find(['-', '+']).unwrap_or(word.len()));
    let mut numbers = Vec::new();
    let mut open = false;
    for part in core.split('.') {
        if matches!(part, "x" | "*") {
            open = true;
        } else if open || numbers.len() == 3 {
            return None;
        } else {
            numbers.push(part.parse::<u64>().ok()?);
        }
    }
    // A year or a date is no version that could be compared.
    if numbers.is_empty() || numbers[0] > 1900 {
        return None;
    }
    let pre = suffix.strip_prefix('-').map(|pre| pre.split('+').next().unwrap_or(pre)).unwrap_or_default();
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
    let mut low = Version::new(number(0), number(1), number(2));
    low.pre = Prerelease::new(pre).ok()?;
    let behind = match numbers.len() {
        1 => Some(Version::new(number(0) + 1, 0, 0)),
        2 => Some(Version::new(number(0), number(1) + 1, 0)),
        _ => None,
    };
    Some(Reach { low, behind, open })
}

fn judge(tokens: &[Token], version: &Version) -> Option<Verdict> {
    let tokens: Vec<&Token> = tokens.iter().filter(|token| !matches!(token, Token::Filler)).collect();
    Some(match tokens[..] {
        [] | [Token::FixedIn] => Verdict::Silent,
        [Token::All] => Verdict::Covered(true),
        [Token::All, ref rest @ ..] => {
            return judge(&rest.iter().map(|&t| t.clone()).collect::<Vec<_>>(), version);
        }
        [Token::FixedIn, Token::Version(v)] => Verdict::Fixed(*version >= v.low),
        [Token::Version(a)] => Verdict::Covered(a.covers(version)),
        [Token::Version(a), Token::Later] | [Token::From, Token::Version(a)] => {
            Verdict::Covered(*version >= a.low)
        }
        [Token::From, Token::Version(a), Token::Later] => Verdict::Covered(*version >= a.low),
        [Token::After, Token::Version(a)] => Verdict::Covered(a.is_below(version)),
        [Token::Version(a), Token::Earlier] | [Token::To, Token::Version(a)] => {
            Verdict::Covered(!a.is_below(version))
        }
        [Token::Dash, Token::Version(a)] => Verdict::Covered(!a.is_below(version)),
        [Token::Before, Token::Version(a)] => Verdict::Covered(*version < a.low),
        [Token::Version(a), Token::Dash | Token::To, Token::Version(b)]
        | [Token::From, Token::Version(a), Token::Dash | Token::To, Token::Version(b)] => {
            Verdict::Covered(*version >= a.low && !b.is_below(version))
        }
        [
            from @ (Token::From | Token::After),
            Token::Version(a),
            to @ (Token::Before | Token::To),
            Token::Version(b),
        ] => {
            let above = if matches!(from, Token::From) { *version >= a.low } else { a.is_below(version) };
            let below = if matches!(to, Token::Before) { *version < b.low } else { !b.is_below(version) };
            Verdict::Covered(above && below)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn affected_versions_are_read_as_people_write_them() {
        for (text, covered, not) in [
            ("2.0.0–2.3.0 (unresolved).", "2.1.0 2.3.0", "1.9.9 2.3.1"),
            ("1.2.0 to 1.4.2; fixed in 1.4.3", "1.2.0 1.4.2", "1.4.3 1.1.0"),
            ("1.0-1.4", "1.0.0 1.4.7", "1.5.0 0.9.0"),
            ("< 2.0", "1.9.9", "2.0.0 2.1.0"),
            (">= 1.2, < 1.5", "1.2.0 1.4.9", "1.1.9 1.5.0"),
            (">=1.2 <1.5", "1.2.0 1.4.9", "1.1.9 1.5.0"),
            ("all", "0.1.0 9.0.0", ""),
            ("all versions before 3.1", "3.0.9", "3.1.0"),
            ("2.x", "2.0.0 2.9.1", "3.0.0 1.9.0"),
            ("since 1.2", "1.2.0 3.0.0", "1.1.9"),
            ("1.2.0 and later", "1.2.0 3.0.0", "1.1.9"),
            ("v1.2+", "1.2.0 3.0.0", "1.1.9"),
            ("up to 1.9", "0.1.0 1.9.4", "1.10.0"),
            ("1.2.0, 1.2.2 and 2.0.0", "1.2.0 1.2.2 2.0.0", "1.2.1 2.0.1"),
            ("`1.x`, fixed in 1.8.0", "1.7.9", "1.8.0 2.0.0"),
            ("1.x (fixed in 1.8.0), 2.x (fixed in 2.4.0)", "1.7.0 2.1.0", "1.8.0 2.4.0 3.0.0"),
            ("fixed in 2.3.1", "2.3.0 0.1.0", "2.3.1 3.0.0"),
            ("≤ 2.3", "2.3.9", "2.4.0"),
            ("3.0.0-rc.1", "3.0.0-rc.1", "3.0.0"),
        ] {
            let versions = |row: &str| {
                row.split_whitespace().map(|v| parse_version(v).expect("a version")).collect::<Vec<_>>()
            };
            for version in versions(covered) {
                assert_eq!(covers(text, &version), Some(true), "{text} covers {version}");
            }
            for version in versions(not) {
                assert_eq!(covers(text, &version), Some(false), "{text} does not cover {version}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_no_answer() {
        for text in [
            "Windows 11",
            "all except 2.1",
            "builds from March",
            "2026-03-01",
            "",
            "not 1.2",
            "nightly",
            "all; fixed in 1.8 and 2.1",
        ] {
            assert_eq!(covers(text, &Version::new(2, 0, 0)), None, "{text}");
        }
    }
}
