//! The templates of `tagdown new`: documents with questions in place of answers.

use crate::manifest::MANIFEST;

/// A document to start from.
#[derive(Debug)]
pub struct Template {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// The document, with names of values in double braces.
    pub text: &'static str,
}

/// What stands where only the writer knows what to say.
pub const MARKER: &str = "FILL-IN";

/// The templates that come with the tool.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "generic",
        help: "anything: what it is, what it does, its limits and its failures",
        text: include_str!("templates/generic.md"),
    },
    Template {
        name: "api",
        help: "an API: authentication, endpoints, errors, limits, versions",
        text: include_str!("templates/api.md"),
    },
    Template {
        name: "config",
        help: "a configuration: where it is, what wins, every key",
        text: include_str!("templates/config.md"),
    },
    Template {
        name: "format",
        help: "a file format or protocol: layout, encoding, versions, limits",
        text: include_str!("templates/format.md"),
    },
    Template {
        name: "cli",
        help: "a command line: commands, options, exit statuses, environment",
        text: include_str!("templates/cli.md"),
    },
    Template {
        name: "runbook",
        help: "an alert: first checks, mitigation, roll back, escalation",
        text: include_str!("templates/runbook.md"),
    },
    Template {
        name: "adr",
        help: "a decision: context, options, what was decided, consequences",
        text: include_str!("templates/adr.md"),
    },
];

/// The names that a template may hold.
pub const NAMES: [&str; 5] = ["{{title}}", "{{version}}", "{{author}}", "{{date}}", "{{manifest}}"];

/// What goes in place of the names in a template.
#[derive(Clone, Debug)]
pub struct Values<'v> {
    /// The title.
    pub title: &'v str,
    /// The version of the document.
    pub version: &'v str,
    /// Who writes it; nobody where that is not known.
    pub author: Option<&'v str>,
    /// The day, as `2026-03-01`.
    pub date: &'v str,
}

/// The title of a document that has only a name: `order-service.md` is about the order service.
pub fn title_of(file_name: &str) -> String {
    crate::convert::title_of(file_name)
}

/// A template with its values.
pub fn fill(template: &str, values: &Values<'_>) -> String {
    let manifest = MANIFEST.join("\n");
    // A header without an author has one part less.
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
    // In one pass, so that a title that names a value stays as it is.
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
    use crate::{Settings, check, parse};

    const VALUES: Values<'_> =
        Values { title: "Order service", version: "0.1.0", author: Some("Ada"), date: "2026-11-15" };

    #[test]
    fn every_template_is_a_document_without_a_finding() {
        for template in TEMPLATES {
            for author in [VALUES.author, None] {
                let text = fill(template.text, &Values { author, ..VALUES });
                let document = parse(&text);
                let found = check(&document, &Settings::default());
                assert!(found.is_empty(), "{}: {found:?}", template.name);
                assert!(!text.contains("{{"), "{}", template.name);
                for tag in crate::TAGS {
                    assert!(document.blocks_of(tag.kind).count() > 0, "{}: no {}", template.name, tag.name);
                }
                let markers = text.matches(MARKER).count();
                assert!((15..=50).contains(&markers), "{}: {markers}", template.name);
                let spec = document.blocks.iter().position(|block| block.kind == crate::Kind::Spec);
                let note = document.blocks.iter().position(|block| block.kind == crate::Kind::Note);
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
