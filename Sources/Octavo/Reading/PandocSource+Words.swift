internal import Bytes
internal import Manuscript
internal import Units

/// Words of a manuscript in XML that pandoc's reader knows no place for, and leaves out without a word.
enum WordsOfSource {
  /// Elements whose words are none of the text's, by format.
  private static let besides: [String: Set<String>] = [
    "fb2": ["description", "binary", "stylesheet"],
    "docbook": [
      "info", "bookinfo", "articleinfo", "chapterinfo", "sectioninfo", "indexterm", "remark", "textobject", "index",
      "toc",
    ],
  ]

  private static let inner: Set = ["emphasis", "strong", "sub", "sup", "style", "strikethrough", "phrase", "subscript"]

  /// A manuscript in XML as pandoc gets it: in UTF-8, the one encoding that it knows, and with the cells of FictionBook's
  /// tables as paragraphs, a row each, for it has no other place for them; nil where it is that already.
  static func prepared(_ source: [UInt8], format: String) -> [UInt8]? {
    guard besides[format] != nil else { return nil }
    var text = documentText(of: source).bytes
    if text.starts(with: Array("<?xml".utf8)), let end = text.firstIndex(ofBytes: Array("?>".utf8), from: 0) {
      text.removeFirst(end + 2)
    }
    let hasTables = format == "fb2" && text.firstIndex(ofBytes: Array("<table".utf8), from: 0) != nil
    if hasTables { text = withRowsAsParagraphs(text) }
    return hasTables || String(validating: source, as: UTF8.self) == nil ? text : nil
  }

  private static func withRowsAsParagraphs(_ xml: [UInt8]) -> [UInt8] {
    var made: [UInt8] = []
    made.reserveCapacity(xml.count)
    var at = 0
    while at < xml.count {
      guard xml[at] == 0x3C, let end = xml[at...].firstIndex(of: 0x3E) else {
        made.append(xml[at])
        at += 1
        continue
      }
      let isEnd = at + 1 < end && xml[at + 1] == 0x2F
      let name = xml[(at + (isEnd ? 2 : 1))..<max(end, at + (isEnd ? 2 : 1))].prefix { $0 > 0x20 && $0 != 0x2F }
      switch String(decoding: name.prefix(8), as: UTF8.self) {
      case "table": break
      case "tr": made += Array((isEnd ? "</p>" : xml[end - 1] == 0x2F ? "" : "<p>").utf8)
      case "td", "th": if isEnd { made += Array("\u{2003}".utf8) }
      default: made += xml[at...end]
      }
      at = end + 1
    }
    return made
  }

  /// - Parameter read: all that pandoc's tree says.
  /// - Returns: nothing where each word of the source is there as often as it stands in it.
  static func missing(in source: [UInt8], format: String, read: [UInt8]) -> Diagnostic? {
    guard let besides = besides[format] else { return nil }
    var known: [Substring: Int] = [:]
    let text = String(decoding: read, as: UTF8.self)
    for word in words(text[...]) { known[word, default: 0] += 1 }
    var lost: [String] = []
    for word in words(
      String(decoding: self.text(of: documentText(of: source).bytes, besides: besides), as: UTF8.self)[...])
    {
      if let count = known[word], count > 0 { known[word] = count - 1 } else { lost.append(String(word)) }
    }
    // the heads of notes, which stand at the foot, are a few
    guard lost.count > 3 else { return nil }
    let first = lost.prefix(6).joined(separator: " ")
    return Diagnostic(
      .warning, code: "text-left-out", "\(lost.count) words of the file are not in what pandoc makes of it: \(first) …",
      help: "turn it into EPUB, with Calibre or another program, and give that")
  }

  /// What `&#233;` stands for; white for a name.
  private static func letter(_ reference: ArraySlice<UInt8>) -> [UInt8] {
    let name = String(decoding: reference, as: UTF8.self)
    guard name.hasPrefix("#") else { return [0x20] }
    let figures = name.dropFirst()
    let value = figures.first == "x" ? UInt32(figures.dropFirst(), radix: 16) : UInt32(figures)
    return value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? [0x20]
  }

  private static func words(_ text: Substring) -> [Substring] {
    text.split { !$0.isLetter }.filter { $0.utf8.count > 2 }
  }

  /// What stands between tags, with white for each of these and for references. Linear in the bytes.
  private static func text(of xml: [UInt8], besides: Set<String>) -> [UInt8] {
    var made: [UInt8] = []
    var at = 0
    var (outside, depth) = ("", 0)
    while at < xml.count {
      let byte = xml[at]
      guard byte == 0x3C else {
        let reference = byte == 0x26 ? xml[at...].prefix(12).firstIndex(of: 0x3B) : nil
        if depth == 0 { made += reference.map { letter(xml[(at + 1)..<$0]) } ?? [byte] }
        at = (reference ?? at) + 1
        continue
      }
      let rest = xml[at...]
      if rest.starts(with: Array("<!--".utf8)) {
        at = xml.firstIndex(ofBytes: Array("-->".utf8), from: at).map { $0 + 3 } ?? xml.count
        continue
      }
      guard let end = rest.firstIndex(of: 0x3E) else { break }
      let isEnd = at + 1 < end && xml[at + 1] == 0x2F
      let start = at + (isEnd ? 2 : 1)
      let name =
        start < end
        ? String(decoding: xml[start..<end].prefix(32).prefix { $0 > 0x20 && $0 != 0x2F }, as: UTF8.self) : ""
      if depth == 0, !isEnd, besides.contains(name), xml[end - 1] != 0x2F {
        (outside, depth) = (name, 1)
      } else if depth > 0, name == outside, xml[end - 1] != 0x2F {
        depth += isEnd ? -1 : 1
      }
      // letters may stand on both sides of an element within a word
      if depth == 0, !WordsOfSource.inner.contains(name) { made.append(0x20) }
      at = end + 1
    }
    return made
  }
}
