import BookModel
import Cairo
import Design
import Drawing
import Files
import Finishing
import Libc
import Manuscript
import Octavo
import PageModel
import Pango
import Shaping
import Typesetting
import Units

/// Times the stages of a whole book on one core, beside the bare loop: the same lines with the
/// same font matrices, each drawn by one call of cairo, and nothing else; and beside octavo's own
/// painter alone. CPU seconds; run it on a quiet machine and read the ratio before the seconds.
///
///     octavo-bench BOOK.txt [RUNS]
///     octavo-bench --quality BOOK.txt ...
///     octavo-bench --layout BOOK.txt [RUNS]
///
/// The second form prints how the lines and pages of each book come out; the third times
/// layout alone, the quickest of the runs, and is what to profile.
@main
struct Benchmarks {
  var times: [String: [Double]] = [:]
  var order: [String] = []

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: octavo-bench BOOK.txt [RUNS]")
      exit(2)
    }
    // thrown further, an error would end in a trap
    do { try await measure(arguments) } catch {
      var line = "octavo-bench: error: \((error as? FileError).map { $0.diagnostic().message } ?? "\(error)")\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
  }

  private static func measure(_ arguments: [String]) async throws {
    if arguments[1] == "--quality" {
      for path in arguments.dropFirst(2) { try await quality(path) }
      return
    }
    if arguments[1] == "--layout", arguments.count > 2 {
      return try await layout(arguments[2], runs: max(1, arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3))
    }
    var bench = Benchmarks()
    try await bench.run(arguments[1], runs: max(1, arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3))
  }

  /// The peers' page of DESIGN.md §1: A5, 20 mm all round, Liberation Serif 11 on 14 pt.
  private static var design: PageDesign {
    var design = PageDesign()
    let margin = Length(millimetres: 20)
    (design.inside, design.outside, design.top, design.bottom) = (margin, margin, margin, margin)
    design.family = "Liberation Serif"
    design.hasContents = true
    return design
  }

  private static func quality(_ path: String) async throws {
    let reading = try readPlainText(readFile(path), name: path, options: PlainTextOptions())
    let book = smartened(reading.book, language: reading.book.metadata.language)
    let typesetter = BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: []))
    let result = try typesetter.typeset(book)
    print("\(path): \(result.list.count) pages\n  \(Quality(result).row)")
  }

  private static func layout(_ path: String, runs: Int) async throws {
    let reading = try readPlainText(readFile(path), name: path, options: PlainTextOptions())
    let book = smartened(reading.book, language: reading.book.metadata.language)
    let fonts = BookBuilder.fontSource(folders: [])
    var least = Double.infinity
    var pages = 0
    for _ in 0..<runs {
      let start = cpu()
      pages = try BookTypesetter(design: design, fonts: fonts).typeset(book).list.count
      least = min(least, cpu() - start)
    }
    print("\(path): layout \(Length.decimal(least * 1000)) ms, \(Int(Double(pages) / least)) pages a second")
  }

  mutating func run(_ path: String, runs: Int) async throws {
    let bytes = try readFile(path)
    let fonts = BookBuilder.fontSource(folders: [])
    let design = Benchmarks.design
    var pages = 0
    var size = 0
    for _ in 0..<runs {
      var start = Benchmarks.cpu()
      let reading = try readPlainText(bytes, name: path, options: PlainTextOptions())
      lap("read", &start)
      let book = smartened(reading.book, language: reading.book.metadata.language)
      lap("punctuation", &start)
      let list = try BookTypesetter(design: design, fonts: fonts).typeset(book).list
      lap("layout", &start)
      let drawn = try PDFWriter(list).draw(fonts: fonts) { _ in true }
      lap("draw", &start)
      size = try finish(drawn.pdf, plan: FinishingPlan()).count
      lap("finish", &start)
      pages = list.count

      // Pages made beforehand, drawing alone timed.
      let configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders)
      let assembler = PageAssembler(list, shaper: Shaper(configuration), compensatesWidths: true)
      var made: [Page] = []
      for index in 0..<list.count {
        var page = Page(size: design.trim, label: "")
        assembler.assemble(index, into: &page)
        made.append(page)
      }
      start = Benchmarks.cpu()
      try Benchmarks.draw(made, size: design.trim, isBare: true)
      lap("bare loop", &start)
      try Benchmarks.draw(made, size: design.trim, isBare: false)
      lap("painter", &start)
    }
    print("\(path): \(pages) pages, \(size) bytes, median of \(runs)")
    report(pages: pages)
  }

  /// - Parameter isBare: one `cairo_show_text_glyphs` a line and no more, as any program draws with
  ///   cairo. Otherwise as octavo does: lines in one font together, and without the letters that
  ///   cairo has from the font (`KnownLetters`).
  private static func draw(_ pages: [Page], size: PageSize, isBare: Bool) throws {
    let canvas = try Canvas.pdf(into: ByteSink(), size: size)
    let painter = PagePainter()
    for page in pages {
      if isBare {
        try painter.draw(page, on: Canvas.on(context: canvas.contextPointer))
      } else {
        try painter.draw(page, on: canvas)
      }
      canvas.showPage()
    }
    try canvas.finish()
  }

  private func report(pages: Int) {
    let bare = median("bare loop")
    let painter = median("painter")
    var total = 0.0
    for name in order where name != "bare loop" && name != "painter" {
      let seconds = median(name)
      total += seconds
      row(name, "\(Length.decimal(seconds * 1000)) ms, \(Length.decimal(seconds / bare)) of the bare loop")
    }
    row("all stages", "\(Length.decimal(total * 1000)) ms, \(Length.decimal(total / bare)) times the bare loop")
    row("bare loop", "\(Length.decimal(bare * 1000)) ms")
    row(
      "painter", "\(Length.decimal(painter * 1000)) ms alone, all stages \(Length.decimal(total / painter)) times that")
    row("layout", "\(Int(Double(pages) / median("layout"))) pages a second")
  }

  private mutating func lap(_ name: String, _ start: inout Double) {
    let now = Benchmarks.cpu()
    if times[name] == nil { order.append(name) }
    times[name, default: []].append(now - start)
    start = Benchmarks.cpu()
  }

  private func row(_ name: String, _ text: String) {
    print(name + String(repeating: " ", count: max(1, 12 - name.count)) + text)
  }

  private func median(_ name: String) -> Double {
    let values = (times[name] ?? [1]).sorted()
    return values[values.count / 2]
  }

  private static func cpu() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
