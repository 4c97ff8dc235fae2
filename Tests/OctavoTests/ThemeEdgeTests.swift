import BookModel
import Design
import Octavo
import PageModel
import Testing
import Typesetting
import Units

/// What a theme may let stand past the edges of the text, or along the edge of a letter.
@Suite struct `A theme's edges` {
  private func book(_ blocks: [Block], _ change: (inout PageDesign) -> Void) async throws -> SetBook {
    var design = PageDesign()
    (design.justifies, design.expansion) = (true, 0)
    change(&design)
    return try await setBook(blocks, design: design, isOpened: true)
  }

  private func left(_ made: SetBook) -> Double { made.list.design.leftMargin(isRecto: true).points }

  /// Where the lines of text begin, that of the first page's first line first.
  private func starts(_ made: SetBook) throws -> [Double] {
    try #require(try made.pdf.runs().first).filter { $0.text.contains(" ") && $0.size < 12 && $0.y > 100 }.map(\.x)
  }

  /// A word at both edges of nearly every line.
  private func edges(_ word: String, _ protrusion: PageDesign.Protrusion) async throws -> [Double] {
    let words = Array(repeating: word, count: 160).joined(separator: " ")
    let made = try await book([prose("Begin. " + words)]) { $0.protrusion = protrusion }
    return try starts(made).dropFirst().map { $0 - left(made) }
  }

  @Test(arguments: ["AVA", "TOT", "Wow", "Yes"])
  func `have letters in the margin by a twentieth of their width where they are asked for`(word: String) async throws {
    #expect(try await edges(word, .marks).dropLast().allSatisfy { abs($0) < 0.01 })
    let hung = try await edges(word, .letters).dropLast()
    #expect(!hung.isEmpty)
    for x in hung { #expect(x < -0.15 && x > -0.8, "\(x)") }
  }

  @Test func `leave upright letters where they are`() async throws {
    #expect(try await edges("Him", .letters).dropLast().allSatisfy { abs($0) < 0.01 })
  }

  /// Beginnings of the lines beside an initial of four lines.
  private func beside(_ word: String, _ change: (inout ElementLook) -> Void) async throws -> [Double] {
    let made = try await book([prose(word + " " + sentence + " " + sentence + " " + sentence), prose(sentence)]) {
      $0.dropCapitalLines = 4
      change(&$0[.dropCapital])
    }
    try made.expectInside()
    return try starts(made).prefix(5).map { $0 - left(made) }
  }

  @Test func `follow the slope of an initial`() async throws {
    for (word, grows) in [("Alice", true), ("Light", true), ("Vain", false), ("Was", false)] {
      let straight = try await beside(word) { _ in }
      #expect(abs(straight[1] - straight[2]) < 0.01 && abs(straight[2] - straight[3]) < 0.01)
      let along = try await beside(word) { $0.isContoured = true }
      #expect(grows ? along[1] < along[3] - 3 : along[1] > along[3] + 3, "\(word) \(along)")
      // no line comes nearer to the letter than beside its widest place
      #expect(along[1...3].allSatisfy { $0 <= straight[1] + 0.5 }, "\(word) \(along) \(straight)")
      #expect(abs(along[4]) < 1)
    }
  }

  @Test func `are straight beside a letter that swells`() async throws {
    for word in ["Once", "Him", "Bells"] {
      let (along, straight) = (try await beside(word) { $0.isContoured = true }, try await beside(word) { _ in })
      #expect(along == straight, "\(word) \(along)")
    }
  }

  @Test func `have an initial in the margin, its lines at the edge`() async throws {
    let made = try await book([prose("Alice was there. " + sentence + " " + sentence), prose(sentence)]) {
      ($0.dropCapitalLines, $0.inside, $0.outside) = (2, Length(millimetres: 35), Length(millimetres: 35))
      $0[.dropCapital].isHung = true
    }
    let page = try #require(made.bodyPages.first)
    let capital = try #require(page.runs.first { $0.isShape })
    #expect(page.glyphs[capital.glyphs.lowerBound].x < left(made) - 20)
    #expect(try starts(made).dropFirst().prefix(3).allSatisfy { abs($0 - left(made)) < 1 })
    #expect(try made.running().contains("Alice was there."))
  }

  @Test(arguments: [20.0, 9.0])
  func `have the numbers of lists in a margin that has room`(millimetres: Double) async throws {
    let items = (9...11).map { List.Item([prose("Item \($0) of them")], source: nowhere) }
    let made = try await book([.list(List(start: 9, isTight: true, items: items, source: nowhere))]) {
      $0[.listMarker].isHung = true
      ($0.inside, $0.outside) = (Length(millimetres: millimetres), Length(millimetres: millimetres))
    }
    let page = try #require(made.bodyPages.first)
    func place(of text: String) -> PlacedGlyph? {
      let run = page.runs.first { String(decoding: page.text[$0.text], as: UTF8.self).hasPrefix(text) }
      return run.map { page.glyphs[$0.glyphs.lowerBound] }
    }
    let (item, number) = (try #require(place(of: "Item")), try #require(place(of: "9.")))
    let hasRoom = millimetres > 10
    #expect(hasRoom == (abs(item.x - left(made)) < 0.01))
    #expect(hasRoom == (number.x < left(made) - 5))
    #expect(abs(number.y - item.y) < 0.01)
  }
}
