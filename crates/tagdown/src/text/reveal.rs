//! Shows characters that cannot be seen or that turn the direction of the text around them as escapes, such as
//! `\u{202E}`.

use std::borrow::Cow;

/// Whether a character between two others would deceive a reader: it cannot be seen, turns the direction of text, or
/// ends a line for some readers only. Joiners and variation selectors are fine where a script or an emoji needs them.
/// Tabs and line feeds are never hidden.
pub fn is_hidden(before: Option<char>, c: char, after: Option<char>) -> bool {
    match c {
        '\n' | '\t' => false,
        '\r' => after != Some('\n'),
        c if c.is_control() => true,
        '\u{200c}' => !before.is_some_and(is_joining),
        '\u{200d}' => {
            let is_emoji = before.is_some_and(is_pictograph) && after.is_some_and(is_pictograph);
            !is_emoji && !before.is_some_and(is_joining)
        }
        '\u{fe00}'..='\u{fe0f}' => {
            before.is_none_or(|c| c.is_whitespace() || c.is_control() || is_selector(c) || is_letter(c))
        }
        '\u{e0100}'..='\u{e01ef}' => !before.is_some_and(is_ideograph),
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// The scripts whose letters a joiner changes.
fn is_joining(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1900}'..='\u{1cff}'
        | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}')
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{2049}' | '\u{2122}'..='\u{2bff}' | '\u{3030}'..='\u{303d}'
        | '\u{3297}' | '\u{3299}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// A letter that has no variants.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c.is_ascii_punctuation() && !"#*".contains(c)
}

/// Whether a hidden character may start with a byte.
fn is_suspect(byte: u8) -> bool {
    byte < b' ' && byte != b'\n' && byte != b'\t' || byte == 0x7f || byte >= 0xc2
}

/// Calls `take` with each character of a text, and whether it is hidden.
pub(super) fn each(text: &str, take: &mut dyn FnMut(char, bool)) {
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        take(c, is_hidden(before, c, chars.peek().copied()));
        before = Some(c);
    }
}

/// How many hidden characters a text contains.
///
/// ```
/// use tagdown::text::hidden;
/// assert_eq!(hidden("Limit: 4\u{200b}0 KB\u{202e}\r\n"), 2);
/// assert_eq!(hidden("👩‍💻 می‌خواهم ❤️\r\n"), 0);
/// ```
pub fn hidden(text: &str) -> usize {
    // Without a branch in the loop, the compiler looks at many bytes at once.
    let is_any = |bytes: &[u8]| bytes.iter().fold(false, |found, byte| found | is_suspect(*byte));
    if !text.as_bytes().chunks(64).any(is_any) {
        return 0;
    }
    let starts = text.bytes().enumerate().filter(|(_, byte)| is_suspect(*byte)).map(|(at, _)| at);
    let is_hidden_at = |at: &usize| {
        let mut chars = text[*at..].chars();
        chars.next().is_some_and(|c| is_hidden(text[..*at].chars().next_back(), c, chars.next()))
    };
    starts.filter(is_hidden_at).count()
}

/// A text in which hidden characters are shown as escapes. Tabs and line endings stay.
///
/// ```
/// use tagdown::text::reveal;
/// assert_eq!(reveal("a\tb\u{202e}c\rd\r\n"), "a\tb\\u{202E}c\\u{D}d\r\n");
/// ```
pub fn reveal(text: &str) -> Cow<'_, str> {
    if hidden(text) == 0 {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    each(text, &mut |c, is_hidden| {
        if is_hidden { out.push_str(&format!("\\u{{{:X}}}", u32::from(c))) } else { out.push(c) }
    });
    out.into()
}

/// A text in which escapes, as [`reveal`] writes them, are characters again.
///
/// ```
/// use tagdown::text::unescape;
/// assert_eq!(unescape("a\\u{202E}b \\u{x}"), "a\u{202e}b \\u{x}");
/// ```
pub fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u{") {
        out.push_str(before);
        let escaped = after.split_once('}').and_then(|(digits, after)| {
            Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, after))
        });
        if let Some((c, after)) = escaped {
            out.push(c);
            rest = after;
        } else {
            out.push_str("\\u{");
            rest = after;
        }
    }
    out + rest
}

/// A text on one line, in which hidden characters are shown as escapes.
pub fn reveal_line(text: &str) -> String {
    let text = if text.contains(['\r', '\n', '\t']) {
        text.replace("\r\n", " ").replace(['\n', '\t'], " ")
    } else {
        text.to_owned()
    };
    reveal(&text).into_owned()
}

/// The path of a file on one line. [`unescape`] gives the path back.
///
/// ```
/// use tagdown::text::{reveal_path, unescape};
/// let path = "a\tb\u{200b}[1]\n\\u{41}.md";
/// assert_eq!(reveal_path(path), "a\\u{9}b\\u{200B}[1]\\u{A}\\u{5C}u{41}.md");
/// assert_eq!(unescape(&reveal_path(path)), path);
/// ```
pub fn reveal_path(path: &str) -> String {
    let path = path.replace("\\u{", "\\u{5C}u{");
    reveal(&path).replace('\n', "\\u{A}").replace('\t', "\\u{9}").replace('\r', "\\u{D}")
}

/// A text without its hidden characters.
pub fn without_hidden(text: &str) -> Cow<'_, str> {
    if hidden(text) == 0 {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    each(text, &mut |c, is_hidden| out.extend((!is_hidden).then_some(c)));
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown() {
        for (text, shown) in [
            ("plain é 漢字 😀", "plain é 漢字 😀"),
            ("a\u{200b}b", "a\\u{200B}b"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("a\u{2028}[spec-1]", "a\\u{2028}[spec-1]"),
            ("\u{e0049}\u{e0067}", "\\u{E0049}\\u{E0067}"),
            ("a\u{200d}b", "a\\u{200D}b"),
            ("👨\u{200d}👩", "👨\u{200d}👩"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3}"),
            ("x\u{fe01}", "x\\u{FE01}"),
            ("❤\u{fe0f}\u{fe01}", "❤\u{fe0f}\\u{FE01}"),
            ("葛\u{e0100}", "葛\u{e0100}"),
            ("a\u{e0100}", "a\\u{E0100}"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("\u{1b}[31m\u{9b}", "\\u{1B}[31m\\u{9B}"),
        ] {
            assert_eq!(reveal(text), shown);
            assert_eq!(hidden(text), shown.matches("\\u{").count(), "{shown}");
        }
        assert_eq!(reveal_line("a\r\nb\tc\nd\u{85}e"), "a b c d\\u{85}e");
        assert_eq!(without_hidden("[sp\u{200b}ec-1]"), "[spec-1]");
    }
}
