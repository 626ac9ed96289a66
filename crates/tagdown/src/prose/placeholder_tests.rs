//! Tests which marks are placeholders.

use super::placeholders;
use crate::document::parse;

fn count(body: &str) -> usize {
    placeholders(&parse(&format!("# T\n**Version 1.0.0**\n\n## S\n\n**[SPEC]**\n{body}\n"))).len()
}

#[test]
fn what_is_left_to_write_is_found() {
    for body in [
        "- TODO",
        "- TODO: describe the limit",
        "- Limit: TODO",
        "- **TODO** add the limit",
        "- _TODO_",
        "- TODO(ann): add the limit",
        "- (TODO)",
        "- Limit is TBD.",
        "- Limit: tbd",
        "- The date is still TBD; ask the team",
        "- Margin TBD by the design team",
        "- Owner: XXX",
        "- Port: ???",
        "- The port is ???",
        "- Timeout (???) in seconds",
        "| name | limit |\n|---|---|\n| jobs | TBD |",
        "| name | limit |\n|---|---|\n| jobs | ??? |",
        "| name | limit |\n|---|---|\n| jobs | TODO |",
        "- Lorem ipsum dolor sit amet",
        "- A reader rejects FILL-IN.",
        "- Extension: `FILL-IN`",
        "- Every request carries the header `FILL-IN`.",
        "- Address: `https://FILL-IN`",
        "```\nGET /FILL-IN\n```",
        "| `FILL-IN` | x |\n|---|---|\n| a | b |",
        "- Affected: before FILL-IN.",
        "- See the guide.\n\n## TODO: name this",
        "- See the guide.\n\n**[BUG] TBD**\nSymptom: it stops",
    ] {
        assert_eq!(count(body), 1, "{body}");
    }
    assert_eq!(count("- FILL-IN: FILL-IN"), 2);
}

#[test]
fn what_is_only_spoken_of_is_none() {
    for body in [
        "- the `TODO` column",
        "- “TODO list” and \"TBD\"",
        "- a TODO comment stays",
        "- TODO comments are stripped",
        "- Existing TODO comments near the array",
        "- The build keeps a TODO in `vite.ts`",
        "- TODO in `vite.ts` is replaced",
        "- see TODO.md and docs/TODO",
        "- [TODO](todo.md)",
        "- TODO-12 and TODO_LIST",
        "- TODOs are counted",
        "- TODO, FIXME and XXX are reported",
        "- States: TODO → DOING → DONE",
        "- Cards are marked TODO",
        "- the phone number XXX-XXXX",
        "- dial XXX XXXX",
        "- replace XXX with the key",
        "- What???",
        "- Really ??? yes",
        "- TBD: to be determined",
        "- to be decided (TBD)",
        "- a separate, TBD design",
        "- trunk-based development (TBD) is used; TBD needs tests",
        "| task | status |\n|---|---|\n| jobs | TODO |",
        "> TODO: quoted",
        "```\nTODO\n```",
        "- See the guide.\n\n## TODO\n\n**[NOTE]**\nMore jobs.",
        "- `FILL-IN` marks missing text",
        "- Marks are `FILL-IN`, `TODO` and `XXX`",
        "- A block that contains `FILL-IN` is refused",
        "- See the guide.\n\n**[NOTE]**\n```\ngrep FILL-IN\n```",
        "- every FILL-IN marker is found",
        "- TODO el tráfico",
        "<!-- TODO: write -->\n- ten",
    ] {
        assert_eq!(count(body), 0, "{body}");
    }
}
