#!/usr/bin/env python3
"""Sets manuscripts that nobody would write, and looks for what must not be: an end by a signal, by
exit 6 or by no code of octavo's, no end at all, memory past its bound, half-made files, and words
that `--verify` misses.

  python3 Tests/Fuzz/fuzz.py PROGRAM [--minutes N] [--seed N] [--keep FOLDER] [BOOK…]

A case is a seed: a book put together from pieces of a grammar (Project Gutenberg's manner, Markdown,
pandoc's marks, Aozora Bunko's, EPUBs and pandoc's trees: `publications.py`), or a piece of one of the BOOKs, changed by lines, blocks, marks and
bytes, with options drawn from those that shape pages. What is found is made smaller, line by line and
then word by word (a tree node by node, so that it stays JSON), as long as it ends the same way, and written to FOLDER. `Corpus` beside this file
has the smallest cases of what was mended; the tests set them all.
"""
import argparse, os, random, re, resource, signal, subprocess, sys, tempfile, time

import publications

# Seconds and bytes for a manuscript of at most 60 KB: a hundred times what one takes; seconds to make a finding smaller.
LIMIT, MEMORY, SHRINKING = 40, 900 << 20, 60
PROSE = ("It was a quiet morning in the printing house, and the type lay in its cases. Nobody had touched it "
         "since the strike; the compositor looked up, shook his head, and went on setting line after line of "
         "Mr. Bennet's long-promised memoirs, \"which,\" he said, \"will be the death of us--or of him.\" On the "
         "1st of May, 1871, at half-past 3 o'clock, the first forme was locked up, and the proofs (all sixteen "
         "of them) went down to the readers.").split()
NAMES = ["HAMLET", "First Clown", "ROPER", "Lady Ann", "MARY"]
TITLES = ["The Old Bridge", "OF THE BEGINNING", "In Which Nothing Happens", "Dusk", "A Letter from Home", "1871"]
# No bidirectional override: readers of PDFs give its letters backwards.
MARKS = ["_", "__", "=", "*", "**", "~", "`", "``", "[", "]", "(", ")", "{", "}", "|", "<", ">", "&", "&amp;", "#", "\\",
         "--", "---", "----", "—", "…", "...", ". . .", "'", "\"", "“", "”", "‘", "’", "«", "»", "†", "*", "[1]", "[12]",
         "(1)", "{3}", "[Pg 12]", "{12}", "[A]", "[^1]", "[^x]", "^2^", "~2~", "$x$", "http://a.b/c-", "www.ex-",
         "a@b.c", "\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u0301", "\u2066", "書", "《ふりがな》", "｜",
         "※［＃「魚」］", "［＃「章」は中見出し］", "א", "שלום", "السلام", "नमस्ते", "😀", "ﬁ", "½", "№ 5", "5' 11\"", "\t", "\f"]


def words(dice, least=3, most=60):
    start = dice.randrange(len(PROSE))
    return [PROSE[(start + i) % len(PROSE)] for i in range(dice.randint(least, max(least, most)))]


def wrapped(text, width=72):
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return lines + [line]


def paragraph(dice, most=90):
    text = words(dice, 4, most)
    for _ in range(dice.choice([0, 0, 1, 2, 4])):
        at = dice.randrange(len(text))
        mark = dice.choice(MARKS)
        form = dice.randrange(4)
        text[at] = (mark + text[at], text[at] + mark, mark + text[at] + mark, text[at] + " " + mark)[form]
    if dice.random() < 0.3:
        a = dice.randrange(len(text))
        b = min(len(text) - 1, a + dice.randint(0, 6))
        mark = dice.choice(["_", "=", "*", "**", "~", "\"", "'", "“”", "(", "`"])
        text[a] = mark[0] + text[a]
        text[b] += mark[-1] if mark != "(" else ")"
    return " ".join(text)


