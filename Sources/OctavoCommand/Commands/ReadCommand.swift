import ArgumentParser
import BookModel
import Design
import Files
import Libc
import Octavo
import Reader
import Settings
import Units

/// `octavo read`: the book in a browser.
struct ReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Open a book in the browser, with pages that turn.",
    discussion: """
      octavo read alice.txt          in this machine's browser, until Ctrl-C
      octavo read book.md --watch    shows each change when you save the manuscript

      Nothing leaves the machine: the address is this machine's own and holds a \
      secret.
      """)

  @OptionGroup var arguments: BookArguments<Read>

  func run() async throws {
    let job = try BookJob(arguments)
    guard !job.layers.isOn("watch") || !job.inputs.contains("-") else {
      throw CommandFailure(.usage, "standard input cannot be watched", help: "give the manuscript as a file")
    }
    let port = job.layers.number("port") ?? 0
    guard (0...65535).contains(port) else {
      throw CommandFailure(.usage, "\(port) is no port", help: "give a number from 1 to 65535")
    }
    let export = job.layers.text("export")
    let isWatched = job.layers.isOn("watch")
    let first: (reading: ReaderServer.Reading, problem: String?, folders: [String], noticed: [String])
    do { first = try opened(job) } catch let failure as CommandFailure {
      // what is wrong in the manuscript will be mended; what is wrong with the command will not
      guard isWatched, export == nil, failure.code != .usage else { throw failure }
      job.reporter.report(failure)
      let known = (try? BookJob.prepare(job.inputs, job.layers))?.files(of: job.inputs) ?? job.inputs
      first = (
        ReaderServer.Reading(book: Book(), design: PageDesign(), files: known), BookOnScreen.words(of: failure), [],
        []
      )
    }
    _ = Fonts.ofProcess(folders: first.folders)
    let session: BookSession
    do {
      session = try BookSession(
        book: first.reading.book, design: first.reading.design, fontFolders: first.folders,
        store: export == nil ? ReadingPlaces.store() : nil, name: ReadingPlaces.name(of: job.input))
    } catch { throw failure(error, job) }
    for unseen in session.paginator.warnings where unseen.code == "image-unshown" {
      job.reporter.report(unseen, place: job.input)
    }
    if let export { return try write(session, to: export, job) }
    let server = ReaderServer(session: session, fontFolders: first.folders)
    (server.choices, server.keepChoices) = (ReadingPlaces.choices(), ReadingPlaces.keep)
    server.sources = first.reading.sources
    if let problem = first.problem { session.report(problem) }
    if isWatched {
      let (inputs, layers) = (job.inputs, job.layers)
      server.noticed = first.noticed
      server.reread = { [unowned server] () throws(ReaderServer.Problem) in
        try BookOnScreen.reading(of: inputs, layers) { prepared, failure in
          if let failure { return job.reporter.report(failure) }
          guard let prepared else { return }
          job.say(prepared.reading.diagnostics, prepared)
          server.noticed = BookOnScreen.noticed(prepared)
          job.reporter.say(place: job.input, code: "read-again", "read again")
        }
      }
      let watch = FolderWatch(polls: job.layers.isOn("poll"))
      watch.watch(first.reading.files)
      server.watch = watch
    }
    guard let address = server.open(port: UInt16(port)) else {
      throw CommandFailure(
        .couldNotRender, "port \(port) cannot be had: \(String(cString: strerror(errno)))",
        help: "choose another --port, or leave it out for any that is free")
    }
    try Output.answer(address + "\n")
    if !job.layers.isOn("no-open") { Output.open(address) }
    await server.run()
  }

  private func opened(
    _ job: BookJob
  ) throws -> (reading: ReaderServer.Reading, problem: String?, folders: [String], noticed: [String]) {
    let prepared = try job.prepare()
    job.say(prepared.reading.diagnostics, prepared)
    return (
      try BookOnScreen.reading(of: prepared, inputs: job.inputs), nil, prepared.resolved.fontFolders,
      BookOnScreen.noticed(prepared)
    )
  }

  private func write(_ session: BookSession, to folder: String, _ job: BookJob) throws {
    let serves = ["watch", "port"].first { job.layers[$0] != nil }
    guard serves == nil else {
      throw CommandFailure(
        .usage, "--export writes files, and --\(serves ?? "") is for a book that is served",
        help: "leave one of them out")
    }
    guard !folder.isEmpty else { throw CommandFailure(.usage, "--export names no folder", help: "give a folder") }
    let export = BookExport(session: session, name: BookJob.name(of: job.input))
    let isZip = folder.lowercased().hasSuffix(".zip")
    do {
      let (pages, bytes) =
        isZip ? try export.write(toZip: folder) : try export.write(to: folder) { try RenderCommand.make($0) }
      job.reporter.say(
        place: isZip ? folder : folder + "/index.html", code: "written",
        "\(pages) pages, \(Length.decimal(Double(bytes) / 1e6)) MB, \(Length.decimal(Clock.seconds() - job.run.start)) s"
      )
    } catch let error as FileError {
      throw CommandFailure(.couldNotWrite, error.diagnostic(), place: folder)
    }
  }

  private func failure(_ error: LayoutError, _ job: BookJob) -> CommandFailure {
    switch error {
    case .design(let problem): CommandFailure(.usage, problem.diagnostic)
    case .unknownFont(let name, let nearest):
      CommandFailure(
        .couldNotRender, "no font family is called \"\(name)\"",
        help: (nearest.map { "did you mean \"\($0)\"? " } ?? "")
          + "\"octavo fonts\" lists them; --font-path DIR or ./Fonts adds more")
    case .webFont:
      CommandFailure(
        .couldNotRender, error.description, help: "turn it into OpenType or TrueType: woff2_decompress, FontForge")
    default: CommandFailure(.couldNotRender, place: job.input, error.description)
    }
  }
}

