#!/bin/sh
# Makes a folder that runs wherever glibc is no older than this system's, and packs it: program, libraries, fonts,
# dictionaries.
#
#   tarball.sh PROGRAM FOLDER
#
# `make install` has put octavo into FOLDER/root. What is made is FOLDER/octavo-VERSION-MACHINE and the .tar.xz of it.
set -eu

program=$1 folder=$2
version=$("$program" --version)
name=octavo-$version-linux-$(uname -m)
whole=$folder/$name
headers=Sources/Platform/System

rm -rf "$whole" "$whole.tar.xz"
mv "$folder/root" "$whole"
mkdir -p "$whole/lib"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$whole/bin/octavo"

# What the program is linked to, what it opens, and what these need; glibc's own stay the system's.
directory=$(dirname "$(ldconfig -p | sed -n 's/.*libcairo\.so\.2 .*=> //p' | head -n 1)")
readers=$(find "$directory/gdk-pixbuf-2.0" -name 'libpixbufloader-*.so')
opened=$(grep -ohE '"lib[^"]+\.so\.[0-9]+"' $headers/*/shim.h | tr -d '"' | sort -u)
{
  ldd "$whole/bin/octavo"
  for file in $opened; do
    if test -e "$directory/$file"; then
      echo "$file => $directory/$file"
      ldd "$directory/$file"
    fi
  done
  ldd $readers
} | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\).*/\1 \2/p' | sort -u -k 1,1 | while read -r library file; do
  case $library in
  ld-linux* | libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | libutil.so.*) ;;
  *) cp -L "$file" "$whole/lib/$library" ;;
  esac
done
cp $readers "$whole/lib/"
chmod 644 "$whole"/lib/*
strip --strip-unneeded "$whole"/lib/*.so*
# libraries first beside the program, and beside each other
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$whole/bin/octavo"
for library in "$whole"/lib/*; do patchelf --force-rpath --set-rpath '$ORIGIN' "$library"; done

# The list of the readers names each by its file alone, which is found beside the library that asks.
share=$whole/share/octavo
mkdir -p "$share/pictures" "$share/hyphen"
sed 's|"/.*/\(libpixbufloader-[^/"]*\)"|"\1"|' "$directory"/gdk-pixbuf-2.0/*/loaders.cache >"$share/pictures/loaders.cache"

mkdir -p "$share/math"
fonts() { dpkg -L "$1" | grep -E '\.(otf|ttf|ttc)$' | while read -r font; do cp -L "$font" "$share/$2/"; done; }
for package in fonts-ebgaramond fonts-liberation fonts-noto-core fonts-symbola; do fonts $package fonts; done
fonts fonts-texgyre-math math
cp -L /usr/share/hyphen/hyph_*.dic /usr/share/groff/current/tmac/hyphen.den "$share/hyphen/"
cp -rL /usr/share/libexttextcat "$share/"

# Whose work it holds, by package.
mkdir -p "$share/licences"
{
  for library in "$whole"/lib/*; do dpkg -S "*/$(basename "$library")" 2>/dev/null | sed -n '1s/[:,].*//p'; done
  printf '%s\n' fonts-ebgaramond fonts-liberation fonts-noto-core fonts-symbola fonts-texgyre-math libexttextcat-data groff-base
  dpkg -S /usr/share/hyphen/hyph_*.dic | sed 's/:.*//'
} | sort -u | while read -r package; do
  if test -e "/usr/share/doc/$package/copyright"; then cp -L "/usr/share/doc/$package/copyright" "$share/licences/$package"; fi
done
sed -n '/^MIT License/,$p' README.md >"$whole/LICENCE"

newest=$(objdump -T "$whole"/bin/octavo "$whole"/lib/* | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
echo "${newest#GLIBC_}" >"$folder/glibc"
XZ_OPT=-9e tar --owner=0 --group=0 --numeric-owner --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(stat -c %Y "$program")}" \
  -C "$folder" -cJf "$whole.tar.xz" "$name"
echo "$whole.tar.xz (glibc ${newest#GLIBC_} or newer, $(du -m "$whole.tar.xz" | cut -f1) MB)"
