import ArgumentParser
import Barcode
import BookModel
import Design
import Files
import Images
import Libc
import Manuscript
import Octavo
import Settings
import Units

/// `octavo cover`: a cover as wide as its book is thick.
struct CoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", abstract: "Make the cover of a book: back, spine and front on one sheet.",
    discussion: """
      octavo cover book.md --for kdp --paper cream
      octavo cover book.md --kind jacket --blurb back.txt --front-picture front.jpg

      The spine is as wide as the pages are thick: octavo sets the book to count them.
      """)

  @OptionGroup var arguments: BookArguments<Cover>

  func run() throws {
    let job = try BookJob(arguments)
    let given = job.layers
    let path = try job.outputPath(suffix: "-cover")
    for input in job.inputs { try Output.check(path, input: input) }
    let image = given.text("front-image")
    let ending = image?.split(separator: ".").last?.lowercased()
    guard image == nil || ["png", "jpg", "jpeg"].contains(ending) else {
      throw CommandFailure(
        .usage, "the front alone is a PNG or a JPEG, not \(image ?? "")", help: "name it front.png or front.jpg")
    }
    let places = [path] + (image.map { [$0] } ?? [])
    let summaryPlace = try job.summaryPlace(places)
    var prepared = try job.prepare()
    // what a cover looks like may stand in octavo.yaml
    let layers = prepared.layers
    let record = summaryPlace.map { place in
      BuildRecord(kind: "cover", key: job.key("cover", prepared, bytes: nil), summary: place)
    }
    if try job.isDone(record, places) { return }
    let design = prepared.resolved.design
    guard design.printers.count < 2 else {
      throw CommandFailure(.usage, "a cover is for one printer: spines differ", help: "name one with --for")
    }
    var standard = prepared.resolved.standard
    var unkept: [Diagnostic] = []
    if given.said("pdf") == nil, let preset = standard {
      // a printer's preset for pages makes pictures grey, which a cover's are not
      do throws(ReadingError) { prepared = try prepared.inFourInks() } catch {
        standard = nil
        var problem = error.diagnostic
        problem.severity = .warning
        problem.message = "the cover is no \(preset.title) and stays in red, green and blue: \(problem.message)"
        unkept.append(problem)
      }
    }
    if let standard, !standard.isForPress {
      throw CommandFailure(
        .usage, "\(standard.title) is for books, not for their covers", help: "--pdf x-1a, x-3 or x-4 is for presses")
    }
    let rules = design.printers.first.flatMap(CoverRules.named) ?? .usual
    let kind = CoverKind(rawValue: try layers.oneOf("kind")) ?? .paperback
    let paper = CoverPaper(rawValue: try layers.oneOf("paper")) ?? .white
    var builder = try job.builder(prepared)
    builder.workers = job.run.workers
    let pages: Int
    if let count = layers.number("page-count") {
      guard (1...10_000).contains(count) else {
        throw CommandFailure(.usage, "a book of \(count) pages has no cover", help: "give --page-count from 1 to 10000")
      }
      pages = count
    } else {
      do throws(BuildFailure) { pages = try builder.pageList().count } catch {
        throw job.failure(error, prepared)
      }
    }
    let geometry = CoverGeometry(
      kind: kind, trim: design.trim, pages: pages, paper: paper, rules: rules,
      spineWidth: try layers.said("spine-width")?.length(), isRightBound: design.binding == .right)
    var maker = CoverMaker(
      geometry: geometry, design: design, metadata: prepared.reading.book.metadata, fonts: builder.fonts)
    if maker.metadata.title?.isEmpty != false { maker.metadata.title = BookJob.name(of: job.input) }
    maker.language = prepared.language
    maker.isSmart = prepared.resolved.isSmart
    maker.hasGuides = layers.isOn("guides")
    if standard != nil { maker.keepStandard(of: builder) }
    let printed = BookNumber.printed(in: prepared.reading.book)
    try add(layers, printed: printed, to: &maker)
    if let own = maker.isbn.flatMap({ try? BookNumber(parsing: $0) }), let other = printed.first,
      !printed.contains(where: { $0.digits == own.digits })
    {
      unkept.append(
        Diagnostic(
          .warning, code: "isbn-differs",
          "the barcode says ISBN \(own.text), and the book's first pages ISBN \(other.text)",
          help: "mend one of them"))
    }
    let made: (pdf: [UInt8], diagnostics: [Diagnostic])
    do throws(BuildFailure) { made = try maker.make(target: .print) } catch { throw job.failure(error, prepared) }
    var found = prepared.reading.diagnostics + unkept + made.diagnostics
    if standard != nil, prepared.resolved.ink == .black, maker.isColoured {
      found.append(
        Diagnostic(
          .warning, code: "cover-grey", "pictures and colours of the cover are printed in black ink alone",
          help: "--ink cmyk prints them in four inks, by the press's --profile"))
    }
    found += PreflightRunner.count(pages, for: design.printers.first)
    let warnings = try job.report(found, prepared)
    var files = [made.pdf]
    try Output.write(made.pdf, to: path)
    if let image {
      let front: [UInt8]
      do throws(BuildFailure) { front = try maker.frontImage(width: 1600) } catch { throw job.failure(error, prepared) }
      do throws(ImageError) { files.append(ending == "png" ? front : try jpeg(of: front)) } catch {
        throw CommandFailure(.couldNotRender, "\(image): \(error.words)", help: "name it front.png")
      }
      try Output.write(files[1], to: image)
    }
    if let record {
      let sum = BuildSummary(
        record: record, outputs: Array(zip(places, files)), pages: 1, sheets: 1, trim: TrimName.of(design.trim),
        warnings: found.filter { $0.severity == .warning }, fonts: [], start: job.run.start)
      try Output.write(Array("\(sum.json)\n".utf8), to: record.summary)
    }
    if job.run.opens { Output.open(path) }
    job.reporter.say(
      place: path == "-" ? "standard output" : path, code: "written",
      summary(geometry, design.trim, paper, pages, rules, hasBarcode: maker.isbn != nil, warnings))
    if job.run.isVerbose {
      job.reporter.say(
        place: path, code: "rules",
        "\(rules.name): \(rules.source), read \(rules.read)\(rules.isHearsay ? ", not at its source" : "")")
    }
  }

  /// Sizes are in the unit of the trim.
  private func summary(
    _ geometry: CoverGeometry, _ trim: PageSize, _ paper: CoverPaper, _ pages: Int, _ rules: CoverRules,
    hasBarcode: Bool, _ warnings: Int
  ) -> String {
    let isInches = Trim.all.first { $0.size == trim }?.unit == .inches
    func length(_ points: Double) -> String {
      isInches ? Length.decimal((points / 0.72).rounded() / 100) : Length.decimal((points * 254 / 72).rounded() / 10)
    }
    let unit = isInches ? "in" : "mm"
    let words = geometry.spineSafe == nil ? ", too thin for words" : ""
    let barcode = hasBarcode ? "" : ", no barcode: --isbn gives one"
    return
      "\(length(geometry.width)) × \(length(geometry.height)) \(unit), spine \(length(geometry.spine.width)) \(unit) "
      + "for \(pages) pages of \(paper.rawValue) paper\(words), by the rules of \(rules.name)\(barcode), "
      + "\(warnings) warning\(warnings == 1 ? "" : "s")"
  }

  /// What the options put on the cover.
  /// - Parameter printed: the numbers that the book's first pages say it has.
  private func add(_ layers: OptionSources, printed: [BookNumber], to maker: inout CoverMaker) throws {
    for (key, path) in [
      ("blurb", \CoverMaker.blurb), ("front-flap", \.frontFlap), ("back-flap", \.backFlap),
    ] {
      guard let file = layers.text(key) else { continue }
      guard !file.contains(" ") || access(file, F_OK) == 0 else {
        throw CommandFailure(
          .usage, "--\(key) names no file: \"\(file)\" is not found",
          help: "write the words into a text file, and name that")
      }
      let bytes = try read(file)
      do throws(ManuscriptError) { maker[keyPath: path] = try CoverMaker.paragraphs(ofBlurb: bytes) } catch {
        throw CommandFailure(.couldNotRender, error.diagnostic(name: file), place: file)
      }
    }
    for (key, path) in [
      ("front-picture", \CoverMaker.frontPicture), ("back-picture", \.backPicture), ("author-picture", \.authorPicture),
    ] {
      guard let file = layers.text(key) else { continue }
      let bytes = try read(file)
      do throws(ImageError) { _ = try inspectImage(bytes, file: file) } catch {
        throw CommandFailure(
          .couldNotRender, "\(file) cannot be shown on the cover: \(error.words)", help: "give a PNG, a JPEG or an SVG")
      }
      maker[keyPath: path] = file
    }
    for (key, path) in [
      ("paper-colour", \CoverLook.paper), ("ink-colour", \CoverLook.ink), ("accent-colour", \CoverLook.accent),
    ] {
      guard let colour = layers.text(key) else { continue }
      maker.look[keyPath: path] = try Self.colour(colour, "--" + key)
    }
    maker.choosesInk = layers.text("ink-colour") == nil
    if layers.said("cover-layout") != nil {
      maker.look.layout = CoverLook.Layout(rawValue: try layers.oneOf("cover-layout")) ?? maker.look.layout
    }
    let known = maker.metadata.identifiers.first { $0.uppercased().hasPrefix("ISBN") }
    guard let isbn = layers.text("isbn") ?? known ?? printed.first?.text else { return }
    do throws(BookNumber.Problem) {
      let number = try BookNumber(parsing: isbn)
      (maker.isbn, maker.bars) = (number.text, number.bars)
    } catch {
      throw CommandFailure(
        .usage, "\"\(isbn)\" is no ISBN: \(error.words)", help: "check its digits; --isbn gives another")
    }
  }

  private func read(_ file: String) throws -> [UInt8] {
    do throws(FileError) { return try readFile(file) } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: file)
    }
  }

  private static func colour(_ text: String, _ option: String) throws -> Colour {
    if let colour = Colour(parsing: text.hasPrefix("#") ? text : "#" + text) { return colour }
    throw CommandFailure(.usage, "\"\(text)\" is no colour for \(option)", help: "write it as #rrggbb, such as #1f3a5f")
  }
}

extension BookNumber {
  /// Paragraphs at the head of a book that may be its copyright page's.
  private static let mostParagraphs = 60

  /// The numbers that the first pages of a book give it.
  fileprivate static func printed(in book: Book) -> [BookNumber] {
    var (found, seen) = ([BookNumber](), 0)
    book.visitText { inlines, _ in
      seen += 1
      guard seen <= mostParagraphs else { return }
      for match in inlines.plainText.matches(of: /ISBN(?:-1[03])?[: ]*([0-9][0-9 \-‐‑–]{8,16}[0-9Xx])/) {
        let digits = match.1.map { "‐‑–".contains($0) ? "-" : String($0) }.joined()
        if let number = try? BookNumber(parsing: digits) { found.append(number) }
      }
    }
    return found
  }
}
