"""Books that refer to themselves, made up in the forms of four that people write, and a check of their pages.

    selfreferences.py OCTAVO FOLDER [SEED]

The forms are those of bookdown (as qubit.guide has them), Quarto with LaTeX's marks for an index (Stan's manuals), Quarto
(Interpretable Machine Learning) and MyST (QuantEcon's lectures), and LaTeX itself. Each reference stands between two
words that nothing else is; what is printed between them is compared with a count of this program's own, each place in
the index with the page on which the word beside its mark stands. Nothing may be printed as it is typed.
"""
import os
import random
import re
import struct
import subprocess
import sys
import zlib

octavo, folder = sys.argv[1], sys.argv[2]
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 57
SYLLABLES = "ba ke lo mi nu sa te vo ra shi den mar tol wen gri pas ul or an est".split()


def picture(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    rows = b"".join(b"\0" + b"\xc8\xd2\xdc" * 60 for _ in range(30))
    chunk = lambda t, d: struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
    open(path, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60, 30, 8, 2, 0, 0, 0))
                           + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Book:
    """What all of them have: chapters with sections, things that are counted, and what refers to them."""

    def __init__(self, name, chapters=5):
        self.r = random.Random(f"{seed} {name}")
        self.name, self.folder = name, f"{folder}/{name}"
        os.makedirs(self.folder, exist_ok=True)
        picture(f"{self.folder}/images/a.png")
        self.words = ["".join(self.r.choices(SYLLABLES, k=self.r.randint(2, 4))) for _ in range(900)]
        self.asked, self.marks, self.written = [], {}, ""
        self.things = []
        for c in range(1, chapters + 1):
            name = self.word()
            self.things.append(("chapter", f"{name}-{c}", str(c), name.capitalize()))
            for s in range(1, 4):
                name = self.word()
                self.things.append(("section", f"{name}-{c}-{s}", f"{c}.{s}", name.capitalize()))
                for kind in self.kinds:
                    for _ in range(self.r.randint(1, 2)):
                        self.things.append((kind, f"{self.word()}{len(self.things)}", None, self.word().capitalize()))
        # by chapters, as the chapters have numbers and more than one has things of the kind
        counts, chapter, counted = {}, 0, []
        for kind, label, number, title in self.things:
            if kind == "chapter":
                chapter, counts = chapter + 1, {}
            if number is None:
                counts[kind] = counts.get(kind, 0) + 1
                number = f"{chapter}.{counts[kind]}"
            counted.append((kind, label, number, title))
        self.things = counted

    def word(self): return self.r.choice(self.words)
    def sentence(self): return " ".join(self.r.choices(self.words, k=self.r.randint(6, 16))).capitalize() + "."

    def says(self, typed, printed):
        """A reference as it is typed, between words by which it is found."""
        n = len(self.asked)
        self.asked.append((typed, printed))
        return f"w{n:04}a {typed} w{n:04}b"

    def mark(self, entry, path):
        """A mark for the index behind a word by which its page is found."""
        n = sum(len(places) for places in self.marks.values())
        self.marks.setdefault(path, []).append(n)
        return f"v{n:04}x{entry}"

    def prose(self):
        """Paragraphs with references of all forms in them."""
        out = []
        for _ in range(self.r.randint(2, 3)):
            parts = [self.sentence()]
            for _ in range(self.r.randint(1, 3)):
                parts.append(self.refer(self.r.choice(self.things)))
                parts.append(self.sentence())
            out.append(" ".join(parts))
        return "\n\n".join(out) + "\n"

    def write(self, path, text):
        path = f"{self.folder}/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").write(text)
        self.written += text

    def text(self):
        """The chapters' texts, in their order."""
        texts = []
        for thing in self.things:
            if thing[0] == "chapter":
                texts.append("")
            texts[-1] += self.define(*thing) + "\n\n" + self.prose() + "\n"
        return texts

    def check(self, source="."):
        pdf = f"{self.folder}/made.pdf"
        made = subprocess.run([octavo, source, "-o", pdf, "--verify", "--lang", "en", "--header", ""],
                              cwd=self.folder, capture_output=True, text=True)
        said = made.stdout + made.stderr
        faults = []
        if made.returncode or "verified" not in said:
            print(said[-3000:])
            return [f"{self.name}: not made"]
        pages = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True).stdout.split("\f")
        folios, bodies = [], []
        for page in pages:
            # the folio may stand right behind a word that goes on overleaf
            feet = re.findall(r"Page ([ivxlc]+|\d+)\b", page)
            folios.append(feet[-1] if feet else "")
            bodies.append(re.sub(r"Page ([ivxlc]+|\d+)\b ?\n?", "", page))
        plain = lambda words: re.sub(r"\s+", " ", words.replace("\u00a0", " ").replace("\u00ad", "")).strip()
        whole = plain(" ".join(bodies))
        for n, (typed, printed) in enumerate(self.asked):
            if f"w{n:04}a" not in self.written:
                continue
            found = re.search(f"[wW]{n:04}a (.*?) w{n:04}b", whole)
            got = plain(found.group(1)) if found else "(nowhere)"
            # a note, or a caption, may stand between the two halves of a sentence that goes on overleaf
            bare = re.sub(r"w\d{4}a .{3,60}? w\d{4}b in a note\.", "\x01", got)
            bare = re.sub(r"(?:(?<![\d.])\d{1,3} )*(?:\x01 ?(?:\d{1,3} )*)+", "", bare)
            squeezed, wanted = re.sub(r"[-\s]", "", bare), re.sub(r"[-\s]", "", printed)
            is_parted = re.match(r"(Figure|Table|Listing) [\d.]+: ", got) and squeezed.endswith(wanted)
            if squeezed != wanted and not is_parted:
                faults.append(f"{self.name}: {typed!r} is {got[:80]!r}, not {printed!r}")
        for typed in self.never:
            for found in re.finditer(typed, whole):
                faults.append(f"{self.name}: typed: {whole[max(0, found.start() - 30):found.end() + 30]!r}")
        if self.marks:
            raw = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, text=True).stdout
            faults += self.check_index(folios, bodies, plain(re.sub(r"Page ([ivxlc]+|\d+)\b", "", raw.replace("\f", "\n"))), plain)
        marks = sum(len(places) for places in self.marks.values())
        print(f"{self.name}: {len(pages) - 1} pages, {len(self.asked)} references, {marks} marks, {len(faults)} faults")
        return faults

    def check_index(self, folios, bodies, text, plain):
        page = {}
        for folio, body in zip(folios, bodies):
            for found in re.finditer(r"v(\d{4})x", body):
                page.setdefault(int(found.group(1)), folio)
        # letters and entries in the index's order, each with its places
        expected, letter, open_path = [], "", ()
        has_letters = len({path[0] for path in self.marks}) >= 40
        fold = lambda words: re.sub(r"[^a-z0-9 ]", "", words.lower().replace("_", " "))
        for path in sorted(self.marks, key=lambda path: [fold(part) for part in path]):
            for depth in range(len(path)):
                if path[:depth + 1] == open_path[:depth + 1]:
                    continue
                if depth == 0 and has_letters and path[0][0].upper() != letter:
                    letter = path[0][0].upper()
                    expected.append(letter)
                words = path[depth]
                if depth == len(path) - 1 or path[:depth + 1] in self.marks:
                    places = []
                    for n in self.marks[path[:depth + 1]]:
                        if page.get(n) not in places:
                            places.append(page.get(n))
                    words += ", " + ", ".join(str(place) for place in places)
                expected.append(words)
            open_path = path
        expected = plain(" ".join(expected))
        start = text.rfind("Index " + expected[:1])
        got = re.sub(r"\S+ \(continued\) ", "", text[start + 6:])
        got, wanted = got.replace("- ", "").replace(" ", ""), expected.replace(" ", "").replace("-", "")
        got = got.replace("-", "")
        if got[:len(wanted)] == wanted:
            return []
        at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b), min(len(got), len(wanted)))
        return [f"{self.name}: index has {got[max(0, at - 40):at + 40]!r} for {wanted[max(0, at - 40):at + 40]!r}"]


