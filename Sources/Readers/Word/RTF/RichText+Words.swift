/// What control words of Rich Text Format mean.
extension RichText {
  mutating func obey(_ word: String, _ number: Int?, isOptional: Bool) {
    if begins(word, number, isOptional: isOptional) { return }
    let isOn = number != 0
    switch word {
    // words
    case "par":
      if state.destination == .body { writer.paragraph(state.paragraph, mark: state.run) }
    case "line", "lbr": if state.destination == .body { writer.element("<w:br/>", state.run) }
    case "page": if state.destination == .body { writer.element("<w:br w:type=\"page\"/>", state.run) }
    case "tab": put("\t")
    case "sect":
      if writer.hasRuns { writer.paragraph(state.paragraph, mark: state.run) }
      writer.beginsPage = true
    case "sbknone", "sbkcol": writer.beginsPage = false
    case "emdash": put("—")
    case "endash": put("–")
    case "lquote": put("‘")
    case "rquote": put("’")
    case "ldblquote": put("“")
    case "rdblquote": put("”")
    case "bullet": put("•")
    case "emspace": put("\u{2003}")
    case "enspace": put("\u{2002}")
    case "qmspace": put("\u{2005}")
    case "zwj": put("\u{200D}")
    case "zwnj": put("\u{200C}")
    // runs
    case "plain": state.run = RichRun()
    case "b": state.run.isBold = isOn
    case "i": state.run.isItalic = isOn
    case "caps": state.run.isCapitals = isOn
    case "scaps": state.run.isSmallCapitals = isOn
    case "strike", "striked": state.run.isStruck = isOn
    case "v": state.run.isHidden = isOn
    case "deleted": state.run.isDeleted = isOn
    case "ul", "uld", "uldb", "ulw": state.run.isUnderlined = isOn
    case "ulnone": state.run.isUnderlined = false
    case "super": state.run.rise = isOn ? 1 : 0
    case "sub": state.run.rise = isOn ? -1 : 0
    case "up": state.run.rise = (number ?? 6) >= 6 ? 1 : 0
    case "dn": state.run.rise = (number ?? 6) >= 4 ? -1 : 0
    case "nosupersub": state.run.rise = 0
    case "fs": state.run.size = number
    case "cf": state.run.colour = number.flatMap { writer.colours.indices.contains($0) ? writer.colours[$0] : nil }
    case "lang": state.run.language = number
    case "f": font(number ?? 0)
    case "uc": state.skips = max(0, min(number ?? 1, 10))
    // paragraphs
    case "pard":
      state.paragraph = RichParagraph()
      state.paragraph.isStyle = state.destination == .styles
    case "s": state.paragraph.style = number
    case "ql": state.paragraph.alignment = "left"
    case "qr": state.paragraph.alignment = "right"
    case "qc": state.paragraph.alignment = "center"
    case "qj", "qd": state.paragraph.alignment = "both"
    case "li", "lin": state.paragraph.left = number ?? 0
    case "ri", "rin": state.paragraph.right = number ?? 0
    case "fi": state.paragraph.first = number ?? 0
    case "sb": state.paragraph.before = number ?? 0
    case "sa": state.paragraph.after = number ?? 0
    case "pagebb": state.paragraph.beginsPage = isOn
    case "outlinelevel": state.paragraph.outline = number
    case "ls": state.paragraph.list = number
    case "ilvl": state.paragraph.level = number ?? 0
    case "intbl": state.paragraph.isInTable = true
    case "brdrt", "brdrb": state.paragraph.isRuled = true
    case "sbasedon": state.paragraph.base = number
    // tables
    case "trowd": writer.beginRow()
    case "trhdr": writer.row.isHead = true
    case "clvmgf": writer.cell.merge = "restart"
    case "clvmrg": writer.cell.merge = "continue"
    case "clmgf": writer.cell.isFirst = true
    case "clmrg": writer.cell.isMerged = true
    case "clbrdrt", "clbrdrb", "trbrdrt": writer.row.isRuled = true
    case "trrh": writer.row.height = number ?? 0
    case "trleft": writer.row.start = number ?? 0
    case "cellx":
      writer.cell.end = number ?? 0
      writer.row.cells.append(writer.cell)
      writer.cell = RichWriter.Cell()
    case "cell", "nestcell": writer.endCell(state.paragraph, isNested: word == "nestcell")
    case "row": writer.endRow()
    // the file
    case "ansicpg": codePage = number ?? 1252
    case "mac": codePage = 10000
    case "deff": defaultFont = number ?? 0
    case "deflang": writer.language = number
    case "fcharset": if state.destination == .fonts, let page = RichText.pages[number ?? 0] { pages[state.font] = page }
    case "cpg": if state.destination == .fonts { pages[state.font] = number ?? 1252 }
    case "red": writer.colour.red = number ?? 0
    case "green": writer.colour.green = number ?? 0
    case "blue": writer.colour.blue = number ?? 0
    // pictures
    case "pngblip": picture.kind = "png"
    case "jpegblip": picture.kind = "jpeg"
    case "emfblip": picture.kind = "emf"
    case "wmetafile", "dibitmap", "wbitmap", "macpict": picture.kind = "wmf"
    case "picwgoal": picture.width = number ?? 0
    case "pichgoal": picture.height = number ?? 0
    case "picscalex": picture.scaleX = number ?? 100
    case "picscaley": picture.scaleY = number ?? 100
    default: break
    }
  }

