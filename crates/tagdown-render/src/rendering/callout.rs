//! Writes a document with one callout per tagged block; everything else stays in place.

use tagdown::document::{Block, Document, PartKind, keeps_heading};
use tagdown::text::Span;

use super::page_title::PageTitle;
use super::title::{Heading, fill, inline};
use super::toml;
use crate::change::Changes;
use crate::dialects::{Dialect, Fold, Html, Shape};
use crate::fence::longest_run;
use crate::layout::definitions;
use crate::options::{ManifestMode, Options, Rendered};
use crate::protect::crossing;

/// Writes a document with its changes.
pub(crate) fn render(
    document: &Document<'_>,
    dialect: &Dialect,
    options: &Options,
    changes: Changes,
) -> Rendered {
    let mut writer = Writer {
        document,
        dialect,
        options,
        changes,
        rendered: Rendered {
            text: String::with_capacity(document.source.text().len() * 9 / 8),
            left_out: [0; 4],
        },
        eol: document.source.eol(),
        is_behind_callout: false,
        crossing: crossing::stretches(document, dialect, options.raw),
    };
    let front = document.parts.iter().find(|part| part.kind == PartKind::FrontMatter);
    let front = front.and_then(|part| front_matter(document, part.span, dialect));
    let title = PageTitle::of(document, dialect, front.as_deref());
    if let Some(title) = &title
        && front.is_none()
    {
        writer.rendered.text.push_str(&title.front_matter("", writer.eol));
    }
    let mut parts = document.parts.iter().peekable();
    let mut is_fresh = true;
    while let Some(part) = parts.next() {
        // Definitions and comments are not shown.
        let is_last = || {
            parts.clone().all(|part| matches!(part.kind, PartKind::Aside | PartKind::Blank | PartKind::Break))
        };
        let is_out_of_place = part.kind == PartKind::Break && dialect.strict && (is_fresh || is_last());
        is_fresh = match part.kind {
            PartKind::Heading(_) | PartKind::Break => true,
            PartKind::Aside | PartKind::Blank => is_fresh,
            _ => false,
        };
        match part.kind {
            PartKind::Break if is_out_of_place => {}
            PartKind::FrontMatter if let Some(front) = &front => {
                let titled = title.as_ref().map(|title| title.front_matter(front, writer.eol));
                writer.rendered.text.push_str(titled.as_ref().unwrap_or(front));
            }
            PartKind::FrontMatter => writer.hide(part.span),
            PartKind::Heading(index)
                if title
                    .as_ref()
                    .is_some_and(|title| title.heading == Some(document.sections[index].heading)) => {}
            PartKind::Block(index) => writer.block(&document.blocks[index], part.span),
            PartKind::Manifest => {
                writer.manifest(part.span);
                // One of the two breaks around the manifest would be left over.
                if options.manifest == ManifestMode::Drop {
                    parts.next_if(|part| part.kind == PartKind::Break);
                }
            }
            PartKind::Closing(_) if dialect.shape != Shape::Tags => {}
            _ => writer.plain(part.span),
        }
    }
    for (definition, _) in definitions::nested(document, dialect) {
        writer.part();
        writer.rendered.text.push_str(document.text(definition));
        writer.rendered.text.push_str(writer.eol);
    }
    writer.rendered
}

/// The front matter as the dialect reads it, if it can.
fn front_matter(document: &Document<'_>, span: Span, dialect: &Dialect) -> Option<String> {
    let text = document.text(span);
    let is_read = dialect.toml || !text.trim_start_matches('\u{feff}').starts_with("+++");
    let read = if is_read { Some(text.to_owned()) } else { toml::as_yaml(text, document.source.eol()) };
    read.filter(|_| dialect.front_matter)
}

struct Writer<'w, 't> {
    document: &'w Document<'t>,
    dialect: &'w Dialect,
    options: &'w Options,
    changes: Changes,
    rendered: Rendered,
    eol: &'static str,
    is_behind_callout: bool,
    /// Tags of elements around several blocks, which are written between callouts.
    crossing: Vec<Span>,
}

impl Writer<'_, '_> {
    /// Writes a stretch of the source with its changes, and without a callout.
    fn plain(&mut self, span: Span) {
        if self.is_behind_callout && !self.document.text(span).trim().is_empty() {
            self.part();
            self.is_behind_callout = false;
        }
        self.changes.write(&self.document.source, span, &mut self.rendered.text);
    }

