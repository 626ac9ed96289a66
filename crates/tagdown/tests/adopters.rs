//! The forms of tags that projects write in practice: each is read as it is meant, and reported.

mod reading;

use reading::{HEADER, blocks, reads, rules, unsafely_fixed};
use tagdown::document::{Kind, OwnTags, parse, parse_with};
use tagdown::rules::{Safety, Settings, check, fix};

#[test]
fn qualifiers_are_kept() {
    const QUALIFIED: &[&str] = &["qualified-tag"];
    for (tag, kind) in [
        ("**[SPEC — v1.2]**", "SPEC (v1.2)"),
        ("**[SPEC v1.2]**", "SPEC (v1.2)"),
        ("**[SPEC (draft)]**", "SPEC ((draft))"),
        ("**[NOTE – 2026-03]**", "NOTE (2026-03)"),
        ("**[? — legal]**", "? (legal)"),
    ] {
        reads(
            &format!("## A\n\n{tag}\nThe port is 80.\n"),
            &[&format!("{kind}: The port is 80.")],
            QUALIFIED,
        );
    }
    let fields = "Symptom: it ends with `E7`.\nCause: a limit.\nFix: set `limit` to 0.\n";
    let text = fields.trim_end().replace('\n', "|");
    for (tag, title) in [
        ("**[BUG-12] Upload ends**", "BUG-12: Upload ends"),
        ("**[BUG #12] Upload ends**", "#12: Upload ends"),
        ("**[BUG — RESOLVED v1.2] Upload ends**", "RESOLVED v1.2: Upload ends"),
    ] {
        let found = blocks(&format!("## A\n\n{tag}\n{fields}"), &OwnTags::default());
        assert_eq!(found.len(), 1, "{tag}");
        assert_eq!(found[0], format!("BUG ({title}): {text}"), "{tag}");
    }
    unsafely_fixed(
        "## A\n\n**[BUG — RESOLVED v1.2] Upload ends** Symptom: it ends. Cause: a limit. Fix: set `limit` to 0.\n",
        "## A\n\n**[BUG] RESOLVED v1.2: Upload ends**\nSymptom: it ends.\nCause: a limit.\nFix: set `limit` to 0.\n",
    );
    // Two kinds in one tag do not say which one it is.
    assert_eq!(blocks("## A\n\n**[SPEC/NOTE]**\na\n", &OwnTags::default()), ["? (SPEC/NOTE): a"]);
    assert_eq!(blocks("## A\n\n**[SPEC — NOTE]**\na\n", &OwnTags::default()), ["? (SPEC — NOTE): a"]);
}

#[test]
fn a_tag_at_the_end_of_a_heading_belongs_to_its_section() {
    const HEADING: &[&str] = &["tag-as-heading"];
    reads(
        "## Limits **[SPEC]**\n\n- Body: 4 KB\n\n## B\n\nWords.\n",
        &["SPEC: - Body: 4 KB", "-: Words."],
        HEADING,
    );
    reads("## A\n\n### Why **[note]**\nDisks were slow.\n", &["NOTE: Disks were slow."], HEADING);
    reads("## Limits **[SPEC — v2]**\n\n- Body: 4 KB\n", &["SPEC (v2): - Body: 4 KB"], HEADING);
    // A status is not a tag, and a heading may be about one.
    reads("## Uploads **[BETA]**\n\n**[NOTE]**\nWords.\n", &["NOTE: Words."], &[]);
    reads("## When to use [?]\n\n**[NOTE]**\nWords.\n", &["NOTE: Words."], &[]);
    unsafely_fixed("## Limits **[SPEC]**\n\n- Body: 4 KB\n", "## Limits\n\n**[SPEC]**\n- Body: 4 KB\n");
    unsafely_fixed(
        "## A\n\n### Upload ends **[BUG-7]**\n\nSymptom: it ends.\nCause: a limit.\nFix: set `limit` to 0.\n",
        "## A\n\n### Upload ends\n\n**[BUG] BUG-7: Upload ends**\nSymptom: it ends.\nCause: a limit.\nFix: set `limit` to 0.\n",
    );
}

