//! Elements of HTML in items, quotes, cells and alerts, for renderers that compile the page: each must end where it
//! starts.

use tagdown::document::parse;
use tagdown_render::{Options, dialect, render};

fn to(name: &str, text: &str) -> String {
    render(&parse(text), dialect(name).expect("a dialect"), &Options::default()).text
}

/// Texts and what Docusaurus gets.
const JSX: &[(&str, &str)] = &[
    (
        "- a\n\n  <details><summary>S</summary>\n\n  b\n\n  </details>\n",
        "- a\n\n  <details>\n\n  <summary>S</summary>\n\n  b\n\n  </details>\n",
    ),
    (
        "> <details><summary>S</summary>\n>\n> b\n>\n> </details>\n",
        "> <details>\n>\n> <summary>S</summary>\n>\n> b\n>\n> </details>\n",
    ),
    ("- <div>a\n\n  *b*\n\n  </div>\n", "- <div>\n\n  a\n\n  *b*\n\n  </div>\n"),
    ("10. <div>a\n\n    b</div>\n", "10. <div>\n\n    a\n\n    b\n\n    </div>\n"),
    ("> - <div>a\n>\n>   b</div>\n", "> - <div>\n>\n>   a\n>\n>   b\n>\n>   </div>\n"),
    // In the middle of a paragraph, and of the text of an item.
    ("a <div>b\n\nc</div>\n", "a \n\n<div>\n\nb\n\nc\n\n</div>\n"),
    ("- a <div>b\n  </div>\n- c\n", "- a \n\n  <div>\n\n  b\n  </div>\n- c\n"),
    // An element that has no partner in its item or cell is a word.
    ("- <div>a\n- b</div>\n", "- &lt;div>a\n- b&lt;/div>\n"),
    ("> <div>a\n\nb</div>\n", "> &lt;div>a\n\nb&lt;/div>\n"),
    (
        "| a <b> c | d </b> |\n|---|---|\n| <i>e</i> | f |\n",
        "| a &lt;b> c | d &lt;/b> |\n|---|---|\n| <i>e</i> | f |\n",
    ),
    ("## a <div>\n\nb </div>\n", "## a &lt;div> \\{#a}\n\nb &lt;/div>\n"),
    ("the <div> element\n", "the &lt;div> element\n"),
    // A tag on several lines, rows without a body, and omitted end tags.
    ("- <div\n  class=\"x\">a\n  </div>\n", "- <div className=\"x\">\n\n  a\n  </div>\n"),
    (
        "- <table><tr><td>a</td></tr>\n  </table>\n",
        "- <table>\n\n  \n\n  <tbody>\n\n  <tr><td>a</td></tr>\n  </tbody>\n  </table>\n",
    ),
    ("> <ul>\n> <li>a\n> <li>b\n> </ul>\n", "> <ul>\n> <li>a</li>\n> <li>b</li>\n> </ul>\n"),
    (
        "<table><thead><tr><th>a<tbody><tr><td>b</table>\n",
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>\n",
    ),
    // An alert loses its marks, also on lines that are new.
    ("> [!NOTE]\n> <div>a\n>\n> b</div>\n", ":::note[Note]\n\n<div>\n\na\n\nb\n\n</div>\n\n:::\n"),
    ("> [!NOTE]\n> a\n>\n> <p>b\n", ":::note[Note]\n\na\n\n<p>b</p>\n\n:::\n"),
];

#[test]
fn docusaurus_gets_elements_that_end_where_they_start() {
    for (text, expected) in JSX {
        assert_eq!(to("docusaurus", text), *expected, "{text}");
    }
}

