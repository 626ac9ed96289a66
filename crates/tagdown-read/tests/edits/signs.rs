//! Signs and white space: which of them state something, and which do not.

use super::reading::spec;

#[test]
fn a_fact_needs_no_letter() {
    let table = "| Key | Turns into |\n|---|---|\n| `~` | `#` |\n| `#` | `~` |\n";
    let row = "| `%` | `\\|%` |\n";
    let with = format!("{table}{row}");
    assert_eq!(spec(table, &with), ["added a.md#modes/spec-1: `%` | `\\|%`"]);
    assert_eq!(spec(&with, table), ["lost a.md#modes/spec-1: `%` | `\\|%`"]);
    assert_eq!(
        spec(table, &table.replace("| `~` | `#` |", "| `~` | `@` |")),
        ["changed a.md#modes/spec-1: `~` | `[-#-]{+@+}`"]
    );
    assert_eq!(
        spec(table, &table.replace("| `~` | `#` |", "| `~` | `#` and space |")),
        ["changed a.md#modes/spec-1: `~` | `#`{+ and space+}"]
    );
    assert_eq!(
        spec(&format!("- Speed: 5\n\n{table}"), "- Speed: 5\n"),
        ["lost a.md#modes/spec-1: `~` | `#`", "lost a.md#modes/spec-1: `#` | `~`"]
    );
    assert_eq!(
        spec("- `%%`\n- `?`\n", "- `%%`\n- `!`\n- `^~`\n"),
        ["lost a.md#modes/spec-1: `?`", "added a.md#modes/spec-1: `!`", "added a.md#modes/spec-1: `^~`",]
    );
    assert_eq!(
        spec("| Lid | Base |\n|---|---|\n| ✅ | ❌ |\n", "| Lid | Base |\n|---|---|\n| ✅ | ✅ |\n"),
        ["changed a.md#modes/spec-1: ✅ | [-❌-]{+✅+}"]
    );
    assert_eq!(
        spec("```\n%% ~~ !\n```\n", "```\n%% ~~ ?\n```\n"),
        ["changed a.md#modes/spec-1: %% ~~ [-!-]{+?+}"]
    );
}

#[test]
fn signs_that_separate_state_nothing() {
    let list = "- Speed: 5\n- Oil: none\n";
    for other in [
        "- Speed: 5\n- …\n- Oil: none\n",
        "- Speed: 5\n- Oil: none. …\n",
        "| | |\n|---|---|\n| | |\n| - | - |\n\n- Speed: 5\n- Oil: none\n",
    ] {
        assert_eq!(spec(list, other), [""; 0], "{other}");
    }
}

#[test]
fn brackets_around_a_target_are_no_part_of_it() {
    let inline = |target: &str| format!("- See [the chart]({target}) for flows above 5\n");
    let defined =
        |target: &str| format!("- See [the chart][c] for flows above 5\n\n[c]: {target} \"Flows\"\n");
    for form in [inline, defined] {
        assert_eq!(spec(&form("<https://a.example.org/b>"), &form("https://a.example.org/b")), [""; 0]);
        assert_eq!(spec(&form("<b c.md>"), &form("<b c.md>")), [""; 0]);
    }
    assert_eq!(
        spec(&inline("<a.md>"), &inline("b.md")),
        ["changed a.md#modes/spec-1: See [the chart]([-<a.md>-]{+b.md+}) for flows above 5"]
    );
}

#[test]
fn a_list_below_a_list_has_no_introduction() {
    let lists = "Other pumps have a switch for this:\n\n- the twin has it on the lid\n- the mole has it on the base\n\n";
    let plain = format!("{lists}Turn the wheel to see the **next** mode.\n");
    let item =
        format!("{lists}* Turn the wheel to see the **next** mode.\n* Without a mode, nothing is shown.\n");
    assert_eq!(spec(&plain, &item), ["added a.md#modes/spec-1: Without a mode, nothing is shown."]);
    assert_eq!(spec(&item, &plain), ["lost a.md#modes/spec-1: Without a mode, nothing is shown."]);
}
