internal import EPUB
package import Files
internal import Libc
internal import Manuscript
internal import Settings
internal import Units

/// Chapters of a folder, or of a list of them.
extension ManuscriptFiles {
  /// The chapters of a folder or of a list that are not all Markdown; nil where these are told otherwise.
  static func chapters(in path: String) throws(ManuscriptFilesError) -> [String]? {
    if isFolder(path) { return try chapters(ofFolder: path) }
    guard path.split(separator: "/").last?.lowercased() == "book.txt", access(path, R_OK) == 0 else { return nil }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let lines = listed(String(decoding: try read(path), as: UTF8.self)),
      lines.contains(where: { access(folder + $0.path, F_OK) == 0 })
    else { return nil }
    for line in lines where access(folder + line.path, F_OK) != 0 {
      throw .listedMissing(line.path, place: "\(path):\(line.line):1")
    }
    return lines.map { folder + $0.path }
  }

  private static func chapters(ofFolder path: String) throws(ManuscriptFilesError) -> [String]? {
    let folder = path.hasSuffix("/") ? path : path + "/"
    for list in ["Book.txt", "book.txt", "manuscript/Book.txt"] where access(folder + list, R_OK) == 0 {
      if let chapters = try chapters(in: folder + list), !chapters.allSatisfy(isMarkdown) { return chapters }
    }
    if hasList(folder) { return nil }
    let names: [String]
    do throws(FileError) { names = try listFolder(path) } catch { throw .file(error, path: path) }
    let named = namedByOptions(folder)
    let own = names.filter { !isBeside($0) && !isFolder(folder + $0) && !named.contains($0) }
    let marked = own.count(where: isMarkdown)
    for kinds in folderKinds {
      let found = own.filter { name in kinds.contains { name.lowercased().hasSuffix($0) } }
      guard let first = found.first else { continue }
      // the book is in what there is more of
      guard marked < found.count else { return nil }
      return (isHTML(name: first) ? pages(found, in: folder) : found.sorted(by: comesBefore)).map { folder + $0 }
    }
    return nil
  }

  /// The manuscript of a folder that holds one; nil for a folder of several, and for what is none.
  package static func only(in path: String) -> String? {
    guard isFolder(path) else { return nil }
    let folder = path.hasSuffix("/") ? path : path + "/"
    if let chapters = try? chapters(in: path) { return chapters.count == 1 ? chapters[0] : nil }
    guard !hasList(folder), let names = try? listFolder(path) else { return nil }
    let named = namedByOptions(folder)
    let own = names.filter { isMarkdown($0) && !isBeside($0) && !named.contains($0) }
    return own.count == 1 ? folder + own[0] : nil
  }

