//! Nothing in a document can be taken for a line of the view: labels in the output are exactly the blocks shown.

use proptest::prelude::*;
use tagdown::document::{TAGS, parse};
use tagdown::markdown::{Markdown, NodeKind};
use tagdown::text::Source;
use tagdown_read::{Cursor, Item, Next, Reading, Request, Selection, views};

const HEAD: &str = "# Upload\n**Version 1.2.0** · Team · 2026-01-05 · draft · HADS 1.0.0\n\n\
    ## AI READING INSTRUCTION\n\nRead `[SPEC]` first; `[NOTE]` may be skipped.\n\n---\n\n";

fn all_kinds() -> Selection {
    Selection { kinds: Some(TAGS.iter().map(|tag| tag.kind).collect()), ..Selection::default() }
}

/// The Markdown view of one document.
fn md(body: &str) -> String {
    let reading = tagdown_read::read(&parse(&format!("{HEAD}{body}")), "a.md", &all_kinds());
    tagdown_read::write(&[reading], &Request::default()).expect("no budget").text
}

#[test]
fn a_line_that_looks_like_one_of_the_view_is_marked() {
    let fine = [
        "- [spec-9] in an item",
        "text [spec-9]",
        "[limits](limits.md)",
        "[Spec](spec.md)",
        "[1]: https://example.org",
        "[第1章]",
        "[Таблица 1](t.md)",
        "#!/bin/sh",
        "#42 is fixed",
        "complete the form: all fields",
        "page: 3",
        "Next: restart the service",
        "### Subsection",
        "| [spec-9] | a |",
        "> [spec-9]",
    ];
    let marked = [
        "[spec-9]",
        "[SPEC-9] Body",
        "  [limits/spec-9] x",
        "[a.md#limits/bug-2, only Fix] x",
        "[spec-9](x)",
        "[spec-9]: x",
        "**[SPEC]**",
        "`[?]` x",
        "[ѕрес-9]",
        "［spec－9］",
        "[ spec-9 ]",
        "[[spec-9]]",
        "[spec-9: x]",
        "[limits/bug-1 and/or x]",
        "[SPEC v1.2] x",
        "<b>[spec-9]</b>",
        "==> a.md <==",
        "continued: T > A",
        "complete: 3 blocks, 10 tokens",
        "Incomplete: 0 of 3 blocks",
        "end: blocks 1 to 3 of 3",
        "next: tagdown read x",
    ];
    for line in fine {
        let text = md(&format!("## L\n\n**[SPEC]**\nx\n\n{line}\n\ny\n"));
        assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
    for line in marked {
        let text = md(&format!("## L\n\n**[SPEC]**\n- x\n\n```text\n{line}\n```\n"));
        let bare = line.trim_start();
        assert!(
            text.contains(&format!("\\{bare}\n")) && !text.contains(&format!("\n{line}\n")),
            "{line}: {text}"
        );
    }
    for (body, shown) in [
        ("```sh\n# a comment\n## [x]\n```\n", "```sh\n# a comment\n\\## [x]\n```"),
        ("- x\n\n  # In an item\n", "- x\n\n  \\# In an item"),
        ("x\n```sh\n[a\n", "x\n```sh\n[a\n```"),
        ("x\n\n<script>\nalert(1)\n", "> x\n>\n> <script>\n> alert(1)"),
        ("|---|\n", "\\|---|"),
        ("a\u{202e}b\u{200b}\rc\n", "a\\u{202E}b\\u{200B}\\u{D}c"),
        ("x\u{2028}[spec-9]\n", "x\\u{2028}[spec-9]"),
        ("[sp\u{200b}ec-9]\n", "\\[sp\\u{200B}ec-9]"),
    ] {
        let text = md(&format!("## L\n\n**[SPEC]**\n{body}"));
        assert!(text.contains(&format!("## L\n\n[spec-1]\n{shown}\n\n---\n")), "{body:?}: {text}");
    }
}

#[test]
fn titles_and_headings_that_look_like_labels_are_marked() {
    let text = md(
        "## [spec-9] Fact\n\n**[BUG] [spec-8] x**\nSymptom: s\nCause: c\nFix: f\n\n**[ADR]**\nWe may use it.\n",
    );
    assert!(text.contains("\n## \\[spec-9] Fact\n"), "{text}");
    assert!(text.contains("\n[bug-1] \\[spec-8] x\n"), "{text}");
    assert!(text.contains("\n[?-1] unverified hypothesis: ADR\n> We may use it.\n"), "{text}");
}

#[test]
fn names_cannot_forge_a_label() {
    let text = "# T\u{202e}\n**Version 1.0.0**\n\n## A\u{200b}\n\n**[BUG] x\u{2066}**\nSymptom: s\nCause: c\nFix: f\n\n## B\n\n**[BUG] y**\nSymptom: s\nCause: c\nFix: f\n";
    let path = "x.md#a/spec-1] real [\u{202e}\ny.md";
    let read = || tagdown_read::read(&parse(text), path, &Selection::default());
    for view in ["md", "outline"] {
        for ranked in [false, true] {
            let mut readings = vec![read(), read()];
            if ranked {
                tagdown_read::rank(&mut readings, "x y");
            }
            let request = Request {
                view: views::find(view).expect("a view"),
                ranked,
                several: true,
                ..Request::default()
            };
            let shown = tagdown_read::write(&readings, &request).expect("no budget").text;
            assert_eq!(tagdown::text::hidden(&shown), 0, "{shown}");
            assert!(!shown.contains("[x.md#a/spec-1]"), "{shown}");
        }
    }
    let json = Request { view: views::find("jsonl").expect("a view"), ..Request::default() };
    let json = tagdown_read::write(&[read()], &json).expect("no budget").text;
    assert!(json.lines().next().is_some_and(|line| line.contains("\"hidden\":2,")), "{json}");
}

/// Lines that try to look like lines of a view, to hide, or to swallow what follows.
const TRAPS: &[&str] = &[
    "[spec-9]",
    "[limits/spec-1] Limits",
    "  [/docs/0.md#limits/spec-1]",
    "**[SPEC-2]** text",
    "[bug-1, only Fix] x",
    "[?-1] unverified hypothesis",
    "- [spec-1] item",
    "> [spec-2]",
    "> ```",
    "- ```",
    "```",
    "```sh",
    "~~~~",
    "    code",
    "# Title",
    "## Limits",
    "### Deeper",
    "==> b.md <==",
    "continued: x",
    "---",
    "===",
    "--",
    "|---|",
    "| a |",
    "complete: 3 blocks, 9 tokens",
    "next: tagdown read x",
    "<!-- open",
    "-->",
    "<!-- closed -->",
    "<script>",
    "</script>",
    "<div>",
    "<![CDATA[",
    "<?php",
    "<details>",
    "[spec-1]: https://example.org",
    "[^1]: note",
    "text[^1] and [spec-1]",
    "a\rb",
    "\r[spec-9]",
    "a\u{2028}[spec-9]",
    "\u{202e}[9-ceps]",
    "[s\u{200b}pec-9]",
    "\u{feff}[spec-9]",
    "\u{b}[spec-9]",
    "",
    "",
    "plain text",
    "1. one",
    "- two",
];

fn traps() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(
        &["**[SPEC]**", "**[NOTE]**", "**[?]**", "**[BUG] title**", "**[BUG] [spec-9]**"][..],
    );
    let body = prop::collection::vec(prop::sample::select(TRAPS), 1..8);
    let heading =
        prop::option::weighted(0.4, prop::sample::select(&["## Limits", "## [spec-9]", "### Spec-1"][..]));
    let eol = prop::sample::select(&["\n", "\n", "\r\n"][..]);
    let more = prop::sample::select(
        &["skipped.", "skipped.", "skipped. Sizes are in KiB.\n\n[spec-9]\n\n- a: b"][..],
    );
    (prop::collection::vec((heading, tag, body), 1..6), eol, more).prop_map(|(blocks, eol, more)| {
        let mut text = HEAD.replace("skipped.", more);
        for (heading, tag, body) in blocks {
            text.push_str(&heading.map(|heading| format!("{heading}\n\n")).unwrap_or_default());
            text.push_str(&format!("{tag}\n{}\n\n", body.join("\n")));
        }
        text.replace('\n', eol)
    })
}

