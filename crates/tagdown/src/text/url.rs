//! The parts of a link that every reader of links needs: percent encoding, and paths relative to a folder.

/// A link with its percent encoding decoded; `None` if the result is not text.
pub fn percent_decoded(link: &str) -> Option<String> {
    if !link.contains('%') {
        return Some(link.to_owned());
    }
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let number = behind.get(..2).filter(|_| byte == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let number = number.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(number.unwrap_or(byte));
        rest = if number.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

/// A path relative to a folder, without dots; `None` if it leads out of the folder that the first path is relative to.
pub fn join_path(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let root = if folder.starts_with('/') { "/" } else { "" };
    Some(format!("{root}{}", parts.join("/")))
}

/// Whether a link leads to a place that it names relative to its own page: it has no scheme and no host.
pub fn is_relative_link(link: &str) -> bool {
    let scheme = link.find([':', '/', '?', '#']).filter(|&at| link[at..].starts_with(':'));
    !link.starts_with("//") && !link.starts_with('\\') && scheme.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_letters_are_decoded() {
        for (link, text) in [
            ("a%20b.md", Some("a b.md")),
            ("%C3%A4", Some("ä")),
            ("100%", Some("100%")),
            ("%zz%4", Some("%zz%4")),
            ("%ff", None),
        ] {
            assert_eq!(percent_decoded(link).as_deref(), text, "{link}");
        }
    }

    #[test]
    fn a_scheme_or_host_is_not_relative() {
        for link in ["a.md", "../a", "/a", "#a", "?a=b:c", "a/b:1", "./a:b"] {
            assert!(is_relative_link(link), "{link}");
        }
        for link in ["https://a.b", "mailto:a@b.c", "//host/a", "C:\\a", "tel:1", "\\\\host\\a"] {
            assert!(!is_relative_link(link), "{link}");
        }
    }
}
