"""A registry in a folder, as cargo reads it: our packages as they would be published, and the packages that they need, which
cargo has already downloaded. `cargo install` from it compiles what a user would compile, without a network."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

from shipping.places import ROOT, version

KINDS = {"dependencies": "normal", "build-dependencies": "build"}


def needs(manifest):
    """The packages that a package needs. Those that only its tests need are left out: nobody installs them."""
    tables = [(None, manifest), *manifest.get("target", {}).items()]
    for target, table in tables:
        for key, kind in KINDS.items():
            for name, one in table.get(key, {}).items():
                one = {"version": one} if isinstance(one, str) else one
                yield {"name": name, "req": one["version"], "features": one.get("features", []),
                       "optional": one.get("optional", False), "default_features": one.get("default-features", True),
                       "target": target, "kind": kind, "package": one.get("package")}


def entry(package):
    """The line of the index for a package."""
    with tarfile.open(package) as packed:
        manifest = tomllib.load(packed.extractfile(f"{package.stem}/Cargo.toml"))
    deps = [*needs(manifest)]
    known = {one["name"] for one in deps}
    features = {name: [on for on in turned if "/" not in on or on.split("/")[0].rstrip("?") in known]
                for name, turned in manifest.get("features", {}).items()}
    return {"name": manifest["package"]["name"], "vers": manifest["package"]["version"], "deps": deps, "features": {},
            "features2": features, "cksum": hashlib.sha256(package.read_bytes()).hexdigest(), "yanked": False, "v": 2,
            "links": manifest["package"].get("links")}


def place(name):
    """Where the index has a package."""
    name = name.lower()
    return Path(*{1: ["1"], 2: ["2"], 3: ["3", name[:1]]}.get(len(name), [name[:2], name[2:4]]), name)


def registry(folder):
    """Makes the registry, and a home for cargo that knows no other one. Returns the home."""
    shutil.rmtree(folder, ignore_errors=True)
    home = folder / "home"
    home.mkdir(parents=True)
    subprocess.run(["cargo", "package", "--workspace", "--exclude", "tagdown-py", "--exclude", "tagdown-wasm", "--locked", "--allow-dirty",
                    "--no-verify", "--quiet", "--target-dir", folder / "ours"], cwd=ROOT, check=True)
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    downloaded = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"), "registry", "cache")
    packages = [*(folder / "ours" / "package").glob(f"*-{version()}.crate")]
    for one in locked:
        packages += [*downloaded.glob(f"*/{one['name']}-{one['version']}.crate")][:1] if "source" in one else []
    for package in packages:
        shutil.copy(package, folder)
        line = entry(package)
        path = folder / "index" / place(line["name"])
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as index:
            index.write(json.dumps(line) + "\n")
    (home / "config.toml").write_text(f'[source.crates-io]\nreplace-with = "folder"\n\n[source.folder]\nlocal-registry = "{folder}"\n')
    return home
