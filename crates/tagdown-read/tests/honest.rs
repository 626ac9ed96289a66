//! What a view says about itself: labels, the title line, the manifest; what is left out of a text; and which document
//! comes first.

use tagdown::document::{TAGS, parse};
use tagdown_read::{Cursor, Reading, Refused, Request, Selection, views};

const HEAD: &str = "# Upload\n**Version 1.2.0** · Team · 2026-01-05 · draft · HADS 1.0.0\n\n\
    ## AI READING INSTRUCTION\n\nRead `[SPEC]` first; `[NOTE]` may be skipped.\n\n---\n\n";

fn all_kinds() -> Selection {
    Selection { kinds: Some(TAGS.iter().map(|tag| tag.kind).collect()), ..Selection::default() }
}

fn reading(path: &str, body: &str) -> Reading {
    tagdown_read::read(&parse(&format!("{HEAD}{body}")), path, &all_kinds())
}

fn md(readings: &[Reading]) -> String {
    tagdown_read::write(readings, &Request::default()).expect("no budget").text
}

fn labels(text: &str) -> Vec<&str> {
    let label = |line: &'_ str| line.starts_with('[');
    text.lines().filter(|line| label(line)).collect()
}

#[test]
fn a_label_is_the_shortest_name_that_means_one_block() {
    let a = "## Limits\n\n**[SPEC]**\n- a\n\n**[BUG] Slow**\nSymptom: s\nCause: c\nFix: f\n\n## Errors\n\n**[SPEC]**\n- b\n";
    let one = md(&[reading("a.md", a)]);
    assert_eq!(labels(&one), ["[limits/spec-1]", "[bug-1] Slow", "[errors/spec-1]"]);
    let two = md(&[reading("a.md", a), reading("b.md", "## Limits\n\n**[SPEC]**\n- c\n\n**[NOTE]**\nd\n")]);
    assert_eq!(
        labels(&two),
        ["[a.md#limits/spec-1]", "[bug-1] Slow", "[errors/spec-1]", "[b.md#limits/spec-1]", "[note-1]"]
    );
    // The label is the same if only some blocks are shown.
    let text = format!("{HEAD}{a}");
    let some = Selection { addresses: vec!["errors".to_owned()], ..Selection::default() };
    assert_eq!(labels(&md(&[tagdown_read::read(&parse(&text), "a.md", &some)])), ["[errors/spec-1]"]);
    // A label that shows a hidden character as an escape is still an address.
    let emoji = format!("{HEAD}## A\n\n**[SPEC]**\n- a\n\n## ⚠\u{fe0f} Care\n\n**[SPEC]**\n- b\n");
    let shown = md(&[tagdown_read::read(&parse(&emoji), "a.md", &Selection::default())]);
    let label = labels(&shown)[1].trim_matches(['[', ']']);
    let one = Selection { addresses: vec![label.to_owned()], ..Selection::default() };
    assert_eq!(tagdown_read::read(&parse(&emoji), "a.md", &one).blocks[0].text.trim(), "- b", "{label}");
    // An anchor of a section is not an id.
    let section = md(&[reading("a.md", "## Spec-1\n\n**[SPEC]**\n- a\n")]);
    assert_eq!(labels(&section), ["[spec-1/spec-1]"]);
}

#[test]
fn a_ranked_list_says_on_one_line_where_a_block_is() {
    let a = "## Limits\n\n**[SPEC]**\n- upload limit: 4 KB\n\n**[NOTE]**\nThe upload limit is old.\n\n\
        **[BUG] Upload limit ignored**\nSymptom: upload limit\nCause: c\nFix: f\n\n## Errors\n\n**[?]**\nAn upload limit of 5?\n";
    let ranked = |several: bool| {
        let mut readings = vec![reading("a.md", a)];
        tagdown_read::rank(&mut readings, "upload limit");
        let request = Request { ranked: true, several, ..Request::default() };
        tagdown_read::write(&readings, &request).expect("no budget").text
    };
    let one = ranked(false);
    assert!(one.starts_with("[bug-1] Upload · v1.2.0 > Limits: Upload limit ignored\n"), "{one}");
    assert!(one.contains("\n[note-1] context: Limits\nThe upload limit"), "{one}");
    assert!(one.contains("\n[?-1] unverified hypothesis: Errors\n> An upload"), "{one}");
    let several = ranked(true);
    assert!(several.starts_with("[a.md#limits/bug-1] Upload · v1.2.0 > Limits: Upload limit"), "{several}");
    assert!(several.contains("\n[a.md#limits/spec-1]\n- upload"), "{several}");
    assert!(!several.contains("==>") && !several.contains("\n#"), "{several}");
}

#[test]
fn the_title_line_has_status_and_date() {
    let text = md(&[reading("a.md", "## Limits\n\n**[SPEC]**\n- a\n")]);
    assert!(text.starts_with("# Upload · v1.2.0 · draft · 2026-01-05\n\n## Limits"), "{text}");
}

#[test]
fn a_manifest_is_shown_if_it_says_more_than_which_tags_to_read() {
    let shown = |manifest: &str| {
        let text = format!(
            "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\n{manifest}\n\n---\n\n**[SPEC]**\n- a\n"
        );
        let reading = tagdown_read::read(&parse(&text), "a.md", &Selection::default());
        reading.manifest.map(|manifest| manifest.more)
    };
    for standard in [
        "Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks\nonly if needed. `[?]` blocks are unverified: treat them\nas hypotheses. Text without a tag may be skipped.",
        "This document follows HADS 1.0.0. `[SPEC]` = fact.\n\n- `[NOTE]`: context\n- `[BUG]`: a failure with its fix",
        "Always read every `[BUG]` before you set `mode: live`. Skip the rest.",
        "- Read `[SPEC]` blocks first. They are the authority for every key of stowd 3.2.\n- `[NOTE]` blocks may be skipped.",
        "SPEC blocks first, NOTE blocks last.\n\n<!-- tagdown: allow placeholder example -->",
        "",
    ] {
        assert_eq!(shown(standard), None, "{standard}");
    }
    for (manifest, more) in [
        (
            "Read `[SPEC]` first. Start with §2 to find the file for your task.",
            "Start with §2 to find the file for your task.",
        ),
        ("Read `[SPEC]`.\n\n- P1: data loss\n- P2: wrong answer", "- P1: data loss\n- P2: wrong answer"),
        (
            "Read `[SPEC]`.\n\n| level | means |\n|---|---|\n| A | all |",
            "| level | means |\n|---|---|\n| A | all |",
        ),
        ("`[BUG]` P1 means data loss.", "`[BUG]` P1 means data loss."),
        (
            "Read `[SPEC]`; the settings are in `docs/settings.md`.",
            "Read `[SPEC]`; the settings are in `docs/settings.md`.",
        ),
        (
            "`[SPEC]` is binding. All sizes are in KiB unless a table says otherwise.",
            "All sizes are in KiB unless a table says otherwise.",
        ),
    ] {
        assert_eq!(shown(manifest).as_deref(), Some(more), "{manifest}");
    }
}

#[test]
fn a_manifest_stands_below_the_title_and_a_budget_may_leave_it_out() {
    let fact = "- A fact of some length about the service, with a number: 4096.\n";
    let text = format!(
        "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`. All sizes are in KiB.\n\n- A: all\n\n---\n\n## L\n\n**[SPEC]**\n{}",
        fact.repeat(3)
    );
    let readings = [tagdown_read::read(&parse(&text), "a.md", &Selection::default())];
    let whole = md(&readings);
    assert!(whole.starts_with("# T · v1.0.0\n\n> All sizes are in KiB.\n>\n> - A: all\n\n## L\n"), "{whole}");
    assert!(whole.contains("\ncomplete: "), "{whole}");
    let needed = Request::default().encoding.count(&whole);
    let request = Request { budget: Some(needed - 1), ..Request::default() };
    let less = tagdown_read::write(&readings, &request).expect("room enough");
    assert!(
        !less.complete && !less.text.contains("KiB") && less.text.contains("manifest left out"),
        "{}",
        less.text
    );
    assert!(less.text.contains(&fact.repeat(3)), "{}", less.text);
    assert!(less.text.contains(&format!("--budget {needed}")), "{}", less.text);
    let json = Request { view: views::find("json").expect("a view"), ..Request::default() };
    let json = tagdown_read::write(&readings, &json).expect("no budget").text;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["manifest"], "Read `[SPEC]`. All sizes are in KiB.\n\n- A: all");
}

