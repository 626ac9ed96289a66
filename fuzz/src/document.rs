//! Generates tagged documents: headings, tags exact and nearly exact, BUG blocks with fields, manifests, lists, tables,
//! code, HTML, callouts of every renderer, suppressions, front matter, definitions, footnotes, odd characters. Sometimes
//! a few bytes of the result are wrong.

#[path = "../../tests/pieces.rs"]
mod pieces;

use pieces::{BLOCKS, HEADINGS, PIECES};

use crate::choices::Choices;

/// Lines that mean something to one renderer only, or to the Markdown parser in few places.
const CONSTRUCTS: &[&str] = &[
    // Callouts.
    "> [!TIP] Use x and <T>\n> - one\n> - two",
    "> [!warning]- folded\n> > [!NOTE]\n> > nested",
    "!!! danger \"The `title`\"\n    text\n\n        code",
    "??? note\n    folded\n=== \"Tab\"\n    in a tab",
    ":::tip[Title with `code`]\n\ntext\n\n:::",
    "::::warning\n:::note\nnested\n:::\n::::",
    "::: info Spec\ntext {{ x }}\n:::",
    ":::{admonition} Title\n:class: tip\n\ntext\n:::",
    "::: {.callout-note title=\"say \\\"x\\\"\"}\ntext\n:::",
    "{% hint style=\"info\" %}\ntext\n{% endhint %}",
    "{{< callout type=\"warning\" >}}\ntext\n{{< /callout >}}",
    "{{% notice tip %}}\nThe port is 8080.\n{{% /notice %}}",
    "<Note>\nThe port is 8080.\n</Note>",
    "<div class=\"admonition warning\">\n<p class=\"title\">x</p>\ntext\n</div>",
    // MDX, VitePress, Hugo, Jekyll.
    "import Tabs from '@theme/Tabs';\n\nexport const x = 1;",
    "<Tabs>\n<TabItem value=\"a\">\n\nRun this.\n\n</TabItem>\n</Tabs>",
    "{/* comment */}\n{x + `y`}",
    "<Box b={c} d=\"e\" />",
    "<script setup>\nconst a = 1 < 2\n</script>",
    "[[toc]]\n\n@[code](./x.js)\n\n<<< @/x.js{1,3}",
    "{{ value }} and ${HOME} and {x}{y}",
    "{:.class #id}\n## Heading {#own-id}",
    "{% include x.html %}\n{% raw %}**[SPEC]**{% endraw %}",
    "(target)=\n```{note} x\ny\n```",
    "%% obsidian comment %%\n![[embed#part]] [[link|text]] ^anchor",
    "[TOC]\n[[_TOC_]]",
    // Markdown.
    "| a | b |\n|:--|--:|\n| `x \\| y` | **[SPEC]** |\n| |",
    "a | b\n--|--\n1 | 2",
    "Term\n: definition\n: second",
    "- a\n\n  **[SPEC]**\n  - b\n\n      code\n- [ ] task\n- [x] done",
    "1) one\n2) two\n   > quote\n   > **[NOTE]**\n\n10. ten",
    "* a\n+ b\n- c\n-\n-   d",
    "````md\n```\n**[SPEC]**\n```\n````",
    "``` rust,ignore title=\"x\" {1}\nfn f<T>() {}",
    "~~~{.python .number}\nx\n~~~~",
    "<details>\n<summary>More <b>here</b></summary>\n\nText.\n\n</details>",
    "<table><tr><td>**[SPEC]**</td></tr>",
    "<img src=x onerror=alert(1)> <a href=\"javascript:x\" onclick='y'>z</a>",
    "<svg><script>alert(1)</script></svg><style>p{}</style>",
    "<a href=\"&#x1;data:text/html,x\">a</a> <a href=\"java&#9;script:x\">b</a>",
    "<![CDATA[ x ]]> <?php y ?> <!DOCTYPE html>",
    "<!-- open\n\n**[SPEC]**",
    "[a]: <b c> 'title\nover lines'\n[A]: /second",
    "[NOTE]: *\n[1]: http://x",
    "[spec]: a fact",
    "[^n]: first\n\n    second\n\n    **[SPEC]**",
    "text[^n] and [a][A], [a], [][a] and ![i](p.png \"t\")",
    "<https://example.org/a?b=1&c=2> me@example.org www.example.org https://x.example/<id>/z",
    "a  \nb\\\nc\u{a0}d",
    "*a **b* c** ***d*** _e __f_ g__ `h ``i` j``",
    "&amp; &lt;b&gt; &#0; &#x110000; &copy &unknown; &&&",
    "\\*literal\\* \\[SPEC\\] \\# \\",
    "Setext over\ntwo lines\n===",
    "text\n---\n**[SPEC]**\n===",
    // Sentences that `convert` judges.
    "The `timeout` option defaults to `30` seconds. It must not exceed `600`. We like it.",
    "We wrote this years ago because we really liked the idea of a small and friendly tool.",
    "Der Dienst ist nicht für alle und wird nur auf dem Server mit einer Lizenz gestartet.",
    "Note that it should probably be 5 MB, e.g. for v1.2.3 etc. See above. (As described below.)",
    "Why does it fail?\n\nThe cache is too small, so reads fail. Set `cache = 2`.",
    "### It fails with `E1`\n\n**Symptom:** a\n\n**Cause:** b\n\n**Fix:** c",
    "## FAQ\n\n### Why is it slow?\n\nBecause of the disk. Use another one.",
    "> He said: \"Stop. Go.\" (Ok?) It's 3.14 vs. 2 p.m.",
    "A sentence without an end that goes on, and on; and: on",
    // Comments that switch rules.
    "<!--tagdown:allow inline-content-->",
    "<!-- tagdown: allow spec-prose, spec-hedge: because of x -->",
    "<!-- tagdown: allow-file unbolded-tag -->",
    "a<!--tagdown:allow inline-content-->b",
    "<!-- tagdown: allow -->",
    // Characters.
    "\u{202e}rtl\u{2066} \u{200b}\u{feff}\u{ad} a\u{301} \u{1f468}\u{200d}\u{1f469}",
    "İstanbul ß ﬁ Å ǅ ΑΣ",
    "\u{1b}[31m\u{7}\u{9b}\u{85}\u{2028}\u{b}\u{c}",
    "Ａ［ＳＰＥＣ］ **［SPEC］** **[SPЕC]**",
    "٣. x\n一、二",
    "tab\there\t|\t- a\n\t- b",
];

