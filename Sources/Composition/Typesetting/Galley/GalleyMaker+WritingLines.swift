internal import BookModel
internal import PageBreaking

/// Lines to write on, as workbooks have them.
extension GalleyMaker {
  /// A rule across the frame with a row for the hand above it: two rows of a book's leading are about the 8 to 10 mm of
  /// ruled paper.
  func setWritingLine(_ source: UInt32, in frame: Frame) {
    let start = stick.lines.count
    blankRecord(source: source)
    let x = resolver.isRightToLeft ? frame.trailingIndent : frame.leadingIndent
    let width = measure - frame.leadingIndent - frame.trailingIndent
    attach(RuleRecord(x: x, y: leading, width: width, height: GalleyMaker.writingRule), to: start)
    append(.box, [VerticalLine(rows: 2)], from: start)
  }

  /// Half a point, in 1/1024 pt: a hairline in grey would be lost on a copier.
  private static let writingRule: PackedLength = 512

  static func isWritingLine(_ blocks: [Block], at index: Int) -> Bool {
    guard index < blocks.count, case .sceneBreak(let row) = blocks[index] else { return false }
    return row.mark == .writingLine
  }
}
