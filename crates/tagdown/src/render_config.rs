//! What a configuration says of rendering: the defaults of `tagdown render`, and the callouts of each dialect.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use toml::de::DeValue;

use crate::config::ConfigError;
use crate::dialects::{DIALECTS, Dialect, ManifestMode, Mapping, Options};
use crate::tags::{Kind, TAGS};
use crate::values::{Value, quote, refuse, span_of, text, unknown};

/// The keys of `[render]` besides the names of dialects.
pub const RENDER_KEYS: [&str; 3] = ["manifest", "kinds", "raw"];

/// The kinds as they stand in a configuration, in the order of [`TAGS`]; with `-title` behind it, each is also the key
/// of a title.
pub const KIND_KEYS: [&str; 4] = ["spec", "note", "bug", "unverified"];

/// What `[render]` says.
#[derive(Clone, Debug, Default)]
pub struct RenderConfig {
    /// What becomes of the manifest unless the command says.
    pub manifest: Option<ManifestMode>,
    /// The kinds that are shown unless the command says; none: all.
    pub kinds: Option<Vec<Kind>>,
    /// Whether the renderer's own syntax is left alone unless the command says.
    pub raw: Option<bool>,
    mappings: BTreeMap<&'static str, Mapping>,
}

impl RenderConfig {
    /// How a document is rendered where the command says nothing.
    pub fn options(&self, dialect: &Dialect) -> Options {
        Options {
            kinds: self.kinds.clone().unwrap_or_default(),
            manifest: self.manifest.unwrap_or_default(),
            mapping: self.mappings.get(dialect.name).cloned().unwrap_or_default(),
            raw: self.raw.unwrap_or_default(),
        }
    }

    /// What was said, in TOML.
    pub(crate) fn show(&self) -> String {
        let mut own = String::new();
        if let Some(manifest) = self.manifest {
            own.push_str(&format!("manifest = {}\n", quote(manifest.name())));
        }
        if let Some(kinds) = &self.kinds {
            let names: Vec<String> = kinds.iter().map(|kind| quote(KIND_KEYS[*kind as usize])).collect();
            own.push_str(&format!("kinds = [{}]\n", names.join(", ")));
        }
        if let Some(raw) = self.raw {
            own.push_str(&format!("raw = {raw}\n"));
        }
        let mut out = if own.is_empty() { own } else { format!("\n[render]\n{own}") };
        for (dialect, mapping) in &self.mappings {
            out.push_str(&format!("\n[render.{dialect}]\n"));
            for (key, (name, title)) in KIND_KEYS.iter().zip(mapping.names.iter().zip(&mapping.titles)) {
                out.extend(name.as_ref().map(|name| format!("{key} = {}\n", quote(name))));
                out.extend(title.as_ref().map(|title| format!("{key}-title = {}\n", quote(title))));
            }
        }
        out
    }
}

impl ManifestMode {
    /// All values.
    pub const ALL: [ManifestMode; 3] = [Self::Keep, Self::Fold, Self::Drop];

    /// As it is named in a configuration and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Fold => "fold",
            Self::Drop => "drop",
        }
    }

    /// What it does.
    pub fn about(self) -> &'static str {
        match self {
            Self::Keep => "it stays where it is",
            Self::Fold => "it is there, but closed, where the renderer can do that",
            Self::Drop => "it is left out",
        }
    }

    /// The mode of this name, or why there is none.
    pub fn from_name(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(|mode| format!("\"{}\"", mode.name())).join(", ");
            format!("`manifest` is one of {names}, not \"{name}\"")
        })
    }
}

