//! Adding blocks and promoting claims: what is written where, what is refused, and that no other text changes.

#[path = "../../../tests/generated.rs"]
mod generated;

use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown::rules::Settings;
use tagdown_write::author::{
    BugFields, Change, Confirmation, Doubts, NewBlock, Promotion, Record, Target, add, bug_text, promote,
    taken_out, unverified,
};

const HEAD: &str =
    "# T\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";

fn promoted(text: &str, address: Option<&str>, to: Target, record: Record) -> Result<Change, String> {
    let document = parse(text);
    let block = unverified(&document, address)?.clone();
    let confirmation = Confirmation { by: "Ada", date: "2026-11-15", evidence: "load test" };
    let promotion = Promotion { to, doubts: Doubts::Remove, record, confirmation };
    promote(text, &block, &promotion, &Settings::default())
}

fn fields(values: &[(&str, &str)]) -> BugFields {
    let mut fields = BugFields::default();
    for (name, value) in values {
        fields.set(name, value);
    }
    fields
}

fn bug(title: Option<&str>, values: &[(&str, &str)]) -> Target {
    Target::Bug { title: title.map(str::to_owned), fields: fields(values) }
}

/// A claim promoted with its hedging words removed, without a record.
fn without_doubt(claim: &str, record: Record) -> Result<String, String> {
    let text = format!("{HEAD}## S\n\n**[?]**\n{claim}\n\n## U\n\n**[SPEC]**\n- a\n");
    let crlf = text.replace('\n', "\r\n");
    let both =
        [text, crlf].map(|text| promoted(&text, Some("s"), Target::Spec, record).map(|change| change.output));
    let [lf, crlf] = both;
    assert_eq!(lf.as_ref().map(|text| text.replace('\n', "\r\n")), crlf.as_ref().cloned(), "{claim}");
    let made = lf?;
    let start = made.find("**[SPEC]**\n").expect("a tag") + 11;
    Ok(made[start..made.find("\n\n## U").expect("the next section")].to_owned())
}

#[test]
fn words_of_doubt_go_and_the_claim_stays() {
    for (claim, fact) in [
        (
            "We believe that the pool probably holds 20 connections. Not measured.",
            "The pool holds 20 connections.",
        ),
        ("The limit is 100 (unverified).", "The limit is 100."),
        ("Apparently, the header is ignored.\nNobody has tested it.", "The header is ignored."),
        ("The port is 81, as far as we know.", "The port is 81."),
        (
            "- Known: uploads fail.\n- Assumed: the size is kept in 31 bits.\n- Not tested.",
            "- uploads fail.\n- The size is kept in 31 bits.",
        ),
        ("**Assumed:** the size is `probably` kept. Untested.", "The size is `probably` kept."),
        ("Assumed: iOS_flag is set. Known: max_conn is low.", "iOS_flag is set. max_conn is low."),
        ("The cache is\nprobably shared.", "The cache is\nshared."),
        ("Not measured yet.\n\nThe pool holds 20 connections.", "The pool holds 20 connections."),
        ("- The pool is shared.\n  - Not measured.", "- The pool is shared."),
        ("- The pool is shared.\n\n  Not measured. It is small.", "- The pool is shared.\n\n  It is small."),
        ("Probably nginx reloads twice.", "nginx reloads twice."),
    ] {
        assert_eq!(without_doubt(claim, Record::Nothing).as_deref(), Ok(fact), "{claim}");
    }
}

#[test]
fn a_reason_goes_into_the_record() {
    for claim in [
        "The pool is shared. Inferred from the log of `app`.",
        "- The pool is shared.\n- Uncertain because the source is closed.",
    ] {
        let made = without_doubt(claim, Record::Note).expect(claim);
        let reason = claim.rsplit(['\n', '.']).nth(1).unwrap_or_default().trim().trim_start_matches("- ");
        assert!(made.contains(&format!("Previously: {reason}.")), "{made}");
        let problem = without_doubt(claim, Record::Nothing).expect_err(claim);
        assert!(problem.contains("no record would keep it"), "{problem}");
    }
}

