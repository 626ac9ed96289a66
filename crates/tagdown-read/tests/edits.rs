//! Edits as people make them, and everything that the text format says about each.

#[path = "edits/context.rs"]
mod context;
#[path = "edits/forms.rs"]
mod forms;
#[path = "edits/pairing.rs"]
mod pairing;
#[path = "edits/reading.rs"]
mod reading;
#[path = "edits/signs.rs"]
mod signs;

use tagdown::print::Style;
use tagdown_read::facts::{Page, compare, facts, find};

const DOCUMENT: &str = "# Mail service
**Version 2.1.0** · Team Post · 2026-01-05 · HADS 1.0.0

---

## AI READING INSTRUCTION

Read `[SPEC]` and `[BUG]` blocks first; `[NOTE]` may be skipped. All sizes are in KB unless `config.toml` says otherwise.

---

## Sending

**[SPEC]**
- Rate: 100 mails per minute
- Attachments are refused above 25 MB.
- Headers:
  - Encoding: UTF-8
  - Length: 998 bytes
- Queue order is first in, first out; see [queues](https://old.example.org/docs/queues.md).
- Retries follow [the schedule](https://old.example.org/docs/retries.md).
- Bounces are in [the log](https://old.example.org/docs/log.md).

| Priority | Delay | Retries |
|----------|-------|---------|
| high | 0 s | 5 |
| low | 60 s | 2 |

**[NOTE]**
The rate was 50 until the second server came.

**[?]**
- The relay closes idle connections after 300 seconds. Not verified: nobody has measured it.

**[BUG] Umlauts are lost in subjects**
Symptom: `ü` arrives as `?`.
Cause: The subject is not encoded.
Fix: Upgrade to 2.0.4.

## Storage

### Folders

**[SPEC]**
- Inbox: 90 days
- Trash: 7 days

### Backup

**[SPEC]**
1. Stop the queue.
2. Copy the folder `spool`.
3. Start the queue.

```sh
mailctl backup --to /srv/backup --keep 7
```

## Commands

**[SPEC]**

### mailctl flush

### mailctl pause
";

fn page(path: &str, text: &str) -> Page {
    facts(&tagdown::parse(text), path)
}

/// What is said, one line for each change (`what place: text`) and each note, without the summary.
fn said(old: Vec<Page>, new: Vec<Page>, renamed: &[(String, String)]) -> Vec<String> {
    let format = find("text").expect("a format");
    let out = (format.write)(&compare(old, new, renamed), Style::PLAIN);
    let (mut what, mut place) = (String::new(), String::new());
    let mut lines = Vec::new();
    let is_summary = |line: &str| line.contains("unchanged") || line.starts_with("no fact changed");
    for line in out.lines().filter(|line| !line.is_empty() && !is_summary(line)) {
        match line.len() - line.trim_start().len() {
            0 if line.starts_with("context ") => line.clone_into(&mut what),
            0 if line.contains(' ') => lines.push(line.to_owned()),
            0 => line.clone_into(&mut what),
            2 => line.trim().clone_into(&mut place),
            // Code has lines of its own.
            4 if line.trim().starts_with('│') => {
                let next = line.trim().trim_start_matches("│ ").to_owned();
                lines.last_mut().expect("a first line").push_str(&format!(" ⏎ {next}"));
            }
            4 if line.trim().starts_with('┌') => {
                lines.push(format!("{what} {place}: {}", line.trim().trim_start_matches("┌ ")));
            }
            _ => lines.push(format!("{what} {place}: {}", line.trim())),
        }
    }
    lines.retain(|line| !line.contains("the version is still"));
    lines
}

fn edited(pairs: &[(&str, &str)]) -> String {
    pairs.iter().fold(DOCUMENT.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} is not in the document");
        text.replacen(from, to, 1)
    })
}

#[track_caller]
fn says(pairs: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(said(vec![page("a.md", DOCUMENT)], vec![page("a.md", &edited(pairs))], &[]), expected);
}

const SPEC: &str = "a.md#sending/spec-1";

#[test]
fn a_value_a_unit_a_word() {
    says(
        &[("100 mails", "200 mails")],
        &[&format!("changed {SPEC}: Rate: [-100-]{{+200+}} mails per minute")],
    );
    says(
        &[("25 MB.", "25 KB.")],
        &[&format!("changed {SPEC}: Attachments are refused above 25 [-MB-]{{+KB+}}.")],
    );
    says(
        &[("are refused above", "are never refused above")],
        &[&format!("changed {SPEC}: Attachments are {{+never +}}refused above 25 MB.")],
    );
    says(&[("| 60 s |", "| 90 s |")], &[&format!("changed {SPEC}: low | [-60-]{{+90+}} s | 2")]);
    says(
        &[("--keep 7", "--keep 8")],
        &["changed a.md#backup/spec-1: mailctl backup --to /srv/backup --keep [-7-]{+8+}"],
    );
    says(&[("2.0.4", "2.0.5")], &["changed a.md#sending/bug-1: Fix: Upgrade to [-2.0.4-]{+2.0.5+}."]);
    says(&[("`spool`", "`Spool`")], &["changed a.md#backup/spec-1: Copy the folder `[-spool-]{+Spool+}`."]);
}

#[test]
fn reformatting_says_nothing() {
    says(&[("| high | 0 s | 5 |\n| low | 60 s | 2 |", "| low | 60 s | 2 |\n| high | 0 s | 5 |")], &[]);
    says(&[("- Inbox: 90 days\n- Trash: 7 days", "* **Trash**: 7 days\n* **Inbox**: 90 days")], &[]);
    says(&[("above 25 MB.\n- Headers", "above 25 MB.\n\n**[SPEC]**\n- Headers")], &[]);
    says(
        &[("- Attachments are refused above 25 MB.", "- Attachments are\n  refused above\n  **25 MB**.")],
        &[],
    );
    says(&[("### Folders", "#### Folders"), ("### Backup", "#### Backup")], &[]);
    says(
        &[(
            "| Priority | Delay | Retries |\n|----------|-------|---------|\n| high | 0 s | 5 |\n| low | 60 s | 2 |",
            "- high: delay 0 s, retries 5\n- low: delay 60 s, retries 2",
        )],
        &[],
    );
    let crlf = DOCUMENT.replace('\n', "\r\n");
    assert_eq!(said(vec![page("a.md", DOCUMENT)], vec![page("a.md", &crlf)], &[]), [""; 0]);
}

#[test]
fn the_same_words_in_another_form_say_nothing() {
    says(
        &[(
            "- Headers:\n  - Encoding: UTF-8\n  - Length: 998 bytes\n",
            "- Headers: encoding UTF-8, length 998 bytes\n",
        )],
        &[],
    );
    says(
        &[(
            "- Headers:\n  - Encoding: UTF-8\n  - Length: 998 bytes\n",
            "- Headers have the encoding UTF-8 and a length of 998 bytes.\n",
        )],
        &[],
    );
    says(&[("- Inbox: 90 days\n- Trash: 7 days", "Inbox is 90 days, and trash is 7 days.")], &[]);
    says(
        &[(
            "- Rate: 100 mails per minute\n- Attachments are refused above 25 MB.",
            "- Rate: 100 mails per minute; attachments are refused above 25 MB.",
        )],
        &[],
    );
    let colours = |text: &str| {
        let text = edited(&[("- Inbox: 90 days\n", &format!("{text}\n\n- Inbox: 90 days\n"))]);
        vec![page("a.md", &text)]
    };
    let (list, table) = (
        "- Colours: `red` (error), `green` (fine)",
        "| Colour | Means |\n|---|---|\n| `red` | error |\n| `green` | fine |",
    );
    assert_eq!(said(colours(list), colours(table), &[]), [""; 0]);
    assert_eq!(said(colours(table), colours(list), &[]), [""; 0]);
    says(
        &[("- Trash: 7 days", "- Limits:\n  - Trash: 7 days")],
        &["added a.md#folders/spec-1: Limits: (now above \"Trash: 7 days\")"],
    );
    let swapped = edited(&[("- Inbox: 90 days\n- Trash: 7 days", "Inbox is 7 days, and trash is 90 days.")]);
    assert_ne!(said(vec![page("a.md", DOCUMENT)], vec![page("a.md", &swapped)], &[]), [""; 0]);
}

#[test]
fn what_comes_and_goes() {
    says(&[("- Rate: 100 mails per minute\n", "")], &[&format!("lost {SPEC}: Rate: 100 mails per minute")]);
    says(&[("  - Length: 998 bytes\n", "")], &[&format!("lost {SPEC}: Length: 998 bytes")]);
    says(
        &[("- Trash: 7 days", "- Trash: 7 days\n- Sent: 1 year")],
        &["added a.md#folders/spec-1: Sent: 1 year"],
    );
    says(&[("\n### mailctl pause\n", "")], &["lost a.md#commands/spec-1: mailctl pause"]);
    says(
        &[("### mailctl pause", "### mailctl pause\n\n### mailctl stop")],
        &["added a.md#commands/spec-1: mailctl stop"],
    );
    says(
        &[(" All sizes are in KB unless `config.toml` says otherwise.", "")],
        &["lost a.md#ai-reading-instruction: All sizes are in KB unless `config.toml` says otherwise."],
    );
    says(
        &[("All sizes are in KB", "All sizes are in MB")],
        &[
            "changed a.md#ai-reading-instruction: All sizes are in [-KB-]{+MB+} unless `config.toml` says otherwise.",
        ],
    );
    says(
        &[(
            "| Retries |\n|----------|-------|---------|\n| high | 0 s | 5 |\n| low | 60 s | 2 |",
            "|\n|---|---|\n| high | 0 s |\n| low | 60 s |",
        )],
        &[&format!("changed {SPEC}: column Retries removed from 2 rows: high: 5; low: 2")],
    );
    says(
        &[(
            "1. Stop the queue.\n2. Copy the folder `spool`.\n",
            "1. Copy the folder `spool`.\n2. Stop the queue.\n",
        )],
        &["changed a.md#backup/spec-1: Stop the queue. (the steps have another order)"],
    );
}

#[test]
fn claims_are_confirmed_refuted_or_dropped() {
    let claim = "**[?]**\n- The relay closes idle connections after 300 seconds. Not verified: nobody has measured it.\n";
    says(
        &[(claim, ""), ("- Headers:", "- The relay closes idle connections after 300 seconds.\n- Headers:")],
        &[&format!(
            "confirmed {SPEC}: The relay closes idle connections after 300 seconds. (was [?] in a.md#sending/?-1; the rest of the claim is gone)"
        )],
    );
    says(
        &[
            (claim, ""),
            ("- Headers:", "- The relay does not close idle connections after 300 seconds.\n- Headers:"),
        ],
        &[&format!(
            "refuted {SPEC}: The relay [-closes-]{{+does not close+}} idle connections after 300 seconds. (was [?] in a.md#sending/?-1; the rest of the claim is gone)"
        )],
    );
    says(
        &[(claim, "")],
        &[
            "dropped a.md#sending/?-1: The relay closes idle connections after 300 seconds. (the rest of the claim is gone)",
        ],
    );
    says(
        &[("**[SPEC]**\n- Inbox: 90 days", "**[?]**\n- Inbox: 90 days")],
        &[
            "doubted a.md#folders/?-1: Inbox: 90 days (was [SPEC] in a.md#folders/spec-1)",
            "doubted a.md#folders/?-1: Trash: 7 days (was [SPEC] in a.md#folders/spec-1)",
        ],
    );
}

#[test]
fn names_and_headers() {
    says(&[("## Storage", "## Disk")], &["section \"Storage\" of a.md is now \"Disk\""]);
    says(&[("### Folders", "### Mailboxes")], &["section \"Folders\" of a.md is now \"Mailboxes\""]);
    says(
        &[("# Mail service", "# Post office")],
        &["a.md: the title \"Mail service\" is now \"Post office\""],
    );
    says(&[("· Team Post", "· Team Post · deprecated")], &["a.md: the status \"deprecated\" was added"]);
    let renamed = [("a.md".to_owned(), "b.md".to_owned())];
    assert_eq!(
        said(vec![page("a.md", DOCUMENT)], vec![page("b.md", DOCUMENT)], &renamed),
        ["file a.md is now b.md"]
    );
}

#[test]
fn one_rewrite_of_many_links_is_one_change() {
    let moved = DOCUMENT.replace("https://old.example.org/docs/", "https://example.com/");
    assert_eq!(
        said(vec![page("a.md", DOCUMENT)], vec![page("a.md", &moved)], &[]),
        [format!(
            "changed {SPEC}: Queue order is first in, first out; see [queues](https://[-old.example.org/docs-]{{+example.com+}}/queues.md). (the same in the links of 2 other facts)"
        )]
    );
}

#[test]
fn facts_that_move_between_files() {
    let other = "# Limits\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first.\n\n## Mails\n\n**[SPEC]**\n- Colour: red\n";
    let old = || vec![page("a.md", DOCUMENT), page("b.md", other)];
    let new = vec![
        page("a.md", &edited(&[("- Attachments are refused above 25 MB.\n", "")])),
        page("b.md", &format!("{other}- Attachments are refused above 25 MB.\n")),
    ];
    assert_eq!(
        said(old(), new, &[]),
        [format!("moved b.md#mails/spec-1: Attachments are refused above 25 MB. (was in {SPEC})")]
    );
}
