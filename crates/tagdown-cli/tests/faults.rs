//! Bad days: a run is killed, the disk is full, a permission is lost, somebody else writes. Afterwards, every file is
//! old or new, and whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// The number of documents in a folder.
const FILES: usize = 300;

/// How often each command is killed.
const KILLS: usize = 20;

/// The files of a folder by name.
type Files = BTreeMap<String, String>;

/// Documents with something to fix, to format and to convert. Each has its own text, so one cannot pass for another.
fn documents(count: usize) -> Files {
    let text = |index: usize| match index % 3 {
        0 => format!(
            "# Page {index}\n\n## Limits\n\nA job body holds at most {index} KB. Jobs are kept for 7 days. We like page {index}, \
             and the disk was small when we started.\n\n```sh\nqueue --start {index}\n```\n"
        ),
        1 => format!(
            "# Page {index}\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n\
             ## Limits\n\n**[?]**\nThe limit is probably {index} MB. Not measured.\n"
        ),
        _ => format!(
            "# Page {index}\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n\
             ## Limits\n**[SPEC]** The body holds {index} KB.\n\n[NOTE]\nIt was smaller than {index} KB.\n"
        ),
    };
    (0..count).map(|index| (format!("page-{index:03}.md"), text(index))).collect()
}

fn write(folder: &Path, files: &Files) {
    fs::create_dir_all(folder).expect("a folder");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a document");
    }
}

/// The files in a folder that are not hidden.
fn read(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    let shown = entries.filter(|path| path.is_file() && !name(path).starts_with('.'));
    shown.map(|path| (name(&path), fs::read_to_string(&path).expect("text"))).collect()
}

/// The temporary files in a folder.
fn temporary(folder: &Path) -> usize {
    let names = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().starts_with(".tagdown-")).count()
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().expect("tagdown runs")
}

fn start(folder: &Path, arguments: &str) -> Child {
    command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("tagdown runs")
}

/// A command that writes, and the folder that it writes to.
struct Writer {
    arguments: &'static str,
    out: &'static str,
    /// The command that gives the old files back.
    back: Option<&'static str>,
}

const WRITERS: &[Writer] = &[
    Writer { arguments: "check --fix --unsafe-fixes --no-config .", out: "", back: None },
    Writer { arguments: "fmt --no-config .", out: "", back: None },
    Writer {
        arguments: "convert --write --allow-dirty --no-config .",
        out: "",
        back: Some("convert --strip --write --allow-dirty --no-config ."),
    },
    Writer { arguments: "render --to github --no-config . -o site", out: "site", back: None },
    Writer {
        arguments: "promote page-001.md#limits --to spec --by Ada --evidence log --remove-doubt --no-config",
        out: "",
        back: None,
    },
];

/// A writer with the files before and after an undisturbed run, and how long it takes.
struct Expected {
    old: Files,
    new: Files,
    time: Duration,
}

impl Writer {
    /// Fills a folder with what was there before the run.
    fn prepare(&self, folder: &Path, old: &Files) {
        write(folder, &documents(FILES));
        if !self.out.is_empty() {
            write(&folder.join(self.out), old);
        }
    }

    fn expected(&self) -> Expected {
        let folder = tempfile::tempdir().expect("a folder");
        let mut old = documents(FILES);
        if !self.out.is_empty() {
            // An older site.
            for text in old.values_mut() {
                text.insert_str(0, "> old\n\n");
            }
        }
        self.prepare(folder.path(), &old);
        let begin = Instant::now();
        let output = run(folder.path(), self.arguments);
        let time = begin.elapsed();
        let mut new = read(&folder.path().join(self.out));
        new.retain(|name, _| old.contains_key(name));
        assert_ne!(
            new,
            old,
            "{} changes nothing: {}",
            self.arguments,
            String::from_utf8_lossy(&output.stderr)
        );
        Expected { old, new, time }
    }
}

/// Every file is old or new. Returns how many are new.
fn assert_whole(folder: &Path, expected: &Expected, what: &str) -> usize {
    let found = read(folder);
    let mut count = 0;
    for (name, old) in &expected.old {
        let now = found.get(name).unwrap_or_else(|| panic!("{what}: {name} is gone"));
        let is_new = now == &expected.new[name];
        assert!(is_new || now == old, "{what}: {name} is neither old nor new: {now:?}");
        count += usize::from(is_new && now != old);
    }
    count
}

