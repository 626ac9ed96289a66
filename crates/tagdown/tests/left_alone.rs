//! Checks forms that the rules leave alone by default, and lists inside items.

mod below_header;

use below_header::HEADER;
use tagdown::document::parse;
use tagdown::rules::{Safety, Settings, check, fix, gather};

fn found(body: &str) -> Vec<String> {
    below_header::found(body, &Settings::default())
}

#[track_caller]
fn fixed(body: &str, expected: &str) {
    let fixed = fix(&format!("{HEADER}{body}"), &Settings::default(), Safety::Safe);
    assert_eq!(fixed.text.strip_prefix(HEADER), Some(expected));
}

/// Only where a project wants one form.
#[test]
fn fields_are_rewritten_where_the_rule_is_on() {
    let mut settings = Settings::default();
    settings.enable(tagdown::rules::find("bug-field-form").expect("a rule"));
    for (body, expected) in [
        (
            "**[BUG] t**\n-\tSymptom: a\n-\tCause: b\n  and\n-\tFix:c\n",
            "**[BUG] t**\nSymptom: a\nCause: b\nand\nFix: c\n",
        ),
        (
            "**[BUG] t**\n- Symptom: a\n  - one\n  - two\n- Cause: b\n- Fix: c\n",
            "**[BUG] t**\nSymptom: a\n- one\n- two\n\nCause: b\nFix: c\n",
        ),
        ("**[BUG] t**\nSymptom: x. Cause: y. Fix: z\n", "**[BUG] t**\nSymptom: x.\nCause: y.\nFix: z\n"),
    ] {
        let text = format!("{HEADER}{body}");
        assert_eq!(fix(&text, &settings, Safety::Safe).text.strip_prefix(HEADER), Some(expected));
        fixed(body, body);
    }
}

#[test]
fn a_list_inside_an_item_starts_after_a_blank_line() {
    for (body, expected) in [
        ("**[SPEC]**\n- Steps:\n  2. two\n  3. three\n", "**[SPEC]**\n- Steps:\n\n  2. two\n  3. three\n"),
        ("**[SPEC]**\n- Boot.\n  0. off\n", "**[SPEC]**\n- Boot.\n\n  0. off\n"),
        ("**[SPEC]**\n* Later steps\n  7) seven\n", "**[SPEC]**\n* Later steps\n\n  7) seven\n"),
    ] {
        assert_eq!(found(body), ["3 markdown-trap"], "{body}");
        fixed(body, expected);
    }
    for body in [
        "**[SPEC]**\n- Steps:\n  1. one\n  2. two\n",
        "**[SPEC]**\n- The rules for this case are in the third part of chapter\n  2. They hold.\n",
        "**[SPEC]**\n- The format is from\n  2019. It is old.\n",
        "**[SPEC]**\n- Code:\n  ```\n  2. two\n  ```\n",
        "**[SPEC]**\n2. two\n- a\n\n  3. three\n",
    ] {
        assert!(!found(body).contains(&"3 markdown-trap".to_owned()), "{body}");
    }
}

#[test]
fn sections_about_the_document_need_no_tag() {
    for (body, expected) in [
        ("**[SPEC]**\n- a\n\n## 9. Change log\n\n- 1.1: b\n\n### 1.0\n\n- c\n", &[][..]),
        ("**[SPEC]**\n- a\n\n## Sources\n\n- Field manual, p. 4\n", &[]),
        ("**[SPEC]**\n- a\n\n## Release notes\n\n| a | b |\n|---|---|\n| c | d |\n", &[]),
        ("**[SPEC]**\n- a\n\n## Release process\n\n- tag it\n", &["4 untagged-content"]),
    ] {
        assert_eq!(found(body), expected, "{body}");
    }
}

#[test]
fn many_blank_lines_after_tags_are_one_finding() {
    let part = |index: usize| format!("## Part {index}\n\n**[SPEC]**\n\n- fact {index}\n\n");
    for (parts, expected) in [(3, 3), (4, 1), (9, 1)] {
        let text = format!("{HEADER}**[SPEC]**\n- a\n\n{}", (0..parts).map(part).collect::<String>());
        let document = parse(&text);
        let findings = gather(check(&document, &Settings::default()));
        assert_eq!(findings.len(), expected, "{text}");
        let (first, is_one) = (&findings[0], expected == 1);
        assert_eq!(first.related.len(), if is_one { parts - 1 } else { 0 });
        assert_eq!(first.message.contains("tag-spacing"), is_one, "{}", first.message);
        assert_eq!(first.fix.as_ref().map_or(0, |fix| fix.edits().len()), if is_one { parts } else { 1 });
    }
}
