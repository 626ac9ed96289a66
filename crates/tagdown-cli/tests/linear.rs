//! Pathological documents take work in proportion to their size. Work is counted in instructions, by
//! valgrind, so that a busy machine changes nothing: twice the document may cost little more than twice the
//! instructions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A shape of document, made at about a given size.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("nested quotes", |n| format!("{} x\n", ">".repeat(n))),
    ("quotes line by line", |n| "> > > > x\n".repeat(n / 10)),
    ("brackets", |n| "[".repeat(n)),
    ("brackets in lines", |n| "[[[[[[[[[\n".repeat(n / 10)),
    ("emphasis", |n| "*a **a ".repeat(n / 7)),
    ("emphasis marks", |n| "*_".repeat(n / 2)),
    ("backticks", |n| up_to(n, |k| "`".repeat(k + 1) + " ")),
    ("a list", |n| "- a\n".repeat(n / 4)),
    ("nested lists", |n| up_to(n, |k| " ".repeat(2 * (k % 60)) + "- a\n")),
    ("one line", |n| "word ".repeat(n / 5)),
    ("one line of tags", |n| "**[SPEC]** ".repeat(n / 11)),
    ("tags", |n| "**[SPEC]**\n".repeat(n / 11)),
    ("tags, parted", |n| "**[SPEC]**\n\n- a\n\n".repeat(n / 17)),
    ("tags in lists", |n| "- **[SPEC]**\n".repeat(n / 13)),
    ("tags in a table", |n| format!("| a |\n|---|\n{}", "| **[SPEC]** |\n".repeat(n / 15))),
    ("closing tags", |n| "**[/SPEC]** text\n\n".repeat(n / 18)),
    ("closing tags behind text", |n| "text **[/SPEC]**\n\n".repeat(n / 18)),
    ("unclosed bold tags", |n| "**[SPEC] text\n".repeat(n / 14)),
    ("titles over lines", |n| "**[BUG] a\nb\nc\nd**\n".repeat(n / 20)),
    ("headings of one name", |n| "## A\n\n**[SPEC]**\n- a\n\n".repeat(n / 23)),
    ("inherited subsections", |n| format!("## A\n\n**[SPEC]**\n{}", "### B\n- a\n\n".repeat(n / 11))),
    ("setext traps", |n| "**[SPEC]**\na.\n---\n".repeat(n / 18)),
    ("fields", |n| format!("**[BUG] t**\n{}", "- **Fix:** a\n".repeat(n / 13))),
    ("joined fields", |n| format!("**[BUG] t** Symptom: {}", "a. Cause: b. ".repeat(n / 13))),
    ("comments", |n| "<!-- a -->\n".repeat(n / 11)),
    ("open comments", |n| "<!-- ".repeat(n / 5)),
    ("suppressions", |n| "<!-- tagdown: allow x-y -->\n".repeat(n / 28)),
    ("admonitions", |n| ":::note\n".repeat(n / 8)),
    ("alerts", |n| "> [!NOTE]\n> a\n\n".repeat(n / 15)),
    ("link definitions", |n| up_to(n, |k| format!("[a{k}]: /b{k}\n"))),
    ("footnotes", |n| up_to(n, |k| format!("[^{k}]: a\n\n"))),
    ("front matter", |n| format!("---\n{}", "a: b\n".repeat(n / 5))),
    ("sentences", |n| format!("**[SPEC]**\n{}", "A b c. ".repeat(n / 7))),
    ("a long table", |n| format!("**[SPEC]**\n| a | b |\n|---|---|\n{}", "| 1 | 2 |\n".repeat(n / 10))),
    ("long code", |n| format!("**[SPEC]**\n```\n{}```\n", "let x = 1;\n".repeat(n / 11))),
    ("links and their definitions", |n| {
        up_to(n, |k| format!("**[SPEC]**\n[x][a{k}] [y][a0]\n\n[a{k}]: /b{k}\n\n"))
    }),
    ("bugs", |n| up_to(n, |k| format!("**[BUG] b{k}**\nSymptom: a\nCause: b\nFix: c\n\n"))),
    ("fillers", |n| format!("**[SPEC]**\n{}", "Note that it ends. ".repeat(n / 19))),
    ("references", |n| {
        format!("**[SPEC]**\n{}", "- Reads as described above use the latter.\n".repeat(n / 43))
    }),
    ("facts in a note", |n| {
        let facts = up_to(n, |k| format!("`key_{k}` is {k} MB, "));
        format!("## A\n\n**[SPEC]**\n- a\n\n**[NOTE]**\n{facts}\n")
    }),
    ("facts in many notes", |n| {
        let notes = up_to(n, |k| format!("**[NOTE]**\nIt expires after {k} s.\n\n**[SPEC]**\n- {k}\n\n"));
        format!("## A\n\n{notes}")
    }),
    ("vague fields", |n| format!("**[BUG] t**\n{}", "Symptom: it fails.\n".repeat(n / 19))),
    ("guesses", |n| "**[?]**\nPerhaps it is 'so \"or so.\n\n".repeat(n / 34)),
    ("headings and text", |n| {
        let words = "word ".repeat(n / 20);
        format!("## {words}\n\n{}", up_to(n / 2, |k| format!("The port is {k}.\n\n")))
    }),
    ("text and code", |n| up_to(n, |k| format!("We liked it because it was {k}.\n```\nrun\n```\n"))),
    ("untagged failures", |n| up_to(n, |k| format!("## F{k}\n\nSymptom: a\nCause: b\nFix: c\n\n"))),
    ("html blocks", |n| "<div>\nThe port is 8080.\n</div>\n\n".repeat(n / 35)),
    ("quotation marks", |n| format!("**[SPEC]**\n{}", "“a ‘b \"c 'd note that ".repeat(n / 27))),
    ("quotes in prose", |n| format!("**[SPEC]**\n{}", "A \"b. c\" d. ".repeat(n / 12))),
];

