//! Checks that every example on every rule page does what the page claims.

use tagdown::document::parse;
use tagdown::rules::{ExampleKind, RULES, Rule, Safety, Settings, check, fix};

/// Settings with only this rule; `unused-suppression` also needs a rule that its comments allow.
fn settings(rule: &'static Rule) -> Settings {
    let mut settings = Settings::single(rule).named(rule.name == "untagged-document");
    if rule.name == "unused-suppression" {
        settings.enable(tagdown::rules::find("inline-content").expect("a rule"));
    }
    settings
}

fn findings(rule: &'static Rule, text: &str) -> usize {
    check(&parse(text), &settings(rule)).iter().filter(|finding| finding.rule == rule.name).count()
}

#[test]
fn examples_are_true() {
    for rule in RULES {
        let examples = rule.examples();
        for (index, example) in examples.iter().enumerate() {
            let text = &example.text;
            match example.kind {
                ExampleKind::Bad => {
                    assert!(findings(rule, text) > 0, "{}: nothing found in\n{text}", rule.name);
                }
                ExampleKind::Good => assert_eq!(findings(rule, text), 0, "{}: found in\n{text}", rule.name),
                ExampleKind::Fixed => {
                    let bad = &examples[index - 1];
                    assert_eq!(
                        bad.kind,
                        ExampleKind::Bad,
                        "{}: a fixed example follows a bad one",
                        rule.name
                    );
                    let safety = if rule.fix == tagdown::rules::FixKind::Unsafe {
                        Safety::Unsafe
                    } else {
                        Safety::Safe
                    };
                    let fixed = fix(&bad.text, &settings(rule), safety);
                    assert_eq!(&fixed.text, text, "{}", rule.name);
                    assert_eq!(findings(rule, text), 0, "{}: still found in\n{text}", rule.name);
                }
            }
        }
    }
}

#[test]
fn every_page_has_what_a_reader_needs() {
    for rule in RULES {
        let kinds: Vec<_> = rule.examples().iter().map(|example| example.kind).collect();
        let has_fix = rule.fix != tagdown::rules::FixKind::None;
        assert!(kinds.contains(&ExampleKind::Bad), "{}: no bad example", rule.name);
        assert!(has_fix || kinds.contains(&ExampleKind::Good), "{}: no good example", rule.name);
        assert_eq!(
            has_fix,
            kinds.contains(&ExampleKind::Fixed),
            "{}: a fix is shown if there is one",
            rule.name
        );
        assert!(rule.summary().ends_with('.'), "{}: the summary is a sentence", rule.name);
        assert!(rule.why.len() < 100 && !rule.why.ends_with('.'), "{}: `why` is half a line", rule.name);
        assert!(rule.page().lines().all(|line| line.chars().count() <= 120), "{}: a long line", rule.name);
    }
}
