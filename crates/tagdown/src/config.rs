//! The configuration file as a type, and what it comes to for one document. Unknown keys, rules and
//! values are refused with the place where they stand.

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobSetBuilder};
use toml::de::{DeTable, DeValue};

use crate::author::Record;
use crate::convert::from::{Kinds, configured};
use crate::finding::Severity;
use crate::language::Language;
use crate::render_config::{RenderConfig, render};
use crate::rules::{RULES, Rule};
use crate::settings::{Active, Settings};
use crate::source::Span;
use crate::tags::nearest_name;
pub use crate::values::{Globs, parse_size};
use crate::values::{
    Value, budget, file_size, globs, language, record, refuse, span_of, tag_spacing, text, unknown,
};

/// The keys of a configuration.
pub const KEYS: &[&str] = &[
    "tag-spacing",
    "language",
    "include",
    "exclude",
    "require-tagged",
    "max-file-size",
    "budget",
    "templates",
    "promote-record",
    "render",
    "convert",
    "rules",
    "overrides",
];

/// The keys of an override.
pub const OVERRIDE_KEYS: &[&str] = &["paths", "tag-spacing", "language", "rules"];

/// Where and why a configuration was refused.
#[derive(Clone, Debug)]
pub struct ConfigError {
    /// Bytes of the configuration's text.
    pub span: Span,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// Whether a blank line may stand between a tag and its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagSpacing {
    /// It may not, as the format says.
    #[default]
    Strict,
    /// It may, for projects whose formatter puts one there.
    Either,
}

impl TagSpacing {
    /// All values.
    pub const ALL: [TagSpacing; 2] = [Self::Strict, Self::Either];

    /// As it is written in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Either => "either",
        }
    }
}

/// What a configuration says of one rule.
#[derive(Clone, Debug, Default)]
pub struct RuleConfig {
    /// `None`: the default; `Some(None)`: off.
    pub severity: Option<Option<Severity>>,
    /// Options by name.
    pub options: BTreeMap<&'static str, usize>,
}

type RuleConfigs = BTreeMap<&'static str, RuleConfig>;

/// Settings for some paths only.
#[derive(Clone, Debug)]
pub struct Override {
    /// Which paths, relative to the configuration's folder.
    pub paths: Globs,
    tag_spacing: Option<TagSpacing>,
    language: Option<Language>,
    rules: RuleConfigs,
}

/// A configuration file.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether a blank line may follow a tag.
    pub tag_spacing: TagSpacing,
    /// The language of the documents.
    pub language: Language,
    /// Files that are looked at while walking a folder.
    pub include: Globs,
    /// Files that are not.
    pub exclude: Globs,
    /// Files that must be tagged documents.
    pub require_tagged: Globs,
    /// The largest file that is read, in bytes.
    pub max_file_size: Option<u64>,
    /// How many tokens a view may have unless the command says.
    pub budget: Option<usize>,
    /// The folder of own templates, relative to the configuration.
    pub templates: Option<String>,
    /// Where `promote` writes a confirmation down.
    pub promote_record: Record,
    /// How documents are rendered.
    pub render: RenderConfig,
    /// What `convert --from` makes of callouts, by dialect.
    pub convert: BTreeMap<&'static str, Kinds>,
    rules: RuleConfigs,
    overrides: Vec<Override>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tag_spacing: TagSpacing::Strict,
            language: Language::Auto,
            include: markdown_files(),
            exclude: Globs::none(),
            require_tagged: Globs::none(),
            max_file_size: None,
            budget: None,
            templates: None,
            promote_record: Record::Note,
            render: RenderConfig::default(),
            convert: BTreeMap::new(),
            rules: BTreeMap::new(),
            overrides: Vec::new(),
        }
    }
}

fn markdown_files() -> Globs {
    let mut set = GlobSetBuilder::new();
    let patterns = ["**/*.md", "**/*.markdown"];
    for pattern in patterns {
        set.add(GlobBuilder::new(pattern).case_insensitive(true).build().expect("a valid glob"));
    }
    Globs::new(set.build().expect("valid globs"), patterns.map(str::to_owned).to_vec())
}

