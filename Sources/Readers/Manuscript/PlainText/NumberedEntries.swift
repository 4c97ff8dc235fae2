// What a contents list says behind its numbers.

extension PlainTextSource {
  /// The titles of entries that count, without number and page, in small letters: `I A casa do outeiro    7`. Where such
  /// words stand below a number of the text, they are its title, whatever they look like.
  func titlesCounted(in list: Range<Int>) -> Set<String> {
    var titles: Set<String> = []
    var entry = ""
    func close(hasPage: Bool) {
      var words = Manuscript.titleWords(entry)[...]
      entry = ""
      if hasPage { words = words.dropLast() }
      if let first = words.first, DivisionWords.word(first) != nil { words = words.dropFirst() }
      guard words.count >= 2, let number = words.first, numeralValue(number) != nil else { return }
      titles.insert(words.dropFirst().joined(separator: " "))
    }
    for c in list {
      for i in chunks[c].lines {
        entry += " " + string(ofLine: i)
        if hasPageNumber(i) { close(hasPage: true) }
      }
      close(hasPage: false)
    }
    return titles
  }

  /// Whether a chunk of a few lines says what the list says behind a number.
  func isCounted(_ c: Int, in titles: Set<String>) -> Bool {
    guard !titles.isEmpty, chunks[c].lines.count <= 4, bytes(ofChunk: c).count <= 300 else { return false }
    return titles.contains(Manuscript.titleWords(string(ofChunk: c)).joined(separator: " "))
  }
}