  /// The manuscripts of a folder, each a book of its own, in the order of their names.
  package static func books(in path: String) throws(FileError) -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let named = namedByOptions(folder)
    return try listFolder(path).filter {
      isManuscript($0) && !isBeside($0) && !named.contains($0) && !isFolder(folder + $0)
    }
    .sorted(by: comesBefore).map { folder + $0 }
  }

  /// Files that programs keep for themselves, and those that tell of a book.
  static func isBeside(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("~$") || name.hasPrefix("_")
      || ["readme", "blurb", "todo", "license", "licence", "changelog"].contains(
        String(name.lowercased().prefix { $0 != "." }))
  }

  /// What the folder's options name, such as the words for the cover's back.
  static func namedByOptions(_ folder: String) -> Set<String> {
    guard let bytes = try? readFile(folder + "octavo.yaml"),
      let entries = try? readConfiguration(String(decoding: bytes, as: UTF8.self))
    else { return [] }
    return Set(entries.compactMap { if case .text(let name) = $0.value, $0.key != "files" { name } else { nil } })
  }

  /// Chapters of a folder without Markdown; whole books only where there is nothing else, for they may be made of it.
  private static let folderKinds = [
    [".docx", ".docm", ".odt", ".rtf", ".txt"], [".html", ".htm", ".xhtml"], [".epub"],
  ]

  /// The lines of Leanpub's list of chapters, of any kinds; nil for a text of that name.
  ///
  /// A line a file; `frontmatter:` and the like tell of what follows (Leanpub Manual, "Book.txt").
  private static func listed(_ text: String) -> [Project.Chapter]? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String($0).trimmingBlanks
    }
    let chapters = lines.enumerated().filter { !$1.isEmpty && !$1.hasPrefix("#") && !$1.hasSuffix(":") }
      .map { Project.Chapter(path: $1, line: $0 + 1) }
    guard !chapters.isEmpty, chapters.allSatisfy({ isManuscript($0.path) }) else { return nil }
    return chapters
  }

  /// By its name's ending; pandoc reads others.
  package static func isManuscript(_ name: String) -> Bool {
    isMarkdown(name) || folderKinds.joined().contains { name.lowercased().hasSuffix($0) }
  }

  /// Markdown of a folder whose chapters stand in folders of their own, which are parts by their names.
  static func partsOfFolder(_ folder: String, _ names: [String]) throws(ManuscriptFilesError) -> [MarkdownInput] {
    var inputs: [MarkdownInput] = []
    for name in names.sorted(by: comesBefore)
    where !name.hasPrefix(".") && !name.hasPrefix("_") && isFolder(folder + name) {
      let inner: [String]
      do throws(FileError) { inner = try listFolder(folder + name) } catch { throw .file(error, path: folder + name) }
      let files = inner.filter { isMarkdown($0) && !isFolder(folder + name + "/" + $0) }.sorted(by: comesBefore)
      for (number, file) in files.enumerated() {
        var input = try self.file(folder + name + "/" + file)
        if number == 0 { input.part = wordsOfName(name) ?? name }
        inputs.append(input)
      }
    }
    return inputs.calledByNames
  }

  /// `03 - The Ship.docx` is called "The Ship"; nil for numbers alone.
  static func wordsOfName(_ path: String) -> String? {
    guard let name = title(of: path) else { return nil }
    let rest = name.drop { $0.isNumber || " .)_–—-".contains($0) }
    return rest.isEmpty ? nil : String(rest)
  }

  /// What a book is called that names no title: by its file, or by the folder of several.
  static func title(ofAll paths: [String]) -> String? {
    guard paths.count > 1, let slash = paths[0].lastIndex(of: "/") else { return title(of: paths[0]) }
    return title(of: String(paths[0][..<slash]))
  }

  /// Says which manuscripts and folders of them stand in a folder and are not set.
  static func tellOfRest(in folder: String, taken: [String]) -> [Diagnostic] {
    guard let names = try? listFolder(folder) else { return [] }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    // where a list says what the chapters are, nothing else is meant to be one
    guard !hasList(base),
      !["Book.txt", "book.txt", "manuscript/Book.txt"].contains(where: { access(base + $0, F_OK) == 0 })
    else { return [] }
    let (taken, named) = (Set(taken), namedByOptions(base))
    let isOwn = { (name: String) in
      !isBeside(name) && !named.contains(name)
        && !["copying", "contributing", "requirements", "summary", "robots"]
          .contains(String(name.lowercased().prefix { $0 != "." }))
    }
    let rest = names.filter { name in
      guard isOwn(name) else { return false }
      guard isFolder(base + name) else { return isManuscript(name) && !taken.contains(base + name) }
      let inner = (try? listFolder(base + name)) ?? []
      return inner.contains { isOwn($0) && isManuscript($0) } && !taken.contains { $0.hasPrefix(base + name + "/") }
    }.sorted(by: comesBefore)
    guard let first = rest.first else { return [] }
    let shown = rest.prefix(4).map { isFolder(base + $0) ? $0 + "/" : $0 }.joined(separator: ", ")
    return [
      Diagnostic(
        .warning, code: "files-left-out",
        "\(rest.count == 1 ? "\(first) stands" : "\(rest.count) files and folders stand") beside the chapters and"
          + " \(rest.count == 1 ? "is" : "are") not set"
          + (rest.count == 1 ? "" : ": \(shown)\(rest.count > 4 ? " …" : "")"),
        help: "name all files in their order, or list them in Book.txt, a line a file")
    ]
  }

  /// - Parameter names: of files whose names head their text.
  static func tell(_ names: [String]) -> [Diagnostic] {
    guard let first = names.first else { return [] }
    let (have, are) = names.count == 1 ? (" has", "is") : ("s have", "are")
    return [
      Diagnostic(
        .warning, code: "heading-missing",
        "\(names.count) chapter\(have) no heading and \(are) called by the name of the file, first \"\(first)\"",
        help: "give each a heading as its first line, such as # Title or Word's style Heading 1")
    ]
  }

  /// Whether a summary or another program's project says what the chapters are.
  private static func hasList(_ folder: String) -> Bool {
    summary(in: folder) != nil || Project.Form.allCases.contains { access(folder + $0.rawValue, F_OK) == 0 }
  }

  /// mdBook's and GitBook's list of chapters.
  static func summary(in folder: String) -> String? {
    var names = ["SUMMARY.md", "src/SUMMARY.md"]
    if access(folder + Project.Form.mdBook.rawValue, F_OK) == 0, let project = Project.found(in: folder) {
      names.append(project.sources + "/SUMMARY.md")
    }
    return names.map { folder + $0 }.first { access($0, F_OK) == 0 }
  }

  /// The chapters that another program's list of them names: Leanpub's `Book.txt`, the projects of others.
  static func project(_ folder: String) throws(ManuscriptFilesError) -> [MarkdownInput]? {
    for (name, inside) in [("Book.txt", ""), ("manuscript/Book.txt", "manuscript/")]
    where access(folder + name, F_OK) == 0 {
      let text = String(decoding: try read(folder + name), as: UTF8.self)
      guard let listed = listed(text), listed.contains(where: { isMarkdown($0.path) }) else { continue }
      return try inputs(of: listed, in: folder + inside, listedIn: folder + name)
    }
    guard let project = Project.found(in: folder), !project.chapters.isEmpty else { return nil }
    var chapters = project.chapters
    if project.form == .bookdown, let index = chapters.firstIndex(where: { isIndex($0.path) }) {
      chapters.insert(chapters.remove(at: index), at: 0)
    }
    let found = try inputs(of: chapters, in: folder, listedIn: project.name)
    return found.calledByTitles(ofPages: project.isOfPages)
  }

  private static func inputs(
    of chapters: [Project.Chapter], in folder: String, listedIn list: String
  ) throws(ManuscriptFilesError) -> [MarkdownInput] {
    var inputs: [MarkdownInput] = []
    for chapter in chapters {
      let place = "\(list):\(chapter.line):\(chapter.column)"
      // Jupyter Book leaves the ending out
      let endings = ["", ".md", ".qmd", ".Rmd", ".markdown", ".ipynb"]
      guard let path = endings.map({ folder + chapter.path + $0 }).first(where: { access($0, F_OK) == 0 }) else {
        throw .listedMissing(chapter.path, place: place)
      }
      if path.lowercased().hasSuffix(".ipynb") { throw .notebook(chapter.path, place: place) }
      var input = try file(path)
      (input.part, input.isPart, input.depth) = (chapter.part, chapter.isPart, chapter.depth)
      input.endsPart = chapter.endsPart
      input.isAppendix = chapter.isAppendix
      if chapter.isAppendix { input.matter = .back }
      if chapter.isFront { input.matter = .front }
      inputs.append(input)
    }
    return inputs
  }

  /// By name, numbers in it by their value: `2.md` before `10.md`.
  static func comesBefore(_ a: String, _ b: String) -> Bool {
    let (x, y) = (Array(a.utf8), Array(b.utf8))
    var (i, k) = (0, 0)
    func number(_ bytes: [UInt8], _ at: inout Int) -> ArraySlice<UInt8> {
      let start = at
      while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
      return bytes[start..<at].drop { $0 == 0x30 }
    }
    while i < x.count, k < y.count {
      let areDigits = x[i] >= 0x30 && x[i] <= 0x39 && y[k] >= 0x30 && y[k] <= 0x39
      if areDigits {
        let (m, n) = (number(x, &i), number(y, &k))
        if m.count != n.count { return m.count < n.count }
        if m != n { return m.lexicographicallyPrecedes(n) }
      } else if x[i] != y[k] {
        return x[i] < y[k]
      } else {
        i += 1
        k += 1
      }
    }
    // names that differ in zeros alone still have an order
    return x.count - i != y.count - k ? x.count - i < y.count - k : a < b
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[...last].drop(while: isBlank))
  }
}

