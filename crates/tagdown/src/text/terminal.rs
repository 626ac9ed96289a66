//! Makes text safe to print: no character in it may control a terminal.

/// A text on one line, without characters that could control a terminal.
pub fn tame(text: &str) -> String {
    // 0xC2 and 0xE2 can be the first byte of a multi-byte control character.
    if text.bytes().all(|b| b >= b' ' && b != 0x7f && b != 0xc2 && b != 0xe2) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if drives_terminal(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Whether a character is a control character or changes the direction of the text around it.
pub fn drives_terminal(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
