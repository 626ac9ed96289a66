//! Conversion of what a renderer reads as one thing: containers, tabs, callouts and directives. Tags go before them,
//! never inside, in every language and every layout.

mod converted;

use converted::convert_as;
use tagdown_write::convert::{Layout, Undos, strip_with};

const LAYOUTS: [Layout; 3] = [Layout::Section, Layout::Place, Layout::Whole];

/// The converted text below `## S`, which can be undone.
#[track_caller]
fn body(text: &str, layout: Layout) -> String {
    let page = format!("# T\n\n## S\n\n{text}");
    let conversion = convert_as(&page, layout);
    assert_eq!(conversion.refused, None, "{layout:?}\n{text}");
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    assert_eq!(strip_with(&conversion.output, &undos), page, "{layout:?}");
    let (_, body) = conversion.output.split_once("## S\n\n").expect("the heading");
    body.to_owned()
}

#[test]
fn no_tag_is_put_inside_a_container_in_any_language() {
    let group = "::: code-group\n\n```bash [Linux]\nwhich hopper\n```\n\n```powershell [Windows]\nwhere hopper\n```\n\n:::\n";
    let details = "<details>\n<summary>更多</summary>\n\n可以用下面的命令确认路径：\n\n```bash\nwhich hopper\n```\n\n</details>\n";
    let tabs = "<Tabs>\n<TabItem value=\"a\">\n\n```bash\nwhich hopper\n```\n\n</TabItem>\n</Tabs>\n";
    let chinese = "可以用下面的命令确认路径。\n\n";
    let german = "Den Pfad kann man hiermit leicht ermitteln, wenn man möchte:\n\n";
    for layout in LAYOUTS {
        for (above, container, gap) in [
            (chinese, group, ""),
            (german, group, ""),
            (chinese, details, ""),
            (chinese, tabs, "\n"),
            (german, tabs, "\n"),
        ] {
            let expected = format!("**[NOTE]**\n{above}**[SPEC]**\n{gap}{container}");
            assert_eq!(body(&format!("{above}{container}"), layout), expected, "{layout:?}");
        }
    }
}

#[test]
fn a_container_of_prose_in_another_language_is_context() {
    let text = "- `a`\n- `b`\n\n::: tip\n\nDas ist wirklich schön, und man freut sich sehr darüber.\n\nMan kann es auch lassen.\n\n:::\n";
    let expected = text.replace("- `a`", "**[SPEC]**\n- `a`").replace("::: tip", "**[NOTE]**\n::: tip");
    assert_eq!(body(text, Layout::Section), expected);
}

#[test]
fn a_tag_after_a_container_is_one_of_its_own() {
    let text = "<details>\n<summary>Mehr</summary>\n\n```sh\nwhich hopper\n```\n\n</details>\n\nDas ist schön und gut so, und man kann es auch lassen.\n";
    let expected = format!("**[SPEC]**\n{}", text.replace("Das ist", "**[NOTE]**\nDas ist"));
    assert_eq!(body(text, Layout::Section), expected);
}

#[test]
fn directives_with_as_many_colons_stay_together() {
    let text = "Das ist schön und gut so.\n\n::: warning Größe\nDas Archiv ist klein, und das soll so bleiben.\n\nSonst wird es nicht angenommen.\n::: details Was man tun kann:\n\n- Bilder verkleinern\n- Dateien weglassen\n\n:::\n";
    let expected = format!("**[NOTE]**\n{}", text.replace("::: warning", "**[SPEC]**\n::: warning"));
    assert_eq!(body(text, Layout::Section), expected);
}

