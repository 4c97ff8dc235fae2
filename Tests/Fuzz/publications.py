"""Publications and syntax trees for fuzz.py: EPUBs as one text, an entry behind each line `=== NAME`, so that
they are made smaller as other manuscripts are, and pandoc's trees as JSON."""
import io, json, zipfile

ENTRY = "=== "
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:m="http://www.w3.org/1998/Math/MathML">'
TYPES = ["chapter", "part", "prologue", "epilogue", "preface", "foreword", "afterword", "appendix", "glossary", "index",
         "dedication", "epigraph", "imprint", "colophon", "titlepage", "halftitlepage", "copyright-page", "cover", "toc",
         "endnotes", "footnotes", "bodymatter", "frontmatter", "backmatter", "z3998:poem", "z3998:verse", "z3998:letter",
         "z3998:drama", "se:short-story", "introduction", "acknowledgments", "bibliography", "pagebreak", "footnote",
         "endnote", "noteref", "backlink", "z3998:persona", "z3998:stage-direction", "se:letter.dateline", "bridgehead"]
CLASSES = ["poem", "stanza", "chapter", "right", "center", "i1", "indent3", "pagenum", "footnote", "fnanchor", "caption",
           "fig", "sc", "tb", "hidden", "far", "big", "pre", "toc", "transnote", "pg-boilerplate", "drop", "x"]
BLOCKS = ["div", "p", "section", "article", "aside", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td",
          "th", "tbody", "caption", "figure", "figcaption", "header", "footer", "hgroup", "h1", "h2", "h3", "h4", "h6", "hr",
          "pre", "nav", "main", "center", "details", "form", "body", "colgroup", "thead", "tfoot"]
INLINES = ["i", "b", "em", "strong", "span", "a", "sup", "sub", "small", "code", "q", "cite", "abbr", "ruby", "rt", "rp",
           "br", "img", "math", "svg", "u", "s", "time", "font", "input", "audio", "object", "epub:switch", "bdo", "wbr"]
PROPERTIES = {
    "display": ["none", "block", "inline", "table", "table-cell", "list-item", "flex"], "text-align": ["center", "right", "left", "justify"],
    "font-style": ["italic", "normal"], "font-weight": ["bold", "400", "normal"], "font-size": ["smaller", "2em", "50%", "1e9px", "-3em", "0"],
    "font-variant": ["small-caps", "all-small-caps", "normal"], "text-indent": ["0", "2em", "-1em", "50%", "999em"],
    "margin": ["0", "1em 2em", "2em 10% 1em -4em", "9999em"], "margin-left": ["20%", "3em", "-5em", "4000px"], "margin-top": ["2em", "200em"],
    "page-break-before": ["always"], "page-break-after": ["always"], "break-before": ["page"], "white-space": ["pre", "nowrap", "pre-line"],
    "text-transform": ["uppercase", "capitalize", "lowercase"], "content": ['"x"', '"\\201C"', "open-quote", "attr(id)", '"', "none"],
    "position": ["absolute"], "left": ["-999em"], "visibility": ["hidden"], "color": ["#a40", "rgb(1,2", "red", "transparent"],
    "hyphens": ["none", "auto"], "letter-spacing": ["0.2em", "-9em"], "vertical-align": ["super", "sub"], "list-style": ["none", "upper-roman inside"],
    "writing-mode": ["vertical-rl"], "font-family": ["serif", "monospace", '"Own", serif'], "direction": ["rtl"], "width": ["50%", "0"]}
SELECTORS = ["p", "h2 + p", "div > p", ".poem p", "#a1", "*", "p:first-child", "li:nth-child(2n+1)", "p:not(.x)", "[class~=fig]",
             '[epub|type~="chapter"]', "p::before", "q::after", "p::first-letter", "h1 ~ p", ":nth-last-child(1)", "a[href^='#']",
             "p:nth-child(", "p,,b", "@font-face", "p:hover", "::", ".", "tr td:last-of-type", "p:first-line", "x|y", "é.ü"]


