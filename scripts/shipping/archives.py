"""The archives for people and for `install.sh`: the program, man pages, completions, licences."""

import subprocess
import tempfile
from pathlib import Path

from shipping.notices import NAME, notices
from shipping.packed import gz, tar, zip_file
from shipping.places import LICENCES, ROOT, program, version

SHELLS = {"bash": "tagdown.bash", "zsh": "_tagdown", "fish": "tagdown.fish", "elvish": "tagdown.elv", "powershell": "tagdown.ps1"}


def extras(runnable):
    """Man pages and completions, as a program that runs on this machine writes them."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([runnable, "man", folder], check=True, stdout=subprocess.DEVNULL)
        for page in sorted(Path(folder).iterdir()):
            files[f"man/man1/{page.name}"] = page.read_bytes()
    for shell, name in SHELLS.items():
        done = subprocess.run([runnable, "completions", shell], check=True, stdout=subprocess.PIPE)
        files[f"completions/{name}"] = done.stdout
    return files


def texts():
    own = {name: (ROOT / name).read_bytes() for name in [*LICENCES, "README.md", "CHANGELOG.md"]}
    return {**own, NAME: notices()}


def archive(target, build, binary, more):
    """Name and bytes of an archive. `build` is `tagdown` or `tagdown-small`; `more` are man pages and completions."""
    name = f"{build}-v{version()}-{target}"
    files = {f"{name}/{inner}": data for inner, data in {**texts(), **more}.items()}
    files[f"{name}/{program(target)}"] = (binary, 0o755)
    if "windows" in target:
        return f"{name}.zip", zip_file(files)
    return f"{name}.tar.gz", gz(tar(files))
