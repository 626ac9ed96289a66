//! Finds the words of a text, in any script.

/// Whether a word is in capitals.
pub(crate) fn is_loud(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(u8::is_ascii_uppercase)
}

/// The start and end of each word of a text.
pub fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let is_ascii = text.is_ascii();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while at < bytes.len() && !IS_WORD[usize::from(bytes[at])] {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && IS_WORD[usize::from(bytes[at])] {
                at += 1;
            }
            if !is_ascii {
                at = start + word_length(&bytes[start..at]);
                if at == start && at < bytes.len() {
                    at += sign(&bytes[at..]).max(1);
                    continue;
                }
            }
            return (start < at).then_some((start, at));
        }
    })
}

/// The length of the word at the start.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    let mut length = bytes.iter().take_while(|byte| IS_WORD[usize::from(**byte)]).count();
    if !bytes[..length].is_ascii() {
        length = (0..length).find(|&at| sign(&bytes[at..]) > 0).unwrap_or(length);
    }
    length
}

/// The length of a dash, quotation mark, ellipsis or hard space at the start; 0 if there is none.
pub(crate) fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [0xe2, 0x80, ..] => 3,
        [0xc2, 0xa0, ..] => 2,
        _ => 0,
    }
}

/// Letters and digits of any script.
pub(crate) const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = byte.is_ascii_alphanumeric() || !byte.is_ascii();
        if byte == 255 {
            break;
        }
        byte += 1;
    }
    table
};