impl Config {
    /// Reads a configuration.
    pub fn parse(source: &str) -> Result<Config, ConfigError> {
        let root = DeTable::parse(source).map_err(|error| {
            let range = error.span().unwrap_or(0..0);
            ConfigError { span: Span::new(range.start, range.end), message: error.message().to_owned() }
        })?;
        let mut config = Config::default();
        for (key, value) in root.get_ref() {
            match key.get_ref().as_ref() {
                "tag-spacing" => config.tag_spacing = tag_spacing(value)?,
                "language" => config.language = language(value)?,
                "include" => config.include = globs(value)?,
                "exclude" => config.exclude = globs(value)?,
                "require-tagged" => config.require_tagged = globs(value)?,
                "max-file-size" => config.max_file_size = Some(file_size(value)?),
                "budget" => config.budget = Some(budget(value)?),
                "templates" => config.templates = Some(text(value, "a folder")?.to_owned()),
                "promote-record" => config.promote_record = record(value)?,
                "render" => config.render = render(value)?,
                "convert" => config.convert = configured(value)?,
                "rules" => config.rules = rules(value)?,
                "overrides" => config.overrides = overrides(value)?,
                other => return Err(unknown("key", other, KEYS, span_of(key))),
            }
        }
        Ok(config)
    }

    /// What the configuration comes to for a document at `path`, relative to the configuration.
    pub fn settings(&self, path: &str) -> Settings {
        let matching: Vec<&Override> =
            self.overrides.iter().filter(|entry| entry.paths.is_match(path)).collect();
        let layers = || [&self.rules].into_iter().chain(matching.iter().map(|entry| &entry.rules));
        let active = |rule: &&'static Rule| {
            let says = || layers().filter_map(|layer| layer.get(rule.name));
            let severity =
                says().filter_map(|config| config.severity).next_back().unwrap_or(Some(rule.severity))?;
            let value = |name| says().filter_map(|config| config.options.get(name).copied()).next_back();
            let options =
                rule.options.iter().map(|option| value(option.name).unwrap_or(option.default)).collect();
            Some(Active { rule, severity, options })
        };
        let spacing = matching.iter().filter_map(|entry| entry.tag_spacing).next_back();
        let language = matching.iter().filter_map(|entry| entry.language).next_back();
        Settings {
            rules: RULES.iter().filter_map(active).collect(),
            tag_spacing: spacing.unwrap_or(self.tag_spacing),
            language: language.unwrap_or(self.language),
        }
    }
}

/// Why a rule's name was refused, wherever it was given.
pub fn unknown_rule(name: &str) -> String {
    let names = RULES.iter().map(|rule| rule.name);
    match nearest_name(&name.to_lowercase(), names) {
        Some(near) => format!("unknown rule `{name}`; did you mean `{near}`?"),
        None => format!("unknown rule `{name}`; `tagdown explain` lists them all"),
    }
}

fn rules(value: &Value<'_>) -> Result<RuleConfigs, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "`rules` is a table of rule names");
    };
    let mut configs = BTreeMap::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let Some(rule) = RULES.iter().find(|rule| rule.name == name) else {
            return Err(ConfigError { span: span_of(key), message: unknown_rule(name) });
        };
        configs.insert(rule.name, rule_config(rule, value)?);
    }
    Ok(configs)
}

fn rule_config(rule: &'static Rule, value: &Value<'_>) -> Result<RuleConfig, ConfigError> {
    let mut config = RuleConfig::default();
    match value.get_ref() {
        DeValue::String(_) => config.severity = Some(severity(value)?),
        DeValue::Table(table) => {
            for (key, value) in table {
                let name = key.get_ref().as_ref();
                if name == "severity" {
                    config.severity = Some(severity(value)?);
                } else if let Some(option) = rule.options.iter().find(|option| option.name == name) {
                    let DeValue::Integer(number) = value.get_ref() else {
                        return refuse(value, format!("`{name}` is a whole number"));
                    };
                    let number =
                        number.to_string().parse().or_else(|_| refuse(value, "must be 0 or more"))?;
                    config.options.insert(option.name, number);
                } else {
                    let names = rule.options.iter().map(|option| option.name).chain(["severity"]);
                    return Err(unknown(
                        &format!("option of `{}`", rule.name),
                        name,
                        &names.collect::<Vec<_>>(),
                        span_of(key),
                    ));
                }
            }
        }
        _ => return refuse(value, "a rule is set to a severity or to a table of options"),
    }
    Ok(config)
}

