"""Compiles the program for a target, so that the same source gives the same bytes: no path of this machine is in it, and no
time. For Linux, zig links, so that the program runs with glibc 2.17 and is made on any machine."""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

from shipping.places import ROOT, moment, program

HOME = ROOT / "target" / "release-tools"
BIN = HOME / "venv" / "bin"
PYTHON = ["cargo-zigbuild==0.24.0", "ziglang==0.15.2"]
AUDITABLE = "cargo-auditable@0.7.7"
GLIBC = "2.17"
SMALL = ["--no-default-features"]


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


def standard_library(target):
    """The options for rustc: none if it has the standard library of the target, otherwise a folder that has it, which is
    downloaded and verified."""
    asked = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], stdout=subprocess.PIPE, text=True)
    if asked.returncode == 0 and Path(asked.stdout.strip()).is_dir():
        return []
    release = host()["release"]
    sysroot = HOME / f"rust-{release}"
    own = sysroot / "lib" / "rustlib"
    if not (own / target).is_dir():
        own.mkdir(parents=True, exist_ok=True)
        original = subprocess.run(["rustc", "--print", "sysroot"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        for folder in Path(original, "lib", "rustlib").iterdir():
            if folder.is_dir() and not (own / folder.name).exists():
                (own / folder.name).symlink_to(folder)
        name = f"rust-std-{release}-{target}"
        address = f"https://static.rust-lang.org/dist/{name}.tar.xz"
        try:
            with urllib.request.urlopen(f"{address}.sha256", timeout=60) as answer:
                wanted = answer.read().split()[0].decode()
            with urllib.request.urlopen(address, timeout=600) as answer:
                data = answer.read()
        except OSError as problem:
            raise NotHere(f"no standard library for {target}: {problem}") from problem
        if hashlib.sha256(data).hexdigest() != wanted:
            raise SystemExit(f"{address} does not have the SHA-256 {wanted}")
        packed = HOME / f"{name}.tar.xz"
        packed.write_bytes(data)
        with tarfile.open(packed) as archive:
            archive.extractall(HOME, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(HOME)
        inner = HOME / name / f"rust-std-{target}" / "lib" / "rustlib" / target
        inner.rename(own / target)
        shutil.rmtree(HOME / name)
        packed.unlink()
    return ["--sysroot", str(sysroot)]


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
        if options := standard_library(target):
            wrapper = HOME / "rustc"
            wrapper.write_text(f'#!/bin/sh\nexec rustc {shlex.join(options)} "$@"\n')
            wrapper.chmod(0o755)
            environment["RUSTC"] = str(wrapper)
        cargo.append("zigbuild")
        named = f"{target}.{GLIBC}" if target.endswith("gnu") else target
    else:
        cargo.append("build")
    command = [*cargo, "--release", "--locked", "--quiet", "-p", "tagdown-cli", "--target", named, *(SMALL if small else [])]
    subprocess.run(command, cwd=source, env=environment, check=True)
    return Path(environment["CARGO_TARGET_DIR"], target, "release", program(target)).read_bytes()
