internal import JSONReading

/// Notes of HTML stand in a list at the end, and table captions of Word in a paragraph of their own.
extension PandocMaker {
  /// Gathers the items of lists of notes, to be set where they are called.
  mutating func listNotes(_ blocks: [JSON], depth: Int) {
    guard depth < 8 else { return }
    for block in blocks where block["t"]?.string == "Div" {
      let content = block["c"]?[1]?.items ?? []
      guard PandocAttributes(block["c"]?[0]).isNoteList else {
        listNotes(content, depth: depth + 1)
        continue
      }
      for list in content where list["t"]?.string == "OrderedList" {
        for item in list["c"]?[1]?.items ?? [] {
          guard let first = item.items.first, first["t"]?.string == "Div" else { continue }
          let id = PandocAttributes(first["c"]?[0]).id
          if !id.isEmpty { listedNotes[id] = first["c"]?[1]?.items ?? [] }
        }
      }
    }
  }
}

extension PandocAttributes {
  var isNoteList: Bool { classes.contains("footnotes") || values["role"] == "doc-endnotes" }
  var isCall: Bool { classes.contains("footnote-ref") || values["role"] == "doc-noteref" }
  var isWayBack: Bool { classes.contains("footnote-back") || values["role"] == "doc-backlink" }
}

extension JSON {
  /// A paragraph of Word's style for the words above a table.
  var isTableCaption: Bool {
    self["t"]?.string == "Div" && PandocAttributes(self["c"]?[0]).values["custom-style"] == "Table Caption"
  }

  /// A table that has such words itself.
  var hasCaption: Bool { self["t"]?.string == "Table" && self["c"]?[1]?[1]?.items.isEmpty == false }
}
