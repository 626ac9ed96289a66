//! The list of the pages of a site, grouped by folder.

use std::collections::BTreeMap;

use tagdown_read::Encoding;

use super::escape::escape;
use super::page_info::Entry;
use super::template::number;
use crate::dialects::HTML;

/// The list, with a field to search by title.
pub(crate) fn list(entries: &[Entry], title: &str, encoding: Encoding) -> String {
    let mut folders: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        let folder = entry.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        folders.entry(folder).or_default().push(entry);
    }
    let (all, read) =
        entries.iter().fold((0, 0), |(all, read), entry| (all + entry.tokens, read + entry.tokens_read));
    let unit = unit(encoding);
    let pages = if entries.len() == 1 { "page" } else { "pages" };
    let mut out = format!(
        "<h1>{}</h1>\n<p class=\"byline\">{} {pages} · {} {unit} · an AI reads {}</p>\n\
         <p class=\"search\" hidden><input id=\"td-search\" type=\"search\" placeholder=\"Search by title\" \
         aria-label=\"Search by title\" autocomplete=\"off\"> <span id=\"td-found\" role=\"status\"></span></p>\n",
        escape(title),
        number(entries.len()),
        number(all),
        number(read)
    );
    for (folder, mut entries) in folders {
        entries.sort_by_key(|entry| &entry.path);
        let items: String = entries.into_iter().map(|entry| item(entry, unit)).collect();
        let name = if folder.is_empty() { String::new() } else { format!("<h2>{}/</h2>\n", escape(folder)) };
        out.push_str(&format!("<section class=\"folder\">{name}<ul>\n{items}</ul></section>\n"));
    }
    out
}

fn unit(encoding: Encoding) -> &'static str {
    if encoding == Encoding::Bytes { "bytes" } else { "tokens" }
}

fn item(entry: &Entry, unit: &str) -> String {
    let Entry { path, link, title, version, blocks, tokens, tokens_read } = entry;
    let file = path.rsplit('/').next().unwrap_or(path);
    let version =
        version.as_ref().map_or(String::new(), |version| format!(" <small>{}</small>", escape(version)));
    let kinds = HTML.callouts.iter().zip(blocks).filter(|(_, count)| **count > 0);
    let chips: Vec<String> = kinds
        .map(|(kind, count)| format!("<span class=\"chip {}\">{} {count}</span> ", kind.name, kind.title))
        .collect();
    let (title, path, file) = (escape(title), escape(path), escape(file));
    format!(
        "<li data-title=\"{title}\" data-path=\"{path}\"><a href=\"{}\">{title}</a>{version}\
         <span class=\"file\">{file}</span>\n<span class=\"facts\">{}<span class=\"tokens\">{} {unit}, an AI \
         reads {}</span></span></li>\n",
        escape(link),
        chips.concat(),
        number(*tokens),
        number(*tokens_read)
    )
}
