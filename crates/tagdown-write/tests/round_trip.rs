//! `render` output converts back to the same blocks: the same kinds, titles, order, text and code.

mod callouts;
#[path = "../../../tests/generated.rs"]
mod generated;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};
use tagdown::document::{Document, Kind, parse};
use tagdown::text::Span;
use tagdown_render::{Addresses, DIALECTS, Dialect};
use tagdown_write::convert::Conversion;
use tagdown_write::convert::callouts::Kinds;

const FRONT: &str = "# Upload service\n**Version 1.2.0** · Team · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\n\
                     Read `[SPEC]`.\n\n---\n\n## Limits\n\n";

/// Blocks with text that renderers interpret as their own syntax.
const AWKWARD: &[&str] = &[
    "**[SPEC]**\n- A <T> and a Vec<T> and HashMap<String, Vec<u8>> in text\n- `Vec<T>` in code\n",
    "**[NOTE]**\na < b && c > d; x<y; 1 <2> 3; see <kbd>Ctrl</kbd>+<kbd>C</kbd>, one<br>two.\n",
    "**[SPEC]**\nText with {x} and {{ x }} and ${HOME}; in code `{x}`, `{{ x }}` and `${HOME}`.\n",
    "**[SPEC]**\nA line that ends with {x}\n\n## Heading {x}\n\n**[SPEC]**\n- ends with `code`{x}\n",
    "**[NOTE]**\nCalls go to localhost:port and /users/:id, a::b, :word, key:value and 12:30. A :smile: and a:b:c.\n",
    "**[SPEC]**\n| expression | result |\n|---|---|\n| `a \\| b` | either |\n| `a \\|\\| b_c * d` | first |\n| x \\| y | bar |\n| `Map<K, V>` | Map<K, V> |\n",
    "**[SPEC]**\n```rust,ignore\nfn f<T>() { {{ x }} }\n\n    # hidden\n```\n",
    "**[SPEC]**\n~~~\n:::\n{{ value }} <T> {x} :word\n~~~\n",
    "**[SPEC]**\n````markdown\n```js title=\"x\"\nlet a = `b`;\n```\n:::tip\nx\n:::\n````\n",
    "**[NOTE]**\nCode by indent:\n\n    indented <T>\n    {{ x }}\n\n    after\n\nEnd.\n",
    "**[SPEC]**\n```\n!!! note \"x\"\n    y\n\n**[SPEC]**\n> [!NOTE]\n```\n",
    "**[NOTE]**\n<details>\n<summary>More <b>here</b></summary>\n\nText with `code`:\n\n- one\n- two\n\n</details>\n\nBehind it.\n",
    "**[SPEC]**\n- A fact[^one] and another[^two]\n\n[^one]: The footnote, with `code`.\n\n[^two]: The other.\n\n    It has a second paragraph.\n",
    "**[NOTE]**\nSee [reference][ref], [collapsed][] and [inline](https://example.org/x_(y) \"T\").\n\n[ref]: https://example.org/{x}\n[collapsed]: https://example.org/c\n",
    "**[NOTE]**\nText.\n\n> [!TIP]\n> An alert with `code`, a <T> and {x}.\n>\n> - one\n> - two\n\nText behind it.\n",
    "**[SPEC]**\n- Fact\n\n> [!IMPORTANT]\n> Two\n> lines.\n\n- Fact beside it\n",
    "**[SPEC]**\n- one\n  - two\n    - three {x}\n    - three <T>\n  - two\n- one\n",
    "**[SPEC]**\n* one\n    * two\n        * three\n* last\n",
    "**[SPEC]**\n3. third\n4. fourth\n   - part\n5. fifth\n",
    "**[NOTE]**\n1. Code:\n\n   ```sh\n   parcel <x>\n     deep\n   ```\n\n   and text.\n2. Second\n",
    "**[SPEC]**\n- a\n-\n- c\n",
    "**[SPEC]**\n- a\n- b\n+ c\n+ d\n\n1. e\n2. f\n",
    "**[NOTE]**\n- [x] done\n- [ ] open `{{ x }}`\n",
    "**[BUG] Upload of `big.bin` stops at \"2 GB\" [EFBIG]**\nSymptom: the bar stays.\nCause: 31 bits.\nFix: part it:\n\n```sh\nsplit -b 1G big.bin\n```\n\nAffected versions: 1.0\nWorkaround: none.\n",
    "**[BUG] Vec<T> | {x} and {{ x }}: colons :here, 🚚 and C:\\dir**\n**Symptom:** the label shows `<T>`.\n**Cause:** a {x}.\n**Fix:** escape it.\n",
    "**[BUG] Fields as a list**\n- **Symptom**: no label\n- **Cause**: it sleeps\n- **Fix**: wake it\n  - by the button\n",
    "**[BUG] Several paragraphs**\nSymptom: the list is short.\n\nIt goes on.\n\nCause: the cache, which\n\n- keeps too little\n\nFix: run this\n\n1. first\n2. second\n",
    "**[BUG] Code `a | b` `{x}`, *thin*, ~~gone~~, [link](https://example.org) and <https://example.org/a>**\nSymptom: a\nCause: b\nFix: c\n",
    "Text without a tag.\n\n> [!CAUTION]\n> Hot.\n\n> [!IMPORTANT]\n> Read this.\n\n> [!WARNING]\n> Wet.\n\n> [!TIP]\n> Dry.\n",
    "**[?]**\n- Known: one line\n- Assumed: the <T> is `{x}`\n",
    "**[NOTE]**\nimport x from \"y\"\n\nexport y = 1\n\n% comment\n\n(x)= place\n\n(x)=\n\n+++ opens\n\n=== \"Tab\"\n",
    "**[NOTE]**\n!!! x is loud\n\n??? folded\n\n#hashtag\n\n::: three colons\n\n:::\n\na. text\n\n[[toc]]\n\n[[wiki]] and %%x%%\n",
    "**[NOTE]**\nA \\*literal\\* star, \\_under\\_, a \\`tick, \\# hash, \\[x\\], &amp; and &lt;b&gt; and &copy; and [^none].\n",
    "**[NOTE]**\n<https://example.org/auto?a=1&b=2>, <me@example.org> and https://example.org/bare.\n",
    "## What's new in 1.2?\n\n**[NOTE]**\nSee https://example.org/a_b, www.example.org and me@example.org; https://example.org/v1/m:predict.\n\n### Twice\n\n**[SPEC]**\n- x\n\n### Twice\n\n**[SPEC]**\n- {: .y} and **b**{z}\n",
    "**[NOTE]**\nA picture <img src=\"a.png\" alt=\"b\" width=\"20\"> in the text, and </s> or <s> or <pad>.\n",
    "**[NOTE]**\n:::box\ntext\n:::\n\n:::tip\ntext\n:::\n",
    "### Sub one\n\n**[SPEC]**\n- Fact above\n\n#### Part `one` and <T>\n\n- Fact in it\n\n#### Part two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "Setext\n------\n\n**[NOTE]**\nText below it.\n",
    "**[NOTE]**\n> A quote\n> of two lines\n>\n> > nested\n> > - list\n>\n> ```\n> code {{ x }}\n> ```\n",
    "**[NOTE]**\nTwo blanks  \nbreak; this\nnot. He said \"q\" in 2*3*4, snake_case, $5, H~2~O, x^2^, @name.\n",
    "**[SPEC] Sizes of <T>**\n- one {x}\n",
    "Text without a tag {x}, a Vec<T> and `{{ y }}`.\n",
    "**[SPEC]**\n| code | b |\n|---|---|\n| `a-b \\| c(d) <e> & \"f\"` | `#x \\| &#45;` |\n",
    "**[SPEC]**\n- https://x.example/{id}, https://x.example/<id>/z, https://{host}/{y}, <api_key> and <3 :)\n- **[WARN]** is no tag\n",
    "**[BUG] Run `a{b}` :rocket:**\nSymptom: a\nCause: b\nFix: c\n",
    "**[BUG] Only a title**\n\n**[SPEC]**\n\n**[NOTE]**\nText.\n",
    "**[NOTE]**\n> ```\n> code {x}\n\nText behind an open fence in a quote.\n",
    "**[NOTE]**\nText.\n\n> [!TIP] Use x and <T>\n> ```\n> :::\n> ```\n\nText behind it.\n",
];

