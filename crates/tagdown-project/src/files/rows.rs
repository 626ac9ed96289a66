//! Documents that come as rows on standard input: one JSON object with `path` and `text` per line.

use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::problem::Problem;
use super::target::Target;
use crate::config::Loaded;
use crate::opening::size;
use crate::paths::reason;
use crate::surroundings::Tree;

/// The rows of a stream, each a document or the reason why it is none. A row that fails costs only itself.
pub struct Rows<R> {
    from: R,
    /// The number of the line, from 1.
    line: usize,
    /// The largest text, in bytes.
    limit: u64,
    config: Arc<Loaded>,
    tree: Arc<Tree>,
    buffer: Vec<u8>,
    is_broken: bool,
}

/// What a row has. Other keys are ignored.
#[derive(Deserialize)]
struct Row {
    path: Option<String>,
    text: Option<String>,
}

/// A row whose text is not looked at, to find its path.
#[derive(Deserialize)]
struct Named {
    path: Option<String>,
    #[serde(rename = "text")]
    _text: Option<IgnoredAny>,
}

impl<R: BufRead> Rows<R> {
    /// The rows of a stream. One configuration applies to all, because a path says nothing about this disk.
    pub fn new(from: R, limit: u64, config: Arc<Loaded>) -> Self {
        Self { from, line: 0, limit, config, tree: Arc::default(), buffer: Vec::new(), is_broken: false }
    }

    /// Reads a line into the buffer. Of one that is too long, only the start is kept. `None` at the end.
    fn read_line(&mut self) -> std::io::Result<Option<bool>> {
        self.buffer.clear();
        // In JSON, a byte takes up to six characters.
        let most =
            usize::try_from(self.limit).unwrap_or(usize::MAX).saturating_mul(6).saturating_add(1 << 16);
        let mut is_whole = true;
        let mut is_any = false;
        loop {
            let (used, is_end) = {
                let bytes = match self.from.fill_buf() {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    other => other?,
                };
                is_any |= !bytes.is_empty();
                let end = memchr::memchr(b'\n', bytes);
                let part = &bytes[..end.unwrap_or(bytes.len())];
                let room = most.saturating_sub(self.buffer.len()).min(part.len());
                is_whole &= room == part.len();
                self.buffer.extend_from_slice(&part[..room]);
                (end.map_or(bytes.len(), |end| end + 1), end.is_some() || bytes.is_empty())
            };
            self.from.consume(used);
            if is_end {
                return Ok(is_any.then_some(is_whole));
            }
        }
    }

    /// The document of the line in the buffer.
    fn document(&self, is_whole: bool) -> Result<Target, Problem> {
        let fail = |path: Option<String>, reason: String| {
            Err(Problem { path: path.unwrap_or_else(|| format!("<stdin>:{}", self.line)), reason })
        };
        if !is_whole {
            return fail(None, format!("over the limit of {}", size(self.limit)));
        }
        // An array with two texts would pass for a row.
        if !self.buffer.trim_ascii_start().starts_with(b"{") {
            return fail(None, "not a JSON object".to_owned());
        }
        let row: Row = match serde_json::from_slice(&self.buffer) {
            Ok(row) => row,
            Err(error) => {
                let named = serde_json::from_slice::<Named>(&self.buffer).ok().and_then(|row| row.path);
                let what = if error.is_data() { "not a row" } else { "not valid JSON" };
                return fail(named, format!("{what}: {}", without_line(&error)));
            }
        };
        let Some(path) = row.path else { return fail(None, "`path` is missing".to_owned()) };
        let Some(text) = row.text else { return fail(Some(path), "`text` is missing".to_owned()) };
        if text.len() as u64 > self.limit {
            let limit = size(self.limit);
            return fail(Some(path), format!("has {} bytes, over the limit of {limit}", text.len()));
        }
        Ok(Target {
            path: PathBuf::from(path),
            named: false,
            listed: true,
            stdin: false,
            given: Some(text.into()),
            blob: None,
            is_partial: false,
            origin: None,
            limit: self.limit,
            config: Arc::clone(&self.config),
            tree: Arc::clone(&self.tree),
        })
    }
}

