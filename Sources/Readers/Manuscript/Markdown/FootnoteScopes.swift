internal import CMark
internal import Units

/// A passage in parts, in none of which two notes have one label.
///
/// The parser keeps the first note of a label and drops the others, but chapters that were written one by one each begin
/// their notes anew. So what has such notes is parted before the heading between them, before the paragraph that stands
/// between them, or between the two; each part is parsed by itself, and a call means the note of its own part, of the
/// next part that has one, or of the last.
struct FootnoteScopes {
  private(set) var parsed: ParsedPassage
  /// Where in the manuscript the parts begin, ascending.
  private(set) var starts: [Int]
  /// Notes that stand in one quotation or list with another of their label: the parser drops them.
  private(set) var leftOut: [NoteName] = []
  /// By label, ascending: where notes are defined in the manuscript.
  private let places: [String: [Int]]

  /// What looks like the beginning of a note.
  fileprivate struct Found {
    var name: NoteName
    /// As it is written.
    var label: String
    var line: Int
    /// Nothing stands before it.
    var isAtMargin: Bool
  }

  /// - Parameters:
  ///   - passage: with the prelude that it needs where it is one part.
  ///   - labels: of the passage itself.
  ///   - links: of the file.
  ///   - elsewhere: notes of the file outside the passage.
  init(
    _ passage: MarkdownPassage, labels: MarkdownLabels, links: MarkdownLabels,
    elsewhere: (String) -> NoteName? = { _ in nil }
  ) {
    let whole = ParsedPassage(passage, elsewhere: elsewhere)
    parsed = whole
    starts = []
    guard !labels.repeated.isEmpty else {
      places = Dictionary(grouping: whole.ownNotes, by: \.label).mapValues { $0.map(\.offset) }
      return
    }
    let notes = FootnoteScopes.notes(of: whole)
    let places = Dictionary(grouping: notes, by: \.name.label).mapValues { $0.map(\.name.offset) }
    self.places = places
    let bounds = FootnoteScopes.bounds(of: whole, notes)
    guard bounds.count > 2 else {
      leftOut = notes.map(\.name).filter { whole.node(of: $0) == nil }
      return
    }
    var parts: ParsedPassage?
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let offset = passage.origin(of: passage.offset(line: start, column: 1))
      starts.append(offset)
      let own = notes.filter(from: start, to: end)
      let known = Set(own.map(\.name.label))
      let isOther = { (label: String) in !known.contains(label) && (places[label] != nil || elsewhere(label) != nil) }
      let bare = passage.part(start..<end, prelude: [])
      let prelude =
        MarkdownLabels.calling(own.map(\.label))
        + links.prelude(for: String(decoding: bare.text, as: UTF8.self), isNote: isOther)
      let part = ParsedPassage(passage.part(start..<end, prelude: prelude)) { label in
        FootnoteScopes.nearest(label, places[label], from: offset) ?? elsewhere(label)
      }
      if parts == nil { parts = part } else { parts?.append(part) }
    }
    if let parts { parsed = parts }
    let result = parsed
    leftOut = notes.map(\.name).filter { result.node(of: $0) == nil }
  }

  /// The note that a label means at a place of the manuscript.
  func note(_ label: String, at offset: Int) -> NoteName? {
    let next = starts.lowerBound { $0 <= offset }
    return FootnoteScopes.nearest(label, places[label], from: next > 0 ? starts[next - 1] : 0)
  }

  private static func nearest(_ label: String, _ places: [Int]?, from start: Int) -> NoteName? {
    guard let places, let last = places.last else { return nil }
    let next = places.lowerBound { $0 < start }
    return NoteName(label: label, offset: next < places.count ? places[next] : last)
  }

  /// What the parser takes for notes, in the order of the text.
  private static func notes(of whole: ParsedPassage) -> [Found] {
    let passage = whole.passage
    let first = passage.offset(line: passage.ownLines.lowerBound, column: 1)
    let labels = MarkdownLabels(passage.text, from: first)
    let homes = LiteralRanges(whole)
    let found = labels.firsts.map { ($0.key, $0.value) } + labels.repeated.map { ($0.label, $0.offset) }
    return found.sorted { $0.1 < $1.1 }.compactMap { label, offset in
      let origin = passage.origin(of: offset)
      let line = passage.line(at: offset)
      let isAtMargin = passage.offset(line: line, column: 1) == offset
      guard !homes.isText(at: origin, isSetIn: passage.text[..<offset].suffix(4).elementsEqual("    ".utf8)) else {
        return nil
      }
      let written = passage.text[(offset + 2)...].prefix { $0 != 0x5D }
      return Found(
        name: NoteName(label: label, offset: origin), label: String(decoding: written, as: UTF8.self), line: line,
        isAtMargin: isAtMargin)
    }
  }

  /// The first lines of all parts, and that past the last.
  private static func bounds(of whole: ParsedPassage, _ notes: [Found]) -> [Int] {
    let lines = whole.passage.ownLines
    let blocks = whole.blocks.map { (node: whole.nodes[$0], line: whole.nodes[$0].startLine) }
    var bounds = [lines.lowerBound]
    var latest: [String: Int] = [:]
    for note in notes {
      if let before = latest[note.name.label], let last = bounds.last, before >= last {
        let between = blocks[blocks.lowerBound { $0.line <= before }..<blocks.lowerBound { $0.line <= note.line }]
        let headings = between.compactMap { block -> (level: Int, line: Int)? in
          if case .heading(let level) = block.node.kind { (level, block.line) } else { nil }
        }
        let level = headings.map(\.level).min()
        let place = headings.last { $0.level == level }?.line ?? between.first?.line
        if let start = place ?? (note.isAtMargin ? note.line : nil), start > last { bounds.append(start) }
      }
      latest[note.name.label] = note.line
    }
    return bounds + [lines.upperBound]
  }
}

extension [FootnoteScopes.Found] {
  /// Those of some lines, ascending.
  fileprivate func filter(from start: Int, to end: Int) -> ArraySlice<Element> {
    self[lowerBound { $0.line < start }..<lowerBound { $0.line < end }]
  }
}
