//! Lays out readings in a view, within the budget of the request.

use std::convert::Infallible;

use crate::arrangement;
use crate::budget::{choose, page};
use crate::reading::Reading;
use crate::request::{self, Next, Output, Overflow, Refused, Request, Totals};
use crate::views::outline;

/// Lays out readings within the budget of the request.
///
/// ```
/// use tagdown_read::{Next, Request, Selection};
/// let block = "**[SPEC]**\n- A fact of some length, for the sake of the example.\n\n";
/// let text = format!("# T\n\n## Facts\n\n{}", block.repeat(20));
/// let reading = tagdown_read::read(&tagdown::document::parse(&text), "facts.md", &Selection::default());
/// let mut request = Request { budget: Some(150), cursor: Some("0".parse()?), ..Request::default() };
/// let mut pages = 1;
/// while let Some(Next::Page(cursor)) = tagdown_read::write(std::slice::from_ref(&reading), &request)?.next {
///     request.cursor = Some(cursor);
///     pages += 1;
/// }
/// assert_eq!(pages, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(readings: &[Reading], request: &Request) -> Result<Output, Refused> {
    if readings.len() > 1 && !request.several {
        return write(readings, &Request { several: true, ..request.clone() });
    }
    let sheet = arrangement::Sheet::new(readings, request);
    let limit = request.limit().unwrap_or(usize::MAX);
    lay_out(&sheet, limit).map(|output| keep_promise(&sheet, output, limit))
}

fn lay_out(sheet: &arrangement::Sheet<'_>, limit: usize) -> Result<Output, Refused> {
    let arrangement::Sheet { readings, request, .. } = *sheet;
    if let Some(cursor) = request.cursor {
        return match page::write(sheet, cursor, limit)? {
            Some(page) => Ok(page),
            None => choose::write(sheet, limit, true),
        };
    }
    if request.budget.is_none() {
        return Ok(sheet.everything());
    }
    if !sheet.is_far_over(sheet.totals.chosen.tokens(), limit) {
        let everything = sheet.everything();
        if request.count(&everything.text) <= limit {
            return Ok(everything);
        }
    }
    match request.on_overflow {
        Overflow::Partial => choose::write(sheet, limit, true),
        Overflow::Error => Err(Refused::Overflow { needed: sheet.needed() }),
        Overflow::Outline if !request.view.is_text => choose::write(sheet, limit, false),
        Overflow::Outline => {
            let request = Request { view: &outline::VIEW, ..request.clone() };
            let mut outline = arrangement::Sheet::new(readings, &request);
            outline.instead_of = Some(sheet.needed());
            let everything = outline.everything();
            let fits = request.count(&everything.text) <= limit;
            if fits { Ok(everything) } else { choose::write(&outline, limit, true) }
        }
    }
}

/// The next page must fit. If its first block needs a larger budget, the command names that budget.
fn keep_promise(sheet: &arrangement::Sheet<'_>, mut output: Output, limit: usize) -> Output {
    if let (Some(Next::Page(cursor)), Some(budget)) = (output.next, sheet.request.budget)
        && let Err(Refused::TooSmall { least }) = page::write(sheet, cursor, limit)
    {
        let more = |budget: usize| sheet.request.asking.more(Some(budget), Some(cursor));
        let mut text = output.text.clone();
        let quoted = |text: String| text.replace('"', "\\\"");
        for (old, new) in [(more(budget), more(least)), (quoted(more(budget)), quoted(more(least)))] {
            if let Some(at) = text.rfind(&old) {
                text.replace_range(at..at + old.len(), &new);
                break;
            }
        }
        if sheet.request.count(&text) <= limit {
            output.text = text;
        }
    }
    output
}

/// What [`write()`] outputs for one document without a budget. Use it to write many documents one after the other, in a
/// view that [is independent](crate::View::is_independent) of what else is read.
///
/// ```
/// use tagdown_read::{Request, Selection, Totals, views};
/// let read = |path, text| tagdown_read::read(&tagdown::document::parse(text), path, &Selection::default());
/// let readings = [read("a.md", "# A\n\n**[SPEC]**\n- a\n"), read("b.md", "# B\n\n**[SPEC]**\n- b\n")];
/// let view = views::find("jsonl").unwrap();
/// let request = Request { view, several: true, ..Request::default() };
/// let (mut text, mut totals) = (String::new(), Totals::default());
/// for reading in &readings {
///     text += &tagdown_read::document(reading, &request);
///     totals.add(reading);
/// }
/// text += &tagdown_read::end(&totals, &request);
/// assert_eq!(text, tagdown_read::write(&readings, &request).unwrap().text);
/// ```
pub fn document(reading: &Reading, request: &Request) -> String {
    let mut out = String::new();
    let written = arrangement::Sheet::new(std::slice::from_ref(reading), request).documents(&mut |piece| {
        out.push_str(piece);
        Ok::<(), Infallible>(())
    });
    let Ok(()) = written;
    out
}

/// What [`write()`] outputs for readings without a budget and a cursor, piece by piece: the output may be as long as all
/// documents together.
pub fn write_each<E>(
    readings: &[Reading],
    request: &Request,
    take: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let request = Request {
        several: request.several || readings.len() > 1,
        budget: None,
        cursor: None,
        ..request.clone()
    };
    arrangement::Sheet::new(readings, &request).write_everything(take).map(|_| ())
}

/// What [`write()`] outputs below all documents without a budget.
pub fn end(totals: &Totals, request: &Request) -> String {
    let ending = request::Ending { complete: request.is_whole(), ..request::Ending::complete(totals) };
    (request.view.status)(request, &ending) + &(request.view.end)(request, &ending)
}
