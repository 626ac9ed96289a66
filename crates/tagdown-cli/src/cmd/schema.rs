//! `tagdown schema`: the JSON Schemas of the outputs and of the configuration.

use crate::args::SchemaArgs;
use crate::exit::{Exit, Problem};
use crate::output;

pub(crate) fn run(args: &SchemaArgs) -> Result<Exit, Problem> {
    let Some(schema) = tagdown::schema::find(&args.what) else {
        return Err(format!("no schema `{}`", args.what).into());
    };
    output::write(&format!("{:#}\n", (schema.make)()))?;
    Ok(Exit::Clean)
}
