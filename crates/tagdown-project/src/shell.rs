//! Quotes words for a shell, for commands that users paste.

use std::path::{Path, PathBuf};

/// Paths as arguments.
pub fn paths(paths: &[PathBuf]) -> String {
    let word = |path: &PathBuf| {
        let is_option = path.as_os_str() != "-" && path.as_os_str().as_encoded_bytes().starts_with(b"-");
        let path = if is_option { Path::new(".").join(path) } else { path.clone() };
        path.to_str().map_or_else(|| escaped(path.as_os_str().as_encoded_bytes()), quoted)
    };
    paths.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+#".contains(c);
    if word.contains(char::is_control) {
        escaped(word.as_bytes())
    } else if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('#') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Any bytes, quoted for a shell.
fn escaped(bytes: &[u8]) -> String {
    let byte = |&byte: &u8| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    format!("$'{}'", bytes.iter().map(byte).collect::<String>())
}
