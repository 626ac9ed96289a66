//! What changes in NOTE blocks and in untagged text: shown with its words, after all facts.

use tagdown::print::Style;
use tagdown_read::facts::{Comparison, compare, find};

use super::{page, said};

const HEAD: &str = "# Pump\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first.\n\n";
const SPEC: &str = "## Look\n\n**[SPEC]**\n- Colour: red\n\n";

/// What is said about two NOTE blocks of a section.
fn note(old: &str, new: &str) -> Vec<String> {
    let pages = |body: &str| vec![page("a.md", &format!("{HEAD}{SPEC}## Story\n\n**[NOTE]**\n{body}"))];
    said(pages(old), pages(new), &[])
}

/// Two states of a document, each a SPEC and a NOTE.
fn compared([spec, other]: [&str; 2], [note, edited]: [&str; 2]) -> Comparison {
    let text = |spec: &str, note: &str| {
        format!("{HEAD}## Look\n\n**[SPEC]**\n{spec}\n\n## Story\n\n**[NOTE]**\n{note}\n")
    };
    compare(vec![page("a.md", &text(spec, note))], vec![page("a.md", &text(other, edited))], &[])
}

fn written(comparison: &Comparison, name: &str) -> String {
    (find(name).expect("a format").write)(comparison, Style::PLAIN)
}

#[test]
fn words_of_context_are_shown() {
    let place = "a.md#story/note-1";
    assert_eq!(
        note(
            "The first pump was built in a shed. Its lid was made of tin.\n",
            "The first pump was built in a barn. Its lid was made of tin. Nobody knows why.\n",
        ),
        [
            format!("context changed {place}: The first pump was built in a [-shed-]{{+barn+}}."),
            format!("context added {place}: Nobody knows why."),
        ]
    );
    assert_eq!(
        note("The lid was made of tin. Nobody knows why.\n", "The lid was made of tin.\n"),
        [format!("context removed {place}: Nobody knows why.")]
    );
    assert_eq!(
        note(
            "The handbook is [here](https://a.example/x).\n",
            "The handbook is [here](https://a.example/y).\n"
        ),
        [format!("context changed {place}: The handbook is [here](https://a.example/[-x-]{{+y+}}).")]
    );
}

#[test]
fn context_may_be_wrapped_and_moved() {
    assert_eq!(
        note(
            "The pump is old.\nIts lid was made of tin.\n\nThe shed burned down in a storm.\n",
            "The shed burned\ndown in a storm.\n\nIts lid was made of *tin*. The pump is old.\n",
        ),
        [""; 0]
    );
    let moved = |first: &str, second: &str| {
        vec![page(
            "a.md",
            &format!("{HEAD}{SPEC}## Story\n\n**[NOTE]**\n{first}\n\n## End\n\n**[NOTE]**\n{second}\n"),
        )]
    };
    let (one, two, three) =
        ("The pump is old.", "The shed burned down in a storm.", "The barn is still there, on the hill.");
    assert_eq!(
        said(moved(&format!("{one} {two}"), three), moved(one, &format!("{three} {two}")), &[]),
        [""; 0]
    );
}

#[test]
fn an_entry_of_a_table_of_contents_moves() {
    let contents = "- [Start](start.md)\n  - [Unpacking](unpacking.md)\n- [Care](care.md)\n  - [Cleaning](cleaning.md)\n";
    let moved = "- [Start](start.md)\n- [Care](care.md)\n  - [Unpacking](unpacking.md)\n  - [Cleaning](cleaning.md)\n";
    assert_eq!(
        note(contents, moved),
        [
            "context moved a.md#story/note-1: [Unpacking](unpacking.md) (was below \"Start\"; now below \"Care\")"
        ]
    );
    let longer = contents.replace("  - [Cleaning]", "  - [Oiling](oiling.md)\n  - [Cleaning]");
    assert_eq!(note(contents, &longer), ["context added a.md#story/note-1: [Oiling](oiling.md)"]);
}

