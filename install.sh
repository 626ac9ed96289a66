#!/bin/sh
# Installs the program tagdown from a release, without a compiler. The archive is used only if its SHA-256 is the one in
# the release's SHA256SUMS. Also used by the GitHub Action and by the hook for pre-commit.
#
#   sh install.sh [--version VERSION] [--to FOLDER] [--small]
#
# --small installs the small build: `check`, `fmt`, `diff` and `explain`, without servers, pages and exact token counts.
# TAGDOWN_SHA256 is the only SHA-256 that is accepted, if it is set.
# TAGDOWN_DOWNLOAD is the address of a mirror, which has the folders of the releases: ADDRESS/vVERSION/FILE.
# Status: 0 installed, 1 refused or failed, 2 wrong arguments, 3 no archive for this system or not to be had.
set -eu

version=0.1.0
folder=${TAGDOWN_INSTALL_DIR:-$HOME/.local/bin}
build=tagdown
address=${TAGDOWN_DOWNLOAD:-https://github.com/tagdown/tagdown/releases/download}

say() { printf 'tagdown: %s\n' "$1" >&2; }
fail() { say "$2"; exit "$1"; }

while [ $# -gt 0 ]; do
  case $1 in
    --version) [ $# -gt 1 ] || fail 2 "--version needs a value"; version=${2#v}; shift 2 ;;
    --to) [ $# -gt 1 ] || fail 2 "--to needs a value"; folder=$2; shift 2 ;;
    --small) build=tagdown-small; shift ;;
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//;/^set/!p;}' "$0"; exit 0 ;;
    *) fail 2 "unknown argument \`$1\`; see --help" ;;
  esac
done
case $version in
  '' | [!0-9]* | *[!0-9A-Za-z.+-]*) fail 2 "\`$version\` is not a version" ;;
esac

# The name of this system among the archives.
system() {
  case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) return 1 ;;
  esac
  case $(uname -s) in
    # The program for musl has no dependencies, so it also runs where glibc is older than 2.17, or missing.
    Linux)
      case $(getconf GNU_LIBC_VERSION 2>/dev/null || true) in
        'glibc 2.'[0-9] | 'glibc 2.1'[0-6] | '') echo "$machine-unknown-linux-musl" ;;
        *) echo "$machine-unknown-linux-gnu" ;;
      esac ;;
    Darwin) echo "$machine-apple-darwin" ;;
    MINGW* | MSYS* | CYGWIN*) [ "$machine" = x86_64 ] && echo x86_64-pc-windows-msvc ;;
    *) return 1 ;;
  esac
}

# download ADDRESS FILE
download() {
  case $1 in
    https://*) only='=https' ;;
    *) only='=http,https,file' ;;
  esac
  if command -v curl >/dev/null 2>&1; then
    curl --silent --show-error --fail --location --proto "$only" --retry 2 --connect-timeout 20 --max-time 300 --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -T 60 -O "$2" "$1"
  else
    say "curl or wget is needed"
    return 1
  fi
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$1"
  elif command -v openssl >/dev/null 2>&1; then openssl dgst -sha256 -r "$1"
  else return 1
  fi | cut -c 1-64
}

target=$(system) || fail 3 "there is no archive for $(uname -s) on $(uname -m)"
case $target in
  *windows*) program=tagdown.exe ending=zip ;;
  *) program=tagdown ending=tar.gz ;;
esac
name=$build-v$version-$target
archive=$name.$ending
from=$address/v$version

mkdir -p "$folder" || fail 1 "cannot create $folder"
work=$(mktemp -d "$folder/.tagdown.XXXXXX") || fail 1 "cannot write to $folder"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

download "$from/SHA256SUMS" "$work/SHA256SUMS" || fail 3 "cannot download $from/SHA256SUMS"
wanted=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/SHA256SUMS")
[ -n "$wanted" ] || fail 3 "the release has no $archive"
download "$from/$archive" "$work/$archive" || fail 3 "cannot download $from/$archive"
found=$(sha256 "$work/$archive") || fail 1 "sha256sum, shasum or openssl is needed to verify $archive"
if [ "$found" != "$wanted" ]; then
  say "$archive was refused: its SHA-256 is $found, but the release says $wanted"
  exit 1
fi
if [ -n "${TAGDOWN_SHA256:-}" ] && [ "$found" != "$TAGDOWN_SHA256" ]; then
  say "$archive was refused: its SHA-256 is $found, but $TAGDOWN_SHA256 was asked for"
  exit 1
fi

case $ending in
  zip) unzip -q -o "$work/$archive" "$name/$program" -d "$work" || fail 1 "cannot unpack $archive" ;;
  *) tar -xzf "$work/$archive" -C "$work" "$name/$program" || fail 1 "cannot unpack $archive" ;;
esac
chmod 755 "$work/$name/$program"
"$work/$name/$program" --version >/dev/null || fail 1 "the program of $archive does not run on this system"
mv -f "$work/$name/$program" "$folder/$program" || fail 1 "cannot write to $folder"
say "installed tagdown $version for $target in $folder"
case :$PATH: in
  *:"$folder":*) ;;
  *) say "$folder is not in PATH" ;;
esac
