//! Checks the findings case by case: each case is a body below a valid header, with exactly the rules expected per
//! line.

mod below_header;

use below_header::HEADER;
use tagdown::document::{Kind, parse};
use tagdown::rules::{Safety, Settings, check, fix};

fn found(body: &str) -> Vec<String> {
    below_header::found(body, &Settings::default())
}

#[track_caller]
fn finds(body: &str, expected: &[&str]) {
    assert_eq!(found(body), expected, "in\n{body}");
}

/// The blocks with their kinds; untagged text has the kind `-`.
fn kinds(body: &str) -> String {
    let text = format!("{HEADER}{body}");
    let document = parse(&text);
    let blocks = document.blocks.iter().map(|block| {
        let kind = if block.tag.is_some() { block.kind.name() } else { "-" };
        format!("{kind}: {}", document.text(block.content).replace('\n', "|"))
    });
    blocks.collect::<Vec<_>>().join(" / ")
}

#[track_caller]
fn fixed(body: &str, expected: &str) {
    let text = format!("{HEADER}{body}");
    let fixed = fix(&text, &Settings::default(), Safety::Safe);
    assert_eq!(fixed.refused, 0, "refused in\n{body}");
    assert_eq!(fixed.text.strip_prefix(HEADER), Some(expected));
}

/// Found by fuzzing: the words after the brackets were deleted.
#[test]
fn a_second_title_is_kept() {
    fixed("**[SPEC: Limits] of a job**\n- ten\n", "**[SPEC] Limits] of a job**\n- ten\n");
    fixed("**[BUG: It stops] at 2 GB**\nFix: a\n", "**[BUG] It stops] at 2 GB**\nFix: a\n");
}

#[test]
fn near_misses_are_found_and_read_as_meant() {
    for (body, expected) in [
        ("[SPEC]\n- ten\n", &["1 unbolded-tag"][..]),
        (" [SPEC]\n- ten\n", &["1 unbolded-tag"]),
        ("[spec]\n- ten\n", &["1 unbolded-tag", "1 tag-spelling"]),
        ("[SPEC]:\n- ten\n", &["1 unbolded-tag", "1 tag-spelling"]),
        ("*[SPEC]*\n- ten\n", &["1 italic-tag"]),
        ("_[SPEC]_\n- ten\n", &["1 italic-tag"]),
        ("*[SPEC]* ten\n", &["1 italic-tag", "1 inline-content"]),
        ("*[SPEC] Limits*\n- ten\n", &["1 italic-tag", "1 titled-tag"]),
        ("***[SPEC]***\n- ten\n", &["1 italic-tag"]),
        ("__[SPEC]__\n- ten\n", &["1 tag-spelling"]),
        ("**\\[SPEC]**\n- ten\n", &["1 tag-spelling"]),
        ("**\\[SPEC\\]**\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]:**\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC:]**\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]**:\n- ten\n", &["1 tag-spelling"]),
        ("** [SPEC] **\n- ten\n", &["1 tag-spelling"]),
        ("**[ SPEC ]**\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]\n- ten\n", &["1 tag-spelling"]),
        ("****[SPEC]****\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]***\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]**.\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]**<br>\n- ten\n", &["1 tag-spelling"]),
        ("**[SPEC]** ten\n", &["1 inline-content"]),
        ("**[spec]**: ten\n", &["1 tag-spelling", "1 inline-content"]),
        ("**[SPEC] Limits**\n- ten\n", &["1 titled-tag"]),
        ("**[SPEC] Limits that run\non** are ten\n", &["1 titled-tag"]),
        ("**[SPEC][OLD]** ten\n", &["1 titled-tag"]),
        ("**[SPEC]**\n\n- ten\n", &["1 blank-after-tag"]),
        ("   **[SPEC]**\n- ten\n", &[]),
        ("### [SPEC]\n- ten\n", &["1 tag-as-heading"]),
        ("### **[SPEC]**\n- ten\n", &["1 tag-as-heading"]),
        ("### [spec] Limits\n- ten\n", &["1 tag-as-heading"]),
    ] {
        finds(body, expected);
        let document = format!("{HEADER}{body}");
        let document = parse(&document);
        let block = document.blocks.iter().find(|block| document.text(block.content).contains("ten"));
        let block = block.unwrap_or_else(|| panic!("no block in\n{body}"));
        assert_eq!((block.kind, block.tag.is_some()), (Kind::Spec, true), "in\n{body}");
    }
}

