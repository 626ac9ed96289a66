//! Pathological documents take work in proportion to their size. Work is counted in instructions, by valgrind, so a
//! busy machine makes no difference: twice the document may cost little more than twice the instructions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A document shape, generated at about a given size.
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
    ("braces", |n| "a{".repeat(n / 2)),
    ("colons", |n| "a:".repeat(n / 2)),
    ("plus signs", |n| "+".repeat(n)),
    ("hash signs", |n| "#".repeat(n)),
    ("dashes in a heading", |n| format!("# {}", "-- ".repeat(n / 3))),
    ("dashes and pipes", |n| "|--:".repeat(n / 4)),
    ("addresses", |n| "http://a{".repeat(n / 9)),
    ("less-than signs", |n| "a<b ".repeat(n / 4)),
    ("entities", |n| "&lt;a ".repeat(n / 6)),
    ("brackets at lines", |n| "(x y\n\n".repeat(n / 6)),
    ("one label", |n| format!("**[SPEC]**\n{}", "[a]: /b\n\n".repeat(n / 9))),
    ("elements", |n| "<b>a</i>\n\n".repeat(n / 10)),
    ("open elements", |n| format!("**[SPEC]**\n<div>\n{}", "<li>a <b>\n".repeat(n / 10))),
    ("open containers", |n| ":::tip\n\na\n\n".repeat(n / 12)),
    ("ampersands", |n| "&a".repeat(n / 2)),
    ("ampersands in code", |n| format!("```\n{}```\n", "x &amp;1\n".repeat(n / 9))),
    ("ampersands in addresses", |n| "[&a](/b?c&d) ".repeat(n / 13)),
    ("ampersands in one address", |n| format!("[a](/b?{})\n", "&c".repeat(n / 2))),
    ("ampersands in HTML", |n| format!("<p title=\"{0}\">{0}</p>\n", "&amp;".repeat(n / 10))),
    ("ampersands in a table", |n| format!("| a |\n|---|\n{}", "| &b &amp; |\n".repeat(n / 13))),
    ("ampersands in a heading", |n| format!("## {}\n\na\n", "&a ".repeat(n / 3))),
    ("fixes that are refused", |n| "**[SPEC]**\n===\n===\n**[WARN]**\n".repeat(n / 30)),
    ("tags that define links", |n| "[NOTE]: *\n[1]: http://x\n\n".repeat(n / 26)),
    ("raised links", |n| up_to(n, |k| format!("<sup id=\"fn-{k}\">{k}</sup> a\n\n"))),
];

/// Text that a renderer may interpret as its own syntax.
const SIGNS: &[&str] = &[
    "alerts",
    "braces",
    "colons",
    "plus signs",
    "hash signs",
    "dashes in a heading",
    "dashes and pipes",
    "addresses",
    "less-than signs",
    "brackets at lines",
    "one label",
    "elements",
    "open elements",
    "open containers",
    "footnotes",
    "nested quotes",
];

/// Text that HTML escapes.
const ESCAPED: &[&str] = &[
    "ampersands",
    "ampersands in code",
    "ampersands in addresses",
    "ampersands in one address",
    "ampersands in HTML",
    "ampersands in a table",
    "ampersands in a heading",
    "entities",
    "less-than signs",
];

/// Repeats pieces until they reach `size` bytes.
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
/// If program startup is not counted, a smaller size is enough.
const SMALL_TOGETHER: usize = 4_000;

/// The most work per byte of the larger document, relative to the smaller one.
const MOST: f64 = 1.05;

const READ: &[&str] = &["read", "--no-config", "--encoding", "bytes", "--kinds", "all"];

/// Shapes without tags, which are hard for a conversion.
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
    "ampersands",
    "ampersands in HTML",
];

/// Shapes with many fixes, or fixes that need many passes.
const FIXED: &[&str] =
    &["tags that define links", "tags, parted", "tags", "suppressions", "setext traps", "fields"];

/// A command whose work is counted.
struct Counted {
    command: &'static [&'static str],
    /// The shapes to count; none means all.
    shapes: &'static [&'static str],
    /// Whether one run processes all documents in sequence.
    together: bool,
}

/// A budget far below both sizes, so both are cut in the same way.
const COUNTED: &[Counted] = &[
    Counted { command: &["check", "--no-config", "--format", "concise"], shapes: &[], together: true },
    Counted { command: &["render", "--no-config", "--to", "material"], shapes: &[], together: true },
    Counted { command: &["render", "--no-config", "--to", "docusaurus"], shapes: SIGNS, together: true },
    Counted { command: &["render", "--no-config", "--to", "portable"], shapes: &[], together: true },
    Counted { command: &["render", "--no-config", "--to", "vitepress"], shapes: SIGNS, together: true },
    Counted { command: &["render", "--no-config", "--to", "pandoc"], shapes: SIGNS, together: true },
    Counted { command: &["render", "--no-config", "--to", "mdbook"], shapes: SIGNS, together: true },
    Counted { command: &["render", "--no-config", "--to", "myst"], shapes: SIGNS, together: true },
    Counted { command: &["render", "--no-config", "--to", "hugo"], shapes: SIGNS, together: true },
    Counted {
        command: &["render", "--no-config", "--encoding", "bytes", "--to", "html"],
        shapes: ESCAPED,
        together: true,
    },
    Counted { command: &["check", "--no-config", "--diff"], shapes: FIXED, together: true },
    Counted { command: &["convert", "--no-config", "--report", "json"], shapes: UNTAGGED, together: true },
    Counted {
        command: &["convert", "--no-config", "--from", "github", "--report", "json"],
        shapes: &["alerts"],
        together: true,
    },
    Counted {
        command: &["convert", "--no-config", "--from", "vitepress", "--report", "json"],
        shapes: &["open containers", "raised links", "entities"],
        together: true,
    },
    Counted {
        command: &["--format", "json"],
        shapes: &["headings of one name", "fields", "links and their definitions"],
        together: true,
    },
    Counted {
        command: &["--budget", "2000", "--cursor", "0"],
        shapes: &["a list", "a long table", "long code", "one line", "tags, parted"],
        together: false,
    },
    Counted {
        command: &["--budget", "2000"],
        shapes: &[
            "a list",
            "bugs",
            "headings of one name",
            "inherited subsections",
            "links and their definitions",
            "tags, parted",
        ],
        together: false,
    },
];

