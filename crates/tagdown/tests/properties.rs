//! Properties of every document, tested on documents generated from awkward lines.

#[path = "../../../tests/generated.rs"]
mod generated;
#[path = "../../../tests/model.rs"]
mod shared;

use proptest::prelude::*;
use shared::{model as assert_model, span as assert_span};
use tagdown::document::{Document, PartKind, Place, parse};
use tagdown::markdown::NodeKind;
use tagdown::rules::{Safety, Settings, check, fix};
use tagdown::text::Span;

fn document() -> impl Strategy<Value = String> {
    prop_oneof![4 => generated::document(), 1 => generated::tagged()]
}

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}

/// Every word of the document with the kind of the block that contains it. Headings, header, manifest and comments have
/// no kind and are omitted.
fn words_by_kind(document: &Document<'_>) -> Vec<(String, String)> {
    let mut words = Vec::new();
    let mut add = |kind: &str, text: &str| {
        // A safe fix removes characters that cannot be seen, also inside a word.
        let text = text.replace(is_unseen, "");
        let split = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.extend(split.map(|word| (kind.to_owned(), word.to_owned())));
    };
    let mut hidden: Vec<Span> = document.sections.iter().map(|section| section.heading).collect();
    hidden.extend(
        document
            .markdown
            .nodes
            .iter()
            .filter(|node| matches!(node.kind, NodeKind::Comment | NodeKind::Definition))
            .map(|node| node.span),
    );
    hidden.extend(document.tool_comments(Span::new(0, document.source.text().len())));
    hidden.sort_unstable();
    for block in &document.blocks {
        let title = document
            .tag_of(block)
            .filter(|tag| !matches!(tag.place, Place::Heading(_)))
            .and_then(|tag| tag.title);
        add(block.kind.name(), title.map_or("", |title| document.text(title)));
        let mut at = block.content.start;
        for span in hidden.iter().filter(|span| span.overlaps(block.content)) {
            if span.start >= at {
                add(block.kind.name(), document.text(Span::new(at, span.start)));
            }
            at = at.max(span.end.min(block.content.end));
        }
        add(block.kind.name(), document.text(Span::new(at, block.content.end)));
    }
    words
}

fn settings() -> Settings {
    Settings::default()
}

/// The lines that another Markdown parser reads as code or HTML, counted from 1.
fn opaque_lines(text: &str) -> Vec<std::ops::RangeInclusive<usize>> {
    use comrak::nodes::NodeValue;
    let mut options = comrak::Options::default();
    options.extension.table = true;
    options.extension.footnotes = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    let arena = comrak::Arena::new();
    let root = comrak::parse_document(&arena, text, &options);
    let opaque = root.descendants().filter_map(|node| {
        let data = node.data();
        let is_opaque = matches!(data.value, NodeValue::CodeBlock(_) | NodeValue::HtmlBlock(_));
        is_opaque.then(|| data.sourcepos.start.line..=data.sourcepos.end.line)
    });
    opaque.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_has_its_part(text in document()) {
        let document = parse(&text);
        assert_model(&document);
        prop_assert!(!document.is_tagged() || tagdown::document::may_be_tagged(text.as_bytes()));
    }

    #[test]
    fn no_tag_stands_where_another_parser_sees_code(text in document()) {
        // A first paragraph prevents the parsers from finding front matter.
        let text = format!("x\n\n{text}");
        let document = parse(&text);
        let opaque = opaque_lines(&text);
        for (_, tag) in document.tagged_blocks().filter(|(_, tag)| tag.place == Place::Line) {
            let line = document.source.position(tag.span.start).line;
            prop_assert!(!opaque.iter().any(|lines| lines.contains(&line)), "line {} of {:?}", line, text);
        }
    }

    #[test]
    fn findings_and_edits_are_sound(text in document()) {
        for finding in check(&parse(&text), &settings()) {
            assert_span(&text, finding.span);
            if let Some(fix) = &finding.fix {
                let mut at = 0;
                for edit in fix.edits() {
                    assert_span(&text, edit.span);
                    prop_assert!(at <= edit.span.start, "{}: {:?}", finding.rule, fix);
                    at = edit.span.end;
                }
            }
        }
    }

    #[test]
    fn fixing_twice_is_fixing_once(text in document(), layout in any::<bool>(), careful in any::<bool>()) {
        let settings = settings().only(|rule| !layout || rule.layout);
        let safety = if careful || layout { Safety::Safe } else { Safety::Unsafe };
        let once = fix(&text, &settings, safety);
        prop_assert!(once.lost.is_empty(), "lost {:?}", once.lost);
        prop_assert!(once.unsettled.is_empty(), "{:?} never settles in {:?}", once.unsettled, once.text);
        let left = check(&parse(&once.text), &settings);
        let fixable = left.iter().find(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety >= safety));
        prop_assert!(fixable.is_none() || once.refused > 0, "left {:?}\nin {:?}", fixable, once.text);
        prop_assert_eq!(&fix(&once.text, &settings, safety).text, &once.text);
    }

    #[test]
    fn a_safe_fix_keeps_the_kind_of_every_word(text in document()) {
        let before = parse(&text);
        let fixed = fix(&text, &settings(), Safety::Safe).text;
        prop_assert_eq!(words_by_kind(&before), words_by_kind(&parse(&fixed)), "{:?}", fixed);
    }

    #[test]
    fn line_ends_do_not_matter(text in document()) {
        prop_assume!(text.contains('\n'));
        let crlf = text.replace('\n', "\r\n");
        let places = |text: &str| {
            let document = parse(text);
            let findings = check(&document, &settings());
            let place = |at: usize| document.source.position(at);
            let place = |at: usize| (place(at).line, place(at).column);
            findings.iter().map(|f| (f.rule, place(f.span.start), document.address(f.span.start))).collect::<Vec<_>>()
        };
        prop_assert_eq!(places(&text), places(&crlf));
        let fixed = fix(&crlf, &settings(), Safety::Safe).text;
        prop_assert!(!fixed.replace("\r\n", "").contains('\n'), "a lone LF in {:?}", fixed);
        prop_assert_eq!(fixed.replace("\r\n", "\n"), fix(&text, &settings(), Safety::Safe).text);
    }
}

