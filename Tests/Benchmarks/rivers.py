#!/usr/bin/env python3
"""Counts rivers, twins, hyphens and edges of a PDF of justified prose by its words' places, whoever made it.

  python3 Tests/Benchmarks/rivers.py FILE.pdf … [--list]

By pdftotext. Lines are neighbours that stand a leading apart and begin or end at the text's edge. A river is a row of
spaces in neighbouring lines, each of which lies below the one before by at least half of the narrower of the two.
Figures: rivers of four, five and six lines and more; of those of five, how many pass from a paragraph into another;
lines that begin or end as the one above does, in two words, and three in a row; lines that end in a hyphen;
lines in a row that end in a hyphen, and in any point or comma at the right edge; pages that end in a hyphen; last lines
of paragraphs that come within an em of the edge without reaching it.
"""
import collections, html, re, subprocess, sys

WORD = re.compile(r'\s*<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>')
HYPHENS = "-\u2010\u00ad"
POINTS = HYPHENS + ".,;:!?'\u2018\u2019\"\u201c\u201d\u2013\u2014\u2026"


def pages(path):
    """Lines of each page: their baselines, and words as (left, right, text)."""
    page = None
    for line in subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True).stdout.split("\n"):
        if "<page" in line:
            if page is not None: yield page
            page = collections.defaultdict(list)
        found = WORD.match(line)
        if found and found[5].strip("."):          # leaders of a contents list are no words
            left, top, right, foot = map(float, found.groups()[:4])
            page[round(foot, 1)].append((left, right, html.unescape(found[5]), foot - top))
    if page is not None: yield page


def flows(above, below):
    """Whether a space lies below another by half of the narrower."""
    shared = min(above[1], below[1]) - max(above[0], below[0])
    return shared >= 0.5 * min(above[1] - above[0], below[1] - below[0]) - 0.01


def same(above, below, side, right):
    """Words alike with which lines begin, or which they end with: 0, 1 or 2."""
    if side and (below[-1][1] < right - 2 or above[-1][2][-1:] in HYPHENS): return 0
    pairs = zip(above[::-1], below[::-1]) if side else zip(above, below)
    count = 0
    for a, b in list(pairs)[:2]:
        one, two = (re.sub(r"\W", "", word[2]).lower() for word in (a, b))
        if not one or one != two: break
        count += 1
    return count


def measure(path, tells):
    book = [sorted((y, sorted(words)) for y, words in page.items()) for page in pages(path)]
    heights = collections.Counter(round(word[3], 1) for page in book for _, words in page for word in words)
    if not heights: return {"file": path}
    body = heights.most_common(1)[0][0]
    book = [[(y, words) for y, words in page if abs(words[0][3] - body) < 0.3] for page in book]
    edges = [collections.Counter(round(words[side][side]) for n, page in enumerate(book) if n % 2 == parity
                                 for _, words in page if len(words) > 3) for parity in (0, 1) for side in (0, -1)]
    # `words[-1][1]`: the last word's right edge
    rights = [collections.Counter(round(words[-1][1]) for n, page in enumerate(book) if n % 2 == parity
                                  for _, words in page if len(words) > 3) for parity in (0, 1)]
    leads = collections.Counter(round(b[0] - a[0], 1) for page in book for a, b in zip(page, page[1:]))
    if not leads: return {"file": path}
    lead = leads.most_common(1)[0][0]
    made = collections.Counter(dict.fromkeys(
        ["lines", "river4", "river5", "river6", "between", "twins", "twins2", "threefold", "hyphens", "hyphen3", "points3",
         "points5", "page_hyphens", "nearly_full"], 0))
    for number, page in enumerate(book):
        parity = number % 2
        if not edges[2 * parity]: continue
        left, right = edges[2 * parity].most_common(1)[0][0], rights[parity].most_common(1)[0][0]
        open_rivers, before, hyphens, points, alike = {}, None, 0, 0, [1, 1]
        for place, (y, words) in enumerate(page + [(0, [])]):
            joins = before is not None and words and abs(y - before[0] - lead) < 0.6
            gaps = [(a[1], b[0]) for a, b in zip(words, words[1:]) if b[0] - a[1] > 0.5]
            begins = bool(words) and words[0][0] - left > 4
            grown = {}
            for gap in gaps if joins else []:
                best = max((row for row in open_rivers.values() if flows(row[-1][0], gap)), key=len, default=[])
                grown[gap] = best + [(gap, begins, y)]
            for gap in gaps: grown.setdefault(gap, [(gap, False, y)])
            for last, row in open_rivers.items():
                if any(row == g[:-1] for g in grown.values()) or len(row) < 4: continue
                length = len(row)
                made["river4" if length == 4 else "river5" if length == 5 else "river6"] += 1
                if length > 4 and any(start for _, start, _ in row[1:]): made["between"] += 1
                elif length > 4 and tells:
                    print(f"{path} page {number + 1}: {length} lines from {row[0][2]:.0f}, at {row[0][0][0]:.0f}")
            open_rivers = grown
            if words:
                made["lines"] += 1
                end = words[-1][2][-1:]
                reaches = words[-1][1] > right - 2
                made["hyphens"] += end in HYPHENS and reaches
                for side in (0, 1):                  # the first words and the last
                    count = joins and not begins and before[1][-1][1] > right - 4 and max(same(before[1], words, side, right), 0)
                    alike[side] = alike[side] + 1 if count else 1
                    made["twins"] += count > 0
                    made["twins2"] += count > 1
                    made["threefold"] += alike[side] == 3
                    if tells and (count > 1 or alike[side] == 3):
                        print(f"{path} page {number + 1}: twins at {y:.0f}: "
                              + " / ".join(" ".join(w[2] for w in line) for line in (before[1], words)))
                hyphens = hyphens + 1 if joins and end in HYPHENS and reaches else int(end in HYPHENS and reaches)
                points = points + 1 if joins and end in POINTS and reaches else int(end in POINTS and reaches)
                made["hyphen3"] += hyphens == 3
                made["points3"] += points == 3
                made["points5"] += points == 5
                made["nearly_full"] += body > right - words[-1][1] > 2.5 and len(words) > 3
                if place == len(page) - 1: made["page_hyphens"] += end in HYPHENS and reaches
            before = (y, words)
    return {"file": path, **made}


def main():
    rows = [measure(path, "--list" in sys.argv) for path in sys.argv[1:] if path[:2] != "--"]
    names = [name for name in rows[0] if name != "file"]
    print("| file | " + " | ".join(names) + " |\n|---|" + "--:|" * len(names))
    for row in rows: print("| " + " | ".join([row["file"].rsplit("/", 1)[-1]] + [str(row.get(name, "")) for name in names]) + " |")


main()
