internal import BookModel
internal import CMark
internal import Units

/// One line of an mdBook `SUMMARY.md` (mdBook guide, "SUMMARY.md").
package struct SummaryEntry: Sendable, Equatable {
  /// The chapter's words, or a part's.
  package var title: String
  /// The chapter's file as the summary names it; nil for a part.
  package var path: String?
  package var depth: Int
  /// Before the list: front matter. Behind it: back matter.
  package var isPrefix: Bool
  package var isSuffix: Bool
  /// `line:column` in the summary.
  package var place: String
}

/// The chapters of an mdBook summary in their order. Draft chapters, which have no file,
/// come back apart.
package func readSummary(_ bytes: [UInt8], name: String) throws(ManuscriptError) -> (
  entries: [SummaryEntry], drafts: [String]
) {
  let source = SourceFile(name: name, text: try decode(bytes, as: nil).text)
  let parsed = ParsedPassage(MarkdownPassage(file: 0, bytes: source.text, from: 0, prelude: []))
  var entries: [SummaryEntry] = []
  var drafts: [String] = []
  var hasList = false
  func place(_ node: Int) -> String {
    let (line, column) = source.lineAndColumn(at: parsed.passage.location(of: parsed.nodes[node]).offset)
    return "\(line):\(column)"
  }
  /// The links among a node's own inlines.
  func links(in node: Int, depth: Int) {
    var n = node + 1
    while n < parsed.nodes[node].end {
      if case .link(let url) = parsed.nodes[n].kind {
        let title = parsed.plainText(of: n)
        if url.isEmpty {
          drafts.append(title)
        } else {
          entries.append(
            SummaryEntry(
              title: title, path: percentDecoded(url), depth: depth, isPrefix: !hasList, isSuffix: false,
              place: place(node)))
        }
      }
      n += 1
    }
  }
  // One walk over the flat nodes: the list a chapter stands in says how deep it is.
  var open: [Int] = []
  for n in parsed.nodes.indices {
    while let end = open.last, end <= n { open.removeLast() }
    switch parsed.nodes[n].kind {
    case .list:
      hasList = true
      open.append(parsed.nodes[n].end)
    case .heading:
      let title = parsed.plainText(of: n)
      // the first heading names the summary itself
      if open.isEmpty, !entries.isEmpty || hasList || !["summary", "contents", "table of contents"].contains(headingKey(title)) {
        entries.append(
          SummaryEntry(title: title, path: nil, depth: 0, isPrefix: false, isSuffix: false, place: place(n)))
      }
    case .paragraph:
      let count = entries.count
      links(in: n, depth: max(open.count - 1, 0))
      if open.isEmpty, hasList { for e in count..<entries.count { entries[e].isSuffix = true } }
      if !open.isEmpty || hasList { for e in count..<entries.count { entries[e].isPrefix = false } }
    default: break
    }
  }
  return (entries, drafts)
}
