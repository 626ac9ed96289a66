//! `tagdown skill`: prints or installs the skill for AI agents.

use tagdown::text::tame;
use tagdown_project::opening::{self, Within};
use tagdown_project::writing;

use crate::args::SkillArgs;
use crate::terminal::{Exit, Problem, output};

/// The largest file that is compared with the skill.
const MAX_SIZE: u64 = 1_000_000;

const SKILL: &str = include_str!("../../templates/SKILL.md");

pub(crate) fn run(args: &SkillArgs) -> Result<Exit, Problem> {
    let Some(folder) = &args.install else {
        output::write(SKILL)?;
        return Ok(Exit::Clean);
    };
    let folder = folder.join("tagdown");
    let path = folder.join("SKILL.md");
    let shown = tame(&path.to_string_lossy());
    let said = match opening::text_within(&path, MAX_SIZE, Within::File).map(|(text, _)| text) {
        Ok(text) if text == SKILL => "up to date",
        Ok(_) if !args.force => {
            return Err(format!(
                "{shown}: a different file exists, perhaps from another tagdown version; use --force to overwrite it"
            )
            .into());
        }
        Ok(text) => {
            writing::replace(&path, &text, SKILL).map_err(|problem| format!("{shown}: {problem}"))?;
            "updated"
        }
        Err(unread) if unread.is_missing => {
            writing::make_folder(&folder, Within::Folder)?;
            writing::create(&path, SKILL).map_err(|problem| format!("{shown}: {problem}"))?;
            "written"
        }
        Err(unread) => return Err(format!("cannot read {shown}: {}", unread.reason).into()),
    };
    output::write(&format!("{shown}: {said}\n"))?;
    Ok(Exit::Clean)
}
