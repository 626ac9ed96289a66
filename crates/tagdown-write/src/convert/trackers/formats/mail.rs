//! Saved support mails: `.eml` and `.mbox` files, and mails saved as text. Replies are put below the mail that they
//! answer; quoted replies and signatures are cut.

use std::collections::HashMap;

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{HeaderValue, Message, MessageParser};

use crate::convert::trackers::issue::{Comment, Issue, Speaker};

/// A mail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mail {
    id: String,
    /// The ids of the mails that it answers.
    answers: Vec<String>,
    subject: String,
    /// The subject without `Re:` and the like.
    thread: String,
    from: String,
    /// Seconds since 1970.
    time: i64,
    text: String,
}

/// Whether a file is a mail or a mailbox, by its first lines.
pub(crate) fn is_mail(bytes: &[u8]) -> bool {
    const HEADERS: [&[u8]; 8] = [
        b"from:",
        b"subject:",
        b"received:",
        b"return-path:",
        b"delivered-to:",
        b"message-id:",
        b"date:",
        b"mime-version:",
    ];
    let start = &bytes[..bytes.len().min(4_000)];
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let lines = start.split(|byte| *byte == b'\n').take_while(|line| !line.trim_ascii().is_empty());
    let is_header = |line: &[u8]| HEADERS.iter().any(|name| line.to_ascii_lowercase().starts_with(name));
    start.starts_with(b"From ") || lines.filter(|line| is_header(line)).count() >= 2
}

/// The mails of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Mail>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let parser = MessageParser::default();
    let mails: Vec<Mail> = if bytes.starts_with(b"From ") {
        let all = MessageIterator::new(bytes).filter_map(Result::ok);
        all.filter_map(|one| parser.parse(one.contents()).map(|message| mail(&message))).collect()
    } else {
        parser.parse(bytes).iter().map(mail).collect()
    };
    let told: Vec<Mail> = mails.into_iter().filter(|mail| !mail.subject.is_empty()).collect();
    if told.is_empty() { Err("it contains no mail with a subject".to_owned()) } else { Ok(told) }
}

fn mail(message: &Message<'_>) -> Mail {
    let ids = |value: &HeaderValue<'_>| match value {
        HeaderValue::Text(id) => vec![id.to_string()],
        HeaderValue::TextList(ids) => ids.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let from = message.from().and_then(|from| from.first()).and_then(|one| one.address()).unwrap_or_default();
    let text = message.body_text(0).unwrap_or_default();
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Mail {
        id: message.message_id().unwrap_or_default().to_owned(),
        answers: ids(message.references()).into_iter().chain(ids(message.in_reply_to())).collect(),
        subject: line(message.subject().unwrap_or_default()),
        thread: line(message.thread_name().unwrap_or_default()).to_lowercase(),
        from: from.to_lowercase(),
        time: message.date().map_or(0, mail_parser::DateTime::to_timestamp),
        text: own_text(&text),
    }
}

/// What the sender wrote, without quoted replies and the signature.
fn own_text(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<&str> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let bare = line.trim();
        let next = |step: usize| lines.get(index + step).map_or("", |line| line.trim());
        if is_end(line, bare) || is_old_header(bare, &[next(1), next(2), next(3)]) {
            break;
        }
        // `On … wrote:` may be wrapped.
        let is_intro = |line: &str| {
            line.ends_with(':')
                && ["wrote", "schrieb", "a écrit", "escribió"].iter().any(|word| line.contains(word))
        };
        let is_wrapped = (bare.starts_with("On ") || bare.starts_with("Am ")) && is_intro(next(1));
        if bare.starts_with('>') || is_intro(bare) || is_wrapped {
            continue;
        }
        out.push(line.trim_end());
    }
    out.join("\n").trim().to_owned()
}

/// Whether a line starts a signature or a forwarded mail.
fn is_end(line: &str, bare: &str) -> bool {
    let lower = bare.to_lowercase();
    line.trim_end_matches('\r') == "-- "
        || bare == "--"
        || lower.starts_with("sent from my ")
        || lower.starts_with("-----original message")
        || lower.starts_with("---------- forwarded message")
        || bare.len() > 20 && bare.chars().all(|c| c == '_')
}

/// Whether a line is the first of the header that Outlook puts above the mail that is answered.
fn is_old_header(line: &str, next: &[&str]) -> bool {
    let opens = ["From:", "Von:", "De:"].iter().any(|name| line.starts_with(name));
    opens
        && next.iter().any(|line| {
            ["Sent:", "Gesendet:", "To:", "An:", "Envoyé"].iter().any(|name| line.starts_with(name))
        })
}

