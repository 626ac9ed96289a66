"""The functions do what the command line does, and what they return points into the source."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import tagdown
from conftest import EXAMPLES, ROOT, made_up
from tagdown.types import BlockJson, FindingJson

FAULTY = EXAMPLES / "draft" / "upload.md"


def command(*words: str, given: str | None = None) -> str:
    """What the command line prints."""
    done = subprocess.run([sys.executable, "-m", "tagdown", *words], cwd=ROOT, input=given, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def rows(text: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in text.splitlines()]
    return [row for row in found if "summary" not in row]


def test_blocks_are_those_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for kinds in (None, "all", "SPEC", ["BUG", "?"]):
        named = [] if kinds is None else ["--kinds", kinds if isinstance(kinds, str) else ",".join(kinds)]
        told = rows(command("read", "examples", "--format", "jsonl", *named))
        assert [block.to_dict() for block in tagdown.blocks("examples", kinds=kinds)] == told
        assert [block.to_dict() for block in tagdown.read("examples", kinds=kinds)] == told


def test_findings_are_those_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for path in (Path("examples"), Path("examples/draft/upload.md"), Path("docs")):
        told = rows(command("check", str(path), "--format", "jsonl"))
        assert [finding.to_dict() for finding in tagdown.check(path)] == told


def test_objects_have_the_keys_of_their_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = [*tagdown.blocks(["examples", "docs"], kinds="all"), *tagdown.read("docs", query="token budget")]
    findings = [*tagdown.check(Path("examples")), *(finding for number in range(9) for finding in tagdown.check(made_up(number)))]
    assert len(blocks) > 200 and len(findings) > 10
    for objects, kind in ((blocks, BlockJson), (findings, FindingJson)):
        seen: set[str] = set()
        for one in objects:
            keys = one.to_dict().keys()
            assert kind.__required_keys__ <= keys <= kind.__required_keys__ | kind.__optional_keys__, keys
            seen |= keys
        assert seen > kind.__required_keys__, "some have more"


def test_texts_are_those_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = FAULTY.read_text()
    assert tagdown.fix(text) == command("check", "--fix", "--quiet", "-", given=text)
    assert tagdown.fmt(text) == command("fmt", "-", given=text)
    for dialect in ("material", "github", "docusaurus", "html"):
        assert tagdown.render(Path("examples/http-api.md"), dialect) == command("render", "--to", dialect, "examples/http-api.md")
    plain = "# Upload\n\nThe body holds at most 4 KB. It was smaller once.\n\nRetries: 3\n"
    assert tagdown.convert(plain, path="<stdin>").text == command("convert", "-", given=plain)
    assert tagdown.read("examples/http-api.md", budget=500).text == command("read", "examples/http-api.md", "--budget", "500")
    asked = tagdown.read("examples", query="rate limit")
    told = rows(command("read", "examples", "--query", "rate limit", "--format", "jsonl"))
    assert [block.address for block in asked] == [row["address"] for row in told]
    assert asked.text == command("read", "examples", "--query", "rate limit")


def test_diff_is_that_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old = (EXAMPLES / "http-api.md").read_text()
    new = old.replace("600 requests", "700 requests").replace("2.4.0", "2.5.0")
    Path("old.md").write_text(old)
    Path("new.md").write_text(new)
    done = subprocess.run([sys.executable, "-m", "tagdown", "diff", "old.md", "new.md", "--format", "json"], capture_output=True, text=True)
    told, found = json.loads(done.stdout), tagdown.diff(Path("old.md"), Path("new.md"))
    assert found == told and found["summary"]["changed"] > 0
    assert tagdown.diff(tagdown.parse(Path("old.md")), tagdown.parse(Path("new.md"))) == told
    texts = tagdown.diff(old, new, path="new.md")
    assert texts["summary"] == told["summary"] and texts["renamed"]["files"] == []
    assert texts == tagdown.diff(old, tagdown.parse(new, path="new.md"))
    Path("sides/a").mkdir(parents=True)
    Path("sides/b").mkdir()
    Path("sides/a/new.md").write_text(old)
    Path("sides/b/new.md").write_text(new)
    done = subprocess.run([sys.executable, "-m", "tagdown", "diff", "sides/a", "sides/b", "--format", "json"], capture_output=True, text=True)
    assert texts["changes"] == json.loads(done.stdout)["changes"]


def test_diff_of_made_up_versions_is_that_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changes = 0
    for number in range(20):
        old = made_up(number)
        new = made_up(number + 100) if number % 4 == 3 else old.replace("- limit", "- Limit 9").replace("## Section 2", "## Part 2")
        Path("old.md").write_bytes(old.encode())
        Path("new.md").write_bytes(new.encode())
        told = json.loads(subprocess.run([sys.executable, "-m", "tagdown", "diff", "old.md", "new.md", "--format", "json"], capture_output=True).stdout)
        assert tagdown.diff(Path("old.md"), Path("new.md")) == told, number
        changes += len(told["changes"])
    assert changes > 50


def test_a_document_keeps_its_settings(tmp_path: Path) -> None:
    (tmp_path / "tagdown.toml").write_text('[tags]\nRULE = "SPEC"\n\n[rules]\nplaceholder = "off"\n')
    path = tmp_path / "page.md"
    path.write_text("# T\n**Version 1.0.0**\n\n## A\n\n**[RULE]**\n- Body: 4 KB\n\n**[BUG] Stops**\nSymptom: it stops.\n")
    document = tagdown.parse(path)
    assert [(block.kind, block.tag) for block in document][-2:] == [("SPEC", "RULE"), ("BUG", None)]
    assert [finding.to_dict() for finding in tagdown.check(document)] == [finding.to_dict() for finding in tagdown.check(path)]
    assert tagdown.render(document, "github") == tagdown.render(path, "github")
    assert [block.tag for block in tagdown.parse(document)] == [block.tag for block in document]
    assert [finding.rule for finding in tagdown.check(document, config=False)] != [finding.rule for finding in tagdown.check(path)]


def test_spans_point_into_the_source(documents: Path) -> None:
    count = 0
    for block in tagdown.blocks(documents, kinds="all"):
        source = Path(block.path).read_bytes()
        text = source.decode()
        assert text[slice(*block.span)] == block.text
        assert source[slice(*block.bytes)].decode() == block.text
        first, last = block.lines
        assert first <= last <= text.count("\n") + 1
        count += 1
    assert count > 300
    for path in sorted(documents.glob("*.md")):
        document = tagdown.parse(path)
        for block in document:
            assert document.text[slice(*block.span)] == block.text
        for finding in tagdown.check(document):
            start, end = finding.span
            assert len(document.text[:start].encode()) == finding.bytes[0]
            assert len(document.text[:end].encode()) == finding.bytes[1]


def test_edits_make_the_fixed_text() -> None:
    text = FAULTY.read_text()
    for finding in tagdown.check(text):
        if finding.fix and finding.fix.safety == "safe":
            made = text
            for start, end, new in reversed(finding.fix.edits):
                made = made[:start] + new + made[end:]
            assert finding.rule not in [other.rule for other in tagdown.check(made) if other.span == finding.span]


def test_pairs_are_read_like_files(documents: Path) -> None:
    paths = sorted(documents.glob("made-*.md"))
    pairs = ((path, path.read_bytes().decode()) for path in paths)
    assert list(tagdown.blocks(pairs)) == list(tagdown.blocks(paths))
    assert list(tagdown.blocks(paths, threads=1)) == list(tagdown.blocks(paths, threads=8))


def test_a_document_that_fails_costs_itself(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(made_up(1).encode())
    (tmp_path / "b.md").write_bytes(b"**[SPEC]**\n\xff\n")
    (tmp_path / "c.md").write_bytes(made_up(2).encode())
    found = tagdown.blocks(tmp_path, errors="skip")
    assert {Path(block.path).name for block in found} == {"a.md", "c.md"}
    assert [Path(path).name for path, _ in found.failed] == ["b.md"]
    with pytest.raises(tagdown.TagdownError, match="not UTF-8"):
        list(tagdown.blocks(tmp_path))
    assert [Path(path).name for path, _ in tagdown.read(tmp_path).failed] == ["b.md"]
    big = tagdown.blocks([("big.md", made_up(1)), ("small.md", "**[SPEC]**\n- a\n")], errors="skip", max_file_size=100)
    assert [block.path for block in big] == ["small.md"] and big.failed[0][0] == "big.md"


def test_a_panic_is_an_exception() -> None:
    panic = getattr(tagdown._tagdown, "_panic", None)
    if panic is None:
        pytest.skip("only a build for tests can panic on purpose")
    with pytest.raises(tagdown.TagdownError, match="internal error"):
        panic()


def test_other_threads_run_meanwhile() -> None:
    text = "".join(made_up(number, 40) for number in range(200))
    ran = threading.Event()
    done = threading.Event()

    def other() -> None:
        while not done.is_set():
            ran.set()

    thread = threading.Thread(target=other)
    thread.start()
    tagdown.check(text)
    done.set()
    thread.join()
    assert ran.is_set()


def count_in_child(found: "multiprocessing.Queue[int]") -> None:
    found.put(len(list(tagdown.blocks(EXAMPLES))))


def test_a_forked_process_works() -> None:
    here = len(list(tagdown.blocks(EXAMPLES)))
    half_read = tagdown.blocks(EXAMPLES)
    next(half_read)
    way = multiprocessing.get_context("fork")
    found: multiprocessing.Queue[int] = way.Queue()
    child = way.Process(target=count_in_child, args=(found,))
    child.start()
    assert found.get(timeout=60) == here
    child.join(60)
    assert child.exitcode == 0
    assert len(list(half_read)) == here - 1


def test_notebooks_show_documents() -> None:
    document = tagdown.parse("# T\n\n**[SPEC]**\n- <script>alert(1)</script>\n")
    html = document._repr_html_()
    assert html.startswith("<iframe sandbox=") and "alert(1)</script>" not in html
    assert "[SPEC]" in document._repr_markdown_()
    assert tagdown.read(EXAMPLES)._repr_markdown_() == tagdown.read(EXAMPLES).text


def test_the_command_line_is_the_same_code(tmp_path: Path) -> None:
    script = Path(sys.executable).parent / "tagdown"
    for words, status in ((["check", str(EXAMPLES / "http-api.md")], 0), (["check", str(FAULTY)], 1), (["check", "missing"], 2)):
        by_script = subprocess.run([script, *words], capture_output=True, text=True)
        by_module = subprocess.run([sys.executable, "-m", "tagdown", *words], capture_output=True, text=True)
        assert (by_script.returncode, by_script.stdout) == (by_module.returncode, by_module.stdout)
        assert by_script.returncode == status
    version = subprocess.run([sys.executable, "-m", "tagdown", "--version"], capture_output=True, text=True).stdout
    assert f"binary: {script}" in version and tagdown.__version__ in version
