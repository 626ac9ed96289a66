//! Which findings make a check fail.

use tagdown::rules::Severity;

/// The lowest severity that makes a check fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailOn {
    /// Only errors.
    Error,
    /// Errors and warnings.
    #[default]
    Warning,
    /// All findings.
    Info,
    /// No finding.
    Never,
}

impl FailOn {
    /// All values, in listing order.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Never];

    /// Its name in the configuration and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Never => "never",
        }
    }

    /// The value with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether findings with this worst severity make a check fail.
    pub fn fails(self, worst: Option<Severity>) -> bool {
        let least = match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
            Self::Never => return false,
        };
        worst.is_some_and(|worst| worst >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_fails_only_where_it_is_asked() {
        let fails = |name: &str| FailOn::from_name(name).expect(name).fails(Some(Severity::Info));
        assert_eq!(FailOn::ALL.map(|one| fails(one.name())), [false, false, true, false]);
        assert!(FailOn::default().fails(Some(Severity::Warning)));
        assert!(!FailOn::Error.fails(Some(Severity::Warning)));
        assert!(!FailOn::Info.fails(None));
    }
}