#[test]
fn code_spans_are_tags_only_where_all_tags_are_code_spans() {
    const CODE: &[&str] = &["code-span-tag"];
    let body = "## A\n\n`[SPEC]` The port is 80.\n\n`[NOTE]` Chosen by habit.\n\n- `[SPEC]` Body: 4 KB\n";
    reads(body, &["SPEC: The port is 80.", "NOTE: Chosen by habit.", "SPEC: Body: 4 KB"], CODE);
    let bug = "## A\n\n`[SPEC]` The port is 80.\n\n`[BUG] Upload ends`\nSymptom: it ends.\nCause: a limit.\nFix: none.\n";
    let found = blocks(bug, &OwnTags::default());
    assert_eq!(found[1], "BUG (Upload ends): Symptom: it ends.|Cause: a limit.|Fix: none.");
    // One alone, or next to a bold tag, is a mention.
    assert_eq!(blocks("## A\n\n`[SPEC]` is a tag.\n", &OwnTags::default()), ["-: `[SPEC]` is a tag."]);
    reads(
        "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\n`[SPEC]` is a tag.\n\n`[NOTE]` is another.\n",
        &["SPEC: - Body: 4 KB", "NOTE: `[SPEC]` is a tag.||`[NOTE]` is another."],
        &[],
    );
}

#[test]
fn tags_with_text_in_the_manifest_are_blocks() {
    let text = format!("{HEADER}**[SPEC]** All ids are UUIDs.\n\n## A\n\n**[SPEC]**\n- Body: 4 KB\n");
    let document = parse(&text);
    let specs: Vec<&str> =
        document.blocks_of(Kind::Spec).map(|(block, _)| document.text(block.content)).collect();
    assert_eq!(specs, ["All ids are UUIDs.", "- Body: 4 KB"]);
    let found: Vec<&str> =
        check(&document, &Settings::default()).iter().map(|finding| finding.rule).collect();
    assert!(found.contains(&"tag-in-manifest"), "{found:?}");
    let legend = format!(
        "{HEADER}**[SPEC]** blocks are facts.\n**[NOTE]** blocks may be skipped.\n\n## A\n\n**[SPEC]**\n- a\n"
    );
    assert_eq!(parse(&legend).tagged_blocks().count(), 1, "a legend mentions tags");
}

#[test]
fn unknown_tags_end_the_block_above_and_are_never_facts() {
    let body = "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n**[ADR]** Orders go through a queue.\n\n**[DECISION]**\nOne queue for each shop.\n";
    reads(
        body,
        &[
            "SPEC: - Body: 4 KB",
            "? (ADR): Orders go through a queue.",
            "? (DECISION): One queue for each shop.",
        ],
        &["unknown-tag"],
    );
    let text = format!("{HEADER}{body}");
    assert_eq!(fix(&text, &Settings::default(), Safety::Unsafe).text, text, "no fix guesses a kind");
    for words in ["**[X]** a", "**[1]** a", "**[RFC 2119]** a", "**[uv](https://example.org)** a"] {
        let body = format!("## A\n\n**[SPEC]**\n- Body: 4 KB\n\n{words}\n");
        assert_eq!(blocks(&body, &OwnTags::default()), [format!("SPEC: - Body: 4 KB||{words}")]);
    }
    let own: OwnTags =
        [("ADR".to_owned(), Kind::Note), ("DECISION".to_owned(), Kind::Spec)].into_iter().collect();
    assert_eq!(
        blocks(body, &own),
        [
            "SPEC: - Body: 4 KB",
            "NOTE (ADR): Orders go through a queue.",
            "SPEC (DECISION): One queue for each shop."
        ]
    );
    let settings = Settings::default().with_own_tags(own.clone());
    assert!(check(&parse_with(&text, &own), &settings).is_empty(), "declared tags are no findings");
}

/// Two slips at once are read like each of them.
#[test]
fn combined_near_misses_are_read_as_meant() {
    let own = OwnTags::default();
    for (line, kind) in [
        ("**[note v1]**", "NOTE (v1)"),
        ("[NOTE v1]", "NOTE (v1)"),
        ("[NOTE — v1]", "NOTE (v1)"),
        ("*[NOTE v1]*", "NOTE (v1)"),
        ("[? guess]", "? (guess)"),
        ("**[bug-7] It ends**", "BUG (bug-7: It ends)"),
        ("**[BUG7] It ends**", "BUG (BUG7: It ends)"),
        ("### [BUG-7] It ends", "BUG (BUG-7: It ends)"),
        ("### [NOTE v1] Why", "NOTE (v1)"),
        ("### Why [NOTE — v1]", "NOTE (v1)"),
        ("### Why **\\[NOTE]**", "NOTE"),
        ("### Why __[NOTE]__", "NOTE"),
        ("### Why *[?]*", "?"),
        ("### Limits [?]", "?"),
        ("### Why **[NOTE]** {#why}", "NOTE"),
        ("### Why **[NOTE]:**", "NOTE"),
        ("### 2.1 **[BUG]** It ends", "BUG (It ends)"),
        ("### **[REC]** Stay small", "? (REC)"),
    ] {
        let body = format!("## A\n\n**[SPEC]**\n- Body: 4 KB\n\n{line}\nFix: a\n");
        assert_eq!(
            blocks(&body, &own),
            ["SPEC: - Body: 4 KB".to_owned(), format!("{kind}: Fix: a")],
            "{line}"
        );
        assert!(!rules(&body).is_empty(), "{line}");
        for safety in [Safety::Safe, Safety::Unsafe] {
            let text = format!("{HEADER}{body}");
            let fixed = fix(&text, &Settings::default(), safety);
            let kinds: Vec<Kind> = parse(&fixed.text).tagged_blocks().map(|(block, _)| block.kind).collect();
            assert_eq!(kinds[0], Kind::Spec, "{line}");
            assert_eq!(kinds.len(), 2, "{line} became\n{}", fixed.text);
            assert!(kind.starts_with(kinds[1].name()), "{line} became\n{}", fixed.text);
        }
    }
}

