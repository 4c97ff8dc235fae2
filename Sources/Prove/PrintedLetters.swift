internal import Units

/// The letters of a PDF's text in reading order, with the lines they stand on.
struct PrintedLetters {
  var letters = Letters()
  /// First letter of each line, ascending.
  var lineStarts: [Int] = []
  /// Of each line, the sheet and the page of the book it stands on, from 0.
  private var lineSheets: [Int32] = []
  private var linePages: [Int32] = []
  /// The words as read, parted by spaces; the letters' offsets count in it.
  var text: [UInt8] = []

  /// First letter of the notes at the feet of pages, which come last; nil where their places are not known.
  var notesStart: Int?

  /// Nothing is known of the pages: what may be a note's mark or a list's number is optional.
  var guessesMarks = false

  /// Adds a line, in its reading order.
  mutating func append(_ line: [PrintedWord], sheet: Int, page: Int, folder: inout LetterFolder) {
    guard !line.isEmpty else { return }
    // where lines run to the left it stands behind one that runs to the right
    var line = line.contains(where: \.isOfItem) ? line.filter(\.isOfItem) + line.filter { !$0.isOfItem } : line
    // a line that readers may have shuffled is compared as a whole: octavo's own stands before it
    let backward = line.filter(\.isBackward)
    if !backward.isEmpty {
      line = line.filter(\.isMark) + line.filter { !$0.isMark }
      // an accent over one of their letters, which is none of theirs
      line.removeAll { accent in
        accent.isAccent && backward.contains { $0.left - 0.1 <= accent.left && accent.left <= $0.right + 0.1 }
      }
    }
    let before = letters.count
    folder.add([.space, .lineEnd])
    let usual = guessesMarks ? line.map(\.height).sorted()[line.count / 2] : 0
    for (place, word) in line.enumerated() {
      // a list's dash or dot, which octavo made, is no sign of the text
      if word.isMark, !word.string.contains(where: { $0.isLetter || $0.isNumber }) { continue }
      let mark = word.isMark || guessesMarks && isNoteMark(word, usual: usual, isFirst: place == 0)
      if mark { folder.setOptional(true) }
      // A hyphen that ends the line stands before the next line's first letter,
      // so spaces are noted before each word, never after.
      let isJoined = word.isJoined || place == line.count - 1 && word.isHyphen(ofSpacedWord: line.prefix(place).last)
      if isJoined, text.last == 0x20 { text.removeLast() }
      if place > 0, !isJoined {
        folder.add(.space)
        // a space is no narrower than that, even where a line is set tight; letters that are set apart stand
        // 0.12 em from each other, to which a line's expansion adds, and some faces kern f and i 0.13 em apart
        let between = max(word.left, line[place - 1].left) - min(word.right, line[place - 1].right)
        // an accent without a width stands over a letter before it, or over none
        let nearest = word.isAccent ? 0.1 : 0.14 * min(word.height, line[place - 1].height)
        let spacing = max(0, min(word.letterSpacing, line[place - 1].letterSpacing))
        if between < nearest + spacing || word.isSetWide || line[place - 1].isSetWide { folder.add(.near) }
      }
      let start = text.count
      text += word.text
      word.text.withUnsafeBufferPointer { folder.append($0, 0..<$0.count, base: start, to: &letters) }
      text.append(0x20)
      if mark { folder.setOptional(false) }
    }
    if letters.count > before {
      lineStarts.append(before)
      lineSheets.append(Int32(clamping: sheet))
      linePages.append(Int32(clamping: page))
    }
  }

  /// Whether a word can be the mark of a note that octavo numbered itself, or a
  /// list's number: up to four digits, small beside its line or first on it.
  private func isNoteMark(_ word: PrintedWord, usual: Double, isFirst: Bool) -> Bool {
    guard word.text.count <= 12, isFirst || word.height < 0.8 * usual else { return false }
    var digits = 0
    for scalar in word.string.unicodeScalars {
      switch scalar {
      case "0"..."9", "\u{B9}", "\u{B2}", "\u{B3}", "\u{2070}"..."\u{2079}": digits += 1
      case ".", ")", "(", "[", "]", "*", "\u{2020}", "\u{2021}": break
      default: return false
      }
    }
    return digits > 0 && digits <= 4
  }

  /// The line that holds a letter, as a range of letters.
  func line(of letter: Int) -> Range<Int> {
    let index = lastIndex(in: lineStarts, notAbove: letter)
    guard index >= 0 else { return 0..<(lineStarts.first ?? letters.count) }
    return lineStarts[index]..<(index + 1 < lineStarts.count ? lineStarts[index + 1] : letters.count)
  }

  /// Whether readers of PDFs may have shuffled the line that holds a letter.
  func isShuffled(lineOf letter: Int) -> Bool {
    line(of: letter).contains { $0 < letters.count && letters.gaps[$0].contains(.shuffled) }
  }

  /// The sheet and the page that hold a letter, counted from 0; the last ones for letters past the end.
  func place(of letter: Int) -> (sheet: Int, page: Int) {
    guard !lineSheets.isEmpty else { return (0, 0) }
    let line = max(lastIndex(in: lineStarts, notAbove: min(letter, max(letters.count - 1, 0))), 0)
    return (Int(lineSheets[line]), Int(linePages[line]))
  }

  private func lastIndex(in starts: [Int], notAbove value: Int) -> Int { starts.lowerBound { $0 <= value } - 1 }
}

extension PrintedWord {
  /// Whether it has letters of Hebrew, Arabic and their like; told at a glance of most that have none.
  fileprivate var isBackward: Bool {
    text.contains { $0 >= 0xD6 } && string.unicodeScalars.contains(where: \.isBackward)
  }

  /// Whether it is the hyphen at the end of a line that parts a word whose letters are set apart: readers may give it as
  /// a word of its own.
  fileprivate func isHyphen(ofSpacedWord before: PrintedWord?) -> Bool {
    guard let before, letterSpacing > 0, before.letterSpacing > 0, string == "-" || string == "\u{2010}" else {
      return false
    }
    return left - before.right < 0.14 * min(height, before.height) + min(letterSpacing, before.letterSpacing)
  }

  /// Nothing but accents.
  var isAccent: Bool { string.unicodeScalars.allSatisfy { (0x300...0x36F).contains($0.value) } }
}

extension Unicode.Scalar {
  fileprivate var isBackward: Bool { LetterFolder.isRightToLeft(value) }
}
