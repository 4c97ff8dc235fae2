internal import BookModel
internal import Files
internal import Libc
internal import Manuscript
internal import Pandoc
internal import Settings
internal import Units

/// Citations of a book, which pandoc's citeproc words by a bibliography and a style.
struct CitationRun {
  let options: CitationOptions
  /// Works that the manuscript lists itself: lines of YAML.
  let ownWorks: String?
  /// The same as pandoc's tree has them.
  let worksOfTree: String?
  /// Files that are not read.
  let outside: [OutsideFile]

  /// A file that pandoc is given, by the name that tells what it is.
  private struct Source {
    var name: String
    var bytes: [UInt8]
  }

  /// Sets all citations of a book and the list of works.
  func set(_ reading: inout ManuscriptReading, language: String) throws(SettingsProblem) {
    guard !reading.book.citations.isEmpty || isAskedForWorks else {
      // front matter may serve several books
      guard !options.files.isEmpty, options.place == nil else { return }
      return reading.diagnostics.append(
        Diagnostic(
          .warning, code: "citations-none", "nothing cites a work of the bibliography",
          help: "citations are [@key] in Markdown; --nocite '@*' lists all works"))
    }
    let works = try bibliographies(&reading)
    guard !works.isEmpty || worksOfTree != nil else { return reading.setCitationsByKeys() }
    var document = CitationDocument(reading.book, language: language)
    document.areLinks = options.areLinks
    document.references = worksOfTree
    document.uncited = options.uncited.split { $0.isWhitespace || $0 == "," }.filter {
      $0.hasPrefix("@") && $0.count > 1
    }
    .map { String($0.dropFirst()) }
    guard !document.places.isEmpty || !document.uncited.isEmpty else {
      return reading.setCitations(CitationWords(), title: "")
    }
    let style = try self.style(&reading)
    do throws(ProcessError) {
      guard var words = document.read(try CitationRun.answer(document, works, style)) else {
        throw .failed(program: "pandoc", status: 0)
      }
      if !words.missing.isEmpty { words.known = works.flatMap { CitationRun.keys($0.name, $0.bytes) } }
      if options.givesPages { words.cited = .init(language) }
      reading.setCitations(words, title: options.title ?? BibliographyWords.title(language))
    } catch { reading.setCitationsByKeys(CitationRun.diagnostic(error)) }
  }

