"""Finds callouts on the pages of renderers: the kind of each, and its title."""

import re

from . import facts


def by_class(selector, names, title):
    """Recognizes callouts by a class; `names` maps classes to kinds."""
    def callout(tag):
        classes = tag.get("class", [])
        if not any(each == selector or selector.endswith("*") and each.startswith(selector[:-1]) for each in classes) or "callout-title" in classes:
            return None
        kind = next((names[each] for each in classes if each in names), "quote")
        return kind, tag.select_one(title) if title else None
    return callout


def bold_line(tag, kind):
    """The first paragraph if it is all bold: the title, for alerts without titles."""
    first = next((child for child in tag.find_all(recursive=False)), None)
    if kind not in ("BUG", "?") or first is None or first.name != "p":
        return None
    inner = [child for child in first.children if str(child).strip()]
    return first if len(inner) == 1 and inner[0].name == "strong" else None


def alert(names, has_titles):
    def callout(tag):
        if tag.name != "blockquote" or tag.parent.name not in ("body", "main", "div"):
            return None
        first = tag.find("p")
        found = first and re.match(r"\s*\[!(\w+)\][-+]?([^\n]*)(\n|$)", first.get_text())
        if not found or found[1].lower() not in names or (found[2].strip() and not has_titles):
            return None
        kind = names[found[1].lower()]
        if not has_titles:
            facts.strip_marker(first)
            if not first.get_text().strip():
                first.extract()
            return kind, bold_line(tag, kind)
        title = first_line(first)
        return kind, re.sub(r"^\[!\w+\][-+]?\s*", "", title)
    return callout


def first_line(paragraph):
    """Removes the first line of a paragraph and returns its text."""
    words = []
    for child in list(paragraph.children):
        text = child.get_text()
        if "\n" in text and child.name is None:
            words.append(text.partition("\n")[0])
            child.replace_with(text.partition("\n")[2])
            return " ".join("".join(words).split())
        child.extract()
        if child.name == "br":
            break
        words.append(text)
    return " ".join("".join(words).split())


def book_alert(tag):
    names = {"blockquote-tag-important": "SPEC", "blockquote-tag-note": "NOTE", "blockquote-tag-caution": "BUG", "blockquote-tag-warning": "?"}
    classes = tag.get("class", [])
    if "blockquote-tag" not in classes:
        return None
    kind = next((names[each] for each in classes if each in names), "quote")
    if title := tag.select_one(".blockquote-tag-title"):
        title.extract()
    return kind, bold_line(tag, kind)


def kinds(*names):
    return dict(zip(names, ("SPEC", "NOTE", "BUG", "?")))
