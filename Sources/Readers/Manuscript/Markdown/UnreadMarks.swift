internal import Units

extension MarkdownReader {
  /// Tells of what looks like a mark in words that are set as they stand: the call of a note that is not there, a link or
  /// a picture whose target has a blank in it.
  func tellOfMarks(_ words: UnsafeBufferPointer<UInt8>, at source: Int, in passage: MarkdownPassage) {
    // signs that stand elsewhere than they read are counted on, past the end of the text
    func isHidden(_ at: Int) -> Bool {
      passage.text.indices.contains(source + at - 1) && passage.text[source + at - 1] == UInt8(ascii: "\\")
    }
    for close in words.indices where words[close] == UInt8(ascii: "]") {
      guard let open = words[..<close].suffix(200).lastIndex(of: UInt8(ascii: "[")), !isHidden(open), !isHidden(close)
      else { continue }
      let inner = words[(open + 1)..<close]
      if inner.first == UInt8(ascii: "^"), inner.count > 1, !inner.contains(where: { $0 <= 0x20 }) {
        let label = String(decoding: inner.dropFirst(), as: UTF8.self)
        say(once: .noteMissing(label), at: passage.location(of: source + open))
      } else if close + 1 < words.count, words[close + 1] == UInt8(ascii: "("),
        let end = words[(close + 2)...].prefix(300).firstIndex(of: UInt8(ascii: ")"))
      {
        let target = words[(close + 2)..<end]
        guard target.contains(0x20), isTarget(target) else { continue }
        say(once: .targetWithBlank(String(decoding: target, as: UTF8.self)), at: passage.location(of: source + open))
      }
    }
  }

  /// Whether words are an address or end as the names of files do.
  private func isTarget(_ words: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if words.starts(with: "http".utf8) { return true }
    guard let point = words.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = words[(point + 1)...]
    return (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }
}
