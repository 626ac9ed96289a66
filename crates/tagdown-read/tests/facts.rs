//! What a change does to facts: one edit of a document at a time, and what a reviewer would say about it.

use tagdown_read::facts::{Comparison, Page, compare, facts};

const HEAD: &str = "# Service\n**Version 1.2.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first; `[NOTE]` may be skipped.\n\n---\n\n";

const BODY: &str = "## Limits

**[SPEC]**
- Body: at most 4 KB
- Retries: 3, with a delay of 200 ms
- Uploads:
  - Size: 10 MB
  - Type: `image/png`
- Downloads:
  - Size: 50 MB

| Plan | Requests |
|------|----------|
| free | 100 per hour |
| team | 5,000 per hour |

**[NOTE]**
The limits were raised last year. Nobody complained since.

## Start

**[SPEC]**
Run the server with one command. It listens on port 8080.

```sh
serve --port 8080
```

**[?]**
- The cache holds 500 entries.

**[BUG] Uploads stop at 99 %**
Symptom: The upload never finishes.
Cause: The last part is not flushed.
Fix: Upgrade to 1.2.1.
";

fn page(path: &str, body: &str) -> Page {
    facts(&tagdown::parse(&format!("{HEAD}{body}")), path)
}

/// The changes, one line each.
fn said(comparison: &Comparison) -> Vec<String> {
    let line = |change: &tagdown_read::facts::Change| {
        let old = change.old.map(|(page, fact)| &comparison.old[page].facts[fact]);
        let new = change.new.map(|(page, fact)| &comparison.new[page].facts[fact]);
        let text =
            |fact: Option<&tagdown_read::facts::Fact>| fact.map_or(String::new(), |fact| fact.text.clone());
        let sides =
            if change.is_reworded { format!("{} => {}", text(old), text(new)) } else { text(new.or(old)) };
        let columns = change
            .columns
            .as_ref()
            .map_or(String::new(), |columns| format!(" +{:?} -{:?}", columns.added, columns.removed));
        let count = if change.count() > 1 { format!(" x{}", change.count()) } else { String::new() };
        format!("{}{columns}{count}: {sides}", change.what.name())
    };
    comparison.changes.iter().map(line).collect()
}

/// Asserts what is said about an edit.
fn says(new: &str, expected: &[&str]) -> Comparison {
    assert_ne!(new, BODY, "nothing was edited");
    let comparison = compare(vec![page("a.md", BODY)], vec![page("a.md", new)], &[]);
    assert_eq!(said(&comparison), expected, "{new}");
    comparison
}

fn edit(from: &str, to: &str) -> String {
    assert!(BODY.contains(from), "{from:?}");
    BODY.replacen(from, to, 1)
}

#[test]
fn values_that_change() {
    says(&edit("at most 4 KB", "at most 8 KB"), &["changed: Body: at most 4 KB => Body: at most 8 KB"]);
    says(
        &edit("200 ms", "200 s"),
        &["changed: Retries: 3, with a delay of 200 ms => Retries: 3, with a delay of 200 s"],
    );
    says(&edit("5,000 per hour", "500 per hour"), &["changed: team | 5,000 per hour => team | 500 per hour"]);
    says(
        &edit("serve --port 8080", "serve --port 8081"),
        &["changed: ```sh\nserve --port 8080\n``` => ```sh\nserve --port 8081\n```"],
    );
    says(
        &edit("Upgrade to 1.2.1.", "Upgrade to 1.3.0."),
        &["changed: Upgrade to 1.2.1. => Upgrade to 1.3.0."],
    );
    says(&edit("at most 4 KB", "at least 4 KB"), &["changed: Body: at most 4 KB => Body: at least 4 KB"]);
    says(
        &edit("port 8080.\n\n", "port 9090.\n\n"),
        &["changed: It listens on port 8080. => It listens on port 9090."],
    );
}

#[test]
fn facts_that_come_and_go() {
    says(&edit("- Body: at most 4 KB\n", ""), &["lost: Body: at most 4 KB"]);
    says(&edit("- Uploads:", "- Timeout: 30 s\n- Uploads:"), &["added: Timeout: 30 s"]);
    says(&edit("| free | 100 per hour |\n", ""), &["lost: free | 100 per hour"]);
    let without = &BODY[..BODY.find("**[BUG]").expect("a bug")];
    says(without, &["lost x4: Uploads stop at 99 %"]);
    says(
        &format!(
            "{BODY}\n**[BUG] Slow start**\nSymptom: It takes a minute.\nCause: Unknown names.\nFix: Set one.\n"
        ),
        &["added x4: Slow start"],
    );
    says(
        &edit("**[?]**\n- The cache holds 500 entries.\n\n", ""),
        &["dropped: The cache holds 500 entries."],
    );
}

