//! Generates documents for property tests.

use proptest::prelude::*;

/// Lines for generated documents: tags in every form, and text that could hide or break a tag.
const PIECES: &[&str] = &[
    "# Title",
    "## Limits",
    "### Uploads",
    "#### Deeper",
    "## AI READING INSTRUCTION",
    "## AI manifest",
    "## **AI**-Reading instructions",
    "# Second",
    "**Version 1.0.0** · Team · 2026 · HADS 1.0.0",
    "Version: 1.0.0",
    "**Version:** 1.0.0 · Team",
    "**Version 1.0.0 · Team · HADS 2.0**",
    "**Version v2.1**",
    "Read `[SPEC]` first; skip `[NOTE]`.",
    "**[SPEC]**",
    "**[NOTE]**",
    "**[BUG] Upload stops**",
    "**[?]**",
    "**[BUG]**",
    "[SPEC]",
    "*[NOTE]*",
    "_[SPEC]_",
    "__[SPEC]__",
    "**[spec]**",
    "**\\[SPEC]**",
    "**[SPEC]:**",
    "**[SPEC]**:",
    "** [NOTE] **",
    "**[ SPEC ]**",
    "**[SPEC] Limits**",
    "**[NOTE] Why:** because it was",
    "**[SPEC]** the body holds 4 KB.",
    "**[SPEC]",
    "***[SPEC]***",
    "**[SPEC]**\\",
    "**[BUG: it stops]**",
    "**[BUG]** it stops",
    "[BUG] it stops",
    "### [BUG] it stops",
    "### [SPEC] Sizes",
    "## [NOTE]",
    "**[/SPEC]**",
    "[/NOTE]",
    "**[WARN]**",
    "**[WARN] careful**",
    "- **[SPEC]**",
    "> **[SPEC]**",
    "  **[SPEC]**",
    "   **[NOTE]** indented text",
    "    **[SPEC]**",
    "| **[SPEC]** | x |",
    "**[uv](https://example.org)**",
    "**[BUG] it stops** Symptom: a. Cause: b. Fix: c.",
    "**[SPEC]** - a",
    "**[SPEC]** # a",
    "**[?]** 3. a",
    "Symptom: the bar stays",
    "Cause: a lock",
    "Fix: update",
    "- **Symptom:** the bar stays",
    "- Cause: a lock",
    "**Fix**: update",
    "Fix:",
    "Fix: TBD",
    "Resolution: update",
    "- **Severity:** high",
    "Workaround: wait",
    "Affected versions: 1.0",
    "- item",
    "  - nested item",
    "  continued",
    "1. first",
    "3. third",
    "    indented",
    "\tindented by a tab",
    "plain text here.",
    "One. Two. Three.",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "---",
    "***",
    "===",
    "- - -",
    "```\n**[SPEC]**\n```",
    "```spec\nx\n```",
    "~~~",
    "```",
    "<div>\n**[SPEC]**\n</div>",
    "<!-- **[SPEC]** -->",
    "<!--",
    "-->",
    "<span>x</span>",
    "> quoted",
    "> [!NOTE]\n> alert",
    ":::note\ntext\n:::",
    ":::",
    "!!! note\n    text",
    "[SPEC]: https://example.org",
    "[x]: https://example.org",
    "[NOTE]: *",
    "[?]: **",
    "[BUG]: _",
    "[SPEC]:",
    "  [NOTE]: x",
    "[NOTE]: * \"a\"",
    "a<!--tagdown:allow inline-content-->b",
    "# N<!-- tagdown: allow inline-content -->1",
    "*",
    "#",
    ".",
    "[^1]: a footnote",
    "<!-- tagdown: allow inline-content because -->",
    "<!-- tagdown: allow-file spec-prose, untagged-content -->",
    "<!-- tagdown: allow nothing-such -->",
    "日本語の文。",
    "é à 😀 \u{200d}",
    "\u{0}",
    "Heading\n-------",
    "Heading\n===",
    "text `code\n**[SPEC]**\nmore` text",
    "\\**[SPEC]**",
    "- [Limits](#limits)",
    "+++",
    "key: value",
    "title = 1",
];

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        30 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,20}",
        1 => "[\\[\\]*_#>`|: -]{0,12}",
    ]
}