def plain_block(dice, number):
    kind = dice.randrange(22)
    if kind < 6: return wrapped(paragraph(dice))
    if kind == 6: return [dice.choice([f"CHAPTER {roman(number)}", f"CHAPTER {number}.", f"{roman(number)}.", f"Chapter {number}: {dice.choice(TITLES)}"]), *dice.choice([[], [""], ["", dice.choice(TITLES)]])]
    if kind == 7: return ["  " * dice.randint(0, 4) + " ".join(words(dice, 3, 8)) + dice.choice([",", ";", "", "."]) for _ in range(dice.randint(2, 9))]
    if kind == 8: return [f"[Footnote {dice.choice([1, 2, 'A', '*'])}: {paragraph(dice, 30)}]"]
    if kind == 9: return [f"[{dice.randint(1, 4)}] {paragraph(dice, 20)}"]
    if kind == 10: return [dice.choice(["* * *", "*       *       *       *       *", "-----", "_____", "* * * * *", ". . . . ."])]
    if kind == 11: return [f"[Illustration: {paragraph(dice, 12)}]"] if dice.random() < .7 else ["[Illustration]"]
    if kind == 12: return ["   ".join(w.ljust(12) for w in words(dice, 3, 3)) for _ in range(dice.randint(2, 6))]
    if kind == 13: return ["+------+-------+", "| Flag | *, -  |", "|------+-------|", "|  E   | Error |", "+------+-------+"]
    if kind == 14: return [f"{dice.choice(NAMES)}{dice.choice(['. ', ': ', '.--'])}{paragraph(dice, 20)}"]
    if kind == 15: return ["MY DEAR SIR,", "", *wrapped(paragraph(dice)), "", "          Yours faithfully,", "                    J. SMITH."]
    if kind == 16: return ["CONTENTS", "", *[f"  CHAPTER {roman(i)}. {dice.choice(TITLES)}    {i * 9}" for i in range(1, 5)]]
    if kind == 17: return ["    " + line for line in wrapped(paragraph(dice, 40), 60)]
    if kind == 18: return [dice.choice(["THE END", "FINIS", "NOTES", "INDEX", "PREFACE", "[Transcriber's Note: " + paragraph(dice, 12) + "]", "Page 12", "{12}", "ACT I", "SCENE II. Elsinore"])]
    if kind == 19: return [" ".join(words(dice, 2, 5)) + f", {dice.randint(1, 400)}, {dice.randint(1, 400)}" for _ in range(dice.randint(3, 8))]
    if kind == 20: return ["｜書《しょ》を読む。［＃ここから２字下げ］", "青空《あおぞら》※［＃「魚＋師のつくり」、第4水準2-93-37］の下。", "［＃ここで字下げ終わり］"]
    return ["\"" + paragraph(dice, 25) + "\""]


