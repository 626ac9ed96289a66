//! Conversion by sentence: facts become the SPEC of their section, nothing is lost, and `--strip` restores the source.

mod converted;
mod errors;
#[path = "../../../tests/generated.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod generated;

use converted::convert_as;
use errors::errors;
use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown_write::convert::{Conversion, Layout, Undos, strip_with};

/// The text between the manifest and the end.
fn body(conversion: &Conversion) -> &str {
    let output = &conversion.output;
    let at = output.find("may be skipped.\n\n").expect("a manifest");
    &output[at + "may be skipped.\n\n".len()..]
}

fn restored(conversion: &Conversion) -> String {
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    strip_with(&conversion.output, &undos)
}

const PAGE: &str = "# Queue\n\n## Limits\n\nWe hope that you like the queue. The `timeout` option\ndefaults to `30` seconds. \
                    It must not exceed `600`. Thanks to all contributors!\n\nRun this command:\n\n```sh\nqueue --start\n```\n\n\
                    In this chapter, we told a story about our history.\n";

#[test]
fn the_form_of_a_table_and_of_contents_tells_what_they_are() {
    let table = "<table>\n  <tr>\n    <th>Guest</th>\n    <th>Drinks</th>\n  </tr>\n  <tr>\n    <td><a href=\"a.md\">ann</a></td>\n    <td>tea</td>\n  </tr>\n</table>\n";
    let contents = "- [Guests](#guests)\n- [Limits](#limits)\n  - [`timeout` must be 30](#timeout)\n";
    let page = format!("# Party\n\n{contents}\n## Guests\n\n{table}");
    for layout in [Layout::Place, Layout::Section, Layout::Whole] {
        let conversion = convert_as(&page, layout);
        assert!(
            conversion.output.contains(&format!("**[SPEC]**\n{table}"))
                || conversion.output.contains(&format!("**[SPEC]**\n\n{table}")),
            "{}",
            conversion.output
        );
        assert!(
            conversion.output.contains(&format!("**[NOTE]**\n{contents}"))
                || conversion.output.contains(&format!("**[NOTE]**\n\n{contents}")),
            "{}",
            conversion.output
        );
        assert_eq!(restored(&conversion), page);
    }
}

#[test]
fn facts_come_first_and_context_after_them() {
    let conversion = convert_as(PAGE, Layout::Section);
    assert_eq!(
        body(&conversion),
        "## Limits\n\n**[SPEC]**\nThe `timeout` option\ndefaults to `30` seconds. It must not exceed `600`.\n\n\
         Run this command:\n\n```sh\nqueue --start\n```\n\n**[NOTE]**\nWe hope that you like the queue.\n\n\
         Thanks to all contributors!\n\nIn this chapter, we told a story about our history.\n"
    );
    assert_eq!(restored(&conversion), PAGE);
}

#[test]
fn in_place_nothing_moves() {
    let conversion = convert_as(PAGE, Layout::Place);
    let spec = body(&conversion).find("The `timeout`").expect("a fact");
    let thanks = body(&conversion).find("Thanks").expect("context");
    let command = body(&conversion).find("queue --start").expect("code");
    assert!(spec < thanks && thanks < command, "{}", body(&conversion));
    assert_eq!(restored(&conversion), PAGE);
}

#[test]
fn a_section_of_one_kind_only_gets_a_tag() {
    let text = "# T\n\n## Port\n\nThe port is 8080.\n\n```sh\nrun\n```\n";
    let conversion = convert_as(text, Layout::Section);
    assert_eq!(body(&conversion), "## Port\n\n**[SPEC]**\nThe port is 8080.\n\n```sh\nrun\n```\n");
    assert!(conversion.undo.is_empty());
    assert_eq!(restored(&conversion), text);
}

#[test]
fn lists_that_meet_stay_two_lists() {
    let text = "# T\n\n## A\n\nThe `a` option accepts a number. The `b` option accepts a string. The `c` option is required.\n\n\
                - `x` is 1.\n- `y` is 2.\n";
    let conversion = convert_as(text, Layout::Section);
    let lists = parse(&conversion.output);
    let count = lists.markdown.top.iter().filter(|&&index| {
        matches!(lists.markdown.nodes[index].kind, tagdown::markdown::NodeKind::List { .. })
    });
    assert_eq!(count.count(), 2, "{}", conversion.output);
    assert_eq!(restored(&conversion), text);
}

#[test]
fn an_edit_elsewhere_does_not_spoil_the_record() {
    let conversion = convert_as(PAGE, Layout::Section);
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    let records = Undos::parse(&undos.to_text());
    let edited = format!("{}\n## More\n\n**[SPEC]**\n- One.\n", conversion.output);
    assert_eq!(strip_with(&edited, &records), format!("{PAGE}\n## More\n\n- One.\n"));
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort();
    words
}

