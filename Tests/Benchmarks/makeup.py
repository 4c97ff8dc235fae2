#!/usr/bin/env python3
"""Sets Mittelbach's novels on his page and illustrated books in one, two and three columns, and tells how their pages end.

  python3 Tests/Benchmarks/makeup.py PROGRAM [TEXT…]

The novels of F. Mittelbach, A general LuaTeX framework for globally optimized pagination (2017), table 3, on its page: 46 lines
of 8 cm, no stretch between them. Those that are not among the shared books (OCTAVO_SHARED) are named and passed over; texts
that are given are set as well. The illustrated books are the same texts with forty pictures of all shapes, some at the head of
a page, some with text around them. Of every book: pages, seconds of processor, warnings that tell of page ends, and by
pdftotext how many pages that run on end level with the one they face; of pictures, whether they come in order and how far
from their call. The manuals have tables, code and figures between their paragraphs; headings with nothing below them are told.
"""
import json, os, random, re, struct, subprocess, sys, tempfile, zlib

program = os.path.abspath(sys.argv[1])
shared = os.path.join(os.environ.get("OCTAVO_SHARED", "../shared"), "books")
NOVELS = {
    "Alice in Wonderland": "alice-pg11", "The Call of the Wild": "call-of-the-wild", "Grimms' Fairy Tales": "grimm",
    "The Old Curiosity Shop": "curiosity-shop", "Pride and Prejudice": "pride-and-prejudice-pg1342"}
PAGE = ["--trim", "120x230mm", "--inside", "20mm", "--outside", "20mm", "--top", "18mm", "--bottom", "17.2mm",
        "--size", "10pt", "--leading", "12pt"]
# codes that tell of a page's end
ENDS = ["widow", "orphan", "parted-stanza", "few-under-heading", "uneven-spread", "broken-keep"]
SHAPES = [(300, 300), (300, 450), (450, 300), (200, 600), (600, 200), (900, 700), (1200, 400)]


