//! Addresses of documents as editors write them, and the paths that they mean. Only files on this machine have a path.

use std::path::{Path, PathBuf};

use tagdown::text::percent_decoded;

/// The scheme of the view for AI readers.
pub(crate) const AI: &str = "tagdown-ai";

/// The scheme of an address, in lower case; empty if it has none.
pub(crate) fn scheme(uri: &str) -> String {
    uri.split_once(':').map_or(String::new(), |(scheme, _)| scheme.to_ascii_lowercase())
}

/// Whether the server works with documents of this scheme: files, and texts that have no file yet.
pub(crate) fn is_ours(uri: &str) -> bool {
    matches!(scheme(uri).as_str(), "file" | "untitled")
}

/// The file that an address names; `None` if it has none on this machine.
pub(crate) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = (scheme(uri) == "file").then(|| &uri["file:".len()..])?;
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)?
        }
        None => rest,
    };
    let path = percent_decoded(path).filter(|path| path.len() > 1 && !path.contains('\0'))?;
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    let path = PathBuf::from(drive.filter(|_| cfg!(windows)).unwrap_or(&path));
    path.is_absolute().then(|| tagdown_project::paths::normal(&path))
}

/// The address of a file.
pub(crate) fn of_path(path: &Path) -> String {
    let mut out = "file://".to_owned();
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.first() != Some(&b'/') {
        out.push('/');
    }
    for &byte in bytes {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// How the name of a view for AI readers starts, so that two open tabs have different names.
const NAME: &str = "AI%20view%20of%20";

/// The document that an address of the view for AI readers is about.
pub(crate) fn source_of_view(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix(AI)?.strip_prefix(':')?;
    if let Some(encoded) = rest.strip_prefix('?') {
        return percent_decoded(encoded);
    }
    let rest =
        rest.rsplit_once('/').filter(|(_, name)| name.starts_with(NAME)).map_or(rest, |(path, _)| path);
    // Some editors leave out a host that is empty.
    let host = if rest.starts_with("//") { "" } else { "//" };
    Some(format!("file:{host}{rest}"))
}

/// The address of the view for AI readers of a document.
pub(crate) fn view_of(uri: &str) -> String {
    match uri.strip_prefix("file:") {
        Some(rest) => format!("{AI}:{rest}/{NAME}{}", rest.rsplit('/').next().unwrap_or_default()),
        None => format!("{AI}:?{}", uri.replace('%', "%25")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn files_have_paths_and_nothing_else_does() {
        for (uri, path) in [
            ("file:///a/b.md", Some("/a/b.md")),
            ("FILE:///a/b.md", Some("/a/b.md")),
            ("file:/a/b.md", Some("/a/b.md")),
            ("file://localhost/a%20b/%C3%A4.md", Some("/a b/ä.md")),
            ("file:///a/../b.md?x#y", Some("/b.md")),
            ("file:///100%.md", Some("/100%.md")),
            ("file://server/share/a.md", None),
            ("file:///%ff.md", None),
            ("file:///a%00b", None),
            ("file://", None),
            ("file:a.md", None),
            ("http://a.b/c.md", None),
            ("untitled:Untitled-1", None),
            ("a.md", None),
        ] {
            assert_eq!(to_path(uri).as_deref(), path.map(Path::new), "{uri}");
        }
        for path in ["/a b/ä.md", "/a#b?c.md", "/100%.md", "/a+b:c/(d).md"] {
            assert_eq!(to_path(&of_path(Path::new(path))).as_deref(), Some(Path::new(path)));
        }
        assert!(is_ours("untitled:Untitled-1") && is_ours("file:///a.md"));
        assert!(!is_ours("https://a.b/c.md") && !is_ours("git:/a.md") && !is_ours("a.md"));
    }

    #[test]
    fn the_view_of_a_document_leads_back_to_it() {
        for uri in ["file:///a%20b.md", "untitled:Untitled-1", "untitled:a%2Fb"] {
            assert_eq!(source_of_view(&view_of(uri)).as_deref(), Some(uri));
        }
        for same in ["tagdown-ai:/a/b.md/AI%20view%20of%20b.md", "tagdown-ai:///a/b.md"] {
            assert_eq!(source_of_view(same).as_deref(), Some("file:///a/b.md"));
        }
        assert_eq!(source_of_view("http://a"), None);
    }
}
