//! Files that tagdown keeps in a project: decisions, undo records and baselines, as somebody else may have changed them.

use tagdown::document::parse;
use tagdown::rules::{Settings, check};
use tagdown_project::baseline::{Baseline, record, write};
use tagdown_write::convert::{Decisions, Options, Undos, convert, strip_with};

use super::Target;
use super::convert::{options, undos};
use crate::document;
use crate::input::Input;
use crate::invariants::same;
use crate::records;

pub(super) const TARGET: Target = Target {
    name: "kept",
    about: "decisions, undo records and baselines are read or refused, written as they were read, and never lose a word",
    make: records::record_file,
    piece: records::record,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    let page = document::document(&mut input.choices());
    let settings = Settings::default();
    let options = options(input, &settings);
    if let Ok(decisions) = Decisions::parse(text) {
        assert_eq!(Decisions::parse(&decisions.to_text()).as_ref(), Ok(&decisions));
        convert(&page, &Options { decisions: &decisions, ..options.clone() });
    }
    let records = Undos::parse(text);
    same(&Undos::parse(&records.to_text()).to_text(), &records.to_text(), "records change");
    strip_with(&page, &records);
    tampered(&page, text, &options);
    baseline(text, &page);
}

/// A record whose numbers somebody changed restores something else or nothing, but never fails.
fn tampered(page: &str, text: &str, options: &Options<'_>) {
    let conversion = convert(page, options);
    let record = undos(&conversion).to_text();
    let number: String = text.chars().filter(char::is_ascii_digit).take(20).collect();
    let Some(at) = record.find("\"steps\":[[").map(|at| at + "\"steps\":[[".len()) else { return };
    let end = record[at..].find([',', ']']).map_or(record.len(), |end| at + end);
    strip_with(&conversion.output, &Undos::parse(&format!("{}{number}{}", &record[..at], &record[end..])));
    strip_with(
        &conversion.output,
        &Undos::parse(&record.replace("\"start\":", &format!("\"start\":{number}"))),
    );
}

fn baseline(text: &str, page: &str) {
    let document = parse(page);
    let found = record("a.md", &document, &check(&document, &Settings::default()));
    if let Ok(baseline) = Baseline::parse(text, |_| true) {
        assert_eq!(baseline.knows("a.md", &found).len(), found.len());
        let again = Baseline::parse(&write(baseline.of_files(|_| true).cloned().collect(), false), |_| true);
        assert!(again.is_ok(), "a baseline that cannot be read");
    }
    let mut own = Baseline::parse(&write(found.clone(), false), |_| false).expect("what was written is read");
    assert!(own.knows("a.md", &found).into_iter().all(|is_known| is_known), "a finding is not known");
    own.pair_renamed(&[("b.md".to_owned(), found.clone())]);
}