/// Found by fuzzing: a tag that Markdown reads as the definition of a link, and a comment inside a word.
#[test]
fn near_misses_settle() {
    for text in [
        "a\n\n[NOTE]: *\n[1]: http://x\n",
        "[NOTE]: **\n[1]: http://x\n",
        "[NOTE]:\n*\n[1]: http://x\n",
        "[1]: http://x\n[NOTE]: *\n[?]: _\n",
        "Version 0<!--tagdown:allow inline-content-->1",
        "# N<!--tagdown:allow inline-content-->r",
    ] {
        for safety in [Safety::Safe, Safety::Unsafe] {
            let once = fix(text, &settings(), safety);
            assert!(once.lost.is_empty() && once.unsettled.is_empty(), "{text:?}: {once:?}");
            assert_eq!(fix(&once.text, &settings(), safety).text, once.text, "{text:?}");
            assert!(once.text.lines().count() <= text.lines().count() + 12, "{once:?}");
        }
    }
}

/// Found by fuzzing: the underline of a heading that is a tag is a break of its own.
#[test]
fn a_tag_above_a_break_ends_there() {
    for text in ["#[SPEC]]\n---", "#[SPEC]]\n---\n\nb\n", "[SPEC] a]\n---\n- b\n", "#[BUG] c]\n===\nd\n"] {
        assert_model(&parse(text));
        assert_model(&parse(&text.replace('\n', "\r\n")));
    }
}

/// Found by fuzzing: the title of a heading was cut to the length of the text behind it, within a character.
#[test]
fn text_behind_the_title_of_a_heading_does_not_cut_it() {
    for text in ["# **[?] B\u{fffd}**n0]*", "# **[NOTE] 日本日**abcd\n\nx\n", "## **[SPEC] a b** c ##\n\nd\n"]
    {
        assert_model(&parse(text));
    }
    let document = parse("## **[SPEC] a b** c ##\n\nd\n");
    let title = document.tags[0].title.expect("a title");
    assert_eq!(document.text(title), "a b");
}

/// Found by fuzzing: a closing tag in a heading that is a tag gave a block that ends before it starts.
#[test]
fn a_closing_tag_in_a_heading_is_text() {
    for text in
        ["# [SPEC]**[/BUG]", "# [SPEC]**[/SPEC]", "## [NOTE] a **[/NOTE]**\n\nb\n", "## A **[/SPEC]**\nb\n"]
    {
        let document = parse(text);
        assert_model(&document);
        assert!(!document.parts.iter().any(|part| matches!(part.kind, PartKind::Closing(_))), "{text}");
    }
}
