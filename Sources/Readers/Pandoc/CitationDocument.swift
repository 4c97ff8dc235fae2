package import BookModel
internal import JSONReading

/// What pandoc's citeproc is asked: a document of nothing but citations, a paragraph for each in the text and one for all
/// of a note, in reading order. Nothing of the manuscript's own front matter is in it, for pandoc would open what that names.
package struct CitationDocument {
  package var citations: [Citation]
  package var places: [CitedPlace]
  package var language: String
  /// Keys of works that are listed though nothing cites them.
  package var uncited: [String] = []
  package var areLinks = true
  /// Works as pandoc's tree has them among its metadata.
  package var references: String?

  package init(_ book: Book, language: String) {
    (citations, places, self.language) = (book.citations, book.citedPlaces, language)
  }

  /// - Parameter version: of pandoc's tree, as pandoc writes it: `[1,22,2]`.
  package func json(version: String) -> String {
    var meta = [
      "\"lang\":" + text("MetaString", language), "\"link-citations\":{\"t\":\"MetaBool\",\"c\":\(areLinks)}",
    ]
    if !uncited.isEmpty {
      let cite = self.cite(Citation(uncited.map { Citation.Item(key: $0) }), number: 0)
      meta.append("\"nocite\":{\"t\":\"MetaInlines\",\"c\":[\(cite)]}")
    }
    if let references { meta.append("\"references\":" + references) }
    let blocks = places.map { place in
      let inlines = place.citations.map { cited in
        // pandoc writes brackets about a citation by what stands around it in its note
        let before = place.isNote && cited.follows ? text("Str", "x") + ",{\"t\":\"Space\"}," : ""
        let behind = cited.next.map { ",{\"t\":\"Space\"}," + text("Str", String($0)) } ?? ""
        return before + cite(citations[cited.index], number: place.number) + behind
      }.joined(separator: ",{\"t\":\"Space\"},")
      let words =
        place.isNote ? text("Str", "x") + ",{\"t\":\"Note\",\"c\":[{\"t\":\"Para\",\"c\":[\(inlines)]}]}" : inlines
      return "{\"t\":\"Para\",\"c\":[\(words)]}"
    }
    return
      "{\"pandoc-api-version\":\(version),\"meta\":{\(meta.joined(separator: ","))},\"blocks\":[\(blocks.joined(separator: ","))]}"
  }

  private func cite(_ citation: Citation, number: Int) -> String {
    let items = citation.items.map { item in
      let mode =
        switch item.mode {
        case .normal: "NormalCitation"
        case .inText: "AuthorInText"
        case .withoutAuthor: "SuppressAuthor"
        }
      var suffix = inlines(item.suffix)
      if let first = item.suffix.plainText.first, !first.isPunctuation, item.mode != .inText {
        suffix = "{\"t\":\"Space\"}," + suffix
      }
      return
        "{\"citationId\":\(JSON.written(item.key)),\"citationPrefix\":[\(inlines(item.prefix))],\"citationSuffix\":[\(suffix)],\"citationMode\":{\"t\":\"\(mode)\"},\"citationNoteNum\":\(number),\"citationHash\":0}"
    }
    return "{\"t\":\"Cite\",\"c\":[[\(items.joined(separator: ","))],[\(text("Str", "?"))]]}"
  }

  private func inlines(_ list: [Inline]) -> String {
    list.compactMap { inline -> String? in
      guard case .text(let words) = inline.content, !words.isEmpty else { return nil }
      var made: [String] = []
      for (index, word) in words.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0, made.last != "{\"t\":\"Space\"}" { made.append("{\"t\":\"Space\"}") }
        if !word.isEmpty { made.append(text("Str", String(word))) }
      }
      var json = made.joined(separator: ",")
      for (trait, name) in [
        (InlineStyle.Traits.emphasis, "Emph"), (.strong, "Strong"), (.smallCapitals, "SmallCaps"),
        (.superscript, "Superscript"), (.subscript, "Subscript"),
      ] where inline.style.traits.contains(trait) { json = "{\"t\":\"\(name)\",\"c\":[\(json)]}" }
      return json
    }.joined(separator: ",")
  }

  private func text(_ kind: String, _ words: String) -> String { "{\"t\":\"\(kind)\",\"c\":\(JSON.written(words))}" }
}

