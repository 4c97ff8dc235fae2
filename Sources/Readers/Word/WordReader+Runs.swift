internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// What is known while the runs of one paragraph are read.
struct RunReading {
  var runs = WordRuns()
  /// What stands before a page's end within the paragraph.
  var segments: [(runs: WordRuns, beginsPage: Bool)] = []
  /// The segment that is read begins a page.
  var beginsPage = false
  let paragraphStyle: String
  let style: WordStyles.Style
  /// Emphasis is what differs from the paragraph's style.
  let isRelative: Bool
  /// Words were left out.
  var hasSilence = false
  var hasContent = false
  var ruby: RubyPart?
  /// Its letter stands lower than a line does because it is as high as several.
  var isDropCapital = false
  /// Tabs that were read, and letters before the next one.
  var tabs = 0
  var letters = 0
  var look = ParagraphLook()

  init(paragraphStyle: String, style: WordStyles.Style, isRelative: Bool) {
    (self.paragraphStyle, self.style, self.isRelative) = (paragraphStyle, style, isRelative)
  }
}

extension WordReader {
  /// What stands in a paragraph besides its properties.
  func readInline(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading) {
    guard !tree.nodes[node].isText else { return }
    guard depth < WordReader.deepest else { return drop(tree, node, "nested too deep") }
    depth += 1
    defer { depth -= 1 }
    switch tree.nodes[node].name {
    case "pPr", "rPr", "proofErr", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart", "permEnd": break
    case "r": readRun(tree, node, &reading)
    case "ins", "moveTo", "smartTag", "customXml", "dir", "bdo", "sdtContent": readAll(tree, node, &reading)
    case "sdt":
      // a control that waits to be filled in shows words of its own
      if let properties = tree.child("sdtPr", of: node), tree.child("showingPlcHdr", of: properties) != nil {
        reading.hasSilence = true
        return drop(tree, node, "placeholder of a control")
      }
      readAll(tree, node, &reading)
    case "hyperlink":
      let outer = link
      link = address(tree, node) ?? link
      readAll(tree, node, &reading)
      link = outer
    case "fldSimple":
      var field = WordField(instruction: tree.value("instr", of: node) ?? "", isResult: true)
      if field.kind == "EQ" {
        field.letters = field.instruction.unicodeScalars.map { EquationField.Letter(scalar: $0, offset: 0) }
      }
      field.lettersBefore = reading.letters
      fields.append(field)
      let outer = link
      link = fields.last?.link ?? link
      readAll(tree, node, &reading)
      link = outer
      take(fields.popLast(), at: tree.nodes[node].source.lowerBound + base, .plain, &reading)
    case "bookmarkStart": if let name = tree.value("name", of: node), name != "_GoBack" { anchors.append(name) }
    case "AlternateContent": if let choice = WordReader.choice(tree, node) { readAll(tree, choice, &reading) }
    case "oMath", "oMathPara": readFormula(tree, node, &reading)
    case "del", "moveFrom": silent.append(bytes(tree, node))
    case "drawing", "pict", "object": readDrawing(tree, node, &reading)
    default: break
    }
  }

  func readAll(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading) {
    for child in tree.children(of: node) { readInline(tree, child, &reading) }
  }

  private func address(_ tree: XMLTree, _ node: Int) -> String? {
    if let id = tree.value("id", of: node), let target = relationships[id]?.target, !target.isEmpty {
      hasLinks = true
      return target
    }
    guard let anchor = tree.value("anchor", of: node), !anchor.isEmpty else { return nil }
    hasLinks = true
    return "#" + anchor
  }

  // MARK: Runs

  private func readRun(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading) {
    let properties = tree.child("rPr", of: node)
    let (style, look) = self.style(tree, properties, reading)
    if look.isHidden == true {
      if tree.hasWords(node), fields.allSatisfy({ !$0.isMuted }) {
        if hidden.places == 0 { hidden.first = bytes(tree, node).lowerBound }
        hidden.places += 1
        dropped.append((bytes(tree, node), "hidden text"))
        reading.hasSilence = true
      }
      // an entry of the index is hidden text
      for field in walkFields(tree, node) { take(field, at: bytes(tree, node).lowerBound, .plain, &reading) }
      return
    }
    // raised, in a style of its own, or a sign that is no word
    let isSetApart =
      (look.rise ?? 0) > 0 || properties.flatMap { tree.child("rStyle", of: $0) } != nil
      || typedMark?.contains { $0.isLetter || $0.isNumber } == false
    let isMark = isNote && reading.runs.isEmpty && isSetApart ? typedMark : nil
    if let isMark, tree.text(of: node).filter({ !$0.isWhitespace }) == isMark {
      silent.append(bytes(tree, node))
      typedMark = nil
      return
    }
    var skipsText = false
    for child in tree.children(of: node) {
      readPart(tree, child, &reading, style, look, skipsText: &skipsText)
    }
  }

