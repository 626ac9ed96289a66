//! Decisions of people and models in a conversion: they change labels and split paragraphs, but never change a word.

#[path = "../../../tests/generated.rs"]
mod generated;

use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown::judgement::Profile;
use tagdown::rules::{Settings, Severity, check};
use tagdown_write::convert::{
    By, Conversion, Decision, Decisions, LABELS, Layout, Options, Question, UNDECIDED, convert, questions,
};

fn options<'o>(settings: &'o Settings, decisions: &'o Decisions) -> Options<'o> {
    let profile = Profile::Cautious;
    Options {
        profile,
        layout: Layout::Whole,
        bullets: false,
        version: None,
        file_name: "page.md",
        settings,
        decisions,
        faq: false,
    }
}

fn asked(text: &str) -> Vec<Question> {
    questions(text, &options(&Settings::default(), &UNDECIDED))
}

/// Converts with these labels for the block that starts with `starts`.
fn decided(text: &str, starts: &str, labels: &[Kind]) -> Conversion {
    let settings = Settings::default();
    let all = asked(text);
    let question = all.iter().find(|question| text[question.span.start..].starts_with(starts));
    let question = question.unwrap_or_else(|| panic!("nobody asks about {starts}: {all:?}"));
    let mut decisions = Decisions::default();
    decisions.insert(&question.hash, Decision::new(labels, By::Person, starts).expect("known labels"));
    convert(text, &options(&settings, &decisions))
}

const PAGE: &str = "# Cache\n\n## Size\n\nThe cache was slow for years. It holds 512 entries. Entries live 60 s. \
                    We chose LRU because it was simple.\n\n## Place\n\nFiles go where the others are, mostly.\n";

#[test]
fn a_paragraph_is_cut_where_somebody_says() {
    let all = asked(PAGE);
    let question = all.iter().find(|question| question.sentences.len() == 4).expect("four sentences");
    assert!(question.is_buried && !question.fits_spec(), "{question:?}");
    let labels = [Kind::Note, Kind::Spec, Kind::Spec, Kind::Unverified];
    let conversion = decided(PAGE, "The cache", &labels);
    let wanted = "**[NOTE]**\nThe cache was slow for years.\n\n**[SPEC]**\n- It holds 512 entries.\n- Entries live 60 s.\n\n\
                  **[?]**\nWe chose LRU because it was simple.\n";
    assert!(conversion.output.contains(wanted), "{}", conversion.output);
    assert!(conversion.blocks.iter().any(|block| block.by == By::Person));
    // A complete SPEC: more prose than a SPEC allows becomes a list.
    let conversion = decided(PAGE, "The cache", &[Kind::Spec]);
    assert!(
        conversion.output.contains("**[SPEC]**\n- The cache was slow for years.\n- It"),
        "{}",
        conversion.output
    );
}

#[test]
fn a_label_is_written_as_decided() {
    for (kind, tag) in [(Kind::Spec, "**[SPEC]**"), (Kind::Note, "**[NOTE]**"), (Kind::Unverified, "**[?]**")]
    {
        let conversion = decided(PAGE, "Files go", &[kind]);
        assert!(conversion.output.contains(&format!("{tag}\nFiles go")), "{}", conversion.output);
    }
}

#[test]
fn a_decision_that_fits_no_more_is_left_aside_and_told() {
    let conversion = decided(PAGE, "The cache", &[Kind::Spec, Kind::Note]);
    assert!(conversion.notices.iter().any(|notice| notice.starts_with("line 5: decision ignored")));
    assert!(conversion.blocks.iter().all(|block| block.by == By::Labeller));
}

#[test]
fn the_most_uncertain_comes_first_and_what_was_decided_is_known() {
    let all = asked(PAGE);
    assert!(all.is_sorted_by_key(|question| (question.is_buried, question.confidence)));
    let mut decisions = Decisions::default();
    decisions.insert(&all[0].hash, Decision::new(&[Kind::Note], By::Person, "").expect("known"));
    let again = questions(PAGE, &options(&Settings::default(), &decisions));
    assert_eq!(again.iter().filter(|question| question.decision.is_some()).count(), 1);
}

#[test]
fn what_stands_in_the_way_of_a_cut_is_named() {
    let page = |block: &str| format!("# Cache\n\n## Size\n\n{block}\n");
    for (block, said) in [
        ("Files go where the others are, mostly.", "one sentence"),
        ("Files go there, mostly. Others stay, mostly:", "colon"),
        ("Files go there, mostly.  \nOthers stay, mostly.", "hard line breaks"),
        ("Files go there, mostly. Others stay.\n\n- one\n- two", "directly below"),
        ("- Files go there, mostly. Others stay, mostly.", "not a paragraph"),
    ] {
        let text = page(block);
        for question in asked(&text).iter().filter(|question| question.lines[0] == 5) {
            let obstacle = question.obstacle(&text).unwrap_or_else(|| panic!("no obstacle: {block}"));
            assert!(obstacle.contains(said) && question.sentences.is_empty(), "{block}: {obstacle}");
        }
    }
    let all = asked(PAGE);
    assert!(all.iter().all(|question| question.obstacle(PAGE).is_none() != question.sentences.is_empty()));
}

#[test]
fn a_page_in_another_language_is_known() {
    let german = "# Speicher\n\nDer Speicher ist nicht groß, und die Dateien liegen dort, wo sie immer waren.\n\n\
                  Wir haben das vor vielen Jahren so gemacht, weil es einfach war.\n";
    let settings = Settings::default();
    for (text, is_foreign) in [(german, true), (PAGE, false)] {
        assert_eq!(Question::are_foreign(text, &options(&settings, &UNDECIDED)), is_foreign, "{text}");
    }
}

/// The rules that report errors in a text.
fn errors(text: &str) -> Vec<&'static str> {
    let findings = check(&parse(text), &Settings::default());
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.rule)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_decision_loses_a_word(text in prop_oneof![generated::document(), generated::tagged()], picks in proptest::collection::vec(0..9_usize, 1..12)) {
        let mut decisions = Decisions::default();
        let mut picks = picks.iter().cycle();
        let mut pick = || *picks.next().expect("a cycle");
        for question in asked(&text) {
            let labels: Vec<Kind> = if pick() > 4 {
                question.sentences.iter().map(|_| LABELS[pick() % 3]).collect()
            } else {
                vec![LABELS[pick() % 3]]
            };
            if let Some(decision) = Decision::new(&labels, By::Model, "") {
                decisions.insert(&question.hash, decision);
            }
        }
        let settings = Settings::default();
        let conversion = convert(&text, &options(&settings, &decisions));
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
    }
}

#[test]
fn what_its_fields_make_a_bug_is_nobodys_to_decide() {
    let field = "Cause: old items are dropped first, mostly.";
    let page = format!(
        "# Gate\n\n## It closes\n\nSymptom: the gate is closed by the next item.\n\n{field}\n\nFix: open the gate again.\n"
    );
    assert!(asked(&page).is_empty());
    let mut decisions = Decisions::default();
    let decision = Decision::new(&[Kind::Spec], By::Model, field).expect("a decision");
    decisions.insert(&tagdown_write::convert::block_hash("It closes", field), decision);
    let conversion = convert(&page, &options(&Settings::default(), &decisions));
    assert!(conversion.output.contains("**[BUG] It closes**\n"), "{}", conversion.output);
    assert!(conversion.blocks.iter().all(|block| (block.by, block.label) == (By::Labeller, Kind::Bug)));
}
