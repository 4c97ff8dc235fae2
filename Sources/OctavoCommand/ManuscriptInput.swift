import Files
import Glibc
import Manuscript
import Units

/// The files that make a book: one text, or Markdown in its order.
enum ManuscriptInput {
  case text(String)
  case markdown([MarkdownInput])

  /// - Parameters:
  ///   - paths: what the user named: files, one folder, or an mdBook summary.
  ///   - format: `--from`; nil to go by the names.
  init(_ paths: [String], format: String?) throws {
    guard let first = paths.first, !paths.contains("") else {
      throw CommandFailure(.usage, "the manuscript has no name", help: "give a file, or - for standard input")
    }
    if paths.count > 1, access(first, F_OK) != 0, let near = nearestName(to: first, in: Usage.commands) {
      throw CommandFailure(.usage, "no command is called \"\(first)\"", help: "did you mean \"octavo \(near)\"?")
    }
    switch format {
    case "text": try self.init(text: paths)
    case "markdown": self = .markdown(try ManuscriptInput.markdown(paths))
    case nil:
      let isMarkdown = paths.allSatisfy { ManuscriptInput.isMarkdown($0) || ManuscriptInput.isFolder($0) }
      if isMarkdown { self = .markdown(try ManuscriptInput.markdown(paths)) } else { try self.init(text: paths) }
    case let other?: throw choice(other, "--from", ["text", "markdown"])
    }
  }

  private init(text paths: [String]) throws {
    guard paths.count == 1 else {
      let other = paths.first { !ManuscriptInput.isMarkdown($0) } ?? paths[0]
      throw CommandFailure(
        .usage, place: other, "several files make one book only if all are Markdown",
        help: "join the text files into one, or add --from markdown")
    }
    self = .text(paths[0])
  }

  static func isMarkdown(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".md", ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) }
  }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: Markdown

  private static func markdown(_ paths: [String]) throws -> [MarkdownInput] {
    guard paths.count == 1 else {
      return try paths.map { path in
        guard !isFolder(path) else {
          throw CommandFailure(.usage, place: path, "a folder is a book by itself", help: "name its files, or the folder alone")
        }
        return try file(path)
      }
    }
    let path = paths[0]
    if !isFolder(path) {
      let isSummary = path.split(separator: "/").last == "SUMMARY.md"
      return isSummary ? try summary(path) : [try file(path)]
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    for name in ["SUMMARY.md", "src/SUMMARY.md"] where access(folder + name, F_OK) == 0 { return try summary(folder + name) }
    let names: [String]
    do throws(FileError) { names = try listFolder(path) } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: path)
    }
    var found = names.filter { isMarkdown($0) && !isFolder(folder + $0) }
    // what tells of the folder is no chapter, unless it is all there is
    if found.count > 1 { found.removeAll { $0.lowercased() == "readme.md" } }
    guard !found.isEmpty else {
      throw CommandFailure(.couldNotRender, place: path, "the folder holds no Markdown", help: "name the manuscript itself")
    }
    return try found.sorted(by: comesBefore).map { try file(folder + $0) }
  }

  private static func summary(_ path: String) throws -> [MarkdownInput] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let bytes = try read(path)
    let entries: [SummaryEntry]
    do throws(ManuscriptError) { entries = try readSummary(bytes, name: path).entries } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(name: path), place: path)
    }
    var inputs: [MarkdownInput] = []
    var part: String?
    for entry in entries {
      guard let name = entry.path else {
        part = entry.title
        continue
      }
      guard access(folder + name, F_OK) == 0 else {
        throw CommandFailure(
          .couldNotRender, place: "\(path):\(entry.place)", "chapter \"\(name)\" not found",
          help: "correct the name, or leave the brackets empty for a draft")
      }
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
    guard !inputs.isEmpty else {
      throw CommandFailure(.couldNotRender, place: path, "the summary names no chapter", help: "write - [Title](file.md) for each")
    }
    return inputs
  }

  private static func file(_ path: String) throws -> MarkdownInput {
    MarkdownInput(name: path == "-" ? "standard input" : path, bytes: try read(path))
  }

  static func read(_ path: String) throws -> [UInt8] {
    do throws(FileError) { return try readFile(path) } catch {
      var problem = error.diagnostic()
      // a mistyped command is taken for a manuscript
      if case .missing = error, let command = nearestName(to: path, in: Usage.commands) {
        problem.help = "check the path; or did you mean \"octavo \(command)\"?"
      }
      throw CommandFailure(.couldNotRender, problem, place: path == "-" ? "standard input" : path)
    }
  }

  /// By name, numbers in it by their value: `2.md` before `10.md`.
  private static func comesBefore(_ a: String, _ b: String) -> Bool {
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
