//! The templates of `tagdown new`: documents with questions instead of answers.

use tagdown::document::MANIFEST;

/// A document to start from.
#[derive(Debug)]
pub struct Template {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The document, with placeholders in double braces.
    pub text: &'static str,
}

/// Marks a place that only the writer can fill in.
pub const MARKER: &str = "FILL-IN";

/// The built-in templates.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "generic",
        help: "any subject: scope, how it works, limits, known failures",
        text: include_str!("templates/generic.md"),
    },
    Template {
        name: "api",
        help: "an API: authentication, endpoints, errors, limits, versions",
        text: include_str!("templates/api.md"),
    },
    Template {
        name: "config",
        help: "a configuration: location, precedence, every key",
        text: include_str!("templates/config.md"),
    },
    Template {
        name: "format",
        help: "a file format or protocol: layout, encoding, versions, limits",
        text: include_str!("templates/format.md"),
    },
    Template {
        name: "cli",
        help: "a command-line tool: commands, options, exit statuses, environment",
        text: include_str!("templates/cli.md"),
    },
    Template {
        name: "runbook",
        help: "an alert: first checks, mitigation, rollback, escalation",
        text: include_str!("templates/runbook.md"),
    },
    Template {
        name: "adr",
        help: "a decision record: context, options, decision, consequences",
        text: include_str!("templates/adr.md"),
    },
];

/// The placeholders that a template may contain.
pub const NAMES: [&str; 5] = ["{{title}}", "{{version}}", "{{author}}", "{{date}}", "{{manifest}}"];

/// The values for the placeholders in a template.
#[derive(Clone, Debug)]
pub struct Values<'v> {
    /// The title.
    pub title: &'v str,
    /// The document version.
    pub version: &'v str,
    /// The author; `None` if not known.
    pub author: Option<&'v str>,
    /// The day, as `2026-03-01`.
    pub date: &'v str,
}

/// A title made from a file name: `order-service.md` becomes `Order service`.
pub fn title_of(file_name: &str) -> String {
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let stem = if stem.is_empty() || stem.starts_with('<') { "Document" } else { stem };
    let named = stem.replace(['-', '_'], " ");
    let mut letters = named.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A template with its values filled in.
pub fn fill(template: &str, values: &Values<'_>) -> String {
    let manifest = MANIFEST.join("\n");
    // A header without an author has one part fewer.
    let text = match values.author {
        Some(_) => template.to_owned(),
        None => template.replace("{{author}} · ", "").replace(" · {{author}}", ""),
    };
    let known = NAMES.into_iter().zip([
        values.title,
        values.version,
        values.author.unwrap_or_default(),
        values.date,
        &manifest,
    ]);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // In one pass, so a placeholder in a title stays unchanged.
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((name, value)) = known.clone().find(|(name, _)| rest.starts_with(name)) {
            out.push_str(value);
            rest = &rest[name.len()..];
        } else {
            out.push_str("{{");
            rest = &rest[2..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown::document::parse;
    use tagdown::rules::{Settings, check, is_authors_own};

    const VALUES: Values<'_> =
        Values { title: "Order service", version: "0.1.0", author: Some("Ada"), date: "2026-11-15" };

    #[test]
    fn every_template_is_a_document_without_a_finding() {
        for template in TEMPLATES {
            for author in [VALUES.author, None] {
                let text = fill(template.text, &Values { author, ..VALUES });
                let document = parse(&text);
                let (own, found): (Vec<_>, Vec<_>) =
                    check(&document, &Settings::default()).into_iter().partition(is_authors_own);
                assert!(found.is_empty(), "{}: {found:?}", template.name);
                assert!(own.iter().all(|finding| document.text(finding.span) == MARKER), "{own:?}");
                assert!(own.len() >= 15, "{}: {}", template.name, own.len());
                assert!(!text.contains("{{"), "{}", template.name);
                for tag in tagdown::document::TAGS {
                    assert!(document.blocks_of(tag.kind).count() > 0, "{}: no {}", template.name, tag.name);
                }
                let markers = text.matches(MARKER).count();
                assert!((15..=50).contains(&markers), "{}: {markers}", template.name);
                let spec =
                    document.blocks.iter().position(|block| block.kind == tagdown::document::Kind::Spec);
                let note =
                    document.blocks.iter().position(|block| block.kind == tagdown::document::Kind::Note);
                assert!(spec < note, "{}: facts come first", template.name);
            }
        }
    }

    #[test]
    fn values_are_put_in_once() {
        let values = Values { title: "About {{version}} and {{x}}", ..VALUES };
        assert_eq!(fill("# {{title}} {{y}} {{", &values), "# About {{version}} and {{x}} {{y}} {{");
        assert_eq!(fill("a · {{author}} · b", &Values { author: None, ..VALUES }), "a · b");
    }
}
