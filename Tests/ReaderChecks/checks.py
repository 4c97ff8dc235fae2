#!/usr/bin/env python3
"""Reads books in a real browser, headless, and says what went wrong: `make test-reader`.

    checks.py PROGRAM [BOOK...]

Needs playwright and websocket-client from PyPI, a chromium and a firefox (Debian's, or those that CHROMIUM
and FIREFOX name). It makes a book of its own; of BOOKs it tries the widths of words in both browsers, and
goes to every spread of those of at least a thousand pages. CHECKS names some checks to run alone. A check is a
function; it fails by an assertion.
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

from playwright.sync_api import sync_playwright

from firefox import Firefox, read_in, reach_every_spread_in
from journeys import all_journeys
from studio import corrects_a_text, corrects_blocks, looks_ahead, makes_a_novel, speaks

PROGRAM = sys.argv[1]
FOLDER = tempfile.mkdtemp(prefix="octavo-reader-")
WORDS = ("the morning was quiet in the printing house and representative compositors considered hyphenation "
         "notwithstanding their extraordinarily voluminous understanding of typographical traditions").split()


def manuscript():
    """Chapters, a note, links, words that must be divided."""
    parts = ["---", "title: A Book of Checks", "author: Nobody", "lang: en", "---", ""]
    for chapter in range(1, 9):
        parts += [f"# Chapter {chapter}", ""]
        for paragraph in range(14):
            words = [WORDS[(chapter * 7 + paragraph * 5 + i * 3) % len(WORDS)] for i in range(70)]
            text = " ".join(words).capitalize() + "."
            if paragraph == 1:
                text += f" A note[^n{chapter}] is called here, and [a link](#chapter-8) leads on."
            parts += [text, ""]
        parts += [f"[^n{chapter}]: The *note* of chapter {chapter}.", ""]
    return "\n".join(parts)


class Served:
    """A book that octavo serves, and its page in the browser."""

    def __init__(self, browser, book, *options, width=1280, height=860, scale=1, touch=False,
                 motion="no-preference", state=None, ready="document.querySelector('.half tspan') && reader.book.settled"):
        self.book = book
        # each check begins where nobody has read
        self.state = state or tempfile.mkdtemp(dir=FOLDER)
        environment = dict(os.environ, XDG_STATE_HOME=self.state)
        self.process = subprocess.Popen([PROGRAM, "read", book, "--no-open", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, text=True)
        self.address = self.process.stdout.readline().strip()
        self.context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale,
                                           has_touch=touch, reduced_motion=motion)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.goto(self.address)
        self.until(ready)

    def run(self, script):
        return self.page.evaluate(script)

    def until(self, script, seconds=20):
        # a strict content policy forbids what the library's own waiting does
        end = time.time() + seconds
        while time.time() < end:
            if self.run(f"!!({script})"):
                return
            time.sleep(0.03)
        raise AssertionError(f"waited in vain for: {script}")

    def at(self, page):
        """Waits until a page is shown."""
        self.until(f"reader.at === {page} && !reader.turn && reader.shown().some(page => page.n === {page})")

    def go(self, page):
        self.run(f"reader.jump({{page: {page}}})")
        self.at(page)

    def rest(self):
        self.until("!reader.turn")

    def labels(self):
        return self.run("[...document.querySelectorAll('.half')].filter(h => h.page).map(h => h.page.n)")

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.context.close()
        self.process.kill()
        self.process.wait()
        # a font that is missing and the like would be seen here
        unexpected = [e for e in self.errors if "409" not in e]
        assert not unexpected, unexpected


# Goes on by `act` until there is nothing more, and says which pages were seen. Within the page, for a call from
# outside for each of a thousand spreads takes longer than the spreads.
GO_THROUGH = """(async act => {
      const seen = new Set, pause = () => new Promise(done => setTimeout(done, 4));
      const rest = async ready => { for (let i = 0; !ready() || reader.turn; i++) { if (i > 5000) throw Error('stays at ' + reader.at); await pause(); } };
      const isShown = n => reader.shown().some(page => page.n === n) && !!document.querySelector('.half tspan, .half path, .half:not(.empty)');
      const note = () => { for (const page of reader.shown()) seen.add(page.n); };
      await act({ seen, note, rest, isShown, pause });
      return [...seen].sort((a, b) => a - b);
    })"""
BY_KEY = """async ({ note, rest, isShown }) => {
      const press = key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('Home'); await rest(() => isShown(0)); note();
      for (let n; (n = await reader.neighbour(1)) !== null && await reader.page(n);) {
        const before = reader.at; press('ArrowRight'); await rest(() => reader.at !== before && isShown(reader.at)); note();
      }
    }"""
BY_SLIDER = """async ({ note, rest, isShown }) => {
      const slider = byId('slider');
      for (let n = 0; n <= +slider.max; n += n % 2 ? 2 : 1) {
        slider.value = n; slider.dispatchEvent(new Event('change')); await rest(() => isShown(n)); note();
      }
    }"""
# every place of the book has an address
BY_LINK = """async ({ note, rest, isShown }) => {
      for (let n = 0; n < reader.book.count; n += n % 2 ? 2 : 1) {
        const page = await reader.page(n);
        location.hash = '#b=' + (page.at ?? page.start);
        await rest(() => isShown(n) || !page.text && isShown(n + 1)); note();
      }
    }"""
BY_SWIPE = """async ({ note, rest, isShown }) => {
      const point = (type, x) => new PointerEvent(type, { pointerId: 7, pointerType: 'touch', isPrimary: true, clientX: x, clientY: 400, bubbles: true });
      reader.jump({ page: 0 }); await rest(() => isShown(0)); note();
      for (let n; (n = await reader.neighbour(1)) !== null && await reader.page(n);) {
        const before = reader.at, text = byId('book');
        text.dispatchEvent(point('pointerdown', 900));
        for (let x = 880; x > 600; x -= 40) text.dispatchEvent(point('pointermove', x));
        text.dispatchEvent(point('pointerup', 600));
        await rest(() => reader.at !== before && isShown(reader.at)); note();
      }
    }"""
WAYS = {"key": BY_KEY, "slider": BY_SLIDER, "link": BY_LINK, "swipe": BY_SWIPE}


def check_every_spread(open_book):
    book = open_book()
    book.run("reader.choose('turning', 'none')")
    count = book.run("reader.book.count")
    for way, act in WAYS.items():
        seen = book.run(f"{GO_THROUGH}({act})")
        assert seen == list(range(count)), (way, sorted(set(range(count)) - set(seen))[:20])
    book.page.keyboard.press("Home")
    book.at(0)
    assert book.labels() == [0], "page 1 stands alone"
    book.page.keyboard.press("End")
    book.until(f"reader.shown().some(page => page.n === {count - 1})")


def check_turning_by_key_wheel_edge(open_book):
    book = open_book()
    for act in (lambda: book.page.keyboard.press("PageDown"), lambda: book.page.click(".edge.after"),
                lambda: (book.page.mouse.move(640, 400), book.page.mouse.wheel(0, 120))):
        before = book.run("reader.at")
        act()
        book.until(f"reader.at !== {before} && !reader.turn")
        time.sleep(0.6)


def check_script_of_a_turn(open_book):
    book = open_book()
    book.go(5)
    time.sleep(0.5)
    # time that the page's thread has, not the clock's: others may use the machine
    session = book.context.new_cdp_session(book.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def script():
        return {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}["ScriptDuration"]

    book.run("reader.turn = true; reader.begin(1).then(turn => { window.leaf = turn; })")
    book.until("window.leaf")
    before = script()
    frames = book.run("animate(0, 1, 560, leaf.draw)")["frames"]
    used = (script() - before) * 1000 / frames
    book.run("reader.end(leaf, true, 1)")
    book.rest()
    print(f"    {used:.1f} ms of script a frame, {frames} frames", end="")
    # a machine without a graphics processor draws few frames; the script of each must still be short
    assert used < 16, used


def check_drag(open_book):
    book = open_book()
    book.go(5)
    time.sleep(0.5)

    def drag(share):
        box = book.page.locator(".half.second").bounding_box()
        x, y = box["x"] + box["width"] - 14, box["y"] + box["height"] * 0.5
        book.page.mouse.move(x, y)
        book.page.mouse.down()
        for step in range(1, 11):
            book.page.mouse.move(x - box["width"] * share * step / 10, y)
            time.sleep(0.03)
        time.sleep(0.3)
        book.page.mouse.up()
        book.rest()
        time.sleep(0.7)

    # the edge of the leaf is under the pointer, forwards and backwards
    for side, way in (("second", -1), ("first", 1)):
        box = book.page.locator(f".half.{side}").bounding_box()
        edge = box["x"] + (box["width"] - 4 if way < 0 else 4)
        book.page.mouse.move(edge, 400)
        book.page.mouse.down()
        for share in (0.1, 0.3, 0.6, 1.5, 1.8):
            x = edge + way * box["width"] * share
            book.page.mouse.move(x, 400)
            book.until("document.querySelector('.leaf')")
            time.sleep(0.1)
            seen = book.run("""(() => {
                const at = document.querySelector('.leaf'), box = byId('book').getBoundingClientRect(), y = Math.round(at.height * .5);
                const row = at.getContext('2d').getImageData(0, y, at.width, 1).data, solid = [];
                for (let i = 0; i < at.width; i++) if (row[4 * i + 3] === 255) solid.push(i);
                const left = at.getBoundingClientRect().left, scale = at.width / at.getBoundingClientRect().width;
                return [solid[0], solid.at(-1)].map(i => left + i / scale);
            })()""")
            assert min(abs(end - x) for end in seen) < 12, (side, share, x, seen)
        book.page.mouse.move(edge, 400)
        time.sleep(0.2)
        book.page.mouse.up()
        book.rest()
        time.sleep(0.5)
    before = book.labels()
    drag(0.2)
    assert book.labels() == before, "a short drag falls back"
    drag(1.2)
    assert min(book.labels()) == max(before) + 1, "a long one goes over"


def check_swipe(open_book):
    book = open_book(width=390, height=844, scale=3, touch=True)
    hand = book.context.new_cdp_session(book.page)

    def swipe(first, last, rest=0.0):
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": first, "y": 400}]})
        for step in range(1, 11):
            point = {"x": first + (last - first) * step / 10, "y": 400}
            hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            time.sleep(0.02)
        time.sleep(rest)
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        book.rest()
        time.sleep(0.3)

    book.go(8)
    time.sleep(0.5)
    for (first, last, rest), page in [((330, 60, 0), 9), ((60, 330, 0), 8), ((330, 290, 0.4), 8)]:
        swipe(first, last, rest)
        assert book.run("reader.at") == page, (first, last, book.run("reader.at"))


def check_slider_contents_back(open_book):
    book = open_book()
    book.run("byId('slider').value = 12; byId('slider').dispatchEvent(new Event('change'))")
    book.at(12)
    before = book.run("location.hash")
    book.page.click("#contents-button")
    book.page.locator("#contents a").nth(6).click()
    book.until("reader.chapter(reader.shown().at(-1).n)[0].includes('Chapter 7')")
    assert book.run("document.querySelector('#contents [aria-current]').textContent").startswith("Chapter 7")
    book.page.click("#back")
    book.until(f"location.hash === '{before}'")
    assert re.fullmatch(r"Page \d+–\d+ of \d+", book.run("byId('where').textContent")), book.run("byId('where').textContent")


def check_title_page_and_contents(open_book):
    path = os.path.join(FOLDER, "titles.md")
    open(path, "w").write(manuscript().replace("# Chapter ", "# A title of chapter "))
    book = open_book(path)
    assert book.run("document.querySelector('.half .read').innerText").split("\n")[0] == "A Book of Checks"
    assert book.run("location.hash") == "#b=-1"
    book.page.keyboard.press("ArrowRight")
    book.at(1)
    entries = book.run("[...document.querySelectorAll('.link')].map(link => link.ariaLabel)")
    folios = book.run("reader.book.chapters.map(chapter => reader.label(chapter[3]))")
    assert entries == [f"A title of chapter {n} {folio}" for n, folio in zip(range(1, 9), folios)], entries
    said = book.run("[...document.querySelectorAll('.half .read')].at(-1).innerText")
    assert "A title of chapter 8, " + folios[7] in said and ". ." not in said, said
    # the place of a page without text is kept, too
    book.run("reader.resize(1)")
    book.until("reader.book.size > 1 && !reader.isSetting && reader.shown().some(page => page.n === 2)")
    book.page.goto(book.address)
    book.until("document.querySelector('.half tspan')")
    assert 2 in book.labels()
    for index in (0, 7):
        book.page.locator(".link").nth(index).click()
        book.until(f"reader.chapter(reader.shown().at(-1).n)?.[0] === 'A title of chapter {index + 1}'")
        book.page.click("#back")
        book.until("reader.shown().some(page => page.n === 2) && !reader.turn")
    # a part is told from its chapters
    open(path, "w").write("# Part One\n\n## First\n\nWords.\n\n## Second\n\nWords.\n\n# Part Two\n\n## Third\n\nWords.\n")
    parts = open_book(path)
    classes = parts.run("[...document.querySelectorAll('#contents a')].map(link => link.className)")
    assert classes == ["part", "deep", "deep", "part", "deep"], classes


def check_link_and_note(open_book):
    book = open_book()
    book.run("reader.choose('turning', 'none')")
    while not book.run("document.querySelectorAll('.link[aria-label^=Note]').length"):
        before = book.run("reader.at")
        book.page.keyboard.press("ArrowRight")
        book.until(f"reader.at !== {before} && reader.shown().some(page => page.n === reader.at)")
    note = book.page.locator(".link[aria-label^=Note]").first
    note.click()
    assert book.run("byId('note').hidden") is False
    assert book.run("byId('note').innerText").strip() == "The note of chapter 1."
    assert book.run("byId('note').querySelector('em').textContent") == "note"
    book.page.keyboard.press("Escape")
    assert book.run("byId('note').hidden") is True
    # the keys do not lose themselves behind it
    note.click()
    book.page.keyboard.press("Tab")
    assert book.run("byId('note').hidden") is True and book.run("document.activeElement.matches('.link')")
    book.page.locator(".link[aria-label='a link']").first.click()
    book.until("reader.chapter(reader.shown().at(-1).n)?.[0] === 'Chapter 8'")


def check_sizes_keep_the_place(open_book):
    book = open_book()
    book.go(21)
    before, words = book.labels(), book.run("reader.shown()[0].text.slice(0, 30)")
    for step in [1] * 5 + [-1] * 5 + [1, -1] * 3:
        revision = book.run("reader.book.rev")
        book.run(f"reader.resize({step})")
        book.until(f"reader.book.rev !== {revision} && !reader.isSetting")
    book.until("reader.shown().length")
    assert book.labels() == before, (before, book.labels())
    assert book.run("reader.shown()[0].text.slice(0, 30)") == words


def check_select_and_copy(open_book):
    book = open_book()
    book.run("reader.choose('turning', 'none')")
    for _ in range(30):
        if book.run("[...document.querySelectorAll('tspan')].some(t => t.word.isDivided && t.word.kind === 0)"):
            break
        book.page.keyboard.press("ArrowRight")
        time.sleep(0.2)
    before = book.run("reader.at")
    text = book.run("""(() => {
      const words = [...document.querySelectorAll('tspan')].filter(t => t.word.kind === 0 && t.word.place >= 0);
      const i = words.findIndex(t => t.word.isDivided), range = document.createRange();
      range.setStart(words[i - 1].firstChild, 0);
      range.setEnd(words[i + 2].firstChild, words[i + 2].word.letters.length);
      getSelection().removeAllRanges(); getSelection().addRange(range);
      const page = words[i].closest('.half').page;
      return [reader.selectedText(), page.text.includes(reader.selectedText()), words[i].textContent + words[i + 1].textContent];
    })()""")
    assert text[1] and "-" not in text[0] and "\n" not in text[0], text
    assert text[2].replace("-", "").strip() in text[0], text
    # dragging the mouse over the text selects, and turns nothing
    box = book.page.locator(".half.second text").nth(6).bounding_box()
    book.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    book.page.mouse.down()
    book.page.mouse.move(box["x"] + 200, box["y"] + box["height"] / 2, steps=8)
    book.page.mouse.up()
    assert book.run("getSelection().toString().length") > 5 and book.run("reader.at") == before


def check_search(open_book):
    book = open_book()
    book.page.keyboard.press("/")
    book.page.keyboard.type("representative HYPHENATION")
    book.until("reader.hits.length")
    count = book.run("reader.hits.length")
    assert count == len(re.findall(r"representative\s+hyphenation", manuscript(), re.I)), count
    # they stand below the titles of their chapters, more of them too
    while book.run("!!document.querySelector('#matches button')"):
        book.run("document.querySelector('#matches button').click()")
    titles = book.run("[...document.querySelectorAll('#matches .of')].map(title => title.textContent)")
    assert titles == [f"Chapter {n}" for n in range(1, 9)], titles
    assert book.run("document.querySelector('#matches').firstChild.className") == "of"
    book.page.keyboard.press("Enter")
    book.until("document.querySelector('.hit.now')")
    # every match leads to a page that shows it, divided words too
    for index in range(0, count, max(count // 12, 1)):
        book.run(f"reader.goToHit({index})")
        book.until(f"reader.hit === {index} && document.querySelector('.hit.now')")


def check_paper_phone_and_reload(open_book):
    book = open_book(width=390, height=844, scale=3, touch=True)
    assert book.run("reader.single") and len(book.labels()) == 1
    assert book.run("document.documentElement.scrollWidth") <= 390
    book.run("reader.choose('paper', 'dark')")
    assert book.run("getComputedStyle(document.querySelector('.page text')).fill") != "rgb(26, 23, 19)"
    # paper and ink of the reader's own, on the page and on the leaf that turns
    book.page.click("#look-button")
    book.page.check("[name=paper][value=own]", force=True)
    book.run("for (const [id, colour] of [['own-paper', '#10243a'], ['own-ink', '#ffd9a0']]) { byId(id).value = colour; "
             "byId(id).dispatchEvent(new Event('input')); }")
    book.page.click("#look-button")
    assert book.run("getComputedStyle(document.querySelector('.page text')).fill") == "rgb(255, 217, 160)"
    assert book.run("getComputedStyle(document.querySelector('.half')).backgroundColor") == "rgb(16, 36, 58)"
    pixel = book.run("[...reader.picture(reader.shown()[0]).getContext('2d').getImageData(2, 2, 1, 1).data]")
    assert pixel == [16, 36, 58, 255], pixel
    book.go(9)
    time.sleep(0.3)
    book.page.goto(book.address)
    book.until("document.querySelector('.half tspan')")
    assert book.run("reader.at") == 9, "the place is kept"
    assert book.run("reader.choices.ownInk") == "#ffd9a0" and book.run("reader.choices.paper") == "own"
    book.run("reader.choose('paper', 'auto')")


def check_windows_and_choices(open_book):
    book = open_book()
    book.go(9)
    # another window has its own place and look
    other = book.context.new_page()
    other.goto(book.address)
    end = time.time() + 10
    while time.time() < end and not other.evaluate("!!document.querySelector('.half tspan')"):
        time.sleep(0.05)
    other.evaluate("reader.jump({ page: 20 })")
    other.evaluate("reader.resize(2)")
    time.sleep(1)
    other.close()
    assert book.run("reader.book.size") == 1
    book.page.reload()
    book.until("window.reader?.book && document.querySelector('.half tspan')")
    assert book.run("reader.at") == 9 and book.run("reader.book.size") == 1
    # a short window is no telephone
    short = open_book(width=1280, height=590)
    assert not short.run("reader.book.fits")
    # choices are there when octavo is started again
    book.run("reader.choose('paper', 'sepia')")
    time.sleep(0.3)
    book.process.kill()
    again = open_book(state=book.state)
    assert again.run("reader.choices.paper") == "sepia"
    # and who reads on when octavo has ended is told so, and stays where he is
    book.page.keyboard.press("ArrowRight")
    for _ in range(3):
        time.sleep(0.7)
        book.page.keyboard.press("ArrowRight")
    book.until("!byId('gone').hidden && !reader.turn")
    book.errors.clear()


def check_many_presses_and_the_slider(open_book):
    book = open_book()
    book.go(3)
    for _ in range(6):
        book.page.keyboard.press("ArrowRight")
    book.until("!reader.turn && reader.at >= 15")
    assert book.run("reader.at") == 15, book.run("reader.at")
    # a wheel that rolls on by itself turns one leaf
    book.page.mouse.move(640, 400)
    for step in range(60):
        book.run(f"byId('desk').dispatchEvent(new WheelEvent('wheel', {{ deltaY: {100 * 0.93 ** step}, cancelable: true }}))")
        time.sleep(0.02)
    book.rest()
    assert book.run("reader.at") == 17, book.run("reader.at")
    # the slider has a way back, and leaves the keys to the book
    depth = book.run("history.state?.depth ?? 0")
    book.page.focus("#slider")
    for _ in range(4):
        book.page.keyboard.press("ArrowLeft")
    book.until("reader.at < 17 && !byId('back').hidden")
    assert book.run("history.state.depth") == depth + 1, "several presses are one way"
    box = book.page.locator("#slider").bounding_box()
    book.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    book.until("document.activeElement === byId('desk')")
    # the desk beside the page turns
    book.go(7)
    time.sleep(0.5)
    book.page.mouse.click(1180, 300)
    book.at(9)


def check_copy_over_a_page_border(open_book):
    book = open_book()
    book.run("reader.choose('turning', 'none')")
    book.go(3)
    copied = book.run("""(() => {
      const [a, b] = [...document.querySelectorAll('.half')];
      const words = half => [...half.querySelectorAll('tspan')].filter(t => t.word.kind === 0 && t.word.place >= 0);
      const range = document.createRange();
      range.setStart(words(a).at(-3).firstChild, 0);
      range.setEnd(words(b)[2].firstChild, words(b)[2].word.letters.length);
      getSelection().removeAllRanges(); getSelection().addRange(range);
      const whole = a.page.text + b.page.text;
      return [whole.includes(reader.selectedText()), reader.selectedText()];
    })()""")
    assert copied[0], copied[1]


def check_news_come_at_once(open_book):
    path = os.path.join(FOLDER, "news.md")
    open(path, "w").write(manuscript())
    book = open_book(path, "--watch")
    time.sleep(0.5)
    text = manuscript().replace("lang: en", "lang: [en")
    start = time.time()
    open(path, "w").write(text)
    book.until("!byId('problem').hidden")
    took = time.time() - start
    print(f"    {took:.2f} s", end="")
    assert took < 0.6, took
    # something else that writes in the folder all the time keeps nothing back
    import threading
    goes_on = threading.Event()

    def scribble():
        while not goes_on.wait(0.02):
            open(os.path.join(FOLDER, "noise.txt"), "w").write(str(time.time()))

    noise = threading.Thread(target=scribble)
    noise.start()
    try:
        open(path, "w").write(manuscript())
        book.until("byId('problem').hidden", 5)
    finally:
        goes_on.set()
        noise.join()
    # a book that cannot be read at first is waited for
    path = os.path.join(FOLDER, "later.md")
    open(path, "w").write("![](nowhere.png)\n")
    book = open_book(path, "--watch", ready="!byId('problem').hidden")
    open(path, "w").write(manuscript())
    book.until("byId('problem').hidden && document.querySelector('.half tspan')")


def check_phone_skips_blank_pages(open_book):
    path = os.path.join(FOLDER, "blanks.md")
    open(path, "w").write("---\ntitle: Blanks\nlang: en\nchapters: recto\n---\n\n# One\n\nA.\n\n# Two\n\nB.\n\n# Three\n\nC.\n")
    book = open_book(path, width=390, height=844, scale=3, touch=True)
    book.run("reader.choose('turning', 'none')")
    # title and chapters, between blank pages
    for page in (2, 4, 6):
        book.page.keyboard.press("ArrowRight")
        book.at(page)
    assert book.run("reader.neighbour(1)") is None
    book.page.keyboard.press("ArrowLeft")
    book.at(4)
    book.run("reader.jump({page: 5})")
    book.at(6)


def check_page_by_the_window(open_book):
    book = open_book(width=390, height=844, scale=3, touch=True)
    assert book.run("reader.book.fits"), "a telephone's pages are as large as its window"
    book.page.click("#look-button")
    book.page.select_option("#page", "")
    book.until("!reader.book.fits && reader.shown().length && !reader.isSetting")
    book.go(12)
    words = book.run("reader.shown()[0].text.slice(0, 30)")
    book.page.select_option("#page", "window")
    book.until("reader.book.fits && reader.shown().length && !reader.isSetting")
    height = book.run("document.querySelector('.half').getBoundingClientRect().height")
    assert height > 700, "the page is as high as the desk"
    assert words in book.run("reader.shown()[0].text"), "the place is kept"
    size = "document.querySelector('.page text').getBoundingClientRect().height"
    assert book.run(size) > 14, book.run(size)
    book.page.select_option("#page", "")
    book.until("!reader.book.fits && reader.shown().length && !reader.isSetting")
    assert book.run("reader.shown()[0].text").startswith(words), "there and back"


def check_zoom_and_keys(open_book):
    book = open_book()
    book.go(8)
    width, height = book.run("[innerWidth, innerHeight]")
    book.run(f"Object.defineProperty(window, 'outerWidth', {{ get: () => {width} }})")
    words = book.run("reader.shown()[0].text.slice(0, 30)")
    letters = "reader.book.size * reader.width / reader.book.w * devicePixelRatio"
    before = book.run(letters)
    session = book.context.new_cdp_session(book.page)

    def zoom(by):
        session.send("Emulation.setDeviceMetricsOverride", {
            "width": round(width / by), "height": round(height / by), "deviceScaleFactor": by, "mobile": False})
        book.until(f"Math.abs(reader.book.size - {by}) < .02 && !reader.isSetting && reader.shown().length")

    zoom(1.5)
    # bars and margins of the window are larger, too, and leave less to the page
    assert 1.3 < book.run(letters) / before < 1.6, book.run(letters) / before
    assert words[:12] in book.run("reader.shown().map(page => page.text).join(' ')"), "the place is kept"
    zoom(1)
    assert book.run("reader.shown()[0].text").startswith(words), "there and back"
    # another screen is no zoom
    session.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": False})
    time.sleep(0.4)
    assert book.run("reader.book.size") == 1
    at = book.run("reader.at")
    book.page.keyboard.press("?")
    assert book.run("byId('keys').open")
    book.page.keyboard.press("ArrowRight")
    book.page.keyboard.press("Escape")
    assert not book.run("byId('keys').open") and book.run("reader.at") == at
    book.page.keyboard.press("l")
    assert book.run("byId('look').contains(document.activeElement)")
    book.page.keyboard.press("Escape")
    assert book.run("byId('look').hidden")


def check_reduced_motion(open_book):
    book = open_book(motion="reduce")
    for turning in ("curl", "slide"):
        book.run(f"reader.choose('turning', '{turning}'); reader.cost = null")
        before = book.run("reader.at")
        book.page.keyboard.press("ArrowRight")
        book.until(f"reader.at > {before}")
        assert book.run("reader.cost") is None, "nothing has moved"


def check_leaf_stays_in_the_window(open_book):
    for width, height in ((1280, 860), (900, 620), (390, 844)):
        book = open_book(width=width, height=height)
        book.go(5)
        book.run("reader.begin(1).then(turn => { window.leaf = turn; })")
        book.until("window.leaf")
        for part in (.2, .4, .5, .6, .8):
            book.run(f"leaf.draw({part})")
            # the canvas ends within the window, and the leaf within the canvas
            inked = book.run("""(() => {
              const canvas = document.querySelector('.leaf'), { width, height } = canvas, at = canvas.getBoundingClientRect();
              const row = y => canvas.getContext('2d').getImageData(0, y, width, 1).data.some(value => value);
              return [at.top, at.bottom, row(0), row(height - 1)];
            })()""")
            assert inked[0] >= 0 and inked[1] <= height and not inked[2] and not inked[3], (width, part, inked)


def check_leaf_looks_as_the_page_did(open_book):
    path = os.path.join(FOLDER, "figures.md")
    open(path, "w").write("---\ntitle: 1984\ntheme: trade\n---\n\n" + "".join(
        f"# Chapter {n}\n\n" + "In the year 1984. " * 400 + "\n\n" for n in range(4)))
    book = open_book(path)
    book.go(6)
    # figures that are set by a feature of the font are drawn by it, too
    book.until("reader.shown().some(page => page.runs.some(run => /lnum/.test(run.ft)))")
    assert book.run("""(() => {
        const { f, ft } = reader.shown().flatMap(page => page.runs).find(run => /lnum/.test(run.ft));
        const c = document.createElement('canvas').getContext('2d'), width = name => (c.font = '50px ' + name, c.measureText('1984').width);
        return Math.abs(width(fontName(f, ft)) - width(fontName(f)));
    })()""") > 1
    # and the gutter is as dark as it was
    seen, told = book.run("""(async () => {
        const leaf = await reader.begin(1), at = document.querySelector('.leaf'), c = at.getContext('2d'), paper = 0xFD, shade = 30;
        leaf.draw(0);
        const dusk = part => part < .06 ? .19 - .14 * part / .06 : part < .15 ? .05 * (.15 - part) / .09 : 0, places = [2, 20, 60, 200];
        return [places.map(dx => c.getImageData(at.width / 2 + dx * reader.scale, 60, 1, 1).data[0]),
            places.map(dx => Math.round(paper + (shade - paper) * dusk(dx / reader.width)))];
    })()""")
    assert all(abs(a - b) <= 3 for a, b in zip(seen, told)), (seen, told)


def check_prints_the_page_at_its_size(open_book):
    book = open_book()
    book.go(5)
    book.run("window.print = () => {}")
    book.page.click("#look-button")
    book.page.click("#print")
    session = book.context.new_cdp_session(book.page)
    for scroll, pages in ((False, 2), (True, 1)):
        if scroll:
            book.run("reader.choose('turning', 'scroll')")
            book.until("reader.pageInSight && document.querySelector('.half.here')")
        made = base64.b64decode(session.send("Page.printToPDF", {"preferCSSPageSize": True})["data"])
        path = os.path.join(FOLDER, "printed.pdf")
        open(path, "wb").write(made)
        told = subprocess.run(["pdfinfo", path], check=True, capture_output=True, text=True).stdout
        assert re.search(rf"Pages:\s+{pages}\n", told), told
        size = [float(n) for n in re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", told).groups()]
        wanted = book.run("[reader.book.w, reader.book.h]")
        assert all(abs(a - b) < 1 for a, b in zip(size, wanted)), (size, wanted)
        time.sleep(0.5)
        assert book.run("(reader.isScroll ? reader.pageInSight : reader.shown()[0]).n") == 5, "printed, the place is as before"


def check_scroll_slide_and_upwards(open_book):
    book = open_book()
    book.run("reader.choose('turning', 'slide')")
    book.page.keyboard.press("ArrowRight")
    book.until("reader.at > 0 && !reader.turn")
    book.run("reader.choose('axis', 'up')")
    before = book.run("reader.at")
    book.run("reader.choose('turning', 'curl')")
    time.sleep(0.3)
    book.page.keyboard.press("ArrowDown")
    book.until(f"reader.at > {before} && !reader.turn")
    book.run("reader.choose('turning', 'scroll')")
    book.until("document.querySelectorAll('.half[data-n]').length === reader.book.count")
    book.run("byId('desk').scrollTo(0, (reader.height + 14) * 10 + 5)")
    book.at(10)


def check_read_aloud_and_keyboard(open_book):
    book = open_book()
    book.go(9)
    said = book.run("document.querySelector('.half .read').textContent")
    heads = book.run("(async () => { await reader.jump({ place: reader.book.chapters[1][2] }); return [...document.querySelectorAll('.half .read h2')].map(h => h.textContent); })()")
    assert heads == ["Chapter 2"], heads
    # what belongs together is heard together
    path = os.path.join(FOLDER, "heard.md")
    open(path, "w").write("# One\n\nWords.\n\n- a thing\n- another thing\n\n> A word of it.\n\n```\nlet a = 1\nlet b = 2\n```\n\nA word[^1].\n\n[^1]: Note.\n\n"
                          "| Ship | Boats |\n|---|---|\n| Argo | two |\n| Swan | none |\n\nA line with ![A lighthouse by night](light.png) in it.\n\nAn end.\n")
    open(os.path.join(FOLDER, "light.png"), "wb").write(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    heard = open_book(path)
    heard.run("reader.jump({page: reader.book.chapters[0][3]})")
    heard.until("document.querySelector('.half .read ul')")
    shape = heard.run("[...document.querySelectorAll('.half .read > *')].map(e => e.tagName + ':' + [...e.children].map(c => c.tagName).join())")
    assert shape == ["H2:", "P:", "UL:LI,LI", "BLOCKQUOTE:P", "PRE:CODE,CODE", "P:", "TABLE:TR,TR,TR", "DIV:", "P:", "P:"], shape
    cells = heard.run("[...document.querySelectorAll('.half .read :is(th, td)')].map(c => c.tagName + ':' + c.textContent)")
    assert cells == ["TH:Ship", "TH:Boats", "TD:Argo", "TD:two", "TD:Swan", "TD:none"], cells
    assert heard.run("document.querySelector('.read [role=img]').ariaLabel") == "A lighthouse by night"
    assert heard.run("document.querySelector('.link').ariaLabel") == "Note 1"
    assert len(said) > 200 and "Page 5" not in said and "Page 6" not in said
    assert "Page" in book.run("byId('told').textContent")
    unnamed = book.run("[...document.querySelectorAll('button, input, select, a')].filter(e => !(e.ariaLabel || "
                       "e.textContent.trim() || e.title || e.labels?.length)).map(e => e.outerHTML)")
    assert not unnamed, unnamed


def check_vertical(open_book):
    path = os.path.join(FOLDER, "vertical.md")
    text = "夢を見た。女は静かに笑って、もう死にますと云った。2026年のABC社で待っていた。"
    open(path, "w").write("---\ntitle: 夢十夜\nlang: ja\n---\n\n" + "".join(
        f"# 第{n}夜の話\n\n" + (text * 40 + "\n\n") * 2 for n in "一二三"))
    book = open_book(path, "--writing", "vertical")
    assert book.run("reader.book.rtl"), "bound at the right"
    book.run("reader.choose('turning', 'none')")
    book.page.keyboard.press("ArrowLeft")
    book.until("reader.at > 0 && reader.shown().some(page => page.n === reader.at)")
    book.run("reader.jump({page: reader.book.chapters[0][3] + 1})")
    book.until("reader.shown().length === 2 && reader.shown()[0].text.length > 100")
    # the second page is left of the first
    assert book.run("reader.shown()[1] === document.querySelector('.half.first').page")
    assert book.run("document.querySelector('.half .read').textContent.includes('もう死にますと云った')")
    # dragging the mouse down a line selects it; the line to the left goes on
    box = book.run("""(() => { const words = [...document.querySelectorAll('.half.second tspan')].filter(t => t.word.kind === 0);
      const [a, b] = [words[3], words[12]].map(word => word.getBoundingClientRect());
      return [a.x + a.width / 2, a.y + 3, b.x + b.width / 2, b.bottom - 3]; })()""")
    before = book.run("reader.at")
    book.page.mouse.move(box[0], box[1])
    book.page.mouse.down()
    book.page.mouse.move(box[2], box[3], steps=8)
    book.page.mouse.up()
    copied = book.run("reader.selectedText()")
    assert copied and 6 <= len(copied) <= 20 and book.run(f"reader.shown()[0].text.includes({json.dumps(copied)})"), copied
    assert book.run("reader.at") == before, "nothing has turned"
    book.run("byId('query').value = '死にます'; reader.search().then(() => reader.goToHit(5))")
    book.until("document.querySelector('.hit.now')")
    place = book.run("[...document.querySelectorAll('.hit.now')].map(hit => hit.getBoundingClientRect()).map(r => [r.x, r.y, r.width, r.height])")
    # below each other; a line may end among them
    assert len(place) == 4 and len({round(p[0]) for p in place}) <= 2, place


def check_safety(open_book):
    book = open_book()
    address, port = book.address, book.address.split(":")[2].split("/")[0]

    def status(path="book", method="GET", body=None, **headers):
        request = urllib.request.Request(path if "://" in path else address + path, data=body, method=method,
                                         headers={k.replace("_", "-"): v for k, v in headers.items()})
        try:
            return urllib.request.urlopen(request, timeout=10).status
        except urllib.error.HTTPError as error:
            return error.code

    assert status() == 200
    assert status(Host="evil.example") == 421
    assert status(Host=f"evil.example:{port}") == 421
    assert status(Sec_Fetch_Site="cross-site") == 403
    assert status(Sec_Fetch_Site="same-site") == 403
    assert status(Origin="http://evil.example") == 403
    assert status(method="PUT", body=b"") == 405
    assert status(method="DELETE") == 405
    assert status(f"http://127.0.0.1:{port}/") == 404
    assert status(f"http://127.0.0.1:{port}/{'0' * 32}/book") == 404
    assert status("font/../../../../etc/passwd") == 404
    assert status("font//etc/passwd") == 404
    assert status("picture/0") == 404 and status("font/99") == 404 and status("page/-1") == 404
    assert status("place", method="POST", body=b"page=3") == 403, "only octavo's own page changes anything"
    assert status("place", method="POST", body=b"x" * 100_000, X_Octavo="1") == 413
    assert status("place", method="POST", body=b"page=x", X_Octavo="1") == 400
    assert status("link/-1") == 404 and status(f"link/{2**62}") == 404 and status("book") == 200
    assert status("book?" + "x" * 60_000) in (400, 414, 431), "an address without end"
    assert status(X_Long="x" * 60_000) in (400, 413, 431), "headers without end"
    policy = urllib.request.urlopen(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    page = urllib.request.urlopen(address).read().decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=", page), "nothing runs inline"
    assert "//" not in re.sub(r"<!doctype[^>]*>", "", page), "nothing comes from elsewhere"
    import socket
    # who opens connections without end gets no more, and the reader goes on when they are gone
    many = []
    for _ in range(200):
        many.append(socket.create_connection(("127.0.0.1", int(port)), timeout=5))
    time.sleep(0.5)
    held = len(os.listdir(f"/proc/{book.process.pid}/fd"))
    for one in many:
        one.close()
    assert held < 100, f"{held} files are open"
    time.sleep(0.5)
    assert status() == 200
    # nor does who opens them and says nothing keep others out
    idle = [socket.create_connection(("127.0.0.1", int(port)), timeout=5) for _ in range(100)]
    began = time.time()
    assert status() == 200 and time.time() - began < 5, "who says nothing makes room"
    for one in idle:
        one.close()
    addresses = {i[4][0] for i in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for other in addresses:
        probe = socket.socket()
        probe.settimeout(2)
        assert probe.connect_ex((other, int(port))) != 0, f"also listens at {other}"


# Differences between the widths of words in the browser and octavo's, points.
WIDTHS = """(async () => {
      const found = [], heads = new Set;
      for (let n = 0; n < Math.min(reader.book.count, 12); n++) {
        const page = unpack(await (await fetch(`page/${n}?widths=1`)).json());
        await reader.fonts.of(page);
        const svg = pageSVG(page, reader.book, reader.data);
        svg.style.width = reader.book.w + 'px'; svg.style.height = reader.book.h + 'px';
        svg.style.position = 'absolute';
        document.body.append(svg);
        let i = 0;
        const words = svg.querySelectorAll('tspan');
        for (const run of page.runs) for (const [j, word] of run.words.entries()) {
          const shown = words[i++];
          // a sign that stands alone is as wide as the way to the next
          if (run.r || run.v || !word.text.trim() || /^[\u2e80-\uffef]$/.test(word.text)) continue;
          // the dots of leaders stand each at its own place
          if (word.text === '.') continue;
          // heads are the same on every page
          if (run.k === 2 && heads.has(word.text)) continue;
          heads.add(run.k === 2 ? word.text : '');
          const length = shown.getSubStringLength(0, word.text.length) * (run.e ?? 1);
          if (j + 1 < run.words.length) found.push(Math.abs(length - run.widths[j]));
        }
        svg.remove();
      }
      return found;
    })()"""


def check_widths(open_book):
    within_a_tenth(open_book().run(WIDTHS))


def within_a_tenth(differences):
    differences.sort()
    assert not differences or differences[len(differences) * 99 // 100] <= 0.1, differences[len(differences) * 99 // 100]


def firefox_program():
    program = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "no firefox is here; name one in FIREFOX"
    return program


def check_firefox(open_book):
    book = open_book()
    firefox = Firefox(firefox_program())
    try:
        read_in(firefox, book.address, "the" if book.book in sys.argv else "notwithstanding")
        within_a_tenth(firefox.run(WIDTHS))
        reach_every_spread_in(firefox, [f"{GO_THROUGH}({act})" for act in WAYS.values()])
    finally:
        firefox.close()


def check_watch(open_book):
    path = os.path.join(FOLDER, "watched.md")
    text = manuscript()
    open(path, "w").write(text)
    book = open_book(path, "--watch")
    book.go(25)
    time.sleep(0.3)
    words = book.run("reader.shown()[0].text.slice(0, 60)")

    def save(new):
        # as editors do: another file, renamed over the old one
        open(path + "~", "w").write(new)
        os.replace(path + "~", path)

    before = book.cpu()
    save(text.replace("# Chapter 2\n", "# Chapter 2\n\n" + "A new paragraph stands here. " * 60 + "\n", 1))
    book.until("reader.book.news > 0 && reader.book.settled")
    book.until("reader.shown().length")
    assert any(words[:40] in page for page in book.run("reader.shown().map(p => p.text)")), "the place is kept"
    print(f"    an edit: {book.cpu() - before:.2f} s of CPU", end="")
    save(text.replace("lang: en", "lang: [en", 1))
    book.until("!byId('problem').hidden")
    assert "watched.md:" in book.run("byId('problem').textContent"), book.run("byId('problem').textContent")
    assert book.run("reader.shown().length")
    save(text)
    book.until("byId('problem').hidden")

    # a picture that is not there yet, and a theme
    news = book.run("reader.book.news")
    save(text.replace("# Chapter 2\n", "# Chapter 2\n\n![](new/map.png)\n", 1))
    book.until("byId('problem').textContent.includes('new/map.png')")
    os.mkdir(os.path.join(FOLDER, "new"))
    pixel = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    open(os.path.join(FOLDER, "new/map.png"), "wb").write(pixel)
    book.until(f"byId('problem').hidden && reader.book.news > {news} + 1 && reader.book.settled")
    # what is noticed is seen, too
    assert book.run("byId('noticed').hidden")
    save(text.replace("# Chapter 2\n", "# Chapter 2\n\n![](new/map.png)\n\nA word[^none].\n", 1))
    book.until("!byId('noticed').hidden && byId('noticed').textContent.includes('watched.md:')")
    save(text.replace("# Chapter 2\n", "# Chapter 2\n\n![](new/map.png)\n", 1))
    book.until("byId('noticed').hidden && reader.book.settled")
    book.run("reader.jump({page: reader.book.chapters[1][3]})")
    book.until("document.querySelector('.half image')")
    before = book.run("document.querySelector('.half image').getAttribute('href')")
    time.sleep(0.1)
    open(os.path.join(FOLDER, "new/map.png"), "wb").write(pixel)
    # asked for again
    book.until("document.querySelector('.half image') && "
               f"document.querySelector('.half image').getAttribute('href') !== '{before}'")


def check_export(open_book, browser):
    target = os.path.join(FOLDER, "export")
    path = os.path.join(FOLDER, "book.md")
    subprocess.run([PROGRAM, "read", path, "--export", target], check=True, capture_output=True)
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto("file://" + target + "/index.html")
    end = time.time() + 20
    while time.time() < end and not page.evaluate("!!document.querySelector('.half tspan')"):
        time.sleep(0.05)
    assert page.evaluate("document.querySelector('.half .read').innerText").startswith("A Book of Checks")
    page.evaluate("reader.jump({page: 20})")
    time.sleep(0.8)
    assert page.evaluate("reader.at") == 20
    page.evaluate("byId('query').value = 'hyphenation'; reader.search()")
    time.sleep(0.8)
    assert page.evaluate("reader.hits.length") > 20
    page.evaluate("byId('query').value = 'THE note of chapter'; reader.search()")
    time.sleep(0.4)
    notes = page.evaluate("reader.hits.map(hit => [hit[3], hit[6]])")
    assert notes == [["The note of chapter", 1]] * 8, notes
    page.evaluate("reader.goToHit(6)")
    time.sleep(0.8)
    assert page.evaluate("reader.shown().some(page => page.notes)"), "the page that calls the note"
    assert page.evaluate("document.fonts.size") > 0 and not errors, errors
    context.close()
    # a telephone has pages of its own
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, has_touch=True)
    page = context.new_page()
    page.goto("file://" + target + "/index.html")
    end = time.time() + 20
    while time.time() < end and not page.evaluate("!!document.querySelector('.half tspan')"):
        time.sleep(0.05)
    assert page.evaluate("reader.data.edition.name") == "phone"
    assert page.evaluate("document.querySelector('.page text').getBoundingClientRect().height") > 14
    context.close()


def check_studio(open_book, browser):
    speaks(PROGRAM, browser, tempfile.mkdtemp(dir=FOLDER))
    took = makes_a_novel(PROGRAM, browser, tempfile.mkdtemp(dir=FOLDER))
    ahead = looks_ahead(PROGRAM, browser, tempfile.mkdtemp(dir=FOLDER))
    print(f"    a change in {took:.0f} ms, far into a long book in {ahead:.0f} ms", end="")
    firefox = Firefox(firefox_program())
    try:
        corrects_a_text(PROGRAM, browser, tempfile.mkdtemp(dir=FOLDER), firefox)
        corrects_blocks(PROGRAM, browser, tempfile.mkdtemp(dir=FOLDER), firefox)
    finally:
        firefox.close()


def check_journeys(open_book, browser):
    firefox = Firefox(firefox_program())
    try:
        all_journeys(PROGRAM, browser, firefox, tempfile.mkdtemp(dir=FOLDER))
    finally:
        firefox.close()


def main():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    own = os.path.join(FOLDER, "book.md")
    open(own, "w").write(manuscript())
    failed = []
    wanted = os.environ.get("CHECKS", "").split()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        checks = [(name[6:], check) for name, check in globals().items() if name.startswith("check_")]
        tasks = [(name, check, own) for name, check in checks]
        for book in sys.argv[2:]:
            tasks.append(("widths " + os.path.basename(book), check_widths, book))
            if os.path.getsize(book) > 2_000_000:
                tasks.append(("every_spread " + os.path.basename(book), check_every_spread, book))
                tasks.append(("firefox " + os.path.basename(book), check_firefox, book))
        for name, check, book in tasks:
            if wanted and name.split()[0] not in wanted:
                continue
            served = []

            def open_book(path=book, *options, **how):
                served.append(Served(browser, path, *options, **how))
                return served[-1]

            start = time.time()
            try:
                check(open_book, browser) if check in (check_export, check_studio, check_journeys) else check(open_book)
                for one in served:
                    one.close()
                print(f"  passed  {name.replace('_', ' ')} ({time.time() - start:.1f} s)")
            except Exception as error:  # each check for itself
                for one in served:
                    one.process.kill()
                failed.append(name)
                place = traceback.extract_tb(error.__traceback__)[-1]
                print(f"  FAILED  {name.replace('_', ' ')}: {type(error).__name__}: {str(error)[:600]} ({place.line})")
        browser.close()
    shutil.rmtree(FOLDER, ignore_errors=True)
    print(f"{len(failed)} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
