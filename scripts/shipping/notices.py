"""The licences of the packages that are compiled into the program, in one file. Texts that are the same appear once."""

import functools
import json
import re
import subprocess
from pathlib import Path

from shipping.materials import packages
from shipping.places import ROOT

NAME = "THIRD-PARTY-LICENSES.txt"
HEAD = "tagdown contains the following packages.\n"


@functools.cache
def notices(target="x86_64-unknown-linux-gnu"):
    """The bytes of the file. Nearly all packages are the same on every system; the others are few and permissive too."""
    done = subprocess.run(["cargo", "metadata", "--format-version", "1", "--locked"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    folders = {(entry["name"], entry["version"]): Path(entry["manifest_path"]).parent for entry in json.loads(done.stdout)["packages"]}
    users = {}
    for name, number, licence, _ in packages(target, ()):
        # Versions of `cargo tree` have no build metadata in some lines of Cargo.lock.
        folder = folders.get((name, number))
        if name.startswith("tagdown") or folder is None:
            continue
        files = sorted(file for file in folder.iterdir() if re.match(r"(licen[cs]e|copying|notice|unlicense)", file.name, re.I) and file.is_file())
        texts = [file.read_text(errors="replace").strip() for file in files] or [f"No text in the package. Licence: {licence}"]
        for text in texts:
            # Copies differ in blanks and line ends.
            users.setdefault(" ".join(text.split()), (text, []))[1].append(f"{name} {number} ({licence})")
    parts = ["\n".join(names) + "\n\n" + text for text, names in sorted(users.values(), key=lambda entry: entry[1])]
    return (HEAD + "".join(f"\n{'-' * 100}\n\n{part}\n" for part in parts)).encode()
