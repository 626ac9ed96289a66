//! Classes of characters, as the encodings distinguish them: Unicode 16, which is what the tokenizers of the models use.

/// `\p{Lu}` and `\p{Lt}`.
pub(super) const UPPER: u8 = 1;
/// `\p{Ll}`.
pub(super) const LOWER: u8 = 2;
/// `\p{Lm}` and `\p{Lo}`, letters without case.
pub(super) const CASELESS: u8 = 4;
/// `\p{M}`.
pub(super) const MARK: u8 = 8;
/// `\p{N}`.
pub(super) const NUMBER: u8 = 16;
/// `\s`.
pub(super) const SPACE: u8 = 32;
/// `\r` and `\n`, which are also [`SPACE`].
pub(super) const NEWLINE: u8 = 64;
/// `\p{L}`.
pub(super) const LETTER: u8 = UPPER | LOWER | CASELESS;

/// For each 256 characters, which block of the second part has their classes; then the blocks.
const TABLE: &[u8] = include_bytes!("data/classes.bin");
/// How many blocks of 256 characters Unicode has.
pub(super) const BLOCKS: usize = 0x11_0000 / 256;
const PARTS: (&[u8], &[u8]) = TABLE.split_at(BLOCKS);
/// The classes of the bytes of ASCII characters, and [`WIDE`] for the others.
const BYTES: [u8; 256] = {
    let mut bytes = [WIDE; 256];
    let (ascii, _) = PARTS.1.split_at(128);
    bytes.split_at_mut(128).0.copy_from_slice(ascii);
    bytes
};

/// A byte of a character that has several bytes.
pub(super) const WIDE: u8 = 128;

/// The class of an ASCII character, or [`WIDE`].
#[inline]
pub(super) fn of_byte(byte: u8) -> u8 {
    BYTES[usize::from(byte)]
}

/// The class of the character at a byte of a text, and its length in bytes. Past the end, there is no character.
#[inline]
pub(super) fn at(text: &str, at: usize) -> Option<(u8, usize)> {
    let class = BYTES[usize::from(*text.as_bytes().get(at)?)];
    if class != WIDE {
        return Some((class, 1));
    }
    let c = text[at..].chars().next()?;
    Some((of(c), c.len_utf8()))
}

/// The class of a character; 0 for punctuation, symbols and everything else.
pub(super) fn of(c: char) -> u8 {
    let (block, place) = (c as usize / 256, c as usize % 256);
    PARTS.1[usize::from(PARTS.0[block]) * 256 + place]
}

/// Where the run of characters of these classes that starts at a byte ends.
#[inline]
pub(super) fn run(text: &str, mut from: usize, classes: u8) -> usize {
    loop {
        let bytes = text.as_bytes()[from..].iter();
        from += bytes.take_while(|byte| BYTES[usize::from(**byte)] & classes != 0).count();
        match at(text, from) {
            Some((class, length)) if class & classes != 0 => from += length,
            _ => return from,
        }
    }
}