class Bookdown(Book):
    kinds = ["figure", "table", "equation", "theorem", "lemma", "definition"]
    never = [r"\\@ref", r"\(\\?#", r"\bfig:", r"\btab:", r"\\label", r"```", r"\{#", r"latex=", r"\(ref:", r"c\("]
    short = {"figure": "fig", "table": "tab", "equation": "eq", "theorem": "thm", "lemma": "lem", "definition": "def"}

    def full_name(self, kind, label): return f"{self.short[kind]}:{label}" if kind in self.short else label

    def refer(self, thing):
        kind, label, number, title = thing
        ref = f"\\@ref({self.full_name(kind, label)})"
        word = kind.capitalize()
        printed = f"({number})" if kind == "equation" else number
        form = self.r.randrange(7)
        if form == 0: return self.says(ref, printed)
        if form == 1: return self.says(f"{word}\\ {ref}", f"{word} {printed}")
        if form == 2: return self.says(f"({word.lower()} {ref}),", f"({word.lower()} {printed}),")
        if form == 3 and kind in ("chapter", "section"):
            return self.says(f"[the {title}](#{label})", f"the {title}")
        if form == 4:
            n = len(self.asked)
            self.asked.append((f"{word}&nbsp;{ref}", f"{word} {printed}"))
            return f"{self.word()}^[w{n:04}a {word}&nbsp;{ref} w{n:04}b in a note.]"
        if form == 5:
            other = self.r.choice([t for t in self.things if t[0] == kind])
            far = f"({other[2]})" if kind == "equation" else other[2]
            return self.says(f"{word}s {ref} and \\@ref({self.full_name(kind, other[1])})", f"{word}s {printed} and {far}")
        if form == 6:
            other = self.r.choice([t for t in self.things if t[0] == kind])
            far = f"({other[2]})" if kind == "equation" else other[2]
            return self.says(f"{word}s {ref}--\\@ref({self.full_name(kind, other[1])})", f"{word}s {printed}–{far}")
        return self.says(f"*{word}* **{ref}**", f"{word} {printed}")

    def define(self, kind, label, number, title):
        name = self.full_name(kind, label)
        form = self.r.randrange(5)
        if kind == "chapter": return f"# {title} {{#{label}}}\n\n> About **{title}**, {self.sentence()}"
        if kind == "section": return f"## {title} {{#{label}}}"
        if kind == "equation":
            return [f"\\begin{{equation}}\n  a = b\n  (\\#{name})\n\\end{{equation}}", f"$$\na = b (\\#{name})\n$$",
                    f"\\begin{{equation}}\na = b \\label{{{name}}}\n\\end{{equation}}",
                    f"\\begin{{align}}\na &= b (\\#{name})\n\\end{{align}}", f"$$a = b (\\#{name})$$"][form]
        if kind == "figure":
            cap = self.says(title, title)
            return [f"![{cap} (\\#{name})](images/a.png){{width=30%}}",
                    f"```{{r {label}, echo=FALSE, fig.cap=\"{cap}\", out.width='40%'}}\nknitr::include_graphics(\"images/a.png\")\n```",
                    f"(ref:{label}-cap) *Left:* {cap} and $x^2$.\n\n```{{r {label},engine='tikz',fig.width=5.5,fig.cap='(ref:{label}-cap)'}}\n\\begin{{tikzpicture}}\n\\end{{tikzpicture}}\n```",
                    f"<div class=\"figure\">\n<img src=\"images/a.png\" alt=\"(#{name}){title}\" width=\"40%\" />\n<p class=\"caption\">(#{name}){cap}</p>\n</div>",
                    f"```{{r {label}, fig.cap='{cap}', echo=FALSE, fig.align='center'}}\nplot(x)\n```"][form]
        if kind == "table":
            cap = self.says(title, title)
            return [f"Table: (\\#{name}) {cap}\n\n| a | b |\n|---|---|\n| 1 | 2 |",
                    f"| a | b |\n|---|---|\n| 1 | 2 |\n\n: (\\#{name}) {cap}",
                    f"```{{r {label}, echo=FALSE}}\nknitr::kable(head(cars), caption = '{cap}', booktabs = TRUE)\n```",
                    f"<table>\n<caption>(#{name}){cap}</caption>\n<tr><th>a</th></tr><tr><td>b</td></tr>\n</table>",
                    f"Table: (\\#{name}) {cap}\n\n a   b\n--- ---\n 1   2"][form]
        return [f"::: {{.{kind} #{label} name=\"{title}\"}}\n{self.sentence()}\n:::",
                f"```{{{kind}, {label}, name=\"{title}\"}}\n{self.sentence()}\n```",
                f"```{{{kind} {label}}}\n{self.sentence()}\n```\n\n::: {{.proof}}\n{self.sentence()}\n:::",
                f":::{{.{kind} #{label}}}\n{self.sentence()}\n:::",
                f"::: {{.idea latex=\"\"}}\n{self.sentence()}\n:::\n\n::: {{.technical title=\"{title} of it\" latex=\"{{{title} of it}}\"}}\n{self.says('Box', 'Box')} {self.sentence()}\n:::\n\n::: {{.{kind} #{label}}}\n{self.sentence()}\n:::"][form]

    def make(self):
        texts = self.text()
        files = [f"{n:02}-part.Rmd" for n in range(1, len(texts) + 1)]
        self.write("_bookdown.yml", "book_filename: \"b\"\nrmd_files: [\"index.Rmd\", " + ", ".join(f'"{f}"' for f in files) + "]\n")
        self.write("index.Rmd", "---\ntitle: \"Coins\"\nauthor: \"Ann Lee\"\nsite: bookdown::bookdown_site\ndocumentclass: book\n---\n\n"
                   "```{r setup, include=FALSE}\nknitr::opts_chunk$set(echo = FALSE)\n```\n\n# Welcome {-}\n\n" + self.prose())
        for file, text in zip(files, texts): self.write(file, text)
        return self.check()