def markdown_block(dice, number):
    kind = dice.randrange(20)
    if kind < 5: return wrapped(paragraph(dice))
    if kind == 5: return ["#" * dice.randint(1, 4) + f" {dice.choice(TITLES)}" + dice.choice(["", " {#here .unnumbered}", " #"])]
    if kind == 6: return [f"{dice.choice(['-', '*', '+', '1.', '2)'])} {paragraph(dice, 10)}" for _ in range(dice.randint(1, 5))]
    if kind == 7: return ["> " + line for line in wrapped(paragraph(dice, 30)) + dice.choice([[], ["", "-- Nobody"]])]
    if kind == 8: return [f"[^{dice.choice(['1', 'x', 'n2'])}]: {paragraph(dice, 20)}"]
    if kind == 9: return [paragraph(dice, 12) + f"[^{dice.choice(['1', 'x', 'n2'])}] and on."]
    if kind == 10: return ["```" + dice.choice(["", "verse", "letter", "epigraph", "python", "right"]), *[" ".join(words(dice, 2, 8)) for _ in range(dice.randint(1, 5))], "```"]
    if kind == 11: return ["| a | b |", dice.choice(["|---|---|", "|:--|--:|"]), *[f"| {paragraph(dice, 5).replace('|', '/')} | {dice.choice(MARKS)} |" for _ in range(dice.randint(1, 4))]]
    if kind == 12: return [dice.choice(["***", "---", "- - -", "<!-- octavo: page-break -->", "\\newpage", "<br>", "<b>bold</b> and <i>more", "<div>", "</div>"])]
    if kind == 13: return [f"{dice.choice(['[', '!['])}{paragraph(dice, 4)}]({dice.choice(['http://a.b/c', '#here', 'http://a/p.png', '<a b>', ''])})" + dice.choice(["", "{width=50%}", "{.here}", "{.x title=\"a b\"}", "{#i .y}" + paragraph(dice, 3), "{ }", "{a_b='c*'}"])]
    if kind == 14: return ["::: " + dice.choice(["verse", "{.letter}", "note"]), paragraph(dice, 15), ":::"]
    if kind == 15: return ["| The first line of it", "|    and the second", "| and a third"]
    if kind == 16: return ["Term " + dice.choice(MARKS), ":   " + paragraph(dice, 12)]
    if kind == 17: return [f"[{paragraph(dice, 3)}]{{.smallcaps}} and x^2^ and H~2~O and `{paragraph(dice, 2)}`{{.x}}"]
    if kind == 18: return ["- [ ] " + paragraph(dice, 5), "- [x] " + paragraph(dice, 5)]
    return ["    " + " ".join(words(dice, 2, 8)) for _ in range(3)]


def roman(n):
    return ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][min(n, 12)]


def composed(dice):
    """A manuscript of the grammar, and the ending of its name."""
    kind = dice.random()
    if kind < 0.3: return publications.publication(dice, words), ".epub"
    if kind < 0.4: return publications.tree(dice, words), ".json"
    isMarkdown = dice.random() < 0.4
    lines = []
    if isMarkdown and dice.random() < 0.3: lines += ["---", "title: A Book", "author: Nobody", "---", ""]
    if not isMarkdown and dice.random() < 0.4:
        lines += ["The Project Gutenberg eBook of A Book", "", "Title: A Book", "", "Author: Jane Roe", "",
                  "*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***", "", ""]
    chapter = 0
    for _ in range(dice.randint(2, 40)):
        if not isMarkdown and dice.random() < 0.12:
            chapter += 1
            lines += ["", "", f"CHAPTER {roman(chapter)}", ""]
        lines += (markdown_block if isMarkdown else plain_block)(dice, max(1, chapter))
        lines += [""] * dice.choice([1, 1, 1, 1, 2, 3, 0])
    return "\n".join(lines) + "\n", ".md" if isMarkdown else ".txt"


def cut(dice, books):
    """Up to 500 lines of a book that somebody wrote."""
    path = dice.choice(books)
    data = open(path, "rb").read()
    try: text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError: text = data.decode("latin-1")
    lines = text.splitlines()
    start = dice.randrange(max(1, len(lines) - 50))
    return "\n".join(lines[start:start + dice.randint(5, 500)]) + "\n", os.path.splitext(path)[1]


def changed(dice, text):
    lines = text.split("\n")
    for _ in range(dice.choice([0, 1, 1, 2, 3, 6])):
        if len(lines) < 2: break
        at, length = dice.randrange(len(lines)), dice.randint(1, 12)
        kind = dice.randrange(11)
        if kind == 0: del lines[at:at + length]
        elif kind == 1: lines[at:at] = lines[at:at + length]
        elif kind == 2:
            block = lines[at:at + length]
            del lines[at:at + length]
            to = dice.randrange(len(lines) + 1)
            lines[to:to] = block
        elif kind == 3: lines[at] += " " + dice.choice(MARKS) * dice.choice([1, 1, 2, 40])
        elif kind == 4: lines[at] = dice.choice(MARKS) + lines[at]
        elif kind == 5: lines[at:at] = [""] * dice.randint(1, 4)
        elif kind == 6: lines[at] = " " * dice.randint(1, 30) + lines[at]
        elif kind == 7 and lines[at]:
            place = dice.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + dice.choice(MARKS) + lines[at][place:]
        elif kind == 8: lines[at] = lines[at].upper()
        elif kind == 9: lines[at:at + length] = [" ".join(lines[at:at + length])]
        elif lines[at]:
            place = dice.randrange(len(lines[at]))
            lines[at:at + 1] = [lines[at][:place], lines[at][place:]]
    return "\n".join(lines)


