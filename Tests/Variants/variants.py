#!/usr/bin/env python3
"""Sets books in many looks and verifies each: every word is in the PDF, once and in order.

  python3 Tests/Variants/variants.py PROGRAM [-j N] [--only VARIANT,…] BOOK…

Prints a line for each run that does not end with 0, with what it said, and ends with their
number. A book is a file; folders are taken for all the books in them. `make variants` runs it
on the shared books.
"""
import argparse, concurrent.futures, os, subprocess, sys, tempfile, time

# Each changes where lines and pages break, what is printed beside the text, or in which order
# a reader of the PDF meets the words.
VARIANTS = {
  "default": ["build"],
  "wonderland": ["build", "--theme", "wonderland"],
  "trade": ["build", "--theme", "trade", "--half-title", "--colophon"],
  "a6": ["build", "--trim", "a6", "--inside", "10mm", "--outside", "10mm", "--top", "14mm", "--bottom", "16mm"],
  "18pt": ["build", "--size", "18pt", "--leading", "23pt"],
  "spread": ["build", "--layout", "spread"],
  "ragged": ["build", "--no-justify", "--no-hyphenate", "--no-margin-kerning", "--expansion", "0"],
  "narrow": ["build", "--inside", "40mm", "--outside", "40mm"],
  "large-print": ["build", "--theme", "large-print"],
  "sections": ["impose", "--section", "16", "--marks", "fold,collation,slug", "--guide"],
  "cjk": ["build", "--font", "Noto Serif CJK JP", "--size", "9pt", "--line-numbers", "5"],
  "print": ["build", "--target", "print", "--links", "notes", "--endnotes", "--drop-capitals", "3",
            "--opening-small-capitals", "--respect-css", "full", "--list-of-figures"],
}
BOOK_ENDINGS = (".txt", ".md", ".epub")
# Seconds for one run; the longest, a thesaurus in large type, takes a tenth.
LIMIT = 300


def books(paths):
  for path in paths:
    if not os.path.isdir(path):
      yield path
      continue
    for folder, names, files in sorted(os.walk(path)):
      names.sort()
      yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith(BOOK_ENDINGS))


def run(program, variant, book, folder):
  command, *options = VARIANTS[variant]
  out = os.path.join(folder, f"{os.getpid()}-{variant}-{os.path.basename(book)}.pdf")
  start = time.monotonic()
  try:
    done = subprocess.run(
      [program, command, book, *options, "--verify", "--format", "short", "-j", "1", "-o", out],
      capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    code, said = done.returncode, done.stderr.decode("utf-8", "replace").splitlines()
  except subprocess.TimeoutExpired:
    code, said = "no end", []
  left = os.path.exists(out)
  if left: os.remove(out)
  if code != 0 and left: said.append("and left a file")
  return variant, book, code, [l for l in said if ": warning: " not in l or "verif" in l], time.monotonic() - start


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("program")
  parser.add_argument("books", nargs="+")
  parser.add_argument("-j", type=int, default=1)
  parser.add_argument("--only", default=",".join(VARIANTS))
  parser.add_argument("--progress", action="store_true", help="a line for each run on standard error, also where that is a file")
  arguments = parser.parse_args()
  runs, failures = 0, 0
  with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
    for result in pool.map(
      lambda pair: run(arguments.program, pair[0], pair[1], folder),
      [(variant, book) for book in books(arguments.books) for variant in arguments.only.split(",")]):
      variant, book, code, said, seconds = result
      runs += 1
      if sys.stderr.isatty() or arguments.progress:
        print(f"{runs} {os.path.basename(book)} · {variant} · {seconds:.1f} s", file=sys.stderr, flush=True)
      if code == 0: continue
      failures += 1
      print(f"{os.path.basename(book)} · {variant} · {code}", *("  " + line for line in said[-12:]), sep="\n", flush=True)
  print(f"{runs} runs, {failures} failed")
  return 1 if failures else 0


sys.exit(main())
