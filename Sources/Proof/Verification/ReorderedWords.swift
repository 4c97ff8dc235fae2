// Words whose letters come in another order because a mark stands where two scripts meet in them.

extension WordDifference {
  /// Whether all that differs is the order of letters, and a mark's letter: both sides are the same letters, and among
  /// them stand some that run to the left, or those of an Indic cluster cut in two, beside those of another script, with
  /// a mark that is drawn over what stands before it on paper.
  ///
  /// Words of one script are told apart letter by letter, and so must others be.
  func isOrderAlone(expected: [Letters], printed: Letters, folder: LetterFolder) -> Bool {
    guard let first = lost.first, let last = lost.last, !extra.isEmpty else { return false }
    let letters = expected[sequence]
    func scalars(_ ids: [UInt32]) -> [UInt32] {
      ids.flatMap { folder.spelling(of: $0).unicodeScalars.map(\.value) }.filter { !(0x300...0x36F).contains($0) }
    }
    let words = lost.map { word in scalars(word.map { letters.ids[$0] }) }
    let spelled = lost.joined().map { letters.ids[$0] } + extra.joined().map { printed.ids[$0] }
    let hasMark = spelled.contains { folder.spelling(of: $0).unicodeScalars.contains { $0.isMark } }
    guard hasMark && isMixed(words.flatMap(\.self)) || words.contains(where: beginsWithinCluster) else { return false }
    let given = scalars(extra.joined().map { printed.ids[$0] }).sorted()
    // a mark before them or between them may be printed as text
    let before = letters.gaps[..<first.lowerBound].lastIndex { !$0.contains(.optional) }.map { $0 + 1 } ?? 0
    let all = scalars((before..<last.upperBound).map { letters.ids[$0] })
    let between = scalars((first.lowerBound..<last.upperBound).map { letters.ids[$0] })
    return !given.isEmpty && [words.flatMap(\.self), between, all].contains { $0.sorted() == given }
  }

  /// Whether letters that run to the left, or Indic ones, stand among others.
  private func isMixed(_ scalars: [UInt32]) -> Bool {
    let kinds = Set(scalars.map { LetterFolder.isRightToLeft($0) ? 0 : isIndic($0) ? 1 + $0 >> 7 : .max })
    return kinds.count > 1
  }

  /// Whether a sign of Indic vowels stands without its letter.
  private func beginsWithinCluster(_ word: [UInt32]) -> Bool {
    guard let first = word.first, isIndic(first) else { return false }
    return Unicode.Scalar(first)?.isMark ?? false
  }

  private func isIndic(_ scalar: UInt32) -> Bool { (0x900...0xDFF).contains(scalar) }
}

extension Unicode.Scalar {
  /// A mark that stands over a letter, or a sign of its vowel; those of scripts that run to the left have its order.
  fileprivate var isMark: Bool {
    !LetterFolder.isRightToLeft(value)
      && [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }
}
