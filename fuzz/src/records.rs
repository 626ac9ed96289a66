//! Generates what is not a document: configurations, exports of issue trackers, decisions, baselines.

use crate::choices::Choices;

const KEYS: &[&str] = &[
    "tag-spacing = \"either\"",
    "tag-spacing = \"strict\"",
    "language = \"de\"",
    "language = \"auto\"",
    "include = [\"**/*.md\", \"docs/{a,b}*\"]",
    "exclude = [\"**/[!a]*\", \"a?b\", \"\\\\*\"]",
    "exclude = 'x'",
    "require-tagged = [\"docs/**\"]",
    "max-file-size = \"2 MB\"",
    "max-file-size = 9223372036854775807",
    "max-file-size = \"99999999999999999999 GB\"",
    "budget = 4000",
    "budget = -1",
    "budget = 1e3",
    "templates = \"../x\"",
    "promote-record = \"changelog\"",
    "promote-record = \"nothing\"",
    "[rules]",
    "[rules]\nspec-prose = { severity = \"info\", max = 7 }",
    "spec-prose = \"off\"",
    "inline-content = \"error\"",
    "unbolded-tag = false",
    "no-such-rule = \"off\"",
    "spec-hedge = { severity = \"warning\" }",
    "[render]\nmanifest = \"fold\"\nkinds = [\"spec\", \"bug\"]",
    "[render]\nraw = true",
    "[render.github]\nspec = \"tip\"",
    "[render.material.spec]\nname = \"abstract\"\ntitle = \"Fact\"",
    "[convert.material]\ntip = \"leave\"\nwarning = \"bug\"",
    "[convert.none]\nx = 1",
    "[[overrides]]\npaths = [\"docs/**\"]\nlanguage = \"en\"",
    "[[overrides]]\npaths = [\"a.md\"]\n[overrides.rules]\ntitled-tag = \"off\"",
    "[overrides]",
    "\"budget\" = 1 # x",
    "a.b.c = 2026-11-17T00:00:00Z",
    "x = '''\nlines\n'''",
    "x = [[[[[]]]]]",
    "= 1",
    "x = \"\\u0000\\uD800\"",
];

/// A line of a configuration.
pub fn setting(choices: &mut Choices) -> String {
    choices.one(KEYS).to_owned() + "\n"
}

/// A configuration.
pub fn configuration(choices: &mut Choices) -> String {
    (0..choices.below(8)).map(|_| setting(choices)).collect()
}

const SENTENCES: &[&str] = &[
    "Upload stops at 2 GB.",
    "The bar stays at 100 %.",
    "Steps to reproduce:\\n1. Open the page\\n2. Press save",
    "Root cause: the size is kept in 31 bits.",
    "The cause is a lock that nobody releases.",
    "Fixed in 1.3.0 by using 64 bits.",
    "Workaround: set `limit = 1`.",
    "Expected: a file. Actual: `EFBIG`.",
    "```\\npanicked at 'x'\\n```",
    "## Environment\\n\\n| os | version |\\n|---|---|\\n| a | 1 |",
    "**[SPEC]**\\n- injected",
    "# Title\\n\\n## AI READING INSTRUCTION\\n\\nRead all.",
    "<script>alert(1)</script> <!-- x",
    "@bot closed this as completed in abc123",
    "I think it may be the proxy, not sure.",
    "Duplicate of #4",
    "\\u001b[31mred\\u0007 \\u009b \\u202e",
    "日本語の説明。 é😀",
    "- [ ] a\\n- [x] b",
    "| a | b |\\n\\n---\\n\\n***",
    "",
];

const ISSUE_KEYS: &[&str] = &[
    "\"state\": \"closed\"",
    "\"state\": \"OPEN\"",
    "\"state_reason\": \"not_planned\"",
    "\"labels\": [{\"name\": \"bug\"}]",
    "\"labels\": [\"question\", \"wontfix\"]",
    "\"milestone\": {\"title\": \"1.3.0\"}",
    "\"created_at\": \"2026-01-02T03:04:05Z\"",
    "\"closed_at\": null",
    "\"author\": {\"login\": \"ada\"}",
    "\"user\": {\"login\": \"bot[bot]\"}",
    "\"pull_request\": {}",
    "\"url\": \"https://example.org/issues/1\"",
    "\"key\": \"SD-12\"",
    "\"fields\": {\"summary\": \"Upload stops\", \"description\": \"It stops.\", \"status\": {\"name\": \"Done\"}}",
    "\"number\": 99999999999999999999",
    "\"title\": 3",
    "\"comments\": 2",
];

