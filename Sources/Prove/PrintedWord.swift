/// A word as a PDF reader found it on a page.
package struct PrintedWord: Sendable, Equatable {
  /// UTF-8 as the reader gave it; may be part of a word.
  package var text: [UInt8]
  /// The box in points from the page's top left corner, y down.
  package var left, top, right, bottom: Double
  /// Octavo's own, such as a note's number: it may be absent from the manuscript.
  var isMark = false
  /// It stands at the height of its line, by what octavo says of that.
  var isPlaced = false
  /// The mark of a list's item.
  var isOfItem = false
  /// Among the words of its page, where a line is read in the order in which it was drawn.
  var place: Int?
  /// White that its letters were set apart by.
  var letterSpacing = 0.0
  /// Nothing stands between this and the word before.
  var isJoined = false
  /// It has a reading above, or is one: where that is the wider, white stands about the word.
  var isSetWide = false

  package init(text: [UInt8], left: Double, top: Double, right: Double, bottom: Double) {
    self.text = text
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  package var string: String { String(decoding: text, as: UTF8.self) }
  var height: Double { bottom - top }
  package var middle: Double { (top + bottom) / 2 }
}

/// The words of one sheet of a PDF, in the order in which the reader gave them.
package struct PrintedSheet: Sendable, Equatable {
  /// Points.
  package var width, height: Double
  package var words: [PrintedWord]

  package init(width: Double, height: Double, words: [PrintedWord] = []) {
    self.width = width
    self.height = height
    self.words = words
  }
}

/// Sorts the words of one page into lines from the top, each from its reading start.
///
/// Words of ordinary height make the lines; marks, small ones (raised letters), points of Hebrew and vowels of Arabic
/// that readers give by themselves, and tall ones (initials) join the line they share most height with, a tall one the
/// first that it covers.
func inLines(_ words: [PrintedWord]) -> [PrintedRow] {
  guard !words.isEmpty else { return [] }
  let usual = words.map(\.height).sorted()[words.count / 2]
  var rows: [PrintedRow] = []
  var others: [(index: Int, word: PrintedWord)] = []
  let order = words.indices.sorted { words[$0].middle < words[$1].middle }
  for (index, word) in order.map({ ($0, words[$0]) }) {
    // what is known to stand on a line is no initial, however tall
    let isTall = word.height > 1.6 * usual && !word.isPlaced
    if word.isMark || word.height < 0.8 * usual || isTall || word.isPoints
      || isScript(index, in: words, usual: usual)
    {
      others.append((index, word))
    } else if let last = rows.last, word.middle - (last.top + last.bottom) / 2 < 0.4 * min(usual, word.height) {
      rows[rows.count - 1].words.append(word)
    } else {
      rows.append(PrintedRow(top: word.top, bottom: word.bottom, words: [word]))
    }
  }
  var strays: [PrintedRow] = []
  for (place, word) in others {
    var best: (row: Int, shared: Double)?
    for (index, row) in rows.enumerated() {
      let shared = min(row.bottom, word.bottom) - max(row.top, word.top)
      // rows of a tall face reach over the lines above and below theirs
      if word.isPlaced, row.isPlaced, row.bottom - row.top > 1.6 * word.height {
        if abs(row.middle - word.middle) < 0.4 * word.height { best = (index, .infinity) }
        continue
      }
      guard shared > 0.5 * min(word.height, row.bottom - row.top) else { continue }
      // A tall initial belongs to the first line that it covers.
      if word.height > usual, best != nil { continue }
      if shared > (best?.shared ?? 0) { best = (index, shared) }
    }
    if let row = best?.row ?? rowBeside(place, of: words, in: rows) {
      rows[row].words.append(word)
    } else if let last = strays.last,
      abs(word.middle - (last.top + last.bottom) / 2) < 0.4 * word.height
        // a small one beside tall ones
        || last.top <= word.top && word.bottom <= last.bottom
    {
      strays[strays.count - 1].words.append(word)
    } else {
      strays.append(PrintedRow(top: word.top, bottom: word.bottom, words: [word]))
    }
  }
  rows += strays
  rows.sort { $0.top + $0.bottom < $1.top + $1.bottom }
  for index in rows.indices { rows[index].sort() }
  return rows
}

/// The row of a taller word that a word touches which stands above or below it: a raised word in a lowered one.
private func rowBeside(_ index: Int, of words: [PrintedWord], in rows: [PrintedRow]) -> Int? {
  let word = words[index]
  guard !word.isPlaced else { return nil }
  for other in [index - 1, index + 1] where words.indices.contains(other) {
    let beside = words[other]
    guard word.height < 0.8 * beside.height, word.touches(beside),
      min(beside.bottom, word.bottom) - max(beside.top, word.top) > -0.2 * word.height
    else { continue }
    if let row = rows.firstIndex(where: { $0.words.contains(beside) }) { return row }
  }
  return nil
}

/// Whether a word is a figure above or below a line that is larger than most: it touches a taller word beside it.
private func isScript(_ index: Int, in words: [PrintedWord], usual: Double) -> Bool {
  let word = words[index]
  // readers give pointed Hebrew in pieces of many heights
  guard word.text.allSatisfy({ $0 < 0xD6 }) else { return false }
  return [-1, 1].contains { step in
    var other = index + step
    // figures may stand beside figures, and raised words beside raised words
    while words.indices.contains(other), other != index + 16 * step,
      abs(words[other].height - word.height) < 0.1 * word.height, words[other].touches(words[other - step], within: 0.6)
    {
      other += step
    }
    guard words.indices.contains(other), words[other].touches(words[other - step]) else { return false }
    let beside = words[other]
    let shared = min(beside.bottom, word.bottom) - max(beside.top, word.top)
    return beside.height <= 1.6 * usual && word.height < 0.8 * beside.height && shared > 0.4 * word.height
  }
}

extension PrintedWord {
  /// Points or vowels of letters that run to the left, which stand in places of their own, or accents, which may be piled
  /// up.
  fileprivate var isPoints: Bool {
    right - left < 0.01
      && string.unicodeScalars.allSatisfy {
        (0x300...0x36F).contains($0.value)
          || LetterFolder.isRightToLeft($0.value) && $0.properties.generalCategory == .nonspacingMark
      }
  }

  /// Whether next to nothing stands between two words.
  /// - Parameter share: of the taller one's height, that may stand between.
  fileprivate func touches(_ other: PrintedWord, within share: Double = 0.2) -> Bool {
    abs(max(left - other.right, other.left - right)) < share * max(height, other.height)
  }
}

/// The words of one line.
struct PrintedRow {
  var top, bottom: Double
  var words: [PrintedWord]
  var middle: Double { (top + bottom) / 2 }
  /// It stands at the height of its line.
  var isPlaced: Bool { words.first?.isPlaced ?? false }

  /// Puts the words in their reading order.
  mutating func sort() {
    if words.allSatisfy({ $0.place != nil }) { return words.sort { $0.place ?? 0 < $1.place ?? 0 } }
    let isBackward = isMostlyRightToLeft(words)
    // of those that begin at one place an accent without a width of its own comes first
    // also before its reading, which has no width either
    words.sort {
      if $0.left == $1.left, $0.right == $1.right { return $0.isAccent && !$1.isAccent }
      return isBackward ? ($0.right, $0.left) > ($1.right, $1.left) : ($0.left, $0.right) < ($1.left, $1.right)
    }
  }
}

/// Whether most letters beyond ASCII and all in all most of the line's bytes run right to left.
private func isMostlyRightToLeft(_ words: [PrintedWord]) -> Bool {
  var backward = 0
  var forward = 0
  for word in words {
    guard word.text.contains(where: { $0 >= 0xD6 }) else {
      forward += word.text.count
      continue
    }
    for scalar in word.string.unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
      if LetterFolder.isRightToLeft(scalar.value) { backward += 1 } else { forward += 1 }
    }
  }
  return backward > forward
}
