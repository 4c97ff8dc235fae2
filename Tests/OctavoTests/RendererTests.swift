import Cairo
import Design
import Foundation
import Octavo
import TestSupport
import Testing
import Units

@Suite("A renderer")
struct RendererTests {
  static func page(_ text: String = "A page to be drawn, with some words on it.") throws -> TypesetPage {
    try #require(try Paginator(text: text).drawing(ofPage: 0))
  }

  /// Width and height as a PNG's header has them (PNG, 11.2.2).
  static func size(ofPNG bytes: [UInt8]) -> (Int, Int) {
    guard bytes.count > 24, bytes[1...3].elementsEqual("PNG".utf8) else { return (0, 0) }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test(
    "a page is drawn at any number of dots an inch", arguments: [(72.0, 420, 595), (150, 874, 1240), (18, 105, 149)])
  func dots(dpi: Double, width: Int, height: Int) throws {
    let png = try Renderer().png(Self.page(), dotsPerInch: dpi)
    #expect(Self.size(ofPNG: png) == (width, height))
  }

  @Test("a thumbnail fits its box as large as it can")
  func thumbnail() throws {
    let png = try Renderer().thumbnail(of: Self.page(), width: 100, height: 100)
    let (width, height) = Self.size(ofPNG: png)
    #expect(height == 100 && (69...71).contains(width))
    let wide = try Renderer().thumbnail(of: Spread(left: Self.page(), right: Self.page()), width: 50, height: 100)
    #expect(Self.size(ofPNG: wide) == (50, 36))
  }

  @Test("an image that nothing could hold is refused", arguments: [0.0, -3, 1e9, .infinity, .nan])
  func refuses(dpi: Double) throws {
    #expect(throws: RenderingError.self) { try Renderer().png(Self.page(), dotsPerInch: dpi) }
  }

  @Test("the soft edge of a shadow is mixed with the background it lies on")
  func shadowOverGround() throws {
    var style = InlineStyle.plain
    style.extras.background = Colour(red: 1, green: 0, blue: 0)
    style.extras.shadow = TextShadow(x: 0, y: 0, blur: 0.4, colour: .black)
    let paginator = try Paginator(
      book: Book(sections: [Section(blocks: [.paragraph(Paragraph([Inline("Word", style: style)]))])]))
    let svg = String(decoding: try Renderer().svg(try #require(paginator.drawing(ofPage: 0))), as: UTF8.self)
    // cairo 1.18 puts spaces behind the commas, 1.16 none
    let fills = Set(svg.replacing(", ", with: ",").split(separator: "rgb(").dropFirst().map { $0.prefix { $0 != ")" } })
    // reds that are neither the ground nor black
    let mixed = fills.filter { $0.hasSuffix("%,0%,0%") && !$0.hasPrefix("100%") && !$0.hasPrefix("0%") }
    #expect(mixed.count > 2, "\(fills)")
  }

  @Test("the same page is the same bytes, as PNG, SVG and PDF")
  func sameBytes() throws {
    let renderer = Renderer()
    let page = try Self.page()
    #expect(try renderer.svg(page) == renderer.svg(page))
    #expect(try renderer.png(page) == Renderer().png(page))
    #expect(try renderer.pdf([page, page]) == renderer.pdf([page, page]))
    let svg = String(decoding: try renderer.svg(page), as: UTF8.self)
    #expect(svg.contains("<svg") && svg.contains("width=\"419.5"))
  }

  @Test("paper and ink are those asked for, greys between them, other colours nearer to a light ink")
  func colours() throws {
    let dark = PageColours.dark
    let svg = String(decoding: try Renderer(colours: dark).svg(Self.page()), as: UTF8.self)
    // 0xD8 and 0x22 of 0xFF, as cairo writes them
    #expect(svg.contains("84.705882%") && svg.contains("13.333333%") && !svg.contains("rgb(0%,0%,0%)"))
    #expect(dark.shown(.black) == dark.ink && dark.shown(Colour(red: 1, green: 1, blue: 1)) == dark.paper)
    let half = dark.shown(Colour(red: 0.5, green: 0.5, blue: 0.5))
    #expect(abs(half.red - (dark.ink.red + dark.paper.red) / 2) < 1e-9)
    let red = Colour(red: 0.6, green: 0, blue: 0)
    #expect(PageColours.sepia.shown(red) == red && dark.shown(red).green > 0.3)
    #expect(try Renderer().svg(Self.page()) != Renderer(colours: .light).svg(Self.page()))
  }

  @Test("letters have outlines wherever on the page they stand")
  func outlines() throws {
    let page = try Self.page().page
    let outlines = GlyphOutlines()
    for run in page.runs { #expect(try outlines.path(of: page.glyphs[run.glyphs], font: run.font).hasPrefix("M")) }
    #expect(!page.runs.isEmpty)
  }

  @Test("a spread stands with both pages against the spine, and a single page in its own half")
  func spread() throws {
    let page = try Self.page()
    let spread = Spread(left: nil, right: page)
    #expect(spread.size.width == page.size.width * 2)
    #expect(try Self.columns(ofPDF: Renderer().pdf([spread])).lowerBound > 420)
    #expect(try Self.columns(ofPDF: Renderer().pdf([Spread(left: page, right: nil)])).upperBound < 420)
    let stacked = Spread(left: page, right: page, isStacked: true)
    #expect(stacked.size.height == page.size.height * 2 && stacked.size.width == page.size.width)
  }

  @Test("a page is drawn on a context of one's own, at a place and a scale")
  func ownContext() throws {
    let sink = ByteSink()
    let size = PageSize(width: Length(points: 200), height: Length(points: 300))
    let canvas = try Canvas.pdf(into: sink, size: size)
    try Renderer().draw(Self.page(), onCairo: canvas.contextPointer, x: 100, y: 50, scale: 0.2)
    try canvas.finish()
    let columns = try Self.columns(ofPDF: sink.bytes)
    #expect(columns.lowerBound > 100 && columns.upperBound < 100 + 84)
  }

  @Test("what a drawable throws comes out")
  func throwing() throws {
    struct Broken: Drawable {
      struct Reason: Error {}
      let size = PageSize(width: Length(points: 10), height: Length(points: 10))
      func draw(in context: DrawingContext) throws { throw Reason() }
    }
    #expect(throws: Broken.Reason.self) { try Renderer().png(Broken()) }
    #expect(throws: Broken.Reason.self) { try Renderer().svg(Spread(left: Broken(), right: nil)) }
    #expect(throws: RenderingError.nothingToDraw) { try Renderer().pdf([]) }
  }

  @Test("an indicator is words or dots, and nothing where it is hidden or has no count")
  func indicator() throws {
    var indicator = PageIndicator(.dots)
    let dots = try #require(indicator.drawing(index: 2, count: 5))
    #expect(dots.size.width == Length(points: 36) && dots.size.height == Length(points: 4))
    // of more pages than dots those about the open one are shown
    #expect(try #require(indicator.drawing(index: 500, count: 1000)).size.width == Length(points: 4 * 39))
    #expect(indicator.drawing(index: 5, count: 5) == nil && indicator.drawing(index: nil, count: 5) == nil)
    indicator.form = .text("{page} of {pages}")
    let words = try #require(indicator.drawing(index: 2, count: 5, labels: Labels()))
    #expect(words.label == "3 of 5" && words.size.width > Length(points: 15))
    #expect(try !Renderer().png(words).isEmpty)
    indicator.isHidden = true
    #expect(indicator.drawing(index: 2, count: 5, labels: try Labels()) == nil)
  }

  @Test("progress is told as it comes, to a function and as a sequence, and never falls")
  func progress() async throws {
    let progress = Progress()
    let listening = Task {
      var last = 0.0
      for await report in progress {
        #expect(report.fraction >= last)
        last = report.fraction
      }
      return last
    }
    let made = try await makePDF(of: PaginatorTests.chapters(5), progress: progress)
    #expect(made.pageCount > 10 && made.bytes.starts(with: Array("%PDF".utf8)))
    #expect(await listening.value == 1)
    #expect(progress.last?.stage == .finishing && progress.last?.pagesDone == made.pageCount)
  }

  @Test("a cancelled progress stops the work")
  func cancelling() async throws {
    let progress = Progress()
    progress.cancel()
    await #expect(throws: BookError.cancelled) { try await makePDF(of: PaginatorTests.chapters(5), progress: progress) }
    await #expect(throws: BookError.cancelled) {
      try await makePDF(of: PaginatorTests.chapters(9), workers: 3, progress: progress)
    }
  }

  /// Where the glyphs of a PDF's first page stand, points from its left edge.
  static func columns(ofPDF bytes: [UInt8]) throws -> ClosedRange<Double> {
    try FileManager.default.createDirectory(at: MadeBooks.folder, withIntermediateDirectories: true)
    let path = MadeBooks.folder.appendingPathComponent("\(UUID().uuidString).pdf").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let places = try PDFInspection(path).runs(pages: 1...1).joined().map(\.x)
    return try #require(places.min())...#require(places.max())
  }
}