/// Pieces one after the other until they come to `size` bytes.
fn up_to(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&piece(index));
    }
    text
}

const SMALL: usize = 12_000;

const READ: &[&str] = &["read", "--no-config", "--encoding", "bytes", "--kinds", "all"];

/// Shapes without tags, which a conversion has work with.
const UNTAGGED: &[&str] = &[
    "nested quotes",
    "a list",
    "one line",
    "headings and text",
    "text and code",
    "untagged failures",
    "html blocks",
    "link definitions",
    "footnotes",
];

/// The commands whose work is counted, and for which shapes; none stands for all. The budget is far below both sizes,
/// so that both are cut in the same way.
const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["check", "--no-config", "--format", "concise"], &[]),
    (&["convert", "--no-config", "--report", "json"], UNTAGGED),
    (&["--format", "json"], &["headings of one name", "fields", "links and their definitions"]),
    (
        &["--budget", "2000", "--cursor", "0"],
        &["a list", "a long table", "long code", "one line", "tags, parted"],
    ),
    (
        &["--budget", "2000"],
        &[
            "a list",
            "bugs",
            "headings of one name",
            "inherited subsections",
            "links and their definitions",
            "tags, parted",
        ],
    ),
];

/// Instructions that a command takes for a document.
fn work(command: &[&str], path: &Path, text: &str) -> f64 {
    fs::write(path, text).expect("a document");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_tagdown")])
        .args(command)
        .arg(path)
        .output()
        .expect("valgrind runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let log = String::from_utf8_lossy(&output.stderr);
    let line = log.lines().find(|line| line.contains("Collected :")).expect("a count");
    line.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number")
}

#[test]
fn work_grows_with_the_document() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed, so the work on pathological documents was not counted");
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let mut jobs = Vec::new();
    for (args, names) in COMMANDS {
        let command = if args[0].starts_with('-') { [READ, args].concat() } else { args.to_vec() };
        let empty = work(&command, &scratch.path().join("empty.md"), "");
        let shapes = SHAPES.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
        jobs.extend(shapes.map(|shape| (command.clone(), empty, *shape)));
    }
    // Counts do not depend on what else runs, so every core takes the next job.
    let next = AtomicUsize::new(0);
    let bad = Mutex::new(Vec::new());
    let take = || {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("shape.md");
        while let Some((command, empty, (name, make))) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (small, large) = (make(SMALL), make(2 * SMALL));
            let [small_work, large_work] =
                [&small, &large].map(|text| (work(command, &path, text) - empty).max(1.0));
            let growth = large_work / small_work / (large.len() as f64 / small.len() as f64);
            let per_byte = large_work / large.len() as f64;
            let title = format!("{} {name}", command[0]);
            println!("  {title:36} {growth:5.2} times the work a byte, {per_byte:7.0} instructions a byte");
            if growth > 1.3 {
                bad.lock()
                    .expect("nobody panics")
                    .push(format!("{}, {name}: {growth:.2}", command.join(" ")));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(take);
        }
    });
    let bad = bad.into_inner().expect("nobody panics");
    assert!(bad.is_empty(), "more than linear: {bad:?}");
}

#[test]
fn huge_documents_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("quotes.md", format!("{} x\n", "> ".repeat(10_000))),
        ("list.md", "- a\n".repeat(1_000_000)),
        ("line.md", "word **[SPEC]** ".repeat(625_000)),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a document");
        let status = Command::new(env!("CARGO_BIN_EXE_tagdown"))
            .args(["check", "--no-config", "--format", "json"])
            .arg(&path)
            .stdout(std::process::Stdio::null())
            .status()
            .expect("the command runs");
        assert_eq!(status.code(), Some(1), "{name}");
    }
}