/// A document that consists of these lines.
pub(crate) fn document() -> impl Strategy<Value = String> {
    let joint = prop::sample::select(&["\n", "\n", "\n\n", "\n\n", "\n\n\n", "  \n"][..]);
    let front = prop::sample::select(
        &["", "", "", "\u{feff}", "---\nversion: 1.0.0\n---\n", "+++\na = 1\n+++\n", "---\n"][..],
    );
    let body = prop::collection::vec((line(), joint), 0..24);
    (front, body, any::<bool>()).prop_map(|(front, body, final_newline)| {
        let mut text = front.to_owned();
        for (line, joint) in body {
            text.push_str(&line);
            text.push_str(joint);
        }
        if !final_newline {
            text.truncate(text.trim_end().len());
        }
        text
    })
}

/// Blocks, each with its tag line.
const BLOCKS: &[&str] = &[
    "**[SPEC]**\n- Body: 4 KB\n- File: 2 GB, [see][limits]\n",
    "**[SPEC]**\n  - nested first\n  - nested second\n- outer\n",
    "**[SPEC] Parameters**\n| name | type |\n|---|---|\n| `limit` | integer |\n| `offset` | integer |\n| `sort` | string |\n| `status` | string |\n",
    "**[SPEC]**\n```json\n{\"id\": \"a1\",\n \"name\": \"string\",\n \"tags\": [1, 2, 3]}\n```\n",
    "**[SPEC]** The header is `X-Rate-Limit`.\n",
    "**[SPEC]**\n1. first\n2. second\n\n   more on the second\n3. third\n",
    "**[SPEC]**\n日本語の文。 é à 😀👩‍👩‍👧 and a very long line that goes on and on without an end in sight, over and over again, so that a small page cannot hold it at once.\n",
    "**[SPEC]**\n- a footnote[^1]\n",
    "**[SPEC]**\n",
    "**[BUG] Upload stops at 2 GB**\nSymptom: the bar stays at 100 %.\nCause: the size is kept in 31 bits.\nFix: update to 1.3.\nAffected versions: 1.0 to 1.2\n",
    "**[BUG] Token refused**\n- **Symptom:** 401\n- **Cause:** a clock\n- **Fix:** use NTP\n\n  and wait\n",
    "**[BUG] No fix known**\nSymptom: it stops.\n",
    "**[?]**\nThe limit may be 3,000. Seen once in a log.\n",
    "**[NOTE]**\nThe limit is old. It was set when disks were slow, and nobody has asked for more since.\n",
    "Text without a tag, read as a note.\n",
    "[Spec]\n- not bold, and not in capitals\n",
    "### [SPEC] Sizes\n- a heading and a tag at once\n",
    "**[SPEC]**\n/path/that/opens/with/a/slash\n/another\n",
    "**[SPEC]**\n\n    indented code\n    second line\n",
    "> a quote\n",
    "---\n",
];

const HEADINGS: &[&str] = &[
    "## Limits",
    "## Limits",
    "### Uploads",
    "### Uploads",
    "#### Deep",
    "## 2. `POST /items`",
    "## Errors\t##",
    "Setext\n------",
];

/// A realistic document: a header, sections, blocks.
pub(crate) fn tagged() -> impl Strategy<Value = String> {
    let heading = prop::option::weighted(0.4, prop::sample::select(HEADINGS));
    let block = prop::sample::select(BLOCKS);
    let repeat = prop_oneof![8 => Just(1_usize), 1 => 2..12_usize];
    let blocks = prop::collection::vec((heading, block, repeat), 0..14);
    blocks.prop_map(|blocks| {
        let mut text = "# Upload service\n**Version 1.2.0** · Team · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n".to_owned();
        for (heading, block, repeat) in blocks {
            text.push_str(&heading.map(|heading| format!("{heading}\n\n")).unwrap_or_default());
            let (tag, body) = block.split_once('\n').unwrap_or((block, ""));
            text.push_str(&format!("{tag}\n{}\n", body.repeat(repeat)));
        }
        text.push_str("[limits]: https://example.org/limits\n\n[^1]: a note with a [link][limits]\n");
        text
    })
}
