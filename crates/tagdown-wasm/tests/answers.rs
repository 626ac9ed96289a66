//! The answers as JavaScript sees them: JSON in, JSON out, offsets in UTF-16.

use proptest::prelude::*;
use serde_json::{Value, json};
use tagdown_wasm::answer;

const HEAD: &str =
    "# Depot 😀\n**Version 1.2.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";

fn call(name: &str, given: &Value) -> Value {
    serde_json::from_str(&answer(name, &given.to_string())).expect("JSON")
}

fn with_head(body: &str) -> String {
    format!("{HEAD}{body}")
}

/// What `text.slice(start, end)` is in JavaScript.
fn slice(text: &str, place: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |key: &str| place[key].as_u64().expect("an offset") as usize;
    String::from_utf16(&units[at("start")..at("end")]).expect("whole characters")
}

#[test]
fn blocks_are_where_javascript_looks_for_them() {
    for (start, eol) in [("", "\n"), ("\u{feff}", "\n"), ("", "\r\n")] {
        let text = with_head(
            "## Limits\n\n**[SPEC]**\n- Body: 4 KB 😀\n\n**[BUG] Hangs 😀**\nSymptom: it hangs.\nFix: wait.\n",
        );
        let text = format!("{start}{}", text.replace('\n', eol));
        let made = call("blocks", &json!({ "text": text }));
        assert_eq!((&made["title"], &made["version"]), (&json!("Depot 😀"), &json!("1.2.0")));
        let blocks = made["blocks"].as_array().expect("blocks");
        let tagged: Vec<&Value> = blocks.iter().filter(|block| block["isTagged"] == true).collect();
        assert_eq!(slice(&text, &tagged[0]["content"]), "- Body: 4 KB 😀");
        assert_eq!(
            (&tagged[0]["address"], &tagged[0]["place"]["line"]),
            (&json!("limits/spec-1"), &json!(10))
        );
        assert_eq!((&tagged[1]["kind"], &tagged[1]["title"]), (&json!("bug"), &json!("Hangs 😀")));
        assert_eq!(slice(&text, &tagged[1]["fields"]["Fix"]), "wait.");
    }
}

#[test]
fn findings_and_their_fixes() {
    let text = with_head("## Limits 😀\n\n**[SPEC]** Body 😀: 4 KB\n");
    let made = call("check", &json!({ "text": text }));
    let found = made["findings"].as_array().expect("findings");
    let one = found.iter().find(|one| one["rule"] == "inline-content").expect("the finding");
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for edit in one["fix"]["edits"].as_array().expect("edits").iter().rev() {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        units.splice(at("start")..at("end"), edit["text"].as_str().expect("text").encode_utf16());
    }
    let fixed = String::from_utf16(&units).expect("text");
    assert_eq!(fixed, text.replace("**[SPEC]** Body", "**[SPEC]**\nBody"));
    assert_eq!(call("check", &json!({"text": "# Plain\n"})), json!({"findings": []}));
}

#[test]
fn a_document_is_written_for_a_renderer() {
    let text = with_head("## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nIt was 2 KB.\n");
    let made = call("render", &json!({"text": text, "dialect": "github", "kinds": ["spec"]}));
    let shown = made["text"].as_str().expect("text");
    assert!(shown.contains("> [!IMPORTANT]\n> - Body: 4 KB"), "{shown}");
    assert!(!shown.contains("2 KB"), "{shown}");
    assert_eq!(made["leftOut"]["note"], 1);
}

#[test]
fn a_projects_own_tags_are_read_if_they_are_passed() {
    let text = with_head("## Limits\n\n**[DECISION]**\n- Body: 4 KB\n");
    let made = call("blocks", &json!({"text": text, "tags": {"DECISION": "spec"}}));
    let blocks = made["blocks"].as_array().expect("blocks");
    assert!(blocks.iter().any(|block| block["kind"] == "spec" && block["name"] == "DECISION"), "{made}");
}

