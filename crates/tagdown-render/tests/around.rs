//! What is around the facts of a block: HTML, images, addresses, anchors, definitions and lines that renderers misread.

use tagdown::document::parse;
use tagdown_render::dialects::dialect;
use tagdown_render::{Options, render};

fn to(name: &str, text: &str) -> String {
    render(&parse(text), dialect(name).expect("a dialect"), &Options::default()).text
}

/// The text of a NOTE, rendered in a dialect, without its callout.
fn inside(name: &str, text: &str) -> String {
    let rendered = to(name, &format!("# T\n\n## S\n\n**[NOTE]**\n{text}\n"));
    let behind = rendered.split_once("## S\n").expect("the heading stays").1;
    let marks = [">", "> [!note]", "!!! ", ":::", ":class:", "[!NOTE]", "> [!NOTE]"];
    let lines = behind
        .lines()
        .filter(|line| !line.is_empty() && !marks[1..].iter().any(|mark| line.starts_with(mark)));
    let lines = lines
        .filter(|line| line.trim() != ">")
        .map(|line| line.strip_prefix("> ").or_else(|| line.strip_prefix("    ")).unwrap_or(line).to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Text, dialects and the text that they get.
const TEXTS: &[(&str, &str, &str)] = &[
    ("a [`b`] c\n\n[`b`]: d.md", "material", "a [`b`](d.md) c\n[`b`]: d.md"),
    ("[a](#b) and [c]() and [d](#s)", "myst", "<a href=\"#b\">a</a> and <a href=\"#\">c</a> and [d](#s)"),
    ("[c]()", "vitepress", "[c](#)"),
    ("[a](tel:+49) [b](c.md?d=1#e)", "myst", "<a href=\"tel:+49\">a</a> [b](c.md#e)"),
    (
        "![a](<b c.png> \"d\") ![e](f%20g.png) ![h](i.png)",
        "myst",
        "<img src=\"b\\ c.png\" alt=\"a\" title=\"d\"> <img src=\"f\\ g.png\" alt=\"e\"> ![h](i.png)",
    ),
    ("- ***\n- a\n\n  ***\n  b", "myst", "- <hr>\n- a\n  <hr>\n  b"),
    ("_id, **a** and user_id, **b** `_c` _d_", "material pandoc", "\\_id, **a** and user_id, **b** `_c` _d_"),
    ("a\n\n***\n\nb\n\n***\n\n***\n\n[c]: d.md", "myst", "a\n***\nb\n[c]: d.md"),
    (
        "<img src=\"a.png\" width=\"100px;\" height='50%' alt=\"b\"> <img src=c.png alt=d width=40 align=\"Center\">",
        "myst",
        "<img src=\"a.png\" width=\"100px\"  alt=\"b\"> <img src=c.png alt=d width=40 align=\"center\">",
    ),
    ("a <!-- -- > --> b <!-- c -->", "pandoc vitepress", "a <!-- - - > --> b <!-- c -->"),
    ("[a](<b.md> \"c \\\"d\\\"\")", "material", "[a](<b.md> \"c &quot;d&quot;\")"),
    // A label that is defined twice, and anchors with marks.
    ("[a] b\n\n[a]: c.md\n[a]: d.md", "myst", "[a] b\n[a]: c.md"),
    ("[a](b.md#\u{fe0f}-c) [d](b.md#e\u{301}f) [g](b.md#h)", "myst", "[a](b.md#-c) [d](b.md#ef) [g](b.md#h)"),
    ("[a](b.md#\u{fe0f}-c)", "github material", "[a](b.md#\u{fe0f}-c)"),
    // Placeholders that close themselves, and rows that a browser puts into a body.
    ("a <slot/> <span/> <template x>", "hugo mdbook myst", "a &lt;slot/> &lt;span/> &lt;template x>"),
    ("a <slot/> <span/> <template x>", "material vitepress", "a &lt;slot/> &lt;span/> &lt;template x>"),
    ("a <br/> b <a id=\"c\"/>", "hugo mdbook", "a <br/> b <a id=\"c\"/>"),
    (
        "<table>\n<tr><td>a</td></tr>\n</table>",
        "docusaurus vitepress",
        "<table>\n<tbody>\n<tr><td>a</td></tr>\n</tbody>\n</table>",
    ),
    ("<table><tr><td>a</td></tr></table>", "vitepress", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
    (
        "<table><thead><tr><td>a</td></tr></thead></table>",
        "vitepress",
        "<table><thead><tr><td>a</td></tr></thead></table>",
    ),
    // Captions, rules and addresses of files.
    ("Table: a\n\n| b |\n|---|\n| c |", "pandoc", "Table\\: a\n| b |\n|---|\n| c |"),
    ("a\n\n-----   -----\n\nb", "material", "a\n---\nb"),
    ("ftp://a.example/b", "material mdbook pandoc myst hugo starlight", "<ftp://a.example/b>"),
    ("ftp://a.example/b", "docusaurus", "[ftp\\://a.example/b](ftp://a.example/b)"),
    // Tables with other borders.
    ("| a |\n|---|\n| b |\nc", "material pandoc", "| a |\n|---|\n| b |\n| c |"),
    ("| a |\n|---|\n| b |\nc", "github hugo", "| a |\n|---|\n| b |\nc"),
    (
        "a | b | c\n---|---|---\nd\n| e | f",
        "material pandoc",
        "| a | b | c |\n| ---|---|--- |\n| d | | |\n| e | f | |",
    ),
    ("a | b\n---|---\nc | d", "material pandoc", "a | b\n---|---\nc | d"),
    ("| a | b |\n| 1 | 2 |", "pandoc", "\\| a | b |\n\\| 1 | 2 |"),
    (
        "| a |\n|---|\n| <ul><li>b</li></ul> <b>c</b> |",
        "pandoc",
        "| a |\n|---|\n| `<ul>`{=html}`<li>`{=html}b`</li>`{=html}`</ul>`{=html} <b>c</b> |",
    ),
    (
        "|a|b|c|\n|-|-|-|\n|https://a.example/b_c|www.a.example|me@a.example|",
        "mdbook material",
        "|a|b|c|\n|-|-|-|\n|<https://a.example/b_c>|[www.a.example](http://www.a.example)|<me@a.example>|",
    ),
    (
        "<p align=\"center\"><img src=\"a.png\" alt=\"b\"></p>",
        "pandoc",
        "<div align=\"center\">\n![b](a.png)\n</div>",
    ),
    ("> | a |\n> |---|\nb", "hugo", "> | a |\n> |---|\nb"),
    ("| ![a \\| b](c.png) |\n|---|", "hugo", "| ![a &#124; b](c.png) |\n|---|"),
    ("| a |\n|---|\n|https://a.example|", "mdbook", "| a |\n|---|\n|<https://a.example>|"),
    ("a <a href=\"b.md#c\">d</a> e", "material docusaurus starlight hugo", "a [d](b.md#c) e"),
    ("a <a href=\"b.md\">d</a> e", "github", "a <a href=\"b.md\">d</a> e"),
    ("[a](https://a.example/b\\)c)", "hugo", "[a](https://a.example/b%29c)"),
    // Definitions below a list, and other forms of links.
    (
        "- a [b][]\n\n[c]: d.md\n[b]: <https://a.example/b c> 'd'",
        "material",
        "- a [b][]\n[c]: d.md\n[b]: https://a.example/b%20c 'd'",
    ),
    ("![a][b]\n\n[b]: c.png \"d\"", "docusaurus", "![a](c.png \"d\")\n[b]: c.png \"d\""),
    ("[a]()", "docusaurus", "[a](#)"),
    ("[a](/b) and [c](/d.md)", "myst", "<a href=\"/b\">a</a> and [c](/d.md)"),
    ("[a](b/README.md#c) [d](README.md)", "mdbook", "[a](b/index.md#c) [d](index.md)"),
    ("[a](b/README.md#c)", "github material", "[a](b/README.md#c)"),
    (
        "www.a.example/b_c and mailto:me@a.example",
        "material mdbook",
        "[www.a.example/b\\_c](http://www.a.example/b_c) and [mailto:me@a.example](mailto:me@a.example)",
    ),
    ("<mailto:me@a.example>", "material", "[mailto:me@a.example](mailto:me@a.example)"),
    ("https://a.example/?b[]=c", "mdbook pandoc", "<https://a.example/?b[]=c>"),
    ("https://a.example/b., c", "vitepress", "<https://a.example/b>., c"),
    // Blocks of HTML with images and links to pages.
    (
        "<p align=\"center\">\n  <a href=\"b.md\"><img src=\"p.png\" alt=\"x\"></a>\n</p>",
        "hugo starlight",
        "<div align=\"center\">\n[![x](p.png)](b.md)\n</div>",
    ),
    (
        "<center><img src=\"p.png\"> a*b</center>",
        "starlight",
        "<div align=\"center\">\n![](p.png) a&#42;b\n</div>",
    ),
    (
        "<p align=\"center\">\n  <a href=\"b.md\"><img src=\"p.png\" alt=\"x\"></a>\n</p>",
        "material",
        "<div align=\"center\" markdown>\n[![x](p.png)](b.md)\n</div>",
    ),
    (
        "<p align=\"center\">\n<a href=\"b.md\">c</a>\n</p>",
        "docusaurus",
        "<p align=\"center\">\n[c](b.md)\n</p>",
    ),
    (
        "<p align=\"center\">\n<a href=\"b.md\">c</a>\n</p>",
        "vitepress",
        "<div align=\"center\">\n[c](b.md)\n</div>",
    ),
    ("<div><p><img src=\"p.png\"></p></div>", "hugo material", "<div><p><img src=\"../p.png\"></p></div>"),
    ("<IMG SRC=\"p.png\" ALT=\"x\">", "vitepress", "<img src=\"./p.png\" ALT=\"x\">"),
    ("<source srcset=\"p.png 1x, ./q.png 2x\">", "vitepress", "<source srcset=\"./p.png 1x, ./q.png 2x\">"),
    ("<pre>\na <b>b</b>\n\nc\n</pre>", "docusaurus material", "```\na b\nc\n```"),
    // A line that continues a quote in an item, and lists next to each other; code in front of a tag.
    ("- a\n  > b\nc\n- d", "material", "-   a\n    > b\n    > c\n-   d"),
    ("- a\n\n<!-- -->\n\n- b", "docusaurus", "- a\n{/* */}\n- b"),
    (
        "| `a`<ul><li>b</li></ul> |\n|---|",
        "pandoc",
        "| `a`<!-- -->`<ul>`{=html}`<li>`{=html}b`</li>`{=html}`</ul>`{=html} |\n|---|",
    ),
    // Backslashes in addresses, and a README in an element.
    (
        "[a](b\\_c.md) ![d](<e\\\\f.png> \"g\") [h](i\\&j\\#k)\n\n[l]: m\\_n.md",
        "hugo",
        "[a](b_c.md) ![d](<e%5Cf.png> \"g\") [h](i&amp;j%23k)\n[l]: m_n.md",
    ),
    ("| <a href=\"b/README.md#c\">d</a> |\n|---|", "mdbook", "| <a href=\"b/index.md#c\">d</a> |\n|---|"),
    // What only one renderer takes for a tag, a heading or emphasis.
    ("<span @click=\"a\">b</span>", "vitepress", "&lt;span @click=\"a\">b&lt;/span>"),
    ("a\n####### b", "material", "a\n\\####### b"),
    ("a _ b, __, file_name", "material pandoc", "a \\_ b, \\_\\_, file_name"),
    // Elements in capitals, components, tokens and placeholders.
    ("a <B>kept</B> <BR> b", "vitepress", "a <b>kept</b> <br> b"),
    ("a <B>kept</B> <BR> b", "docusaurus", "a <b>kept</b> <br /> b"),
    ("a <Link to=\"x\">y</Link>", "vitepress docusaurus", "a &lt;Link to=\"x\">y&lt;/Link>"),
    ("a <Link to=\"x\">y</Link>", "github hugo mdbook", "a &lt;Link to=\"x\">y&lt;/Link>"),
    ("end </s> and <s> open", "github vitepress docusaurus myst", "end &lt;/s> and &lt;s> open"),
    ("end </s> and <s> open", "material pandoc hugo mdbook", "end &lt;/s> and &lt;s> open"),
    ("<pad> <|im_start|> <unk/>", "github myst", "&lt;pad> <|im_start|> &lt;unk/>"),
    ("<pad> <|im_start|> <unk/>", "docusaurus material pandoc", "&lt;pad> &lt;|im_start|> &lt;unk/>"),
    ("a <my-box x={y}> b", "docusaurus", "a &lt;my-box x=&#123;y}> b"),
    ("a <s>b</s> c", "github vitepress docusaurus material", "a <s>b</s> c"),
    // Images in HTML.
    ("a <img src=\"img/p.png\" alt=\"x\"> b", "vitepress", "a <img src=\"./img/p.png\" alt=\"x\"> b"),
    (
        "a <img src=\"/p.png\"> <img src=\"../p.png\"> b",
        "vitepress",
        "a <img src=\"/p.png\"> <img src=\"../p.png\"> b",
    ),
    ("a <IMG SRC='img/p.png'> b", "vitepress", "a <img src='./img/p.png'> b"),
    (
        "a <img src=\"img/p.png\" alt=\"x [y]\"> b",
        "material pandoc starlight docusaurus hugo",
        "a ![x \\[y\\]](img/p.png) b",
    ),
    ("a <img src=\"p q.png\" width=\"20\"> b", "material pandoc", "a ![](p%20q.png){ width=\"20\" } b"),
    ("a <img src=\"p.png\" width=\"20\"> b", "starlight", "a ![](p.png) b"),
    (
        "a <img src=\"p.png\" width=\"20\"> b",
        "docusaurus",
        "a <img src={require(\"./p.png\").default} width=\"20\" /> b",
    ),
    ("a <img src=\"p.svg\" width=\"20\"> b", "docusaurus", "a ![](p.svg) b"),
    (
        "a <img src=\"https://a.example/p.png\"> b",
        "vitepress material",
        "a <img src=\"https://a.example/p.png\"> b",
    ),
    (
        "<p align=\"center\">\n<img src=\"https://a.example/p.png\">\n</p>",
        "material",
        "<p align=\"center\">\n<img src=\"https://a.example/p.png\">\n</p>",
    ),
    ("![a {x} <T>](p.png)", "vitepress", "![a {x} <T>](p.png)"),
    // Addresses.
    ("see https://a.example/x_y_z.", "material myst pandoc mdbook hugo", "see <https://a.example/x_y_z>."),
    ("see https://a.example/x_y_z.", "github gitlab obsidian vitepress", "see https://a.example/x_y_z."),
    (
        "ask me@a.example or www.a.example/b",
        "vitepress",
        "ask <me@a.example> or [www.a.example/b](http://www.a.example/b)",
    ),
    (
        "ask me@a.example or www.a.example/b",
        "myst hugo",
        "ask <me@a.example> or [www.a.example/b](http://www.a.example/b)",
    ),
    (
        "https://a.example/v1/m:predict or a:b",
        "docusaurus starlight",
        "https://a.example/v1/m:predict or a\\:b",
    ),
    (
        "`https://a.example` [https://b.example](c.md)",
        "material",
        "`https://a.example` [https://b.example](c.md)",
    ),
    ("https://a.example/<id>/b", "material", "<https://a.example/>&lt;id>/b"),
    ("[a]\n\n[a]: <https://a.example/b c> 'd'", "material", "[a]\n[a]: https://a.example/b%20c 'd'"),
    ("- a [b]\n\n  [b]: https://a.example\n- c", "pandoc", "- a [b]\n- c\n[b]: https://a.example"),
    // Signs that a renderer reads as its own.
    (
        "C:\\été and \\über, \\ x, \\→ and \\*a\\*",
        "pandoc",
        "C:\\\\été and \\\\über, \\\\ x, \\\\→ and \\*a\\*",
    ),
    ("**b**{x} and {: .y}", "material", "**b**\\{x} and \\{: .y}"),
    (":::note\na\n:::", "myst pandoc", "\\:::note\na\n\\:::"),
    (":::tip\na\n:::", "docusaurus starlight vitepress", "\\:::tip\na\n\\:::"),
    ("*alias, <<: *merge", "material pandoc", "\\*alias, &lt;&lt;: \\*merge"),
    (
        "<host:port> and <https://a.example>",
        "github hugo vitepress",
        "&lt;host:port> and <https://a.example>",
    ),
    ("a <!---> b", "github vitepress material", "a <!-- --> b"),
    ("[a](https://a.example (b))", "material pandoc", "[a](https://a.example \"b\")"),
    ("<div>a *b*</div>", "material docusaurus pandoc", "<div>a &#42;b&#42;</div>"),
    ("<div>a *b*</div>", "github vitepress", "<div>a *b*</div>"),
    ("[a]\n\n[a]: https://a.example\n    \"b\n    c\"", "material", "[a]\n[a]: https://a.example \"b c\""),
    ("\\??? a", "material", "&#63;?? a"),
    ("a &notanentity; &amp; &copy; &#35;", "material", "a &amp;notanentity; &amp; &copy; &#35;"),
    ("> [!ODD]\n> a\n\n> [!TIP]\n> b", "hugo", "> <span></span>[!ODD]\n> a\n> [!TIP]\n> b"),
    ("[a][] and [b [c] d](e.md)\n\n[a]: f.md", "pandoc", "[a][] and [b \\[c\\] d](e.md)\n[a]: f.md"),
    ("{{#a}} and {{#b}}", "mdbook", "\\{{#a}} and {{#b}}"),
];

#[test]
fn what_is_around_the_facts_stays() {
    let mut wrong = Vec::new();
    for (text, names, expected) in TEXTS {
        for (name, made) in names.split(' ').map(|name| (name, inside(name, text))) {
            if made != *expected {
                wrong.push(format!("{name} of {text:?}\n  {made:?}\n  {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_page_has_its_title_in_the_front_matter_where_it_is_needed() {
    for (text, expected) in [
        ("# A `b` \"c\"\n\ntext\n", "---\ntitle: \"A b \\\"c\\\"\"\n---\n\n\ntext\n"),
        ("---\nx: 1\n---\n\n# A\n\ntext\n", "---\ntitle: \"A\"\nx: 1\n---\n\n\ntext\n"),
        ("---\ntitle: A\n---\n\n# A\n\ntext\n", "---\ntitle: A\n---\n\n\ntext\n"),
        ("---\ntitle: B\n---\n\n# A\n\ntext\n", "---\ntitle: \"A\"\n---\n\n\ntext\n"),
        ("## A\n\ntext\n", "---\ntitle: \"A\"\n---\n\n## A\n\ntext\n"),
        ("text\n", "---\ntitle: \"Page\"\n---\n\ntext\n"),
    ] {
        let squeezed =
            |text: &str| text.split('\n').filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        assert_eq!(squeezed(&to("starlight", text)), squeezed(expected), "{text}");
    }
}

#[test]
fn headings_have_the_anchors_of_github() {
    let text =
        "# T\n\n## What's new in 1.2?\n\n## Dup\n\n## Dup ##\n\n2.0 migration\n=====\n\n## Plain words 2\n";
    let vitepress = "# T\n\n## What's new in 1.2? {#whats-new-in-12}\n\n## Dup\n\n## Dup {#dup-1} ##\n\n\
                     2.0 migration {#20-migration}\n=====\n\n## Plain words 2\n";
    assert_eq!(to("vitepress", text), vitepress);
    assert_eq!(to("pandoc", text), vitepress);
    assert_eq!(to("material", text), text.replace("## Dup ##", "## Dup {#dup-1} ##"));
    for name in ["github", "docusaurus", "hugo", "mdbook", "myst", "portable"] {
        assert_eq!(to(name, text), text, "{name}");
    }
}

#[test]
fn a_table_may_start_behind_the_mark_of_an_item() {
    let text = "# T\n\n## S\n\n**[NOTE]**\n- | a | b |\n  |---|---|\n  | 1 | 2 |\n";
    for name in ["material", "pandoc"] {
        let page = to(name, text);
        let has = |row: &str| page.lines().any(|line| line.trim_start_matches([' ', '-']) == row);
        assert!(["| a | b |", "|---|---|", "| 1 | 2 |"].into_iter().all(has), "{name}: {page}");
    }
}

#[test]
fn titles_keep_their_addresses() {
    let page =
        to("material", "# T\n\n## S\n\n**[BUG] a https://a.example/b**\nSymptom: x\nCause: y\nFix: z\n");
    assert!(page.contains("!!! bug \"a <https://a.example/b>\""), "{page}");
}

#[test]
fn links_to_the_title_of_a_page_lead_to_its_start() {
    let text = "# Page one\n**Version 1.0.0**\n\n## S\n\n**[NOTE]**\nSee [top](#page-one) and [s](#s).\n";
    for (name, links) in [
        ("docusaurus", "[top](#) and [s](#s)"),
        ("starlight", "[top](#_top) and [s](#s)"),
        ("vitepress", "[top](#page-one) and [s](#s)"),
    ] {
        assert!(to(name, text).contains(links), "{name}");
    }
}

#[test]
fn front_matter_in_toml_is_yaml_for_renderers_that_know_only_yaml() {
    let text = "+++\ntitle = \"A\"\nweight = 2\n+++\n\n# A\n\n## S\n\n**[NOTE]**\na\n";
    for name in ["material", "pandoc", "vitepress", "docusaurus", "myst", "starlight", "github"] {
        let page = to(name, text);
        assert!(page.starts_with("---\ntitle: \"A\"\nweight: 2\n---\n"), "{name}: {page}");
    }
    assert!(!to("starlight", text).contains("# A"));
    assert!(to("hugo", text).starts_with("+++\n"));
    let other = text.replace('2', "[[1]]");
    assert!(to("material", &other).starts_with("<!--\n+++\n"));
    assert!(to("docusaurus", &other).trim_start().starts_with("# A"));
    assert!(to("starlight", &other).starts_with("---\ntitle: \"A\"\n---\n"));
}

#[test]
fn a_title_in_the_front_matter_is_shown_once() {
    for (title, heading) in
        [(r#""A: the \"b\"""#, "A: the \"b\""), ("'It''s'", "It's"), ("x", "x"), ("c d", "`c` d")]
    {
        let text = format!("---\ntitle: {title}\n---\n\n# {heading}\n\n## S\n\n**[NOTE]**\na\n");
        assert!(!to("starlight", &text).contains(&format!("# {heading}")), "{title}");
    }
}

#[test]
fn raw_pages_keep_the_anchors_of_the_renderer_and_of_the_author() {
    let text = "# T\n\n## What's new?\n\n**[NOTE]**\na\n\n## Own title {#mine}\n\n**[NOTE]**\nb\n";
    let raw = Options { raw: true, ..Options::default() };
    let page = render(&parse(text), dialect("vitepress").expect("a dialect"), &raw).text;
    assert!(page.contains("## What's new? <a id=\"whats-new\"></a>\n"), "{page}");
    assert!(page.contains("## Own title {#mine}\n"), "{page}");
    let page = to("vitepress", text);
    assert!(page.contains("## What's new? {#whats-new}\n"), "{page}");
}

#[test]
fn a_heading_that_ends_with_braces_keeps_them_and_its_anchor() {
    let text = "# T\n\n## A {#b}\n\n**[NOTE]**\nc\n";
    assert!(to("docusaurus", text).contains("\n## A \\{#b} \\{#a-b}\n"));
    assert!(to("docusaurus", "# T\n\n## A {b}\n\n**[NOTE]**\nc\n").contains("\n## A \\{b}\n"));
}

#[test]
fn a_page_shows_its_heading_once() {
    let text = "---\ntitle: Short\norder: 2\n---\n\n# Long *title*\n\n**[NOTE]**\na\n";
    let page = to("starlight", text);
    assert!(page.starts_with("---\ntitle: \"Long title\"\norder: 2\n---\n"), "{page}");
    assert!(!page.contains("# Long"), "{page}");
    let text = "---\ntitle: >\n  Short\n---\n\n# Long\n\n**[NOTE]**\na\n";
    assert!(to("starlight", text).contains("title: >\n  Short\n---\n\n# Long\n"));
}

#[test]
fn a_title_with_single_signs_stays_a_title() {
    let text = "# T\n\n## S\n\n**[BUG] A ` tick {x}**\nSymptom: a ` tick {y}.\nCause: b.\nFix: c.\n";
    let page = to("docusaurus", text);
    assert!(page.contains(":::danger[A ` tick \\{x}]\n\nSymptom: a ` tick \\{y}.  \nCause"), "{page}");
    let page = to("mdbook", text);
    assert!(page.contains("> **A ` tick {x}**\n>\n> Symptom: a ` tick {y}.  \n> Cause"), "{page}");
    let text = "# T\n\n## S\n\n**[BUG] A **b and [c:**\nSymptom: a.\nCause: b.\nFix: c.\n";
    assert!(to("github", text).contains("> **A \\*\\*b and [c:**\n>\n> Symptom: a."));
    assert!(to("material", text).contains("!!! bug \"A **b and [c:\"\n    Symptom: a."));
}
