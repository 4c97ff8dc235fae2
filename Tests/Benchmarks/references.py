"""Writes a made book that refers to itself, and the same book without: the second's time is the text's own.

    references.py FOLDER [CHAPTERS]

60 chapters are 589 pages of A5 with 2,000 marks for the index, 500 references by page and 300 citations. Compare
`octavo build FOLDER/references.md` with `octavo build FOLDER/plain.md`.
"""
import os
import random
import sys

folder = sys.argv[1]
chapters = int(sys.argv[2]) if len(sys.argv) > 2 else 60
numbers = random.Random(57)
syllables = "ba ke lo mi nu sa te vo ra shi den mar tol wen gri pas ul or an est".split()
words = ["".join(numbers.choices(syllables, k=numbers.randint(1, 4))) for _ in range(6000)]


def sentence():
    return " ".join(numbers.choices(words, k=numbers.randint(6, 26))).capitalize() + "."


def paragraph():
    return [sentence() for _ in range(numbers.randint(2, 7))]


text = [[paragraph() for _ in range(34)] for _ in range(chapters)]
places = [(c, p, s) for c in range(chapters) for p in range(34) for s in range(len(text[c][p]))]


def placed(count, make):
    for c, p, s in numbers.sample(places, min(count * chapters // 60, len(places))):
        said.setdefault((c, p, s), []).append(make())


said = {}
terms = [f"{numbers.choice(words)}!{numbers.choice(words)}" if numbers.random() < 0.4 else numbers.choice(words)
         for _ in range(700)]
placed(2000, lambda: f"\\index{{{numbers.choice(terms)}}}")
placed(500, lambda: f" (see \\pageref{{sec-{numbers.randrange(chapters)}}})")
placed(300, lambda: f" [@key{numbers.randrange(60)}]")

os.makedirs(folder, exist_ok=True)
with open(f"{folder}/works.bib", "w") as works:
    for k in range(60):
        works.write(f"@book{{key{k}, author={{{words[k].capitalize()}, Ann}}, title={{On {words[k + 100]}}}, "
                    f"year={{{1900 + k}}}, publisher={{Quay}}}}\n")
for name in ["references", "plain"]:
    refers = name == "references"
    with open(f"{folder}/{name}.md", "w") as out:
        out.write("---\ntitle: Quays\nlang: en\nauthor: Ann Lee\n" + ("bibliography: works.bib\n" if refers else "") + "---\n")
        for c, chapter in enumerate(text):
            out.write(f"\n# {words[c + 200].capitalize()}" + (f" {{#sec-{c}}}" if refers else "") + "\n")
            for p, sentences in enumerate(chapter):
                marked = [s + "".join(said.get((c, p, k), []) if refers else []) for k, s in enumerate(sentences)]
                out.write("\n" + " ".join(marked) + "\n")
        if refers:
            out.write("\n# Works\n\n::: {#refs}\n:::\n\n# Index\n")
