import BookModel
import Configuration
import Octavo
import PageDesign
import Units

/// What the user asked for, whichever way: flags, then front matter, then `octavo.yaml`
/// (DESIGN.md §4). A stronger layer is filled in first; a weaker one takes what is free.
struct Settings {
  var design: DesignOptions
  var manuscript: ManuscriptOptions
  /// Where configuration files gave an option, by its name: `file:line:column`.
  var places: [String: String] = [:]
  /// What is known of the book besides its text.
  var facts = BookFacts()
  /// Manuscripts in order, as the file names them.
  var files: [String] = []
  /// Front matter for other programs: keys that octavo has not, nor any like them.
  var foreign: [ConfigurationEntry] = []

  /// Where a layer stands: places are told as `name:line:column`, paths count from its folder.
  enum Origin {
    case frontMatter(String)
    case file(String)
    var name: String {
      switch self {
      case .frontMatter(let name), .file(let name): name
      }
    }
    func joined(_ path: String) -> String {
      guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
      return name[...slash] + path
    }
  }

  // MARK: Names

  /// The long options, which are keys too, and where each is kept.
  static let designTexts: [(name: String, path: WritableKeyPath<DesignOptions, String?> & Sendable)] = [
    ("theme", \.theme), ("trim", \.trim), ("layout", \.layout), ("spine", \.spine), ("binding", \.binding),
    ("inside", \.inside), ("outside", \.outside), ("top", \.top), ("bottom", \.bottom), ("bleed", \.bleed),
    ("target", \.target), ("font", \.font),
    ("size", \.size), ("leading", \.leading), ("hyphenation-exceptions", \.hyphenationExceptions),
    ("expansion", \.expansion), ("indent", \.indent), ("drop-capitals", \.dropCapitals),
    ("scene-break", \.sceneBreak), ("header", \.header), ("footer", \.footer), ("header-left", \.headerLeft),
    ("header-right", \.headerRight), ("footer-left", \.footerLeft), ("footer-right", \.footerRight),
    ("chapters", \.chapters), ("links", \.links), ("note-numbers", \.noteNumbers), ("toc-depth", \.tocDepth),
    ("outline-depth", \.outlineDepth), ("copy", \.copy), ("watermark", \.watermark), ("line-numbers", \.lineNumbers),
  ]
  static let designFlags: [(name: String, path: WritableKeyPath<DesignOptions, Bool?> & Sendable)] = [
    ("justify", \.justify), ("hyphenate", \.hyphenate), ("margin-kerning", \.marginKerning),
    ("opening-small-capitals", \.openingSmallCapitals), ("opener-heads", \.openerHeads), ("toc", \.toc),
    ("title-page", \.titlePage), ("half-title", \.halfTitle), ("copyright-page", \.copyrightPage),
    ("list-of-figures", \.listOfFigures), ("colophon", \.colophon), ("large-print", \.largePrint),
    ("draft", \.draft), ("endnotes", \.endnotes),
  ]
  static let designLists: [(name: String, path: WritableKeyPath<DesignOptions, [String]> & Sendable)] = [
    ("font-path", \.fontPath)
  ]
  static let manuscriptTexts: [(name: String, path: WritableKeyPath<ManuscriptOptions, String?> & Sendable)] = [
    ("from", \.from), ("encoding", \.encoding), ("lang", \.lang), ("title", \.title), ("author", \.author),
    ("lines", \.lines), ("chapters-by", \.chaptersBy), ("keep", \.keep), ("ignore", \.ignore),
  ]
  static let manuscriptFlags: [(name: String, path: WritableKeyPath<ManuscriptOptions, Bool?> & Sendable)] = [
    ("smart", \.smart)
  ]
  static var keys: [String] {
    designTexts.map(\.name) + designFlags.map(\.name) + designLists.map(\.name) + manuscriptTexts.map(\.name)
      + manuscriptFlags.map(\.name) + BookFacts.keys + BookFacts.aliases.keys.sorted() + ["files"]
  }

  // MARK: Filling

  /// Takes from a weaker layer what is not given yet.
  mutating func fill(from entries: [ConfigurationEntry], of origin: Origin) throws {
    let stronger = design
    for entry in entries { try take(entry, of: origin) }
    // of two that say the same thing, the stronger layer's stands
    if stronger.spine != nil { design.layout = stronger.layout }
    if stronger.layout != nil { design.spine = stronger.spine }
    if stronger.theme != nil {
      design.largePrint = stronger.largePrint
      if design.copy == "manuscript" { design.copy = stronger.copy }
    }
    if stronger.largePrint == true || stronger.copy == "manuscript" { design.theme = stronger.theme }
  }

