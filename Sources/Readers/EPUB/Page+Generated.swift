internal import BookModel
internal import CSS
internal import Manuscript

/// What sheets write: words before and after an element's text, quotes, numbers that they count.
extension Page {
  /// - Parameter language: of the text around, by which quotes go.
  func generated(_ pseudo: String, of node: Int, language: String?) -> String? {
    let element = Int(elements[node])
    guard element >= 0, cascade.pseudoElements.contains(pseudo) else { return nil }
    let values = cascade.declared(element, of: styled, pseudo: pseudo)
    guard let content = values["content"], values["display"] != "none" else { return nil }
    let parts = StyleSheet.content(content)
    if parts.contains(where: \.isCounted) {
      guard !uncounted.contains(node) else { return nil }
      return counted[node]?[pseudo]
    }
    let text = words(of: parts, node, language) { _ in "" }
    return text.isEmpty ? nil : text
  }

  /// The number that a sheet counts for an element, alone; nil where it counts none or writes more than that.
  func countedNumber(of node: Int) -> String? {
    guard let words = counted[node]?["before"] else { return nil }
    let number = words.filter { !$0.isWhitespace && !".()".contains($0) }
    return number.allSatisfy { $0.isLetter || $0.isNumber } ? number : nil
  }

  private func words(
    of parts: [StyleSheet.ContentPart], _ node: Int, _ language: String?, counter: (StyleSheet.ContentPart) -> String
  ) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .attribute(let name): text += tree.attribute(name, of: node) ?? ""
      case .openQuote: text += quotes(around: node, language).open
      case .closeQuote: text += quotes(around: node, language).close
      case .counter, .counters: text += counter(part)
      case .other: break
      }
    }
    return text
  }

  /// The marks of a quotation: those within another are the inner ones (HTML, 15.3.8), of a sheet or the language.
  private func quotes(around node: Int, _ language: String?) -> (open: String, close: String) {
    var depth = 0
    var own: [String]?
    var around = node
    while around >= 0 {
      if around != node, element(around) == "q" { depth += 1 }
      if own == nil, let value = cascade.declared(Int(elements[around]), of: styled)["quotes"] {
        own = StyleSheet.quotes(value)
      }
      around = parent(around)
    }
    let usual = QuoteStyle.of(language)
    let marks =
      own ?? [usual.open, usual.close, usual.innerOpen, usual.innerClose].map { String(decoding: $0, as: UTF8.self) }
    guard marks.count >= 2 else { return ("", "") }
    let pair = own == nil ? depth % 2 : min(depth, marks.count / 2 - 1)
    return (marks[2 * pair], marks[2 * pair + 1])
  }

  // MARK: Counters

  /// One number that is counted, from the element on that began it to the last of that one's siblings
  /// (CSS Lists 3, 4.4).
  private struct Counter {
    var owner: Int
    /// Where it ends: the end of the element around its owner.
    var end: Int
    var value: Int
  }

  /// The words of all elements whose sheets count, in one walk over the document.
  func countedWords() -> [Int: [String: String]] {
    guard cascade.counts else { return [:] }
    var made: [Int: [String: String]] = [:]
    var counters: [String: [Counter]] = [:]
    /// Elements not yet left that have words behind them.
    var open: [Int] = []
    func take(_ values: [String: String], _ node: Int, _ isPseudo: Bool) {
      let around = isPseudo ? node : parent(node)
      let end = around < 0 ? tree.nodes.count : Int(tree.nodes[around].end)
      func begin(_ name: String, _ value: Int) {
        if let last = counters[name]?.last, last.end == end, last.owner != around {
          counters[name]?.removeLast()
        }
        counters[name, default: []].append(Counter(owner: node, end: end, value: value))
      }
      for (name, value) in StyleSheet.counters(values["counter-reset"], usual: 0) { begin(name, value) }
      for (name, step) in StyleSheet.counters(values["counter-increment"], usual: 1) {
        if counters[name]?.isEmpty ?? true { begin(name, 0) }
        if let last = counters[name]?.indices.last { counters[name]?[last].value += step }
      }
      for (name, value) in StyleSheet.counters(values["counter-set"], usual: 0) {
        if counters[name]?.isEmpty ?? true { begin(name, value) }
        if let last = counters[name]?.indices.last { counters[name]?[last].value = value }
      }
    }
    func write(_ pseudo: String, _ node: Int) {
      let values = cascade.declared(Int(elements[node]), of: styled, pseudo: pseudo)
      guard values["display"] != "none", let content = values["content"] else { return }
      let parts = StyleSheet.content(content)
      if !parts.isEmpty { take(values, node, true) }
      guard parts.contains(where: \.isCounted) else { return }
      let text = words(of: parts, node, nil) { part in
        switch part {
        case .counter(let name, let style): return List.Counting(css: style).written(counters[name]?.last?.value ?? 0)
        case .counters(let name, let separator, let style):
          let values = (counters[name] ?? []).map(\.value)
          return (values.isEmpty ? [0] : values).map { List.Counting(css: style).written($0) }
            .joined(separator: separator)
        default: return ""
        }
      }
      if !text.isEmpty { made[node, default: [:]][pseudo] = text }
    }
    var node = 0
    while node < tree.nodes.count {
      while let last = open.last, Int(tree.nodes[last].end) <= node {
        open.removeLast()
        write("after", last)
      }
      let element = Int(elements[node])
      guard element >= 0 else {
        node += 1
        continue
      }
      for name in counters.keys {
        while let last = counters[name]?.last, last.end <= node { counters[name]?.removeLast() }
      }
      let inline = tree.attribute("style", of: node).map { StyleSheet.declarations($0) } ?? []
      let values = cascade.declared(element, of: styled, inline: inline)
      // what is not shown is not counted
      guard values["display"] != "none" else {
        node = max(node + 1, Int(tree.nodes[node].end))
        continue
      }
      take(values, node, false)
      write("before", node)
      if cascade.pseudoElements.contains("after") { open.append(node) }
      node += 1
    }
    while let last = open.popLast() { write("after", last) }
    return made
  }
}

extension List.Counting {
  /// By the name of a CSS `list-style-type`; figures where it has none here.
  init(css name: String) {
    switch name {
    case "a", "lower-alpha", "lower-latin": self = .lowerLetters
    case "A", "upper-alpha", "upper-latin": self = .upperLetters
    case "i", "lower-roman": self = .lowerRoman
    case "I", "upper-roman": self = .upperRoman
    case "lower-greek": self = .lowerGreek
    case "decimal-leading-zero": self = .twoFigures
    case "none": self = .none
    default: self = .figures
    }
  }
}
