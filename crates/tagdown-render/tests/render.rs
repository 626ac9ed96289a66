//! Rendering: what each dialect writes, and properties of every rendered document.

#[path = "../../../tests/generated.rs"]
mod generated;

use proptest::prelude::*;
use pulldown_cmark::{BlockQuoteKind, Event, Options as Flags, Parser, Tag, TagEnd};
use tagdown::document::{Kind, parse};
use tagdown_render::dialects::dialect;
use tagdown_render::{DIALECTS, ManifestMode, Options, Shape, render};

fn to(name: &str, text: &str) -> String {
    render(&parse(text), dialect(name).expect("a dialect"), &Options::default()).text
}

/// A document with one section that contains `body`.
fn page(body: &str) -> String {
    format!(
        "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n## Limits\n\n{body}"
    )
}

/// The body of a section, rendered in a dialect.
fn body(name: &str, text: &str) -> String {
    let rendered = to(name, &page(text));
    rendered.split_once("## Limits\n\n").expect("the heading stays").1.to_owned()
}

/// Source, dialect and expected output.
const CASES: &[(&str, &str, &str)] = &[
    ("**[SPEC]**\n- a\n", "github", "> [!IMPORTANT]\n> - a\n"),
    ("**[SPEC]**\n2. a\n", "github", "> [!IMPORTANT]\n>\n> 2. a\n"),
    (
        "**[BUG] `x` stops**\nSymptom: a\nCause: b\nFix: c\n",
        "github",
        "> [!CAUTION]\n> **`x` stops**\n>\n> Symptom: a  \n> Cause: b  \n> Fix: c\n",
    ),
    ("**[?]**\nMaybe.\n", "github", "> [!WARNING]\n> **Unverified**\n>\n> Maybe.\n"),
    (
        "**[SPEC]** It is ten. **[NOTE]** It was five.\n",
        "github",
        "> [!IMPORTANT]\n> It is ten.\n\n> [!NOTE]\n> It was five.\n",
    ),
    (
        "**[SPEC]** It is ten. **[NOTE]** It was five.\n",
        "portable",
        "**[SPEC]** It is ten.\n\n**[NOTE]** It was five.\n",
    ),
    ("**[BUG]** It stops\nFix: a\n", "material", "!!! bug \"It stops\"\n    Fix: a\n"),
    ("**[SPEC]** on the line\n", "gitlab", "> [!important] Spec\n>\n> on the line\n"),
    ("**[SPEC]**\n- a\n  - b\n", "material", "!!! abstract \"Spec\"\n    -   a\n        -   b\n"),
    (
        "**[SPEC]**\n| a |\n|---|\n| b |\n",
        "material",
        "!!! abstract \"Spec\"\n    | a |\n    |---|\n    | b |\n",
    ),
    (
        "**[BUG] a \"b\" c**\nFix:\n- x\nCause: y\n",
        "material",
        "!!! bug \"a \"b\" c\"\n    Fix:\n\n    - x\n\n    Cause: y\n",
    ),
    (
        "**[SPEC]**\n- {x} and `{x}` at /users/:id\n",
        "docusaurus",
        ":::info[Spec]\n\n- \\{x} and `{x}` at /users/\\:id\n\n:::\n",
    ),
    ("**[SPEC]**\n```\n:::\n```\n", "docusaurus", "::::info[Spec]\n\n```\n:::\n```\n\n::::\n"),
    (
        "**[SPEC]**\nA `Vec<T>` is no Vec<T>.\n",
        "vitepress",
        "::: info Spec\n\nA `Vec<T>` is no Vec&lt;T>.\n\n:::\n",
    ),
    (
        "**[NOTE]**\nSee {{ x }}, `{{ x }}`.\n",
        "vitepress",
        "::: tip Note\n\nSee <span v-pre>{{</span> x }}, `{{ x }}`{v-pre}.\n\n:::\n",
    ),
    ("**[BUG] a [b] `c`**\nFix: d\n", "docusaurus", ":::danger[a [b] `c`]\n\nFix: d\n\n:::\n"),
    ("**[BUG] a b] `c`**\nFix: d\n", "docusaurus", ":::danger[a b\\] c]\n\nFix: d\n\n:::\n"),
    ("**[BUG] a **b** [c](d.md)**\nFix: e\n", "github", "> [!CAUTION]\n> **a b [c](d.md)**\n>\n> Fix: e\n"),
    ("**[NOTE]**\nText.\n", "myst", ":::{admonition} Note\n:class: note\n\n\nText.\n\n:::\n"),
    (
        "**[BUG] say \"x\"**\nFix: d\n",
        "pandoc",
        "::: {.callout-caution title=\"say \\\"x\\\"\"}\n\nFix: d\n\n:::\n",
    ),
    ("**[?]**\nMaybe.\n", "obsidian", "> [!question] Unverified\n> Maybe.\n"),
    ("**[NOTE]**\nRun `{{< x >}}`.\n", "hugo", "> [!note] Note\n>\n> Run `{{</* x */>}}`.\n"),
    ("**[SPEC]**\n- a\n", "portable", "**[SPEC]**\n\n- a\n"),
    ("text\n**[SPEC]**\n| a |\n|---|\n", "portable", "text\n\n**[SPEC]**\n\n| a |\n|---|\n"),
    // Definitions move after the callout, and the next text stays separate.
    (
        "**[NOTE]**\nSee [r][r].\n\n[r]: https://r.example\n**[SPEC]**\nx\n",
        "mdbook",
        "> [!NOTE]\n> See [r][r].\n\n[r]: https://r.example\n\n> [!IMPORTANT]\n> x\n",
    ),
    // Untagged text stays plain, and closing tags are removed.
    ("plain\n\n**[SPEC]**\nx\n**[/SPEC]**\n\nafter\n", "mdbook", "plain\n\n> [!IMPORTANT]\n> x\n\nafter\n"),
    // Alerts inside a block become callouts if the renderer has its own.
    (
        "**[SPEC]**\n- a\n\n> [!TIP]\n> b\n",
        "material",
        "!!! abstract \"Spec\"\n    - a\n\n    !!! tip \"Tip\"\n        b\n",
    ),
    (
        "**[SPEC]**\n- a\n\n> [!TIP]\n> b\n",
        "myst",
        "::::{admonition} Spec\n:class: important\n\n\n- a\n\n:::{admonition} Tip\n:class: tip\n\n\nb\n\n:::\n\n::::\n",
    ),
    // A heading inside a block gets no label of MyST, which another page with the same heading would have as well.
    (
        "**[SPEC]**\n- a\n\n### B\n\n- c, [d](#b)\n",
        "myst",
        ":::{admonition} Spec\n:class: important\n\n\n- a\n\n### B\n\n- c, [d](#b)\n\n:::\n",
    ),
    // MDX supports no indented code, autolinks or unclosed elements.
    (
        "**[NOTE]**\nText.\n\n    a < {b}\n",
        "docusaurus",
        ":::note[Note]\n\nText.\n\n```\na < {b}\n```\n\n:::\n",
    ),
    (
        "**[NOTE]**\nA<br>b <p>c <https://x.example>\n",
        "docusaurus",
        ":::note[Note]\n\nA<br />b &lt;p>c [https\\://x.example](https://x.example)\n\n:::\n",
    ),
    // HTML, code and definitions that a renderer reads differently.
    ("### C#\n\n**[SPEC]**\nx\n", "material", "### C\\#\n\n!!! abstract \"Spec\"\n    x\n"),
    ("**[SPEC]**\n- a </div> b\n", "hugo", "> [!important] Spec\n>\n> - a &lt;/div> b\n"),
    ("**[SPEC]**\n- <tt>a</tt>\n", "vitepress", "::: info Spec\n\n- <code>a</code>\n\n:::\n"),
    (
        "**[SPEC]**\n<ul>\n<li>a\n<li>b\n</ul>\n\n<hr>\n",
        "pandoc",
        "::: {.callout-important title=\"Spec\"}\n\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\n<hr />\n\n:::\n",
    ),
    ("**[SPEC]**\n<?php x ?>\n", "vitepress", "::: info Spec\n\n&lt;?php x ?>\n\n:::\n"),
    ("**[NOTE]**\n<!-- a\n\nb -->\nc\n", "material", "!!! note \"Note\"\n    <!-- a\n    b -->\n    c\n"),
    (
        "**[NOTE]**\n<pre>\na\n\n*b*\n</pre>\n",
        "material",
        "!!! note \"Note\"\n    ```\n    a\n\n    *b*\n    ```\n",
    ),
    (
        "**[NOTE]**\n- a\n\n      b\n        c\n",
        "docusaurus",
        ":::note[Note]\n\n- a\n\n  ```\n  b\n    c\n  ```\n\n:::\n",
    ),
    (
        "**[NOTE]**\n<details><summary>a</summary>\nb\n</details>\n",
        "docusaurus",
        ":::note[Note]\n\n<details>\n\n<summary>a</summary>\nb\n</details>\n\n:::\n",
    ),
    ("**[NOTE]**\n<Box b={c} />\n", "docusaurus", ":::note[Note]\n\n&lt;Box b=&#123;c} />\n\n:::\n"),
    ("**[NOTE]**\n```js {1,3} x\na\n```\n", "hugo", "> [!note] Note\n>\n> ```js\n> a\n> ```\n"),
    ("**[NOTE]**\n`{{</* x */>}}`\n", "hugo", "> [!note] Note\n>\n> `{{</*/* x */*/>}}`\n"),
    ("**[NOTE]**\nA:\n\n\tb\n", "github", "> [!NOTE]\n> A:\n>\n>     b\n"),
    (
        "**[NOTE]**\n```py x=\"1\" title=\"a b\"\nc\n```\n",
        "material",
        "!!! note \"Note\"\n    ```py title=\"a b\"\n    c\n    ```\n",
    ),
    ("**[NOTE]**\n> [!TIP]\n> - a\n", "material", "!!! note \"Note\"\n    !!! tip \"Tip\"\n\n        - a\n"),
    (
        "**[NOTE]**\n[d]\n\n[d]: https://a.example\n[d]: https://b.example\n",
        "pandoc",
        "::: {.callout-note title=\"Note\"}\n\n[d]\n\n:::\n\n[d]: https://a.example\n",
    ),
    // An unclosed fence is closed inside its container.
    ("**[NOTE]**\n> ```\n> a\n\nb\n", "hugo", "> [!note] Note\n>\n> > ```\n> > a\n> > ```\n>\n> b\n"),
    (
        "**[NOTE]**\n1. a\n\n   ```\n   b\n\n**[SPEC]**\nc\n",
        "material",
        "!!! note \"Note\"\n    1.  a\n\n        ```\n        b\n        ```\n\n!!! abstract \"Spec\"\n    c\n",
    ),
    // An alert ends at a tag, and has more colons than its content.
    (
        "**[NOTE]**\n> [!TIP]\n> a\n**[SPEC]** b\n",
        "docusaurus",
        "::::note[Note]\n\n:::tip[Tip]\n\na\n\n:::\n\n::::\n\n:::info[Spec]\n\nb\n\n:::\n",
    ),
    (
        "**[NOTE]**\n> [!TIP] `<a>` [b]\n> ```\n> :::\n> ```\n",
        "docusaurus",
        ":::::note[Note]\n\n::::tip[`<a>` [b]]\n\n```\n:::\n```\n\n::::\n\n:::::\n",
    ),
    ("**[NOTE]**\n> [!TIP]\n>\ta\n", "material", "!!! note \"Note\"\n    !!! tip \"Tip\"\n          a\n"),
    // Addresses, and text that looks like one.
    (
        "**[SPEC]**\n- https://x.example/{id} and https://x.example/<id>/z\n",
        "docusaurus",
        ":::info[Spec]\n\n- [https\\://x.example/\\{id}](https://x.example/%7Bid%7D) and [https\\://x.example/](https://x.example/)&lt;id>/z\n\n:::\n",
    ),
    (
        "**[SPEC]**\nhttps://x.example/<id>/z\n",
        "github",
        "> [!IMPORTANT]\n>\n> <https://x.example/>&lt;id>/z\n",
    ),
    (
        "**[SPEC]**\n- https://{host}/{path}, https://x.example/{id}, [a](https://x.example){b}\n",
        "vitepress",
        "::: info Spec\n\n- https://\\{host}/\\{path}, https://x.example/{id}, [a](https://x.example)\\{b}\n\n:::\n",
    ),
    (
        "**[SPEC]**\n<host:port>, <tel:+1555>, <https://x.example>\n",
        "material",
        "!!! abstract \"Spec\"\n    &lt;host:port>, [tel:+1555](tel:+1555), <https://x.example>\n",
    ),
    (
        "**[SPEC]**\n<host:port>, <api_key>\n",
        "pandoc",
        "::: {.callout-important title=\"Spec\"}\n\n&lt;host:port>, &lt;api_key>\n\n:::\n",
    ),
    // Emoticons, emoji, and text that only looks like a container.
    (
        "**[SPEC]**\n- below <3 ms :) \\{{ x }}\n- :::tip\n",
        "vitepress",
        ":::: info Spec\n\n- below &lt;3 ms \\:) <span v-pre>{{</span> x }}\n- \\:::tip\n\n::::\n",
    ),
    ("**[BUG] Ship :rocket:**\nFix: x\n", "obsidian", "> [!bug] Ship :rocket:\n> Fix: x\n"),
    ("**[BUG] Run `a{b}` now**\nFix: x\n", "docusaurus", ":::danger[Run `a{b}` now]\n\nFix: x\n\n:::\n"),
    ("**[SPEC]**\nList<?>, x\n", "hugo", "> [!important] Spec\n>\n> List&lt;?>, x\n"),
    // Lines of colons that do not match.
    ("**[NOTE]**\n:::: note\na\n:::\n", "vitepress", "::::: tip Note\n\n\\:::: note\na\n\\:::\n\n:::::\n"),
    ("**[SPEC]**\n===\na\n", "github", "> [!IMPORTANT]\n>\n> ===\n> a\n"),
    (
        "**[NOTE]**\na[^1]\n\n[^1]: b\n\n        c\n",
        "docusaurus",
        ":::note[Note]\n\na[^1]\n\n:::\n\n[^1]: b\n\n    ```\n    c\n    ```\n",
    ),
    (
        "**[NOTE]**\n<label class=\"a\" for=\"b\" tabIndex=\"1\">c</label>\n",
        "docusaurus",
        ":::note[Note]\n\n<label className=\"a\" htmlFor=\"b\" tabIndex=\"1\">c</label>\n\n:::\n",
    ),
];

