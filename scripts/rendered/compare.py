"""Compares the content of a document with the content of its rendered page."""

import difflib
import re

from . import facts, source

LEFT_TAG = re.compile(r"\[/?(?:SPEC|NOTE|BUG|\?)\]")
WIDTH = 60


def plain(line):
    """A line without style marks."""
    return re.sub(r"⟨/?[^⟩]*⟩", "", line)


def outside_code(line):
    if re.match(r"(?:[^:]*/)?code: ", line):
        return ""
    return re.sub(r"⟨code⟩.*?⟨/code⟩", "", line)


def window(text, other):
    """The part of a text that differs from another text, with some context."""
    start = next((at for at, (a, b) in enumerate(zip(text, other)) if a != b), min(len(text), len(other)))
    begin = max(0, start - 20)
    end = begin + WIDTH
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")


def line_differences(expected, got):
    """Missing, added and changed lines."""
    matcher = difflib.SequenceMatcher(None, expected, got, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        old, new = expected[a:b], got[c:d]
        for pair in range(max(len(old), len(new))):
            left = old[pair] if pair < len(old) else None
            right = new[pair] if pair < len(new) else None
            if right is None:
                yield f"missing `{window(left, '')}`"
            elif left is None:
                yield f"added `{window(right, '')}`"
            else:
                yield f"expected `{window(left, right)}`, got `{window(right, left)}`"


def straight(part):
    part.lines = [line.translate(facts.CURLY) for line in part.lines]
    part.title = part.title.translate(facts.CURLY)
    return part


def trimmed(part):
    """A part whose lines of code have no blanks at their ends."""
    is_code = re.compile(r"(?:[^:]*/)?code: ")
    part.lines = [re.sub(r" +(?=\\n|'$)", "", line) if is_code.match(line) else line for line in part.lines]
    return part


def key(part):
    words = re.findall(r"\w+", plain(part.title if part.kind in ("heading", "BUG") else " ".join(part.lines[:2])))
    return (part.kind, *words[:4])


def aligned(expected, got):
    """Pairs of matching parts; None replaces a part without a match."""
    if [part.kind for part in expected] == [part.kind for part in got]:
        return list(zip(expected, got))
    matcher = difflib.SequenceMatcher(None, [key(part) for part in expected], [key(part) for part in got], autojunk=False)
    pairs = []
    for what, a, b, c, d in matcher.get_opcodes():
        left, right = expected[a:b], got[c:d]
        if what == "equal" or [part.kind for part in left] == [part.kind for part in right]:
            pairs += zip(left, right)
        else:
            pairs += [(part, None) for part in left] + [(None, part) for part in right]
    return pairs


def title_differences(left, right, renderer):
    if left.kind == "BUG" and left.title != right.title:
        yield f"title: expected `{window(left.title, right.title)}`, got `{window(right.title, left.title)}`"
    if left.kind == "?" and not renderer.tags_stay and "unverified" not in right.title.lower():
        yield f"not shown as unverified: title `{right.title}`"
    elif left.title and left.kind != "BUG" and left.title not in right.title:
        if right.lines and plain(right.lines[0]) == left.title:
            del right.lines[0]
        else:
            yield f"title: expected `{left.title}`, got `{right.title}`"


def without_links(line):
    """A line without its links to pages and places of the site."""
    return re.sub(r"⟨/?a (?![a-zA-Z][\w+.-]*:)[^⟩]*⟩", "", line)


def pages(expected, got, renderer, name, is_site=False):
    """All differences as (address, text), and the addresses of the parts with differences. With `is_site`, links to other
    pages are not compared; rendered/linked.py follows them."""
    found, wrong = [], set()
    if is_site or renderer.renames_anchors:
        for part in expected.parts + got.parts:
            part.lines = [without_links(line) for line in part.lines]
        for notes in (expected.footnotes, got.footnotes):
            notes[:] = [[without_links(line) for line in note] for note in notes]
    left_parts, right_parts = expected.parts, source.merge(got.parts)
    if renderer.is_typographer:
        left_parts, right_parts = [straight(part) for part in left_parts], [straight(part) for part in right_parts]
    if renderer.trims_code:
        left_parts = [trimmed(part) for part in left_parts]
    for left, right in aligned(left_parts, right_parts):
        if right is None:
            what = [f"{left.kind} missing: `{window(left.title or (left.lines or [''])[0], '')}`"]
        elif left is None:
            what = [f"{right.kind} added: `{window(right.title or (right.lines or [''])[0], '')}`"]
        elif left.kind == "heading":
            what = heading_differences(left, right, renderer)
        else:
            what = [*title_differences(left, right, renderer), *line_differences(left.lines, right.lines)]
            tags = sum(bool(LEFT_TAG.search(outside_code(line))) for line in right.lines)
            if tags > sum(bool(LEFT_TAG.search(outside_code(line))) for line in left.lines):
                what.append("the text still contains a tag")
        address = left.address if left else f"{name}#?"
        found += [(address, each) for each in what]
        if what and left:
            wrong.add(left.address)
    found += [(f"{name}#footnotes", each) for each in
              note_differences(expected.footnotes, got.footnotes, renderer)]
    if renderer.has_anchors:
        found += broken_anchors(expected, got, name)
    return found, wrong


def note_differences(expected, got, renderer):
    """Differences of footnotes. A footnote that nothing refers to may be shown, and one with two references twice."""
    left, right = ([" ¶ ".join(note) for note in notes] for notes in (expected, got))
    if not renderer.nests_notes:
        left, right = ([re.sub(r"\[fn\]|\[\^[^\]]*\]", "", note) for note in notes] for notes in (left, right))
    differences = line_differences(sorted(set(left)), sorted(set(right) & set(left) or set(right)))
    return [what for what in differences if not what.startswith("added")]


def heading_differences(left, right, renderer):
    what = []
    if left.title != right.title:
        what.append(f"heading: expected `{window(left.title, right.title)}`, got `{window(right.title, left.title)}`")
    if left.level != right.level and renderer.has_levels:
        what.append(f"heading `{left.title[:WIDTH]}`: level {right.level}, not {left.level}")
    if renderer.has_anchors and not right.anchor and left.level > 1:
        what.append(f"heading `{left.title[:WIDTH]}` has no anchor")
    return what


def broken_anchors(expected, got, name):
    """Links within the page that work on GitHub but are broken here."""
    anchors = {part.anchor for part in expected.parts if part.kind == "heading"}
    wanted = {target for part in expected.parts for line in part.lines for target in re.findall(r"⟨a #([^⟩]+)⟩", line)} & anchors
    arrived = {target for part in got.parts for line in part.lines for target in re.findall(r"⟨a [^#⟩]*#([^⟩]+)⟩", line)}
    for target in sorted(wanted & arrived):
        if target not in got.ids:
            yield f"{name}#{target}", "broken link within the page"
