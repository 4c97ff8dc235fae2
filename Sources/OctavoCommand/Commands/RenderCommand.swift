import ArgumentParser
import Glibc
import Octavo
import PageModel
import Units

/// `octavo render`: pages as pictures.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw pages of a book as PNG or SVG pictures.",
    discussion: """
      octavo render alice.txt --png pages --pages 1-4 --dpi 150
      octavo render alice.txt --svg pages --layout spread

      A picture is called after the manuscript and its number in the book: alice-005.png.
      """)

  @Argument(
    help: ArgumentHelp(
      "The manuscript: a file, Markdown files in order, a folder, or - for standard input.", valueName: "input"))
  var inputs: [String]
  private var input: String { inputs.first ?? "" }
  @Option(help: ArgumentHelp("Write PNG pictures into this folder; it is made if need be.", valueName: "dir"))
  var png: String?
  @Option(help: ArgumentHelp("Write SVG pictures into this folder.", valueName: "dir"))
  var svg: String?
  @Option(help: ArgumentHelp("Pages by their folios: 1-20,xii,45-. Default: all.", valueName: "pages"))
  var pages: String?
  @Option(help: ArgumentHelp("Dots an inch of a PNG, 18 to 2400. Default: 150.", valueName: "n"))
  var dpi: String?

  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions
  @OptionGroup(title: "Page, type and book") var designOptions: DesignOptions
  @OptionGroup(title: "Run") var run: RunOptions

  func run() async throws {
    let reporter = try run.reporter()
    let start = Clock.seconds()
    _ = try DesignReading(options: designOptions).unchecked()
    let selection = try pages.map { try PageSelectionOption.read($0) }
    let (folder, dots) = try target()
    let (reading, settings) = try Settings.read(inputs, design: designOptions, manuscript: manuscript)
    var design = try DesignReading(options: settings.design, places: settings.places).design()
    let language = try settings.language(of: reading)
    design.language = language
    if settings.design.binding == nil { design.binding = BookBuilder.binding(for: reading.book, language: language) }
    var builder = BookBuilder(
      book: reading.book, design: design, fonts: Fonts.ofProcess(folders: settings.design.fontPath))
    builder.exceptions = try settings.design.exceptions()
    builder.workers = run.workers
    let renderer = Renderer()
    let name = RenderCommand.stem(of: input)
    let bar = ProgressLine(mode: run.progress, since: start)
    var warnings = 0
    let drawn: Int
    do {
      drawn = try await builder.drawSheets(selection, progress: Progress { bar.show($0) }) { found in
        bar.clear()
        let diagnostics = reading.diagnostics + found
        for diagnostic in run.shown(diagnostics) {
          reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? input)
        }
        warnings = diagnostics.count { $0.severity == .warning }
        guard !run.strict || warnings == 0 else {
          throw CommandFailure(
            .warnings, place: input,
            "\(warnings) warning\(warnings == 1 ? "" : "s") under --strict, so nothing was written",
            help: "mend what they name, or leave --strict out")
        }
        try RenderCommand.make(folder)
      } _: { sheet, number, count in
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, max(3, String(count).count) - digits.count)) + digits
        let path = "\(folder)/\(name)-\(padded)"
        if let dots {
          try Output.write(renderer.png(sheet, dotsPerInch: dots), to: path + ".png")
        } else {
          try Output.write(renderer.svg(sheet), to: path + ".svg")
        }
      }
    } catch {
      bar.clear()
      switch error {
      case let failure as BuildFailure: throw failure.commandFailure(input: input)
      case let problem as PageSelection.Problem: throw PageSelectionOption.failure(problem, place: input)
      case let failure as RenderingError:
        if case .imageSize = failure {
          throw CommandFailure(
            .usage, failure.description, help: "give a smaller --dpi, or a larger one for a tiny page")
        }
        throw CommandFailure(.couldNotRender, place: input, "the pages could not be drawn: \(failure)")
      default: throw error
      }
    }
    bar.clear()
    let seconds = Length.decimal(Clock.seconds() - start)
    reporter.say(
      place: folder, code: "written",
      "\(drawn) picture\(drawn == 1 ? "" : "s"), \(seconds) s, \(warnings) warning\(warnings == 1 ? "" : "s")")
  }

  /// The folder, and dots an inch for PNG; nil for SVG.
  private func target() throws -> (folder: String, dots: Double?) {
    switch (png, svg) {
    case (nil, nil):
      throw CommandFailure(
        .usage, "neither --png nor --svg says where pictures go", help: "octavo render book.txt --png pages")
    case (.some, .some):
      throw CommandFailure(.usage, "--png and --svg cannot be given together", help: "run octavo once for each")
    case (nil, let folder?):
      guard dpi == nil else {
        throw CommandFailure(
          .usage, "--dpi means nothing for SVG", help: "an SVG has no dots: leave --dpi out, or use --png")
      }
      return (try checked(folder, "--svg"), nil)
    case (let folder?, nil):
      guard let dots = Double(dpi ?? "150"), dots.isFinite, (18...2400).contains(dots) else {
        throw CommandFailure(
          .usage, "\"\(dpi ?? "")\" is no value for --dpi", help: "give a number from 18 to 2400, such as --dpi 150")
      }
      return (try checked(folder, "--png"), dots)
    }
  }

  private func checked(_ folder: String, _ option: String) throws -> String {
    guard !folder.isEmpty, !folder.utf8.contains(0) else {
      throw CommandFailure(.usage, "\(option) names no folder", help: "octavo render book.txt \(option) pages")
    }
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Makes a folder and those above it, where they are not there.
  static func make(_ folder: String) throws {
    var info = stat()
    if stat(folder, &info) == 0 {
      guard info.st_mode & S_IFMT == S_IFDIR else {
        throw CommandFailure(
          .couldNotWrite, place: folder, "not a folder", help: "name another folder for the pictures")
      }
      return
    }
    if let slash = folder.lastIndex(of: "/"), slash != folder.startIndex { try make(String(folder[..<slash])) }
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw CommandFailure(
        .couldNotWrite, place: folder, "the folder cannot be made: \(String(cString: strerror(errno)))",
        help: "check the path and who may write there")
    }
  }

  private static func stem(of input: String) -> String {
    if input == "-" { return "page" }
    let name = Settings.name(of: input)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// `--pages`, in words when it chooses nothing.
enum PageSelectionOption {
  static func read(_ text: String) throws -> PageSelection {
    do throws(PageSelection.Problem) { return try PageSelection(parsing: text) } catch {
      throw failure(error, place: nil)
    }
  }

  static func failure(_ problem: PageSelection.Problem, place: String?) -> CommandFailure {
    switch problem {
    case .notAPage(let text):
      CommandFailure(
        .usage, place: place, "\"\(text)\" in --pages is neither a page nor a range",
        help: "write folios and ranges with commas between: 1-20,xii,45-")
    case .noSuchPage(let folio):
      CommandFailure(
        .usage, place: place, "the book has no page \"\(folio)\"",
        help: "pages go by their printed folios: iv in the front matter, 4 in the text")
    case .backwards(let range):
      CommandFailure(
        .usage, place: place, "the range \"\(range)\" runs backwards",
        help: "put the page that comes first in the book first")
    }
  }
}
