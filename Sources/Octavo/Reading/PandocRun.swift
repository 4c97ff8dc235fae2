internal import Files
internal import Images
internal import Libc
internal import Manuscript
internal import Pandoc
internal import Settings
internal import Units

/// Manuscripts that pandoc reads for octavo, where it is on the path.
package struct PandocRun {
  /// pandoc's name for the format of a file; nil for what octavo reads itself.
  static func format(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return formats[name[name.index(after: dot)...].lowercased()]
  }

  /// By the ends of names.
  private static let formats = [
    "tex": "latex", "latex": "latex", "ltx": "latex", "org": "org", "rst": "rst",
    "fb2": "fb2",
    "dbk": "docbook",
    "docbook": "docbook", "typ": "typst", "ipynb": "ipynb", "textile": "textile", "mediawiki": "mediawiki",
    "dokuwiki": "dokuwiki", "opml": "opml", "muse": "muse", "t2t": "t2t", "creole": "creole",
  ]

  /// Reads a file through pandoc, which may read nothing but it and writes its pictures into a folder
  /// of octavo's own, which goes again.
  static func read(
    _ path: String, format: String, options: PandocOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    let folder = try temporaryFolder(path)
    defer { removeScratchFolder(folder) }
    let media = folder + "/media"
    var log = PandocLog([])
    let bytes = try? readFile(path)
    var source = bytes.flatMap { PandocSource($0, path: path, format: format) }
    let prepared = bytes.flatMap { WordsOfSource.prepared($0, format: format) }
    func run() throws(SettingsProblem) -> [UInt8] {
      // a name that begins with a hyphen is no option
      var file = path.hasPrefix("-") ? "./" + path : path
      do throws(ProcessError) {
        if let made = prepared ?? source.flatMap({ $0.isChanged ? $0.text : nil }) {
          file = folder + "/source"
          guard (try? writeFile(made, to: file)) != nil else {
            throw ProcessError.cannotStart(program: "pandoc", errno: ENOSPC)
          }
        }
        let tree = try outputOfProgram(
          "pandoc",
          // the title of reStructuredText is only told from its sections in whole documents
          (format == "rst" ? ["--standalone"] : [])
            + ["--sandbox", "--log", folder + "/log", "--from", format, "--to", "json", "--extract-media", media, file])
        log = PandocLog((try? readFile(folder + "/log")) ?? [])
        return tree
      } catch { throw problem(error, path, format) }
    }
    var tree = try run()
    var named: [String] = []
    // what one of them holds may hold another
    for _ in 0..<3 {
      let more =
        source?.keepWords(of: log.skipped.filter { part in !named.contains { part.hasPrefix("\\" + $0) } }) ?? []
      guard !more.isEmpty else { break }
      named += more
      tree = try run()
    }
    var options = options
    let beside = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    options.picture = { name in
      guard name.hasPrefix(media + "/"), !name.contains("/../") else { return picture(name, beside: beside) }
      guard let bytes = try? readFile(name) else { return .absent("cannot be read") }
      let shown = path + "/" + name.dropFirst(media.utf8.count + 1)
      do throws(ImageError) { _ = try inspectImage(bytes, file: shown) } catch { return .absent(error.words) }
      return .there(name: shown, bytes: bytes)
    }
    do throws(PandocError) {
      var reading = try readPandoc(tree, name: path, options: options)
      for option in source?.optionsAsked ?? [] { reading.metadataOptions[option] = ["yes"] }
      reading.diagnostics += log.diagnostics(named: named, besides: source?.missing ?? [])
      if let bytes, let text = reading.files.files.first?.text,
        let lost = WordsOfSource.missing(in: bytes, format: format, read: text)
      {
        reading.diagnostics.append(lost)
      }
      return reading
    } catch {
      throw SettingsProblem(error == .empty ? error.diagnostic(name: path) : noTree(of: format), place: path)
    }
  }

  /// A picture outside the manuscript: a file in its folder, or nothing.
  static func picture(_ name: String, beside folder: String) -> PandocOptions.Picture {
    let isAddress = name.contains("://") || name.hasPrefix("data:")
    guard !isAddress else { return .absent("is not fetched") }
    let given = name.hasPrefix("/") ? name : folder + name
    // TeX finds the ending by itself
    let path =
      ["", ".png", ".jpg", ".jpeg", ".svg"].map { given + $0 }.first(where: ManuscriptFiles.hasPicture) ?? given
    guard ManuscriptFiles.hasPicture(path) else { return .absent("is not there") }
    do throws(ImageError) { _ = try inspectImage(path) } catch { return .absent(error.words) }
    return .there(name: path, bytes: nil)
  }

  static func readTree(
    _ tree: [UInt8], name: String, _ options: PandocOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    do throws(PandocError) { return try readPandoc(tree, name: name, options: options) } catch {
      throw SettingsProblem(error.diagnostic(name: name), place: name)
    }
  }

  /// The code of what is no fault of the file's and may pass: no answer in time, no memory, somebody ended it.
  package static let ended = "pandoc-ended"
  /// What pandoc leaves with that finds no more memory (EXIT_HEAPOVERFLOW of GHC's runtime).
  private static let heapOverflow: Int32 = 251

  private static func problem(_ error: ProcessError, _ path: String, _ format: String) -> SettingsProblem {
    let name = format.prefix { $0 != "+" }
    let diagnostic =
      switch error {
      case .missing:
        Diagnostic(
          .error, code: "pandoc-missing", "octavo reads \(name) through pandoc, which is not installed",
          help: "install the Debian package pandoc: apt-get install pandoc")
      case .cannotStart(_, let errno):
        Diagnostic(
          .error, code: [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(errno) ? ended : "pandoc-failed",
          "pandoc, which reads \(name), could not be started: \(String(cString: strerror(errno)))",
          help: "see that \"pandoc --version\" runs")
      case .silent(_, let seconds):
        Diagnostic(
          .error, code: ended, "pandoc had not read the file as \(name) after \(seconds) s and was ended",
          help: "\"pandoc --from \(name) FILE\" shows what it does; OCTAVO_PATIENCE=SECONDS gives it more time")
      case .failed(_, let status):
        Diagnostic(
          .error, code: status < 0 || status == heapOverflow ? ended : "pandoc-failed",
          "pandoc cannot read the file as \(name)",
          help: "\"pandoc --from \(name) FILE\" says why")
      }
    return SettingsProblem(diagnostic, place: path)
  }

  private static func noTree(of format: String) -> Diagnostic {
    let name = format.prefix { $0 != "+" }
    return Diagnostic(
      .error, code: "pandoc-failed", "what pandoc wrote of the file as \(name) is no tree of pandoc's",
      help: "\"pandoc --from \(name) --to json FILE\" shows it")
  }

  // MARK: The folder

  static func temporaryFolder(_ path: String) throws(SettingsProblem) -> String {
    guard let folder = makeScratchFolder("octavo") else {
      throw SettingsProblem(
        Diagnostic(
          .error, code: "pandoc-folder", "no folder could be made for the manuscript's pictures",
          help: "see that \(scratchPlace) can be written"), place: path)
    }
    return folder
  }
}
