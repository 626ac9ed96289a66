//! Where a path that is written to really leads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::paths::{normal, reason};

/// The resolved path of a file, which need not exist. Links, of the file or of a folder in its path, are followed only
/// within the current folder: a link that leads out of it may have come with the documents.
pub(crate) fn real_path(path: &Path) -> Result<PathBuf, String> {
    let here = std::env::current_dir().and_then(fs::canonicalize).map_err(|error| reason(&error))?;
    let named = normal(&here.join(path));
    // What does not exist yet is below what does.
    let known = named.ancestors().find(|folder| folder.symlink_metadata().is_ok()).unwrap_or(&named);
    let mut real = match fs::canonicalize(known) {
        Ok(real) => real,
        // A pipe, such as standard output, has no path of its own.
        Err(_) if !named.starts_with(&here) => return Ok(named),
        Err(error) => return Err(reason(&error)),
    };
    if let Ok(rest) = named.strip_prefix(known)
        && !rest.as_os_str().is_empty()
    {
        real.push(rest);
    }
    if named != real && named.starts_with(&here) && !real.starts_with(&here) {
        return Err(format!("a link points outside this folder, to {}", real.display()));
    }
    let is_git = |path: &Path| path.components().any(|part| part.as_os_str() == ".git");
    if is_git(&real) && !is_git(&named) {
        return Err(format!("a link points into a repository's own files, to {}", real.display()));
    }
    Ok(real)
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_that_lead_astray_are_refused() {
        let top = tempfile::tempdir_in(".").expect("a folder");
        let out = tempfile::tempdir().expect("a folder");
        let inside =
            top.path().strip_prefix(std::env::current_dir().expect("a folder")).unwrap_or(top.path());
        fs::create_dir_all(inside.join(".git/hooks")).expect("a folder");
        fs::create_dir_all(inside.join("docs")).expect("a folder");
        let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, inside.join(name)).expect("a link");
        link(out.path(), "out");
        link(Path::new(".git/hooks"), "site");
        link(Path::new("docs"), "same");
        for (path, wanted) in [
            ("out", "points outside"),
            ("out/new.sarif", "points outside"),
            ("out/a/b/c.md", "points outside"),
            ("site", "own files"),
            ("site/pre-commit", "own files"),
        ] {
            let problem = real_path(&inside.join(path)).expect_err(path);
            assert!(problem.contains(wanted), "{path}: {problem}");
        }
        for path in ["same/page.md", "docs/page.md", "new/page.md"] {
            assert!(real_path(&inside.join(path)).is_ok(), "{path}");
        }
        // What somebody names directly may be anywhere.
        assert!(real_path(&out.path().join("report.sarif")).is_ok());
    }
}
