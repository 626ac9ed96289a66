"""The packages for npm: one per system with only the program, and `tagdown`, which depends on them and starts it."""

import json

from shipping.notices import NAME, notices
from shipping.packed import gz, tar
from shipping.places import LICENCES, REPOSITORY, ROOT, SUMMARY, TARGETS, program, version

LAUNCHER = ROOT / "scripts" / "shipping" / "launcher.js"


def name(target):
    system, machine, libc = TARGETS[target]["node"]
    return f"@tagdown/{system}-{machine}" + ("-musl" if libc == "musl" else "")


def described(package, **more):
    return {"name": package, "version": version(), "description": SUMMARY, "license": "MIT OR Apache-2.0",
            "repository": {"type": "git", "url": f"git+{REPOSITORY}.git"}, "homepage": REPOSITORY, **more}


def packed(manifest, files):
    """Name and bytes of a package, as `npm pack` names it."""
    licences = {licence: (ROOT / licence).read_bytes() for licence in LICENCES}
    files = {**licences, **files, "package.json": (json.dumps(manifest, indent=2) + "\n").encode()}
    plain = manifest["name"].lstrip("@").replace("/", "-")
    return f"{plain}-{manifest['version']}.tgz", gz(tar({f"package/{inner}": data for inner, data in files.items()}))


def platform(target, binary):
    """The package of one system."""
    system, machine, libc = TARGETS[target]["node"]
    only = {"os": [system], "cpu": [machine]} | ({"libc": [libc]} if libc else {})
    readme = f"# {name(target)}\n\nThe program of [tagdown]({REPOSITORY}) for one system. Install `tagdown` instead.\n"
    manifest = described(name(target), preferUnplugged=True, files=[program(target), NAME], **only)
    return packed(manifest, {program(target): (binary, 0o755), NAME: notices(), "README.md": readme.encode()})


def front():
    """The package that people install. It names the packages of all systems; npm takes the one that fits."""
    manifest = described("tagdown", keywords=["markdown", "documentation", "lint", "llm", "hads"],
                         bin={"tagdown": "tagdown.js"}, files=["tagdown.js"], engines={"node": ">=18"},
                         optionalDependencies={name(target): version() for target in TARGETS})
    return packed(manifest, {"tagdown.js": (LAUNCHER.read_bytes(), 0o755), "README.md": (ROOT / "README.md").read_bytes()})
