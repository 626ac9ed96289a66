"""Reads the content of a page as comparable parts: headings, plain text and callouts, each a list of lines. A line
starts with the location of its text (`ul.2/ol.3: text` is item 3 of a list in item 2), so equal lines mean equal
lists, tables and quotes. Reads both sides of a comparison: the rendered page and the reference page built from the
source."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from bs4 import BeautifulSoup, Comment, NavigableString, Tag

BLOCK = {"address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "figure", "footer",
         "header", "hgroup", "hr", "html", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "thead",
         "tfoot", "ul", "li", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "caption"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SILENT = {"script", "style", "button", "svg", "template", "noscript", "colgroup", "head", "figcaption"}
STYLES = {"strong": "b", "b": "b", "em": "i", "i": "i", "code": "code", "tt": "code"}
ALERT = re.compile(r"(?i)^\s*\[!(?:note|tip|important|warning|caution)\](?:[^\n]*\n|\s*$)")
CURLY = str.maketrans({"“": '"', "”": '"', "„": '"', "«": "<<", "»": ">>", "‘": "'", "’": "'", "–": "--", "—": "---", "…": "..."})


@dataclass
class Part:
    """A heading, plain text, or a callout of some kind. Headings inside a callout split it into several parts."""
    kind: str
    lines: list = field(default_factory=list)
    title: str = ""
    level: int = 0
    anchor: str = ""
    address: str = ""
    # Whether it is the rest of a block, behind a tag of an element around several blocks.
    is_more: bool = False

    def is_empty(self):
        return not self.lines and not self.title


@dataclass
class Page:
    """The parts of a page in order. Footnotes are separate because each renderer places them differently."""
    parts: list
    footnotes: list
    ids: set
    note: str = ""


def squeeze(runs):
    """Runs of (text, styles) as one line, with white space collapsed and marks around styled text."""
    line, open_styles, gap = [], frozenset(), None
    for text, styles in runs:
        for piece in re.split(r"(\s+)", text):
            if not piece:
                continue
            if piece.isspace():
                gap = styles if line and (gap is None or "code" in gap) else gap
                continue
            # Some parsers drop a space at the edge of code; it is not visible.
            blank = " " if gap is not None and not ("code" in gap and gap != styles) else ""
            gap = None
            if styles != open_styles:
                line.extend(f"⟨/{name}⟩" for name in sorted(open_styles - styles, reverse=True))
                line.append(blank)
                line.extend(f"⟨{name}⟩" for name in sorted(styles - open_styles))
                open_styles = styles
            else:
                line.append(blank)
            line.append(piece)
    line.extend(f"⟨/{name}⟩" for name in sorted(open_styles, reverse=True))
    # One tilde is strikethrough in GFM, subscript in Pandoc and a literal tilde elsewhere; the words are the same.
    text = re.sub(r"(?<![\w⟩])~~?([^\s~]+)~~?|(?<=\w)~([^\s~]+)~", lambda found: found[1] or found[2], "".join(line))
    if len(re.findall(r"(?<!~)~(?!~)", re.sub(r"⟨code⟩.*?⟨/code⟩", "", text))) > 1:
        text = re.sub(r"~(?=[^⟨⟩]*(?:⟨(?!/code)|$))", "", text)
    return re.sub(r"^\[X\] ", "[x] ", text)


def address_of(href):
    """A link target in a common form, without the changes that a site makes to relative paths."""
    href = unquote(href or "").strip()
    if re.match(r"[a-zA-Z][\w+.-]*:|//|#", href):
        return href
    path, mark, fragment = href.partition("#")
    path = re.sub(r"(/index)?(\.md|\.html)?/?$", "", path)
    return re.sub(r"^(\.{0,2}/)*", "", path) + mark + fragment


class Reader:
    """Walks a page. `callout(tag)` returns (kind, title element or text) if the element is a callout."""

    def __init__(self, callout, tags_stay=False):
        self.callout, self.tags_stay = callout, tags_stay
        self.parts, self.footnotes, self.runs, self.kind = [Part("plain")], [], [], "plain"

    def flush(self, path):
        line = squeeze(self.runs)
        if path.endswith("quote"):
            line = re.sub(r"(?i)^\[!(?:note|tip|important|warning|caution)\]\s*", "", line)
        self.runs = []
        if line:
            self.parts[-1].lines.append(f"{path}: {line}" if path else line)
        return line

    def begin(self, kind, title=""):
        self.parts.append(Part(kind, title=title))

    def text_of(self, element):
        """The text of an element, without style marks."""
        reader = Reader(lambda tag: None)
        reader.walk(element, "", frozenset())
        reader.flush("")
        return re.sub(r"⟨/?[^⟩]*⟩", "", " ".join(line for part in reader.parts for line in part.lines))

    def walk(self, node, path, styles):
        for child in list(node.children):
            self.visit(child, path, styles)

    def visit(self, node, path, styles):
        if isinstance(node, Comment):
            return
        if isinstance(node, NavigableString):
            if type(node) is NavigableString:
                self.runs.append((str(node), styles))
            return
        name = node.name
        if name in SILENT or not isinstance(node, Tag):
            return
        if name == "br":
            self.flush(path)
        elif name == "img":
            src = node.get("src", "")
            self.runs.append((f"![{node.get('alt', '')}]({src if src.startswith('http') else ''})", styles))
        elif name == "input":
            self.runs.append(("[x] " if node.has_attr("checked") else "[ ] ", styles))
        elif is_footnote_mark(node):
            self.runs.append(("[fn]", styles))
        elif name not in BLOCK:
            self.inline(node, path, styles)
        else:
            self.flush(path)
            self.block(node, path)
            self.flush(path)

    def inline(self, node, path, styles):
        added = STYLES.get(node.name)
        if node.name == "a" and node.get("href"):
            text, href = node.get_text(), address_of(node["href"])
            if "header" in node.get("class", []) or href in ("", "#"):
                pass
            elif text.strip() and unquote(text.strip()) not in (href, href.removeprefix("mailto:"), href.removeprefix("http://")):
                added = f"a {href}"
            elif not text.strip() and not node.find("img"):
                return
        self.walk(node, path, styles | {added} if added else styles)

    def block(self, node, path):
        name = node.name
        found = self.callout(node)
        if found:
            self.open_callout(node, path, *found)
        elif name in HEADINGS and not path:
            self.heading(node)
        elif name == "pre":
            self.code(node, path)
        elif name == "table":
            self.table(node, path)
        elif name in ("ul", "ol"):
            self.items(node, path)
        elif name == "hr":
            if self.tags_stay and not path and self.kind != "plain":
                self.kind = "plain"
                self.begin("plain")
            if not path and self.kind == "plain":
                self.parts[-1].lines.append("---")
        elif name == "blockquote":
            self.quote(node, path)
        elif self.tags_stay and name == "p" and not path and self.tag(node):
            return
        else:
            self.walk(node, path, frozenset())

    def tag(self, node):
        """Reads a tag in the text, for dialects that keep tags. Returns whether the node is a tag."""
        found = re.fullmatch(r"\[(SPEC|NOTE|BUG|\?)\](?: (.*))?|\[/(SPEC|NOTE|BUG|\?)\]", node.get_text().strip(), re.S)
        if not found or not node.find("strong"):
            return False
        self.kind = found[1] or "plain"
        title = self.text_of(node).partition("]")[2].strip() if found[1] else ""
        self.begin(self.kind, title)
        return True

    def open_callout(self, node, path, kind, title):
        words = self.text_of(title) if isinstance(title, Tag) else title or ""
        if isinstance(title, Tag):
            title.extract()
        if path or self.kind != "plain":
            self.walk(node, join(path, "quote"), frozenset())
            self.flush(join(path, "quote"))
            return
        self.kind = kind
        self.begin(kind, words)
        self.walk(node, "", frozenset())
        self.flush("")
        self.kind = "plain"
        self.begin("plain")

    def heading(self, node):
        anchor = node.get("id") or ""
        holder = node.find(id=True) or node.find("a", attrs={"name": True})
        if not anchor and holder:
            anchor = holder.get("id") or holder.get("name")
        if not anchor and node.parent is not None and node.parent.name == "section":
            anchor = node.parent.get("id", "")
        self.parts.append(Part("heading", title=self.text_of(node), level=int(node.name[1]), anchor=anchor))
        if self.tags_stay and self.kind in ("BUG", "?"):
            self.kind = "plain"
        self.begin(self.kind)

    def code(self, node, path):
        for line_break in node.find_all("br"):
            line_break.replace_with("\n")
        # Some renderers write each line as an element.
        signs = {"ins": "+ ", "del": "- "}
        lines = ["".join(sign for name, sign in signs.items() if name in line.get("class", [])) + line.get_text().rstrip("\n")
                 for line in node.select(".ec-line")]
        # Ignore blank lines at the edges, because most highlighters drop them.
        text = ("\n".join(lines) if lines else node.get_text()).strip("\n")
        self.parts[-1].lines.append(f"{join(path, 'code')}: {text!r}")

    def table(self, node, path):
        for row in node.find_all("tr"):
            cells = []
            for cell in row.find_all(["td", "th"], recursive=False):
                reader = Reader(lambda tag: None)
                reader.walk(cell, "", frozenset())
                reader.flush("")
                cells.append(" ⏎ ".join(reader.parts[0].lines))
            if any(cells):
                self.parts[-1].lines.append(f"{join(path, 'row')}: {' ¦ '.join(cells)}")

    def items(self, node, path):
        number = int(node.get("start") or 1) if node.name == "ol" else 1
        for item in node.find_all("li", recursive=False):
            if item.get("value", "").isdigit() and node.name == "ol":
                number = int(item["value"])
            here = join(path, f"{node.name}.{number}")
            before = sum(len(part.lines) for part in self.parts)
            self.walk(item, here, frozenset())
            self.flush(here)
            if sum(len(part.lines) for part in self.parts) == before:
                self.parts[-1].lines.append(f"{here}:")
            number += 1

    def quote(self, node, path):
        first = node.find("p")
        if first and ALERT.match(first.get_text()):
            strip_marker(first)
        self.walk(node, join(path, "quote"), frozenset())
        self.flush(join(path, "quote"))


def join(path, step):
    return f"{path}/{step}" if path else step


def strip_marker(paragraph):
    """Removes the first line, the alert marker, from a paragraph."""
    for child in list(paragraph.children):
        text = str(child) if type(child) is NavigableString else ""
        if isinstance(child, Tag) and child.name != "br":
            text = child.get_text()
        if "\n" in text and type(child) is NavigableString:
            child.replace_with(text.partition("\n")[2])
            return
        is_break = isinstance(child, Tag) and child.name == "br"
        child.extract()
        if is_break:
            return


def is_footnote_mark(node):
    """Whether the node is a superscript link to a footnote."""
    if {"footnote-reference", "footnote-ref"} & set(node.get("class", [])):
        return True
    link = node.find("a") if node.name == "sup" else None
    return bool(link and re.search(r"#.*(fn|footnote)", link.get("href", "")))


def read(html, main, callout, tags_stay=False, footnotes=None, drop=()):
    """A page. `main`, `footnotes` and `drop` are selectors; `footnotes` selects one element per footnote."""
    # html5lib reads unbalanced tags like a browser. It is slow, so it gets only the main element.
    if main in ("article", "main"):
        found = re.search(rf"<{main}\b.*</{main}>", html, re.S)
        html = found[0] if found else html
    soup = BeautifulSoup(html, "html5lib")
    body = soup.select_one(main) if main else soup.body or soup
    if body is None:
        return None
    ids = {tag["id"] for tag in soup.find_all(id=True)} | {tag["name"] for tag in soup.find_all("a", attrs={"name": True})}
    for selector in drop:
        for found in body.select(selector):
            found.decompose()
    notes = []
    selected = body.select(footnotes) if footnotes else []
    for found in (each for each in selected if not any(each in outer.descendants for outer in selected)):
        reader = Reader(lambda tag: None)
        reader.walk(found, "", frozenset())
        reader.flush("")
        notes.append([line for part in reader.parts for line in part.lines])
    notes += written_footnotes(body)
    for selector in FOOTNOTE_BOXES:
        for found in body.select(selector):
            found.decompose()
    reader = Reader(callout, tags_stay)
    reader.walk(body, "", frozenset())
    reader.flush("")
    return Page([part for part in reader.parts if not part.is_empty()], sorted(notes), ids)


def written_footnotes(body):
    """Removes and returns footnotes that tagdown writes as paragraphs, for renderers without footnotes."""
    notes = []
    for mark in body.select("p > sup[id^=fn-]"):
        first, lines = mark.parent, []
        mark.decompose()
        following = [first]
        while (after := following[-1].find_next_sibling()) and is_note_text(after):
            following.append(after)
        for paragraph in following:
            reader = Reader(lambda tag: None)
            reader.visit(paragraph, "", frozenset())
            reader.flush("")
            lines += [line for part in reader.parts for line in part.lines]
            paragraph.decompose()
        notes.append(lines)
    return notes


def is_note_text(element):
    """Whether an element may continue a footnote."""
    return element.name in ("p", "div", "ul", "ol") and not element.select("sup[id^=fn-]") and "custom-block" not in element.get("class", [])


FOOTNOTE_BOXES = ["div.footnote", "section.footnotes", "div.footnotes", "aside.footnote-list", "aside.footnote", "ol.footnote-definition",
                  "div.footnote-definition", "hr.footnotes-sep", "section[data-footnotes]", "hr.footnotes"]
