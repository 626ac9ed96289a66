//! Coloured text while it is written.

use super::escape::escape_to;

/// Joins neighbouring text of the same class.
pub(super) struct Runs<'c> {
    out: String,
    class: &'static str,
    code: &'c str,
    start: usize,
    end: usize,
}

impl<'c> Runs<'c> {
    pub(super) fn new(code: &'c str) -> Self {
        Self { out: String::with_capacity(code.len() * 3 / 2), class: "", code, start: 0, end: 0 }
    }

    /// The text up to `end` has this class.
    pub(super) fn take(&mut self, class: &'static str, end: usize) {
        if end <= self.end {
            return;
        }
        // The name of a class has one letter at most.
        if class.as_bytes().first() != self.class.as_bytes().first() {
            self.flush();
            self.class = class;
        }
        self.end = end;
    }

    fn flush(&mut self) {
        let text = &self.code[self.start..self.end];
        self.start = self.end;
        if self.class.is_empty() || text.trim().is_empty() {
            escape_to(text, &mut self.out);
        } else {
            self.out.push_str("<span class=\"");
            self.out.push_str(self.class);
            self.out.push_str("\">");
            escape_to(text, &mut self.out);
            self.out.push_str("</span>");
        }
    }

    pub(super) fn close(mut self) -> String {
        self.flush();
        self.out
    }
}
