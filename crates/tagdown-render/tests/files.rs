//! Files that pages link to and show: links in HTML, definitions, and names that a renderer misreads.

use tagdown::document::parse;
use tagdown_render::{Options, dialect, render};

fn to(name: &str, text: &str) -> String {
    let made = render(&parse(text), dialect(name).expect("a dialect"), &Options::default()).text;
    // Starlight gets a title from the front matter.
    made.rsplit("---\n\n").next().expect("a text").to_owned()
}

/// What dialects make of a text. The last column is what all others of the list get: the text itself.
fn check(cases: &[(&str, &str, &str)]) {
    for (text, names, expected) in cases {
        for name in names.split(' ') {
            assert_eq!(to(name, &format!("{text}\n")).trim_end(), *expected, "{name}: {text}");
        }
    }
}

#[test]
fn a_link_to_a_file_in_html_is_written_as_markdown_where_pages_move() {
    check(&[
        (
            "a <a href=\"../b.csv\">c</a> d",
            "material hugo starlight docusaurus vitepress myst",
            "a [c](../b.csv) d",
        ),
        ("a <a href=\"../b.csv\">c</a> d", "mdbook pandoc github", "a <a href=\"../b.csv\">c</a> d"),
        (
            "<a href='b (1).csv' title=\"t\" target=_blank>**c** <b>d</b></a>",
            "hugo",
            "[**c** <b>d</b>](b%20%281%29.csv \"t\")",
        ),
        ("a <a href=b/Makefile>c\nd</a>", "material hugo", "a [c\nd](b/Makefile)"),
        // A compiler stops at a link to a folder.
        ("a <a href=\"b/c\">d</a>", "docusaurus vitepress", "a <a href=\"b/c\">d</a>"),
        (
            "a <a href=\"b/\">c</a> <a href=\"..\">d</a>",
            "vitepress",
            "a <a href=\"b/\">c</a> <a href=\"..\">d</a>",
        ),
        (
            "a <a href=\"https://b.example/c.csv\">d</a> <a href=\"#e\">f</a> <a href=\"/g.csv\">h</a>",
            "hugo docusaurus",
            "a <a href=\"https://b.example/c.csv\">d</a> <a href=\"#e\">f</a> <a href=\"/g.csv\">h</a>",
        ),
        // An anchor stays an element, one folder up.
        ("a <a id=\"x\" href=\"b.csv\">c</a>", "hugo material", "a <a id=\"x\" href=\"../b.csv\">c</a>"),
        (
            "<table><tr><td><a href=\"b.csv\">c</a> <a href=\"d.md\">e</a></td></tr></table>",
            "hugo starlight",
            "<table><tr><td><a href=\"../b.csv\">c</a> <a href=\"../d/\">e</a></td></tr></table>",
        ),
        // Two paragraphs are no link.
        ("a <a href=\"b.csv\">c\n\nd</a>", "hugo", "a &lt;a href=\"b.csv\">c\n\nd&lt;/a>"),
    ]);
}

#[test]
fn docusaurus_gets_the_addresses_of_files_where_they_are_used() {
    check(&[
        (
            "[a][b] [c][] [d] ![e][f] [g][h]\n\n[b]: i/Makefile\n[c]: j.csv \"t\"\n[d]: k#L1\n[f]: l.png\n[h]: m.md",
            "docusaurus",
            "[a](i/Makefile) [c](j.csv \"t\") [d](k#L1) ![e](l.png) [g][h]\n\n\
             [b]: i/Makefile\n[c]: j.csv \"t\"\n[d]: k#L1\n[f]: l.png\n[h]: m.md",
        ),
        (
            "![a] [b][c]\n\n[a]: <d e.png> \"t\"\n[c]: <f g.csv>",
            "docusaurus",
            "![a](<d e.png> \"t\") [b](<f g.csv>)\n\n[a]: <d e.png> \"t\"\n[c]: <f g.csv>",
        ),
        (
            "[a][b] [a]\n\n[b]: https://c.example\n[a]: #d",
            "docusaurus",
            "[a][b] [a]\n\n[b]: https://c.example\n[a]: #d",
        ),
    ]);
}

#[test]
fn sphinx_gets_no_queries() {
    check(&[
        (
            "[a](b/LICENSE?plain=1#L3) [c](d.md?e) [f](/g?h)",
            "myst",
            "[a](b/LICENSE#L3) [c](d.md) <a href=\"/g?h\">f</a>",
        ),
        ("[a](https://b.example/?c=1)", "myst", "[a](https://b.example/?c=1)"),
    ]);
}

