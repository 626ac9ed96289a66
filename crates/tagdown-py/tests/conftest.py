"""What the tests share: real and made-up documents."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
import tagdown

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
KINDS = ["SPEC", "NOTE", "BUG", "?"]
WORDS = "limit body timeout Größe 限制 🙂 queue retry `code` [link](a.md) key value 30 s".split()


def made_up(number: int, blocks: int = 6) -> str:
    """A tagged document. The same number gives the same text."""
    chance = random.Random(number)

    def line() -> str:
        return "- " + " ".join(chance.choices(WORDS, k=chance.randint(3, 9)))

    out = [f"# Document {number}", "**Version 1.0.0**", "", "## AI READING INSTRUCTION", "", "Read `[SPEC]`, skip `[NOTE]`.", ""]
    for section in range(blocks):
        kind = KINDS[chance.randrange(len(KINDS))]
        text = [line() for _ in range(chance.randint(1, 4))]
        if kind == "BUG":
            text = ["Symptom: it stops.", "Cause: the queue is full.", "Fix: empty the queue."]
        title = " Upload fails" if kind == "BUG" else ""
        out += [f"## Section {section}", "", f"**[{kind}]{title}**", *text, ""]
    return ("\r\n" if number % 7 == 0 else "\n").join(out)


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of 60 made-up documents and 300 real ones: Markdown of packages, most of it converted. `REAL_DOCUMENTS` names
    a folder with others."""
    folder = tmp_path_factory.mktemp("documents")
    for number in range(60):
        (folder / f"made-{number:03}.md").write_bytes(made_up(number).encode())
    registry = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "registry" / "src"
    given = os.environ.get("REAL_DOCUMENTS")
    found = sorted(Path(given).rglob("*.md") if given else registry.glob("*/*/*.md"))
    # The largest are logs of changes; a few of them are enough.
    real = [path for path in found if path.stat().st_size < 60_000] + [path for path in found if path.stat().st_size >= 60_000][:10]
    for number, path in enumerate(real[:: max(1, len(real) // 300)][:300]):
        text = path.read_bytes()
        try:
            # Each tenth stays as it is.
            text = tagdown.convert(text.decode()).text.encode() if number % 10 else text
        except (UnicodeDecodeError, tagdown.TagdownError):
            continue
        (folder / f"real-{number:03}.md").write_bytes(text)
    return folder
