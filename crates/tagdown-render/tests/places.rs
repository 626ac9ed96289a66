//! What a page refers to by its place: titles of other pages, files in HTML, and helpers of mdBook.

use std::collections::BTreeMap;

use tagdown::document::parse;
use tagdown_render::{Options, add_title_links, dialect, is_index, keep_helpers, render, title_anchor};

fn written(name: &str, text: &str, options: &Options) -> String {
    render(&parse(text), dialect(name).expect("a dialect"), options).text
}

#[test]
fn a_link_to_the_title_of_another_page_leads_to_its_start() {
    let text = "# Here\n\n[a](b/yard.md#the-yard) [b](b/yard.md#gate) [c](../x.md#the-yard) [d][e] [f](b/#the-yard)\n\n\
                [e]: <b/yard.md#the-yard>\n";
    let yard = parse("# The yard\n\n## Gate\n");
    let title_of = |path: &str| {
        ["a/b/yard.md", "a/b/index.md"].contains(&path).then(|| title_anchor(&yard).expect("one").to_owned())
    };
    for (name, at) in [("docusaurus", ""), ("starlight", "#_top"), ("material", "#the-yard")] {
        let dialect = dialect(name).expect("a dialect");
        let document = parse(text);
        let mut links = BTreeMap::from([("b/#the-yard".to_owned(), "b/index.md#the-yard".to_owned())]);
        add_title_links(&document, "a/here.md", dialect, title_of, &mut links);
        let made = render(&document, dialect, &Options { links, ..Options::default() }).text;
        let expected = format!(
            "[a](b/yard.md{at}) [b](b/yard.md#gate) [c](../x.md#the-yard) [d][e] [f](b/index.md{at})\n\n\
             [e]: <b/yard.md{at}>\n"
        );
        assert!(made.ends_with(&expected), "{name}: {made}");
    }
    assert_eq!(title_anchor(&parse("## Gate\n\n# The yard\n")), None);
}

#[test]
fn files_in_html_are_found_from_a_page_in_a_folder_of_its_own() {
    let text = "<video src=\"clip.mp4\" poster='./a.png' controls></video>\n\n\
                <picture><source srcset=\"a.webp 1x, /b.webp 2x\"><source src=\"https://x.example/c.webm\"></picture>\n";
    let lifted = "<video src=\"../clip.mp4\" poster='.././a.png' controls></video>\n\n\
                  <picture><source srcset=\"../a.webp 1x, /b.webp 2x\"><source src=\"https://x.example/c.webm\"></picture>\n";
    for (name, readme) in [("material", text), ("hugo", lifted), ("starlight", lifted)] {
        for (path, expected) in [("x/page.md", lifted), ("x/index.md", text), ("README.md", readme)] {
            let is_index = is_index(path, dialect(name).expect("a dialect"));
            let made = written(name, text, &Options { is_index, ..Options::default() });
            let shown = made.replace("\n---\n", "").replace("title: \"Page\"", "");
            assert!(shown.ends_with(expected), "{name} {path}: {made}");
        }
    }
    for name in ["mdbook", "myst", "pandoc", "github"] {
        assert!(written(name, text, &Options::default()).contains("src=\"clip.mp4\""), "{name}");
    }
}

#[test]
fn code_gets_the_addresses_of_files_for_docusaurus() {
    for (text, expected) in [
        (
            "<video src=\"clip.MP4\" poster=\"a.png\"></video>\n",
            "<video src={require(\"./clip.MP4\").default} poster={require(\"./a.png\").default}></video>\n",
        ),
        (
            "x <picture><source srcset=\"a.webp, ../b.webp 2x\"></picture>\n",
            "x <picture><source srcSet={`${require(\"./a.webp\").default}, ${require(\"../b.webp\").default} 2x`} /></picture>\n",
        ),
        ("<audio src=\"a.xyz\"></audio>\n", "<audio src=\"a.xyz\"></audio>\n"),
        (
            "x <picture><source srcset=\"a.webp, https://b.example/c.png\"></picture>\n",
            "x <picture><source srcSet=\"a.webp, https://b.example/c.png\" /></picture>\n",
        ),
    ] {
        assert_eq!(written("docusaurus", text, &Options::default()), expected);
    }
}