const FRONT: &[&str] = &[
    "---\ntitle: My page\nversion: 2.1\n---\n",
    "---\ntitle: \"# not a heading\"\ntags: [a, b]\n---\n\n",
    "---\n# **[SPEC]**\n...\n",
    "---\n---\n",
    "---\nunclosed: yes\n",
    "+++\ntitle = \"x\"\n+++\n",
    "\u{feff}",
    "\u{feff}---\na: b\n---\n",
    "\n\n\n",
    "<!-- a comment first -->\n",
];

const OPENING: &[&str] = &[
    "# Upload service\n**Version 1.2.0** · Team · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`.\n\n---\n\n",
    "# T\n**Version 1.0.0**\n\n## AI MANIFEST\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n",
    "# T\n\n",
    "Title\n=====\n\nVersion: v2\n\n",
    "<h1>Tool</h1>\n\n",
    "# Page\n**Version 0.1.0** · HADS 1.0.0 · title by tagdown\n\n",
];

const FIELDS: &[&str] = &[
    "Symptom: the bar stays",
    "**Cause:** a lock",
    "- **Fix**: update to 1.3\n  - and wait",
    "Fix:\n\n```sh\nupdate\n```",
    "Affected versions: <= 1.2, fixed in 1.3",
    "Workaround: none yet",
    "**Fix / precondition:** reindex",
    "Sympton: misspelt",
    "> Cause: in a quote",
    "Reason: another name",
];

const TITLES: &[&str] = &[
    "",
    " Upload stops",
    " `code` and **bold**",
    ": it stops",
    " [x](y)",
    " <T> & \"q\"",
    " 日本",
    " a\nb",
    " *",
];

