import Configuration
import Files
import Glibc
import Manuscript
import Units

/// Reads a manuscript together with what configures it.
extension Settings {
  /// - Parameters:
  ///   - inputs: manuscripts, a folder with `octavo.yaml` or without, or that file itself.
  ///   - bytes: the manuscript's, where they have been read already.
  static func read(
    _ inputs: [String], design: DesignOptions, manuscript: ManuscriptOptions, bytes: [UInt8]? = nil
  ) throws -> (ManuscriptReading, Settings) {
    let flags = Settings(design: design, manuscript: manuscript)
    let input = inputs.first ?? ""
    let beside = try configuration(for: input)
    // what the reader needs to know cannot wait for the manuscript's own front matter
    var early = flags
    if let beside { try early.fill(from: beside.entries, of: .file(beside.name)) }
    let sources = inputs.count > 1 ? inputs : try early.manuscriptFiles(of: input, configuration: beside?.name)
    var reading: ManuscriptReading
    do { reading = try early.manuscript.read(sources, bytes: bytes) } catch var failure as CommandFailure {
      // a wrong --from or --encoding that a file gave
      if failure.code == .usage {
        let given = ["from", "encoding", "lines", "chapters-by", "keep", "ignore"].compactMap { early.places[$0] }
        failure.place = given.count == 1 ? given[0] : early.places["from"] ?? early.places["encoding"] ?? failure.place
      }
      throw failure
    }
    var settings = flags
    if let front = reading.frontMatter, Int(front.source.file) < reading.files.files.count {
      let name = reading.files.files[Int(front.source.file)].name
      let line = reading.files.line(of: front.source) ?? 1
      try settings.fill(from: entries(front.text, file: name, firstLine: line), of: .frontMatter(name))
      if let entry = settings.foreign.first {
        let keys = settings.foreign.map { "\"\($0.key)\"" }
        let shown = keys.prefix(6).joined(separator: ", ") + (keys.count > 6 ? " and \(keys.count - 6) more" : "")
        let starts = reading.files.files[Int(front.source.file)].lineStarts
        let start = starts.indices.contains(entry.place.line - 1) ? Int(starts[entry.place.line - 1]) : 0
        reading.diagnostics.append(
          Diagnostic(
            .warning, code: "front-matter-unknown",
            "\(shown) in the front matter \(keys.count == 1 ? "has" : "have") no effect",
            help:
              "take \(keys.count == 1 ? "it" : "them") out, or leave \(keys.count == 1 ? "it" : "them") for other programs",
            source: SourceLocation(file: front.source.file, offset: start + entry.place.column - 1)))
      }
    }
    if let beside { try settings.fill(from: beside.entries, of: .file(beside.name)) }
    settings.apply(to: &reading.book.metadata)
    reading.smarten(settings.manuscript, language: try settings.language(of: reading))
    return (reading, settings)
  }

  /// The language of the text; a wrong tag names where it was given.
  func language(of reading: ManuscriptReading) throws -> String {
    do { return try manuscript.language(of: reading) } catch var failure as CommandFailure {
      failure.place = places["lang"] ?? failure.place
      throw failure
    }
  }

  // MARK: octavo.yaml

  /// A configuration file's entries, and its name as the user would write it.
  private static func configuration(for input: String) throws -> (entries: [ConfigurationEntry], name: String)? {
    guard input != "-", !input.isEmpty else { return nil }
    let file: String
    if isConfiguration(input) {
      file = input
    } else if isFolder(input) {
      file = input.hasSuffix("/") ? input + "octavo.yaml" : input + "/octavo.yaml"
    } else {
      file = (input.lastIndex(of: "/").map { input[...$0] } ?? "") + "octavo.yaml"
    }
    guard isConfiguration(input) || access(file, F_OK) == 0 else { return nil }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(file) } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: file)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.couldNotRender, place: file, "the options are not UTF-8", help: "save the file as UTF-8")
    }
    return (try entries(text, file: file, firstLine: 1), file)
  }

  private static func entries(_ text: String, file: String, firstLine: Int) throws -> [ConfigurationEntry] {
    do throws(ConfigurationError) { return try readConfiguration(text, firstLine: firstLine) } catch {
      throw error.commandFailure(file: file)
    }
  }

  /// The manuscripts that an input means: itself, or those its configuration names.
  private func manuscriptFiles(of input: String, configuration: String?) throws -> [String] {
    guard input != "-", Settings.isConfiguration(input) || (Settings.isFolder(input) && !files.isEmpty) else {
      return [input]
    }
    guard !files.isEmpty else {
      throw CommandFailure(
        .usage, place: configuration ?? input, "it names no manuscript",
        help: "add \"files:\" with the manuscripts in their order")
    }
    return files
  }

  private static func isConfiguration(_ input: String) -> Bool { input.hasSuffix(".yaml") || input.hasSuffix(".yml") }

  private static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// What a book is called that names no title: its file's or its folder's name.
  static func name(of input: String) -> String {
    var parts = input.split(separator: "/").filter { $0 != "." }
    if isConfiguration(input) { parts = parts.dropLast() }
    if let last = parts.last, last != ".." { return String(last) }
    guard isConfiguration(input) || isFolder(input), let folder = getcwd(nil, 0) else { return "book" }
    defer { free(folder) }
    return String(cString: folder).split(separator: "/").last.map(String.init) ?? "book"
  }
}
