"""1,000 malformed calls: each raises an exception of Python, or returns; none ends the process or hangs."""

from __future__ import annotations

import io
import random
import threading
from pathlib import Path

import pytest
import tagdown

FUNCTIONS = [tagdown.parse, tagdown.check, tagdown.fix, tagdown.fmt, tagdown.read, tagdown.blocks, tagdown.convert]


class Liar:
    """A path that is none."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __fspath__(self) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def broken() -> object:
    yield "a.md"
    raise KeyError("in the middle")


def closed() -> io.StringIO:
    file = io.StringIO("text")
    file.close()
    return file


VALUES = [
    None, True, 0, -1, 2**80, 1.5, float("nan"), b"bytes", bytearray(b"x"), object(), int, len, [], [1], [None], {}, {"a": 1}, set(),
    "\ud800", "a\ud800b.md", "\0", "**[SPEC]**\n\0", "x" * 300_000, "**[" * 20_000, "> " * 5_000 + "a", "- " * 3_000, "[" * 50_000, "`" * 70_001,
    Path("missing.md"), Path("/dev/null"), Path("/proc/self/mem"), Path("\0"), Path("a\ud800"), Path("/"), "-",
    ("a.md",), ("a.md", 1), [("a.md",)], [("a.md", None)], [("a.md", "\ud800")], [("a.md", "t"), "b.md"], ["a.md", ("b.md", "t")],
    Liar(1), Liar(None), Liar(b"a.md"), Liar(OSError("no")), Liar("missing.md"), range(3), iter([1]), closed(), threading.Lock(), ...,
]  # fmt: skip
NAMES = ["path", "config", "kinds", "select", "ignore", "encoding", "errors", "threads", "budget", "query", "format", "to", "version", "layout"]


def called(function: object, *arguments: object, **named: object) -> str:
    """Calls a function to its end. Only exceptions that a caller can catch leave it."""
    try:
        found = function(*arguments, **named)  # type: ignore[operator]
        if isinstance(found, tagdown.Blocks):
            for _ in zip(found, range(20)):
                pass
        return "returned"
    except Exception as problem:
        return type(problem).__name__


def test_every_value_in_the_first_place() -> None:
    ends = {called(function, value) for function in FUNCTIONS for value in VALUES if value not in (Path("/"), "-")}
    assert {"TypeError", "UnicodeEncodeError", "FileNotFoundError", "TagdownError", "returned"} <= ends
    assert "PanicException" not in ends and "SystemError" not in ends


def test_a_thousand_calls() -> None:
    chance = random.Random(27)
    ends: dict[str, int] = {}
    values = [value for value in VALUES if value != Path("/")]
    for _ in range(1000):
        function = chance.choice([*FUNCTIONS, tagdown.render, tagdown.diff])
        first = [chance.choice([*values, "# T\n\n**[SPEC]**\n- a\n"]) for _ in range(chance.choice([0, 1, 1, 1, 2, 3]))]
        named = {name: chance.choice(values) for name in chance.sample(NAMES, chance.choice([0, 1, 1, 2]))}
        end = called(function, *first, **named)
        ends[end] = ends.get(end, 0) + 1
    assert sum(ends.values()) == 1000 and ends["TypeError"] > 200, ends
    assert "PanicException" not in ends and "SystemError" not in ends, ends


def test_an_exception_of_the_caller_stays_its_own() -> None:
    with pytest.raises(KeyError, match="in the middle"):
        tagdown.blocks(broken())  # type: ignore[arg-type]

    def pairs() -> object:
        yield "a.md", "**[SPEC]**\n- a\n"
        raise KeyError("later")

    found = tagdown.blocks(pairs())  # type: ignore[arg-type]
    assert next(found).path == "a.md", "what came before the exception is not lost"
    with pytest.raises(KeyError, match="later"):
        next(found)
    assert list(found) == []


def test_a_text_that_is_none_costs_itself(tmp_path: Path) -> None:
    pairs = [("a.md", "**[SPEC]**\n- a\n"), ("b.md", "\ud800"), ("c.md", None), ("d.md", "**[SPEC]**\n- d\n")]
    found = tagdown.blocks(pairs, errors="skip")  # type: ignore[arg-type]
    assert [block.path for block in found] == ["a.md", "d.md"]
    assert found.failed == [("b.md", "the text has surrogates"), ("c.md", "the text is not a str")]
    for count in (1, 2):
        with pytest.raises((UnicodeEncodeError, TypeError)):
            list(tagdown.blocks([*pairs[:1], pairs[count], *pairs[3:]]))  # type: ignore[list-item]
    for name in ("a.md", "b.md", "d.md"):
        (tmp_path / name).write_bytes(b"**[SPEC]**\n- " + (b"\xff" if name == "b.md" else b"a\n"))
    read = tagdown.blocks(tmp_path)
    assert Path(next(read).path).name == "a.md"
    with pytest.raises(tagdown.TagdownError, match="b.md: not UTF-8"):
        next(read)
    assert list(read) == []


def test_one_iterator_in_many_threads() -> None:
    pairs = ((f"{number}.md", "**[SPEC]**\n- a\n") for number in range(2000))
    found = tagdown.blocks(pairs)
    seen: list[str] = []
    ends: list[str] = []

    def work() -> None:
        while True:
            try:
                seen.append(next(found).address)
            except StopIteration:
                break
            except Exception as problem:
                ends.append(type(problem).__name__)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert len(seen) == len(set(seen)), "no block comes twice"
    assert set(ends) <= {"RuntimeError", "ValueError"}, set(ends)


def test_no_attribute_can_be_set() -> None:
    document = tagdown.parse("**[SPEC]**\n- a\n")
    for thing in (document, document[0], tagdown.check("x")[0]):
        with pytest.raises(AttributeError):
            thing.path = "other"  # type: ignore[misc, union-attr]
    for kind in (tagdown.Document, tagdown.Block, tagdown.Blocks, tagdown.Finding, tagdown.Reading):
        with pytest.raises(TypeError):
            kind()