const WRAPS: &[(&str, &str)] = &[
    ("**", "**"),
    ("", ""),
    ("*", "*"),
    ("__", "__"),
    ("***", "***"),
    ("### ", ""),
    ("### **", "**"),
    ("- **", "**"),
    ("> **", "**"),
    ("  **", "**"),
    ("**", ""),
    ("", "**"),
    ("`", "`"),
    ("<b>", "</b>"),
    ("**", ":**"),
    ("**", "**:"),
    ("**", "** text behind it."),
    ("text before **", "**"),
    ("|**", "**|"),
    ("1. **", "**\n   more"),
    ("\\**", "**"),
    ("**", "** **[NOTE]**"),
    ("<!-- **", "** -->"),
    ("[**", "**](#x)"),
];

const NAMES: &[&str] = &[
    "SPEC",
    "NOTE",
    "BUG",
    "?",
    "SPEC",
    "NOTE",
    "BUG",
    "?",
    "spec",
    "Note",
    "SPECS",
    "/SPEC",
    "/BUG",
    "SPE",
    "WARN",
    "TODO",
    " SPEC ",
    "SPEC]",
    "!NOTE",
    "x",
    "S P E C",
    "BUG-1",
    "SPEC: Limits",
    "",
];

/// A tag, exact or nearly exact.
fn tag(choices: &mut Choices) -> String {
    let name = choices.one(NAMES);
    let is_exact = choices.once_in(2);
    let (open, close) = if is_exact { ("**", "**") } else { choices.one(WRAPS) };
    let title = if name == "BUG" || choices.once_in(6) { choices.one(TITLES) } else { "" };
    format!("{open}[{name}]{title}{close}")
}

/// A BUG with some of its fields.
fn bug(choices: &mut Choices) -> String {
    let mut out = format!("**[BUG]{}**\n", choices.one(TITLES));
    for _ in 0..choices.below(5) {
        out.push_str(choices.one(FIELDS));
        out.push_str(choices.one(&["\n", "\n", "\n\n", " "]));
    }
    out
}

/// A piece of a document, of one line or a few.
pub fn piece(choices: &mut Choices) -> String {
    let mut made = match choices.below(12) {
        0..=2 => tag(choices),
        3 => bug(choices),
        4 => choices.one(HEADINGS).to_owned() + "\n",
        5 => choices.one(BLOCKS).to_owned(),
        6..=8 => choices.one(PIECES).to_owned(),
        _ => choices.one(CONSTRUCTS).to_owned(),
    };
    if choices.once_in(12) {
        let mark = choices.one(&["> ", "- ", "    ", "\t", "1. ", "> > ", "  "]);
        made = made.lines().map(|line| format!("{mark}{line}\n")).collect();
    }
    made + choices.one(&["\n", "\n", "\n", "\n\n", "\n\n", "\n\n\n", "  \n", " ", ""])
}

/// A document.
pub fn document(choices: &mut Choices) -> String {
    let mut out = String::new();
    if choices.once_in(4) {
        out.push_str(choices.one(FRONT));
    }
    if !choices.once_in(4) {
        out.push_str(choices.one(OPENING));
    }
    let most = choices.one(&[2, 6, 12, 30]);
    for _ in 0..choices.below(most) {
        out.push_str(&piece(choices));
    }
    if choices.once_in(5) {
        out = out.replace('\n', choices.one(&["\r\n", "\r\n", "\r"]));
    }
    if choices.once_in(6) {
        spoil(&mut out, choices);
    }
    out
}

/// Removes, repeats or swaps a few characters.
fn spoil(text: &mut String, choices: &mut Choices) {
    for _ in 0..=choices.below(3) {
        let mut letters: Vec<char> = text.chars().collect();
        let at = choices.below(letters.len());
        match choices.below(4) {
            _ if letters.is_empty() => return,
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters.insert(
                at,
                choices.one(&['*', '[', ']', '\n', '\r', '\t', '`', '<', '>', '#', '-', ':', '\0']),
            ),
            _ => {
                let other = choices.below(letters.len());
                letters.swap(at, other);
            }
        }
        *text = letters.into_iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_document_and_most_are_tagged() {
        let make = |seed| document(&mut Choices::new(seed));
        assert_eq!(make(7), make(7));
        let tagged = (0..1000).filter(|seed| tagdown::parse(&make(*seed)).is_tagged()).count();
        assert!(tagged > 500, "{tagged}");
    }
}
