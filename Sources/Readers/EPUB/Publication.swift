internal import BookModel
internal import Units
internal import XML

/// What the package says: what the book is called, its parts in order, where they begin.
struct Publication {
  /// What the package lists, by its identifier.
  struct ManifestItem {
    var name: String
    var mediaType: String
    var properties: Set<Substring>
    /// The item that stands for it where it cannot be shown.
    var fallback: String?
  }

  struct SpineEntry {
    var name: String
    var isLinear: Bool
    /// A page drawn as a whole, whose text is not set.
    var isFixed: Bool
  }

  /// A line of the book's own contents.
  struct NavigationPoint {
    var label: String
    var name: String
    var fragment: String
    /// From 1.
    var depth: Int
    /// A line that leads nowhere itself, and stands for the first below it.
    var isGroup = false
  }

  private(set) var container: Container
  private(set) var version = "2.0"
  private(set) var metadata = Metadata()
  /// What its pages say better than the package.
  mutating func correct(by pages: [Page]) {
    metadata.title = pages.fullerTitle(than: metadata) ?? metadata.title
    metadata.language = pages.languageOfScript(beside: metadata.language) ?? metadata.language
  }
  private(set) var spine: [SpineEntry] = []
  private(set) var places: [NavigationPoint] = []
  /// Entries and fragments by what landmarks or the guide call them.
  private(set) var landmarks: [(type: String, name: String, fragment: String)] = []
  private(set) var navigation: String?
  private(set) var coverImage: String?
  private(set) var isFixed = false
  /// All that the package calls the book by, the one that it says is unique first.
  private(set) var identifiers: [String] = []
  var diagnostics: [Diagnostic] = []
  /// What pages of HTML say, which many say of every page.
  private(set) var declaredLanguage: String?

  private var items: [String: ManifestItem] = [:]
  /// What stands for entries of kinds that nothing here draws.
  private var fallbacks: [String: String] = [:]
  /// Names of items in the order of the manifest.
  private var listed: [String] = []

  init(_ container: Container) {
    self.container = container
    diagnostics = container.diagnostics
    if let name = container.package, let bytes = container.contents(name) {
      readPackage(parseXML(Container.utf8(bytes).bytes), name)
    }
    if spine.isEmpty { gather() }
    readNavigation()
  }

  /// Pages of HTML, which say of the book what their heads do.
  init(pages container: Container) {
    self.container = container
    spine = container.names.map { SpineEntry(name: $0, isLinear: true, isFixed: false) }
    let heads = PageHeads(container)
    (metadata, declaredLanguage, places) = (heads.metadata, heads.language, heads.places)
    guard let first = heads.named.first else { return }
    warn(
      "heading-missing",
      heads.named.count == 1
        ? "a page has no heading and is called by the name of its file, \"\(first)\""
        : "\(heads.named.count) pages have no heading and are called by the names of their files, first \"\(first)\"",
      "give each a heading, such as <h1>Title</h1>")
  }

  /// Pages of HTML, no EPUB.
  var isHTML: Bool { container.folder != nil }

  private mutating func warn(_ code: String, _ message: String, _ help: String? = nil) {
    diagnostics.append(Diagnostic(.warning, code: code, message, help: help))
  }

  static func isDocument(_ mediaType: String, _ name: String) -> Bool {
    if ["application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"].contains(mediaType) {
      return true
    }
    let lower = name.lowercased()
    return [".xhtml", ".html", ".htm"].contains { lower.hasSuffix($0) } && !mediaType.hasPrefix("image/")
  }

  /// Whatever a document's type is said to be: it begins as one does.
  private func beginsAsDocument(_ name: String) -> Bool {
    guard let bytes = container.contents(name) else { return false }
    let start = String(decoding: Container.utf8(Array(bytes.prefix(1024))).bytes, as: UTF8.self).lowercased()
    return start.contains("<html") || start.contains("<!doctype html") || start.contains("<body")
  }

  /// Without a spine: all documents of the package; without these, of the archive by their names.
  private mutating func gather() {
    var seen: Set<String> = []
    let known = listed.filter {
      $0 != navigation && Publication.isDocument("", $0) && container.contents($0) != nil && seen.insert($0).inserted
    }
    if !known.isEmpty {
      warn(
        "epub-spine", "the spine names no document that is there: all that the package lists are set in its order",
        "compare what is set with the book's contents")
      spine = known.map { SpineEntry(name: $0, isLinear: true, isFixed: isFixed) }
      return
    }
    let documents = container.names.filter { name in
      Publication.isDocument("", name) && !name.hasPrefix("META-INF/")
    }
    guard !documents.isEmpty else { return }
    warn(
      "epub-package", "no package names the parts of the book: they are set in the order of their names",
      "get the file again; META-INF/container.xml or the package may be damaged")
    spine = documents.sorted().map { SpineEntry(name: $0, isLinear: true, isFixed: false) }
  }

