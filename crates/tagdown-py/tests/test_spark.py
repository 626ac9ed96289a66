"""Spark in local mode: the rows of the command line, one row for a poisoned document, and no duplicates after a failed task."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tagdown
from conftest import made_up

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pyspark")
if not shutil.which("java"):
    pytest.skip("SKIPPED: Spark needs Java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from tagdown import spark  # noqa: E402

DOCUMENTS = int(os.environ.get("SPARK_DOCUMENTS", "2000"))


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # The second number is how often a task may fail.
    builder = SparkSession.builder.master("local[2,3]").appName("tagdown")
    for name, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "500",
    }.items():
        builder = builder.config(name, value)
    found = builder.getOrCreate()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def table(session: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of documents as Parquet: tagged ones, and three that are poisoned."""
    texts: list[tuple[str, str | None]] = [(f"d/{number:05}.md", made_up(number)) for number in range(DOCUMENTS)]
    texts[7] = ("d/missing.md", None)
    texts[11] = ("d/large.md", "**[SPEC]**\n" + "- word\n" * 40_000)
    texts[13] = ("d/untagged.md", "# Plain\n\nThe timeout is 30 s.\n")
    path = tmp_path_factory.mktemp("spark") / "documents"
    columns = {"path": [name for name, _ in texts], "text": [text for _, text in texts]}
    path.mkdir()
    pyarrow.parquet.write_table(pyarrow.table(columns), path / "part.parquet", row_group_size=400)
    return path


def collect(frame: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return sorted(rows, key=lambda row: (row["path"], row.get("byte_start") or 0, row.get("rule") or ""))


def given(table: Path) -> list[tuple[str, str | None]]:
    whole = pyarrow.parquet.read_table(table)
    return list(zip(whole["path"].to_pylist(), whole["text"].to_pylist()))


def test_read_gives_the_rows_of_one_process(session: SparkSession, table: Path, tmp_path: Path) -> None:
    frame = session.read.parquet(str(table)).repartition(5)
    frame.mapInArrow(spark.read(limit=200_000, findings=True), spark.READ).write.parquet(str(tmp_path / "blocks"))
    found = collect(session.read.parquet(str(tmp_path / "blocks")))
    failed = [row for row in found if row["error"]]
    assert {row["path"]: row["error"] for row in failed} == {
        "d/large.md": "has 280011 bytes, over the limit of 200000 bytes",
        "d/missing.md": "`text` is missing",
    }
    whole = [(path, text) for path, text in given(table) if text is not None and path != "d/large.md"]
    expected = tagdown.blocks(whole, findings=True).to_arrow().to_pylist()
    assert [row for row in found if not row["error"]] == sorted(expected, key=lambda row: (row["path"], row["byte_start"]))
    folder = tmp_path / "d"
    folder.mkdir()
    for path, text in whole:
        (tmp_path / path).write_bytes(text.encode())
    subprocess.run([sys.executable, "-m", "tagdown", "read", "d", "--format", "parquet", "-o", "table.parquet"], cwd=tmp_path, check=True)
    by_command = pyarrow.parquet.read_table(tmp_path / "table.parquet").to_pylist()
    # Only the command line sees whether the targets of links exist.
    without = [{**row, "findings": None} for row in found if not row["error"]]
    assert without == sorted(({**row, "findings": None} for row in by_command), key=lambda row: (row["path"], row["byte_start"]))


def test_poisoned_documents_cost_one_row_each(session: SparkSession) -> None:
    texts = [("a.md", b"**[SPEC]**\n- a\n"), ("bad.md", b"**[SPEC]**\n- \xff\n"), (None, b"**[SPEC]**\n- n\n"), ("c.md", b"**[SPEC]**\n- c\n")]
    frame = session.createDataFrame([(path, bytearray(text)) for path, text in texts], "path string, raw binary")
    # A cast does not look at the bytes.
    for column in ("raw as text", "cast(raw as string) as text"):
        for function, schema in ((spark.read(), spark.READ), (spark.check(), spark.CHECK), (spark.convert(), spark.CONVERT)):
            rows: list[dict[str, Any]] = frame.selectExpr("path", column).mapInArrow(function, schema).toArrow().to_pylist()
            failed = {row["path"]: row["error"] for row in rows if row["error"]}
            assert failed == {"bad.md": "`text` is not UTF-8: invalid start byte at offset 13", None: "`path` is missing"}
            assert {"a.md", "c.md"} == {row["path"] for row in rows if not row["error"]}, schema


def test_check_and_convert(session: SparkSession, table: Path) -> None:
    frame = session.read.parquet(str(table)).limit(40)
    found = collect(frame.mapInArrow(spark.check(), spark.CHECK))
    documents = [(row["path"], row["text"]) for row in frame.toArrow().to_pylist()]
    expected = sum(len(tagdown.check(text, path=path)) for path, text in documents if text and tagdown.parse(text).tagged)
    assert len([row for row in found if row["rule"]]) == expected > 0
    assert [row["path"] for row in found if row["error"]] == ["d/missing.md"]
    plain = session.createDataFrame([("a.md", "# A\n\nThe timeout is 30 s.\n"), ("b.md", "\0")], "path string, text string")
    made = collect(plain.mapInArrow(spark.convert(version="1.0.0"), spark.CONVERT))
    assert "**[SPEC]**" in made[0]["text"] and "NUL" in made[1]["error"]


def test_a_task_that_ends_early_is_repeated_without_duplicates(session: SparkSession, table: Path, tmp_path: Path) -> None:
    mark = tmp_path / "failed"
    function = spark.read(limit=200_000)

    def fails_once(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in function(batches):
            yield batch
            if not mark.exists():
                mark.touch()
                os._exit(9)

    frame = session.read.parquet(str(table)).repartition(3)
    frame.mapInArrow(fails_once, spark.READ).write.parquet(str(tmp_path / "blocks"))
    assert mark.exists()
    addresses = [row["address"] for row in collect(session.read.parquet(str(tmp_path / "blocks"))) if row["address"]]
    whole = [(path, text) for path, text in given(table) if text is not None and path != "d/large.md"]
    assert len(addresses) == len(set(addresses)) == len(list(tagdown.blocks(whole)))


def test_the_schemas_are_those_of_arrow() -> None:
    table = tagdown.blocks([("a.md", "**[SPEC]**\n- a\n")]).to_arrow()
    assert [field.name for field in table.schema] == [field.name for field in spark.arrow(spark.READ)]
    assert [field.type for field in table.schema] == [field.type for field in spark.arrow(spark.READ)]
