//! Headings of sections about the document itself, not about its subject: changelog, sources, licence, contents.

use super::word_filter::WordFilter;

/// Words that make a heading one of these, if all its other words are in [`AROUND`]. Both lists are sorted.
const CORE: &[&str] = &[
    "acknowledgement",
    "acknowledgements",
    "acknowledgment",
    "acknowledgments",
    "attribution",
    "attributions",
    "author",
    "authors",
    "bibliography",
    "changelog",
    "changelogs",
    "changes",
    "citation",
    "citations",
    "contents",
    "contributors",
    "copyright",
    "credits",
    "endnotes",
    "footnotes",
    "history",
    "licence",
    "licences",
    "license",
    "licenses",
    "licensing",
    "links",
    "maintainers",
    "news",
    "references",
    "related",
    "releases",
    "revisions",
    "sources",
    "sponsors",
    "thanks",
    "toc",
];

/// Words that may surround them.
const AROUND: &[&str] = &[
    "additional",
    "and",
    "appendix",
    "change",
    "cited",
    "consulted",
    "doc",
    "docs",
    "document",
    "documentation",
    "documents",
    "edit",
    "external",
    "file",
    "full",
    "further",
    "helpful",
    "important",
    "information",
    "key",
    "legal",
    "list",
    "log",
    "materials",
    "more",
    "notes",
    "notice",
    "notices",
    "of",
    "official",
    "other",
    "page",
    "pages",
    "past",
    "primary",
    "project",
    "quick",
    "reading",
    "recent",
    "release",
    "resources",
    "revision",
    "secondary",
    "table",
    "the",
    "this",
    "to",
    "update",
    "upstream",
    "useful",
    "version",
];

/// Phrases that are enough on their own.
const PHRASES: &[&[&str]] = &[
    &["about", "this", "document"],
    &["additional", "resources"],
    &["change", "log"],
    &["changelog"],
    &["document", "control"],
    &["document", "information"],
    &["document", "metadata"],
    &["external", "resources"],
    &["further", "information"],
    &["further", "reading"],
    &["further", "resources"],
    &["learn", "more"],
    &["on", "this", "page"],
    &["reading", "list"],
    &["recommended", "reading"],
    &["release", "notes"],
    &["revision", "history"],
    &["see", "also"],
    &["suggested", "reading"],
    &["table", "of", "contents"],
    &["version", "history"],
    &["what", "s", "new"],
];

/// Longer headings are about the subject: `Sources of data that the importer reads`.
const LONGEST: usize = 6;

/// Whether a heading names a section about the document itself, whatever its number: `7. Change log`, `Sources and
/// further reading`.
pub(crate) fn is_back_matter(title: &str) -> bool {
    if title.is_ascii() && !may_be_back_matter(title) {
        return false;
    }
    let lower = title.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = parts.skip_while(is_number).take(LONGEST + 1).collect();
    if words.is_empty() || words.len() > LONGEST {
        return false;
    }
    let is_core = |word: &&str| CORE.binary_search(word).is_ok();
    let is_dated = |word: &&&str| !word.starts_with(|c: char| c.is_ascii_digit());
    let is_known = |word: &&str| is_core(word) || AROUND.binary_search(word).is_ok();
    PHRASES.iter().any(|phrase| words.windows(phrase.len()).any(|part| part == *phrase))
        || words[0] == "related"
        || (words.last() == Some(&"references") && words.len() < 4)
        || (words.iter().any(is_core) && words.iter().filter(is_dated).all(is_known))
}

/// A cheap test: whether a title has one of the words that such a heading needs.
fn may_be_back_matter(title: &str) -> bool {
    let is_known = |word: &[u8]| {
        let is_same = |known: &&str| known.as_bytes().eq_ignore_ascii_case(word);
        FILTER.may_have(word) && (CORE.iter().any(is_same) || PHRASE_WORDS.iter().any(is_same))
    };
    title.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).any(is_known)
}

/// A word of every phrase that is in no other list.
const PHRASE_WORDS: &[&str] =
    &["also", "document", "further", "learn", "log", "new", "page", "reading", "release", "resources"];

static FILTER: WordFilter = WordFilter::EMPTY.with(CORE).with(PHRASE_WORDS);

/// `3`, `iv`, `a`: the number of a heading, or the word before one.
fn is_number(word: &&str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
        || word.len() == 1
        || ["section", "chapter", "part", "annex"].contains(word)
        || word.chars().all(|c| "ivx".contains(c))
}

/// The names of lines that describe a document.
const METADATA: &[&str] = &[
    "applies",
    "approved",
    "approver",
    "audience",
    "author",
    "authors",
    "based",
    "classification",
    "confidentiality",
    "created",
    "date",
    "department",
    "document",
    "edited",
    "editor",
    "format",
    "hads",
    "id",
    "keywords",
    "language",
    "last",
    "licence",
    "license",
    "maintained",
    "maintainer",
    "maintainers",
    "modified",
    "next",
    "owner",
    "owners",
    "prepared",
    "project",
    "published",
    "related",
    "replaces",
    "repo",
    "repository",
    "review",
    "reviewed",
    "reviewer",
    "reviewers",
    "revision",
    "scope",
    "source",
    "sources",
    "standard",
    "status",
    "superseded",
    "supersedes",
    "tags",
    "team",
    "ticket",
    "title",
    "type",
    "updated",
    "verified",
    "version",
];

/// Whether a line has the form of header metadata: `- **Last updated:** 2026-03-01`, `| Owner | Team A |`.
pub(crate) fn is_metadata(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text.find([':', '|', '：']).unwrap_or(text.len());
    let name = text[..end].to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_known = words.next().is_some_and(|word| METADATA.contains(&word));
    end < text.len() && is_known && words.count() < 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order() {
        assert!(CORE.is_sorted() && AROUND.is_sorted());
        let is_mark = |word: &&str| CORE.contains(word) || PHRASE_WORDS.contains(word);
        assert!(PHRASES.iter().all(|phrase| phrase.iter().any(is_mark)));
    }

    #[test]
    fn headings_about_the_document() {
        for title in [
            "Changelog",
            "6. Changelog",
            "9. CHANGELOG",
            "Appendix B: Change log",
            "Section 4 — Release notes",
            "Revision history",
            "Document history",
            "History",
            "Sources",
            "Sources and references",
            "Further reading",
            "References & links",
            "Normative references",
            "External links",
            "See also",
            "VII. See also",
            "Related",
            "Related documents",
            "Related runbooks and dashboards",
            "License",
            "Licence and copyright",
            "Credits",
            "Acknowledgements",
            "Table of contents",
            "Contents",
            "Bibliography",
            "What's new",
            "Changes (2026)",
            "📚 Further reading",
        ] {
            assert!(is_back_matter(title), "{title}");
        }
        for title in [
            "Order history",
            "Breaking changes",
            "Data sources",
            "Symbolic links",
            "License keys",
            "API reference",
            "Release process",
            "Source files",
            "Limits",
            "3",
            "",
            "How the history of a job is kept in the database",
            "Index",
            "Contact",
            "Document types",
            "Notes",
        ] {
            assert!(!is_back_matter(title), "{title}");
        }
    }

    #[test]
    fn lines_about_the_document() {
        for line in
            ["- **Last updated:** 2026-03-01", "* Author: A", "| Status | draft |", "- Applies to: v2"]
        {
            assert!(is_metadata(line), "{line}");
        }
        for line in
            ["- Port: 8080", "- The owner: nobody", "- Version", "- Status codes that a client sees: 4"]
        {
            assert!(!is_metadata(line), "{line}");
        }
    }
}
