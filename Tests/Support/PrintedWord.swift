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
