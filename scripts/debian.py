"""Where this machine gets its Debian packages."""

import re
from pathlib import Path


def mirror():
    for file in [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]:
        found = re.search(r"https?://\S+/debian\b", file.read_text(errors="replace")) if file.is_file() else None
        if found and "snapshot" not in found[0]:
            return found[0]
    return None