#[test]
fn sphinx_finds_images_by_their_names() {
    check(&[
        // Names that Markdown would encode, and code in the text.
        ("![a](\u{43f}.png)", "myst", "<img src=\"\u{43f}.png\" alt=\"a\">"),
        ("![a](%D0%BF.png \"t\")", "myst", "<img src=\"\u{43f}.png\" alt=\"a\" title=\"t\">"),
        ("![a][b]\n\n[b]: <c d.png>", "myst", "<img src=\"c\\ d.png\" alt=\"a\">\n\n[b]: <c d.png>"),
        ("![a `b` *c*](d.png)", "myst", "<img src=\"d.png\" alt=\"a b c\">"),
        (
            "![a](b.png) ![c](https://d.example/%20.png)",
            "myst",
            "![a](b.png) ![c](https://d.example/%20.png)",
        ),
        // Elements in running text.
        ("a <img src=\"b%20c.png\" alt=\"d\">", "myst", "a <img src=\"b\\ c.png\" alt=\"d\">"),
        ("a <img src=%D0%BF.png>", "myst", "a <img alt=\"\" src=\"\u{43f}.png\">"),
        ("a <img src=\"b.png\" alt=\"c\">", "myst", "a <img src=\"b.png\" alt=\"c\">"),
    ]);
}

#[test]
fn sphinx_finds_images_in_blocks_of_html() {
    check(&[
        (
            "<figure>\n  <img src=\"a.png\" alt=\"b\">\n  <figcaption>c</figcaption>\n</figure>",
            "myst",
            "<figure>\n\n<img src=\"a.png\" alt=\"b\">\n\n<figcaption>c</figcaption>\n</figure>",
        ),
        (
            "<picture>\n  <source srcset=\"d.png\">\n  <img src=\"a.png\" alt=\"b\">\n</picture>",
            "myst",
            "<picture>\n  \n\n<img src=\"a.png\" alt=\"b\">\n\n</picture>",
        ),
        (
            "> <p><img src=\"a.png\" alt=\"b\">\n> c</p>",
            "myst",
            "> <p>\n>\n> <img src=\"a.png\" alt=\"b\">\n>\n> c</p>",
        ),
        (
            "- <p><img src=\"a.png\" alt=\"b\"></p>",
            "myst",
            "- <p>\n\n  <img src=\"a.png\" alt=\"b\">\n\n  </p>",
        ),
        // A tag alone on the first line would make all of it HTML.
        (
            "<p align=\"center\">\n  <img src=\"a.png\" alt=\"b\">\n  <br>\n  c\n</p>",
            "myst",
            "<div align=\"center\">\n\n<span></span><img src=\"a.png\" alt=\"b\">\n<br>\nc\n\n</div>",
        ),
        (
            "<p>\n  <b>\n  <img src=\"a.png\" alt=\"b\"></b>\n</p>",
            "hugo",
            "<div>\n\n<span></span><b>\n![b](a.png)</b>\n\n</div>",
        ),
        (
            "<figure><img src=\"https://a.example/b.png\" alt=\"c\"></figure>",
            "myst",
            "<figure><img src=\"https://a.example/b.png\" alt=\"c\"></figure>",
        ),
    ]);
}

#[test]
fn the_text_of_an_image_keeps_its_words_and_signs() {
    check(&[
        (
            "![it's *a* & b](c d.png) ![it's *a* & b](<c d.png> \"t\")",
            "docusaurus",
            "![it's *a* & b](c d.png) <img src={require(\"./c d.png\").default} alt=\"it's a &amp; b\" title=\"t\" />",
        ),
        (
            "![a](b.png) ![it's](https://c.example/d.png)",
            "docusaurus",
            "![a](b.png) ![it's](https://c.example/d.png)",
        ),
        ("![a `b c` d](e.png) ![`f_g`](h.png)", "vitepress", "![a b c d](e.png) ![`f_g`](h.png)"),
    ]);
}

#[test]
fn mdbook_finds_a_readme_through_a_definition() {
    check(&[
        (
            "[a][b] [c] [d](e/README.md)\n\n[b]: op/README.md#x \"t\"\n[c]: <README.md>",
            "mdbook",
            "[a][b] [c] [d](e/index.md)\n\n[b]: op/index.md#x \"t\"\n[c]: <index.md>",
        ),
        ("[a]\n\n[a]: https://b.example/README.md", "mdbook", "[a]\n\n[a]: https://b.example/README.md"),
    ]);
}

#[test]
fn signs_that_are_no_markup_stay_on_the_page() {
    check(&[
        ("a ~~x b and ~~y, x ~~ y, ~~z~~", "pandoc", "a \\~\\~x b and \\~\\~y, x \\~\\~ y, ~~z~~"),
        ("a ~~x b", "hugo", "a ~~x b"),
        ("- [x]a\n- [ ] b\n- [x](c.md)", "hugo", "- \\[x]a\n- [ ] b\n- [x](c.md)"),
        ("- \\[ ] a\n- \\[x] b\n- [ ] c", "pandoc", "- \\[<!-- --> \\] a\n- \\[<!-- -->x\\] b\n- [ ] c"),
        (
            "**\"a\"**b, ~~**c**~~, 2 ** 3 * 4",
            "docusaurus starlight",
            "\\*\\*\"a\"\\*\\*b, ~~**c**~~, 2 \\*\\* 3 * 4",
        ),
    ]);
}
