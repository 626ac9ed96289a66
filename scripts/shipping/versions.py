"""The version in every file that names it. All of them change with one command, and are compared before a release."""

import datetime
import re

from shipping.places import ROOT, version

# Files, and what stands before the version in them.
PLACES = [
    ("Cargo.toml", r'^(?:version = "|tagdown[a-z-]* = \{ path = "[^"]+", version = ")'),
    ("install.sh", r"^version="),
    ("editors/vscode/package.json", r'^  "version": "'),
    ("editors/vscode/package-lock.json", r'\A\{\n  "name": "tagdown",\n  "version": "|^      "name": "tagdown",\n      "version": "'),
    ("crates/tagdown-wasm/package/package.json", r'^  "version": "'),
    ("plugins/*/package.json", r'^  "version": "|"@tagdown/core": "'),
    ("crates/tagdown-cli/templates/*.y*ml", r"(?:rev: v|tagdown@v|tagdown==|--tag v|/v(?=\d+\.\d+\.\d+/install\.sh))"),
    ("docs/*.md", r"(?:\A# [^\n]*\n\*\*Version |tagdown/tagdown@v|tagdown==|rev: v|(?:download|tagdown)/v(?=\d+\.\d+\.\d+/install\.sh)|TAGDOWN_VERSION: )"),
    ("README.md", r"(?:tagdown==|/v(?=\d+\.\d+\.\d+/install\.sh))"),
    ("examples/project/**/*", r"(?:tagdown/tagdown@v|tagdown==|rev: v)"),
]
VERSION = r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?"
HEAD = re.compile(rf"^## ({VERSION})(?: \((unreleased|\d{{4}}-\d\d-\d\d)\))?$", re.M)


def found():
    """Each place: the file, and the version there."""
    for pattern, before in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file() and path.suffix != ".png":
                for place in re.finditer(f"({before})({VERSION})", path.read_text(), re.M):
                    yield path, place[2]


def wrong(wanted):
    """What does not have this version, in words."""
    lines = [f"{path.relative_to(ROOT)} has {there}" for path, there in found() if there != wanted]
    head = HEAD.search((ROOT / "CHANGELOG.md").read_text())
    if not head or head[1] != wanted:
        lines.append(f"CHANGELOG.md begins with {head[1] if head else 'no version'}")
    return lines


def write(wanted, today=None):
    """Writes the version everywhere, and the date into the changelog. The words for people are theirs to write."""
    for pattern, before in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file() and path.suffix != ".png":
                text = path.read_text()
                changed = re.sub(f"({before}){VERSION}", lambda place: place[1] + wanted, text, flags=re.M)
                if changed != text:
                    path.write_text(changed)
    log = ROOT / "CHANGELOG.md"
    text = log.read_text()
    head = HEAD.search(text)
    day = today or datetime.date.today().isoformat()
    if not head or head[1] != wanted:
        raise SystemExit(f"CHANGELOG.md has no section for {wanted}; describe the changes, then run this again")
    if head[2] == "unreleased":
        log.write_text(text[: head.start()] + f"## {wanted} ({day})" + text[head.end():])


def notes(wanted=None):
    """The section of the changelog for this version, as the text of the release."""
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = [*HEAD.finditer(text)]
    for head, following in zip(heads, [*heads[1:], None]):
        if head[1] == (wanted or version()):
            return text[head.end(): following.start() if following else len(text)].strip() + "\n"
    raise SystemExit(f"CHANGELOG.md has no section for {wanted}")