#[test]
fn what_is_left_in_doubt_is_for_a_person() {
    for claim in [
        "The signature is not verified.",
        "The build is tested, the docs are not tested.",
        "- Signatures: not verified",
        "| sig | not verified |\n|---|---|\n| a | b |",
        "The limit is 20. Unverified users cannot post.",
        "The limit is 20. Not measured; the timeout is 30 s.",
        "The limit is 20. Inferred from the logs; idle links are closed.",
        "Probably - 20 degrees.",
        "Probably 20.",
        "The limit is *probably* 20.",
        "The header says \"probably not found\" with status 404.",
        "The value is true, false, or maybe.",
        "20 is likely, 30 is not.",
        "Possibly the limit is 20, perhaps 30.",
        "We assume that the limit is 20 but have not measured it.",
        "We believe that A holds, and that B holds.",
        "We assume UTF-8 and reject the rest.",
        "The limit is, probably, 20.",
        "A probably outdated table.",
        "The limit is PROBABLY 20.",
        "We don't think that it holds.",
        "It is not certain whether it holds.",
        "> The limit is probably 20.",
        "1. The limit is 20.\n2. Not verified.",
        "- Not measured yet.\n  - The pool is shared.",
    ] {
        let problem = without_doubt(claim, Record::Note).expect_err(claim);
        assert!(
            problem.contains("reword the sentence first") || problem.contains("the rule"),
            "{claim}: {problem}"
        );
    }
}

#[test]
fn a_claim_becomes_a_fact_with_its_history() {
    let text = format!("{HEAD}## S\n\n**[?]**\n- The pool holds 20 connections.\n\n**[NOTE]**\nb\n");
    let change = promoted(&text, Some("s/?-1"), Target::Spec, Record::Note).expect("promoted");
    let wanted = text.replace("**[?]**", "**[SPEC]**").replace(
        "connections.\n",
        "connections.\n\n**[NOTE]**\nConfirmed by Ada on 2026-11-15: load test.\n",
    );
    assert_eq!((change.output.as_str(), change.address.as_str()), (wanted.as_str(), "s/spec-1"));
    let log = format!("{text}\n## Changelog\n\n**[NOTE]**\n- 2026-01-02: b\n- 2025-03-04: a\n");
    let change = promoted(&log, Some("#s"), Target::Spec, Record::Changelog).expect("promoted");
    let item = "- 2026-11-15: `#s/spec-1` confirmed by Ada: load test.\n- 2026-01-02: b\n";
    assert!(change.output.contains(item), "{}", change.output);
    let rising = log.replace("- 2026-01-02: b\n- 2025-03-04: a\n", "* 2025-03-04: a\n* 2026-01-02: b");
    let change = promoted(&rising, Some("#s"), Target::Spec, Record::Changelog).expect("promoted");
    assert!(
        change.output.ends_with("b\n* 2026-11-15: `#s/spec-1` confirmed by Ada: load test."),
        "{}",
        change.output
    );
    let problem = promoted(&text, None, Target::Spec, Record::Changelog).expect_err("no changelog");
    assert!(problem.contains("no `Changelog` section"), "{problem}");
}

#[test]
fn a_claim_becomes_a_failure_and_keeps_its_text() {
    let text = format!("{HEAD}## S\n\n**[?]**\nUploads stop at 2 GB. Reported by one customer.\n");
    let values = [("Symptom", "status 500 at 2 GB"), ("Cause", "31 bits"), ("Fix", "upgrade to 2.1")];
    let change =
        promoted(&text, None, bug(Some("Upload stops"), &values), Record::Nothing).expect("promoted");
    let wanted = text.replace("**[?]**", "**[BUG] Upload stops**")
        + "\nSymptom: status 500 at 2 GB\nCause: 31 bits\nFix: upgrade to 2.1\n";
    assert_eq!(change.output, wanted);
    // A BUG that `bug-unknown-fix` turned into a `[?]` becomes a BUG again.
    let was = format!(
        "{HEAD}## S\n\n**[?]**\n**Upload stops**\nSymptom: status 500.\nCause: 31 bits.\nFix: under investigation.\n"
    );
    let change =
        promoted(&was, None, bug(None, &[("Fix", "upgrade to 2.1.")]), Record::Nothing).expect("promoted");
    let wanted = format!(
        "{HEAD}## S\n\n**[BUG] Upload stops**\nSymptom: status 500.\nCause: 31 bits.\nFix: upgrade to 2.1.\n"
    );
    assert_eq!(change.output, wanted);
    let document = parse(&was);
    let block = unverified(&document, None).expect("one");
    let words = taken_out(&document, block, &bug(None, &[("Fix", "upgrade to 2.1.")]));
    assert_eq!(words, [(14, "under investigation.".to_owned())]);
}

