//! Files: the formats, a table that is being written, and an earlier one that is read.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::changes::Earlier;
use crate::csv;
use crate::row::Row;

/// How a table is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text, for every tool.
    Csv,
    /// The Arrow format for files.
    Arrow,
    /// Parquet, compressed.
    Parquet,
}

/// The formats, each with its name and its description.
pub const FORMATS: &[(Format, &str, &str)] = &[
    (Format::Csv, "csv", "a table with one row per block, as CSV"),
    (Format::Arrow, "arrow", "the same table as an Arrow file"),
    (Format::Parquet, "parquet", "the same table as a Parquet file"),
];

/// The format with this name.
pub fn format(name: &str) -> Option<Format> {
    FORMATS.iter().find(|(_, known, _)| *known == name).map(|(format, ..)| *format)
}

impl Format {
    /// Whether this build can write and read it.
    pub fn is_built(self) -> bool {
        self == Self::Csv || cfg!(feature = "arrow")
    }

    /// The format of an existing file, by its ending.
    fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        match ending.as_str() {
            "feather" | "ipc" => Some(Self::Arrow),
            "pq" => Some(Self::Parquet),
            other => format(other),
        }
    }
}

/// What a format that is not part of the build says.
#[cfg(not(feature = "arrow"))]
const NOT_BUILT: &str = "this build of tagdown has no Arrow and Parquet; use `--format csv`, or the command of the Python package (in a clone: \
     `pip install .`), or build it with `--features tables`";

/// How many rows and bytes of text are kept before they are written.
const MOST_ROWS: usize = 1 << 14;
const MOST_BYTES: usize = 1 << 23;

/// A table that is being written, a batch at a time.
pub struct Table<W: Write + Send> {
    to: To<W>,
    waiting: Vec<Row>,
    bytes: usize,
}

enum To<W: Write + Send> {
    Csv(Box<csv::Writer<W>>),
    #[cfg(feature = "arrow")]
    Arrow(Box<arrow_ipc::writer::FileWriter<W>>),
    #[cfg(feature = "arrow")]
    Parquet(Box<parquet::arrow::ArrowWriter<W>>),
}

impl<W: Write + Send> Table<W> {
    /// Opens a table.
    pub fn new(to: W, format: Format) -> Result<Self, String> {
        let to = match format {
            Format::Csv => To::Csv(Box::new(csv::Writer::new(to)?)),
            #[cfg(feature = "arrow")]
            Format::Arrow => To::Arrow(Box::new(
                arrow_ipc::writer::FileWriter::try_new(to, &crate::columns::schema()).map_err(said)?,
            )),
            #[cfg(feature = "arrow")]
            Format::Parquet => {
                let settings = parquet::file::properties::WriterProperties::builder()
                    .set_compression(parquet::basic::Compression::SNAPPY)
                    .set_created_by(format!("tagdown {}", env!("CARGO_PKG_VERSION")))
                    .build();
                let schema = crate::columns::schema();
                To::Parquet(Box::new(
                    parquet::arrow::ArrowWriter::try_new(to, schema, Some(settings)).map_err(said)?,
                ))
            }
            #[cfg(not(feature = "arrow"))]
            Format::Arrow | Format::Parquet => return Err(NOT_BUILT.to_owned()),
        };
        Ok(Self { to, waiting: Vec::new(), bytes: 0 })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: Vec<Row>) -> Result<(), String> {
        self.bytes += rows.iter().filter_map(|row| row.text.as_ref()).map(String::len).sum::<usize>();
        self.waiting.extend(rows);
        if self.waiting.len() >= MOST_ROWS || self.bytes >= MOST_BYTES { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), String> {
        let rows = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        match &mut self.to {
            To::Csv(writer) => writer.add(&rows),
            #[cfg(feature = "arrow")]
            To::Arrow(writer) => writer.write(&crate::columns::batch(&rows)?).map_err(said),
            #[cfg(feature = "arrow")]
            To::Parquet(writer) => {
                writer.write(&crate::columns::batch(&rows)?).map_err(said)?;
                // A group of rows is kept in memory until it is complete.
                writer.flush().map_err(said)
            }
        }
    }

    /// Completes the table. Returns what it was written to.
    pub fn finish(mut self) -> Result<W, String> {
        if !self.waiting.is_empty() {
            self.write()?;
        }
        match self.to {
            To::Csv(writer) => writer.finish(),
            #[cfg(feature = "arrow")]
            To::Arrow(writer) => writer.into_inner().map_err(said),
            #[cfg(feature = "arrow")]
            To::Parquet(writer) => writer.into_inner().map_err(said),
        }
    }
}

#[cfg(feature = "arrow")]
#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn said(error: impl ToString) -> String {
    error.to_string()
}

/// Reads which blocks an earlier table has. The ending of its name says how it is stored.
pub fn read_earlier(path: &Path, file: File) -> Result<Earlier, String> {
    let mut earlier = Earlier::default();
    let endings = "expected a table whose name ends with .csv, .arrow or .parquet";
    match Format::of_file(path).ok_or(endings)? {
        Format::Csv => csv::read(file, |block| earlier.add(block))?,
        #[cfg(feature = "arrow")]
        Format::Arrow => {
            let reader = arrow_ipc::reader::FileReader::try_new(file, None).map_err(said)?;
            for batch in reader {
                take(&batch.map_err(said)?, &mut earlier)?;
            }
        }
        #[cfg(feature = "arrow")]
        Format::Parquet => {
            use parquet::arrow::ProjectionMask;
            use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(said)?;
            let mask = ProjectionMask::columns(builder.parquet_schema(), NEEDED);
            for batch in builder.with_projection(mask).build().map_err(said)? {
                take(&batch.map_err(said)?, &mut earlier)?;
            }
        }
        #[cfg(not(feature = "arrow"))]
        Format::Arrow | Format::Parquet => return Err(NOT_BUILT.to_owned()),
    }
    Ok(earlier)
}

/// What is read of an earlier table.
#[cfg(feature = "arrow")]
const NEEDED: [&str; 3] = ["path", "address", "hash"];

#[cfg(feature = "arrow")]
fn take(batch: &arrow_array::RecordBatch, earlier: &mut Earlier) -> Result<(), String> {
    use arrow_array::{Array, StringArray};
    let column = |name: &str| {
        let found =
            batch.column_by_name(name).and_then(|column| column.as_any().downcast_ref::<StringArray>());
        found.ok_or_else(|| format!("no column `{name}` with texts"))
    };
    let columns = [column(NEEDED[0])?, column(NEEDED[1])?, column(NEEDED[2])?];
    for row in 0..batch.num_rows() {
        earlier.add(columns.map(|column| if column.is_null(row) { "" } else { column.value(row) }));
    }
    Ok(())
}
