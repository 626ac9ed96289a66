//! Checks the content rules on many wordings of the same fault, and on similar sentences that are correct.

use tagdown::document::parse;
use tagdown::rules::{self, Settings, Severity, check};

/// The findings of a rule in a bullet of a SPEC, or in the fix of a BUG.
fn count(rule: &str, text: &str, least: Severity) -> usize {
    let rule = rules::find(rule).expect("a rule");
    let block = if rule.name == "bug-unknown-fix" {
        format!("**[BUG] Title**\nSymptom: E7.\nCause: `x` is null.\nFix: {text}\n")
    } else if rule.name == "unverified-without-reason" {
        format!("**[?]**\n{text}\n")
    } else {
        format!("**[SPEC]**\n- {text}\n")
    };
    let document = format!("# T\n\n## S\n\n**[SPEC]**\n- The pump has a valve.\n\n## Part\n\n{block}");
    check(&parse(&document), &Settings::single(rule))
        .iter()
        .filter(|finding| finding.severity >= least)
        .count()
}

/// Checks that the rule reports all of `found` and none of `fine`.
#[track_caller]
fn judge(rule: &str, found: &[&str], fine: &[&str]) {
    let missed = found.iter().filter(|text| count(rule, text, Severity::Info) == 0);
    let alarms = fine.iter().filter(|text| count(rule, text, Severity::Info) > 0);
    let wrong: Vec<String> = missed
        .map(|text| format!("missed: {text}"))
        .chain(alarms.map(|text| format!("false alarm: {text}")))
        .collect();
    assert!(wrong.is_empty(), "{rule}\n{}", wrong.join("\n"));
}

#[test]
fn history_in_the_passive_voice_and_as_a_story() {
    judge(
        "spec-history",
        &[
            "The scheduler was rewritten in Go last year.",
            "The importer was migrated from Perl to Rust in 2021.",
            "The cap was raised from 20 to 50 after the June outage.",
            "Support for SOAP was dropped in favour of REST.",
            "The old gateway has been retired.",
            "XML output has been replaced by JSON.",
            "The lock file was introduced to stop double starts.",
            "The name was picked by the founders in 2012.",
            "We moved from RabbitMQ to NATS.",
            "We moved off Heroku in March.",
            "We've migrated from Jenkins to Buildkite.",
            "They switched from MySQL to Postgres two releases ago.",
            "The team moved away from cron.",
            "Our platform group replaced the broker in 2022.",
            "The project migrated to a monorepo.",
            "The ledger had been kept in a spreadsheet until 2020.",
            "Before 2.0, the pump was driven by a relay.",
            "Up to release 4 the tokens were stored in plain text.",
            "In the first version the valve was opened by hand.",
            "It was once a separate service.",
            "The field was added when the audit started.",
            "This limit dates from the time of the 32-bit build.",
            "The flag exists because the 2019 audit asked for it.",
            "The endpoint was split out of the monolith.",
            "Jobs were run by hand until the queue arrived.",
            "Uploads used to go straight to disk.",
            "What started as a weekend project is now the billing core.",
            "Since the merger, invoices are sent by Oslo.",
        ],
        &[
            "The record is replaced by the newer one.",
            "A retired key is refused.",
            "A file that was moved is listed under its new name.",
            "If the lock was taken by another process, the call fails.",
            "The parameter is deprecated since 2.1; use `limit`.",
            "The endpoint was removed in 3.0.",
            "`moved_from` holds the previous folder.",
            "Available since 2.4.",
            "The session ends when the account was deleted.",
            "Messages that were sent before the restart are kept.",
            "Rows are moved from `inbox` to `archive` after 30 days.",
            "Returns the rows that were changed after `since`.",
            "The job was cancelled by the user: status 4.",
            "`replaced_by`: the id of the item that replaced the old one.",
            "Requests that were queued before the switch to standby are sent again.",
            "Once the valve was opened, the alarm stays off.",
            "A migrated account has `origin: legacy`.",
        ],
    );
}

