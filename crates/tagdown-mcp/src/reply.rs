//! What a call answers: a view within its budget, and remarks below it.

use serde_json::json;
use tagdown::text::reveal_line;
use tagdown_read::{Encoding, Reading, Request};

use crate::arguments::{Arguments, BUDGET, CURSOR, short};

/// The largest budget. Clients cut off what is longer, or refuse it.
const MOST: usize = 100_000;

/// How many remarks are shown.
const REMARKS: usize = 5;

/// Adds the budget and the cursor of a call to a request.
pub(crate) fn request(arguments: &Arguments, default: usize, request: Request) -> Result<Request, String> {
    let budget = arguments.number(&BUDGET).unwrap_or(default);
    if budget > MOST {
        return Err(format!("`budget` is at most {MOST} tokens"));
    }
    let cursor = arguments.text(&CURSOR).map(str::parse).transpose();
    let cursor = cursor.map_err(|problem: String| format!("`cursor`: {problem}"))?;
    let asking = tagdown_read::Asking::Arguments;
    Ok(Request { budget: Some(budget), cursor, asking, command: arguments.call(), ..request })
}

/// Writes readings with remarks below them. The budget holds for all of it.
pub(crate) fn write(
    readings: &[Reading],
    mut request: Request,
    remarks: &[String],
) -> Result<String, String> {
    let below = below(remarks, &request);
    request.reserved = request.encoding.count(&below);
    let output =
        tagdown_read::write(readings, &request).map_err(|refused| refused.explain(request.asking))?;
    Ok(output.text + &below)
}

/// The remarks as the last lines, with at most a quarter of the budget.
pub(crate) fn below(remarks: &[String], request: &Request) -> String {
    let room = request.budget.unwrap_or(MOST) / 4;
    let encoding: Encoding = request.encoding;
    let shown = remarks.len().min(REMARKS);
    for count in (0..=shown).rev() {
        let mut lines: Vec<String> =
            remarks[..count].iter().map(|remark| short(&reveal_line(remark))).collect();
        let rest = remarks.len() - count;
        if rest > 0 {
            lines.push(format!("{rest} more remarks left out"));
        }
        let text = if request.view.is_independent() {
            if lines.is_empty() {
                String::new()
            } else {
                format!("{}\n", json!({"version": 1, "remarks": lines}))
            }
        } else {
            lines.iter().flat_map(|line| ["remark: ", line, "\n"]).collect()
        };
        if encoding.count(&text) <= room {
            return text;
        }
    }
    String::new()
}