#[test]
fn what_an_issue_left_is_completed() {
    let text = format!(
        "{HEAD}## S\n\n**[?]**\n**Uploads probably fail**\nSymptom: status 500. ([#1](https://forge.example/1))\n\
         Known: the statements above, from [#1](https://forge.example/1) (open). Not confirmed there: the cause and a fix.\n"
    );
    let values = [("Cause", "31 bits."), ("Fix", "upgrade to 2.1.")];
    let change = promoted(&text, None, bug(None, &values), Record::Nothing).expect("promoted");
    let wanted = format!(
        "{HEAD}## S\n\n**[BUG] Uploads probably fail**\nSymptom: status 500. ([#1](https://forge.example/1))\n\
         Cause: 31 bits.\nFix: upgrade to 2.1.\n"
    );
    assert_eq!(change.output, wanted);
    let empty = format!("{HEAD}## S\n\n**[?]**\n**Title**\nSymptom: status 500.\nCause: 31 bits.\nFix:\n");
    let change = promoted(&empty, None, bug(None, &[("Fix", "upgrade")]), Record::Nothing).expect("promoted");
    assert!(change.output.ends_with("Fix: upgrade\n"), "{}", change.output);
}

#[test]
fn words_of_doubt_need_a_word_of_consent() {
    let text =
        format!("{HEAD}## S\n\n**[?]**\n- Known: the pool is shared.\n- Assumed: the pool is small.\n");
    let document = parse(&text);
    let block = unverified(&document, None).expect("one").clone();
    let as_said = |doubts: Doubts| {
        let confirmation = Confirmation { by: "Ada", date: "2026-11-15", evidence: "seen" };
        let promotion = Promotion { to: Target::Spec, doubts, record: Record::Nothing, confirmation };
        promote(&text, &block, &promotion, &Settings::default())
    };
    let problem = as_said(Doubts::Refuse).expect_err("doubts");
    assert!(problem.contains("`Known:`, `Assumed:`"), "{problem}");
    assert!(as_said(Doubts::Remove).is_ok_and(|change| {
        change.output.contains("**[SPEC]**\n- The pool is shared.\n- The pool is small.\n")
    }));
    assert!(
        as_said(Doubts::Keep).is_ok_and(|change| change.output.contains("- Assumed: the pool is small."))
    );
}

