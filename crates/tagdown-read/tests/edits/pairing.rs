//! Which fact continues which: introductions, columns, names, forms, and what states nothing.

use super::{DOCUMENT, SPEC, edited, page, said, says};

#[test]
fn introductions_come_go_and_change() {
    let list = "- Inbox: 90 days\n- Trash: 7 days";
    says(
        &[(list, "On servers with a disk of their own:\n\n- Inbox: 90 days\n- Trash: 7 days")],
        &[
            "added a.md#folders/spec-1: On servers with a disk of their own: (now above \"Inbox: 90 days\" and 1 more)",
        ],
    );
    says(
        &[("- Headers:\n  - Encoding: UTF-8", "- Headers of mails\n  that are sent:\n  - Encoding: UTF-8")],
        &[&format!("changed {SPEC}: Headers{{+ of mails that are sent+}}:")],
    );
    says(
        &[("- Headers:\n  - Encoding: UTF-8\n  - Length", "- Encoding: UTF-8\n- Length")],
        &[&format!("lost {SPEC}: Headers: (was above \"Encoding: UTF-8\" and 1 more)")],
    );
    // What has nothing in common with the words before is still above the same facts.
    says(
        &[("- Headers:\n", "- Limits of the envelope:\n")],
        &[&format!("changed {SPEC}: [-Headers-]{{+Limits of the envelope+}}:")],
    );
    // A paragraph introduces what is directly below it, not the list below that.
    let code = "```sh\nmailctl backup --to /srv/backup --keep 7\n```\n";
    says(
        &[(code, &format!("Then run:\n\n{code}\n- Backups are kept for 7 days.\n"))],
        &[
            "added a.md#backup/spec-1: Then run: (now above \"mailctl backup --to /srv/backup --keep 7\")",
            "added a.md#backup/spec-1: Backups are kept for 7 days.",
        ],
    );
}

#[test]
fn columns_do_not_hide_cells() {
    let table = "| Priority | Delay | Retries |\n|----------|-------|---------|\n| high | 0 s | 5 |\n| low | 60 s | 2 |";
    let with = |text: &str, expected: &[&str]| {
        let expected: Vec<String> = expected.iter().map(|line| format!("changed {SPEC}: {line}")).collect();
        assert_eq!(
            said(vec![page("a.md", DOCUMENT)], vec![page("a.md", &edited(&[(table, text)]))], &[]),
            expected,
            "{text}"
        );
    };
    let head = |names: &str| format!("| {names} |\n|---|---|---|\n");
    with(
        &(head("Priority | Wait | Retries") + "| high | 0 s | 5 |\n| low | 90 s | 2 |"),
        &["column Delay is now Wait in 2 rows", "low | [-60-]{+90+} s | 2"],
    );
    with(
        "| Priority | Delay | Retries | Owner |\n|---|---|---|---|\n| high | 0 s | 9 | post |\n| low | 60 s | 2 | sales |",
        &["new column Owner in 2 rows: high: post; low: sales", "high | 0 s | [-5-]{+9+}"],
    );
    with(
        &(head("Priority | Delay (ms) | Retries") + "| high | 0 | 5 |\n| low | 60000 | 2 |"),
        &["column Delay is now Delay (ms) in 2 rows", "high | 0 [-s -]| 5", "low | [-60 s-]{+60000+} | 2"],
    );
}

#[test]
fn names_tell_facts_apart() {
    let list = "- Inbox: 90 days\n- Trash: 7 days";
    says(
        &[(list, "- Inbox: 90 days\n- Drafts: 7 days")],
        &["lost a.md#folders/spec-1: Trash: 7 days", "added a.md#folders/spec-1: Drafts: 7 days"],
    );
    says(
        &[(list, "- Inboxes: 90 days\n- Trash: 7 days")],
        &["changed a.md#folders/spec-1: [-Inbox-]{+Inboxes+}: 90 days"],
    );
    // Sentences that all look alike are not the same because of what they have in common.
    let users = |names: &[&str]| {
        let one = |name: &&str| {
            format!("- If you are a {name} user, you can install it from the official ports.\n")
        };
        let text: String = names.iter().map(one).collect();
        vec![page("a.md", &edited(&[(list, &text)]))]
    };
    let line = |what: &str, name: &str| {
        format!(
            "{what} a.md#folders/spec-1: If you are a {name} user, you can install it from the official ports."
        )
    };
    assert_eq!(
        said(users(&["Fedora", "Debian", "Alpine"]), users(&["Fedora", "NixOS", "Arch", "Gentoo"]), &[]),
        [
            line("lost", "Debian"),
            line("lost", "Alpine"),
            line("added", "NixOS"),
            line("added", "Arch"),
            line("added", "Gentoo")
        ]
    );
}

#[test]
fn icons_and_spelling_say_nothing() {
    says(&[("- Attachments are refused", "- ⚠ Attachments are refused")], &[]);
    says(&[("first in, first out", "first-in, first-out")], &[]);
    says(
        &[("- Attachments are refused", "- ❌ Attachments are refused")],
        &[&format!("changed {SPEC}: {{+❌ +}}Attachments are refused above 25 MB.")],
    );
}

#[test]
fn targets_that_are_defined_elsewhere_are_shown() {
    let body = |target: &str| {
        let text = edited(&[(
            "- Trash: 7 days",
            &format!("- Trash: see [the rules][rules].\n\n[rules]: https://example.org/{target}\n"),
        )]);
        vec![page("a.md", &text)]
    };
    assert_eq!(
        said(body("one/trash"), body("two/trash"), &[]),
        [
            "changed a.md#folders/spec-1: Trash: see [the rules][rules]. → https://example.org/[-one-]{+two+}/trash"
        ]
    );
}

