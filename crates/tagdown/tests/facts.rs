//! `fact-outside-spec`: which sentences it reports, and how its fix moves them.

use std::collections::HashMap;

use tagdown::document::{Kind, parse};
use tagdown::rules::{self, Finding, Safety, Settings, Severity, check, fix};

const HEADER: &str = "# Orchard\n**Version 1.0.0** · Team · 2026-01-15 · HADS 1.0.0\n\n---\n\n\
    ## AI READING INSTRUCTION\n\nRead `[SPEC]` and `[BUG]` blocks for the facts. `[NOTE]` may be skipped.\n\n---\n\n";

fn settings() -> Settings {
    Settings::single(rules::find("fact-outside-spec").expect("a rule"))
}

fn findings(text: &str) -> Vec<Finding> {
    check(&parse(text), &settings())
}

fn fixed(body: &str) -> String {
    let text = format!("{HEADER}{body}");
    let once = fix(&text, &settings(), Safety::Unsafe).text;
    assert_eq!(fix(&once, &settings(), Safety::Unsafe).text, once, "twice equals once");
    assert_eq!(words(&text), words(&once), "no word is lost or added");
    let errors = |text: &str| {
        let findings = check(&parse(text), &Settings::default());
        findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    };
    assert!(errors(&once) <= errors(&text), "{once}");
    once.strip_prefix(HEADER).expect("the header stays").to_owned()
}

/// How often each word occurs, without the names of tags.
fn words(text: &str) -> HashMap<String, usize> {
    let mut out = HashMap::new();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for word in words.filter(|word| !["SPEC", "NOTE"].contains(word)) {
        *out.entry(word.to_owned()).or_default() += 1;
    }
    out
}

#[test]
fn the_fix_makes_a_list_in_the_spec_of_the_section() {
    for (before, after) in [
        (
            "## Trees\n\n**[SPEC]**\n- Planted in rows.\n\n**[NOTE]**\nTrees are lovely. The key must be at most 64 bytes \
             long. They make us happy.\n\nWe planted them in spring.\n",
            "## Trees\n\n**[SPEC]**\n- Planted in rows.\n- The key must be at most 64 bytes long. They make us happy.\n\n\
             **[NOTE]**\nTrees are lovely.\n\nWe planted them in spring.\n",
        ),
        (
            "## Trees\n\n**[SPEC]**\n| a | b |\n|---|---|\n| 1 | 2 |\n\n**[NOTE]**\nThe server listens on port 8080 by\n\
             default.\n\n## More\n\nWe love it.\n",
            "## Trees\n\n**[SPEC]**\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- The server listens on port 8080 by\n  default.\n\n\
             ## More\n\nWe love it.\n",
        ),
        (
            "## Trees\n\n**[NOTE]**\nWe love trees. The server listens on port 8080 by default.\n",
            "## Trees\n\n**[SPEC]**\n- The server listens on port 8080 by default.\n\n**[NOTE]**\nWe love trees.\n",
        ),
        (
            "## Trees\n\nWe love trees. The server listens on port 8080 by default.\n\nFlowers are fine.\n",
            "## Trees\n\n**[SPEC]**\n- The server listens on port 8080 by default.\n\n**[NOTE]**\nWe love trees.\n\n\
             Flowers are fine.\n",
        ),
        (
            "## Trees\n\nThe server listens on port 8080 by default.\n",
            "## Trees\n\n**[SPEC]**\n- The server listens on port 8080 by default.\n",
        ),
        (
            "## Trees\n\n**[SPEC]**\n- Planted in rows.\n\n**[NOTE]**\nThe server listens on port 8080 by default.\n",
            "## Trees\n\n**[SPEC]**\n- Planted in rows.\n- The server listens on port 8080 by default.\n",
        ),
    ] {
        assert_eq!(fixed(before), after);
    }
}