fn severity(value: &Value<'_>) -> Result<Option<Severity>, ConfigError> {
    match text(value, "a severity")? {
        "error" => Ok(Some(Severity::Error)),
        "warning" => Ok(Some(Severity::Warning)),
        "info" => Ok(Some(Severity::Info)),
        "off" => Ok(None),
        other => refuse(value, format!("`{other}` is no severity; write error, warning, info or off")),
    }
}

fn overrides(value: &Value<'_>) -> Result<Vec<Override>, ConfigError> {
    let DeValue::Array(items) = value.get_ref() else {
        return refuse(value, "write each override as `[[overrides]]`");
    };
    items.iter().map(one_override).collect()
}

fn one_override(value: &Value<'_>) -> Result<Override, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "write each override as `[[overrides]]`");
    };
    let mut paths = None;
    let mut made =
        Override { paths: Globs::none(), tag_spacing: None, language: None, rules: BTreeMap::new() };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "paths" => paths = Some(globs(value)?),
            "tag-spacing" => made.tag_spacing = Some(tag_spacing(value)?),
            "language" => made.language = Some(language(value)?),
            "rules" => made.rules = rules(value)?,
            other => {
                return Err(unknown("key of an override", other, OVERRIDE_KEYS, span_of(key)));
            }
        }
    }
    match paths {
        Some(paths) => Ok(Override { paths, ..made }),
        None => refuse(value, "an override needs `paths`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_is_refused_where_it_stands() {
        for (text, at, hint) in [
            ("tag-spaceing = \"either\"", "tag-spaceing", "did you mean `tag-spacing`?"),
            ("[rules]\ninline-contnet = \"off\"", "inline-contnet", "did you mean `inline-content`?"),
            ("[rules]\nspec-prose = { maximum = 3 }", "maximum", "unknown option of `spec-prose`"),
            ("[rules]\nspec-prose = \"fatal\"", "\"fatal\"", "error, warning, info or off"),
            ("exclude = [\"a[\"]", "\"a[\"", "not a valid glob"),
            ("[[overrides]]\nrules = {}", "", "needs `paths`"),
            ("max-file-size = \"ten\"", "\"ten\"", "is no size"),
            ("language = \"english\"", "english", "a code such as \"en\""),
            ("[convert.materiel]", "materiel", "did you mean `material`?"),
            ("[convert.material]\nwarning = \"specs\"", "\"specs\"", "spec, note, bug, unverified, leave"),
            ("convert = 1", "1", "below `[convert.DIALECT]`"),
            ("a = ", "", ""),
        ] {
            let error = Config::parse(text).expect_err(text);
            assert!(error.message.contains(hint), "{text}: {}", error.message);
            assert!(text[error.span.range()].contains(at), "{text}: {:?}", error.span);
        }
    }

    #[test]
    fn overrides_hold_for_their_paths_only() {
        let text = "tag-spacing = \"either\"\n[rules]\nspec-prose = { severity = \"info\", max = 5 }\n\
                    [[overrides]]\npaths = [\"old\"]\ntag-spacing = \"strict\"\nrules = { spec-prose = \"off\" }";
        let config = Config::parse(text).expect("valid");
        let of = |path: &str| {
            let settings = config.settings(path);
            let prose = settings.rules.iter().find(|active| active.rule.name == "spec-prose").cloned();
            (settings.tag_spacing, prose.map(|active| (active.severity, active.options)))
        };
        assert_eq!(of("new/a.md"), (TagSpacing::Either, Some((Severity::Info, vec![5]))));
        assert_eq!(of("old/a.md"), (TagSpacing::Strict, None));
    }
}
