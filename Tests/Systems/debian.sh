#!/bin/sh
# octavo in another Debian than this one: built there, books rendered and verified, every test run.
#
#   debian.sh SUITE FOLDER SWIFT [BOOK...]
#
# FOLDER/SUITE is the system, made once by debootstrap; FOLDER/SUITE-build are its objects, FOLDER/SUITE-books the
# PDFs. SWIFT is the toolchain's `swift`. All mounts are in a namespace of their own and go with it.
set -eu

suite=$1 folder=$(readlink -f "$2") tools=$(dirname "$(readlink -f "$(command -v "$3")")")
shift 3
# `swift` itself is a link to its driver, which goes by the name that it is called by
swift=$tools/swift
toolchain=$(dirname "$(dirname "$tools")")
system=$folder/$suite
here=$PWD
# what `swift` asks of a system, besides what octavo does
needed="make git ca-certificates binutils gcc g++ libc6-dev libcurl4t64 libedit2 libncurses6 libsqlite3-0 libxml2 \
  zlib1g-dev python3 tzdata"

cannot() {
  echo "octavo: no other Debian can be tried here: $1" >&2
  echo "  help: $2" >&2
  # for who goes on without it
  exit 77
}

test "$(id -u)" -eq 0 || cannot "making one takes root" "run it as root, such as with sudo"
unshare -m true 2>/dev/null || cannot "mounts are not allowed" "run it outside the container"

if ! test -e "$system/made"; then
  command -v debootstrap >/dev/null || cannot "there is no debootstrap" "apt-get install debootstrap"
  rm -rf "$system.part"
  mkdir -p "$folder"
  debootstrap --variant=minbase "$suite" "$system.part" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$system.log" ||
    cannot "debootstrap failed; $system.log ends: $(tail -n 1 "$system.log")" "see whether the mirror can be reached"
  touch "$system.part/made"
  mv "$system.part" "$system"
fi

# The same folder at the same place.
at() {
  mkdir -p "$system$1"
  mount --bind "$1" "$system$1"
}

inside() { chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH="$tools:/usr/sbin:/usr/bin:/sbin:/bin" \
  OCTAVO_SHARED="${OCTAVO_SHARED:-}" OCTAVO_REQUIRE_BOOKS="${OCTAVO_REQUIRE_BOOKS:-}" "$@"; }

run() {
  mount --make-rprivate /
  mkdir -p "$system/proc" "$system/dev"
  mount -t proc proc "$system/proc"
  mount --rbind /dev "$system/dev"
  cp -L /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null || true
  at "$toolchain"
  at "$here"
  # where `swift` keeps what it fetched for every project
  if test -d "$HOME/.cache/org.swift.swiftpm"; then at "$HOME/.cache/org.swift.swiftpm"; fi
  if test -n "${OCTAVO_SHARED:-}" && test -d "$OCTAVO_SHARED"; then at "$(readlink -f "$OCTAVO_SHARED")"; fi
  if ! test -e "$system/ready"; then
    inside apt-get update -qq
    inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $needed >/dev/null
    touch "$system/ready"
  fi
  # what was fetched for the build here need not be again
  if ! test -e "$folder/$suite-build"; then
    mkdir "$folder/$suite-build"
    for part in repositories checkouts workspace-state.json; do
      if test -e "$here/.build/$part"; then cp -r "$here/.build/$part" "$folder/$suite-build/"; fi
    done
  fi
  make="make -C $here SWIFT=$swift SCRATCH=$folder/$suite-build"
  inside $make test-packages build
  mkdir -p "$folder/$suite-books"
  for book in "$here/Sources/OctavoCommand/Sample/making-books.txt" "$@"; do
    inside "$folder/$suite-build/release/octavo" "$book" --verify -q -o "$folder/$suite-books/$(basename "$book").pdf"
  done
  echo "octavo: $(($# + 1)) books are right on $suite"
  inside $make test TEST_ARGS="${TEST_ARGS:-}"
}

if test "${OCTAVO_INSIDE:-}" = yes; then
  run "$@"
else
  OCTAVO_INSIDE=yes exec unshare -m sh "$0" "$suite" "$folder" "$swift" "$@"
fi
