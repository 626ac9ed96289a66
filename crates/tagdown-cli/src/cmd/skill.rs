//! `tagdown skill`: the skill for AI agents, printed or installed.

use tagdown::print::tame;

use crate::args::SkillArgs;
use crate::exit::{Exit, Problem};
use crate::files::reason;
use crate::{output, write};

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
        Ok(text) if text == SKILL => "is up to date",
        Ok(_) if !args.force => {
            return Err(format!(
                "{shown}: another text is there, perhaps of another version; --force replaces it"
            )
            .into());
        }
        Ok(text) => {
            write::replace(&path, &text, SKILL).map_err(|problem| format!("{shown}: {problem}"))?;
            "brought up to date"
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::fs::create_dir_all(&folder)
                .map_err(|error| format!("cannot make {}: {}", folder.display(), reason(&error)))?;
            write::create(&path, SKILL).map_err(|problem| format!("{shown}: {problem}"))?;
            "written"
        }
        Err(error) => return Err(format!("cannot read {shown}: {}", reason(&error)).into()),
    };
    output::write(&format!("{shown}: {said}\n"))?;
    Ok(Exit::Clean)
}
