"""Compiles the program for a target, so that the same source gives the same bytes: no path of this machine is in it, and no
time. For Linux, zig links, so that the program runs with glibc 2.17 and is made on any machine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from shipping.places import ROOT, moment, program

HOME = ROOT / "target" / "release-tools"
BIN = HOME / "venv" / "bin"
PYTHON = ["cargo-zigbuild==0.24.0", "ziglang==0.15.2"]
AUDITABLE = "cargo-auditable@0.7.7"
GLIBC = "2.17"
WHOLE = ["--release"]
SMALL = ["--profile", "small", "--no-default-features"]


def host():
    done = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, text=True, check=True)
    return dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)


def install():
    """Installs zig, and what puts the list of materials into the program, below target/."""
    mark = HOME / "installed"
    wanted = "\n".join([*PYTHON, AUDITABLE])
    if mark.exists() and mark.read_text() == wanted:
        return
    shutil.rmtree(HOME / "venv", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", HOME / "venv"], check=True)
    subprocess.run([BIN / "pip", "install", "--quiet", "--disable-pip-version-check", *PYTHON], check=True)
    # Small code is not worth the wait for a tool.
    quick = {**os.environ, "CARGO_TARGET_DIR": str(HOME / "cargo")}
    subprocess.run(["cargo", "install", "--quiet", "--locked", "--debug", "--root", HOME, AUDITABLE], env=quick, check=True)
    mark.write_text(wanted)


def add_standard_library(target):
    """Makes sure that rustc can compile for the target."""
    asked = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], stdout=subprocess.PIPE, text=True)
    if asked.returncode == 0 and Path(asked.stdout.strip()).is_dir():
        return
    if subprocess.run(["rustup", "--quiet", "target", "add", target]).returncode != 0:
        raise NotHere(f"no standard library for {target}: rustup does not have it")


class NotHere(Exception):
    """A target that this machine cannot build; the release workflow does."""


def compiled(target, small=False, source=ROOT, output=None):
    """The bytes of the program."""
    linux, here = "linux" in target, host()["host"]
    if not linux and target != here:
        raise NotHere(f"{target} is built by the release workflow, on such a system")
    cargo_home = os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo"))
    flags = [f"--remap-path-prefix={source}=/tagdown", f"--remap-path-prefix={cargo_home}=/cargo"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(output or ROOT / "target" / "release-build"), "SOURCE_DATE_EPOCH": str(moment()),
                   "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags), "CARGO_INCREMENTAL": "0"}
    environment.pop("RUSTFLAGS", None)
    cargo = ["cargo", "auditable"] if (HOME / "bin" / "cargo-auditable").exists() else ["cargo"]
    environment["PATH"] = os.pathsep.join([str(HOME / "bin"), str(BIN), environment["PATH"]])
    named = target
    if linux:
        add_standard_library(target)
        cargo.append("zigbuild")
        named = f"{target}.{GLIBC}" if target.endswith("gnu") else target
    else:
        cargo.append("build")
    command = [*cargo, *(SMALL if small else WHOLE), "--locked", "--quiet", "-p", "tagdown-cli", "--target", named]
    subprocess.run(command, cwd=source, env=environment, check=True)
    return Path(environment["CARGO_TARGET_DIR"], target, "small" if small else "release", program(target)).read_bytes()
