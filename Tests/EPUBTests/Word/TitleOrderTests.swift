import BookModel
import Manuscript
import Testing
import Units

/// Title pages of word processors, whose lines stand in any order.
@Suite struct `Lines of a title page` {
  private static func paragraph(_ words: String, _ offset: Int) -> Block {
    let source = SourceLocation(offset: offset)
    return .paragraph(Paragraph([Inline(words, source: source)], placement: .centred, source: source))
  }

  /// - Parameter sizes: of each line, in points.
  private static func metadata(
    _ lines: [String], title: String? = nil, author: String? = nil, sizes: [Double] = []
  ) -> (Metadata, String?, [Section]) {
    var division = BookDivision(metadata: Metadata(), notes: [:]) { _ in [] }
    (division.signs.title, division.signs.author) = (title, author)
    for (index, size) in sizes.enumerated() { division.signs.sizes[SourceLocation(offset: index * 100)] = size }
    let heading = Heading(title: [Inline("Chapter 1")], source: SourceLocation(offset: 5_000))
    let flow =
      lines.enumerated().map { paragraph($1, $0 * 100) } + [
        .pageBreak(SourceLocation(offset: 4_000)), .heading(heading),
      ]
    let sections = division.sections(flow)
    return (division.metadata, division.titleFound, sections)
  }

  @Test(
    arguments: [
      (["John White", "The Night", "A Novel"], "The Night", "John White", "A Novel"),
      (["Иван Петров", "Тёмная ночь", "Роман"], "Тёмная ночь", "Иван Петров", "Роман"),
      (["Nacht", "Roman", "von Jörg Weiß"], "Nacht", "Jörg Weiß", "Roman"),
      (["Night", "A Novel", "by John White"], "Night", "John White", "A Novel"),
    ])
  func `are told by what they say`(lines: [String], title: String, author: String, subtitle: String) {
    let (metadata, found, rest) = Self.metadata(lines)
    #expect(metadata.title ?? found == title)
    #expect(metadata.authors == [author])
    #expect(metadata.subtitle == subtitle)
    #expect(rest.map { $0.heading?.plainText } == ["Chapter 1"])
  }

  @Test func `are told by the file's own properties`() {
    let (metadata, found, _) = Self.metadata(["Jean Blanc", "La Nuit"], title: "La Nuit", author: "Jean Blanc")
    #expect(metadata.title ?? found == "La Nuit")
    #expect(metadata.authors == ["Jean Blanc"])
  }

  @Test func `have the word before a name on a line of its own`() {
    let (metadata, found, rest) = Self.metadata(
      ["THE TIN MINE", "a novel", "by", "Jago Tremain"], title: "The Tin Mine", author: "Jago Tremain")
    #expect(metadata.title ?? found == "THE TIN MINE")
    #expect(metadata.authors == ["Jago Tremain"])
    #expect(rest.map { $0.heading?.plainText } == ["Chapter 1"])
  }

  @Test func `are told by the size of their letters`() {
    let (metadata, found, _) = Self.metadata(["Jean Blanc", "La Nuit"], sizes: [16, 32])
    #expect(metadata.title ?? found == "La Nuit")
    #expect(metadata.authors == ["Jean Blanc"])
  }

  @Test(arguments: [("Roman", true), ("roman historique", true), ("Short Stories", true), ("Jules Roman", false)])
  func `say what kind of book it is`(words: String, isKind: Bool) {
    #expect(words.isKindOfBook == isKind)
  }
}