#[test]
fn vue_gets_no_element_that_leaves_its_item_or_cell() {
    for (text, expected) in [
        ("- <div>a\n- b</div>\n", "- &lt;div>a\n- b&lt;/div>\n"),
        ("| a <b> c | d </b> |\n|---|---|\n", "| a &lt;b> c | d &lt;/b> |\n|---|---|\n"),
        ("- <div>a\n\n  b\n\n  </div>\n", "- <div>a\n\n  b\n\n  </div>\n"),
        // A paragraph contains no end of an element that starts outside of it.
        ("<ul><li>a\n\nb</li></ul>\n", "<ul><li>a\n\nb\n\n</li>\n\n</ul>\n"),
        ("- <div>a\n\n  b</div> c\n", "- <div>a\n\n  b\n\n  </div>\n\n   c\n"),
        ("- <pre>a\n\n  b</pre>\n", "- <pre>a\n  <!-- -->\n  b</pre>\n"),
        // A footnote becomes a paragraph, and what it opens with another block.
        ("a[^1]\n\n[^1]: b\n", "a<sup>[1](#fn-1)</sup>\n\n<sup id=\"fn-1\">1</sup> b\n"),
        ("a[^1]\n\n[^1]: - b\n    - c\n", "a<sup>[1](#fn-1)</sup>\n\n<sup id=\"fn-1\">1</sup>\n\n- b\n- c\n"),
        (
            "a[^1]\n\n[^1]: <div>b\n\n    c</div>\n",
            "a<sup>[1](#fn-1)</sup>\n\n<sup id=\"fn-1\">1</sup>\n\n<div>b\n\nc\n\n</div>\n",
        ),
    ] {
        assert_eq!(to("vitepress", text), expected, "{text}");
    }
}

#[test]
fn a_word_in_two_cells_is_a_word_everywhere() {
    for name in ["github", "hugo", "mdbook", "myst", "starlight"] {
        let made = to(name, "a\n\n| a <b> c | d </b> |\n|---|---|\n");
        assert!(made.contains("| a &lt;b> c | d &lt;/b> |"), "{name}: {made}");
    }
}

#[test]
fn the_name_of_an_element_is_a_word_in_running_text() {
    let text = "**[SPEC]**\nThe <p> a <p> and <td> <tr>, <dd> <dt>\n\n- <td> once\n- a <ul><li>x<li>y</ul> b <p>c</p>\n\n\
                | <td> | <tr> |\n|---|---|\n| a <p> b <p> c | <ul><li>x<li>y</ul> |\n";
    let expected = "The &lt;p> a &lt;p> and &lt;td> &lt;tr>, &lt;dd> &lt;dt>\n\n- &lt;td> once\n\
                    - a <ul><li>x</li><li>y</li></ul> b <p>c</p>\n\n\
                    | &lt;td> | &lt;tr> |\n|---|---|\n| a &lt;p> b &lt;p> c | <ul><li>x</li><li>y</li></ul> |\n";
    for name in ["docusaurus", "vitepress", "starlight", "myst"] {
        let made = to(name, text);
        assert!(made.contains(expected), "{name}: {made}");
    }
}

#[test]
fn headings_and_nested_markers_get_the_lines_that_they_need() {
    for (name, text, expected) in [
        ("pandoc", "a\n# b\nc\n", "a\n\n# b\nc\n"),
        ("portable", "a\n# b\nc\n", "a\n\n# b\nc\n"),
        ("docusaurus", "a\n# b\n", "a\n# b\n"),
        (
            "material",
            "- + a\n- 1) b\n  2) c\n",
            "-   <!-- -->\n\n    +   a\n\n-   <!-- -->\n\n    1.  b\n\n    2.  c\n",
        ),
        // Lines that are indented for Python-Markdown keep four columns, those for CommonMark get them.
        (
            "material",
            "- a\n\n    ```sh\n    b\n    ```\n\n        c\n",
            "-   a\n\n    ```sh\n    b\n    ```\n\n        c\n",
        ),
        ("material", "- a\n\n  ```sh\n  b\n  ```\n", "-   a\n\n    ```sh\n    b\n    ```\n"),
        ("material", "- a\n\n    b\n\n     c\n", "-   a\n\n    b\n\n     c\n"),
        ("material", "- a\n\n    b\n\n      code\n", "-   a\n\n      b\n\n        code\n"),
    ] {
        assert_eq!(to(name, text), expected, "{text}");
    }
}