  // MARK: Package

  private mutating func readPackage(_ tree: XMLTree, _ name: String) {
    if let fault = tree.fault {
      let place = lineAndColumn(in: tree, fault.offset)
      warn("epub-malformed", "\(name):\(place): \(fault.words)", "it is read as far as it goes")
    }
    guard let root = tree.first("package") else { return warn("epub-package", "\"\(name)\" is no package document") }
    version = tree.attribute("version", of: root) ?? version
    readMetadata(tree, root)
    for node in tree.all("item", in: tree.first("manifest", in: root) ?? root) {
      guard let id = tree.attribute("id", of: node), let address = tree.attribute("href", of: node),
        let (path, _) = container.resolve(address, from: name)
      else { continue }
      let properties = Set((tree.attribute("properties", of: node) ?? "").tokens)
      if items[id] == nil {
        items[id] = ManifestItem(
          name: path, mediaType: tree.attribute("media-type", of: node)?.lowercased() ?? "", properties: properties,
          fallback: tree.attribute("fallback", of: node))
        listed.append(path)
      }
      if properties.contains("nav") { navigation = path }
      if properties.contains("cover-image") { coverImage = path }
    }
    if let cover = tree.all("meta", in: root).first(where: { tree.attribute("name", of: $0) == "cover" }),
      let item = tree.attribute("content", of: cover).flatMap({ items[$0] }), coverImage == nil
    {
      coverImage = item.name
    }
    findFallbacks()
    readSpine(tree, root)
    for node in tree.all("reference", in: root) {
      guard let type = tree.attribute("type", of: node), let address = tree.attribute("href", of: node),
        let (path, fragment) = container.resolve(address, from: name)
      else { continue }
      landmarks.append((type.lowercased(), path, fragment))
    }
  }

  /// The entry that is shown where a document names one (EPUB 3.3, 3.5.1).
  func shown(_ name: String) -> String { fallbacks[name] ?? name }

  private mutating func findFallbacks() {
    for item in items.values where Publication.isUndrawn(item) {
      var (next, steps) = (item.fallback, 0)
      while let id = next, let other = items[id], steps < 8 {
        guard Publication.isUndrawn(other) else {
          if other.mediaType.hasPrefix("image/") { fallbacks[item.name] = other.name }
          break
        }
        (next, steps) = (other.fallback, steps + 1)
      }
    }
  }

  private static func isUndrawn(_ item: ManifestItem) -> Bool {
    item.mediaType.hasPrefix("image/")
      && !["png", "jpeg", "jpg", "gif", "svg+xml", "webp"].contains(item.mediaType.dropFirst("image/".count))
  }

  private mutating func readSpine(_ tree: XMLTree, _ root: Int) {
    guard let node = tree.first("spine", in: root) else { return }
    if tree.attribute("page-progression-direction", of: node) == "rtl" { metadata.binding = .right }
    if let id = tree.attribute("toc", of: node), let item = items[id] { ncx = item.name }
    ncx = ncx ?? items.values.first { $0.mediaType == "application/x-dtbncx+xml" }?.name
    var seen: Set<String> = []
    var repeatedBytes = 0
    for reference in tree.all("itemref", in: node) {
      guard let id = tree.attribute("idref", of: reference) else { continue }
      guard let named = items[id] else {
        warn("epub-item-missing", "the spine names \"\(id)\", which the package does not have")
        continue
      }
      let item = settable(named)
      let properties = (tree.attribute("properties", of: reference) ?? "").tokens
      guard isSettable(item) else {
        warn("epub-item-foreign", "\"\(item.name)\" is \(item.mediaType), which is not set")
        continue
      }
      guard let content = container.contents(item.name) else {
        warn(
          "epub-item-missing", "\"\(item.name)\" is not in the archive",
          "the book is set without it; get the file again")
        continue
      }
      if !seen.insert(item.name).inserted {
        // reading systems show it as often as it is named, though the standard forbids it (EPUB 3.3, 5.7.2)
        guard item.name != navigation else { continue }
        repeatedBytes += content.count
        let isSet = repeatedBytes < Publication.mostRepeated
        warn(
          "epub-spine-twice",
          "\"\(item.name)\" stands more than once in the spine, and is set \(isSet ? "as often" : "no more often")",
          "take the second itemref out of the package if the document is meant once")
        guard isSet else { continue }
      }
      spine.append(
        SpineEntry(
          name: item.name, isLinear: tree.attribute("linear", of: reference) != "no",
          isFixed: properties.contains("rendition:layout-pre-paginated")
            || isFixed && !properties.contains("rendition:layout-reflowable")))
    }
  }