#[test]
fn what_cannot_be_cut_stays() {
    for body in [
        // In a list item.
        "## Trees\n\n**[NOTE]**\n- The server listens on port 8080 by default.\n",
        // It depends on an earlier paragraph.
        "## Trees\n\n**[NOTE]**\nWe love trees.\n\nIt listens on port 8080 by default.\n",
        // It introduces code.
        "## Trees\n\n**[NOTE]**\nThe server listens on port 8080 by default, as set here:\n\n```toml\nport = 8080\n```\n",
        // A hard line break.
        "## Trees\n\n**[NOTE]**\nWe love trees.\\\nThe server listens on port 8080 by default.\n",
        // A component.
        "## Trees\n\n**[NOTE]**\n<Tabs>\n\nThe server listens on port 8080 by default.\n\n</Tabs>\n",
    ] {
        let text = format!("{HEADER}{body}");
        assert!(!findings(&text).is_empty(), "{body}");
        assert!(findings(&text).iter().all(|finding| finding.fix.is_none()), "{body}");
    }
}

#[test]
fn line_endings_stay() {
    let text = format!(
        "{HEADER}## Trees\n\n**[NOTE]**\nWe love trees. The server listens on\nport 8080 by default.\n"
    );
    let crlf = fix(&text.replace('\n', "\r\n"), &settings(), Safety::Unsafe).text;
    assert_eq!(crlf, fix(&text, &settings(), Safety::Unsafe).text.replace('\n', "\r\n"));
    assert!(parse(&crlf).blocks.iter().any(|block| block.kind == Kind::Spec));
}

#[test]
fn one_finding_per_block_with_its_sentences() {
    let body = "The server listens on port 8080 by default.\n\n## Trees\n\n**[NOTE]**\nWe love trees. The key must be at \
                most 64 bytes long. The value must be a string of at most 900 characters.\n";
    let text = HEADER.replacen("---\n\n", "", 1).replacen("## AI", &format!("{}## AI", &body[..45]), 1)
        + &body[45..];
    let found = findings(&text);
    let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`The server listens on port 8080 by default.` appears only in untagged text; if it is a fact, add it to a \
             SPEC",
            "`The key must be at most 64 bytes long.` and 1 more sentence appear only in a NOTE; if they are facts, add \
             them to a SPEC",
        ]
    );
    assert_eq!(found[1].related.len(), 1);
    assert!(found[0].fix.is_none(), "the manifest comes before the first SPEC");
}

#[test]
fn other_languages_and_untagged_documents_are_not_judged() {
    for text in [
        "# T\n\n## A\n\nThe server listens on port 8080 by default. The key must be a string.\n",
        "# T\n\n## A\n\n**[NOTE]**\nDer Schlüssel muss eine Zeichenkette sein. Er darf nicht leer sein und wird nie \
         gelöscht. Die Anzahl der Einträge ist auf 500 begrenzt.\n",
        "# T\n\n## Changelog\n\n**[NOTE]**\nThe server listens on port 8080 by default.\n",
    ] {
        assert_eq!(findings(text).len(), 0, "{text}");
    }
}

#[test]
fn what_a_spec_states_is_not_reported() {
    let with = |spec: &str| {
        let note = "**[NOTE]**\nThe name of a key must be an ASCII string.\n";
        format!("{HEADER}## Names\n\n**[SPEC]**\n- {spec}\n\n## Keys\n\n{note}")
    };
    assert_eq!(findings(&with("Rows are sorted.")).len(), 1);
    assert_eq!(findings(&with("A key must have a name, and key names must be strings in ASCII.")).len(), 0);
}

#[test]
fn a_tag_inside_a_paragraph_is_no_place_for_a_list() {
    let text = "[SPEC]: https://example.org\n**[NOTE]**\n\n**[/SPEC]**\nSymptom: the bar stays\n# Second\nRead `[SPEC]` \
                first; skip `[NOTE]`.";
    assert_eq!(fix(text, &settings(), Safety::Unsafe).text, text);
}
