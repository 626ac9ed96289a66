//! Conversion, case by case: what is added where, what is refused, and that everything can be removed again.

mod errors;
#[path = "../../../tests/generated.rs"]
mod generated;

use errors::errors;
use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::{Conversion, Layout, Options, Reported, UNDECIDED, convert, strip};

fn convert_as(text: &str, profile: Profile, bullets: bool) -> Conversion {
    let settings = Settings::default();
    convert(
        text,
        &Options {
            profile,
            layout: Layout::Whole,
            bullets,
            version: None,
            file_name: "docs/page-one.md",
            settings: &settings,
            decisions: &UNDECIDED,
            faq: false,
            lists_bullets: false,
        },
    )
}

/// The converted document. Guards are part of every conversion; this checks their promises independently.
#[track_caller]
fn converted(text: &str) -> String {
    let conversion = convert_as(text, Profile::Bold, false);
    assert_eq!(conversion.refused, None, "in\n{text}");
    let output = conversion.output;
    let mut lines = output.split(['\n', '\r']);
    for line in text.split(['\n', '\r']) {
        assert!(lines.any(|other| other == line), "{line:?} is missing in\n{output}");
    }
    let again = convert_as(&output, Profile::Bold, false).output;
    assert_eq!(again, output, "twice is once");
    let source = parse(text);
    if source.tags.is_empty() && source.header.version.is_none() {
        assert_eq!(strip(&output), text, "and back");
    }
    output
}

const HEADER: &str = "# T\n**Version 0.1.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\n\
                      Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks\n\
                      only if additional context is needed. `[?]` blocks are unverified: treat them\n\
                      as hypotheses. Text without a tag may be skipped.\n\n## S\n\n";

/// The same for text below a title and a section.
#[track_caller]
fn body(text: &str, expected: &str) {
    let output = converted(&format!("# T\n\n## S\n\n{text}"));
    assert_eq!(output.strip_prefix(HEADER), Some(expected), "in\n{output}");
}

#[test]
fn one_tag_a_run() {
    body(
        "The port is `8080`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nrun\n```\n",
        "**[SPEC]**\nThe port is `8080`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nrun\n```\n",
    );
    body(
        "```sh\nrun\n```\n\nWe wrote this years ago because we really liked the idea of a small and friendly tool.\n",
        "**[SPEC]**\n```sh\nrun\n```\n\n**[NOTE]**\nWe wrote this years ago because we really liked the idea of a \
         small and friendly tool.\n",
    );
}

#[test]
fn a_spec_holds_two_sentences() {
    body(
        "`a` sets the port.\n\n`b` sets the host.\n\n`c` sets the path.\n",
        "**[SPEC]**\n`a` sets the port.\n\n`b` sets the host.\n\n**[SPEC]**\n`c` sets the path.\n",
    );
    body(
        "`a` sets the port. `b` sets the host. `c` sets the path.\n",
        "**[NOTE]**\n`a` sets the port. `b` sets the host. `c` sets the path.\n",
    );
}

#[test]
fn what_cannot_follow_a_tag_is_parted_from_it() {
    for first in ["3. c\n4. d\n", "    code\n", "a | b\n--|--\n1 | 2\n"] {
        body(first, &format!("**[SPEC]**\n\n{first}"));
    }
    body(
        "[a]: /x\n\n- `b`: the port, as [a] says\n",
        "[a]: /x\n\n**[SPEC]**\n- `b`: the port, as [a] says\n",
    );
    let html =
        "<x-note>\nThe port is 8080 and the host is a and the path is b and the rest is c.\n</x-note>\n";
    let output = converted(&format!("# T\n\n## S\n\n{html}"));
    assert!(output.ends_with(&format!("]**\n\n{html}")), "{output}");
}

#[test]
fn what_folds_a_tag_in_is_parted_from_it_and_all_is_undone() {
    // Zero blank lines become two, and more become one more, so both can be undone.
    let story = "We really liked this idea because it was such a great and friendly story to tell everybody.";
    body(
        &format!("{story}\n```sh\nrun\n```\n"),
        &format!("**[NOTE]**\n{story}\n\n\n**[SPEC]**\n```sh\nrun\n```\n"),
    );
    body(
        &format!("{story}\n\n\n```sh\nrun\n```\n"),
        &format!("**[NOTE]**\n{story}\n\n\n\n**[SPEC]**\n```sh\nrun\n```\n"),
    );
    body(
        &format!("```sh\nrun\n```\n{story}\n"),
        &format!("**[SPEC]**\n```sh\nrun\n```\n**[NOTE]**\n{story}\n"),
    );
}

