//! The rendering part of a configuration: the defaults of `tagdown render`, and the callouts of each dialect.

use serde_json::{Map, Value as Json, json};
use tagdown::document::{Kind, TAGS};
use tagdown_render::{
    DIALECTS, Dialect, KIND_KEYS, ManifestMode, Mapping, RENDER_KEYS, RenderSettings, kind_named, kind_names,
};
use toml::de::DeValue;

use super::values::{ConfigError, Value, quote, refuse, span_of, text, unknown};

/// The settings in TOML.
pub(crate) fn show(settings: &RenderSettings) -> String {
    let mut own = String::new();
    if let Some(manifest) = settings.manifest {
        own.push_str(&format!("manifest = {}\n", quote(manifest.name())));
    }
    if let Some(kinds) = &settings.kinds {
        let names: Vec<String> = kinds.iter().map(|kind| quote(KIND_KEYS[*kind as usize])).collect();
        own.push_str(&format!("kinds = [{}]\n", names.join(", ")));
    }
    if let Some(raw) = settings.raw {
        own.push_str(&format!("raw = {raw}\n"));
    }
    let mut out = if own.is_empty() { own } else { format!("\n[render]\n{own}") };
    for (dialect, mapping) in &settings.mappings {
        out.push_str(&format!("\n[render.{dialect}]\n"));
        for (key, (name, title)) in KIND_KEYS.iter().zip(mapping.names.iter().zip(&mapping.titles)) {
            out.extend(name.as_ref().map(|name| format!("{key} = {}\n", quote(name))));
            out.extend(title.as_ref().map(|title| format!("{key}-title = {}\n", quote(title))));
        }
    }
    out
}

/// Reads `[render]`.
pub(crate) fn render(value: &Value<'_>) -> Result<RenderSettings, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "`render` must be a table with subtables such as `[render.github]`");
    };
    let mut config = RenderSettings::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "manifest" => {
                let mode = ManifestMode::from_name(text(value, "`manifest`")?);
                config.manifest = Some(mode.or_else(|message| refuse(value, message))?);
            }
            "kinds" => config.kinds = Some(kinds(value)?),
            "raw" => {
                let DeValue::Boolean(raw) = value.get_ref() else {
                    return refuse(value, "`raw` must be true or false");
                };
                config.raw = Some(*raw);
            }
            name => {
                let Some(dialect) = tagdown_render::dialects::dialect(name) else {
                    let names: Vec<&str> =
                        DIALECTS.iter().map(|dialect| dialect.name).chain(RENDER_KEYS).collect();
                    return Err(unknown("dialect or `render` key", name, &names, span_of(key)));
                };
                config.mappings.insert(dialect.name, mapping(dialect, value)?);
            }
        }
    }
    Ok(config)
}

fn kinds(value: &Value<'_>) -> Result<Vec<Kind>, ConfigError> {
    let DeValue::Array(items) = value.get_ref() else {
        return refuse(value, "`kinds` must be a list, such as [\"spec\", \"bug\"]");
    };
    let kind = |item| kind_named(text(item, "a kind")?).or_else(|message| refuse(item, message));
    items.iter().map(kind).collect()
}

fn mapping(dialect: &Dialect, value: &Value<'_>) -> Result<Mapping, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, format!("write this as a table: `[render.{}]`", dialect.name));
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
            return Err(unknown(&format!("`render.{}` key", dialect.name), name, &known, span_of(key)));
        }
    }
    Ok(mapping)
}

/// Anything but one plain word would end the name or the callout in some renderer.
fn callout_name(value: &Value<'_>) -> Result<String, ConfigError> {
    let name = text(value, "a callout name")?;
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_word {
        Ok(name.to_owned())
    } else {
        refuse(value, format!("`{name}` is not a callout name; write one word of letters, digits and `-`"))
    }
}

fn callout_title(value: &Value<'_>) -> Result<String, ConfigError> {
    let title = text(value, "a callout title")?;
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if title.trim().is_empty() || title.contains(breaks) {
        return refuse(value, "a callout title must be one line of text without control characters");
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
            json!({"enum": ManifestMode::ALL.map(ManifestMode::name), "default": "keep", "description": "what to do with the manifest"}),
        ),
        (
            "kinds".to_owned(),
            json!({"type": "array", "items": {"enum": kinds}, "description": "the kinds to show; all if empty"}),
        ),
        (
            "raw".to_owned(),
            json!({"type": "boolean", "default": false, "description": "keep the renderer's own syntax in the text unchanged"}),
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
    use tagdown::document::Kind;
    use tagdown_render::ManifestMode;
    use tagdown_render::dialects::dialect;

    #[test]
    fn what_is_wrong_is_refused_where_it_stands() {
        for (text, at, hint) in [
            ("render = 1", "1", "`render` must be a table"),
            ("[render]\nmanifset = \"keep\"", "manifset", "did you mean `manifest`?"),
            ("[render]\nmanifest = \"hide\"", "\"hide\"", "\"keep\", \"fold\", \"drop\""),
            ("[render]\nkinds = \"spec\"", "\"spec\"", "must be a list"),
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
        assert_eq!(of("gitlab").mapping, tagdown_render::Mapping::default());
        let shown = config.show(&config.settings("a.md"));
        let again = Config::parse(&shown).expect(&shown);
        assert_eq!(again.show(&again.settings("a.md")), shown);
        assert!(shown.contains("[render.github]\nspec = \"TIP\"\nbug-title = 'Known \"bug\"'\n"), "{shown}");
    }
}