impl Counted {
    fn command(&self) -> Vec<&'static str> {
        if self.command[0].starts_with('-') { [READ, self.command].concat() } else { self.command.to_vec() }
    }

    fn shapes(&self) -> impl Iterator<Item = &'static Shape> {
        SHAPES.iter().filter(|(name, _)| self.shapes.is_empty() || self.shapes.contains(name))
    }
}

/// The instructions for each document, counted from where it is read to where the next one is read.
fn work(command: &[&str], texts: &[String]) -> Vec<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = folder.path().join("counts");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--dump-line=no", "--dump-before=tagdown_project::files::read::read"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(env!("CARGO_BIN_EXE_tagdown"))
        .args(command)
        .env("RAYON_NUM_THREADS", "1");
    if command[0] == "render" {
        valgrind.arg("-o").arg(folder.path().join("out"));
    }
    // Part of the cost of one document arises when the next one is read; an empty document absorbs it. The first and
    // the last of all absorb one-time costs.
    let is_padded = texts.len() > 1;
    let more = is_padded.then_some("A few words.\n");
    let texts: Vec<&str> = more.into_iter().chain(texts.iter().map(String::as_str)).chain(more).collect();
    for (index, text) in texts.iter().enumerate() {
        for (part, text) in [*text, ""].iter().take(1 + usize::from(is_padded)).enumerate() {
            let path = folder.path().join(format!("{index:03}-{part}.md"));
            fs::write(&path, text).expect("a document");
            valgrind.arg(path);
        }
    }
    let output = valgrind.output().expect("valgrind runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let summary = |path: String| -> f64 {
        let log = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let line = log.lines().find_map(|line| line.strip_prefix("summary: ")).expect("a count");
        line.trim().parse().expect("a number")
    };
    let documents = texts.len() * (1 + usize::from(is_padded));
    // The first count is above all documents, and the last one has no number.
    let mut found: Vec<f64> =
        (2..=documents).map(|index| summary(format!("{}.{index}", counts.display()))).collect();
    found.push(summary(counts.display().to_string()));
    assert!(
        !Path::new(&format!("{}.{}", counts.display(), documents + 1)).exists(),
        "a document was read twice"
    );
    let counts = found.chunks(1 + usize::from(is_padded)).map(|counts| counts.iter().sum());
    counts.skip(usize::from(is_padded)).collect()
}

#[test]
#[ignore = "needs valgrind; run by ./test all"]
fn work_grows_with_the_document() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed, so the work on pathological documents was not counted");
        return;
    }
    // `LINEAR="--diff tags"` counts only the pairs of a command and a shape that contain all of these words.
    let only = std::env::var("LINEAR").unwrap_or_default();
    let mut jobs: Vec<(Vec<&str>, Vec<&Shape>)> = Vec::new();
    for counted in COUNTED {
        let is_meant = |(name, _): &&Shape| {
            let title = format!("{} {name}", counted.command().join(" "));
            only.split_whitespace().all(|word| title.contains(word))
        };
        let shapes: Vec<&Shape> = counted.shapes().filter(is_meant).collect();
        if shapes.is_empty() {
            continue;
        }
        let size = if counted.together { shapes.len() } else { 1 };
        jobs.extend(shapes.chunks(size).map(|shapes| (counted.command(), shapes.to_vec())));
    }
    // Counts do not depend on other load, so every core takes the next job.
    let next = AtomicUsize::new(0);
    let bad = Mutex::new(Vec::new());
    let take = || {
        while let Some((command, shapes)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let size = if shapes.len() > 1 { SMALL_TOGETHER } else { SMALL };
            let texts: Vec<String> =
                shapes.iter().flat_map(|(_, make)| [make(size), make(2 * size)]).collect();
            let counts = if shapes.len() > 1 {
                work(command, &texts)
            } else {
                texts.iter().flat_map(|text| work(command, std::slice::from_ref(text))).collect()
            };
            for ((name, _), (texts, counts)) in shapes.iter().zip(texts.chunks(2).zip(counts.chunks(2))) {
                let growth = counts[1] / counts[0] / (texts[1].len() as f64 / texts[0].len() as f64);
                let per_byte = counts[1] / texts[1].len() as f64;
                let title = format!("{} {name}", command.join(" "));
                println!(
                    "  {title:72} {growth:5.2} times the work a byte, {per_byte:7.0} instructions a byte"
                );
                if growth > MOST {
                    bad.lock().expect("nobody panics").push(format!("{title}: {growth:.2}"));
                }
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
