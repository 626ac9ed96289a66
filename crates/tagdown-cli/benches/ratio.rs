//! Measures CPU time as ratios, over at least 50 MB of Markdown and in the same run: `tagdown check` compared with
//! only walking, reading and parsing the files with pulldown-cmark, `tagdown read` compared with parsing and counting
//! tokens, and `tagdown render` compared with parsing. Rendering writes every page, to a memory file system if there is
//! one. Also measures the time from start to exit for one file of 25 KB, and the peak memory.
//!
//! Run it with `cargo bench`. `cargo bench -- PATH` uses the Markdown files below PATH, repeated until they reach
//! 50 MB.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};

const TAGDOWN: &str = env!("CARGO_BIN_EXE_tagdown");
const BYTES: usize = 50_000_000;
const ROUNDS: usize = 7;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--bench")).collect();
    if let [flag, folder] = args.as_slice()
        && flag.starts_with("--baseline")
    {
        return baseline(Path::new(folder), flag.ends_with("counting"));
    }
    let scratch = tempfile::tempdir().expect("a folder for the documents");
    let seeds = match args.first() {
        Some(path) => markdown_below(Path::new(path)),
        None => vec![("made.md".to_owned(), made_document())],
    };
    let bytes = fill(scratch.path(), &seeds);
    let tagdown = |args: &[&str]| {
        let mut command = Command::new(TAGDOWN);
        command.args(args).arg("--no-config").arg(scratch.path());
        command
    };
    let this = std::env::current_exe().expect("the path of this program");
    println!("{:.1} MB of Markdown, CPU time, best of {ROUNDS} rounds taken in turns", bytes as f64 / 1e6);
    let baseline = |flag: &str| {
        let mut command = Command::new(&this);
        command.arg(flag).arg(scratch.path());
        command
    };
    // Creating files on disk takes longer than everything else and is not a property of this program.
    let out = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let out = out.expect("a folder for what is rendered");
    let render = |dialect: &str| {
        let mut command = tagdown(&["render", "--to", dialect]);
        command.arg("-o").arg(out.path().join("site"));
        command
    };
    let mut best = [f64::MAX; 11];
    for _ in 0..ROUNDS {
        let runs = [
            baseline("--baseline"),
            tagdown(&["check", "--format", "concise"]),
            tagdown(&["check", "--format", "json"]),
            baseline("--baseline-counting"),
            tagdown(&["read"]),
            tagdown(&["read", "--format", "jsonl"]),
            tagdown(&["read", "--budget", "8000"]),
            render("github"),
            render("material"),
            render("docusaurus"),
            render("portable"),
        ];
        for (slot, mut command) in best.iter_mut().zip(runs) {
            *slot = slot.min(cpu_seconds(&mut command));
            // Each run must write every page.
            let _ = fs::remove_dir_all(out.path().join("site"));
        }
    }
    let [parse, concise, json, counting, read, jsonl, budget, github, material, docusaurus, portable] = best;
    println!("  walk and parse only      {parse:.3} s  {:.0} MB/s", bytes as f64 / 1e6 / parse);
    println!("  tagdown check, concise   {concise:.3} s  {:.2} times the parse", concise / parse);
    println!("  tagdown check, json      {json:.3} s  {:.2} times the parse", json / parse);
    println!("  parse and count tokens   {counting:.3} s");
    println!("  tagdown read             {read:.3} s  {:.2} times that", read / counting);
    println!("  tagdown read, jsonl      {jsonl:.3} s  {:.2} times", jsonl / counting);
    println!("  tagdown read, a budget   {budget:.3} s  {:.2} times", budget / counting);
    let rendered =
        [("github", github), ("material", material), ("docusaurus", docusaurus), ("portable", portable)];
    for (dialect, seconds) in rendered {
        println!("  tagdown render, {dialect:<10} {seconds:.3} s  {:.2} times the parse", seconds / parse);
    }
    one_file(scratch.path());
    memory(scratch.path());
}

/// User and system CPU seconds of a command.
fn cpu_seconds(command: &mut Command) -> f64 {
    let spent = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("resource usage");
        let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds(usage.user_time()) + seconds(usage.system_time())
    };
    let before = spent();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the command runs");
    spent() - before
}

