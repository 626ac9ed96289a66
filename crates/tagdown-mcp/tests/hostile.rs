//! Files that are huge, not text, not readable or outside: a clear message, and nothing else is shown.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use tagdown_mcp::{Answer, Client, Desk, Roots, Rules};

const FACTS: &str = "# Depot\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n\
    ## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nIt was 2 KB.\n";

fn desk(root: &Path) -> Desk {
    Desk::new(Roots { paths: vec![root.to_owned()], ..Roots::default() }, Rules::default())
}

fn call(desk: &Desk, tool: &str, given: &Value) -> Answer {
    let arguments: Map<String, Value> = given.as_object().expect("an object").clone();
    desk.call(tool, arguments, &Client::default()).expect("a tool")
}

#[test]
fn nothing_outside_the_roots_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let top = folder.path().canonicalize().expect("a path");
    let root = top.join("docs");
    fs::create_dir(&root).expect("a folder");
    fs::write(root.join("a.md"), FACTS).expect("written");
    fs::write(root.join(".env"), "PASSWORD=hunter2").expect("written");
    fs::write(top.join("secret.md"), FACTS.replace("4 KB", "hunter2")).expect("written");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(top.join("secret.md"), root.join("link.md")).expect("a link");
        std::os::unix::fs::symlink(&top, root.join("up")).expect("a link");
    }
    let desk = desk(&root);
    for path in [
        "../secret.md",
        "link.md",
        "up/secret.md",
        ".env",
        "/etc/passwd",
        "a.md/../../secret.md",
        "~/x.md",
        "\0",
        "a.md\0",
    ] {
        for (tool, given) in [
            ("read", json!({"path": path})),
            ("search", json!({"query": "hunter2", "path": path})),
            ("outline", json!({"path": path})),
            ("bugs", json!({"path": path})),
            ("check", json!({"path": path})),
            ("check", json!({"path": path, "text": "[x](secret.md)"})),
            ("read", json!({"address": format!("{path}#limits")})),
        ] {
            let answer = call(&desk, tool, &given);
            assert!(answer.is_error, "{tool} {given}: {}", answer.text);
            assert!(!answer.text.contains("PASSWORD") && !answer.text.contains("Body"), "{}", answer.text);
        }
    }
    let all = call(&desk, "search", &json!({"query": "body hunter2"}));
    assert!(all.text.contains("4 KB") && !all.text.contains("Body: hunter2"), "{}", all.text);
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_rest_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    fs::write(root.join("a.md"), FACTS).expect("written");
    fs::write(root.join("bytes.md"), b"**[SPEC]**\n\xff\xfe\n").expect("written");
    fs::write(root.join("untagged.md"), "# Plain\n\nThe body is 9 KB.\n").expect("written");
    fs::File::create(root.join("huge.md"))
        .and_then(|file| file.set_len(3_000_000_000))
        .expect("a sparse file");
    let desk = desk(&root);
    let found = call(&desk, "search", &json!({"query": "body"}));
    assert!(!found.is_error && found.text.contains("- Body: 4 KB"), "{}", found.text);
    assert!(
        found.text.contains("2 files could not be read") && found.text.contains("remark: "),
        "{}",
        found.text
    );
    assert!(found.text.contains("1 untagged file skipped"), "{}", found.text);
    let huge = call(&desk, "read", &json!({"path": "huge.md"}));
    assert!(huge.text.contains("over the limit"), "{}", huge.text);
    let plain = call(&desk, "read", &json!({"path": "untagged.md"}));
    assert!(plain.text.contains("no tagged blocks; use kinds: NOTE"), "{}", plain.text);
    let shown = call(&desk, "read", &json!({"path": "untagged.md", "kinds": "NOTE"}));
    assert!(shown.text.contains("The body is 9 KB."), "{}", shown.text);
    let checked = call(&desk, "check", &json!({}));
    assert!(
        checked.text.contains("not read: ") && checked.text.contains("1 file checked"),
        "{}",
        checked.text
    );
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    fs::write(root.join("a.md"), FACTS).expect("written");
    fs::write(root.join("b.md"), FACTS).expect("written");
    let desk = desk(&root);
    for (tool, given, said) in [
        ("search", json!({}), "`search` needs `query`"),
        ("search", json!({"query": "?!"}), "the query contains no words"),
        ("search", json!({"query": "body", "limit": 3}), "unknown argument `limit`"),
        ("read", json!({"path": "a.md", "kinds": "FACT"}), "`FACT`: unknown kind"),
        ("read", json!({"path": "a.md", "cursor": "x"}), "use 0 for the first page"),
        ("read", json!({"path": "a.md", "cursor": "9"}), "past the end (1 block); use cursor 0"),
        (
            "read",
            json!({"path": "a.md", "cursor": "0@ffff"}),
            "the content has changed since the previous page; start again with cursor 0",
        ),
        ("read", json!({"path": "a.md", "budget": 2}), "the budget is too small"),
        ("read", json!({"path": "a.md", "budget": 1_000_000_000_u64}), "`budget` is at most"),
        ("read", json!({"path": "a.md", "format": "xml"}), "unknown format `xml`; expected md or json"),
        ("read", json!({"path": "a.md", "section": "Limit"}), "did you mean `Limits`?"),
        ("read", json!({"path": "a.md", "address": "limits/spec-2"}), "did you mean `#limits/spec-1`"),
        ("read", json!({"address": "limits/spec-1"}), "`address` needs the document"),
        ("bugs", json!({"version": "soon"}), "`version`: "),
    ] {
        let answer = call(&desk, tool, &given);
        assert!(answer.is_error && answer.text.contains(said), "{tool} {given}: {}", answer.text);
        assert!(!answer.text.contains("--"), "no options of the command line: {}", answer.text);
    }
    assert!(desk.call("promote", Map::new(), &Client::default()).is_none());
}

#[test]
fn pages_name_the_next_call_until_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let part = |at: usize| format!("## Part {at}\n\n**[SPEC]**\n- Fact {at} of thirty, in a line.\n\n");
    let many: String = (0..30).map(part).collect();
    fs::write(root.join("a.md"), FACTS.replace("## Limits", &format!("{many}## Limits"))).expect("written");
    let desk = desk(&root);
    let mut given = json!({"path": "a.md", "budget": 150, "cursor": "0"});
    let mut shown = 0;
    for _ in 0..60 {
        let answer = call(&desk, "read", &given);
        assert!(!answer.is_error, "{}", answer.text);
        shown += answer.text.matches("- Fact ").count();
        let Some((_, next)) = answer.text.rsplit_once("next: read ") else {
            assert!(answer.text.contains("\nend: "), "{}", answer.text);
            break;
        };
        given = serde_json::from_str(next.trim_end()).expect("the arguments of the next call");
    }
    assert_eq!(shown, 30);
}