def png(path, width, height):
    rows = b"".join(b"\0" + bytes((x * 255 // width + y) & 255 for x in range(width)) for y in range(height))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def illustrated(text, folder, columns):
    """The text with forty pictures; the words `callN` and `captionN` tell of each."""
    dice = random.Random(columns)
    body = re.split(r"\*\*\* ?END", re.split(r"\*\*\* ?START[^\n]*\n", text, maxsplit=1)[-1], maxsplit=1)[0]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", body)]
    paragraphs = [re.sub(r"([*_`<>#\[\]|\\])", "", part) for part in paragraphs if len(part) > 1]
    called = set(dice.sample(sorted(range(len(paragraphs)), key=lambda i: -len(paragraphs[i]))[:len(paragraphs) // 3], 40))
    made, number = ["---", "title: Illustrated", "---", ""], 0
    for index, part in enumerate(paragraphs):
        picture = []
        if index in called:
            place = dice.choice(["", "", "{.left}", "{.right}", "{.outside}", "{.here}"])
            picture = [f"![caption{number} {'and more of it ' * dice.randrange(4)}](p{dice.randrange(len(SHAPES))}.png){place}", ""]
            part, number = f"call{number} {part}", number + 1
        words = [re.sub(r"^(\d+)([.)])", r"\1\\\2", part), ""]
        # text runs around a picture that stands before it; others stand behind their call
        made += picture + words if picture and picture[0].endswith(("left}", "right}", "outside}")) else words + picture
    path = os.path.join(folder, "illustrated.md")
    with open(path, "w") as file: file.write("\n".join(made))
    return path


def manual(text, folder, columns):
    """A manual: sections with tables, code and figures between paragraphs of the text; `callN` and `captionN` as above."""
    dice = random.Random(10 + columns)
    body = re.split(r"\*\*\* ?END", re.split(r"\*\*\* ?START[^\n]*\n", text, maxsplit=1)[-1], maxsplit=1)[0]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", body)]
    paragraphs = [re.sub(r"([*_`<>#\[\]|\\])", "", part) for part in paragraphs if len(part) > 120][:400]
    made, number = ["---", "title: Manual", "---", ""], 0
    for index, part in enumerate(paragraphs):
        if index % 40 == 0: made += [f"# Chapter {index // 40 + 1}", ""]
        elif index % 5 == 0: made += [f"## Section{index} of it", ""]
        kind = dice.randrange(8)
        if kind == 0:
            made += [f"call{number} {part}", "", f"![caption{number}](p{dice.randrange(len(SHAPES))}.png)", ""]
            number += 1
            continue
        made += [re.sub(r"^(\d+)([.)])", r"\1\\\2", part), ""]
        if kind == 1:
            made += ["| option | what | default |", "|---|---|--:|"]
            made += [f"| `--o{row}` | {' '.join(part.split()[row:row + 4])} | {row * 7} |" for row in range(dice.randrange(3, 14))] + [""]
        elif kind == 2:
            made += ["```", *[f"line_{row} = call({row})" for row in range(dice.randrange(2, 16))], "```", ""]
    path = os.path.join(folder, "manual.md")
    with open(path, "w") as file: file.write("\n".join(made))
    return path


def pages(pdf):
    found = []
    for line in subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True).stdout.split("\n"):
        if "<page" in line: found.append([])
        word = re.match(r'\s*<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>', line)
        if word: found[-1].append((float(word[1]), float(word[4]), word[5]))
    return found


def set_book(name, manuscript, options, folder):
    pdf, summary = os.path.join(folder, "made.pdf"), os.path.join(folder, "made.json")
    done = subprocess.run([program, "build", manuscript, "-o", pdf, "-j1", "--summary", summary, *options],
                          capture_output=True, text=True)
    if done.returncode: return print(f"{name}: exit {done.returncode}: {done.stderr.strip()}")
    told = json.load(open(summary))
    found = pages(pdf)
    # lines from the head down, with the running head and the folio; an opening begins lower, and nothing runs on to it
    lines = [sorted({round(y) for _, y, _ in page}) for page in found]
    feet = [(ys[-2:] or [0])[0] for ys in lines]
    tops = [(ys[1:2] or [0])[0] for ys in lines]
    usual = max(set(tops), key=tops.count)
    run_on = [(feet[i], feet[i + 1]) for i in range(1, len(feet) - 2, 2)
              if abs(tops[i + 1] - usual) < 6 and abs(tops[i + 2] - usual) < 6]
    level = sum(abs(a - b) < 6 for a, b in run_on)
    ends = {code: count for code, count in told["warnings"].items() if code in ENDS}
    print(f"{name}: {told['pages']} pages, {told['cpu']:.2f} s, {level} of {len(run_on)} spreads level, {ends or 'no page end yields'}")
    # a heading that nothing stands below in its column
    stranded = []
    for number, page in enumerate(found):
        for x, y, word in page:
            if not re.match(r"Section\d+$", word): continue
            low = [v for u, v, _ in page if v > y + 6 and abs(u - x) < 100]
            if not low or min(low) > y + 60: stranded.append((word, number + 1))
    if stranded: print(f"  headings alone: {stranded}")
    where = {kind: {} for kind in ("call", "caption")}
    for number, page in enumerate(found):
        for _, _, word in page:
            mark = re.match(r"(call|caption)(\d+)", word)
            if mark: where[mark[1]].setdefault(int(mark[2]), number)
    if where["caption"]:
        order = [where["caption"][k] for k in sorted(where["caption"])]
        spread = lambda page: (page + 1) // 2
        far = [k for k in where["caption"] if not 0 <= spread(where["caption"][k]) - spread(where["call"].get(k, -9)) <= 1]
        print(f"  {len(order)} pictures, {sum(a > b for a, b in zip(order, order[1:]))} out of order, "
              f"{len(far)} more than a spread from their call {far or ''}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for index, (width, height) in enumerate(SHAPES): png(os.path.join(folder, f"p{index}.png"), width, height)
        texts = {}
        for title, stem in NOVELS.items():
            hits = [os.path.join(at, name) for at, _, names in os.walk(shared) for name in names
                    if name.startswith(stem) and name.endswith(".txt")]
            if hits: texts[title] = hits[0]
            else: print(f"{title}: not among the shared books")
        texts.update({os.path.basename(path): path for path in sys.argv[2:]})
        for title, path in texts.items(): set_book(title, path, PAGE, folder)
        for title, path in list(texts.items())[:2]:
            text = open(path, errors="replace").read()
            for columns in (1, 2, 3):
                options = ["--columns", str(columns)] + (["--trim", "letter"] if columns > 1 else [])
                for kind, make in (("illustrated", illustrated), ("manual", manual)):
                    set_book(f"{title}, {kind}, columns {columns}", make(text, folder, columns), options, folder)


main()
