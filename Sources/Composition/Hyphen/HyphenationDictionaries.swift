import Libc
import Synchronization

/// The hyphenation dictionaries of one run, each loaded when its first word
/// comes and then shared by all workers.
package final class HyphenationDictionaries: Sendable {
  /// Folders, searched in this order; the first that has patterns for a language gives them.
  package let directories: [String]
  private let loaded = Mutex<[String: PatternDictionary?]>([:])

  package init(directories: [String] = HyphenationDictionaries.standardDirectories()) {
    self.directories = directories
  }

  /// TeX's patterns of reformed German as groff brings them (`dehyphn-x`, by Trennmuster.org). libhyphen's of Debian are
  /// of 1998 and part glü-cklich and auße-rhalb.
  private static let groffGerman = "hyphen.den"

  /// The folders named by `OCTAVO_HYPHEN_PATH` (parted by colons), the program's own, groff's, then Debian's.
  package static func standardDirectories() -> [String] {
    let own = getenv("OCTAVO_HYPHEN_PATH").map { String(cString: $0) } ?? ""
    return own.split(separator: ":").map(String.init) + (programData.map { [$0 + "/hyphen"] } ?? [])
      + ["/usr/share/groff/current/tmac", "/usr/share/hyphen", "/usr/share/myspell/dicts"]
  }

  /// All dictionaries found, by language; of one language in several folders the first.
  package func all() -> [(language: String, path: String)] {
    var seen: Set<String> = []
    return directories.flatMap { directory in
      HyphenationDictionaries.files(in: directory).compactMap { tag, path in
        seen.insert(tag.description).inserted ? (tag.description, path) : nil
      }
    }.sorted { ($0.language, $0.path) < ($1.language, $1.path) }
  }

  /// The file whose patterns serve a BCP 47 tag best.
  package func path(for tag: String) throws(HyphenationError) -> String {
    guard let wanted = LanguageSubtags(tag) else { throw .noDictionary(language: tag, package: nil) }
    for directory in directories {
      var best: (fitness: Int, path: String)?
      for (language, path) in HyphenationDictionaries.files(in: directory, language: wanted.language) {
        // Strictly better only: files come sorted, so the choice is the same everywhere.
        if let fitness = language.fitness(for: wanted), fitness > best?.fitness ?? -1 { best = (fitness, path) }
      }
      if let best { return best.path }
    }
    throw .noDictionary(language: tag, package: DictionaryPackages.package(for: wanted))
  }

  /// Loads a dictionary, or hands out the one loaded before; nil if it cannot be loaded.
  func patterns(at path: String, charset: DictionaryCharset) -> PatternDictionary? {
    loaded.withLock { loaded in
      if let known = loaded[path] { return known }
      let patterns = PatternDictionary(path: path, charset: charset)
      loaded[path] = .some(patterns)
      return patterns
    }
  }

  /// `sr-Latn-RS` as it stands in a file name.
  static func fileStem(of tag: String) -> String {
    guard let parsed = LanguageSubtags(tag) else { return "xx" }
    return parsed.description.split(separator: "-").joined(separator: "_")
  }

  /// The `hyph_*.dic` of a folder by their names, sorted, and groff's German; none where there is no such folder.
  ///
  /// For one language, others are passed over before their names are read: every
  /// worker looks for its dictionaries, and a full folder has a hundred.
  private static func files(in directory: String, language: String? = nil) -> [(tag: LanguageSubtags, path: String)] {
    // The name is read in place: an entry is only as long as its name, the struct longer.
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name), let folder = opendir(directory) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let bytes = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
      if language ?? "de" == "de", strcmp(bytes, groffGerman) == 0 { names.append(groffGerman) }
      guard strncmp(bytes, "hyph_", 5) == 0 else { continue }
      // Norwegian's two languages serve each other, so that only the first letter tells.
      if let first = language?.utf8.first, UInt8(bitPattern: bytes[5]) | 0x20 != first { continue }
      let name = String(cString: bytes)
      if name.hasSuffix(".dic") { names.append(name) }
    }
    return names.sorted().compactMap { name in
      LanguageSubtags(name == groffGerman ? "de" : name.dropFirst(5).dropLast(4)).map { ($0, "\(directory)/\(name)") }
    }
  }
}

/// The dictionaries installed here, sorted by language.
package func hyphenationDictionaries() -> [(language: String, path: String)] { HyphenationDictionaries().all() }
