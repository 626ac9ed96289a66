//! Tests for fixing documents.

use super::finding::Fix;
use super::finding::{Edit, Safety};
use super::fix::{TRIES, fix, halves};
use super::lost_words::{Words, lost_words};
use super::rule::{FixKind, Rule};
use super::settings::Settings;
use crate::text::Span;

#[test]
fn the_guard_sees_a_lost_word() {
    assert_eq!(lost_words("a limit of 5 items", "a limit of items", Words::default()), ["5"]);
    assert!(lost_words("- Fix: x", "Fix:\nx", Words::default()).is_empty());
}

#[test]
fn unsafe_fixes_keep_every_word() {
    let fixed = |text: &str| {
        let rules = crate::rules::RULES.iter().copied();
        let texts: Vec<String> = rules
            .map(|rule| fix(text, &Settings::single(rule), Safety::Unsafe).text)
            .filter(|fixed| fixed != text)
            .collect();
        texts.first().cloned().unwrap_or_default()
    };
    assert!(
        fixed("### **[BUG]** Upload stops at 2 GB\n\nSymptom: a\n")
            .contains("**[BUG] Upload stops at 2 GB**")
    );
    let note = fixed("### **[NOTE]** Upload limits\n\nA story.\n");
    assert!(note.contains("### Upload limits") && note.contains("**[NOTE]**"), "{note}");
    let field = "**[BUG] x**\nSymptom: a\nCause: b\n**Fix / mandatory precondition:** reindex\n";
    assert!(!fixed(field).contains("Fix: reindex"));
}

#[test]
fn a_fix_that_changes_what_a_reader_reads_is_left_out() {
    let text = "**[SPEC]**\n===\n===\n**[1]**\n";
    let rule = crate::rules::find("markdown-trap").expect("a rule");
    let fixed = fix(text, &Settings::single(rule), Safety::Safe);
    assert_eq!((fixed.text.as_str(), fixed.refused), (text, 1));
}

const GROWING: Rule = Rule {
    name: "growing",
    check: |cx| {
        for (at, _) in cx.document.source.text().match_indices("grow") {
            let line = cx.document.source.this_line(at);
            cx.report(Span::at(at), "x").fix(Safety::Safe, "grow", vec![Edit::insert(line, "\n")]);
        }
    },
    fix: FixKind::Safe,
    ..Rule::PLAIN
};

const SETTLING: Rule = Rule {
    name: "settling",
    check: |cx| {
        for (at, _) in cx.document.source.text().match_indices("  ") {
            let span = Span::new(at, at + 1);
            cx.report(span, "x").fix(Safety::Safe, "join", vec![Edit::delete(span)]);
        }
    },
    fix: FixKind::Safe,
    ..Rule::PLAIN
};

#[test]
fn a_fix_that_never_settles_is_left_out() {
    static PAIR: [&Rule; 2] = [&GROWING, &SETTLING];
    let mut settings = Settings::single(PAIR[0]);
    settings.enable(PAIR[1]);
    let fixed = fix("a  b  c\n\nit grows on\n", &settings, Safety::Safe);
    assert_eq!(
        (fixed.text.as_str(), fixed.unsettled.as_slice()),
        ("a b c\n\nit grows on\n", &["growing"][..])
    );
    assert_eq!(fixed.applied, 2);
    assert_eq!(fix(&fixed.text, &settings, Safety::Unsafe).text, fixed.text);
}

#[test]
fn a_line_that_never_settles_does_not_stop_its_rule_elsewhere() {
    const OFTEN: Rule = Rule {
        check: |cx| {
            for (at, _) in cx.document.source.text().match_indices("grow") {
                if cx.document.source.text()[..at].ends_with("it ") {
                    cx.report(Span::at(at), "x").fix(Safety::Safe, "grow", vec![Edit::insert(0, "\n")]);
                } else if !cx.document.source.text()[..at].ends_with('\n') {
                    cx.report(Span::at(at), "x").fix(Safety::Safe, "cut", vec![Edit::insert(at, "\n")]);
                }
            }
        },
        ..GROWING
    };
    static RULE: &Rule = &OFTEN;
    let fixed = fix("it grows\n\n\nwe grow\n", &Settings::single(RULE), Safety::Safe);
    assert_eq!(fixed.text, "it grows\n\n\nwe \ngrow\n");
    assert_eq!(fixed.unsettled, ["growing"]);
}

#[test]
fn fixes_that_go_round_in_a_circle_change_nothing() {
    const CIRCLE: Rule = Rule {
        check: |cx| {
            let next = if cx.document.source.text().starts_with('-') { "*" } else { "-" };
            let span = Span::new(0, 1);
            cx.report(span, "x").fix(Safety::Safe, "turn", vec![Edit::replace(span, next)]);
        },
        ..GROWING
    };
    static RULE: &Rule = &CIRCLE;
    for text in ["- a\n", "* a\n"] {
        let fixed = fix(text, &Settings::single(RULE), Safety::Safe);
        assert_eq!((fixed.text.as_str(), fixed.unsettled.as_slice()), (text, &["growing"][..]));
    }
}

#[test]
fn one_refused_fix_does_not_stop_many_others() {
    let good = "**[SPEC]**\n\n- a\n\n".repeat(150);
    let text = format!("{good}**[SPEC]**\n===\n===\n**[1]**\n");
    let fixed = fix(&text, &Settings::default(), Safety::Safe);
    assert!(fixed.refused > 0 && !fixed.text.contains("**[SPEC]**\n\n"), "{}", fixed.text);
    assert_eq!(fix(&fixed.text, &Settings::default(), Safety::Safe).text, fixed.text);
}

#[test]
fn no_fix_joins_two_words() {
    const JOINING: Rule = Rule {
        check: |cx| {
            let text = cx.document.source.text();
            for (at, _) in text.match_indices('-') {
                let span = Span::new(at, at + 1);
                cx.report(span, "x").fix(Safety::Safe, "join", vec![Edit::delete(span)]);
            }
        },
        ..GROWING
    };
    static RULE: &Rule = &JOINING;
    let fixed = fix("up-load -x\n", &Settings::single(RULE), Safety::Safe);
    assert_eq!((fixed.text.as_str(), fixed.refused, fixed.lost.len()), ("up-load x\n", 1, 0));
}

#[test]
fn the_search_for_fixes_that_are_fine_is_short() {
    let fixes: Vec<Fix> =
        (0..5000).map(|at| Fix::new(Safety::Safe, "x", vec![Edit::insert(at, "y")])).collect();
    let fixes: Vec<&Fix> = fixes.iter().collect();
    let at = |fix: &Fix| fix.edits()[0].span.start;
    let found = |bad: fn(usize) -> bool| {
        let tries = std::cell::Cell::new(0);
        let fine = halves(&fixes, |some| {
            tries.set(tries.get() + 1);
            !some.iter().any(|fix| bad(at(fix)))
        });
        assert!(tries.get() <= 2 * TRIES, "{} tries", tries.get());
        assert!(!fine.iter().any(|fix| bad(at(fix))));
        fine.len()
    };
    assert_eq!(found(|_| true), 0);
    assert_eq!(found(|at| at != 3), 1);
    assert!(found(|at| at == 1234) > 4900);
    assert!(found(|at| at % 1000 == 0) > 2500);
}
