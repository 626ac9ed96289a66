"""The documents that `bench/run` measures, below a folder that is kept for the next run: the Markdown of the packages in
`packages.txt`, a slice of it as tagged pages, made with `tagdown convert`, and single large files."""

import concurrent.futures
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
TAGGED = 50_000_000
SLICE = 3_000_000
# The pages that are converted have about so many bytes.
PAGES = 12_000_000
# A page of an adopter has about ten findings. Pages with the fewest findings are left out until the mean is ten.
DENSE = range(0, 10)
# The names of pages in other languages.
OTHERS = {"ar", "es", "fa", "fr", "ja", "ko", "pt-BR", "ru", "tr", "zh", "zh-TW"}


def fetcher():
    """The functions of scripts/fetch-documents."""
    path = str(HERE.parent / "scripts" / "fetch-documents")
    loader = importlib.machinery.SourceFileLoader("fetch_documents", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fetch_documents", loader))
    loader.exec_module(module)
    return module


def packages(folder):
    """The Markdown of the packages."""
    if (folder / "complete").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    tools = fetcher()
    index, registry = tools.index_of_pip(), tools.registry_of_npm()
    lines = [line.split() for line in (HERE / "packages.txt").read_text().splitlines() if line and not line.startswith("#")]

    def get(line):
        kind, name, version = line
        data = tools.pypi(name, index, version) if kind == "pypi" else tools.npm(name, registry, version)
        return tools.unpack(folder, f"{kind}-{name.replace('/', '-')}-{version}", data)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        counts = list(pool.map(get, lines))
    for (kind, name, version), count in zip(lines, counts):
        if count == 0:
            raise SystemExit(f"{kind} {name} {version} has no Markdown")
    for path in [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md"]:
        path.rename(path.with_name(path.name + ".md"))
    (folder / "complete").write_text("")
    return folder


def documents(folder):
    return sorted(path for path in folder.rglob("*.md") if path.is_file())


def size(folder):
    paths = documents(folder)
    return len(paths), sum(path.stat().st_size for path in paths)


def some(source, folder, wanted, keep=lambda path: True):
    """Copies every n-th document until there are about `wanted` bytes."""
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        paths = [path for path in documents(source) if keep(path)]
        step = max(1, sum(path.stat().st_size for path in paths) // wanted)
        for path in paths[::step]:
            to = folder / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
        (folder / "complete").write_text("")
    return folder


def is_page(path):
    """Whether a document is a page in English of at least 4 KB, and no list of changes."""
    name = path.name.lower()
    return path.stem not in OTHERS and path.stat().st_size > 4000 and "change" not in name and "history" not in name


def tagged(tagdown, source, folder, wanted=TAGGED):
    """Tagged pages with about ten findings each, repeated until they have `wanted` bytes."""
    if (folder / "complete").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder.with_name(folder.name + "-pages")
    shutil.rmtree(pages, ignore_errors=True)
    some(source, pages, PAGES, is_page)
    # It writes its record into the folder in which it runs.
    subprocess.run([tagdown, "convert", "--write", "--allow-dirty", "--no-config", "."], cwd=pages, check=False, capture_output=True)
    counts = findings(tagdown, pages)
    kept = list(counts)
    for least in DENSE:
        kept = [path for path in counts if counts[path] >= least]
        if kept and sum(counts[path] for path in kept) / len(kept) >= 10:
            break
    total, part = 0, 0
    while total < wanted and kept:
        for number, path in enumerate(kept):
            to = folder / f"part-{part:03}" / f"page-{number:05}.md"
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
            total += to.stat().st_size
        part += 1
    (folder / "complete").write_text(f"{sum(counts[path] for path in kept) / max(1, len(kept)):.1f}")
    return folder


def repeated(tagdown, source, folder, wanted=TAGGED):
    """The documents below `source`, repeated until they have `wanted` bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    paths = documents(source)
    if not paths:
        raise SystemExit(f"no Markdown below {source}")
    total, part = 0, 0
    while total < wanted:
        for path in paths:
            to = folder / f"part-{part:03}" / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
            total += to.stat().st_size
        part += 1
    counts = findings(tagdown, source)
    (folder / "complete").write_text(f"{sum(counts.values()) / max(1, len(counts)):.1f}")
    return folder


def findings(tagdown, folder):
    """The number of findings of each tagged document."""
    report = subprocess.run([tagdown, "check", "--format", "json", "--no-config", folder], capture_output=True, text=True).stdout
    return {entry["path"]: len(entry["findings"]) for entry in json.loads(report)["files"] if entry["status"] == "checked"}


def findings_per_page(folder):
    return (folder / "complete").read_text()


def large(source, folder, sizes):
    """One file of each size, made of different pages. Returns their paths. Each takes its pages evenly from all of them:
    if a small file had the first pages, and these had nothing to fix, other work would look like growth. Front matter is
    left out, because in the middle of a file it is something else."""
    paths = []
    pages = documents(source)
    _, total = size(source)
    for wanted in sizes:
        to = folder / "even" / f"{wanted}" / "page.md"
        paths.append(to)
        if to.exists():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        with to.open("w") as out:
            written = 0
            while written < wanted:
                for path in pages[:: max(1, total // wanted)]:
                    written += out.write(re.sub(r"\A---\n.*?\n---\n+", "", path.read_text(), flags=re.S) + "\n\n")
                    if written >= wanted:
                        break
    return paths