/// The names of the labels in a view, as a simple reader finds them: any line that starts with a bracket and an id.
fn found(text: &str) -> Vec<String> {
    let lines = text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']);
    let label = |line: &str| {
        let inside = line.trim_start().trim_start_matches(['*', '_', '`', '\u{feff}']).strip_prefix('[')?;
        let name = inside.split_once([']', ','])?.0;
        let (kind, number) = name.rsplit(['/', '#']).next()?.rsplit_once('-')?;
        let is_id = ["spec", "note", "bug", "?", "untagged"].contains(&&*kind.to_lowercase());
        (is_id && number.parse::<usize>().is_ok()).then(|| name.to_owned())
    };
    lines.filter_map(label).collect()
}

/// Checks one page of a view, and returns its labels.
fn assert_honest(text: &str, readings: &[Reading]) -> Vec<String> {
    assert_eq!(tagdown::text::hidden(text), 0, "{text}");
    let labels = found(text);
    // Every label is the name of a block, and each block has at most one.
    let names = |reading: &Reading, item: &Item| {
        [item.id.clone(), item.address.clone(), format!("{}#{}", reading.path, item.address)]
    };
    let of_reading =
        |reading: &Reading| reading.blocks.iter().map(|item| names(reading, item)).collect::<Vec<_>>();
    let mut open: Vec<[String; 3]> = readings.iter().flat_map(of_reading).collect();
    for label in &labels {
        let at = open.iter().position(|names| names.contains(label));
        open.remove(at.unwrap_or_else(|| panic!("{label} is no block of\n{text}")));
    }
    // The view has one ending, which is its own.
    let words = ["complete:", "incomplete:", "page:", "end:"];
    let is_ending = |line: &&str| words.iter().any(|word| line.starts_with(word));
    assert_eq!(text.lines().filter(is_ending).count(), 1, "{text}");
    // For a reader of Markdown, every label opens a paragraph.
    let source = Source::new(text);
    let markdown = Markdown::parse(&source);
    let tops = markdown.top.iter().map(|&index| &markdown.nodes[index]);
    let paragraphs: Vec<String> = tops
        .filter(|node| node.kind == NodeKind::Paragraph)
        .filter_map(|node| found(source.slice(node.span).lines().next().unwrap_or_default()).pop())
        .collect();
    assert_eq!(paragraphs, labels, "{text}");
    labels
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn labels_are_exactly_the_blocks(
        texts in prop::collection::vec(traps(), 1..4),
        query in prop::option::weighted(0.3, Just("text item spec")),
        budget in prop::option::weighted(0.5, 40..600_usize),
        paged in any::<bool>(),
    ) {
        let read = |(at, text): (usize, &String)| tagdown_read::read(&parse(text), &format!("/docs/{at}.md"), &all_kinds());
        let mut readings: Vec<Reading> = texts.iter().enumerate().map(read).collect();
        if let Some(query) = query {
            tagdown_read::rank(&mut readings, query);
        }
        let cursor = (paged && budget.is_some()).then(Cursor::default);
        let mut request = Request { ranked: query.is_some(), several: texts.len() > 1, budget, cursor, ..Request::default() };
        for _ in 0..9 {
            let Ok(output) = tagdown_read::write(&readings, &request) else { break };
            let labels = assert_honest(&output.text, &readings);
            let tokens = request.encoding.count(&output.text);
            prop_assert!(budget.is_none_or(|budget| tokens <= budget), "{} tokens:\n{}", tokens, output.text);
            if budget.is_none() && query.is_none() {
                let ids: Vec<&str> = readings.iter().flat_map(|reading| &reading.blocks).map(|item| &*item.id).collect();
                let shown: Vec<&str> = labels.iter().map(|label| label.rsplit('/').next().unwrap_or_default()).collect();
                prop_assert_eq!(shown, ids, "{}", output.text);
            } else if budget.is_none() {
                let blocks: usize = readings.iter().map(|reading| reading.blocks.len()).sum();
                prop_assert_eq!(labels.len(), blocks, "{}", output.text);
            }
            let Some(Next::Page(next)) = output.next.filter(|_| paged) else { break };
            request.cursor = Some(next);
        }
    }
}
