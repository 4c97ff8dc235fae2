internal import CMark
internal import Units

/// Where what looks like a note's label is text: in code, and in paragraphs.
///
/// The parser drops all but the first note of a label, so these are found in the text.
struct LiteralRanges {
  /// Ascending; blocks of code and of HTML, wherever they stand.
  private let code: [Range<Int>]
  /// Ascending.
  private let paragraphs: [Range<Int>]

  init(_ parsed: ParsedPassage) {
    code = parsed.code.map { parsed.passage.range(of: parsed.nodes[$0]) }.sorted { $0.lowerBound < $1.lowerBound }
    paragraphs = parsed.nodes.filter { $0.kind == .paragraph }.map { parsed.passage.range(of: $0) }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// - Parameters:
  ///   - offset: in the manuscript.
  ///   - isSetIn: by four columns or more: in a paragraph that begins nothing, it is a call and a colon.
  func isText(at offset: Int, isSetIn: Bool) -> Bool {
    isSetIn && holds(paragraphs, offset) || holds(code, offset)
  }

  private func holds(_ ranges: [Range<Int>], _ offset: Int) -> Bool {
    let next = ranges.lowerBound { $0.lowerBound <= offset }
    return next > 0 && ranges[next - 1].contains(offset)
  }
}
