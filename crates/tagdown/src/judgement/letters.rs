//! Recognises words by their letters: in capitals, or in mixed case like a name in code.

/// Whether a text is ASCII, has no `_`, and has capitals only after white space: a cheap test before the others.
pub(super) fn is_simple(text: &str) -> bool {
    let is_unusual = |byte: u8| matches!(byte, b'_' | 0x80..);
    let is_inner_capital = |one: u8, next: u8| next.is_ascii_uppercase() && one > b' ';
    // Without a branch, the compiler looks at many bytes at once.
    !pairs(text).fold(text.bytes().next().is_some_and(is_unusual), |found, (one, next)| {
        found | is_unusual(next) | is_inner_capital(one, next)
    })
}

/// The bytes of a text, each with the next one.
pub(super) fn pairs(text: &str) -> impl Iterator<Item = (u8, u8)> {
    text.bytes().zip(text.bytes().skip(1))
}

/// Whether a text has a word of several letters that are all ASCII capitals.
pub(super) fn has_capitals(text: &str) -> bool {
    if !text.is_ascii() {
        let is_loud = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        return text.split(|c: char| !c.is_alphanumeric()).any(is_loud);
    }
    let is_loud = |(one, next): (u8, u8)| one.is_ascii_uppercase() & next.is_ascii_uppercase();
    if !pairs(text).fold(false, |found, pair| found | is_loud(pair)) {
        return false;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_uppercase() {
            // The rest of a word that starts with something else does not count.
            let is_word = bytes[at].is_ascii_alphanumeric();
            at += 1;
            while is_word && at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
                at += 1;
            }
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_uppercase() {
            at += 1;
        }
        let ends = bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if ends && at - start > 1 {
            return true;
        }
        while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
    }
    false
}

/// Whether a text has a word with `_`, or one in lower case with a capital after its first character.
pub(super) fn has_mixed_case(text: &str) -> bool {
    if !text.is_ascii() {
        let is_mixed = |word: &str| {
            word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase)
                || word.contains('_')
        };
        return text.split_whitespace().any(is_mixed);
    }
    let (mut is_first, mut has_upper, mut has_lower) = (true, false, false);
    for byte in text.bytes() {
        match byte {
            b' ' | b'\t'..=b'\r' => (is_first, has_upper, has_lower) = (true, false, false),
            b'_' => return true,
            b'a'..=b'z' => (is_first, has_lower) = (false, true),
            b'A'..=b'Z' => (is_first, has_upper) = (false, has_upper || !is_first),
            _ => is_first = false,
        }
        if has_upper && has_lower {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_text_is_read_like_any_other() {
        for (text, capitals, mixed) in [
            ("The HTTP port", true, false),
            ("A B c", false, false),
            ("HTTP2 and xHTTP", false, true),
            ("X1A AB1", false, false),
            ("(API)", true, false),
            ("an iPhone", false, true),
            ("The end", false, false),
            ("max_size", false, true),
            ("-It is", false, true),
            ("a\u{b}Bc", false, false),
        ] {
            assert_eq!((has_capitals(text), has_mixed_case(text)), (capitals, mixed), "{text}");
            assert!(!(is_simple(text) && (capitals || mixed)), "{text}");
            let other = format!("{text} é");
            assert_eq!((has_capitals(&other), has_mixed_case(&other)), (capitals, mixed), "{other}");
        }
    }
}
