//! `--stdin jsonl`: documents that come as rows on standard input, worked on in batches and handed over in order.

use std::io::BufReader;
use std::path::Path;

use rayon::prelude::*;
use serde_json::json;
use tagdown::text::tame_json;
use tagdown_project::config::Configs;
use tagdown_project::files::{self, MAX_FILE_SIZE, Rows, Target};

use crate::args::{Global, Paths};
use crate::interrupt::is_interrupted;
use crate::terminal::Problem;

/// How many documents are worked on between two writes, and how many bytes of text. Memory does not grow with the number
/// of documents.
const BATCH: usize = 256;
const BATCH_BYTES: usize = 1 << 23;

/// A document, or why a row is none.
pub(super) type Row = Result<Target, files::Problem>;

/// Works on all rows in parallel and hands over the results in order.
pub(super) fn for_each_row<T: Send>(
    input: &Paths,
    global: &Global,
    work: impl Fn(&Row) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), Problem>,
) -> Result<(), Problem> {
    // The path of a row says nothing about this disk, so no configuration is looked for around it.
    let mut configs = if global.config.is_some() { global.configs()? } else { Configs::none() };
    let config = configs.of_folder(Path::new("."))?;
    let limit = input.max_file_size.or(config.config.max_file_size).unwrap_or(MAX_FILE_SIZE);
    let mut rows = Rows::new(BufReader::with_capacity(1 << 16, std::io::stdin().lock()), limit, config);
    loop {
        let mut batch: Vec<Row> = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(row) = rows.next() else { break };
            let text = row.as_ref().ok().and_then(|target| target.given.as_ref());
            bytes += text.map_or(0, |text| text.len());
            batch.push(row);
        }
        if batch.is_empty() {
            return Ok(());
        }
        let done: Vec<T> = batch.par_iter().map(&work).collect();
        done.into_iter().try_for_each(&mut take)?;
        if is_interrupted() {
            return Err("interrupted: not all rows were processed".to_owned().into());
        }
    }
}

/// The row for a document that failed, with the reason.
pub(super) fn failed_row(path: &str, problem: &str) -> String {
    let (path, error) = (json!(path), json!(problem));
    tame_json(format!("{{\"version\":1,\"path\":{path},\"status\":\"failed\",\"error\":{error}}}")) + "\n"
}
