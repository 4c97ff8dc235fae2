/// A word as a PDF reader found it on a page.
package struct PrintedWord: Sendable, Equatable {
  /// UTF-8 as the reader gave it; may be part of a word.
  package var text: [UInt8]
  /// The box in points from the page's top left corner, y down.
  package var left, top, right, bottom: Double

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

/// Where the text stands on the sheets of a PDF, and what on them is no part of it.
package struct PrintedLayout: Sendable, Equatable {
  /// A text block: points from the page's top, and from the sheet's left where its sides count.
  package struct Frame: Sendable, Equatable {
    package var top, bottom: Double
    package var left, right: Double
    package init(top: Double, bottom: Double, left: Double = -.infinity, right: Double = .infinity) {
      self.top = top
      self.bottom = bottom
      self.left = left
      self.right = right
    }
  }

  /// Pages on a sheet, side by side or stacked: 1, or 2 for spreads.
  package var pagesAcross: Int
  /// The pages of a sheet stand one below the other.
  package var isStacked = false
  /// The right page of a spread comes first.
  package var isRightToLeft: Bool
  /// Words whose middle is outside are heads and folios, and set aside. One frame
  /// for all pages, or several taken in turn by page index (recto, verso); none
  /// sets nothing aside.
  package var frames: [Frame]
  /// Pages set aside as a whole, such as title and contents, counted from 0
  /// across all sheets: sheet index times `pagesAcross`, plus the place on the sheet.
  package var pagesSetAside: Set<Int>

  package init(
    pagesAcross: Int = 1, isRightToLeft: Bool = false, frames: [Frame] = [], pagesSetAside: Set<Int> = []
  ) {
    self.pagesAcross = max(1, pagesAcross)
    self.isRightToLeft = isRightToLeft
    self.frames = frames
    self.pagesSetAside = pagesSetAside
  }

  /// The words of a sheet's text as lines in reading order, by position alone:
  /// pages in turn, lines downwards, words along the line. Heads, folios and
  /// pages set aside are left out. Empty pages give no lines.
  package func lines(of sheet: PrintedSheet, index: Int) -> [[PrintedWord]] {
    var pages = [[PrintedWord]](repeating: [], count: pagesAcross)
    for word in sheet.words {
      let share =
        (isStacked ? word.middle / max(sheet.height, 1) : (word.left + word.right) / 2 / max(sheet.width, 1))
        * Double(pagesAcross)
      let place = min(max(Int(share.rounded(.down)), 0), pagesAcross - 1)
      pages[isRightToLeft ? pagesAcross - 1 - place : place].append(word)
    }
    var lines: [[PrintedWord]] = []
    for (place, words) in pages.enumerated() {
      let page = index * pagesAcross + place
      guard !pagesSetAside.contains(page) else { continue }
      if frames.isEmpty {
        lines += inLines(words)
      } else {
        let frame = frames[page % frames.count]
        let head = isStacked ? sheet.height / Double(pagesAcross) * Double(place) : 0
        lines += inLines(words.filter { word in
          let middle = (word.left + word.right) / 2
          return word.middle >= head + frame.top && word.middle <= head + frame.bottom && middle >= frame.left
            && middle <= frame.right
        })
      }
    }
    return lines
  }
}

/// Sorts the words of one page into lines from the top, each from its reading start.
///
/// Words of ordinary height make the lines; small ones (note marks) and tall
/// ones (initials) join the line they share most height with, a tall one the
/// first that it covers.
private func inLines(_ words: [PrintedWord]) -> [[PrintedWord]] {
  guard !words.isEmpty else { return [] }
  let usual = words.map(\.height).sorted()[words.count / 2]
  var rows: [(top: Double, bottom: Double, words: [PrintedWord])] = []
  var others: [PrintedWord] = []
  for word in words.sorted(by: { $0.middle < $1.middle }) {
    if word.height < 0.8 * usual || word.height > 1.6 * usual {
      others.append(word)
    } else if let last = rows.last, word.middle - (last.top + last.bottom) / 2 < 0.4 * min(usual, word.height) {
      rows[rows.count - 1].words.append(word)
    } else {
      rows.append((word.top, word.bottom, [word]))
    }
  }
  var strays: [(top: Double, bottom: Double, words: [PrintedWord])] = []
  for word in others {
    var best: (row: Int, shared: Double)?
    for (index, row) in rows.enumerated() {
      let shared = min(row.bottom, word.bottom) - max(row.top, word.top)
      guard shared > 0.5 * min(word.height, row.bottom - row.top) else { continue }
      // A tall initial belongs to the first line that it covers.
      if word.height > usual, best != nil { continue }
      if shared > (best?.shared ?? 0) { best = (index, shared) }
    }
    if let best {
      rows[best.row].words.append(word)
    } else if let last = strays.last, abs(word.middle - (last.top + last.bottom) / 2) < 0.4 * word.height {
      strays[strays.count - 1].words.append(word)
    } else {
      strays.append((word.top, word.bottom, [word]))
    }
  }
  rows += strays
  rows.sort { $0.top + $0.bottom < $1.top + $1.bottom }
  return rows.map { row in
    let isBackward = isMostlyRightToLeft(row.words)
    return row.words.sorted { isBackward ? $0.right > $1.right : $0.left < $1.left }
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
    for scalar in word.string.unicodeScalars {
      if LetterFolder.isRightToLeft(scalar.value) { backward += 1 } else { forward += 1 }
    }
  }
  return backward > forward
}
