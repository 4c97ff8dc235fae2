internal import Units

/// An index of the first lines of poems, which need no marks: it stands under a heading that says so and has nothing below
/// it, or at `\printindex[first lines]`.
extension Book {
  static let firstLines = "first lines"

  /// How such an index is called, as part of a title.
  private static let titles = [
    "first lines", "gedichtanfänge", "liedanfänge", "anfangszeilen", "premiers vers", "incipit", "primeros versos",
    "primeiros versos", "capoversi", "beginregels", "первых строк", "первые строки", "перших рядків",
    "začátečních veršů",
  ]

  package static func isOfFirstLines(_ heading: Heading?) -> Bool {
    guard let title = heading.map({ Array($0.plainText.lowercased().utf8) }) else { return false }
    // byte by byte: every heading of a book is asked, and String's own search takes 25,000 instructions
    return titles.contains { part in
      title.indices.dropLast(part.utf8.count - 1).contains { title[$0...].starts(with: part.utf8) }
    }
  }

  /// Puts a place for it into empty sections that are called so.
  mutating func askForFirstLines() {
    for index in sections.indices where sections[index].blocks.isEmpty && Book.isOfFirstLines(sections[index].heading) {
      sections[index].blocks = [.indexPlace(Book.firstLines, sections[index].endOfHeading)]
    }
  }

  var asksForFirstLines: Bool {
    var isAsked = false
    visitText { inlines, _ in
      isAsked =
        isAsked
        || inlines.contains { $0.style.indexMark.map { $0.terms.isEmpty && $0.index == Book.firstLines } ?? false }
    }
    return isAsked
  }

  /// Marks the first line of each poem: verse with nothing above it but its title and a few words.
  mutating func markFirstLines() {
    for section in sections.indices where sections[section].role != .index {
      var isFirst = true
      for block in sections[section].blocks.indices {
        switch sections[section].blocks[block] {
        case .heading, .sceneBreak: isFirst = true
        case .verse(var verse) where isFirst:
          isFirst = false
          guard let line = verse.stanzas.first?.lines.first, let mark = line.firstLineMark else { continue }
          verse.stanzas[0].lines[0].inlines.insert(Inline(mark, source: line.source), at: 0)
          sections[section].blocks[block] = .verse(verse)
        case .paragraph(let paragraph) where paragraph.inlines.plainText.utf8.count < Book.fewWords: break
        case .quotation: break
        default: isFirst = false
        }
      }
    }
  }

  /// Bytes of a poem's dedication or date.
  private static let fewWords = 120
}

extension Verse.Line {
  /// Its words without the sign at their end; nil where it has none.
  fileprivate var firstLineMark: IndexMark? {
    var words = inlines.plainText.trimmingWhite[...]
    while let last = words.last, ",;:.—–-".contains(last) { words.removeLast() }
    guard words.contains(where: \.isLetter) else { return nil }
    let key = words.drop { !$0.isLetter && !$0.isNumber }
    var mark = IndexMark([IndexMark.Term([IndexMark.Run(String(words))], key: key == words ? nil : String(key))])
    mark.index = Book.firstLines
    return mark
  }
}
