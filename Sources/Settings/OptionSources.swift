package import BookModel
internal import Design
internal import Files
internal import Libc
internal import Manuscript
internal import Units

/// What the user asked for, whichever way: the command line, then front matter, then
/// `octavo.yaml`, all over a theme (DESIGN.md §4). A stronger layer is filled in first; a weaker
/// one takes what is free.
package struct OptionSources: Sendable {
  /// A value and where it comes from.
  package struct Given: Sendable, Equatable {
    package var values: [String]
    package var origin = OptionOrigin.commandLine
    /// `file:line:column`, where a file has it.
    package var place: String?
  }

  private var given: [String: Given] = [:]
  /// What is known of the book besides its text.
  package private(set) var facts = BookFacts()
  /// Manuscripts in order, as the file names them.
  package private(set) var files: [String] = []
  /// What is said of lines of a plain text, with its places.
  package private(set) var hints: [ConfigurationEntry.Item] = []
  /// The file that they stand in.
  package private(set) var hintsFile = ""
  /// Front matter for other programs: keys that octavo has not, nor any like them.
  package private(set) var foreign: [ConfigurationEntry] = []
  /// Files that a manuscript names and that lie outside its folder.
  package private(set) var outside: [OutsideFile] = []
  /// What to write instead of the first of these for which octavo has something.
  package private(set) var helpForForeign: String?

  /// - Parameter values: what the command line gave, by the names of the long options; of an
  ///   option that is on or off, `true` or `false`.
  package init(commandLine values: [String: [String]] = [:]) { given = values.mapValues { Given(values: $0) } }

  package subscript(key: String) -> Given? { given[key] }
  package func text(_ key: String) -> String? { given[key]?.values.last }
  /// A number that the parser of the command line has judged.
  package func number(_ key: String) -> Int? { text(key).flatMap { Int($0) } }
  package func isOn(_ key: String) -> Bool { text(key) == "true" }

  /// A value with the words for what is wrong with it.
  package func said(_ key: String) -> OptionValue? {
    given[key].map { OptionValue(key: key, values: $0.values, place: $0.place, layers: self) }
  }

  /// One of the values that a row lists, or the first of them where nothing is said.
  package func oneOf(_ key: String) throws(SettingsProblem) -> String {
    guard let row = OptionRow.keyed[key], case .oneOf(let choices) = row.values else {
      preconditionFailure("\(key) is no option with a list of values")
    }
    guard let said = said(key) else { return choices[0] }
    return try said.choice(said.text)
  }

  // MARK: Other options for the same book

  /// The same, but for what `octavo.yaml` says of the page, which is as these entries have it.
  package func with(pageOptions entries: [ConfigurationEntry], file: String) throws(SettingsProblem) -> OptionSources {
    var layers = self
    layers.given = given.filter { $0.value.origin != .file || OptionRow.keyed[$0.key]?.group != .page }
    try layers.fill(from: entries, of: .file, file: file)
    return layers
  }

  /// The same in another look. What else is said of the page stays.
  package func with(theme name: String) -> OptionSources {
    var layers = self
    for key in ["large-print", "copy"] { layers.given[key] = nil }
    layers.given["theme"] = Given(values: [name])
    return layers
  }

  // MARK: Filling

  /// Takes from a weaker layer what is not given yet.
  package mutating func fill(
    from entries: [ConfigurationEntry], of origin: OptionOrigin, file: String
  ) throws(SettingsProblem) {
    let stronger = given
    for entry in entries { try take(entry, of: origin, file: file) }
    // of two that say the same thing, the stronger layer's stands
    func restore(_ key: String, if stands: Bool) { if stands { given[key] = stronger[key] } }
    restore("layout", if: stronger["spine"] != nil)
    restore("spine", if: stronger["layout"] != nil)
    restore("large-print", if: stronger["theme"] != nil)
    restore("copy", if: stronger["theme"] != nil && text("copy") == "manuscript")
    restore("endnotes", if: stronger["notes"] != nil)
    restore("notes", if: stronger["endnotes"] != nil)
    restore("theme", if: stronger["large-print"]?.values == ["true"] || stronger["copy"]?.values == ["manuscript"])
  }

  private mutating func take(
    _ entry: ConfigurationEntry, of origin: OptionOrigin, file: String
  ) throws(SettingsProblem) {
    let meant = origin == .frontMatter ? ThirdPartyKeys.meanings[entry.key] : nil
    let key = BookFacts.aliases[entry.key] ?? meant ?? entry.key
    let keyPlace = entry.place.inFile(file)
    // of a cover a manuscript itself says nothing: other programs have such keys, too
    let row = OptionRow.keyed[key].flatMap { $0.group.isOfBook || origin == .file && $0.standsInFiles ? $0 : nil }
    if row?.form == .words, case .other = entry.value {
      throw SettingsProblem(
        place: entry.valuePlace.inFile(file), "\(entry.key) is no text: in YAML, braces mean something else",
        help: "put it in quotes, as in \(entry.key): \"{title}\"")
    }
    if origin == .frontMatter, ThirdPartyKeys.isReadWithText(entry) { return }
    if origin == .frontMatter, ThirdPartyKeys.has(entry, key) { return foreign.append(entry) }
    if key == "hints", origin == .file { return try takeHints(entry, file: file) }
    guard row != nil || key == "files" || BookFacts.keys.contains(key) else {
      let nearest = nearestName(to: entry.key, in: OptionSources.keys)
      // many programs read it, each its own keys: `site:` is no misspelt `size:`
      if origin == .frontMatter {
        if helpForForeign == nil {
          helpForForeign = OtherNames.help(forKey: entry.key) ?? nearest.map { "did you mean \"\($0)\"? " }
        }
        return foreign.append(entry)
      }
      let near =
        OtherNames.help(forKey: entry.key)
        ?? nearest.map { "did you mean \"\($0)\"? " } ?? ""
      throw SettingsProblem(
        place: keyPlace, "there is no option \"\(entry.key)\"",
        help: near + "keys are the long options of \"octavo help build\" without their dashes")
    }
    try entry.refuseNothing(file)
    if origin == .frontMatter, key == "files" || row?.isEarly == true {
      throw SettingsProblem(
        place: keyPlace, "\(entry.key) comes too late in the manuscript itself",
        help: "put it into octavo.yaml beside the manuscript, or on the command line")
    }
    var values = try OptionSources.values(of: entry, row, file: file)
    if let row {
      if row.key == "bibliography" || row.key == "csl" {
        // what a manuscript has another program read lies in its own folder, or is named by who runs octavo
        outside += values.filter(\.leadsOut).map {
          OutsideFile(path: $0, key: entry.key, place: entry.valuePlace.inFile(file))
        }
        values.removeAll(where: \.leadsOut)
        guard !values.isEmpty else { return }
      }
      values = row.paths(values, in: file)
      if key == "author", given[key] == nil, facts[key] == nil { facts[key] = values }
      let place = entry.valuePlace.inFile(file)
      if row.form == .list, let stronger = given[key] {
        given[key] = Given(values: stronger.values + values, origin: stronger.origin, place: stronger.place)
      } else if given[key] == nil {
        given[key] = Given(values: values, origin: origin, place: place)
      }
    } else if key == "files" {
      if files.isEmpty { files = values.map { $0.beside(file) } }
    } else if facts[key] == nil {
      facts[key] = values
    }
  }

  /// Hints for single lines, which stand in one file.
  package mutating func takeHints(_ entry: ConfigurationEntry, file: String) throws(SettingsProblem) {
    let place = entry.valuePlace.inFile(file)
    let help = "one a line, such as \"- chapter 12\", \"- verse 20-31\" or \"- dropped 4\""
    switch entry.value {
    case .list(let items): hints = items
    case .nothing: return
    default: throw SettingsProblem(place: place, "hints are a list", help: help)
    }
    hintsFile = file
  }

  /// What an entry says, as its row takes it; without a row it takes words, or a list of them.
  static func values(
    of entry: ConfigurationEntry, _ row: OptionRow?, file: String
  ) throws(SettingsProblem) -> [String] {
    func wrong(_ message: String, _ help: String) -> SettingsProblem {
      SettingsProblem(
        place: entry.valuePlace.inFile(file), message, help: help)
    }
    switch (entry.value, row?.form) {
    case (.text(let text), .choice):
      guard let isOn = text.isYes else {
        throw wrong("\"\(text.lowercased())\" is no value for \(entry.key)", "it takes true, false")
      }
      return [String(isOn)]
    case (.text(let text), _): return [text]
    case (.list(let items), let form)
    where form == nil || form == .list || row?.group == .manuscript && form != .choice:
      return items.map(\.text)
    case (_, nil), (_, .list):
      throw wrong("\(entry.key) takes words, or a list of them", "write \(entry.key): [ONE, ANOTHER]")
    default: throw wrong("\(entry.key) takes one value", "write \(entry.key): VALUE")
    }
  }

  private static let keys =
    OptionRow.all.filter(\.standsInFiles).map(\.key) + BookFacts.keys + BookFacts.aliases.keys.sorted() + [
      "files", "hints",
    ]

  // MARK: What they come to

  /// The values of all rows, each judged by itself: whether text fits the page they make is not asked.
  package func resolved() throws(SettingsProblem) -> ResolvedOptions {
    var resolved = try resolvedByTheme()
    try read(.page, into: &resolved)
    try read(.manuscript, into: &resolved)
    // what a file says of the cover is judged for whatever is made of the book
    for key in OptionRow.ofCoverInFiles {
      if let said = said(key), said.place != nil { _ = try said.choice(said.text) }
    }
    // a theme for single sheets gives way to pages that face each other
    if resolved.design.isSpread { resolved.design.sides = .facing }
    if isOn("endnotes"), let notes = said("notes"), notes.text != "end" {
      throw notes.wrong(
        "notes cannot stand at the end of the book and at another place", "leave out --endnotes, or \(notes.name)")
    }
    if resolved.design.hasEndnotes, resolved.design.noteNumbers == .page {
      throw SettingsProblem(
        place: given["note-numbers"]?.place, "notes at the end of the book cannot be numbered by the page",
        help: "leave out --endnotes, or number them by chapter or book")
    }
    return resolved
  }

  /// How the manuscript is read; options of the page are passed over.
  package func resolvedForReading() throws(SettingsProblem) -> ResolvedOptions {
    var resolved = ResolvedOptions()
    try read(.manuscript, into: &resolved)
    resolved.reading.weighsForms = isOn("doubts")
    for item in hints {
      do throws(ReadingHint.Problem) { resolved.reading.hints.append(try ReadingHint(parsing: item.text)) } catch {
        throw problem(item, error.words.message, help: error.words.help)
      }
    }
    return resolved
  }

  /// What is wrong with a hint, at its place.
  package func problem(_ item: ConfigurationEntry.Item, _ message: String, help: String) -> SettingsProblem {
    SettingsProblem(place: item.place.inFile(hintsFile), message, help: help)
  }

  private func read(_ group: OptionRow.Group, into resolved: inout ResolvedOptions) throws(SettingsProblem) {
    for row in OptionRow.all where row.group == group {
      if let read = row.read, let said = said(row.key) { try read(&resolved, said) }
    }
  }

  /// The theme, or what is another name for one, with the changes that any theme takes.
  private func resolvedByTheme() throws(SettingsProblem) -> ResolvedOptions {
    var resolved = try theme().resolved
    if isOn("draft") { resolved.design.makeDraft() }
    if text("copy") == "proof" { resolved.design.makeProof() }
    return resolved
  }

  /// The theme that was asked for, by whichever name.
  package func theme() throws(SettingsProblem) -> ThemeFile {
    if let copy = said("copy"), !["proof", "manuscript"].contains(copy.text) {
      throw copy.unknown(["proof", "manuscript"])
    }
    var looks: [(said: OptionValue, name: String)] = []
    if let theme = said("theme") { looks.append((theme, theme.text)) }
    if let large = said("large-print"), large.isOn { looks.append((large, "large-print")) }
    if let copy = said("copy"), copy.text == "manuscript" { looks.append((copy, "manuscript")) }
    func described(_ look: (said: OptionValue, name: String)) -> String {
      look.said.key == look.name ? look.said.name : "\(look.said.name) \(look.name)"
    }
    if let first = looks.first, let other = looks.first(where: { $0.name != first.name }) {
      throw other.said.wrong(
        "\(described(first)) and \(described(other)) contradict each other",
        "each is a whole look; leave one of them out")
    }
    return try ThemeFile.found(looks.first?.name ?? "octavo", place: given["theme"]?.place)
  }

  /// Whether somebody has given the book a title.
  package var namesTitle: Bool { said("title") != nil || facts["title"] != nil }

  /// Puts what the layers know of the book over what its reader found.
  package func apply(to metadata: inout Metadata) {
    var facts = facts
    if let title = said("title")?.text { facts["title"] = [title] }
    if facts["author"] == nil, let author = said("author")?.text { facts["author"] = [author] }
    facts.apply(to: &metadata)
  }
}

