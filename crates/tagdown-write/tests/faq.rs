//! FAQ pages: entries that state symptom, cause and fix become a BUG with `--faq`, and all other entries become facts and
//! context.

use tagdown::document::{Document, Kind, parse};
use tagdown::judgement::Profile;
use tagdown::rules::{Settings, Severity, check};
use tagdown_write::convert::{Conversion, Layout, Options, UNDECIDED, convert};

fn converted(text: &str, layout: Layout) -> Conversion {
    let settings = Settings::default();
    let options = Options {
        profile: Profile::Balanced,
        layout,
        bullets: false,
        version: None,
        file_name: "faq.md",
        settings: &settings,
        decisions: &UNDECIDED,
        faq: true,
        lists_bullets: false,
    };
    convert(text, &options)
}

/// The blocks of a kind: title and text.
fn blocks(document: &Document<'_>, kind: Kind) -> Vec<(String, String)> {
    let all = document.blocks_of(kind).map(|(block, tag)| {
        let title = tag.title.map(|title| document.text(title).to_owned()).unwrap_or_default();
        (title, document.text(block.content).trim().to_owned())
    });
    all.collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1);
    words.map(str::to_lowercase).collect()
}

/// The BUG blocks of a page, in every layout. No word of the page is lost, and there is no error.
#[track_caller]
fn bugs(page: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for layout in [Layout::Section, Layout::Place, Layout::Whole] {
        let conversion = converted(page, layout);
        assert_eq!(conversion.refused, None, "in\n{page}");
        let cut: Vec<&String> =
            conversion.notices.iter().filter(|notice| notice.contains("no paragraph was cut")).collect();
        assert!(cut.is_empty(), "{cut:?} in\n{page}");
        let document = parse(&conversion.output);
        let errors: Vec<_> = check(&document, &Settings::default())
            .into_iter()
            .filter(|one| one.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{errors:?} in\n{}", conversion.output);
        let mut left = words(&conversion.output);
        left.sort();
        for word in words(page) {
            let at = left
                .binary_search(&word)
                .unwrap_or_else(|_| panic!("`{word}` is lost in\n{}", conversion.output));
            left.remove(at);
        }
        all.push(blocks(&document, Kind::Bug));
    }
    assert!(all.iter().all(|bugs| *bugs == all[0]), "{all:#?}");
    all.swap_remove(0)
}

/// One entry of a page that must become one BUG with this title and text.
#[track_caller]
fn bug(body: &str, title: &str, text: &str) {
    let bugs = bugs(&format!("# Tool\n\n## Troubleshooting\n\n{body}"));
    let bugs: Vec<(&str, &str)> = bugs.iter().map(|(title, text)| (title.as_str(), text.as_str())).collect();
    assert_eq!(bugs, [(title, text)], "in\n{body}");
}

#[test]
fn a_heading_that_names_the_failure() {
    bug(
        "### Build fails with ENOSPC\n\nThe folder is too small, so the linker cannot write. Set `TMPDIR=/var/tmp` and build again.\n",
        "Build fails with ENOSPC",
        "Symptom: Build fails with ENOSPC\nCause: The folder is too small, so the linker cannot write.\n\
         Fix: Set `TMPDIR=/var/tmp` and build again.",
    );
}

#[test]
fn a_heading_that_is_a_question() {
    bug(
        "### Why does the importer crash on large files?\n\nThe importer reads the complete file into memory, so files above 2 GB exceed the limit of the \
         process. Set `import.stream = true` in `tool.toml`.\n",
        "Why does the importer crash on large files?",
        "Symptom: Why does the importer crash on large files?\nCause: The importer reads the complete file into memory, so files above 2 GB \
         exceed the limit of the process.\nFix: Set `import.stream = true` in `tool.toml`.",
    );
}

#[test]
fn words_around_symptom_cause_and_fix() {
    bug(
        "### Login page stays blank\n\nThis one comes up every week. The browser shows an empty page and the console reports a 403 error.\n\n\
         The proxy strips the `Origin` header, so the server rejects the request. We were surprised too.\n\n\
         Add `proxy_set_header Origin $http_origin;` to the proxy configuration:\n\n```nginx\nproxy_set_header Origin $http_origin;\n```\n",
        "Login page stays blank",
        "Symptom: This one comes up every week. The browser shows an empty page and the console reports a 403 error.\n\n\
         Cause: The proxy strips the `Origin` header, so the server rejects the request. We were surprised too.\n\n\
         Fix: Add `proxy_set_header Origin $http_origin;` to the proxy configuration:\n\n```nginx\nproxy_set_header Origin $http_origin;\n```",
    );
}

#[test]
fn the_explanation_is_complete() {
    bug(
        "### 3. Why does the sync fail overnight?\n\nWe get this question a lot. Balancers close idle connections after 60 seconds. The tool keeps one \
         connection per hub, so a quiet hub loses it. To avoid this, set `keepalive = 30`.\n",
        "Why does the sync fail overnight?",
        "Symptom: Why does the sync fail overnight?\nWe get this question a lot.\nCause: Balancers close idle connections after 60 seconds. The \
         tool keeps one connection per hub, so a quiet hub loses it.\nFix: To avoid this, set `keepalive = 30`.",
    );
    bug(
        "### Labels show the wrong time\n\nThe hub stores times in UTC and the printer does not convert them. You can fix this by setting `zone = \"local\"`.\n",
        "Labels show the wrong time",
        "Symptom: Labels show the wrong time\nCause: The hub stores times in UTC and the printer does not convert them.\n\
         Fix: You can fix this by setting `zone = \"local\"`.",
    );
}

#[test]
fn a_message_in_code_stays_code_and_line_ends_stay() {
    let page = "# Tool\n\n## Known problems\n\n### Error: `no space left on device`\n\nThe spool folder grows without a limit, because old batches are \
                never removed. Set `spool.max = 2`.\n";
    let text = "Symptom: Error: `no space left on device`\nCause: The spool folder grows without a limit, because old batches are never \
                removed.\nFix: Set `spool.max = 2`.";
    let title = "Error: no space left on device".to_owned();
    assert_eq!(bugs(page), [(title.clone(), text.to_owned())]);
    assert_eq!(bugs(&page.replace('\n', "\r\n")), [(title, text.replace('\n', "\r\n"))]);
}

#[test]
fn a_bold_opening_that_names_the_failure() {
    bug(
        "**The server returns 502.** The proxy gives up after 60 seconds, but the report takes longer. Raise `proxy_read_timeout` to `300s`.\n\n\
         **The scanner beeps twice.** That is normal.\n",
        "The server returns 502",
        "Symptom: **The server returns 502.**\nCause: The proxy gives up after 60 seconds, but the report takes longer.\n\
         Fix: Raise `proxy_read_timeout` to `300s`.",
    );
}

#[test]
fn the_fix_may_come_first() {
    bug(
        "### Why do uploads hang at 100%?\n\nUpgrade to 2.4.1. Older versions expect a checksum that the server never sends, because the header is \
         missing.\n",
        "Why do uploads hang at 100%?",
        "Symptom: Why do uploads hang at 100%?\nFix: Upgrade to 2.4.1.\nCause: Older versions expect a checksum that the server never \
         sends, because the header is missing.",
    );
}

#[test]
fn a_bold_question_above_its_answer() {
    bug(
        "**Why does the worker stop responding after a day?**\n\nThe pool leaks one connection per failed job, so it is empty after some hours. Set \
         `pool.recycle = 3600`. Still stuck? Ask in the forum.\n",
        "Why does the worker stop responding after a day?",
        "Symptom: **Why does the worker stop responding after a day?**\n\nCause: The pool leaks one connection per failed job, so it is empty \
         after some hours.\nFix: Set `pool.recycle = 3600`. Still stuck? Ask in the forum.",
    );
}

#[test]
fn a_bold_question_in_the_paragraph_of_its_answer() {
    bug(
        "**Why do I get `EADDRINUSE`?** Another process already holds port 8080, so the server cannot bind it. Run `tool serve --port 8081`.\n",
        "Why do I get EADDRINUSE?",
        "Symptom: **Why do I get `EADDRINUSE`?**\nCause: Another process already holds port 8080, so the server cannot bind it.\n\
         Fix: Run `tool serve --port 8081`.",
    );
}

#[test]
fn question_and_answer_lines() {
    let text = "Symptom: Why does the sync fail with a timeout?\nCause: The server closes idle connections after 30 seconds, so a slow \
                client never finishes.\nFix: Set `keepalive = 10`.";
    for body in [
        "Q: Why does the sync fail with a timeout?\nA: The server closes idle connections after 30 seconds, so a slow client never finishes. Set `keepalive = 10`.\n",
        "**Q:** Why does the sync fail with a timeout?  \n**A:** The server closes idle connections after 30 seconds, so a slow client never finishes. Set \
         `keepalive = 10`.\n",
    ] {
        bug(body, "Why does the sync fail with a timeout?", text);
    }
    bug(
        "Q: Why does the sync fail with a timeout?\n\nA: The server closes idle connections after 30 seconds, so a slow client never finishes. Set `keepalive = 10`.\n",
        "Why does the sync fail with a timeout?",
        &text.replacen('\n', "\n\n", 1),
    );
}

#[test]
fn a_question_in_any_section_is_the_title() {
    for (question, title) in [
        ("**Why is the report empty?**", "Why is the report empty?"),
        ("Q: Why is the report empty?", "Why is the report empty?"),
    ] {
        let answer = "Rows without a date are dropped, because the axis needs one. Add a `date` column.";
        let page = format!("# Tool\n\n## Reports\n\nReports are PDF files.\n\n{question}\n\n{answer}\n");
        let found: Vec<String> = bugs(&page).into_iter().map(|(title, _)| title).collect();
        assert_eq!(found, [title]);
    }
}

#[test]
fn several_entries_without_headings() {
    let page = "# Tool\n\n## FAQ\n\n**Why does the export fail with `EACCES`?**\n\nThe container runs as user 1000, so it cannot write to a folder of \
                root. Run `chown 1000 out`.\n\n**Which formats can I export?**\n\nThe export writes CSV and JSON. The default is CSV.\n\n\
                **Why is the chart empty?**\n\nThe chart ignores rows without a date, because the axis needs one. Add a `date` column to the table.\n";
    let titles: Vec<String> = bugs(page).into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, ["Why does the export fail with EACCES?", "Why is the chart empty?"]);
    let output = converted(page, Layout::Section).output;
    let document = parse(&output);
    let specs = blocks(&document, Kind::Spec);
    assert!(specs.iter().any(|(_, text)| text.contains("The default is CSV.")), "{output}");
}