/// What is wrong with a line of JSON. The line of the error is always the first.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.replace(&format!(" at line {} column", error.line()), " at column")
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Target, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_broken {
            self.line += 1;
            match self.read_line() {
                Ok(None) => return None,
                Ok(Some(is_whole)) => {
                    let start = self.buffer.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.buffer);
                    if start.iter().all(u8::is_ascii_whitespace) {
                        continue;
                    }
                    if self.line == 1 && start.len() < self.buffer.len() {
                        self.buffer = start.to_vec();
                    }
                    return Some(self.document(is_whole));
                }
                Err(error) => {
                    self.is_broken = true;
                    return Some(Err(Problem { path: "<stdin>".to_owned(), reason: reason(&error) }));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path of each row, with the text or the reason why there is none.
    fn rows(text: &[u8], limit: u64) -> Vec<(String, String)> {
        let small = std::io::BufReader::with_capacity(3, text);
        let shown = |row: Result<Target, Problem>| match row {
            Ok(target) => {
                (target.path.display().to_string(), target.given.as_deref().unwrap_or_default().to_owned())
            }
            Err(problem) => (problem.path, problem.reason),
        };
        Rows::new(small, limit, Arc::default()).map(shown).collect()
    }

    #[test]
    fn a_row_that_fails_costs_only_itself() {
        let long = format!("{{\"path\":\"long.md\",\"text\":\"{}\"}}\n", "x".repeat(70_000));
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("", &[]),
            ("\n  \n", &[]),
            ("{\"path\":\"a.md\",\"text\":\"ä\\n\",\"more\":[1]}", &[("a.md", "ä\n")]),
            (
                "\u{feff}{\"path\":\"a.md\",\"text\":\"\"}\r\n\n{\"path\":\"b.md\",\"text\":\"b\"}\n",
                &[("a.md", ""), ("b.md", "b")],
            ),
            ("{\"path\":\"a.md\"}\n", &[("a.md", "`text` is missing")]),
            ("{\"text\":\"a\"}\n", &[("<stdin>:1", "`path` is missing")]),
            ("\n[\"a.md\",\"text\"]\n", &[("<stdin>:2", "not a JSON object")]),
            (
                "{\"path\":\"a.md\",\"text\":1}\n",
                &[("a.md", "not a row: invalid type: integer `1`, expected a string")],
            ),
            (
                "{\"path\":\"a.md\",\"text\":\"\\ud800\"}\n",
                &[("a.md", "not valid JSON: unexpected end of hex escape")],
            ),
            (
                "{\"path\"\n{\"path\":\"b.md\",\"text\":\"b\"}\n",
                &[("<stdin>:1", "not valid JSON: EOF while parsing an object"), ("b.md", "b")],
            ),
            (&long, &[("<stdin>:1", "over the limit of 10 bytes")]),
            (
                "{\"path\":\"a.md\",\"text\":\"more than ten\"}\n",
                &[("a.md", "has 13 bytes, over the limit of 10 bytes")],
            ),
        ];
        for (text, expected) in cases {
            let found = rows(text.as_bytes(), 10);
            let found: Vec<(&str, &str)> = found.iter().map(|(path, text)| (&**path, &**text)).collect();
            let is_same =
                |(one, other): (&(&str, &str), &(&str, &str))| one.0 == other.0 && one.1.starts_with(other.1);
            let are_same = found.len() == expected.len() && found.iter().zip(*expected).all(is_same);
            assert!(are_same, "{found:?} is not {expected:?}");
        }
        assert_eq!(rows(b"{\"path\":\"a\xff\"}\n{\"path\":\"b\",\"text\":\"\"}\n", 10).len(), 2);
    }
}
