//! Reads the bytes of a document as text, or reports why it cannot.

use std::io::Read;

use tagdown::document::may_be_tagged;
use tagdown::text::Source;

use super::target::Target;
use crate::git;
use crate::opening::regular;
use crate::paths::reason;

/// A document's text, or why there is none.
pub enum Text {
    /// The text.
    Read(String),
    /// Not a tagged document, judging by its bytes.
    Untagged,
    /// It could not be read, with the reason.
    Failed(String),
}

/// Reads a document. The bytes of a file found while walking are checked first, so a file that cannot be a tagged
/// document costs little and is not a failure.
pub fn read(target: &Target) -> Text {
    if let Some(text) = &target.given {
        let may_pass = !target.named && !target.is_required() && !may_be_tagged(text.as_bytes());
        return if may_pass { Text::Untagged } else { Text::Read(text.to_string()) };
    }
    let bytes = match read_bytes(target, target.limit) {
        Ok(bytes) => bytes,
        Err(problem) => return Text::Failed(problem),
    };
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    // Standard input may have to be copied to standard output unchanged.
    let may_pass = !target.named && !target.stdin && !target.is_required() && !is_utf16;
    if may_pass && !may_be_tagged(&bytes) {
        return Text::Untagged;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Text::Read(text),
        Err(error) => Text::Failed(not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

/// Why a text that contains a NUL byte is not Markdown.
pub fn holds_nul(text: &str) -> Option<String> {
    let at = text.find('\0')?;
    Some(format!(
        "line {} contains a NUL byte, so this is not Markdown",
        text[..at].matches('\n').count() + 1
    ))
}

/// Why a file is not treated as Markdown.
pub fn not_markdown(target: &Target, text: &str) -> Option<String> {
    const ENDINGS: &[&str] = &["md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd", "txt", "text"];
    if let Some(problem) = holds_nul(text) {
        return Some(problem);
    }
    let ending = target.path.extension().filter(|_| !target.stdin)?.to_string_lossy().to_lowercase();
    let is_known = ENDINGS.contains(&ending.as_str());
    (!is_known).then(|| {
        format!("`.{ending}` is not a Markdown extension; if the file is Markdown, pass it on standard input")
    })
}

fn read_bytes(target: &Target, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let too_large = |size: String| {
        let limit = crate::opening::size(limit);
        format!(
            "{size}, over the limit of {limit}; raise the limit with --max-file-size or `max-file-size` in tagdown.toml"
        )
    };
    if let Some(blob) = &target.blob {
        let bytes = git::blob(&target.path, blob)?;
        return if bytes.len() as u64 > limit {
            Err(too_large(format!("has {} bytes", bytes.len())))
        } else {
            Ok(bytes)
        };
    }
    let read = if target.stdin {
        std::io::stdin().lock().take(limit.saturating_add(1)).read_to_end(&mut bytes)
    } else {
        let file = regular(&target.path).map_err(|unread| unread.reason)?;
        let meta = file.metadata().map_err(|error| reason(&error))?;
        if meta.len() > limit {
            return Err(too_large(format!("has {} bytes", meta.len())));
        }
        bytes.reserve_exact(usize::try_from(meta.len()).unwrap_or(0) + 1);
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)
    };
    read.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limit {
        return Err(too_large(format!("has more than {limit} bytes")));
    }
    Ok(bytes)
}

fn not_utf8(bytes: &[u8], at: usize) -> String {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return "looks like UTF-16; save it as UTF-8".to_owned();
    }
    let valid = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
    let place = Source::new(valid).position(valid.len());
    let line = place.line + usize::from(valid.ends_with('\n'));
    let column = if valid.ends_with('\n') { 1 } else { place.column };
    format!(
        "not UTF-8: byte 0x{:02X} at offset {at} (line {line}, column {column}); save it as UTF-8",
        bytes[at]
    )
}