class Quarto(Book):
    kinds = ["figure", "table", "equation", "theorem", "listing", "tip", "note"]
    never = [r"@fig", r"@tbl", r"@sec", r"\(#", r"\?\)", r"\{#", r"#\|", r":::", r"\{\{<"]
    short = {"figure": "fig", "table": "tbl", "equation": "eq", "theorem": "thm", "listing": "lst", "tip": "tip",
             "note": "nte", "chapter": "sec", "section": "sec"}

    def refer(self, thing):
        kind, label, number, title = thing
        name = f"{self.short[kind]}-{label}"
        word = kind.capitalize()
        shown = f"({number})" if kind == "equation" else number
        form = self.r.randrange(8)
        if form == 0: return self.says(f"@{name}", f"{word} {shown}")
        if form == 1: return self.says(f"(see @{name}).", f"(see {word} {shown}).")
        if form == 2: return self.says(f"[@{name}]", f"{word} {shown}")
        if form == 3: return self.says(f"[-@{name}]", number)
        if form == 4: return self.says(f"[Plate @{name}]", f"Plate {number}")
        if form == 5:
            others = [t for t in self.things if t[0] == kind]
            first, second = others[0], others[-1]
            if first == second: return self.says(f"@{name}", f"{word} {shown}")
            wrap = (lambda n: f"({n})") if kind == "equation" else (lambda n: n)
            printed = f"{word}s {wrap(first[2])} and {wrap(second[2])}"
            if kind in ("tip", "note"): printed = f"{word} {first[2]} and {word} {second[2]}"
            return self.says(f"[@{self.short[kind]}-{first[1]}; @{self.short[kind]}-{second[1]}]", printed)
        if form == 6 and kind == "section": return self.says(f"[](#{name})", f"“{title}”")
        if form == 6: return self.says(f"@{self.short[kind].capitalize()}-{label}", f"{word} {shown}")
        return self.says(f"As @{name}, so", f"As {word} {shown}, so")

    def define(self, kind, label, number, title):
        name = f"{self.short[kind]}-{label}"
        form = self.r.randrange(4)
        if kind == "chapter": return f"# {title} {{#{name}}}\n\n{{{{< include _setup.qmd >}}}}"
        if kind == "section": return f"## {title} {{#{name}}}"
        if kind == "equation": return f"$$\na = b\n$$ {{#{name}}}" if form else f"$$ a = b $$ {{#{name}}}"
        if kind == "listing":
            return [f"```{{#{name} .python lst-cap=\"{title}\"}}\nprint(1)\n```", f"::: {{#{name}}}\n```python\nprint(1)\n```\n\n{title}\n:::"][form % 2]
        if kind in ("tip", "note"):
            return [f"::: {{#{name} .callout-{kind}}}\n## {title}\n\n{self.sentence()}\n:::",
                    f"::: {{.callout-{kind} #{name} title=\"{title}\"}}\n{self.sentence()}\n:::",
                    f"::: {{#{name} .callout-{kind} collapse=\"true\"}}\n{self.sentence()}\n:::",
                    f":::: {{#{name} .callout-{kind}}}\n\n## {title}\n\n{self.sentence()}\n\n::: {{.callout-warning}}\n{self.sentence()}\n:::\n::::"][form]
        if kind == "theorem":
            return [f"::: {{#{name}}}\n## {title}\n{self.sentence()}\n:::", f"::: {{#{name}}}\n{self.sentence()}\n:::\n\n::: {{.proof}}\n{self.sentence()}\n:::"][form % 2]
        cap = self.says(title, title)
        if kind == "figure":
            return [f"![{cap}](./images/a.png){{#{name} width=40%}}",
                    f"```{{r}}\n#| label: {name}\n#| fig-cap: {cap}\n#| out-width: 80%\nplot(x)\n```",
                    f"::: {{#{name}}}\n![](images/a.png){{width=30%}}\n\n{cap}\n:::",
                    f"```{{r}}\n#| label: {name}\n#| fig.cap: \"{cap}\"\n#| echo: false\nplot(x)\n```"][form]
        return [f"| a | b |\n|---|---|\n| 1 | 2 |\n\n: {cap} {{#{name}}}",
                f"```{{r}}\n#| label: {name}\nkable(results, caption=\"{cap}\", row.names=FALSE)\n```",
                f"::: {{#{name}}}\n| a | b |\n|---|---|\n| 1 | 2 |\n\n{cap}\n:::",
                f"```{{r}}\n#| label: {name}.\n#| tbl-cap: {cap}\nkable(results)\n```"][form]

    def make(self):
        texts = self.text()
        self.write("_quarto.yml", "project:\n  type: book\nbook:\n  title: \"Interpretable\"\n  author: \"Ann Lee\"\n  chapters:\n    - index.qmd\n"
                   "    - part: \"First Part\"\n      chapters:\n" + "".join(f"        - c{n}.qmd\n" for n in range(len(texts))) + "format:\n  pdf: default\n")
        self.write("_setup.qmd", "```{r}\n#| include: false\nlibrary(x)\n```\n")
        self.write("index.qmd", "# Preface {.unnumbered}\n\n" + self.prose())
        for n, text in enumerate(texts): self.write(f"c{n}.qmd", text)
        return self.check()