  private mutating func take(_ entry: ConfigurationEntry, of origin: Origin) throws {
    let key = BookFacts.aliases[entry.key] ?? entry.key
    let place = "\(origin.name):\(entry.valuePlace.line):\(entry.valuePlace.column)"
    let keyPlace = "\(origin.name):\(entry.place.line):\(entry.place.column)"
    func wrong(_ message: String, _ help: String, at place: String) -> CommandFailure {
      CommandFailure(.usage, place: place, message, help: help)
    }
    func text() throws -> String {
      guard case .text(let text) = entry.value else {
        throw wrong("\(entry.key) takes one value", "write \(entry.key): VALUE", at: place)
      }
      return text
    }
    func texts() throws -> [String] {
      switch entry.value {
      case .text(let text): return [text]
      case .list(let items): return items.map(\.text)
      default:
        throw wrong("\(entry.key) takes words, or a list of them", "write \(entry.key): [ONE, ANOTHER]", at: place)
      }
    }
    func flag() throws -> Bool {
      switch try text().lowercased() {
      case "true", "yes", "on": return true
      case "false", "no", "off": return false
      case let other: throw wrong("\"\(other)\" is no value for \(entry.key)", "it takes true, false", at: place)
      }
    }
    if case .frontMatter = origin, Settings.isForeign(entry, key) { return foreign.append(entry) }
    guard Settings.keys.contains(key) else {
      let nearest = nearestName(to: entry.key, in: Settings.keys)
      if nearest == nil, case .frontMatter = origin { return foreign.append(entry) }
      let near = nearest.map { "did you mean \"\($0)\"? " } ?? ""
      throw wrong(
        "there is no option \"\(entry.key)\"",
        near + "keys are the long options of \"octavo help build\" without their dashes",
        at: keyPlace)
    }
    if case .nothing = entry.value {
      throw wrong(
        "\(entry.key) has no value", "leave the line out; or write \(entry.key): \"\" for an empty one", at: keyPlace)
    }
    if case .frontMatter = origin,
      ["from", "encoding", "files", "lines", "chapters-by", "keep", "ignore"].contains(key)
    {
      throw wrong(
        "\(entry.key) comes too late in the manuscript itself",
        "put it into octavo.yaml beside the manuscript, or on the command line",
        at: keyPlace)
    }
    if let (_, path) = Settings.designTexts.first(where: { $0.name == key }) {
      var value = try text()
      if key == "hyphenation-exceptions" { value = origin.joined(value) }
      if design[keyPath: path] == nil { (design[keyPath: path], places[key]) = (value, place) }
    } else if let (_, path) = Settings.designFlags.first(where: { $0.name == key }) {
      let value = try flag()
      if design[keyPath: path] == nil { (design[keyPath: path], places[key]) = (value, place) }
    } else if let (_, path) = Settings.designLists.first(where: { $0.name == key }) {
      if design[keyPath: path].isEmpty { places[key] = place }
      design[keyPath: path] += try texts().map(origin.joined)
    } else if let (_, path) = Settings.manuscriptTexts.first(where: { $0.name == key }) {
      let value = try texts().joined(separator: ", ")
      if key == "author", manuscript.author == nil, facts[key] == nil { facts[key] = try texts() }
      if manuscript[keyPath: path] == nil { (manuscript[keyPath: path], places[key]) = (value, place) }
    } else if let (_, path) = Settings.manuscriptFlags.first(where: { $0.name == key }) {
      let value = try flag()
      if manuscript[keyPath: path] == nil { (manuscript[keyPath: path], places[key]) = (value, place) }
    } else if key == "files" {
      if files.isEmpty { files = try texts().map(origin.joined) }
    } else if facts[key] == nil {
      facts[key] = try texts()
    }
  }

  /// What other programs write into front matter, though a key of octavo's is called the same or nearly so.
  private static func isForeign(_ entry: ConfigurationEntry, _ key: String) -> Bool {
    if otherPrograms.contains(key) { return true }
    switch (key, entry.value) {
    case ("layout", .text(let value)): return !["single", "spread"].contains(value)
    case ("draft", .nothing), ("date", .nothing): return true
    case (_, .other): return true
    default: return false
    }
  }

  /// Keys of Jekyll, Hugo, Pandoc, Obsidian and the like that resemble octavo's.
  private static let otherPrograms: Set<String> = [
    "tags", "tag", "categories", "category", "slug", "weight", "aliases", "permalink", "published", "description",
    "keywords", "keyword", "excerpt", "cover", "image", "images", "summary", "type", "id", "sidebar", "nav_order",
    "parent", "url", "comments", "share", "lastmod", "updated", "series", "version", "status", "abstract",
    "bibliography", "csl", "documentclass", "geometry", "fontsize", "mainfont", "numbersections", "header-includes",
    "output", "classoption", "papersize", "linkcolor", "lof", "lot", "subject", "created", "modified", "edition",
    "sidebar_label", "sidebar_position", "hide_title", "linktitle", "toc-title", "pagetitle", "institute",
  ]

  // MARK: The book

  /// Puts what the layers know of the book over what its reader found.
  func apply(to metadata: inout Metadata) {
    var facts = facts
    if let title = manuscript.title { facts["title"] = [title] }
    if facts["author"] == nil, let author = manuscript.author { facts["author"] = [author] }
    facts.apply(to: &metadata)
  }
}

extension ConfigurationError {
  func commandFailure(file: String) -> CommandFailure {
    let place = place.map { "\(file):\($0.line):\($0.column)" } ?? file
    return CommandFailure(.usage, place: place, words.message, help: words.help)
  }
}
