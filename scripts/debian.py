"""Where this machine gets its Debian packages."""

import re
from pathlib import Path


def mirror():
    """The address of the first source, or None."""
    for file in [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]:
        lines = file.read_text(errors="replace").splitlines() if file.is_file() else []
        for line in lines:
            found = re.search(r"https?://\S+/debian\b", line)
            if found and not line.lstrip().startswith("#"):
                return found[0]
    return None