#[test]
fn tags_fold_into_what_stands_above_them() {
    for above in [
        "text",
        "<br>",
        "<p><img src=\"x\"></p>",
        "- item",
        "1. item\n   more",
        "> quote",
        "| a |\n|---|\n| b |",
        "**[NOTE]**\ntext",
        "[^1]: note",
        "</details>",
        "</details>\n**[NOTE]**\ntext",
    ] {
        let body = format!("**[NOTE]**\n{above}\n**[SPEC]**\n- ten\n");
        let line = above.lines().count() + 2;
        let rule = format!("{line} no-blank-before-tag");
        assert!(found(&body).contains(&rule), "{:?} in\n{body}", found(&body));
        assert!(kinds(&body).contains("SPEC: - ten"), "{} in\n{body}", kinds(&body));
    }
    finds("**[SPEC]**\n```\nx\n```\n**[NOTE]**\ntext\n", &[]);
    finds("**[NOTE]**\nwords are marked with\n**[SPEC]** and read first\n", &[]);
}

#[test]
fn characters_that_are_no_tags() {
    for body in [
        "```\n**[SPEC]**\n```\n",
        "~~~~\n**[SPEC]**\n~~~\n[NOTE]\n~~~~\n",
        "    **[SPEC]**\n",
        "<div>\n**[SPEC]**\n</div>\n",
        "<!--\n**[SPEC]**\n[/SPEC]\n-->\n",
        "Text `a\n**[SPEC]**\nb` more.\n",
        "**[uv](https://example.org)** is fast.\n",
        "**[SPEC]**\n\n[SPEC]: https://example.org/spec\n",
        "**[NOTE][1]**\n\n[1]: https://example.org\n",
        "Text that mentions [NOTE] and **[SPEC]** in passing.\n",
        "[NOTE] stands at the start of this sentence.\n",
        "- [ ] open\n- [x] done\n",
        "[x]\n",
        "**[1]**\n",
        "**[RFC 2119]**\n",
        "**[POST]**\n",
        "## [SPEC] — the facts\n\n**[NOTE]**\nText.\n",
        "> [!x] no alert\n",
        ":::code-group\n:::\n",
        "!!! what a day\n",
        "!!! note how long this day is\n",
        "| a\\|b | `**[SPEC]**` |\n|---|---|\n",
    ] {
        let noise = ["untagged-content"];
        let left: Vec<_> = found(&format!("**[SPEC]**\nTen.\n\n{body}"))
            .into_iter()
            .filter(|f| !noise.iter().any(|n| f.ends_with(n)))
            .collect();
        assert_eq!(left, [""; 0], "in\n{body}");
    }
}

#[test]
fn extents() {
    for (body, expected) in [
        (
            "**[SPEC]**\n- a\n\n### Sub\n- b\n\n#### Deep\n- c\n\n### Own\n**[NOTE]**\nd\n",
            "SPEC: - a||### Sub|- b||#### Deep|- c / NOTE: d",
        ),
        ("**[BUG] t**\nSymptom: a\n\n### Sub\nb\n", "BUG: Symptom: a / -: b"),
        ("**[?]**\na\n\n### Sub\nb\n", "?: a / -: b"),
        ("**[SPEC]**\n- a\n\n---\n\nb\n", "SPEC: - a / -: b"),
        ("**[SPEC]**\n- a\n\n**[/SPEC]**\n\nb\n", "SPEC: - a / -: b"),
        ("**[SPEC]**\n- a\n**[/SPEC]** b\n", "SPEC: - a / -: b"),
        ("**[SPEC]** a **[/SPEC]**\n\nb\n", "SPEC: a / -: b"),
        ("**[SPEC]**\n- a\n\n**[WARN]**\nb\n", "SPEC: - a / ?: b"),
        ("### Sub\n**[SPEC]**\n- a\n\n#### Deep\n- b\n\n### Next\nc\n", "SPEC: - a||#### Deep|- b / -: c"),
        ("**[SPEC]**\nfact one\n---\nb\n", "SPEC: fact one / -: b"),
    ] {
        assert_eq!(kinds(body), expected, "in\n{body}");
    }
}

