//! Decisions of people and models in a conversion: they change labels and split paragraphs, but never change a word.

mod errors;
#[path = "../../../tests/generated.rs"]
mod generated;

use errors::errors;
use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::{
    By, Conversion, Decision, Decisions, Doubt, LABELS, Layout, Options, UNDECIDED, Undos, block_hash,
    convert, is_foreign_page, reasons_for, restore,
};

fn options<'o>(settings: &'o Settings, decisions: &'o Decisions, layout: Layout) -> Options<'o> {
    Options {
        profile: Profile::Balanced,
        layout,
        bullets: false,
        version: None,
        file_name: "page.md",
        settings,
        decisions,
        faq: false,
        lists_bullets: false,
    }
}

fn doubts(text: &str, layout: Layout) -> Vec<Doubt> {
    convert(text, &options(&Settings::default(), &UNDECIDED, layout)).doubts
}

fn decision(labels: &[Kind]) -> Decision {
    Decision::new(labels, By::Person, "").expect("known labels")
}

/// Converts with these labels for texts under a heading.
fn decided(text: &str, heading: &str, labels: &[(&str, &[Kind])], layout: Layout) -> Conversion {
    let mut decisions = Decisions::default();
    for (one, labels) in labels {
        decisions.insert(&block_hash(heading, one), decision(labels));
    }
    convert(text, &options(&Settings::default(), &decisions, layout))
}

/// Whether a text is in a block of this kind.
fn has(conversion: &Conversion, kind: Kind, one: &str) -> bool {
    let document = parse(&conversion.output);
    document
        .tagged_blocks()
        .any(|(block, _)| block.kind == kind && document.text(block.content).contains(one))
}

const PARAGRAPH: &str = "The cache was slow for years. It holds 512 entries. Entries live 60 s. We chose LRU because it \
                         was simple.";

fn page() -> String {
    format!("# Cache\n\n## Size\n\n{PARAGRAPH}\n\n## Place\n\nFiles go where the others are, mostly.\n")
}

#[test]
fn one_sentence_of_a_paragraph_is_written_as_decided() {
    for one in ["It holds 512 entries.", "Entries live 60 s.", "We chose LRU because it was simple."] {
        for kind in LABELS {
            let conversion = decided(&page(), "Size", &[(one, &[kind])], Layout::Section);
            assert!(has(&conversion, kind, one), "{one} {kind:?}: {}", conversion.output);
            let doubt = conversion.doubts.iter().find(|doubt| doubt.text == one).expect("a decided doubt");
            assert_eq!((doubt.written, doubt.is_sentence(), doubt.decision.is_some()), (kind, true, true));
            assert!(conversion.blocks.iter().any(|block| block.by == By::Person));
        }
    }
}

#[test]
fn neighbours_can_both_become_lists() {
    let text = "# T\n\n## A\n\nSome like tea. Cats like milk. Rain is wet.\n\nBread is fine. Cake is good. Soup is hot.\n";
    let all = [
        "Some like tea.",
        "Cats like milk.",
        "Rain is wet.",
        "Bread is fine.",
        "Cake is good.",
        "Soup is hot.",
    ];
    let labels: Vec<(&str, &[Kind])> = all.iter().map(|one| (*one, &[Kind::Spec][..])).collect();
    let conversion = decided(text, "A", &labels, Layout::Section);
    let list = all.map(|one| format!("- {one}")).join("\n");
    assert!(conversion.output.ends_with(&format!("**[SPEC]**\n{list}\n")), "{}", conversion.output);
}

