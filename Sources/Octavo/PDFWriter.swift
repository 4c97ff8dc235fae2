package import Cairo
package import Drawing
package import Finishing
internal import Imposition
internal import PageDesign
internal import PageModel
package import Pango
internal import Shaping
package import Typesetting
package import Units

/// A sheet of the output and the pages that stand on it.
package struct OutputSheet: Sendable, Equatable {
  package var size: PageSize
  /// Pages with the place of their top left corner, points.
  package var pages: [(index: Int, x: Double, y: Double)]
  package var label: String

  package static func == (a: OutputSheet, b: OutputSheet) -> Bool {
    a.size == b.size && a.label == b.label && a.pages.elementsEqual(b.pages, by: ==)
  }
}

/// Draws a page list as a PDF, in single pages or spreads.
package struct PDFWriter {
  package let list: PageList
  package let sheets: [OutputSheet]

  package init(_ list: PageList) {
    self.list = list
    let design = list.design
    guard design.isSpread else {
      sheets = list.pages.indices.map {
        OutputSheet(size: design.trim, pages: [($0, 0, 0)], label: list.label(ofPage: $0))
      }
      return
    }
    let binding: ImpositionPlan.Binding =
      switch design.binding {
      case .left: .left
      case .right: .right
      case .top: .top
      }
    let trim = SheetSize(width: design.trim.width, height: design.trim.height)
    let sides = spreads(pageCount: list.count, trim: trim, binding: binding) { list.label(ofPage: $0) }
    sheets = sides.map { side in
      OutputSheet(
        size: PageSize(width: side.width, height: side.height),
        pages: side.slots.compactMap { slot in slot.page.map { ($0, slot.x.points, slot.y.points) } }, label: side.label)
    }
  }

  /// The sheet on which a page stands, from 0.
  package func sheetIndexes() -> [Int] {
    var found = [Int](repeating: 0, count: list.count)
    for (index, sheet) in sheets.enumerated() {
      for page in sheet.pages { found[page.index] = index }
    }
    return found
  }

  /// cairo's PDF of a book, and what it cannot write itself.
  package struct Drawn {
    package var pdf: [UInt8] = []
    /// On the sheets, in the order of the pages.
    package var links: [Link] = []
    /// Pictures in whose place an empty frame stands.
    package var failures: [PictureFailure] = []
  }

  /// cairo's PDF of the book with outline and document information; `Finishing` does the rest.
  /// - Parameter progress: told the number of pages drawn; returns false to stop.
  package func draw(fonts: FontSource, progress: (Int) -> Bool) throws(DrawingFailure) -> Drawn {
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch {
      throw .fonts(error)
    }
    let assembler = PageAssembler(list, shaper: Shaper(configuration), compensatesWidths: true)
    let renderer = PagePainter()
    let sink = ByteSink()
    let spots = spots()
    var links: [Link] = []
    do {
      let canvas = try Canvas.pdf(into: sink, size: sheets.first?.size ?? list.design.trim)
      canvas.setMetadata(title: list.title.isEmpty ? nil : list.title, author: list.author.isEmpty ? nil : list.author)
      canvas.setFixedDates()
      addOutline(canvas)
      var page = Page(size: list.design.trim, label: "")
      var done = 0
      for (number, sheet) in sheets.enumerated() {
        canvas.setPageSize(sheet.size)
        for placed in sheet.pages {
          assembler.assemble(placed.index, into: &page)
          for area in page.links {
            links.append(Link(area, sheet: number, x: placed.x, y: placed.y, spots: spots))
          }
          if placed.x == 0, placed.y == 0 {
            try renderer.draw(page, on: canvas)
          } else {
            try canvas.moved(x: placed.x, y: placed.y) { () throws(CairoError) in try renderer.draw(page, on: canvas) }
          }
          done += 1
        }
        canvas.showPage()
        guard progress(done) else { throw DrawingFailure.cancelled }
      }
      try canvas.finish()
    } catch let error as CairoError {
      throw .cairo(error)
    } catch let error as DrawingFailure {
      throw error
    } catch {
      throw .cairo(.failed("\(error)"))
    }
    return Drawn(pdf: sink.bytes, links: links, failures: renderer.failures)
  }

  /// Where each page stands: its sheet and its corner's distance from the sheet's top.
  private func spots() -> [PageSpot] {
    var found = [PageSpot](repeating: PageSpot(sheet: 0, x: 0, y: 0), count: list.count)
    for (index, sheet) in sheets.enumerated() {
      for page in sheet.pages { found[page.index] = PageSpot(sheet: index, x: page.x, y: page.y) }
    }
    return found
  }

  /// The named places of the book, as addresses can name them: `book.pdf#name`.
  package func destinations() -> [String: Destination] {
    let spots = spots()
    var found: [String: Destination] = [:]
    for (anchor, place) in list.places {
      guard case .named(let name) = anchor, spots.indices.contains(Int(place.page)) else { continue }
      let spot = spots[Int(place.page)]
      found[name] = Destination(page: spot.sheet, x: spot.x, y: spot.y + list.y(of: place))
    }
    return found
  }

  private func addOutline(_ canvas: borrowing Canvas) {
    let sheetOf = sheetIndexes()
    var parents: [(level: Int, entry: Int32)] = []
    for chapter in list.chapters {
      while let last = parents.last, last.level >= chapter.level { parents.removeLast() }
      let sheet = sheetOf[chapter.page]
      let x = sheets[sheet].pages.first { $0.index == chapter.page }?.x ?? 0
      let entry = canvas.addOutline(
        chapter.title, parent: parents.last?.entry, page: sheet + 1, x: x, y: 0, isOpen: false)
      parents.append((chapter.level, entry))
    }
  }
}

package enum DrawingFailure: Error, Equatable, Sendable {
  case cairo(CairoError)
  case fonts(FontConfiguration.Failure)
  case cancelled
}

/// A page's place on its sheet. Points.
private struct PageSpot {
  var sheet: Int
  var x, y: Double
}

extension Link {
  fileprivate init(_ area: LinkArea, sheet: Int, x: Double, y: Double, spots: [PageSpot]) {
    let target: Target =
      switch area.target {
      case .uri(let address): .uri(address)
      case .page(let page, let height): .page(spots[page].sheet, y: spots[page].y + height)
      }
    self.init(page: sheet, x: area.x + x, y: area.y + y, width: area.width, height: area.height, target: target)
  }
}