#[test]
fn portable_settles_in_one_run() {
    // A gap between two items turns the text behind code into a paragraph, which needs a gap of its own.
    let texts = [
        "- \n-     r\n  l",
        "- a\n-     r\n  l\n- b\n",
        "- a\n- ```\n  x\n  ```\n  l\n",
        "1. a\n2. > q\n   - b\n     - c\n\n       d\n",
        "- a\n  | b |\n  |---|\n  c\n-\n      d\n  e\n",
    ];
    for text in texts {
        let once = to("portable", text);
        assert_eq!(to("portable", &once), once, "{text:?}");
    }
    assert_eq!(to("portable", "- \n-     r\n  l"), "- \n\n-     r\n\n  l");
}

#[test]
fn a_return_alone_ends_a_line_too() {
    let text = page("**[SPEC]**\n- a\n- b\n\n**[NOTE]**\nc\n").replace('\n', "\r");
    let made = to("github", &text);
    assert!(made.ends_with("> [!IMPORTANT]\r> - a\r> - b\r\r> [!NOTE]\r> c\r"), "{made:?}");
}

#[test]
fn every_dialect_writes_what_its_renderer_reads() {
    for (source, name, expected) in CASES {
        assert_eq!(body(name, source), *expected, "{name} of {source:?}");
        let crlf = body_crlf(name, source);
        assert_eq!(crlf, expected.replace('\n', "\r\n"), "{name} of {source:?} with CRLF");
    }
}