def entities(dice):
    return dice.choice(["&nbsp;", "&mdash;", "&eacute;", "&amp;", "&lt;", "&nosuch;", "&#8212;", "&#x201C;", "&#0;", "&#xD800;",
                        "&#99999999;", "&", "&;", "&amp", "<!-- - -->", "<![CDATA[ <b> ]]>", "<?x y?>", "]]>", "\u2060", "\u00a0"])


def text(dice, words):
    made = words(dice, 1, dice.choice([3, 12, 40]))
    if dice.random() < 0.3: made[dice.randrange(len(made))] += entities(dice)
    made = " ".join(made).replace("<", "&lt;")
    return made


def attributes(dice, name):
    made = ""
    if dice.random() < 0.25: made += f' class="{" ".join(dice.sample(CLASSES, dice.randint(1, 2)))}"'
    if dice.random() < 0.2: made += f' id="a{dice.randrange(12)}"'
    if dice.random() < 0.2: made += f' epub:type="{" ".join(dice.sample(TYPES, dice.randint(1, 2)))}"'
    if dice.random() < 0.08: made += f' style="{declarations(dice)}"'.replace('""', "''")
    if dice.random() < 0.04: made += dice.choice([' xml:lang="he"', ' dir="rtl"', ' hidden="hidden"', " x", ' y=z', ' a="', ' xml:space="preserve"'])
    if name == "a": made += dice.choice([f' href="c{dice.randrange(4)}.xhtml#a{dice.randrange(14)}"', f' href="#a{dice.randrange(14)}"',
                                         ' href="http://x.y/"', ' name="a3"', ' href="%zz#%"', ' href="../../../etc/passwd"', ""])
    if name == "img": made += dice.choice([' src="p.png" alt="A thing"', ' src="none.png"', ' src=""', "", ' src="d.svg" alt=""', ' src="c0.xhtml"'])
    if name in ("td", "th") and dice.random() < 0.4: made += f' colspan="{dice.choice(["2", "3", "0", "-1", "x", "1000"])}"'
    if name in ("td", "th") and dice.random() < 0.4: made += f' rowspan="{dice.choice(["2", "0", "9", "65535"])}"'
    if name == "ol" and dice.random() < 0.4: made += f' start="{dice.choice(["4", "-3", "x", "99999999999"])}" type="{dice.choice("aAiI1")}"'
    return made


def declarations(dice):
    made = []
    for _ in range(dice.randint(1, 4)):
        name = dice.choice(list(PROPERTIES))
        made.append(f"{name}: {dice.choice(PROPERTIES[name])}" + dice.choice(["", "", " !important", " }", " /*"]) * (dice.random() < 0.3))
    return "; ".join(made)


def element(dice, words, depth):
    """A line or more of what may stand in a body."""
    if depth > 6: return [text(dice, words)]
    kind = dice.random()
    if kind < 0.12:
        row = lambda: "<tr>" + "".join(f"<{n}{attributes(dice, n)}>" + "".join(element(dice, words, depth + 3)) + f"</{n}>"
                                       for n in dice.choices(["td", "td", "th"], k=dice.randint(0, 5))) + "</tr>"
        return ["<table" + attributes(dice, "table") + ">"] + [row() for _ in range(dice.randint(0, 6))] + ["</table>"]
    if kind < 0.2:
        number = dice.randrange(9)
        call = f'<a epub:type="noteref" href="{dice.choice(["", "c1.xhtml", "c2.xhtml"])}#a{number}" id="r{number}">{number}</a>'
        note = f'<aside epub:type="{dice.choice(["footnote", "endnote", "note"])}" id="a{number}">' + "".join(element(dice, words, depth + 2)) + \
            f'<a href="#r{number}">↩</a></aside>'
        return ["<p>" + text(dice, words) + call + text(dice, words) + "</p>", note]
    if kind < 0.28:
        return ['<p class="poem">' + "<br/>".join(text(dice, words)[:40].replace("&", "") for _ in range(dice.randint(1, 8))) + "</p>"]
    if kind < 0.5: return ["<p" + attributes(dice, "p") + ">" + text(dice, words) + "</p>"]
    if kind < 0.7:
        name = dice.choice(INLINES)
        inner = "".join(element(dice, words, depth + 2)) if dice.random() < 0.3 else text(dice, words)
        return [f"<{name}{attributes(dice, name)}>" + inner + f"</{name}>"]
    name = dice.choice(BLOCKS)
    made = [f"<{name}{attributes(dice, name)}>"]
    for _ in range(dice.randint(0, 5)): made += element(dice, words, depth + 1)
    if dice.random() < 0.96: made.append(f"</{name}>")
    return made


