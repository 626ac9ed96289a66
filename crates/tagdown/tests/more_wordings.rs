//! Checks the content rules on more wordings, and on similar sentences that are correct.

use tagdown::document::parse;
use tagdown::rules::{self, Settings, check};

/// Checks that the rule reports all of `found` and none of `fine`, in blocks of this kind.
#[track_caller]
fn judge(rule: &str, kind: &str, found: &[&str], fine: &[&str]) {
    let rule = rules::find(rule).expect("a rule");
    let count = |text: &str| {
        let text = format!(
            "# T\n**Version 1.0.0**\n\n## S\n\n**[SPEC]**\n- The pump has a valve.\n\n## Part\n\n**[{kind}]**\n{text}\n"
        );
        check(&parse(&text), &Settings::single(rule)).len()
    };
    let missed = found.iter().filter(|text| count(text) == 0).map(|text| format!("missed: {text}"));
    let alarms = fine.iter().filter(|text| count(text) > 0).map(|text| format!("false alarm: {text}"));
    let wrong: Vec<String> = missed.chain(alarms).collect();
    assert!(wrong.is_empty(), "{}\n{}", rule.name, wrong.join("\n"));
}

#[test]
fn phrases_in_a_spec() {
    judge(
        "spec-hedge",
        "SPEC",
        &[
            "- Possibly only the left valve closes.",
            "- It is not clear whether the valve closes.",
            "- The figure of 5 bar is a guess.",
            "- The cap is just a rough guess.",
        ],
        &["- A hit is a guess that matches.", "- The water is not clear.", "- Possible only on Linux."],
    );
    judge(
        "spec-advice",
        "SPEC",
        &["- Operators are encouraged to flush the pipe.", "- If possible, use a second pump."],
        &["- If possible, the pump reuses the pipe.", "- Refresh tokens expire after 30 days."],
    );
    judge(
        "spec-history",
        "SPEC",
        &[
            "- In earlier days, the pump had no valve.",
            "- Earlier, the limit was 5 bar.",
            "- We once had two pumps.",
            "- The team once used steam.",
        ],
        &["- Events that were sent earlier, and those sent later, are kept.", "- The pump runs once a day."],
    );
    judge(
        "spec-narrated-example",
        "SPEC",
        &[
            "- For instance, if Maria opens two valves, the second one waits.",
            "- Consider Paul, who opens two valves.",
        ],
        &["- A valve, for example if closed, reports 0.", "- The pump considers who opened it."],
    );
}

#[test]
fn what_a_claim_needs_is_no_reason() {
    judge(
        "unverified-without-reason",
        "?",
        &[
            "The pump needs 5 bar to lift the valve.",
            "The valve requires a licence.",
            "Exports need the admin role.",
        ],
        &[
            "The pump takes 5 bar. Needs a test at full load.",
            "The pump takes 5 bar; the figure needs to be confirmed.",
            "The pump takes 5 bar. This requires a second measurement.",
            "The pump takes 5 bar — needs the data sheet.",
            "The pump takes 5 bar. We need the data sheet.",
        ],
    );
}

#[test]
fn limits_and_units_in_a_note() {
    judge(
        "fact-outside-spec",
        "NOTE",
        &[
            "Uploads larger than 25 MB are rejected.",
            "Passwords shorter than 12 characters are rejected.",
            "The heater is limited to 3 kW.",
            "The valve opens at 6 bar.",
            "The tank holds at most 40 l.",
            "A permit costs 12 EUR.",
            "The export runs at 02:00.",
        ],
        &[
            "The new pump is smaller than the old one.",
            "The picture is shown at 16:9.",
            "It is faster than 5 horses.",
        ],
    );
}
