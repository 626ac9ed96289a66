//! What agents add: a claim that is marked as theirs, says only what it says, and changes nothing around it.

use tagdown::document::{Kind, parse};
use tagdown::rules::{Safety, Settings, check, fix};
use tagdown_write::author::{
    Change, Claim, Confirmation, Doubts, NewBlock, Promotion, Record, Target, add_claim, block_named,
    promote, reviewed, rewrite,
};

const PAGE: &str = "# T\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n## Limits\n\n\
    **[SPEC]**\n- Body: 4 KB, see [docs] and [x][later]\n\n**[NOTE]**\nIt was 2 KB. [^1]\n\n## Last\n\n**[SPEC]**\n- Port: 80\n\n\
    [later]: https://example.org\n";

const RECORD: &str = "<!-- tagdown: by agent helper on 2026-11-17, not reviewed -->";

fn claimed(page: &str, text: &str, title: Option<&str>) -> Result<Change, String> {
    let claim = Claim { agent: "helper", date: "2026-11-17", title, text };
    add_claim(page, "Limits", &claim, &Settings::default())
}

#[test]
fn a_claim_is_added_with_its_record_and_accepted_without_a_trace() {
    for page in [PAGE.to_owned(), PAGE.replace('\n', "\r\n")] {
        for text in [
            "The limit may be 8 KB. Not tested.",
            "- one, not tested\n- two",
            "```sh\n<b>[SPEC]</b>\n```\nNot tested.",
            "    code\n\nNot tested.",
            "===\nNot tested.",
            "| a |\n|---|\n| `<!-- x -->` |\n\nNot tested.",
            "1. one\n2. two\n\nNot tested. See [docs].",
        ] {
            let change = claimed(&page, text, None).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            assert_eq!(change.address, "limits/?-1");
            let eol = if page.contains('\r') { "\r\n" } else { "\n" };
            let shown = format!("**[?]**{eol}{RECORD}{eol}{}", text.replace('\n', eol));
            assert!(change.output.contains(&shown), "{}", change.output);
            assert_eq!(change.output.replace(&format!("{eol}{eol}{shown}"), ""), page);
            let document = parse(&change.output);
            let block = block_named(&document, "limits/?-1").expect("the block");
            assert!(document.unreviewed(block).is_some());
            let found = check(&document, &Settings::default());
            assert!(!found.iter().any(|finding| finding.rule == "invalid-record"));
            let fixed = fix(&change.output, &Settings::default(), Safety::Unsafe).text;
            let fixed = parse(&fixed);
            assert_eq!(
                fixed.blocks.iter().filter(|block| fixed.unreviewed(block).is_some()).count(),
                1,
                "{text}"
            );
            let accepted = reviewed(&document, block).expect("accepted");
            let without =
                [RECORD.to_owned() + eol, RECORD.to_owned()].map(|record| change.output.replace(&record, ""));
            assert!(without.contains(&accepted), "{accepted}");
            let after = parse(&accepted);
            assert!(after.blocks.iter().all(|block| after.unreviewed(block).is_none()));
        }
    }
    let titled = claimed(PAGE, "Not tested.", Some(" A  title ")).expect("added").output;
    assert!(titled.contains(&format!("{RECORD}\n**A title**\n\nNot tested.\n")), "{titled}");
}

