internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// A paragraph as it stands in the file, with what its style and its own properties say.
struct WordParagraph {
  var inlines: [Inline] = []
  var look = ParagraphLook()
  var role: StyleRole?
  var source: SourceLocation
  /// Names that links may lead to.
  var anchor: String?
  /// Half points of most of its letters.
  var size = 0
  /// Columns that tabs and spaces set the first line in.
  var lead = 0
  /// The same of each line behind a forced end.
  var leads: [Int: Int] = [:]
  /// Its lines with all of their spaces, where all of it is in a face of one width; else none.
  var typed: [Preformatted.Line] = []
  /// Its place in a list or among numbered headings.
  var item: (list: Int, depth: Int, level: WordNumbering.Level, number: Int, label: String)?
  /// What it goes on with stands right behind its last letter.
  var isPartOfWord = false
  /// White behind its last letter, which is no part of its words.
  var endsInSpace = false

  var words: String { inlines.plainText }
  /// Bytes of them.
  var length: Int { inlines.size }
}

struct WordItem {
  enum Content {
    case paragraph(WordParagraph)
    case block(Block)
    /// A paragraph without words.
    case blank(SourceLocation)
  }

  var content: Content
  var beginsPage = false

  var paragraph: WordParagraph? { if case .paragraph(let paragraph) = content { paragraph } else { nil } }
}

/// Reads the parts of a file and gathers what is not in the line of the text.
final class WordReader {
  let package: WordPackage
  let options: WordOptions
  let name: String
  let styles: WordStyles
  var numbering: WordNumbering
  /// Of the part that is read.
  var relationships: [String: WordPackage.Relationship] = [:]
  /// Where the part that is read begins in the text of all.
  var base = 0

  // MARK: While reading

  var fields: [WordField] = []
  var link: String?
  /// The next paragraph begins a page.
  var breaksPage = false
  /// Names that wait for a paragraph.
  var anchors: [String] = []
  /// Paragraphs whose mark is deleted or hidden: the next one goes on with them.
  var joined: WordParagraph?
  var depth = 0
  static let deepest = 48
  /// By items of the body: sections that begin with one, and whether they begin a page.
  var sectionStart = 0
  var sectionBreaks: [Int: Bool] = [:]
  var isNote = false
  /// The mark of the note that is read, where somebody typed one.
  var typedMark: String?
  /// Text boxes and pictures of the paragraph that is read, to stand behind it.
  var behind: [WordItem] = []

  // MARK: Gathered

  struct NoteID: Hashable {
    var isEndnote: Bool
    var id: Int
  }

  var noteKeys: [NoteID: NoteKey] = [:]
  var typedMarks: [NoteID: String] = [:]
  var aliases: [String: String] = [:]
  var hasLinks = false
  var refersToPages = false
  /// Bookmarks that fields refer to, where, and the bytes of page numbers that these show.
  var references: [(name: String, place: Int, shown: [Range<Int>])] = []
  var silent: [Range<Int>] = []
  var dropped: [(range: Range<Int>, why: String)] = []
  var apart: [OutOfFlowText] = []
  var hidden = (places: 0, first: 0)
  var additions: [Int: String] = [:]
  var recased: [Int: String] = [:]
  var pictures: [String: [UInt8]] = [:]
  var flawed: Set<String> = []
  var diagnostics: [Diagnostic] = []
  var formulas = 0
  var boxes = (count: 0, first: 0)
  var symbols: [String: (count: Int, first: Int)] = [:]
  var cropped = (count: 0, first: 0)
  var charts = (count: 0, first: 0)
  var diagrams = (count: 0, first: 0)
  var languages: [String: Int] = [:]
  /// Styles of runs that say nothing themselves, by paragraph style.
  var plainStyles: [String: (style: InlineStyle, look: RunLook)] = [:]
  var report = ReadingReport()
  /// Where paragraphs begin.
  var starts: [Int] = []

  init(_ package: WordPackage, _ options: WordOptions, name: String) {
    (self.package, self.options, self.name) = (package, options, name)
    let known = package.relationships(of: package.document)
    func part(_ kind: String) -> String? { known.values.first { $0.kind == kind && !$0.isExternal }?.target }
    styles = WordStyles(package.tree(part("styles")))
    numbering = WordNumbering(package.tree(part("numbering")))
    relationships = known
  }

  /// The name of a part that the document names by what it is.
  func part(_ kind: String, of relationships: [String: WordPackage.Relationship]) -> String? {
    relationships.values.first { $0.kind == kind && !$0.isExternal }?.target
  }