#[test]
fn facts_that_change_their_kind() {
    says(
        &edit("**[?]**\n- The cache", "**[SPEC]**\n- The cache"),
        &["confirmed: The cache holds 500 entries."],
    );
    says(
        &edit("**[?]**\n- The cache holds 500", "**[SPEC]**\n- The cache holds 512"),
        &["refuted: The cache holds 500 entries. => The cache holds 512 entries."],
    );
    says(
        &edit("- Body: at most 4 KB\n", "")
            .replace("The limits were", "Body: at most 4 KB\n\nThe limits were"),
        &["demoted: Body: at most 4 KB"],
    );
    let bug = edit("**[BUG] Uploads stop at 99 %**\n", "**[?]**\n");
    let comparison = compare(vec![page("a.md", BODY)], vec![page("a.md", &bug)], &[]);
    assert!(
        said(&comparison).iter().all(|line| line.starts_with("doubted") || line.starts_with("lost: Uploads")),
        "{:?}",
        said(&comparison)
    );
}

#[test]
fn what_is_no_change_of_facts() {
    let none: &[&str] = &[];
    // A list in another order, a row that moved, another marker, other emphasis, wrapped lines.
    says(
        &edit(
            "- Body: at most 4 KB\n- Retries: 3, with a delay of 200 ms\n",
            "* **Retries**: 3, with\n  a delay of 200 ms\n* Body: at most `4 KB`\n",
        ),
        none,
    );
    says(
        &edit(
            "| free | 100 per hour |\n| team | 5,000 per hour |",
            "| team | 5,000 per hour |\n| free | 100 per hour   |",
        ),
        none,
    );
    // A block that is split, a section that moves, other levels of headings.
    says(&edit("- Uploads:", "\n**[SPEC]**\n- Uploads:"), none);
    let (limits, start) = BODY.split_at(BODY.find("## Start").expect("a section"));
    says(&format!("{start}\n{limits}"), none);
    says(&BODY.replace("## Start", "### Start"), none);
    let renamed = says(&edit("## Limits", "## Quotas"), none);
    assert_eq!(renamed.renamed, [(0, vec!["Limits".to_owned()], vec!["Quotas".to_owned()])]);
    // A table that becomes a list, with or without the names of its columns.
    let table =
        "| Plan | Requests |\n|------|----------|\n| free | 100 per hour |\n| team | 5,000 per hour |\n";
    says(&edit(table, "- free: 100 per hour\n- team: requests 5,000 per hour\n"), none);
    // Context.
    let context = says(&edit("Nobody complained since.", "It helped."), none);
    assert_eq!(context.context_counts(), [("removed", 1), ("changed", 0), ("added", 1), ("moved", 0)]);
}

#[test]
fn the_same_words_elsewhere_are_another_fact() {
    says(
        &edit("Size: 10 MB", "Size: 50 MB").replacen(
            "- Downloads:\n  - Size: 50 MB",
            "- Downloads:\n  - Size: 10 MB",
            1,
        ),
        &["changed: Size: 10 MB => Size: 50 MB", "changed: Size: 50 MB => Size: 10 MB"],
    );
    says(
        &edit("- Body: at most 4 KB\n", "").replace("Run the server", "Body: at most 4 KB\n\nRun the server"),
        &["moved: Body: at most 4 KB"],
    );
}

#[test]
fn a_column_is_one_change() {
    let table =
        "| Plan | Requests |\n|------|----------|\n| free | 100 per hour |\n| team | 5,000 per hour |\n";
    let wider = "| Plan | Requests | Burst |\n|---|---|---|\n| free | 100 per hour | 10 |\n| team | 5,000 per hour | 50 |\n";
    let comparison = says(
        &edit(table, wider),
        &["changed +[\"Burst\"] -[] x2: free | 100 per hour => free | 100 per hour | 10"],
    );
    assert_eq!(
        comparison.changes[0].columns.as_ref().map(|columns| columns.added.clone()),
        Some(vec!["Burst".to_owned()])
    );
}

#[test]
fn files_that_move() {
    let other = "## Other\n\n**[SPEC]**\n- Colour: red\n- Size: large and round\n";
    let old = || vec![page("a.md", BODY), page("b.md", other)];
    let renamed = compare(old(), vec![page("c.md", BODY), page("b.md", other)], &[]);
    assert_eq!(said(&renamed), [""; 0]);
    assert_eq!(renamed.pages, [Some(0), Some(1)]);
    let moved = vec![
        page("a.md", &edit("- Retries: 3, with a delay of 200 ms\n", "")),
        page("b.md", &format!("{other}- Retries: 3, with a delay of 200 ms\n")),
    ];
    assert_eq!(said(&compare(old(), moved, &[])), ["moved: Retries: 3, with a delay of 200 ms"]);
    assert_eq!(
        said(&compare(old(), vec![page("a.md", BODY)], &[])),
        ["lost: Colour: red", "lost: Size: large and round"]
    );
}

