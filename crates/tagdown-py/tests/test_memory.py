"""Memory does not grow with the number of documents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import made_up

MANY = int(os.environ.get("MANY_DOCUMENTS", "20000"))
FEW = 2000
# A reading of one batch more or less, and what the allocator keeps.
MOST = 24_000

PROGRAM = """
import json, resource, sys
import tagdown
from conftest import made_up

def pairs(count):
    texts = [made_up(number) for number in range(200)]
    for number in range(count):
        yield f"{number}.md", texts[number % 200]

def rows(count):
    if sys.argv[2] == "blocks":
        return sum(1 for _ in tagdown.blocks(pairs(count), kinds="all"))
    import pyarrow
    return sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(tagdown.blocks(pairs(count), kinds="all")))

print(rows(int(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def memory(count: int, way: str) -> int:
    """The most memory that a process needs for this many documents, in kB."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(count), way], cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    rows, most = map(int, done.stdout.split())
    assert rows > count
    return most


def test_generators_are_flat() -> None:
    for way in ("blocks", "stream"):
        few, many = memory(FEW, way), memory(MANY, way)
        assert many - few < MOST, (way, few, many)


def test_rows_on_standard_input_are_flat(tmp_path: Path) -> None:
    texts = [made_up(number) for number in range(200)]
    program = (
        "import resource, subprocess, sys; subprocess.run([sys.executable, '-m', 'tagdown', sys.argv[1], '--stdin', 'jsonl'],"
        " stdin=open(sys.argv[2]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        " print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    for command in ("check", "read", "convert"):
        found = []
        for count in (FEW // 2, MANY // 4):
            path = tmp_path / "rows.jsonl"
            with path.open("w") as file:
                for number in range(count):
                    # Every tenth row fails.
                    text = None if number % 10 == 0 else texts[number % 200]
                    file.write(json.dumps({"path": f"{number}.md", "text": text}) + "\n")
            done = subprocess.run([sys.executable, "-c", program, command, str(path)], capture_output=True, text=True, check=True)
            found.append(int(done.stdout))
        assert found[1] - found[0] < MOST, (command, found)