fn body_crlf(name: &str, text: &str) -> String {
    let rendered = to(name, &page(text).replace('\n', "\r\n"));
    rendered.split_once("## Limits\r\n\r\n").expect("the heading stays").1.to_owned()
}

#[test]
fn the_manifest_is_kept_folded_or_dropped() {
    let text = page("**[SPEC]**\n- a\n");
    let with = |name: &str, manifest| {
        let options = Options { manifest, ..Options::default() };
        render(&parse(&text), dialect(name).expect("a dialect"), &options).text
    };
    assert!(with("github", ManifestMode::Keep).contains("## AI READING INSTRUCTION\n\nRead `[SPEC]`"));
    assert!(!with("github", ManifestMode::Drop).contains("READING"));
    let folded = with("github", ManifestMode::Fold);
    assert!(folded.contains("<details>\n<summary>AI READING INSTRUCTION</summary>\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n</details>\n\n## Limits"), "{folded}");
    let folded = with("material", ManifestMode::Fold);
    assert!(folded.contains("??? info \"AI READING INSTRUCTION\"\n    Read `[SPEC]`"), "{folded}");
}

#[test]
fn kinds_that_are_left_out_are_counted_and_leave_what_others_lean_on() {
    let text = page(
        "**[SPEC]**\nSee [r] and [^1].\n\n**[?]**\nMaybe.\n\n[r]: https://r.example\n[s]: https://s.example\n\n[^1]: a note\n\nplain\n",
    );
    let options = Options { kinds: vec![Kind::Spec], ..Options::default() };
    let made = render(&parse(&text), dialect("github").expect("a dialect"), &options);
    assert_eq!(made.left_out, [0, 0, 0, 1]);
    assert!(
        made.text.contains("[r]: https://r.example") && made.text.contains("[^1]: a note"),
        "{}",
        made.text
    );
    assert!(!made.text.contains("Maybe") && !made.text.contains("s.example"), "{}", made.text);
}