/// What is said about the change of a single SPEC.
fn spec(old: &str, new: &str) -> Vec<String> {
    let page = |body: &str| page("a.md", &format!("## S\n\n**[SPEC]**\n{body}"));
    said(&compare(vec![page(old)], vec![page(new)], &[]))
}

#[test]
fn cells_belong_to_the_names_of_their_columns() {
    let table = |head: &str, row: &str| format!("| {head} |\n|---|---|---|\n| {row} |\n");
    let old = table("k | min | max", "a | 1 | 2");
    assert_eq!(spec(&old, &table("k | max | min", "a | 2 | 1")), [""; 0]);
    assert_eq!(spec(&old, &table("k | max | min", "a | 1 | 2")).len(), 1);
    assert_eq!(
        spec(&old, &table("k | min | max (MB)", "a | 1 | 2")),
        ["changed +[\"max (MB)\"] -[\"max\"]: a | 1 | 2 => a | 1 | 2"]
    );
    assert_eq!(spec(&table("k | min | max", "a | 5 | "), &table("k | min | max", "a |  | 5")).len(), 1);
}

#[test]
fn what_introduces_a_list_is_part_of_it() {
    let lists =
        |reads: u8, writes: u8| format!("Reads:\n\n- Limit: {reads}\n\nWrites:\n\n- Limit: {writes}\n");
    assert_eq!(
        spec(&lists(5, 9), &lists(9, 5)),
        ["changed: Limit: 5 => Limit: 9", "changed: Limit: 9 => Limit: 5"]
    );
    assert_eq!(
        spec(&lists(5, 9), &lists(5, 9).replace("Reads:", "Reads of files:")),
        ["changed: Reads: => Reads of files:"]
    );
    let code =
        |a: &str, b: &str| format!("On Linux run:\n\n```\n{a}\n```\n\nOn Windows run:\n\n```\n{b}\n```\n");
    assert_eq!(spec(&code("one --all", "two --none"), &code("two --none", "one --all")).len(), 1);
}

#[test]
fn steps_have_an_order() {
    let steps = |a: &str, b: &str| format!("1. Open the file.\n2. {a}\n3. {b}\n");
    let comparison =
        spec(&steps("Read it all.", "Close it again."), &steps("Close it again.", "Read it all."));
    assert_eq!(comparison, ["changed: Read it all."]);
}

#[test]
fn facts_that_are_joined_or_split_are_not_lost() {
    let (two, one) = (
        "- Size is 5 MB.\n- Tokens expire after 3600 seconds.\n",
        "- Size is 5 MB; tokens expire after 3600 seconds.\n",
    );
    assert!(spec(two, one).iter().all(|line| line.starts_with("changed")), "{:?}", spec(two, one));
    assert!(spec(one, two).iter().all(|line| line.starts_with("changed")), "{:?}", spec(one, two));
    assert_eq!(spec("- A is one.\n- B is two.\n- A is one.\n", "- A is one.\n- B is two.\n"), [""; 0]);
}

#[test]
fn a_fact_under_one_of_two_headings_can_be_lost() {
    let body = |first: &str, second: &str| {
        format!("## Get\n\n**[SPEC]**\n- Path: x\n{first}\n## Delete\n\n**[SPEC]**\n- Path: y\n{second}")
    };
    let token = "- Requires a token.\n";
    let of = |text: String| vec![page("a.md", &text)];
    assert_eq!(said(&compare(of(body(token, token)), of(body(token, "")), &[])), ["lost: Requires a token."]);
}

#[test]
fn html_links_code_and_quotes_are_read() {
    for (old, new) in [
        ("<p>The port is 80.</p>\n", "<p>The port is 81.</p>\n"),
        (
            "See [it][d].\n\n[d]: https://example.org/1.zip\n",
            "See [it][d].\n\n[d]: https://example.org/2.zip\n",
        ),
        ("- Tokens expire.\n", "- ~~Tokens expire.~~\n"),
        ("- Use `{a}` here.\n", "- Use `[a]` here.\n"),
        ("- 文件不能大于5MB。\n", "- 文件不能大于6MB。\n"),
        ("- 10<sup>3</sup> files\n", "- 103 files\n"),
    ] {
        let found = spec(old, new);
        assert!(found.len() == 1 && found[0].starts_with("changed"), "{old:?}: {found:?}");
    }
    for (old, new) in [
        ("See [it][d].\n\n[d]: https://example.org/1.zip\n", "See [it](https://example.org/1.zip).\n"),
        (
            "> The size is 5 MB and the\n> header is short.\n",
            "> The size is 5 MB\n> and the header is short.\n",
        ),
    ] {
        assert_eq!(spec(old, new), [""; 0], "{old:?}");
    }
}

#[test]
fn a_tag_directly_below_an_item_ends_it() {
    let found = spec("- Alpha:\n  - one\n- Beta is off.\n", "- Alpha:\n  - one\n**[NOTE]**\nBeta is off.\n");
    assert_eq!(found, ["demoted: Beta is off."]);
}
