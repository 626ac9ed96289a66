"""Reads the content of a tagged document without tagdown: blocks by their tag lines, text with markdown-it-py. If the
tags are not well-formed, the block positions come from `tagdown read`."""

import re

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from . import facts

KNOWN_HTML = set("""a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main
map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rb rp rt
rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg path g circle rect line table
tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr""".split())
FIELDS = r"(?:Symptom|Cause|Fix|Affected versions|Workaround)"
TAG = re.compile(r"\*\*\[(?:(SPEC|NOTE|\?)\]|(BUG)\](?: (.+?))?|/(SPEC|NOTE|BUG|\?)\])\*\*[ \t]*$")
MARK = "tagmark{}here"


def known_only(rule, position):
    """An HTML rule that ignores unknown elements, which are text."""
    def wrapped(state, *args):
        found = re.compile(r"</?([A-Za-z][\w:.-]*)").match(state.src, position(state, *args))
        if found and found[1].lower() not in KNOWN_HTML:
            return False
        return rule(state, *args)
    return wrapped


def parser():
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    markdown.use(footnote_plugin, inline=False).use(tasklists_plugin)
    inline = next(rule for rule in markdown.inline.ruler.__rules__ if rule.name == "html_inline")
    markdown.inline.ruler.at("html_inline", known_only(inline.fn, lambda state, silent: state.pos))
    block = next(rule for rule in markdown.block.ruler.__rules__ if rule.name == "html_block")
    markdown.block.ruler.at("html_block", known_only(block.fn, lambda state, line, *rest: state.bMarks[line] + state.tShift[line]),
                            {"alt": block.alt})
    return markdown


VOID = set("area base br col embed hr img input link meta param source track wbr".split())
OPTIONAL = set("p li dt dd td th tr option thead tbody tfoot".split())


def show_unbalanced(tokens):
    """Turns HTML tags in running text that have no partner in their paragraph into text."""
    for token in tokens:
        children, opened = token.children or [], []
        for child in (child for child in children if child.type == "html_inline"):
            if re.match(r"<[?!](?!--)", child.content):
                child.type = "text"
                continue
            # Only a break in Markdown ends a block.
            child.content = re.sub(r"(?i)<hr\b", "<br", child.content)
            tag = re.match(r"""<(/?)([A-Za-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^>"'])*?(/?)>\Z""", child.content, re.S)
            if not tag or tag[2].lower() in VOID or tag[3]:
                continue
            name = tag[2].lower()
            if not tag[1]:
                opened.append((name, child))
                continue
            partner = next((at for at in reversed(range(len(opened))) if opened[at][0] == name), None)
            if partner is None:
                child.type = "text"
                continue
            for name, inner in opened[partner + 1:]:
                inner.type = inner.type if name in OPTIONAL else "text"
            del opened[partner:]
        for name, child in opened:
            child.type = child.type if name in OPTIONAL else "text"


def show_odd(tokens):
    """Shows `<host:port>`, which Markdown takes for an address, as it is written."""
    for children in (token.children or [] for token in tokens):
        for opening, text, closing in zip(children, children[1:], children[2:]):
            address = opening.attrGet("href") if opening.type == "link_open" and opening.markup == "autolink" else None
            if address and not re.match(r"(?i)(https?|ftp|mailto|tel|urn):|\w+://", address):
                opening.type = closing.type = "text"
                opening.content, closing.content = "<", ">"


def slug(text, seen):
    """The GitHub anchor of a heading."""
    base = found = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    while found in seen:
        seen[base] += 1
        found = f"{base}-{seen[base]}"
    seen[found] = 0
    return found


