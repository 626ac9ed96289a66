//! Compares the rules with verdicts of people who had not seen the rules (`judged/*.jsonl`): the number of sentences
//! in a paragraph, whether a rule reports a block, and which facts are only in a NOTE.

use tagdown::document::parse;
use tagdown::rules::{self, Finding, Settings, check};

const SETS: &[(&str, &str)] = &[
    ("a", include_str!("judged/a.jsonl")),
    ("b", include_str!("judged/b.jsonl")),
    ("c", include_str!("judged/c.jsonl")),
];

const HEADER: &str = "# Title\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\n\
                      Read `[SPEC]` and `[BUG]` first; `[NOTE]` may be skipped.\n\n## Part\n\n";

/// The findings of a rule in a document.
fn findings(name: &str, text: &str) -> Vec<Finding> {
    check(&parse(text), &Settings::single(rules::find(name).expect("a rule")))
}

/// The number of sentences in the only SPEC, as `spec-prose` counts them.
fn sentences(text: &str) -> u64 {
    let mut settings = Settings::single(rules::find("spec-prose").expect("a rule"));
    settings.rules[0].options[0] = 0;
    let document = format!("{HEADER}**[SPEC]**\n{text}\n");
    let findings = check(&parse(&document), &settings);
    let number = |finding: &Finding| finding.message.split(' ').find_map(|word| word.parse().ok());
    findings.first().and_then(number).unwrap_or(0)
}

/// Whether the rule reports exactly the sentences with the expected facts.
fn names_facts(document: &str, wanted: &[&str]) -> bool {
    let findings = findings("fact-outside-spec", document);
    let spans = findings.iter().flat_map(|finding| {
        std::iter::once(finding.span).chain(finding.related.iter().map(|related| related.span))
    });
    let sentences: Vec<&str> = spans.map(|span| &document[span.range()]).collect();
    wanted.iter().all(|fact| sentences.iter().any(|sentence| sentence.contains(fact)))
        && sentences.iter().all(|sentence| wanted.iter().any(|fact| sentence.contains(fact)))
}

#[test]
fn rules_judge_as_people_do() {
    let mut wrong = Vec::new();
    for (set, lines) in SETS {
        for line in lines.lines() {
            let item: serde_json::Value = serde_json::from_str(line).expect("one object per line");
            let text = |key: &str| item[key].as_str().unwrap_or_default();
            let is_right = match text("type") {
                "sentences" => Some(sentences(text("text"))) == item["count"].as_u64(),
                "fact" => {
                    let wanted = item["expect"].as_array().expect("a list");
                    let wanted: Vec<&str> = wanted.iter().filter_map(|fact| fact.as_str()).collect();
                    names_facts(text("document"), &wanted)
                }
                _ => {
                    let tag = match text("kind") {
                        "BUG" => format!("**[BUG] {}**", text("title")),
                        kind => format!("**[{kind}]**"),
                    };
                    let document = format!("{HEADER}{tag}\n{}\n", text("block"));
                    Some(!findings(text("rule"), &document).is_empty()) == item["expect"].as_bool()
                }
            };
            if !is_right {
                wrong.push(format!("{set} {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