proptest! {
    #[test]
    fn no_word_is_lost_and_the_source_comes_back(text in generated::document(), is_place in any::<bool>()) {
        let layout = if is_place { Layout::Place } else { Layout::Section };
        let conversion = convert_as(&text, layout);
        if conversion.output == text {
            return Ok(());
        }
        prop_assert!(conversion.refused.is_none());
        let (before, after) = (words(&text), words(&conversion.output));
        let mut rest = after.iter();
        prop_assert!(before.iter().all(|word| rest.any(|other| other == word)), "{}", conversion.output);
        let document = parse(&conversion.output);
        let (known, errors) = (errors(&text), errors(&conversion.output));
        prop_assert!(errors.iter().all(|rule| known.contains(rule)), "{errors:?}");
        let again = convert_as(&conversion.output, layout);
        prop_assert_eq!(&again.output, &conversion.output);
        let source = parse(&text);
        if source.tags.is_empty() && source.manifest.is_none() && source.header.version.is_none() {
            prop_assert_eq!(restored(&conversion), text);
        }
        prop_assert!(document.blocks.iter().all(|block| block.kind != Kind::Bug || block.tag.is_some()));
    }
}

#[test]
fn nothing_is_put_inside_what_belongs_together() {
    let inside = "<Tabs>\n\nRun this on Linux. We like it.\n\n```sh\na\n```\n\n</Tabs>";
    let text = format!(
        "import Tabs from '@theme/Tabs';\n\n# Install\n\nThe tool requires `node` 18. We like it.\n\n{inside}\n\n\
         {{{{< tabs >}}}}\n\nThe port is 80. We hope you like it.\n\n{{{{< /tabs >}}}}\n"
    );
    let conversion = convert_as(&text, Layout::Section);
    assert_eq!(conversion.refused, None);
    for kept in [
        inside,
        "{{< tabs >}}\n\nThe port is 80. We hope you like it.\n\n{{< /tabs >}}",
        "import Tabs from '@theme/Tabs';\n\n# Install\n**Version",
    ] {
        assert!(conversion.output.contains(kept), "{kept}: {}", conversion.output);
    }
    assert_eq!(restored(&conversion), text);
}

#[test]
fn callouts_are_read_and_come_back() {
    let text = "# T\n\n## S\n\nIntro to the topic.\n\n!!! warning \"Cookies need TLS\"\n    Pass `secure=True` over HTTPS.\n\n    \
        - One item with `a`.\n    - Another item with `b`.\n\nThe limit is 4096 bytes.\n\n> [!WARNING]\n> Never store more than \
        4 kB.\n> The rest is cut off.\n\n:::tip[Faster]\nSet `cache = true`.\n:::\n\n{{% alert color=\"danger\" %}}\nDeletes \
        all data in `/var/lib/x`.\n{{% /alert %}}\n";
    let conversion = convert_as(text, Layout::Section);
    let output = &conversion.output;
    for fact in [
        "**warning**: Cookies need TLS",
        "Pass `secure=True` over HTTPS.",
        "- One item with `a`.\n- Another item with `b`.",
        "**WARNING**: Never store more than 4 kB.",
        "**tip**: Faster",
        "**danger**: Deletes all data in `/var/lib/x`.",
    ] {
        assert!(output.contains(fact), "{fact:?} is not in\n{output}");
    }
    assert!(!output.contains("!!!") && !output.contains(":::") && !output.contains("{{%"), "{output}");
    assert_eq!(restored(&conversion), text);
}

#[test]
fn callouts_inside_components_stay() {
    let text =
        "# T\n\n## S\n\n<Tabs>\n\n:::tip\nUse port 80.\n:::\n\n</Tabs>\n\n```md\n!!! note\n    Code.\n```\n";
    let output = convert_as(text, Layout::Section).output;
    assert!(output.contains("<Tabs>\n\n:::tip\nUse port 80.\n:::\n\n</Tabs>"), "{output}");
    assert!(output.contains("```md\n!!! note\n    Code.\n```"), "{output}");
}

#[test]
fn pages_without_facts_are_left_alone() {
    let changes = "# Changelog\n\n## 1.1.0\n\n- Added `a`.\n\n## 1.0.0\n\n- First.\n";
    let conversion = convert_as(changes, Layout::Section);
    assert_eq!(conversion.output, changes);
    assert!(conversion.notices[0].starts_with("a changelog: left unchanged"), "{:?}", conversion.notices);
}