#[test]
fn structure_of_blocks_and_sections() {
    for (body, expected) in [
        ("**[SPEC]**\n\n## Next\n\n**[SPEC]**\n- a\n", &["1 empty-block"][..]),
        ("**[SPEC]**\n<!-- later -->\n", &["1 empty-block"]),
        ("**[SPEC]**\n\n**[NOTE]**\na\n", &["1 empty-block"]),
        ("**[SPEC]**\n### A\n- a\n\n### B\n- b\n", &["2 inherited-subsection", "5 inherited-subsection"]),
        ("**[SPEC]**\n- a\n\n> [!NOTE]\n> b\n", &["4 admonition"]),
        ("**[SPEC]**\n- a\n\n:::warning\nb\n:::\n", &["4 admonition"]),
        ("**[SPEC]**\n- a\n\n!!! note \"T\"\n    b\n", &["4 admonition"]),
        ("**[SPEC]**\n- a\n\n```spec\nb\n```\n", &["4 admonition"]),
        ("**[SPEC]**\n3. a\n4. b\n", &["2 markdown-trap"]),
        ("**[SPEC]**\n\n3. a\n", &[]),
        ("**[SPEC]**\n    code\n", &["2 markdown-trap"]),
        ("**[SPEC]**\n\n    code\n", &[]),
        ("**[NOTE]**\n1984. That was a year.\n", &[]),
        ("**[NOTE]**\nA sentence.\n---\n", &["1 markdown-trap"]),
        ("**[SPEC]**\n- a\n\nLimits & co.\n------------\n\n**[SPEC]**\n- b\n", &[]),
        ("**[SPEC]**\n- a\n\nUsage\n---\n\n**[SPEC]**\n- b\n", &[]),
        ("**[SPEC]**\n- a\n\nUsage\n-----\n\n**[SPEC]**\n- b\n", &[]),
        ("1. a\n\n   **[SPEC]**\n   b\n", &["-1 untagged-content", "3 nested-tag"]),
        ("**[NOTE]**\n> **[SPEC]**\n> b\n", &["2 nested-tag"]),
        ("**[NOTE]**\n| a | b |\n|---|---|\n| **[SPEC]** | x |\n", &["4 nested-tag"]),
        ("**[NOTE]**\n- **[SPEC]** facts\n- **[NOTE]** why\n- **[BUG]** failures\n", &[]),
        ("Words only.\n\n**[SPEC]**\n- a\n", &[]),
        ("- a\n\n**[SPEC]**\n- b\n", &["1 untagged-content"]),
        ("**[SPEC]**\n- a\n\n## Next\n\nWords only.\n", &["4 untagged-content"]),
        ("**[SPEC]**\n- a\n\n## Contents\n\n- [Part](part.md)\n- [Next](next.md)\n", &[]),
        ("**[SPEC]**\n- a\n**[/SPEC]**\nafter\n", &["3 closing-tag"]),
    ] {
        finds(body, expected);
    }
}