#[test]
fn a_decision_on_a_paragraph_still_counts() {
    let labels: &[Kind] = &[Kind::Note, Kind::Spec, Kind::Spec, Kind::Unverified];
    let conversion = decided(&page(), "Size", &[(PARAGRAPH, labels)], Layout::Section);
    let wanted = "**[SPEC]**\n- It holds 512 entries.\n- Entries live 60 s.\n\n**[NOTE]**\nThe cache was slow for years.\n\n\
                  **[?]**\n- We chose LRU because it was simple.\n";
    assert!(conversion.output.contains(wanted), "{}", conversion.output);
    let conversion = decided(&page(), "Size", &[(PARAGRAPH, labels)], Layout::Whole);
    let wanted = "**[NOTE]**\nThe cache was slow for years.\n\n**[SPEC]**\n- It holds 512 entries.\n- Entries live 60 s.\n\n\
                  **[?]**\nWe chose LRU because it was simple.\n";
    assert!(conversion.output.contains(wanted), "{}", conversion.output);
    // A complete SPEC: more prose than a SPEC allows becomes a list.
    let conversion = decided(&page(), "Size", &[(PARAGRAPH, &[Kind::Spec])], Layout::Whole);
    assert!(
        conversion.output.contains("**[SPEC]**\n- The cache was slow for years.\n- It"),
        "{}",
        conversion.output
    );
}

#[test]
fn a_label_is_written_as_decided() {
    for layout in [Layout::Section, Layout::Place, Layout::Whole] {
        for kind in LABELS {
            let one = "Files go where the others are, mostly.";
            let conversion = decided(&page(), "Place", &[(one, &[kind])], layout);
            assert!(has(&conversion, kind, one), "{layout:?}: {}", conversion.output);
        }
    }
}

#[test]
fn a_decision_that_fits_no_more_is_left_aside_and_told() {
    let conversion = decided(&page(), "Size", &[(PARAGRAPH, &[Kind::Spec, Kind::Note])], Layout::Whole);
    assert!(conversion.notices.iter().any(|notice| notice.starts_with("line 5: decision ignored")));
    assert!(conversion.blocks.iter().all(|block| block.by == By::Labeller));
}

#[test]
fn lost_facts_come_first_and_the_more_likely_before_the_others() {
    for layout in [Layout::Section, Layout::Whole] {
        let all = doubts(&page(), layout);
        assert!(all.is_sorted_by_key(Doubt::rank), "{all:?}");
        assert_eq!(reasons_for(&page(), &all).len(), all.len());
    }
    // With `--whole`, a long paragraph becomes a NOTE with facts in it.
    let buried = doubts(&page(), Layout::Whole).into_iter().find(|doubt| doubt.is_buried);
    assert!(
        buried.is_some_and(|doubt| doubt.lines == [5, 5] && doubt.label == Kind::Note && doubt.chance > 50)
    );
}

#[test]
fn code_tables_and_lead_ins_are_not_asked_about() {
    let text = "# T\n\n## A\n\nSome like these:\n\n```sh\ntea\n```\n\n| a | b |\n|---|---|\n| tea | milk |\n";
    assert!(doubts(text, Layout::Section).is_empty(), "{:?}", doubts(text, Layout::Section));
}

/// Converts, decides one sentence after the conversion, and restores.
#[test]
fn a_converted_page_is_restored_unless_somebody_edited_it() {
    let settings = Settings::default();
    let undecided = options(&settings, &UNDECIDED, Layout::Section);
    let first = convert(&page(), &undecided);
    let mut undos = Undos::default();
    first.undo.iter().cloned().for_each(|undo| undos.add(undo));
    assert!(!undos.is_empty());
    let restored = restore(&first.output, &undos, &undecided).expect("unchanged");
    assert_eq!(restored.source, page());
    // A decision that the page does not show yet is no edit.
    let mut decisions = Decisions::default();
    decisions.insert(&block_hash("Size", "Entries live 60 s."), decision(&[Kind::Note]));
    let with = options(&settings, &decisions, Layout::Section);
    assert_eq!(restore(&first.output, &undos, &with), Some(restored));
    let second = convert(&page(), &with);
    assert_ne!(second.output, first.output);
    second.undo.iter().cloned().for_each(|undo| undos.add(undo));
    assert!(restore(&second.output, &undos, &with).is_some());
    let edited = first.output.replacen("**[NOTE]**", "**[?]**", 1);
    assert_eq!(restore(&edited, &undos, &undecided), None, "{edited}");
    // An edit that a conversion would keep is not lost.
    let edited = first.output.replace("512", "513");
    if let Some(restored) = restore(&edited, &undos, &undecided) {
        assert_eq!(convert(&restored.source, &undecided).output, edited);
    }
    assert_eq!(restore(&page(), &undos, &undecided), None, "not converted");
}

