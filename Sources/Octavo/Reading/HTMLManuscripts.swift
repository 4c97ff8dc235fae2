internal import Bytes
internal import EPUB
internal import Manuscript
internal import Settings
internal import Units
internal import XML

/// Manuscripts of HTML: a page, or several that are one book.
extension PreparedBook {
  /// - Parameter pages: the files as they were named, in the book's order.
  static func readPages(
    _ pages: [(path: String, bytes: [UInt8])], _ resolved: ResolvedOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    var options = epubOptions(resolved)
    options.encoding = resolved.reading.encoding
    let folder = commonFolder(pages.map(\.path))
    let files = HTMLFiles(
      folder: folder, pages: pages.map { (String($0.path.dropFirst(folder.utf8.count)), $0.bytes) }
    ) { name in
      let path = folder + name
      return ManuscriptFiles.hasPicture(path) ? try? ManuscriptFiles.read(path) : nil
    }
    let first = pages.first?.path ?? ""
    do throws(HTMLError) { return try readHTML(files, name: first, options: options) } catch {
      if case .file(let problem, let name) = error {
        let isUsage = if case .unknownEncoding = problem { true } else { false }
        throw SettingsProblem(problem.diagnostic(name: name), place: name, isUsage: isUsage)
      }
      throw SettingsProblem(error.diagnostic(name: first), place: first)
    }
  }

  /// The folder that all files stand in, with its slash.
  private static func commonFolder(_ paths: [String]) -> String {
    var common = paths.first.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } } ?? ""
    while !common.isEmpty, !paths.allSatisfy({ $0.hasPrefix(common) }) {
      common = common.dropLast().lastIndex(of: "/").map { String(common[...$0]) } ?? ""
    }
    return common
  }
}

extension ManuscriptFiles {
  /// Pages of a folder in the order in which a page among them lists the others, those that it does not list behind it;
  /// else by their names.
  static func pages(_ names: [String], in folder: String) -> [String] {
    let sorted = names.sorted(by: comesBefore)
    guard let index = sorted.first(where: { ["index.html", "index.htm", "index.xhtml"].contains($0.lowercased()) }),
      let bytes = try? read(folder + index)
    else { return sorted }
    let tree = parseHTML(documentText(of: bytes).bytes)
    var listed: [String] = []
    for link in tree.all("a") {
      guard let address = tree.attribute("href", of: link) else { continue }
      let path = address.prefix { $0 != "#" && $0 != "?" }
      let name = String(
        decoding: String(path.hasPrefix("./") ? path.dropFirst(2) : path).utf8.percentDecoded, as: UTF8.self)
      if name != index, sorted.contains(name), !listed.contains(name) { listed.append(name) }
    }
    guard listed.count > 1 else { return sorted }
    return [index] + listed + sorted.filter { $0 != index && !listed.contains($0) }
  }
}
