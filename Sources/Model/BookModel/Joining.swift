public import Units

/// What tells a book's places, names and notes from those of another that it is joined to.
public struct BookShift: Sendable {
  /// Files, notes and citations that come before its own.
  public var files: Int
  public var notes: Int
  public var citations: Int
  /// Stands before the names of places and pictures.
  public var prefix: String

  public init(files: Int, notes: Int, citations: Int, prefix: String) {
    (self.files, self.notes, self.citations, self.prefix) = (files, notes, citations, prefix)
  }

  func callAsFunction(_ source: inout SourceLocation) { source.file = UInt16(clamping: Int(source.file) + files) }

  func callAsFunction(_ name: inout String?) { if let plain = name { name = prefix + plain } }

  func callAsFunction(_ key: NoteKey) -> NoteKey { NoteKey(key.index + notes) }

  fileprivate func callAsFunction(_ mark: TextMark) -> TextMark {
    if case .label(let name) = mark { .label(prefix + name) } else { mark }
  }
}

extension Book {
  /// Makes its places, names and notes others than those of the books before it.
  public mutating func move(by shift: BookShift) {
    let inside = Set(pictures.keys)
    for index in sections.indices { sections[index].move(by: shift, inside) }
    var moved: [NoteKey: Note] = [:]
    for (key, note) in notes {
      var note = note
      shift(&note.source)
      for index in note.blocks.indices { note.blocks[index].move(by: shift, inside) }
      moved[shift(key)] = note
    }
    notes = moved
    pictures = Dictionary(uniqueKeysWithValues: pictures.map { (shift.prefix + $0, $1) })
  }
}

extension Section {
  fileprivate mutating func move(by shift: BookShift, _ pictures: Set<String>) {
    shift(&source)
    shift(&anchor)
    heading?.move(by: shift, pictures)
    for index in blocks.indices { blocks[index].move(by: shift, pictures) }
  }
}

extension Heading {
  fileprivate mutating func move(by shift: BookShift, _ pictures: Set<String>) {
    shift(&source)
    shift(&anchor)
    rewriteText { inlines, _ in inlines.move(by: shift, pictures) }
  }
}

extension Paragraph {
  /// What is no text of its own.
  fileprivate mutating func move(by shift: BookShift) {
    shift(&source)
    shift(&anchor)
  }
}

extension Block {
  /// - Parameter pictures: names of those that came inside the manuscript; others are files.
  fileprivate mutating func move(by shift: BookShift, _ pictures: Set<String>) {
    switch self {
    case .paragraph(var block):
      block.move(by: shift)
      self = .paragraph(block)
    case .heading(var block):
      shift(&block.source)
      shift(&block.anchor)
      self = .heading(block)
    case .verse(var block):
      shift(&block.source)
      shift(&block.anchor)
      for stanza in block.stanzas.indices {
        for line in block.stanzas[stanza].lines.indices {
          shift(&block.stanzas[stanza].lines[line].source)
          block.stanzas[stanza].lines[line].number.move(by: shift, pictures)
        }
      }
      self = .verse(block)
    case .quotation(var block):
      shift(&block.source)
      block.attribution?.move(by: shift)
      self = .quotation(block)
    case .callout(var block):
      shift(&block.source)
      self = .callout(block)
    case .letter(var block):
      shift(&block.source)
      for index in block.dateline.indices { block.dateline[index].move(by: shift) }
      for index in block.signature.indices { block.signature[index].move(by: shift) }
      self = .letter(block)
    case .speech(var block):
      shift(&block.source)
      self = .speech(block)
    case .list(var block):
      shift(&block.source)
      for index in block.items.indices { shift(&block.items[index].source) }
      self = .list(block)
    case .table(var block):
      shift(&block.source)
      self = .table(block)
    case .preformatted(var block):
      shift(&block.source)
      for index in block.lines.indices { shift(&block.lines[index].source) }
      self = .preformatted(block)
    case .figure(var block):
      shift(&block.source)
      if let image = block.image, pictures.contains(image) { block.image = shift.prefix + image }
      self = .figure(block)
    case .sceneBreak(var block):
      shift(&block.source)
      self = .sceneBreak(block)
    case .pageBreak(var source):
      shift(&source)
      self = .pageBreak(source)
    }
    rewriteParts(text: { inlines, _ in inlines.move(by: shift, pictures) }) { $0.move(by: shift, pictures) }
  }
}

extension [Inline] {
  fileprivate mutating func move(by shift: BookShift, _ pictures: Set<String>) {
    for index in indices {
      shift(&self[index].source)
      switch self[index].content {
      case .noteReference(let key): self[index].content = .noteReference(shift(key))
      case .image(let name) where pictures.contains(name): self[index].content = .image(shift.prefix + name)
      case .image, .text, .lineBreak: break
      }
      guard self[index].style != InlineStyle(self[index].style.traits) else { continue }
      var extras = self[index].style.extras
      if let link = extras.link, link.hasPrefix("#") { extras.link = "#" + shift.prefix + link.dropFirst() }
      extras.textMarks = extras.textMarks.map { shift($0) }
      if let citation = extras.citation { extras.citation = citation + shift.citations }
      if var pages = extras.pages {
        (pages.first, pages.last) = (shift(pages.first), pages.last.map { shift($0) })
        if let note = pages.note { pages.note = PageReference.Note(shift(note.key), note.word) }
        extras.pages = pages
      }
      self[index].style.extras = extras
    }
  }
}