/// A block in the form that is compared: kind, title, lines.
type Shown = (Kind, String, Vec<String>);

/// A line without what the writer may change: blanks, and the bracket after a number.
fn line(text: &str, dialect: &Dialect) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if dialect.name == "material" {
        text = text.strip_suffix('\\').unwrap_or(&text).to_owned();
        for sign in ["\"", "$", "%", "&", "'", ",", "/", ":", ";", "<", "=", "?", "@", "^", "~"] {
            text = text.replace(&format!("\\{sign}"), sign);
        }
        let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if number > 0 && text[number..].starts_with(") ") {
            text.replace_range(number..=number, ".");
        }
    }
    if dialect.addresses != Addresses::Linked {
        // An address in brackets is the same link as one without.
        for scheme in ["https://", "http://", "me@"] {
            while let Some((before, rest)) = text.clone().split_once(&format!("<{scheme}")) {
                let (address, behind) = rest.split_once('>').unwrap_or((rest, ""));
                text = format!("{before}{scheme}{address}{behind}");
            }
        }
    }
    if dialect.name == "docusaurus" {
        // Comments are ignored.
        while let Some((before, rest)) = text.clone().split_once("<!--") {
            text = format!("{}{}", before.trim_end(), rest.split_once("-->").map_or("", |(_, rest)| rest));
        }
    }
    text
}

