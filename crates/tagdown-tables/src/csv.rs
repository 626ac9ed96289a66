//! CSV as RFC 4180 describes it. A section is its headings with ` > ` between them.

use std::io::Write;

use crate::row::{COLUMNS, Row};

/// Writes rows below a line with the names of the columns.
pub(crate) struct Writer<W: Write>(csv::Writer<W>);

impl<W: Write> Writer<W> {
    pub(crate) fn new(to: W) -> Result<Self, String> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(COLUMNS).map_err(|error| error.to_string())?;
        Ok(Self(writer))
    }

    pub(crate) fn add(&mut self, rows: &[Row]) -> Result<(), String> {
        rows.iter().try_for_each(|row| self.0.write_record(record(row))).map_err(|error| error.to_string())
    }

    pub(crate) fn finish(self) -> Result<W, String> {
        self.0.into_inner().map_err(|error| error.error().to_string())
    }
}

/// The values of a row in the order of the columns; empty for a value that is missing.
fn record(row: &Row) -> [String; COLUMNS.len()] {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<usize>| value.map(|value| value.to_string()).unwrap_or_default();
    let name = |value: Option<&'static str>| value.unwrap_or_default().to_owned();
    let both = |value: Option<(usize, usize)>| {
        [value.map(|(start, _)| start), value.map(|(_, end)| end)].map(number)
    };
    let ([line_start, line_end], [byte_start, byte_end]) = (both(row.lines), both(row.bytes));
    let [char_start, char_end] = both(row.chars);
    [
        row.path.clone(),
        text(&row.address),
        name(row.kind),
        text(&row.tag),
        text(&row.title),
        row.section.join(" > "),
        text(&row.text),
        line_start,
        line_end,
        byte_start,
        byte_end,
        char_start,
        char_end,
        number(row.tokens),
        text(&row.hash),
        row.tagged.map(|tagged| tagged.to_string()).unwrap_or_default(),
        text(&row.document_title),
        text(&row.document_version),
        number(row.findings),
        name(row.change),
        text(&row.error),
    ]
}

/// What an earlier table says: the path, address and hash of each block, and whether its document failed.
pub(crate) fn read(from: impl std::io::Read, mut take: impl FnMut([&str; 3])) -> Result<(), String> {
    let mut reader = csv::Reader::from_reader(from);
    let names = reader.headers().map_err(|error| error.to_string())?.clone();
    let column = |wanted: &str| {
        names.iter().position(|name| name == wanted).ok_or_else(|| format!("no column `{wanted}`"))
    };
    let columns = [column("path")?, column("address")?, column("hash")?];
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| error.to_string())? {
        take(columns.map(|column| record.get(column).unwrap_or_default()));
    }
    Ok(())
}
