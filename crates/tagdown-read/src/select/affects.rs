//! Decides whether the affected versions of a BUG, as people write them, cover the requested versions. Text that is not
//! fully understood gives no answer, so no BUG is left out because of its wording.

use super::versions::{Interval, Versions};

/// Whether `text` covers one of the versions; `None` if the text is unclear.
pub(crate) fn covers(text: &str, asked: &Versions) -> Option<bool> {
    let mut affected: Vec<Interval> = Vec::new();
    // The intervals since the last fix. The next fix limits these, but not those of another branch.
    let mut group: Vec<Interval> = Vec::new();
    let mut fixes = 0;
    let mut is_unresolved = false;
    for clause in clauses(text)? {
        let tokens: Vec<Token> = words(&clause).iter().map(|word| token(word)).collect::<Option<_>>()?;
        is_unresolved |= tokens.iter().any(|token| matches!(token, Token::Open));
        match judge(&tokens)? {
            Clause::Silent => {}
            Clause::Affected(interval) => group.push(interval),
            Clause::Fixed(version) => {
                match (group.is_empty(), fixes) {
                    (true, 0) => group.push(Interval::default()),
                    // A second fix, for an unknown branch.
                    (true, _) => return None,
                    _ => {}
                }
                affected.extend(group.drain(..).map(|interval| interval.until(&version)));
                fixes += 1;
            }
        }
    }
    if fixes > 0 && !group.is_empty() || fixes + group.len() == 0 {
        return None;
    }
    affected.append(&mut group);
    if affected.iter().any(Interval::is_empty) {
        return None;
    }
    let covered = affected.iter().any(|interval| interval.meets(&asked.asked()));
    // An unresolved bug may affect more versions than the text names.
    (covered || !is_unresolved).then_some(covered)
}

/// The meaning of a clause.
enum Clause {
    Silent,
    Affected(Interval),
    Fixed(Versions),
}

#[derive(Clone, Debug)]
enum Token {
    Version(Versions),
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
    /// `unresolved`, `not fixed`.
    Open,
    /// A word without effect.
    Filler,
}

/// Phrases and their replacements, which turn a clause into a sequence of single words.
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
    ("introduced in", "since"),
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

const FILLERS: &[&str] =
    &["version", "versions", "release", "releases", "affected", "affects", "the", "v", "=", "=="];

/// Splits a text into independent clauses; `>= 1.2, < 1.5` is one clause. `None` for `(1.2, 1.5)`, an interval notation
/// that is ambiguous.
fn clauses(text: &str) -> Option<Vec<String>> {
    let is_interval = |inner: &str| {
        inner.contains(',') && inner.chars().all(|c| c.is_ascii_digit() || " .,vx*".contains(c))
    };
    let inners = text.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    if inners.into_iter().any(is_interval) {
        return None;
    }
    let mut plain = text.to_lowercase().replace(['`', '*', '_', '"', '(', ')'], " ");
    for (phrase, word) in PHRASES {
        plain = plain.replace(phrase, word);
    }
    let plain = plain.replace(" fixed", " ; fixed").replace(",fixed", " ; fixed");
    let mut clauses: Vec<String> = Vec::new();
    for clause in plain.split([';', '\n', '|']).flat_map(|clause| clause.split(" or ")) {
        let first = clauses.len();
        for piece in clause.split([',', '&']).flat_map(|piece| piece.split(" and ")) {
            let piece = piece.trim().trim_end_matches('.').trim();
            let narrows = piece.starts_with(['<', '>']) || piece.starts_with("before ");
            match clauses[first..].last_mut() {
                Some(last) if narrows && last.contains(['>', '<']) => last.push_str(&format!(" {piece}")),
                _ => clauses.push(piece.to_owned()),
            }
        }
    }
    Some(clauses)
}

/// The words of a clause. Comparison signs and the dash between versions are separate words.
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

/// The meaning of a word; `None` if it has none here.
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
        "unresolved" | "unfixed" | "open" => Token::Open,
        word if FILLERS.contains(&word) => Token::Filler,
        word => Token::Version(Versions::read(word)?),
    })
}

