"""The command line: `tagdown` and `python -m tagdown`."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from pathlib import Path

from ._tagdown import main as run


def program() -> Path:
    """What a person starts to run this. Settings of other tools name it."""
    started = Path(sys.argv[0])
    if started.suffix != ".py" and started.is_file():
        return started.absolute()
    name = "tagdown.exe" if os.name == "nt" else "tagdown"
    return Path(sysconfig.get_path("scripts")) / name


def main() -> int:
    """Runs the command line with the arguments of this process. Returns the exit status."""
    # Python would hold back an interrupt until the command ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(program(), sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
