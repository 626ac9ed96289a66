//! Links, anchors and tags that a renderer looks up or reads in its own way: what each dialect writes instead.

use tagdown::document::parse;
use tagdown_render::{Options, dialect, render};

/// A dialect, a text, and what is written for it.
type Case = (&'static str, &'static str, &'static str);

fn check(cases: &[Case]) {
    for &(name, text, expected) in cases {
        let made = render(&parse(text), dialect(name).expect("a dialect"), &Options::default()).text;
        let body = made.strip_prefix("---\ntitle: \"x\"\n---\n").unwrap_or(&made);
        assert_eq!(body, expected, "{text} in {name}");
    }
}

#[test]
fn what_is_no_tag_is_shown_as_text() {
    check(&[
        ("vitepress", "<Name (optional)> x\n", "&lt;Name (optional)> x\n"),
        ("vitepress", "- <T = i32>: x\n", "- &lt;T = i32>: x\n"),
        ("vitepress", "</Name x> y, a < b\n", "&lt;/Name x> y, a < b\n"),
        ("vitepress", "**a <i>b** c</i>\n", "**a &lt;i>b** c&lt;/i>\n"),
        ("docusaurus", "[a <u>b](c.md) d</u>\n", "[a &lt;u>b](c.md) d&lt;/u>\n"),
        ("vitepress", "*a <i>b</i>* <i>**c**</i>\n", "*a <i>b</i>* <i>**c**</i>\n"),
        ("hugo", "**a <i>b** c</i>\n", "**a <i>b** c</i>\n"),
    ]);
}

#[test]
fn a_heading_with_a_type_has_the_anchor_that_it_has_on_github() {
    check(&[
        ("vitepress", "## Vec<T> guide\n", "## Vec&lt;T> guide {#vec-guide}\n"),
        ("docusaurus", "## Vec<T> guide\n", "## Vec&lt;T> guide \\{#vec-guide}\n"),
        ("github", "## Vec<T> guide\n", "## Vec&lt;T> guide <a id=\"vec-guide\"></a>\n"),
        ("obsidian", "## Vec<T> guide\n", "## Vec&lt;T> guide\n"),
        ("material", "## Vec<T> guide\n", "## Vec&lt;T> guide\n"),
        (
            "myst",
            "[x](#vec) [y](#z)\n\n## Vec<T>\n\n## Z\n",
            "<a href=\"#vec\">x</a> [y](#z)\n\n## Vec&lt;T> <a id=\"vec\"></a>\n\n## Z\n",
        ),
        ("vitepress", "## The <kbd>x</kbd> key\n", "## The <kbd>x</kbd> key\n"),
    ]);
}

#[test]
fn the_path_of_a_link_is_the_name_of_its_file() {
    check(&[
        ("material", "[a](R&amp;D.md)\n", "[a](R&D.md)\n"),
        ("material", "[a](R&amp;copy;.md?x&amp;y)\n", "[a](R%26copy;.md?x&amp;y)\n"),
        ("material", "<a href=\"R&amp;D.md\">a</a> b\n", "[a](R&D.md) b\n"),
        ("material", "[a](https://x.example/a&amp;b.md)\n", "[a](https://x.example/a&amp;b.md)\n"),
        (
            "myst",
            "[a](C%2B%2B.md) [b][c]\n\n[c]: R%26D.md#x%2B\n",
            "[a](C++.md) [b][c]\n\n[c]: R&amp;D.md#x%2B\n",
        ),
        ("hugo", "[a](C%2B%2B.md)\n", "[a](C%2B%2B.md)\n"),
    ]);
}

#[test]
fn an_address_keeps_its_brackets() {
    check(&[
        ("docusaurus", "![a][u]\n\n[u]: b(c).png \"t\"\n", "![a](<b(c).png> \"t\")\n\n[u]: b(c).png \"t\"\n"),
        ("docusaurus", "![a][u]\n\n[u]: <b (c).png>\n", "![a](<b (c).png>)\n\n[u]: <b (c).png>\n"),
        ("myst", "[a](vscode://b(1)) c\n", "<a href=\"vscode://b(1)\">a</a> c\n"),
    ]);
}

#[test]
fn a_scheme_that_a_renderer_refuses_is_written_in_html() {
    check(&[
        ("vitepress", "[a](file://b/c/) d\n", "<a href=\"file://b/c/\">a</a> d\n"),
        ("vitepress", "[a](javascript:b(1)) d\n", "a d\n"),
        ("vitepress", "[a](data:text/html,{x}) d\n", "a d\n"),
        // MyST shows such a link as text; in HTML, it would work.
        ("myst", "[a](javascript:b(1)) d\n", "a d\n"),
        ("myst", "[a](JavaScript:b(1)) [`e`](data:text/html,x) d\n", "a `e` d\n"),
        ("vitepress", "[a](vscode://b) d\n", "[a](vscode://b) d\n"),
    ]);
}

#[test]
fn the_text_of_an_image_keeps_its_signs() {
    check(&[
        (
            "docusaurus",
            "![a <b> & \"c\"](d.png)\n",
            "<img src={require(\"./d.png\").default} alt=\"a &lt;b> &amp; &quot;c&quot;\" />\n",
        ),
        (
            "docusaurus",
            "![a](d.png 'b \"c\"')\n",
            "<img src={require(\"./d.png\").default} alt=\"a\" title=\"b &quot;c&quot;\" />\n",
        ),
        ("docusaurus", "![a](d.png \"b\")\n", "![a](d.png \"b\")\n"),
    ]);
}

#[test]
fn links_in_html_lead_to_pages() {
    let summary = "<details><summary>a <a href=\"B/c_d.md#e\">f</a></summary></details>\n";
    let with = |address: &str| summary.replace("B/c_d.md", address);
    for (name, expected) in [
        ("vitepress", with("B/c_d.html")),
        ("myst", with("B/c_d.html")),
        ("pandoc", with("B/c_d.html")),
        ("material", with("../B/c_d/")),
        ("hugo", with("../b/c_d/")),
        ("starlight", with("../b/c_d/")),
        ("mdbook", summary.to_owned()),
        ("github", summary.to_owned()),
    ] {
        let made = render(&parse(summary), dialect(name).expect("a dialect"), &Options::default()).text;
        assert!(made.ends_with(&expected), "{name}: {made}");
    }
    let index = Options { is_index: true, ..Options::default() };
    let made = render(&parse(summary), dialect("material").expect("a dialect"), &index).text;
    assert_eq!(made, with("./B/c_d/"));
    check(&[
        (
            "docusaurus",
            "<details><summary>a <a href=\"b.md\">c</a></summary></details>\n",
            "<details><summary>a [c](b.md)</summary></details>\n",
        ),
        (
            "material",
            "<p><code>a</code> <a href=\"b.md\">c</a></p>\n",
            "<div markdown>\n\n<code>a</code> [c](b.md)\n\n</div>\n",
        ),
        ("hugo", "<td><a href=\"sub/index.md\">c</a></td>\n", "<td><a href=\"../sub/\">c</a></td>\n"),
        ("hugo", "a <a id=\"b\" href=\"c.md\">d</a>\n", "a <a id=\"b\" href=\"../c/\">d</a>\n"),
        ("hugo", "<td><a href=\"v1.2.md\">c</a></td>\n", "<td><a href=\"v1.2.md\">c</a></td>\n"),
    ]);
}

#[test]
fn only_a_comment_outside_of_callouts_ends_a_summary() {
    check(&[
        ("hugo", "a\n\n<!--more-->\n\nb\n", "a\n\n<!--more-->\n\nb\n"),
        ("hugo", "- a\n\n  <!--more-->\n", "- a\n\n  <!-- more -->\n"),
        (
            "hugo",
            "**[SPEC]**\n- a\n\n<!--more-->\n\n- b\n",
            "> [!important] Spec\n>\n> - a\n>\n> <!-- more -->\n>\n> - b\n",
        ),
        ("hugo", "`<!--more-->`\n", "<!-- -->\n<!--more-->\n\n`<!--more-->`\n"),
        ("hugo", "---\na: b\n---\n\n`<!--more-->`\n", "---\na: b\n---\n<!--more-->\n\n`<!--more-->`\n"),
        ("vitepress", "- a\n\n  <!--more-->\n", "- a\n\n  <!--more-->\n"),
    ]);
}

#[test]
fn hugo_reads_no_shortcodes_in_html() {
    check(&[("hugo", "a <!-- {{< b >}} --> c\n", "a <!-- {{</* b */>}} --> c\n")]);
}
