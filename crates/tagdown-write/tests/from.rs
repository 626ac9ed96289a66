//! Callouts of other renderers, converted: form by form.

mod callouts;

use tagdown::document::Kind;
use tagdown_render::dialects::dialect;
use tagdown_write::convert::Conversion;
use tagdown_write::convert::callouts::Kinds;

fn read_as(text: &str, from: &str, kinds: &Kinds) -> Conversion {
    callouts::read(text, dialect(from).expect("a dialect"), kinds)
}

const HEADER: &str = "# T\n**Version 0.1.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\n\
                      Read `[SPEC]` and `[BUG]` blocks for authoritative facts. Read `[NOTE]` blocks\n\
                      only if additional context is needed. `[?]` blocks are unverified: treat them\n\
                      as hypotheses. Text without a tag may be skipped.\n\n## S\n\n";

/// Converts text below a title and a section, twice; the second time must change nothing.
#[track_caller]
fn body(from: &str, text: &str, kinds: &Kinds) -> (String, Vec<String>) {
    let page = format!("# T\n\n## S\n\n{text}");
    let conversion = read_as(&page, from, kinds);
    assert_eq!(conversion.refused, None, "in\n{text}");
    let callouts = conversion.callouts.expect("a report");
    let again = read_as(&conversion.output, from, kinds);
    assert_eq!((again.output.as_str(), again.refused), (conversion.output.as_str(), None), "twice is once");
    let read = conversion.output.strip_prefix(HEADER).or(conversion.output.strip_prefix("# T\n\n## S\n\n"));
    let left = callouts.left.iter().map(|left| format!("{}: {}", left.line - 4, left.reason)).collect();
    (read.unwrap_or(&conversion.output).to_owned(), left)
}

#[track_caller]
fn reads(cases: &[(&str, &str, &str)]) {
    for (from, text, expected) in cases {
        let (read, left) = body(from, text, &Kinds::new());
        assert_eq!(read, *expected, "from {from}\n{text}\n{left:?}");
        assert_eq!(left, Vec::<String>::new(), "from {from}\n{text}");
        let lines = text.replace('\n', "\r\n");
        let page = format!("# T\r\n\r\n## S\r\n\r\n{lines}");
        let output = read_as(&page, from, &Kinds::new()).output;
        assert!(output.ends_with(&expected.replace('\n', "\r\n")), "CRLF from {from}\n{output:?}");
    }
}

#[track_caller]
fn leaves(cases: &[(&str, &str, &str)]) {
    for (from, text, reason) in cases {
        let (read, left) = body(from, text, &Kinds::new());
        assert_eq!(read, *text, "from {from}");
        assert!(left.iter().any(|left| left.contains(reason)), "from {from}\n{text}\n{left:?}");
    }
}