def document(dice, words, number):
    made = ['<?xml version="1.0" encoding="utf-8"?>'] * (dice.random() < 0.8) + ["<!DOCTYPE html>"] * (dice.random() < 0.3)
    made += [XHTML if dice.random() < 0.9 else "<html>", '<head><title>No words</title><link rel="stylesheet" href="s.css"/></head>', "<body>"]
    if dice.random() < 0.8: made.append(f"<h{dice.randint(1, 3)}>" + dice.choice(["Chapter ", "Part ", "", "PROLOGUE "]) + f"{number + 1}</h2>")
    for _ in range(dice.randint(0, 14)): made += element(dice, words, 0)
    return made + ["</body>", "</html>"]


def sheet(dice, depth=0):
    made = ['@namespace epub "http://www.idpf.org/2007/ops";'] * (dice.random() < 0.7)
    for _ in range(dice.randint(0, 12)):
        rule = f"{dice.choice(SELECTORS)} {{ {declarations(dice)} }}"
        if dice.random() < 0.1 and depth < 3: rule = "@media print {\n" + "\n".join(sheet(dice, depth + 1)) + "\n}"
        if dice.random() < 0.06: rule = dice.choice(['@import "s.css";', "@import url(t.css);", "@charset 'x", "/* ", "}", "{{{", '@font-face { font-family: "Own"; src: url(../../f.otf) }'])
        made.append(rule)
    return made


def publication(dice, words):
    """An EPUB as text, as somebody careless would put it together."""
    count = dice.randint(1, 4)
    names = [f"c{i}.xhtml" for i in range(count)]
    items = [f'<item id="i{i}" href="{n}" media-type="{dice.choice(["application/xhtml+xml"] * 6 + ["text/html", "text/css", "image/png", ""])}"/>' for i, n in enumerate(names)]
    items += ['<item id="s" href="s.css" media-type="text/css"/>', '<item id="p" href="p.png" media-type="image/png"/>',
              '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>', '<item id="ncx" href="t.ncx" media-type="application/x-dtbncx+xml"/>']
    refs = [f'<itemref idref="i{i}"{dice.choice(["", "", "", " linear=%cno%c" % (34, 34)])}/>' for i in range(count)]
    if dice.random() < 0.3: refs.insert(dice.randrange(len(refs) + 1), dice.choice(['<itemref idref="none"/>', '<itemref idref="nav"/>', '<itemref idref="i0"/>', '<itemref idref="p"/>', "<itemref/>"]))
    if dice.random() < 0.05: refs = []
    layout = '<meta property="rendition:layout">pre-paginated</meta>' if dice.random() < 0.05 else ""
    package = ['<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u">', "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">",
               "<dc:title>A Book</dc:title>", "<dc:creator>Jane Roe</dc:creator>", f"<dc:language>{dice.choice(['en', 'de', 'ar', 'zh', 'xx-', ''])}</dc:language>", layout, "</metadata>",
               "<manifest>", *items, "</manifest>", '<spine toc="ncx">', *refs, "</spine>", "</package>"]
    nav = [XHTML, '<body><nav epub:type="toc"><ol>'] + [f'<li><a href="c{dice.randrange(5)}.xhtml#a{dice.randrange(12)}">{text(dice, words)[:30].replace("&", "")}</a>{dice.choice(["</li>", "<ol><li><a href=%cc0.xhtml%c>X</a></li></ol></li>" % (34, 34), ""])}' for _ in range(dice.randint(0, 6))] + ["</ol></nav></body></html>"]
    made = []
    def entry(name, lines):
        made.append(ENTRY + name)
        made.extend(lines)
    if dice.random() < 0.9: entry("mimetype", ["application/epub+zip"])
    if dice.random() < 0.9: entry("META-INF/container.xml", ['<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="E/b.opf"/></rootfiles></container>'])
    if dice.random() < 0.95: entry("E/b.opf", package)
    if dice.random() < 0.8: entry("E/nav.xhtml", nav)
    if dice.random() < 0.3: entry("E/t.ncx", ["<ncx><navMap>"] + [f'<navPoint><navLabel><text>N {i}</text></navLabel><content src="c{i}.xhtml"/>{dice.choice(["</navPoint>", ""])}' for i in range(count)] + ["</navMap></ncx>"])
    entry("E/s.css", sheet(dice))
    for i, name in enumerate(names):
        if dice.random() < 0.97: entry(dice.choice(["E/"] * 9 + ["E/./"]) + name, document(dice, words, i))
    return "\n".join(made) + "\n"


