internal import Barcode
internal import BookModel
internal import Collation
internal import Design
internal import Faults
internal import Files
internal import Finishing
package import Hyphen
package import Manuscript
package import Settings
package import Typesetting
internal import Units

/// A manuscript as it is read, with all that was asked of its pages: the one way from inputs
/// and layers of options to a book that can be set.
package struct PreparedBook: Sendable {
  package var reading: ManuscriptReading
  /// The command line over front matter over `octavo.yaml`.
  package var layers: OptionSources
  /// What they come to; its design has the book's language and binding.
  package var resolved: ResolvedOptions
  package var exceptions: HyphenationExceptions?
  var origin = ManuscriptOrigin()
  /// What the press's standard is kept by; nil where none is asked for.
  private(set) var press: PressStandard?

  /// All that the book was read from, and what would be heeded if it came: who watches them misses no change.
  /// - Parameter inputs: as they were given.
  package func files(of inputs: [String]) -> [String] {
    let inputs = inputs.filter { $0 != "-" }
    var files =
      inputs + reading.files.files.map(\.name)
      + PictureCatalog(reading.book, ornaments: resolved.design.ornamentPictures).files
    files += reading.report.absentPictures.sorted() + reading.report.besides.sorted()
    files +=
      resolved.citations.files + [resolved.citations.style].compactMap { $0?.hasSuffix(".csl") == true ? $0 : nil }
    for input in inputs {
      let folder = ManuscriptFiles.isFolder(input) && !input.hasSuffix("/") ? input + "/" : input
      files.append((folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? "") + "octavo.yaml")
      files.append(ConfigurationFile.hintsName(for: input))
    }
    files += (try? layers.theme().files) ?? []
    return files + [resolved.exceptionsFile, resolved.profileFile].compactMap { $0 }
  }

  /// Another program had a part in reading it.
  package var usesPandoc: Bool {
    !resolved.citations.files.isEmpty || reading.files.files.contains { PandocRun.format(of: $0.name) != nil }
  }

  package var language: String { resolved.design.language ?? "en" }

  /// - Parameters:
  ///   - inputs: manuscripts, a folder with `octavo.yaml` or without, or that file itself.
  ///   - flags: the command line.
  ///   - bytes: the manuscript's, where they have been read already; then `inputs` has its name.
  ///   - kept: what was read of the same manuscript before, and what is read now for the next time.
  package init(
    _ inputs: [String], _ flags: OptionSources, bytes: [UInt8]? = nil, kept: KeptReading? = nil
  ) throws(ReadingError) {
    do throws(SettingsProblem) {
      // what is wrong on the command line is said before anything is read
      _ = try flags.resolved()
    } catch { throw ReadingError(error) }
    let (reading, layers, origin) = try PreparedBook.read(inputs, flags, bytes: bytes, kept: kept)
    try self.init(reading, layers, origin)
  }

  /// For a cover: by a printer's preset its colours stay colours, by a profile that is at hand.
  package func inFourInks() throws(ReadingError) -> PreparedBook {
    var other = self
    if layers["ink"] == nil { other.resolved.ink = .cmyk }
    if layers["condition"] == nil, layers["profile"] == nil, other.resolved.condition.profileFile == nil {
      other.resolved.condition = PrintingCondition.all.first { $0.profileFile != nil } ?? other.resolved.condition
    }
    other.press = try other.resolved.press()
    return other
  }

  /// The same manuscript with other options, of which none has a part in how it is read.
  package func with(_ layers: OptionSources) throws(ReadingError) -> PreparedBook {
    try PreparedBook(reading, layers, origin)
  }

  private init(_ reading: ManuscriptReading, _ layers: OptionSources, _ origin: ManuscriptOrigin) throws(ReadingError) {
    (self.reading, self.layers, self.origin) = (reading, layers, origin)
    do throws(SettingsProblem) { resolved = try layers.resolved() } catch { throw ReadingError(error) }
    if let problem = resolved.standardProblem { throw ReadingError(problem) }
    do throws(PageDesign.Problem) { try resolved.design.validate() } catch {
      throw ReadingError(error.diagnostic(layers), isUsage: true)
    }
    exceptions = try PreparedBook.exceptions(resolved.exceptionsFile)
    press = try resolved.press()
    resolved.design.language = reading.language
    resolved.design.settleNumbers(of: reading.book)
    resolved.design.settleParts(of: reading.book)
    if layers["copyright-page"] == nil, layers.facts.wantsCopyrightPage { resolved.design.hasCopyrightPage = true }
    // what stands on its back
    let hasOthers =
      !reading.book.metadata.otherBooks.isEmpty
      || reading.book.sections.contains { $0.matter == .front && $0.role == .alsoBy && $0.heading == nil }
    if reading.report.hasHalfTitle || hasOthers, layers["half-title"] == nil { resolved.design.hasHalfTitle = true }
    // octavo's own stands for the list that was left out
    if reading.report.hadListOfFigures, layers["list-of-figures"] == nil, resolved.design.hasContents != false {
      resolved.design.hasListOfFigures = true
    }
    if reading.report.hadListOfTables, layers["list-of-tables"] == nil, resolved.design.hasContents != false {
      resolved.design.hasListOfTables = true
    }
    if layers["leading"] == nil { resolved.design.openLines(for: reading.language) }
    if layers["binding"] == nil { resolved.design.bind(reading.book, language: reading.language) }
    setOnce()
    tellWrongNumbers()
    if resolved.design.writing == .vertical {
      self.reading.diagnostics.removeAll { ["epub-vertical", "word-vertical"].contains($0.code) }
    }
  }

  /// An ISBN with a wrong digit would be printed on the copyright page, and found on the cover.
  private mutating func tellWrongNumbers() {
    reading.diagnostics.removeAll { $0.code == "isbn" }
    for identifier in reading.book.metadata.identifiers where identifier.uppercased().hasPrefix("ISBN") {
      do throws(BookNumber.Problem) { _ = try BookNumber(parsing: identifier) } catch {
        reading.diagnostics.append(
          Diagnostic(
            .warning, code: "isbn", "\"\(identifier)\" is no ISBN: \(error.words)",
            help: "check its digits where the manuscript or octavo.yaml gives it"))
      }
    }
  }

  /// The manuscript with what its layers say of the book; of its pages nothing is asked.
  static func read(
    _ inputs: [String], _ flags: OptionSources, bytes: [UInt8]? = nil, kept: KeptReading? = nil
  ) throws(ReadingError) -> (reading: ManuscriptReading, layers: OptionSources, origin: ManuscriptOrigin) {
    // files of their own have their names meanwhile
    defer { FaultGuard.isAt(inputs.first ?? "octavo") }
    do throws(SettingsProblem) {
      let beside = bytes == nil ? try ConfigurationFile(for: inputs.first ?? "") : nil
      FaultGuard.isAt(inputs.first ?? "octavo")
      // what the reader needs to know cannot wait for the manuscript's own front matter
      var early = flags
      if let beside { try early.fill(from: beside.entries, of: .file, file: beside.name) }
      let project = bytes == nil && early.files.isEmpty ? Project.found(of: inputs) : nil
      if let project { try early.fill(from: project.entries, of: .frontMatter, file: project.entriesFile) }
      let first = inputs.first ?? ""
      let lone = inputs.count == 1 ? ManuscriptFiles.only(in: first) : nil
      let hints = bytes == nil ? try ConfigurationFile(hintsFor: lone ?? first) : nil
      for entry in hints?.entries ?? [] { try early.takeHints(entry, file: hints?.name ?? "") }
      var resolved = try early.resolvedForReading()
      resolved.reading.projectWords = project?.texts ?? []
      let hinted = resolved.reading.hints
      var (reading, origin): (ManuscriptReading, ManuscriptOrigin)
      if let known = kept?.reading(with: hinted) {
        (reading, origin) = known
      } else {
        origin = ManuscriptOrigin()
        origin.isKept = early.text("pdf").flatMap(PDFStandard.init)?.attachesManuscript == true
        reading = try readManuscript(inputs, early, resolved, beside, bytes: bytes, &origin)
        reading.report.sceneBreaks -= reading.book.settleWritingLines()
        reading.book.settleStories()
        kept?.keep(reading, origin, hints: hinted)
      }
      try early.judgeHints(hinted, after: reading)
      reading.diagnostics += early.warnings(of: reading.heed(hinted, named: kept?.names))
      var layers = flags
      try layers.take(frontMatterOf: &reading)
      if let beside { try layers.fill(from: beside.entries, of: .file, file: beside.name) }
      if let project { try layers.fill(from: project.entries, of: .frontMatter, file: project.entriesFile) }
      let title = reading.book.metadata.title
      layers.apply(to: &reading.book.metadata)
      if layers.namesTitle {
        origin.namesItself = true
      } else if reading.isCalledByName, let name = title {
        reading.tellName(name)
      }
      let final = try layers.resolvedForReading()
      let known = final.reading.language ?? reading.knownLanguage
      origin.knowsLanguage = known != nil
      let language = known ?? "en"
      reading.book.metadata.language = language
      if final.isSmart, !reading.isSmart {
        let given = smarten(
          &reading.book, language: language, dashes: reading.dashes, sources: reading.files.files.map(\.text))
        reading.tellGiven(given)
      }
      let run = CitationRun(
        options: final.citations, ownWorks: reading.frontMatter.flatMap { CitationRun.ownWorks(in: $0.text) },
        worksOfTree: reading.metadataOptions["references"]?.first, outside: layers.outside)
      try run.set(&reading, language: language)
      reading.book.takeLettersForTitles()
      if final.numbersSections { reading.book.numberSections() }
      let givesPages =
        final.pageReferences == .always || final.pageReferences == .print && layers.text("target") == "print"
      reading.countLabels(language, givesPages: givesPages)
      reading.makeIndexes(language) {
        let collation = Collation(language: language, rule: final.indexIsByLetter ? .letterByLetter : .wordByWord)
        return IndexOrder(key: collation.key, letter: collation.letter)
      }
      return (reading, layers, origin)
    } catch { throw ReadingError(error) }
  }

  private static func readManuscript(
    _ inputs: [String], _ layers: OptionSources, _ resolved: ResolvedOptions, _ beside: ConfigurationFile?,
    bytes: [UInt8]?,
    _ origin: inout ManuscriptOrigin
  ) throws(SettingsProblem) -> ManuscriptReading {
    let name = ManuscriptFiles.name(of: inputs.first ?? "")
    if let bytes {
      origin.keep(bytes, name: name)
      guard resolved.format == "markdown" else { return try readText(bytes, name: name, layers, resolved) }
      return try readMarkdownFiles([MarkdownInput(name: name, bytes: bytes)], layers, resolved)
    }
    let sources = try sources(of: inputs, layers, beside)
    let files: ManuscriptFiles
    var reading: ManuscriptReading
    do throws(ManuscriptFilesError) {
      files = try ManuscriptFiles(sources, format: resolved.format.flatMap(ManuscriptFormat.init(rawValue:)))
    } catch { throw SettingsProblem(error) }
    switch files {
    case .text(let path):
      let bytes: [UInt8]
      do throws(ManuscriptFilesError) { bytes = try ManuscriptFiles.read(path) } catch { throw SettingsProblem(error) }
      origin.keep(bytes, name: path)
      reading = try readText(bytes, name: ManuscriptFiles.name(of: path), layers, resolved)
    case .markdown(let inputs):
      for input in inputs { origin.keep(input.bytes, name: input.name) }
      reading = try readMarkdownFiles(inputs, layers, resolved)
      reading.diagnostics += ManuscriptFiles.tell(inputs.filter(\.isCalledByName).map(\.name))
    case .several(let parts):
      reading = try joined(parts, layers, resolved, &origin)
    }
    if sources.count == 1, ManuscriptFiles.isFolder(sources[0]) {
      reading.diagnostics += ManuscriptFiles.tellOfRest(in: sources[0], taken: files.paths)
    }
    reading.orderFront()
    origin.namesItself = reading.book.metadata.title != nil
    if reading.book.metadata.title == nil {
      reading.book.metadata.title = ManuscriptFiles.title(ofAll: sources)
      reading.isCalledByName = true
    }
    return reading
  }

  /// Manuscripts of any kinds, one behind the other.
  private static func joined(
    _ parts: [ManuscriptFiles.Part], _ layers: OptionSources, _ resolved: ResolvedOptions,
    _ origin: inout ManuscriptOrigin
  ) throws(SettingsProblem) -> ManuscriptReading {
    var ofOne = resolved
    if parts.count > 1 { (ofOne.reading.title, ofOne.reading.author) = (nil, nil) }
    var readings: [ManuscriptReading] = []
    for part in parts {
      var reading: ManuscriptReading
      switch part {
      case .file(let path):
        let bytes: [UInt8]
        do throws(ManuscriptFilesError) { bytes = try ManuscriptFiles.read(path) } catch {
          throw SettingsProblem(error)
        }
        FaultGuard.isAt(path)
        origin.keep(bytes, name: path)
        reading = try readText(bytes, name: path, layers, ofOne)
      case .pages(let paths):
        var pages: [(path: String, bytes: [UInt8])] = []
        for path in paths {
          do throws(ManuscriptFilesError) { pages.append((path, try ManuscriptFiles.read(path))) } catch {
            throw SettingsProblem(error)
          }
        }
        FaultGuard.isAt(paths.first ?? "octavo")
        for page in pages { origin.keep(page.bytes, name: page.path) }
        reading = try readPages(pages, ofOne)
        if parts.count == 1 { return reading }
      case .markdown(let inputs):
        for input in inputs { origin.keep(input.bytes, name: input.name) }
        reading = try readMarkdownFiles(inputs, layers, ofOne, isPart: true)
      }
      if resolved.isSmart {
        let given = smarten(
          &reading.book, language: resolved.reading.language ?? reading.language, dashes: reading.dashes,
          sources: reading.files.files.map(\.text))
        reading.tellGiven(given)
      }
      readings.append(reading)
    }
    return JoinedManuscripts(readings, paths: parts.map(\.path)).reading
  }

  /// The manuscripts that inputs mean: themselves, or those their configuration names.
  private static func sources(
    of inputs: [String], _ layers: OptionSources, _ beside: ConfigurationFile?
  ) throws(SettingsProblem) -> [String] {
    guard inputs.count == 1, let input = inputs.first, input != "-",
      ConfigurationFile.isNamed(input) || ManuscriptFiles.isFolder(input) && !layers.files.isEmpty
    else { return inputs }
    guard !layers.files.isEmpty else {
      throw SettingsProblem(
        Diagnostic(
          .error, code: "usage", "it names no manuscript", help: "add \"files:\" with the manuscripts in their order"),
        place: beside?.name ?? input, isUsage: true)
    }
    return layers.files
  }

  private static func readText(
    _ bytes: [UInt8], name: String, _ layers: OptionSources, _ resolved: ResolvedOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    if var reading = try readOther(bytes, name: name, resolved) {
      reading.settleTyped(plays: resolved.reading.readsPlays)
      return reading
    }
    if resolved.format == nil, isMarkdown(bytes) {
      var reading = try readMarkdownFiles([MarkdownInput(name: name, bytes: bytes)], layers, resolved)
      reading.diagnostics.append(
        Diagnostic(
          .warning, code: "text-is-markdown", "its headings are marked as Markdown's are: read as Markdown",
          help: "name it .md or say --from markdown; with --from text all signs are printed as they are"))
      return reading
    }
    do throws(ManuscriptError) { return try readPlainText(bytes, name: name, options: resolved.reading) } catch {
      throw SettingsProblem(error, name: name, layers)
    }
  }

  private static func readMarkdownFiles(
    _ inputs: [MarkdownInput], _ layers: OptionSources, _ resolved: ResolvedOptions, isPart: Bool = false
  ) throws(SettingsProblem) -> ManuscriptReading {
    let asked = resolved.reading
    var options = MarkdownOptions(
      encoding: asked.encoding, title: asked.title, author: asked.author, language: asked.language
    ) { ManuscriptFiles.hasPicture($0) }
    options.hasBibliography = !resolved.citations.files.isEmpty
    options.isPartOfBook = isPart
    options.projectWords = asked.projectWords
    do throws(MarkdownFailure) {
      var reading = try readMarkdown(inputs, options: options)
      reading.settleTyped(plays: asked.readsPlays)
      if asked.readsLetters { reading.settleTypedLetters() }
      if asked.readsVerse { reading.settleTypedVerse() }
      return reading
    } catch {
      throw SettingsProblem(error.error, name: inputs[error.file].name, layers)
    }
  }

  /// The words of `--hyphenation-exceptions`.
  private static func exceptions(_ path: String?) throws(ReadingError) -> HyphenationExceptions? {
    guard let path else { return nil }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path) } catch { throw ReadingError(error.diagnostic(), place: path) }
    do throws(HyphenationExceptions.ParseError) { return try HyphenationExceptions(parsing: bytes) } catch {
      throw ReadingError(error.diagnostic(file: path), place: "\(path):\(error.line):\(error.column)")
    }
  }
}

