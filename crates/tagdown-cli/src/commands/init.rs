//! `tagdown init`: shows what would be set up in a project, and writes the accepted changes.

use std::io::IsTerminal;
use std::path::Path;

use tagdown::print::{Style, unified};
use tagdown::text::plural;
use tagdown_project::opening::Within;
use tagdown_project::shell::quoted;
use tagdown_project::writing;

use crate::args::{Global, InitArgs};
use crate::commands::accept;
use crate::setup::{self, Plan, Step};
use crate::terminal::{Exit, Problem, ask, output, program};

pub(crate) fn run(args: &InitArgs, global: &Global) -> Result<Exit, Problem> {
    if !args.folder.is_dir() {
        return Err(format!("{}: no such folder", args.folder.display()).into());
    }
    let style = output::style(global);
    let mut asks = Asking::new(args.yes);
    if args.claude_desktop {
        return desktop(args, &mut asks, style);
    }
    let plan = setup::plan(&args.folder, &args.repository);
    let words = Words {
        done: "the project is already set up",
        command: command("--yes", args),
        next: "run `tagdown check` to check the documents here",
    };
    let exit = offer(&args.folder, &plan, &mut asks, style, &words)?;
    let is_left = !asks.has_quit && existing(args, global, &asks, style)?;
    Ok(if is_left { Exit::Findings } else { exit })
}

/// What is said about the steps of a plan.
struct Words {
    /// If there are none.
    done: &'static str,
    /// The command that takes them all.
    command: String,
    /// What comes after them.
    next: &'static str,
}

/// The command for the same folder with these options.
fn command(options: &str, args: &InitArgs) -> String {
    match args.folder.to_string_lossy().as_ref() {
        "." => format!("tagdown init {options}"),
        folder => format!("tagdown init {options} {}", quoted(folder)),
    }
}

/// Offers the entry for Claude Desktop.
fn desktop(args: &InitArgs, asks: &mut Asking, style: Style) -> Result<Exit, Problem> {
    let settings = setup::desktop::settings_folder().ok_or("there is no home folder".to_owned())?;
    if !settings.is_dir() {
        return Err(format!("{}: no such folder; install Claude Desktop first", settings.display()).into());
    }
    let program = program::path()?;
    let plan = setup::desktop::plan(&settings, &program, &std::path::absolute(&args.folder)?);
    output::write(&format!("settings: {}\n", settings.display()))?;
    let words = Words {
        done: "Claude Desktop already has these documents",
        command: command("--claude-desktop --yes", args),
        next: "restart Claude Desktop",
    };
    offer(&settings, &plan, asks, style, &words)
}

/// Shows the steps of a plan, and takes those that are accepted.
fn offer(
    folder: &Path,
    plan: &Plan,
    asks: &mut Asking,
    style: Style,
    words: &Words,
) -> Result<Exit, Problem> {
    if !plan.found.is_empty() {
        output::write(&format!("found: {}\n\n", plan.found.join(", ")))?;
    }
    let (mut written, mut left) = (0, 0);
    for (index, step) in plan.steps.iter().enumerate() {
        if asks.has_quit {
            left += plan.steps.len() - index;
            break;
        }
        output::write(&shown(step, style))?;
        match asks.about(step)? {
            Answer::Write => {
                make(folder, step)?;
                written += 1;
            }
            Answer::Leave => left += 1,
        }
    }
    finish(plan, [written, left], asks.is_silent(), words)
}

/// Offers to accept the findings that the project has. Returns whether the user asked for it and nothing was written.
fn existing(args: &InitArgs, global: &Global, asks: &Asking, style: Style) -> Result<bool, Problem> {
    // An invalid configuration is for `check` to report.
    let (findings, documents) = accept::count(&args.folder, global).unwrap_or_default();
    if findings == 0 {
        return Ok(false);
    }
    let said = format!("\n{} in {}", plural(findings, "finding"), plural(documents, "document"));
    if asks.none {
        let command = command(if args.baseline { "--yes --baseline" } else { "--baseline" }, args);
        output::write(&format!("{said}: to report only new ones, run `{command}`\n"))?;
        return Ok(args.baseline);
    }
    let plan = setup::baseline(&args.folder);
    let is_wanted = args.baseline
        || (!asks.all
            && is_accepted(&format!("{said}; accept them, so that `check` reports only new ones?"))?);
    if !is_wanted || plan.steps.is_empty() {
        let way = format!("to report only new ones, run `{}`", command("--baseline", args));
        let by_hand = plan.by_hand.first().unwrap_or(&way);
        output::write(&format!("{said}: {by_hand}\n"))?;
        return Ok(is_wanted);
    }
    for step in &plan.steps {
        output::write(&format!("\n{}", shown(step, style)))?;
        make(&args.folder, step)?;
    }
    let count = accept::write(&args.folder, global)?;
    let path = args.folder.join(setup::BASELINE);
    output::write(&format!(
        "{} written to {}; commit it, and `tagdown check` reports only new findings\n",
        plural(count, "finding"),
        path.strip_prefix(".").unwrap_or(&path).display()
    ))?;
    Ok(false)
}