def options(dice):
    chosen = []
    def perhaps(chance, *values):
        if dice.random() < chance: chosen.extend(dice.choice(values))
    perhaps(.4, ["--theme", "wonderland"], ["--theme", "trade"], ["--theme", "large-print"], ["--theme", "manuscript"])
    perhaps(.2, ["--trim", "a6", "--inside", "10mm", "--outside", "10mm"], ["--trim", "a4"], ["--layout", "spread"])
    perhaps(.2, ["--no-justify"], ["--no-hyphenate"], ["--size", "18pt", "--leading", "23pt"], ["--size", "7pt"])
    perhaps(.2, ["--endnotes"], ["--note-numbers", "page"], ["--note-numbers", "chapter"])
    perhaps(.2, ["--drop-capitals", "3", "--opening-small-capitals"], ["--links", "notes"], ["--links", "brackets"])
    perhaps(.2, ["--target", "print"], ["--no-toc"], ["--toc"], ["--list-of-figures"], ["--line-numbers", "5"])
    perhaps(.15, ["--ignore", "verse,tables"], ["--ignore", "notes"], ["--keep", "boilerplate,contents"], ["--lines", "paragraphs"])
    perhaps(.1, ["--respect-css", "full"], ["--respect-css", "none"])
    perhaps(.1, ["--no-smart"], ["--lang", "de"], ["--lang", "fr"], ["--font", "Liberation Serif"])
    return chosen


