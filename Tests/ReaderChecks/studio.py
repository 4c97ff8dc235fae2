"""A book made in the studio, from a manuscript that is dropped to the PDF: part of `make test-reader`."""
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def word_novel(path):
    """A novel as Word writes one: three chapters under a heading's style."""
    said = ["It was a quiet morning, and nobody in the house had yet thought of breakfast.", "Somewhere a door fell shut.",
            "The boats had left before dawn, as they did on every day of that long summer.", "She said nothing of it.",
            "He remembered how the old printer had measured each line with his thumb.", "Rain came over the hills towards evening.",
            "Nobody knew."]

    def sentences(number, count):
        return " ".join(said[(number * 3 + i * i + i * number) % len(said)] for i in range(count))

    def paragraph(text, style=""):
        look = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f'<w:p>{look}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'

    body = "".join(paragraph(f"Chapter {n}", "Heading1") + "".join(paragraph(f"Number {40 * n + i - 40} of them. " + sentences(40 * n + i, 9 + i % 5)) for i in range(40))
                   for n in range(1, 4)) + paragraph("The Stranger") + paragraph("He came at night. " + sentences(7, 40))
    with zipfile.ZipFile(path, "w") as docx:
        docx.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
        docx.writestr("_rels/.rels", '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                      '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')
        docx.writestr("word/document.xml", f'<?xml version="1.0"?><w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>')


class Room:
    """A studio, and its page in the browser."""

    def __init__(self, program, browser, folder, *arguments, width=1440, height=900, locale="en-GB"):
        self.home = tempfile.mkdtemp(dir=folder)
        environment = dict(os.environ, HOME=self.home, XDG_STATE_HOME=self.home, TMPDIR=self.home)
        self.process = subprocess.Popen([program, "studio", "--no-open", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, text=True)
        self.address = self.process.stdout.readline().strip()
        self.context = browser.new_context(viewport={"width": width, "height": height}, accept_downloads=True, locale=locale)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.goto(self.address)
        self.until("globalThis.studio")

    def run(self, script):
        return self.page.evaluate(script)

    def until(self, script, seconds=40):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(f"(async () => !!await ({script}))()"):
                return
            time.sleep(0.03)
        raise AssertionError(f"waited in vain for: {script}")

    def rest(self):
        self.until("!studio.isSetting && document.querySelector('#spread tspan')")

    def drop(self, path):
        self.page.set_input_files("#file", path)
        self.until("!document.body.classList.contains('empty') && document.querySelector('#spread tspan') && studio.bench.book.settled"
                   " || !byId('refused').hidden")
        assert self.run("byId('refused').hidden"), self.run("byId('refused').textContent")

    def close(self):
        self.context.close()
        self.process.terminate()
        self.process.wait()
        unexpected = [error for error in self.errors if "409" not in error]
        assert not unexpected, unexpected


def download(room, kind, path):
    room.page.click("#download-button") if room.run("byId('download').hidden") else None
    with room.page.expect_download(timeout=60000) as coming:
        room.page.click(f"#download [data-kind={kind}] button.chief")
    coming.value.save_as(path)
    room.page.keyboard.press("Escape")
    return coming.value.suggested_filename


def makes_a_novel(program, browser, folder):
    room = Room(program, browser, folder)
    assert room.run("document.body.classList.contains('empty')")
    novel = os.path.join(folder, "My Novel.docx")
    word_novel(novel)
    room.drop(novel)
    book = os.path.join(room.home, "Books", "My-Novel")
    assert open(novel, "rb").read() == open(os.path.join(book, "My-Novel.docx"), "rb").read(), "the manuscript is untouched"
    assert os.listdir(book) == ["My-Novel.docx"], "nothing is written before anything is chosen"
    room.until("document.querySelectorAll('.card:not([hidden]) canvas').length >= 8", 60)
    # a look, then a trim
    room.page.click("[data-theme=trade]")
    room.until("!studio.isSetting && studio.looks.value('theme') === 'trade'")
    stars = room.run("[document.querySelector('[data-key=scene-break] .signs button').getAttribute('aria-pressed'), document.querySelector('[data-key=scene-break] input').value]")
    assert stars == ["true", ""], stars
    pages = room.run("studio.bench.book.rev")
    room.page.select_option("[data-key=trim] select", "digest")
    room.until(f"!studio.isSetting && studio.bench.book.rev !== {pages} && Math.round(studio.bench.book.w) === 396")
    took = room.run("studio.took")
    room.rest()
    options = open(os.path.join(book, "octavo.yaml")).read()
    assert options == "theme: trade\ntrim: digest\n", options
    # what it says, the command makes: the same bytes
    made, again = os.path.join(folder, "studio.pdf"), os.path.join(folder, "command.pdf")
    assert download(room, "interior", made).endswith(".pdf")
    subprocess.run([program, os.path.join(book, "My-Novel.docx"), "-o", again, "-q"], check=True)
    assert open(made, "rb").read() == open(again, "rb").read(), "the command makes other bytes"
    # the cover is shown before it is made
    room.page.click("#download-button")
    room.until("document.querySelector('.front').naturalWidth === 1600", 60)
    for width, height in ((1440, 900), (1100, 700), (768, 1024), (390, 844)):
        room.page.set_viewport_size({"width": width, "height": height})
        assert not room.run(MISPLACED), (width, room.run(MISPLACED))
    room.page.set_viewport_size({"width": 1440, "height": 900})
    for kind in ("cover", "booklet"):
        download(room, kind, os.path.join(folder, kind + ".pdf"))
        assert open(os.path.join(folder, kind + ".pdf"), "rb").read(5) == b"%PDF-", kind
    # the same book, to be read
    with room.context.expect_page() as coming:
        room.page.click("#read")
    reading = coming.value
    end = time.time() + 20
    while time.time() < end and not reading.evaluate("!!document.querySelector('.half tspan')"):
        time.sleep(0.05)
    assert reading.evaluate("reader.book.w") == room.run("studio.bench.book.w")
    reading.close()
    # findings of a printer, mended by a click each
    room.page.click("#check")
    for _ in range(6):
        room.until("!byId('check').disabled && /mend|well|could/.test(byId('check-state').textContent)", 60)
        if not room.run("document.querySelectorAll('.finding.must .mend').length"):
            break
        room.run("document.querySelector('.finding.must .mend').click()")
        time.sleep(0.3)
    assert room.run("document.querySelectorAll('.finding.must').length") == 0, room.run("byId('findings').innerText")
    # what is noticed leads to where it is said otherwise, and a key to all options
    room.run("studio.choose('look'), 1")
    room.page.click("#noticed .finding:has-text('no title') button.link >> text=Set it here")
    assert room.run("document.activeElement.dataset.fact") == "title"
    room.page.focus("#desk")
    room.page.keyboard.press("/")
    room.until("document.activeElement.id === 'option-search'")
    room.page.keyboard.type("hyphen")
    room.until("document.querySelector('.option') && [...document.querySelectorAll('.option')].every(o => /hyphen/i.test(o.textContent))")
    with room.page.expect_file_chooser():
        room.page.click("#open")
    # and back to the beginning
    for _ in range(20):
        if room.run("byId('undo').disabled"):
            break
        room.page.click("#undo")
        room.until("!studio.isSetting")
    assert os.listdir(book) == ["My-Novel.docx"], os.listdir(book)
    room.close()
    return took


def works_in(firefox, address):
    """Another browser: pages, cards, a look, and back."""
    firefox.open(address)
    firefox.until("globalThis.studio && document.querySelector('#spread tspan') && studio.bench.book.settled")
    firefox.until("document.querySelectorAll('.card:not([hidden]) canvas').length >= 8")
    firefox.run("document.querySelector('[data-theme=classic]').click()")
    firefox.until("!studio.isSetting && studio.looks.value('theme') === 'classic' && !byId('undo').disabled")
    firefox.run("byId('undo').click()")
    firefox.until("!studio.isSetting && studio.looks.value('theme') === 'octavo'")
    firefox.run("byId('view-grid').click()")
    firefox.until("document.querySelectorAll('#grid button canvas').length > 4")


# Buttons that do not stand beside what they make, and what is wider than its sheet.
MISPLACED = """[...document.querySelectorAll('#download .item')].filter(item => {
    const [head, button, sheet] = [item.querySelector('h3'), item.querySelector('.chief'), byId('download')].map(e => e.getBoundingClientRect());
    return button.top > head.bottom + 24 || Math.abs(button.right - document.querySelector('#download .chief').getBoundingClientRect().right) > 1
      || [...item.querySelectorAll('*')].some(part => part.getBoundingClientRect().right > sheet.right);
  }).map(item => item.dataset.kind)"""

# What stands in the interface and is not the book's: text, and what is read out of buttons.
SPOKEN = """[...document.querySelectorAll('body *')].filter(e => !spoken.isBook(e) && !e.matches('script, noscript, option')).flatMap(e =>
    [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).concat(Interface.attributes.map(a => e.getAttribute(a) ?? '')))"""


def speaks(program, browser, folder):
    """The interface in four languages, and the book in its own."""
    path = os.path.join(folder, "contents.txt")
    open(path, "w").write("CHECK\n\n\n" + "".join(f"CHAPTER {n}\n\n{'Contents of a page. ' * 300}\n\n" for n in (1, 2)))
    for locale, undo in (("en-US", "Undo"), ("de-AT", "Zurück"), ("fr-FR", "Annuler"), ("es-MX", "Deshacer"), ("xx-XX", "Undo")):
        room = Room(program, browser, folder, path, locale=locale)
        room.until("document.querySelector('#spread tspan') && studio.bench.book.settled")
        language = room.run("document.documentElement.lang")
        assert undo in room.run("byId('undo').textContent"), locale
        room.run("studio.choose('structure')")
        room.page.click("#download-button")
        room.until("document.querySelector('#structure .entry')")
        time.sleep(0.3)
        assert not room.run(MISPLACED), (locale, room.run(MISPLACED))
        if language != "en":
            left = room.run(f"{SPOKEN}.filter(text => WORDS[text] && !WORDS[text].includes(text))")
            assert not left, (locale, left)
            assert room.run("Object.entries(WORDS).every(([text, words]) => words.length === LANGUAGES.length"
                            " && words.every(w => w && w.split('{}').length === text.split('{}').length))")
            lacking = room.run("[...studio.looks.options.rows.map(row => row.key).filter(key => HELP[key]?.length !== 3),"
                               " ...studio.looks.options.themes.map(theme => theme.name).filter(name => LOOKS[name]?.length !== 3)]")
            assert not lacking, lacking
            room.run("document.querySelector('#option-search').closest('details').open = true")
            room.until("document.querySelector('.option[data-key=bleed] p')")
            help = {"de": "Papier über", "fr": "Papier au-delà", "es": "Papel más"}[language]
            assert room.run("document.querySelector('.option[data-key=bleed] p').textContent").startswith(help)
            # a choice means the same, whatever it is called
            assert room.run("[...document.querySelectorAll('option')].every(o => o.matches('.option *') || o.hasAttribute('value') || !WORDS[o.value] || o.value === o.text)")
            page = {"de": "Seite 1 von", "fr": "Page 1 sur", "es": "Página 1 de"}[language]
            assert room.run("byId('where').textContent").startswith(page), room.run("byId('where').textContent")
        assert "CHECK" in room.run("byId('title').textContent"), "the book's own words stay"
        assert room.run("document.documentElement.scrollWidth") <= 1440
        room.page.screenshot(path=os.environ["OCTAVO_SHOTS"] + f"/{locale}.png") if "OCTAVO_SHOTS" in os.environ else None
        room.close()


def looks_ahead(program, browser, folder):
    """Far into a long book the chapter in sight comes before all that stand before it, and is then where it belongs."""
    path = os.path.join(folder, "long.txt")
    prose = "Some words of a story that goes on for a while and tells of a river and of boats upon it. " * 6
    open(path, "w").write("".join(f"CHAPTER {n}\n\n" + f"Of {n}. {prose}\n\n" * 9 + "\n" for n in range(1, 101)))
    room = Room(program, browser, folder, path)
    room.until("document.querySelector('#spread tspan') && studio.bench.book.settled", 90)
    room.run("studio.bench.show(studio.bench.book.chapters.at(-2)[3])")
    shown = "[...document.querySelectorAll('#spread tspan')].some(t => t.word?.place >= 0 && /Of 9[89]\\./.test(t.closest('.half').page.text))"
    room.until(shown)
    room.run("studio.set({ size: '12pt' }), 1")
    room.until("!studio.isSetting")
    took = room.run("studio.took")
    assert room.run(shown) and room.run("byId('where').textContent.startsWith('Page ~')"), room.run("byId('where').textContent")
    # a paragraph may be chosen there already
    room.run("document.querySelector('#spread tspan').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 500, clientY: 300 }))")
    room.until("byId('where').textContent.startsWith('Page ') && !byId('where').textContent.includes('~')", 90)
    assert room.run(shown)
    room.close()
    return took


def corrects_blocks(program, browser, folder, firefox):
    path = os.path.join(folder, "walk.md")
    prose = "Some words of a story that goes on for a while and tells of a river and of boats upon it. " * 9
    open(path, "w").write("".join(f"# Walk {n}\n\nNumber {n}. {prose}\n\n{prose}\n\nShort {n}.\n\n" for n in range(1, 4)))
    room = Room(program, browser, folder, path)
    room.until("document.querySelector('#spread tspan') && studio.bench.book.settled")
    room.run("studio.bench.show(studio.bench.book.chapters[0][3])")
    room.until("[...document.querySelectorAll('#spread tspan')].some(t => t.textContent.startsWith('story'))")
    hints = os.path.join(folder, "walk.hints.yaml")
    click = lambda keys="": room.run("[...document.querySelectorAll('#spread tspan')].find(t => t.textContent.startsWith('story')).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 500, clientY: 300%s }))" % keys)
    click()
    room.until("!byId('block').hidden && document.querySelector('#block .mend')")
    room.page.click("#block .mend >> text=A line longer")
    room.until("!studio.isSetting && byId('block').hidden")
    assert "push \"Number 1" in open(hints).read(), open(hints).read()
    # the quick way takes it back
    click(", ctrlKey: true")
    end = time.time() + 20
    while open(hints).read() != "hints: []\n" and time.time() < end:
        time.sleep(0.05)
    assert open(hints).read() == "hints: []\n", open(hints).read()
    room.until("!studio.isSetting")
    click()
    room.until("!byId('block').hidden")
    room.page.click("#block .kinds >> text=Verse")
    room.until("!studio.isSetting && byId('block').hidden")
    assert "verse \"Number 1" in open(hints).read()
    while not room.run("byId('undo').disabled"):
        room.page.click("#undo")
        room.until("!studio.isSetting")
    assert not os.path.exists(hints)
    room.close()


def corrects_a_text(program, browser, folder, firefox):
    path = os.path.join(folder, "songs.txt")
    song = "The river runs, the river sings,\nAnd all the boats go by.\n"
    prose = "Some words of a story that goes on for a while and tells of a river and of boats upon it.\n"
    open(path, "w").write("".join(f"CHAPTER {n}\n\n{prose * 8}\n{song}\n{prose * 6}\n\n" for n in range(1, 4)))
    room = Room(program, browser, folder, path)
    room.until("document.querySelector('#spread tspan') && studio.bench.book.settled")
    room.run("studio.bench.show(studio.bench.book.chapters[0][3])")
    room.until("[...document.querySelectorAll('#spread tspan')].some(t => t.textContent.startsWith('story'))")
    hints = os.path.join(folder, "songs.hints.yaml")
    room.run("[...document.querySelectorAll('#spread tspan')].find(t => t.textContent.startsWith('story')).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 500, clientY: 300 }))")
    room.until("!byId('block').hidden && document.querySelector('.along')")
    room.page.click("#block .kinds >> text=Verse")
    room.until("!studio.isSetting && byId('block').hidden")
    assert "verse" in open(hints).read()
    room.page.click("#undo")
    room.until("!studio.isSetting && byId('undo').disabled")
    assert not os.path.exists(hints), "undone, as if nothing had been said"
    # all that look like it at once, and back by the list of what was said
    room.run("[...document.querySelectorAll('#spread tspan')].find(t => t.textContent.startsWith('story')).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 500, clientY: 300 }))")
    room.until("!byId('block').hidden && document.querySelector('#block .scope')")
    room.page.click("#block .scope >> text=all that look like them")
    room.page.click("#block .kinds >> text=Verse")
    room.until("!studio.isSetting && byId('block').hidden")
    assert "verse like " in open(hints).read()
    room.page.click("#tab-structure")
    room.until("document.querySelector('#structure [aria-label^=\"As read\"]')")
    room.run("document.querySelector('#structure [aria-label^=\"As read\"]').click()")
    room.until("!studio.isSetting && !document.querySelector('#structure [aria-label^=\"As read\"]')")
    for _ in range(2):
        room.page.click("#undo")
        room.until("!studio.isSetting")
    assert not os.path.exists(hints)
    room.page.click("#tab-look")
    # the file wins that somebody else writes
    open(os.path.join(folder, "octavo.yaml"), "w").write("# by hand\nsize: 13pt\n")
    room.until("studio.looks.value('size') === '13pt'")
    room.page.click("[data-key=toc] input", force=True)
    room.until("!studio.isSetting")
    assert open(os.path.join(folder, "octavo.yaml")).read().startswith("# by hand\nsize: 13pt\ntoc: "), "comments stay"
    # a slip is shown with its place, and the pages stay
    open(os.path.join(folder, "octavo.yaml"), "w").write("sizze: 13pt\n")
    room.until("!byId('problem').hidden && /octavo.yaml:1:1/.test(byId('problem').textContent)")
    assert room.run("document.querySelectorAll('#spread tspan').length") > 0
    os.remove(os.path.join(folder, "octavo.yaml"))
    room.until("byId('problem').hidden")
    # nobody else is heard
    for header, body in (({}, b"trim=a6"), ({"X-Octavo": "1", "Origin": "http://evil.example"}, b"trim=a6")):
        try:
            urllib.request.urlopen(urllib.request.Request(room.address + "set", data=body, headers=header, method="POST"))
            raise AssertionError("a request of another page's is heard")
        except urllib.error.HTTPError as error:
            assert error.code == 403
    assert not os.path.exists(os.path.join(folder, "octavo.yaml"))
    works_in(firefox, room.address)
    # a manuscript that cannot be read is a message
    broken = os.path.join(folder, "broken.docx")
    open(broken, "wb").write(b"PK\x03\x04 no such thing")
    room.page.set_input_files("#file", broken)
    room.until("!byId('toast').hidden && byId('toast').classList.contains('wrong')")
    assert room.run("byId('toast').textContent.length > 10 && document.querySelectorAll('#spread tspan').length > 0")
    assert not room.run("/\\/|error:|help:/.test(byId('toast').textContent)"), room.run("byId('toast').textContent")
    # everything has a name, and the tabs go by keys
    unnamed = room.run("[...document.querySelectorAll('button, input, select, textarea')].filter(e => !(e.ariaLabel || e.textContent.trim() || e.title || e.labels?.length || e.hidden || e.id === 'file')).map(e => e.outerHTML)")
    assert not unnamed, unnamed
    room.close()