#[test]
fn a_sentence_that_grew_is_not_lost() {
    says(
        &[
            ("- Attachments are refused above 25 MB.\n", ""),
            (
                "The rate was 50",
                "Attachments are refused above 25 MB, as most other servers do in our experience. The rate was 50",
            ),
        ],
        &[
            "demoted a.md#sending/note-1: Attachments are refused above 25 MB{+, as most other servers do in our experience+}. (was [SPEC] in a.md#sending/spec-1)",
        ],
    );
}

#[test]
fn what_states_nothing_is_no_fact() {
    let inbox = "- Inbox: 90 days";
    says(&[(inbox, "[![Build](https://example.org/b.svg)](https://example.org)\n\n- Inbox: 90 days")], &[]);
    says(&[(inbox, "For example:\n\n- Inbox: 90 days")], &[]);
    let linked = |link: &str| {
        vec![page("a.md", &edited(&[(inbox, &format!("- Inbox: 90 days, see {link} for more"))]))]
    };
    assert_eq!(
        said(
            linked("<a href=\"https://example.org/x\" class=\"y\">the list</a>"),
            linked("[the list](https://example.org/x)"),
            &[]
        ),
        [""; 0]
    );
}

#[test]
fn one_scheme_for_another_is_one_change() {
    let list = |scheme: &str| {
        let item = |name: &str| format!("- [{name}]({scheme}://example.org/{name})\n");
        let text = edited(&[("- Inbox: 90 days\n", &["Get", "Set", "Drop"].map(item).concat())]);
        vec![page("a.md", &text)]
    };
    assert_eq!(
        said(list("http"), list("https"), &[]),
        [
            "changed a.md#folders/spec-1: [Get]([-http-]{+https+}://example.org/Get) (the same in the links of 2 other facts)"
        ]
    );
}

#[test]
fn a_row_may_become_nested_items() {
    let table = "| Priority | Delay | Retries |\n|----------|-------|---------|\n| high | 0 s | 5 |\n| low | 60 s | 2 |";
    says(&[(table, "- high\n  - Delay: 0 s\n  - Retries: 5\n- low\n  - Delay: 60 s\n  - Retries: 2")], &[]);
}

#[test]
fn a_fact_between_the_same_neighbours_took_the_place_of_another() {
    says(
        &[(
            "Attachments are refused above 25 MB.",
            "Attachments may have any size and are scanned above 5 MB.",
        )],
        &[&format!(
            "changed {SPEC}: Attachments [-are refused-]{{+may have any size and are scanned+}} above [-25-]{{+5+}} MB."
        )],
    );
}

#[test]
fn the_same_signs_in_several_code_blocks_are_one_change() {
    let with = |comma: &str| {
        let block = |name: &str| format!("```js\nuse({{\n  {name}: 1{comma}\n}});\n```\n");
        let text = edited(&[("- Inbox: 90 days\n", &["one", "two", "three"].map(block).join("\n"))]);
        vec![page("a.md", &text)]
    };
    assert_eq!(
        said(with(""), with(","), &[]),
        ["changed a.md#folders/spec-1: use({ ⏎   one: 1{+,+} ⏎ }); (the same signs in 2 other code blocks)"]
    );
}

#[test]
fn a_name_before_a_dash_tells_facts_apart() {
    let list = "- Inbox: 90 days\n- Trash: 7 days";
    let names = |name: &str| {
        let text =
            edited(&[(list, &format!("- **flush** - No description.\n- **{name}** - No description."))]);
        vec![page("a.md", &text)]
    };
    assert_eq!(
        said(names("pause"), names("restart"), &[]),
        [
            "lost a.md#folders/spec-1: **pause** - No description.",
            "added a.md#folders/spec-1: **restart** - No description."
        ]
    );
}

#[test]
fn facts_that_change_their_kind_together_are_one_change() {
    says(
        &[("**[SPEC]**\n- Inbox: 90 days", "**[NOTE]**\n- Inbox: 90 days")],
        &["demoted a.md#folders/note-1: Inbox: 90 days (was [SPEC] in a.md#folders/spec-1; and 1 more)"],
    );
}

#[test]
fn code_that_grew_or_has_another_form_is_not_lost() {
    let code = "```sh\nmailctl backup --to /srv/backup --keep 7\n```";
    says(&[(code, "`mailctl backup --to /srv/backup --keep 7`")], &[]);
    says(
        &[(
            code,
            "```sh\nmailctl backup --to /srv/backup --keep 7\nmailctl prune --all --force --quiet\nmailctl list --json > backups.json\n```",
        )],
        &[
            "changed a.md#backup/spec-1: mailctl backup --to /srv/backup --keep 7 ⏎ {+mailctl prune --all --force --quiet ⏎ mailctl list --json > backups.json+}",
        ],
    );
}

#[test]
fn an_introduction_that_lost_its_colon_moves_nothing() {
    says(&[("- Headers:\n  - Encoding", "- Headers.\n  - Encoding")], &[]);
    let code = "```sh\nmailctl backup";
    let lead = |end: &str, more: &str| {
        vec![page(
            "a.md",
            &edited(&[(code, &format!("Backups are made by one command{end}\n\n{more}{code}"))]),
        )]
    };
    assert_eq!(
        said(lead(":", ""), lead(".", "Keep seven of them:\n\n"), &[]),
        [
            "added a.md#backup/spec-1: Keep seven of them: (now above \"mailctl backup --to /srv/backup --keep 7\")"
        ]
    );
}
