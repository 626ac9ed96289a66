//! `tagdown convert --review`: a screen to decide what the judge is not sure of, sentence by sentence.
//!
//! Every decision is saved at once, so leaving the screen never loses one. Documents are written only on request.

mod actions;
#[cfg(test)]
mod desk_tests;
mod draw_rows;
mod keys;
#[cfg(test)]
mod keys_tests;
mod load;
mod moves;
mod offer;
mod panels;
#[cfg(test)]
mod sample;
mod screen;
#[cfg(test)]
mod screen_tests;
mod state;
mod styles;
mod terminal;
mod wrap;

use std::io::{IsTerminal, stdin, stdout};
use std::sync::atomic::Ordering;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tagdown::print::Style;
use tagdown::text::{plural, tame};
use tagdown_project::decisions::AllKept;
use tagdown_project::files::Found;
use tagdown_project::undo::Records;

use crate::args::ConvertArgs;
use crate::interrupt::{INTERRUPTED, is_interrupted};
use crate::llm::Llm;
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem, shell};
use actions::Desk;
use keys::End;
use load::Loaded;
use state::{Mode, State};
use styles::Look;

/// A held key repeats within this time.
const SETTLE: Duration = Duration::from_millis(80);

/// Reviews documents. Returns how the run ended, or `None` if the documents are to be written now.
pub(crate) fn run(
    args: &ConvertArgs,
    style: Style,
    found: &Found,
    llm: Option<&Llm>,
) -> Result<Option<Exit>, Problem> {
    if found.targets.iter().any(|target| target.stdin) {
        return Err("standard input cannot be reviewed; name a file".to_owned().into());
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err("--review needs a terminal; --report json lists what needs review".to_owned().into());
    }
    let kept = AllKept::load(&found.targets)?;
    let records = Records::load(&found.targets, true)?;
    if llm.is_some_and(Llm::rewords) {
        output::complain("asking the model for shorter wordings");
    }
    let mut loaded = load::load(&load::Inputs { args, kept: &kept, records: &records, llm }, &found.targets);
    loaded.remarks.iter().for_each(|remark| output::complain(remark));
    if is_interrupted() {
        return Err("interrupted: nothing was reviewed".to_owned().into());
    }
    let pages = std::mem::take(&mut loaded.pages);
    if pages.is_empty() {
        tell_passed(&loaded, args.write)?;
        output::write("nothing to review\n")?;
        return Ok((!args.write).then(|| exit(found, &loaded)));
    }
    // Fail now rather than after the first decision.
    kept.try_write(&loaded.targets)?;
    let mut state = State::new(pages, next_command(args));
    let mut desk = Desk { args, targets: std::mem::take(&mut loaded.targets), kept };
    let look = Look { colour: style.colour };
    let end = terminal::with(|terminal| review(terminal, &mut state, &mut desk, look))??;
    // The file may have been deleted since the last decision.
    desk.kept.restore()?;
    tell_passed(&loaded, end == End::Write)?;
    tell(&state, end)?;
    match end {
        End::Write => Ok(None),
        End::Interrupted if args.write => {
            Err("interrupted: decisions are saved, but no document was written".to_owned().into())
        }
        End::Interrupted | End::Unwritten => Ok(Some(exit(found, &loaded))),
    }
}

fn exit(found: &Found, loaded: &Loaded<'_>) -> Exit {
    match (found.problems.is_empty() && loaded.failed.is_empty(), loaded.refused.is_empty()) {
        (false, _) => Exit::Failed,
        (true, false) => Exit::Findings,
        (true, true) => Exit::Clean,
    }
}

fn review(
    terminal: &mut DefaultTerminal,
    state: &mut State,
    desk: &mut Desk<'_>,
    look: Look,
) -> std::io::Result<End> {
    loop {
        let mut drawn = state.drawn;
        terminal.draw(|frame| drawn = screen::draw(frame, state, look))?;
        state.drawn = drawn;
        let (least, most) = drawn.bounds;
        state.scroll = state.scroll.clamp(least, most.max(least));
        while !event::poll(terminal::PATIENCE)? {
            if INTERRUPTED.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
        }
        // Handle all pending events before drawing again, so held keys and resizes do not pile up.
        while event::poll(Duration::ZERO)? {
            if INTERRUPTED.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            let Event::Key(key) = event::read()? else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            let was_told = is_told(state);
            let action = state.key(key);
            if let Some(end) = desk.act(state, action) {
                return Ok(end);
            }
            if state.is_alarmed || !was_told && is_told(state) {
                // A key held for the last doubt must not quit at the end.
                forget_keys()?;
            }
        }
    }
}

/// Whether the user must read something before the next key.
fn is_told(state: &State) -> bool {
    matches!(state.mode, Mode::Closing)
}

/// Drops pending keys, except an interrupt.
fn forget_keys() -> std::io::Result<()> {
    while event::poll(SETTLE)? && !INTERRUPTED.load(Ordering::Relaxed) {
        let is_interrupt =
            |key: &KeyEvent| key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if matches!(event::read()?, Event::Key(key) if is_interrupt(&key)) {
            INTERRUPTED.store(true, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// The command to run after the review.
fn next_command(args: &ConvertArgs) -> String {
    let mut command = "tagdown convert".to_owned();
    let flags = [
        (args.cautious, "--cautious"),
        (args.bold, "--bold"),
        (args.bullets, "--bullets"),
        (args.whole, "--whole"),
    ];
    flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, flag)| command.push_str(&format!(" {flag}")));
    if let Some(layout) = &args.layout {
        command.push_str(&format!(" --layout {layout}"));
    }
    if let Some(version) = &args.document_version {
        command.push_str(&format!(" --document-version {version}"));
    }
    command.push_str(" --write");
    if let Some(list) = &args.input.files_from {
        command.push_str(&format!(" --files-from {}", shell::paths(std::slice::from_ref(list))));
    } else if args.input.paths.is_empty() {
        command.push_str(" .");
    }
    format!("{command} {}", shell::paths(&args.input.paths)).trim_end().to_owned()
}

/// Lists the skipped documents; a run that goes on to convert reports the refused ones itself.
fn tell_passed(loaded: &Loaded<'_>, goes_on: bool) -> std::io::Result<()> {
    const MOST: usize = 10;
    if !goes_on {
        loaded.failed.iter().chain(&loaded.refused).for_each(|remark| output::complain(remark));
    }
    let passed = &loaded.passed;
    let mut text: String = passed.iter().take(MOST).map(|one| tame(one) + "\n").collect();
    if let Some(more) = passed.len().checked_sub(MOST + 1) {
        text.push_str(&format!("… and {} that need no review\n", plural(more + 1, "more document")));
    }
    Output::stdout(true).write(&text)
}

/// What was decided, and what to do next.
fn tell(state: &State, end: End) -> std::io::Result<()> {
    let mut text = String::new();
    for (index, page) in state.pages.iter().enumerate() {
        let (now, left) = state.counts(index);
        text.push_str(&format!("{}: {now} decided now, {left} left\n", page.path));
    }
    if end != End::Write {
        text.push_str(&format!("no document was written; run `{}` to write them\n", state.next));
    }
    // The terminal may be gone; the decisions are saved anyway.
    Output::stdout(true).write(&text)
}