def ends(program, folder, text, ending, given):
    """How a run ends: None for as it should, else what is wrong, in a few words that tell kinds apart."""
    path, out = os.path.join(folder, "case" + ending), os.path.join(folder, "case.pdf")
    with open(path, "wb") as file:
        file.write(publications.zipped(text) if ending == ".epub" else text.encode("utf-8", "surrogatepass"))
    if ending == ".json": given = ["--from", "pandoc", *given]
    errors = os.path.join(folder, "case.err")
    try:
        with open(errors, "wb") as err:
            child = subprocess.Popen([program, "case" + ending, *given, "--verify", "--format", "short", "-o", "case.pdf"],
                                     cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        end = time.time() + LIMIT
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid: break
            if time.time() > end:
                child.kill()
                child.wait()
                return "no end"
            time.sleep(0.005)
        code = child.returncode = os.waitstatus_to_exitcode(status)
        said = open(errors, encoding="utf-8", errors="replace").read()
        peak = usage.ru_maxrss << 10
        if code < 0: return f"signal {-code}"
        if code == 6: return "fault " + "".join(re.findall(r"\((SIG\w+)\)", said)[:1])
        if code not in (0, 1, 2, 4): return f"exit {code}"
        if code == 4:
            # a loss is not to be made smaller to a false alarm
            lost = ", words lost" if re.search(r" [1-9]\d* (is|are) lost", said) else ""
            for kind in ("runs words together", "parts a word", "other punctuation", "calls a note", "calls no note", "lacks", "adds", "has"):
                if kind in said: return "verify: " + kind + lost
            return "verify" + lost
        # what is refused as the README says, with its place, is no fault
        rightly = ("this is no YAML", "there is no option", "is given twice", 'options are written as "key: value"')
        if code == 2 and ending == ".md" and any(words in said for words in rightly): return None
        wrong = ("stands inside a paragraph", "octavo has no directive")
        if code == 1 and ending == ".md" and any(words in said for words in wrong): return None
        if code == 2: return "refused: " + (said.splitlines() or [""])[0][:80]
        if code == 1 and "no text" not in said and "holds no" not in said and "error" in said and "image" not in said:
            return "could not: " + re.sub(r".*error: ", "", said.splitlines()[-1])[:60]
        if code != 0 and os.path.exists(out): return "a failed run left a file"
        if peak > MEMORY: return "memory"
        return None
    finally:
        left = [name for name in os.listdir(folder) if name.endswith(".octavo-part")]
        for name in os.listdir(folder): os.remove(os.path.join(folder, name))
        if left: return "left " + left[0]


def smaller(program, folder, text, ending, given, wrong):
    """The same wrong with as few options, lines and words as are needed."""
    def same(t, g):
        return ends(program, folder, t, ending, g) == wrong
    budget = time.time() + SHRINKING
    if given and same(text, []): given = []
    k = 0
    while k < len(given):
        step = 2 if k + 1 < len(given) and not given[k + 1].startswith("--") else 1
        less = given[:k] + given[k + step:]
        if same(text, less): given = less
        else: k += step
    if ending == ".json":
        return publications.smaller_tree(text, lambda t: time.time() < budget and same(t, given)), given
    for split, join in (("\n", "\n"), (" ", " ")):
        parts = text.split(split)
        size = max(1, len(parts) // 2)
        while size >= 1 and time.time() < budget:
            at = 0
            while at < len(parts) and time.time() < budget:
                less = parts[:at] + parts[at + size:]
                if less and same(join.join(less), given): parts = less
                else: at += size
            size //= 2
        text = join.join(parts)
    return text, given


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("books", nargs="*")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="fuzz-findings")
    parser.add_argument("--only", help="ending of the manuscripts to try, such as .epub")
    parser.add_argument("--most", type=int, default=3, help="of one kind")
    given = parser.parse_intermixed_args()
    program = os.path.abspath(given.program)
    end = time.time() + given.minutes * 60
    seed, runs, found = given.seed, 0, {}
    # halted, it says what it has done so far
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    start = time.time()
    try:
        with tempfile.TemporaryDirectory() as folder:
            while time.time() < end:
                dice = random.Random(seed)
                text, ending = cut(dice, given.books) if given.books and dice.random() < 0.5 else composed(dice)
                text = publications.changed_tree(dice, text) if ending == ".json" else changed(dice, text)
                chosen = options(dice)
                if given.only and ending != given.only:
                    seed += 1
                    continue
                wrong = ends(program, folder, text, ending, chosen)
                runs += 1
                if wrong:
                    found[wrong] = found.get(wrong, 0) + 1
                    if found[wrong] <= given.most:
                        text, chosen = smaller(program, folder, text, ending, chosen, wrong)
                        os.makedirs(given.keep, exist_ok=True)
                        name = re.sub(r"[^a-z0-9]+", "-", wrong.lower()).strip("-")[:40]
                        # an EPUB is kept as the text that it is zipped from
                        kept = ".entries" if ending == ".epub" else ending
                        with open(os.path.join(given.keep, f"{name}-{seed}{kept}"), "wb") as file:
                            file.write(text.encode("utf-8", "surrogatepass"))
                        with open(os.path.join(given.keep, f"{name}-{seed}.options"), "w") as file:
                            file.write(" ".join(chosen) + "\n")
                        print(f"seed {seed}: {wrong}: {ending} {' '.join(chosen)}", *("  " + l for l in text.splitlines()[:12]), sep="\n", flush=True)
                seed += 1
    except KeyboardInterrupt: print(f"halted after {(time.time() - start) / 60:.0f} minutes")
    print(f"{runs} runs, seeds {given.seed} to {seed - 1}; " + (", ".join(f"{k}: {n}" for k, n in sorted(found.items())) or "nothing found"))
    return 1 if found else 0


if __name__ == "__main__": sys.exit(main())
