//! The configuration file as a type, and the settings that result for one document. Unknown keys, rules and values are
//! errors that point at their place.

pub(super) use super::values::{ConfigError, Globs};

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobSetBuilder};
use tagdown::document::{OwnTags, TagSpacing};
use tagdown::prose::Language;
use tagdown::rules::{Active, RULES, Rule, Settings, Severity, unknown_rule};
use tagdown::text::Span;
use tagdown_render::RenderSettings;
use tagdown_write::author::Record;
use tagdown_write::convert::callouts::Kinds;
use toml::de::{DeTable, DeValue};

use super::convert::configured;
use super::fail_on::FailOn;
use super::render::render;
use super::values::{
    Value, budget, fail_on, file_below, file_size, globs, language, own_tags, record, refuse, span_of,
    tag_spacing, text, unknown,
};

/// How many globs a configuration may have. Each takes about 12 kB of memory.
const MAX_GLOBS: usize = 1_000;

/// The keys of a configuration.
pub const KEYS: &[&str] = &[
    "tag-spacing",
    "language",
    "include",
    "exclude",
    "require-tagged",
    "fail-on",
    "baseline",
    "max-file-size",
    "budget",
    "templates",
    "promote-record",
    "tags",
    "render",
    "convert",
    "rules",
    "overrides",
];

/// The keys of an override.
pub const OVERRIDE_KEYS: &[&str] = &["paths", "tag-spacing", "language", "rules"];

/// The configuration of one rule.
#[derive(Clone, Debug, Default)]
pub struct RuleConfig {
    /// `None`: the default; `Some(None)`: off.
    pub severity: Option<Option<Severity>>,
    /// Options by name.
    pub options: BTreeMap<&'static str, usize>,
}

type RuleConfigs = BTreeMap<&'static str, RuleConfig>;

/// Settings for some paths.
#[derive(Clone, Debug)]
pub struct Override {
    /// The paths, relative to the configuration's folder.
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
    /// Files to include when walking a folder.
    pub include: Globs,
    /// Files to skip when walking a folder.
    pub exclude: Globs,
    /// Files that must be tagged documents.
    pub require_tagged: Globs,
    /// The lowest severity that makes a check fail.
    pub fail_on: Option<FailOn>,
    /// The file with known findings, relative to the configuration.
    pub baseline: Option<String>,
    /// The largest file to read, in bytes.
    pub max_file_size: Option<u64>,
    /// The default token budget of a view.
    pub budget: Option<usize>,
    /// The folder with the project's own templates, relative to the configuration.
    pub templates: Option<String>,
    /// Where `promote` records a confirmation.
    pub promote_record: Record,
    /// The tags that the project declares, with the kinds that they read as.
    pub tags: OwnTags,
    /// How documents are rendered.
    pub render: RenderSettings,
    /// The kinds that `convert --from` gives to callouts, by dialect.
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
            fail_on: None,
            baseline: None,
            max_file_size: None,
            budget: None,
            templates: None,
            promote_record: Record::Note,
            tags: OwnTags::default(),
            render: RenderSettings::default(),
            convert: BTreeMap::new(),
            rules: BTreeMap::new(),
            overrides: Vec::new(),
        }
    }
}

fn markdown_files() -> Globs {
    let mut set = GlobSetBuilder::new();
    let patterns = ["**/*.md", "**/*.mdx", "**/*.markdown"];
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
        check_count(root.get_ref())?;
        let mut config = Config::default();
        for (key, value) in root.get_ref() {
            match key.get_ref().as_ref() {
                "tag-spacing" => config.tag_spacing = tag_spacing(value)?,
                "language" => config.language = language(value)?,
                "include" => config.include = globs(value)?,
                "exclude" => config.exclude = globs(value)?,
                "require-tagged" => config.require_tagged = globs(value)?,
                "fail-on" => config.fail_on = Some(fail_on(value)?),
                "baseline" => config.baseline = Some(file_below(value, "baseline")?),
                "max-file-size" => config.max_file_size = Some(file_size(value)?),
                "budget" => config.budget = Some(budget(value)?),
                "templates" => config.templates = Some(text(value, "a folder")?.to_owned()),
                "promote-record" => config.promote_record = record(value)?,
                "tags" => config.tags = own_tags(value)?,
                "render" => config.render = render(value)?,
                "convert" => config.convert = configured(value)?,
                "rules" => config.rules = rules(value)?,
                "overrides" => config.overrides = overrides(value)?,
                other => return Err(unknown("key", other, KEYS, span_of(key))),
            }
        }
        Ok(config)
    }

    /// How many globs it has.
    pub(crate) fn count_globs(&self) -> usize {
        let overrides = self.overrides.iter().map(|one| &one.paths);
        let all = [&self.include, &self.exclude, &self.require_tagged].into_iter().chain(overrides);
        all.map(|globs| globs.patterns.len()).sum()
    }

    /// The settings for a document at `path`, relative to the configuration.
    pub fn settings(&self, path: &str) -> Settings {
        let matching: Vec<&Override> =
            self.overrides.iter().filter(|entry| entry.paths.is_match(path)).collect();
        let layers = || [&self.rules].into_iter().chain(matching.iter().map(|entry| &entry.rules));
        let active = |rule: &&'static Rule| {
            let says = || layers().filter_map(|layer| layer.get(rule.name));
            let default = (!rule.is_off).then_some(rule.severity);
            let severity = says().filter_map(|config| config.severity).next_back().unwrap_or(default)?;
            let value = |name| says().filter_map(|config| config.options.get(name).copied()).next_back();
            let options =
                rule.options.iter().map(|option| value(option.name).unwrap_or(option.default)).collect();
            Some(Active { rule, severity, options })
        };
        let spacing = matching.iter().filter_map(|entry| entry.tag_spacing).next_back();
        let language = matching.iter().filter_map(|entry| entry.language).next_back();
        Settings::new(
            RULES.iter().filter_map(active).collect(),
            spacing.unwrap_or(self.tag_spacing),
            language.unwrap_or(self.language),
        )
        .with_own_tags(self.tags.clone())
    }
}