def body_of(text):
    """The text without front matter, with LF line endings."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"\A(---|\+\+\+)\n(?:.*\n)*?\1[ \t]*(?:\n|\Z)", "", text)


def tags_in(lines, markdown):
    """Tag lines with their numbers, outside code, HTML and the manifest."""
    hidden, manifest = set(), None
    for token in markdown.parse("\n".join(lines)):
        if token.type in ("fence", "html_block") and token.map:
            hidden.update(range(*token.map))
    for number, line in enumerate(lines):
        if number in hidden:
            continue
        heading = re.match(r"(#{1,2})\s+(.*)", line)
        if heading:
            manifest = bool(re.fullmatch(r"(?:ai reading instructions?|ai manifest)\W*", heading[2].strip(), re.I))
        elif not manifest and (found := TAG.match(line)):
            yield number, found


def mark(text, markdown):
    """The text with every tag replaced by a numbered mark paragraph, and the tags."""
    lines, tags, out = text.split("\n"), [], []
    found = dict(tags_in(lines, markdown))
    for number, line in enumerate(lines):
        tag = found.get(number)
        if tag:
            out += ["", MARK.format(len(tags)), ""]
            tags.append((tag[1] or tag[2] or "plain", tag[3] or "", ""))
        else:
            out.append(line)
    return "\n".join(out), tags


def mark_given(text, blocks):
    """Like `mark`, for blocks found by tagdown, including near misses: content by byte range, tags between."""
    data, out, tags, at = text.encode(), [], [], 0
    for block in (block for block in blocks if block["tagged"]):
        start, end = block["bytes"]
        between = data[at:start].decode(errors="replace")
        between = re.sub(r"(?i)[*_#\\ \t]*\[/(?:SPEC|NOTE|BUG|\?)[*_\] \t]*", "", between)
        opening = list(re.finditer(r"(?im)^[ \t]{0,3}[*_#\\\s]*\[(?:SPEC|NOTE|BUG|\?)\\?:?\]", between))
        out += [between[: opening[-1].start()] if opening else between, f"\n\n{MARK.format(len(tags))}\n\n"]
        tags.append((block["kind"], block["title"] or "", block["address"].partition("#")[2]))
        out += [data[start:end].decode(errors="replace"), f"\n\n{MARK.format(len(tags))}\n\n"]
        tags.append(("plain", "", ""))
        at = end
    rest = re.sub(r"(?im)^[*_#\\ \t]*\[/(?:SPEC|NOTE|BUG|\?)\][*_ \t]*$", "", data[at:].decode(errors="replace"))
    return "".join([*out, rest]), tags


def part_elements(text, tags, markdown):
    """Puts marks around the tags of elements that open in one block and close in another: they are between callouts."""
    opened, crossing, border, level, tag = [], set(), 0, 0, ("plain", 0)
    for token, after in zip(tokens := markdown.parse(text), [*tokens[1:], None]):
        if token.level > 0:
            continue
        mark = after and token.type == "paragraph_open" and re.fullmatch(r"tagmark(\d+)here", after.content)
        if mark:
            border, tag = border + 1, (tags[int(mark[1])][0], level)
        elif token.type == "heading_open":
            level = int(token.tag[1])
            if tag[0] in ("plain", "BUG", "?") or level <= max(2, tag[1]):
                border, tag = border + 1, ("plain", 0)
        elif token.type == "hr":
            border, tag = border + 1, ("plain", 0)
        for found in re.finditer(r"<(/?)([a-z][a-z0-9]*)[^<>]*?(/?)>", escape_unknown(token.content), re.I) if token.type == "html_block" else ():
            name = found[2].lower()
            if found[3] or name in VOID:
                continue
            if not found[1]:
                opened.append((name, border, token.map[0]))
                continue
            partner = next((at for at in reversed(range(len(opened))) if opened[at][0] == name), None)
            if partner is not None:
                if opened[partner][1] != border:
                    crossing |= {opened[partner][2], token.map[0]}
                del opened[partner:]
    ends = {token.map[0]: token.map[1] for token in tokens if token.type == "html_block" and token.map[0] in crossing}
    out, behind = [], None
    for number, line in enumerate([*text.split("\n"), ""]):
        if number == behind or number in ends:
            name = "again" if number == behind else "apart"
            out += ["", MARK.format(len(tags)), ""]
            tags.append((name, "", ""))
        behind = ends.get(number, behind)
        out.append(line)
    return "\n".join(out)


def break_fields(text, tags):
    """Puts every BUG field on a separate line, as a page must show it."""
    out, in_bug, fence = [], False, ""
    for line in text.split("\n"):
        ticks = re.match(r"[\s>*+-]*(?:\d+[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})", line)
        if ticks and (not fence or line.strip(" >\t").startswith(fence)):
            fence = "" if fence else ticks[1]
        if found := re.fullmatch(r"tagmark(\d+)here", line):
            in_bug = tags[int(found[1])][0] == "BUG"
        elif in_bug and not fence and out and re.match(rf"(?:\*\*)?{FIELDS}(?:\*\*)?:", line) and out[-1].strip():
            out[-1] += "  "
        out.append(line)
    return "\n".join(out)


def escape_unknown(text):
    return re.sub(r"<(?=/?([A-Za-z][\w:.-]*))", lambda tag: "<" if tag[1].lower() in KNOWN_HTML else "&lt;", text)


def read(text, name, known):
    """A document as a page must show it; `known` is the output of `tagdown read`."""
    markdown = parser()
    body = body_of(text)
    marked, tags = mark(body, markdown)
    here, there = [tag[0] for tag in tags if tag[0] != "plain"], [block["kind"] for block in known["blocks"] if block["tagged"]]
    note = ""
    if here != there:
        note = f"{len(here)} tags found here, {len(there)} by `tagdown read` ({known['recovered']} near misses), which is used"
        marked, tags = mark_given(text, known["blocks"])
        marked = body_of(marked)
    marked = part_elements(break_fields(marked, tags), tags, markdown)
    # On GitHub, an address is a link before its stars are emphasis.
    marked = re.sub(r"(?m)(?<![<(\[\w\"`])https?://[^\s<>`*]+\*[^\s<>`]*\w", r"<\g<0>>", marked)
    env = {}
    tokens = markdown.parse(marked, env)
    show_unbalanced(tokens)
    show_odd(tokens)
    for token in tokens:
        if token.type == "html_block":
            # Only a break in Markdown ends a block.
            token.content = re.sub(r"(?i)<hr\b[^>]*>", "", escape_unknown(token.content))
            token.content = re.sub(r"<(?=[?!](?!--))", "&lt;", token.content)
    # Render the complete document so references work; marks and headings split it again.
    html = markdown.renderer.render(tokens, markdown.options, env)
    page = facts.read(f"<body>{html}</body>", "body", lambda tag: None, footnotes="li.footnote-item",
                      drop=["a.footnote-backref"])
    page = assign(page, tags, name, markdown)
    page.note = note
    return page


def assign(page, tags, name, markdown):
    """Sets the address of every part and its kind, according to the tag in effect."""
    parts, kind, seen, section, level, counts = [], "plain", {}, "", 0, {}
    tag_level, is_given = 0, any(tag[2] for tag in tags)
    for part in page.parts:
        if part.kind == "heading":
            part.anchor = section = slug(part.title, seen)
            if not is_given and (kind in ("BUG", "?") or part.level <= max(2, tag_level)):
                kind = "plain"
            level = part.level
            parts.append(part)
            if kind != "plain":
                parts.append(facts.Part(kind, address=parts[-2].address if len(parts) > 1 else ""))
            continue
        pieces = [facts.Part(kind)]
        for line in part.lines:
            tag = re.fullmatch(r"tagmark(\d+)here", line)
            if tag and tags[int(tag[1])][0] == "apart":
                held, kind = (kind, pieces[-1].title, pieces[-1].address), "plain"
                pieces.append(facts.Part("plain"))
            elif tag and tags[int(tag[1])][0] == "again":
                kind = held[0]
                pieces.append(facts.Part(kind, title=held[1], address=held[2], is_more=True))
            elif tag:
                kind, title, given = tags[int(tag[1])]
                tag_level = level
                title = facts.read(markdown.renderInline(title), None, lambda tag: None).parts if title else []
                title = " ".join(line for each in title for line in each.lines)
                number = counts[section, kind] = counts.get((section, kind), 0) + 1
                label = {"?": "unverified"}.get(kind, kind.lower())
                pieces.append(facts.Part(kind, title=re.sub(r"⟨/?[^⟩]*⟩", "", title),
                                         address=f"{name}#{given or f'{section}/{label}-{number}'}"))
            elif line == "---" and not (is_given and kind != "plain"):
                kind = "plain"
                pieces.append(facts.Part("plain", ["---"]))
            else:
                pieces[-1].lines.append(line)
        parts += pieces
    held = ""
    for part in parts:
        held = part.address or (held if part.kind not in ("plain", "heading") else held)
        part.address = part.address or (held if part.kind not in ("plain", "heading") else f"{name}#{part.anchor or 'text'}")
    return facts.Page([part for part in merge(parts) if not part.is_empty() and (part.lines or not part.is_more)], page.footnotes, page.ids)


def merge(parts):
    """Merges adjacent plain parts."""
    out = []
    for part in parts:
        if out and part.kind == out[-1].kind == "plain":
            out[-1].lines += part.lines
        elif not part.is_empty():
            out.append(part)
    return out


def count(lines):
    """Counts lists, tables and code blocks by their lines."""
    lists, before = 0, []
    for line in lines:
        found = re.match(r"((?:quote/|[uo]l\.\d+/)*(?:[uo]l\.\d+)?)", line)
        steps = [step for step in found[1].split("/") if step]
        for depth, step in enumerate(steps):
            name, _, number = step.partition(".")
            same = before[:depth] == steps[:depth] and depth < len(before) and before[depth].partition(".")[0] == name
            if name != "quote" and not (same and int(number) >= int(before[depth].partition(".")[2])):
                lists += 1
        before = steps
    rows = [bool(re.match(r"(?:[^:]*/)?row: ", line)) for line in lines]
    tables = sum(1 for before, here in zip([False, *rows], rows) if here and not before)
    return {"lists": lists, "tables": tables, "code blocks": sum(bool(re.match(r"(?:[^:]*/)?code: ", line)) for line in lines)}