#[test]
fn alerts_of_github() {
    reads(&[
        ("github", "> [!NOTE]\n> The port was 80.\n", "**[NOTE]**\nThe port was 80.\n"),
        ("github", "> [!tip]\n> a\n>\n> b\n", "**[NOTE]**\na\n\nb\n"),
        ("github", "> [!IMPORTANT]\n> - Port: 80\n> - Host: a\n", "**[SPEC]**\n- Port: 80\n- Host: a\n"),
        ("github", "> [!WARNING]\n> Ports need root.\n", "**[NOTE]**\nPorts need root.\n"),
        ("github", "> [!WARNING]\n> **Unverified**\n>\n> Perhaps 3.\n", "**[?]**\nPerhaps 3.\n"),
        (
            "github",
            "> [!WARNING]\n> **Unverified: limits**\n>\n> Perhaps 3.\n",
            "**[?]**\n**limits**\n\nPerhaps 3.\n",
        ),
        ("github", "> [!CAUTION]\n> **Stop**\n>\n> It burns.\n", "**[NOTE]**\n**Stop**\n\nIt burns.\n"),
        (
            "github",
            "> [!CAUTION]\n> **It stops**\n>\n> Symptom: a  \n> Cause: b  \n> Fix: c\n",
            "**[BUG] It stops**\nSymptom: a\nCause: b\nFix: c\n",
        ),
        ("github", "> [!NOTE]\n> ```\n> > x\n>\n>   y\n> ```\n", "**[NOTE]**\n```\n> x\n\n  y\n```\n"),
        ("github", ">[!NOTE]\n>a\nlazy\n", "**[NOTE]**\na\nlazy\n"),
        ("github", "> [!IMPORTANT]\n> 3. third\n", "**[SPEC]**\n\n3. third\n"),
        ("github", "> [!NOTE]\n> \tcode\n", "**[NOTE]**\n  code\n"),
    ]);
    leaves(&[
        ("github", "> [!NOTE] Title\n> a\n", "plain quote"),
        ("github", "> [!FOO]\n> a\n", "not a callout in github"),
        ("github", "> [!NOTE]\n", "no text"),
        ("github", "- a\n  > [!NOTE]\n  > b\n", "nested in another block"),
        ("github", "> > [!NOTE]\n> > b\n", "nested in another block"),
        ("github", "<details>\n<summary>s</summary>\n\n> [!NOTE]\n> b\n\n</details>\n", "HTML"),
        ("github", "> [!NOTE]\n> # H\n> a\n", "heading"),
        ("github", "> [!NOTE]\n> a\n>\n> ---\n", "thematic break"),
        ("github", "> [!NOTE]\n> **[SPEC]**\n> a\n", "like a tag"),
        ("github", "> [!NOTE]\n> ```\n> a\n", "not closed"),
    ]);
}

#[test]
fn admonitions_of_material() {
    reads(&[
        ("material", "!!! note\n    a\n", "**[NOTE]**\na\n"),
        ("material", "!!! note\n\ta\n\t- b\n", "**[NOTE]**\na\n- b\n"),
        (
            "material",
            "!!! warning \"Take care\"\n\n    a\n\n    b\n",
            "**[NOTE]**\n**Take care**\n\na\n\nb\n",
        ),
        ("material", "??? tip \"\"\n    a\n", "**[NOTE]**\na\n"),
        ("material", "???+ note inline end \"T\"\n    a\n", "**[NOTE]**\n**T**\n\na\n"),
        ("material", "!!! abstract \"Spec\"\n    - a\n\n        - b\n", "**[SPEC]**\n- a\n\n    - b\n"),
        ("material", "!!! abstract\n    a\n", "**[NOTE]**\na\n"),
        ("material", "!!! question \"Unverified\"\n    a\n", "**[?]**\na\n"),
        ("material", "!!! question \"Why?\"\n    a\n", "**[NOTE]**\n**Why?**\n\na\n"),
        (
            "material",
            "!!! bug \"Off by one\"\n    It is off.\n",
            "**[NOTE]**\n**Off by one**\n\nIt is off.\n",
        ),
        (
            "material",
            "!!! failure \"It stops\"\n    Symptom: a\n\n    Cause: b\n\n    Fix: c\n",
            "**[BUG] It stops**\nSymptom: a\n\nCause: b\n\nFix: c\n",
        ),
        (
            "material",
            "!!! note\n    a\n\n    !!! tip \"T\"\n        b\n\n    c\n",
            "**[NOTE]**\na\n\n**[NOTE]**\n**T**\n\nb\n\n**[NOTE]**\nc\n",
        ),
        (
            "material",
            "!!! note\n    ```py\n    a\n\n        b\n    ```\n",
            "**[NOTE]**\n```py\na\n\n    b\n```\n",
        ),
        ("material", "a\n\n!!! note \"say \"x\"\"\n    b\n", "a\n\n**[NOTE]**\n**say \"x\"**\n\nb\n"),
    ]);
    leaves(&[
        ("material", "!!! note Some title\n    a\n", "quotation marks"),
        ("material", "!!! note \"open\n    a\n", "no closing quotation mark"),
        ("material", "!!! note\na\n", "no text"),
        ("material", "!!! custom\n    a\n", "not a callout in material"),
        ("material", "- a\n\n    !!! note\n        b\n", "nested in another block"),
        ("material", "=== \"Tab\"\n\n    !!! note\n        b\n", "nested in another block"),
    ]);
}

