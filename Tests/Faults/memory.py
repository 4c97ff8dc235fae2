#!/usr/bin/env python3
"""Lets one after the other of the memory that libraries ask for be refused, and looks at how octavo ends.

  python3 Tests/Faults/memory.py PROGRAM [--only NAME,…] [--libraries NAME,…] [--spread N] [--seed N]

A case is a command of octavo's. It is run once to count what each library asks for (octavo with Swift's is one of
them), by functions that stand before malloc(3) and mmap(2) and look who calls; then once for each of some places,
the first ones and others up to the last, at which that one call is refused, or all of that library's from there on.
Last it is run with less and less room for addresses (RLIMIT_AS). As it should be: the run ends with its exit code and
its product as ever, or with a warning; or with an exit code that is written down, a message that names a file or says
that it was memory, and nothing half made. `make faults` runs all.
"""
import argparse, io, os, random, re, resource, shutil, subprocess, sys, tempfile, zipfile, zlib

from faults import OLD, PICTURE, made_in

TEXT = ("The Printing House\n\nby A. Compositor\n\n\nCHAPTER I\n\nIt was a quiet _morning_ in the printing house, caf\xe9 and "
        "all; the compositors were late.[1]\n\n    A line of verse,\n    And yet another one.\n\n[1] Nobody knew why.\n\n\n"
        "CHAPTER II\n\nThe second chapter, in which nothing happens.\n").encode("latin-1")
MARKDOWN = """# One

It was a *quiet* morning in the printing house.[^1] שלום and नमस्ते, 中文.

![a](a.png)

| a | b |
|---|---|
| 1 | 2 |

[^1]: A note.

# Two

![b](b.svg)

![c](c.gif)

- an item with a [link](#one)
"""
DRAWING = (b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="9"/>'
           b'<text x="3" y="15">Type</text></svg>')
ANIMATION = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
XHTML = ('<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><style>.p {font-style: italic}</style></head><body>'
         '<h1>One</h1><p class="p">It was a quiet morning.</p><p><img src="a.png" alt="a"/></p><h1>Two</h1><p>And so on.</p></body></html>')
PACKAGE = ('<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata '
           'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en</dc:language>'
           '<dc:identifier id="i">x</dc:identifier></metadata><manifest><item id="c" href="c.xhtml" '
           'media-type="application/xhtml+xml"/><item id="a" href="a.png" media-type="image/png"/></manifest>'
           '<spine><itemref idref="c"/></spine></package>')
