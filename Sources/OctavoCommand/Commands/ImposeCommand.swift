import ArgumentParser
import Finishing
import Glibc
import Imposition
import Octavo
import Units

/// `octavo impose`: a manuscript, or a PDF, on sheets to fold, cut and bind.
struct ImposeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "impose",
    abstract: "Lay a book's pages on sheets: booklets, sections, cut stacks, n-up.",
    discussion: """
      octavo impose alice.txt                    a booklet to fold and staple, at scale 1
      octavo impose alice.txt --section 16       sections of 16 pages to sew
      octavo impose alice.pdf --duplex manual    a PDF, for a printer without duplex

      A PDF as input keeps its pages as they are; options that shape pages are for manuscripts.
      """)

  @OptionGroup(title: "Sheets") var sheets: SheetOptions
  @OptionGroup var build: BuildCommand

  func run() async throws {
    let request = try sheets.request()
    let order = Order(options: sheets, request: request)
    // what comes from standard input comes once
    let piped = build.input == "-" ? try ManuscriptInput.read(build.input) : nil
    if let piped, !PDFImposer.isPDF(piped) {
      try await build.make(order, bytes: piped)
    } else if piped == nil, !PDFInput.isPDF(build.input) {
      try await build.make(order)
    } else {
      try impose(piped ?? ManuscriptInput.read(build.input), order)
    }
  }

  /// Sheets that a manuscript's book is to be laid on.
  struct Order {
    var options: SheetOptions
    var request: SheetRequest
  }

  // MARK: A PDF

  private func impose(_ pdf: [UInt8], _ order: Order) throws {
    try PDFInput.checkOptions(CommandLine.arguments, input: build.input)
    let reporter = try build.run.reporter()
    let start = Clock.seconds()
    let places = try build.places(order)
    var imposer = PDFImposer(request: order.request, fonts: Fonts.ofProcess(folders: build.designOptions.fontPath))
    let options = DesignReading(options: build.designOptions)
    let design = try options.unchecked()
    if build.designOptions.binding != nil {
      imposer.binding = ImpositionPlan.Binding(rawValue: design.binding.rawValue)
    }
    imposer.request.plan.bleed = design.bleed
    imposer.target = try options.target()
    imposer.date = try Clock.sourceDate()
    let built: BookBuilder.Output
    do throws(BuildFailure) { built = try imposer.build(pdf) } catch { throw error.commandFailure(input: build.input) }
    let warnings = try build.report(built.diagnostics, reporter) { _ in nil }
    try build.deliver(built, to: places, reporter: reporter, size: nil, start: start, warnings: warnings)
  }
}

/// A PDF given as input: which options it can take.
enum PDFInput {
  /// Options that hold for sheets, files and the run; all others shape pages.
  private static let usable: Set = [
    "--scheme", "--section", "--up", "--sheet", "--scale", "--duplex", "--creep", "--marks", "--guide", "--binding",
    "--bleed", "--target", "--output", "--font-path", "--quiet", "--verbose", "--strict", "--open", "--format",
    "--progress", "--color",
  ]

  /// Looks at the beginning of a file; one that cannot be read is none.
  static func isPDF(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // a pipe gives its bytes once, and a folder gives none
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
    }
    return PDFImposer.isPDF(bytes)
  }

  /// Nothing is ignored silently: an option that a PDF's pages cannot follow is refused.
  static func checkOptions(_ arguments: [String], input: String) throws {
    for argument in arguments.dropFirst(2) where argument.hasPrefix("--") && argument != "--" {
      let name = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? argument
      guard usable.contains(name) else {
        throw CommandFailure(
          .usage, place: input, "\(name) shapes a manuscript's pages, and this is a PDF, whose pages are made",
          help: "leave \(name) out, or give the manuscript instead of the PDF")
      }
    }
  }
}
