//! Elements that open in one block and close in another: the callouts end before their tags, and go on behind them.

use tagdown::document::parse;
use tagdown_render::{Options, dialect, render};

fn to(name: &str, text: &str, options: &Options) -> String {
    render(&parse(text), dialect(name).expect("a dialect"), options).text
}

/// Texts and what Docusaurus gets.
const ELEMENTS: &[(&str, &str)] = &[
    // Around a tag, with the summary.
    (
        "**[SPEC]**\n- a\n\n<details>\n<summary>S</summary>\n\n- b\n\n**[NOTE]**\nc\n\n</details>\n\nd\n",
        ":::info[Spec]\n\n- a\n\n:::\n\n<details>\n<summary>S</summary>\n\n:::info[Spec]\n\n- b\n\n:::\n\n\
         :::note[Note]\n\nc\n\n:::\n\n</details>\n\n:::note[Note]\n\nd\n\n:::\n",
    ),
    // Around a heading and a rule.
    (
        "<div>\n\n**[SPEC]**\n- a\n\n## B\n\n**[SPEC]**\n- c\n\n---\n\nd\n\n</div>\n",
        "<div>\n\n:::info[Spec]\n\n- a\n\n:::\n\n## B\n\n:::info[Spec]\n\n- c\n\n:::\n\n---\n\nd\n\n</div>\n",
    ),
    // A title is shown again.
    (
        "<div>\n\n**[BUG] T**\nSymptom: a\nCause: b\n\n</div>\n\nFix: c\n",
        "<div>\n\n:::danger[T]\n\nSymptom: a  \nCause: b\n\n:::\n\n</div>\n\n:::danger[T]\n\nFix: c\n\n:::\n",
    ),
    // Rows and cells.
    (
        "<table>\n<tr><td>a</td></tr>\n<tr><td>\n\n**[SPEC]**\n- b\n\n</td></tr>\n</table>\n",
        "<table>\n<tbody>\n<tr><td>a</td></tr>\n<tr><td>\n\n:::info[Spec]\n\n- b\n\n:::\n\n</td></tr>\n</tbody>\n</table>\n",
    ),
    // A block without other text, and text on the line of the tag.
    ("<div>\n\n**[NOTE]**\n</div>\n", "<div>\n\n</div>\n\n:::note[Note]\n\n&nbsp;\n\n:::\n"),
    (
        "**[NOTE]**\n<div>a\n\n**[SPEC]**\n- b\n\n</div>\n",
        "<div>\n\n:::note[Note]\n\na\n\n:::\n\n:::info[Spec]\n\n- b\n\n:::\n\n</div>\n",
    ),
    // An element in one block stays in its callout; one that no other block closes is a word.
    (
        "**[SPEC]**\n<div>\n\n- a\n\n</div>\n\n**[NOTE]**\nb\n",
        ":::info[Spec]\n\n<div>\n\n- a\n\n</div>\n\n:::\n\n:::note[Note]\n\nb\n\n:::\n",
    ),
    (
        "**[SPEC]**\n- <div>\n\n**[NOTE]**\nb </div>\n",
        ":::info[Spec]\n\n- &lt;div>\n\n:::\n\n:::note[Note]\n\nb &lt;/div>\n\n:::\n",
    ),
];

#[test]
fn callouts_are_around_the_tags_of_an_element() {
    for (text, expected) in ELEMENTS {
        assert_eq!(to("docusaurus", text, &Options::default()), *expected, "{text}");
    }
}

#[test]
fn with_raw_components_are_not_cut_either() {
    let raw = Options { raw: true, ..Options::default() };
    let text = "**[SPEC]**\n- a\n\n<Tabs groupId={\"a>b\"}>\n<TabItem\n  value=\"x\">\n\n- b\n\n### C\n\n**[NOTE]**\nd\n\n\
                </TabItem></Tabs>\n";
    let expected = ":::info[Spec]\n\n- a\n\n:::\n\n<Tabs groupId={\"a>b\"}>\n<TabItem\n  value=\"x\">\n\n\
                    :::info[Spec]\n\n- b\n\n:::\n\n### C\n\n:::note[Note]\n\nd\n\n:::\n\n</TabItem></Tabs>\n";
    assert_eq!(to("docusaurus", text, &raw), expected);
}

#[test]
fn quotes_and_sections_are_not_cut() {
    let text =
        "# T\n\n## A\n\n**[SPEC]**\n- a\n\n<div>\n\n**[NOTE]**\nb\n\n## B\n\n**[SPEC]**\n- c\n\n</div>\n";
    let github = "## A\n\n> [!IMPORTANT]\n> - a\n\n<div>\n\n> [!NOTE]\n> b\n\n## B\n\n> [!IMPORTANT]\n> - c\n\n</div>\n";
    assert!(to("github", text, &Options::default()).ends_with(github));
    // Sphinx puts each section into an element of its own.
    let myst = to("myst", text, &Options::default());
    assert!(!myst.contains("div>"), "{myst}");
}

#[test]
fn the_tags_of_a_block_that_is_left_out_stay() {
    let kinds = vec![tagdown::document::Kind::Spec];
    let options = Options { kinds, ..Options::default() };
    let text = "**[NOTE]**\na\n\n<div>\n\n**[SPEC]**\n- b\n\n</div>\n";
    let expected = "<div>\n\n:::info[Spec]\n\n- b\n\n:::\n\n</div>\n";
    assert_eq!(to("docusaurus", text, &options), expected);
}

#[test]
fn mkdocs_reads_markdown_in_elements_outside_of_callouts() {
    let inner = "<details>\n<summary>a</summary>\n\n- b\n\n</details>\n";
    let marked = "<details markdown=\"block\">\n<summary>a</summary>\n\n- b\n\n</details>\n";
    assert_eq!(to("material", inner, &Options::default()), marked);
    assert_eq!(to("material", marked, &Options::default()), marked);
    assert!(!to("material", &format!("**[NOTE]**\n{inner}"), &Options::default()).contains("markdown"));
    for (text, expected) in [
        (
            "<div>\n\n**[NOTE]**\na\n\n</div>\n",
            "<div markdown=\"block\">\n\n!!! note \"Note\"\n    a\n\n</div>\n",
        ),
        ("<div>\na\n</div>\n\nb\n", "<div>\na\n</div>\n\nb\n"),
        (
            "<table><tr><td>\n\n- a\n\n</td></tr></table>\n",
            "<table markdown=\"block\"><tr markdown=\"block\"><td markdown=\"block\">\n\n- a\n\n</td></tr></table>\n",
        ),
    ] {
        assert_eq!(to("material", text, &Options::default()), expected, "{text}");
    }
}

#[test]
fn tags_that_a_callout_cuts_are_shown() {
    let text =
        "<details>\n\n**[SPEC]**\n- a\n\n  </details>\n\n**[NOTE]**\nb <div>c\n\n**[NOTE]**\nd</div> e\n";
    for name in
        ["github", "hugo", "material", "mdbook", "myst", "pandoc", "starlight", "docusaurus", "vitepress"]
    {
        let made = to(name, text, &Options::default());
        for shown in ["&lt;details>", "&lt;/details>", "b &lt;div>c", "d&lt;/div> e"] {
            assert!(made.contains(shown), "{name}: {made}");
        }
    }
}