/// A number below `limit`, from the clock.
fn random(limit: u64) -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock").subsec_nanos();
    u64::from(now).wrapping_mul(6_364_136_223_846_793_005).rotate_left(17) % limit.max(1)
}

#[test]
#[ignore = "kills a hundred runs; run by ./test all"]
fn a_killed_run_leaves_every_file_old_or_new() {
    for writer in WRITERS {
        let expected = writer.expected();
        let (mut partly, mut left) = (0, 0);
        for _ in 0..KILLS {
            let folder = tempfile::tempdir().expect("a folder");
            writer.prepare(folder.path(), &expected.old);
            let mut child = start(folder.path(), writer.arguments);
            std::thread::sleep(Duration::from_micros(random(expected.time.as_micros() as u64)));
            child.kill().expect("it is killed");
            child.wait().expect("it ends");
            let out = folder.path().join(writer.out);
            let new = assert_whole(&out, &expected, writer.arguments);
            partly += usize::from(new > 0 && new < expected.new.len());
            left += temporary(&out);
            if let Some(back) = writer.back {
                run(folder.path(), back);
                let after = read(folder.path());
                for (name, old) in expected.old.iter().filter(|(_, old)| !old.contains("**Version")) {
                    assert_eq!(&after[name], old, "{back} restores {name}");
                }
            }
        }
        println!("  {}: {KILLS} kills, {partly} partly done, {left} temporary files left", writer.arguments);
    }
}

/// A small disk that is removed in the end.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(folder.path());
        let is_mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        is_mounted.then(|| Self(folder))
    }

    /// Leaves this many bytes free.
    fn fill(&self, free: usize) {
        let path = self.0.path().join("filler");
        let mut file = fs::File::create(&path).expect("a file");
        while std::io::Write::write_all(&mut file, &[0; 4096]).is_ok() {}
        let size = file.metadata().expect("a size").len();
        file.set_len(size.saturating_sub(free as u64)).expect("it shrinks");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
#[ignore = "mounts a small disk; run by ./test all"]
fn a_full_disk_leaves_every_file_old_or_new() {
    for writer in WRITERS {
        let expected = writer.expected();
        for free in [0, 4096, 40_960] {
            let Some(disk) = Disk::new("4m") else {
                println!("SKIPPED: a small disk cannot be mounted, so no disk was full");
                return file_limit();
            };
            let folder = disk.0.path().join("docs");
            writer.prepare(&folder, &expected.old);
            disk.fill(free);
            let output = run(&folder, writer.arguments);
            let out = folder.join(writer.out);
            let new = assert_whole(&out, &expected, writer.arguments);
            assert_eq!(temporary(&out), 0, "{} leaves a temporary file", writer.arguments);
            if new < expected.new.iter().filter(|(name, text)| &expected.old[*name] != *text).count() {
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{}: {said}", writer.arguments);
                assert!(said.contains("space") || said.contains("full"), "{}: {said}", writer.arguments);
            }
        }
    }
}

/// The same with a limit on the size of a file, which ends the run by a signal.
fn file_limit() {
    let writer = &WRITERS[0];
    let expected = writer.expected();
    let folder = tempfile::tempdir().expect("a folder");
    writer.prepare(folder.path(), &expected.old);
    let script = format!("ulimit -f 0; exec {} {}", env!("CARGO_BIN_EXE_tagdown"), writer.arguments);
    Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().expect("sh runs");
    assert_whole(folder.path(), &expected, "a file limit");
}

#[cfg(unix)]
#[test]
#[ignore = "becomes another user; run by ./test all"]
fn a_lost_permission_leaves_every_file_old_or_new() {
    use std::os::unix::fs::{PermissionsExt, chown};
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let mut cases: Vec<&Writer> = WRITERS.iter().filter(|writer| writer.out.is_empty()).collect();
    let program = tempfile::tempdir().expect("a folder");
    let copy = program.path().join("tagdown");
    fs::copy(env!("CARGO_BIN_EXE_tagdown"), &copy).expect("a copy");
    fs::set_permissions(program.path(), fs::Permissions::from_mode(0o755)).expect("it can be read");
    let as_nobody = |folder: &Path, arguments: &str| {
        let mut command = if is_root { Command::new("setpriv") } else { Command::new(&copy) };
        if is_root {
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&copy);
        }
        command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
        command
    };
    if !as_nobody(Path::new("/"), "--version").output().is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: setpriv is missing, so no permission was lost");
        cases.clear();
    }
    for writer in cases {
        let expected = writer.expected();
        for round in 0..6 {
            let folder = tempfile::tempdir().expect("a folder");
            writer.prepare(folder.path(), &expected.old);
            if is_root {
                let names = expected.old.keys().map(|name| folder.path().join(name));
                for path in names.chain([folder.path().to_owned()]) {
                    chown(path, Some(65534), Some(65534)).expect("another owner");
                }
            }
            let mode = |mode| {
                fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).expect("another mode");
            };
            let mut child = as_nobody(folder.path(), writer.arguments);
            let child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("tagdown runs");
            std::thread::sleep(expected.time * round / 6);
            mode(0o555);
            let output = child.wait_with_output().expect("it ends");
            mode(0o755);
            let new = assert_whole(folder.path(), &expected, writer.arguments);
            let said = String::from_utf8_lossy(&output.stderr);
            let wanted = expected.new.iter().filter(|(name, text)| &expected.old[*name] != *text).count();
            assert!(new == wanted || output.status.code() == Some(2), "{}: {said}", writer.arguments);
            assert!(new == wanted || said.contains("ermission"), "{}: {said}", writer.arguments);
        }
    }
}