extension CitationDocument {
  /// Reads what citeproc made of the document; nil where that is no such thing.
  package func read(_ answer: [UInt8]) -> CitationWords? {
    guard let tree = try? JSON(answer), case .array(let blocks)? = tree["blocks"] else { return nil }
    var words = CitationWords()
    var cites: [JSON] = []
    var list: JSON?
    for block in blocks {
      if PandocAttributes(block["c"]?[0]).id == "refs" { list = block } else { block.findCites(&cites) }
    }
    let asked = places.flatMap(\.citations)
    guard cites.count == asked.count else { return nil }
    var missing: Set<String> = []
    for (cited, cite) in zip(asked, cites) {
      let content = cite["c"]?[1]?.items ?? []
      var notes: [JSON] = []
      var text: [JSON] = []
      for item in content {
        if item["t"]?.string == "Note" { notes += item["c"]?.items ?? [] } else { text.append(item) }
      }
      let set = CitationWords.Words(
        text: inlines(text), note: notes.isEmpty ? nil : notes.map { inlines($0["c"]?.items ?? []) })
      words.citations[cited.index] = set
      let strong = (set.text + (set.note ?? []).flatMap { $0 }).filter { $0.style.traits.contains(.strong) }
      for item in citations[cited.index].items where !missing.contains(item.key) {
        // what citeproc writes for a key that it does not know
        guard strong.contains(where: { [$0].plainText.lowercased() == item.key.lowercased() + "?" }) else { continue }
        missing.insert(item.key)
        words.missing.append((item.key, cited.index))
      }
    }
    for entry in list?["c"]?[1]?.items ?? [] {
      let name = PandocAttributes(entry["c"]?[0]).id
      let first = CitationWords.anchor(of: "")
      guard name.hasPrefix(first) else { continue }
      words.works.append(work(String(name.dropFirst(first.count)), entry["c"]?[1]?.items ?? []))
    }
    // a style may list none, and none is listed that is not known
    let names = Set(words.works.map { "#" + CitationWords.anchor(of: $0.key) })
    func unlinked(_ inlines: [Inline]) -> [Inline] {
      inlines.map { inline in
        guard let link = inline.style.link, link.hasPrefix("#"), !names.contains(link) else { return inline }
        var inline = inline
        inline.style.extras.link = nil
        return inline
      }
    }
    words.citations = words.citations.mapValues { .init(text: unlinked($0.text), note: $0.note?.map(unlinked)) }
    return words
  }

  private func inlines(_ items: [JSON]) -> [Inline] {
    var maker = PandocMaker(PandocOptions())
    maker.metadata.language = language
    return maker.inlines(items).filter { if case .text = $0.content { true } else { false } }
  }

  private func work(_ key: String, _ blocks: [JSON]) -> CitationWords.Work {
    var label = ""
    var lines: [[JSON]] = [[]]
    for (index, block) in blocks.enumerated() {
      if index > 0 { lines.append([]) }
      for item in block["c"]?.items ?? [] {
        let classes = item["t"]?.string == "Span" ? PandocAttributes(item["c"]?[0]).classes : []
        if classes.contains("csl-left-margin") {
          label += PandocMaker.plain(item["c"]?[1])
        } else if classes.contains("csl-block") || classes.contains("csl-indent") {
          lines += [[item], []]
        } else {
          lines[lines.count - 1].append(item)
        }
      }
    }
    while label.last?.isWhitespace == true { label.removeLast() }
    return CitationWords.Work(key: key, label: label, lines: lines.map(inlines).filter { !$0.isEmpty })
  }
}

extension Citation {
  /// A `Cite` of pandoc's tree.
  init(tree items: [JSON]) {
    func inlines(_ list: JSON?) -> [Inline] {
      var maker = PandocMaker(PandocOptions())
      return maker.inlines(list?.items ?? [])
    }
    self.init(
      items.compactMap { item in
        guard let key = item["citationId"]?.string else { return nil }
        let mode: Mode =
          switch item["citationMode"]?["t"]?.string {
          case "AuthorInText": .inText
          case "SuppressAuthor": .withoutAuthor
          default: .normal
          }
        return Item(
          key: key, prefix: inlines(item["citationPrefix"]), suffix: inlines(item["citationSuffix"]), mode: mode)
      })
  }
}