class Stan(Book):
    kinds = []
    never = [r"\\index", r"\\newline", r"\{\{<", r"hyperpage", r"\\tt", r"\\bfseries", r"\(#", r"@\w+:", r"\.qmd"]

    def refer(self, thing):
        kind, label, number, title = thing
        form = self.r.randrange(3)
        c = label.split("-")[1]
        if form == 0: return self.says(f"see section\n[{title} and more](#{label})", f"see section {title} and more")
        if form == 1: return self.says(f"[{title}](c{c}.qmd#{label})", title)
        return self.says(f"(see section [{title}](c{c}.html#{label}) and\n[appendix](#{label})),", f"(see section {title} and appendix),")

    def function(self):
        name = f"{self.word()}_{self.word()}"
        args = [self.word() for _ in range(self.r.randint(1, 2))]
        shown = "(int " + ", int ".join(args) + "): real"
        typed = "(int " + ", int ".join(args) + "): real"
        entry = f"\\index{{{{\\tt \\bfseries {name.replace('_', chr(92) + '_')}  }}!{{\\tt {typed}}}|hyperpage}}"
        at = self.mark("", (name, shown))
        sign = self.r.choice(["\n", "\n\n"])
        return (f"<!-- real; {name}; (int {args[0]}); -->\n{entry}{sign}`real` **`{name}`**`(int {', int '.join(args)})`<br>\\newline\n"
                f"{at} {self.sentence()}\n{{{{< since 2.{self.r.randint(0, 30)} >}}}}\n\n")

    def define(self, kind, label, number, title):
        head = f"# {title} {{#{label}}}" if kind == "chapter" else f"## {title} {{#{label}}}"
        formula = self.r.choice([
            "If $x \\in [0,1]$, then\n\\begin{equation*}\na = \\left\\{ \\begin{array}{ll} b & \\text{if } y = 1 \\\\ c \\end{array} \\right.\n\\end{equation*}\n",
            "It is defined for $a > 0$ and $b\n> 0$ by \\[ \\text{B}(a,b) \\ = \\ \\int_0^1 u^{a - 1} \\,\ndu \\, , \\]\nwhere it ends.\n"])
        return head + "\n\n" + formula + "\n" + "".join(self.function() for _ in range(self.r.randint(2, 5)))

    def make(self):
        texts = self.text()
        plain = [(self.word(), "\\index{%s}") for _ in range(30)]
        for n in range(len(texts)):
            for word, form in self.r.sample(plain, 20):
                at = self.mark(form % word, (word,))
                texts[n] += f"\n{self.sentence()} {at} {self.sentence()}\n"
            texts[n] = "---\npagetitle: P\n---\n\n" + texts[n]
        self.write("_quarto.yml", "project:\n  title: \"Functions\"\n  type: book\nbook:\n  title: \"Functions\"\n  author: \"Team\"\n  chapters:\n    - index.qmd\n"
                   "    - part: \"Built-in\"\n      chapters:\n" + "".join(f"        - c{n}.qmd\n" for n in range(1, len(texts) + 1)) + "    - references.qmd\nformat:\n  pdf:\n    colorlinks: true\n")
        self.write("index.qmd", "---\nknit: \"bookdown::render_book\"\n---\n# <i style=\"font-size: 110%; color:#990017;\">Overview</i> {-}\n\n#### About {-}\n\nWords.\n\n\\pagestyle{headings}\n\\mainmatter\n")
        for n, text in enumerate(texts, 1): self.write(f"c{n}.qmd", text)
        self.write("references.qmd", "# References {-}\n\nNone.\n\n\\printindex\n")
        return self.check()


