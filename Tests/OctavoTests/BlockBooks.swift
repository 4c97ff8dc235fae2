import BookModel
import Design
import Foundation
import Octavo
import PageModel
import Pango
import Shaping
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// A book made in code, its pages as values and as a PDF.
struct SetBook {
  var list: PageList
  var diagnostics: [Diagnostic]
  var pages: [Page]
  var pdf: PDFInspection

  /// Pages of the body.
  var bodyPages: [Page] { zip(pages, list.pages).filter { $1.kind == .text }.map(\.0) }

  /// What is drawn on the body's pages as text, in the order in which it is drawn; heads and feet left out.
  func runs() throws -> [[PDFRun]] {
    let top = list.design.top.points
    let foot = top + (Double(list.design.rows) + 1) * list.design.leading.points
    return zip(try pdf.runs(), list.pages).filter { $1.kind == .text }.map { runs, _ in
      runs.filter { $0.y > top && $0.y < foot }
    }
  }

  /// Words of the body in the order in which they are drawn; what is set apart, or in
  /// another style, is another word.
  func words() -> [String] {
    let top = list.design.top.points
    let foot = top + (Double(list.design.rows) + 1) * list.design.leading.points
    return bodyPages.flatMap { page in
      page.runs.filter { !$0.isShape && (top...foot).contains(page.glyphs[$0.glyphs.lowerBound].y) }.flatMap { run in
        String(decoding: page.text[run.text], as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
  }

  /// The same words as they run on in the PDF, whatever their style.
  func running() throws -> String {
    let lines = try runs().joined().map { $0.text.trimmingCharacters(in: .whitespaces) }
    return lines.joined(separator: " ")
  }

  /// No ink past the measure or below the text block, but for hanging marks.
  func expectInside(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let design = list.design
    let hang = design.size.points / 5
    let foot = design.top.points + Double(design.rows + 1) * design.leading.points
    for (index, sheet) in try pdf.sheets().enumerated() where list.pages[index].kind == .text {
      let left = (list.pages[index].isRecto ? design.inside : design.outside).points
      let right = left + design.measure.points
      let outside = sheet.words.filter { $0.left < left - hang || $0.right > right + hang }
      #expect(outside.isEmpty, "page \(index)", sourceLocation: sourceLocation)
      for rule in pages[index].rules {
        #expect(rule.x > left - 0.1 && rule.x + rule.width < right + 0.1, sourceLocation: sourceLocation)
        #expect(rule.y > design.top.points - 1 && rule.y + rule.height < foot + 1, sourceLocation: sourceLocation)
      }
      let lines = list.lines(of: list.pages[index])
      let leading = PackedLength(clamping: design.leading)
      #expect(lines.allSatisfy { $0.y >= 0 && $0.y <= Int32(design.rows) * leading }, sourceLocation: sourceLocation)
    }
  }
}

func setBook(
  _ blocks: [Block], design: PageDesign = PageDesign(), notes: [NoteKey: Note] = [:], isOpened: Bool = false,
  language: String = "en", title: String = "Opening"
) async throws -> SetBook {
  var book = Book()
  book.metadata.language = language
  var section = Section(blocks: blocks)
  if isOpened { section.heading = Heading(title: [Inline(title)], source: SourceLocation(offset: 0)) }
  book.sections = [section]
  book.notes = notes
  var design = design
  design.hasTitlePage = false
  let fonts = BookBuilder.fontSource(folders: [])
  let result = try BookTypesetter(design: design, fonts: fonts).typeset(book)
  let output = try await BookBuilder(book: book, design: design, fonts: fonts).build()
  let shaper = Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders))
  let assembler = PageAssembler(result.list, shaper: shaper, compensatesWidths: false)
  let pages = result.list.pages.indices.map { index in
    var page = Page(size: design.trim, label: "")
    assembler.assemble(index, into: &page)
    return page
  }
  return SetBook(
    list: result.list, diagnostics: result.diagnostics, pages: pages, pdf: try PDFInspection(MadeBooks.keep(output.pdf))
  )
}

func styled(
  _ text: String, _ traits: InlineStyle.Traits = [], _ adjust: (inout InlineStyle.Extras) -> Void = { _ in }
) -> Inline {
  var extras = InlineStyle.Extras()
  adjust(&extras)
  return Inline(text, style: InlineStyle(traits, extras: extras))
}

let nowhere = Units.SourceLocation(offset: 0)

func prose(_ text: String) -> Block { .paragraph(Paragraph(text)) }

func table(_ columns: [Table.Alignment], head: [String], rows: [[String]]) -> Block {
  func cells(_ row: [String]) -> [[Inline]] { row.map { $0.isEmpty ? [] : [Inline($0)] } }
  return .table(Table(columns: columns, head: [cells(head)], rows: rows.map(cells), source: nowhere))
}

func code(_ lines: [String]) -> Block {
  .preformatted(Preformatted(lines.map { .init($0, source: nowhere) }, isCode: true, source: nowhere))
}

let sentence =
  "The compositor sets each line by hand and locks the forme when the page is full; what he cannot part he moves to the next page."
