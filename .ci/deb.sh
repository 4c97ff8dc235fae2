#!/bin/sh
# Makes a package of octavo of what was built here, for this Debian or Ubuntu and all that are newer: no library of which
# another number is elsewhere is linked, and such as are opened are asked for by all their names.
#
#   deb.sh PROGRAM FOLDER
#
# `make install` has put octavo into FOLDER/root; the package comes to stand in FOLDER, which it says.
set -eu

program=$1 folder=$2
root=$folder/root
documents=$root/usr/share/doc/octavo
maintainer="${DEBFULLNAME:-the octavo authors} <${DEBEMAIL:-octavo@packages.invalid}>"
version=$("$program" --version)
architecture=$(dpkg --print-architecture)

# Two thirds of the program are symbols. Its library path says "beside me", where nothing is.
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/bin/octavo"
chrpath -d "$root/usr/bin/octavo" >/dev/null
gzip -9nf "$root"/usr/share/man/man1/*.1
# Debian's zsh looks there; other systems' in site-functions
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_octavo" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"

mkdir -p "$documents"
{
  echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
  echo "Upstream-Name: octavo"
  echo
  echo "Files: *"
  echo "Copyright: 2026 the octavo authors"
  echo "License: Expat"
  # the licence in the README, from its first sentence on
  sed -n '/^Permission is hereby granted/,$p' README.md | sed 's/^$/./; s/^/ /'
  echo
  echo "Files: usr/bin/octavo"
  echo "Copyright: 2014-2026 Apple Inc. and the Swift project authors"
  echo "License: Apache-2.0"
  echo "Comment: Swift's library and swift-argument-parser are in the program, under the Apache License 2.0 with its"
  echo " runtime library exception; the licence is in /usr/share/common-licenses/Apache-2.0."
} >"$documents/copyright"
printf 'octavo (%s) unstable; urgency=low\n\n  * As built by `make deb`.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$(date -R -u -d "@${SOURCE_DATE_EPOCH:-$(stat -c %Y "$program")}")" |
  gzip -9n >"$documents/changelog.gz"

# The packages of the libraries that are opened when they are needed, by the names under which they are asked for, the
# older systems' first. Debian calls libNAME.so.N's package libNAMEN, libNAME-N behind a digit (Policy, 8.1).
opened() {
  grep -ohE '"lib[^"]+\.so\.[0-9]+"' "$@" | tr -d '"' | sort -u | awk -F '\\.so\\.' '
    { name = $1; gsub("_", "-", name); name = name (name ~ /[0-9]$/ ? "-" : "") $2 }
    $1 == stem { line = line " | " name; next }
    { if (stem) all = all line ", "; stem = $1; line = name }
    END { print all line }'
}
headers=Sources/Platform/System
depends=$(opened $headers/CQPDF/shim.h $headers/CFontSubset/shim.h $headers/CArchive/shim.h $headers/CUchardet/shim.h)
recommends=$(opened $headers/CMicroHTTPD/shim.h $headers/CPictures/shim.h $headers/CColour/shim.h)
mkdir -p "$folder/debian"
printf 'Source: octavo\n\nPackage: octavo\nArchitecture: any\n' >"$folder/debian/control"
linked=$(cd "$folder" && dpkg-shlibdeps -O root/usr/bin/octavo 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
test -n "$linked" || {
  echo "octavo: dpkg-shlibdeps did not say what the program needs" >&2
  exit 1
}

mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<CONTROL
Package: octavo
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $linked, $depends
Recommends: $recommends, libicu72 | libicu74 | libicu76 | libicu78, fonts-ebgaramond, fonts-liberation, fonts-noto-core, fonts-symbola, fonts-texgyre-math, hyphen-en-us, hyphen-en-gb, hyphen-de, groff-base, hyphen-fr, hyphen-ru, hyphen-es, hyphen-it, libexttextcat-data, libgs-common, poppler-utils, webp-pixbuf-loader
Suggests: pandoc, fonts-noto-cjk, fonts-texgyre, fonts-linuxlibertine, fonts-junicode, fonts-vollkorn, fonts-jura, fonts-oldstandard, fonts-sil-gentiumplus, fonts-goudybookletter, fonts-sil-charis, fonts-lato
Section: text
Priority: optional
Description: typesets books from manuscripts
 octavo turns a manuscript, plain text, Markdown, EPUB or Word, into a PDF
 whose lines and pages are broken as a whole: justified with few loose lines,
 no widows, facing pages that end level. It writes single pages, spreads and
 imposed sheets, for screens and for presses, and proves on demand that every
 word of the manuscript is in it.
CONTROL
find "$root" -type d -exec chmod 755 {} +
(cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$root/DEBIAN/md5sums"
package=$folder/octavo_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
echo "$package"
