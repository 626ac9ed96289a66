//! What a reader must be able to tell from the words of a change: whose sentence it is, which cell, which line of code.

use super::{page, said};

const HEAD: &str = "# Pump\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first.\n\n## Look\n\n**[SPEC]**\n- Colour: red\n\n## Modes\n\n";

/// What is said about two bodies of a section.
fn between(old: &str, new: &str) -> Vec<String> {
    let pages = |body: &str| vec![page("a.md", &format!("{HEAD}{body}"))];
    said(pages(old), pages(new), &[])
}

/// What is said about two SPEC blocks of a section.
pub(crate) fn spec(old: &str, new: &str) -> Vec<String> {
    between(&format!("**[SPEC]**\n{old}"), &format!("**[SPEC]**\n{new}"))
}

#[test]
fn a_later_sentence_belongs_to_its_item() {
    assert_eq!(
        spec(
            "- `eco`: Slow pulses. Enabled by default.\n- `rush`: Fast pulses. Disabled by default.\n",
            "- `eco`: Slow pulses. Disabled by default.\n- `rush`: Fast pulses. Enabled by default.\n",
        ),
        [
            "changed a.md#modes/spec-1: [-Enabled-]{+Disabled+} by default. (after \"`eco`\")",
            "changed a.md#modes/spec-1: [-Disabled-]{+Enabled+} by default. (after \"`rush`\")",
        ]
    );
    assert_eq!(
        spec(
            "`inlet`: the valve. Default: 40.\n\n`outlet`: the drain. Default: 15.\n",
            "`inlet`: the valve. Default: 15.\n\n`outlet`: the drain. Default: 40.\n",
        ),
        [
            "changed a.md#modes/spec-1: Default: [-40-]{+15+}. (after \"`inlet`\")",
            "changed a.md#modes/spec-1: Default: [-15-]{+40+}. (after \"`outlet`\")",
        ]
    );
    assert_eq!(
        spec(
            "- `drain()`: Empties the tank. Wait for it, or the next call fails.\n- `fill()`: Opens the inlet.\n",
            "- `drain()`: Empties the tank.\n- `fill()`: Opens the inlet. Wait for it, or the next call fails.\n",
        ),
        [
            "moved a.md#modes/spec-1: Wait for it, or the next call fails. (was below \"`drain()`\"; now below \"`fill()`\")"
        ]
    );
}

#[test]
fn cutting_and_joining_items_moves_no_sentence() {
    let joined = "- The tank holds 40 l. It is made of steel. The lid is made of brass.\n";
    let cut = "- The tank holds 40 l. It is made of steel.\n- The lid is made of brass.\n";
    let apart = "- The tank holds 40 l.\n- It is made of steel. The lid is made of brass.\n";
    for (old, new) in [(joined, cut), (cut, joined), (joined, apart), (apart, joined), (cut, apart)] {
        assert_eq!(spec(old, new), [""; 0], "{old} {new}");
    }
    let reworded = joined.replace("The tank holds", "The whole tank holds");
    assert_eq!(spec(joined, &reworded), ["changed a.md#modes/spec-1: The {+whole +}tank holds 40 l."]);
}

#[test]
fn of_long_code_only_the_lines_that_changed() {
    let code = |middle: &str| {
        let line = |at: usize| format!("# what register {at} is for\nregister-{at} = {at}\n");
        let (before, after): (String, String) =
            ((0..400).map(line).collect(), (400..800).map(line).collect());
        format!("```toml\n{before}{middle}\n{after}```\n")
    };
    assert_eq!(
        spec(&code("speed = 5"), &code("speed = 50")),
        [
            "changed a.md#modes/spec-1: … ⏎ register-399 = 399 ⏎ speed = [-5-]{+50+} ⏎ # what register 400 is for ⏎ …"
        ]
    );
    let gone = spec(&format!("- A pump.\n\n{}", code("speed = 5")), "- A pump.\n");
    assert!(gone[0].contains("register-40 = 40 ⏎") && gone[0].contains(" more lines"), "{gone:?}");
}

#[test]
fn a_doubt_that_went_refutes_nothing() {
    let claim = |claim: &str, statement: &str| {
        let said = between(&format!("**[?]**\n{claim}\n"), &format!("**[SPEC]**\n- {statement}\n"));
        assert_eq!(said.len(), 1, "{said:?}");
        said[0].split(' ').next().unwrap_or_default().to_owned()
    };
    for (was, is, expected) in [
        (
            "The tank probably holds 40 litres; never measured with water.",
            "The tank holds 40 litres.",
            "confirmed",
        ),
        ("The tank probably holds 40 litres; we have not tested it.", "The tank holds 44 litres.", "refuted"),
        ("Pulses are probably not counted.", "Pulses are counted.", "refuted"),
        (
            "The valve seems to stick after 9 days. No log was kept.",
            "The valve sticks after 9 days.",
            "confirmed",
        ),
    ] {
        assert_eq!(claim(was, is), expected, "{was} {is}");
    }
}