  private func isSettable(_ item: ManifestItem) -> Bool {
    Publication.isDocument(item.mediaType, item.name) || item.mediaType.hasPrefix("image/")
      || beginsAsDocument(item.name)
  }

  /// An item, or what its package has in place of it for those who cannot show it.
  private func settable(_ item: ManifestItem) -> ManifestItem {
    var shown = item
    for _ in 0..<8 {
      if isSettable(shown) { return shown }
      guard let other = shown.fallback.flatMap({ items[$0] }) else { break }
      shown = other
    }
    return item
  }

  private var ncx: String?
  /// Bytes of documents that a spine names again: more is no book's.
  private static let mostRepeated = 4 << 20

  // MARK: Metadata

  private mutating func readMetadata(_ tree: XMLTree, _ root: Int) {
    let node = tree.first("metadata", in: root) ?? root
    var refinements: [String: [(property: String, value: String)]] = [:]
    for meta in tree.all("meta", in: node) {
      if let property = tree.attribute("property", of: meta) {
        let value = tree.words(of: meta)
        if let target = tree.attribute("refines", of: meta) {
          refinements[target.hasPrefix("#") ? String(target.dropFirst()) : target, default: []].append(
            (property, value))
        } else if property == "rendition:layout", value == "pre-paginated" {
          isFixed = true
        }
      } else if tree.attribute("name", of: meta) == "fixed-layout", tree.attribute("content", of: meta) == "true" {
        isFixed = true
      }
    }
    func refinement(_ property: String, of element: Int) -> String? {
      tree.attribute("id", of: element).flatMap { refinements[$0]?.first { $0.property == property }?.value }
    }
    func elements(_ name: String) -> [Int] {
      tree.all(name, in: node).filter {
        tree.nodes[$0].namespace == XMLNamespace.dublinCore || tree.nodes[$0].namespace.isEmpty
      }
    }
    for title in elements("title") {
      let words = tree.words(of: title)
      guard !words.isEmpty else { continue }
      switch refinement("title-type", of: title) {
      case "subtitle": metadata.subtitle = metadata.subtitle ?? words
      case "main", "expanded", nil:
        if metadata.title == nil || refinement("title-type", of: title) == "main" { metadata.title = words }
      default: break
      }
    }
    for (element, isCreator) in elements("creator").map({ ($0, true) }) + elements("contributor").map({ ($0, false) }) {
      let words = tree.words(of: element)
      let role =
        (refinement("role", of: element) ?? tree.attribute("role", of: element, namespace: XMLNamespace.opf)
        ?? tree.attribute("role", of: element) ?? (isCreator ? "aut" : "")).lowercased()
      guard !words.isEmpty else { continue }
      if role == "aut" || isCreator && Publication.roles[role] == nil {
        if !metadata.authors.contains(words) { metadata.authors.append(words) }
      } else if let known = Publication.roles[role] {
        metadata.contributors.append(Metadata.Contributor(role: known, name: words))
      }
    }
    metadata.language = elements("language").lazy.map { tree.words(of: $0) }.first { tag in
      tag.count >= 2 && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } && tag != "und"
    }
    metadata.rights = elements("rights").first.map { tree.words(of: $0) }
    metadata.publisher = elements("publisher").first.map { tree.words(of: $0) }
    let dates = elements("date").filter { date in
      let event = tree.attribute("event", of: date, namespace: XMLNamespace.opf) ?? tree.attribute("event", of: date)
      return !["modification", "conversion", "creation"].contains(event?.lowercased() ?? "")
    }
    // the minute in which a program made the file is no date of the book
    let made = tree.all("meta", in: node).filter { tree.attribute("property", of: $0) == "dcterms:modified" }
      .map { tree.words(of: $0).prefix(16) }
    metadata.date =
      dates.lazy.map { tree.words(of: $0) }.filter { !$0.contains("T") || !made.contains($0.prefix(16)) }
      .compactMap(Publication.edition).first
    // who made the file is no publisher of the book
    let makers = (elements("identifier") + elements("publisher")).map { tree.words(of: $0).lowercased() }
    if makers.contains(where: { $0.contains("gutenberg.org") || $0.hasPrefix("project gutenberg") }) {
      metadata.publisher = nil
      metadata.date = nil
    }
    let unique = tree.attribute("unique-identifier", of: root) ?? ""
    for identifier in elements("identifier") {
      let words = tree.words(of: identifier)
      identifiers.insert(words, at: tree.attribute("id", of: identifier) == unique ? 0 : identifiers.count)
      let scheme = tree.attribute("scheme", of: identifier, namespace: XMLNamespace.opf)?.lowercased()
      if words.lowercased().hasPrefix("urn:isbn:") {
        metadata.identifiers.append("ISBN " + words.dropFirst(9))
      } else if scheme == "isbn" {
        metadata.identifiers.append("ISBN " + words)
      }
    }
  }

  /// A date as title pages have it: of one for machines, the year; nil for the years that programs write who
  /// know none.
  static func edition(_ words: String) -> String? {
    let year = words.prefix { $0.isASCII && $0.isNumber }
    let next = words.dropFirst(4).first ?? "-"
    guard year.count == 4, next == "-" || next == "T" else {
      return words.isEmpty ? nil : words
    }
    return (Int(year) ?? 0) < 1000 ? nil : String(year)
  }

  /// Those of MARC's relators that a title page names.
  private static let roles = [
    "trl": "translator", "edt": "editor", "ill": "illustrator", "pht": "photographer", "aui": "introduction",
    "com": "compiler", "aft": "afterword", "wpr": "foreword",
  ]

  // MARK: Navigation

  private mutating func readNavigation() {
    if let name = navigation, let bytes = container.contents(name) {
      let tree = parseXML(Container.utf8(bytes).bytes)
      for nav in tree.all("nav") {
        let types = (tree.attribute("type", of: nav, namespace: XMLNamespace.epub) ?? "toc").split(separator: " ")
        if types.contains("toc") {
          if places.isEmpty { readList(tree, nav, name) }
        } else if types.contains("landmarks") {
          for link in tree.all("a", in: nav) {
            guard let type = tree.attribute("type", of: link, namespace: XMLNamespace.epub),
              let address = tree.attribute("href", of: link), let (path, part) = container.resolve(address, from: name)
            else { continue }
            landmarks.append((type.lowercased(), path, part))
          }
        }
      }
    }
    guard places.isEmpty, let name = ncx, let bytes = container.contents(name) else { return }
    let tree = parseXML(Container.utf8(bytes).bytes)
    guard let map = tree.first("navMap") else { return }
    for point in tree.all("navPoint", in: map) {
      guard let content = tree.first("content", in: point), let address = tree.attribute("src", of: content),
        let (path, part) = container.resolve(address, from: name)
      else { continue }
      let label = tree.first("navLabel", in: point).map { tree.words(of: $0) } ?? ""
      places.append(
        NavigationPoint(label: label, name: path, fragment: part, depth: depth(tree, point, "navPoint", map) + 1))
    }
  }

  private mutating func readList(_ tree: XMLTree, _ nav: Int, _ name: String) {
    for line in nav..<Int(tree.nodes[nav].end) where ["a", "span"].contains(tree.nodes[line].name) {
      let isGroup = tree.nodes[line].name == "span"
      // `<li><span>Part One</span><ol>`
      if isGroup, tree.nodes[line].parent < 0 || tree.nodes[Int(tree.nodes[line].parent)].name != "li" { continue }
      guard let link = isGroup ? tree.first("a", in: Int(tree.nodes[line].parent)) : line,
        let address = tree.attribute("href", of: link), let (path, part) = container.resolve(address, from: name)
      else { continue }
      places.append(
        NavigationPoint(
          label: tree.words(of: line), name: path, fragment: part, depth: max(1, depth(tree, line, "ol", nav)),
          isGroup: isGroup))
    }
  }

  /// Elements of a name around a node, within another.
  private func depth(_ tree: XMLTree, _ node: Int, _ name: String, _ root: Int) -> Int {
    var count = 0
    var at = Int(tree.nodes[node].parent)
    while at > root, count < 64 {
      if tree.nodes[at].name == name { count += 1 }
      at = Int(tree.nodes[at].parent)
    }
    return count
  }
}

/// Line and column of a byte, for messages about what is no part of the text.
func lineAndColumn(in tree: XMLTree, _ offset: Int) -> String {
  let (line, column) = SourceFile(name: "", text: tree.bytes).lineAndColumn(at: UInt32(clamping: offset))
  return "\(line):\(column)"
}