#[test]
fn bug_blocks() {
    let all = "Symptom: a\nCause: b\nFix: c\n";
    for (body, expected) in [
        (format!("**[BUG] t**\n{all}"), &[][..]),
        (format!("**[BUG]**\n{all}"), &["1 bug-without-title"]),
        (format!("**[BUG]** t\n{all}"), &["1 inline-content"]),
        (format!("**[BUG]** **t**\n{all}"), &["1 inline-content"]),
        (format!("[BUG] t\n{all}"), &["1 unbolded-tag"]),
        (format!("[bug] t\n{all}"), &["1 unbolded-tag", "1 tag-spelling"]),
        (format!("### [Bug] t\n\n{all}"), &["1 tag-as-heading"]),
        (format!("**[BUG] t**\n-----------\n{all}"), &["1 markdown-trap"]),
        (format!("[BUG] t\n-------\n{all}"), &["1 unbolded-tag", "1 markdown-trap"]),
        (format!("**[BUG] ends *in italics***\n{all}"), &[]),
        (format!("**[BUG] is **very** slow**\n{all}"), &[]),
        (format!("**[BUG] a title that runs\nover two lines**\n{all}"), &[]),
        ("**[BUG] t**\nSymptom: a\nCause: b\n".into(), &["1 bug-missing-field"]),
        ("**[BUG] t**\nSymptom: a\nCause:\nFix: c\n".into(), &["3 bug-empty-field"]),
        ("**[BUG] t**\nSymptom: a\nCause: b\nFix: <!-- todo -->\n".into(), &["4 bug-empty-field"]),
        ("**[BUG] t**\nSymptom: a\nSymptom: b\nCause: b\nFix: c\n".into(), &["3 bug-duplicate-field"]),
        (
            "**[BUG] t**\nSymptom: a\nCause: b\nResolution: c\n".into(),
            &["1 bug-missing-field", "4 bug-unknown-field"],
        ),
        (
            "**[BUG] t**\nSymptom: a\nCause: b\nFix (2.1): c\n".into(),
            &["1 bug-missing-field", "4 bug-unknown-field"],
        ),
        (
            "**[BUG] t**\nSymptom: a\nRoot Cause: b\nFix: c\n".into(),
            &["1 bug-missing-field", "3 bug-unknown-field"],
        ),
        ("**[BUG] t**\nSymptom: a\nCause: b\nNo Fix: vendor refuses\n".into(), &["1 bug-missing-field"]),
        ("**[BUG] t**\n- **Symptom**: a\n- **Cause**: b\n- **Fix**: c\n".into(), &[]),
        ("**[BUG] t**\nSymptom: a\nCause: b\nFix: TBD\n".into(), &["4 bug-unknown-fix"]),
        ("**[BUG] t** Symptom: a. Cause: b. Fix: c.\n".into(), &["1 inline-content"]),
        ("**[BUG] t**\nSymptom: `asymptomatic prefix: x`\nError: too large\nCause: b\nFix: c\n".into(), &[]),
        ("**[BUG] t**\nSymptom :a\nCause： b\nFix:c\n".into(), &[]),
        ("**[BUG] t**\nSymptom: a.\nCause: b. Fix: c.\n".into(), &[]),
        ("**[BUG] t**\nSymptom: x Cause: y Fix: z\n".into(), &[]),
        ("**[BUG-17] t**\nSymptom: a\n".into(), &["1 qualified-tag", "1 bug-missing-field"]),
        ("**[BUG] t**\n- **Symptom:** a\n- **Cause:** b\n- **Fix:** c\n- Linux: apt\n".into(), &[]),
        (format!("**[BUG] t**\n{all}\n[bug]: https://example.org\n"), &[]),
    ] {
        finds(&body, expected);
    }
}