    /// Writes front matter as a comment, if the dialect has comments.
    fn hide(&mut self, span: Span) {
        if self.dialect.html == Html::Jsx {
            return;
        }
        let mut text = self.document.text(self.document.source.trim(span)).to_owned();
        while text.contains("--") {
            text = text.replace("--", "- -");
        }
        self.rendered.text.push_str(&format!("<!--{0}{text}{0}-->{0}{0}", self.eol));
    }

    /// Makes sure that the text above ends with a blank line.
    fn part(&mut self) {
        let text = &self.rendered.text;
        if text.trim_start_matches('\u{feff}').is_empty() {
            return;
        }
        let above = text.trim_end_matches([' ', '\t']);
        let line = above.strip_suffix("\r\n").or_else(|| above.strip_suffix(['\n', '\r']));
        let is_blank =
            line.and_then(|line| line.rsplit(['\n', '\r']).next()).is_some_and(|line| line.trim().is_empty());
        if line.is_none() {
            self.rendered.text.push_str(self.eol);
        }
        if !is_blank {
            self.rendered.text.push_str(self.eol);
        }
    }

    fn changed(&self, span: Span) -> String {
        let mut text = String::new();
        self.changes.write(&self.document.source, span, &mut text);
        text
    }

    fn block(&mut self, block: &Block, span: Span) {
        let kind = block.kind;
        let Some(tag) = self.document.tag_of(block) else {
            if self.options.shows(kind) {
                self.plain(span);
            } else {
                self.leave_out(block);
            }
            return;
        };
        if !self.options.shows(kind) {
            return self.leave_out(block);
        }
        if self.dialect.shape == Shape::Tags {
            return self.plain(span);
        }
        let mut callout = self.options.mapping.callout(self.dialect, kind);
        // A configured title is text, like a title in the document.
        let configured = self.options.mapping.titles[kind as usize].as_deref();
        let configured = configured.map(|title| inline(title, self.dialect));
        callout.title = configured.as_deref().unwrap_or(callout.title);
        let title = tag.title.filter(|_| !keeps_heading(tag)).map(|title| self.changed(title));
        let above = self.document.above_title(tag).into_iter().map(|part| inline(part, self.dialect));
        let parts: Vec<String> = above.chain(title).collect();
        let own = (!parts.is_empty()).then(|| parts.join(": "));
        let heading = Heading::new(self.dialect, &callout, own.as_deref());
        let (kept, moved) = definitions::part(self.document, block);
        let opener = (self.dialect.opener, callout.name, heading.title.as_str());
        let first = heading.first_line.map(|line| format!("{line}{0}{0}", self.eol)).unwrap_or_default();
        self.pieces(kept, opener, &first);
        self.move_behind(&moved);
    }

    /// Writes the text of a block: a callout, and a new one behind each tag of an element around several blocks.
    fn pieces(&mut self, kept: Vec<Span>, opener: (&str, &str, &str), first: &str) {
        let mut body = String::new();
        let mut is_written = false;
        let write = |writer: &mut Self, body: &mut String| {
            let is_shown = !body.trim().is_empty();
            if is_shown {
                writer.part();
                writer.frame(
                    opener,
                    writer.dialect.shape,
                    &format!("{first}{}", body.trim_start_matches(['\n', '\r'])),
                );
                body.clear();
            }
            is_shown
        };
        for span in kept {
            let mut at = span.start;
            for apart in self.crossing(span) {
                self.changes.write(&self.document.source, Span::new(at, apart.start), &mut body);
                is_written |= write(self, &mut body);
                self.between(apart);
                at = apart.end;
            }
            self.changes.write(&self.document.source, Span::new(at, span.end), &mut body);
        }
        // No renderer shows a callout without text.
        if !write(self, &mut body) && !is_written {
            self.part();
            let empty = if first.is_empty() { "&nbsp;" } else { first };
            self.frame(opener, self.dialect.shape, empty);
        }
    }

    /// What is written between callouts, of a stretch.
    fn crossing(&self, span: Span) -> Vec<Span> {
        let first = self.crossing.partition_point(|apart| apart.start < span.start);
        self.crossing[first..].iter().take_while(|apart| apart.end <= span.end).copied().collect()
    }

    /// Writes a stretch with its changes, between blank lines.
    fn between(&mut self, span: Span) {
        let text = self.changed(span);
        if !text.trim().is_empty() {
            self.part();
            self.rendered.text.push_str(text.trim());
            self.rendered.text.push_str(self.eol);
            self.is_behind_callout = true;
        }
    }