def zipped(source):
    """The archive that such a text stands for."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        name, lines = "x", []
        def put():
            if lines or name != "x": archive.writestr(zipfile.ZipInfo(name or "x"), "\n".join(lines).encode("utf-8", "surrogatepass"))
        for line in source.split("\n"):
            if line.startswith(ENTRY):
                put()
                name, lines = line[len(ENTRY):].strip(), []
            else: lines.append(line)
        put()
    return out.getvalue()


# pandoc's syntax tree

def inline(dice, words, depth):
    inner = lambda: [inline(dice, words, depth + 1) for _ in range(dice.randint(0, 3))]
    attr = ["a%d" % dice.randrange(6) if dice.random() < 0.2 else "", dice.sample(CLASSES + ["smallcaps", "unnumbered", "verse", "epigraph"], dice.randint(0, 1)), []]
    plain = dice.random() < 0.6 or depth > 4
    if plain: return dice.choice([{"t": "Str", "c": dice.choice(words(dice, 1, 1))}, {"t": "Space"}, {"t": "SoftBreak"}, {"t": "LineBreak"}])
    kind = dice.choice(["Emph", "Strong", "Underline", "Strikeout", "Superscript", "Subscript", "SmallCaps", "Span", "Quoted", "Link", "Image",
                        "Note", "Code", "Math", "RawInline", "Cite", "Nonsense"])
    if kind == "Span": return {"t": kind, "c": [attr, inner()]}
    if kind == "Quoted": return {"t": kind, "c": [{"t": dice.choice(["SingleQuote", "DoubleQuote"])}, inner()]}
    if kind in ("Link", "Image"): return {"t": kind, "c": [attr, inner(), [dice.choice(["#a1", "none.png", "http://x.y", ""]), ""]]}
    if kind == "Note": return {"t": kind, "c": [block(dice, words, depth + 1) for _ in range(dice.randint(0, 2))]}
    if kind == "Code": return {"t": kind, "c": [attr, "x = 1"]}
    if kind == "Math": return {"t": kind, "c": [{"t": dice.choice(["InlineMath", "DisplayMath"])}, "x^2"]}
    if kind == "RawInline": return {"t": kind, "c": [dice.choice(["html", "tex"]), "<b>"]}
    if kind == "Cite": return {"t": kind, "c": [[{"citationId": "k", "citationPrefix": [], "citationSuffix": [], "citationMode": {"t": "NormalCitation"}, "citationNoteNum": 1, "citationHash": 0}], inner()]}
    return {"t": kind, "c": inner()}


def block(dice, words, depth=0):
    line = lambda: [inline(dice, words, depth + 1) for _ in range(dice.randint(0, 8))]
    inner = lambda: [block(dice, words, depth + 1) for _ in range(dice.randint(0, 3))]
    attr = ["a%d" % dice.randrange(6) if dice.random() < 0.3 else "", dice.sample(["unnumbered", "verse", "epigraph", "dedication", "letter", "x"], dice.randint(0, 1)), []]
    if depth > 4 or dice.random() < 0.5: return {"t": "Para", "c": line()}
    kind = dice.choice(["Plain", "Header", "BlockQuote", "BulletList", "OrderedList", "DefinitionList", "LineBlock", "CodeBlock", "RawBlock", "Div",
                        "HorizontalRule", "Table", "Figure", "Null", "Nonsense"])
    if kind == "Header": return {"t": kind, "c": [dice.randint(1, 7), attr, line()]}
    if kind == "BulletList": return {"t": kind, "c": [inner() for _ in range(dice.randint(0, 3))]}
    if kind == "OrderedList": return {"t": kind, "c": [[dice.choice([1, -5, 10 ** 12]), {"t": "UpperRoman"}, {"t": "Period"}], [inner() for _ in range(dice.randint(0, 3))]]}
    if kind == "DefinitionList": return {"t": kind, "c": [[line(), [inner() for _ in range(dice.randint(0, 2))]] for _ in range(dice.randint(0, 3))]}
    if kind == "LineBlock": return {"t": kind, "c": [line() for _ in range(dice.randint(0, 5))]}
    if kind == "CodeBlock": return {"t": kind, "c": [attr, "a\n\tb"]}
    if kind == "RawBlock": return {"t": kind, "c": ["tex", "\\newpage"]}
    if kind in ("Div",): return {"t": kind, "c": [attr, inner()]}
    if kind == "BlockQuote": return {"t": kind, "c": inner()}
    if kind == "Figure": return {"t": kind, "c": [attr, [None, inner()], inner()]}
    if kind == "Table":
        columns = dice.randint(0, 4)
        cell = lambda: [attr, {"t": "AlignDefault"}, dice.choice([1, 1, 2, 0, 999]), dice.choice([1, 1, 3, -1]), inner()]
        row = lambda: [attr, [cell() for _ in range(dice.randint(0, columns + 1))]]
        return {"t": kind, "c": [attr, [None, inner()], [[{"t": "AlignLeft"}, {"t": "ColWidthDefault"}] for _ in range(columns)], [attr, [row()]],
                                 [[attr, dice.randint(0, 2), [], [row() for _ in range(dice.randint(0, 4))]]], [attr, []]]}
    if kind in ("HorizontalRule", "Null"): return {"t": kind}
    return {"t": kind, "c": line()}


def tree(dice, words):
    blocks = [block(dice, words) for _ in range(dice.randint(1, 20))]
    meta = {"title": {"t": "MetaInlines", "c": [{"t": "Str", "c": "Book"}]}} if dice.random() < 0.5 else {}
    return json.dumps({"pandoc-api-version": [1, 23, 1], "meta": meta, "blocks": blocks}, indent=1)


def lists(value):
    """The lists of a tree whose items are nodes, or the blocks of items, cells and lines: what may come and go."""
    if isinstance(value, dict):
        for part in value.values(): yield from lists(part)
    elif isinstance(value, list):
        if value and all(isinstance(part, dict) and "t" in part or isinstance(part, list) for part in value): yield value
        for part in value: yield from lists(part)


def changed_tree(dice, text):
    """The tree with nodes gone, doubled, moved or changed for others, still JSON."""
    made = json.loads(text)
    for _ in range(dice.choice([0, 1, 1, 2, 3, 6])):
        places = [place for place in lists(made["blocks"]) if place]
        if not places: break
        place, other = dice.choice(places), dice.choice(places)
        at, kind = dice.randrange(len(place)), dice.randrange(5)
        if kind == 0: del place[at]
        elif kind == 1: place.insert(at, json.loads(json.dumps(place[at])))
        elif kind == 2: other.insert(dice.randrange(len(other) + 1), json.loads(json.dumps(place[at])))
        elif kind == 3: place[at] = dice.choice([None, 7, "x", [], {}, {"t": "Str"}, {"t": "Para", "c": {}}, {"t": 3, "c": []}])
        else: place.reverse()
    return json.dumps(made, indent=1)


def smaller_tree(text, same):
    """The tree with as few nodes as still end the same way."""
    made = json.loads(text)
    isLess = True
    while isLess:
        isLess = False
        for place in [made["blocks"], *lists(made["blocks"])]:
            size = max(1, len(place) // 2)
            while size >= 1:
                at = 0
                while at < len(place):
                    gone = place[at:at + size]
                    del place[at:at + size]
                    if gone and same(json.dumps(made, indent=1)): isLess = True
                    else:
                        place[at:at] = gone
                        at += size
                size //= 2
    return json.dumps(made, indent=1)