fn shown(step: &Step, style: Style) -> String {
    let path = step.path.to_string_lossy();
    let what = if step.before.is_some() { "change to" } else { "new file" };
    let diff = unified(&path, step.before.as_deref().unwrap_or_default(), &step.after, style);
    let why = step.why.iter().map(|why| format!("- {why}")).collect::<Vec<_>>().join("\n");
    format!("{what} {path}\n{why}\n{diff}\n")
}

enum Answer {
    Write,
    Leave,
}

/// Asks the user, if one is present.
struct Asking {
    all: bool,
    none: bool,
    has_quit: bool,
}

impl Asking {
    fn new(all: bool) -> Self {
        let nobody = !std::io::stdin().is_terminal() || !output::is_terminal();
        Self { all, none: nobody && !all, has_quit: false }
    }

    /// Whether nothing is written because no user could be asked.
    fn is_silent(&self) -> bool {
        self.none
    }

    fn about(&mut self, step: &Step) -> Result<Answer, Problem> {
        while !self.all && !self.none && !self.has_quit {
            let said = ask::line(&format!("write {}? [y]es, [n]o, [a]ll, [q]uit: ", step.path.display()))?;
            match said.map(|said| said.to_lowercase()).as_deref() {
                Some("y" | "yes") => return Ok(Answer::Write),
                Some("n" | "no") => return Ok(Answer::Leave),
                Some("a" | "all") => self.all = true,
                Some("q" | "quit") | None => self.has_quit = true,
                Some(_) => {}
            }
        }
        Ok(if self.all { Answer::Write } else { Answer::Leave })
    }
}

/// Asks a question.
fn is_accepted(question: &str) -> Result<bool, Problem> {
    loop {
        let said = ask::line(&format!("{question} [y]es, [n]o: "))?;
        match said.map(|said| said.to_lowercase()).as_deref() {
            Some("y" | "yes") => return Ok(true),
            Some("n" | "no" | "q" | "quit") | None => return Ok(false),
            Some(_) => {}
        }
    }
}

fn make(folder: &Path, step: &Step) -> Result<(), String> {
    let path = folder.join(&step.path);
    let shown = path.display().to_string();
    if let Some(before) = &step.before {
        let made = writing::replace_below(folder, &path, before, &step.after);
        return made.map_err(|problem| format!("{shown}: {problem}"));
    }
    if let Some(above) = path.parent() {
        writing::make_folder(above, Within::Below(folder))?;
    }
    writing::create_below(folder, &path, &step.after).map_err(|problem| format!("{shown}: {problem}"))
}

fn finish(plan: &Plan, [written, left]: [usize; 2], is_silent: bool, words: &Words) -> Result<Exit, Problem> {
    let mut out = String::new();
    if !plan.by_hand.is_empty() {
        out.push_str("to do by hand:\n");
        for advice in &plan.by_hand {
            out.push_str(&format!("- {}\n", advice.trim_end().replace('\n', "\n  ")));
        }
        out.push('\n');
    }
    let plural = |count: usize| plural(count, "file");
    out.push_str(&match (written, left) {
        (0, 0) if plan.by_hand.is_empty() => format!("nothing to change: {}\n", words.done),
        (0, 0) => "nothing else to change\n".to_owned(),
        (0, left) if is_silent => format!("{} to write: run `{}`\n", plural(left), words.command),
        (written, 0) => format!("{} written\n", plural(written)),
        (written, left) => format!("{} written, {} skipped\n", plural(written), plural(left)),
    });
    if written > 0 {
        out.push_str(&format!("next: {}\n", words.next));
    }
    output::write(&out)?;
    Ok(if left > 0 || !plan.by_hand.is_empty() { Exit::Findings } else { Exit::Clean })
}