/// Only walks, reads and parses, and optionally counts tokens.
fn baseline(folder: &Path, counts: bool) {
    use pulldown_cmark::{Options, Parser};
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut events = 0_usize;
    for entry in ignore::WalkBuilder::new(folder).build().flatten() {
        if entry.file_type().is_some_and(|kind| kind.is_file())
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            events += Parser::new_ext(&text, options).into_offset_iter().count();
            events += if counts { tagdown_read::Encoding::O200k.count(&text) } else { 0 };
        }
    }
    std::hint::black_box(events);
}

fn one_file(folder: &Path) {
    let path = folder.join("one.md");
    let mut text = made_document();
    while text.len() < 25_000 {
        text.push_str(&section(text.len()));
    }
    text.truncate(text[..25_000].rfind('\n').unwrap_or(25_000));
    fs::write(&path, text).expect("a file of 25 KB");
    for args in
        [&["check"][..], &["read"], &["read", "--encoding", "cl100k_base"], &["read", "--encoding", "bytes"]]
    {
        let mut best = f64::MAX;
        for _ in 0..40 {
            let start = Instant::now();
            let mut command = Command::new(TAGDOWN);
            command.args(args).arg("--no-config").arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().expect("the command runs");
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("one file of 25 KB, {}, start to exit, best of 40: {:.1} ms", args.join(" "), best * 1e3);
    }
}

fn memory(folder: &Path) {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", TAGDOWN, "check", "--no-config", "--format", "concise"])
        .arg(folder)
        .stdout(Stdio::null())
        .output();
    let peak = output.ok().and_then(|output| String::from_utf8(output.stderr).ok());
    match peak.as_deref().and_then(|text| text.lines().last()).and_then(|line| line.parse::<f64>().ok()) {
        Some(kilobytes) => println!("peak memory over all files: {:.1} MB", kilobytes / 1e3),
        None => println!("peak memory: not measured, /usr/bin/time is missing"),
    }
}

/// Writes the documents repeatedly until they reach `BYTES`.
fn fill(folder: &Path, seeds: &[(String, String)]) -> usize {
    let mut bytes = 0;
    for round in 0.. {
        let folder = folder.join(format!("part-{}", round / 50));
        fs::create_dir_all(&folder).expect("a folder");
        for (index, (name, text)) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("{round}-{index}-{name}")), text).expect("a document");
            bytes += text.len();
        }
        if bytes >= BYTES {
            break;
        }
    }
    bytes
}

fn markdown_below(root: &Path) -> Vec<(String, String)> {
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let paths =
        ignore::WalkBuilder::new(root).build().flatten().map(ignore::DirEntry::into_path).filter(is_markdown);
    let read = |path: PathBuf| {
        Some((path.file_name()?.to_string_lossy().into_owned(), fs::read_to_string(&path).ok()?))
    };
    let found: Vec<_> = paths.filter_map(read).collect();
    assert!(!found.is_empty(), "no Markdown below {}", root.display());
    found
}

/// A typical document of about 12 KB, with a few faults.
fn made_document() -> String {
    let mut text = String::from(
        "# Storage service\n**Version 2.4.0** · Team Storage · 2026-03-01 · HADS 1.0.0\n\n---\n\n\
         ## AI READING INSTRUCTION\n\nRead `[SPEC]` and `[BUG]` blocks for facts. Skip `[NOTE]` if short of tokens.\n\n---\n\n",
    );
    while text.len() < 12_000 {
        text.push_str(&section(text.len()));
    }
    text
}

fn section(seed: usize) -> String {
    let inline = if seed.is_multiple_of(3) {
        "**[NOTE]** The limit is *old*; see [the list](#limits)."
    } else {
        "**[NOTE]**\nThe limit is old."
    };
    format!(
        "## Part {seed}\n\n**[SPEC]**\n- Endpoint: `GET /items/{seed}` returns `200` with a JSON body.\n\
         - Limit: {seed} requests in 60 s; above it the answer is `429`.\n- Header `X-Request-Id` is **required**.\n\n\
         | field | type | default |\n|---|---|---|\n| `name` | string | none |\n| `size` | integer | {seed} |\n\n\
         ```json\n{{\"name\": \"a\", \"size\": {seed}}}\n```\n\n{inline} It was chosen when the disks were slow, and nobody has\n\
         measured since whether that still holds; a larger one has been asked for twice.\n\n\
         **[BUG] Upload {seed} stops at 2 GB**\nSymptom: the progress bar stays at 100 % and the server logs nothing.\n\
         Cause: the size is kept in 31 bits.\nFix: update to 2.1 or later.\n\n\
         **[?]**\nClients before 1.9 seem to send the header twice. Seen once, not reproduced.\n\n"
    )
}