class MyST(Book):
    kinds = ["figure", "table", "equation", "theorem", "definition", "exercise", "code"]
    never = [r"\{eq\}", r"\{ref\}", r"\{numref\}", r"\{index\}", r"\{cite", r":label:", r":name:", r"\)=", r"\{\{", r"%s", r"\\label", r"single:", r"project:"]
    words_of = {"code": "Listing"}

    def refer(self, thing):
        kind, label, number, title = thing
        word = self.words_of.get(kind, kind.capitalize())
        c = next(t[1] for t in self.things if t[0] == "chapter" and t[2] == number.split(".")[0])
        if kind == "equation":
            return self.says(*self.r.choice([
                (f"{{eq}}`{label}`", f"({number})"), (f"equation {{eq}}`{label}`,", f"equation ({number}),"), (f"and{{eq}}`{label}`", f"and({number})"),
                (f"{{math:numref}}`{label}`", f"({number})"), (f"[]({label})", f"({number})"), (f"({{eq}}`{label}`)", f"(({number}))")]))
        if kind == "chapter":
            return self.says(*self.r.choice([
                (f"{{doc}}`this lecture <{label}>`", "this lecture"), (f"{{doc}}`{label}`", f"“{title}”"), (f"{{doc}}`/{label}`", f"“{title}”"),
                (f"{{ref}}`above <{label}>`", "above"), (f"{{ref}}`{label}`", f"“{title}”"), (f"{{any}}`{label}`", f"“{title}”"),
                (f"<project:#{label}>", f"“{title}”"), (f"[]({label}.md)", f"“{title}”"), (f"[words]({label}.md#{label})", "words")]))
        if kind == "section":
            return self.says(*self.r.choice([
                (f"{{ref}}`above <{label}>`", "above"), (f"{{ref}}`{label}`", f"“{title}”"), (f"{{numref}}`{label}`", f"Section {number}"),
                (f"[](#{label})", f"“{title}”"), (f"{{ref}}`discussed above <{label}>`,", "discussed above,")]))
        if kind in ("theorem", "definition"):
            return self.says(*self.r.choice([(f"{{prf:ref}}`{label}`", f"{word} {number}"), (f"{{prf:ref}}`the words <{label}>`", "the words")]))
        if kind == "exercise":
            return self.says(f"{{ref}}`{label}`", f"Exercise {number}")
        return self.says(*self.r.choice([
            (f"{{numref}}`{label}`", f"{word} {number}"), (f"{{numref}}`Plate %s <{label}>`", f"Plate {number}"),
            (f"{{ref}}`words <{label}>`", "words"), (f"{{numref}}`Plate {{number}}: {{name}} <{label}>`", f"Plate {number}: {title}")]))

    def define(self, kind, label, number, title):
        form = self.r.randrange(4)
        if kind == "chapter":
            at = self.mark("", (title,))
            return (f"---\njupytext:\n  text_representation:\n    extension: .md\nkernelspec:\n  display_name: Python 3\n---\n\n({label})=\n```{{raw}} jupyter\n<div id=\"x\"></div>\n```\n\n"
                    f"# {{index}}`{title} <single: {title}>`\n\n{at} words.\n\n```{{contents}} Contents\n:depth: 2\n```\n\n```{{code-cell}} ipython\n---\ntags: [hide-output]\n---\n!pip install x\n```")
        if kind == "section":
            a, b = self.word(), self.word()
            at = self.mark(f"", (a, b))
            return f"({label})=\n## {title}\n\n```{{index}} single: {a}; {b}\n```\n\n{at} {self.sentence()}"
        if kind == "equation":
            return [f"```{{math}}\n:label: {label}\n\na = b\n```", f"$$\na = b\n$$ ({label})", f"$$\na = b\n$$  ({label})", f":::{{math}}\n:label: {label}\na = b\n:::"][form]
        if kind in ("theorem", "definition"):
            return [f"```{{prf:{kind}}} {title}\n:label: {label}\n\n{self.sentence()}\n```", f"````{{prf:{kind}}}\n:label: {label}\n{self.sentence()}\n````",
                    f":::{{prf:{kind}}} {title}\n:label: {label}\n:class: dropdown\n\n{self.sentence()}\n:::", f"```{{prf:{kind}}} {title}\n:label: {label}\n:nonumber: false\n\n{self.sentence()}\n```"][form]
        if kind == "exercise":
            return [f"```{{exercise-start}}\n:label: {label}\n```\n{self.sentence()}\n```{{exercise-end}}\n```\n\n```{{solution-start}} {label}\n:class: dropdown\n```\n{self.sentence()}\n```{{solution-end}}\n```",
                    f"```{{exercise}}\n:label: {label}\n\n{self.sentence()}\n```", f"````{{exercise}} {title}\n:label: {label}\n{self.sentence()}\n````", f":::{{exercise}}\n:label: {label}\n{self.sentence()}\n:::"][form]
        if kind == "figure":
            return [f"```{{figure}} images/a.png\n---\nname: {label}\nwidth: 40%\n---\n{title}\n```", f"```{{figure}} /images/a.png\n:name: {label}\n:scale: 50 %\n\n{title}\n```",
                    f":::{{figure}} images/a.png\n:label: {label}\n{title}\n:::",
                    f"```{{code-cell}} ipython3\n---\ntags: [hide-input]\nmystnb:\n  figure:\n    caption: |\n      {title}\n    name: {label}\n---\nplt.show()\n```"][form]
        if kind == "table":
            return [f"```{{table}} {title}\n:name: {label}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n```", f"```{{list-table}} {title}\n:header-rows: 1\n:name: {label}\n\n* - a\n  - b\n* - 1\n  - 2\n```",
                    f":::{{table}} {title}\n:label: {label}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n:::", f"```{{csv-table}} {title}\n:name: {label}\n:header: a, b\n\n1, 2\n```"][form]
        return f"```{{code-block}} python\n:name: {label}\n:caption: {title}\nprint(1)\n```"

    def make(self):
        texts = self.text()
        names = [t[1] for t in self.things if t[0] == "chapter"]
        self.write("_config.yml", "title: Lectures\nauthor: Ann Lee\nparse:\n  myst_substitutions:\n    key1: the **first** key\n")
        self.write("_toc.yml", "format: jb-book\nroot: intro\nparts:\n- caption: Tools\n  numbered: true\n  chapters:\n" + "".join(f"  - file: {n}\n" for n in names)
                   + "- caption: Other\n  numbered: true\n  chapters:\n  - file: zreferences\n")
        self.write("intro.md", "# Lectures\n\n" + self.says("{{ key1 }}", "the first key") + "\n\n```{tableofcontents}\n```\n")
        for name, text in zip(names, texts): self.write(f"{name}.md", text)
        self.write("zreferences.md", "# Index\n")
        return self.check()


