"""The list of what a program is made of (SBOM), in the format CycloneDX 1.6, from Cargo.lock."""

import json
import subprocess

from shipping.places import REPOSITORY, ROOT, version


def packages(target, features):
    """The packages that are compiled into the program for a target."""
    command = ["cargo", "tree", "--locked", "-p", "tagdown-cli", "--target", target, "-e", "normal", "--prefix", "none",
               "--format", "{p}|{l}|{r}", *features]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = set()
    for line in done.stdout.splitlines():
        what, licence, home = line.removesuffix(" (*)").split("|")
        name, number = what.split()[:2]
        found.add((name, number.lstrip("v"), licence, home))
    return sorted(found)


def materials(target, features=()):
    """Name and bytes of the list."""
    checksums = {}
    for entry in (ROOT / "Cargo.lock").read_text().split("[[package]]")[1:]:
        fields = dict(line.split(" = ", 1) for line in entry.splitlines() if " = " in line)
        checksums[fields["name"].strip('"'), fields["version"].strip('"')] = fields.get("checksum", "").strip('"')
    parts = []
    for name, number, licence, home in packages(target, features):
        if name == "tagdown-cli":
            continue
        # Old packages write a slash for `OR`.
        part = {"type": "library", "name": name, "version": number, "purl": f"pkg:cargo/{name}@{number}",
                "bom-ref": f"pkg:cargo/{name}@{number}", "licenses": [{"expression": licence.replace("/", " OR ").replace("  ", " ")}]}
        if checksums.get((name, number)):
            part["hashes"] = [{"alg": "SHA-256", "content": checksums[name, number]}]
        if home:
            part["externalReferences"] = [{"type": "vcs", "url": home}]
        parts.append(part)
    subject = {"type": "application", "name": "tagdown", "version": version(), "bom-ref": "tagdown",
               "licenses": [{"expression": "MIT OR Apache-2.0"}], "externalReferences": [{"type": "vcs", "url": REPOSITORY}]}
    text = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": subject}, "components": parts}
    return f"tagdown-v{version()}-{target}.cdx.json", (json.dumps(text, indent=1) + "\n").encode()
