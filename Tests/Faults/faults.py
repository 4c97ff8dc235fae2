#!/usr/bin/env python3
"""Lets every call of the system that can fail while something is written fail once, and looks at how octavo ends.

  python3 Tests/Faults/faults.py PROGRAM [--only NAME,…] [--errors ENOSPC,EIO,…]

A case is a command of octavo's. It is run once to count its calls, then once for each call and error, which
strace(1) injects, and once with every read and write shorter than asked for, and some interrupted, by a library
that is loaded before libc (where there is a C compiler). Commands that draw a PDF are run with another, too, which
has cairo write pages otherwise than octavo expects: all is drawn a second time then, and said. As it should be: the
run ends with its exit code and its product as ever (the call did not matter, or was made again), or with an error
that names what could not be written and an exit code that says so; nothing half made is left, and what stood there
before is whole. `make faults` runs all.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile

BOOK = "# One\n\nIt was a quiet morning in the printing house.\n\n![a](a.png)\n\n# Two\n\nThe second chapter.\n"
# of pages enough that octavo writes text itself
LONG = "# One\n\n" + ("It was a quiet morning in the printing house. " * 40 + "\n\n") * 12
PICTURE = bytes.fromhex(
  "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e366"
  "0000000049454e44ae426082")
# name: arguments, what it makes
CASES = {
  "build": (["book.md", "-o", "out.pdf"], "out.pdf"),
  "output": (["book.md", "-o", "-"], None),
  "verify": (["book.md", "--verify", "-o", "out.pdf"], "out.pdf"),
  "dump": (["book.md", "--dump", "pages"], None),
  "manual": (["impose", "book.md", "--duplex", "manual", "-o", "out.pdf"], "out-fronts.pdf"),
  "impose": (["impose", "whole.pdf", "-o", "out.pdf"], "out.pdf"),
  "png": (["render", "book.md", "--png", "out", "--dpi", "30"], "out"),
  "svg": (["render", "book.md", "--svg", "out", "--pages", "1"], "out"),
  "json": (["inspect", "book.md", "--format", "json"], None),
  "trims": (["trims"], None),
  "completions": (["completions", "zsh"], None),
  "calibrate": (["calibrate", "-o", "out.pdf"], "out.pdf"),
  "init": (["init", "out"], "out"),
  "export": (["read", "book.md", "--export", "out"], "out"),
  "check": (["check", "whole.pdf", "--for", "kdp", "--format", "json"], None),
  "hints": (["inspect", "old.txt", "--hints"], None),
}
CALLS = {
  "write": ["ENOSPC", "EINTR"], "pwrite64": ["ENOSPC"], "writev": ["ENOSPC"], "fsync": ["EIO"], "close": ["EIO"],
  "rename": ["ENOSPC"], "renameat": ["ENOSPC"], "mkdir": ["ENOSPC"],
  "memfd_create": ["ENOMEM"], "ftruncate": ["ENOSPC"], "clone": ["EAGAIN"], "clone3": ["EAGAIN"], "vfork": ["EAGAIN"],
  "pipe2": ["EMFILE"], "unlink": ["EIO"], "fchmod": ["EIO"], "openat": ["EMFILE", "EIO"],
}
OLD = b"what stood there before"
# Reads and writes a few hundred bytes at most; every fifth call is interrupted. Programs that octavo calls do without.
SHORT = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void alone(void) { unsetenv("LD_PRELOAD"); }
#define SHORT(name, arguments, ...) \
  ssize_t name arguments { \
    static ssize_t (*real) arguments; \
    static __thread unsigned calls; \
    if (!real) real = (ssize_t (*) arguments)dlsym(RTLD_NEXT, #name); \
    if (++calls % 5 == 0) { errno = EINTR; return -1; } \
    if (n > 1 + calls % 700) n = 1 + calls % 700; \
    return real(__VA_ARGS__); \
  }
SHORT(write, (int fd, const void *p, size_t n), fd, p, n)
SHORT(pwrite64, (int fd, const void *p, size_t n, off_t at), fd, p, n, at)
SHORT(read, (int fd, void *p, size_t n), fd, p, n)
SHORT(pread64, (int fd, void *p, size_t n, off_t at), fd, p, n, at)
"""
# Takes the small difference of colour by which octavo finds its text in what cairo wrote.
UNMARKED = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
void cairo_set_source_rgb(void *c, double r, double g, double b) {
  static void (*real)(void *, double, double, double);
  if (!real) real = (void (*)(void *, double, double, double))dlsym(RTLD_NEXT, "cairo_set_source_rgb");
  real(c, r, g, (long)(b * 100 + 0.5) / 100.0);
}
"""
DRAWING = ["build", "output", "verify", "manual"]


def made_in(folder, before, product):
  """What of a folder was not there before, and what was made anew, by name."""
  made = {}
  for root, _, names in os.walk(folder):
    for name in names:
      path = os.path.join(root, name)
      relative = os.path.relpath(path, folder)
      if relative.split("/")[0] not in before or relative == product: made[relative] = open(path, "rb").read()
  return made


class Run:
  """A folder with the manuscripts, and how a command ends in it."""

  def __init__(self, program, home):
    self.program, self.home = program, home

  def __call__(self, arguments, product, injected=None, preloaded=None):
    with tempfile.TemporaryDirectory(dir=self.home) as folder:
      for name, data in {"book.md": BOOK.encode(), "long.md": LONG.encode(), "a.png": PICTURE, "old.txt": b"CHAPTER I\n\nText.\n" * 3}.items():
        open(os.path.join(folder, name), "wb").write(data)
      shutil.copy(os.path.join(self.home, "whole.pdf"), folder) if self.program_has_pdf() else None
      if product and product.endswith(".pdf"): open(os.path.join(folder, product), "wb").write(OLD)
      before = set(os.listdir(folder))
      trace = os.path.join(self.home, "trace")
      calls = ",".join(["execve", *CALLS])
      strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-o", trace, "-e", "trace=" + calls, "-e", "signal=none"]
      if injected:
        call, error, number = injected
        strace += ["-e", f"inject={call}:error={error}:when={number}"]
      jobs = [] if arguments[0] in ("trims", "completions", "check", "calibrate", "init", "inspect") else ["-j", "1"]
      try:
        given = strace if not preloaded else ["env", "LD_PRELOAD=" + preloaded]
        done = subprocess.run(given + [self.program, *arguments, *jobs], cwd=folder, capture_output=True, timeout=60,
                              stdin=subprocess.DEVNULL)
      except subprocess.TimeoutExpired:
        return None, b"", "no end", {}, trace
      after = made_in(folder, before, product)
      return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"), after, trace

  def program_has_pdf(self): return os.path.exists(os.path.join(self.home, "whole.pdf"))


def counted(trace):
  """By call, the numbers that it has in its thread, each with what it is made on; strace counts by threads."""
  calls, made = {}, {}
  # where Swift's runtime finds the arguments: in one of octavo's processes that may be the call of the same number
  told = set()
  lines = open(trace, errors="replace").read().splitlines()
  # programs that octavo calls answer for their own calls
  others = {line.split()[0] for line in lines[1:] if " execve(" in line}
  for line in lines:
    found = re.match(r"(\d+) +(\w+)\((.*)", line)
    if not found or found[3].startswith("<"): continue
    thread, call, on = found.groups()
    number = made[thread, call] = made.get((thread, call), 0) + 1
    if call == "openat" and any(f'"/proc/self/{name}"' in on for name in ("cmdline", "maps")): told.add(number)
    if matters(call, on) and thread not in others: calls.setdefault(call, {}).setdefault(number, on)
  for number in told: calls.get("openat", {}).pop(number, None)
  return calls


def matters(call, on):
  """Whether a call may matter: what is opened to be read, and libraries, are no writing."""
  if call == "close": return "octavo-part" in on or ".pdf" in on or "out" in on
  # fonts and dictionaries that are not there are told as ever; what libraries look for is theirs
  # a PDF that could not be looked at first is refused as a manuscript
  if call == "openat": return "O_NONBLOCK" not in on and any(f'"{name}"' in on for name in ("book.md", "a.png", "old.txt", "whole.pdf"))
  return True


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("program")
  parser.add_argument("--only", default=",".join(CASES))
  parser.add_argument("--calls", default=",".join(CALLS))
  given = parser.parse_args()
  runs, wrong = 0, 0
  with tempfile.TemporaryDirectory() as home:
    run = Run(os.path.abspath(given.program), home)
    open(os.path.join(home, "a.txt"), "w").write("A book.\n\nAnd its second paragraph.\n")
    subprocess.run([run.program, "a.txt", "-q", "-o", "whole.pdf"], cwd=home, check=True)
    short, unmarked = library(home, "short", SHORT), library(home, "unmarked", UNMARKED)
    for name in given.only.split(","):
      arguments, product = CASES[name]
      code, output, _, whole, trace = run(arguments, product)
      if short:
        got, out, said, after, _ = run(arguments, product, preloaded=short)
        runs += 1
        fault = f"exit {got}" if got != code else judged("short", code, output, whole, got, out, said, after, product)
        if fault:
          wrong += 1
          print(f"{name}: short reads and writes: {fault}", *said.splitlines()[:3], sep="\n    ", flush=True)
      if unmarked and name in DRAWING:
        long = ["long.md" if argument == "book.md" else argument for argument in arguments]
        got, out, said, after, _ = run(long, product, preloaded=unmarked)
        runs += 1
        if got != code or "drawn a second time" not in said or after.keys() != whole.keys() or bool(out) != bool(output):
          wrong += 1
          print(f"{name}: text without its mark: exit {got}", *said.splitlines()[:3], sep="\n    ", flush=True)
      calls = counted(trace)
      for call in given.calls.split(","):
        for number, on in sorted(calls.get(call, {}).items()):
          for error in CALLS[call]:
            got, out, said, after, _ = run(arguments, product, (call, error, number))
            runs += 1
            fault = judged(call, code, output, whole, got, out, said, after, product)
            # libdispatch's own thread stops the program where it cannot look at /proc
            if call == "openat" and number == 1 and got == 6: fault = None
            if fault:
              wrong += 1
              print(f"{name}: {call} {number} {error}: {fault}: {on[:70]}", *said.splitlines()[:3], sep="\n    ", flush=True)
  print(f"{runs} faults, {wrong} not met as they should be")
  return 1 if wrong else 0


def library(home, name, text):
  """A library to be loaded before others; None without a compiler."""
  compiler = shutil.which("cc") or shutil.which("clang")
  if not compiler: return print(f"no C compiler: nothing is run with the library \"{name}\"")
  source, made = os.path.join(home, name + ".c"), os.path.join(home, name + ".so")
  open(source, "w").write(text)
  subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
  return made


def judged(call, code, output, whole, got, out, said, after, product):
  """What is wrong with an end; None for nothing."""
  parts = [name for name in after if name.endswith("octavo-part")]
  if parts: return "left " + parts[0]
  if got is None: return "no end"
  # what a program that octavo calls cannot say is told in the product, or its loader's failure is its own
  if got == 127 and "error while loading shared libraries" in said: return None
  if got == code:
    # a frame in a picture's stead is told
    if "warning: " in said: return None
    if out != output: return None if b"not measured" in out else "other output, and no word of it"
    if after != whole: return "another product, and no word of it"
    return None
  if got < 0: return f"signal {-got}"
  if got == 6 and call.startswith("clone") and "broke down" in said: return None
  if got not in (1, 5): return f"exit {got}"
  if "error: " not in said and '"severity":"error"' not in said: return f"exit {got} without a message"
  if product and product.endswith(".pdf") and after.get(product) != OLD and after.get(product) != whole.get(product):
    return "spoilt what stood there"
  if got == 1 and not re.search(r"not enough|memory|did not|could not|cannot be read", said): return "exit 1"
  return None


if __name__ == "__main__": sys.exit(main())