/// The names of a kind in a list of kinds, in the order of [`TAGS`].
fn kind_names() -> impl Iterator<Item = (&'static str, Kind)> {
    let names = |(key, tag): (&&'static str, &crate::tags::Tag)| [(*key, tag.kind), (tag.name, tag.kind)];
    KIND_KEYS.iter().zip(TAGS).flat_map(names)
}

/// The kind that a list of kinds in a configuration names, or why there is none.
pub fn kind_named(name: &str) -> Result<Kind, String> {
    let found = kind_names().find(|(known, _)| *known == name).map(|(_, kind)| kind);
    found.ok_or_else(|| format!("`{name}` is no kind of block; the kinds are {}", KIND_KEYS.join(", ")))
}

/// Reads `[render]`.
pub(crate) fn render(value: &Value<'_>) -> Result<RenderConfig, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "`render` is a table, with tables such as `[render.github]` in it");
    };
    let mut config = RenderConfig::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "manifest" => {
                let mode = ManifestMode::from_name(text(value, "`manifest`")?);
                config.manifest = Some(mode.or_else(|message| refuse(value, message))?);
            }
            "kinds" => config.kinds = Some(kinds(value)?),
            "raw" => {
                let DeValue::Boolean(raw) = value.get_ref() else {
                    return refuse(value, "`raw` is true or false");
                };
                config.raw = Some(*raw);
            }
            name => {
                let Some(dialect) = crate::dialects::dialect(name) else {
                    let names: Vec<&str> =
                        DIALECTS.iter().map(|dialect| dialect.name).chain(RENDER_KEYS).collect();
                    return Err(unknown("dialect or key of `render`", name, &names, span_of(key)));
                };
                config.mappings.insert(dialect.name, mapping(dialect, value)?);
            }
        }
    }
    Ok(config)
}

fn kinds(value: &Value<'_>) -> Result<Vec<Kind>, ConfigError> {
    let DeValue::Array(items) = value.get_ref() else {
        return refuse(value, "`kinds` is a list, such as [\"spec\", \"bug\"]");
    };
    let kind = |item| kind_named(text(item, "a kind")?).or_else(|message| refuse(item, message));
    items.iter().map(kind).collect()
}

fn mapping(dialect: &Dialect, value: &Value<'_>) -> Result<Mapping, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, format!("write it as a table: `[render.{}]`", dialect.name));
    };
    let mut mapping = Mapping::default();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let index = |name: &str| KIND_KEYS.iter().position(|key| *key == name);
        if let Some(index) = index(name) {
            mapping.names[index] = Some(callout_name(value)?);
        } else if let Some(index) = name.strip_suffix("-title").and_then(index) {
            mapping.titles[index] = Some(callout_title(value)?);
        } else {
            let titles = KIND_KEYS.map(|key| format!("{key}-title"));
            let known: Vec<&str> = KIND_KEYS.into_iter().chain(titles.iter().map(String::as_str)).collect();
            return Err(unknown(&format!("key of `render.{}`", dialect.name), name, &known, span_of(key)));
        }
    }
    Ok(mapping)
}

/// More than one plain word would end the name, or the callout, for some renderer.
fn callout_name(value: &Value<'_>) -> Result<String, ConfigError> {
    let name = text(value, "the name of a callout")?;
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_word {
        Ok(name.to_owned())
    } else {
        refuse(value, format!("`{name}` names no callout; write one word of letters, digits and `-`"))
    }
}

fn callout_title(value: &Value<'_>) -> Result<String, ConfigError> {
    let title = text(value, "the title of a callout")?;
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if title.trim().is_empty() || title.contains(breaks) {
        return refuse(value, "the title of a callout is one line of text, without control characters");
    }
    Ok(title.to_owned())
}

