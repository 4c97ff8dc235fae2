#!/usr/bin/env python3
"""Packs the folder that `make tarball` has made into a wheel: `pip install octavo-VERSION-….whl` gives the command.

    wheel.py FOLDER README GLIBC

FOLDER is octavo-VERSION-linux-MACHINE, GLIBC the oldest version it runs on, such as 2.36. The wheel stands beside it.
A wheel is a ZIP (PyPA's "Binary distribution format"); scripts in NAME.data/scripts are made executable by pip, but lie
elsewhere than the libraries: so the command is a function that starts the program.
"""
import base64
import csv
import hashlib
import io
import os
import sys
import zipfile

MAIN = '''"""Starts octavo's program, which lies beside this file."""
import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "octavo")
    # pip keeps no modes of files that are no scripts
    if not os.access(program, os.X_OK):
        os.chmod(program, 0o755)
    os.execv(program, ["octavo"] + sys.argv[1:])


if __name__ == "__main__":
    main()
'''


def main():
    folder, readme, glibc = sys.argv[1:4]
    _, version, _, machine = os.path.basename(folder).split("-")
    platform = f"manylinux_{glibc.replace('.', '_')}_{machine}"
    information = f"octavo-{version}.dist-info"
    entries = [("octavo/__init__.py", b""), ("octavo/__main__.py", MAIN.encode())]
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                entries.append(("octavo/" + os.path.relpath(path, folder), file.read()))
    with open(readme, "rb") as file:
        description = file.read()
    entries.append((f"{information}/METADATA", f"""Metadata-Version: 2.1
Name: octavo
Version: {version}
Summary: Typesets books: a manuscript goes in, a PDF comes out
License: MIT
Requires-Python: >=3.8
Description-Content-Type: text/markdown

""".encode() + description))
    entries.append((f"{information}/WHEEL", f"""Wheel-Version: 1.0
Generator: octavo
Root-Is-Purelib: false
Tag: py3-none-{platform}
""".encode()))
    entries.append((f"{information}/entry_points.txt", b"[console_scripts]\noctavo = octavo.__main__:main\n"))
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for name, data in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(data)])
    rows.writerow([f"{information}/RECORD", "", ""])
    entries.append((f"{information}/RECORD", record.getvalue().encode()))
    wheel = os.path.join(os.path.dirname(folder), f"octavo-{version}-py3-none-{platform}.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in entries:
            # no clock: the same folder gives the same wheel
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name == "octavo/bin/octavo" else 0o100644) << 16
            archive.writestr(entry, data)
    print(wheel)


main()
