"""The package for Debian and Ubuntu, written without their tools."""

from shipping.archives import SHELLS
from shipping.notices import NAME, notices
from shipping.packed import gz, tar
from shipping.places import LICENCES, REPOSITORY, ROOT, SUMMARY, moment, version

PLACES = {"bash": "usr/share/bash-completion/completions/tagdown", "zsh": "usr/share/zsh/vendor-completions/_tagdown",
          "fish": "usr/share/fish/vendor_completions.d/tagdown.fish"}
CONTROL = """Package: tagdown
Version: {version}
Section: text
Priority: optional
Architecture: {machine}
Installed-Size: {size}
Depends: libc6 (>= 2.17)
Maintainer: the tagdown authors <noreply@tagdown.invalid>
Homepage: {homepage}
Description: {summary}
 tagdown works on documentation in which every block says whether it is a
 fact, context, a known bug or an open question. It checks such documents,
 gives models only the facts, and renders pages for people.
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tagdown
Source: {homepage}

Files: *
Copyright: the tagdown authors
License: MIT or Apache-2.0

License: Apache-2.0
 On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.

License: MIT
{mit}
"""


def part(name, data):
    """A member of an ar archive."""
    head = f"{name:<16}{moment():<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode()
    return head + data + (b"\n" if len(data) % 2 else b"")


def package(machine, binary, extras):
    """Name and bytes of the package."""
    mit = "\n".join(" " + (line or ".") for line in (ROOT / LICENCES[1]).read_text().splitlines())
    files = {"./usr/bin/tagdown": (binary, 0o755),
             "./usr/share/doc/tagdown/copyright": COPYRIGHT.format(homepage=REPOSITORY, mit=mit).encode(),
             f"./usr/share/doc/tagdown/{NAME}.gz": gz(notices()),
             "./usr/share/doc/tagdown/changelog.gz": gz((ROOT / "CHANGELOG.md").read_bytes())}
    for name, data in extras.items():
        if name.startswith("man/"):
            files[f"./usr/share/{name}.gz"] = gz(data)
    for shell, place in PLACES.items():
        files[f"./{place}"] = extras[f"completions/{SHELLS[shell]}"]
    size = sum(len(entry[0] if isinstance(entry, tuple) else entry) for entry in files.values()) // 1024 + 1
    control = CONTROL.format(version=version(), machine=machine, size=size, homepage=REPOSITORY, summary=SUMMARY)
    members = [("debian-binary", b"2.0\n"), ("control.tar.gz", gz(tar({"./control": control.encode()}))),
               ("data.tar.gz", gz(tar(files)))]
    return f"tagdown_{version()}_{machine}.deb", b"!<arch>\n" + b"".join(part(*member) for member in members)