#[test]
fn safe_fixes_give_the_document_that_was_meant() {
    for (body, expected) in [
        (
            "**[BUG]** Login fails. Symptom: a. Cause: b. Fix: c.\n",
            "**[BUG] Login fails.**\nSymptom: a.\nCause: b.\nFix: c.\n",
        ),
        (
            "**[BUG] t** **Symptom:** a. **Cause:** b. **Fix:** c.\n",
            "**[BUG] t**\n**Symptom:** a.\n**Cause:** b.\n**Fix:** c.\n",
        ),
        (
            "**[SPEC]**\n- a\n\n**[/SPEC]**\n\n[x]: https://example.org\n",
            "**[SPEC]**\n- a\n\n[x]: https://example.org\n",
        ),
        ("**[SPEC]**\n- a\n\n**[/SPEC]** b\n", "**[SPEC]**\n- a\n\n**[NOTE]**\nb\n"),
        ("**[SPEC]** a **[/SPEC]**\n\nb\n", "**[SPEC]**\na\n\n**[NOTE]**\nb\n"),
        ("**[NOTE]**<br>\ntext\n", "**[NOTE]**\ntext\n"),
        ("**[NOTE]** -\nremark\n", "**[NOTE]**\nremark\n"),
        (
            "**[BUG] t** **Symptom:** off by 1 h **Cause:** DST **Fix:** use UTC\n",
            "**[BUG] t**\n**Symptom:** off by 1 h\n**Cause:** DST\n**Fix:** use UTC\n",
        ),
        ("**[SPEC]**\n\n\u{a0}\n- a\n", "**[SPEC]**\n\n\u{a0}\n- a\n"),
        ("- a\n**[spec]**: ten\n", "- a\n\n**[SPEC]**\nten\n"),
        ("</details>\n**[SPEC]**\n- a\n", "</details>\n\n**[SPEC]**\n- a\n"),
    ] {
        fixed(body, expected);
    }
}

#[test]
fn whole_documents() {
    let manifest = "## AI READING INSTRUCTION\n\nRead `[SPEC]`; `[NOTE]` may be skipped.\n\n## Part\n\n**[SPEC]**\n- a\n";
    let rules = |text: &str| {
        let document = parse(text);
        check(&document, &Settings::default()).iter().map(|finding| finding.rule).collect::<Vec<_>>()
    };
    for (header, expected) in [
        ("# T\n**Version 1.0.0**\n\n", &[][..]),
        ("\u{feff}# T\n\n**Version 1.0.0-rc.1** · Team\n\n", &[]),
        ("T\n=\n**Version 1.0.0**\n\n---\n\n", &[]),
        ("---\ntitle: x\n---\n# T\n**Version 1.0.0**\n\n", &[]),
        ("---\n---\n# T\n**Version 1.0.0**\n\n", &[]),
        ("<!-- lint off -->\n# T\n**Version 1.0.0**\n\n", &[]),
        ("# T\n[![badge](a.svg)](b)\n\n**Version 1.0.0**\n\n", &[]),
        ("![badge](a.svg)\n\n# T\n**Version 1.0.0**\n\n", &["missing-title"]),
        ("**Version 1.0.0**\n\n", &["missing-title"]),
        ("# T\n\n", &["missing-version"]),
        ("# T\n**2026-03-01**\n\n", &["missing-version"]),
        ("# T\nThis is about version 2.1 of it.\n\n", &["missing-version"]),
        ("+++\n[[deps]]\nversion = \"9.9.9\"\n+++\n# T\n\n", &["missing-version"]),
        ("# T\n**Version v5.22**\n\n", &["version-form"]),
        ("# T\n**Version 0.2 (draft)**\n\n", &["version-form"]),
        ("# T\n**Version 1.0.0 (draft)** · Team\n\n", &["version-form"]),
        ("# T\n**Version 1.0.0 · Team · HADS 1.0.0**\n\n", &["version-form"]),
        ("# T\n**Version:** 1.0.0\n\n", &["version-form"]),
        ("# T\nVersion: 1.0.0\n\n", &["version-form"]),
        ("# T\n1.0.0 · Team\n\n", &["version-form"]),
        ("# T\n- Version: 1.0.0\n\n", &["version-form"]),
        ("# T\n**Version:** `1.0.0`\n\n", &["version-form"]),
        ("# T\n**Version 1.0.0.** · Team\n\n", &["version-form"]),
        ("---\nversion: 1.0.0\n---\n# T\n\n", &["version-form"]),
        ("# T\n**Version 1.0.0** · HADS 2.0.0\n\n", &["format-version"]),
        ("# T\n**Version 1.0.0** · [HADS 2.0.0](x)\n\n", &["format-version"]),
        ("# T\n**Version 1.0.0** · HADS 1.3.0\n\n", &[]),
        ("# T\n**Version 1.0.0**\n---\n\n", &["markdown-trap"]),
    ] {
        assert_eq!(rules(&format!("{header}{manifest}")), expected, "in\n{header}");
    }
    let top = "# T\n**Version 1.0.0**\n\n";
    for (body, expected) in [
        ("## A\n\n**[SPEC]**\n- a\n", &["missing-manifest"][..]),
        ("## 1. AI Reading Instructions (v2)\n\nSPEC first, NOTE never.\n\n## A\n\n**[SPEC]**\n- a\n", &[]),
        ("## A\n\n**[SPEC]**\n- a\n\n## AI manifest\n\nSPEC first, NOTE never.\n", &["late-manifest"]),
        ("## AI manifest\n\nSPEC first.\n\n## A\n\n**[SPEC]**\n- a\n", &[]),
        ("## AI manifest\n\nSPEC first.\n\n## A\n\n**[NOTE]**\na\n", &["incomplete-manifest"]),
        (
            "## AI manifest\n\n**[SPEC]**\n- first, NOTE never\n\n## A\n\n**[SPEC]**\n- a\n",
            &["tag-in-manifest"],
        ),
        (
            "## AI manifest\n\nSPEC first, NOTE never.\n\n# Second\n\n## A\n\n**[SPEC]**\n- a\n",
            &["several-titles"],
        ),
    ] {
        assert_eq!(rules(&format!("{top}{body}")), expected, "in\n{body}");
    }
}

