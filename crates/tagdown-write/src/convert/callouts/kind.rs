//! Decides which kind of block a callout becomes. In a page that `render` wrote, the four names are the four kinds.
//! Other pages use the same names for other things, so there the content of a callout must show its kind.

use tagdown::document::{FIELDS, Kind, TAGS, parse, starts_field};
use tagdown::text::Span;
use tagdown_render::Title;

use super::callout::Found;
use super::names::TROUBLE;
use super::origin::Origin;

/// A callout as a block.
pub(crate) struct Decided {
    pub(super) kind: Kind,
    /// The title of a BUG; for another kind, the bold line above its text.
    pub(super) title: Option<String>,
    /// Its text, each line with its line end and its number.
    pub(super) body: Vec<(usize, String)>,
}

/// Decides on a callout, or returns the reason why it stays unchanged.
pub(crate) fn decide(found: &Found, origin: &Origin<'_>, is_ours: bool) -> Result<Decided, &'static str> {
    let has_titles = origin.dialect.title != Title::Bold;
    let lead = bold_lead(&found.body).filter(|_| !has_titles).map(str::to_owned);
    let title = found.title.clone().or_else(|| lead.clone());
    let named =
        |kind: &Kind| origin.mapping.callout(origin.dialect, *kind).name.eq_ignore_ascii_case(&found.name);
    let own = TAGS.iter().map(|tag| tag.kind).find(named);
    let kind = match origin.kinds.get(&found.name) {
        Some(None) => return Err("the configuration leaves it unchanged"),
        Some(Some(Kind::Bug)) if !is_whole(found, title.as_deref()) => {
            return Err("a BUG needs a title and the fields Symptom, Cause and Fix");
        }
        Some(Some(kind)) => *kind,
        None => {
            let is_named = own.is_some_and(|kind| origin.mapping.names[kind as usize].is_some());
            match own.filter(|_| is_ours || is_named) {
                Some(kind) => kind,
                None => foreign(found, origin, own, title.as_deref()),
            }
        }
    };
    let default = origin.mapping.callout(origin.dialect, kind).title;
    let mut body = found.body.clone();
    let takes_lead = lead.is_some() && matches!(kind, Kind::Bug | Kind::Unverified);
    let mut title = if has_titles || takes_lead || found.title.is_some() { title } else { None };
    if takes_lead && found.title.is_none() {
        let is_said =
            kind == Kind::Bug || title.as_deref().is_some_and(|title| below(title, default).is_some());
        if is_said {
            let rest = body[1..].iter().position(|(_, line)| !line.trim().is_empty());
            body.drain(..rest.map_or(body.len(), |rest| rest + 1));
        } else {
            title = None;
        }
    }
    if kind == Kind::Unverified
        && let Some(rest) = title.as_deref().and_then(|title| below(title, default))
    {
        title = Some(rest.to_owned());
    }
    let is_default = |title: &String| {
        title.is_empty() || title == default || title.eq_ignore_ascii_case(&found.name) && kind != Kind::Bug
    };
    if kind == Kind::Bug {
        unbreak(&mut body);
    }
    // `render` writes this for a block without text.
    if is_ours
        && let [(_, line)] = &mut body[..]
        && line.trim() == "&nbsp;"
    {
        body.clear();
    }
    Ok(Decided { kind, title: title.filter(|title| !is_default(title)), body })
}

/// The kind of a callout in a page that `render` did not write.
fn foreign(found: &Found, origin: &Origin<'_>, own: Option<Kind>, title: Option<&str>) -> Kind {
    let default = |kind: Kind| origin.mapping.callout(origin.dialect, kind).title;
    let is_alert = origin.dialect.title == Title::Bold;
    let first = found.body.first().map_or("", |(_, line)| line.as_str());
    match own {
        _ if (own == Some(Kind::Bug) || TROUBLE.contains(&found.name.as_str())) && is_whole(found, title) => {
            Kind::Bug
        }
        // An alert has no place for the default title; important text must not become skippable.
        Some(Kind::Spec) if is_alert || title == Some(default(Kind::Spec)) => Kind::Spec,
        Some(Kind::Unverified) if says_unverified(title.unwrap_or(first)) || says_unverified(first) => {
            Kind::Unverified
        }
        _ => Kind::Note,
    }
}

fn says_unverified(text: &str) -> bool {
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "unverified")
}

/// The text after the default title and a colon; `None` if there is only the title.
fn below<'t>(title: &'t str, default: &str) -> Option<&'t str> {
    let rest = title.strip_prefix(default)?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix(':').map(str::trim) }
}

/// Whether a text, under the tag of a BUG, has a title and all required fields.
pub(super) fn is_whole(found: &Found, title: Option<&str>) -> bool {
    let Some(title) = title.filter(|title| !title.is_empty()) else { return false };
    let body: String = found.body.iter().map(|(_, line)| line.as_str()).collect();
    let text = format!("**[BUG] {title}**\n{body}");
    let document = parse(&text);
    let has = |name: &str| {
        let fields = document.blocks.first().map_or(&[][..], |block| &block.fields);
        fields.iter().any(|field| field.spec.name == name)
    };
    FIELDS.iter().filter(|field| field.required).all(|field| has(field.name))
}

/// The text of the first paragraph, if it is one line and all bold.
fn bold_lead(body: &[(usize, String)]) -> Option<&str> {
    let first = body.first()?.1.trim();
    let is_alone = body.get(1).is_none_or(|(_, line)| line.trim().is_empty());
    let inner = first.strip_prefix("**")?.strip_suffix("**")?;
    let is_bold = parse(first).markdown.strongs.contains(&Span::new(0, first.len()));
    (is_alone && is_bold && !inner.is_empty()).then_some(inner)
}

/// Removes the hard breaks that `render` inserts between the fields of a BUG.
fn unbreak(body: &mut [(usize, String)]) {
    for index in 1..body.len() {
        let is_field = starts_field(body[index].1.trim_end());
        let line = &mut body[index - 1].1;
        let text = line.trim_end_matches(['\n', '\r']);
        if is_field && let Some(kept) = text.strip_suffix("  ").filter(|kept| !kept.ends_with(' ')) {
            let end = line[text.len()..].to_owned();
            *line = format!("{kept}{end}");
        }
    }
}