  private func readPart(
    _ tree: XMLTree, _ child: Int, _ reading: inout RunReading, _ style: InlineStyle, _ look: RunLook,
    skipsText: inout Bool
  ) {
    let offset = tree.nodes[child].source.lowerBound + base
    let isMuted = fields.contains(where: \.isMuted)
    switch tree.nodes[child].name {
    case "fldChar":
      let ended = fieldMark(tree, child)
      if ended == nil, let last = fields.indices.last { fields[last].lettersBefore = reading.letters }
      take(ended, at: offset, style, &reading)
    case "instrText": readInstruction(tree, child)
    case "t" where isMuted || skipsText:
      if tree.hasWords(child) {
        reading.hasSilence = true
        if let last = fields.indices.last {
          fields[last].shown += tree.text(of: child)
          fields[last].shownAt.append(bytes(tree, child))
        }
        if skipsText { silent.append(bytes(tree, child)) } else { dropped.append((bytes(tree, child), mutedWhy)) }
      }
    case "t": readText(tree, child, &reading, style, look)
    case "tab", "ptab":
      guard !isMuted else { return }
      defer { reading.tabs += 1 }
      guard let count = reading.look.line(ofTab: reading.tabs, behind: reading.letters) else {
        return put("\t", at: offset, &reading, style)
      }
      put(" ", at: offset, &reading, style)
      put(added: String(repeating: "_", count: count), at: offset, &reading, style)
      reading.hasContent = true
    case "br", "cr":
      switch tree.value("type", of: child) {
      case "page":
        reading.segments.append((reading.runs, reading.beginsPage))
        reading.runs = WordRuns()
        reading.beginsPage = true
      case "column": break
      default: if !isMuted { reading.runs.lineBreak(at: offset) }
      }
    case "noBreakHyphen": if !isMuted { put("\u{2011}", at: offset, &reading, style) }
    case "softHyphen": if !isMuted { put("\u{AD}", at: offset, &reading, style) }
    case "sym": if !isMuted { readSymbol(tree, child, &reading, style) }
    case "footnoteReference", "endnoteReference":
      guard !isMuted, let id = tree.number("id", of: child) else { return }
      let note = NoteID(isEndnote: tree.nodes[child].name == "endnoteReference", id: id)
      let isTyped = ["1", "true", "on"].contains(tree.value("customMarkFollows", of: child))
      if isTyped {
        skipsText = true
        if let run = Int(exactly: tree.nodes[child].parent), run >= 0 {
          typedMarks[note] = String(tree.text(of: run).filter { !$0.isWhitespace }.prefix(8))
        }
      }
      // called twice, it is printed once
      guard noteKeys[note] == nil else { return }
      let key = NoteKey(noteKeys.count)
      noteKeys[note] = key
      reading.hasContent = true
      reading.runs.append(.noteReference(key), at: offset, style: .plain)
      // where it is called from, for who compares the words
      silent.append(bytes(tree, child))
    case "drawing", "pict", "object": if !isMuted { readDrawing(tree, child, &reading) }
    case "AlternateContent":
      guard let choice = WordReader.choice(tree, child) else { return }
      for inner in tree.children(of: choice) {
        readPart(tree, inner, &reading, style, look, skipsText: &skipsText)
      }
    case "ruby": readRuby(tree, child, &reading)
    case "delText", "delInstrText", "rPr", "lastRenderedPageBreak", "annotationRef", "footnoteRef", "endnoteRef",
      "separator", "continuationSeparator", "commentReference", "pgNum", "dayShort", "monthShort", "yearShort":
      break
    default: break
    }
  }

  private var mutedWhy: String {
    fields.first(where: \.isMuted)?.why ?? "field"
  }

  private func readText(
    _ tree: XMLTree, _ node: Int, _ reading: inout RunReading, _ style: InlineStyle, _ look: RunLook
  ) {
    let symbol = look.font.flatMap(WordSymbols.font)
    // letters of such a font are signs; OpenSymbol has letters of its own
    let isOfSymbols = look.font?.lowercased() != "opensymbol"
    let isCode = style.traits.contains(.code) || reading.style.role == .code
    var letters = 0
    for child in tree.children(of: node) where tree.nodes[child].isText {
      let base = base
      tree.forEachScalar(ofText: child) { scalar, at in
        letters += 1
        if scalar.value >= 0xF000, scalar.value <= 0xF0FF {
          let code = scalar.value - 0xF000
          put(symbol: code, symbol ?? .symbol, at: at + base, &reading, style)
        } else if let symbol, isOfSymbols, (0x21...0xFF).contains(scalar.value),
          WordSymbols.scalar(scalar.value, in: symbol) != nil
        {
          put(symbol: scalar.value, symbol, at: at + base, &reading, style)
        } else if look.isCapitals == true, scalar.properties.isLowercase {
          let upper = scalar.properties.uppercaseMapping
          if upper != String(scalar) { recased[at + base] = upper }
          for scalar in upper.unicodeScalars { put(scalar, at: at + base, &reading, style, isCode) }
        } else {
          put(scalar, at: at + base, &reading, style, isCode)
        }
      }
    }
    guard letters > 0 else { return }
    reading.letters += letters
    reading.hasContent = true
    if let size = look.size { reading.runs.count(letters, ofSize: size) }
    if let language = look.language { languages[language, default: 0] += letters }
  }

