import BookModel
import Design
import Octavo
import PageModel
import Testing
import Typesetting
import Units

/// What a theme may put around words: rules, signs, heads of several parts.
@Suite struct `A theme's rules and signs` {
  private func book(_ change: (inout PageDesign) -> Void) async throws -> SetBook {
    var design = PageDesign()
    change(&design)
    return try await setBook([prose(sentence)], design: design, isOpened: true)
  }

  private func rules(_ page: Page) -> [Rule] { page.rules.filter { !$0.isBehind } }

  @Test(arguments: ElementLook.RulePlace.allCases)
  func `have a rule at each place that is asked for, as long and thick as asked`(place: ElementLook.RulePlace)
    async throws
  {
    let made = try await book {
      $0[.chapter].rulePlace = place
      ($0[.chapter].ruleWeight, $0[.chapter].ruleLength) = (1.5, 0.5)
    }
    let page = try #require(made.bodyPages.first)
    // a heading without a number has nothing to stand between
    let count = place == .none ? 0 : place == .both ? 2 : 1
    #expect(rules(page).count == count)
    let title = try #require(made.runs().joined().min { $0.y < $1.y })
    for rule in rules(page) {
      #expect(abs(rule.height - 1.5) < 0.01)
      #expect(abs(rule.width - made.list.design.measure.points / 2) < 0.1)
      #expect(abs(rule.x - made.list.design.leftMargin(isRecto: true).points - rule.width / 2) < 0.1)
    }
    switch place {
    case .none: break
    case .above: #expect(rules(page)[0].y < title.y - title.size * 0.7)
    case .below, .between: #expect(rules(page)[0].y > title.y)
    case .both: #expect(rules(page)[0].y < title.y - title.size * 0.7 && rules(page)[1].y > title.y)
    }
  }

  @Test func `have ornaments of their own face, size and colour`() async throws {
    let made = try await book {
      $0[.chapter].ornamentBelow = "❦"
      $0[.ornament].family = "Liberation Serif, EB Garamond 12"
      ($0[.ornament].scale, $0[.ornament].ink) = (2, Colour(hex: 0x8C1D18))
    }
    let page = try #require(made.bodyPages.first)
    let sign = try #require(page.runs.first { $0.isShape })
    #expect(abs(sign.font.size.points - made.list.design.size.points * 2) < 0.01)
    #expect(sign.colour == Colour(hex: 0x8C1D18))
  }

  @Test func `have a head with the folio at the edge, the title in the middle and a rule below`() async throws {
    let made = try await book {
      $0.header = "{page}{gap}{title}{gap}Proof"
      $0.openersHaveHead = true
      $0[.head].hasRule = true
    }
    let head = try #require(try made.pdf.runs().first).filter { $0.y < made.list.design.top.points }
    #expect(head.map(\.text).joined() == "1Proof")
    let left = made.list.design.leftMargin(isRecto: true).points
    let right = left + made.list.design.measure.points
    let glyphs = head.flatMap(\.glyphs)
    let first = try #require(head.first)
    #expect(glyphs.count == 6 && abs(glyphs[0] - left) < 0.1 && glyphs[1] > right - 40 && glyphs[5] < right)
    let page = try #require(made.bodyPages.first)
    #expect(
      rules(page).contains {
        abs($0.width - (right - left)) < 0.01 && $0.y > first.y && $0.y < made.list.design.top.points
      })
  }

  @Test func `shorten the longest part of a head, so that none is set over another`() async throws {
    let made = try await book {
      $0.header = "{page}{gap}" + Array(repeating: "endless", count: 40).joined(separator: " ")
      $0.openersHaveHead = true
    }
    let head = try #require(try made.pdf.runs().first).filter { $0.y < made.list.design.top.points }
    let left = made.list.design.leftMargin(isRecto: true).points
    #expect(head.map(\.text).joined().hasSuffix("…"))
    let glyphs = head.flatMap(\.glyphs)
    #expect(glyphs.count > 20 && glyphs[0] - left < 0.1 && glyphs[1] > glyphs[0] + made.list.design.size.points)
    #expect(try #require(glyphs.last) < left + made.list.design.measure.points)
  }

  @Test func `fit an initial in a frame between its lines`() async throws {
    var design = PageDesign()
    design.dropCapitalLines = 4
    design[.dropCapital].family = "EB Garamond Initials"
    let text = "Alice was beginning to get very tired. " + sentence + " " + sentence
    let made = try await setBook([prose(text), prose(sentence)], design: design, isOpened: true)
    let page = try #require(made.bodyPages.first)
    let capital = try #require(page.runs.first { $0.isShape })
    let lines = try made.runs().joined().filter { $0.text.contains(" ") && $0.size < 12 }
    // the frame's foot, not the letter's, stands on the baseline of the last line
    #expect(page.glyphs[capital.glyphs.lowerBound].y < lines[3].y - 3)
    let left = try #require(lines.dropFirst(4).map(\.x).min())
    #expect(lines[3].x > left + 20 && lines[4].x < left + 2)
  }

  @Test func `name the book at the head of a chapter that is only a number`() async throws {
    let text = "I\n\n" + String(repeating: sentence + " ", count: 120) + "\n\nII\n\n" + sentence + "\n"
    var reading = try readPlainBook(Array(text.utf8))
    reading.book.metadata.title = "Of Nothing"
    var design = PageDesign()
    (design.header, design.hasTitlePage) = ("{chapter-title}", false)
    let made = try await make(reading, design: design)
    let heads = try made.inspection().runs().compactMap { $0.min { $0.y < $1.y }?.text }
    #expect(heads.contains { $0.contains("Of Nothing") } && !heads.contains("I"), "\(heads)")
  }
}