#[test]
fn what_belongs_together_stays_together() {
    body(
        "<!-- prettier-ignore -->\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "**[SPEC]**\n<!-- prettier-ignore -->\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    body(
        "!!! note\n\n    The port is `8080`.\n\n    The host is `a`.\n",
        "**[SPEC]**\n!!! note\n\n    The port is `8080`.\n\n    The host is `a`.\n",
    );
    body("![logo](a.png)\n\n- `b`: the port\n", "![logo](a.png)\n\n**[SPEC]**\n- `b`: the port\n");
}

#[test]
fn headers() {
    for (source, opening) in [
        ("# T\ntext is `a`\n", "# T\n\n**Version 0.1.0** · HADS 1.0.0\n\n**["),
        ("T\n=\n\ntext is `a`\n", "T\n=\n**Version 0.1.0** · HADS 1.0.0\n\n**["),
        ("text is `a`\n", "# Page one\n**Version 0.1.0** · HADS 1.0.0 · title by tagdown\n\n**["),
        (
            "---\ntitle: My page\nversion: 2.1\n---\n\ntext is `a`\n",
            "---\ntitle: My page\nversion: 2.1\n---\n\n**Version 2.1.0** · HADS 1.0.0\n\n**[",
        ),
        ("<h1>Tool</h1>\n\n## S\n\n- `a`\n", "# Tool\n**Version 0.1.0** · HADS 1.0.0 · title by tagdown"),
        ("# T\n\nVersion: 1.2.3\n\n- `a`\n", "# T\n**Version 1.2.3** · HADS 1.0.0\n\n"),
        ("# T\n\n\n- `a`\n\n## S\n\n- `b`\n", "# T\n**Version 0.1.0** · HADS 1.0.0\n\n\n**[SPEC]**\n- `a`"),
        ("# T\n**Version 1.0.0**\n- `a`\n", "# T\n**Version 1.0.0**\n\n\n**[SPEC]**\n- `a`"),
        ("# T\n\n- `a`\n\n**Version 1.0.0**\n", "# T\n**Version 1.0.0** · HADS 1.0.0\n\n**[SPEC]**\n- `a`"),
        ("- `a` <a id=\"page-one\"></a>\n", "# Page one (docs)\n**Version"),
        (
            "# T\n\n- `a`\n\n<a name=\"s\"></a>\n## S\n\n- `b`\n",
            "# T\n**Version 0.1.0** · HADS 1.0.0\n\n**[SPEC]**\n- `a`\n\n## AI READING",
        ),
        // The anchor of a heading must not be taken.
        ("- `a`\n\n## Page one\n\n- `b`\n", "# Page one (docs)\n**Version"),
        (
            "# A\n\n- `a`\n\n# B\n\n- `b`\n",
            "# A\n**Version 0.1.0** · HADS 1.0.0\n\n**[SPEC]**\n- `a`\n\n## AI READING",
        ),
        (
            "\u{feff}# T\r\n\r\n- `a`\r\n",
            "\u{feff}# T\r\n**Version 0.1.0** · HADS 1.0.0\r\n\r\n**[SPEC]**\r\n- `a`\r\n\r\n## AI READING",
        ),
        ("# T\n\n- `a`", "# T\n**Version 0.1.0** · HADS 1.0.0\n\n**[SPEC]**\n- `a`\n\n## AI READING"),
        (
            "# T\n**Version 1.2.0** · HADS 1.0.0\n\n- `a`\n",
            "# T\n**Version 1.2.0** · HADS 1.0.0\n\n**[SPEC]**\n- `a`\n\n## AI READING",
        ),
        (
            "**Version 2.0.0** · HADS 1.0.0\n\n- `a`\n",
            "# Page one\n**Version 2.0.0** · HADS 1.0.0 · title by",
        ),
    ] {
        let output = converted(source);
        assert!(output.starts_with(opening), "{source:?} became\n{output}");
    }
}

#[test]
fn only_the_untagged_rest() {
    let text = format!("{HEADER}**[NOTE]**\nA story.\n\n## More\n\n- `a`: the port\n");
    let expected = format!("{HEADER}**[NOTE]**\nA story.\n\n## More\n\n**[SPEC]**\n- `a`: the port\n");
    assert_eq!(converted(&text), expected);
    let conversion = convert_as(&expected, Profile::Balanced, false);
    assert_eq!((conversion.output, conversion.notices), (expected, vec!["already fully tagged".to_owned()]));
}

#[test]
fn failures_with_fields_are_bugs() {
    body(
        "### Login fails\n\n**Symptom:** the page stays blank\n\n**Cause:** a stale token\n\n**Fix:** delete `token.json`\n",
        "### Login fails\n\n**[BUG] Login fails**\n**Symptom:** the page stays blank\n\n**Cause:** a stale token\n\n\
         **Fix:** delete `token.json`\n",
    );
    body(
        "### max_size fails\n\nSymptom: a\nCause: b\nFix: c\n",
        "### max_size fails\n\n**[BUG] max size fails**\nSymptom: a\nCause: b\nFix: c\n",
    );
    // Neither an unknown fix nor only two fields make a BUG.
    let output = converted("# T\n\n## S\n\nSymptom: a\nCause: b\nFix: none yet\n");
    assert!(!output.contains("**[BUG]"), "{output}");
    let output =
        converted("# T\n\n## S\n\n**Symptom:** the page stays blank\n\n**Fix:** delete `token.json`\n");
    assert!(!output.contains("**[BUG]"), "{output}");
}

#[test]
fn every_block_has_a_label_with_reasons() {
    let text = "# T\n\n## S\n\nThings around here work.\n\nThe port is 8080.\n\nWe hope that you like it!\n";
    let conversion = convert_as(text, Profile::Balanced, false);
    for (block, written) in conversion.blocks.iter().zip([None, Some(Kind::Spec), Some(Kind::Note)]) {
        assert!(written.is_none() || block.written == written, "{block:?}");
        assert_eq!(block.written, Some(block.label), "{block:?}");
        assert!((1..=3).contains(&block.reasons.len()), "{block:?}");
    }
    let doubts = |block: &Reported| conversion.doubts.iter().any(|doubt| doubt.lines == block.lines);
    assert!(conversion.blocks.iter().all(|block| block.decided != doubts(block)), "{conversion:?}");
}

#[test]
fn facts_in_prose_are_listed() {
    let text = "# T\n\n## S\n\nThe server listens on port 8080. The default timeout is 30 seconds. We chose these \
                values because they felt right to us.\n";
    let conversion = convert_as(text, Profile::Balanced, false);
    let buried = &conversion.buried[0];
    assert_eq!(buried.lines, [5, 5]);
    assert!(
        buried.sentences.iter().any(|sentence| sentence == "The default timeout is 30 seconds."),
        "{buried:?}"
    );
    assert!(!buried.sentences.iter().any(|sentence| sentence.contains("felt right")), "{buried:?}");
}

#[test]
fn bullets_keep_every_sentence() {
    let facts = "The server listens on\nport `8080`. The `timeout` option defaults to `30`. The `path` option accepts a \
                 string.";
    let cut = |text: &str| convert_as(&format!("# T\n\n## S\n\n{text}\n"), Profile::Balanced, true).output;
    assert!(
        cut(facts).ends_with(
            "**[SPEC]**\n- The server listens on port `8080`.\n- The `timeout` option defaults to `30`.\n\
         - The `path` option accepts a string.\n"
        ),
        "{}",
        cut(facts)
    );
    let story = "We really liked this idea because it was such a great and friendly story to tell everybody.";
    let mixed = cut(&format!("{facts} {story}"));
    assert!(
        mixed.contains("- The `path` option accepts a string.\n\n**[NOTE]**\nWe really liked"),
        "{mixed}"
    );
    // A sentence that depends on the one before keeps the paragraph in one piece.
    let leaning = format!("{facts} It is set once.");
    assert!(cut(&leaning).contains(&leaning));
}

#[test]
fn another_language_is_left_to_its_structure() {
    let text = "# Dienst\n\n## Grenzen\n\nDer Dienst ist nicht für alle und wird nur auf dem Server mit einer Lizenz \
                gestartet.\n\n- Das Limit ist 5 und wird nicht erhöht.\n";
    let conversion = convert_as(text, Profile::Bold, false);
    assert!(conversion.notices[0].starts_with("not in English"), "{:?}", conversion.notices);
    assert_eq!(
        conversion.blocks.iter().map(|block| block.written).collect::<Vec<_>>(),
        [Some(Kind::Note), Some(Kind::Spec)]
    );
}

#[test]
fn refused_with_a_reason() {
    for (text, reason) in [
        (
            "# T\n\nThe server listens on this port, always.\n---\n\n- `a`\n",
            "line 3: the next line turns this one into a heading",
        ),
        ("# T\n\n## S\n\n[SPEC]\n- a\n\n## U\n\n- b\n", "line 5: tag `[SPEC]` is not bold"),
    ] {
        let conversion = convert_as(text, Profile::Balanced, false);
        let refused = conversion.refused.unwrap_or_default();
        assert!(refused.starts_with(reason), "{refused}");
        assert_eq!(conversion.output, text);
    }
    for text in ["", "\n\n", "# T\n", "---\ntitle: a\n---\n"] {
        let conversion = convert_as(text, Profile::Balanced, false);
        assert_eq!((conversion.output.as_str(), conversion.notices[0].as_str()), (text, "no text to tag"));
    }
}

#[test]
fn a_document_tagged_by_hand_is_stripped_of_its_tags() {
    let head = "# T\n**Version 1.2.0** · Team · HADS 1.0.0\n\n## AI MANIFEST\n\nRead `[SPEC]`.\n\n## S\n\n";
    let tagged = "**[SPEC]**\n- a\n\n\n**[NOTE]**\nb\n\n**[BUG] Its own title**\nSymptom: c\nCause: d\nFix: e\n\n**[SPEC]** f\n";
    let plain = "- a\n\n\nb\n\n**Its own title**\nSymptom: c\nCause: d\nFix: e\n\nf\n";
    assert_eq!(strip(&format!("{head}{tagged}")), format!("{head}{plain}"));
    // The break is removed only if a conversion added it.
    let converted = converted("# T\n\n- `a`\n\n### U\n\n- `b`\n");
    assert!(strip(&converted.replacen("---\n\n", "", 1)).contains("### U\n"));
    // Text that somebody wrote between a title and a line that looks like an added header stays.
    let edited =
        "# A\n\nKept.\n\n**Version 0.1.0** · HADS 1.0.0 · title by tagdown\n\n## S\n\n**[SPEC]**\n- a\n";
    assert!(strip(edited).starts_with("# A\n\nKept.\n"), "{}", strip(edited));
}

#[test]
fn a_failure_ends_with_its_fields() {
    let output = converted(
        "# T\n\n## S\n\n### Login fails\n\n**Symptom:** a blank page\n\n**Cause:** a stale token\n\n**Fix:** run this\n\n\
         ```sh\nrm token\n```\n\n| key | default |\n|---|---|\n| `port` | 8080 |\n",
    );
    assert!(
        output.contains("rm token\n```\n\n**[SPEC]**\n| key |")
            || output.contains("rm token\n```\n**[SPEC]**\n| key |"),
        "{output}"
    );
}

#[test]
fn own_tags_that_are_in_the_way_are_named() {
    let conversion = convert_as("**[SPEC]**\n*\n#\n.\n- H", Profile::Bold, false);
    let reason = conversion.refused.unwrap_or_default();
    assert!(reason.contains("it has tags already") && !reason.contains("report"), "{reason}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_document_converts_or_is_refused(text in generated::document(), bullets in any::<bool>()) {
        let conversion = convert_as(&text, Profile::Bold, bullets);
        let source = parse(&text);
        let is_plain = source.tags.is_empty() && source.traps.is_empty() && source.header.version.is_none();
        if let Some(reason) = conversion.refused.as_ref().filter(|_| is_plain) {
            prop_assert!(!reason.contains("please report"), "{}", reason);
        }
        if conversion.refused.is_some() || conversion.output == text {
            prop_assert_eq!(&conversion.output, &text);
            return Ok(());
        }
        let (known, errors) = (errors(&text), errors(&conversion.output));
        prop_assert!(errors.iter().all(|rule| known.contains(rule)), "{errors:?}");
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let (before, after) = (words(&text), words(&conversion.output));
        let mut after = after.iter();
        prop_assert!(before.iter().all(|word| after.any(|other| other == word)), "a word is lost");
        if is_plain && source.manifest.is_none() && !bullets {
            prop_assert_eq!(strip(&conversion.output), text);
        }
    }

    #[test]
    fn strip_never_loses_a_word(text in prop_oneof![generated::document(), generated::tagged()]) {
        let stripped = strip(&text);
        let document = parse(&text);
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        // The title of a BUG may be dropped if the text contains it; all text in blocks stays, in order.
        let kept = words(&stripped);
        let mut kept = kept.iter();
        for block in &document.blocks {
            for word in words(document.text(block.content)).iter().filter(|word| !word.is_empty()) {
                prop_assert!(kept.any(|other| other == word), "{} is lost in {:?}", word, stripped);
            }
        }
    }
}

/// Qualifiers and custom tags are words of the author.
#[test]
fn strip_keeps_what_a_tag_says_besides_its_kind() {
    let document = "## Limits **[SPEC — v2]**\n\n- ten\n\n**[SPEC v1.2]**\n- a\n\n**[BUG-7] It stops**\nFix: b\n\n**[ADR]** c\n\n\
                    ### Retries **[?]**\nFive.\n";
    assert_eq!(
        strip(document),
        "## Limits — v2\n\n- ten\n\n**v1.2**\n- a\n\n**BUG-7: It stops**\nFix: b\n\n**[ADR]** c\n\n### Retries\nFive.\n"
    );
}