#[test]
fn advice_without_recommend() {
    judge(
        "spec-advice",
        &[
            "Rotate keys every 90 days.",
            "Keep the pool small.",
            "Always pin the version.",
            "Avoid wildcard imports.",
            "Never share one token between two hosts.",
            "Make sure to back up the volume first.",
            "Be careful with large batches.",
            "Think twice before disabling TLS.",
            "Use a dedicated account for backups.",
            "Don't run two workers on one host.",
            "Stick to one region.",
            "Start with two replicas and scale up from there.",
            "Choose short names.",
            "Opt for the smaller image where possible.",
            "Prefer UUIDs over serial ids.",
            "Aim for fewer than 50 rules.",
            "Leave some headroom on the disk.",
            "Test the restore at least once a month.",
            "Monitor the queue length.",
            "It pays to warm the cache.",
            "It's safer to stop the writer first.",
            "You'll want a second disk.",
            "You are better off with a queue.",
            "A queue is the better choice here.",
            "Smaller batches are preferable.",
            "The cleanest approach is one topic per tenant.",
            "Best kept below 70 %.",
            "Better to fail early than to retry for ever.",
            "A second region would be wise.",
            "Teams ought to review the list each quarter.",
        ],
        &[
            "Send the key in the header.",
            "Press and hold the button for 5 s to reset the pump.",
            "Run `pump reset` to clear the alarm.",
            "Set `mode` to `fast` to skip the check.",
            "The client must rotate keys every 90 days.",
            "Keys are rotated every 90 days.",
            "Use `--force` to overwrite the file.",
            "Returns the better of two matches.",
            "Keep-alive: 60 s.",
            "Avoids a second read of the header.",
            "Prefer: return=minimal is honoured.",
            "Monitor: one per host.",
            "Test: 12 per day.",
            "Start: 08:00.",
            "Use: sterile wards only.",
            "Never empty.",
            "Always 1.",
            "Choose File opens the dialog.",
            "Clients MUST NOT share a token.",
            "1. Close the valve.",
            "Wait 5 s before the second call.",
        ],
    );
}

#[test]
fn hedges_around_a_fact() {
    judge(
        "spec-hedge",
        &[
            "The cap is 500, we think.",
            "The cap is 500, I believe.",
            "The port is 81, as far as we know.",
            "The port is 81, as far as anyone can tell.",
            "The cap is 500 — unconfirmed.",
            "The cap is 500 (to be confirmed).",
            "The cap is 500, if memory serves.",
            "The cap is 500, or so it seems.",
            "The cap is 500, presumably.",
            "The cap is 500, or thereabouts.",
            "The cap is 500, give or take.",
            "The cap is 500; nobody has checked.",
            "The cap is 500?",
            "The cap is 500 (not 100 % sure).",
            "The cap is 500, but don't quote us on that.",
            "The cap is 500, though this needs checking.",
            "The cap is 500 — needs verification.",
            "It looks like the driver retries twice.",
            "It looks as if the driver retries twice.",
            "Looks like the driver retries twice.",
            "It would appear that the driver retries twice.",
            "It sounds like the driver retries twice.",
            "Apparently, the driver retries twice.",
            "In all likelihood, the driver retries twice.",
            "In all probability the driver retries twice.",
            "Chances are that the driver retries twice.",
            "Odds are the driver retries twice.",
            "There is a good chance that the driver retries twice.",
            "Rumour has it that the driver retries twice.",
            "From what we can tell, the driver retries twice.",
            "From what I've seen, the driver retries twice.",
            "My guess is that the driver retries twice.",
            "We suspect that the driver retries twice.",
            "One assumes that the driver retries twice.",
            "Word is that the driver retries twice.",
            "The driver must be retrying, judging by the logs.",
            "The driver retries twice, it seems.",
            "The driver retries twice, by the look of it.",
            "The driver tends to retry, but we have not measured how often.",
            "Seems the driver retries twice.",
            "As best we can tell, the driver retries twice.",
            "The driver is thought to retry twice.",
        ],
        &[
            "A draft is saved before it appears to viewers.",
            "The banner appears to all users.",
            "The estimate is rounded to the next 5 minutes.",
            "`unconfirmed` orders are deleted after 7 days.",
            "An unconfirmed address cannot log in.",
            "The icon looks like a bell.",
            "A line that looks like a tag is text.",
            "The probability is a number from 0 to 1.",
            "The likelihood ratio is printed.",
            "What happens at 500? The oldest entry is dropped.",
            "Unverified: the state before the first login.",
            "The chance of a collision is 1 in 2^32.",
            "`assume_role` is called first.",
            "The client assumes that the clock is in UTC.",
            "If the header looks like JSON, it is parsed.",
        ],
    );
}

#[test]
fn fillers_with_a_comma() {
    judge(
        "spec-filler",
        &[
            "Note, that names are unique.",
            "Note, names are unique.",
            "Please note, names are unique.",
            "Please note: names are unique.",
            "Please, note that names are unique.",
            "Do note that names are unique.",
            "Kindly note that names are unique.",
            "Just note that names are unique.",
            "Note also, that names are unique.",
            "Mind you, names are unique.",
            "Be advised, names are unique.",
            "Be advised that names are unique.",
            "By the way, names are unique.",
            "As a reminder, names are unique.",
            "As always, names are unique.",
            "In other words, names are unique.",
            "To put it simply, names are unique.",
            "It is, of course, unique.",
            "Keep in mind, names are unique.",
            "Remember, names are unique.",
            "Also remember that names are unique.",
            "Last but not least, names are unique.",
            "For what it's worth, names are unique.",
            "Suffice it to say, names are unique.",
            "It bears mentioning that names are unique.",
        ],
        &[
            "A note, once sent, is final.",
            "`note`, `title`: strings.",
            "Remember me: keeps the session for 30 days.",
            "A reminder is sent after 3 days.",
            "The note that opens the melody is C4.",
        ],
    );
}