#[test]
fn what_is_not_a_confirmed_failure_with_a_fix() {
    for body in [
        // The author is not sure of the cause.
        "### Build fails with ENOSPC\n\nThis is probably caused by a full disk. Set `TMPDIR=/var/tmp` and build again.\n",
        "### Build fails with ENOSPC\n\nThis is probably caused by a full disk. The linker writes to `/tmp`, so it needs space. Set `TMPDIR=/var/tmp`.\n",
        "### Why does the page stay blank?\n\nIt might be the proxy, because it strips headers. Set `proxy.raw = true`.\n",
        "**Why does the sync hang?**\n\nThe lock is held by another process, so the sync waits. Run `tool unlock`. It could also be a slow disk.\n",
        "### The app crashes on start\n\nThe loader fails. We do not know the cause. Downgrade to 1.9.\n",
        // Fields that somebody wrote are not written again.
        "### The app crashes on start\n\nSymptom: a segfault in `libfoo`.\n\nThe loader is too old, so it crashes. Downgrade to 1.9.\n",
        // No cause.
        "### Login fails with 401\n\nRun `tool login --force`.\n",
        "### Printing does not work\n\nMake sure the printer is on. If it still does not work, contact support.\n",
        "### Printing does not work\n\nMake sure the printer is on. The printer queue is not part of the tool.\n",
        // No fix.
        "### Login fails with 401\n\nThe clock of the server is wrong, so every token looks expired.\n",
        "### Login fails with 401\n\nThe clock of the server is wrong, so every token looks expired. There is no fix yet.\n",
        "### Install fails after an update\n\nVersion 4 removes the old loader, but the plugin does not need it. The plugin requires Node 20.1 or later.\n",
        // A stopgap is not a fix.
        "### Login fails with 401\n\nThe clock of the server is wrong, so every token looks expired. Use `--insecure` for now.\n",
        // Choices, limits and instructions.
        "### Why doesn't it support YAML?\n\nYAML has no schema, so errors are found late. Use `tool.toml` instead.\n",
        "### Why does the client retry failed requests?\n\nNetworks drop packets, so a single failure is not an error. Set `retries = 0` to turn it off.\n",
        "### How do I recover a lost password?\n\nPasswords are hashed, so nobody can read them. Run `tool reset`.\n",
        "### What happens if a job fails?\n\nThe worker retries it three times, because most failures are short. Set `retries` to change that.\n",
        "**Can I run it without Docker?**\n\nThe server needs no container, so a plain binary is enough. Run `tool serve`.\n",
        "Q: Is my data lost if the disk fails?\nA: Every write goes to two disks, so one can fail without a loss. Set `copies = 3` for more.\n",
        "<details><summary>Why does the build fail?</summary>\n\nThe folder is too small, so the linker cannot write. Set `TMPDIR=/var/tmp`.\n\n</details>\n",
    ] {
        assert_eq!(bugs(&format!("# Tool\n\n## FAQ\n\n{body}")), [], "in\n{body}");
    }
}

