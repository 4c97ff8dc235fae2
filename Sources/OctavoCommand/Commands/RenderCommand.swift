import ArgumentParser
import Libc
import Octavo
import Settings
import Units

/// `octavo render`: pages as pictures.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw pages of a book as PNG or SVG pictures.",
    discussion: """
      octavo render alice.txt --png pages --pages 1-4 --dpi 150
      octavo render alice.txt --svg pages --layout spread

      A picture is named after the manuscript and the page's number in the book: \
      alice-005.png.
      """)

  @OptionGroup var arguments: BookArguments<Render>

  func run() throws {
    let job = try BookJob(arguments)
    _ = try job.layers.selection()
    let (folder, dots) = try target(job.layers)
    let name = job.input == "-" ? "page" : BookJob.name(of: job.input)
    let (drawn, warnings) = try RenderCommand.draw(job, into: folder, dots: dots) { number, count in
      let digits = String(number)
      return name + "-" + String(repeating: "0", count: max(0, max(3, String(count).count) - digits.count)) + digits
    }
    if job.run.opens { Output.open(folder) }
    let seconds = Length.decimal(Clock.seconds() - job.run.start)
    job.reporter.say(
      place: folder, code: "written",
      "\(drawn) picture\(drawn == 1 ? "" : "s"), \(seconds) s, \(warnings) warning\(warnings == 1 ? "" : "s")")
  }

  /// Draws a book's sheets.
  /// - Parameters:
  ///   - dots: an inch, of a PNG; nil for SVG.
  ///   - told: is given what was found in the book.
  ///   - name: of the picture of a sheet, by its number and how many there are, without a type; nil to write none.
  /// - Returns: how many were written, and warnings.
  static func draw(
    _ job: BookJob, into folder: String, dots: Double?, told: ([Diagnostic]) -> Void = { _ in },
    name: (Int, Int) throws -> String?
  ) throws -> (drawn: Int, warnings: Int) {
    let prepared = try job.prepare()
    let builder = try job.builder(prepared)
    let renderer = Renderer()
    let bar = ProgressLine(job.run)
    defer { bar.clear() }
    var (drawn, warnings) = (0, 0)
    var read = prepared.reading.diagnostics
    do {
      _ = try builder.drawSheets(with: renderer, progress: Progress { bar.show($0) }) { found in
        bar.clear()
        warnings += try job.report(read + found, prepared)
        told(found)
        read = []
        try make(folder)
      } _: { sheet, number, count in
        guard let name = try name(number, count) else { return }
        if let dots {
          try Output.write(renderer.png(sheet, dotsPerInch: dots), to: "\(folder)/\(name).png")
        } else {
          try Output.write(renderer.svg(sheet), to: "\(folder)/\(name).svg")
        }
        drawn += 1
      }
    } catch {
      switch error {
      case let error as BuildFailure: throw job.failure(error, prepared)
      case let failure as RenderingError:
        if case .imageSize = failure {
          throw CommandFailure(
            .usage, failure.description, help: "give a smaller --dpi, or a larger one for a tiny page")
        }
        throw CommandFailure(.couldNotRender, place: job.input, "the pages could not be drawn: \(failure)")
      default: throw error
      }
    }
    return (drawn, warnings)
  }

  /// The folder, and dots an inch for PNG; nil for SVG.
  private func target(_ layers: OptionSources) throws -> (folder: String, dots: Double?) {
    let dpi = layers.text("dpi")
    switch (layers.text("png"), layers.text("svg")) {
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
}
