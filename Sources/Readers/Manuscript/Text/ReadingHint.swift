/// What the user says of parts of a manuscript, over the reader's head.
package struct ReadingHint: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Headings: of a part, of a chapter, within a chapter.
    case part, chapter, section
    case verse, prose, play, letter, quotation
    /// Lines that stand as they are typed; a pause between scenes.
    case typed
    case sceneBreak = "scene-break"
    /// Left out; never left out.
    case dropped, kept
    /// As the reader has it, where a hint before says otherwise.
    case asRead = "as-read"
    /// A paragraph a line shorter or longer.
    case pull, push
    /// A picture where it is named, or at the head of the next page.
    case here
    case nextPage = "next-page"

    /// It changes no block's kind, only how its pages come out.
    package var isOfPage: Bool {
      switch self {
      case .pull, .push, .here, .nextPage: true
      default: false
      }
    }
    package var isHeading: Bool { self == .part || self == .chapter || self == .section }
  }

  package enum Place: Sendable, Equatable {
    /// Lines of a plain text, from 1.
    case lines(ClosedRange<Int>)
    /// From each line in which a regular expression is found to the next blank one.
    case pattern(String)
    /// All that look like what stands on a line, from 1, and of them those that begin in some lines.
    case like(Int, within: ClosedRange<Int>?)
    /// A block of any manuscript, or all from it to another.
    case named(BlockName, to: BlockName?)
    /// All of the kind and style of a block; below its heading, where the name has one.
    case likeNamed(BlockName)

    /// It names what it is about, and not all that looks so.
    var isOfOne: Bool {
      switch self {
      case .lines, .named: true
      case .pattern, .like, .likeNamed: false
      }
    }

    /// It counts lines, which only a plain text has.
    package var isByLine: Bool {
      switch self {
      case .lines, .pattern, .like: true
      case .named, .likeNamed: false
      }
    }
  }

  package var kind: Kind
  package var place: Place
  /// How deep a heading stands in the outline, from 1; nil leaves it to the kind.
  package var level: Int?

  package init(_ kind: Kind, _ place: Place, level: Int? = nil) {
    (self.kind, self.place, self.level) = (kind, place, level)
  }

  /// Why a text is no hint.
  package enum Problem: Error, Equatable, Sendable {
    case unknownKind(String)
    case noPlace
    case noLevel(String)
    case noLines(String)
    case noExpression(String)
    case noName(String)
  }

  /// Reads `verse 20-31`, `chapter 2 /^LETTER/`, `dropped 4`, `prose "It was late"`: what, for a heading the level
  /// where it is not the usual one as `level 2`, and where: `section like 1346 in 1200-7000`.
  package init(parsing text: String) throws(Problem) {
    var words = text.split(separator: " ", maxSplits: 1)
    guard let name = words.first, let kind = Kind(rawValue: String(name)) else {
      throw .unknownKind(words.first.map(String.init) ?? "")
    }
    guard var rest = words.last, words.count == 2 else { throw .noPlace }
    var level: Int?
    if kind.isHeading, rest.hasPrefix("level ") {
      words = rest.dropFirst(6).split(separator: " ", maxSplits: 1)
      guard let number = words.first.flatMap({ Int($0) }), (1...6).contains(number) else {
        throw .noLevel(String(words.first ?? ""))
      }
      guard words.count == 2 else { throw .noPlace }
      level = number
      rest = words[1]
    }
    let place = try Place(parsing: rest.drop { $0 == " " })
    // pages are mended one by one
    if kind.isOfPage, !place.isOfOne { throw .noLines(String(rest)) }
    self.init(kind, place, level: level)
  }
}

extension ReadingHint.Place {
  fileprivate init(parsing rest: Substring) throws(ReadingHint.Problem) {
    if rest.first == "/" {
      guard rest.count > 2, rest.last == "/", isExpression(String(rest.dropFirst().dropLast())) else {
        throw .noExpression(String(rest))
      }
      self = .pattern(String(rest.dropFirst().dropLast()))
      return
    }
    let isLike = rest.hasPrefix("like ")
    let name = isLike ? rest.dropFirst(5) : rest
    if BlockName.begins(name) {
      self = try ReadingHint.Place.named(name, isLike: isLike)
      return
    }
    guard isLike else {
      self = .lines(try ReadingHint.Place.lines(rest))
      return
    }
    let parts = name.split(separator: " ")
    guard let example = parts.first.flatMap({ Int($0) }), example >= 1,
      parts.count == 1 || parts.count == 3 && parts[1] == "in"
    else { throw .noLines(String(rest)) }
    self = .like(example, within: parts.count == 3 ? try ReadingHint.Place.lines(parts[2]) : nil)
  }

  /// `"It was" to "So they went"`
  private static func named(_ text: Substring, isLike: Bool) throws(ReadingHint.Problem) -> ReadingHint.Place {
    var rest = text
    guard let first = BlockName(takenFrom: &rest) else { throw .noName(String(text)) }
    if rest.isEmpty { return isLike ? .likeNamed(first) : .named(first, to: nil) }
    guard rest.hasPrefix(" to "), !isLike else { throw .noName(String(text)) }
    rest = rest.dropFirst(4)
    guard let last = BlockName(takenFrom: &rest), rest.isEmpty else { throw .noName(String(text)) }
    return .named(first, to: last)
  }

  /// `12`, `12-20`
  private static func lines(_ text: Substring) throws(ReadingHint.Problem) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 1, first <= last else {
      throw .noLines(String(text))
    }
    return first...last
  }
}

extension ReadingHint: CustomStringConvertible {
  /// As it is written.
  package var description: String { kind.rawValue + (level.map { " level \($0)" } ?? "") + " \(place)" }
}

extension ReadingHint.Place: CustomStringConvertible {
  package var description: String {
    func written(_ lines: ClosedRange<Int>) -> String {
      lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)-\(lines.upperBound)"
    }
    switch self {
    case .lines(let lines): return written(lines)
    case .pattern(let pattern): return "/\(pattern)/"
    case .like(let line, let range): return "like \(line)" + (range.map { " in " + written($0) } ?? "")
    case .named(let name, let end): return "\(name)" + (end.map { " to \($0)" } ?? "")
    case .likeNamed(let name): return "like \(name)"
    }
  }
}
