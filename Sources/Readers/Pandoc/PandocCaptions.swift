internal import JSONReading

/// Table captions of Word stand in a paragraph of their own.
extension JSON {
  /// A paragraph of Word's style for the words above a table.
  var isTableCaption: Bool {
    self["t"]?.string == "Div" && PandocAttributes(self["c"]?[0]).values["custom-style"] == "Table Caption"
  }

  /// A table that has such words itself.
  var hasCaption: Bool { self["t"]?.string == "Table" && self["c"]?[1]?[1]?.items.isEmpty == false }
}