#[test]
fn nothing_is_put_between_a_marker_and_its_body() {
    let fence = "    ```sh\n    install a.pkg\n    ```\n";
    for text in [
        format!("=== \"macOS\"\n\n    Download `a.pkg` (4 MB).\n\n{fence}\n=== \"Linux\"\n\n    Use the package manager.\n"),
        format!("===+ \"macOS\"\n\n{fence}\n=== \"Linux\"\n\n{fence}"),
        "=== \"a.toml\"\n\n    === \"Dynamic\"\n        See the [version](v.md) section.\n\n        ```toml\n        path = \"x\"\n        ```\n\n    === \"Static\"\n        ```toml\n        version = \"0.0.1\"\n        ```\n".to_owned(),
        "=== \"macOS\"\n    === \"GUI\"\n        1. Download the file.\n        2. Restart your terminal.\n\n            ```\n            $ hopper --version\n            ```\n    === \"CLI\"\n        1. Run the installer.\n".to_owned(),
        format!("!!! custom \"Labels\"\n\n{fence}"),
        format!("???+ custom\n\n    The limit is 4 KB.\n\n{fence}"),
    ] {
        for layout in LAYOUTS {
            let tagged = body(&text, layout);
            let (tag, rest) = tagged.split_once('\n').expect("two lines");
            assert_eq!(rest, text, "{layout:?}");
            assert!(["**[SPEC]**", "**[NOTE]**"].contains(&tag), "{tag}\n{rest}");
        }
    }
}

#[test]
fn tabs_in_a_row_stay_together() {
    let tabs = "=== \"A\"\n\n    We hope that you like it a lot.\n\n=== \"B\"\n\n    The port is `8080`, and the limit is 4 KB.\n";
    let thanks = "\nThanks to all of our great contributors for this!\n";
    let expected = format!("**[SPEC]**\n{tabs}\n**[NOTE]**{thanks}");
    assert_eq!(body(&format!("{tabs}{thanks}"), Layout::Section), expected);
}

#[test]
fn a_callout_around_another_one_stays_as_it_is() {
    for text in [
        "!!! example \"\"\n\n    !!! note\n\n        The [other page](other.md) lists the limits.\n\n    ```sh\n    run --all\n    ```\n",
        "!!! info \"\"\n    === \"plain\"\n        ```sh\n        refs --write plain\n        ```\n\n    === \"gpg\"\n        ```sh\n        refs --write gpg\n        ```\n",
        "::: tip\n::: code-group\n\n```sh [a]\nrun --all\n```\n\n:::\n",
    ] {
        assert_eq!(body(text, Layout::Section), format!("**[SPEC]**\n{text}"));
    }
}

#[test]
fn a_callout_inside_a_callout_with_text_stays_whole() {
    let inner = "!!! example\n\n    ```yaml\n    _exclude: 1\n    ```\n";
    let text =
        format!("!!! info\n\n    The value is replaced by `a`:\n\n    {}", inner.replace("\n  ", "\n      "));
    assert_eq!(
        body(&text, Layout::Section),
        format!("**[SPEC]**\n**info**: The value is replaced by `a`:\n\n{inner}")
    );
}

#[test]
fn a_directive_stands_for_other_text_and_gets_no_tag() {
    for directive in [
        "::: mkdocs-click\n    :module: hopper.cli\n    :command: hopper\n",
        "::: hopper.queue.Queue\n    options:\n      members:\n      - push\n",
    ] {
        let page = format!("# T\n\n{directive}");
        assert_eq!(convert_as(&page, Layout::Section).output, page);
        let text = format!("{directive}\n## Limits\n\nThe limit is 4 KB.\n");
        assert_eq!(body(&text, Layout::Section), text.replace("The limit", "**[SPEC]**\nThe limit"));
    }
}

#[test]
fn definition_lists_stay_as_they_are() {
    for list in [
        "required\n: No\n\ndefault\n: empty\n",
        "`LEVEL`\n\n: The level must be a number. The default is 5.\n\n: It is read once.\n\n`PORT`\n\n: The port is 8080.\n",
    ] {
        for layout in LAYOUTS {
            let text =
                format!("The server is fast. The limit is 5 MB per file.\n\n{list}\nThe glob must match.\n");
            let converted = body(&text, layout);
            assert!(converted.contains(list), "{layout:?}\n{converted}");
        }
    }
}
