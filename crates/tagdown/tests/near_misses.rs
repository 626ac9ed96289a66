//! Slips that change the look of a tag: each is read as it is meant, and what only mentions a tag is left alone.

mod reading;

use reading::{blocks, reads, rules, safely_fixed, unsafely_fixed};
use tagdown::document::{OwnTags, parse};

#[test]
fn plain_and_italic_tags_in_lower_case_open_a_text() {
    const SPELLING: &[&str] = &["tag-spelling", "inline-content"];
    for (line, kind, text) in [
        ("[SPEC] max 40 t per wagon", "SPEC", "max 40 t per wagon"),
        ("[spec] max 40 t per wagon", "SPEC", "max 40 t per wagon"),
        ("[Spec] The wagon holds 40 t.", "SPEC", "The wagon holds 40 t."),
        ("[Spec]: The wagon holds 40 t.", "SPEC", "The wagon holds 40 t."),
        ("*[spec]* the wagon holds 40 t.", "SPEC", "the wagon holds 40 t."),
        ("_[note]_ Old rails.", "NOTE", "Old rails."),
        ("[?] nobody weighed it.", "?", "nobody weighed it."),
    ] {
        let body = format!("## A\n\n{line}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("{kind}: {text}")], "{line}");
        let found = rules(&body);
        let emphasis = if line.starts_with('[') { "unbolded-tag" } else { "italic-tag" };
        assert!(found.contains(&emphasis) && found.contains(&"inline-content"), "{line}: {found:?}");
        safely_fixed(&body, &format!("## A\n\n**[{kind}]**\n{text}\n"));
    }
    reads("## A\n\n__[spec]__ The wagon holds 40 t.\n", &["SPEC: The wagon holds 40 t."], SPELLING);
    for line in [
        "[spec](a.md) has the text.",
        "[spec][r] has the text.\n\n[r]: https://example.org",
        "[spec] the text is there.\n\n[Spec]: https://example.org",
        "[spec]: https://example.org",
        "- [ ] open\n- [x] done",
        "[note] stands at the start of a sentence.",
        "[SPEC] marks a fact.",
        "[x] the wagon",
    ] {
        let body = format!("## A\n\n**[NOTE]**\nOld rails.\n\n{line}\n");
        assert_eq!(blocks(&body, &OwnTags::default()).len(), 1, "{line}");
        safely_fixed(&body, &body);
    }
    assert_eq!(parse("# T\n\n[spec] max 40 t\n").tagged_blocks().count(), 0, "no manifest");
}

#[test]
fn plain_tags_directly_under_other_text_are_read() {
    for above in ["The body is 4 KB.", "- Body: 4 KB", "| a |\n|---|\n| b |", "1. Body\n2. Head"] {
        let body = format!("## A\n\n**[SPEC]**\n{above}\n[NOTE] Old rails.\n");
        let expected = [format!("SPEC: {}", above.replace('\n', "|")), "NOTE: Old rails.".to_owned()];
        assert_eq!(blocks(&body, &OwnTags::default()), expected);
        let found = rules(&body);
        assert!(found.contains(&"unbolded-tag") && found.contains(&"no-blank-before-tag"), "{found:?}");
        safely_fixed(&body, &format!("## A\n\n**[SPEC]**\n{above}\n\n**[NOTE]**\nOld rails.\n"));
    }
    for text in ["The facts of the\n[SPEC] Version 3 hold.", "They are marked with\n[SPEC] in the text."] {
        let body = format!("## A\n\n**[NOTE]**\n{text}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("NOTE: {}", text.replace('\n', "|"))]);
    }
    // Entries with facts are no legend.
    let body = "## A\n\n[SPEC] The wagon holds 40 t.\n[NOTE] It held 20 t before.\n";
    assert_eq!(
        blocks(body, &OwnTags::default()),
        ["SPEC: The wagon holds 40 t.", "NOTE: It held 20 t before."]
    );
}

#[test]
fn a_tag_at_the_end_of_an_underlined_heading_belongs_to_its_section() {
    const HEADING: &[&str] = &["tag-as-heading"];
    reads("Limits **[SPEC]**\n---\n\n- Body: 4 KB\n", &["SPEC: - Body: 4 KB"], HEADING);
    reads("Limits **[SPEC]**\n-----------------\n- Body: 4 KB\n", &["SPEC: - Body: 4 KB"], HEADING);
    unsafely_fixed("Limits **[SPEC]**\n---\n\n- Body: 4 KB\n", "Limits\n---\n\n**[SPEC]**\n- Body: 4 KB\n");
    unsafely_fixed("Limits **[SPEC]**\n---\n- Body: 4 KB\n", "Limits\n---\n\n**[SPEC]**\n- Body: 4 KB\n");
}

#[test]
fn the_title_of_a_bug_may_follow_its_tag() {
    let fields = "Symptom: the belt stops.\nCause: a fuse.\nFix: use 4 A.";
    let text = fields.replace('\n', "|");
    for (line, title) in [
        ("**[BUG]** Belt stops", "Belt stops"),
        ("**[BUG]** **Belt stops**", "Belt stops"),
        ("**[BUG]**: Belt stops", "Belt stops"),
        ("**[BUG-12]** Belt stops", "BUG-12: Belt stops"),
        ("*[BUG]* Belt stops", "Belt stops"),
        ("**[BUG]** Belt stops\n", "Belt stops"),
    ] {
        let body = format!("## A\n\n{line}\n{fields}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("BUG ({title}): {text}")], "{line}");
        assert!(rules(&body).contains(&"inline-content"), "{line}");
        assert!(!rules(&body).contains(&"bug-without-title"), "{line}");
    }
    safely_fixed(
        &format!("## A\n\n**[BUG-12]** Belt stops\n{fields}\n"),
        &format!("## A\n\n**[BUG-12] Belt stops**\n{fields}\n"),
    );
    unsafely_fixed(
        &format!("## A\n\n**[BUG-12]** Belt stops\n{fields}\n"),
        &format!("## A\n\n**[BUG] BUG-12: Belt stops**\n{fields}\n"),
    );
    let joined = "## A\n\n**[BUG]** Belt stops Symptom: the belt stops. Cause: a fuse. Fix: use 4 A.\n";
    assert_eq!(
        blocks(joined, &OwnTags::default())[0],
        "BUG (Belt stops): Symptom: the belt stops. Cause: a fuse. Fix: use 4 A."
    );
    safely_fixed(joined, &format!("## A\n\n**[BUG] Belt stops**\n{fields}\n"));
}

#[test]
fn a_kind_in_doubt_is_an_unknown_tag() {
    for (line, expected) in [
        ("**[SPEC?]** The port is 80.", "? (SPEC?): The port is 80."),
        ("**[SPEC ?]**\nThe port is 80.", "? (SPEC ?): The port is 80."),
        ("**[BUG?] Belt stops**\nA fuse?", "? (BUG?: Belt stops): A fuse?"),
        ("**[REC?]** Use brass.", "? (REC?): Use brass."),
        ("**[DECISION — 2026-01]** One queue.", "? (DECISION: 2026-01): One queue."),
        ("**[ADR - draft]** One queue.", "? (ADR: draft): One queue."),
        ("**[ADR (draft)]**\nOne queue.", "? (ADR: (draft)): One queue."),
    ] {
        let body = format!("## A\n\n**[SPEC]**\n- Body: 4 KB\n\n{line}\n");
        assert_eq!(blocks(&body, &OwnTags::default())[1..], [expected], "{line}");
        assert_eq!(rules(&body), ["unknown-tag"], "{line}");
        unsafely_fixed(&body, &body);
    }
    for words in ["**[RFC 2119]** a", "**[ISO 8601-1]** a", "**[HTTP/2]** a", "**[WHAT IS IT?]** a"] {
        let body = format!("## A\n\n**[SPEC]**\n- Body: 4 KB\n\n{words}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("SPEC: - Body: 4 KB||{words}")]);
    }
}

#[test]
fn a_tag_behind_a_sentence_on_the_line_of_a_tag_opens_a_block() {
    let body = "## A\n\n**[SPEC]** The belt holds 90 kg. **[NOTE]** It held 60 kg before.\n";
    reads(
        body,
        &["SPEC: The belt holds 90 kg.", "NOTE: It held 60 kg before."],
        &["inline-content", "no-blank-before-tag"],
    );
    safely_fixed(body, "## A\n\n**[SPEC]**\nThe belt holds 90 kg.\n\n**[NOTE]**\nIt held 60 kg before.\n");
    for words in ["Read it. **[NOTE]** blocks may be skipped.", "The tag **[NOTE]** Is one."] {
        let body = format!("## A\n\n**[NOTE]** {words}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("NOTE: {words}")]);
    }
}

#[test]
fn sentences_about_a_tag_are_left_alone() {
    for words in [
        "**[SPEC]** blocks hold facts; a model reads them first.",
        "**[NOTE]** tags mark context.",
        "**[SPEC]** and **[BUG]** are read first.",
        "**[SPEC]** holds facts only.",
    ] {
        let body = format!("## A\n\n**[NOTE]**\nHow we write.\n\n{words}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("NOTE: How we write.||{words}")]);
        safely_fixed(&body, &body);
    }
    let fact = "## A\n\n**[SPEC]** max 40 t\n";
    assert_eq!(blocks(fact, &OwnTags::default()), ["SPEC: max 40 t"]);
}

#[test]
fn unsafe_fixes_leave_what_only_a_person_can_decide() {
    for body in [
        "## A\n\n**[SPEC][NOTE]**\n- Body: 4 KB\n",
        "## A\n\n### [BUG] It ends **[?]**\nSymptom: it ends.\nCause: a limit.\nFix: set `limit` to 0.\n",
        "## A\n\n### [SPEC] Limits **[NOTE]**\n- Body: 4 KB\n",
        "## A\n\n> [!NOTE]\n> **[SPEC]**\n> - Body: 4 KB\n",
        "## A\n\n!!! note\n    **[SPEC]**\n    - Body: 4 KB\n",
        "## A\n\n:::note\n\n**[SPEC]**\n- Body: 4 KB\n:::\n",
        "## [SPEC]\n\n- Body: 4 KB\n",
    ] {
        assert!(!rules(body).is_empty(), "{body}");
        unsafely_fixed(body, body);
    }
}

/// Without its heading, the BUG would be in the manifest or in the section above.
#[test]
fn a_bug_as_a_section_stays_a_section() {
    let fields = "Symptom: it ends.\nCause: a limit.\nFix: set `limit` to 0.\n";
    for above in ["", "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n"] {
        unsafely_fixed(
            &format!("{above}## [BUG] It ends\n\n{fields}"),
            &format!("{above}## It ends\n\n**[BUG] It ends**\n{fields}"),
        );
    }
}

#[test]
fn characters_that_show_nothing_hide_no_tag() {
    for sign in
        ["\u{a0}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{2060}", "\u{200e}", "\u{ad}", "\u{2003} \u{a0}"]
    {
        for tag in [format!("{sign}**[SPEC]**"), format!("**{sign}[SPEC]**"), format!("**[{sign}SPEC]**")] {
            let body = format!("## A\n\n**[NOTE]**\nOld rails.\n\n{tag}\n- Axles: 4\n");
            reads(&body, &["NOTE: Old rails.", "SPEC: - Axles: 4"], &["tag-spelling"]);
            safely_fixed(&body, "## A\n\n**[NOTE]**\nOld rails.\n\n**[SPEC]**\n- Axles: 4\n");
        }
    }
    for tag in [
        "**[SP\u{ad}EC]**",
        "**[SP\u{200b}EC]**",
        "**[SPEC]\u{200b}**",
        "**[SPEC]**\u{feff}",
        "\u{200b}[SPEC]",
        " \u{a0} **[SPEC]**",
        "\u{a0}__[SPEC]__",
    ] {
        let body = format!("## A\n\n**[NOTE]**\nOld rails.\n\n{tag}\n- Axles: 4\n");
        reads(&body, &["NOTE: Old rails.", "SPEC: - Axles: 4"], &["tag-spelling"]);
    }
    let titled = "## A\n\n\u{a0}**[BUG] Axle\nbreaks**\nSymptom: E4.\nCause: rust.\nFix: oil.\n";
    assert_eq!(
        blocks(titled, &OwnTags::default()),
        ["BUG (Axle\nbreaks): Symptom: E4.|Cause: rust.|Fix: oil."]
    );
    reads(
        "## A\n\n**[SP\u{ad}EC — v\u{ad}2]**\n- Axles: 4\n",
        &["SPEC (v\u{ad}2): - Axles: 4"],
        &["tag-spelling"],
    );
    // Only at the start of a line.
    for line in ["See\u{a0}**[SPEC]** here.", "-\u{a0}**[SPEC]**", "`\u{200b}[SPEC]`"] {
        let body = format!("## A\n\n**[NOTE]**\nOld rails.\n\n{line}\n");
        assert_eq!(blocks(&body, &OwnTags::default()).len(), 1, "{line}");
    }
}
