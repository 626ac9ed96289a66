//! What a page must and must not contain: documents, and what their HTML is searched for.

use std::collections::BTreeSet;

use tagdown::document::{Kind, parse};
use tagdown_read::Encoding;

use super::page::{entry, index, page};
use super::page_info::{Entry, Page};
use crate::dialects::Mapping;
use crate::options::{ManifestMode, Options, Rendered};

fn render(text: &str, options: &Options) -> Rendered {
    let pages: BTreeSet<String> = ["docs/b.md".to_owned()].into();
    let made = page(
        &parse(text),
        &Page {
            options,
            encoding: Encoding::Bytes,
            path: "docs/a<b>.md",
            index: Some("../index.html"),
            pages: Some(&pages),
            highlight: true,
        },
    );
    Rendered { text: made.text.replace('\n', " "), ..made }
}

/// The text of a page without its surroundings.
fn article(text: &str, options: &Options) -> String {
    let made = render(text, options).text;
    let start = made.find("<article>").expect("an article");
    made[start..].to_owned()
}

#[test]
fn pages_have_what_they_must() {
    let mut failures = Vec::new();
    for (text, wanted) in [
        ("**[SPEC]**\n- a\n", &["class=\"callout spec\"", ">Spec</a>", "<li>a</li>"][..]),
        ("[spec]: a fact\n\nrest\n", &["rest"]),
        (
            "**[SPEC]**\nThe <p> and <li>\n\n- a <td> b\n- <tr> c\n\n| <td> | <ul><li>x<li>y</ul> |\n|---|---|\n",
            &[
                "<p>The &lt;p&gt; and &lt;li&gt;</p>",
                "<li>a &lt;td&gt; b</li>",
                "<li>&lt;tr&gt; c",
                "<th>&lt;td&gt;</th><th><ul><li>x</li><li>y</li></ul></th>",
            ],
        ),
        ("<p>a\n\n<ul><li>b<li>c</ul>\n", &["<p>a", "<ul><li>b</li><li>c</li></ul>"]),
        ("a <time datetime=\"2026-07-08\">b</time>\n", &["<time datetime=\"2026-07-08\">b</time>"]),
        ("*[SPEC]*\na\n", &["class=\"callout spec\""]),
        ("**[SPEC]** a\n", &["class=\"callout spec\"", "<p>a</p>"]),
        ("**[SPEC] Title `x`**\na\n", &["<span class=\"headline\">Title <code>x</code></span>"]),
        ("**[?]**\na\n", &["class=\"callout unverified\"", ">Unverified</a>"]),
        (
            "**[BUG] It *fails***\nSymptom: s\nCause: c\nFix: f\n",
            &[
                "It <em>fails</em></span>",
                "<dt>Symptom</dt><dd><p>s</p>",
                "<dt>Cause</dt><dd><p>c</p>",
                "<dt>Fix</dt>",
            ],
        ),
        (
            "**[BUG] t**\nSome words.\n\n- **Symptom**: s\n- **Cause**: > 3\n- **Fix**: do:\n\n  ```sh\n  ls\n  ```\n",
            &["Some words.", "<dd><p>&gt; 3</p>", "ls", "class=\"code\" data-lang=\"sh\""],
        ),
        (
            "**[BUG] t** Symptom: s Cause: c Fix: f\n",
            &["<dt>Symptom</dt><dd><p>s</p>", "<dt>Fix</dt><dd><p>f</p>"],
        ),
        ("**[SPEC]**\n2. two\n3. three\n", &["<ol start=\"2\">", "<li>three</li>"]),
        ("**[SPEC]**\n    code < 1\n", &["<pre><code>code &lt; 1</code></pre>"]),
        ("**[SPEC]**\n[timeout]: 30s\n", &["[timeout]: 30s"]),
        ("**[SPEC]** > 3 is too many\n", &["<p>&gt; 3 is too many</p>"]),
        ("**[SPEC]** - a\n- b\n", &["<li>a</li>", "<li>b</li>"]),
        ("- a\n**[SPEC]**\n- b\n", &["class=\"untagged\"><ul> <li>a</li>", "class=\"body\"><ul> <li>b</li>"]),
        ("### [SPEC] Limits\n- a\n", &["<h3 id=\"spec-limits\">Limits</h3>", "class=\"callout spec\""]),
        ("## A\n\n**[SPEC]**\na\n\n### B `c`\n\nb\n", &["<h3 id=\"b-c\">B <code>c</code></h3> <p>b</p>"]),
        ("## Über & <b>x</b>\n\na\n", &["<h2 id=\"über--x\"", "href=\"#über--x\""]),
        ("Vec<T> and <u8> and <var> in it\n", &["Vec&lt;T&gt; and &lt;u8&gt; and &lt;var&gt; in it"]),
        ("Use the <script> tag. The limit is 4 KB.\n", &["&lt;script&gt; tag. The limit is 4 KB."]),
        (
            "<details>\n<summary>More</summary>\n\nSo <kbd>a</kbd><br>b\n\n</details>\n",
            &["<details> <summary>More</summary>", "<kbd>a</kbd><br>b", "</details>"],
        ),
        ("<div align=\"center\">\nx <Tab> y\n</div>\n", &["x &lt;Tab&gt; y"]),
        (
            "a [b][c] d\n\n**[SPEC]**\n- [C]\n\n[c]: http://x/y 'T'\n",
            &[
                "a <a href=\"http://x/y\" title=\"T\"",
                "<li><a href=\"http://x/y\" title=\"T\" rel=\"noopener noreferrer\">C</a></li>",
            ],
        ),
        (
            "**[SPEC]**\na[^n] b[^n]\n\n**[NOTE]**\nc\n\n[^n]: The *note*.\n[^m]: Unused.\n",
            &[
                "id=\"fnref-1-1\"",
                "id=\"fnref-1-2\"",
                "<li id=\"fn-1\"><p>The <em>note</em>.</p>",
                "href=\"#fnref-1-2\"",
                "Unused.",
                "<li id=\"fn-2\" class=\"aside\">",
            ],
        ),
        ("|a|b|\n|-|:-:|\n|1|2|\n", &["<div class=\"scroll\" tabindex=\"0\"><table>", "text-align"]),
        ("- [x] a\n- [ ] b\n\n~~c~~\n", &["☑</span>", "☐</span>", "<del>c</del>"]),
        ("```rust\nlet x = \"<a>\";\n```\n", &["<span class=\"k\">let</span>", "&lt;a&gt;"]),
        ("```made-up <x>\nlet x\n```\n", &["data-lang=\"made-up &lt;x&gt;\"", "<code>let x </code>"]),
        ("[b](b.md#c) [d](d.md)\n", &["href=\"b.html#c\"", "href=\"d.md\""]),
        (
            "![p](p.png) ![q](data:image/png;base64,AA)\n",
            &["src=\"p.png\"", "src=\"data:image/png;base64,AA\""],
        ),
        ("<a name=\"old\"></a>x\n", &["name=\"old\""]),
        (
            "# T\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n## A\n\na\n",
            &["<div class=\"manifest\"><h2 id=\"ai-reading-instruction\""],
        ),
        (
            "---\ntitle: <i>\n---\n# <b>T</b> & `c`\n**Version 1.2.0** · Team\n",
            &["Version 1.2.0</strong> · Team"],
        ),
        ("", &["<article> </article>"]),
    ] {
        let made = render(text, &Options::default()).text;
        let missing = wanted.iter().filter(|wanted| !made.contains(**wanted));
        failures
            .extend(missing.map(|wanted| {
                format!("{text:?} has no {wanted} in\n{}", article(text, &Options::default()))
            }));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn nothing_runs_and_no_tag_is_left() {
    let mut failures = Vec::new();
    for (text, refused) in [
        ("# <img src=x onerror=alert(1)>\n\n<img src=x onerror=alert(1)>\n", &["onerror"][..]),
        (
            "[a](javascript:alert(1)) <a href=\"JaVaScript:alert(1)\">b</a>\n",
            &["avascript:alert", "aScript:alert"],
        ),
        (
            "<script>alert(1)</script>\n\n<style>p{}</style>\n\n<iframe src=x></iframe>\n",
            &["<script>", "<style>", "<iframe"],
        ),
        (
            "<b onclick='x()' style='color:red' class='callout'>a</b>\n",
            &["onclick", "style=", "class=\"callout"],
        ),
        ("<svg onload=x()><a>\n", &["<svg onload", "<svg>"]),
        ("<p id=\"td-theme\">a</p>\n", &["id=\"td-theme\""]),
        ("[a](data:text/html,x) ![b](data:text/html,x)\n", &["data:text"]),
        ("```\"><img onerror=x>\na\n```\n", &["<img"]),
        ("## A \"><img src=x onerror=y>\n\na\n", &["onerror"]),
        ("**[BUG] <img onerror=x> `\"><i>`**\nSymptom: a\n", &["<img onerror", "=x>"]),
        ("a[^\"><i>]\n\n[^\"><i>]: b\n", &["<i>"]),
        (
            "**[SPEC]**\na\n\n**[/SPEC]**\n\n*[NOTE]*\nb\n\n### [BUG] c\nSymptom: d\n",
            &["[SPEC", "[/SPEC", "[NOTE", "[BUG"],
        ),
        ("**\\[SPEC]**\na\n\n__[?]__\nb\n", &["[SPEC", "[?]"]),
        ("{{script}} {{hash}}\n", &["{{script}} {{hash}}</title>"]),
    ] {
        let made = article(text, &Options::default());
        let found = refused.iter().filter(|refused| made.contains(**refused));
        failures.extend(found.map(|refused| format!("{text:?} has {refused} in\n{made}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    let made = render("# <img src=x onerror=alert(1)> \"T\" &amp; </title>\n", &Options::default()).text;
    let head = &made[..made.find("<body").expect("a body")];
    assert!(!head.contains("<img") && head.matches("</title>").count() == 1, "{head}");
    assert!(made.contains("docs/a&lt;b&gt;.md"));
    assert!(render("{{script}}\n", &Options::default()).text.contains("<p>{{script}}</p>"));
}

const KINDS: &str = "# T\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead it.\n\n## A\n\n**[SPEC]**\n- one[^n]\n\n\
    **[NOTE]**\ntwo\n\n[^n]: three\n\n**[BUG] t**\nSymptom: four\n\n**[?]**\nfive\n\n---\n\nsix\n";

#[test]
fn every_tagged_block_is_one_callout() {
    let made = article(KINDS, &Options::default());
    for name in ["spec", "note", "bug", "unverified"] {
        assert_eq!(made.matches(&format!("class=\"callout {name}\"")).count(), 1, "{name}");
    }
    assert_eq!(made.matches("class=\"untagged\"").count(), 1);
    assert!(made.contains("id=\"a/spec-1\""));
}

#[test]
fn kinds_that_are_left_out_are_counted() {
    let options = Options { kinds: vec![Kind::Spec, Kind::Bug], ..Options::default() };
    let made = render(KINDS, &options);
    assert_eq!(made.left_out, [0, 2, 0, 1]);
    for (words, is_there) in
        [("one", true), (">two", false), ("three", true), ("four", true), ("five", false), ("six", false)]
    {
        assert_eq!(made.text.contains(words), is_there, "{words}");
    }
}

#[test]
fn the_manifest_is_kept_folded_or_dropped() {
    for (manifest, wanted) in [
        (ManifestMode::Keep, Some("<div class=\"manifest\">")),
        (ManifestMode::Fold, Some("<details class=\"manifest\"><summary>AI READING INSTRUCTION</summary>")),
        (ManifestMode::Drop, None),
    ] {
        let made = render(KINDS, &Options { manifest, ..Options::default() }).text;
        assert_eq!(made.contains("Read it."), wanted.is_some());
        assert_eq!(made.contains("#ai-reading-instruction"), wanted.is_some());
        assert!(wanted.is_none_or(|wanted| made.contains(wanted)), "{manifest:?}");
    }
}

#[test]
fn a_configuration_names_the_callouts() {
    let mut mapping = Mapping::default();
    mapping.titles[0] = Some("Fact <1>".to_owned());
    mapping.names[0] = Some("fact x\"".to_owned());
    let made = article(KINDS, &Options { mapping, ..Options::default() });
    assert!(made.contains("class=\"callout spec factx\"") && made.contains("Fact &lt;1&gt;</a>"), "{made}");
}

#[test]
fn counts_are_those_of_the_document_and_of_what_is_read() {
    let made = render(KINDS, &Options::default()).text;
    assert!(made.contains(&format!("Everything <small>{} bytes", KINDS.len())));
    let selection =
        tagdown_read::Selection { encoding: Encoding::Bytes, ..tagdown_read::Selection::default() };
    let reading = tagdown_read::read(&parse(KINDS), "a.md", &selection);
    let request = tagdown_read::Request { encoding: Encoding::Bytes, ..tagdown_read::Request::default() };
    let read = tagdown_read::write(&[reading], &request).expect("a view").text.len();
    assert!(made.contains(&format!("What an AI reads <small>{read} bytes")), "{read}");
}

#[test]
fn the_list_names_every_page_by_folder() {
    let options = Options::default();
    let page = Page {
        options: &options,
        encoding: Encoding::Bytes,
        path: "docs/a.md",
        index: None,
        pages: None,
        highlight: false,
    };
    let first = entry(&parse(KINDS), &page, "docs/a.html");
    assert_eq!((first.title.as_str(), first.version.as_deref(), first.blocks), ("T", Some("1.0.0"), [1; 4]));
    let second =
        Entry { path: "b.md".into(), title: "<i>B".into(), link: "b.html".into(), ..Entry::default() };
    let made = index(&[first, second], "Site & <x>", Encoding::Bytes);
    for wanted in [
        "href=\"docs/a.html\">T</a>",
        "<h2>docs/</h2>",
        "data-title=\"&lt;i&gt;B\"",
        "Site &amp; &lt;x&gt;",
        "Spec 1",
    ] {
        assert!(made.contains(wanted), "{wanted}");
    }
}

/// No word of a document may be missing from its page, whatever surrounds it.
#[test]
fn no_word_is_lost() {
    let pieces = [
        "- a1\n",
        "**[SPEC]**\n",
        "[SPEC] b2\n",
        "\n",
        "> c3\n",
        "    d4\n",
        "```\ne5\n",
        "| f6 | g7 |\n|--|--|\n",
        "## h8\n",
        "### [SPEC] i9\n",
        "**[BUG] j10**\n",
        "Symptom: k11\n",
        "- **Fix**: l12\n",
        "[^1]: m13\n",
        "n14[^1]\n",
        "---\n",
        "===\n",
        "<div>\n",
        "<T>o15</T>\n",
        "1. p16\n",
        "**[/SPEC]**\n",
        "q17\n",
        "<script>r18\n",
    ];
    let mut seed = 7_u32;
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(seed >> 16) as usize % pieces.len()]);
        }
        let made = article(&text, &Options::default());
        for (word, _) in text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| (&text[at..], at))
        {
            let word: String = word.chars().take_while(char::is_ascii_alphanumeric).collect();
            if word.len() > 1
                && word.ends_with(|c: char| c.is_ascii_digit())
                && text.matches(&word).count() == 1
            {
                assert!(made.contains(&word), "{word} is missing from\n{text}\n{made}");
            }
        }
    }
}