#[test]
fn plain_tags_with_text_open_a_paragraph_only_below_a_manifest() {
    let body = "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n[NOTE] It was 2 KB.\n\n[?]: Perhaps 8 KB in 2027.\n";
    let expected = ["SPEC: - Body: 4 KB", "NOTE: It was 2 KB.", "?: Perhaps 8 KB in 2027."];
    assert_eq!(blocks(body, &OwnTags::default()), expected);
    let body = "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n[?] nobody measured it.\n\n[NOTE]: because disks were slow.\n\n__[REC]__ Use 2 KB.\n";
    let expected = ["?: nobody measured it.", "NOTE: because disks were slow.", "? (REC): Use 2 KB."];
    assert_eq!(blocks(body, &OwnTags::default())[1..], expected);
    for words in ["[SPEC] is a tag.", "[SPEC], [NOTE] and [?] are tags.", "[SPEC] Facts.\n[NOTE] Reasons."] {
        let body = format!("## A\n\n**[NOTE]**\nWords.\n\n{words}\n");
        let expected = format!("NOTE: Words.||{}", words.replace('\n', "|"));
        assert_eq!(blocks(&body, &OwnTags::default()), [expected]);
    }
    assert_eq!(parse("# T\n\n[NOTE] It was 2 KB.\n").tagged_blocks().count(), 0);
    let sentence = "## A\n\n**[NOTE]**\nClaims are marked with\n**[SPEC]**, **[NOTE]** or **[?]**.\n";
    assert_eq!(blocks(sentence, &OwnTags::default()).len(), 1);
}

#[test]
fn near_misses_of_declared_tags_are_read_as_meant() {
    let own: OwnTags = [("REC".to_owned(), Kind::Note)].into_iter().collect();
    for (line, title) in [
        ("[REC]", "REC"),
        ("*[REC]*", "REC"),
        ("__[REC]__", "REC"),
        ("**[rec]**", "REC"),
        ("**[REC v1]**", "REC: v1"),
        ("### **[REC]** Stay small", "REC"),
        ("### Stay small **[REC]**", "REC"),
    ] {
        let body = format!("## A\n\n**[SPEC]**\n- Body: 4 KB\n\n{line}\nUse 2 KB.\n");
        let text = format!("{HEADER}{body}");
        assert_eq!(blocks(&body, &own)[1..], [format!("NOTE ({title}): Use 2 KB.")], "{line}");
        let settings = Settings::default().with_own_tags(own.clone());
        let fixed = fix(&text, &settings, Safety::Unsafe);
        let document = parse_with(&fixed.text, &own);
        let last = document.blocks.last().and_then(|block| document.block_title(block));
        assert!(last.is_some_and(|last| last.starts_with("REC")), "{line} became\n{}", fixed.text);
    }
    let closed = "## A\n\n**[REC]**\nUse 2 KB.\n\n**[/REC]**\n\nWords.\n";
    assert_eq!(blocks(closed, &own), ["NOTE (REC): Use 2 KB.", "-: Words."]);
}

/// A link that is defined in another case is a link.
#[test]
fn defined_links_are_no_tags() {
    let body = "## A\n\n**[SPEC]**\n- Body: 4 KB\n\n[NOTE]\n\n[note]: https://example.org/note\n";
    assert!(blocks(body, &OwnTags::default())[0].contains("[NOTE]"));
    let toml = "+++\ntext = '''\nlong\n**[SPEC]**\n'''\n+++\n\n# T\n";
    assert_eq!(parse(toml).tagged_blocks().count(), 0, "front matter may have strings of several lines");
}
