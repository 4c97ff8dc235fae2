import BookModel
import Design
import Foundation
import PageModel
import Testing
import Typesetting
import Units

@Suite struct `Call-outs on pages` {
  private func callout(_ blocks: [Block], title: [Inline] = []) -> Block {
    .callout(Callout(.warning, title: title, blocks, source: nowhere))
  }

  @Test func `stand on a shade with a rule, which go on where pages part them`() async throws {
    let long = (1...60).map { prose("word\($0) \(sentence)") }
    let made = try await setBook([prose(sentence), callout(long), prose(sentence)])
    #expect(made.bodyPages.count >= 3)
    for (index, page) in made.bodyPages.enumerated() {
      #expect(page.rules.count == 2 && page.rules.allSatisfy(\.isBehind))
      let (shade, rule) = (page.rules[0], page.rules[1])
      #expect(shade.width > 20 * rule.width && shade.x == rule.x && shade.y == rule.y && shade.height == rule.height)
      // its lines are on it, and what stands before and behind it is not
      let inside = page.runs.filter { run in
        (shade.y...shade.y + shade.height).contains(page.glyphs[run.glyphs.lowerBound].y)
      }
      #expect(inside.count > 5)
      if index == 0 { #expect(shade.y > made.list.design.top.points + made.list.design.leading.points) }
    }
    try made.expectInside()
    let label = try #require(made.bodyPages[0].text.firstRange(of: Array("Warning".utf8)))
    #expect(made.bodyPages[0].text[label.upperBound...].contains(UInt8(ascii: "w")))
  }

  @Test func `never leave their label last on a page`() async throws {
    for lines in 1...60 {
      let before = (0..<lines).map { prose("Line \($0).") }
      let made = try await setBook(before + [callout([prose("Inside \(sentence)")]), prose("Behind.")])
      for page in made.bodyPages {
        let words = String(decoding: page.text, as: UTF8.self)
        if words.contains("Warning") { #expect(words.contains("Inside"), "\(lines)") }
      }
    }
  }

  @Test(arguments: [
    ("de", "Warnung: Achtung hier"), ("fr-CA", "Avertissement\u{A0}: Achtung hier"), ("xx", "Warning: Achtung hier"),
  ])
  func `say their kind in the book's language before their title`(language: String, label: String) {
    let callout = Callout(.warning, title: [Inline("Achtung hier")], [])
    #expect(callout.label(language).plainText == label)
    #expect(Callout(.warning, title: [Inline("Warning: hot")], []).label("en").plainText == "Warning: hot")
    #expect(Callout(.titled, title: [Inline("Recipe")], []).label("en").plainText == "Recipe")
  }

  @Test func `are bare of shade and rule where a theme asks for none`() async throws {
    var design = PageDesign()
    design[.callout].tint = 0
    design[.callout].hasRule = false
    let made = try await setBook([callout([prose(sentence)])], design: design)
    #expect(made.bodyPages[0].rules.isEmpty)
  }
}
