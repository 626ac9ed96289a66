//! Runs `tagdown convert`, and checks what must always be true, whatever a server does.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Text that must never be shown.
pub(crate) const KEY: &str = "sk-secret/7f3a+Q";

/// A page in German, so what is in doubt does not depend on the judge: four blocks are, and two are not.
pub(crate) const PAGE: &str = "# Tor

Anfragen, die größer sind als das, werden von dem Proxy vor dem Dienst nicht angenommen.

Wir haben das so gemacht. Es war damals eine gute Idee. Und ich finde das auch heute noch so.

## Grenzen

Das Tor wartet, bis die Schlange leer ist, und wird erst dann geschlossen.

Alte Dinge werden zuerst entfernt. Die Reihenfolge der anderen ist nach dem Öffnen noch die gleiche.

```sh
gate --open 80
```

Ein Tor, das zu ist, wird von dem nächsten Ding geöffnet, meist nach kurzer Zeit.
";

pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagdown"));
    command
        .arg("convert")
        .args(arguments)
        .current_dir(folder)
        .env("TAGDOWN_LLM_KEY", KEY)
        .env("NO_COLOR", "1");
    for name in ["OPENAI_API_KEY", "CI", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("tagdown runs")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A folder with documents.
pub(crate) fn folder(documents: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in documents {
        fs::write(folder.path().join(name), text).expect("a document");
    }
    folder
}

/// The result for one document: the report and the messages.
pub(crate) struct Told {
    pub(crate) report: Value,
    pub(crate) said: String,
}

impl Told {
    pub(crate) fn output(&self) -> &str {
        self.report["output"].as_str().expect("an output")
    }

    /// The first lines of blocks that the model decided.
    pub(crate) fn by_model(&self) -> Vec<u64> {
        let blocks = self.report["blocks"].as_array().expect("blocks").iter();
        blocks.filter(|block| block["by"] == "model").filter_map(|block| block["lines"][0].as_u64()).collect()
    }

    pub(crate) fn notices(&self) -> String {
        self.report["notices"].to_string()
    }
}

/// Converts a document and checks what must always be true.
pub(crate) fn report(source: &str, more: &[&str]) -> Told {
    let folder = folder(&[("page.md", source)]);
    let started = Instant::now();
    let output = run(folder.path(), &[&["--report", "json", "page.md"], more].concat());
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{shown}{said}");
    for all in [&shown, &said] {
        assert!(!all.contains(KEY) && !all.contains("7f3a") && !all.contains('\u{1b}'), "{all}");
    }
    assert!(said.lines().count() <= 2 && said.len() < 600, "{said}");
    Told { report: serde_json::from_str(&shown).expect("a report"), said }
}

pub(crate) fn strip(source: &str) -> String {
    let here = std::env::temp_dir();
    let mut command = command(&here, &["--strip", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("tagdown runs");
    child.stdin.take().expect("an input").write_all(source.as_bytes()).expect("a pipe");
    text(&child.wait_with_output().expect("an output").stdout)
}
