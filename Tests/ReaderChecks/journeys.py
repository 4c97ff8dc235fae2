"""From a manuscript that is dropped to what a printer takes, the same in each browser: part of `make test-reader`."""
import base64
import json
import os
import subprocess
import tempfile

from studio import Room, word_novel


class FirefoxRoom:
    """A studio in Debian's Firefox, with the hands that `Room` has in Chromium."""

    def __init__(self, program, firefox, folder, *arguments):
        self.home = tempfile.mkdtemp(dir=folder)
        environment = dict(os.environ, HOME=self.home, XDG_STATE_HOME=self.home, TMPDIR=self.home)
        self.process = subprocess.Popen([program, "studio", "--no-open", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, text=True)
        self.address = self.process.stdout.readline().strip()
        self.firefox, self.run, self.until = firefox, firefox.run, firefox.until
        firefox.open(self.address)
        firefox.until("globalThis.studio")

    def drop(self, path):
        found = self.firefox.call("script.evaluate", target={"context": self.firefox.context}, awaitPromise=False,
                                  expression="document.getElementById('file')")["result"]
        self.firefox.call("input.setFiles", context=self.firefox.context, element={"sharedId": found["sharedId"]}, files=[path])
        self.until("!document.body.classList.contains('empty') && document.querySelector('#spread tspan') && studio.bench.book.settled", 60)

    def close(self):
        self.process.terminate()
        self.process.wait()
        assert not self.firefox.errors, self.firefox.errors


def click_word(room, words, keys=""):
    """On the first of some words that stand together on a page: it is turned to."""
    found = f"(() => {{ const all = [...document.querySelectorAll('#spread tspan')]; return all.find((t, i) => all.slice(i, i + 6).map(t => t.textContent).join('').startsWith({json.dumps(words)})); }})()"
    # as often as the book is laid out anew meanwhile
    turn = f"studio.data.find({json.dumps(words)}).then(async ({{ found }}) => {{ if (found[0]?.[5] >= 0) await studio.bench.show(found[0][5]); return false; }})"
    room.until(f"(async () => !studio.isSetting && studio.bench.book.settled && (!!{found} || await {turn}))()")
    room.run(f"{found}.dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: 600, clientY: 300 {keys} }})), 1")


def say(room, kind, alike=False):
    room.until("!byId('block').hidden && document.querySelector('#block .kinds button')")
    if alike:
        room.run("document.querySelectorAll('#block .scope input')[1].click(), 1")
    room.run(f"[...document.querySelectorAll('#block button')].find(b => b.textContent === '{kind}').click(), 1")
    room.until("!studio.isSetting && byId('block').hidden")


def fetched(room, kind, path):
    """Made by its button, and what the link then gives."""
    room.run("studio.showDownload(true), 1")
    room.run(f"document.querySelector('#download [data-kind={kind}] button.chief').click(), 1")
    link = f"document.querySelector('#download [data-kind={kind}] .job a')"
    room.until(f"{link} || document.querySelector('#download [data-kind={kind}] .wrong')", 120)
    assert room.run(f"!!{link}"), room.run(f"document.querySelector('#download [data-kind={kind}] .job').innerText")
    data = room.run(f"fetch({link}.href).then(a => a.blob()).then(b => new Promise(done => {{ const r = new FileReader; r.onload = () => done(r.result); r.readAsDataURL(b); }}))")
    open(path, "wb").write(base64.b64decode(data.split(",", 1)[1]))
    room.run("studio.showDownload(false), 1")


def undo_all(room):
    for _ in range(60):
        if room.run("byId('undo').disabled"):
            return
        room.run("byId('undo').click(), 1")
        room.until("!studio.isSetting")
    raise AssertionError("there is always one step more")


def sells_a_novel(room, program, folder):
    """Theme, trim, a line made a chapter, a paragraph pulled, a printer's findings mended, interior and cover."""
    novel = os.path.join(folder, "Novel.docx")
    word_novel(novel)
    room.drop(novel)
    book = os.path.join(room.home, "Books", "Novel")
    room.run("document.querySelector('[data-theme=trade]').click(), 1")
    room.until("!studio.isSetting && studio.looks.value('theme') === 'trade'")
    room.run("(() => { const s = document.querySelector('[data-key=trim] select'); s.value = 'digest'; s.dispatchEvent(new Event('change')); return 1; })()")
    room.until("!studio.isSetting && Math.round(studio.bench.book.w) === 396 && studio.bench.book.settled")
    click_word(room, "The Stranger")
    say(room, "Chapter")
    room.until("studio.bench.book.chapters.some(c => c[0].includes('Stranger'))")
    hints = os.path.join(book, "Novel.hints.yaml")
    # not each has words for it: that is said before anything is written
    before = open(hints).read()
    assert before.startswith("hints:\n  - chapter \"The Stranger"), before
    for number in range(5, 40):
        room.run("studio.told = ''")
        click_word(room, f"Number {number} of", ", ctrlKey: true")
        room.until("/pages to look at|no room/.test(studio.told)")
        if room.run("/pages to look at/.test(studio.told)"):
            break
        assert open(hints).read() == before
    pulled = open(hints).read()
    assert pulled.startswith(before + f'  - pull "Number {number}'), pulled
    # its own panel says so, and what else there is room for
    click_word(room, f"Number {number} of")
    room.until("!byId('block').hidden && document.querySelector('#block .mend button[aria-pressed=true]')")
    assert room.run("document.querySelector('#block .mend [aria-pressed=true]').textContent") == "A line shorter"
    room.until("!document.querySelectorAll('#block .mend button')[1].disabled")
    room.run("document.querySelectorAll('#block .mend button')[1].click(), 1")
    room.until("!studio.isSetting && byId('block').hidden")
    assert open(hints).read() == before, "a line longer takes it back"
    room.run("byId('undo').click(), 1")
    room.until("!studio.isSetting")
    assert open(hints).read() == pulled
    room.run("byId('check').click(), 1")
    for _ in range(8):
        room.until("!byId('check').disabled && /mend|well|could/.test(byId('check-state').textContent)", 90)
        if not room.run("document.querySelectorAll('.finding.must .mend').length"):
            break
        room.run("document.querySelector('.finding.must .mend').click(), 1")
        room.until("!studio.isSetting && byId('check').disabled", 20)
    assert room.run("document.querySelectorAll('.finding.must').length") == 0, room.run("byId('findings').innerText")
    interior, cover, again = (os.path.join(folder, name) for name in ("interior.pdf", "cover.pdf", "again.pdf"))
    fetched(room, "interior", interior)
    fetched(room, "cover", cover)
    checked = subprocess.run([program, "check", interior, "--for", "kdp", "--cover", cover, "--format", "json"], capture_output=True, text=True)
    errors = [finding for finding in json.loads(checked.stdout)["findings"] if finding["severity"] == "error"]
    assert checked.returncode == 0 and not errors, errors
    # the folder is the book
    subprocess.run([program, book, "-o", again, "-q"], check=True)
    assert open(interior, "rb").read() == open(again, "rb").read(), "the folder makes other bytes"
    undo_all(room)
    assert os.listdir(book) == ["Novel.docx"], os.listdir(book)
    room.close()


def play(path):
    """Names on lines of their own that are no capitals, which is how lyrics look."""
    words = ["Have you seen the boat this morning,\nor has it gone without us?", "It has gone.", "Then we wait here by the water\nuntil it comes for us."]
    speeches = "".join(f"{('Anna', 'Boris', 'Clara')[i % 3]}\n{words[i * 2 % 3]}\n\n" for i in range(40))
    open(path, "w").write("THE BOAT\n\nA Play\n\n\nACT I\n\n" + speeches)


def casts_a_play(room, folder):
    """Three clicks: on the page, on the kind; at most one on the scope."""
    room.until("document.querySelector('#spread tspan') && studio.bench.book.settled")
    assert "speech" not in [room.run(f"studio.data.at({place}).then(f => f.kind)") for place in (200, 800)]
    click_word(room, "Have you seen ")
    say(room, "Play")
    room.until("studio.data.at(200).then(f => f.kind === 'speech')")
    kinds = [room.run(f"studio.data.at({place}).then(f => f.kind)") for place in (200, 500, 800, 1100)]
    assert kinds == ["speech"] * 4, kinds
    hints = os.path.join(folder, "boat.hints.yaml")
    assert open(hints).read().startswith("hints:\n  - play "), open(hints).read()
    undo_all(room)
    assert not os.path.exists(hints)
    room.close()


def draws_the_outline(room, folder):
    """A heading drawn to the right is a section, by keys it comes back, Delete makes it text."""
    room.until("document.querySelector('#spread tspan') && studio.bench.book.settled")
    room.run("studio.choose('structure'), 1")
    room.until("document.querySelectorAll('#structure .outlined').length === 3")
    box = room.page.locator("#structure .outlined >> nth=1").bounding_box()
    room.page.mouse.move(box["x"] + 40, box["y"] + 8)
    room.page.mouse.down()
    room.page.mouse.move(box["x"] + 64, box["y"] + 9, steps=4)
    room.page.mouse.up()
    path = os.path.join(folder, "walk.hints.yaml")
    room.until("!studio.isSetting && document.querySelector('#structure .outlined.deep, #structure .outlined.deeper')")
    assert open(path).read() == "hints:\n  - section \"Walk 2\"\n", open(path).read()
    room.page.locator("#structure .outlined >> nth=1").press("Alt+ArrowLeft")
    room.until("!studio.isSetting && !document.querySelector('#structure .outlined.deep, #structure .outlined.deeper')")
    assert open(path).read() == "hints:\n  - chapter \"Walk 2\"\n", open(path).read()
    room.until("document.activeElement?.matches('.outlined')")
    room.page.keyboard.press("Delete")
    room.until("!studio.isSetting && document.querySelectorAll('#structure .outlined').length === 2")
    # a paragraph by keys alone
    room.page.focus("#desk")
    room.page.keyboard.press("ArrowDown")
    room.until("document.querySelector('.along:not(.faint)')")
    first = room.run("byId('chosen').textContent")
    room.page.keyboard.press("ArrowDown")
    room.until(f"byId('chosen').textContent !== {json.dumps(first)}")
    room.page.keyboard.press("Enter")
    room.until("!byId('block').hidden")
    room.page.keyboard.press("Escape")
    room.until("byId('block').hidden && document.activeElement.id === 'desk'")
    undo_all(room)
    assert not os.path.exists(path)
    # an element, in a theme of the book's own, and back in one step
    room.run("studio.choose('look'), byId('element').closest('details').open = true, 1")
    room.until("document.querySelector('#look [data-key=size] input[type=text]')")
    room.page.fill("#element ~ div [data-key=size] input", "2.5")
    room.page.keyboard.press("Tab")
    room.until("!studio.isSetting && studio.looks.options.base === 'octavo'")
    assert open(os.path.join(folder, "theme.yaml")).read() == "based-on: octavo\nelements:\n  chapter-title: {size: 2.5}\n"
    assert open(os.path.join(folder, "octavo.yaml")).read() == 'theme: "./theme.yaml"\n'
    room.run("byId('undo').click(), 1")
    room.until("!studio.isSetting && byId('undo').disabled")
    assert sorted(os.listdir(folder))[-1] == "walk.md" and "theme.yaml" not in os.listdir(folder)
    # what an editor sends is shown
    line = open(os.path.join(folder, "walk.md")).read().split("\n").index("Short 3.") + 1
    status = room.run(f"studio.data.post('at', {{ file: 'walk.md', line: {line} }}).then(a => a.place > 0)")
    assert status
    room.until("[...document.querySelectorAll('#spread .fresh tspan')].some(t => t.textContent.startsWith('Short'))")
    # what else is handed out
    fetched(room, "site", os.path.join(folder, "..", "site.zip"))
    with room.page.expect_download() as coming:
        room.run("document.querySelector('[data-kind=project] a').click(), 1")
    assert coming.value.suggested_filename.endswith("-project.zip")
    room.close()


def walk(folder):
    prose = "Some words of a story that goes on for a while and tells of a river and of boats upon it. " * 9
    path = os.path.join(folder, "walk.md")
    open(path, "w").write("".join(f"# Walk {n}\n\nNumber {n}. {prose}\n\nAnother {n}. {prose}\n\nShort {n}.\n\n" for n in range(1, 4)))
    return path


def all_journeys(program, browser, firefox, folder):
    def fresh():
        return tempfile.mkdtemp(dir=folder)

    def boat():
        at = fresh()
        play(os.path.join(at, "boat.txt"))
        return at

    sells_a_novel(Room(program, browser, fresh()), program, fresh())
    at = boat()
    casts_a_play(Room(program, browser, fresh(), os.path.join(at, "boat.txt")), at)
    at = fresh()
    draws_the_outline(Room(program, browser, fresh(), walk(at)), at)
    sells_a_novel(FirefoxRoom(program, firefox, fresh()), program, fresh())
    at = boat()
    casts_a_play(FirefoxRoom(program, firefox, fresh(), os.path.join(at, "boat.txt")), at)