/// What must stay the same: the blocks, the definitions, and all code.
fn shown(document: &Document<'_>, dialect: &Dialect) -> (Vec<Shown>, Vec<String>, Vec<String>) {
    let source = &document.source;
    let in_kinds = |at: Span, kinds: &[&str]| {
        let is = |kind: String| kinds.iter().any(|name| kind.starts_with(name));
        let mut nodes = document.markdown.nodes.iter().filter(|node| node.span.overlaps(at));
        nodes.any(|node| is(format!("{:?}", node.kind)))
    };
    let lines = |span: Span, kinds: &[&str], wanted: bool| -> Vec<String> {
        let range = source.line_of(span.start)..=source.line_of(span.end.saturating_sub(1).max(span.start));
        let lines = range.map(|line| source.line(line).clip(span));
        let kept = lines.filter(|span| !span.is_empty() && in_kinds(*span, kinds) == wanted);
        kept.map(|span| line(document.text(span), dialect))
            .filter(|line| !line.trim_matches([' ', '>']).is_empty())
            .collect()
    };
    let aside = ["Code", "Definition", "Footnote", "Comment"];
    let blocks = document.tagged_blocks().map(|(block, _)| {
        let mut title = document.block_title(block).unwrap_or_default();
        let mut own = lines(block.content, &aside, false);
        // A heading without text below it belongs to nothing.
        while own.pop_if(|line| line.starts_with('#')).is_some() {}
        if block.kind != Kind::Bug && !title.is_empty() {
            own.insert(0, format!("**{}**", std::mem::take(&mut title)));
        }
        (block.kind, line(&title, dialect), own)
    });
    let mut code = Vec::new();
    let mut is_open = false;
    for event in Parser::new_ext(source.text(), Extensions::ENABLE_TABLES | Extensions::ENABLE_FOOTNOTES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                is_open = true;
                code.push(String::new());
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            Event::Text(text) if is_open => code.last_mut().expect("open").push_str(&text),
            Event::Code(text) => code.push(text.to_string()),
            _ => {}
        }
    }
    let whole = Span::new(0, source.text().len());
    let mut defined = lines(whole, &["Definition", "Footnote"], true);
    defined.sort();
    // Footnotes move, including the code in them.
    code.sort();
    (blocks.collect(), defined, code)
}

fn read(page: &str, dialect: &'static Dialect) -> Conversion {
    callouts::read(page, dialect, &Kinds::new())
}

/// The differences after a round trip through a dialect.
fn faults(text: &str, dialect: &'static Dialect) -> Vec<String> {
    let source = parse(text);
    let page = tagdown_render::render(&source, dialect, &tagdown_render::Options::default()).text;
    let back = read(&page, dialect);
    if let Some(reason) = back.refused {
        return vec![format!("{}: refused: {reason}\n{page}", dialect.name)];
    }
    let mut faults = Vec::new();
    let left = back.callouts.map(|callouts| callouts.left).unwrap_or_default();
    faults.extend(left.iter().map(|left| format!("{}: left: {}: {}", dialect.name, left.line, left.reason)));
    let (old, new) = (shown(&source, dialect), shown(&parse(&back.output), dialect));
    let mut compare = |old: Vec<String>, new: Vec<String>| {
        for index in 0..old.len().max(new.len()) {
            let (old, new) = (old.get(index), new.get(index));
            if old != new {
                faults.push(format!("{}:\n    {old:?}\n    {new:?}", dialect.name));
                break;
            }
        }
    };
    // A truncated info string or a lost comment does not change a block.
    let flat = |blocks: Vec<Shown>| {
        let some = blocks.into_iter().filter(|(_, title, lines)| !(title.is_empty() && lines.is_empty()));
        some.flat_map(|(kind, title, lines)| std::iter::once(format!("{kind:?} {title}")).chain(lines))
            .collect()
    };
    compare(flat(old.0), flat(new.0));
    compare(old.1, new.1);
    compare(old.2, new.2);
    faults
}

