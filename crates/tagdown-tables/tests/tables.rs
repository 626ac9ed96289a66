//! Tables that are written are read back, in every format, and a comparison finds exactly what changed.

use std::fs::File;

use tagdown_read::{ALL, Selection};
use tagdown_tables::{COLUMNS, FORMATS, Format, Row, Table, read_earlier, rows, schema};

const OLD: &str = "# T\n**Version 1.2.0**\n\n## Limits\n\n**[SPEC]**\n- Größe: 4 KB, \"quoted\"\n\n**[NOTE]**\nOld.\n\n\
                   ## Errors\n\n**[BUG] Stops**\nSymptom: it stops.\nCause: unknown.\nFix: none.\n";

fn of(path: &str, text: &str) -> Vec<Row> {
    let selection = Selection { kinds: Some(ALL.to_vec()), ..Selection::default() };
    let document = tagdown::parse(text);
    let findings = tagdown::check(&document, &tagdown::Settings::default());
    rows(&document, path, &selection, &findings)
}

/// Writes a table and returns what a later run finds changed.
fn changes(
    format: Format,
    before: &[Vec<Row>],
    now: Vec<(&str, Vec<Row>)>,
    gone: &str,
) -> Vec<(String, &'static str)> {
    let name = FORMATS.iter().find(|(one, ..)| *one == format).expect("a format").1;
    let folder = std::env::temp_dir().join(format!("tagdown-tables-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("table.{name}"));
    let mut table = Table::new(File::create(&path).expect("a file"), format).expect("a table");
    for rows in before {
        table.add(rows.clone()).expect("rows");
    }
    table.finish().expect("a complete table");
    let mut earlier = read_earlier(&path, File::open(&path).expect("a file")).expect("a table");
    std::fs::remove_dir_all(&folder).expect("an empty folder");
    let mut found: Vec<Row> = now.into_iter().flat_map(|(path, rows)| earlier.changed(path, rows)).collect();
    found.extend(earlier.rest(|path| path == gone));
    found
        .into_iter()
        .map(|row| (row.address.or(row.error).unwrap_or_default(), row.change.unwrap_or("-")))
        .collect()
}

#[test]
fn a_row_points_into_the_source_and_counts_its_findings() {
    let rows = of("a.md", OLD);
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let (start, end) = row.bytes.expect("a place");
        assert_eq!(row.text.as_deref(), OLD.get(start..end));
        let (start, end) = row.chars.expect("a place");
        assert_eq!(row.text.clone(), Some(OLD.chars().skip(start).take(end - start).collect()));
    }
    assert_eq!(rows[0].section, ["Limits"]);
    assert_eq!((rows[0].kind, rows[1].kind, rows[2].kind), (Some("SPEC"), Some("NOTE"), Some("BUG")));
    assert_eq!(rows.iter().map(|row| row.findings).collect::<Vec<_>>(), [Some(0), Some(0), Some(3)]);
    assert_eq!(rows[0].document_version.as_deref(), Some("1.2.0"));
}

#[test]
fn every_format_tells_what_changed() {
    let new =
        OLD.replace("4 KB", "8 KB").replace("**[NOTE]**\nOld.\n\n", "").replace("## Errors", "## Faults");
    let unread = vec![Row::failed("c.md", "not UTF-8")];
    for (format, name, _) in FORMATS {
        let before = [of("a.md", OLD), of("b.md", OLD), of("c.md", OLD), of("d.md", OLD), of("e.md", OLD)];
        let now = vec![("a.md", of("a.md", &new)), ("b.md", of("b.md", OLD)), ("c.md", unread.clone())];
        let found = changes(*format, &before, now, "d.md");
        let found: Vec<(&str, &str)> = found.iter().map(|(address, change)| (&**address, *change)).collect();
        let expected = [
            ("a.md#limits/spec-1", "changed"),
            ("a.md#faults/bug-1", "new"),
            ("a.md#errors/bug-1", "deleted"),
            ("a.md#limits/note-1", "deleted"),
            ("not UTF-8", "-"),
            ("d.md#errors/bug-1", "deleted"),
            ("d.md#limits/note-1", "deleted"),
            ("d.md#limits/spec-1", "deleted"),
        ];
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn an_earlier_table_may_itself_be_a_comparison() {
    let row =
        Row { change: Some("deleted"), address: Some("a.md#x/spec-1".to_owned()), ..Row::failed("a.md", "") };
    let row = Row { error: None, ..row };
    let found = changes(Format::Csv, &[vec![row]], vec![("a.md", Vec::new())], "");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn the_columns_are_the_same_everywhere() {
    let names: Vec<String> = schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, COLUMNS);
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    let path = std::env::temp_dir().join(format!("tagdown-no-table-{}", std::process::id()));
    for (name, text) in
        [("a.txt", "path"), ("a.csv", "a,b\n1,2\n"), ("a.parquet", "PAR1"), ("a.arrow", "ARROW1")]
    {
        let path = path.with_extension(name);
        std::fs::write(&path, text).expect("a file");
        assert!(read_earlier(&path, File::open(&path).expect("a file")).is_err(), "{name}");
        std::fs::remove_file(&path).expect("a file");
    }
}