class LaTeX(Book):
    kinds = ["figure", "table", "equation", "thm", "lem", "item"]
    never = [r"\\(?!begin|end)[a-z]+", r"\bfig:", r"\btab:", r"\[\w+:"]
    full = {"thm": "Theorem", "lem": "Lemma"}
    prefix = {"figure": "fig", "table": "tab", "equation": "eq", "thm": "thm", "lem": "lem", "item": "it", "chapter": "ch", "section": "sec"}

    def __init__(self, name):
        super().__init__(name)
        shared = {}
        for n, (kind, label, number, title) in enumerate(self.things):
            # both count together
            if kind in ("thm", "lem"):
                c = number.split(".")[0]
                shared[c] = shared.get(c, 0) + 1
                self.things[n] = (kind, label, f"{c}.{shared[c]}", title)
            if kind == "item": self.things[n] = (kind, label, "2", title)

    def refer(self, thing):
        kind, label, number, title = thing
        word = self.full.get(kind, kind.capitalize())
        name = f"{self.prefix[kind]}:{label}"
        if kind == "equation":
            return self.says(*self.r.choice([(f"\\eqref{{{name}}}", f"({number})"), (f"(\\ref{{{name}}})", f"({number})"), (f"equation~\\eqref{{{name}}},", f"equation ({number}),")]))
        forms = [(f"\\ref{{{name}}}", number), (f"{word}~\\ref{{{name}}},", f"{word} {number},"), (f"{word}\\,\\ref{{{name}}}", f"{word} {number}")]
        if kind in ("chapter", "section", "figure", "table"):
            forms += [(f"\\autoref{{{name}}}", f"{word} {number}"), (f"\\cref{{{name}}}", f"{word} {number}"), (f"\\Cref{{{name}}}.", f"{word} {number}.")]
            others = [t for t in self.things if t[0] == kind]
            if others[0] != others[-1]:
                forms.append((f"\\cref{{{self.prefix[kind]}:{others[0][1]},{self.prefix[kind]}:{others[-1][1]}}}", f"{word}s {others[0][2]} and {others[-1][2]}"))
        if kind in ("chapter", "section"): forms.append((f"\\nameref{{{name}}}", title))
        return self.says(*self.r.choice(forms))

    def define(self, kind, label, number, title):
        name = f"{self.prefix[kind]}:{label}"
        form = self.r.randrange(3)
        if kind == "chapter": return f"\\chapter{{{title}}}\\label{{{name}}}"
        if kind == "section": return f"\\section{{{title}}}\n\\label{{{name}}}"
        if kind == "equation":
            return [f"\\begin{{equation}}\\label{{{name}}}\na = b\n\\end{{equation}}", f"\\begin{{align}}\na &= b \\label{{{name}}}\n\\end{{align}}", f"\\begin{{equation}}\na = b\n\\label{{{name}}}\n\\end{{equation}}"][form]
        if kind in ("thm", "lem"):
            return f"\\begin{{{kind}}}" + ["", f"[{title}]", ""][form] + f"\\label{{{name}}}\n{self.sentence()}\n\\end{{{kind}}}"
        if kind == "item": return f"\\begin{{enumerate}}\n\\item {self.sentence()}\n\\item\\label{{{name}}} {self.sentence()}\n\\end{{enumerate}}"
        cap = self.says(title, title)
        if kind == "figure":
            return [f"\\begin{{figure}}[htbp]\n\\centering\n\\includegraphics[width=.5\\textwidth]{{images/a.png}}\n\\caption[Short]{{{cap}}}\\label{{{name}}}\n\\end{{figure}}",
                    f"\\begin{{figure*}}[p]\n\\includegraphics{{images/a}}\n\\caption{{{cap}}}\n\\label{{{name}}}\n\\end{{figure*}}",
                    f"\\begin{{figure}}\n\\includegraphics{{images/a.png}}\n\\caption{{\\label{{{name}}}{cap}}}\n\\end{{figure}}"][form]
        return [f"\\begin{{table}}[!h]\n\\caption{{{cap}}}\\label{{{name}}}\n\\begin{{tabular}}{{lr}}\na & b\\\\ \\hline\n1 & 2\\\\\n\\end{{tabular}}\n\\end{{table}}",
                f"\\begin{{table*}}\n\\centering\n\\begin{{tabular}}{{lr}}\na & b\\\\\n1 & 2\\\\\n\\end{{tabular}}\n\\caption{{{cap}}}\n\\label{{{name}}}\n\\end{{table*}}",
                f"\\begin{{table}}\n\\begin{{tabular}}{{lr}}\na & b\\\\\n1 & 2\\\\\n\\end{{tabular}}\n\\caption{{{cap}}}\\label{{{name}}}\n\\end{{table}}"][form]

    def make(self):
        body = ""
        terms = [(self.word(), self.word()) for _ in range(20)]
        for text in self.text():
            for a, b in self.r.sample(terms, 8):
                form = self.r.randrange(3)
                typed, path = [(f"\\index{{{a}}}", (a,)), (f"\\index{{{a}!{b}}}", (a, b)), (f"\\index{{{a}@\\emph{{{a}}}!{b}}}", (a, b))][min(form, 1)]
                at = self.mark("", path)
                text += f"\n{self.sentence()} {at}{typed} {self.sentence()}\n"
            body += text
        self.write("book.tex", "\\documentclass[11pt]{book}\n\\usepackage{makeidx,graphicx,amsmath,cleveref}\n\\newtheorem{thm}{Theorem}[chapter]\n\\newtheorem{lem}[thm]{Lemma}\n\\makeindex\n"
                   "\\title{A Book}\n\\author{Ann Lee}\n\\begin{document}\n\\maketitle\n\\tableofcontents\n" + body + "\\printindex\n\\end{document}\n")
        return self.check("book.tex")


faults, kinds = [], {"bookdown": Bookdown, "quarto": Quarto, "stan": Stan, "myst": MyST, "latex": LaTeX}
for name in sys.argv[4:] or kinds:
    faults += kinds[name](name).make()
for fault in faults[:60]: print(fault)
sys.exit(1 if faults else 0)
