internal import BookModel
internal import PageBreaking
internal import PageModel
internal import Units

/// What is said of a table right below it: notes by letters and signs, its source.
extension GalleyMaker {
  private static let words = [
    "source", "sources", "note", "notes", "nota", "notas", "quelle", "quellen", "anmerkung", "anmerkungen", "fuente",
    "fuentes", "fonte", "fonti", "remarque", "remarques", "bron", "källa", "kilde", "источник", "источники",
    "примечание", "примечания", "abbreviations", "key", "legend",
  ]
  private static let longest = 600

  /// The paragraphs right behind a table that are its notes.
  static func notes(in blocks: ArraySlice<Block>) -> [Paragraph] {
    var found: [Paragraph] = []
    for (index, block) in zip(blocks.indices, blocks) {
      guard case .paragraph(var paragraph) = block, paragraph.anchor == nil || paragraph.label != nil,
        isNote(paragraph)
      else { break }
      // the title of another one
      if index + 1 < blocks.endIndex, case .table = blocks[index + 1],
        paragraph.label == nil
          ? isTitle(ofTable: paragraph.inlines.plainText) : found.contains(where: { $0.label != nil })
      {
        break
      }
      if found.isEmpty { paragraph.dropCaptionMark() }
      found.append(paragraph)
    }
    return found
  }

  private static let numbered = ["table", "tabelle", "tableau", "tabla", "tabella", "tabela", "tabel", "таблица"]

  /// `Table 3. The winds`, `TABLE IV`; not `Table 3 shows the winds.`
  static func isTitle(ofTable text: String) -> Bool {
    let words = text.prefix(60).split(separator: " ", maxSplits: 2)
    guard words.count > 1, text.utf8.count <= longest / 3, numbered.contains(words[0].lowercased()) else {
      return false
    }
    var number = words[1]
    while let last = number.last, !last.isLetter, !last.isNumber { number.removeLast() }
    if words.count > 2, number.count == words[1].count, !(words[2].first?.isUppercase ?? false) { return false }
    return number.first.map { $0.isNumber } ?? false || !number.isEmpty && number.allSatisfy { "IVXLC".contains($0) }
  }

  /// Whether a paragraph is the title of the table behind it: a numbered one, or a short line in the middle.
  static func titlesTable(_ blocks: [Block], at index: Int) -> Bool {
    guard index + 1 < blocks.count, case .table = blocks[index + 1], case .paragraph(let title) = blocks[index] else {
      return false
    }
    let text = title.inlines.plainText
    return title.label?.kind == .table || isTitle(ofTable: text) && !refers(title)
      || title.placement == .centred && text.utf8.count <= longest / 3
  }

  /// Whether the number that it begins with leads to the table: the text speaks of that.
  private static func refers(_ paragraph: Paragraph) -> Bool {
    paragraph.inlines.prefix(2).contains { $0.style.link?.hasPrefix("#") == true }
  }

  private static func isNote(_ paragraph: Paragraph) -> Bool {
    if paragraph.label?.kind == .table { return true }
    let text = paragraph.inlines.plainText
    guard text.utf8.count <= longest, paragraph.placement == .justified || paragraph.placement == .leading else {
      return false
    }
    // `: A caption`, as pandoc writes it, and `Table 3. …`
    if text.hasPrefix(": ") || isTitle(ofTable: text) && !refers(paragraph) { return true }
    // a raised letter or figure
    if let first = paragraph.inlines.first, first.style.traits.contains(.superscript),
      case .text(let mark) = first.content, mark.utf8.count <= 3
    {
      return true
    }
    // a sign, but no row of stars
    let mark = text.prefix { "*†‡§".contains($0) }
    if !mark.isEmpty { return text.dropFirst(mark.count).contains { $0.isLetter } }
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "." }) else { return false }
    let word = text[..<colon].filter { $0.isLetter }.lowercased()
    let isNamed = words.contains(word) && text[..<colon].count <= word.count + 3
    return isNamed && text.index(after: colon) < text.endIndex
  }

  /// Sets the notes of a table as further rows of it.
  /// - Parameter end: where the table ends, from the last row's baseline.
  /// - Returns: where the notes end, from their last record's baseline.
  func add(
    _ notes: ArraySlice<Paragraph>, below end: PackedLength, of shape: TableShape, in frame: Frame,
    to rows: inout TableRows
  ) -> PackedLength {
    var depth = end
    for paragraph in notes {
      let edge = shape.isLeftward ? measure - shape.left - shape.width : shape.left
      let apart = lay(paragraph, from: edge, width: shape.width, in: frame)
      let pitch = notePitch
      rows.lines[rows.lines.count - 1].breakAfter = VerticalLine.never
      rows.heights[rows.heights.count - 1] = depth + (rows.notes == 0 ? pitch * 5 / 4 : pitch)
      rows.notes += 1
      let record = stick.lines.count
      blankRecord(source: paragraph.source.offset)
      for line in apart.lines { attach(line, to: record) }
      rows.calls += apart.keys.map { (record: record, key: $0) }
      depth = apart.lines.last?.y ?? 0
      rows.heights.append(depth + pitch)
      rows.lines.append(VerticalLine(noteRows: apart.noteRows))
    }
    return depth + notePitch / 3 - rowPitch / 3
  }

  /// Sets the notes of a table that has no columns.
  func set(notes: ArraySlice<Paragraph>, in frame: Frame) {
    for paragraph in notes {
      keepLastWithNext()
      var spec = LineSpec(frame: frame)
      spec.frame.style = noteStyle(in: frame)
      spec.placement = .leading
      within(.paragraph, paragraph.source) { _ = add(paragraph.inlines, spec: spec, kind: .paragraph) }
    }
  }

  private var notePitch: PackedLength { PackedLength(Double(em) * resolver.note.scale * 1.2) }

  private func noteStyle(in frame: Frame) -> BlockStyle { isInNote ? frame.style : resolver.note }

  private func lay(_ paragraph: Paragraph, from left: PackedLength, width: PackedLength, in frame: Frame) -> Apart {
    let wide = max(width, (measure - left) * 2 / 3)
    var spec = LineSpec(
      frame: Frame(
        style: noteStyle(in: frame), leadingIndent: left, trailingIndent: max(0, measure - left - wide)))
    spec.placement = .leading
    if let anchor = paragraph.anchor { pendingAnchors.append(.named(anchor)) }
    return within(.paragraph, paragraph.source) { layApart(paragraph.inlines, spec: spec, pitch: notePitch) }
  }
}

extension Paragraph {
  /// Takes pandoc's sign of a caption away.
  fileprivate mutating func dropCaptionMark() {
    guard let first = inlines.first, case .text(let text) = first.content, text.hasPrefix(": ") else { return }
    inlines[0].content = .text(String(text.dropFirst(2)))
    inlines[0].source = first.source(atByte: 2)
    inlines[0].marks = []
  }
}
