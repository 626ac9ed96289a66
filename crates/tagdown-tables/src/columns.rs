//! Arrow batches.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::row::{COLUMNS, Row};

/// The columns with their types.
pub fn schema() -> SchemaRef {
    let field = |name: &&str| {
        let kind = match *name {
            "section" => DataType::List(Arc::new(item())),
            "tagged" => DataType::Boolean,
            "tokens" | "findings" => DataType::Int64,
            name if name.ends_with("_start") || name.ends_with("_end") => DataType::Int64,
            _ => DataType::Utf8,
        };
        // Engines compare schemas, and none of theirs says that a value is never missing.
        Field::new(*name, kind, true)
    };
    Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
}

/// A heading of a section.
fn item() -> Field {
    Field::new("item", DataType::Utf8, true)
}

/// Rows as a batch.
pub fn batch(rows: &[Row]) -> Result<RecordBatch, String> {
    let texts = |value: fn(&Row) -> Option<&str>| -> ArrayRef {
        let mut column = StringBuilder::new();
        for row in rows {
            column.append_option(value(row));
        }
        Arc::new(column.finish())
    };
    let numbers = |value: fn(&Row) -> Option<usize>| -> ArrayRef {
        let mut column = Int64Builder::with_capacity(rows.len());
        for row in rows {
            column.append_option(value(row).and_then(|value| i64::try_from(value).ok()));
        }
        Arc::new(column.finish())
    };
    let mut section = ListBuilder::new(StringBuilder::new()).with_field(item());
    let mut tagged = BooleanBuilder::with_capacity(rows.len());
    for row in rows {
        row.section.iter().for_each(|heading| section.values().append_value(heading));
        // A document that could not be read, or a block that is gone, has no section.
        section.append(row.text.is_some());
        tagged.append_option(row.tagged);
    }
    let columns: Vec<ArrayRef> = vec![
        texts(|row| Some(&row.path)),
        texts(|row| row.address.as_deref()),
        texts(|row| row.kind),
        texts(|row| row.tag.as_deref()),
        texts(|row| row.title.as_deref()),
        Arc::new(section.finish()),
        texts(|row| row.text.as_deref()),
        numbers(|row| row.lines.map(|(first, _)| first)),
        numbers(|row| row.lines.map(|(_, last)| last)),
        numbers(|row| row.bytes.map(|(start, _)| start)),
        numbers(|row| row.bytes.map(|(_, end)| end)),
        numbers(|row| row.chars.map(|(start, _)| start)),
        numbers(|row| row.chars.map(|(_, end)| end)),
        numbers(|row| row.tokens),
        texts(|row| row.hash.as_deref()),
        Arc::new(tagged.finish()),
        texts(|row| row.document_title.as_deref()),
        texts(|row| row.document_version.as_deref()),
        numbers(|row| row.findings),
        texts(|row| row.change),
        texts(|row| row.error.as_deref()),
    ];
    RecordBatch::try_new(schema(), columns).map_err(|error| error.to_string())
}
