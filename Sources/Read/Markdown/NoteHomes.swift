internal import CMark
internal import Units

/// Where what looks like a note's label stands.
///
/// The parser drops all but the first note of a name, so these are found in the text: in `code` and in paragraphs a
/// label is text.
struct NoteHomes {
  enum Home { case code, fence }

  private let document: MarkdownDocument
  /// Ascending; blocks of code and of HTML, wherever they stand.
  private let code: [(range: Range<Int>, node: Int)]
  /// Ascending.
  private let paragraphs: [Range<Int>]
  /// Code in fences of the book's, by the fence.
  private var inner: [Int: [Range<Int>]] = [:]

  init(_ document: MarkdownDocument) {
    self.document = document
    let parsed = document.parsed
    code = parsed.code.map { (parsed.passage.range(of: parsed.nodes[$0]), $0) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    paragraphs = parsed.nodes.filter { $0.kind == .paragraph }.map { parsed.passage.range(of: $0) }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The code, or the fence of the book's, whose notes are the file's, that a byte stands in.
  mutating func home(of offset: Int) -> Home? {
    if isOfParagraph(offset) { return .code }
    let next = code.lowerBound { $0.range.lowerBound <= offset }
    guard next > 0, code[next - 1].range.contains(offset) else { return nil }
    let node = code[next - 1].node
    guard let kind = document.parsed.fence(node) else { return .code }
    let known = inner[node] ?? codeInFence(node, kind)
    inner[node] = known
    return known.contains { $0.contains(offset) } ? .code : .fence
  }

  /// Whether it goes on with a paragraph, set in so far that it begins nothing: it is a call and a colon.
  private func isOfParagraph(_ offset: Int) -> Bool {
    guard document.source.text[..<offset].suffix(4).elementsEqual([0x20, 0x20, 0x20, 0x20]) else { return false }
    let next = paragraphs.lowerBound { $0.lowerBound <= offset }
    return next > 0 && paragraphs[next - 1].contains(offset)
  }

  private func codeInFence(_ node: Int, _ kind: MarkdownFence) -> [Range<Int>] {
    let fence = document.parsed.nodes[node]
    let prelude = MarkdownLabels(Array(fence.literal.utf8), from: 0).callingNotes
    let inside = ParsedPassage(
      document.parsed.passage.inside(of: fence, prelude: prelude, stripsIndent: kind == .verse))
    return inside.code.filter { inside.nodes[$0].startLine > inside.passage.preludeLines }
      .map { inside.passage.range(of: inside.nodes[$0]) }
  }
}

extension MarkdownDocument {
  /// Notes that stand behind another of their name, or in a fence and before one that does not.
  var repeatedNotes: [(label: String, offset: Int)] {
    guard !labels.repeated.isEmpty else { return [] }
    var kept = labels.firsts
    var repeated: [(label: String, offset: Int)] = []
    var homes = NoteHomes(self)
    for (label, offset) in labels.repeated {
      let place = homes.home(of: offset)
      guard place != .code else { continue }
      let first = kept[label]
      let homeOfFirst = first.flatMap { homes.home(of: $0) }
      if let first, homeOfFirst == .code || homeOfFirst == .fence && place == nil {
        kept[label] = offset
        if homeOfFirst == .fence { repeated.append((label, first)) }
      } else {
        repeated.append((label, offset))
      }
    }
    return repeated
  }
}