#[test]
fn containers_of_docusaurus_and_vitepress() {
    reads(&[
        ("docusaurus", ":::note\n\na\n\n:::\n", "**[NOTE]**\na\n"),
        ("docusaurus", ":::tip[Short \\[x\\]]\na\n:::\n", "**[NOTE]**\n**Short [x]**\n\na\n"),
        ("docusaurus", ":::tip Old form\na\n:::\n", "**[NOTE]**\n**Old form**\n\na\n"),
        ("docusaurus", ":::info[Spec]\n\n- a\n\n:::\n", "**[SPEC]**\n- a\n"),
        ("docusaurus", ":::warning[Unverified]\n\na\n\n:::\n", "**[?]**\na\n"),
        (
            "docusaurus",
            ":::danger[It stops]\nSymptom: a\nCause: b\nFix: c\n:::\n",
            "**[BUG] It stops**\nSymptom: a\nCause: b\nFix: c\n",
        ),
        (
            "docusaurus",
            "::::note\na\n\n:::tip\nb\n:::\n\nc\n::::\n",
            "**[NOTE]**\na\n\n**[NOTE]**\nb\n\n**[NOTE]**\nc\n",
        ),
        ("docusaurus", "text\n:::note\n- a\n:::\nmore\n", "text\n\n**[NOTE]**\n- a\n\n**[NOTE]**\nmore\n"),
        ("vitepress", "::: details More\na\n:::\n", "**[NOTE]**\n**More**\n\na\n"),
        ("vitepress", ":::tip\na\n:::\n", "**[NOTE]**\na\n"),
        ("vitepress", "::: info Spec\n- a\n:::\n", "**[SPEC]**\n- a\n"),
        ("vitepress", "> [!NOTE] Title\n> a\n", "**[NOTE]**\n**Title**\n\na\n"),
    ]);
    leaves(&[
        ("docusaurus", ":::note\na\n", "it is not closed"),
        ("docusaurus", ":::note\na\n\n:::tip\nb\n:::\n\nc\n:::\n", "as many colons"),
        ("docusaurus", ":::note\n```\n:::\n```\n:::\n", "not closed"),
        ("docusaurus", ":::note{.x}\na\n:::\n", "attributes"),
        ("docusaurus", "<Tabs>\n\n:::note\na\n:::\n\n</Tabs>\n", "HTML"),
        ("docusaurus", "- a\n\n  :::note\n  b\n  :::\n", "nested in another block"),
        ("vitepress", "::: code-group\n\n```js\na\n```\n\n:::\n", "not a callout in vitepress"),
    ]);
    let fenced = "```md\n:::note\na\n:::\n```\n";
    assert_eq!(body("docusaurus", fenced, &Kinds::new()), (fenced.to_owned(), Vec::new()));
}

#[test]
fn callouts_of_obsidian_and_myst() {
    reads(&[
        ("obsidian", "> [!faq]- Are they nested?\n> Yes.\n", "**[NOTE]**\n**Are they nested?**\n\nYes.\n"),
        ("obsidian", "> [!abstract] Spec\n> - a\n", "**[SPEC]**\n- a\n"),
        ("obsidian", "> [!tip|wide]+ Tip\n> a\n", "**[NOTE]**\na\n"),
        ("obsidian", "> [!question] Unverified\n> a\n", "**[?]**\na\n"),
        (
            "obsidian",
            "> [!note] A\n> a\n>\n> > [!tip] B\n> > b\n",
            "**[NOTE]**\n**A**\n\na\n\n**[NOTE]**\n**B**\n\nb\n",
        ),
        ("myst", ":::{note}\na\n:::\n", "**[NOTE]**\na\n"),
        ("myst", ":::{warning} Some text\nmore\n:::\n", "**[NOTE]**\nSome text\nmore\n"),
        ("myst", "```{warning}\na\n```\n", "**[NOTE]**\na\n"),
        ("myst", "````{tip}\n```py\na\n```\n````\n", "**[NOTE]**\n```py\na\n```\n"),
        (
            "myst",
            ":::{admonition} Title\n:class: tip dropdown\n:open:\n\na\n:::\n",
            "**[NOTE]**\n**Title**\n\na\n",
        ),
        ("myst", ":::{admonition} Spec\n:class: important\n\n- a\n:::\n", "**[SPEC]**\n- a\n"),
        ("myst", ":::{admonition} Title\na\n:::\n", "**[NOTE]**\n**Title**\n\na\n"),
        ("myst", "(own)=\n### B\n\n:::{note}\na\n:::\n", "(own)=\n### B\n\n**[NOTE]**\na\n"),
    ]);
    leaves(&[
        ("obsidian", "> [!recipe] Soup\n> a\n", "not a callout in obsidian"),
        ("myst", ":::{note}\n:name: here\na\n:::\n", "options"),
        ("myst", ":::{figure} a.png\na\n:::\n", "not a callout in myst"),
        ("myst", ":::{admonition} T\n:class: own\n\na\n:::\n", "class"),
    ]);
}

