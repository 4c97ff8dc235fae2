package import Design
internal import Faults
internal import Files
internal import Units

/// A theme as its file has it: options of the page, and how elements look, over another theme.
package struct ThemeFile: Sendable {
  package var name = "octavo"
  package var note = ""
  /// What its options come to.
  package var resolved = ResolvedOptions()

  package var theme: Theme { Theme(name: name, note: note, design: resolved.design) }

  // MARK: Those that octavo brings

  /// In the order in which they are listed.
  private static let embedded: [(name: String, bytes: [UInt8])] = [
    ("octavo", PackageResources.octavo_yaml), ("classic", PackageResources.classic_yaml),
    ("wonderland", PackageResources.wonderland_yaml), ("trade", PackageResources.trade_yaml),
    ("manuscript", PackageResources.manuscript_yaml), ("large-print", PackageResources.large_print_yaml),
    ("albion", PackageResources.albion_yaml), ("marlowe", PackageResources.marlowe_yaml),
    ("rosalind", PackageResources.rosalind_yaml), ("runa", PackageResources.runa_yaml),
    ("orbit", PackageResources.orbit_yaml), ("nursery", PackageResources.nursery_yaml),
    ("atelier", PackageResources.atelier_yaml), ("quad", PackageResources.quad_yaml),
    ("bodley", PackageResources.bodley_yaml), ("handbook", PackageResources.handbook_yaml),
  ]

  /// The names of the themes that need no file; the default first.
  package static let names = embedded.map(\.name)

  /// Nil where no theme is called so.
  package static func named(_ name: String) -> ThemeFile? {
    guard let found = embedded.first(where: { $0.name == name.lowercased() }) else { return nil }
    do throws(SettingsProblem) {
      return try ThemeFile(String(decoding: found.bytes, as: UTF8.self), file: "\(found.name).yaml")
    } catch {
      preconditionFailure("\(error.place ?? name): \(error.diagnostic.message)")
    }
  }

  // MARK: Reading

  /// Keys that say what a theme is.
  private static let ownKeys = ["name", "note", "based-on", "elements"]
  /// Themes based on each other, at most.
  private static let longestLine = 8

  /// Options that are a book's or a run's, not a look's.
  private static let leftOut: Set<String> = ["theme", "copy", "large-print", "draft", "for", "binding"]

  /// Options that a theme may give, in the order in which they are read.
  package static let options = OptionRow.all.filter { $0.group == .page && $0.read != nil && !leftOut.contains($0.key) }

  /// - Parameter path: of a theme file, as the user wrote it.
  package init(path: String, depth: Int = 0) throws(SettingsProblem) {
    let text = try readSettings(path, "the theme is not UTF-8")
    try self.init(text, file: path, depth: depth)
    files.append(path)
  }

  /// What it was read from: its file, and those it is based on.
  package private(set) var files: [String] = []

  /// - Parameters:
  ///   - file: as messages call it; what it names is beside it.
  ///   - depth: how many themes are based on this one.
  package init(_ text: String, file: String, depth: Int = 0) throws(SettingsProblem) {
    let entries: [ConfigurationEntry]
    do throws(ConfigurationError) { entries = try readConfiguration(text, levels: 2) } catch {
      throw SettingsProblem(error, file: file)
    }
    let keyed = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
    for entry in entries { try ThemeFile.checkKey(entry, file) }
    if let entry = keyed["based-on"] {
      let base = try ThemeFile.text(of: entry, file)
      guard depth < ThemeFile.longestLine else {
        throw SettingsProblem(
          place: file, "themes are based on each other without an end", help: "leave out \"based-on\" in one of them")
      }
      self = try ThemeFile.found(base, place: entry.valuePlace.inFile(file), beside: file, depth: depth + 1)
    }
    let stem = file.split(separator: "/").last.map { $0.split(separator: ".").first.map(String.init) ?? file } ?? file
    name = try keyed["name"].map { entry throws(SettingsProblem) in try ThemeFile.text(of: entry, file) } ?? stem
    note = try keyed["note"].map { entry throws(SettingsProblem) in try ThemeFile.text(of: entry, file) } ?? ""
    resolved.design.theme = name
    for row in ThemeFile.options {
      guard let entry = keyed[row.key], let read = row.read else { continue }
      try read(&resolved, try ThemeFile.said(of: entry, row, file))
    }
    guard let elements = keyed["elements"] else { return }
    guard case .entries(let looks) = elements.value else {
      throw SettingsProblem(
        place: elements.valuePlace.inFile(file), "elements have keys of their own",
        help: "such as \"chapter-title: {size: 1.5, italic: true}\", one element a line, set in by two spaces")
    }
    for look in looks { try read(look, file) }
  }

  /// A theme by its name, or the file that a path names.
  /// - Parameters:
  ///   - place: where it is asked for.
  ///   - file: that asks for it; paths count from its folder.
  package static func found(
    _ name: String, place: String?, beside file: String = "", depth: Int = 0
  ) throws(SettingsProblem) -> ThemeFile {
    if isPath(name) { return try ThemeFile(path: name.beside(file), depth: depth) }
    if let known = named(name) { return known }
    let near = nearestName(to: name, in: names).map { "did you mean \"\($0)\"? " } ?? ""
    throw SettingsProblem(
      place: place, "no theme is called \"\(name)\"",
      help: near + "\"octavo themes\" lists them")
  }

  /// Whether what is asked for is a file, not a name.
  package static func isPath(_ name: String) -> Bool { name.contains("/") || ConfigurationFile.isNamed(name) }

  // MARK: Keys

  private static func checkKey(_ entry: ConfigurationEntry, _ file: String) throws(SettingsProblem) {
    let known = ownKeys + options.map(\.key)
    if known.contains(entry.key) { return }
    if case .entries = entry.value, Element(rawValue: entry.key) != nil {
      throw SettingsProblem(
        place: entry.place.inFile(file), "\(entry.key) stands on the level of the options",
        help: "put it below \"elements:\", set in by two spaces")
    }
    if OptionRow.keyed[entry.key] != nil {
      throw SettingsProblem(
        place: entry.place.inFile(file), "a theme cannot say \(entry.key)",
        help: "it is no part of a look; put it into octavo.yaml beside the manuscript, or on the command line")
    }
    let near = nearestName(to: entry.key, in: known).map { "did you mean \"\($0)\"? " } ?? ""
    throw SettingsProblem(
      place: entry.place.inFile(file), "themes have no key \"\(entry.key)\"",
      help: near + "\"octavo themes --show octavo\" prints a theme with every key")
  }

  private static func text(of entry: ConfigurationEntry, _ file: String) throws(SettingsProblem) -> String {
    guard case .text(let text) = entry.value else {
      throw SettingsProblem(
        place: entry.valuePlace.inFile(file), "\(entry.key) takes one value", help: "write \(entry.key): VALUE")
    }
    return text
  }

  private static func said(
    of entry: ConfigurationEntry, _ row: OptionRow, _ file: String
  ) throws(SettingsProblem) -> OptionValue {
    try entry.refuseNothing(file)
    var values = try OptionSources.values(of: entry, row, file: file)
    if row.takesPath || values.allSatisfy(\.isPictureFile) { values = values.map { $0.beside(file) } }
    if row.form == .number, let value = values.first, Int(value) == nil {
      throw SettingsProblem(
        place: entry.valuePlace.inFile(file), "\"\(value)\" is no number for \(entry.key)", help: "give a whole number")
    }
    return OptionValue(key: row.key, values: values, place: entry.valuePlace.inFile(file))
  }

  private mutating func read(_ entry: ConfigurationEntry, _ file: String) throws(SettingsProblem) {
    guard let element = Element(rawValue: entry.key) else {
      let names = Element.allCases.map(\.rawValue)
      let near = nearestName(to: entry.key, in: names).map { "did you mean \"\($0)\"? " } ?? ""
      throw SettingsProblem(
        place: entry.place.inFile(file), "there is no element \"\(entry.key)\"",
        help: near + "there are \(names.joined(separator: ", "))")
    }
    guard case .entries(let keys) = entry.value else {
      throw SettingsProblem(
        place: entry.valuePlace.inFile(file), "\(entry.key) has keys of its own",
        help:
          "such as \"\(entry.key): {\(ThemeRow.of(element)[0].key): \(ThemeRow.of(element)[0].show(resolved.design))}\""
      )
    }
    for key in keys {
      guard let row = ThemeRow.keyed["\(element.rawValue).\(key.key)"] else {
        let names = ThemeRow.of(element).map(\.key)
        let near = nearestName(to: key.key, in: names).map { "did you mean \"\($0)\"? " } ?? ""
        throw SettingsProblem(
          place: key.place.inFile(file), "\(element.rawValue) has no \"\(key.key)\"",
          help: near + "it has \(names.joined(separator: ", "))")
      }
      let values: [String]
      switch key.value {
      case .text(let text): values = [text]
      case .list(let items) where key.key == "features": values = items.map(\.text)
      default:
        throw SettingsProblem(
          place: key.valuePlace.inFile(file), "\(key.key) of \(element.rawValue) takes one value",
          help: "write \(key.key): \(row.show(PageDesign()))")
      }
      let said = OptionValue(
        key: "\(key.key) of \(element.rawValue)", values: values, place: key.valuePlace.inFile(file))
      try row.read(&resolved.design, said)
    }
  }
}
