import BookModel
import Cairo
import Design
import Files
import Foundation
import Octavo
import PageModel
import TestSupport
import Testing
import Units

/// Text around pictures, as it stands on the page.
@Suite struct `Text around a picture` {
  private func figure(
    _ path: String, at edge: Figure.Edge, _ caption: String = "", width: Figure.Size? = nil
  ) -> Block {
    .figure(
      Figure(
        image: path, caption: caption.isEmpty ? [] : [Inline(caption)], alternative: "blue", width: width,
        runaround: edge))
  }

  private func book(_ blocks: [Block]) -> Book {
    Book(sections: [
      Section(heading: Heading(title: [Inline("One")], source: SourceLocation(offset: 0)), blocks: blocks)
    ])
  }

  private static let usual =
    "the of and a to in is he that it was for on are as with his they at be this from have or by"
    .split(separator: " ")

  /// Paragraphs of some twelve lines, every tenth word of which tells its place.
  private func text(_ count: Int, from first: Int = 0) -> [Block] {
    (first..<first + count).map { paragraph in
      .paragraph(
        Paragraph(
          (0..<160).map { index in
            index % 10 == 0
              ? "p\(paragraph)x\(index)" : String(Self.usual[(index * 7 + paragraph * 3) % Self.usual.count])
          }.joined(separator: " ")))
    }
  }

  /// Nothing of the text is under a picture; words stand beside each, clear of it by half an em or more, and the lines
  /// above and below have the whole measure.
  private func check(_ pdf: PDFInspection, _ design: PageDesign = PageDesign()) throws -> [(page: Int, box: [Double])] {
    var found: [(page: Int, box: [Double])] = []
    let em = design.size.points
    for (index, page) in try pdf.pictureBoxes().enumerated() {
      let words = try pdf.sheets()[index].words
      for box in page {
        found.append((index, box))
        let beside = words.filter { $0.top < box[3] && $0.bottom > box[1] }
        #expect(!beside.isEmpty)
        for word in beside {
          let middle = (word.top + word.bottom) / 2
          guard middle > box[1], middle < box[3] else { continue }
          #expect(word.right < box[0] - em / 2 || word.left > box[2] + em / 2, "\(word.string) on \(index + 1)")
        }
        // no line under 25 letters of 0.4 em
        let rows = Dictionary(grouping: beside) { Int($0.bottom.rounded()) }
        for row in rows.values {
          let width = (row.map(\.right).max() ?? 0) - (row.map(\.left).min() ?? 0)
          #expect(row.count < 3 || width > em * 8)
        }
      }
    }
    return found
  }

  @Test func `has no paragraph beside it that is to begin below it`() async throws {
    let path = try MadeBooks.picture(140, 120)
    for isClear in [false, true] {
      guard case .paragraph(var below) = text(1, from: 2)[0] else { return }
      below.isClear = isClear
      let (pdf, _) = try await make(book([.paragraph(Paragraph("So.")), figure(path, at: .left), .paragraph(below)]))
      let box = try #require(try pdf.pictureBoxes().lazy.compactMap(\.first).first)
      let words = try pdf.sheets().flatMap(\.words).filter { $0.string.hasPrefix("p2x") }
      #expect(!words.isEmpty && words.allSatisfy { $0.bottom > box[3] } == isClear)
    }
  }

  @Test(arguments: [Figure.Edge.left, .right])
  func `keeps clear of it at its edge, and is all there`(edge: Figure.Edge) async throws {
    let path = try MadeBooks.picture(140, 120)
    let (pdf, output) = try await make(book(text(1) + [figure(path, at: edge, "A caption")] + text(8, from: 1)))
    #expect(!output.diagnostics.contains { $0.code == "picture-alone" })
    let found = try check(pdf)
    let (page, box) = try #require(found.first)
    let design = PageDesign()
    let left = (page % 2 == 0 ? design.inside : design.outside).points
    let right = left + design.measure.points
    #expect(edge == .left ? abs(box[0] - left) < 0.1 : abs(box[2] - right) < 0.1)
    let words = try pdf.sheets().flatMap(\.words).map(\.string)
    let texts = words.joined().replacing("-", with: "")
    for paragraph in 0..<9 {
      for word in stride(from: 0, to: 160, by: 10) { #expect(texts.contains("p\(paragraph)x\(word)")) }
    }
    #expect(try pdf.sheets()[page].words.contains { $0.string == "caption" && $0.top > box[3] })
  }

  @Test func `changes sides with the page where it stands outside or inside`() async throws {
    let path = try MadeBooks.picture(120, 90)
    let outside = (0..<12).flatMap { [figure(path, at: .outside)] + text(2, from: $0 * 2) }
    let (pdf, _) = try await make(book(outside))
    let design = PageDesign()
    let found = try check(pdf)
    #expect(found.count == 12 && Set(found.map { $0.page % 2 }).count == 2)
    for (page, box) in found {
      // the first page is a recto
      if page % 2 == 0 {
        #expect(abs(box[2] - (design.trim.width - design.outside).points) < 0.1)
      } else {
        #expect(abs(box[0] - design.outside.points) < 0.1)
      }
    }
  }

  @Test func `leaves no hole: it begins further down where the page has no room for all of it`() async throws {
    let path = try MadeBooks.picture(150, 220)
    for lines in 0..<8 {
      let above = Block.paragraph(Paragraph(String(repeating: "Some words above it. ", count: 20 + lines * 12)))
      let (pdf, output) = try await make(book(text(1) + [above, figure(path, at: .right)] + text(9, from: 1)))
      #expect(!output.diagnostics.contains { $0.code == "picture-alone" })
      _ = try check(pdf)
      // but the last, pages are full: their last lines are level
      let feet = try pdf.sheets().dropLast().dropFirst().map { sheet in
        sheet.words.map(\.bottom).sorted().dropLast(2).last ?? 0
      }
      #expect((feet.max() ?? 0) - (feet.min() ?? 0) < PageDesign().leading.points * 1.5)
    }
  }

  @Test func `stands between lines where too little text could be beside it, and says so`() async throws {
    let path = try MadeBooks.picture(140, 160)
    let short = Block.paragraph(Paragraph("Few words."))
    let cases: [([Block], String)] = [
      ([figure(path, at: .left), short], "too few lines"),
      ([figure(path, at: .left, width: .share(0.9))] + text(3), "fewer than 25 letters"),
      ([.list(List(start: nil, isTight: false, items: [List.Item([figure(path, at: .left)] + text(3))]))], "lists"),
    ]
    for (blocks, why) in cases {
      let (pdf, output) = try await make(book(text(1, from: 20) + blocks))
      let said = output.diagnostics.filter { $0.code == "picture-alone" }
      #expect(said.count == 1 && said[0].help?.contains(why) == true)
      #expect(try pdf.pictureBoxes().joined().count == 1)
    }
  }
}
