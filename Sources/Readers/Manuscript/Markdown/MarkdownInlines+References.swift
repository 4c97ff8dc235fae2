internal import BookModel
internal import CMark
internal import Units

extension MarkdownInlines {
  /// The same of a block's first line and of the others apart, as far as no mark goes over its end.
  mutating func writeParted(_ range: Range<Int>) -> (first: [Inline], rest: [Inline]) {
    var end = range.lowerBound
    while end < range.upperBound, parsed.nodes[end].kind != .softBreak, parsed.nodes[end].kind != .lineBreak {
      end = max(parsed.nodes[end].end, end + 1)
    }
    end = min(end, range.upperBound)
    let first = write(range.lowerBound..<end)
    inlines = []
    guard end < range.upperBound else { return (first, []) }
    cursor.nextLine()
    return (first, write(end + 1..<range.upperBound))
  }

  /// What a tag of `PandocMarks.tag` stands for.
  mutating func append(reference attributes: [HTMLAttribute], at place: SourceLocation) {
    func value(_ name: String) -> String { attributes.first { $0.name == name }?.value ?? "" }
    let file = Int(parsed.passage.file)
    let names = value("data-ref").split(separator: "|").map {
      reader.links.anchor(named: String($0), file: file) ?? String($0)
    }
    guard !names.isEmpty else { return }
    let form = value("data-form")
    append(Reference(names, Reference.Form(rawValue: form.lowercased()) ?? .word, isCapital: form == "Word"), at: place)
  }

  /// The name that a tag gives to the words in it, or to those behind it.
  mutating func takeName(_ attributes: [HTMLAttribute]) {
    for attribute in attributes where attribute.name == "id" || attribute.name == "name" {
      names.append(.label(withFewMarks(attribute.value)))
    }
  }

  /// Where a link leads, as a style says it.
  func link(_ url: String, at offset: Int) -> String? {
    let file = Int(parsed.passage.file)
    let place = { parsed.passage.location(of: offset) }
    switch reader.links.target(of: url, file: file, name: reader.documents[file].input.name) {
    case .external(let address): return address
    case .anchor(let name): return "#" + name
    // a book without a glossary has its terms explained elsewhere
    case .missingHeading(let name, _) where name.hasPrefix("#" + MarkdownLinks.termPrefix) && !reader.links.hasTerms:
      return nil
    case .missingHeading(let name, let nearest): reader.say(.linkNowhere(name, nearest: nearest), at: place())
    case .missingFile(let name):
      if reader.toldFiles.insert(name).inserted { reader.say(.linkOutside(name), at: place()) }
    }
    return nil
  }

  /// What a tag of `PandocMarks.tag(entry:)` stands for; false where it is another.
  mutating func append(indexMark attributes: [HTMLAttribute], at place: SourceLocation) -> Bool {
    func value(_ name: String) -> String? {
      attributes.first { $0.name == name }.map { String(decoding: $0.value.utf8.percentDecoded, as: UTF8.self) }
    }
    var mark: IndexMark?
    if let name = value("data-index-list") {
      mark = IndexMark([])
      mark?.index = name
      mark?.title = value("data-index-title") ?? ""
    } else if let entry = value("data-index") {
      mark = IndexMark(tex: entry, index: value("data-index-name") ?? "")
    } else {
      return false
    }
    flush()
    if let mark { inlines.append(Inline(mark, style: style, source: place)) }
    return true
  }

  /// What a tag of `PandocCitations` stands for; false where it is another.
  mutating func append(citation attributes: [HTMLAttribute], at place: SourceLocation) -> Bool {
    guard let index = attributes.first(where: { $0.name == "data-cite" }).flatMap({ Int($0.value) }),
      reader.citations.indices.contains(index)
    else { return false }
    flush()
    var style = style
    style.extras.citation = index
    inlines.append(Inline(pinned: reader.citations[index].wordsOfKeys, style: style, source: place))
    return true
  }

  mutating func append(_ reference: Reference, at place: SourceLocation) {
    var style = style
    style.extras.reference = reference
    inlines.append(Inline(.text(reference.names.joined(separator: ", ")), style: style, source: place))
  }
}

extension MarkdownNode {
  /// Words, or what only marks them.
  var isDescription: Bool {
    switch kind {
    case .text, .code, .softBreak, .lineBreak, .emphasis, .strong, .strike: true
    default: false
    }
  }
}
