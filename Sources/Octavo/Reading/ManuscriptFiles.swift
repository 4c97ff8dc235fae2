internal import EPUB
package import Files
internal import Libc
package import Manuscript
internal import Settings
internal import Units

/// The files that make a book: one text, Markdown in its order, or any kinds in theirs.
package enum ManuscriptFiles: Sendable {
  case text(String)
  case markdown([MarkdownInput])
  case several([Part])

  /// Of several kinds: a file, or Markdown or pages of HTML that stand together.
  package enum Part: Sendable {
    case file(String)
    case markdown([MarkdownInput])
    case pages([String])

    package var path: String { paths.first ?? "" }

    var paths: [String] {
      switch self {
      case .file(let path): [path]
      case .markdown(let inputs): inputs.map(\.name)
      case .pages(let paths): paths
      }
    }
  }

  /// Of all of them, as they are read.
  var paths: [String] {
    switch self {
    case .text(let path): [path]
    case .markdown(let inputs): inputs.map(\.name)
    case .several(let parts): parts.flatMap(\.paths)
    }
  }

  /// Finds the files of a book and reads those of Markdown.
  /// - Parameters:
  ///   - paths: what the user named: files, one folder, or an mdBook summary.
  ///   - format: nil to go by the names.
  package init(_ paths: [String], format: ManuscriptFormat?) throws(ManuscriptFilesError) {
    guard let first = paths.first, !paths.contains("") else { throw .noName }
    if paths.count > 1 { try ManuscriptFiles.check(paths) }
    if format == nil {
      for path in paths {
        if let problem = ForeignFiles.problem(path) { throw .foreign(problem, path: path) }
      }
    }
    switch format {
    case .html where paths.count == 1 && ManuscriptFiles.isFolder(first):
      self = try ManuscriptFiles.parts(try ManuscriptFiles.chapters(in: first) ?? paths) ?? .text(first)
    case .text, .epub, .word, .html, .pandoc: self = try ManuscriptFiles.parts(paths, format) ?? .text(first)
    case .markdown: self = .markdown(try ManuscriptFiles.markdown(paths))
    case nil:
      let chapters = paths.count == 1 ? try ManuscriptFiles.chapters(in: first) ?? paths : paths
      let isMarkdown = chapters.allSatisfy { ManuscriptFiles.isMarkdown($0) || ManuscriptFiles.isFolder($0) }
      if isMarkdown {
        self = .markdown(try ManuscriptFiles.markdown(ManuscriptFiles.isFolder(first) ? paths : chapters))
      } else {
        self = try ManuscriptFiles.parts(chapters) ?? .text(chapters[0])
      }
    }
  }

  /// Several files, Markdown or HTML that stands together as one; nil for one file.
  private static func parts(
    _ paths: [String], _ format: ManuscriptFormat? = nil
  ) throws(ManuscriptFilesError) -> ManuscriptFiles? {
    guard paths.count > 1 else { return nil }
    var parts: [Part] = []
    for path in paths {
      guard !isFolder(path) else { throw .folderAmongFiles(path) }
      guard isMarkdown(path) else {
        if format == .html || format == nil && isHTML(name: path) {
          if case .pages(let before)? = parts.last {
            parts[parts.count - 1] = .pages(before + [path])
          } else {
            parts.append(.pages([path]))
          }
        } else {
          parts.append(.file(path))
        }
        continue
      }
      let input = try file(path)
      if case .markdown(let before)? = parts.last {
        parts[parts.count - 1] = .markdown(before + [input])
      } else {
        parts.append(.markdown([input]))
      }
    }
    return .several(parts)
  }

  /// Refuses several names that were meant otherwise.
  private static func check(_ paths: [String]) throws(ManuscriptFilesError) {
    let whole = paths.joined(separator: " ")
    guard access(whole, F_OK) != 0 else { throw .nameWithBlanks(whole) }
    if let pdf = paths.last, pdf.lowercased().hasSuffix(".pdf") { throw .outputAmongFiles(pdf) }
    for (n, path) in paths.enumerated() where paths[..<n].contains(path) { throw .namedTwice(path) }
    if let absent = paths.first(where: { $0 != "-" && access($0, F_OK) != 0 }) {
      throw .file(.missing(path: absent), path: absent)
    }
  }

  package static func isMarkdown(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".md", ".markdown", ".mdown", ".mdwn", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd"].contains {
      name.hasSuffix($0)
    }
  }

  package static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a picture can be read at a path.
  package static func hasPicture(_ path: String) -> Bool {
    access(path, R_OK) == 0 && !isFolder(path) && ReadBounds.have(path)
  }

  /// What a book is called that names no title: its file's name, or its folder's.
  package static func title(of path: String) -> String? {
    guard path != "-", let name = path.split(separator: "/").last else { return nil }
    var stem = String(name)
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { stem = String(name[..<dot]) }
    return stem.replacing("-", with: " ").replacing("_", with: " ")
  }

  // MARK: Markdown

  private static func markdown(_ paths: [String]) throws(ManuscriptFilesError) -> [MarkdownInput] {
    guard paths.count == 1 else {
      var inputs: [MarkdownInput] = []
      for path in paths {
        guard !isFolder(path) else { throw .folderAmongFiles(path) }
        inputs.append(try file(path))
      }
      return inputs
    }
    let path = paths[0]
    if !isFolder(path) {
      let isSummary = path.split(separator: "/").last == "SUMMARY.md"
      return isSummary ? try summary(path) : [try file(path)]
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    if let list = summary(in: folder) { return try summary(list) }
    if let inputs = try project(folder) { return inputs }
    let names: [String]
    do throws(FileError) { names = try listFolder(path) } catch { throw .file(error, path: path) }
    var found = names.filter { isMarkdown($0) && !isFolder(folder + $0) }
    // what tells of the folder is no chapter, unless it is all there is; files that others bring in have a low line
    let named = namedByOptions(folder)
    for isApart: (String) -> Bool in [
      { isBeside($0) && !$0.hasPrefix("_") || named.contains($0) },
      { $0.hasPrefix("_") && $0.lowercased() != "_index.md" },
    ] {
      let rest = found.filter { !isApart($0) }
      if !rest.isEmpty { found = rest }
    }
    if found.isEmpty {
      let inputs = try partsOfFolder(folder, names)
      guard inputs.isEmpty else { return inputs }
      throw .noMarkdown(folder: path)
    }
    // bookdown and Quarto begin with the index
    let ordered = found.filter(isIndex) + found.filter { !isIndex($0) }.sorted(by: comesBefore)
    var inputs: [MarkdownInput] = []
    for name in ordered { inputs.append(try file(folder + name)) }
    return inputs.calledByNames
  }

  static func isIndex(_ name: String) -> Bool { ["index.rmd", "index.qmd", "_index.md"].contains(name.lowercased()) }

  private static func summary(_ path: String) throws(ManuscriptFilesError) -> [MarkdownInput] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes = try read(path)
    let entries: [SummaryEntry]
    do throws(ManuscriptError) { entries = try readSummary(bytes, name: path).entries } catch {
      throw .summary(error, path: path)
    }
    var inputs: [MarkdownInput] = []
    var part: String?
    for entry in entries {
      guard let name = entry.path else {
        part = entry.title
        continue
      }
      guard access(folder + name, F_OK) == 0 else { throw .chapterMissing(name, place: "\(path):\(entry.place)") }
      var input = try file(folder + name)
      input.depth = entry.depth
      input.title = entry.title
      input.matter = entry.isPrefix ? .front : entry.isSuffix ? .back : .body
      if !entry.isPrefix, !entry.isSuffix {
        input.part = part
        part = nil
      }
      inputs.append(input)
    }
    guard !inputs.isEmpty else { throw .emptySummary(path) }
    return inputs
  }

  static func file(_ path: String) throws(ManuscriptFilesError) -> MarkdownInput {
    MarkdownInput(name: name(of: path), bytes: try read(path)).withIncludes
  }

  /// A file as messages name it.
  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  package static func read(_ path: String) throws(ManuscriptFilesError) -> [UInt8] {
    do throws(FileError) { return try readFile(path) } catch { throw .file(error, path: path) }
  }
}

