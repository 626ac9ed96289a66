//! Which blocks are read: by section, address and query, along with the definitions that they use.

use serde_json::Value;
use tagdown::document::parse;
use tagdown_read::{Request, Selection, views};

const API: &str = "# API\n**Version 1.0.0**\n\n## 1. Rate limits\n\n**[SPEC]**\n- Requests: 100 a minute\n- Retry after 30 s\n\n\
    **[BUG] Counter never resets**\nSymptom: 429 for hours.\nCause: a stuck timer.\nFix: restart.\n\n\
    ### `maxRetries` option\n\n**[SPEC]**\n- Default: 3\n\n## Errors\n\n**[SPEC]**\n| code | meaning |\n|---|---|\n\
    | 429 | too many requests |\n\n## Errors\n\n**[NOTE]**\nOld codes.\n\n**[?]**\nA limit of 200 has been seen.\n";

fn chosen(selection: &Selection) -> String {
    let reading = tagdown_read::read(&parse(API), "api.md", selection);
    reading.blocks.iter().map(|item| item.address.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn sections_and_addresses() {
    for (section, blocks) in [
        ("Rate limits", "1-rate-limits/spec-1 1-rate-limits/bug-1 maxretries-option/spec-1"),
        ("1. RATE LIMITS", "1-rate-limits/spec-1 1-rate-limits/bug-1 maxretries-option/spec-1"),
        ("## Rate limits", "1-rate-limits/spec-1 1-rate-limits/bug-1 maxretries-option/spec-1"),
        ("maxRetries option", "maxretries-option/spec-1"),
        ("`maxRetries` option", "maxretries-option/spec-1"),
        ("errors", "errors/spec-1"),
        ("errors-1", "errors-1/?-1"),
    ] {
        assert_eq!(
            chosen(&Selection { sections: vec![section.to_owned()], ..Selection::default() }),
            blocks,
            "{section}"
        );
    }
    for (address, blocks) in [
        ("errors-1/note-1", "errors-1/note-1"),
        ("#1-rate-limits/bug-1", "1-rate-limits/bug-1"),
        ("maxretries-option", "maxretries-option/spec-1"),
        ("Errors/SPEC-1", "errors/spec-1"),
        ("bug-1", "1-rate-limits/bug-1"),
        ("#?-1", "errors-1/?-1"),
    ] {
        assert_eq!(
            chosen(&Selection { addresses: vec![address.to_owned()], ..Selection::default() }),
            blocks,
            "{address}"
        );
    }
}

#[test]
fn names_that_are_not_there_get_the_nearest() {
    let missing = |selection: Selection| {
        tagdown_read::read(&parse(API), "api.md", &selection).missing.remove(0).nearest
    };
    let section = |name: &str| missing(Selection { sections: vec![name.to_owned()], ..Selection::default() });
    assert_eq!(section("Rate limts"), ["1. Rate limits"]);
    assert_eq!(section("retries"), ["maxRetries option"]);
    assert_eq!(section("something else"), [""; 0]);
    let address =
        |name: &str| missing(Selection { addresses: vec![name.to_owned()], ..Selection::default() });
    assert_eq!(address("spec-1"), ["#1-rate-limits/spec-1", "#maxretries-option/spec-1", "#errors/spec-1"]);
    assert_eq!(address("eror"), ["#errors"]);
    assert_eq!(address("errors/spec-2")[0], "#errors/spec-1");
}

#[test]
fn queries_rank_blocks() {
    for (query, blocks, unmatched) in [
        ("retries", "maxretries-option/spec-1 1-rate-limits/spec-1 1-rate-limits/bug-1", ""),
        ("how do I retry", "maxretries-option/spec-1 1-rate-limits/spec-1 1-rate-limits/bug-1", ""),
        ("max_retries", "maxretries-option/spec-1", ""),
        ("429", "errors/spec-1 1-rate-limits/bug-1", ""),
        ("timers xyzzy", "1-rate-limits/bug-1 1-rate-limits/spec-1", "xyzzy"),
        ("nothing", "", "nothing"),
    ] {
        let mut readings = vec![tagdown_read::read(&parse(API), "api.md", &Selection::default())];
        let ranked = tagdown_read::rank(&mut readings, query);
        let view = views::find("jsonl").expect("a view");
        let output = tagdown_read::write(&readings, &Request { view, ranked: true, ..Request::default() })
            .expect("no budget");
        let lines =
            output.text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
        let found: Vec<String> =
            lines.filter_map(|line| Some(line.get("address")?.as_str()?.replace("api.md#", ""))).collect();
        assert_eq!(
            (found.join(" ").as_str(), ranked.unmatched.join(" ").as_str()),
            (blocks, unmatched),
            "{query}"
        );
    }
}

#[test]
fn a_piece_carries_the_definitions_that_it_uses_and_no_others() {
    let long = "A long symptom that leans on [a table][tab]. ".repeat(20);
    let text = format!(
        "# T\n\n## A\n\n**[BUG] B**\nSymptom: {long}\nCause: c\nFix: set it to 5[^f].\nWorkaround: w\n\n[tab]: /tab\n\n[^f]: Not on Mondays.\n"
    );
    let readings = [tagdown_read::read(&parse(&text), "a.md", &Selection::default())];
    let output = tagdown_read::write(&readings, &Request { budget: Some(120), ..Request::default() })
        .expect("room enough")
        .text;
    assert!(
        output.contains("[bug-1, only Fix] B\nFix: set it to 5[^f].\n\n[^f]: Not on Mondays.\n"),
        "{output}"
    );
    assert!(!output.contains("[tab]"), "{output}");
}
