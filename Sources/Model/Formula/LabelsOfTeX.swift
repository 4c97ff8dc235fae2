extension String {
  /// Where `\label{name}` stands in a formula's source: a name is nothing that is read.
  package var labelsOfTeX: [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "\\label{"), let close = rest[start.upperBound...].firstIndex(of: "}") {
      found.append(start.lowerBound..<index(after: close))
      rest = rest[index(after: close)...]
    }
    return found
  }

  package var withoutLabelsOfTeX: String {
    guard utf8.contains(0x5C) else { return self }
    var words = self
    for label in labelsOfTeX.reversed() { words.removeSubrange(label) }
    return words
  }
}