#[test]
fn comments_allow_rules() {
    for (body, expected) in [
        ("## Log\n\n<!-- tagdown: allow untagged-content a log -->\n- 1.0 first\n", &[][..]),
        (
            "<!-- tagdown allow inline-content -->\n**[SPEC]** a\n",
            &["1 unused-suppression", "2 inline-content"],
        ),
        ("<!-- tagdown: allow inline-content it is old -->\n**[SPEC]** a\n", &[][..]),
        ("<!-- tagdown: allow inline-content, tag-spelling old -->\n**[spec]** a\n", &[]),
        ("<!-- tagdown: allow inline-content: old -->\n**[SPEC]** a\n", &[]),
        ("<!-- tagdown: allow inline-content, waiting for them -->\n**[SPEC]** a\n", &[]),
        ("<!-- tagdown: allow-file inline-content -->\n**[SPEC]**\n- a\n\n**[NOTE]** a\n", &[]),
        ("<!-- tagdown: allow inline-content -->\n**[SPEC]**\n- a\n", &["1 unused-suppression"]),
        (
            "<!-- tagdown: allow inline-contnet -->\n**[SPEC]** a\n",
            &["1 unused-suppression", "2 inline-content"],
        ),
        (
            "<!-- tagdown: alow inline-content -->\n**[SPEC]** a\n",
            &["1 unused-suppression", "2 inline-content"],
        ),
        (
            "**[NOTE]**\nWrite `<!-- tagdown: allow-file inline-content -->` so.\n\n**[SPEC]** a\n",
            &["4 inline-content"],
        ),
        (
            "```\n<!-- tagdown: allow-file inline-content, untagged-content -->\n```\n\n**[SPEC]** a\n",
            &["1 untagged-content", "5 inline-content"],
        ),
    ] {
        finds(body, expected);
    }
}

#[test]
fn hidden_characters_are_found_and_those_with_a_purpose_are_fine() {
    finds(
        "**[SPEC]**\n- Body: 4\u{200b}0 KB\n- File: 2 GB\u{e0048}\u{e0069}\n",
        &["2 hidden-characters", "3 hidden-characters"],
    );
    finds(
        "**[SPEC]**\n- Flag: 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}, team: 👩\u{200d}💻\n",
        &[],
    );
    fixed("**[SPEC]**\n- Body: 4\u{200b}0 KB\n", "**[SPEC]**\n- Body: 40 KB\n");
}
