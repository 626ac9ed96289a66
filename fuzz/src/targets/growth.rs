//! Work in proportion to the size: a short text is repeated, and four times as much of it may cost little more than four
//! times the processor time. The time is that of this thread, so other programs make little difference; a slow result
//! must repeat itself three times.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use tagdown::document::parse;
use tagdown::rules::{Safety, Settings, check, fix};
use tagdown_read::{Encoding, Request, Selection, read, write};
use tagdown_render::html::{Page, page};
use tagdown_render::{DIALECTS, Options as Rendering, Shape, render};
use tagdown_write::convert::{convert, strip};

use super::Target;
use super::convert::options;
use crate::document;
use crate::input::Input;

pub(super) const TARGET: Target = Target {
    name: "growth",
    about: "four times the text takes less than nine times the processor time",
    make: document::piece,
    piece: document::piece,
    test,
};

/// The size of the smaller text, in bytes. The larger one has four times as many.
const SMALL: usize = 12_000;

/// The most that four times the text may cost. Linear work costs 4 times as much, quadratic work 16 times.
const MOST: f64 = 9.0;

/// Work that is too short to be measured.
const LEAST: Duration = Duration::from_millis(12);

fn time(work: impl FnOnce()) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a clock"));
    let start = now();
    work();
    now() - start
}

fn test(input: &Input<'_>) {
    let piece: String = input.text.chars().take(160).collect();
    if piece.is_empty() {
        return;
    }
    let settings = Settings::default();
    let convert_options = options(input, &settings);
    let works: [&dyn Fn(&str); 6] = [
        &|text| drop(check(&parse(text), &settings)),
        &|text| drop(fix(text, &settings, Safety::Unsafe)),
        &|text| drop(convert(text, &convert_options)),
        &|text| drop(strip(text)),
        &|text| view(text, input),
        &|text| rendering(text, input),
    ];
    let index = input.option(7, works.len());
    let work = works[index];
    let texts = [SMALL, 4 * SMALL].map(|size| piece.repeat(size.div_ceil(piece.len())));
    for attempt in 0..3 {
        let [small, large] = texts.each_ref().map(|text| time(|| work(text)));
        let ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-9);
        if large < LEAST || ratio < MOST {
            return;
        }
        assert!(attempt < 2, "work {index}: {small:?}, then {large:?} for four times {piece:?}");
    }
}

fn view(text: &str, input: &Input<'_>) {
    let selection = Selection { encoding: Encoding::Bytes, ..Selection::default() };
    let reading = read(&parse(text), "a.md", &selection);
    let budget = [None, Some(2000)][input.option(6, 2)];
    drop(write(&[reading], &Request { encoding: Encoding::Bytes, budget, ..Request::default() }));
}

fn rendering(text: &str, input: &Input<'_>) {
    let document = parse(text);
    let options = Rendering::default();
    let dialect = &DIALECTS[input.option(6, DIALECTS.len())];
    if dialect.shape == Shape::Page {
        let page_of = Page {
            options: &options,
            encoding: Encoding::Bytes,
            path: "a.md",
            index: None,
            pages: None,
            highlight: false,
        };
        drop(page(&document, &page_of));
    } else {
        drop(render(&document, dialect, &options));
    }
}