const FLAGS: Flags = Flags::ENABLE_TABLES
    .union(Flags::ENABLE_FOOTNOTES)
    .union(Flags::ENABLE_STRIKETHROUGH)
    .union(Flags::ENABLE_TASKLISTS)
    .union(Flags::ENABLE_GFM);

/// The top-level alerts, with their words.
fn alerts(text: &str) -> Vec<(BlockQuoteKind, Vec<String>)> {
    let (mut found, mut depth) = (Vec::new(), 0_usize);
    for (event, _) in Parser::new_ext(text, FLAGS).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(Some(kind))) if depth == 0 => {
                found.push((kind, Vec::new()));
                depth = 1;
            }
            Event::Start(Tag::BlockQuote(_)) if depth > 0 => depth += 1,
            Event::End(TagEnd::BlockQuote(_)) => depth = depth.saturating_sub(1),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text)
                if depth > 0 =>
            {
                let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                found.last_mut().expect("it is open").1.extend(words.map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rendering_is_total_and_loses_no_word(text in prop_oneof![3 => generated::document(), 1 => generated::tagged()]) {
        // Attributes in braces after a fence mean something to one renderer only.
        prop_assume!(!text.contains("```{") && !text.contains("~~~{"));
        let document = parse(&text);
        let words = |text: &str| {
            let mut words: Vec<String> = text
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                // An alert outside blocks is written in lower case.
                .map(str::to_lowercase)
                .collect();
            words.sort_unstable();
            words
        };
        let kept: Vec<String> = document.blocks.iter().flat_map(|block| words(document.text(block.content))).collect();
        for dialect in DIALECTS.iter().filter(|dialect| dialect.shape != Shape::Page) {
            let made = render(&document, dialect, &Options::default());
            let mut there = words(&made.text);
            for word in &kept {
                let at = there.binary_search(word);
                // Some dialects write alerts, comments and fences differently.
                if let Ok(at) = at {
                    there.remove(at);
                } else if dialect.alerts.is_none() {
                    prop_assert!(false, "{} lost `{word}` of {text:?}: {:?}", dialect.name, made.text);
                }
            }
        }
    }

    #[test]
    fn portable_changes_white_space_alone_and_only_once(text in prop_oneof![3 => generated::document(), 1 => generated::tagged()]) {
        let once = to("portable", &text);
        // A blank line in a quote carries the quote marks.
        let is_blank = |line: &&str| line.trim_matches([' ', '\t', '>']).is_empty();
        let marks = |text: &str| text.lines().filter(|line| !is_blank(line)).flat_map(str::split_whitespace).collect::<String>();
        prop_assert_eq!(marks(&once), marks(&text));
        prop_assert_eq!(to("portable", &once), once.clone());
        let kinds = |text: &str| parse(text).reading().iter().map(|(kind, word)| (*kind, (*word).to_owned())).collect::<Vec<_>>();
        prop_assert_eq!(kinds(&once), kinds(&text));
    }

    #[test]
    fn every_block_is_one_alert_of_its_kind(text in generated::tagged()) {
        let document = parse(&text);
        let kinds: Vec<BlockQuoteKind> = document
            .tagged_blocks()
            .filter(|(block, _)| !block.content.is_empty())
            .map(|(block, _)| match block.kind {
                Kind::Spec => BlockQuoteKind::Important,
                Kind::Note => BlockQuoteKind::Note,
                Kind::Bug => BlockQuoteKind::Caution,
                Kind::Unverified => BlockQuoteKind::Warning,
            })
            .collect();
        let found = alerts(&to("github", &text));
        let shown: Vec<BlockQuoteKind> = found.iter().filter(|(_, words)| !words.is_empty()).map(|(kind, _)| *kind).collect();
        prop_assert_eq!(shown, kinds);
    }
}
