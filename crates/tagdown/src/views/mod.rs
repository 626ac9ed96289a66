//! Views: what a reader sees of documents, and how much of it a budget of tokens allows.
//!
//! [`read`] takes the chosen blocks out of a document, [`rank`] orders them by a query, [`write()`] lays them out in
//! one of the [`VIEWS`]. Every piece of a view starts where no token can reach over, so that the tokens of a view
//! are the sum of the tokens of its pieces, and a budget is kept to the token without counting twice.
//!
//! ```
//! use tagdown::views::{self, Request, Selection};
//! let text = "# Upload\n**Version 1.2.0**\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n**[NOTE]**\nOld.\n";
//! let reading = views::read(&tagdown::parse(text), "api.md", &Selection::default());
//! let output = views::write(&[reading], &Request::default()).unwrap();
//! assert!(output.complete);
//! assert_eq!(
//!     output.text,
//!     "# Upload · v1.2.0\n\n## Limits\n\n[spec-1]\n- Body: 4 KB\n\n---\n\
//!      complete: 1 block, 6 tokens; left out: 1 NOTE, 2 tokens\n"
//! );
//! ```

mod affects;
mod budget;
mod cut;
mod json;
mod jsonl;
mod markdown;
mod outline;
mod page;
mod reading;
mod search;
mod select;
mod sheet;
mod shown;
mod state;
mod versions;
mod view;

pub use page::Cursor;
pub use reading::{Heading, Item, Lean, Reading, Tally, read};
pub(crate) use search::stem;
pub use search::{Ranked, rank};
pub use select::{AUTHORITATIVE, Missing, Selection, nearest};
pub use versions::Versions;
pub use view::{Next, Output, Overflow, Refused, Remarks, Request, Totals, View};

/// All views, the default first.
pub const VIEWS: &[&View] = &[&markdown::VIEW, &json::VIEW, &jsonl::VIEW, &outline::VIEW];

/// The view with this name.
pub fn find(name: &str) -> Option<&'static View> {
    VIEWS.iter().find(|view| view.name == name).copied()
}

/// Lays out readings within the budget of the request.
///
/// ```
/// use tagdown::views::{self, Next, Request, Selection};
/// let block = "**[SPEC]**\n- A fact of some length, for the sake of the example.\n\n";
/// let text = format!("# T\n\n## Facts\n\n{}", block.repeat(20));
/// let reading = views::read(&tagdown::parse(&text), "facts.md", &Selection::default());
/// let mut request = Request { budget: Some(150), cursor: Some("0".parse()?), ..Request::default() };
/// let mut pages = 1;
/// while let Some(Next::Page(cursor)) = views::write(std::slice::from_ref(&reading), &request)?.next {
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
    let sheet = sheet::Sheet::new(readings, request);
    let limit = request.limit().unwrap_or(usize::MAX);
    lay_out(&sheet, limit).map(|output| keep_promise(&sheet, output, limit))
}

fn lay_out(sheet: &sheet::Sheet<'_>, limit: usize) -> Result<Output, Refused> {
    let sheet::Sheet { readings, request, .. } = *sheet;
    if let Some(cursor) = request.cursor {
        return page::write(sheet, cursor, limit);
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
        Overflow::Partial => budget::write(sheet, limit, true),
        Overflow::Error => Err(Refused::Overflow { needed: sheet.needed() }),
        Overflow::Outline if !request.view.is_text => budget::write(sheet, limit, false),
        Overflow::Outline => {
            let request = Request { view: &outline::VIEW, ..request.clone() };
            let mut outline = sheet::Sheet::new(readings, &request);
            outline.instead_of = Some(sheet.needed());
            let everything = outline.everything();
            let fits = request.count(&everything.text) <= limit;
            if fits { Ok(everything) } else { budget::write(&outline, limit, true) }
        }
    }
}

/// A page that is promised must have room. Where the next block needs a larger budget, the command names that.
fn keep_promise(sheet: &sheet::Sheet<'_>, mut output: Output, limit: usize) -> Output {
    if let (Some(Next::Page(cursor)), Some(budget)) = (output.next, sheet.request.budget)
        && let Err(Refused::TooSmall { least }) = page::write(sheet, cursor, limit)
    {
        let rest = format!(" --cursor {cursor}");
        let text =
            output.text.replace(&format!("--budget {budget}{rest}"), &format!("--budget {least}{rest}"));
        if sheet.request.count(&text) <= limit {
            output.text = text;
        }
    }
    output
}

/// What [`write()`] says of one document without a budget, so that many can be written one after the other.
///
/// ```
/// use tagdown::views::{self, Request, Selection, Totals};
/// let read = |path, text| views::read(&tagdown::parse(text), path, &Selection::default());
/// let readings = [read("a.md", "# A\n\n**[SPEC]**\n- a\n"), read("b.md", "# B\n\n**[SPEC]**\n- b\n")];
/// let request = Request { several: true, ..Request::default() };
/// let (mut text, mut totals) = (String::new(), Totals::default());
/// for reading in &readings {
///     text += &views::document(reading, &request);
///     totals.add(reading);
/// }
/// text += &views::end(&totals, &request);
/// assert_eq!(text, views::write(&readings, &request).unwrap().text);
/// ```
pub fn document(reading: &Reading, request: &Request) -> String {
    sheet::Sheet::new(std::slice::from_ref(reading), request).document()
}

/// What [`write()`] says below all documents without a budget.
pub fn end(totals: &Totals, request: &Request) -> String {
    let ending = view::Ending { complete: request.remarks.failed == 0, ..view::Ending::complete(totals) };
    (request.view.status)(request, &ending) + &(request.view.end)(request, &ending)
}