#[test]
fn what_would_break_something_is_refused() {
    let section = |body: &str| format!("{HEAD}## S\n\n{body}\n");
    for (text, address, to, said) in [
        (section("**[SPEC]**\n- a"), Some("s/spec-1"), Target::Spec, "is a SPEC; only a `[?]`"),
        (
            section("**[BUG] A**\nSymptom: a\nCause: b\nFix: c"),
            Some("s/bug-1"),
            Target::Spec,
            "bug-unknown-fix",
        ),
        (section("Text."), None, Target::Spec, "no `[?]` block"),
        (
            section("**[?]**\na\n\n**[?]**\nb"),
            None,
            Target::Spec,
            "several `[?]` blocks; name one of #s/?-1, #s/?-2",
        ),
        (section("**[?]**\na"), Some("t/?-1"), Target::Spec, "the unverified blocks are #s/?-1"),
        (section("**[?]**\nOne is so. Two is so. Three is so."), None, Target::Spec, "the rule spec-prose"),
        (section("**[?]**\nWe recommend 20 connections."), None, Target::Spec, "the rule spec-advice"),
        (section("**[?]**\nNot measured."), None, Target::Spec, "only the tag would remain"),
        (
            section("**[?]**\n- The pool seems to be shared."),
            None,
            Target::Spec,
            "the rule spec-hedge: uncertain: `seems to`",
        ),
        (section("**[?]**\n- The pool holds FILL-IN."), None, Target::Spec, "still contains FILL-IN"),
        (
            section("**[?]**\nA restart seems to help."),
            None,
            bug(Some("T"), &[("Symptom", "a"), ("Cause", "b"), ("Fix", "c")]),
            "reword the sentence first",
        ),
        (
            section("**[?]**\nSymptom: a\nCause: b\nFix: c\n\n| a | b |\n|---|---|\n| 1 | 2 |"),
            None,
            bug(Some("T"), &[("Fix", "d")]),
            "spans several paragraphs",
        ),
        (
            section("**[?]**\n- a"),
            None,
            bug(Some("[SPEC]"), &[("Symptom", "a"), ("Cause", "b"), ("Fix", "c")]),
            "a tag line cannot contain the title",
        ),
        (
            section("**[?]**\n- a"),
            None,
            bug(Some("T"), &[("Symptom", "a\u{1b}[31m"), ("Cause", "b"), ("Fix", "c")]),
            "control character U+001B",
        ),
        (section("**[?]** inline"), None, Target::Spec, "its tag is malformed"),
        (
            section("**[?]**\n- a\n\n### Sub\n\nPlain text."),
            None,
            Target::Spec,
            "would be read under a different tag",
        ),
        (
            section("**[?]**\n- a"),
            None,
            bug(None, &[("Fix", "c")]),
            "needs title, Symptom, Cause; use --title, --symptom, --cause",
        ),
        (
            section("**[?]**\n- a"),
            None,
            bug(Some("T"), &[("Symptom", "a"), ("Cause", "b"), ("Fix", "TBD")]),
            "the rule bug-unknown-fix",
        ),
        (
            section("**[?]**\n- a"),
            None,
            bug(Some("a** b"), &[("Symptom", "a"), ("Cause", "b"), ("Fix", "c")]),
            "a tag line cannot contain the title",
        ),
    ] {
        let problem = promoted(&text, address, to, Record::Nothing).expect_err(&text);
        assert!(problem.contains(said), "{text}: {problem}");
    }
}

#[test]
fn a_block_goes_where_its_kind_belongs() {
    let text = format!(
        "{HEAD}## S\n\n**[SPEC]**\n- a\n\n**[NOTE]**\nb\n\n**[?]**\nc, not tested\n\n---\n\n## Empty\n\n<!-- ask -->\n\n## U\n"
    );
    let put = |section: &str, kind: Kind, body: &str| {
        let title = (kind == Kind::Bug).then_some("T");
        add(&text, section, &NewBlock { kind, title, text: body }, &Settings::default())
    };
    let failure = bug_text(&fields(&[("Symptom", "status 500"), ("Cause", "`x`"), ("Fix", "set `y`")]));
    for (section, kind, body, wanted) in [
        ("s", Kind::Spec, "- d", "- a\n\n**[SPEC]**\n- d\n\n**[NOTE]**\nb"),
        ("S", Kind::Note, "d", "b\n\n**[NOTE]**\nd\n\n**[?]**"),
        (
            "s",
            Kind::Bug,
            &failure,
            "b\n\n**[BUG] T**\nSymptom: status 500\nCause: `x`\nFix: set `y`\n\n**[?]**",
        ),
        ("s", Kind::Unverified, "d, not tested", "c, not tested\n\n**[?]**\nd, not tested\n\n---\n"),
        ("empty", Kind::Spec, "- d", "<!-- ask -->\n\n**[SPEC]**\n- d\n\n## U\n"),
        ("#u", Kind::Spec, "- d\n", "## U\n\n**[SPEC]**\n- d\n"),
        ("u", Kind::Spec, "3. d\n4. e", "## U\n\n**[SPEC]**\n\n3. d\n4. e\n"),
    ] {
        let change = put(section, kind, body).expect(wanted);
        assert!(change.output.contains(wanted), "{}", change.output);
    }
    for (section, kind, body, said) in [
        ("xyz", Kind::Spec, "- d", "no section `xyz`; available: `S`, `Empty`, `U`"),
        ("s", Kind::Spec, "  ", "the block has no text"),
        ("s", Kind::Spec, "- d\n\n## More", "would not be one `[SPEC]` block"),
        ("s", Kind::Note, "a\u{7}b", "control character"),
        ("s", Kind::Spec, "One. Two. Three.", "the rule spec-prose"),
        ("ai-reading-instruction", Kind::Spec, "- d", "no section"),
    ] {
        let problem = put(section, kind, body).expect_err(said);
        assert!(problem.contains(said), "{problem}");
    }
}