#[test]
fn mistakes_are_answers() {
    for (name, given, says) in [
        (
            "render",
            json!({"text": "x", "dialect": "word"}),
            "`word` is not a dialect; the dialects are github",
        ),
        (
            "render",
            json!({"text": "x", "dialect": "github", "kinds": ["fact"]}),
            "`fact` is not a block kind",
        ),
        ("render", json!({"text": "x", "dialect": "github", "manifest": "no"}), "`manifest` must be one of"),
        ("blocks", json!({"text": 7}), "invalid type"),
        ("blocks", json!({}), "missing field `text`"),
        ("check", json!({"text": "x", "tags": {"A": "b"}}), "`b` is not a block kind"),
        ("write", json!({"text": "x"}), "unknown function: write"),
    ] {
        let error = call(name, &given)["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains(says), "{name} {given}: {error}");
    }
}

#[test]
fn each_line_of_a_preview_knows_where_it_comes_from() {
    let body = "## Limits\n\n**[SPEC]**\n- Body: 4 KB\n**[NOTE] Why**\nIt was 2 KB.\n\n> quoted\n\nlast\n\n## More\n\ntext\n\n\
                **[?]** perhaps\n\nend\n";
    for eol in ["\n", "\r\n"] {
        let text = with_head(body).replace('\n', eol);
        let made = call("preview", &json!({ "text": text }));
        let shown = made["text"].as_str().expect("text");
        let lines: Vec<&str> = shown.lines().collect();
        let source: Vec<&str> = text.lines().collect();
        let from = made["lines"].as_array().expect("lines");
        assert_eq!(from.len(), lines.len());
        let mut found = 0;
        for (line, from) in lines.iter().zip(from) {
            let from = source[from.as_u64().expect("a line") as usize];
            let words = line.trim_start_matches(['>', ' ']);
            if ["- Body: 4 KB", "It was 2 KB.", "last", "text", "end", "## More", "quoted"].contains(&words) {
                assert_eq!(from.trim_start_matches(['>', ' ']), words, "{shown}");
                found += 1;
            }
            if line.contains("[!tagdown-0-note] Why") {
                assert_eq!(from, "**[NOTE] Why**");
                found += 1;
            }
        }
        assert_eq!(found, 8, "{shown}");
    }
}

#[test]
fn nothing_in_a_document_looks_like_a_block_of_the_preview() {
    let text = with_head("## Limits\n\n**[NOTE]**\ntext\n\n> [!tagdown-0-spec] TAGDOWN-1-\n> no fact\n");
    let made = call("preview", &json!({ "text": text }));
    assert_eq!(made["mark"], "tagdown-2-");
    let plain = call("preview", &json!({"text": "# Plain\n\ntext\n"}));
    assert_eq!((&plain["text"], &plain["lines"]), (&json!("# Plain\n\ntext\n"), &json!([0, 1, 2])));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_has_an_answer(parts in prop::collection::vec(prop::sample::select(vec![
        "**[SPEC]**", "**[NOTE] a 😀**", "**[?]**", "**[BUG] x**", "\n", "\r\n", "\n\n", "- a", "> b", "```", "    c", "## H", "1. d",
        "[x]: y", "ä😀", "<div>", "Symptom: e", "---", "| a | b |", "|---|---|", "\u{feff}",
    ]), 0..40)) {
        let text: String = format!("{HEAD}{}", parts.concat());
        let given = json!({"text": text, "dialect": "github"});
        let preview = call("preview", &given);
        let last = text.lines().count().max(1) as u64;
        let lines = preview["lines"].as_array().expect("lines");
        prop_assert!(lines.iter().all(|line| line.as_u64().is_some_and(|line| line < last)));
        for name in ["render", "check"] {
            prop_assert!(call(name, &given).get("error").is_none());
        }
        for block in call("blocks", &given)["blocks"].as_array().expect("blocks") {
            slice(&text, &block["place"]);
            slice(&text, &block["content"]);
        }
    }
}

#[test]
fn links_to_titles_lead_to_the_start_of_the_page() {
    assert_eq!(
        call("title", &json!({ "text": "# Das Größte\n\n## A\n" })),
        json!({ "anchor": "das-größte" })
    );
    assert_eq!(call("title", &json!({ "text": "## A\n" })), json!({ "anchor": null }));
    for (dialect, expected) in [("docusaurus", "[b](../b.md)\n"), ("vitepress", "[b](../b.md#big-b)\n")] {
        let given = json!({
            "text": "[b](../b.md#big-b)\n", "dialect": dialect, "path": "a/x.md", "titles": { "b.md": "big-b" },
        });
        assert_eq!(call("render", &given)["text"], expected, "{dialect}");
    }
}
