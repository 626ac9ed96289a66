#!/usr/bin/env node
// Starts the program of the package for this system.
"use strict";

const { spawnSync } = require("node:child_process");

/** The program. npm leaves out the packages that do not fit, so the first one that is there fits. */
function program() {
  const name = `@tagdown/${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "tagdown.exe" : "tagdown";
  // An npm that does not know the field `libc` installs both; the one for musl runs everywhere.
  const glibc = process.platform !== "linux" || process.report?.getReport().header.glibcVersionRuntime;
  for (const candidate of glibc ? [name, `${name}-musl`] : [`${name}-musl`]) {
    try {
      return require.resolve(`${candidate}/${file}`);
    } catch {
      // The package of another system.
    }
  }
  console.error(
    `tagdown: there is no package ${name}; it is missing if npm ran with --omit=optional, or if this system is not supported`,
  );
  process.exit(2);
}

const done = spawnSync(program(), process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (done.error) {
  console.error(`tagdown: ${done.error.message}`);
  process.exit(2);
}
// A signal ends this process as it ended the program.
if (done.signal) process.kill(process.pid, done.signal);
process.exit(done.status ?? 2);
