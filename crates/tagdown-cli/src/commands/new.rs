//! `tagdown new`: creates a document from a template.

use std::path::{Path, PathBuf};

use tagdown::document::parse;
use tagdown::rules::{Finding, Severity, check, is_authors_own};
use tagdown::text::nearest_name;
use tagdown::text::{plural, tame};
use tagdown_project::clock;
use tagdown_project::config::Loaded;
use tagdown_project::opening::{Within, text_within};
use tagdown_project::paths::reason;
use tagdown_project::{git, writing};
use tagdown_write::author::{MARKER, NAMES, TEMPLATES, Values, fill, title_of};

use crate::args::{Global, NewArgs};
use crate::terminal::{Exit, Problem, output, shell};

/// The default folder for the user's own templates.
const FOLDER: &str = ".tagdown/templates";

/// The maximum size of a template.
const MAX_SIZE: u64 = 1_000_000;

pub(crate) fn run(args: &NewArgs, global: &Global) -> Result<Exit, Problem> {
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("-"));
    let is_printed = path.as_os_str() == "-";
    let mut configs = global.configs()?;
    let config = if is_printed { configs.of_folder(Path::new("."))? } else { configs.of_file(&path)? };
    let own = own_templates(&config)?;
    if args.list {
        output::write(&list(&own))?;
        return Ok(Exit::Clean);
    }
    if !is_printed && path.symlink_metadata().is_ok() {
        return Err(
            format!("{}: already exists; existing files are never overwritten", path.display()).into()
        );
    }
    let template = template(&args.template, &own, beside(&config))?;
    let name = path.to_string_lossy();
    let title = args.title.clone().unwrap_or_else(|| title_of(if is_printed { "" } else { &name }));
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() {
        return Err("the title is empty".to_owned().into());
    }
    let author = args.author.clone().or_else(|| git::user_name(Path::new(".")));
    let author = author
        .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|name| !name.is_empty());
    let date = clock::date();
    let values =
        Values { title: &title, version: &args.document_version, author: author.as_deref(), date: &date };
    let text = fill(&template, &values);
    for name in unknown_names(&template) {
        output::complain(&format!("unknown placeholder `{name}`; left unchanged"));
    }
    let document = parse(&text);
    let findings = check(&document, &config.settings(&path));
    let is_reason = |one: &&Finding| one.severity > Severity::Info && !is_authors_own(one);
    if let Some(finding) = findings.iter().find(is_reason) {
        let line = document.source.position(finding.span.start).line;
        let name = &args.template;
        return Err(format!(
            "not written: a document from the `{name}` template would not pass `check`: line {line}: {} ({})",
            finding.message, finding.rule
        )
        .into());
    }
    if is_printed {
        output::write(&output::shown(&text))?;
        return Ok(Exit::Clean);
    }
    let shown = path.display();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        writing::make_folder(folder, Within::Folder)?;
    }
    writing::create(&path, &text).map_err(|problem| format!("{shown}: {problem}"))?;
    let word = shell::paths(std::slice::from_ref(&path));
    let markers = text.matches(MARKER).count();
    let mut said =
        format!("{}: created from the `{}` template\n", tame(&path.to_string_lossy()), args.template);
    if markers > 0 {
        said.push_str(&format!("{} to fill in: grep -n {MARKER} {word}\n", plural(markers, "place")));
    }
    said.push_str(&format!("then run: tagdown check {word}\n"));
    output::write(&said)?;
    Ok(Exit::Clean)
}

/// The unknown placeholders in a template.
fn unknown_names(template: &str) -> Vec<&str> {
    let parts = template.match_indices("{{").filter_map(|(at, _)| {
        let rest = &template[at..];
        let end = rest.find("}}")? + 2;
        let name = rest[2..end - 2].trim();
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let is_known = NAMES.contains(&&rest[..end]);
        (is_word && !is_known).then_some(&rest[..end])
    });
    parts.collect()
}

/// One of the user's own templates: its name and file.
type Own = (String, PathBuf);

/// The folder that templates are relative to.
fn beside(config: &Loaded) -> &Path {
    let folder = config.file.as_ref().and_then(|file| file.parent());
    folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The templates in the configured folder, by name.
fn own_templates(config: &Loaded) -> Result<Vec<Own>, Problem> {
    let beside = beside(config);
    let named = config.config.templates.as_deref();
    let folder = beside.join(named.unwrap_or(FOLDER));
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Vec::new());
        }
        Err(error) => {
            return Err(
                format!("cannot read the templates in {}: {}", folder.display(), reason(&error)).into()
            );
        }
    };
    let mut own = Vec::new();
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let is_markdown = path.extension().is_some_and(|ending| ending == "md");
        if let Some(name) = path.file_stem().and_then(|stem| stem.to_str()).filter(|_| is_markdown) {
            own.push((name.to_owned(), path.clone()));
        }
    }
    own.sort();
    Ok(own)
}

fn template(name: &str, own: &[Own], beside: &Path) -> Result<String, Problem> {
    if let Some((_, path)) = own.iter().find(|(known, _)| known == name) {
        let fail = |problem: String| format!("cannot read the template {}: {problem}", path.display());
        let read = text_within(path, MAX_SIZE, Within::Below(beside));
        return Ok(read.map_err(|unread| fail(unread.reason))?.0);
    }
    if let Some(template) = TEMPLATES.iter().find(|template| template.name == name) {
        return Ok(template.text.to_owned());
    }
    let known =
        own.iter().map(|(name, _)| name.as_str()).chain(TEMPLATES.iter().map(|template| template.name));
    let near = nearest_name(name, known.clone());
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("available: {}", known.collect::<Vec<_>>().join(", ")),
    };
    Err(format!("no template `{name}`; {hint}").into())
}

fn list(own: &[Own]) -> String {
    let mine = own.iter().map(|(name, path)| (name.as_str(), path.display().to_string()));
    let is_hidden = |name: &str| own.iter().any(|(known, _)| known == name);
    let known = TEMPLATES.iter().filter(|template| !is_hidden(template.name));
    let all: Vec<(&str, String)> =
        mine.chain(known.map(|template| (template.name, template.help.to_owned()))).collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        all.iter().map(|(name, help)| format!("{:width$}  {}", tame(name), tame(help))).collect();
    lines.join("\n") + "\n"
}
