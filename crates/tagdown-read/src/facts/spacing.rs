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