extension [MarkdownInput] {
  /// Chapters are called as their own front matter calls them, as pages of Hugo and Jekyll are; without that, files without
  /// any heading by their names, as notes of Obsidian's are.
  var calledByNames: [MarkdownInput] {
    guard count > 1 else { return self }
    // of several the first may tell of the whole book: under a heading of its own, or alone
    let titles = map { $0.title == nil ? $0.frontTitle : nil }
    let isOfBook = titles.count { $0?.title != nil } < 2 || self[0].headsItself(apartFrom: titles[0]?.title)
    return calledByTitles(ofPages: !isOfBook).map { input in
      guard input.title == nil, !input.hasHeading, let words = ManuscriptFiles.wordsOfName(input.name) else {
        return input
      }
      var input = input
      (input.title, input.isCalledByName) = (words, true)
      return input
    }
  }

  /// - Parameter ofPages: what the first says is its own, too.
  func calledByTitles(ofPages: Bool) -> [MarkdownInput] {
    enumerated().map { index, input in
      guard index > 0 || ofPages else { return input }
      var input = input
      input.title = input.title ?? input.frontTitle.title
      input.isTitledByItself = true
      return input
    }
  }
}

extension MarkdownInput {
  private var lines: [ArraySlice<UInt8>] { bytes[frontTitle.end...].split { $0 == 0x0A || $0 == 0x0D } }

  /// A line that begins or underlines a heading, wherever it stands.
  fileprivate var hasHeading: Bool {
    lines.contains { line in
      guard let first = line.first else { return false }
      return first == 0x23 || line.count > 2 && (first == 0x3D || first == 0x2D) && line.allSatisfy { $0 == first }
    }
  }

  /// Whether its first line is a heading in other words than its title, or it has no line.
  fileprivate func headsItself(apartFrom title: String?) -> Bool {
    guard let line = lines.first(where: { $0.contains { $0 > 0x20 } }) else { return true }
    guard line.starts(with: "# ".utf8) else { return false }
    let words = String(decoding: line.dropFirst(2), as: UTF8.self)
    return title.map { !words.hasPrefix($0) } ?? true
  }
}

extension ManuscriptReading {
  /// Says that the book has its file's name for a title; of a few lines nobody makes a book.
  mutating func tellName(_ name: String) {
    guard report.isWord || book.textSize > 2000 else { return }
    let place =
      report.isWord
      ? "a first line in Word's style Title"
      : dashes == .markdown ? "title: in the front matter" : "the title alone on the first line"
    diagnostics.append(
      Diagnostic(
        .warning, code: "title-missing", "the book has no title, and is called \"\(name)\" by its file",
        help: "give one: --title \"…\", or \(place)"))
  }
}