extension OptionRow {
  /// The values as a file gives them: of those that are paths, each counts from the file's folder.
  package func paths(_ values: [String], in file: String) -> [String] {
    values.map { namesFile($0, of: values) ? $0.beside(file) : $0 }
  }

  /// Whether one of several values names a file or a folder.
  package func namesFile(_ value: String, of values: [String]) -> Bool {
    switch key {
    case "scene-break": values.allSatisfy(\.isPictureFile)
    case "csl": value.hasSuffix(".csl") && !value.contains("://")
    case "theme": ThemeFile.isPath(value)
    default: takesPath
    }
  }

  /// The values as data gives them, for the layer of the command line; what they mean is judged there.
  /// - Parameter place: where they stand.
  package func words(of values: [String], place: String) throws(SettingsProblem) -> [String] {
    func wrong(_ help: String) -> SettingsProblem {
      let text = values.joined(separator: ", ")
      return SettingsProblem(place: place, "\"\(text)\" is no value for \(key)", help: help)
    }
    guard form == .list || group == .manuscript && form != .choice || values.count == 1 else {
      throw wrong("it takes one value")
    }
    switch form {
    case .choice, .mark:
      guard let isOn = values.first?.isYes else { throw wrong("it takes true, false") }
      return [String(isOn)]
    case .number:
      guard values.allSatisfy({ Int($0) != nil }) else { throw wrong("it takes a whole number") }
      return values
    case .text, .words, .list: return values
    }
  }
}

/// A folder that is not there would leave its fonts out without a word.
package func checkFontFolders(_ folders: [String]) throws(SettingsProblem) {
  for folder in folders {
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, ReadBounds.have(folder) else {
      throw SettingsProblem(
        Diagnostic(
          .error, code: "could-not-render", "--font-path: there is no folder \"\(folder)\"",
          help: "check the path and its spelling"))
    }
  }
}
