#!/bin/sh
# The package that `make deb` has made, in a clean system: installed with what it asks for, books set and verified there.
#
#   package.sh SUITE FOLDER PACKAGE PROGRAM [BOOK...]
#
# FOLDER/SUITE is the system as debootstrap makes it, made once; a copy of it is used. PROGRAM is the build tree's: where the
# system is that on which it was built, its PDFs are the same bytes.
set -eu

suite=$1 folder=$2 package=$3 program=$4
shift 4

exec 3>&2
cannot() {
  echo "octavo: the package cannot be tried on $suite here: $1" >&3
  # for who goes on without it
  exit 77
}

if test "${OCTAVO_INSIDE:-}" != yes; then
  test "$(id -u)" -eq 0 || cannot "making a system takes root"
  unshare -m true 2>/dev/null || cannot "mounts are not allowed"
  mkdir -p "$folder"
  folder=$(readlink -f "$folder")
  if ! test -e "$folder/$suite/etc/os-release"; then
    command -v debootstrap >/dev/null || cannot "there is no debootstrap"
    rm -rf "$folder/$suite.part"
    debootstrap --variant=minbase "$suite" "$folder/$suite.part" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" \
      >"$folder/$suite.log" || cannot "debootstrap failed; $folder/$suite.log ends: $(tail -n 1 "$folder/$suite.log")"
    mv "$folder/$suite.part" "$folder/$suite"
  fi
  OCTAVO_INSIDE=yes exec unshare -m sh "$0" "$suite" "$folder" "$package" "$program" "$@"
fi

mount --make-rprivate /
system=$folder/$suite-try
rm -rf "$system"
cp -a "$folder/$suite" "$system"
trap 'umount "$system/proc" "$system/dev" 2>/dev/null; rm -rf "$system"' EXIT
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
cp -L /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null || true
cp "$package" "$system/octavo.deb"
inside() { chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
inside apt-get update -qq || cannot "its packages cannot be listed"
refused() {
  echo "octavo: the package does not install on $suite: see $folder/$suite-errors.log" >&3
  exit 1
}
{
  inside apt-get install -y -qq --simulate /octavo.deb || refused
  inside apt-get install -y -qq --download-only /octavo.deb || cannot "its packages cannot be fetched"
  inside apt-get install -y -qq /octavo.deb || refused
} >"$folder/$suite-install.log" 2>"$folder/$suite-errors.log"

mkdir -p "$system/books" "$folder/$suite-books"
is_same_system=no
cmp -s /etc/os-release "$system/etc/os-release" && is_same_system=yes
same=0
for book in Sources/OctavoCommand/Sample/making-books.txt "$@"; do
  name=$(basename "$book")
  cp "$book" "$system/books/"
  inside octavo "/books/$name" -q --verify -o "/books/$name.pdf" || {
    echo "octavo: on $suite $name could not be set, or was not verified" >&2
    exit 1
  }
  cp "$system/books/$name.pdf" "$folder/$suite-books/"
  "$program" "$book" -q -o "$folder/$suite-books/$name.here.pdf"
  if cmp -s "$system/books/$name.pdf" "$folder/$suite-books/$name.here.pdf"; then
    same=$((same + 1))
  elif test $is_same_system = yes; then
    echo "octavo: on $suite the package writes another PDF of $name than the build does" >&2
    exit 1
  fi
done
inside apt-get purge -y -qq octavo >/dev/null 2>&1
if inside sh -c 'ls -d /usr/share/octavo /usr/bin/octavo' >/dev/null 2>&1; then
  echo "octavo: on $suite the package leaves files behind" >&2
  exit 1
fi
echo "octavo: the package installs on $suite; $(($# + 1)) books are verified there, $same are the build's to the byte"