/// The meaning of a clause; `None` if its words do not fit together.
fn judge(tokens: &[Token]) -> Option<Clause> {
    let open = tokens.iter().position(|token| matches!(token, Token::Open)).unwrap_or(tokens.len());
    if tokens[open..].iter().any(|token| matches!(token, Token::Version(_))) {
        return None;
    }
    let is_said = |token: &&Token| !matches!(token, Token::Filler | Token::Open);
    let tokens: Vec<&Token> = tokens.iter().filter(is_said).collect();
    let tokens = match tokens[..] {
        [Token::All, ref rest @ ..] if !rest.is_empty() => rest,
        ref all => all,
    };
    let interval = match tokens {
        [] | [Token::FixedIn] => return Some(Clause::Silent),
        [Token::FixedIn, Token::Version(version)] if version.is_open => return None,
        [Token::FixedIn, Token::Version(version)] => return Some(Clause::Fixed(version.clone())),
        [Token::All] => Interval::default(),
        [Token::Version(a)] => a.interval(),
        [Token::Version(a), Token::Later]
        | [Token::From | Token::After, Token::Version(a)]
        | [Token::From, Token::Version(a), Token::Later] => Interval::new(Some(a.from()), None),
        [Token::Version(a), Token::Earlier] | [Token::To | Token::Dash, Token::Version(a)] => {
            Interval::new(None, Some(a.to()))
        }
        [Token::Before, Token::Version(a)] => Interval::new(None, Some(a.below())),
        [Token::Version(a), Token::Dash | Token::To, Token::Version(b)]
        | [Token::From, Token::Version(a), Token::Dash | Token::To, Token::Version(b)] => {
            Interval::new(Some(a.from()), Some(b.to()))
        }
        [
            Token::From | Token::After,
            Token::Version(a),
            to @ (Token::Before | Token::To),
            Token::Version(b),
        ] => {
            let high = if matches!(to, Token::Before) { b.below() } else { b.to() };
            Interval::new(Some(a.from()), Some(high))
        }
        _ => return None,
    };
    Some(Clause::Affected(interval))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions_of(row: &str) -> impl Iterator<Item = Versions> {
        row.split_whitespace().map(|word| word.parse().expect("a version"))
    }

    #[test]
    fn affected_versions_are_read_as_people_write_them() {
        for (text, covered, not) in [
            ("2.0.0–2.3.0.", "2.1.0 2.3.0 2 2.3", "1.9.9 2.3.1 3"),
            ("2.0.0–2.3.0 (unresolved).", "2.1.0 2.3.0 2 2.3", ""),
            ("1.2, fixed in 1.5", "1.2.0 1.3 1.4.9", "1.1 1.5.0"),
            ("1.2", "1.2.0-beta 1.2.9", "1.3 1.1.9"),
            ("1.2.0 to 1.4.2; fixed in 1.4.3", "1.2.0 1.4.2 1.4", "1.4.3 1.1.0"),
            ("1.0-1.4", "1.0.0 1.4.7", "1.5.0 0.9.0"),
            ("< 2.0", "1.9.9", "2.0.0 2.1.0"),
            (">= 1.2, < 1.5", "1.2.0 1.4.9", "1.1.9 1.5.0 1.5"),
            (">=1.2 <1.5", "1.2.0 1.4.9", "1.1.9 1.5.0"),
            ("all", "0.1.0 9.0.0", ""),
            ("all versions before 3.1", "3.0.9", "3.1.0"),
            ("2.x", "2.0.0 2.9.1", "3.0.0 1.9.0"),
            ("since 1.2", "1.2.0 3.0.0", "1.1.9"),
            ("introduced in 1.2, fixed in 1.5", "1.2.0 1.4", "1.1.9 1.5.0"),
            ("1.2.0 and later", "1.2.0 3.0.0", "1.1.9"),
            ("v1.2+", "1.2.0 3.0.0", "1.1.9"),
            ("up to 1.9", "0.1.0 1.9.4", "1.10.0"),
            ("1.2.3, 1.2.4", "1.2 1.2.3", "1.3 1.2.5"),
            ("1.2.0, 1.2.2 and 2.0.0", "1.2.0 1.2.2 2.0.0", "1.2.1 2.0.1"),
            ("`1.x`, fixed in 1.8.0", "1.7.9", "1.8.0 2.0.0"),
            ("1.x (fixed in 1.8.0), 2.x (fixed in 2.4.0)", "1.7.0 2.1.0", "1.8.0 2.4.0 3.0.0"),
            (">= 2.0 or < 1.0", "2.1 0.9", "1.5"),
            ("> 2.1", "2.1.3 2.2 2.1", "2.0.9"),
            ("fixed in 2.3.1", "2.3.0 0.1.0", "2.3.1 3.0.0"),
            ("≤ 2.3", "2.3.9", "2.4.0"),
            ("3.0.0-rc.1", "3.0.0-rc.1 3.0 3.0.0", "3.0.1 2.9"),
            (">= 2.0.0", "2.0.0-rc.1 2.0.0", "1.9"),
            ("2024.1 to 2024.3", "2024.2 2024.3.1", "2024.4 2025.1"),
            ("10.0.1.4", "10.0.1.4 10.0.1", "10.0.1.5"),
        ] {
            for asked in versions_of(covered) {
                assert_eq!(covers(text, &asked), Some(true), "{text} covers {asked:?}");
            }
            for asked in versions_of(not) {
                assert_eq!(covers(text, &asked), Some(false), "{text} does not cover {asked:?}");
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
            "[1.2, 1.5)",
            "(,1.5]",
            "(1.2, 1.5)",
            "1.2-",
            "still present in 2.3",
            "^1.2",
            "2024-03",
            "since 2024-05",
            "5.10.0-2",
            "fixed in 1.8.0; fixed in 2.4.0",
            "all, fixed in 1.8.0, fixed in 2.4.0",
            "not yet fixed in 2.3",
            "unresolved in 2.3",
            "2.0.0, not fixed in 2.1.0",
            "1.2, not fixed",
            "1.2, open",
            "1.4 to 1.0",
            "2.x, fixed in 2.x",
            "18446744073709551615",
        ] {
            let asked = "2.0.0".parse().expect("a version");
            assert_eq!(covers(text, &asked), None, "{text}");
        }
    }
}