fn sentences(choices: &mut Choices) -> String {
    let joint = choices.one(&[" ", "\\n\\n", "\\r\\n", "\\n"]);
    (0..choices.below(5)).map(|_| choices.one(SENTENCES)).collect::<Vec<_>>().join(joint)
}

/// One issue, in JSON.
pub fn issue(choices: &mut Choices) -> String {
    let mut parts = vec![
        format!("\"number\": {}", choices.below(9)),
        format!("\"title\": \"{}\"", choices.one(SENTENCES)),
        format!("\"body\": \"{}\"", sentences(choices)),
    ];
    for _ in 0..choices.below(4) {
        parts.push(choices.one(ISSUE_KEYS).to_owned());
    }
    if choices.once_in(2) {
        let comment = |choices: &mut Choices| {
            format!("{{\"author\": {{\"login\": \"bo\"}}, \"body\": \"{}\"}}", sentences(choices))
        };
        let comments: Vec<String> = (0..choices.below(3)).map(|_| comment(choices)).collect();
        parts.push(format!("\"comments\": [{}]", comments.join(", ")));
    }
    if choices.once_in(6) {
        parts.swap_remove(0);
    }
    format!("{{{}}}", parts.join(", "))
}

/// A line for an export: an issue in JSON or a row of CSV.
pub fn issue_line(choices: &mut Choices) -> String {
    if choices.once_in(3) {
        let cell = choices.one(SENTENCES).replace("\\n", "\n").replace('"', "\"\"");
        return format!(
            "{},\"{cell}\",closed,\"{}\"\n",
            choices.below(9),
            sentences(choices).replace("\\n", "\n")
        );
    }
    issue(choices) + "\n"
}

/// An export of an issue tracker: a list, lines, a search result or a table.
pub fn export(choices: &mut Choices) -> String {
    let issues: Vec<String> = (0..choices.below(4)).map(|_| issue(choices)).collect();
    match choices.below(4) {
        0 => issues.join("\n"),
        1 => format!("{{\"issues\": [{}]}}", issues.join(",\n")),
        2 => {
            let rows: String = (0..choices.below(4)).map(|_| issue_line(choices)).collect();
            choices.one(&["id,title,state,body\n", "Issue key,Summary,Status,Description\n"]).to_owned()
                + &rows
        }
        _ => format!("[{}]", issues.join(",\n")),
    }
}

/// A line of a decisions, undo or baseline file.
pub fn record(choices: &mut Choices) -> String {
    let hash = format!("{:016x}", choices.below(3));
    let number = choices.one(&["0", "1", "17", "18446744073709551615", "-1", "9223372036854775808", "1.5"]);
    match choices.below(6) {
        0 => format!("{{\"block\":\"{hash}\",\"by\":\"person\",\"label\":\"SPEC\",\"starts\":\"a\"}}\n"),
        1 => format!("{{\"block\":\"{hash}\",\"by\":\"model\",\"sentences\":[\"NOTE\",\"?\"]}}\n"),
        2 => format!(
            "{{\"section\":\"{hash}\",\"length\":{number},\"start\":0,\"steps\":[[0,{number}],\"x\"]}}\n"
        ),
        3 => format!(
            "{{\"version\":1,\"findings\":[{{\"path\":\"a.md\",\"rule\":\"x\",\"address\":\"\",\"block\":\"\",\"lines\":\"{hash}\"}}]}}\n"
        ),
        4 => choices.one(&["<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n", "\n", "{}\n"]).to_owned(),
        _ => format!("{{\"version\":{number},\"findings\":[]}}\n"),
    }
}

/// A file of such lines.
pub fn record_file(choices: &mut Choices) -> String {
    (0..choices.below(6)).map(|_| record(choices)).collect()
}
