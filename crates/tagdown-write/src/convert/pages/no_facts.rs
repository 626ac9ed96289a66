//! Recognises pages that are not about how something works: changelogs, licences and lists of contributors.

use tagdown::document::Document;
use tagdown::judgement::{Piece, PieceKind};

/// What kind of page it is, if it has no facts to tag. The file name or the title says so, and the text confirms it.
pub(crate) fn page_without_facts(
    document: &Document<'_>,
    pieces: &[Piece],
    file_name: &str,
) -> Option<&'static str> {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = words(name.split('.').next().unwrap_or_default());
    let title = document.sections.iter().find(|section| section.level == 1);
    let title = title.map(|section| words(&section.title)).unwrap_or_default();
    let named = |names: &[&str]| names.iter().any(|name| stem == *name || title == *name);
    let text = document.source.text();
    if named(&CHANGELOG) && (releases(document) >= 2 || stem == "changelog") {
        Some("a changelog")
    } else if named(&LICENCE) && LICENCE_TEXTS.iter().any(|words| text.contains(words)) {
        Some("a licence")
    } else if named(&PEOPLE) && is_list_of_people(document, pieces) {
        Some("a list of people")
    } else {
        None
    }
}

const CHANGELOG: [&str; 8] =
    ["changelog", "change log", "changes", "history", "news", "release notes", "releases", "relnotes"];

const LICENCE: [&str; 8] = [
    "license",
    "licence",
    "copying",
    "notice",
    "licenses",
    "mit license",
    "the mit license",
    "apache license",
];

const PEOPLE: [&str; 8] = [
    "contributors",
    "authors",
    "maintainers",
    "credits",
    "thanks",
    "sponsors",
    "backers",
    "acknowledgements",
];

/// Sentences of common licences.
const LICENCE_TEXTS: [&str; 6] = [
    "Permission is hereby granted, free of charge",
    "Permission to use, copy, modify",
    "Redistribution and use in source and binary forms",
    "Apache License",
    "GENERAL PUBLIC LICENSE",
    "Mozilla Public License",
];

/// The words of a name, in lower case.
fn words(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The number of headings that name a version or a date.
fn releases(document: &Document<'_>) -> usize {
    let is_release = |title: &str| {
        let mut parts = title.split(|c: char| c.is_whitespace() || "[](),:–—".contains(c));
        title.eq_ignore_ascii_case("unreleased")
            || parts.any(|part| {
                let digits = part.trim_start_matches(['v', 'V']);
                digits.starts_with(|c: char| c.is_ascii_digit()) && digits.contains(['.', '-', '/'])
            })
    };
    document.sections.iter().filter(|section| section.level > 1 && is_release(&section.title)).count()
}

/// Whether lists and tables of names and links are most of a page.
fn is_list_of_people(document: &Document<'_>, pieces: &[Piece]) -> bool {
    let length = |wanted: bool| {
        let of = pieces.iter().filter(|piece| {
            matches!(piece.kind, PieceKind::List | PieceKind::Table | PieceKind::Html) == wanted
        });
        of.map(|piece| piece.span.len()).sum::<usize>()
    };
    let has_code = document.source.text().contains('`');
    !has_code && length(true) > 3 * length(false)
}

#[cfg(test)]
mod tests {
    use tagdown::document::parse;
    use tagdown::judgement::pieces;

    use super::page_without_facts;

    fn of(file_name: &str, text: &str) -> Option<&'static str> {
        let document = parse(text);
        page_without_facts(&document, &pieces(&document), file_name)
    }

    #[test]
    fn pages_without_facts_are_recognised() {
        let releases = "# Changes\n\n## 1.2.0 (2026-01-02)\n\n- Added a flag.\n\n## v1.1.0\n\n- Fixed it.\n";
        assert_eq!(of("docs/CHANGES.md", releases), Some("a changelog"));
        assert_eq!(of("index.md", &releases.replace("# Changes", "# Release notes")), Some("a changelog"));
        let licence = "# License\n\nPermission is hereby granted, free of charge, to any person.\n";
        assert_eq!(of("LICENSE.md", licence), Some("a licence"));
        let people = "# Authors\n\n- Ada Lovelace\n- [Grace Hopper](x)\n- Alan Turing\n";
        assert_eq!(of("AUTHORS.md", people), Some("a list of people"));
    }

    #[test]
    fn pages_with_facts_keep_them() {
        let history = "# History\n\nThe `history` command lists the last 100 commands.\n";
        assert_eq!(of("history.md", history), None);
        let upgrade = "# Upgrading\n\n## 1.0 to 2.0\n\nThe port is 80.\n\n## 2.0 to 3.0\n\nThe port is 81.\n";
        assert_eq!(of("upgrading.md", upgrade), None);
        let licence = "# License\n\nSet the key with `tool license set KEY`.\n";
        assert_eq!(of("license.md", licence), None);
        let authors = "# Authors\n\nThe `authors` field is a list of names. It is required.\n";
        assert_eq!(of("authors.md", authors), None);
    }
}