extension PandocMaker {
  /// Whether the tree's citations are still to be worded, and what its metadata says of that.
  mutating func readCitationOptions(_ meta: JSON?, _ blocks: [JSON]) {
    func words(_ value: JSON?) -> [String] {
      switch value?["t"]?.string {
      case "MetaList": return value?["c"]?.items.flatMap(words) ?? []
      case "MetaInlines": return [PandocMaker.plain(value?["c"])]
      case "MetaString": return [value?["c"]?.string ?? ""]
      case "MetaBool": return [value?["c"] == .bool(true) ? "true" : "false"]
      default: return []
      }
    }
    // pandoc has worded them
    let isDone = blocks.contains { PandocAttributes($0["c"]?[0]).id == "refs" && $0["c"]?[1]?.items.isEmpty == false }
    guard !isDone else { return }
    var found: [String: [String]] = [:]
    for key in ["bibliography", "csl", "link-citations", "reference-section-title"] {
      var seen: Set<String> = []
      // LaTeX's two commands for it may name one file
      let values = words(meta?[key]).filter { !$0.isEmpty && seen.insert($0).inserted }
      if !values.isEmpty { found[key] = values }
    }
    let files = blocks.compactMap { PandocMaker.orgKeyword("bibliography", $0) }
    if !files.isEmpty { found["bibliography", default: []] += files }
    if let references = meta?["references"], references["c"]?.items.isEmpty == false {
      found["references"] = [references.written]
    }
    citesWorks = options.hasBibliography || found["bibliography"] != nil || found["references"] != nil
    guard citesWorks else { return }
    var uncited: [JSON] = []
    meta?["nocite"]?.findCites(&uncited)
    let keys = uncited.flatMap { $0["c"]?[0]?.items ?? [] }.compactMap { $0["citationId"]?.string }
    if !keys.isEmpty { found["nocite"] = [keys.map { "@" + $0 }.joined(separator: ", ")] }
    metadataOptions = found
  }

  /// What a line `#+keyword: words` of org's says.
  static func orgKeyword(_ keyword: String, _ block: JSON) -> String? {
    guard block["t"]?.string == "RawBlock", block["c"]?[0]?.string == "org", let line = block["c"]?[1]?.string,
      line.lowercased().hasPrefix("#+\(keyword):")
    else { return nil }
    var words = line.dropFirst(keyword.count + 3).prefix { !$0.isNewline }
    while words.last?.isWhitespace == true { words.removeLast() }
    return String(words.drop(while: \.isWhitespace))
  }

  /// A citation that is worded when the book is read; nil for one that has its words, not its source, `[@a]`.
  mutating func citation(_ content: JSON?, _ style: InlineStyle) -> Inline? {
    guard let items = content?[0]?.items, let key = items.first?["citationId"]?.string else { return nil }
    let isRaw = content?[1]?.items.allSatisfy { $0["t"]?.string == "RawInline" } ?? true
    let words = PandocMaker.plain(content?[1])
    guard citesWorks || isRaw || words.contains("@" + key) || words.contains("@{" + key) else { return nil }
    return inline(Citation(tree: items), style)
  }

  /// `::: {#refs}`
  mutating func placeOfWorks() -> Block {
    text.append(0x0A)
    let source = here
    return .paragraph(Paragraph([inline(Citation([]), .plain)], source: source))
  }

  private mutating func inline(_ citation: Citation, _ style: InlineStyle) -> Inline {
    citations.append(citation)
    var style = style
    style.extras.citation = citations.count - 1
    return Inline(pinned: citation.wordsOfKeys, style: style, source: here)
  }
}

extension JSON {
  fileprivate func findCites(_ found: inout [JSON]) {
    switch self {
    case .array(let items): for item in items { item.findCites(&found) }
    case .object(let fields):
      if fields["t"]?.string == "Cite" { return found.append(self) }
      fields["c"]?.findCites(&found)
    default: break
    }
  }

  /// Words as JSON has them.
  static func written(_ words: String) -> String {
    var text = "\""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The same value as text.
  var written: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .string(let text): JSON.written(text)
    case .array(let items): "[" + items.map(\.written).joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { JSON.written($0.key) + ":" + $0.value.written }.joined(separator: ",")
        + "}"
    }
  }
}
