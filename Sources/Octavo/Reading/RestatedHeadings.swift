internal import BookModel
internal import Design
internal import Typesetting
internal import Units

/// Words of a heading that a theme prints otherwise than the manuscript has them: `CHAPTER IV` as
/// `Chapter Four`, a title in capitals.
struct RestatedHeading {
  var file: Int
  var bytes: Range<Int>
  var words: String
}

extension Book {
  func restatedHeadings(by design: PageDesign) -> [RestatedHeading] {
    let language = design.language(of: metadata)
    var found: [RestatedHeading] = []
    for section in sections {
      if let heading = section.heading {
        let isPart = section.role == .part
        let label = OpenerWords.label(of: heading, isPart: isPart, design, language)
        let title = OpenerWords.title(of: heading, isPart: isPart, design, language)
        found += [(heading.label, label), (heading.title, title)].compactMap(RestatedHeading.init)
      }
      for heading in section.subheads {
        found += [heading.label, heading.title].compactMap { inlines in
          RestatedHeading(inlines, OpenerWords.subhead(inlines, level: heading.level, design, language))
        }
      }
    }
    return found
  }

  /// The numbers that sections and headings were given (`numberSections`), as a theme writes them, each with the byte of
  /// the manuscript that it stands before.
  func sectionNumbers(by design: PageDesign) -> [(file: Int, offset: Int, words: String)] {
    func number(_ heading: Heading, _ words: [Inline]) -> (file: Int, offset: Int, words: String)? {
      guard let first = heading.label.first, first.isPinned else { return nil }
      return (Int(first.source.file), Int(first.source.offset), words.plainText + " ")
    }
    let language = design.language(of: metadata)
    return sections.flatMap { section in
      let own = section.heading.flatMap {
        number($0, OpenerWords.label(of: $0, isPart: section.role == .part, design, language))
      }
      return [own].compactMap { $0 } + section.subheads.compactMap { number($0, $0.label) }
    }
  }

  /// What is set between number and title of a heading within a section, where the manuscript has other signs there,
  /// or each on a line of its own: `SCENE II.--A garden`.
  /// - Parameter left: bytes that are left out, which may stand between them.
  func addedStops(in file: SourceFile, _ index: Int, without left: [Range<Int>]) -> [RestatedHeading] {
    let inNotes = notes.keys.sorted().flatMap { notes[$0]?.blocks.allHeadings ?? [] }
    return (sections.flatMap(\.blocks.allHeadings) + inNotes).compactMap { heading in
      let separator = heading.separatorInText
      guard !separator.isEmpty, let label = heading.label.last,
        case .text(let number) = label.content, let title = heading.title.first, let last = number.unicodeScalars.last,
        Int(title.source.file) == index,
        title.source.file == label.source.file
      else { return nil }
      let size = String(last).utf8.count
      let place = Int(label.source(atByte: number.utf8.count - size).offset)
      let end = Int(title.source.offset)
      guard place < end, end <= file.text.count else { return nil }
      // it may be written as a reference
      let reference = file.text[place] == 0x26 ? file.text[place..<end].prefix(10).firstIndex(of: 0x3B) : nil
      let start = reference.map { $0 + 1 } ?? place + size
      guard start < end else { return nil }
      var between = file.text[start..<end]
      for range in left.sorted(by: { $0.lowerBound > $1.lowerBound }) where range.overlaps(start..<end) {
        between.removeSubrange(range.clamped(to: between.startIndex..<between.endIndex))
      }
      guard isBetween(between), separator != " " || between.contains(where: { $0 > 0x20 }) else { return nil }
      return RestatedHeading(file: index, bytes: start..<end, words: separator)
    }
  }
}

/// Whether bytes are spaces, line ends, points, hyphens and dashes, references to such: `&mdash;`, or tags.
private func isBetween(_ bytes: ArraySlice<UInt8>) -> Bool {
  var place = bytes.startIndex
  while place < bytes.endIndex {
    let byte = bytes[place]
    if byte == 0x26 {
      guard let end = bytes[place...].prefix(10).firstIndex(of: 0x3B) else { return false }
      place = end + 1
      continue
    }
    if byte == 0x3C {
      guard place + 1 < bytes.endIndex, bytes[place + 1] == 0x2F || bytes[place + 1] | 0x20 >= 0x61,
        let end = bytes[place...].firstIndex(of: 0x3E)
      else { return false }
      place = end + 1
      continue
    }
    guard
      byte <= 0x20 || byte >= 0x80 && byte < 0xC0
        || [0x2E, 0x2C, 0x3A, 0x3B, 0x2D, 0x29, 0x5D, 0xC2, 0xE2].contains(byte)
    else { return false }
    place += 1
  }
  return true
}

extension Section {
  fileprivate var subheads: [Heading] { blocks.headings }
}

extension [Block] {
  fileprivate var headings: [Heading] {
    compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
  }

  /// Those in lists, cells and the like, too.
  fileprivate var allHeadings: [Heading] {
    flatMap { block -> [Heading] in
      if case .heading(let heading) = block { return [heading] }
      var inner: [Block] = []
      block.visitParts(text: { _, _ in }) { inner.append($0) }
      return inner.allHeadings
    }
  }
}

extension RestatedHeading {
  /// Nil where the words are the manuscript's.
  init?(_ typed: [Inline], _ printed: [Inline]) {
    let words = printed.plainText
    guard typed.plainText != words, let first = typed.first, let last = typed.last, !first.isPinned else { return nil }
    var end = Int(last.source.offset)
    if case .text(let text) = last.content, !text.isEmpty {
      end = Int(last.source(atByte: text.utf8.count - 1).offset) + 1
    }
    guard end > Int(first.source.offset), first.source.file == last.source.file else { return nil }
    (file, bytes, self.words) = (Int(first.source.file), Int(first.source.offset)..<end, words)
  }
}
