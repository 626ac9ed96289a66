//! Sentences with a wording each, written by hand: condensations that say the same, and wordings that say something else.

/// Condensations as somebody would write them by hand.
pub(crate) const GOOD: &[(&str, &str)] = &[
    ("Please note that the gateway listens on port 8080.", "Gateway listens on port 8080."),
    ("The default port is 8080.", "Default port: 8080"),
    (
        "In order to read the log, the worker needs the `logs:read` scope.",
        "To read the log, the worker needs the `logs:read` scope.",
    ),
    (
        "It is worth noting that requests are limited to 100 per minute.",
        "Requests are limited to 100 per minute.",
    ),
    (
        "The upload is rejected in the event that the file exceeds 20 megabytes.",
        "The upload is rejected if the file exceeds 20 MB.",
    ),
    ("If the queue is full, the broker will return 503.", "If the queue is full, the broker returns 503."),
    ("A session can hold a maximum of 12 channels.", "A session can hold at most 12 channels."),
    ("There is no limit on the number of labels.", "No limit on the number of labels"),
    ("The client is able to reconnect after 30 seconds.", "The client can reconnect after 30 s."),
    ("Keep in mind that each token expires after 15 minutes.", "Each token expires after 15 min."),
    ("The cache is cleared prior to every deployment.", "Cache is cleared before every deployment."),
    ("Furthermore, the `--force` flag skips the checksum.", "`--force` flag skips checksum."),
    (
        "You can simply set `retries` to 0 to disable retries.",
        "You can set `retries` to 0 to disable retries.",
    ),
    ("The scheduler makes use of a priority queue.", "Scheduler uses a priority queue."),
    ("The value of `depth` is set to 3.", "Value of `depth`: 3"),
    (
        "When the disk is full, the writer will not accept new segments.",
        "When the disk is full, the writer does not accept new segments.",
    ),
    ("The job doesn't run on Sundays.", "The job does not run on Sundays."),
    (
        "A total of 16 partitions can be assigned to a consumer.",
        "16 partitions can be assigned to a consumer.",
    ),
    (
        "Note that the API key must be sent in the `X-Key` header.",
        "API key must be sent in the `X-Key` header.",
    ),
    (
        "The compiler rejects the file due to the fact that the header is missing.",
        "Compiler rejects file because header is missing.",
    ),
    ("All fields are required with the exception of `note`.", "All fields are required except `note`."),
    ("The buffer holds 4 kilobytes.", "Buffer holds 4 kB."),
    ("Please restart the agent subsequent to an upgrade.", "Restart the agent after an upgrade."),
    ("The proxy is not able to parse chunked trailers.", "Proxy cannot parse chunked trailers."),
    ("By the way, the exporter also writes a manifest.", "The exporter writes a manifest."),
    (
        "The server will reject the request if the signature is older than 5 minutes.",
        "The server rejects the request if the signature is older than 5 min.",
    ),
    ("The index is rebuilt on a daily basis.", "Index is rebuilt daily."),
    ("The library supports the formats PNG, WebP and AVIF.", "Library supports formats PNG, WebP and AVIF."),
    ("Remember that paths are case-sensitive on Linux.", "Paths are case-sensitive on Linux."),
    ("The lock is released after no more than 90 seconds.", "Lock is released after at most 90 s."),
    // What a person would also write, and what no list of phrases can prove.
    ("By default, the server listens on port 8080.", "The server listens on port 8080 by default."),
    ("The maximum size of an upload is 20 MB.", "Maximum upload size: 20 MB"),
    ("It is possible to configure the timeout with `--timeout`.", "`--timeout` configures the timeout."),
    ("The parser currently supports three dialects.", "The parser supports three dialects."),
    ("A file that is larger than 5 MB is split into parts.", "Files larger than 5 MB are split into parts."),
    ("The tool will print a summary.", "The tool prints a summary."),
];

/// How many of the last good ones are refused on purpose.
pub(crate) const BEYOND: usize = 6;