/// Refuses a configuration with too many globs, before they take memory.
fn check_count(root: &DeTable<'_>) -> Result<(), ConfigError> {
    let mut count = 0;
    let mut add = |value: &Value<'_>| {
        count += value.get_ref().as_array().map_or(0, |items| items.len());
        if count > MAX_GLOBS {
            return refuse(value, format!("more than {MAX_GLOBS} globs in one configuration"));
        }
        Ok(())
    };
    for (key, value) in root {
        match key.get_ref().as_ref() {
            "include" | "exclude" | "require-tagged" => add(value)?,
            "overrides" => {
                let items = value.get_ref().as_array().into_iter().flatten();
                items.filter_map(|item| item.get_ref().as_table()?.get("paths")).try_for_each(&mut add)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn rules(value: &Value<'_>) -> Result<RuleConfigs, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "`rules` must be a table of rule names");
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
                        return refuse(value, format!("`{name}` must be a whole number"));
                    };
                    let number =
                        number.to_string().parse().or_else(|_| refuse(value, "must be 0 or more"))?;
                    config.options.insert(option.name, number);
                } else {
                    let names = rule.options.iter().map(|option| option.name).chain(["severity"]);
                    return Err(unknown(
                        &format!("`{}` option", rule.name),
                        name,
                        &names.collect::<Vec<_>>(),
                        span_of(key),
                    ));
                }
            }
        }
        _ => return refuse(value, "a rule must be a severity or a table of options"),
    }
    Ok(config)
}

fn severity(value: &Value<'_>) -> Result<Option<Severity>, ConfigError> {
    match text(value, "a severity")? {
        "error" => Ok(Some(Severity::Error)),
        "warning" => Ok(Some(Severity::Warning)),
        "info" => Ok(Some(Severity::Info)),
        "off" => Ok(None),
        other => refuse(value, format!("`{other}` is not a severity; write error, warning, info or off")),
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
                return Err(unknown("override key", other, OVERRIDE_KEYS, span_of(key)));
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
            ("[rules]\nspec-prose = { maximum = 3 }", "maximum", "unknown `spec-prose` option"),
            ("[rules]\nspec-prose = \"fatal\"", "\"fatal\"", "error, warning, info or off"),
            ("exclude = [\"a[\"]", "\"a[\"", "not a valid glob"),
            ("[[overrides]]\nrules = {}", "", "needs `paths`"),
            ("max-file-size = \"ten\"", "\"ten\"", "is not a size"),
            ("fail-on = \"fatal\"", "\"fatal\"", "error, warning, info, never"),
            ("baseline = \"/etc/passwd\"", "\"/etc/passwd\"", "below the configuration's folder"),
            ("baseline = \"a/../../b.json\"", "\"a/../../b.json\"", "below the configuration's folder"),
            ("baseline = \"\"", "\"\"", "below the configuration's folder"),
            ("language = \"english\"", "english", "a code such as \"en\""),
            ("[convert.materiel]", "materiel", "did you mean `material`?"),
            ("[convert.material]\nwarning = \"specs\"", "\"specs\"", "spec, note, bug, unverified, leave"),
            ("convert = 1", "1", "below `[convert.DIALECT]`"),
            (&format!("exclude = [\"{}\"]", "?".repeat(600)), "?", "longer than 500 bytes"),
            (&format!("exclude = [{}]", "\"a\",".repeat(1_001)), "a", "more than 1000 globs"),
            (&"[[overrides]]\npaths = [\"a\"]\n".repeat(1_001), "a", "more than 1000 globs"),
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
