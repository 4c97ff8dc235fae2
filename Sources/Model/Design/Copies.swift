internal import Units

/// Copies to read and mark: changes that any theme takes.
extension PageDesign {
  /// Room between the lines for a pen, every fifth line numbered, the foot says what it is.
  public mutating func makeProof() {
    leading = max(leading, size.scaled(by: 1.75))
    lineNumberStep = 5
    isProof = true
    (footerLeft, footerRight) = (nil, nil)
    footer = "Uncorrected proof · {date} · {page}"
  }

  /// Paper saved: type a fifth smaller but no less than 8 pt, narrow margins, two pages a
  /// sheet, chapters wherever they fall.
  public mutating func makeDraft() {
    let smaller = max(size.scaled(by: 0.8), min(size, Length(points: 8)))
    leading = leading.scaled(by: smaller.points / size.points)
    size = smaller
    (inside, outside) = (Length(millimetres: 14), Length(millimetres: 12))
    (top, bottom) = (Length(millimetres: 13), Length(millimetres: 16))
    sides = .facing
    isSpread = true
    if chapters == .recto { chapters = .auto }
    partsOnRecto = false
    for opener in [Element.chapter, .part] { self[opener].above = min(self[opener].above, 2) }
    (hasHalfTitle, hasColophon) = (false, false)
    pictureVeil = 0.5
  }
}
