/// What pandoc would lose of LaTeX's references and of its marks for an index, as references whose names say so.
extension PandocSource {
  /// Commands that refer to labels, by `Reference.Form`.
  static let references = [
    "pageref": "page", "vpageref": "place", "vref": "word-and-place", "Vref": "word-and-place", "cref": "word",
    "Cref": "word", "autoref": "word", "labelcref": "number", "nameref": "caption",
  ]
  static let otherReferences: Set<String> = ["crefrange", "Crefrange", "cpageref", "index", "printindex"]
  /// Environments that pandoc knows without their stars.
  static let withoutStars = [
    "figure*": "figure", "table*": "table", "sidewaysfigure": "figure", "sidewaystable": "table",
  ]

  /// A command of these kinds, from behind its name: what stands in its place, and where it ends.
  /// - Parameters:
  ///   - titles: of the indexes, by their names.
  static func reference(
    _ name: String, _ source: [UInt8], _ end: Int, titles: [String: String]
  ) -> (words: String, end: Int)? {
    var start = end
    if start < source.count, source[start] == UInt8(ascii: "*") { start += 1 }
    if let form = references[name] {
      guard let label = argument(source, start) else { return nil }
      return ("\\ref{octavo-ref:\(form):\(String(decoding: source[label], as: UTF8.self))}", label.upperBound + 1)
    }
    var index = ArraySlice<UInt8>()
    if start < source.count, source[start] == UInt8(ascii: "["),
      let close = source[start...].prefix(200).firstIndex(of: UInt8(ascii: "]"))
    {
      index = source[(start + 1)..<close]
      start = close + 1
    }
    switch name {
    case "crefrange", "Crefrange":
      guard let first = argument(source, start), let second = argument(source, first.upperBound + 1) else { return nil }
      let (a, b) = (String(decoding: source[first], as: UTF8.self), String(decoding: source[second], as: UTF8.self))
      return ("\\ref{octavo-ref:word:\(a)}--\\ref{octavo-ref:number:\(b)}", second.upperBound + 1)
    case "cpageref":
      guard let label = argument(source, start) else { return nil }
      return ("p.~\\ref{octavo-ref:page:\(String(decoding: source[label], as: UTF8.self))}", label.upperBound + 1)
    case "index":
      guard let entry = argument(source, start) else { return nil }
      // of a command of the writer's own pandoc fills in the words
      let isFilledIn = source[entry].contains(UInt8(ascii: "#"))
      let words = isFilledIn ? String(decoding: source[entry], as: UTF8.self) : hexadecimal(source[entry])
      return (
        "\\ref{octavo-index\(isFilledIn ? "-words" : ""):\(hexadecimal(index)):\(words)}", entry.upperBound + 1
      )
    case "printindex":
      let title = hexadecimal(Array((titles[String(decoding: index, as: UTF8.self)] ?? "").utf8)[...])
      return ("\n\n\\ref{octavo-index-place:\(hexadecimal(index)):\(title)}\n\n", start)
    default: return nil
    }
  }

  /// `\makeindex[name=names, title={Index of names}]` (imakeidx).
  static func indexTitles(_ source: [UInt8]) -> [String: String] {
    var titles: [String: String] = [:]
    var rest = source[...]
    let opener = Array("\\makeindex[".utf8)
    while let found = rest.firstRange(ofBytes: opener) {
      let inner = rest[found.upperBound...].prefix(400).prefix { $0 != UInt8(ascii: "]") }
      var (name, title) = ("", "")
      for part in String(decoding: inner, as: UTF8.self).split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != "{" && $0 != "}" } }
        guard pair.count == 2 else { continue }
        let value = pair[1].drop { $0 == " " }
        if pair[0].contains("name") { name = String(value) }
        if pair[0].contains("title") { title = String(value) }
      }
      if !title.isEmpty { titles[name] = title }
      rest = rest[found.upperBound...]
    }
    return titles
  }

  /// Names of TeX's may hold no braces and no backslashes.
  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Options that a document of LaTeX's asks for: its chapters and sections are numbered unless it says otherwise.
  var optionsAsked: [String] {
    let head = text.prefix(200_000)
    func has(_ words: String) -> Bool { head.firstRange(ofBytes: Array(words.utf8)) != nil }
    guard isTeX, has("\\documentclass") else { return [] }
    let isNumbered = !has("{secnumdepth}{-") && !has("{secnumdepth}{0}")
    return (isNumbered ? ["number-sections"] : []) + (has("\\listoffigures") ? ["list-of-figures"] : [])
      + (has("\\listoftables") ? ["list-of-tables"] : [])
  }
}
