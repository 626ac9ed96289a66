//! Views: what a reader sees of documents, and how much of it a budget of tokens allows.
//!
//! [`read`] takes the chosen blocks out of a document, [`rank`] orders them by a query, [`write`] lays them out in
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
pub use reading::{Heading, Item, Reading, Tally, read};
pub use search::{has_words, rank};
pub use select::{AUTHORITATIVE, Missing, Selection};
pub use versions::Versions;
pub use view::{Detail, Ending, Output, Overflow, Refused, Request, Rest, Totals, View};

/// All views, the default first.
pub const VIEWS: &[&View] = &[&markdown::VIEW, &json::VIEW, &jsonl::VIEW, &outline::VIEW];

/// The view with this name.
pub fn find(name: &str) -> Option<&'static View> {
    VIEWS.iter().find(|view| view.name == name).copied()
}

/// Lays out readings within the budget of the request.
pub fn write(readings: &[Reading], request: &Request) -> Result<Output, Refused> {
    let sheet = sheet::Sheet::new(readings, request);
    let Some(limit) = request.limit() else {
        return Ok(match request.cursor {
            None => sheet.everything(),
            Some(cursor) => page::write(&sheet, cursor, usize::MAX)?,
        });
    };
    if let Some(cursor) = request.cursor {
        return page::write(&sheet, cursor, limit);
    }
    if !sheet.is_far_over(sheet.totals.chosen.tokens(), limit) {
        let everything = sheet.everything();
        if request.count(&everything.text) <= limit {
            return Ok(everything);
        }
    }
    match request.on_overflow {
        Overflow::Partial => budget::write(&sheet, limit, true),
        Overflow::Error => Err(Refused::Overflow { needed: sheet.needed() }),
        Overflow::Outline if !request.view.is_text => budget::write(&sheet, limit, false),
        Overflow::Outline => {
            let outline = Request {
                view: &outline::VIEW,
                on_overflow: Overflow::Partial,
                instead_of: Some(sheet.needed()),
                ..request.clone()
            };
            write(readings, &outline)
        }
    }
}

/// What [`write`] says of one document without a budget, so that many can be written one after the other.
pub fn document(reading: &Reading, request: &Request) -> String {
    sheet::Sheet::new(std::slice::from_ref(reading), request).document()
}

/// What [`write`] says below all documents without a budget.
pub fn end(totals: &Totals, request: &Request) -> String {
    let ending = Ending::complete(totals);
    (request.view.status)(request, &ending) + &(request.view.end)(request, &ending)
}
