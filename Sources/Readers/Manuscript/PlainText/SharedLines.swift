internal import BookModel

/// Lines of verse that two and more speakers share, in texts that do not tell: short parts that make up one line of the
/// play's metre together. Editors part them so (Wright, Shakespeare's Metrical Art, 1988, ch. 8).
enum SharedLines {
  /// Syllables of an iambic line: ten, and one more or less as they are counted here.
  private static let line = 9...11
  /// Spaces that tell the setter that a line goes on where another left off.
  private static let step = 12

  /// Sets the later parts in, where most lines of the speeches are of one metre and no part is set in already.
  static func step(in sections: inout [Section]) {
    let speeches = sections.lazy.flatMap(\.blocks).compactMap(verse)
    var (inner, counted, marked) = (0, 0, 0)
    for lines in speeches {
      if let first = lines.first, first.indent >= 6, lines.dropFirst().allSatisfy({ $0.indent < first.indent }) {
        marked += 1
      }
      for text in lines.dropFirst().dropLast() {
        inner += 1
        if line.contains(syllables(text.inlines.plainText)) { counted += 1 }
      }
    }
    guard inner >= 12, counted * 10 >= inner * 6, marked < 3 else { return }
    for s in sections.indices { step(in: &sections[s].blocks) }
  }

  private static func verse(_ block: Block) -> [Verse.Line]? {
    guard case .speech(let speech) = block, speech.blocks.count == 1, case .verse(let verse)? = speech.blocks.first,
      verse.stanzas.count == 1
    else { return nil }
    return verse.stanzas[0].lines
  }

  private static func step(in blocks: inout [Block]) {
    // the parts of a line so far, and what they sum up to
    var open: [Int] = []
    var sum = 0
    for index in blocks.indices {
      guard let lines = verse(blocks[index]), let first = lines.first, let last = lines.last else {
        open = []
        continue
      }
      let own = syllables(first.inlines.plainText)
      var isPart = false
      if !open.isEmpty, line.contains(sum + own), !fitsBetter(own, lines, with: blocks[(index + 1)...].first, than: sum)
      {
        if isAmongVerse(open + [index], of: blocks) {
          for part in open.dropFirst() + [index] { setIn(&blocks[part]) }
          isPart = true
        }
        open = []
      } else if !open.isEmpty, lines.count == 1, sum + own < line.lowerBound {
        open.append(index)
        sum += own
        continue
      } else {
        open = []
      }
      let end = syllables(last.inlines.plainText)
      if lines.count > 1 || !isPart, end < line.lowerBound { (open, sum) = ([index], end) }
    }
  }

  /// A speech of one line may make up one with the next as well.
  private static func fitsBetter(_ own: Int, _ lines: [Verse.Line], with next: Block?, than before: Int) -> Bool {
    guard lines.count == 1, let next = next.flatMap(verse)?.first else { return false }
    return abs(own + syllables(next.inlines.plainText) - 10) < abs(before + own - 10)
  }

  /// Whether a speech of several lines of verse is among them or beside them: single lines of prose may add up as well.
  private static func isAmongVerse(_ parts: [Int], of blocks: [Block]) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    let around = blocks[max(first - 3, 0)...min(last + 3, blocks.count - 1)]
    let isProse = around.contains { block in
      if case .speech(let speech) = block, case .paragraph? = speech.blocks.first { true } else { false }
    }
    return !isProse && around.contains { (verse($0)?.count ?? 0) > 1 }
  }

  private static func setIn(_ block: inout Block) {
    guard case .speech(var speech) = block, case .verse(var verse)? = speech.blocks.first else { return }
    verse.stanzas[0].lines[0].indent = step
    speech.blocks[0] = .verse(verse)
    block = .speech(speech)
  }

  /// English ones, by groups of vowels: `e` at a word's end and in most endings `ed` is silent.
  static func syllables(_ text: String) -> Int {
    text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.reduce(0) { sum, word in
      let letters = word.unicodeScalars.filter { $0.properties.isAlphabetic }
      guard !letters.isEmpty else { return sum }
      var groups = 0
      var isBehindVowel = false
      for letter in letters {
        let isVowel = "aeiouyàáâäæèéêëìíîïòóôöœùúûü".unicodeScalars.contains(letter)
        if isVowel, !isBehindVowel { groups += 1 }
        isBehindVowel = isVowel
      }
      let ending = String(String.UnicodeScalarView(letters.suffix(3)))
      if groups > 1, letters.count > 2 {
        let isSilentE = ending.hasSuffix("e") && !ending.hasSuffix("le") && !ending.hasSuffix("ee")
        let isSilentEd = ending.hasSuffix("ed") && !["ted", "ded"].contains(ending) && !ending.hasSuffix("eed")
        let isSilentEs = ending.hasSuffix("es") && !["ses", "zes", "ces", "ges", "hes", "xes"].contains(ending)
        if isSilentE || isSilentEd || isSilentEs { groups -= 1 }
      }
      return sum + max(groups, 1)
    }
  }
}
