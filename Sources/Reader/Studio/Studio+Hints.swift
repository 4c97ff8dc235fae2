internal import BookModel
internal import Manuscript
internal import Octavo
internal import Settings

/// What somebody says of the manuscript in the studio, as hints: by lines of a plain text, by names of all others.
extension Studio {
  /// As they stand in the file of hints or, where there is none, among the options.
  var hints: [String] {
    guard let folder else { return [] }
    for file in [folder.hints, folder.options].compactMap(\.self) {
      guard let text = folder.text(of: file) else { continue }
      let entries = try? readConfiguration(String(decoding: text, as: UTF8.self))
      if case .list(let items)? = entries?.first(where: { $0.key == "hints" })?.value { return items.map(\.text) }
    }
    return []
  }

  /// Says what lines of a plain text are; nil for what the reader takes them for.
  /// - Parameter alike: and all that look like them.
  func hint(_ kind: String?, lines: ClosedRange<Int>, alike: Bool) -> String? {
    let report = prepared?.reading.report
    let form = report?.form(ofLine: lines.lowerBound)
    func isOfForm(_ hint: ReadingHint) -> Bool {
      if case .like(let line, nil) = hint.place {
        line == lines.lowerBound || form != nil && report?.form(ofLine: line) == form
      } else {
        false
      }
    }
    return write(
      kind, alike ? .like(lines.lowerBound, within: nil) : .lines(lines), alike: alike, isOfForm: isOfForm
    ) { $0.lies(within: lines) }
  }

  /// Says what the block at a byte of the text is.
  func hint(_ kind: String?, at place: Int, alike: Bool) -> String? {
    guard let index = block(at: place), var range = named(index) else { return "nothing there has a name" }
    // a heading is one block, and what is alike is told by the first
    if alike || kind.flatMap(ReadingHint.Kind.init)?.isHeading ?? false { range = range.lowerBound...range.lowerBound }
    guard let name = names.place(of: range), case .named(let first, _) = name else {
      return "this has no words to be called by"
    }
    func found(_ hint: ReadingHint) -> [Int] { (try? names.indices(of: hint.place)) ?? [] }
    return write(kind, alike ? .likeNamed(first) : name, alike: alike) { hint in
      if case .likeNamed = hint.place { found(hint).contains(range.lowerBound) } else { false }
    } isOfSame: { hint in
      let own = found(hint)
      if case .named = hint.place { return !own.isEmpty && own.allSatisfy(range.contains) }
      return false
    }
  }

  /// Asks for a line less or more of the paragraph at a byte of the text, or moves the picture there.
  func mend(_ kind: ReadingHint.Kind, at place: Int) -> String? {
    guard let found = page(at: place) else { return "no page there can be mended so" }
    let mine = found.place
    func kinds(_ text: String) -> ReadingHint.Kind? {
      guard let hint = try? ReadingHint(parsing: text), hint.kind.isOfPage, hint.place == mine else { return nil }
      return hint.kind
    }
    let known = hints.compactMap(kinds)
    var wanted = [kind]
    if kind == .pull || kind == .push {
      // a line more takes back a line less
      let lines = known.reduce(kind == .push ? 1 : -1) { $0 + ($1 == .push ? 1 : $1 == .pull ? -1 : 0) }
      guard abs(lines) <= 2 else { return "further than two lines no paragraph goes" }
      wanted = Array(repeating: lines < 0 ? .pull : .push, count: abs(lines))
    } else if known.contains(kind) {
      // said once more, it is taken back
      wanted = []
    }
    return change(.said) { folder in
      try editHints(folder) { text in
        try text.change(list: "hints") { kinds($0) != nil }
        for kind in wanted { try text.change(list: "hints", add: "\(kind.rawValue) \(mine)") }
      }
    }
  }

  /// What is mended at a byte of the text: a paragraph with its lines, or a picture.
  func page(at place: Int) -> (place: ReadingHint.Place, lines: Int?, figure: Figure.Placement?)? {
    guard let prepared, let index = block(at: place) else { return nil }
    var (source, lines, figure): (SourceLocation, Int?, Figure.Placement?)
    if blocks[index].kind == .figure {
      source = blocks[index].source
      var placement: Figure.Placement?
      prepared.reading.book.visitFigures { if $0.source == source, $0.image != nil { placement = $0.placement } }
      guard let placement, placement < .page else { return nil }
      (lines, figure) = (nil, placement)
    } else {
      guard let paragraph = server.shown.paginator.paragraph(at: place) else { return nil }
      (source, lines, figure) = (paragraph.namedSource, Int(paragraph.hint.lines), nil)
    }
    if prepared.reading.report.takesHints {
      guard let line = prepared.reading.files.line(of: source) else { return nil }
      return (.lines(line...line), lines, figure)
    }
    guard let named = names.index(at: source), let name = names.name(of: named) else { return nil }
    return (.named(name, to: nil), lines, figure)
  }

  /// Takes a hint back, as it is written.
  func drop(hint: String) -> String? {
    change(.said) { folder in
      try editHints(folder) { text in try text.change(list: "hints") { $0 == hint } }
    }
  }

  /// Writes a hint in place of those that say something of the same.
  private func write(
    _ kind: String?, _ place: ReadingHint.Place, alike: Bool, isOfForm: @escaping (ReadingHint) -> Bool,
    isOfSame: @escaping (ReadingHint) -> Bool
  ) -> String? {
    if let kind, ReadingHint.Kind(rawValue: kind) == nil { return "\"\(kind)\" is no kind of hint" }
    // what is said of all like it holds here, unless here something else is said
    let known = hints.compactMap { try? ReadingHint(parsing: $0) }
    let kind = kind ?? (!alike && known.contains(where: isOfForm) ? ReadingHint.Kind.asRead.rawValue : nil)
    return change(.said) { folder in
      try editHints(folder) { text in
        try text.change(list: "hints", add: kind.map { "\($0) \(place)" }) { text in
          guard let hint = try? ReadingHint(parsing: text) else { return false }
          return alike ? isOfForm(hint) : isOfSame(hint)
        }
      }
    }
  }

  private func editHints(_ folder: BookFolder, _ edit: (inout OptionsText) throws -> Void) throws {
    let amongOptions = prepared?.layers.hintsFile == folder.options
    let file = amongOptions ? folder.options : folder.hints ?? folder.options
    var text = OptionsText(folder.text(of: file).map { String(decoding: $0, as: UTF8.self) } ?? "")
    try edit(&text)
    // a file of hints without any says nothing
    if file != folder.options, text.text.allSatisfy(\.isWhitespace) { text = OptionsText("hints: []\n") }
    try folder.write(text.text, to: file)
  }

  /// The block at a byte of the text, by its place among those of the paginator.
  func block(at place: Int) -> Int? { blocks.lastIndex { $0.range.lowerBound <= place } }

  /// The named blocks that a block of the paginator is made of.
  func named(_ index: Int) -> ClosedRange<Int>? {
    let source = blocks[index].source
    let next = blocks[(index + 1)...].first { $0.source.file == source.file && $0.source != source }
    return names.blocks(from: source, to: next?.source)
  }
}

extension ReadingHint {
  /// Whether it is about these lines alone.
  fileprivate func lies(within lines: ClosedRange<Int>) -> Bool {
    if case .lines(let own) = place { lines.contains(own.lowerBound) && lines.contains(own.upperBound) } else { false }
  }
}