  func warn(_ code: String, _ message: String, _ help: String, at offset: Int? = nil) {
    diagnostics.append(
      Diagnostic(.warning, code: code, message, help: help, source: offset.map { SourceLocation(offset: $0) }))
  }

  /// The bytes of an element in the text of all.
  func bytes(_ tree: XMLTree, _ node: Int) -> Range<Int> {
    let source = tree.nodes[node].source
    return (source.lowerBound + base)..<(source.upperBound + base)
  }

  func location(_ tree: XMLTree, _ node: Int) -> SourceLocation {
    SourceLocation(offset: tree.nodes[node].source.lowerBound + base)
  }

  // MARK: Blocks

  /// Reads what stands in a body, a cell, a note, a box.
  func items(_ tree: XMLTree, in node: Int) -> [WordItem] {
    var found: [WordItem] = []
    for child in tree.children(of: node) { read(tree, child, into: &found) }
    return found
  }

  func read(_ tree: XMLTree, _ node: Int, into items: inout [WordItem]) {
    guard !tree.nodes[node].isText else { return }
    guard depth < WordReader.deepest else { return drop(tree, node, "nested too deep") }
    depth += 1
    defer { depth -= 1 }
    switch tree.nodes[node].name {
    case "p": readParagraph(tree, node, into: &items)
    case "tbl": readTable(tree, node, into: &items)
    case "sdt":
      if isContents(tree, node), !options.keepsContents { return drop(tree, node, "contents list") }
      guard let content = tree.child("sdtContent", of: node) else { return }
      for child in tree.children(of: content) { read(tree, child, into: &items) }
    case "customXml", "smartTag", "ins", "moveTo", "body":
      for child in tree.children(of: node) { read(tree, child, into: &items) }
    case "AlternateContent":
      guard let choice = WordReader.choice(tree, node) else { return }
      for child in tree.children(of: choice) { read(tree, child, into: &items) }
    case "bookmarkStart": if let name = tree.value("name", of: node) { anchors.append(name) }
    case "sectPr": endSection(tree, node, at: items.count)
    case "altChunk":
      warn(
        "word-chunk", "a file that is embedded as a whole is left out",
        "open the manuscript in Word and save it: it is taken in then",
        at: bytes(tree, node).lowerBound)
    case "moveFrom", "del": silent.append(bytes(tree, node))
    default: break
    }
  }

  /// Word's own list of contents is a control of its gallery.
  private func isContents(_ tree: XMLTree, _ node: Int) -> Bool {
    guard let properties = tree.child("sdtPr", of: node) else { return false }
    return tree.all("docPartGallery", in: properties).contains {
      ["table of contents", "bibliographies contents"].contains(tree.value("val", of: $0)?.lowercased())
    }
  }

  /// What is read of alternatives: the first, which is the newest (ECMA-376-3, 10.2).
  static func choice(_ tree: XMLTree, _ node: Int) -> Int? {
    tree.child("Choice", of: node) ?? tree.child("Fallback", of: node)
  }

  /// Leaves out what has words, and says so in the report.
  func drop(_ tree: XMLTree, _ node: Int, _ why: String) {
    guard tree.hasWords(node) else { return }
    dropped.append((bytes(tree, node), why))
  }

  /// A section says at its end how it began (ECMA-376-1, 17.6.22).
  func endSection(_ tree: XMLTree, _ node: Int, at end: Int) {
    guard !isNote else { return }
    if let direction = tree.child("textDirection", of: node).flatMap({ tree.value("val", of: $0) }),
      ["tbRl", "tbV", "rl", "vert"].contains(direction), !diagnostics.contains(where: { $0.code == "word-vertical" })
    {
      warn(
        "word-vertical", "the manuscript asks for vertical lines: they are set across",
        "--writing vertical sets them as it asks", at: bytes(tree, node).lowerBound)
    }
    let type = tree.child("type", of: node).flatMap { tree.value("val", of: $0) } ?? "nextPage"
    sectionBreaks[sectionStart] = type != "continuous" && type != "nextColumn"
    sectionStart = end
  }

  // MARK: Paragraphs

