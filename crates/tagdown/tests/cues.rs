//! Checks that every cue matches its example, and that similar sentences cause no finding.

use tagdown::document::parse;
use tagdown::rules::{self, Group, RULES, Settings, check};

/// A document with one block of the group's kind that contains `text`.
fn document(group: Group, text: &str, is_fix: bool) -> String {
    let block = match group {
        Group::Bug if is_fix => {
            format!("**[BUG] Title**\nSymptom: E7.\nCause: `x` is null.\nFix: {text}\n")
        }
        Group::Bug => format!("**[BUG] Title**\nSymptom: {text}\nCause: `x` is null.\nFix: set `x`.\n"),
        Group::Unverified => format!("**[?]**\n{text}\n"),
        _ => format!("**[SPEC]**\n{text}\n"),
    };
    format!("# T\n\n## S\n\n{block}")
}

#[test]
fn every_cue_is_proved_by_its_example() {
    let mut failed = Vec::new();
    for rule in RULES.iter().filter(|rule| !rule.cues.is_empty()) {
        for cue in rule.cues.iter().copied().flatten() {
            let mut alone = 0;
            tagdown::prose::Lexicon::new([(cue.words, ())]).find(cue.example, |()| true, |_| alone += 1);
            let text = document(rule.group, cue.example, rule.name == "bug-unknown-fix");
            let found = check(&parse(&text), &Settings::single(rule)).len();
            // In a `[?]` the cue prevents a finding; in other blocks it causes one.
            if alone == 0 || found != usize::from(rule.group != Group::Unverified) {
                failed.push(format!("{}: `{}` in `{}`: {alone}, {found}", rule.name, cue.words, cue.example));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn near_twins_are_fine() {
    for (rule, texts) in [
        (
            "spec-filler",
            &[
                "A credit note that exceeds the total is refused.",
                "Importance is one of `important` or `normal`.",
                "The log says \"Note that the disk is full\".",
                "`please note that` is a parameter.",
                "Read [please note that](x.md).",
            ][..],
        ),
        (
            "spec-history",
            &[
                "`GET /history` returns the history of a job.",
                "Previously issued tokens stay valid.",
                "The key is used to sign tokens.",
                "The counter is initially 0.",
                "The header was added in 2.1.",
                "Returns the originally uploaded file.",
                "The key used to sign tokens expires.",
            ],
        ),
        (
            "spec-advice",
            &[
                "`recommended`: whether the article is shown first.",
                "The recommended field is a boolean.",
                "A server SHOULD answer with 202, and retries are RECOMMENDED.",
                "The client should send the header.",
                "The panel Recommended Settings lists them.",
                "An entry is considered stale after 5 s.",
                "To avoid duplicates, send the key.",
            ],
        ),
        (
            "spec-hedge",
            &[
                "A client may send the header twice.",
                "The value may be null.",
                "TLS certificates are not verified.",
                "Possible values: `on`, `off`.",
                "An unverified account cannot post.",
                "The server must be confirmed by the user.",
                "Returns \"maybe\" or \"no\".",
            ],
        ),
        (
            "spec-narrated-example",
            &["Example: `GET /pages`.", "The example field holds a sample.", "Let N be the size."],
        ),
        (
            "spec-dangling-reference",
            &[
                "Values above 50 are cut.",
                "Below 5 V the pump stops.",
                "The note field holds 200 characters.",
                "Of TCP and UDP, the latter is the default.",
            ],
        ),
        (
            "bug-vague",
            &[
                "The Problems panel stays empty.",
                "The pump issues a false alarm at each start.",
                "`problem+json` is sent.",
            ],
        ),
        ("bug-hypothetical", &["Requests may fail with 503.", "The window seems frozen."]),
    ] {
        let rule = rules::find(rule).expect("a rule");
        for text in texts {
            let found = check(&parse(&document(rule.group, text, false)), &Settings::single(rule));
            assert!(found.is_empty(), "{}: {} in `{text}`", rule.name, found[0].message);
        }
    }
}

#[test]
fn other_languages_get_no_lexical_finding() {
    let text =
        document(Group::Spec, "- Das Limit ist 5 und wird nicht geändert. Note that der Port ist 80.", false);
    let found = |settings: &Settings| {
        let lexical =
            |name: &str| name != "spec-prose" && name != "spec-crowded-bullet" && name.starts_with("spec-");
        check(&parse(&text), settings).iter().filter(|finding| lexical(finding.rule)).count()
    };
    let mut settings = Settings::default();
    assert_eq!(found(&settings), 0);
    settings.language = tagdown::prose::Language::English;
    assert_eq!(found(&settings), 1);
}