/// The JSON Schema of `[render]`.
pub(crate) fn schema() -> Json {
    let name = json!({"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9-]*$"});
    let line = "[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*";
    let title = json!({"type": "string", "pattern": format!("^{line}\\S{line}$")});
    let mut callouts = Map::new();
    for (key, tag) in KIND_KEYS.iter().zip(TAGS) {
        let described = |value: &Json, what: &str| {
            let mut value = value.clone();
            value["description"] = json!(format!("{what} of the callout that a {} block becomes", tag.name));
            value
        };
        callouts.insert((*key).to_owned(), described(&name, "the name"));
        callouts.insert(format!("{key}-title"), described(&title, "the title"));
    }
    let kinds: Vec<&str> = kind_names().map(|(name, _)| name).collect();
    let mut properties = Map::from_iter([
        (
            "manifest".to_owned(),
            json!({"enum": ManifestMode::ALL.map(ManifestMode::name), "default": "keep", "description": "what becomes of the manifest"}),
        ),
        (
            "kinds".to_owned(),
            json!({"type": "array", "items": {"enum": kinds}, "description": "the kinds that are shown; none: all"}),
        ),
        (
            "raw".to_owned(),
            json!({"type": "boolean", "default": false, "description": "leave the renderer's own syntax in the text alone"}),
        ),
    ]);
    for dialect in DIALECTS {
        let table = json!({"type": "object", "properties": callouts, "additionalProperties": false, "description": dialect.about});
        properties.insert(dialect.name.to_owned(), table);
    }
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::dialects::{ManifestMode, dialect};
    use crate::tags::Kind;

    #[test]
    fn what_is_wrong_is_refused_where_it_stands() {
        for (text, at, hint) in [
            ("render = 1", "1", "`render` is a table"),
            ("[render]\nmanifset = \"keep\"", "manifset", "did you mean `manifest`?"),
            ("[render]\nmanifest = \"hide\"", "\"hide\"", "\"keep\", \"fold\", \"drop\""),
            ("[render]\nkinds = \"spec\"", "\"spec\"", "is a list"),
            ("[render]\nkinds = [\"spec\", \"fact\"]", "\"fact\"", "spec, note, bug, unverified"),
            ("[render]\nraw = \"yes\"", "\"yes\"", "true or false"),
            ("[render]\ngithub = \"NOTE\"", "\"NOTE\"", "`[render.github]`"),
            ("[render.githbu]\nspec = \"TIP\"", "githbu", "did you mean `github`?"),
            ("[render.github]\nspecs = \"TIP\"", "specs", "did you mean `spec`?"),
            ("[render.github]\nspec-titel = \"A\"", "spec-titel", "did you mean `spec-title`?"),
            ("[render.github]\nspec = \"TIP] x\"", "\"TIP] x\"", "one word"),
            ("[render.github]\nspec = \"\"", "\"\"", "one word"),
            ("[render.github]\nspec = \"-tip\"", "\"-tip\"", "one word"),
            ("[render.github]\nspec = 1", "1", "must be a string"),
            ("[render.github]\nspec-title = \"a\\nb\"", "\"a\\nb\"", "one line"),
            ("[render.github]\nspec-title = \" \"", "\" \"", "one line"),
        ] {
            let error = Config::parse(text).expect_err(text);
            assert!(error.message.contains(hint), "{text}: {}", error.message);
            assert!(text[error.span.range()].contains(at), "{text}: {:?}", error.span);
        }
    }

    #[test]
    fn what_is_said_holds_for_its_dialect_and_is_shown_again() {
        let text = "[render]\nmanifest = \"drop\"\nkinds = [\"spec\", \"?\"]\nraw = true\n\
                    [render.github]\nspec = \"TIP\"\nbug-title = 'Known \"bug\"'\n[render.myst]\n";
        let config = Config::parse(text).expect("valid");
        let of = |name: &str| config.render.options(dialect(name).expect("a dialect"));
        let github = of("github");
        assert_eq!(github.manifest, ManifestMode::Drop);
        assert_eq!((&github.kinds[..], github.raw), (&[Kind::Spec, Kind::Unverified][..], true));
        assert_eq!(github.mapping.names[0].as_deref(), Some("TIP"));
        assert_eq!(github.mapping.titles[2].as_deref(), Some("Known \"bug\""));
        assert_eq!(of("gitlab").mapping, crate::dialects::Mapping::default());
        let shown = config.show(&config.settings("a.md"));
        let again = Config::parse(&shown).expect(&shown);
        assert_eq!(again.show(&again.settings("a.md")), shown);
        assert!(shown.contains("[render.github]\nspec = \"TIP\"\nbug-title = 'Known \"bug\"'\n"), "{shown}");
    }
}
