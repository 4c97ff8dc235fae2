/// Pandoc's divs, whose classes and attributes say what stands in them.
extension PandocMarks {
  /// `::: verse`, `::: {.verse #id}`, and the colons that end it.
  mutating func div(_ index: Int, _ divs: inout [OpenDiv]) {
    let line = lines[index]
    let colons = line.prefix { $0 == ":" }
    // white in quotes parts nothing
    var quote: Character?
    let words = line.dropFirst(colons.count).filter { $0 != "{" && $0 != "}" && $0 != ":" }
      .split { sign in
        if quote != nil {
          if sign == quote { quote = nil }
          return false
        }
        if sign == "\"" { quote = sign }
        return sign.isWhitespace
      }
    guard !words.isEmpty else {
      guard let open = divs.popLast() else { return }
      if let name = open.name { labelCaption(name, open.line, index) }
      if let bounds = open.callout { quotations.append((open.line + 1..<index, bounds.indent)) }
      if open.language != nil {
        let outer = divs.last { $0.language != nil }?.language.map { " " + $0 } ?? ""
        return set(index, "<!-- octavo: lang\(outer) -->")
      }
      return set(index, open.fence ?? "")
    }
    let alignment = words.lazy.filter { $0.lowercased().hasPrefix("style=") }.compactMap(PandocMarks.alignment).first
    let names =
      (alignment.map { [$0] } ?? [])
      + words.filter { !$0.hasPrefix("#") && (!$0.contains("=") || $0.hasPrefix("columns=")) }.map {
        $0.hasPrefix(".") ? String($0.dropFirst()) : String($0)
      }
    guard let known = names.lazy.compactMap({ MarkdownFence.named($0.lowercased()) }).first else {
      for name in names where !PandocMarks.quietClasses.contains(name) { unknown.append((name, index)) }
      let label = words.first { $0.hasPrefix("#") }?.dropFirst()
      let language = words.lazy.compactMap(PandocMarks.language).first
      divs.append(OpenDiv(fence: nil, line: index, name: label, language: language))
      if label == "refs", index + 1 < lines.count, let next = lines[(index + 1)...].first(where: { !$0.isWhite }),
        next.hasPrefix(":::")
      {
        return set(index, citations.placeOfWorks())
      }
      if label == "index" { return set(index, "<!-- octavo: index -->") }
      return set(index, language.map { "<!-- octavo: lang \($0) -->" } ?? "")
    }
    open(known.rawValue, index, &divs)
  }

  /// `style="text-align center"`, whose colon is gone, as a class says it.
  private static func alignment(_ style: Substring) -> String? {
    guard let place = style.lowercased().firstRange(of: "text-align") else { return nil }
    let value = style.lowercased()[place.upperBound...].drop { !$0.isLetter && $0 != ";" }.prefix(while: \.isLetter)
    return ["center": "centred", "right": "right", "end": "right"][value]
  }
}
