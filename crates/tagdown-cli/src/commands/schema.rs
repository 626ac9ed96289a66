//! `tagdown schema`: prints the JSON Schemas of the output and of the configuration.

use tagdown_project::schema::find;

use crate::args::SchemaArgs;
use crate::terminal::{Exit, Problem, output};

pub(crate) fn run(args: &SchemaArgs) -> Result<Exit, Problem> {
    let Some(schema) = find(&args.what) else {
        return Err(format!("no schema `{}`", args.what).into());
    };
    output::write(&format!("{:#}\n", (schema.make)()))?;
    Ok(Exit::Clean)
}