  func put(
    _ scalar: Unicode.Scalar, at offset: Int, _ reading: inout RunReading, _ style: InlineStyle,
    _ keepsSpaces: Bool = false
  ) {
    reading.runs.append(scalar, at: offset, style: style, keepsSpaces: keepsSpaces)
  }

  /// Words that no byte of the file says.
  func put(added words: String, at offset: Int, _ reading: inout RunReading, _ style: InlineStyle) {
    additions[offset, default: ""] += words
    for scalar in words.unicodeScalars { put(scalar, at: offset, &reading, style) }
  }

  private func readRuby(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading) {
    let outer = reading.ruby
    // the reading comes first in the file, and second in the line
    for (name, part) in [("rubyBase", RubyPart.base), ("rt", .reading)] {
      guard let inner = tree.child(name, of: node) else { continue }
      reading.ruby = part
      if part == .reading, let base = tree.child("rubyBase", of: node) {
        silent.append(bytes(tree, inner))
        additions[bytes(tree, base).upperBound, default: ""] += tree.words(of: inner)
      }
      for child in tree.children(of: inner) { readInline(tree, child, &reading) }
    }
    reading.ruby = outer
  }

  // MARK: Style

  /// How a run is set, and what its properties come to.
  func style(_ tree: XMLTree, _ properties: Int?, _ reading: RunReading) -> (InlineStyle, RunLook) {
    if properties == nil, link == nil, reading.ruby == nil, let known = plainStyles[reading.paragraphStyle] {
      return known
    }
    let direct = properties.map { RunLook(tree, $0) } ?? RunLook()
    let name = properties.flatMap { tree.child("rStyle", of: $0) }.flatMap { tree.value("val", of: $0) }
    let character = styles[name]
    let own = reading.style.run.over(styles.defaults)
    let base = character.map { $0.run.toggled(over: reading.style.run, defaults: styles.defaults) } ?? own
    let look = direct.over(base)
    var traits: InlineStyle.Traits = []
    let isRight = look.isRightToLeft == true
    func isOn(_ key: KeyPath<RunLook, Bool?>, _ right: KeyPath<RunLook, Bool?>) -> Bool {
      let own = own[keyPath: isRight ? right : key] ?? false
      let value = look[keyPath: isRight ? right : key] ?? false
      return reading.isRelative ? value != own : value
    }
    if isOn(\.isItalic, \.isItalicRight) || look.isDotted == true { traits.insert(.emphasis) }
    if isOn(\.isBold, \.isBoldRight) { traits.insert(.strong) }
    if look.isSmallCapitals == true, !(reading.isRelative && own.isSmallCapitals == true) {
      traits.insert(.smallCapitals)
    }
    if look.isStruck == true { traits.insert(.strike) }
    if look.isUnderlined == true, link == nil, !(reading.isRelative && own.isUnderlined == true) {
      traits.insert(.underline)
    }
    if (look.rise ?? 0) > 0, !reading.isDropCapital { traits.insert(.superscript) }
    if (look.rise ?? 0) < 0, !reading.isDropCapital { traits.insert(.subscript) }
    if character?.role == .code { traits.insert(.code) }
    var extras = InlineStyle.Extras()
    extras.link = link
    extras.ruby = reading.ruby
    if let colour = direct.colour ?? (link == nil ? character?.run.colour : nil), let value = WordReader.colour(colour)
    {
      extras.colour = value
    }
    let language = isRight ? look.languageRight : look.language
    if let language, language.prefix(2).lowercased() != mainLanguage.prefix(2).lowercased() {
      extras.language = language
    }
    let style = InlineStyle(traits, extras: extras)
    if properties == nil, link == nil, reading.ruby == nil { plainStyles[reading.paragraphStyle] = (style, look) }
    return (style, look)
  }

  /// What the file says of text that says nothing itself.
  var mainLanguage: String { styles.normal.run.language ?? styles.defaults.language ?? "en" }

  /// A colour that somebody chose; nil for blacks and greys, which printers' ink is.
  static func colour(_ text: String) -> Colour? {
    guard text.utf8.count == 6, let value = UInt32(text, radix: 16) else { return nil }
    let parts = [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF].map(Int.init)
    guard let most = parts.max(), let least = parts.min(), most - least > 0x30 else { return nil }
    return Colour(css: "#" + text)
  }
}