fn readable() -> impl Iterator<Item = &'static Dialect> {
    DIALECTS.iter().filter(|dialect| dialect.read_back.is_some())
}

#[test]
fn awkward_blocks_come_back() {
    let mut all = Vec::new();
    for block in AWKWARD {
        for text in [format!("{FRONT}{block}"), format!("{FRONT}{block}").replace('\n', "\r\n")] {
            let found: Vec<String> = readable().flat_map(|dialect| faults(&text, dialect)).collect();
            if !found.is_empty() {
                all.push(format!("{block}{}", found.join("\n")));
            }
        }
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n========\n"));
}

#[test]
fn the_demanding_document_comes_back() {
    let text = include_str!("../../../testdata/render/demanding.md");
    // The document reads it as a paragraph; renderers, without a tag above, as code.
    let text = text.replace("**[SPEC]**\n    indented", "**[SPEC]**\n\n    indented");
    let found: Vec<String> = readable().flat_map(|dialect| faults(&text, dialect)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn alerts_outside_blocks_stay_alerts() {
    let alerts = "Text.\n\n> [!CAUTION]\n> Hot.\n\n> [!IMPORTANT]\n> Read.\n\n> [!WARNING]\n> Wet.\n";
    let text = format!("{FRONT}{alerts}\n**[SPEC]**\n- a\n");
    for dialect in readable() {
        let page = tagdown_render::render(&parse(&text), dialect, &tagdown_render::Options::default()).text;
        let back = read(&page, dialect).output;
        assert!(back.contains(alerts), "{}: {page}\n{back}", dialect.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn awkward_documents_come_back(blocks in prop::collection::vec(prop::sample::select(AWKWARD), 1..12)) {
        let mut text = FRONT.to_owned();
        for (index, block) in blocks.iter().enumerate() {
            // A label is defined once; of two definitions only the first has an effect.
            let labels = ["[^one", "[^two", "[ref", "[collapsed"];
            let own = labels.iter().fold((*block).to_owned(), |text, label| text.replace(label, &format!("{label}{index}")));
            text.push_str(&own);
            text.push('\n');
        }
        let found: Vec<String> = readable().flat_map(|dialect| faults(&text, dialect)).collect();
        prop_assert!(found.is_empty(), "{}\n{}", found.join("\n"), text);
    }

    #[test]
    fn documents_come_back(text in generated::tagged()) {
        prop_assume!(parse(&text).tagged_blocks().next().is_some());
        // The tag of a heading stays in the page, and may extend further there (docs/rendering.md, as a BUG).
        let document = parse(&text);
        let is_loose = document.blocks.iter().any(|block| block.tag.is_none() || block.content.is_empty());
        let is_in_heading = text.lines().any(|line| line.starts_with('#') && line.contains("[SPEC]"));
        prop_assume!(!(is_in_heading && is_loose));
        let found: Vec<String> = readable().flat_map(|dialect| faults(&text, dialect)).collect();
        prop_assert!(found.is_empty(), "{}\n{}", found.join("\n"), text);
    }

    #[test]
    fn whatever_is_read_is_read_once(text in generated::document()) {
        // In a page that `render` wrote, the content of a callout is its text.
        let is_rendered = parse(&text).manifest.is_some();
        for dialect in readable() {
            let once = read(&text, dialect);
            // A callout that cannot be read with certainty stays unchanged.
            prop_assert!(once.refused.is_none() || once.output == text, "from {}", dialect.name);
            let twice = read(&once.output, dialect);
            prop_assert!(is_rendered || twice.output == once.output, "from {}", dialect.name);
        }
    }
}
