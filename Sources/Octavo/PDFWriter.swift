package import Cairo
package import Drawing
package import Finishing
internal import PageDesign
internal import PageModel
package import Pango
internal import Shaping
internal import Synchronization
package import Typesetting
internal import Units

/// What a PDF is for.
package enum PDFTarget: String, Sendable, CaseIterable {
  case screen
  /// For a press: nothing to click, black as one ink, boxes for the cutter.
  case print
}

/// Draws a page list as a PDF: single pages, spreads, or sheets to fold and cut.
package struct PDFWriter {
  package let list: PageList
  package let sheets: [OutputSheet]
  package var target = PDFTarget.screen
  /// The PDF is to be read back.
  package var gathersTraits = false

  /// Single pages or spreads, as the design says.
  package init(_ list: PageList) { self.init(list, sheets: OutputSheet.sheets(of: list)) }

  package init(_ list: PageList, sheets: [OutputSheet]) {
    self.list = list
    self.sheets = sheets
  }

  /// Where each page first stands; nil where it stands on none of these sheets.
  private func spots() -> [PageSpot?] {
    var found = [PageSpot?](repeating: nil, count: list.count)
    for (index, sheet) in sheets.enumerated() {
      for page in sheet.pages where found[page.index] == nil { found[page.index] = PageSpot(sheet: index, place: page) }
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
    /// By page, where they were asked for.
    package var traits: [Int: PageTraits] = [:]
  }

  /// One book at a time: librsvg draws the text of pictures with faces that cairo 1.16 opens
  /// itself, shares among all threads and closes past ten (`ScaledFont` opens octavo's own).
  private static let gate = Mutex(())

  /// cairo's PDF of the book with outline and document information; `Finishing` does the rest.
  /// - Parameter progress: told the number of pages drawn; returns false to stop.
  package func draw(fonts: FontSource, progress: (Int) -> Bool) throws(DrawingFailure) -> Drawn {
    try PDFWriter.gate.withLock { _ throws(DrawingFailure) in try drawAlone(fonts: fonts, progress: progress) }
  }

  private func drawAlone(fonts: FontSource, progress: (Int) -> Bool) throws(DrawingFailure) -> Drawn {
    let configuration: FontConfiguration
    do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch {
      throw .fonts(error)
    }
    let assembler = PageAssembler(list, shaper: Shaper(configuration), compensatesWidths: true)
    let renderer = PagePainter()
    let sink = ByteSink()
    let spots = spots()
    var links: [Link] = []
    var traits: [Int: PageTraits] = [:]
    if gathersTraits { assembler.traits = PageTraits() }
    do {
      let canvas = try Canvas.pdf(into: sink, size: sheets.first?.size ?? list.design.trim)
      canvas.setMetadata(title: list.title.isEmpty ? nil : list.title, author: list.author.isEmpty ? nil : list.author)
      canvas.setFixedDates()
      if target == .screen { addOutline(canvas, spots) }
      let marks = sheets.contains { !$0.marks.isEmpty } ? SheetMarks(configuration) : nil
      var page = Page(size: list.design.trim, label: "")
      var done = 0
      for (number, sheet) in sheets.enumerated() {
        canvas.setPageSize(sheet.size)
        renderer.beginSheet()
        for placed in sheet.pages {
          assembler.assemble(placed.index, into: &page)
          if let found = assembler.traits, found != PageTraits() { traits[placed.index] = found }
          if target == .screen {
            links += page.links.compactMap { Link($0, on: PageSpot(sheet: number, place: placed), spots: spots) }
          }
          prepare(&page)
          try draw(page, placed, with: renderer, on: canvas)
          done += 1
        }
        if !sheet.marks.isEmpty { try marks?.draw(sheet.marks, on: canvas) }
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
    return Drawn(pdf: sink.bytes, links: links, failures: renderer.failures, traits: traits)
  }

  private func draw(
    _ page: Page, _ placed: PlacedPage, with renderer: PagePainter, on canvas: borrowing Canvas
  ) throws(CairoError) {
    if let clip = placed.clip {
      try canvas.clipped(
        x: clip.x.points, y: clip.y.points, width: clip.width.points, height: clip.height.points
      ) { () throws(CairoError) in
        var open = placed
        open.clip = nil
        try draw(page, open, with: renderer, on: canvas)
      }
    } else if placed.x == 0, placed.y == 0, placed.factor == 1 {
      try renderer.draw(page, on: canvas)
    } else {
      try canvas.placed(x: placed.x, y: placed.y, factor: placed.factor) { () throws(CairoError) in
        try renderer.draw(page, on: canvas, factor: placed.factor)
      }
    }
  }

  /// What printing asks of a page that is already made.
  private func prepare(_ page: inout Page) {
    page.carry(into: list.design.bleed)
    if target == .print { page.thickenRules() }
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

  private func addOutline(_ canvas: borrowing Canvas, _ spots: [PageSpot?]) {
    var parents: [(level: Int, entry: Int32)] = []
    for chapter in list.entries(depth: list.design.outlineDepth) {
      while let last = parents.last, last.level >= chapter.level { parents.removeLast() }
      guard let spot = spots[chapter.page] else { continue }
      let entry = canvas.addOutline(
        chapter.title, parent: parents.last?.entry, page: spot.sheet + 1, x: spot.left(of: list), y: chapter.y, isOpen: false)
      parents.append((chapter.level, entry))
    }
  }
}

package enum DrawingFailure: Error, Equatable, Sendable {
  case cairo(CairoError)
  case fonts(FontConfiguration.Failure)
  case cancelled
}

/// A page's place on its sheet.
private struct PageSpot {
  var sheet: Int
  var place: PlacedPage

  /// The page's left edge on the sheet, points.
  func left(of list: PageList) -> Double {
    place.factor < 0 ? place.onSheet(x: list.design.trim.width.points, y: 0).x : place.x
  }

  /// A height on the page as one on the sheet, both from the top, points.
  func y(_ y: Double) -> Double { place.onSheet(x: 0, y: y).y }
}

extension Link {
  /// Nil where it leads to a page that is in another file.
  fileprivate init?(_ area: LinkArea, on spot: PageSpot, spots: [PageSpot?]) {
    let target: Target
    switch area.target {
    case .uri(let address): target = .uri(address)
    case .page(let page, let height):
      guard spots.indices.contains(page), let there = spots[page] else { return nil }
      target = .page(there.sheet, y: there.y(height))
    }
    let place = spot.place.onSheet(x: area.x, y: area.y, width: area.width, height: area.height)
    self.init(page: spot.sheet, x: place.x, y: place.y, width: place.width, height: place.height, target: target)
  }
}
