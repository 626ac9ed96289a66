//! Puts together what several exports say: mails become conversations, and pull requests join the issues that they close.

use super::formats::{Export, threads};
use super::issue::{Issue, Pull, Speaker, State};

/// The issues of all exports, and what the exports lack.
pub(crate) fn join(exports: Vec<Export>) -> (Vec<Issue>, Vec<String>) {
    let (mut issues, mut mails, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for export in exports {
        issues.extend(export.issues);
        mails.extend(export.mails);
        missing.extend(export.missing);
    }
    issues.extend(threads(mails));
    let issues: Vec<Issue> = issues.into_iter().map(Issue::without_controls).collect();
    missing.dedup();
    if issues.iter().any(|issue| issue.closes.is_some()) {
        // The text is in another export.
        missing.retain(|text| !text.contains("without their text"));
    }
    let mut issues = with_pulls(issues);
    issues.iter_mut().for_each(trust_authors);
    (issues, missing)
}

/// Lets those speak for the project whose change closed an issue: a maintainer merged what they made of it.
fn trust_authors(issue: &mut Issue) {
    let merged = issue.pulls.iter().filter(|pull| pull.is_merged && !pull.author.is_empty());
    let authors: Vec<&str> = merged.map(|pull| pull.author.as_str()).collect();
    if issue.speaker == Speaker::Reporter && authors.contains(&issue.author.as_str()) {
        issue.speaker = Speaker::Maintainer;
    }
    for comment in issue.comments.iter_mut().filter(|comment| comment.speaker != Speaker::Bot) {
        if authors.contains(&comment.author.as_str()) {
            comment.speaker = Speaker::Maintainer;
        }
    }
}

/// Gives each issue the text of the pull requests that close it, and leaves out those pull requests.
fn with_pulls(issues: Vec<Issue>) -> Vec<Issue> {
    let (pulls, mut rest): (Vec<Issue>, Vec<Issue>) =
        issues.into_iter().partition(|issue| issue.closes.is_some());
    for change in pulls {
        let is_same_place = |issue: &Issue| folder(issue) == folder(&change);
        let mut is_taken = false;
        for issue in rest.iter_mut().filter(|issue| issue.closes.is_none() && is_same_place(issue)) {
            let is_closed_by_it =
                change.closes.iter().flatten().any(|id| *id == issue.id) || says_so(&change, issue);
            if let Some(pull) = issue.pulls.iter_mut().find(|pull| pull.id == change.id) {
                *pull = as_pull(&change);
                is_taken = true;
            } else if is_closed_by_it {
                issue.pulls.push(as_pull(&change));
                is_taken = true;
            }
        }
        if !is_taken {
            let pulls = vec![as_pull(&change)];
            rest.push(Issue { pulls, ..change });
        }
    }
    rest
}

fn as_pull(change: &Issue) -> Pull {
    Pull {
        id: change.id.clone(),
        url: change.url.clone(),
        title: change.title.clone(),
        body: change.body.clone(),
        is_merged: change.state == State::Merged,
        author: change.author.clone(),
    }
}

/// The repository in the address of an issue or a pull request.
fn folder(issue: &Issue) -> Option<&str> {
    let url = issue.url.as_deref()?;
    ["/issues/", "/pull/", "/-/", "/merge_requests/"]
        .iter()
        .find_map(|mark| url.split_once(mark))
        .map(|(folder, _)| folder)
}

/// Whether the text of a pull request says that it closes an issue: `Fixes #12`.
fn says_so(change: &Issue, issue: &Issue) -> bool {
    const VERBS: [&str; 9] =
        ["fix", "fixes", "fixed", "close", "closes", "closed", "resolve", "resolves", "resolved"];
    let text = format!("{}\n{}", change.title, change.body);
    let words: Vec<&str> = text.split_whitespace().collect();
    let names = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#');
        bare == issue.id || issue.url.as_deref().is_some_and(|url| bare == url)
    };
    words
        .windows(2)
        .any(|pair| VERBS.contains(&pair[0].to_lowercase().trim_end_matches(':')) && names(pair[1]))
}