#[test]
fn a_column_of_context_is_one_change() {
    let table = "| Year | Shed |\n|---|---|\n| 1990 | tin |\n| 1995 | brick |\n";
    let wider = "| Year | Shed | Owner |\n|---|---|---|\n| 1990 | tin | Ann |\n| 1995 | brick | Bo |\n";
    assert_eq!(
        note(table, wider),
        ["context changed a.md#story/note-1: new column Owner in 2 rows: 1990: Ann; 1995: Bo"]
    );
}

#[test]
fn every_format_has_context_after_the_facts() {
    let comparison =
        compared(["- Colour: red", "- Colour: blue"], ["It was red.", "It was red. We like <b>."]);
    assert_eq!(
        written(&comparison, "text"),
        "changed\n  a.md#look/spec-1\n    Colour: [-red-]{+blue+}\n\ncontext added\n  a.md#story/note-1\n    We like <b>.\n\n\
        1 fact changed; sentences of context: 1 added\na.md: the version is still 1.0.0; next: 1.1.0\n"
    );
    let markdown = written(&comparison, "md");
    assert!(
        markdown.ends_with(
            "\n<details><summary>Sentences of context: 1 added</summary>\n\n**Added**\n\n- `a.md#story/note-1`: We like &lt;b&gt;.\n\n</details>\n"
        ),
        "{markdown}"
    );
    let html = written(&comparison, "html");
    let (facts, context) = html.split_once("<details>").expect("context");
    assert!(facts.contains("<ins>blue</ins>") && context.contains("<ins>We like &lt;b&gt;.</ins>"), "{html}");
    let json: serde_json::Value = serde_json::from_str(&written(&comparison, "json")).expect("JSON");
    assert_eq!(json["context"][0]["what"], "added");
    assert_eq!(json["context"][0]["new"]["text"], "We like <b>.");
    assert_eq!(json["summary"]["context"]["added"], 1);
    assert_eq!(json["changes"].as_array().map(Vec::len), Some(1));
    assert_eq!(written(&comparison, "line").lines().count(), 1);
}

#[test]
fn a_comment_leaves_out_context_first() {
    const MOST: usize = 65_000;
    let sentences = |start: &str, count: usize| -> String {
        let one = |at: usize| format!("- {start} {at} was seen by the keeper of shed {at}, who told it.\n");
        (0..count).map(one).collect::<Vec<_>>().concat()
    };
    let few = compared(["- Colour: red", "- Colour: blue"], ["A shed.", &sentences("Bird", 2000)]);
    let comment = written(&few, "md");
    assert!(comment.len() <= MOST, "{}", comment.len());
    assert!(comment.contains("~~red~~ **blue**") && comment.ends_with("\n</details>\n"), "{comment}");
    let shown = comment.matches("was seen by").count();
    let left = few.context_counts()[2].1 - shown;
    assert!(shown > 500 && comment.contains(&format!("limited space: {left} added.")), "{shown} {left}");
    let many = compared(["- Colour: red", &sentences("Pump", 2000)], ["A shed.", "A shed. A bird."]);
    let comment = written(&many, "md");
    assert!(comment.len() <= MOST && !comment.contains("<details>"), "{}", comment.len());
    assert!(comment.contains("all sentences of context (1 added)."), "{}", &comment[comment.len() - 500..]);
}

#[test]
fn a_heading_with_nothing_below_it_is_context() {
    let pages = |names: &str| {
        let calls = format!("## Calls\n\n{names}### drain(b)\n\n**[SPEC]**\nReturns a level.\n");
        vec![page("a.md", &format!("{HEAD}{SPEC}{calls}"))]
    };
    let said = |old: &str, new: &str| said(pages(old), pages(new), &[]);
    assert_eq!(
        said("### fill(a)\n\n", "### fill(a, c)\n\n"),
        ["context changed a.md#filla-c: fill(a{+, c+})"]
    );
    assert_eq!(said("", "### fill(a)\n\n"), ["context added a.md#filla: fill(a)"]);
    assert_eq!(said("### fill(a)\n\n", "### fill(a)\n\n"), [""; 0]);
}
