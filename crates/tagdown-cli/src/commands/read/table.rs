//! `tagdown read --format csv|arrow|parquet`: a table with one row per block, or with what changed since an earlier one.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use tagdown::rules;
use tagdown_project::files::{self, Target, Text};
use tagdown_project::opening;
use tagdown_project::writing::NewFile;
use tagdown_read::Selection;
use tagdown_tables::{Earlier, Format, Row, Table, read_earlier, rows};

use super::request::{kinds, request};
use crate::args::{Global, ReadArgs};
use crate::commands::batches::for_each;
use crate::terminal::output;
use crate::terminal::{Exit, Problem};

pub(super) fn run(args: &ReadArgs, global: &Global, format: Format) -> Result<Exit, Problem> {
    refuse(args, format)?;
    let input = args.input.input();
    let found = files::find(&input, &mut global.configs()?)?;
    let selection = Selection {
        kinds: kinds(args, &request(args, global, &input)),
        affects: args.affects.clone(),
        encoding: args.encoding(),
        ..Selection::default()
    };
    let mut earlier = args.changed_since.as_deref().map(before).transpose()?;
    let Some(path) = &args.output else {
        let table = Table::new(Pipe::default(), format)?;
        let (_, failed) = fill(table, &found, &selection, &mut earlier)?;
        return Ok(if failed { Exit::Failed } else { Exit::Clean });
    };
    may_be_written(path, &found.targets)?;
    let table = Table::new(NewFile::create(path)?, format)?;
    let (file, failed) = fill(table, &found, &selection, &mut earlier)?;
    file.finish()?;
    Ok(if failed { Exit::Failed } else { Exit::Clean })
}

/// Refuses options that a table cannot follow.
fn refuse(args: &ReadArgs, format: Format) -> Result<(), Problem> {
    let options = [
        ("--query", args.query.is_some()),
        ("--budget", args.budget.is_some()),
        ("--cursor", args.cursor.is_some()),
        ("--section", !args.section.is_empty()),
        ("--spans", args.spans),
    ];
    if let Some((name, _)) = options.iter().find(|(_, is_set)| *is_set) {
        return Err(format!("{name} is not for tables; omit it, or use --format jsonl").into());
    }
    if format != Format::Csv && format.is_built() && args.output.is_none() {
        return Err(format!("--format {} needs a file; add --output FILE", args.format).into());
    }
    Ok(())
}

/// Reads the earlier table.
fn before(path: &Path) -> Result<Earlier, String> {
    let said = |problem: String| format!("cannot read the table {}: {problem}", path.display());
    let file = opening::regular(path).map_err(|unread| said(unread.reason))?;
    read_earlier(path, file).map_err(said)
}

/// A table must not overwrite a document.
fn may_be_written(path: &Path, targets: &[Target]) -> Result<(), String> {
    let real = path.canonicalize().ok();
    let is_document = |target: &Target| real.is_some() && target.path.canonicalize().ok() == real;
    if targets.iter().any(is_document) {
        return Err(format!("{} not written: this run reads it and would overwrite it", path.display()));
    }
    Ok(())
}

/// Writes the rows of all documents. Returns what they were written to, and whether a document failed.
fn fill<W: Write + Send>(
    mut table: Table<W>,
    found: &files::Found,
    selection: &Selection,
    earlier: &mut Option<Earlier>,
) -> Result<(W, bool), Problem> {
    let mut failed = false;
    let mut add = |path: &str, rows: Vec<Row>| {
        for problem in rows.iter().filter_map(|row| row.error.as_ref()) {
            output::complain(&format!("{path}: {problem}"));
            failed = true;
        }
        let rows = match earlier.as_mut() {
            Some(earlier) => earlier.changed(path, rows),
            None => rows,
        };
        table.add(rows)
    };
    for problem in &found.problems {
        add(&problem.path, vec![Row::failed(&problem.path, &problem.reason)])?;
    }
    for_each(
        &found.targets,
        |target| (target.path.to_string_lossy().into_owned(), document(target, selection)),
        |(path, rows)| add(&path, rows).map_err(Problem::from),
    )?;
    if let Some(earlier) = earlier {
        // A document that this run does not cover is not deleted.
        table.add(earlier.rest(|path| !Path::new(path).exists()))?;
    }
    Ok((table.finish()?, failed))
}

/// The rows of a document; none if it is not tagged.
fn document(target: &Target, selection: &Selection) -> Vec<Row> {
    let path = target.path.to_string_lossy();
    let text = match files::read(target) {
        Text::Read(text) => text,
        Text::Untagged => return Vec::new(),
        Text::Failed(problem) => return vec![Row::failed(&path, &problem)],
    };
    let document = target.parse(&text);
    if !target.named && !target.is_required() && !document.is_tagged() {
        return Vec::new();
    }
    let findings = rules::check(&document, &target.settings());
    rows(&document, &path, selection, &findings)
}

/// Standard output. What a terminal shows cannot control it, and a reader who has seen enough is no problem.
#[derive(Default)]
struct Pipe {
    is_closed: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let shown: Cow<'_, [u8]> = if output::is_terminal() {
            output::shown(&String::from_utf8_lossy(bytes)).into_owned().into_bytes().into()
        } else {
            bytes.into()
        };
        let written = if self.is_closed { Ok(()) } else { std::io::stdout().lock().write_all(&shown) };
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => self.is_closed = true,
            other => other?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.is_closed { Ok(()) } else { std::io::stdout().lock().flush() }
    }
}
