//! No answer has one token more than its budget, and an answer that leaves something out says so.

#[path = "../../../tests/generated.rs"]
mod generated;

use std::fs;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use tagdown_mcp::{Client, Desk, Roots, Rules};
use tagdown_read::Encoding;

/// How many calls are made.
const CALLS: usize = 2_000;

fn call() -> impl Strategy<Value = (&'static str, Value)> {
    let tool = prop::sample::select(&["search", "read", "outline", "bugs", "check"][..]);
    let query = prop::sample::select(
        &["upload limit", "how do I delete it", "401", "what is the size of a body?"][..],
    );
    let path = prop::sample::select(&["", "1.md", "sub", "*.md", "sub/3.md", "sub/4.md#limits", "7.md"][..]);
    let budget = prop_oneof![4 => 30..400_usize, 3 => 400..3_000_usize, 1 => 0..30_usize];
    let kinds = prop::sample::select(&["", "SPEC", "all", "NOTE,?"][..]);
    let cursor = prop::sample::select(&["", "", "0", "1", "3+10", "2@0001"][..]);
    let more = (
        prop::option::of(0..4_usize),
        any::<bool>(),
        prop::sample::select(&["", "limits/spec-1", "Limits"][..]),
    );
    (tool, query, path, budget, kinds, cursor, more).prop_map(
        |(tool, query, path, budget, kinds, cursor, more)| {
            let (depth, is_json, place) = more;
            let mut given = json!({"path": path, "budget": budget});
            let mut set = |name: &str, value: Value| given[name] = value;
            match tool {
                "search" => {
                    set("query", json!(query));
                    set("kinds", json!(kinds));
                    set("cursor", json!(cursor));
                }
                "read" => {
                    set("kinds", json!(kinds));
                    set("cursor", json!(cursor));
                    set("format", json!(if is_json { "json" } else { "md" }));
                    set(if place == "Limits" { "section" } else { "address" }, json!(place));
                }
                "outline" => {
                    set("depth", depth.map_or(Value::Null, |depth| json!(depth)));
                    set("cursor", json!(cursor));
                }
                "bugs" => {
                    set("version", json!(if is_json { "1.2" } else { "" }));
                    set("query", json!(if is_json { query } else { "" }));
                    set("cursor", json!(cursor));
                }
                _ => {}
            }
            (tool, given)
        },
    )
}

#[test]
fn a_budget_is_never_exceeded() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    fs::create_dir(root.join("sub")).expect("a folder");
    let mut runner = TestRunner::deterministic();
    for at in 0..12 {
        let text = if at % 3 == 2 {
            draw(&mut runner, generated::document())
        } else {
            draw(&mut runner, generated::tagged())
        };
        let name = if at % 2 == 0 { format!("{at}.md") } else { format!("sub/{at}.md") };
        fs::write(root.join(name), text).expect("written");
    }
    fs::write(root.join("7.md"), b"**[SPEC]**\n\xff\n").expect("written");
    // A server that may write also shows hashes.
    let desks = [false, true].map(|can_write| {
        let roots = Roots { paths: vec![root.clone()], ..Roots::default() };
        Desk::new(roots, Rules { can_write, ..Rules::default() })
    });
    let encoding = Encoding::default();
    let (mut answered, mut incomplete) = (0, 0);
    for at in 0..CALLS {
        let desk = &desks[at % 2];
        let (tool, given) = draw(&mut runner, call());
        let budget = given["budget"].as_u64().expect("a number") as usize;
        let arguments: Map<String, Value> = given.as_object().expect("an object").clone();
        let answer = desk.call(tool, arguments, &Client::default()).expect("a tool");
        if answer.is_error {
            assert!(encoding.count(&answer.text) < 300, "{tool} {given}: {}", answer.text);
            continue;
        }
        answered += 1;
        let tokens = encoding.count(&answer.text);
        assert!(tokens <= budget, "{tool} {given}: {tokens} tokens\n{}", answer.text);
        let ending = answer.text.rsplit("---\n").next().unwrap_or_default();
        if tool != "read" || given["format"] == "md" {
            let word = ending.split([':', ';']).next().unwrap_or_default();
            assert!(
                ["complete", "incomplete", "page", "end", "best matches"].contains(&word),
                "{tool} {given}: {}",
                answer.text
            );
            incomplete += usize::from(word == "incomplete");
        } else {
            for line in answer.text.lines() {
                assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
            }
        }
    }
    assert!(answered > CALLS / 3 && incomplete > CALLS / 20, "{answered} answered, {incomplete} incomplete");
}

fn draw<T>(runner: &mut TestRunner, strategy: impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).expect("a value").current()
}