#[test]
fn a_text_that_does_more_than_say_something_is_refused() {
    for (text, reason) in [
        ("", "no text"),
        (" \n ", "no text"),
        ("x\n\n**[SPEC]**\n- forged", "a heading, a tag"),
        ("x\n\n## Forged\n\ny", "a heading, a tag"),
        ("x\n===\n", "a heading, a tag"),
        ("x\n\n---\n\ny", "a heading, a tag"),
        ("[SPEC] forged", ""),
        ("```\nopen", ""),
        ("<!-- open", "HTML"),
        ("--> x <!--", ""),
        ("x <!-- tagdown: allow-file invalid-record no --> y", "HTML"),
        ("<!-- tagdown: allow invalid-record no -->\nx", "HTML"),
        ("<!-- tagdown: by agent you on 2026-11-17, not reviewed -->\nx", "HTML"),
        ("<details>\n\nx", "HTML"),
        ("x <b hidden>y", "HTML"),
        ("<script>alert(1)</script>", "HTML"),
        ("[docs]: https://evil.example\n\nx", "defines a link"),
        ("> [docs]: https://evil.example\n\nx", "defines a link"),
        ("- a\n\n  [later]: https://evil.example\n\nx", "defines a link"),
        ("x\n\n[later]: https://evil.example", "defines a link"),
        ("x\n\n[^1]: evil", "defines a link"),
        ("x\u{200b}y", "cannot be seen"),
        ("x\u{202e}y", "U+202E"),
        ("x\u{e0041}y", "cannot be seen"),
        ("x\u{1b}[2Jy", "U+001B"),
        ("x\ry", "cannot be seen"),
    ] {
        match claimed(PAGE, text, None) {
            Err(problem) => assert!(problem.contains(reason), "{text:?}: {problem}"),
            // Otherwise, it must be harmless: one block, with its record, and the rest as it was.
            Ok(change) => {
                assert!(reason.is_empty(), "{text:?}: {}", change.output);
                let (before, after) = (parse(PAGE), parse(&change.output));
                assert_eq!(after.blocks.len(), before.blocks.len() + 1, "{text:?}");
                let kinds = |kind: Kind| after.blocks_of(kind).count();
                assert_eq!((kinds(Kind::Spec), kinds(Kind::Unverified)), (2, 1), "{text:?}");
            }
        }
    }
    assert!(claimed(PAGE, &"x ".repeat(9_000), None).expect_err("long").contains("at most 16000"));
    for title in ["**x**", "[SPEC]", "a\\", &"t".repeat(121)] {
        assert!(claimed(PAGE, "x", Some(title)).expect_err("refused").contains("a title"), "{title}");
    }
    for section in ["T", "AI READING INSTRUCTION", "None"] {
        let claim = Claim { agent: "a", date: "2026-11-17", title: None, text: "x" };
        assert!(add_claim(PAGE, section, &claim, &Settings::default()).is_err(), "{section}");
    }
}

#[test]
fn whoever_confirms_a_claim_has_looked_at_it() {
    let text = claimed(PAGE, "The limit is 8 KB. Not tested.", None).expect("added").output;
    let document = parse(&text);
    let text = reviewed(&document, block_named(&document, "limits/?-1").expect("a block")).expect("accepted");
    let document = parse(&text);
    let block = block_named(&document, "limits/?-1").expect("a block").clone();
    let confirmation = Confirmation { by: "Ada", date: "2026-11-18", evidence: "load test" };
    let promotion =
        Promotion { to: Target::Spec, doubts: Doubts::Remove, record: Record::Nothing, confirmation };
    let change = promote(&text, &block, &promotion, &Settings::default()).expect("promoted");
    assert!(
        change.output.contains("The limit is 8 KB.\n") && !change.output.contains("agent"),
        "{}",
        change.output
    );
}

#[test]
fn a_block_is_rewritten_in_its_place() {
    let page = claimed(PAGE, "The limit is 8 KB. Not tested.", None).expect("added").output;
    let page = page.replace("## Last\n", "## Last\n\nUntagged.\n");
    let document = parse(&page);
    let changed = |address: &str, kind: Kind, title: Option<&str>, text: &str| {
        let block = block_named(&document, address)?;
        rewrite(&page, block, &NewBlock { kind, title, text }, &Settings::default())
    };
    for (address, kind, title, text, wanted) in [
        ("limits/spec-1", Kind::Spec, None, "- Body: 8 KB", "**[SPEC]**\n- Body: 8 KB\n\n**[NOTE]**"),
        ("limits/?-1", Kind::Unverified, None, "Not tested.", &*format!("{RECORD}\nNot tested.\n\n## Last")),
        ("limits/?-1", Kind::Spec, None, "- Body: 8 KB", "\n\n**[SPEC]**\n- Body: 8 KB\n\n## Last"),
        (
            "limits/note-1",
            Kind::Bug,
            Some("Stops"),
            "Symptom: it stops.\nCause: 31 bits.\nFix: update to 2.1.",
            "**[BUG] Stops**\nSymptom: it stops.\nCause: 31 bits.\nFix: update to 2.1.\n\n**[?]**",
        ),
    ] {
        let change =
            changed(address, kind, title, text).unwrap_or_else(|problem| panic!("{address}: {problem}"));
        assert!(change.output.contains(wanted), "{address}: {}", change.output);
    }
    for (address, text, reason) in [
        ("last/untagged-1", "x", "not one of the four"),
        ("limits/spec-9", "x", "no block `limits/spec-9`; nearest: `limits/spec-1`"),
        ("limits/spec-1", "- x\n\n## Y", "a heading, a tag"),
        ("limits/spec-1", "", "no text"),
        ("limits/spec-1", "- x\u{202e}", "U+202E"),
        ("limits/spec-1", "```\n- x", "would"),
    ] {
        let problem = changed(address, Kind::Spec, None, text).expect_err(reason);
        assert!(problem.contains(reason), "{address} {text:?}: {problem}");
    }
}
