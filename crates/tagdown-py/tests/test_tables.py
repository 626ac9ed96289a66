"""Tables: the Arrow stream, the files of the command line, and what changed between two of them."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.parquet
import pytest
import tagdown
from conftest import EXAMPLES, made_up


def write(*words: object, status: int = 0) -> str:
    """Runs `tagdown read`."""
    done = subprocess.run([sys.executable, "-m", "tagdown", "read", *map(str, words)], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stdout


def test_libraries_take_the_stream() -> None:
    expected = [block.address for block in tagdown.blocks(EXAMPLES)]
    table = tagdown.blocks(EXAMPLES).to_arrow()
    assert table["address"].to_pylist() == expected
    assert polars.DataFrame(tagdown.blocks(EXAMPLES))["address"].to_list() == expected
    found = tagdown.blocks(EXAMPLES)
    reader = pyarrow.RecordBatchReader.from_stream(found)
    assert duckdb.sql("select address from reader").fetchall() == [(address,) for address in expected]
    assert list(found) == [], "the stream took the rest"
    frame = pandas.DataFrame.from_arrow(tagdown.blocks(EXAMPLES)) if hasattr(pandas.DataFrame, "from_arrow") else table.to_pandas()
    assert list(frame["address"]) == expected
    row = table.to_pylist()[0]
    block = next(tagdown.blocks(EXAMPLES))
    assert (row["text"], row["tokens"], row["section"], row["char_start"]) == (block.text, block.tokens, block.section, block.span[0])
    assert row["findings"] is None
    counted = tagdown.blocks(EXAMPLES, findings=True, kinds="all").to_arrow()["findings"].to_pylist()
    assert sum(counted) > 0


def test_a_stream_of_pairs_and_of_nothing() -> None:
    pairs = ((f"{number}.md", made_up(number)) for number in range(700))
    table = pyarrow.table(tagdown.blocks(pairs, kinds="all"))
    assert table.num_rows == sum(len(tagdown.parse(made_up(number))) for number in range(700))
    assert pyarrow.table(tagdown.blocks([])).num_rows == 0
    half = tagdown.blocks(EXAMPLES)
    next(half)
    assert pyarrow.table(half).num_rows == len(list(tagdown.blocks(EXAMPLES))) - 1


def test_failures_of_a_stream(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(made_up(1).encode())
    (tmp_path / "b.md").write_bytes(b"**[SPEC]**\n\xff\n")
    table = pyarrow.table(tagdown.blocks(tmp_path, errors="skip"))
    assert [row["path"] for row in table.to_pylist() if row["error"]] == [str(tmp_path / "b.md")]
    with pytest.raises(Exception, match="not UTF-8"):
        pyarrow.table(tagdown.blocks(tmp_path))

    def broken() -> object:
        yield "a.md", made_up(1)
        raise KeyError("later")

    with pytest.raises(Exception, match="later"):
        pyarrow.table(tagdown.blocks(broken()))  # type: ignore[arg-type]


def test_the_command_line_writes_the_same_table(tmp_path: Path) -> None:
    for kinds in ("all", "SPEC"):
        expected = tagdown.blocks(EXAMPLES, kinds=kinds, findings=True).to_arrow()
        for name in ("parquet", "arrow"):
            write(EXAMPLES, "--kinds", kinds, "--format", name, "-o", tmp_path / f"t.{name}")
        assert pyarrow.parquet.read_table(tmp_path / "t.parquet").equals(expected)
        assert pyarrow.feather.read_table(tmp_path / "t.arrow").equals(expected)
        rows = list(csv.DictReader(write(EXAMPLES, "--kinds", kinds, "--format", "csv").splitlines(keepends=True)))
        assert [row["text"] for row in rows] == expected["text"].to_pylist()
        assert [row["section"] for row in rows] == [" > ".join(row) for row in expected["section"].to_pylist()]
    (tmp_path / "bad.md").write_bytes(b"**[SPEC]**\n\xff\n")
    write(tmp_path, "--format", "parquet", "-o", tmp_path / "t.parquet", status=2)
    assert pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()[0]["error"].startswith("not UTF-8")


@pytest.mark.parametrize("name", ["parquet", "arrow", "csv"])
def test_ten_edits_touch_what_they_change(documents: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    paths = []
    for path in sorted(documents.glob("*.md")):
        copy = folder / path.name
        copy.write_bytes(path.read_bytes())
        paths.append(copy)
    first, second = tmp_path / f"first.{name}", tmp_path / f"second.{name}"
    paths_of = [*paths, "--kinds", "all", "--format", name, "--max-file-size", "1000000"]
    write(*paths_of, "-o", first)
    write(*paths_of, "-o", second, "--changed-since", first)
    assert table(second) == []
    before = {block.address: block.hash for block in tagdown.blocks(paths, kinds="all")}
    for path in [*paths[:9], paths[-1]]:
        text = path.read_bytes().decode()
        blocks = tagdown.parse(path).blocks
        start, end = blocks[len(blocks) // 2].span
        path.write_bytes((text[:end] + " More." + text[end:]).encode())
    paths[9].unlink()
    left = [path for path in paths if path != paths[9]]
    now = {block.address: block.hash for block in tagdown.blocks(left, kinds="all")}
    write(*left, *paths_of[len(paths) :], "-o", second, "--changed-since", first)
    expected = {(address, "new") for address in now.keys() - before.keys()}
    expected |= {(address, "deleted") for address in before.keys() - now.keys()}
    expected |= {(address, "changed") for address in now.keys() & before.keys() if now[address] != before[address]}
    assert {(row["address"], row["change"]) for row in table(second)} == expected
    assert 10 <= len(expected) < len(before) / 10


def table(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            csv.field_size_limit(1 << 24)
            return list(csv.DictReader(file))
    whole = pyarrow.parquet.read_table(path) if path.suffix == ".parquet" else pyarrow.feather.read_table(path)
    return whole.to_pylist()


def test_a_stream_inside_of_another() -> None:
    """A library releases the lock of the interpreter while it reads a stream, also below a call of ours."""

    def inner(number: int) -> str:
        pairs = ((f"{number}.md", made_up(number)) for _ in range(3))
        return str(pyarrow.table(tagdown.blocks(pairs, kinds="all")).num_rows)

    pairs = ((f"{number}.md", f"**[SPEC]**\n- {inner(number)}\n") for number in range(300))
    assert tagdown.blocks(pairs).to_arrow().num_rows == 300
    reader = pyarrow.RecordBatchReader.from_stream(tagdown.blocks((f"{number}.md", made_up(number)) for number in range(2000)))
    reader.read_next_batch()
    del reader
