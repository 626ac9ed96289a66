//! `tagdown skill`: prints or installs the skill for AI agents.

use tagdown::text::tame;
use tagdown_project::paths::reason;
use tagdown_project::writing;

use crate::args::SkillArgs;
use crate::terminal::{Exit, Problem, output};

const SKILL: &str = include_str!("../../../../skills/tagdown/SKILL.md");

pub(crate) fn run(args: &SkillArgs) -> Result<Exit, Problem> {
    let Some(folder) = &args.install else {
        output::write(SKILL)?;
        return Ok(Exit::Clean);
    };
    let folder = folder.join("tagdown");
    let path = folder.join("SKILL.md");
    let shown = tame(&path.to_string_lossy());
    let said = match std::fs::read_to_string(&path) {
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
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::fs::create_dir_all(&folder)
                .map_err(|error| format!("cannot create {}: {}", folder.display(), reason(&error)))?;
            writing::create(&path, SKILL).map_err(|problem| format!("{shown}: {problem}"))?;
            "written"
        }
        Err(error) => return Err(format!("cannot read {shown}: {}", reason(&error)).into()),
    };
    output::write(&format!("{shown}: {said}\n"))?;
    Ok(Exit::Clean)
}
