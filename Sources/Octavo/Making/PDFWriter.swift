package import Cairo
package import Design
package import Drawing
package import Finishing
package import PageModel
package import Pango
internal import Shaping
internal import Synchronization
package import Typesetting
internal import Units

/// Draws a page list as a PDF: single pages, spreads, or sheets to fold and cut.
package struct PDFWriter {
  package let list: PageList
  package let sheets: [OutputSheet]
  package var target = PDFTarget.screen
  /// It is to say what its pages are made of: only of single pages in their order.
  package var isTagged = false
  /// Tags say of a word that lines part that it is one.
  package var joinsWords = false
  /// Octavo writes text itself where it can.
  package var writesText = true

  /// Single pages or spreads, as the design says.
  package init(_ list: PageList) { self.init(list, sheets: OutputSheet.sheets(of: list)) }

  package init(_ list: PageList, sheets: [OutputSheet]) {
    self.list = list
    self.sheets = sheets
  }

  /// Where each page first stands; nil where it stands on none of these sheets.
  func spots() -> [PageSpot?] {
    var found = [PageSpot?](repeating: nil, count: list.count)
    for (index, sheet) in sheets.enumerated() {
      for page in sheet.pages where found[page.index] == nil { found[page.index] = PageSpot(sheet: index, place: page) }
    }
    return found
  }

  /// cairo's PDF of a book, and what it cannot write itself.
  package struct Drawn: Sendable {
    package var pdf: [UInt8] = []
    /// On the sheets, in the order of the pages.
    package var links: [Link] = []
    /// What of each page is of which block, for a file with a structure.
    package var contents = StructurePlan.PageContents()
    /// Pictures in whose place an empty frame stands.
    package var failures: [PictureFailure] = []
  }

  /// cairo's PDF of the book with outline and document information; `Finishing` does the rest.
  /// - Parameter progress: told the number of pages drawn; returns false to stop.
  package func draw(fonts: FontSource, progress: (Int) -> Bool) throws(DrawingFailure) -> Drawn {
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(fonts) } catch {
      throw .fonts(error)
    }
    let assembler = PageAssembler(list, shaper: Shaper(configuration), compensatesWidths: true)
    let spots = spots()
    var drawn = Drawn()
    assembler.isTagged = isTagged
    do {
      let drawing = try PDFDrawing(
        size: sheets.first?.size ?? list.design.trim, title: list.title, author: list.author, language: list.language,
        writesText: writesText, hidesText: target == .screen)
      let marks = sheets.contains { !$0.marks.isEmpty } ? SheetMarks(configuration) : nil
      var page = Page(size: list.design.trim, label: "")
      var done = 0
      for (number, sheet) in sheets.enumerated() {
        drawing.beginSheet(sheet.size)
        var content: StructurePlan.PageContent?
        for placed in sheet.pages {
          assembler.assemble(placed.index, into: &page)
          if target == .screen {
            drawn.links += page.links.enumerated().compactMap {
              Link($0.element, number: $0.offset, on: PageSpot(sheet: number, place: placed), spots: spots)
            }
          }
          page.prepare(for: target, bleed: list.design.bleed)
          if isTagged {
            content = StructurePlan.PageContent(&page, language: LanguageTag(list.language), joinsWords: joinsWords)
          }
          try drawing.draw(page, placed)
          done += 1
        }
        try drawing.endSheet(content) { canvas throws(CairoError) in
          if !sheet.marks.isEmpty { try marks?.draw(sheet.marks, on: canvas) }
        }
        guard progress(done) else { throw DrawingFailure.cancelled }
      }
      let output = try drawing.finish(outline(spots) { $0 })
      (drawn.pdf, drawn.failures, drawn.contents) = (output.pdf, output.failures, output.contents)
    } catch let error as CairoError {
      throw .cairo(error)
    } catch {
      throw error as? DrawingFailure ?? .cairo(.failed("\(error)"))
    }
    return drawn
  }

  /// The named places of the book, as addresses can name them: `book.pdf#name`.
  package func destinations() -> [String: Destination] {
    guard target == .screen else { return [:] }
    let spots = spots()
    var found: [String: Destination] = [:]
    for (anchor, place) in list.places {
      guard case .named(let name) = anchor, spots.indices.contains(Int(place.page)),
        let spot = spots[Int(place.page)]
      else { continue }
      found[name] = Destination(page: spot.sheet, x: spot.left(of: list), y: spot.y(list.y(of: place)))
    }
    return found
  }

  /// - Parameter drawn: the place of a sheet in the order they are drawn in.
  func outline(_ spots: [PageSpot?], drawn: (Int) -> Int) -> [PDFDrawing.OutlineEntry] {
    guard target == .screen else { return [] }
    var entries: [PDFDrawing.OutlineEntry] = []
    var parents: [(level: Int, entry: Int)] = []
    for chapter in list.entries(depth: list.design.outlineDepth) {
      while let last = parents.last, last.level >= chapter.level { parents.removeLast() }
      guard let spot = spots[chapter.page] else { continue }
      entries.append(
        PDFDrawing.OutlineEntry(
          title: chapter.title, parent: parents.last?.entry, sheet: drawn(spot.sheet), x: spot.left(of: list),
          y: chapter.y))
      parents.append((chapter.level, entries.count - 1))
    }
    return entries
  }
}

package enum DrawingFailure: Error, Equatable, Sendable {
  case cairo(CairoError)
  case fonts(FontConfiguration.Failure)
  case cancelled
}

/// A page's place on its sheet.
struct PageSpot {
  var sheet: Int
  var place: PlacedPage

  /// The page's left edge on the sheet, points.
  func left(of list: PageList) -> Double {
    place.factor < 0 ? place.onSheet(x: list.design.trim.width.points, y: 0).x : place.x
  }

  /// A height on the page as one on the sheet, both from the top, points.
  func y(_ y: Double) -> Double { place.onSheet(x: 0, y: y).y }
}

extension Page {
  /// What printing asks of a page that is already made.
  mutating func prepare(for target: PDFTarget, bleed: Length) {
    carry(into: bleed)
    if target == .print { thickenRules() }
  }
}

extension Link {
  /// Nil where it leads to a page that is in another file.
  /// - Parameter number: its place among the links of its page.
  init?(_ area: LinkArea, number: Int, on spot: PageSpot, spots: [PageSpot?]) {
    let target: Target
    switch area.target {
    case .link: return nil
    case .uri(let address): target = .uri(address)
    case .page(let page, let height):
      guard spots.indices.contains(page), let there = spots[page] else { return nil }
      target = .page(there.sheet, y: there.y(height))
    }
    let place = spot.place.onSheet(x: area.x, y: area.y, width: area.width, height: area.height)
    self.init(page: spot.sheet, x: place.x, y: place.y, width: place.width, height: place.height, target: target)
    part = StructurePlan.Part(node: area.block.number, link: Int32(number))
  }
}
