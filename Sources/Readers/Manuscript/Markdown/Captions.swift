internal import BookModel
internal import Units

extension MarkdownBlocks {
  /// A paragraph that a label ends, `{#tbl-one}`: a table's caption, a formula, the words under figures.
  func labelled(_ paragraph: Paragraph) -> Block {
    guard let last = paragraph.inlines.last, case .text(let run) = last.content, let found = headingName(run),
      let (name, kind, group) = MarkdownBlocks.kind(of: found.name)
    else { return .paragraph(paragraph) }
    var paragraph = paragraph
    paragraph.inlines = MarkdownBlocks.withoutName(paragraph.inlines)
    let text = reader.documents[Int(last.source.file)].source.text
    let begun = text[min(Int(paragraph.source.offset), text.count)...].prefix(1 << 16)
    // behind a formula the parser does not know the place of words
    let start =
      begun.firstRange(ofBytes: Array("{#\(found.name)".utf8))?.lowerBound
      ?? Int(last.source(atByte: run.utf8.distance(from: run.startIndex, to: found.start)).offset)
    if let close = text[min(start, text.count)...].prefix(200).firstIndex(of: UInt8(ascii: "}")) {
      reader.drop(start..<close + 1, in: last.source.file, why: "label")
    }
    guard let first = paragraph.inlines.first else { return .paragraph(paragraph) }
    if kind == .table { dropMark(of: &paragraph) }
    paragraph.source = first.source
    (paragraph.label, paragraph.anchor) = (Label(kind, name), name)
    paragraph.label?.group = group
    guard kind == .figure || kind == .listing else { return .paragraph(paragraph) }
    var figure = Figure(image: nil, caption: paragraph.inlines, source: first.source)
    figure.label = paragraph.label
    return .figure(figure)
  }

  /// What has a label, by its name, or as `DialectMarks` says behind bars, with the label of what it is a part of:
  /// `{#prices|table}`, `{#tbl-a|table|tbl-all}`.
  private static func kind(of label: String) -> (name: String, kind: Label.Kind, group: String?)? {
    let parts = label.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 1, let kind = Label.Kind(rawValue: parts[1]) {
      return (parts[0], kind, parts.count > 2 ? parts[2] : nil)
    }
    guard let kind = Label.Kind(ofName: label), [.figure, .table, .listing, .equation].contains(kind) else {
      return nil
    }
    return (label, kind, nil)
  }

  /// `Table:` before a caption, and the colon alone, for which the number comes (pandoc's manual, "Tables").
  private func dropMark(of paragraph: inout Paragraph) {
    guard let first = paragraph.inlines.first, case .text(let run) = first.content,
      let mark = ["Table: ", "table: ", ": "].first(where: run.hasPrefix)
    else { return }
    let start = Int(first.source.offset)
    reader.drop(start..<start + mark.utf8.count, in: first.source.file, why: "mark of a caption")
    if let rest = first.parted(atByte: mark.utf8.count)?.1 { paragraph.inlines[0] = rest }
  }
}

extension [Block] {
  /// A caption right below a picture that has none is that picture's.
  var withLabelledCaptions: [Block] {
    guard
      contains(where: { if case .figure(let figure) = $0 { figure.image == nil && figure.label != nil } else { false } }
      )
    else { return self }
    var made: [Block] = []
    for block in self {
      if case .figure(let words) = block, words.image == nil, let label = words.label, label.kind == .figure,
        case .figure(var picture)? = made.last, picture.image != nil, picture.caption.isEmpty, picture.label == nil,
        !(made.dropLast().last?.isPicture ?? false)
      {
        (picture.caption, picture.label, picture.source) = (words.caption, label, words.source)
        made[made.count - 1] = .figure(picture)
      } else {
        made.append(block)
      }
    }
    return made
  }
}

extension Block {
  fileprivate var isPicture: Bool { if case .figure(let figure) = self { figure.image != nil } else { false } }
}