/// The conversations, each as an issue. Whoever answers the mail of somebody in another organisation is support.
pub(crate) fn threads(mut mails: Vec<Mail>) -> Vec<Issue> {
    mails.sort_by_key(|mail| mail.time);
    let mut by_id: HashMap<String, usize> = HashMap::new();
    let mut by_subject: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<Mail>> = Vec::new();
    for mail in mails {
        let answered = mail.answers.iter().find_map(|id| by_id.get(id).copied());
        let is_reply = mail.subject.to_lowercase() != mail.thread;
        let group = answered
            .or_else(|| by_subject.get(&mail.thread).copied().filter(|_| is_reply))
            .unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        if !mail.id.is_empty() {
            by_id.insert(mail.id.clone(), group);
        }
        by_subject.insert(mail.thread.clone(), group);
        groups[group].push(mail);
    }
    groups
        .iter()
        .filter_map(|group| group.split_first())
        .map(|(first, rest)| conversation(first, rest))
        .collect()
}

fn conversation(first: &Mail, rest: &[Mail]) -> Issue {
    let domain = |address: &str| address.rsplit('@').next().unwrap_or_default().to_owned();
    let speaker = |mail: &Mail| match () {
        () if mail.from == first.from => Speaker::Reporter,
        () if domain(&mail.from) == domain(&first.from) => Speaker::Other,
        () => Speaker::Maintainer,
    };
    let id = if first.id.is_empty() { first.subject.clone() } else { first.id.clone() };
    Issue {
        body: first.text.clone(),
        comments: rest.iter().map(|mail| Comment::new(mail.text.clone(), speaker(mail))).collect(),
        ..Issue::new(format!("mail {id}"), &first.subject)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "From: Ann <ann@shop.example>\r\nTo: help@tool.example\r\nSubject: =?utf-8?Q?Upload_h=C3=A4ngt?=\r\nMessage-ID: <1@shop>\r\n\
        Date: Mon, 2 Mar 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        The upload stops f=FCr 2 GB=\r\n files.\r\n\r\n-- \r\nAnn\r\n";
    const SECOND: &str = "From: Kim <kim@tool.example>\nSubject: Re: Upload\nIn-Reply-To: <1@shop>\nMessage-ID: <2@tool>\n\
        Date: Mon, 2 Mar 2026 11:00:00 +0100\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nRml4ZWQgaW4gMS4zLg==\n";

    #[test]
    fn answers_follow_the_mail_that_they_answer() {
        assert!(is_mail(FIRST.as_bytes()) && is_mail(SECOND.as_bytes()) && !is_mail(b"Title,Status\na,b\n"));
        let mails = [SECOND, FIRST].iter().flat_map(|text| read(text.as_bytes()).expect("a mail")).collect();
        let issues = threads(mails);
        assert_eq!(issues.len(), 1);
        assert_eq!(issues[0].title, "Upload hängt");
        assert_eq!(issues[0].body, "The upload stops für 2 GB files.");
        assert_eq!(issues[0].comments[0].text, "Fixed in 1.3.");
        assert_eq!(issues[0].comments[0].speaker, Speaker::Maintainer);
    }

    #[test]
    fn a_mailbox_has_many_mails() {
        let mbox = format!(
            "From a@b Mon Mar  2 10:00:00 2026\n{}\nFrom a@b Mon Mar  2 11:00:00 2026\n{SECOND}\n",
            FIRST.replace('\r', "")
        );
        assert!(is_mail(mbox.as_bytes()));
        assert_eq!(threads(read(mbox.as_bytes()).expect("mails")).len(), 1);
    }

    #[test]
    fn what_others_wrote_is_cut() {
        for text in [
            "It works.\n\nOn Mon, 2 Mar 2026, Kim wrote:\n> Fixed in 1.3.\n",
            "It works.\n\nOn Mon, 2 Mar 2026 at 11:00, Kim <kim@tool.example>\nwrote:\n> Fixed in 1.3.\n",
            "It works.\n\nFrom: Kim\nSent: Monday\nTo: Ann\nSubject: Upload\n\nFixed in 1.3.",
            "It works.\n\n-----Original Message-----\nFixed in 1.3.",
            "It works.\n\nSent from my phone",
            "It works.\n-- \nAnn",
        ] {
            assert_eq!(own_text(text), "It works.", "{text}");
        }
    }
}