extension OptionSources {
  /// A hint that met nothing is told rather than passed over.
  fileprivate func judgeHints(_ parsed: [ReadingHint], after reading: ManuscriptReading) throws(SettingsProblem) {
    if !reading.report.takesHints, let byLine = parsed.firstIndex(where: \.place.isByLine),
      hints.indices.contains(byLine)
    {
      throw problem(
        hints[byLine], "lines are counted in plain text alone",
        help: "name the block by the words it begins with: \(parsed[byLine].kind.rawValue) \"WORDS\"")
    }
    guard let idle = reading.report.idleHints.first, hints.indices.contains(idle) else { return }
    let count = reading.files.files.first?.lineStarts.count ?? 0
    throw problem(
      hints[idle], "the hint \"\(hints[idle].text)\" meets no line of the book",
      help: "the file has \(count) lines; what --keep boilerplate keeps cannot be kept by a hint")
  }
}

extension SettingsProblem {
  fileprivate init(_ error: ManuscriptFilesError) {
    self.init(error.diagnostic, place: error.place, isUsage: error.isUsage)
  }

  fileprivate init(_ error: ManuscriptError, name: String, _ layers: OptionSources) {
    if case .unknownEncoding = error {
      self.init(error.diagnostic(name: name), place: layers["encoding"]?.place, isUsage: true)
    } else {
      self.init(error.diagnostic(name: name), place: name)
    }
  }
}

