//! Writes out a configuration: every key with the value in effect, as valid TOML.

use tagdown::prose::Language;
use tagdown::rules::{RULES, Settings};
use tagdown_write::convert::callouts::VALUES;

use super::file::Config;
use super::render;
use super::values::quote;

impl Config {
    /// The settings in effect for a document, in TOML.
    pub fn show(&self, settings: &Settings) -> String {
        let list = |patterns: &[String]| {
            let quoted: Vec<String> = patterns.iter().map(|pattern| quote(pattern)).collect();
            format!("[{}]", quoted.join(", "))
        };
        let spacing = settings.tag_spacing.name();
        let language = match settings.language {
            Language::Auto => "auto",
            Language::English => "en",
            // Which other language it is makes no difference to the rules.
            Language::Other => "und",
        };
        let mut out = format!("tag-spacing = \"{spacing}\"\nlanguage = \"{language}\"\n");
        out.push_str(&format!("include = {}\n", list(&self.include.patterns)));
        out.push_str(&format!("exclude = {}\n", list(&self.exclude.patterns)));
        out.push_str(&format!("require-tagged = {}\n", list(&self.require_tagged.patterns)));
        out.push_str(&format!("fail-on = \"{}\"\n", self.fail_on.unwrap_or_default().name()));
        if let Some(file) = &self.baseline {
            out.push_str(&format!("baseline = {}\n", quote(file)));
        }
        if let Some(size) = self.max_file_size {
            out.push_str(&format!("max-file-size = {size}\n"));
        }
        if let Some(budget) = self.budget {
            out.push_str(&format!("budget = {budget}\n"));
        }
        if let Some(folder) = &self.templates {
            out.push_str(&format!("templates = {}\n", quote(folder)));
        }
        out.push_str(&format!("promote-record = \"{}\"\n", self.promote_record.name()));
        if self.tags.iter().next().is_some() {
            out.push_str("\n[tags]\n");
            self.tags
                .iter()
                .for_each(|(name, kind)| out.push_str(&format!("{name} = \"{}\"\n", kind.name())));
        }
        for (dialect, kinds) in &self.convert {
            out.push_str(&format!("\n[convert.{dialect}]\n"));
            for (name, kind) in kinds {
                let word = VALUES.iter().find(|(_, value)| value == kind).map_or("", |(word, _)| *word);
                out.push_str(&format!("{} = \"{word}\"\n", quote(name)));
            }
        }
        out.push_str("\n[rules]\n");
        for rule in RULES {
            let active = settings.rules.iter().find(|active| active.rule.name == rule.name);
            let severity = active.map_or("off", |active| active.severity.name());
            let options = active.map_or(&[][..], |active| &active.options);
            let options: Vec<String> = rule
                .options
                .iter()
                .zip(options)
                .map(|(option, value)| format!(", {} = {value}", option.name))
                .collect();
            if options.is_empty() {
                out.push_str(&format!("{} = \"{severity}\"\n", rule.name));
            } else {
                let options = options.concat();
                out.push_str(&format!("{} = {{ severity = \"{severity}\"{options} }}\n", rule.name));
            }
        }
        out + &render::show(&self.render)
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn what_is_shown_can_be_read_and_says_the_same() {
        let text = "tag-spacing = \"either\"\nlanguage = \"de\"\nexclude = ['a \"b\"', \"c\"]\nbudget = 9\n\
                    templates = \"forms\"\nfail-on = \"info\"\nbaseline = \"old.json\"\npromote-record = \"changelog\"\nmax-file-size = \"2 MB\"\n[convert.material]\ntip = \"leave\"\n[rules]\nspec-prose = { severity = \"info\", max = 7 }\ntitled-tag = \"off\"\n";
        let config = Config::parse(text).expect("valid");
        let shown = config.show(&config.settings("a.md"));
        let again = Config::parse(&shown).expect(&shown);
        assert_eq!(again.show(&again.settings("a.md")), shown);
        for line in [
            "spec-prose = { severity = \"info\", max = 7 }",
            "titled-tag = \"off\"",
            "budget = 9",
            "templates = \"forms\"",
            "fail-on = \"info\"",
            "baseline = \"old.json\"",
            "promote-record = \"changelog\"",
            "\"tip\" = \"leave\"",
        ] {
            assert!(shown.contains(line), "{shown}");
        }
    }
}
