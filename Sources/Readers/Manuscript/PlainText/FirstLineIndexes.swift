internal import BookModel
internal import Units

/// Indexes of first lines, which give the pages of the edition that the text was typed from: the lines themselves say
/// where they stand in this one.
extension Book {
  /// Has the numbers behind first lines lead to these lines. Whoever sets the book prints its own in their place.
  /// - Returns: bytes of the numbers, which are made anew.
  mutating func repointFirstLines() -> [Range<Int>] {
    let indexes = sections.indices.filter { Book.isOfFirstLines(sections[$0].heading) && !sections[$0].blocks.isEmpty }
    guard !indexes.isEmpty else { return [] }
    // lines by their first words, the first that has them
    var places: [String: Int] = [:]
    visitLines(besides: indexes) { inlines, number in
      let key = Book.firstWords(inlines.plainText)
      if !key.isEmpty, places[key] == nil { places[key] = number }
    }
    var found: [Int: Int] = [:]
    var taken: [Range<Int>] = []
    for index in indexes {
      var entries = FirstLineEntries(places)
      for block in sections[index].blocks {
        var copy = block
        copy.rewriteText { inlines, _ in entries.take(inlines) }
      }
      guard entries.known.count >= FirstLineEntries.least, entries.known.count * 10 >= entries.numbers * 6 else {
        continue
      }
      // marks of their own, beyond any page
      for place in entries.known.values where found[place] == nil { found[place] = Book.firstMark + found.count }
      var number = 0
      for block in sections[index].blocks.indices {
        sections[index].blocks[block].rewriteText { inlines, _ in
          guard let (front, digits) = FirstLineEntries.number(atEndOf: inlines) else { return }
          defer { number += 1 }
          guard let mark = entries.known[number].flatMap({ found[$0] }) else { return }
          var link = digits
          link.style.extras.pages = PageReference(first: .oldPage(mark))
          let bytes = digits.plainBytes
          taken.append(Int(link.source.offset)..<Int(link.source(atByte: max(0, bytes - 1)).offset) + 1)
          inlines = front + [link]
        }
      }
    }
    guard !found.isEmpty else { return [] }
    refersToPages = true
    var number = 0
    for section in sections.indices where !indexes.contains(section) {
      for block in sections[section].blocks.indices {
        sections[section].blocks[block].rewriteText { inlines, _ in
          defer { number += 1 }
          guard let mark = found[number], !inlines.isEmpty else { return }
          inlines[0].style.extras.textMarks.append(.oldPage(mark))
        }
      }
    }
    return taken
  }

  /// No edition has as many pages.
  private static let firstMark = 1_000_000

  private func visitLines(besides indexes: [Int], _ visit: ([Inline], Int) -> Void) {
    var number = 0
    for section in sections.indices where !indexes.contains(section) {
      for block in sections[section].blocks {
        // numbered as they are rewritten
        var copy = block
        copy.rewriteText { inlines, place in
          if place != .heading, place != .label { visit(inlines, number) }
          number += 1
        }
      }
    }
  }

  /// The first four words in small letters without signs; empty for fewer than two.
  fileprivate static func firstWords(_ text: String) -> String {
    let words = plainText(String(text.prefix(120))).split { !$0.isLetter && !$0.isNumber }.prefix(4)
    return words.count < 2 ? "" : words.joined(separator: " ")
  }
}

/// The entries of an index of first lines: words, and the number of a page behind them, which may stand on the next line.
private struct FirstLineEntries {
  /// Fewer are no index.
  static let least = 4

  private let places: [String: Int]
  private var words = ""
  /// How many numbers there are.
  private(set) var numbers = 0
  /// By the numbers' order: which line is meant.
  private(set) var known: [Int: Int] = [:]

  init(_ places: [String: Int]) { self.places = places }

  mutating func take(_ inlines: [Inline]) {
    guard let (front, _) = FirstLineEntries.number(atEndOf: inlines) else {
      words += " " + inlines.plainText
      return
    }
    let key = Book.firstWords(words + " " + front.plainText)
    if let place = places[key] { known[numbers] = place }
    numbers += 1
    words = ""
  }

  /// What stands before the number at the end, and that.
  static func number(atEndOf inlines: [Inline]) -> (front: [Inline], digits: Inline)? {
    guard let last = inlines.last, case .text(let text) = last.content else { return nil }
    let digits = text.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
    guard (1...4).contains(digits) else { return nil }
    if digits == text.utf8.count { return (Array(inlines.dropLast()), last) }
    guard let (front, number) = last.parted(atByte: text.utf8.count - digits), let number,
      text.utf8.dropLast(digits).last.map({ [0x20, 0x2E, 0x2C, 0x09].contains($0) || $0 >= 0x80 }) ?? true
    else { return nil }
    return (inlines.dropLast() + [front], number)
  }
}

extension Inline {
  fileprivate var plainBytes: Int {
    guard case .text(let text) = content else { return 0 }
    return text.utf8.count
  }
}
