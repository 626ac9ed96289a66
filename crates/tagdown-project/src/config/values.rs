//! Reads configuration values: strings, languages, globs, sizes and numbers. Each error points at its place.

use std::path::{Component, Path};

use globset::{Glob, GlobSet, GlobSetBuilder};
use tagdown::document::{OwnTags, TAGS, TagSpacing, is_own_name};
use tagdown::prose::Language;
use tagdown::text::{Span, nearest_name};
use tagdown_write::author::Record;
use toml::Spanned;
use toml::de::DeValue;

use super::fail_on::FailOn;

/// Where and why a configuration is not valid.
#[derive(Clone, Debug)]
pub struct ConfigError {
    /// The span in the configuration's text.
    pub span: Span,
    /// What is wrong, and what would be valid.
    pub message: String,
}

pub(crate) type Value<'v> = Spanned<DeValue<'v>>;

pub(crate) fn span_of<T>(value: &Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

pub(crate) fn refuse<T>(value: &Value<'_>, message: impl Into<String>) -> Result<T, ConfigError> {
    Err(ConfigError { span: span_of(value), message: message.into() })
}

pub(crate) fn unknown(what: &str, name: &str, known: &[&str], span: Span) -> ConfigError {
    let hint = match nearest_name(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known: {}", known.join(", ")),
    };
    ConfigError { span, message: format!("unknown {what} `{name}`; {hint}") }
}

pub(crate) fn text<'v>(value: &'v Value<'_>, what: &str) -> Result<&'v str, ConfigError> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.as_ref()),
        _ => refuse(value, format!("{what} must be a string")),
    }
}

/// A TOML string.
pub(crate) fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

pub(crate) fn tag_spacing(value: &Value<'_>) -> Result<TagSpacing, ConfigError> {
    let name = text(value, "`tag-spacing`")?;
    let known = TagSpacing::ALL.into_iter().find(|spacing| spacing.name() == name);
    known.map_or_else(
        || refuse(value, format!("`tag-spacing` must be \"strict\" or \"either\", not \"{name}\"")),
        Ok,
    )
}

/// Declared tags, each with the kind that it reads as.
pub(crate) fn own_tags(value: &Value<'_>) -> Result<OwnTags, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "`tags` must be a table, such as `ADR = \"NOTE\"`");
    };
    let kinds = TAGS.iter().map(|tag| format!("\"{}\"", tag.name)).collect::<Vec<_>>().join(", ");
    let one = |(name, value): (&Spanned<std::borrow::Cow<'_, str>>, &Value<'_>)| {
        let tag = name.get_ref();
        if !is_own_name(tag) {
            let message =
                format!("`{tag}` cannot be a tag: 2 to 16 capitals, digits, `_` or `-`, and none of {kinds}");
            return Err(ConfigError { span: span_of(name), message });
        }
        let kind = text(value, "the kind of a tag")?;
        let found = TAGS.iter().find(|row| row.name == kind);
        let refused = || refuse(value, format!("the kind of a tag must be one of {kinds}, not \"{kind}\""));
        Ok((tag.to_string(), found.map_or_else(refused, |row| Ok(row.kind))?))
    };
    table.iter().map(one).collect()
}

pub(crate) fn record(value: &Value<'_>) -> Result<Record, ConfigError> {
    let name = text(value, "`promote-record`")?;
    let known = Record::ALL.into_iter().find(|record| record.name() == name);
    let names = Record::ALL.map(|record| format!("\"{}\"", record.name())).join(", ");
    known
        .map_or_else(|| refuse(value, format!("`promote-record` must be one of {names}, not \"{name}\"")), Ok)
}

pub(crate) fn fail_on(value: &Value<'_>) -> Result<FailOn, ConfigError> {
    let name = text(value, "`fail-on`")?;
    let names = FailOn::ALL.map(FailOn::name).join(", ");
    FailOn::from_name(name)
        .map_or_else(|| refuse(value, format!("`fail-on` must be one of {names}, not \"{name}\"")), Ok)
}

/// A file that a run may write. A configuration may have come with the documents, so the file must be below its folder.
pub(crate) fn file_below(value: &Value<'_>, key: &str) -> Result<String, ConfigError> {
    let name = text(value, &format!("`{key}`"))?;
    let mut parts = Path::new(name).components();
    let is_below = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if is_below && !name.is_empty() {
        Ok(name.to_owned())
    } else {
        refuse(value, format!("`{key}` must be a file below the configuration's folder, without `..`"))
    }
}