#[test]
fn what_follows_is_no_part_of_a_callout() {
    reads(&[
        ("github", "> [!IMPORTANT]\n> a\n\ntext\n", "**[SPEC]**\na\n\n**[NOTE]**\ntext\n"),
        ("github", "> [!IMPORTANT]\n> a\n\n### B\n\ntext\n", "**[SPEC]**\na\n\n### B\n\n**[NOTE]**\ntext\n"),
        ("github", "> [!IMPORTANT]\n> a\n\n## B\n\ntext\n", "**[SPEC]**\na\n\n## B\n\ntext\n"),
        ("github", "> [!IMPORTANT]\n> a\n\n---\n\ntext\n", "**[SPEC]**\na\n\n---\n\ntext\n"),
        ("github", "> [!IMPORTANT]\n> a\n\n> [!NOTE]\n> b\n", "**[SPEC]**\na\n\n**[NOTE]**\nb\n"),
        (
            "github",
            "> [!IMPORTANT]\n> a[^1]\n\n[x]: y\n\n[^1]: z\n",
            "**[SPEC]**\na[^1]\n\n[x]: y\n\n[^1]: z\n",
        ),
        ("github", "> [!IMPORTANT]\n> a\n\n3. b\n", "**[SPEC]**\na\n\n**[NOTE]**\n\n3. b\n"),
        (
            "github",
            "**[SPEC]**\n- a\n\n> [!NOTE]\n> b\n\n- c\n\n### B\n\n- d\n",
            "**[SPEC]**\n- a\n\n**[NOTE]**\nb\n\n**[SPEC]**\n- c\n\n### B\n\n- d\n",
        ),
        (
            "github",
            "**[SPEC]**\n- a\n\n### B\n\n> [!NOTE]\n> b\n\n### C\n\n- d\n",
            "**[SPEC]**\n- a\n\n### B\n\n**[NOTE]**\nb\n\n### C\n\n**[SPEC]**\n- d\n",
        ),
    ]);
    leaves(&[("github", "**[BUG] x**\nSymptom: a\n\n> [!NOTE]\n> b\n\nCause: c\n\nFix: d\n", "in a BUG")]);
}

#[test]
fn a_configuration_says_what_a_name_is() {
    let said = [
        ("warning", Some(Kind::Spec)),
        ("tip", None),
        ("recipe", Some(Kind::Unverified)),
        ("danger", Some(Kind::Bug)),
    ];
    let kinds: Kinds = said.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect();
    let text = "!!! warning\n    - a\n\n!!! tip\n    b\n\n!!! recipe\n    c\n\n!!! danger\n    d\n";
    let (read, left) = body("material", text, &kinds);
    let expected =
        "**[SPEC]**\n- a\n\n**[NOTE]**\n!!! tip\n    b\n\n**[?]**\nc\n\n**[NOTE]**\n!!! danger\n    d\n";
    assert_eq!(read, expected);
    assert_eq!(left.len(), 2, "{left:?}");
    let conversion = read_as(&format!("# T\n\n{text}"), "material", &kinds);
    let summary = conversion.callouts.map(|callouts| callouts.summary());
    let expected = "recipe -> ? 1, warning -> SPEC 1; unchanged: 2 (lines 6, 12)";
    assert_eq!(summary.as_deref(), Some(expected));
}