#[test]
fn a_sentence_that_another_one_took_in_is_not_lost() {
    assert_eq!(
        spec(
            "By default, the pump runs dry for all modes.\n\nThe pump will stop by itself for modes with a sensor.\n",
            "By default, the pump runs dry for all modes, but will stop by itself for modes with a sensor.\n",
        ),
        [
            "changed a.md#modes/spec-1: [-The pump-]{+By default, the pump runs dry for all modes, but+} will stop by itself for modes with a sensor."
        ]
    );
    let other = "\n## Care\n\n**[SPEC]**\n";
    assert_eq!(
        spec(
            &format!("- The seal is easily replaced.\n- Speed: 5\n{other}- Oil: none\n"),
            &format!("- Speed: 5\n{other}- Oil: none\n- And the seal is easily replaced.\n"),
        ),
        ["moved a.md#care/spec-1: And the seal is easily replaced. (was in a.md#modes/spec-1)"]
    );
    assert_eq!(
        spec(
            &format!(
                "- [Twin](https://twin.example.org) is 2 times faster than this pump and copes with dirty water.\n- Speed: 5\n{other}- Oil: none\n"
            ),
            &format!(
                "- Speed: 5\n{other}- Oil: none\n- [Twin](https://twin.example.org) is 1.25 times faster than this pump without a filter.\n"
            ),
        ),
        [
            "changed a.md#care/spec-1: [Twin](https://twin.example.org) is [-2-]{+1.25+} times faster than this pump [-and copes with dirty water-]{+without a filter+}."
        ]
    );
}

#[test]
fn cells_have_the_names_of_their_columns() {
    let old = "| | R1 | R2 |\n|---|---|---|\n| L1 | x | |\n| L2 | | x |\n";
    let wider = "| | R1 | R2 | R3 |\n|---|---|---|---|\n| L1 | x | | |\n| L2 | | x | |\n| L3 | | | x |\n";
    assert_eq!(
        spec(old, wider),
        [
            "changed a.md#modes/spec-1: new column R3, empty in all other rows",
            "added a.md#modes/spec-1: L3, R3: x",
        ]
    );
    assert_eq!(
        spec(old, &old.replace("| L1 | x | |", "| L1 | | x |")),
        ["changed a.md#modes/spec-1: L1, [-R1-]{+R2+}: x"]
    );
    assert_eq!(
        spec(
            "| Bolt | Size |\n|---|---|\n| lid | 3 mm |\n| base | 5 mm |\n",
            "| Bolt | Size | Torque |\n|---|---|---|\n| lid | 3 mm | 1 Nm |\n| base | 5 mm | 4 Nm |\n",
        ),
        ["changed a.md#modes/spec-1: new column Torque in 2 rows: lid: 1 Nm; base: 4 Nm"]
    );
}

#[test]
fn a_heading_that_is_still_there_has_no_new_name() {
    let text = "**[SPEC]**\nThe pump starts before the valve opens.\n\nOnly the motor gets hot.\n";
    assert_eq!(between(text, &format!("### It is quicker\n\n{text}")), [""; 0]);
}

#[test]
fn the_new_target_of_a_link_is_shown_with_the_new_words() {
    assert_eq!(
        spec(
            "- Reads [CSV] files\n\n[CSV]: https://a.example.org/x\n",
            "- Reads [CSV] and [TSV] files\n\n[CSV]: https://b.example.org/x\n[TSV]: https://c.example.org\n",
        ),
        [
            "changed a.md#modes/spec-1: Reads [CSV] {+and [TSV] +}files → https://[-a.example.org/x-]{+b.example.org/x https://c.example.org+}"
        ]
    );
}

#[test]
fn contents_and_labels_state_nothing() {
    assert_eq!(
        spec("- Speed: 5\n", "- [Speed](#speed)\n- [Care](#care)\n\n**Usage**\n\n- Speed: 5\n"),
        [""; 0]
    );
}

#[test]
fn a_field_that_a_bug_gets_names_the_bug() {
    let bug = "**[BUG] The lid leaks**\nSymptom: Water on the floor.\n";
    assert_eq!(
        between(bug, &format!("{bug}Fix: Turn the seal.\n")),
        ["added a.md#modes/bug-1: Fix: Turn the seal. (of \"The lid leaks\")"]
    );
}
