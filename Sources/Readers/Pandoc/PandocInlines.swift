internal import BookModel
internal import JSONReading
internal import Manuscript
internal import Units

/// pandoc's inlines and tables.
extension PandocMaker {
  mutating func inlines(_ list: [JSON], style: InlineStyle = .plain) -> [Inline] {
    var made: [Inline] = []
    for item in list { append(item, style, to: &made) }
    // white space at the ends is none
    if case .text(let words)? = made.last?.content, words.hasSuffix(" ") {
      let rest = String(words.dropLast())
      if rest.isEmpty { made.removeLast() } else { made[made.count - 1].content = .text(rest) }
    }
    return made
  }

  private mutating func put(_ words: String, _ style: InlineStyle, to made: inout [Inline]) {
    guard !words.isEmpty else { return }
    var style = style
    if !waitingNames.isEmpty, words.contains(where: { !$0.isWhitespace }) {
      style.extras.textMarks += waitingNames.map(TextMark.label)
      waitingNames = []
    }
    var clean = words
    if words.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      clean = String(String.UnicodeScalarView(words.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
    if let last = made.indices.last, made[last].style == style, case .text(let before) = made[last].content,
      Int(made[last].source.offset) + before.utf8.count == text.count
    {
      made[last].content = .text(before + clean)
    } else {
      made.append(Inline(clean, style: style, source: here))
    }
    text += Array(clean.utf8)
  }

  private mutating func append(
    formula source: String, isDisplayed: Bool, isEnvironment: Bool = false, _ style: InlineStyle,
    to made: inout [Inline]
  ) {
    var outer = style
    outer.traits.insert(.code)
    var problem: String?
    outer.extras.formula = formulas.formula(source, isDisplayed: isDisplayed, isEnvironment: isEnvironment) {
      problem = $0
    }
    if let problem { diagnostics.append(FormulaReader.diagnostic(problem, at: here)) }
    put(FormulaReader.withoutMarks(source).replacing("\n", with: " "), outer, to: &made)
  }

  /// A formula that some program has left in LaTeX's own marks: `$…$`, `\(…\)`, `\[…\]`, or an environment of formulas.
  static func rawFormula(_ content: JSON?) -> (source: String, isDisplayed: Bool, isEnvironment: Bool)? {
    func trimmed(_ words: some StringProtocol) -> String {
      String(words.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    guard ["tex", "latex"].contains(content?[0]?.string), let raw = content?[1]?.string else { return nil }
    let words = trimmed(raw)
    for (open, close, isDisplayed) in [
      ("$$", "$$", true), ("$", "$", false), ("\\(", "\\)", false), ("\\[", "\\]", true),
    ]
    where words.hasPrefix(open) && words.hasSuffix(close) && words.utf8.count > open.utf8.count + close.utf8.count {
      let source = trimmed(words.dropFirst(open.count).dropLast(close.count))
      return source.isEmpty || source.contains(open) ? nil : (source, isDisplayed, false)
    }
    guard words.hasPrefix("\\begin{"), let end = words.firstIndex(of: "}") else { return nil }
    let name = words[..<end].dropFirst(7)
    let known = name.hasSuffix("*") ? name.dropLast() : name
    guard environments.contains(String(known)), words.hasSuffix("\\end{\(name)}") else { return nil }
    return (words, true, true)
  }

  private static let environments: Set = [
    "equation", "align", "gather", "multline", "alignat", "flalign", "eqnarray", "displaymath", "math",
  ]

  private mutating func append(_ item: JSON, _ style: InlineStyle, to made: inout [Inline]) {
    let content = item["c"]
    func with(_ trait: InlineStyle.Traits) -> InlineStyle {
      var style = style
      style.traits.insert(trait)
      return style
    }
    func all(_ list: JSON?, _ style: InlineStyle) {
      for inner in list?.items ?? [] { append(inner, style, to: &made) }
    }
    switch item["t"]?.string {
    case "Str": put(content?.string ?? "", style, to: &made)
    case "Space", "SoftBreak":
      if !made.isEmpty { put(" ", style, to: &made) }
    case "LineBreak":
      made.append(Inline(.lineBreak, style: style, source: here))
      text.append(0x0A)
    case "Emph": all(content, style.toggled)
    case "Strong": all(content, with(.strong))
    case "Underline": all(content, with(.underline))
    case "Strikeout": all(content, with(.strike))
    case "Superscript": all(content, with(.superscript))
    case "Subscript": all(content, with(.subscript))
    case "SmallCaps": all(content, with(.smallCapitals))
    // marks around nothing quote nothing
    case "Quoted" where !(content?[1]?.items ?? []).contains(where: \.showsWords): all(content?[1], style)
    case "Quoted":
      let isDouble = content?[0]?["t"]?.string == "DoubleQuote"
      let marks = quotes(isDouble)
      put(marks.0, style, to: &made)
      all(content?[1], style)
      put(marks.1, style, to: &made)
    case "Cite":
      if let citation = citation(content, style) { made.append(citation) } else { all(content?[1], style) }
    case "Code": put(content?[1]?.string ?? "", with(.code), to: &made)
    case "Math":
      let isDisplayed = content?[0]?["t"]?.string == "DisplayMath"
      append(formula: content?[1]?.string ?? "", isDisplayed: isDisplayed, style, to: &made)
    case "RawInline":
      let words = content?[1]?.string ?? ""
      if let raw = PandocMaker.rawFormula(content) {
        append(formula: raw.source, isDisplayed: raw.isDisplayed, isEnvironment: raw.isEnvironment, style, to: &made)
      } else if words.lowercased().hasPrefix("<br") {
        made.append(Inline(.lineBreak, style: style, source: here))
      } else if !words.hasPrefix("<!--") {
        rawParts[content?[0]?.string ?? "?", default: 0] += 1
      }
    case "Link":
      let classes = PandocAttributes(content?[0])
      let address = content?[2]?[0]?.string ?? ""
      // LaTeX's \ref: pandoc's words for it are numbers of another edition, or a name
      if let type = classes.values["reference-type"], let name = classes.values["reference"], !name.isEmpty {
        var outer = style
        if append(marked: name, style, to: &made) { return }
        // theorems it has numbered itself, in their own words
        let kind = Label.Kind(ofName: name)
        let number = content?[1]?.items.compactMap { $0["c"]?.string }.joined() ?? ""
        if let kind, ![.figure, .table, .listing, .equation].contains(kind), !kind.isOfHeading, !number.isEmpty,
          !number.hasPrefix("[")
        {
          outer.extras.link = "#" + name
          return all(content?[1], outer)
        }
        if let known = theorems[name] {
          outer.extras.link = "#" + name
          return put(known.number, outer, to: &made)
        }
        let form: Reference.Form =
          type == "eqref" ? .bracketed : type.hasPrefix("ref+") || type == "autoref" ? .word : .number
        outer.extras.reference = Reference([name], form)
        made.append(Inline(.text(name), style: outer, source: here))
        return
      }
      var inner = style
      inner.extras.link = address.isEmpty ? nil : address
      all(content?[1], inner)
    case "Image": image(content, style, to: &made)
    case "Note": note(content?.items ?? [], to: &made)
    case "Span": span(content, style, to: &made)
    default: break
    }
  }

  /// What `PandocSource` has written as a reference: one in another form (`octavo-ref:word:a,b`), a mark for an index or
  /// the place of one (`octavo-index::656d6d61`).
  private mutating func append(marked name: String, _ style: InlineStyle, to made: inout [Inline]) -> Bool {
    let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return false }
    switch parts[0] {
    case "octavo-ref":
      guard let form = Reference.Form(rawValue: parts[1]) else { return false }
      let names = parts[2].split(separator: ",").map { String($0.drop { $0 == " " }) }
      if names.count == 1, form != .page, form != .place, let known = theorems[names[0]] {
        var outer = style
        outer.extras.link = "#" + names[0]
        put((form == .number ? "" : known.word + "\u{A0}") + known.number, outer, to: &made)
        return true
      }
      var outer = style
      outer.extras.reference = Reference(names, form)
      made.append(Inline(.text(names.joined(separator: ", ")), style: outer, source: here))
      return true
    case "octavo-index", "octavo-index-words":
      let entry = parts[0] == "octavo-index" ? PandocMaker.words(inHexadecimal: parts[2]) : parts[2]
      if let mark = IndexMark(tex: entry, index: PandocMaker.words(inHexadecimal: parts[1])) {
        made.append(Inline(mark, source: here))
      }
      return true
    case "octavo-index-place":
      var mark = IndexMark([])
      mark.index = PandocMaker.words(inHexadecimal: parts[1])
      mark.title = PandocMaker.words(inHexadecimal: parts[2])
      made.append(Inline(mark, source: here))
      return true
    default: return false
    }
  }

  private static func words(inHexadecimal digits: String) -> String {
    let digits = Array(digits.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { at in
      UInt8(String(decoding: digits[at...at + 1], as: UTF8.self), radix: 16)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func quotes(_ isDouble: Bool) -> (String, String) {
    let marks = QuoteStyle.of(metadata.language)
    let pair = isDouble ? (marks.open, marks.close) : (marks.innerOpen, marks.innerClose)
    return (String(decoding: pair.0, as: UTF8.self), String(decoding: pair.1, as: UTF8.self))
  }

  private mutating func image(_ content: JSON?, _ style: InlineStyle, to made: inout [Inline]) {
    guard let given = content?[2]?[0]?.string, !given.isEmpty else { return }
    let name: String
    switch options.picture(given) {
    case .there(let known, let bytes):
      name = known
      if let bytes { pictures[name] = bytes }
    case .absent(let why):
      let shown = given.hasPrefix("data:") ? "data:…" : given
      diagnostics.append(
        Diagnostic(
          .warning, code: "image-absent", "image \"\(shown)\" \(why); its description is set instead",
          help: "save it beside the manuscript as PNG, JPEG or SVG, and name the file", source: here))
      for inner in content?[1]?.items ?? [] { append(inner, style, to: &made) }
      return
    }
    let words = PandocMaker.plain(content?[1])
    var style = InlineStyle(extras: style.extras)
    style.extras.alternative = words.isEmpty ? nil : words
    var attributes = PandocAttributes(content?[0]).values
    // HTML's own style comes as it is
    for part in (attributes["style"] ?? "").split(separator: ";") {
      let pair = part.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if pair.count == 2 { attributes[pair[0].lowercased()] = pair[1] }
    }
    style.extras.width = attributes["width"].flatMap(Figure.Size.init(css:))
    style.extras.height = attributes["height"].flatMap(Figure.Size.init(css:))
    style.extras.runaround =
      (attributes["float"] ?? attributes["align"]).flatMap(Figure.Edge.init(css:))
      ?? PandocAttributes(content?[0]).classes.lazy.compactMap(Figure.Edge.init(class:)).first
    made.append(Inline(.image(name), style: style, source: here))
  }

  /// A note's words stand behind those of the paragraph that calls it.
  private mutating func note(_ content: [JSON], _ aside: Note.Aside? = nil, to made: inout [Inline]) {
    let key = NoteKey(noteCount)
    noteCount += 1
    made.append(Inline(.noteReference(key), source: here))
    // where it is called from, for who compares the words
    silent.append(text.count..<(text.count + 1))
    text.append(UInt8(ascii: "*"))
    // read when the block is done, so that the words around the call stay together
    waitingNotes.append((key, content))
    asides[key] = aside
  }

  private mutating func span(_ content: JSON?, _ style: InlineStyle, to made: inout [Inline]) {
    let attributes = PandocAttributes(content?[0])
    if let name = attributes.classes.first(where: Callout.Kind.asideClasses.contains) {
      return note(
        [JSON.object(["t": .string("Para"), "c": content?[1] ?? .array([])])],
        name == "sidenote" ? .numbered : .unnumbered, to: &made)
    }
    var style = style
    for name in attributes.classes {
      switch name {
      case "smallcaps", "small-caps": style.traits.insert(.smallCapitals)
      case "underline", "ul": style.traits.insert(.underline)
      default: break
      }
    }
    if let language = attributes.values["lang"] { style.extras.language = language }
    // the next word begins what is called so
    if let name = attributes.values["label"], !name.isEmpty { waitingNames.append(name) }
    for inner in content?[1]?.items ?? [] { append(inner, style, to: &made) }
  }

  // MARK: Tables

  mutating func table(_ content: JSON?) -> [Block] {
    // pandoc-types 1.21 and later; the five fields before that are no longer written
    guard let content, content.items.count >= 6 else { return [] }
    let source = here
    var made: [Block] = []
    for block in blocks(content[1]?[1]?.items ?? []) { made.append(block.placed(.centred)) }
    var columns = (content[2]?.items ?? []).map { column -> Table.Alignment in
      switch column[0]?["t"]?.string {
      case "AlignRight": .trailing
      case "AlignCenter": .centre
      default: .leading
      }
    }
    // a tree that was not written by pandoc may have wider rows than it says
    let rows = ([content[3]?[1], content[5]?[1]] + (content[4]?.items ?? []).flatMap { [$0[2], $0[3]] })
      .flatMap { $0?.items ?? [] }
    let widest = rows.map { ($0[1]?.items ?? []).reduce(0) { $0 + min(max($1[3]?.int ?? 1, 1), 1000) } }.max() ?? 0
    columns += [Table.Alignment](repeating: .leading, count: max(0, min(widest, 1000) - columns.count))
    let head = Table.grid(cells(content[3]?[1]), columns: columns.count)
    var body: [[Table.Cell]] = []
    for part in content[4]?.items ?? [] {
      // heads within the body, and columns of heads of rows
      let heads = part[1]?.int ?? 0
      var rows = cells(part[2]) + cells(part[3])
      for row in rows.indices { for cell in rows[row].indices.prefix(max(heads, 0)) { rows[row][cell].isHead = true } }
      body += Table.grid(rows, columns: columns.count)
    }
    body += Table.grid(cells(content[5]?[1]), columns: columns.count)
    var wishes = TableWishes()
    for (index, column) in (content[2]?.items ?? []).prefix(200).enumerated()
    where column[1]?["t"]?.string == "ColWidth" {
      wishes.widths[index] = column[1]?["c"]?.number
    }
    wishes.isRuled = !head.isEmpty && !wishes.widths.isEmpty
    let isForm = wishes.isRuled && wishes.isForm(body)
    if !isForm { body.removeAll { row in row.allSatisfy { $0.isEmpty && !$0.isCovered } } }
    guard !columns.isEmpty, !head.isEmpty || !body.isEmpty else { return made }
    report.tables += 1
    var table = Table(columns: columns, cells: head, rows: body, isRuled: !head.isEmpty, source: source)
    if isForm { table.take(wishes) }
    made.append(.table(table))
    return made
  }

  /// Rows of cells as pandoc lists them.
  private mutating func cells(_ list: JSON?) -> [[Table.Cell]] {
    (list?.items ?? []).map { row in
      (row[1]?.items ?? []).map { cell in
        func span(_ index: Int) -> Int { min(max(cell[index]?.int ?? 1, 1), 1000) }
        let place = here
        let inner = blocks(cell[4]?.items ?? [], isCell: true)
        // each has a direction of its own
        if here != place { text.append(0x0A) }
        return Table.Cell(inner, columns: span(3), rows: span(2))
      }
    }
  }
}

extension InlineStyle {
  /// Emphasis within emphasis stands upright again.
  var toggled: InlineStyle {
    var style = self
    style.traits.formSymmetricDifference(.emphasis)
    return style
  }
}

extension JSON {
  /// Whether an inline leaves anything in its line, calls of notes aside.
  fileprivate var showsWords: Bool {
    switch self["t"]?.string {
    case "Str": self["c"]?.string?.isEmpty == false
    case "Code", "Math": self["c"]?[1]?.string?.isEmpty == false
    case "Image": true
    case "Quoted", "Cite", "Link", "Span": (self["c"]?[1]?.items ?? []).contains(where: \.showsWords)
    case "Note", "RawInline", "Space", "SoftBreak", "LineBreak": false
    default: (self["c"]?.items ?? []).contains(where: \.showsWords)
    }
  }
}
