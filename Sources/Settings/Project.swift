internal import Files
internal import Libc
internal import YAML

/// What another program's project says of a book: its chapters in their order, and what is known of the book besides
/// its text.
package struct Project: Sendable, Equatable {
  package struct Chapter: Sendable, Equatable {
    package var path: String
    /// Heads a part that begins with the file.
    package var part: String?
    /// The file's own heading heads a part.
    package var isPart = false
    package var isAppendix = false
    /// It stands before the chapters.
    package var isFront = false
    /// No part goes on there.
    package var endsPart = false
    /// So many chapters stand above it.
    package var depth = 0
    /// Where the project names it, both from 1.
    package var line: Int
    package var column: Int

    package init(path: String, part: String? = nil, line: Int, column: Int = 1) {
      self.path = path
      self.part = part
      self.line = line
      self.column = column
    }
  }

  /// Files of projects, as they are called in the book's folder.
  package enum Form: String, Sendable, CaseIterable {
    case quarto = "_quarto.yml"
    case bookdown = "_bookdown.yml"
    case jupyter = "_toc.yml"
    case myst = "myst.yml"
    case mdBook = "book.toml"
  }

  package let form: Form
  /// As the user would write it.
  package var name: String
  package private(set) var chapters: [Chapter] = []
  /// What it says of the book in YAML, whose values a text may ask for by their keys.
  package private(set) var texts: [String] = []
  /// By octavo's keys.
  package private(set) var entries: [ConfigurationEntry] = []
  /// Where an mdBook has its summary.
  package private(set) var sources = "src"

  /// What a file's own front matter says is the page's. bookdown's first file has the book's.
  package var isOfPages: Bool { form != .bookdown }

  /// The first project of a folder; nil where there is none.
  package static func found(in folder: String) -> Project? {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    for form in Form.allCases {
      guard access(folder + form.rawValue, F_OK) == 0, let bytes = try? readFile(folder + form.rawValue) else {
        continue
      }
      var project = Project(form, String(decoding: bytes, as: UTF8.self))
      project.name = folder + form.rawValue
      if form == .jupyter { project.takeConfiguration(in: folder) }
      if form == .quarto { project.takeVariables(in: folder) }
      if form == .bookdown { project.numberSections(unlessSaidIn: folder + "_output.yml", folder + "index.Rmd") }
      guard !project.chapters.isEmpty || !project.entries.isEmpty else { continue }
      return project
    }
    return nil
  }

  /// Empty where the text names nothing, or cannot be read.
  package init(_ form: Form, _ text: String) {
    self.form = form
    name = form.rawValue
    guard text.utf8.count <= 1 << 20 else { return }
    if form == .mdBook {
      let table = TOMLKeys(text)["book"] ?? []
      entries = Project.entries(of: table)
      if let src = table.first(where: { $0.key == "src" }), case .text(let folder) = src.value { sources = folder }
      return
    }
    guard let nodes = try? nodesOfYAML(text), !nodes.isEmpty else { return }
    texts = [text]
    let root = (try? readConfiguration(text, levels: 3)) ?? []
    switch form {
    case .bookdown:
      if let files = Project.value("rmd_files", of: 0, nodes) { take(files, nodes, Level()) }
    case .quarto:
      entries = Project.entries(
        of: Project.inner(["book"], root) + Project.inner(["format", "pdf"], root) + root)
      guard let book = Project.value("book", of: 0, nodes) else { return }
      numberSections(line: nodes[book].place.line)
      for key in ["chapters", "appendices"] {
        let first = chapters.count
        (part, isAfterPart) = (nil, false)
        if let files = Project.value(key, of: book, nodes) { take(files, nodes, Level()) }
        if key == "appendices" { for index in first..<chapters.count { chapters[index].isAppendix = true } }
      }
    case .myst:
      entries = Project.entries(of: Project.inner(["project"], root))
      if let project = Project.value("project", of: 0, nodes), let toc = Project.value("toc", of: project, nodes) {
        take(toc, nodes, Level())
      }
    case .jupyter:
      take(0, nodes, Level())
      if text.split(whereSeparator: \.isNewline).contains(where: { $0.filter { !$0.isWhitespace } == "numbered:true" })
      {
        numberSections(line: nodes[0].place.line)
      }
      if Project.value("root", of: 0, nodes) != nil, !chapters.isEmpty { chapters[0].isFront = true }
    case .mdBook: break
    }
  }

  // MARK: Of the book

  /// Keys of these programs that say what octavo's say.
  private static let meanings = [
    "language": "lang", "authors": "author", "bibtex_bibfiles": "bibliography", "numbersections": "number-sections",
    "lof": "list-of-figures", "lot": "list-of-tables",
  ]
  private static let known: Set<String> = [
    "title", "subtitle", "author", "date", "bibliography", "csl", "lang", "number-sections", "toc", "toc-depth",
    "list-of-figures", "list-of-tables", "publisher", "keywords", "isbn",
  ]

  /// What Quarto's `format: pdf:` in front matter says of the book.
  static func entriesOfFormat(_ text: String, firstLine: Int) -> [ConfigurationEntry] {
    guard text.hasPrefix("format:") || text.contains("\nformat:"),
      let root = try? readConfiguration(text, firstLine: firstLine, levels: 3)
    else { return [] }
    return entries(of: inner(["format", "pdf"], root))
  }

  private static func inner(_ keys: [String], _ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
    keys.reduce(entries) { found, key in
      guard case .entries(let inner)? = found.first(where: { $0.key == key })?.value else { return [] }
      return inner
    }
  }

  /// Those that octavo knows, the first of each.
  private static func entries(of given: [ConfigurationEntry]) -> [ConfigurationEntry] {
    var found: [ConfigurationEntry] = []
    for var entry in given {
      entry.key = meanings[entry.key] ?? entry.key
      guard known.contains(entry.key), !found.contains(where: { $0.key == entry.key }) else { continue }
      switch entry.value {
      // a day that the program puts in is none of the book's
      case .text(let words) where entry.key == "date" && ThirdPartyKeys.isComputed(words): continue
      case .text, .list: found.append(entry)
      case .nothing, .entries, .other: continue
      }
    }
    return found
  }

  /// Jupyter Book says in a file of its own what the book is called.
  private mutating func takeConfiguration(in folder: String) {
    let file = folder + "_config.yml"
    guard access(file, F_OK) == 0, let bytes = try? readFile(file), bytes.count <= 1 << 20,
      let root = try? readConfiguration(String(decoding: bytes, as: UTF8.self), levels: 3)
    else { return }
    let own = entries
    entries = Project.entries(of: root)
    entries += own.filter { entry in !entries.contains { $0.key == entry.key } }
    texts.append(String(decoding: bytes, as: UTF8.self))
    nameOfEntries = file
  }

  /// Books of these programs have numbered chapters unless their writers say otherwise.
  private mutating func numberSections(line: Int) {
    guard !entries.contains(where: { $0.key == "number-sections" }) else { return }
    let place = ConfigurationPlace(line: line, column: 1)
    entries.append(ConfigurationEntry(key: "number-sections", place: place, value: .text("yes"), valuePlace: place))
  }

  private mutating func numberSections(unlessSaidIn files: String...) {
    for file in files {
      guard let bytes = try? readFile(file), bytes.count <= 1 << 20 else { continue }
      let words = String(decoding: bytes, as: UTF8.self).filter { $0 != " " && $0 != "\"" }
      if ["false", "no", "FALSE"].contains(where: { words.contains("number_sections:\($0)") }) { return }
    }
    numberSections(line: 1)
  }

  /// Quarto's `_variables.yml`, as the keys below `var`.
  private mutating func takeVariables(in folder: String) {
    guard let bytes = try? readFile(folder + "_variables.yml"), bytes.count <= 1 << 20 else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { "  " + $0 }
    texts.append("var:\n" + lines.joined(separator: "\n"))
  }

  private var nameOfEntries: String?
  /// The file in which the entries stand.
  package var entriesFile: String { nameOfEntries ?? name }

  // MARK: Chapters

  private var part: String?
  private var isAfterPart = false

  /// Where among the lists a node stands.
  private struct Level {
    /// A node may lead to itself.
    var lists = 0
    var chapters = 0
  }

  private static func value(_ key: String, of node: Int, _ nodes: [YAMLTree.Node]) -> Int? {
    guard case .mapping(let pairs) = nodes[node].content else { return nil }
    return pairs.first { if case .scalar(key, _) = nodes[$0.key].content { true } else { false } }?.value
  }

  private static func words(_ keys: [String], of node: Int, _ nodes: [YAMLTree.Node]) -> (String, Int)? {
    for key in keys {
      if let found = value(key, of: node, nodes), case .scalar(let words, _) = nodes[found].content {
        return (words, found)
      }
    }
    return nil
  }

  /// Keys below which chapters stand, in their order.
  private static let lists = ["chapters", "parts", "sections", "children", "contents"]

  private mutating func take(_ node: Int, _ nodes: [YAMLTree.Node], _ level: Level) {
    guard level.lists < 12, chapters.count < 10_000 else { return }
    var below = level
    below.lists += 1
    switch nodes[node].content {
    case .scalar(let path, _): add(path, nodes[node].place, level)
    case .sequence(let items): for item in items { take(item, nodes, below) }
    case .mapping(let pairs):
      let file = Project.words(["file", "href", "root"], of: node, nodes)
      let inner = Project.lists.compactMap { Project.value($0, of: node, nodes) }
      // a part has a title, or a file that begins it (Quarto)
      let name = Project.words(["part", "caption"] + (file == nil ? ["title", "header"] : []), of: node, nodes)
      if let (words, place) = name {
        if Project.isFile(words) {
          add(words, nodes[place].place, level)
          chapters[chapters.count - 1].isPart = true
        } else {
          part = words
        }
      }
      if let (path, place) = file {
        add(path, nodes[place].place, level)
        if Project.value("root", of: node, nodes) == nil { below.chapters += 1 }
      }
      for list in inner { take(list, nodes, below) }
      if name != nil, !inner.isEmpty { isAfterPart = true }
      // bookdown names files by what is made of them: `html: [...]`
      if file == nil, inner.isEmpty, let first = pairs.first, case .sequence = nodes[first.value].content {
        take(first.value, nodes, below)
      }
    }
  }

  private static func isFile(_ words: String) -> Bool {
    let name = words.lowercased()
    return [".qmd", ".rmd", ".md", ".ipynb"].contains { name.hasSuffix($0) }
  }

  private mutating func add(_ path: String, _ place: YAMLTree.Place, _ level: Level) {
    var chapter = Chapter(path: path, part: part, line: place.line, column: place.column)
    chapter.depth = level.chapters
    if isAfterPart, part == nil { chapter.endsPart = true }
    (part, isAfterPart) = (nil, false)
    chapters.append(chapter)
  }
}
