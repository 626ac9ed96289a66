//! Signs and white space: which of them state something, and which do not.

use super::reading::spec;
use super::{compare, page, said};

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

#[test]
fn white_space_beside_signs_is_no_change() {
    for (old, new) in [
        ("- Valves take `in`/`out and back`.\n", "- Valves take `in`/ `out and back`.\n"),
        ("- Fill/drain cycles: 5\n", "- Fill / drain cycles: 5\n"),
        (
            "| Cycle | Flow |\n|---|---|\n| fill/drain | <5 l |\n",
            "| Cycle | Flow |\n|---|---|\n| fill / drain | < 5 l |\n",
        ),
        ("- The lid—if any—is red\n", "- The lid — if any — is red\n"),
    ] {
        assert_eq!(spec(old, new), [""; 0], "{new}");
    }
    assert_eq!(
        spec("- Set `a/b` first\n", "- Set `a / b` first\n"),
        ["changed a.md#modes/spec-1: Set `a[-/-]{+ / +}b` first"]
    );
}

#[test]
fn columns_of_code_are_no_change_and_its_indentation_is() {
    let code = |code: &str| format!("```\n{code}\n```\n");
    assert_eq!(
        spec(
            &code("--flow   shows it\n--lid    opens it"),
            &code("--flow      shows it\n--lid       opens it")
        ),
        [""; 0]
    );
    assert_eq!(
        spec(&code("if dry:\n    stop()\nfill()\nend()"), &code("if dry:\n    stop()\n    fill()\nend()")),
        ["changed a.md#modes/spec-1: if dry: ⏎     stop() ⏎ {+    +}fill() ⏎ end()"]
    );
    assert_eq!(spec(&code("say 'a  b'"), &code("say 'a b'")), ["changed a.md#modes/spec-1: say 'a [- -]b'"]);
}

#[test]
fn of_equal_facts_the_one_with_the_same_neighbours_stays() {
    let old = "- `--lid`: opens it\n- `--flow`: shows it\n- The default is slow.\n";
    let new = "- `--lid`: opens it\n- The default is slow.\n- A long press on the wheel asks first.\n- `--flow`: shows it\n- The default is slow.\n";
    assert_eq!(
        spec(old, new),
        [
            "added a.md#modes/spec-1: The default is slow.",
            "added a.md#modes/spec-1: A long press on the wheel asks first.",
        ]
    );
}

#[test]
fn one_character_of_a_script_without_spaces() {
    assert_eq!(
        spec("- 水泵流量为五百\n- 颜色\n", "- 水泵流量为六百\n- 颜色\n"),
        ["changed a.md#modes/spec-1: 水泵流量为[-五-]{+六+}百"]
    );
    assert_eq!(
        spec("- 水泵流量为五百\n", "- 盖子必须是红色\n"),
        ["lost a.md#modes/spec-1: 水泵流量为五百", "added a.md#modes/spec-1: 盖子必须是红色"]
    );
}

#[test]
fn only_the_target_that_changed_is_shown() {
    let text =
        |to: &str| format!("- See [one](one.md) and [two][t] for flows\n\n[t]: https://example.org/{to}\n");
    assert_eq!(
        spec(&text("a/two"), &text("b/two")),
        [
            "changed a.md#modes/spec-1: See [one](one.md) and [two][t] for flows → https://example.org/[-a-]{+b+}/two"
        ]
    );
}

#[test]
fn of_lists_with_the_same_labels_the_line_above_is_named() {
    let lists = |limit: &str, more: &str| {
        format!("#mole\n\n- Flow: 5\n{more}\n#twin\n\n- Flow: 7\n- Height: 3\n- Limit: {limit}\n")
    };
    assert_eq!(
        spec(&lists("8", ""), &lists("9", "- Height: 2\n")),
        [
            "changed a.md#modes/spec-1: Limit: [-8-]{+9+}",
            "added a.md#modes/spec-1: Height: 2 (below \"#mole\")",
        ]
    );
}

#[test]
fn a_new_title_is_noted_once() {
    let text = |title: &str| {
        format!(
            "---\ntitle: {title}\n---\n\nBefore.\n\n# {title}\n\n**[SPEC]**\n- Flow: 5\n- The lid is red and round.\n"
        )
    };
    assert_eq!(
        said(vec![page("a.md", &text("Pump"))], vec![page("a.md", &text("Pumps"))], &[]),
        ["a.md: the title \"Pump\" is now \"Pumps\""]
    );
}

#[test]
fn a_fact_that_moved_changes_both_documents() {
    let text = |title: &str, more: &str| {
        format!("# {title}\n**Version 1.0.0**\n\n## Care\n\n**[SPEC]**\n- Oil for the {title}: none\n{more}")
    };
    let fact = "- The seal is replaced every 5 years.\n";
    let pages =
        |one: &str, two: &str| vec![page("a.md", &text("mole", one)), page("b.md", &text("twin", two))];
    let comparison = compare(pages(fact, ""), pages("", fact), &[]);
    let asked: Vec<String> =
        comparison.versions().into_iter().filter(|one| one.is_stale).map(|one| one.path).collect();
    assert_eq!(asked, ["a.md", "b.md"]);
}
