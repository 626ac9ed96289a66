//! Sanitizes HTML: decides which elements and attributes may reach a page.

use std::borrow::Cow;
use std::sync::LazyLock;

use ammonia::Builder;

use super::highlight;

/// The prefix of the page's own ids, which a document may not use.
const OWN: &str = "td-";

/// The HTML classes of GitHub alerts.
const ALERTS: [&str; 5] = [
    "markdown-alert-note",
    "markdown-alert-tip",
    "markdown-alert-important",
    "markdown-alert-warning",
    "markdown-alert-caution",
];

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .rm_tags(["map", "area", "acronym", "data", "time"])
        .add_tags(["section", "main", "tfoot", "big"])
        .add_generic_attributes(["id", "aria-label"])
        .add_tag_attributes("a", ["name"])
        .add_tag_attributes("div", ["tabindex", "data-lang"])
        .add_tag_attributes("details", ["open"])
        .add_tag_attributes("td", ["style"])
        .add_tag_attributes("th", ["style"])
        .filter_style_properties(["text-align"].into())
        .add_url_schemes(["data"])
        .link_rel(Some("noopener noreferrer"))
        .add_allowed_classes("span", highlight::CLASSES)
        .add_allowed_classes("span", ["task"])
        .add_allowed_classes("div", ["scroll", "code"])
        .add_allowed_classes("sup", ["noteref"])
        .add_allowed_classes("blockquote", ALERTS)
        .attribute_filter(attribute);
    for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        builder.add_allowed_classes(heading, ["quiet"]);
    }
    builder
});

/// HTML in which nothing can run, load or imitate the page itself.
pub(crate) fn clean(html: &str) -> String {
    BUILDER.clean(html).to_string()
}

fn attribute<'u>(element: &str, attribute: &str, value: &'u str) -> Option<Cow<'u, str>> {
    let is_data = value.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    let is_picture = || value.trim_start()[5..].starts_with("image/");
    match (element, attribute) {
        (_, "id" | "name") if value.starts_with(OWN) => None,
        ("img", "src") if is_data => is_picture().then_some(value.into()),
        (_, "href" | "src" | "cite" | "srcset") if is_data => None,
        _ => Some(value.into()),
    }
}