#[test]
fn plain_questions_become_facts_under_their_heading() {
    for (body, facts) in [
        (
            "### Which ports does it use?\n\nThe server listens on port 8080. Metrics are on port 9090.\n",
            &["The server listens on port 8080.", "Metrics are on port 9090."][..],
        ),
        (
            "**Which ports does it use?**\n\nThe server listens on port 8080. Metrics are on port 9090.\n",
            &["The server listens on port 8080.", "Metrics are on port 9090."],
        ),
        (
            "**Which ports does it use?** The server listens on port 8080. Metrics are on port 9090.\n",
            &["The server listens on port 8080.", "Metrics are on port 9090."],
        ),
        (
            "Q: Which ports does it use?\nA: The server listens on port 8080. Metrics are on port 9090.\n",
            &["The server listens on port 8080.", "Metrics are on port 9090."],
        ),
        (
            "<details>\n<summary>Which ports does it use?</summary>\n\nThe server listens on port 8080. Metrics are on port 9090.\n\n</details>\n",
            &["The server listens on port 8080.", "Metrics are on port 9090."],
        ),
    ] {
        let output = converted(&format!("# Tool\n\n## FAQ\n\n{body}"), Layout::Section).output;
        let document = parse(&output);
        let specs: String = blocks(&document, Kind::Spec).into_iter().map(|(_, text)| text + "\n").collect();
        for fact in facts {
            assert!(specs.contains(fact), "`{fact}` is not a fact in\n{output}");
        }
    }
}