extension Project {
  /// Of a folder that was named, or of the summary that was.
  fileprivate static func found(of inputs: [String]) -> Project? {
    guard inputs.count == 1, let input = inputs.first else { return nil }
    if ManuscriptFiles.isFolder(input) { return found(in: input) }
    guard input == "SUMMARY.md" || input.hasSuffix("/SUMMARY.md") else { return nil }
    let folder = String(input.dropLast("SUMMARY.md".count))
    // mdBook's stands one folder above its chapters
    return found(in: folder.isEmpty ? "." : folder) ?? found(in: folder + "..")
  }
}

extension OptionSources {
  /// Front matter as a layer; keys of other programs are one warning.
  fileprivate mutating func take(frontMatterOf reading: inout ManuscriptReading) throws(SettingsProblem) {
    for (key, values) in reading.metadataOptions.sorted(by: { $0.key < $1.key }) where key != "references" {
      try fill(
        from: [ConfigurationEntry(key: key, values: values)], of: .frontMatter,
        file: reading.files.files.first?.name ?? "")
    }
    guard let front = reading.frontMatter, Int(front.source.file) < reading.files.files.count else { return }
    let file = reading.files.files[Int(front.source.file)]
    let matter = try ConfigurationFile(
      frontMatter: front.text, file: file.name, firstLine: reading.files.line(of: front.source) ?? 1)
    try fill(from: matter.entries, of: .frontMatter, file: file.name)
    let foreign = foreign.filter { !reading.report.askedKeys.contains($0.key) }
    guard let entry = foreign.first else { return }
    let shown = foreign.prefix(6).map { "\"\($0.key)\"" }.joined(separator: ", ")
    let (has, them) = foreign.count == 1 ? ("has", "it") : ("have", "them")
    let start = file.lineStarts.indices.contains(entry.place.line - 1) ? Int(file.lineStarts[entry.place.line - 1]) : 0
    reading.diagnostics.append(
      Diagnostic(
        .warning, code: "front-matter-unknown",
        "\(shown)\(foreign.count > 6 ? " and \(foreign.count - 6) more" : "") in the front matter \(has) no effect",
        help: (helpForForeign.map { $0 + "or " } ?? "")
          + "take \(them) out, or leave \(them) for other programs",
        source: SourceLocation(file: front.source.file, offset: start + entry.place.column - 1)))
  }
}

extension BookBuilder {
  /// A book as it was asked for.
  package init(_ prepared: PreparedBook, fonts: FontSource) {
    self.init(book: prepared.reading.book, design: prepared.resolved.design, fonts: fonts)
    exceptions = prepared.exceptions
    target = prepared.resolved.target
    wantsTags = prepared.resolved.isTagged
    standard = prepared.resolved.standard
    originals = prepared.origin.files
    press = prepared.press
    mostInk = prepared.resolved.condition.mostInk
    (namesItself, knowsLanguage) = (prepared.origin.namesItself, prepared.origin.knowsLanguage)
  }
}
