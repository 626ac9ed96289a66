//! What is written in another way and says the same: titles that `convert` made, headings, the columns of code, sentences
//! that were cut.

use super::reading::spec;
use super::{page, said};

/// What is said about two documents.
fn between(old: &str, new: &str) -> Vec<String> {
    said(vec![page("a.md", old)], vec![page("a.md", new)], &[])
}

const MADE: &str = "**Version 0.1.0** · HADS 1.0.0 · title by tagdown\n\n";
const OWN: &str = "**Version 0.1.0** · HADS 1.0.0\n\n";
const BODY: &str = "**[SPEC]**\n- Colour: red\n- The tank holds 40 l.\n";

#[test]
fn a_title_that_convert_made_is_no_fact() {
    let logo = format!("# Pump: A\n{MADE}<img src=\"logo.svg\">\n\n# Pump\n\n{BODY}");
    let own = format!("# Pump\n{OWN}{BODY}");
    let demoted = format!("# A\n{MADE}## Pump\n\n{BODY}");
    for (old, new) in [(&own, &logo), (&logo, &own), (&logo, &demoted), (&demoted, &own)] {
        assert_eq!(between(old, new), [""; 0], "{old}\n{new}");
    }
    assert_eq!(
        between(&own, &logo.replace("# Pump\n", "# Well\n")),
        ["a.md: the title \"Pump\" is now \"Well\""]
    );
    assert_eq!(
        between(&own, &own.replace("1.0.0\n\n", "1.0.0 · Ann\n\n")),
        ["a.md: the author \"Ann\" was added"]
    );
}

#[test]
fn a_heading_with_the_same_words_has_no_new_name() {
    let section = |title: &str| format!("# Pump\n{OWN}## {title}\n\n{BODY}");
    for title in ["drain(all)<br>drain.all()", "drain(all)  drain.all()", "**drain(all)** drain.all():"] {
        assert_eq!(between(&section("drain(all) drain.all()"), &section(title)), [""; 0], "{title}");
    }
    assert_eq!(
        between(&section("drain(all)"), &section("drain(one)")),
        ["section \"drain(all)\" of a.md is now \"drain(one)\""]
    );
}

#[test]
fn a_sentence_that_was_cut_is_changed() {
    let whole = "The keeper stores the current level of the tank in a book every evening (with `log = on`), and the level of the day before on a board with `board = on`.\n";
    let cut = "If `log = on` is set, the keeper writes the current level of the tank in a book every evening. With `board = on`, the keeper also paints the level of the day before on a board.\n";
    let whats = |lines: Vec<String>| -> Vec<String> {
        lines.iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(whats(spec(whole, cut)), ["changed", "added"]);
    assert_eq!(whats(spec(cut, whole)), ["lost", "changed"]);
    // Sentences about something else.
    let other =
        "The lid of the pump is closed by hand every evening. The keeper has a key for the shed behind it.\n";
    assert_eq!(whats(spec(whole, other)), ["lost", "added", "added"]);
}

#[test]
fn code_without_a_fence_has_its_first_indent() {
    assert_eq!(
        spec("Run:\n\n    fill --slow\n    drain --all\n", "Run:\n\n    fill --fast\n    drain --one\n"),
        ["changed a.md#modes/spec-1: fill --[-slow-]{+fast+} ⏎ drain --[-all-]{+one+}"]
    );
    assert_eq!(
        spec("Run:\n\n    fill --slow\n      drain --all\n", "Run:\n\n    fill --slow\n    drain --all\n"),
        ["changed a.md#modes/spec-1: fill --slow ⏎ [-  -]drain --all"]
    );
}

#[test]
fn what_continues_a_column_moves_with_it() {
    let narrow = "```\nOptions:\n  --lid    opens the lid of\n           the pump\n  --oil    oils it\n```\n";
    let wide =
        "```\nOptions:\n  --lid       opens the lid of\n              the pump\n  --oil       oils it\n```\n";
    assert_eq!(spec(narrow, wide), [""; 0]);
    let longer = wide.replace("oils it\n", "oils it\n  --quickly   hurries\n");
    assert_eq!(
        spec(narrow, &longer),
        ["changed a.md#modes/spec-1: … ⏎   --oil       oils it ⏎ {+  --quickly   hurries+}"]
    );
}

#[test]
fn a_break_of_the_line_is_no_change() {
    assert_eq!(spec("Type: `number`<br>\nDefault: 5.\n", "Type: `number`\\\nDefault: 5.\n"), [""; 0]);
}