/// A manuscript read with its options, as often as it changes.
enum BookOnScreen {
  /// - Parameter tell: told of what was read, or of why it cannot be shown.
  /// - Throws: what is wrong, in words, with the files that would mend it.
  static func reading(
    of inputs: [String], _ layers: OptionSources, tell: (PreparedBook?, CommandFailure?) -> Void
  ) throws(ReaderServer.Problem) -> ReaderServer.Reading {
    var files: [String] = []
    do {
      let prepared = try BookJob.prepare(inputs, layers)
      files = prepared.files(of: inputs)
      let reading = try reading(of: prepared, inputs: inputs)
      tell(prepared, nil)
      return reading
    } catch {
      tell(nil, error as? CommandFailure)
      throw ReaderServer.Problem(words: words(of: error), files: files)
    }
  }

  /// What was noticed of the manuscript, with its places, for whoever looks at the pages.
  static func noticed(_ prepared: PreparedBook) -> [String] {
    prepared.reading.diagnostics.filter { $0.severity == .warning }.prefix(50).map { found in
      (found.source.flatMap { prepared.reading.files.describe($0) }.map { $0 + ": " } ?? "") + found.message
    }
  }

  static func reading(of prepared: PreparedBook, inputs: [String]) throws -> ReaderServer.Reading {
    let reading = prepared.reading
    if let wrong = reading.diagnostics.first(where: { $0.severity == .error }) {
      throw CommandFailure(
        .couldNotRender, wrong, place: wrong.source.flatMap { reading.files.describe($0) } ?? inputs.first)
    }
    var design = prepared.resolved.design
    if let exceptions = prepared.resolved.exceptionsFile, let bytes = try? readFile(exceptions) {
      design.hyphenationExceptions = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .map(String.init)
    }
    return ReaderServer.Reading(
      book: reading.book, design: design, files: prepared.files(of: inputs), sources: reading.files)
  }

  /// A failure as the terminal would say it, for the screen.
  static func words(of error: any Error) -> String {
    guard let failure = error as? CommandFailure else { return "\(error)" }
    return (failure.place.map { "\($0): " } ?? "") + failure.message + (failure.help.map { "\n\($0)" } ?? "")
  }
}

/// Where the reader's places are kept: in the user's own folder for what programs remember.
enum ReadingPlaces {
  static func store() -> (any PlaceStore)? { folder().map { FilePlaceStore(path: $0 + "/places") } }

  /// What the reader chose last; empty where that is nothing, or too much to have been kept by octavo.
  static func choices() -> String {
    guard let folder = folder(), let bytes = try? readFile(folder + "/choices", limit: 4000) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Not kept, they are chosen again next time.
  static func keep(_ choices: String) {
    if let folder = folder() { try? writeFile(Array(choices.utf8), to: folder + "/choices") }
  }

  static func file(_ name: String) -> String? { folder().map { $0 + "/" + name } }

  private static func folder() -> String? {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
    guard let state = value("XDG_STATE_HOME") ?? value("HOME").map({ $0 + "/.local/state" }), state.hasPrefix("/")
    else {
      return nil
    }
    var path = ""
    for part in (state + "/octavo").split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
    return access(path, W_OK) == 0 ? path : nil
  }

  /// A manuscript by its whole path.
  static func name(of input: String) -> String {
    guard input != "-", let path = realpath(input, nil) else { return input }
    defer { free(path) }
    return String(cString: path)
  }
}
