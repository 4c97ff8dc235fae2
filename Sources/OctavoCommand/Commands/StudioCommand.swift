import ArgumentParser
import BookModel
import Design
import Files
import Libc
import Manuscript
import Octavo
import Pango
import Reader
import Settings
import Units

/// `octavo studio`: a book is made in the browser.
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Make a book in the browser: choose its look, correct, check, download.",
    discussion: """
      octavo studio novel.docx       opens the book; octavo.yaml keeps your choices
      octavo studio mybook           the same with a folder
      octavo studio                  waits for you to drop a manuscript

      Nothing leaves the machine. The manuscript is never written to: your choices are kept in octavo.yaml and in the \
      file of hints beside it, and "octavo FOLDER" makes the same book. A manuscript that is dropped goes to ~/Books. \
      It ends with Ctrl-C, or 30 minutes after its last window is closed.
      """)

  @Argument(
    help: ArgumentHelp("The manuscript, or its folder. Default: none yet.", valueName: "input"), completion: .file())
  var input: String?
  @Option(help: ArgumentHelp("Serve at this port of 127.0.0.1. Default: any that is free.", valueName: "n"))
  var port: Int?
  @Flag(name: .customLong("no-open"), help: "Do not open the browser: the address is printed.")
  var noOpen = false

  func run() async throws {
    guard input != "-" else {
      throw CommandFailure(
        .usage, "standard input has no folder for what is chosen", help: "give the manuscript as a file")
    }
    let port = port ?? 0
    guard (0...65535).contains(port) else {
      throw CommandFailure(.usage, "\(port) is no port", help: "give a number from 1 to 65535")
    }
    // what is wrong with the manuscript is shown; one that is not there is a slip
    if let input, access(input, R_OK) != 0 { _ = try BookJob.prepare([input], OptionSources()) }
    let first = input.flatMap { try? BookJob.prepare([$0], OptionSources()) }
    let folders = first?.resolved.fontFolders ?? []
    _ = Fonts.ofProcess(folders: folders)
    let session: BookSession
    do {
      session = try BookSession(
        book: Book(), design: PageDesign(), fontFolders: folders, store: nil, name: input ?? "")
    } catch { throw CommandFailure(.couldNotRender, error.description) }
    let server = ReaderServer(session: session, fontFolders: folders)
    (server.choices, server.keepChoices) = (ReadingPlaces.choices(), ReadingPlaces.keep)
    server.watch = FolderWatch(polls: false)
    guard let studio = Studio(server: server, program: StudioCommand.program, shelf: shelf, helpers: helpers(folders))
    else {
      throw CommandFailure(.couldNotWrite, "no folder for files can be made", help: "see whether TMPDIR can be written")
    }
    server.annex = studio
    if let input {
      // a problem is shown on the page, which waits for it to be mended
      do throws(ReaderServer.Problem) { try studio.open(input) } catch { session.report(error.words) }
    }
    guard let address = server.open(port: UInt16(port)) else {
      throw CommandFailure(
        .couldNotRender, "port \(port) cannot be had: \(String(cString: strerror(errno)))",
        help: "choose another --port, or leave it out for any that is free")
    }
    try Output.answer(address + "\n")
    if !noOpen { Output.open(address) }
    await server.run()
    withExtendedLifetime(studio) {}
  }

  /// Octavo's own file, for the commands that run beside the studio.
  private static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }

  private var shelf: String { (getenv("HOME").map { String(cString: $0) } ?? ".") + "/Books" }

  private func helpers(_ folders: [String]) -> Studio.Helpers {
    Studio.Helpers(
      prepare: { inputs, kept throws(ReaderServer.Problem) in
        // what lines look like is asked with each of them
        do { return try BookJob.prepare(inputs, OptionSources(commandLine: ["doubts": ["true"]]), kept: kept) } catch {
          throw ReaderServer.Problem(words: BookOnScreen.words(of: error))
        }
      },
      reading: { prepared, inputs throws(ReaderServer.Problem) in
        do { return try BookOnScreen.reading(of: prepared, inputs: inputs) } catch {
          throw ReaderServer.Problem(words: BookOnScreen.words(of: error), files: prepared.files(of: inputs))
        }
      },
      explain: { reading, line in
        let words = (try? AmbiguityReport(reading: reading).explanation(ofLine: line)) ?? ""
        return words.split(separator: "\n").first.map(String.init) ?? ""
      },
      doubts: { AmbiguityReport(reading: $0).lines },
      families: {
        let source = BookBuilder.fontSource(folders: folders)
        let faces = (try? FontConfiguration(xml: source.configuration, folders: source.folders))?.faces() ?? []
        return Array(Set(faces.map(\.family))).sorted()
      },
      memory: { ReadingPlaces.file("steps-" + Hash.of(Array(ReadingPlaces.name(of: $0).utf8)).prefix(24) + ".json") })
  }
}
