//! Characters that cannot be seen or that turn the direction of text, where no script and no emoji needs them.

use unicode_properties::UnicodeEmoji;

use super::source::Span;

/// Whether a character has no width of its own: it cannot be seen, joins others, or turns the direction of text. It never
/// ends a word.
pub(crate) fn is_invisible(c: char) -> bool {
    is_joiner(c) || is_turn(c) || is_unseen(c) || is_tag(c) || is_selector(c)
}

/// Whether a character shows nothing, though Markdown does not treat it as a space: it is invisible, a soft hyphen, a
/// mark of direction, or a space of another width.
pub(crate) fn is_blank_sign(c: char) -> bool {
    let is_space = c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r');
    is_space || is_unseen_sign(c)
}

/// The same, without spaces.
pub(crate) fn is_unseen_sign(c: char) -> bool {
    is_invisible(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200e}' | '\u{200f}' | '\u{3164}')
}

/// Runs of invisible characters that no script and no emoji needs. A byte order mark at the start is fine, and so are
/// the marks U+200E and U+200F, which turn nothing but their place.
pub(crate) fn invisible_runs(text: &str) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    let mut flag_end = 0;
    // All of them start with one of these bytes, with which no character continues.
    for at in memchr::memchr3_iter(0xe2, 0xef, 0xf3, text.as_bytes()).filter(|at| *at > 0) {
        let mut rest = text[at..].chars();
        let Some(c) = rest.next().filter(|c| is_invisible(*c)) else { continue };
        let before = text[..at].chars().next_back();
        if before == Some(BLACK_FLAG) {
            flag_end = at + flag(&text[at..]);
        }
        if at >= flag_end && !is_needed(before, c, rest.next()) {
            let end = at + c.len_utf8();
            match runs.last_mut().filter(|run| run.end == at) {
                Some(run) => run.end = end,
                None => runs.push(Span::new(at, end)),
            }
        }
    }
    runs
}

/// The text that tag characters spell, which nobody sees.
pub(crate) fn spelt_by_tags(text: &str) -> String {
    let letter =
        |c: char| char::from_u32(u32::from(c).checked_sub(0xe_0000)?).filter(|c| (' '..='~').contains(c));
    text.chars().filter(|c| is_tag(*c)).filter_map(letter).collect()
}

/// Characters that turn the direction of text until another one ends the turn.
pub(crate) fn is_turn(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Copies of ASCII characters that are not shown.
pub(crate) fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Characters that select a variant of the character before them.
pub(crate) fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Letters and marks that are written from right to left.
pub(crate) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Whether an invisible character has a purpose between its neighbours.
fn is_needed(before: Option<char>, c: char, after: Option<char>) -> bool {
    let beside = |is: fn(char) -> bool| before.is_some_and(is) || after.is_some_and(is);
    let is_pictograph = |c: char| is_selector(c) || !c.is_ascii() && c.is_emoji_char();
    match c {
        '\u{200b}' => beside(is_unspaced),
        '\u{200d}' if before.is_some_and(is_pictograph) => after.is_some_and(is_pictograph),
        c if is_joiner(c) => beside(is_joining),
        // These two are left over beside many emoji, and say nothing more.
        '\u{fe0e}' | '\u{fe0f}' => true,
        c if is_selector(c) => {
            let has_variants = |c: char| !c.is_ascii() && !c.is_whitespace() && !is_invisible(c);
            before.is_some_and(has_variants)
        }
        _ => false,
    }
}

/// Scripts whose letters change beside a joiner: Hebrew, Arabic and those related to it, those of India and of
/// South-East Asia, Mongolian.
fn is_joining(c: char) -> bool {
    is_right_to_left(c)
        || matches!(c, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1900}'..='\u{1cff}'
            | '\u{a800}'..='\u{abff}' | '\u{11000}'..='\u{11fff}')
}

/// Scripts that write words without spaces, and show with U+200B where a line may end.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{1aaf}' | '\u{1b00}'..='\u{1b7f}'
        | '\u{a980}'..='\u{aadf}')
}

const BLACK_FLAG: char = '\u{1f3f4}';

/// The length of the tag characters after a black flag that make it the flag of a region, such as `gbeng`.
fn flag(rest: &str) -> usize {
    let letters =
        rest.chars().take_while(|c| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}'));
    let count = letters.count();
    let is_closed = rest.chars().nth(count) == Some('\u{e007f}');
    // Each of them has four bytes.
    if (3..=6).contains(&count) && is_closed { 4 * (count + 1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_emoji_keep_what_they_need() {
        for text in [
            "plain text — “quoted”",
            "\u{feff}# Title",
            "👩\u{200d}💻 👨🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥 🏳\u{fe0f}\u{200d}🌈 🙂\u{200d}↔\u{fe0f} 1\u{fe0f}\u{20e3} ©\u{fe0f}",
            "می\u{200c}خواهم",
            "क्\u{200d}ष श्री\u{200c}मान",
            "ភាសា\u{200b}ខ្មែរ",
            "שלום\u{200f} (API)\u{200e}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}!",
            "葛\u{e0100}城市",
            "↪\u{fe0f}\u{fe0f} | \u{fe0f}",
        ] {
            assert_eq!(invisible_runs(text), [], "{}", text.escape_unicode());
        }
    }

    #[test]
    fn the_rest_is_found_in_runs() {
        for (text, runs) in [
            ("a\u{200b}b", 1),
            ("a\u{200b}\u{202e}b\u{202c}", 2),
            ("a\u{200d}b", 1),
            ("👩\u{200d} x", 1),
            ("x\u{fe01}", 1),
            ("❤\u{fe0f}\u{fe01}\u{fe02}", 1),
            ("a\u{feff}b", 1),
            ("\u{feff}\u{feff}# Title", 1),
            ("a\u{e0049}\u{e0067}", 1),
            ("🏴\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0020}\u{e007f}", 1),
            ("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0067}", 1),
        ] {
            assert_eq!(invisible_runs(text).len(), runs, "{}", text.escape_unicode());
        }
        assert_eq!(spelt_by_tags("x\u{e0048}\u{e0069}\u{e007f}"), "Hi");
    }
}
