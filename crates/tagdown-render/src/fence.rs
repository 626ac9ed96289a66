//! Finds how long a fence must be so that its text cannot close it.

/// The length of the longest run of a character, if it is at least three.
pub(crate) fn longest_run(text: &str, sign: u8) -> Option<usize> {
    memchr::memmem::find(text.as_bytes(), &[sign; 3])?;
    text.as_bytes()
        .chunk_by(|a, b| a == b)
        .filter(|run| run[0] == sign)
        .map(<[u8]>::len)
        .max()
        .filter(|&run| run > 2)
}
