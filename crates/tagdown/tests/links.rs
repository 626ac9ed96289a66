//! Broken links of a document alone, without the files around it.

mod below_header;

use tagdown::rules::Settings;

/// Checks the findings of `broken-link` and `unused-suppression` in `body`, as `line rule` pairs.
#[track_caller]
fn finds(body: &str, expected: &[&str]) {
    let settings =
        Settings::default().only(|rule| ["broken-link", "unused-suppression"].contains(&rule.name));
    let found = below_header::found(body, &settings);
    assert_eq!(found, expected, "in\n{body}");
}

#[test]
fn links_of_a_document_alone() {
    for (body, expected) in [
        ("**[SPEC]**\n- [a](#part), [b](#title), [c](#Part), [d](#)\n", &[][..]),
        ("**[SPEC]**\n- [a](#prat)\n", &["2 broken-link"]),
        ("**[SPEC]**\n- ![a](#prat)\n\n<a href=\"#prat\">b</a>\n", &["2 broken-link", "4 broken-link"]),
        ("**[SPEC]**\n- [a](gone.md), ![b](gone.png), [c](/gone), [d](mailto:a@b.c)\n", &[]),
        ("**[SPEC]**\n- [a guide][gone], [the shop](#part)\n", &["2 broken-link"]),
        ("**[SPEC][draft of March]**\n- a\n", &[]),
        ("**[SPEC]**\n- [a guide][here] and [here] and [there]\n\n[here]: #part\n", &[]),
        // The definition is wrong, not its uses.
        ("**[SPEC]**\n- [a guide][b] and [c guide][b]\n\n[b]: #prat\n", &["4 broken-link"]),
        ("**[SPEC]**\n- A fact.[^1]\n", &["2 broken-link"]),
        ("**[SPEC]**\n- A fact.[^1]\n\n[^1]: A note.\n", &[]),
        ("**[SPEC]**\n- `[a](#prat)`\n\n```md\n[a](#prat) [a guide][b]\n```\n\n<!-- [a](#prat) -->\n", &[]),
        ("**[SPEC]**\n- [a](#{{ id }}), [b](${url}#x)\n", &[]),
        ("**[SPEC]**\n- [a](#mine)\n\n### Limits {#mine}\n\n**[SPEC]**\n- b\n", &[]),
        (
            "<!-- tagdown: allow broken-link the page is written later -->\n[a](#prat)\n\n**[SPEC]**\n- b\n",
            &[],
        ),
        (
            "**[SPEC]**\n- b\n\n<!-- TEAM:START -->\n[a](#infra-ada)\n\n<!-- TEAM:END -->\n\n[a](#infra-bob)\n",
            &["9 broken-link"],
        ),
        // Without files, nobody can say that this comment allows nothing.
        (
            "<!-- tagdown: allow broken-link the page is written later -->\n[a](gone.md)\n\n**[SPEC]**\n- b\n",
            &[],
        ),
    ] {
        finds(body, expected);
    }
}