#[test]
fn a_block_does_not_come_between_a_tag_and_its_subsections() {
    let text = format!("{HEAD}## S\n\n**[SPEC]**\n- a\n\n### Sub\n\n- b\n");
    let block = NewBlock { kind: Kind::Note, title: None, text: "c" };
    let change = add(&text, "s", &block, &Settings::default()).expect("above the facts");
    assert!(change.output.contains("## S\n\n**[NOTE]**\nc\n\n**[SPEC]**\n- a"), "{}", change.output);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_else_changes(text in prop_oneof![generated::document(), generated::tagged()], pick in 0..100_usize, record in 0..3_usize) {
        let document = parse(&text);
        let open: Vec<_> = document.blocks_of(Kind::Unverified).map(|(block, _)| block.clone()).collect();
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let holds_all = |output: &str| {
            let after = words(output);
            let mut after = after.iter();
            words(&text).iter().all(|word| after.any(|other| other == word))
        };
        if let Some(block) = open.get(pick % open.len().max(1)) {
            let confirmation = Confirmation { by: "Ada", date: "2026-11-15", evidence: "seen" };
            let to = if pick % 2 == 0 { Target::Spec } else {
                bug(Some("Title"), &[("Symptom", "status 500"), ("Cause", "`x` is 0"), ("Fix", "set `x`"), ("Workaround", "none")])
            };
            let doubts = [Doubts::Remove, Doubts::Keep][pick / 2 % 2];
            let promotion = Promotion { to, doubts, record: Record::ALL[record], confirmation };
            if let Ok(change) = promote(&text, block, &promotion, &Settings::default()) {
                // Only the tag itself is replaced.
                let tag = document.tag_of(block).expect("tagged").span;
                prop_assert!(change.output.starts_with(&text[..tag.start]) || Record::ALL[record] == Record::Changelog);
                prop_assert!(doubts == Doubts::Remove || holds_all(&change.output), "{}", change.output);
                // Text outside the block stays, byte for byte.
                let tail = text[block.span.end..].split_once('\n').map_or("", |(_, tail)| tail);
                prop_assert!(change.output.ends_with(tail) || Record::ALL[record] == Record::Changelog, "{}", change.output);
            }
        }
        for section in document.sections.iter().filter(|section| section.level > 1) {
            let kind = [Kind::Spec, Kind::Note, Kind::Unverified][pick % 3];
            let block = NewBlock { kind, title: None, text: "- `new` is 1, not tested" };
            if let Ok(change) = add(&text, &section.slug, &block, &Settings::default()) {
                prop_assert!(holds_all(&change.output), "{}", change.output);
                let made = format!("{}\n- `new` is 1, not tested", kind.tag_line());
                let crlf = made.replace('\n', "\r\n");
                let made = if change.output.contains(&made) { made } else { crlf };
                let (before, after) = change.output.split_once(&made).expect("the block is there");
                let rest = text.strip_prefix(before.trim_end_matches(['\r', '\n'])).map(|rest| rest.trim_start_matches(['\r', '\n']));
                prop_assert_eq!(rest, Some(after.trim_start_matches(['\r', '\n'])));
            }
        }
    }
}