  private mutating func font(_ number: Int) {
    state.font = number
    if state.destination != .fonts { state.run.font = number }
  }

  /// Words that say what their group is.
  private mutating func begins(_ word: String, _ number: Int?, isOptional: Bool) -> Bool {
    if state.destination == .skipped { return true }
    switch word {
    case "fonttbl": state.destination = .fonts
    case "colortbl":
      state.destination = .colours
      writer.colours = []
    case "stylesheet": state.destination = .styles
    case "s" where state.destination == .styles && state.end == nil:
      state.end = .style
      state.paragraph = RichParagraph()
      (state.paragraph.style, state.paragraph.isStyle) = (number, true)
    // styles of characters and tables: what they say stands at their runs as well
    case "cs", "ts", "ds":
      guard state.destination == .styles else { return true }
      state.destination = .skipped
    case "info": break
    case "title": property(.title)
    case "author": property(.author)
    case "listtext", "pntext": state.destination = .listText
    case "pict":
      guard state.destination == .body else { return true }
      state.destination = .picture
      state.end = .picture
    case "shppict", "shpinst", "shp": break
    case "field":
      guard state.destination == .body else { return true }
      state.end = .field
      writer.beginField(state.run)
    case "fldinst":
      state.destination = .instruction
      state.end = .instruction
      words = ""
    case "fldrslt": writer.showField(state.run)
    case "footnote":
      guard state.destination == .body else { return true }
      state.end = .note(isEnd: false)
      writer.beginNote()
      (state.paragraph, state.run) = (RichParagraph(), RichRun())
    case "ftnalt": state.end = .note(isEnd: true)
    case "shptxt":
      state.end = .box
      writer.beginBox()
      state.paragraph = RichParagraph()
    case "bkmkstart":
      state.destination = .bookmark
      state.end = .bookmark
      words = ""
    case "annotation":
      writer.comments += 1
      state.destination = .skipped
    case "generator", "listtable", "listoverridetable", "revtbl", "rsidtbl", "xmlnstbl", "filetbl", "header", "headerl",
      "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "nonshppict", "sp", "nonesttables", "ftnsep",
      "ftnsepc", "aftnsep", "aftnsepc", "xe", "tc", "objdata", "pn", "shprslt", "themedata", "colorschememapping",
      "datastore", "latentstyles", "operator", "subject", "company", "doccomm", "comment", "keywords", "category",
      "creatim", "revtim", "printim", "buptim", "manager", "hlinkbase":
      state.destination = .skipped
    case let word where isOptional && !RichText.known.contains(word): state.destination = .skipped
    default: return false
    }
    return true
  }

  private static let known: Set<String> = ["fldinst", "shppict", "shpinst", "bkmkstart", "objdata", "nesttableprops"]

  private mutating func property(_ destination: Destination) {
    state.destination = destination
    state.end = .property
    words = ""
  }

  /// Code pages by the character sets of fonts.
  private static let pages = [
    0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
  ]
}