/// Wordings that look right and are not.
pub(crate) const LIES: &[(&str, &str)] = &[
    // Numbers and units.
    ("Set min to 5 and max to 10.", "Set min to 10 and max to 5."),
    ("A token expires after 60 minutes.", "A token expires after 60 s."),
    ("A token expires after 60 minutes.", "Token expires."),
    ("The limit is 1,000 requests.", "Limit: 1000 requests"),
    ("The limit is 1,000 requests.", "Limit: 1,0000 requests"),
    ("Temperatures below -5 are ignored.", "Temperatures below 5 are ignored."),
    ("The range is 10–20 items.", "Range: 10-200 items"),
    ("Requires version 1.2.3 or newer.", "Requires version 1.2 or newer."),
    ("The ratio is 0.5 of the pool.", "Ratio: 0.05 of the pool"),
    ("The certificate expires on 2027-01-02.", "Certificate expires on 2027-02-01."),
    ("About 5% of requests fail.", "5% of requests fail."),
    ("The file may be 20 MB large.", "The file may be 20 Mb large."),
    ("The file may be 20 MB large.", "The file may be 20 MiB large."),
    ("The 3 replicas must agree.", "3 replicas must agree."),
    ("The two workers share a lock.", "Two workers share a lock."),
    // Names, code and links.
    ("Use `--max-size` to limit the upload.", "Use `--max-sizes` to limit the upload."),
    ("Use `--max-size` to limit the upload.", "Use --max-size to limit the upload."),
    ("The path is read from APP_HOME first.", "The path is read from APP_ROOT first."),
    ("See [the guide](guide.md) for all options.", "See [the guide](other.md) for all options."),
    ("See [the guide](guide.md) for all options.", "See [guide](guide.md) for all options."),
    ("The server reads `a.toml`, then `b.toml`.", "The server reads `b.toml`, then `a.toml`."),
    ("The client calls the broker.", "The broker calls the client."),
    ("Node A is the primary.", "Node is the primary."),
    ("A calls B on failure.", "Calls B on failure."),
    ("Set a to 5 when the pool is empty.", "Set to 5 when the pool is empty."),
    // Negation, modals and conditions.
    ("Keys must not be shared but may be rotated.", "Keys may not be shared but must be rotated."),
    ("Keys must not be shared.", "Keys must be shared."),
    ("The header should be sent.", "The header must be sent."),
    ("The header can be sent twice.", "The header is sent twice."),
    ("Only admins can delete the project.", "Admins can only delete the project."),
    ("Only admins can delete the project.", "Admins can delete the project."),
    ("The job runs unless the flag is set.", "The job runs if the flag is set."),
    ("The job runs when the flag is not set.", "The job runs not when the flag is set."),
    ("All fields except `id` are optional.", "All fields are optional."),
    ("Retries stop after at most 5 attempts.", "Retries stop after at least 5 attempts."),
    ("The value must be greater than 5.", "The value must be less than 5."),
    ("The value must be greater than 5.", "The value must be greater 5."),
    ("The lock is held until the commit.", "The lock is held after the commit."),
    ("It is not simply a cache.", "It is not a cache."),
    ("The two flags must not also be set.", "The two flags must not be set."),
    ("If `a` is also set, `b` is ignored.", "If `a` is set, `b` is ignored."),
    ("It cannot be changed later.", "It can be changed later."),
    (
        "You can not only read the file but also change it.",
        "You cannot only read the file but also change it.",
    ),
    // Quantities and hedges.
    ("A few requests fail on every node.", "Few requests fail on every node."),
    ("The only supported format is JSON.", "Only supported format is JSON."),
    ("The client sends 5 requests a second.", "The client sends 5 requests second."),
    ("The client waits an hour before it retries.", "The client waits hour before it retries."),
    ("The parser usually ignores comments.", "The parser ignores comments."),
    ("The parser currently ignores comments.", "The parser ignores comments."),
    ("The value is nearly always cached.", "The value is always cached."),
    ("Just one worker runs at a time.", "One worker runs at a time."),
    ("You can simply not send the header.", "You can not send the header."),
    ("The client is able to not send the header.", "The client can not send the header."),
    ("The link carries 5 packets a frame.", "The link carries 5 packets frame."),
    ("The link carries two packets a frame.", "The link carries two packets frame."),
    ("When a equals b, the loop ends.", "When equals b, the loop ends."),
    ("The pool must not fall below a minimum of 5.", "The pool must not fall below at least 5."),
    ("It handles 100s of the requests.", "It handles 100 s of requests."),
    ("The result of the call is 5!", "Result of the call is 5."),
    ("The client checks whether the port is 80.", "The client checks whether the port: 80."),
    // What is to come, and what was asked for.
    ("Support for XML will be removed.", "Support for XML is removed."),
    (
        "The API that is used when the flag is set will be removed.",
        "The API that is used when the flag is set is removed.",
    ),
    ("Remember that password for the next login.", "Password for the next login."),
    // Marks that change what belongs to what.
    ("Nodes, which are idle, are removed.", "Nodes which are idle are removed."),
    ("The tool reads A, B and C.", "The tool reads A B and C."),
    ("Run it (or the old one) twice.", "Run it or the old one twice."),
    ("The message is \"the disk is full\".", "The message is \"disk is full\"."),
    // Additions.
    ("The port is 8080.", "The port is always 8080."),
    ("The port is 8080.", "The port is 8080 by default."),
    ("The export runs nightly.", "The export runs nightly and is encrypted."),
    ("The export runs nightly.", "The export runs nightly ([docs](http://x.example))."),
    ("The export runs nightly.", "**[SPEC]** The export runs nightly."),
    ("The export runs nightly.", "The import runs nightly."),
    // Other languages.
    ("Der Dienst ist nicht an der Grenze.", "Dienst ist nicht der Grenze."),
    ("El servicio no es para los nodos a mano.", "El servicio no es para los nodos mano."),
    ("Le service a les droits et ne change pas.", "Le service les droits et ne change pas."),
    ("Enviar a 5 nodos a mano.", "Enviar 5 nodos a mano."),
    ("Enviar datos a nodos.", "Enviar datos nodos."),
];

/// Spaces that Markdown needs.
pub(crate) const SPACES: &[(&str, &str)] = &[
    ("Set `a` `b` and the rest.", "Set `a``b` and rest."),
    ("The `x` flag is off.", "`x`flag is off."),
    ("The value 2 ** 3 and the value 3 ** 2.", "Value 2 **3 and value 3** 2."),
    ("The default (the old one) is off.", "Default(the old one) is off."),
];