/// Adds text to a file as `echo >>` does. Whether it got into the file that has this name.
#[cfg(unix)]
fn append(path: &Path, text: &str) -> bool {
    use std::os::unix::fs::MetadataExt;
    let mut file = fs::File::options().append(true).open(path).expect("a document");
    std::io::Write::write_all(&mut file, text.as_bytes()).expect("it is appended");
    // If the file was replaced after it was opened, nobody could have kept the text.
    let own = file.metadata().expect("an open file").ino();
    fs::metadata(path).is_ok_and(|meta| meta.ino() == own)
}

/// Adds text to a file as most editors do: a new file is moved into place.
#[cfg(unix)]
fn save(path: &Path, text: &str) -> bool {
    let beside = path.with_extension("saved");
    let before = fs::read_to_string(path).expect("a document");
    fs::write(&beside, before + text).expect("a file");
    fs::rename(&beside, path).expect("it is saved");
    true
}

#[cfg(unix)]
#[test]
#[ignore = "races with another writer; run by ./test all"]
fn no_edit_by_somebody_else_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &documents(60));
    let is_done = AtomicBool::new(false);
    let edit = || {
        let mut edits: Vec<(String, String)> = Vec::new();
        for number in 0.. {
            if is_done.load(Ordering::Relaxed) {
                break;
            }
            let name = format!("page-{:03}.md", random(60));
            let path = folder.path().join(&name);
            // Every edit has something to fix.
            let mark = format!("Edit number {number}.");
            let text = format!("\n[NOTE]\n{mark}\n");
            let is_there = if number % 2 == 0 { append(&path, &text) } else { save(&path, &text) };
            edits.extend(is_there.then_some((name, mark)));
            std::thread::sleep(Duration::from_micros(500 + random(4000)));
        }
        edits
    };
    let edits = std::thread::scope(|scope| {
        let editor = scope.spawn(edit);
        for _ in 0..12 {
            run(folder.path(), "check --fix --unsafe-fixes --no-config .");
        }
        is_done.store(true, Ordering::Relaxed);
        editor.join().expect("the editor ends")
    });
    let found = read(folder.path());
    let lost: Vec<_> = edits.iter().filter(|(name, mark)| !found[name].contains(mark)).collect();
    assert!(lost.is_empty(), "{} of {} edits lost: {lost:?}", lost.len(), edits.len());
    println!("  {} edits, none lost", edits.len());
}

#[test]
#[ignore = "runs many processes; run by ./test all"]
fn several_runs_on_one_tree_do_what_one_does() {
    for writer in WRITERS.iter().take(4) {
        let expected = writer.expected();
        for processes in [2, 3] {
            let folder = tempfile::tempdir().expect("a folder");
            writer.prepare(folder.path(), &expected.old);
            let children: Vec<Child> =
                (0..processes).map(|_| start(folder.path(), writer.arguments)).collect();
            for mut child in children {
                child.wait().expect("it ends");
            }
            let out = folder.path().join(writer.out);
            assert_whole(&out, &expected, writer.arguments);
            assert_eq!(temporary(&out), 0, "{} leaves a temporary file", writer.arguments);
            run(folder.path(), writer.arguments);
            let found = read(&out);
            for (name, new) in &expected.new {
                assert_eq!(&found[name], new, "{}: {name} after a last run", writer.arguments);
            }
        }
    }
}
