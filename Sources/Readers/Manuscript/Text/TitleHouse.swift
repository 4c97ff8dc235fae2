internal import BookModel
internal import Units

/// What else stands on the title's page: who worked on the book, who publishes it, the year.
extension BookDivision {
  /// Takes these lines off a page that has no others, for octavo's own title page.
  mutating func withoutHouse(_ flow: [Block]) -> [Block] {
    guard let place = titlePlace else { return flow }
    let start =
      flow.lastIndex { $0.isPageBreak && $0.source.offset <= place.offset && $0.source.file == place.file }
      .map { $0 + 1 } ?? 0
    guard let end = flow[start...].firstIndex(where: \.isPageBreak) else { return flow }
    let page = flow[start..<end].indices.filter { !flow[$0].isWhite }
    var lines: [String] = []
    for index in page {
      guard let paragraph = flow[index].paragraph, kinds[paragraph.source].map({ $0 == .author }) ?? true,
        paragraph.inlines.allSatisfy(\.isOfLines)
      else { return flow }
      lines += paragraph.inlines.split { $0.content == .lineBreak }.map { Array($0).plainText }
    }
    guard (1...14).contains(lines.count) else { return flow }
    var made = metadata
    var (house, statements): ([String], [String]) = ([], [])
    for line in lines {
      let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard words.utf8.count <= 120, !words.isOfImprint, !words.isAttribution,
        credit(words) != nil || BookMatter(heading: words) == nil, let first = words.first
      else { return flow }
      let begin = words.split(separator: " ")[0].lowercased()
      if words.saysSubmission || words.endsInPreposition || statements.last?.endsInPreposition ?? false {
        statements.append(words)
        continue
      }
      guard words.utf8.count <= 80,
        first.isUppercase || first.isNumber || !first.isLetter
          || house.isEmpty && credit(words) != nil
      else { return flow }
      if let contributor = credit(words) {
        made.contributors.append(contributor)
      } else if words.lowercased().hasSuffix(" edition") || words.lowercased().hasPrefix("as told to ") {
        made.contributors.append(.init(role: "", name: words, statement: words))
      } else if made.subtitle == nil, house.isEmpty, words.isSubtitle || words.saysVolume || words.saysSeries {
        made.subtitle = words
      } else if words.utf8.count == 4, Int(words) != nil, made.date == nil {
        made.date = words
      } else {
        // a sentence is no name
        guard !dedicationWords.contains(begin),
          !".!?:;,".contains(words.last ?? " ") || words.hasSuffix("Inc.") || words.hasSuffix("Ltd.")
            || words.hasSuffix("Co.")
        else { return flow }
        house.append(words)
      }
    }
    // of a thesis: where, what for and when are said in lines of their own
    if !statements.isEmpty, house.joined(separator: ", ").utf8.count > 80, let last = house.last {
      statements += house.dropLast()
      house = [last]
    }
    made.contributors += statements.map { .init(role: "", name: $0, statement: $0) }
    if !house.isEmpty {
      let all = house.joined(separator: ", ")
      guard made.publisher == nil || made.publisher == all, all.utf8.count <= 80 else { return flow }
      made.publisher = all
    }
    metadata = made
    for index in page { flow[index].visitText { inlines, _ in keepSilent(inlines) } }
    let taken = Set(page)
    return flow.indices.filter { !taken.contains($0) }.map { flow[$0] }
  }

  /// `Translated from the French by Jane Roe`
  private func credit(_ words: String) -> Metadata.Contributor? {
    let lower = words.lowercased()
    guard let role = openingsOfCredits.first(where: { lower.hasPrefix($0.opening) })?.role else { return nil }
    let parts = words.split(separator: " ")
    guard let way = parts.lastIndex(where: { BookDivision.ways.contains($0.lowercased()) }), way + 1 < parts.count
    else { return nil }
    return Metadata.Contributor(role: role, name: parts[(way + 1)...].joined(separator: " "), statement: words)
  }
}

extension Inline {
  /// Words and ends of lines alone.
  fileprivate var isOfLines: Bool {
    switch content {
    case .text, .lineBreak: true
    default: false
    }
  }
}

extension String {
  /// `A thesis submitted for the degree of …`, `in partial fulfilment of …`
  fileprivate var saysSubmission: Bool {
    let words = lowercased().split { !$0.isLetter }.map(String.init)
    guard words.count > 1 else { return false }
    return words.contains { submissions.contains($0) }
  }

  /// It goes on in the line below.
  fileprivate var endsInPreposition: Bool {
    lowercased().split(separator: " ").last.map {
      ["of", "for", "in", "to", "the", "and", "des", "der", "zur", "de"].contains($0)
    }
      ?? false
  }

  /// `The Second Harbour Mystery`.
  package var saysSeries: Bool {
    let words = lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.count > 1
      && ["trilogy", "series", "saga", "novel", "mystery", "roman", "novella", "stories", "poems", "thriller"].contains(
        words[words.count - 1])
  }
}

private let submissions: Set<String> = [
  "thesis", "dissertation", "submitted", "fulfilment", "fulfillment", "requirements", "degree", "supervisor",
  "supervised", "advisor", "adviser", "matriculation", "candidate", "inauguraldissertation", "masterarbeit",
  "bachelorarbeit", "diplomarbeit", "vorgelegt", "eingereicht", "gutachter", "betreuer", "mémoire", "thèse",
  "soutenue", "présentée", "tesis", "tesi", "relatore", "proefschrift", "promotor", "student",
]