  private func readParagraph(_ tree: XMLTree, _ node: Int, into items: inout [WordItem]) {
    let properties = tree.child("pPr", of: node)
    let direct = properties.map { ParagraphLook(tree, $0) } ?? ParagraphLook()
    let styleName = properties.flatMap { tree.child("pStyle", of: $0) }.flatMap { tree.value("val", of: $0) }
    let style = styles[styleName] ?? styles.normal
    var paragraph = WordParagraph(source: location(tree, node))
    starts.append(Int(paragraph.source.offset))
    report.styles.add(styleName ?? "", at: paragraph.source)
    paragraph.look = direct.over(style.paragraph)
    paragraph.role = style.role
    let mark = properties.flatMap { tree.child("rPr", of: $0) }
    // the mark between this paragraph and the next is gone, or one that is not seen (17.3.2.36)
    let isJoined =
      mark.map {
        tree.child("del", of: $0) != nil || tree.child("moveFrom", of: $0) != nil
          || tree.child("specVanish", of: $0) != nil
      } ?? false
    if style.role == .contents || style.role == .contentsHeading, !options.keepsContents {
      drop(tree, node, "contents list")
      // fields begin and end in it all the same
      walkFields(tree, node)
      if let section = properties.flatMap({ tree.child("sectPr", of: $0) }) {
        endSection(tree, section, at: items.count)
      }
      return
    }
    if paragraph.look.beginsPage == true { breaksPage = true }
    var reading = RunReading(
      paragraphStyle: styleName ?? "", style: style, isRelative: style.role?.isOfOwnLook ?? false)
    reading.look = paragraph.look
    reading.isDropCapital = direct.isDropCapital == true
    let outerBehind = behind
    behind = []
    defer { behind = outerBehind }
    for child in tree.children(of: node) { readInline(tree, child, &reading) }
    paragraph.typed = typedLines(tree, node, reading) ?? []
    if !anchors.isEmpty {
      paragraph.anchor = anchors[0]
      for name in anchors { aliases[name] = anchors[0] }
      anchors = []
    }
    // an empty one that is numbered has no number that is seen, but counts
    let isBlank = !reading.hasContent && reading.runs.isEmpty && reading.segments.allSatisfy(\.runs.isEmpty)
    // nor does one count that is joined to the next and has nothing left
    let isGone = isBlank && isJoined
    if !isBlank || style.role?.isHeading ?? false, !isGone { number(&paragraph, direct, style, styleName) }
    // a heading of nothing but its number
    if isBlank, let item = paragraph.item, !item.level.isBullet {
      let words = item.label.trimmingBlanks
      if !words.isEmpty {
        put(added: words, at: Int(paragraph.source.offset), &reading, .plain)
        paragraph.item = nil
      }
    }
    paragraph.isPartOfWord = direct.isDropCapital == true
    // a rule that stands by itself, and white of which a style says that it parts scenes
    let isOfRule = style.role == nil || style.role == .sceneBreak
    let isRule = direct.isRuled == true || isOfRule && paragraph.look.isRuled == true
    if isBlank, isRule, !isGone, !reading.hasSilence, behind.isEmpty {
      return append(.block(.sceneBreak(SceneBreak(mark: .ornament, source: paragraph.source))), to: &items)
    }
    if isBlank, style.role == .sceneBreak, !isGone, !reading.hasSilence, behind.isEmpty {
      return append(.block(.sceneBreak(SceneBreak(mark: .space, source: paragraph.source))), to: &items)
    }
    finish(&paragraph, &reading, isJoined: isJoined || paragraph.isPartOfWord, into: &items)
    if let section = properties.flatMap({ tree.child("sectPr", of: $0) }) { endSection(tree, section, at: items.count) }
  }

  private func number(
    _ paragraph: inout WordParagraph, _ direct: ParagraphLook, _ style: WordStyles.Style, _ styleName: String?
  ) {
    guard let list = direct.list ?? style.paragraph.list, list > 0 else { return }
    let depth =
      direct.listLevel ?? (direct.list == nil ? styleName.flatMap { numbering.ofStyles[$0]?.level } : nil)
      ?? style.paragraph.listLevel ?? 0
    guard let (level, number, label) = numbering.next(list, depth) else { return }
    // a sign of blanks is none: the paragraph goes on with the item before it, as pandoc writes
    if !level.isBullet || label.contains(where: { !$0.isWhitespace }) || label.isEmpty {
      paragraph.item = (list, depth, level, number, label)
    }
    if direct.left == nil, let left = level.left { paragraph.look.left = left }
  }

