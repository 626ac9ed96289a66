//! Configuration: any text is read or refused with a place in it, and what is shown reads the same again.

use tagdown_project::config::{Config, parse_size};

use super::Target;
use crate::input::Input;
use crate::invariants::{same, span};
use crate::records;

pub(super) const TARGET: Target = Target {
    name: "config",
    about: "a configuration is read or refused at a place in the text, and what `--show-config` writes says the same",
    make: records::configuration,
    piece: records::setting,
    test,
};

fn test(input: &Input<'_>) {
    let text = input.text.as_ref();
    parse_size(text);
    match Config::parse(text) {
        Err(error) => {
            span(text, error.span);
            assert!(!error.message.is_empty());
        }
        Ok(config) => {
            for path in ["docs/a.md", "a.md", ""] {
                let shown = config.show(&config.settings(path));
                let again = Config::parse(&shown);
                let again = again.unwrap_or_else(|error| panic!("{}: {shown}", error.message));
                // A rule that an override sets for one path is set for all in what is shown.
                same(&again.show(&again.settings(path)), &shown, "what is shown says something else");
            }
        }
    }
}