#[test]
fn references_to_an_earlier_example() {
    judge(
        "spec-dangling-reference",
        &[
            "The example above returns 200.",
            "In the example above, the reply is empty.",
            "The same request as before returns 304.",
            "The same call as above fails with 409.",
            "With the earlier request, the reply is empty.",
            "The previous example also works over HTTP.",
            "The first example needs a token.",
            "In the last example, the body is empty.",
            "Using the values from the example, the total is 12.",
            "This is the same as in the example.",
            "The request shown earlier needs a token.",
            "The command from above restarts it.",
            "Repeat the request from the previous step.",
            "As in the earlier case, the reply is empty.",
            "The setup is as before.",
            "The same limits as before apply.",
            "The above example needs a token.",
            "Here, too, the reply is empty.",
            "As in the walkthrough, the reply is empty.",
        ],
        &[
            "The previous request is cancelled.",
            "A request with the same key as an earlier request is refused.",
            "The same value as `limit` is used.",
            "The first example that matches is returned.",
            "The example field is optional.",
            "The next request needs a token.",
            "The state is the same as before the restart.",
            "The last command in the history is repeated.",
        ],
    );
}

#[test]
fn a_fix_that_is_only_an_investigation() {
    judge(
        "bug-unknown-fix",
        &[
            "Investigate the pool.",
            "Investigate why the pool is exhausted.",
            "Look into the scheduler.",
            "We are looking into it.",
            "Needs investigation.",
            "Find out which client holds the lock.",
            "Figure out why the cache is stale.",
            "Debug the parser.",
            "Dig into the connection handling.",
            "Someone should look at the logs.",
            "More logging was added to narrow it down.",
            "Add logging to find the cause.",
            "Ask the vendor.",
            "Reported upstream.",
            "Ticket opened with the vendor.",
            "Waiting on the vendor.",
            "Escalated to the platform team.",
            "Analyse the heap dump.",
            "Reproduce it first.",
            "Open question.",
            "To be discussed.",
            "A fix is in the works.",
            "Work on a fix has started.",
            "We have an idea but no patch.",
            "Root cause analysis pending.",
            "Monitor the situation.",
            "Keep an eye on it.",
            "Planned for Q3.",
            "Scheduled for the next sprint.",
            "Revisit after the migration.",
        ],
        &[
            "Investigate mode must be off: set `investigate = false`.",
            "Run `pump trace` to find the holder of the lock and restart it.",
            "Look up the key in `keys.toml` and renew it.",
            "Find the line `pool = 5` and set it to 20.",
            "Upgrade to 2.1, which was reported upstream as fixed.",
            "Ask for the token again after 401.",
            "Debug builds are affected only: build with `--release`.",
            "Open the valve before the pump starts.",
            "Add logging of the key before the call and drop empty keys.",
            "Monitor the queue and restart the worker at 500 entries.",
            "Planned downtime is skipped: set `skip = true`.",
        ],
    );
}

#[test]
fn reasons_for_uncertainty() {
    judge(
        "unverified-without-reason",
        &["The cache holds 500 entries.", "The valve opens at 2 bar, probably."],
        &[
            "The valve opens at 2 bar, so the old seals were not independently inspected.",
            "The valve opens at 2 bar. The seals were never opened.",
            "The valve opens at 2 bar; the bench was down that week.",
            "The valve opens at 2 bar. We only had the photo.",
            "The valve opens at 2 bar. The supplier has gone out of business.",
            "The valve opens at 2 bar. Needs a test at full load.",
            "The valve opens at 2 bar, so these parts were not inspected.",
            "The valve opens at 2 bar. Our copy of the manual lacks that page.",
            "The valve opens at 2 bar. Nobody on the team has seen it open.",
        ],
    );
}

#[test]
fn states_in_cells_and_citations_are_no_hedges() {
    let rule = rules::find("spec-hedge").expect("a rule");
    for (body, expected) in [
        ("| part | state |\n|---|---|\n| export | BUILT (not tested) |\n| import | untested |\n", 0),
        ("| part | note |\n|---|---|\n| export | it probably runs on ARM, but we are unsure |\n", 1),
        ("- The cap is 500 [APP-12: it might be raised, we think].\n", 0),
        ("- The cap is 500 [not verified].\n", 1),
    ] {
        let text = format!("# T\n\n## Part\n\n**[SPEC]**\n{body}");
        assert_eq!(check(&parse(&text), &Settings::single(rule)).len(), expected, "{body}");
    }
}
