//! White space that states nothing: beside signs in a text, and between the words of a line of code.

use super::words::words;

/// Signs beside which white space states nothing.
const SIGNS: &str = "/+=<>&*%";
/// Signs that stand between words, with or without white space.
const DASHES: [char; 3] = ['–', '—', '→'];

/// The words of a text as they are compared: `read / write` is `read/write`. White space in code counts.
pub(super) fn tight(said: &[String], text: &str) -> Vec<String> {
    let is_loose =
        |word: &String| word.starts_with(is_sign) || word.ends_with(is_sign) || word.contains(DASHES);
    if !said.iter().any(is_loose) {
        return said.to_vec();
    }
    let mut out = joined(said);
    for code in text.split('`').skip(1).step_by(2) {
        let own = words(code);
        if joined(&own) != own {
            out.push(format!("`{}`", own.join(" ")));
        }
    }
    out
}

fn is_sign(c: char) -> bool {
    SIGNS.contains(c)
}

/// Words without white space beside signs.
fn joined(all: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(all.len());
    let mut is_open = false;
    for word in all {
        // Code that is quoted as a whole.
        if word.starts_with('`') {
            out.push(word.clone());
            is_open = false;
            continue;
        }
        for part in word.split(DASHES).filter(|part| !part.is_empty()) {
            // A word like `/tmp` is a path.
            let is_path = part.len() > 1 && part.starts_with('/');
            match out.last_mut() {
                Some(last) if is_open || part.starts_with(is_sign) && !is_path => last.push_str(part),
                _ => out.push(part.to_owned()),
            }
            is_open = part.ends_with(is_sign);
        }
    }
    out
}

/// A line of code with one space wherever it has several between its words. What is before the first word or in quotes
/// stays.
pub(super) fn even(line: &str) -> String {
    let start = line.len() - line.trim_start().len();
    let mut out = line[..start].to_owned();
    let mut quote: Option<char> = None;
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at < start) {
        match quote {
            Some(open) if c == open => quote = None,
            None if "\"'`".contains(c) && line[at + 1..].contains(c) => quote = Some(c),
            None if c == ' ' && out.ends_with(' ') => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Whether two texts of code differ in nothing but the white space of their columns.
pub(super) fn is_realigned(old: &[String], new: &[String]) -> bool {
    let (was, is) = (continuing(old), continuing(new));
    old.len() == new.len()
        && (0..old.len()).all(|at| {
            let (old, new) = (even(&old[at]), even(&new[at]));
            old == new || was[at] && is[at] && old.trim_start() == new.trim_start()
        })
}

/// Which lines of code continue a column of a line above them, as in the help of a command. Their indentation is part of
/// how the columns are aligned.
pub(super) fn continuing(lines: &[String]) -> Vec<bool> {
    let mut out = Vec::with_capacity(lines.len());
    // The lines above that are indented less and less.
    let mut outer: Vec<&String> = Vec::new();
    for line in lines {
        let indent = indent_of(line);
        if line.trim().is_empty() {
            out.push(false);
            continue;
        }
        while outer.last().is_some_and(|above| indent_of(above) >= indent) {
            outer.pop();
        }
        out.push(outer.last().is_some_and(|above| has_column(above, indent)));
        outer.push(line);
    }
    out
}

/// So many spaces separate two columns.
const GAP: &str = "  ";

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a column starts there: a word after at least two spaces.
fn has_column(line: &str, at: usize) -> bool {
    match (line.get(..at), line.get(at..)) {
        (Some(before), Some(after)) => {
            before.ends_with(GAP) && !before.trim().is_empty() && !after.starts_with(' ') && !after.is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_beside_signs_outside_code() {
        for (old, new, expected) in [
            ("read/write access", "read / write access", true),
            ("read/write access", "read/ write access", true),
            ("`a`/`b c`", "`a`/ `b c`", true),
            ("a<b", "a < b", true),
            ("1–5 bar—or more", "1 – 5 bar — or more", true),
            ("5% of it", "5 % of it", true),
            ("see a/b", "see a /b", false),
            ("`a/b`", "`a / b`", false),
            ("a b", "a/b", false),
            ("-5", "- 5", false),
        ] {
            let of = |text: &str| tight(&words(&text.replace('`', "")), text);
            assert_eq!(of(old) == of(new), expected, "{old} {new}: {:?} {:?}", of(old), of(new));
        }
    }

    #[test]
    fn a_column_goes_on_below() {
        let is_same = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
            is_realigned(&old, &new)
        };
        let narrow =
            "  --lid    opens the lid\n           of the pump\n\n           and waits\n  --oil    oils it";
        let wide = "  --lid       opens the lid\n              of the pump\n\n              and waits\n  --oil       oils it";
        assert!(is_same(narrow, wide));
        assert!(is_same(narrow, &narrow.replace("--lid    ", "--lid  ")));
        assert!(!is_same(narrow, &narrow.replace("           of", "         of")));
        assert!(!is_same("if lid:\n  oil()", "if lid:\n    oil()"));
        assert!(!is_same("if lid: oil()\n        fill()", "if lid: oil()\n    fill()"));
    }

    #[test]
    fn spaces_between_the_words_of_code() {
        for (line, expected) in [
            ("--flow   is shown", "--flow is shown"),
            ("    a  =  1", "    a = 1"),
            ("a =  'x  y'  # it's  5", "a = 'x  y' # it's 5"),
            ("the pump's   lid", "the pump's lid"),
        ] {
            assert_eq!(even(line), expected);
        }
    }
}