#[test]
fn comments_are_not_part_of_a_text() {
    for (body, shown) in [
        ("<!-- Fill in. -->\n- a\n", "- a"),
        ("- a\n\n<!-- tagdown: allow spec-prose example -->\n\n- b\n", "- a\n\n- b"),
        ("- a\n<!-- one\n\ntwo -->\n- b\n", "- a\n- b"),
        ("a <!-- tagdown: allow spec-prose x --> b\n", "a  b"),
        ("- a\n\n  <!-- inside -->\n  more\n", "- a\n\n  more"),
        ("```html\n<!-- code -->\n```\n", "```html\n<!-- code -->\n```"),
        ("- a\n\n<!-- end -->\n", "- a"),
    ] {
        let readings = [reading("a.md", &format!("## L\n\n**[SPEC]**\n{body}"))];
        let text = md(&readings);
        assert!(text.contains(&format!("## L\n\n[spec-1]\n{shown}\n\n---\n")), "{body:?}: {text}");
        assert_eq!(readings[0].blocks[0].text.trim_end(), body.trim_end());
    }
}

#[test]
fn documents_take_turns_and_the_readme_is_first() {
    let section =
        |name: &str| format!("## {name}\n\n**[SPEC]**\n- {}\n\n", format!("A fact of {name}. ").repeat(6));
    let body: String = ["One", "Two", "Three", "Four"].iter().map(|name| section(name)).collect();
    let readings = ["docs/a.md", "docs/b.md", "docs/README.md"].map(|path| reading(path, &body));
    let shown = |budget: usize| {
        let request = Request { budget: Some(budget), ..Request::default() };
        let text = tagdown_read::write(&readings, &request).expect("room enough").text;
        labels(&text).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(shown(180), ["[docs/README.md#one/spec-1]"]);
    assert_eq!(
        shown(340),
        ["[docs/a.md#one/spec-1]", "[docs/b.md#one/spec-1]", "[docs/README.md#one/spec-1]"]
    );
}

#[test]
fn a_footnote_in_an_unverified_block_is_marked_where_it_is_used() {
    let body = "**[SPEC]**\n- Limit: 4 KB[^1], see [a][2]\n\n**[?]**\n- Perhaps 8 KB[^1].\n\n[^1]: It is 8 KB.\n\n[2]: a.md\n";
    let readings = [reading("a.md", body)];
    let shown = md(&readings);
    let marked = "[spec-1]\n- Limit: 4 KB[^1], see [a][2]\n\n[2]: a.md\n\n> unverified: [^1]: It is 8 KB.\n";
    assert!(shown.contains(marked), "{shown}");
    let item = &readings[0].blocks[1];
    assert!(item.claims(tagdown::text::Span::new(0, item.text.len())).is_empty(), "{item:?}");
}

#[test]
fn a_page_that_is_too_small_for_a_block_names_a_budget_that_is_enough() {
    let text = "# T\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`. All sizes are in KiB, and all times are in ms.\n\n---\n\n## L\n\n**[SPEC]**\n- Limit: 4\n";
    let readings = [tagdown_read::read(&parse(text), "a.md", &Selection::default())];
    let page = |budget: usize| {
        let request = Request { budget: Some(budget), cursor: Some(Cursor::default()), ..Request::default() };
        tagdown_read::write(&readings, &request)
    };
    let mut refused = 0;
    for budget in 1..120 {
        if let Err(Refused::TooSmall { least }) = page(budget) {
            assert!(least > budget && page(least).is_ok(), "{budget}: {least}");
            refused = budget;
        }
    }
    assert!((10..60).contains(&refused), "{refused}");
}