  private func finish(
    _ paragraph: inout WordParagraph, _ reading: inout RunReading, isJoined: Bool, into items: inout [WordItem]
  ) {
    var segments = reading.segments
    segments.append((reading.runs, reading.beginsPage))
    for (index, var segment) in segments.enumerated() {
      if segment.beginsPage { breaksPage = true }
      var part = paragraph
      part.endsInSpace = segment.runs.endsInSpace && !segment.runs.isEmpty
      part.inlines = segment.runs.finish()
      part.lead = segment.runs.lead
      part.leads = segment.runs.leads
      part.size = segment.runs.sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
      if index > 0 { (part.anchor, part.item) = (nil, nil) }
      if segments.count > 1 || joined != nil { part.typed = [] }
      if let first = part.inlines.first { part.source = first.source }
      if var before = joined {
        joined = nil
        if !part.inlines.isEmpty {
          // a capital that is a word of its own: `A` and ` letter`
          let isWord = before.isPartOfWord && (part.lead > 0 || before.endsInSpace)
          if !before.inlines.isEmpty, !before.isPartOfWord || isWord, before.inlines.last?.content != .lineBreak {
            before.inlines.append(Inline(" ", source: part.source))
          }
          before.inlines += part.inlines
        }
        // a capital over several lines is set in no other way than its word
        if before.isPartOfWord {
          (before.role, before.look, before.size, before.isPartOfWord) = (part.role, part.look, part.size, false)
        }
        if before.role == nil { (before.role, before.look) = (part.role, part.look) }
        part = before
      }
      let isLast = index == segments.count - 1
      if isLast, isJoined, !part.inlines.isEmpty {
        joined = part
        continue
      }
      if part.inlines.isEmpty {
        // what was left out leaves no white, nor does a page's end, nor a paragraph whose own end is deleted with it
        if !reading.hasSilence, !isJoined, segments.count == 1, behind.isEmpty {
          append(.blank(part.source), to: &items)
        }
      } else {
        append(part, to: &items)
      }
    }
    for item in behind {
      var item = item
      if breaksPage { (item.beginsPage, breaksPage) = (true, false) }
      items.append(item)
    }
    behind = []
  }

  /// A paragraph; pictures that stand alone or are higher than a line are blocks of their own.
  private func append(_ paragraph: WordParagraph, to items: inout [WordItem]) {
    var paragraph = paragraph
    var (before, after): ([Figure], [Figure]) = ([], [])
    var width = 0.0
    let hasWords = paragraph.words.contains { !$0.isWhitespace }
    if paragraph.inlines.contains(where: { if case .image = $0.content { true } else { false } }) {
      var kept: [Inline] = []
      for inline in paragraph.inlines {
        guard case .image(let name) = inline.content, !hasWords || !inline.isOfLine else {
          kept.append(inline)
          continue
        }
        width += inline.style.extras.width?.points ?? 999
        let figure = figure(name, inline)
        if figure.runaround == nil, kept.contains(where: { $0.content != .lineBreak }) {
          after.append(figure)
        } else {
          before.append(figure)
        }
      }
      while kept.first?.content == .lineBreak { kept.removeFirst() }
      while kept.last?.content == .lineBreak { kept.removeLast() }
      paragraph.inlines = kept
      if let first = kept.first { paragraph.source = first.source }
    }
    // side by side, where Word's own page has room for them
    let isAlone = !hasWords && paragraph.inlines.allSatisfy { if case .text = $0.content { true } else { false } }
    if isAlone, before.count + after.count > 1, width <= 480 {
      for block in Block.row(of: before + after) { append(.block(block), to: &items) }
      return
    }
    for figure in before { append(.block(.figure(figure)), to: &items) }
    if hasWords {
      append(.paragraph(paragraph), to: &items)
    } else if !paragraph.inlines.isEmpty, before.isEmpty {
      // nothing but the call of a note
      append(.paragraph(paragraph), to: &items)
    }
    for figure in after { append(.block(.figure(figure)), to: &items) }
  }

  private func append(_ content: WordItem.Content, to items: inout [WordItem]) {
    var item = WordItem(content: content)
    // white at the head of a page is none
    if case .blank = content, breaksPage { return }
    if breaksPage { (item.beginsPage, breaksPage) = (true, false) }
    items.append(item)
  }

  private func figure(_ name: String, _ inline: Inline) -> Figure {
    let extras = inline.style.extras
    var figure = Figure(name, inline)
    figure.height = nil
    // a small one is an ornament, which stays where it is put
    if let height = extras.height?.points, height <= 80 { figure.placement = .here }
    report.illustrations += 1
    return figure
  }
}

extension Inline {
  /// A picture no higher than a line, and no banner that stands beside it.
  fileprivate var isOfLine: Bool {
    let (width, height) = (style.extras.width?.points ?? 999, style.extras.height?.points ?? 999)
    return height <= 24 && (width <= 72 || width <= height * 4)
  }
}

extension Figure.Size {
  /// Nil for a share of what is not known.
  var points: Double? { if case .length(let length) = self { length.points } else { nil } }
}

extension String {
  var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

extension StyleRole {
  var isHeading: Bool {
    switch self {
    case .heading, .part, .chapter: true
    default: false
    }
  }

  /// Its look is the design's: only what differs from it means something.
  var isOfOwnLook: Bool {
    switch self {
    case .flush, .list, .centred, .indexEntry, .note, .dateline: false
    default: true
    }
  }
}
