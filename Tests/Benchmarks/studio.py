"""From a change in the studio to its page: time, the server's own CPU and its peak memory, asked by HTTP as the page asks.

    studio.py PROGRAM [-n TIMES] [--only KIND,...] [--at 5,50,95] [--limit SECONDS] BOOK...

Each kind of change is made TIMES times (5) at each place of each book, each time from a book that is laid out whole. The
time ends when the pages in sight have come: those of the book, or the chapter in sight where all before it is not laid
out yet. Printed are the best and the median of the wall, the median of the CPU until then and until the book is whole.
With --limit it ends in 1 where a best is beyond it.
"""
import argparse
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

TICK = os.sysconf("SC_CLK_TCK")


class Studio:
    """A studio with one window."""

    def __init__(self, program, book):
        self.folder = tempfile.mkdtemp()
        shutil.copy(book, self.folder)
        self.book_path = os.path.join(self.folder, os.path.basename(book))
        environment = dict(os.environ, HOME=self.folder, XDG_STATE_HOME=self.folder, TMPDIR=self.folder)
        self.process = subprocess.Popen([program, "studio", "--no-open", self.book_path], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.host, self.base = address.netloc, address.path
        self.line = http.client.HTTPConnection(self.host, timeout=120)
        self.book = self.get("book?ahead=1")
        self.settle()

    def ask(self, path, values=None, line=None):
        line = line or self.line
        path = self.base + path + ("&" if "?" in path else "?") + "w=bench"
        if values is None:
            line.request("GET", path)
        else:
            line.request("POST", path, urllib.parse.urlencode(values),
                         {"X-Octavo": "1", "Content-Type": "application/x-www-form-urlencoded"})
        answer = line.getresponse()
        body = answer.read()
        return answer.status, json.loads(body) if body[:1] in b"{[" else body

    def get(self, path):
        return self.ask(path)[1]

    def settle(self):
        """As the page waits for news until all is laid out; pages are asked for, or nothing would be."""
        self.get("page/0")
        while not self.book["settled"] or self.book.get("ahead"):
            self.get(f"news?news={self.book['news']}&settled={1 if self.book['settled'] else 0}")
            self.book = self.get("book?ahead=1")

    def unit(self, page):
        first = page % 2 != 0 if self.book["recto"] else page % 2 == 0
        return (page, page + 1) if first else (page - 1, page)

    def sight(self, page):
        return [found for number in self.unit(page) if number >= 0 and isinstance(found := self.get(f"page/{number}"), dict)]

    def change(self, path, values):
        """Until the pages in sight have come."""
        began, used = time.perf_counter(), self.used()
        status, options = self.ask(path, values)
        if status != 200:
            return None, options
        self.book = self.get("book?ahead=1")
        if self.book.get("ahead"):
            pages = [page for page in self.get("ahead")["pages"] if page]
        else:
            pages = self.sight(self.book["current"])
        assert any(page["runs"] for page in pages), "nothing came"
        wall, cpu, isAhead = time.perf_counter() - began, self.used() - used, bool(self.book.get("ahead"))
        self.settle()
        return (wall, cpu, self.used() - used, isAhead), options

    def used(self):
        """User seconds of the server."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[11]) / TICK

    @property
    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def turn(self, share):
        page = int(self.book["count"] * share)
        self.ask("place", {"page": page})
        return page

    # What a hand would choose in sight.

    def paragraph(self, page):
        for number in range(page, page + 30):
            found = self.get(f"page/{number}")
            if not isinstance(found, dict):
                continue
            start = found["start"]
            for place in range(start + 200, start + 2400, 200):
                block = self.get(f"at/{place}")
                if isinstance(block, dict) and block["kind"] == "paragraph" and block["start"] >= start:
                    yield number, block

    def heading(self, page):
        number, block = next((n, b) for n, b in self.paragraph(page) if b["last"] - b["first"] < 40)
        self.ask("place", {"page": number})
        # what has lines is called by them, all else by its words
        called = {"place": block["start"]} if "name" in block else {"first": block["first"], "last": min(block["last"], block["first"] + 3)}
        return {**called, "kind": "chapter"}

    def pull(self, page):
        for tried, (number, block) in enumerate(self.paragraph(page)):
            steps = self.get(f"room/{block['start']}").get("steps", [])
            if -1 in steps or tried > 40 and 1 in steps:
                self.ask("place", {"page": number})
                return {"place": block["start"], "kind": "pull" if -1 in steps else "push"}
        raise SystemExit("no paragraph has room")

    def close(self):
        self.line.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


KINDS = {
    "theme": lambda studio, page: ("set", {"theme": "trade"}),
    "trim": lambda studio, page: ("set", {"trim": "digest"}),
    "leading": lambda studio, page: ("set", {"leading": "14.5pt"}),
    "chapter": lambda studio, page: ("hint", studio.heading(page)),
    "pull": lambda studio, page: ("hint", studio.pull(page)),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("books", nargs="+")
    parser.add_argument("-n", type=int, default=5)
    parser.add_argument("--at", default="5,50,95")
    parser.add_argument("--only", default=",".join(KINDS))
    parser.add_argument("--limit", type=float)
    wishes = parser.parse_args()
    isBeyond = False
    for path in wishes.books:
        studio = Studio(os.path.abspath(wishes.program), path)
        print(f"{os.path.basename(path)}: {studio.book['count']} pages; load {os.getloadavg()[0]:.1f}")
        print(f"{'':22}{'best':>8}{'median':>8}{'CPU':>8}{'whole':>8}   s, until the page; until all is laid out")
        for share in wishes.at.split(","):
            for kind in wishes.only.split(","):
                there, back = [], []
                for _ in range(wishes.n):
                    path, values = KINDS[kind](studio, studio.turn(float(share) / 100))
                    took, options = studio.change(path, values)
                    assert took, options
                    there.append(took)
                    took, options = studio.change("undo", {})
                    assert took, options
                    back.append(took)
                for name, times in ((kind, there), ("  and undone", back)):
                    walls, cpu, whole, ahead = zip(*times)
                    isBeyond |= wishes.limit is not None and min(walls) > wishes.limit
                    print(f"{share:>3} % {name:16}{min(walls):8.3f}{statistics.median(walls):8.3f}{statistics.median(cpu):8.2f}"
                          f"{statistics.median(whole):8.2f}   {'chapter in sight first' if any(ahead) else ''}", flush=True)
        print(f"peak {studio.peak:.0f} MB; load {os.getloadavg()[0]:.1f}")
        studio.close()
    sys.exit(1 if isBeyond else 0)


main()
