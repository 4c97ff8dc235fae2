internal import YAML

/// The chapters that another program's project names, in their order: bookdown's `rmd_files:` and the `chapters:` and
/// `appendices:` of Quarto's `book:`, whose parts hold chapters of their own.
package struct ProjectChapters: Sendable, Equatable {
  package struct Chapter: Sendable, Equatable {
    package var path: String
    /// Heads a part that begins with the file.
    package var part: String?
    package var isAppendix = false
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

  package private(set) var chapters: [Chapter] = []
  private var part: String?

  /// Empty where the text names none, or is no YAML.
  package init(_ text: String) {
    guard text.utf8.count <= 1 << 20, let nodes = try? YAMLTree(text).nodes, !nodes.isEmpty else { return }
    if let files = ProjectChapters.value("rmd_files", of: 0, nodes) { take(files, nodes, depth: 0) }
    guard let book = ProjectChapters.value("book", of: 0, nodes) else { return }
    for key in ["chapters", "appendices"] {
      let first = chapters.count
      part = nil
      if let files = ProjectChapters.value(key, of: book, nodes) { take(files, nodes, depth: 0) }
      if key == "appendices" { for index in first..<chapters.count { chapters[index].isAppendix = true } }
    }
  }

  private static func value(_ key: String, of node: Int, _ nodes: [YAMLTree.Node]) -> Int? {
    guard case .mapping(let pairs) = nodes[node].content else { return nil }
    return pairs.first { if case .scalar(key, _) = nodes[$0.key].content { true } else { false } }?.value
  }

  /// - Parameter depth: a node may lead to itself.
  private mutating func take(_ node: Int, _ nodes: [YAMLTree.Node], depth: Int) {
    guard depth < 8, chapters.count < 10_000 else { return }
    switch nodes[node].content {
    case .scalar(let path, _): add(path, nodes[node].place)
    case .sequence(let items): for item in items { take(item, nodes, depth: depth + 1) }
    case .mapping(let pairs):
      // bookdown names files by what is made of them: `html: [...]`; a part has a title, or a file that begins it
      if let name = ProjectChapters.value("part", of: node, nodes), case .scalar(let words, _) = nodes[name].content {
        if ProjectChapters.isFile(words) { add(words, nodes[name].place) } else { part = words }
      }
      let inner = ["chapters", "file", "href"].lazy.compactMap { ProjectChapters.value($0, of: node, nodes) }.first
      if let inner {
        take(inner, nodes, depth: depth + 1)
      } else if let first = pairs.first, case .sequence = nodes[first.value].content {
        take(first.value, nodes, depth: depth + 1)
      }
    }
  }

  private static func isFile(_ words: String) -> Bool {
    let name = words.lowercased()
    return [".qmd", ".rmd", ".md", ".ipynb"].contains { name.hasSuffix($0) }
  }

  private mutating func add(_ path: String, _ place: YAMLTree.Place) {
    chapters.append(Chapter(path: path, part: part, line: place.line, column: place.column))
    part = nil
  }
}
