"""Folders, names and the version of a release."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
REPOSITORY = "https://github.com/tagdown/tagdown"
SUMMARY = "Checks, fixes, formats and reads tagged Markdown documentation"
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]
# The systems that have archives, with the names of Node and Debian, and who builds them.
TARGETS = {
    "x86_64-unknown-linux-gnu": {"node": ("linux", "x64", "glibc"), "debian": "amd64"},
    "x86_64-unknown-linux-musl": {"node": ("linux", "x64", "musl"), "oci": "amd64"},
    "aarch64-unknown-linux-gnu": {"node": ("linux", "arm64", "glibc"), "debian": "arm64"},
    "aarch64-unknown-linux-musl": {"node": ("linux", "arm64", "musl"), "oci": "arm64"},
    "x86_64-apple-darwin": {"node": ("darwin", "x64", None)},
    "aarch64-apple-darwin": {"node": ("darwin", "arm64", None)},
    "x86_64-pc-windows-msvc": {"node": ("win32", "x64", None)},
}


def version():
    """The version of the workspace."""
    return re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def program(target):
    return "tagdown.exe" if "windows" in target else "tagdown"


def moment():
    """The time that every file of a release gets: that of the last commit, so that two builds are the same."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return int(asked.stdout) if asked.returncode == 0 and asked.stdout.strip() else 0