#[test]
fn tildes_that_strike_nothing_are_shown() {
    for (name, text, expected) in [
        ("pandoc", "https://a.example/~~b~~ c\n", "<https://a.example/~~b>\\~\\~ c\n"),
        ("pandoc", "~~see https://a.example~~ c\n", "~~see <https://a.example>~~ c\n"),
        ("hugo", "x {~~a~>b~~} y\n", "x {~~a\\~>b~~} y\n"),
        ("hugo", "~a~ and ~~b~~\n", "~a~ and ~~b~~\n"),
        ("hugo", "- about ~5 of\n- H~2~O\n", "- about \\~5 of\n- H~2~O\n"),
    ] {
        assert_eq!(written(name, text, &Options::default()), expected, "{name}");
    }
}

#[test]
fn helpers_that_code_names_are_kept() {
    for (text, expected) in [
        ("Set `{{#title x}}` here.\n", "Set `\\{{#title x}}` here.\n"),
        ("Both `{{#title x}}` and `{{#include y}}`.\n", "Both `\\{{#title x}}` and `{{#include y}}`.\n"),
        ("Ours: `\\{{#include y}}` and {{#include z}}\n", "Ours: `\\{{#include y}}` and {{#include z}}\n"),
        ("{{#include a.md}}\n\n`{{#include b}}`\n", "{{#include a.md}}\n\n`\\{{#include b}}`\n"),
        (
            "```rust\n{{#include a.rs}}\n{{#title x}}\n```\n",
            "```rust\n{{#include a.rs}}\n\\{{#title x}}\n```\n",
        ),
        ("`{{#open` and `{{x`, `{{x}}`\n`{{#open`\n", "`\\{{#open` and `{{x`, `{{x}}`\n`{{#open`\n"),
        // In running text, files that do not exist and titles in a sentence are only named.
        ("Use {{#include no.rs:2}} or {{#title x}}.\n", "Use \\{{#include no.rs:2}} or {{#title x}}.\n"),
        (
            "Use {{#include no.rs}} or {{#include yes.rs}}.\n",
            "Use {{#include no.rs}} or {{#include yes.rs}}.\n",
        ),
        (
            "{{#title x}}\n\n{{#unknown no}} <!-- {{#include no}} -->\n",
            "{{#title x}}\n\n{{#unknown no}} <!-- {{#include no}} -->\n",
        ),
        ("", ""),
    ] {
        assert_eq!(keep_helpers(text, |path| !path.starts_with("no")), expected);
    }
}

#[test]
fn the_last_backslash_of_a_text_stays() {
    let text = "## Drive C:\\\n\n- C:\\Tide\\\n- D:\\x\\\n  more\n\nThe folder E:\\\n";
    for (name, kept) in [
        ("material", ["Drive C:\\\\\n", "C:\\Tide\\\\\n", "D:\\x  \n", "E:\\\\\n"]),
        ("pandoc", ["Drive C:\\\\", "C:\\\\Tide\\\\\n", "D:\\\\x\\\n", "E:\\\\\n"]),
        ("vitepress", ["Drive C:\\", "C:\\Tide\\\n", "D:\\x\\\n", "E:\\\n"]),
    ] {
        let made = written(name, text, &Options::default());
        for part in kept {
            assert!(made.contains(part), "{name}, {part:?}: {made}");
        }
    }
}

#[test]
fn names_of_elements_in_different_items_do_not_end_each_other() {
    let text =
        "- the first <p> is wide\n- the second <p> is narrow\n\n| a |\n|---|\n| one <li> |\n| two <li> |\n";
    for name in ["vitepress", "docusaurus", "material", "pandoc"] {
        let made = written(name, text, &Options::default());
        assert!(!made.contains("</p>") && !made.contains("</li>"), "{name}: {made}");
    }
}

#[test]
fn the_anchor_of_a_title_with_two_underscores_is_no_emphasis() {
    let made = written("pandoc", "# T\n\n## a__b and (c)\n", &Options::default());
    assert!(made.contains("## a__b and (c) <a id=\"a__b-and-c\"></a>"), "{made}");
}
