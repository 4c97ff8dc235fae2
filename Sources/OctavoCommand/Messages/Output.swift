import Faults
import Files
import Finishing
import Imposition
import Libc
import Octavo
import Pango
import Settings
import Typesetting
import Units

/// Where the product goes: the PDF to its file, answers to standard output.
enum Output {
  /// Refuses a place that cannot take the PDF before the work begins.
  static func check(_ path: String, input: String) throws {
    // the terminal by another name is checked by what it is
    let isStandard = path == "-" || path == "/dev/stdout" || path == "/dev/fd/1"
    if isStandard, isatty(STDOUT_FILENO) == 1 {
      throw CommandFailure(
        .usage, "a PDF is nothing to print on a terminal", help: "send it on: octavo \(input) -o - > book.pdf")
    }
    try checkPlace(path, input: input)
    let name = path.split(separator: "/").last ?? ""
    if let dot = name.lastIndex(of: "."), let help = Output.otherKinds[name[name.index(after: dot)...].lowercased()] {
      throw CommandFailure(.usage, place: path, "octavo writes PDF, and this is another kind's name", help: help)
    }
  }

  /// The same for a file of any kind.
  static func checkPlace(_ path: String, input: String) throws {
    do throws(FileError) { try checkOutput(path, input: input) } catch {
      if case .outputIsInput = error { throw CommandFailure(.usage, error.diagnostic(), place: path) }
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: path)
    }
  }

  /// Endings by which programs know files of other kinds, with what to do.
  private static let otherKinds: [String: String] = {
    var kinds: [String: String] = ["png": "octavo render BOOK --png FOLDER", "svg": "octavo render BOOK --svg FOLDER"]
    for kind in ["jpg", "jpeg", "tif", "tiff", "webp"] { kinds[kind] = kinds["png"] }
    for kind in ["html", "htm"] { kinds[kind] = "octavo read BOOK --export FOLDER makes pages for a browser" }
    for kind in [
      "epub", "mobi", "azw3", "docx", "doc", "odt", "rtf", "md", "markdown", "txt", "tex", "ps", "eps", "yaml", "yml",
      "json",
    ] { kinds[kind] = "give a name that ends in .pdf" }
    return kinds
  }()

  /// Prints an answer. A reader that has seen enough (`octavo fonts | head`)
  /// ends the program the way it ends every other one, by the signal.
  static func answer(_ text: String) throws { try answer(Array(text.utf8)) }

  static func answer(_ bytes: [UInt8]) throws {
    do throws(FileError) { try writeFile(bytes, to: "-") } catch {
      if case .outputClosed = error {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: "standard output")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(FileError) { try writeFile(bytes, to: path) } catch {
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: path == "-" ? "standard output" : path)
    }
  }

  /// Writes files that belong together: all of them, or none.
  static func write(_ files: [[UInt8]], to paths: [String]) throws {
    guard files.count > 1 else {
      for (bytes, path) in zip(files, paths) { try write(bytes, to: path) }
      return
    }
    do throws(FileError) { try writeTogether(Array(zip(files, paths))[...]) } catch {
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: paths.joined(separator: ", "))
    }
  }

  /// Hands the file to the desktop; whether a viewer comes is the desktop's affair.
  static func open(_ path: String) {
    guard path != "-" else { return }
    _ = Platform.begin(Platform.viewer, [path], output: nil)
  }
}

/// Signals: what a half-made file would suffer from.
enum Interrupts {
  static func prepare() {
    ignoreFileSignals()
    InterruptGuard.install()
    // put together before options are read, and only for a run that fails: by hand
    let reporter = Reporter.forFailures()
    FaultGuard.install(code: ExitStatus.fault.rawValue, cleaning: { InterruptGuard.removeFiles() }) { library, file in
      reporter.words(ofFaultIn: library, file: file)
    }
    GLibMessages.prepare()
  }
}

extension BuildFailure {
  /// The one place where these failures get their words.
  func commandFailure(input: String) -> CommandFailure {
    switch self {
    case .pictures(let missing):
      CommandFailure(
        .couldNotRender, missing.first ?? Diagnostic(.error, code: "image-missing", "a picture is missing"),
        place: input)
    case .typesetting(.design(let problem)):
      CommandFailure(.usage, problem.diagnostic)
    case .imposition(let error):
      CommandFailure(.usage, error.diagnostic)
    case .typesetting(.unknownFamily(let name, let advice)):
      CommandFailure(
        .couldNotRender, "no font family is called \"\(name)\"",
        help: (advice?.words ?? "") + "\"octavo fonts\" lists them; --font-path DIR or ./Fonts adds more")
    case .typesetting(.fonts(.noFonts(let folder))):
      CommandFailure(.couldNotRender, "there are no fonts in \"\(folder)\"", help: "check --font-path")
    case .typesetting(.fonts), .drawing(.fonts):
      CommandFailure(
        .couldNotRender, "the fonts could not be opened", help: "\"octavo info\" shows where they are looked for")
    case .typesetting(.cancelled), .drawing(.cancelled):
      CommandFailure(.couldNotRender, place: input, "stopped before the end")
    case .drawing(.cairo(.fontNotLoaded(let file))):
      CommandFailure(
        .couldNotRender, place: file, "the font could not be read",
        help: "is there memory enough? then install it again, or choose another with --font")
    case .drawing(.cairo(.imageNotLoaded(let file))):
      CommandFailure(.couldNotRender, place: file, "the picture could not be read", help: "is it a PNG or JPEG file?")
    case .drawing(.cairo(.imageSize(let width, let height))):
      CommandFailure(
        .usage, "an image of \(Length.decimal(width)) by \(Length.decimal(height)) dots cannot be made",
        help: "give another --dpi")
    case .drawing(.cairo(.textLost)):
      // drawn anew by cairo alone, no text can be lost
      CommandFailure(.couldNotRender, place: input, "the contents of a page are not what was drawn")
    case .drawing(.cairo(.failed(let why))):
      CommandFailure(.couldNotRender, place: input, "the pages could not be drawn: \(why)")
    case .foliosMoved:
      // set until they stand, they do not move
      CommandFailure(.couldNotRender, place: input, "the numbers of pages do not settle")
    case .selection(let problem):
      CommandFailure(.usage, place: input, problem.words.message, help: problem.words.help)
    case .finishing(let error):
      CommandFailure(.couldNotRender, error.diagnostic(), place: input)
    case .standard(let problems):
      CommandFailure(
        .checkFailed, problems.last ?? Diagnostic(.error, code: "standard", "the standard is not kept"), place: input)
    }
  }
}
