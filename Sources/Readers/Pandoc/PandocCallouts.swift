internal import BookModel
internal import JSONReading
internal import Units

/// Divs that stand for call-outs: pandoc's own of GitHub's alerts, Quarto's, those of reStructuredText and AsciiDoc.
extension PandocMaker {
  mutating func callout(_ kind: Callout.Kind, _ attributes: PandocAttributes, _ content: [JSON]) -> Callout {
    if !text.isEmpty { text.append(0x0A) }
    let source = here
    var content = content
    var title: [Inline] = []
    if let said = attributes.values["title"] {
      title = inlines([JSON.object(["t": .string("Str"), "c": .string(said)])])
      end()
    } else if let first = content.first, first["t"]?.string == "Div",
      PandocAttributes(first["c"]?[0]).classes.contains(where: { $0.lowercased().hasSuffix("title") }),
      let words = first["c"]?[1]?.items, words.count == 1
    {
      title = inlines(words[0]["c"]?.items ?? [])
      end()
      content.removeFirst()
    }
    var inner = blocks(content)
    if title.isEmpty, case .heading(let heading)? = inner.first {
      title = heading.label + heading.title
      inner.removeFirst()
    }
    return Callout(
      kind, title: title, inner, anchor: attributes.id.isEmpty ? nil : attributes.id, source: source)
  }
}

extension PandocAttributes {
  var columns: Callout.Kind? {
    if classes.contains("across") || values["columns"] == "1" { return .across }
    return values["columns"].flatMap { Callout.Kind(rawValue: "columns-" + $0) }
      ?? classes.lazy.compactMap { $0.hasPrefix("columns-") ? Callout.Kind(rawValue: $0) : nil }.first
  }

  var calloutKind: Callout.Kind? { Callout.Kind(classes: classes, isAside: true) }
}