CONTAINER = ('<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
             'full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
TREE = ('{"pandoc-api-version":[1,22],"meta":{"title":{"t":"MetaInlines","c":[{"t":"Str","c":"T"}]}},"blocks":[{"t":"Header",'
        '"c":[1,["a",[],[]],[{"t":"Str","c":"One"}]]},{"t":"Para","c":[{"t":"Str","c":"It"},{"t":"Space"},{"t":"Str","c":"was."}]}]}')
# name: arguments, what it makes
CASES = {
  "text": (["old.txt", "-o", "out.pdf"], "out.pdf"),
  "markdown": (["book.md", "-o", "out.pdf"], "out.pdf"),
  "epub": (["book.epub", "-o", "out.pdf"], "out.pdf"),
  "pandoc": (["tree.json", "--from", "pandoc", "-o", "out.pdf"], "out.pdf"),
  "press": (["book.md", "--target", "print", "--pdf", "x-4", "--ink", "cmyk", "--profile", "swop.icc", "-o", "out.pdf"], "out.pdf"),
  "impose": (["impose", "whole.pdf", "-o", "out.pdf"], "out.pdf"),
  "cover": (["cover", "book.md", "--for", "kdp", "--isbn", "978-0-00-000000-2", "-o", "out.pdf"], "out.pdf"),
  "png": (["render", "book.md", "--png", "out", "--dpi", "30"], "out"),
  "svg": (["render", "book.md", "--svg", "out", "--pages", "1"], "out"),
  "export": (["read", "book.md", "--export", "out"], "out"),
  "check": (["check", "whole.pdf", "--for", "kdp", "--format", "json"], None),
}
# These go on without a table of a font or a rule for it, cannot be asked whether they did, and tell no memory from a
# font that is damaged: another face or other spaces may come of it.
SILENT = ("libfontconfig", "libfreetype", "libpango", "libexpat", "libcairo", "libharfbuzz", "libglib", "libgobject")
WITHOUT_JOBS = ("check", "impose", "read", "cover", "render")
# Called before malloc and mmap. Counts and refuses from when octavo has its handler for faults (SIGSYS is the last of
# its signals): what comes before is the loader, Swift's start and a few calls. _dl_find_object takes no lock.
REFUSING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
enum { MOST = 256 };
static _Atomic(struct link_map *) maps[MOST];
static atomic_long calls[MOST];
static atomic_int begun;
static const char *wanted, *count_file;
static long number, last;

static const char *named(struct link_map *map) {
  const char *slash = strrchr(map->l_name, '/');
  return *map->l_name ? slash ? slash + 1 : map->l_name : "octavo";
}
static int refused(void *caller) {
  if (!atomic_load(&begun)) return 0;
  struct dl_find_object found;
  if (_dl_find_object(caller, &found)) return 0;
  int at = 0;
  for (; at < MOST; at++) {
    struct link_map *map = atomic_load(&maps[at]), *none = 0;
    if (map == found.dlfo_link_map) break;
    if (!map && (atomic_compare_exchange_strong(&maps[at], &none, found.dlfo_link_map) || none == found.dlfo_link_map)) break;
  }
  if (at == MOST) return 0;
  long call = ++calls[at];
  if (!wanted || call < number || call > last || strcmp(named(found.dlfo_link_map), wanted)) return 0;
  errno = ENOMEM;
  return 1;
}
#define CALLER __builtin_return_address(0)
void *malloc(size_t n) { return refused(CALLER) ? 0 : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return refused(CALLER) ? 0 : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return n && refused(CALLER) ? 0 : __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { return refused(CALLER) ? 0 : __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { return refused(CALLER) ? 0 : __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) {
  if (refused(CALLER)) return ENOMEM;
  return (*p = __libc_memalign(a, n)) ? 0 : ENOMEM;
}
void *mmap(void *p, size_t n, int protection, int flags, int fd, off_t at) {
  return refused(CALLER) ? MAP_FAILED : (void *)syscall(SYS_mmap, p, n, protection, flags, fd, at);
}
void *mmap64(void *p, size_t n, int protection, int flags, int fd, off_t at) {
  return refused(CALLER) ? MAP_FAILED : (void *)syscall(SYS_mmap, p, n, protection, flags, fd, at);
}
__attribute__((constructor)) static void prepare(void) {
  count_file = getenv("MEMORY_COUNTS"), wanted = getenv("MEMORY_OF");
  if (wanted) number = atol(getenv("MEMORY_FROM")), last = atol(getenv("MEMORY_TO"));
  unsetenv("LD_PRELOAD");
}
int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
  int (*real)(int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, "sigaction");
  int made = real(signal, new, old);
  if (signal == SIGSYS) atomic_store(&begun, 1);
  return made;
}
__attribute__((destructor)) static void tell(void) {
  atomic_store(&begun, 0);
  FILE *file = count_file ? fopen(count_file, "w") : 0;
  if (!file) return;
  for (int at = 0; at < MOST && maps[at]; at++) fprintf(file, "%s %ld\n", named(maps[at]), calls[at]);
  FILE *status = fopen("/proc/self/status", "r");
  for (char line[200]; status && fgets(line, sizeof line, status);)
    if (!strncmp(line, "VmPeak:", 7)) fprintf(file, "addresses %ld\n", atol(line + 7));
  fclose(file);
}
"""


def epub():
  made = io.BytesIO()
  with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
    for name, data in {"META-INF/container.xml": CONTAINER, "p.opf": PACKAGE, "c.xhtml": XHTML, "a.png": PICTURE}.items():
      archive.writestr(name, data)
  return made.getvalue()


class Run:
  """A folder with the manuscripts, and how a command ends in it."""

  def __init__(self, program, home, library):
    self.program, self.home, self.library = program, home, library
    self.files = {
      "old.txt": TEXT, "book.md": MARKDOWN.encode(), "a.png": PICTURE, "b.svg": DRAWING, "c.gif": ANIMATION, "book.epub": epub(),
      "tree.json": TREE.encode(), "octavo.yaml": b"publisher: Nobody\n"}
    for name, place in {"swop.icc": "/usr/share/color/icc/ghostscript/default_cmyk.icc"}.items():
      if os.path.exists(place): self.files[name] = open(place, "rb").read()

  def __call__(self, arguments, product, given={}, room=None):
    with tempfile.TemporaryDirectory(dir=self.home) as folder:
      for name, data in self.files.items(): open(os.path.join(folder, name), "wb").write(data)
      if product and product.endswith(".pdf"): open(os.path.join(folder, product), "wb").write(OLD)
      before = set(os.listdir(folder))
      # the day and second of a run are no difference
      environment = {"SOURCE_DATE_EPOCH": "1", **os.environ, **given}
      if room is None: environment["LD_PRELOAD"] = self.library
      jobs = [] if arguments[0] in WITHOUT_JOBS else ["-j", "1"]
      try:
        done = subprocess.run(
          [self.program, *arguments, *jobs], cwd=folder, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, env=environment,
          preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room))) if room else None)
      except subprocess.TimeoutExpired:
        return None, b"", "no end", {}
      after = made_in(folder, before, product)
      return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"), after

  def counted(self, arguments, product):
    """How it ends with all the memory it wants, and how often each library asks for some."""
    counts = os.path.join(self.home, "counts")
    end = self(arguments, product, {"MEMORY_COUNTS": counts})
    lines = [line.split() for line in open(counts)]
    return end, {name: int(number) for name, number in lines}


def drawn(pdf):
  """What the streams of a PDF hold, with one name for all of its fonts' parts: cairo, which is refused memory as it asks
  whether a font has a CFF table for whole scripts, begins to count them at another number and draws the same."""
  streams = re.findall(rb"<<((?:(?!endobj).)*?)>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.S)
  held = [zlib.decompress(data) if b"FlateDecode" in head else data for head, data in streams if b"/XRef" not in head]
  return [re.sub(rb"/f-(\d+)-\d+", rb"/f-\1-", data) for data in held]


def judged(whole, got, product, files, mayDiffer=False):
  """What is wrong with an end; None for nothing."""
  (code, output, known, made), (ended, out, said, after) = whole, got
  parts = [name for name in after if name.endswith("octavo-part")]
  if parts: return "left " + parts[0]
  if ended is None: return "no end"
  if ended == code:
    if (out, after) == (output, made): return None
    # what could not be had is told: a frame in a picture's stead, another font, a measure not taken
    if any(re.search(r"warning: |not enough", line) and line not in known for line in said.splitlines()): return None
    if b"not measured" in out or mayDiffer and after.keys() == made.keys(): return None
    if out != output: return "other output, and no word of it"
    pairs = [(made.get(name), after.get(name)) for name in made.keys() | after.keys()]
    if all(a and b and (a == b or a[:5] == b[:5] == b"%PDF-" and drawn(a) == drawn(b)) for a, b in pairs): return None
    return "another product, and no word of it"
  if ended < 0: return f"signal {-ended}"
  # too little room for the loader: octavo was not begun
  if ended == 127 and "error while loading shared libraries" in said and not after.keys() - {product}: return None
  if ended not in (1, 5, 6): return f"exit {ended}"
  errors = [line for line in said.splitlines() if "error: " in line or '"severity":"error"' in line]
  if not errors: return f"exit {ended} without a message"
  # nothing of what octavo sets was at fault
  # of fonts these libraries tell no more than that one, or all, could not be had
  named = [*files, *([" font"] if mayDiffer else [])]
  if not any(name in line for line in errors for name in named) and "memory" not in said: return f"exit {ended} names nothing"
  if product and product.endswith(".pdf") and after.get(product) not in (OLD, made.get(product)): return "spoilt what stood there"
  return None


def places(count, spread, dice):
  """Of so many calls the first few, and others up to the last."""
  chosen = set(range(1, min(count, 4) + 1)) | {count}
  steps = max(spread - len(chosen), 0)
  for step in range(steps): chosen.add(min(count, 1 + int(count * (step + dice.random()) / steps)))
  return sorted(chosen)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("program")
  parser.add_argument("--only", default=",".join(CASES))
  parser.add_argument("--libraries", help="beginnings of their names; all")
  parser.add_argument("--spread", type=int, default=10, help="places in each library")
  parser.add_argument("--rooms", type=int, default=12, help="sizes of RLIMIT_AS")
  parser.add_argument("--seed", type=int, default=1)
  parser.add_argument("--ends", action="store_true", help="print every end, good ones too")
  given = parser.parse_args()
  compiler = shutil.which("cc") or shutil.which("clang")
  if not compiler: return print("no C compiler: no memory is refused")
  dice, runs, wrong = random.Random(given.seed), 0, 0
  with tempfile.TemporaryDirectory() as home:
    source, library = os.path.join(home, "refusing.c"), os.path.join(home, "refusing.so")
    open(source, "w").write(REFUSING)
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    run = Run(os.path.abspath(given.program), home, library)
    open(os.path.join(home, "a.txt"), "w").write("A book.\n\nAnd its second paragraph.\n")
    subprocess.run([run.program, "a.txt", "-q", "-o", "whole.pdf"], cwd=home, check=True)
    run.files["whole.pdf"] = open(os.path.join(home, "whole.pdf"), "rb").read()
    for name in given.only.split(","):
      arguments, product = CASES[name]
      whole, counts = run.counted(arguments, product)
      room = counts.pop("addresses")

      def told(what, got):
        nonlocal runs, wrong
        runs += 1
        fault = judged(whole, got, product, [*run.files, product or "whole.pdf"], what.startswith(SILENT))
        if fault: wrong += 1
        if fault or given.ends: print(f"{name}: {what}: {fault or f'exit {got[0]}'}", *got[2].splitlines()[:4], sep="\n    ", flush=True)

      for asking, count in sorted(counts.items()):
        if asking.startswith("ld-linux") or given.libraries and not asking.startswith(tuple(given.libraries.split(","))): continue
        for number in places(count, given.spread, dice):
          # libdispatch waits until there is memory
          for last in (number, *([count * 10] if asking != "libdispatch.so" else [])):
            told(f"{asking} {number} of {count}{' and on' if last > count else ''}", run(
              arguments, product, {"MEMORY_OF": asking, "MEMORY_FROM": str(number), "MEMORY_TO": str(last)}))
      if given.libraries: continue
      for step in range(given.rooms):
        size = room * 1024 * (given.rooms - step) // (given.rooms + 1)
        # too little room for the system to begin it
        if (run(["--version"], None, room=size)[0] or 0) < 0: continue
        told(f"{size >> 20} MB of addresses", run(arguments, product, room=size))
  print(f"{runs} refusals of memory, {wrong} not met as they should be")
  return 1 if wrong else 0


if __name__ == "__main__": sys.exit(main())