#[test]
fn a_restored_page_keeps_its_version() {
    let settings = Settings::default();
    let plain = options(&settings, &UNDECIDED, Layout::Section);
    let first = convert(&page(), &Options { version: Some("2.1.0"), ..plain.clone() });
    let mut undos = Undos::default();
    first.undo.iter().cloned().for_each(|undo| undos.add(undo));
    let restored = restore(&first.output, &undos, &plain).expect("unchanged");
    assert_eq!(convert(&restored.source, &restored.options(&plain)).output, first.output);
}

#[test]
fn a_page_in_another_language_is_known() {
    let german = "# Speicher\n\nDer Speicher ist nicht groß, und die Dateien liegen dort, wo sie immer waren.\n\n\
                  Wir haben das vor vielen Jahren so gemacht, weil es einfach war.\n";
    let settings = Settings::default();
    for (text, is_foreign) in [(german, true), (page().as_str(), false)] {
        assert_eq!(
            is_foreign_page(text, &options(&settings, &UNDECIDED, Layout::Section)),
            is_foreign,
            "{text}"
        );
    }
    assert_eq!(doubts(german, Layout::Section).len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_decision_loses_a_word(text in prop_oneof![generated::document(), generated::tagged()], picks in proptest::collection::vec(0..9_usize, 1..12)) {
        let mut decisions = Decisions::default();
        let mut picks = picks.iter().cycle();
        let mut pick = || *picks.next().expect("a cycle");
        let layout = [Layout::Section, Layout::Place, Layout::Whole][pick() % 3];
        for doubt in doubts(&text, layout) {
            decisions.insert(&doubt.hash, decision(&[LABELS[pick() % 3]]));
        }
        let settings = Settings::default();
        let conversion = convert(&text, &options(&settings, &decisions, layout));
        if conversion.refused.is_some() || conversion.output == text {
            prop_assert_eq!(&conversion.output, &text);
            return Ok(());
        }
        let (known, errors) = (errors(&text), errors(&conversion.output));
        prop_assert!(errors.iter().all(|rule| known.contains(rule)), "{errors:?}");
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let (mut before, mut after) = (words(&text), words(&conversion.output));
        if layout != Layout::Whole {
            before.sort_unstable();
            after.sort_unstable();
        }
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
    for layout in [Layout::Section, Layout::Whole] {
        assert!(doubts(&page, layout).is_empty());
        let conversion = decided(&page, "It closes", &[(field, &[Kind::Spec])], layout);
        assert!(conversion.output.contains("**[BUG] It closes**\n"), "{}", conversion.output);
        assert!(conversion.blocks.iter().all(|block| block.by == By::Labeller));
    }
}

#[test]
fn a_definition_that_repeats_another_one_stays() {
    let text = "[x]: https://example.org\n| **[SPEC]** | x |\n\n[x]: https://example.org\n1\u{200b}. No item\n# Second";
    let mut decisions = Decisions::default();
    for doubt in doubts(text, Layout::Section) {
        decisions.insert(&doubt.hash, decision(&[Kind::Unverified]));
    }
    let settings = Settings::default();
    let made = convert(text, &options(&settings, &decisions, Layout::Section)).output;
    assert_eq!(made.matches("[x]: https://example.org").count(), 2, "{made}");
}