/// Why the files of a book cannot be gathered.
package enum ManuscriptFilesError: Error, Equatable, Sendable {
  /// Nothing was named, or a name is empty.
  case noName
  /// Several names that are one file's together.
  case nameWithBlanks(String)
  case outputAmongFiles(String)
  case namedTwice(String)
  case folderAmongFiles(String)
  case file(FileError, path: String)
  case noMarkdown(folder: String)
  case summary(ManuscriptError, path: String)
  /// A chapter that a summary names; `place` is `file:line:column`.
  case chapterMissing(String, place: String)
  /// The same of another program's list of chapters.
  case listedMissing(String, place: String)
  /// A chapter of a project that is no Markdown.
  case notebook(String, place: String)
  case emptySummary(String)
  /// A file of another program's.
  case foreign(Diagnostic, path: String)

  /// Whether the fault is in what was asked for, not in the files.
  package var isUsage: Bool {
    switch self {
    case .noName, .folderAmongFiles, .nameWithBlanks, .outputAmongFiles, .namedTwice: true
    case .file, .noMarkdown, .summary, .chapterMissing, .listedMissing, .notebook, .emptySummary, .foreign: false
    }
  }

  /// The file the message is about, where known with line and column.
  package var place: String? {
    switch self {
    case .noName: nil
    case .folderAmongFiles(let path), .noMarkdown(let path), .emptySummary(let path),
      .nameWithBlanks(let path), .outputAmongFiles(let path), .namedTwice(let path):
      path
    case .file(_, let path), .summary(_, let path), .foreign(_, let path): ManuscriptFiles.name(of: path)
    case .chapterMissing(_, let place), .listedMissing(_, let place), .notebook(_, let place): place
    }
  }

  /// The one place with the wording.
  package var diagnostic: Diagnostic {
    switch self {
    case .noName:
      Diagnostic(.error, code: "usage", "the manuscript has no name", help: "give a file, or - for standard input")
    case .nameWithBlanks(let name):
      Diagnostic(
        .error, code: "usage", "the shell takes a name with blanks for several",
        help: "put it in quotes: \"\(name)\"")
    case .outputAmongFiles(let name):
      Diagnostic(.error, code: "usage", "a PDF stands among the manuscripts", help: "to write it: -o \(name)")
    case .namedTwice:
      Diagnostic(.error, code: "usage", "the file is named twice", help: "name each file once, in the book's order")
    case .folderAmongFiles:
      Diagnostic(.error, code: "usage", "a folder is a book by itself", help: "name its files, or the folder alone")
    case .file(let error, _): error.diagnostic()
    case .foreign(let problem, _): problem
    case .noMarkdown:
      Diagnostic(
        .error, code: "could-not-render", "the folder holds no manuscript",
        help: "chapters are files such as 01.docx, 02.txt or 03.md; or name the manuscript itself")
    case .summary(let error, let path): error.diagnostic(name: path)
    case .chapterMissing(let name, _):
      Diagnostic(
        .error, code: "could-not-render", "chapter \"\(name)\" not found",
        help: "correct the name, or leave the brackets empty for a draft")
    case .listedMissing(let name, _):
      Diagnostic(
        .error, code: "could-not-render", "chapter \"\(name)\" not found",
        help: "correct the name, or take it out of this list")
    case .notebook(let name, _):
      Diagnostic(
        .error, code: "could-not-render", "chapter \"\(name)\" is a notebook, not Markdown",
        help: "turn it into Markdown first, and name that file here")
    case .emptySummary:
      Diagnostic(
        .error, code: "could-not-render", "the summary names no chapter", help: "write - [Title](file.md) for each")
    }
  }
}
