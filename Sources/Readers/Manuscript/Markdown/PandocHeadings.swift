/// What stands for headings in the text.
extension PandocMarks {
  /// The end of a backslash and a blank within a line, which is a space at which no line ends (pandoc's manual, "Backslash
  /// escapes").
  static func fixedSpace(_ line: Substring, _ at: Substring.Index) -> Substring.Index? {
    guard line.utf8[at] == 0x5C, at > line.startIndex else { return nil }
    let blank = line.utf8.index(after: at)
    guard blank < line.endIndex, line.utf8[blank] == 0x20 else { return nil }
    let next = line.utf8.index(after: blank)
    let before = line.utf8[line.utf8.index(before: at)]
    return next < line.endIndex && line.utf8[next] > 0x20 && before > 0x20 && before != 0x5C ? next : nil
  }

  /// Names the headings that words in brackets say, `[Second part]` and `[Second part][]` (pandoc's
  /// `implicit_header_references`), at the end of the file.
  mutating func nameHeadings() {
    var titles: [String: String] = [:]
    for line in lines where line.utf8.first == 0x23 {
      var words = line.drop { $0 == "#" }.trimmingBlanks
      var name: String?
      if words.last == "}", let brace = words.lastIndex(of: "{") {
        name = words[brace...].dropFirst(2).prefix { $0 != " " && $0 != "}" }.description
        if !words[brace...].hasPrefix("{#") { name = nil }
        words = words[..<brace].trimmingBlanks
      }
      guard words.utf8.count > 2, !words.utf8.contains(where: { $0 == 0x5B || $0 == 0x5D || $0 == 0x2A || $0 == 0x60 })
      else { continue }
      titles[words.lowercased(), default: name ?? headingSlug(String(words))] += ""
    }
    guard !titles.isEmpty else { return }
    var wanted: [String: Substring] = [:]
    for line in lines where line.utf8.contains(0x5B) {
      var rest = line
      while let open = rest.utf8.firstIndex(of: 0x5B) {
        rest = rest[rest.utf8.index(after: open)...]
        guard let close = rest.utf8.firstIndex(of: 0x5D) else { break }
        let words = rest[..<close]
        let behind = rest[close...].dropFirst()
        let key = words.lowercased()
        if behind.hasPrefix(":") { titles[key] = nil }
        guard titles[key] != nil, behind.first != "(", behind.first != "{",
          behind.first != "[" || behind.hasPrefix("[]")
        else { continue }
        wanted[key] = words
      }
    }
    let made = wanted.sorted { $0.key < $1.key }.compactMap { key, words in
      titles[key].map { "[\(words)]: #\($0)"[...] }
    }
    guard !made.isEmpty else { return }
    lines += [""] + made
    changed = true
  }

  /// Whether words in brackets may be those of a heading: no link, note or task.
  static func mayNameHeading(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let close = rest.prefix(120).firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex + 2,
      let first = rest.first, first.isASCIILetter || first >= 0x80
    else { return false }
    guard close + 1 < rest.endIndex else { return true }
    return !"(:{".utf8.contains(rest[close + 1])
  }

  /// `Table: words` behind the rows of a table is what a colon is before its caption.
  mutating func markCaption(_ index: Int) {
    guard index > 1, isBlank(index - 1), let mark = ["Table: ", "table: "].first(where: lines[index].hasPrefix),
      let row = lines[..<index].last(where: { !$0.isWhite }), row.hasPrefix("|")
    else { return }
    set(index, ": " + lines[index].dropFirst(mark.count))
  }
}
