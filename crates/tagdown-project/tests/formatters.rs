//! Fixes write what formatters would write: with `tag-spacing = "either"`, no fix puts a tag directly above a list,
//! leaves two blank lines, or ends a file with one. Otherwise a formatter and tagdown would undo each other's changes.

use tagdown::document::parse;
use tagdown::markdown::NodeKind;
use tagdown::rules::{Safety, fix};
use tagdown_project::config::Config;

const HEAD: &str = "# Upload service\n\n**Version 1.2.0** · Team\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first; \
                    `[NOTE]` may be skipped.\n\n";

fn mended(text: &str) -> String {
    let settings = Config::parse("tag-spacing = \"either\"\n[rules]\nbug-field-form = \"info\"\n")
        .expect("valid")
        .settings("a.md");
    let fixed = fix(text, &settings, Safety::Unsafe);
    assert!(fixed.lost.is_empty() && fixed.applied > 0, "nothing was fixed in\n{text}");
    fixed.text
}

#[test]
fn fixes_space_as_formatters_do() {
    let manifest = "## AI READING INSTRUCTION\n\nRead `[SPEC]` first; `[NOTE]` may be skipped.\n";
    let limits = "## Limits\n\n**[SPEC]**\n\n- Body: 4 KB\n";
    for text in [
        format!(
            "{HEAD}{limits}\n### Uploads\n\n- File: 2 GB\n\n### Codes\n\n| a |\n| - |\n| 1 |\n\n### Code\n\n```sh\nls\n```\n"
        ),
        format!("{HEAD}## Limits\n\n**[SPEC]**\n\n### Uploads\n\n- File: 2 GB\n"),
        format!("{HEAD}{limits}\n**[/SPEC]**\n"),
        format!("{HEAD}{limits}\n**[/SPEC]**\n\n## More\n\n**[SPEC]**\n\n- File: 2 GB\n"),
        format!("{HEAD}{limits}\n**[/SPEC]**\n\n- It was smaller once.\n"),
        format!("{HEAD}{limits}\n**[/SPEC]**\n\nIt was smaller once.\n"),
        format!("---\nversion: 1.2.0\n---\n\n# Upload service\n\n{manifest}\n{limits}"),
        format!("# Upload service\n\n**Version 1.2.0**\n\n{limits}\n{manifest}"),
        format!(
            "# Upload service\n\n**Version 1.2.0**\n\n{limits}\n{manifest}\n## More\n\n**[SPEC]**\n\n- File: 2 GB\n"
        ),
        format!("# Upload service\n\n**Version 1.2.0**\n\n{limits}"),
        format!("{HEAD}<!-- tagdown: allow spec-prose old -->\n\n{limits}"),
        format!("{HEAD}{limits}\n<!-- tagdown: allow spec-prose old -->\n"),
        format!(
            "{HEAD}## Bugs\n\n**[BUG] It stops at 7**\n\n- Symptom: 7.\n- Cause: 8.\n- Fix:\n  - update to 2.1\n  - restart\n"
        ),
        format!("{HEAD}## Limits\n\n**[SPEC]** - Body: 4 KB\n"),
    ] {
        let made = mended(&text);
        assert!(!made.contains("\n\n\n") && !made.ends_with("\n\n") && made.ends_with('\n'), "{made:?}");
        assert!(made.lines().all(|line| line.len() <= 80), "{made}");
        let document = parse(&made);
        for node in &document.markdown.nodes {
            let line = document.source.line_of(node.span.start);
            let is_set_off = line == 0 || document.source.is_blank(line - 1);
            let below_heading = matches!(node.kind, NodeKind::Paragraph);
            let must = matches!(node.kind, NodeKind::List { .. } | NodeKind::Code { .. } | NodeKind::Table);
            let above = line.checked_sub(1).map_or("", |line| document.text(document.source.line(line)));
            assert!(is_set_off || !must, "{:?} is too close below {above:?} in\n{made}", node.kind);
            assert!(
                !below_heading || !above.starts_with('#'),
                "text is too close below a heading in\n{made}"
            );
        }
    }
}
