import ArgumentParser
import Files
import Finishing
import Imposition
import Libc
import Octavo
import Settings
import Units

/// `octavo impose`: a manuscript, or a PDF, on sheets to fold, cut and bind.
struct ImposeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "impose",
    abstract: "Lay a book's pages on sheets: booklets, sections, cut stacks, n-up.",
    discussion: """
      octavo impose alice.txt                  a booklet to fold and staple
      octavo impose alice.txt --section 16     sections of 16 pages to sew
      octavo impose alice.pdf --duplex manual  for a printer without duplex
      octavo impose scan.pdf --undo            single pages of a scan of spreads

      A PDF keeps its pages as they are; options that shape pages are for manuscripts.
      """)

  @OptionGroup var arguments: BookArguments<Impose>

  func run() async throws {
    let job = try BookJob(arguments)
    let sheets = try SheetOptions(job.layers)
    let order = Order(options: sheets, request: try sheets.request())
    if job.inputs.count > 1, let pdf = job.inputs.first(where: PDFInput.isPDF) {
      throw CommandFailure(
        .usage, place: pdf, "one PDF is laid on sheets at a time, and \(job.inputs.count) files are given",
        help: "join them first, such as with \"qpdf --empty --pages a.pdf b.pdf -- both.pdf\"")
    }
    var bytes = try job.standardInput()
    guard bytes.map(PDFImposer.isPDF) ?? PDFInput.isPDF(job.input) else {
      guard !sheets.undoes else {
        throw CommandFailure(
          .usage, "--undo makes single pages of a PDF's sheets, and this is a manuscript",
          help: "give the PDF, or leave --undo out")
      }
      return try await job.make(order, bytes: bytes)
    }
    if bytes == nil {
      do throws(FileError) { bytes = try readFile(job.input) } catch {
        throw CommandFailure(.couldNotRender, error.diagnostic(), place: job.input)
      }
    }
    try impose(bytes ?? [], order, job)
  }

  /// Sheets that a manuscript's book is to be laid on.
  struct Order {
    var options: SheetOptions
    var request: SheetRequest
  }

  // MARK: A PDF

  private func impose(_ pdf: [UInt8], _ order: Order, _ job: BookJob) throws {
    try PDFInput.checkOptions(job)
    let resolved = try job.layers.resolved()
    let places = try job.places(order)
    let record = try job.summaryPlace(places).map { place in
      let key = job.key(ofPDF: "impose", fontFolders: resolved.fontFolders, bytes: pdf)
      return BuildRecord(kind: "impose", key: key, summary: place)
    }
    if try job.isDone(record, places) { return }
    var imposer = PDFImposer(request: order.request, fonts: Fonts.ofProcess(folders: resolved.fontFolders))
    if job.layers["binding"] != nil { imposer.binding = resolved.design.binding }
    imposer.request.plan.bleed = resolved.design.bleed
    imposer.target = resolved.target
    imposer.opensOnRectos = job.layers["chapters"] != nil && resolved.design.chapters == .recto
    if case .pages(let pages)? = try job.layers.selection() { imposer.pages = pages }
    imposer.date = try Clock.sourceDate()
    let built: BookBuilder.Output
    do throws(BuildFailure) { built = try imposer.build(pdf) } catch { throw error.commandFailure(input: job.input) }
    let warnings = try job.report(built.diagnostics, nil)
    try job.deliver(built, to: places, size: nil, warnings: warnings) {
      try job.write(built, record, to: places, size: nil, built.diagnostics)
    }
  }
}

/// A PDF given as input: which options it can take.
enum PDFInput {
  /// Looks at the name and the beginning of a file; one that cannot be read is none.
  static func isPDF(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // a pipe gives its bytes once, and a folder gives none
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      // a read may give less than is there
      while let start = buffer.baseAddress, count < buffer.count {
        let result = Libc.read(descriptor, start + count, buffer.count - count)
        if result == 0 || result < 0 && errno != EINTR { break }
        count += max(result, 0)
      }
    }
    return PDFImposer.isNamedAsPDF(path) || PDFImposer.isPDF(bytes)
  }

  /// Nothing is ignored silently: an option that a PDF's pages cannot follow is refused.
  static func checkOptions(_ job: BookJob) throws {
    for row in OptionRow.all where job.layers[row.key] != nil && !row.commands.contains(.imposePDF) {
      throw CommandFailure(
        .usage, place: job.input, "\(row.name) shapes a manuscript's pages, and this is a PDF, whose pages are made",
        help: "leave \(row.name) out, or give the manuscript instead of the PDF")
    }
    guard let asked = job.layers.text("chapters"), !["recto", "any"].contains(asked) else { return }
    throw CommandFailure(
      .usage, place: job.input,
      "--chapters \(asked) shapes a manuscript's pages, and this is a PDF, whose pages are made",
      help: "--chapters recto puts blank pages before those that its outline leads to")
  }
}