    /// Counts a block that is not shown, and keeps what other blocks need: definitions, and tags of elements around them.
    fn leave_out(&mut self, block: &Block) {
        self.rendered.left_out[block.kind as usize] += 1;
        for apart in self.crossing(block.content) {
            self.between(apart);
        }
        let moved = definitions::needed(self.document, block, self.options);
        self.move_behind(&moved);
    }

    fn move_behind(&mut self, moved: &[Span]) {
        for &span in moved {
            let text = self.changed(span);
            if text.trim().is_empty() {
                continue;
            }
            self.part();
            self.rendered.text.push_str(text.trim_end());
            self.rendered.text.push_str(self.eol);
            self.is_behind_callout = true;
        }
    }

    /// Writes a callout: the opening line with name and title, and the body, set off from the text around it.
    fn frame(&mut self, (opener, name, title): (&str, &str, &str), shape: Shape, body: &str) {
        let body = body.trim_end().trim_start_matches(['\n', '\r']);
        let (eol, out) = (self.eol, &mut self.rendered.text);
        let marks = ":".repeat(longest_run(body, b':').map_or(3, |run| run + 1).max(3));
        let opener = fill(opener, &[("marks", &marks), ("name", name), ("title", title)]);
        let opener = if opener.contains('\n') { opener.replace('\n', eol) } else { opener };
        match shape {
            Shape::Quote => {
                out.push_str("> ");
                out.push_str(opener.trim_end());
                out.push_str(eol);
                if needs_gap(body) || self.dialect.gap {
                    out.push('>');
                    out.push_str(eol);
                }
                prefix_lines(body, "> ", ">", eol, out);
            }
            Shape::Indent => {
                out.push_str(&opener);
                out.push_str(eol);
                prefix_lines(body, "    ", "", eol, out);
            }
            Shape::Colons | Shape::Tags | Shape::Page => {
                out.push_str(&opener);
                out.push_str(eol);
                out.push_str(eol);
                out.push_str(body);
                out.push_str(eol);
                out.push_str(eol);
                out.push_str(&marks);
                out.push_str(eol);
            }
        }
        self.is_behind_callout = true;
    }

    fn manifest(&mut self, span: Span) {
        match self.options.manifest {
            ManifestMode::Keep => self.plain(span),
            ManifestMode::Drop => {}
            ManifestMode::Fold => {
                let section =
                    self.document.manifest.map(|manifest| &self.document.sections[manifest.section]);
                let Some(section) = section else { return self.plain(span) };
                let below = self.document.source.next_line(section.heading.end.saturating_sub(1));
                let body = self.changed(Span::new(below.clamp(span.start, span.end), span.end));
                self.part();
                match self.dialect.fold {
                    Fold::Opener(opener, shape) => {
                        self.frame((opener, "", &section.title), shape, &body);
                    }
                    Fold::Details => {
                        let (eol, body) = (self.eol, body.trim_matches(['\n', '\r']));
                        let open = format!("<details>{eol}<summary>{}</summary>{eol}{eol}", section.title);
                        self.rendered.text.push_str(&open);
                        self.rendered.text.push_str(body);
                        self.rendered.text.push_str(&format!("{eol}{eol}</details>{eol}"));
                        self.is_behind_callout = true;
                    }
                }
            }
        }
    }
}

/// Whether the first line of a body would be read as part of the line above it.
fn needs_gap(body: &str) -> bool {
    let first = body.lines().next().unwrap_or_default().trim();
    let is_underline = ["=", "-"].iter().any(|sign| first.trim_start_matches(sign).is_empty());
    ["+", "*"].contains(&first)
        || is_underline
        || body.starts_with(|c: char| c.is_ascii_digit() || " \t<[|".contains(c))
}

fn prefix_lines(body: &str, prefix: &str, blank: &str, eol: &str, out: &mut String) {
    let mut at = 0;
    let ends = memchr::memchr2_iter(b'\n', b'\r', body.as_bytes()).chain([body.len()]);
    for end in ends {
        let line = &body[at..end];
        at = end + 1;
        // `\r\n` ends one line, not two.
        if line.is_empty() && end > 0 && end < body.len() && body[..at].ends_with("\r\n") {
            continue;
        }
        if line.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
            out.push_str(blank);
        } else {
            out.push_str(prefix);
            out.push_str(line);
        }
        out.push_str(eol);
    }
}