/// `auto`, or a language code such as `en`, `de` or `pt-BR`.
pub(crate) fn language(value: &Value<'_>) -> Result<Language, ConfigError> {
    let code = text(value, "`language`")?;
    let primary = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    match primary.as_str() {
        "auto" => Ok(Language::Auto),
        "en" => Ok(Language::English),
        other if (2..=3).contains(&other.len()) && other.bytes().all(|b| b.is_ascii_lowercase()) => {
            Ok(Language::Other)
        }
        _ => refuse(
            value,
            format!("`language` must be \"auto\" or a code such as \"en\" or \"de\", not \"{code}\""),
        ),
    }
}

/// A list of globs, and their source text.
#[derive(Clone, Debug)]
pub struct Globs {
    set: GlobSet,
    /// The globs as written in the configuration.
    pub patterns: Vec<String>,
}

impl Globs {
    /// A list that matches nothing.
    pub(crate) fn none() -> Self {
        Self { set: GlobSet::empty(), patterns: Vec::new() }
    }

    pub(crate) fn new(set: GlobSet, patterns: Vec<String>) -> Self {
        Self { set, patterns }
    }

    /// Whether one of them matches a path.
    pub fn is_match(&self, path: impl AsRef<Path>) -> bool {
        self.set.is_match(path)
    }
}

/// The maximum length of a glob.
const MAX_GLOB: usize = 500;

/// A gitignore-like list: `*.md` and `docs` match at any depth, including everything below them.
pub(crate) fn globs(value: &Value<'_>) -> Result<Globs, ConfigError> {
    let DeValue::Array(items) = value.get_ref() else {
        return refuse(value, "must be a list of globs, such as [\"docs/**/*.md\"]");
    };
    let mut set = GlobSetBuilder::new();
    let mut patterns = Vec::new();
    for item in items {
        if text(item, "a glob")?.len() > MAX_GLOB {
            return refuse(item, format!("a glob is longer than {MAX_GLOB} bytes"));
        }
        patterns.push(text(item, "a glob")?.to_owned());
        let raw = text(item, "a glob")?.trim_start_matches("./").trim_end_matches('/');
        let rooted = raw.strip_prefix('/').map_or_else(
            || if raw.contains('/') { raw.to_owned() } else { format!("**/{raw}") },
            str::to_owned,
        );
        for pattern in [format!("{rooted}/**"), rooted] {
            match Glob::new(&pattern) {
                Ok(glob) => set.add(glob),
                Err(error) => return refuse(item, format!("not a valid glob: {}", error.kind())),
            };
        }
    }
    let set = set.build().or_else(|error| refuse(value, format!("not valid globs, or too many: {error}")))?;
    Ok(Globs::new(set, patterns))
}

pub(crate) fn file_size(value: &Value<'_>) -> Result<u64, ConfigError> {
    match value.get_ref() {
        DeValue::Integer(number) => {
            number.to_string().parse().or_else(|_| refuse(value, "must be a number of bytes"))
        }
        DeValue::String(text) => match parse_size(text) {
            Some(size) => Ok(size),
            None => refuse(
                value,
                format!("`{text}` is not a size; write a number of bytes or a size such as \"64 MB\""),
            ),
        },
        _ => refuse(value, "`max-file-size` must be a number of bytes or a size such as \"64 MB\""),
    }
}

pub(crate) fn budget(value: &Value<'_>) -> Result<usize, ConfigError> {
    let number =
        if let DeValue::Integer(number) = value.get_ref() { number.to_string().parse().ok() } else { None };
    number
        .filter(|&tokens| tokens > 0)
        .map_or_else(|| refuse(value, "`budget` must be a number of tokens, at least 1"), Ok)
}

/// Reads `64 MB`, `1GB`, `500`.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "kib" => 1 << 10,
        "m" | "mb" => 1_000_000,
        "mib" => 1 << 20,
        "g" | "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("64 MB"), Some(64_000_000));
        assert_eq!(parse_size("1kib"), Some(1024));
        assert_eq!(parse_size("MB"), None);
    }
}
