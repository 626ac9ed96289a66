//! `tagdown man`: writes a man page for `tagdown` and one per command.

use std::path::Path;

use tagdown_project::opening::Within;
use tagdown_project::writing::make_folder;

use crate::args::{self, ManArgs};
use crate::terminal::output::{self, Output};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &ManArgs) -> Result<Exit, Problem> {
    let folder = &args.folder;
    make_folder(folder, Within::Folder)?;
    let mut command = args::command();
    command.build();
    let mut count = 1;
    write(folder, &command)?;
    for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
        write(folder, one)?;
        count += 1;
    }
    output::write(&format!("{count} man pages written to {}\n", folder.display()))?;
    Ok(Exit::Clean)
}

fn write(folder: &Path, command: &clap::Command) -> Result<(), Problem> {
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    let path = folder.join(man.get_filename());
    if path.is_symlink() {
        return Err(format!("cannot write {}: it is a symbolic link", path.display()).into());
    }
    let mut out = Output::file(&path)?;
    out.write(&String::from_utf8_lossy(&page))?;
    out.finish()?;
    Ok(())
}