  /// The lines of front matter below `references:`.
  static func ownWorks(in front: String) -> String? {
    // by bytes: Swift compares words in time by the square of the marks on one letter
    let lines = Array(front.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.starts(with: "references:".utf8) }) else { return nil }
    let rest = lines[(first + 1)...].prefix { line in line.first.map { " \t\r-#".utf8.contains($0) } ?? true }
    return String(decoding: Array(([lines[first]] + rest).joined(separator: [0x0A])), as: UTF8.self) + "\n"
  }

  private var isAskedForWorks: Bool { !options.uncited.isEmpty && (!options.files.isEmpty || ownWorks != nil) }

  private static func diagnostic(_ error: ProcessError) -> Diagnostic {
    if case .missing = error {
      return Diagnostic(
        .warning, code: "pandoc-missing", "citations are set by their keys: pandoc, which words them, is not installed",
        help: "install the Debian package pandoc: apt-get install pandoc")
    }
    return Diagnostic(
      .warning, code: "citations-failed",
      "citations are set by their keys: pandoc makes nothing of the bibliography or the style",
      help: "\"pandoc --citeproc --bibliography FILE --csl FILE\" says why")
  }

  // MARK: Files

  private func bibliographies(_ reading: inout ManuscriptReading) throws(SettingsProblem) -> [Source] {
    for file in outside {
      try tell(
        "\"\(file.path)\" lies outside the manuscript's folder and is not read",
        "put it there, or name it on the command line: --\(file.key) \(file.path)", file.place, &reading)
    }
    var found: [Source] = []
    for path in options.files {
      let name = path.lowercased()
      guard let kind = [".bib", ".bibtex", ".json", ".yaml"].first(where: { name.hasSuffix($0) }) else {
        throw SettingsProblem(
          Diagnostic(
            .error, code: "usage", "\"\(path)\" is no bibliography by its name",
            help: "there are .bib, .bibtex, .json and .yaml"),
          place: options.place, isUsage: true)
      }
      do throws(FileError) { found.append(Source(name: "\(found.count)\(kind)", bytes: try readFile(path))) } catch {
        try tell(
          "the bibliography \"\(path)\" cannot be read", "put the file there, or correct its name", options.place,
          &reading)
      }
    }
    if let ownWorks { found.append(Source(name: "own.yaml", bytes: Array(ownWorks.utf8))) }
    return found
  }

  /// What is not there is an error where the command line names it; a book that names it can be set all the same.
  private func tell(
    _ message: String, _ help: String, _ place: String?, _ reading: inout ManuscriptReading
  ) throws(SettingsProblem) {
    guard let place else { throw SettingsProblem(Diagnostic(.error, code: "could-not-render", message, help: help)) }
    reading.diagnostics.append(
      Diagnostic(
        .warning, code: "citation-file", message, help: help, source: CitationRun.source(of: place, in: reading.files)))
  }

  /// Where `file:line:column` is, if the file is one of the manuscript's.
  private static func source(of place: String, in files: SourceFiles) -> SourceLocation? {
    for (index, file) in files.files.enumerated() where place.hasPrefix(file.name + ":") {
      guard let line = place.dropFirst(file.name.count + 1).split(separator: ":").first.flatMap({ Int($0) }),
        file.lineStarts.indices.contains(line - 1)
      else { continue }
      return SourceLocation(file: UInt16(clamping: index), offset: file.lineStarts[line - 1])
    }
    return nil
  }

  /// Where Debian's package citation-style-language-styles has them.
  private static let styles = "/usr/share/citation-style-language/styles/"

  private func style(_ reading: inout ManuscriptReading) throws(SettingsProblem) -> Source? {
    guard let asked = options.style else { return nil }
    // an address names one of them, too
    let name = String((asked.split(separator: "/").last ?? "").prefix { $0 != "." })
    let places = [CitationRun.styles, CitationRun.styles + "dependent/"].map { $0 + name + ".csl" }
    let own = asked.hasSuffix(".csl") && !asked.contains("://") ? [asked] : []
    if let bytes = (own + (name.isEmpty ? [] : places)).lazy.compactMap({ try? readFile($0) }).first {
      return Source(name: "style.csl", bytes: CitationRun.independent(bytes))
    }
    try tell(
      "the style \"\(asked)\" is not there" + (options.stylePlace == nil ? "" : "; pandoc's own is used"),
      "name a file that ends in .csl, or install the Debian package citation-style-language-styles",
      options.stylePlace, &reading)
    return nil
  }

  /// Many journals' styles only name another: `<link href="…/apa" rel="independent-parent"/>` (CSL 1.0.2, "Info").
  private static func independent(_ style: [UInt8]) -> [UInt8] {
    let text = String(decoding: style, as: UTF8.self)
    guard let mark = text.firstRange(of: "\"independent-parent\""),
      let open = text[..<mark.lowerBound].lastIndex(of: "<"), let link = text[open...].firstRange(of: "href=\""),
      let name = text[link.upperBound...].prefix(while: { $0 != "\"" }).split(separator: "/").last, !name.contains("..")
    else { return style }
    return (try? readFile(styles + name + ".csl")) ?? style
  }

  // MARK: The run

  private static func answer(
    _ document: CitationDocument, _ works: [Source], _ style: Source?
  ) throws(ProcessError) -> [UInt8] {
    let program = try outputOfProgram("pandoc", ["--version"])
    let files = works + (style.map { [$0] } ?? [])
    var name = CitationName()
    name.add(program)
    name.add(Array(document.json(version: "").utf8))
    for file in files {
      name.add(Array(file.name.utf8))
      name.add(file.bytes)
    }
    let cache = CitationCache()
    if let known = cache?.answer(name.text) { return known }
    let version = String(
      decoding: try outputOfProgram("pandoc", ["--sandbox", "--from", "markdown", "--to", "json", "/dev/null"]),
      as: UTF8.self)
    guard let key = version.firstRange(of: "\"pandoc-api-version\":["),
      let end = version[key.upperBound...].firstIndex(of: "]")
    else { throw .failed(program: "pandoc", status: 0) }
    let numbers = version[key.upperBound..<end]
    let folder: String
    do throws(SettingsProblem) { folder = try PandocRun.temporaryFolder("citations") } catch {
      throw .cannotStart(program: "pandoc", errno: EACCES)
    }
    defer { removeScratchFolder(folder) }
    var arguments = ["--sandbox", "--from", "json", "--to", "json", "--citeproc"]
    do throws(FileError) {
      for file in files {
        try writeFile(file.bytes, to: folder + "/" + file.name)
        arguments += [file.name.hasSuffix(".csl") ? "--csl" : "--bibliography", folder + "/" + file.name]
      }
      try writeFile(Array(document.json(version: "[\(numbers)]").utf8), to: folder + "/citations")
    } catch { throw .cannotStart(program: "pandoc", errno: EACCES) }
    let answer = try outputOfProgram("pandoc", arguments + [folder + "/citations"])
    cache?.keep(answer, name.text)
    return answer
  }

  /// The keys in a bibliography, for who looks for one like another.
  private static func keys(_ name: String, _ bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    var keys: [String] = []
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "{" && name.hasSuffix(".json") }) {
      let line = line.drop { $0 == " " || $0 == "\t" || $0 == "-" }
      if name.hasSuffix(".json") || name.hasSuffix(".yaml") {
        // `"id": "a",` and `- id: a`
        guard let mark = line.firstRange(of: "id"), line[..<mark.lowerBound].allSatisfy({ $0 == "\"" }),
          let colon = line[mark.upperBound...].firstIndex(of: ":")
        else { continue }
        let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\"" || $0 == "'" }
        keys.append(String(value.prefix { $0 != "\"" && $0 != "'" && $0 != "," && $0 != " " }))
      } else if line.hasPrefix("@"), let open = line.firstIndex(where: { $0 == "{" || $0 == "(" }) {
        let key = line[open...].dropFirst().prefix { $0 != "," }
        keys.append(String(key.filter { !$0.isWhitespace }))
      }
    }
    return keys.filter { !$0.isEmpty }
  }
}
