internal import BookModel
internal import PageDesign
internal import Units

/// Poems stand in the optical middle of the page, under their titles.
extension GalleyMaker {
  /// Lines looked at to know how long a poem's are.
  private static let sampledLines = 300
  /// Bytes of a line past which it is as wide as any measure.
  private static let longestMeasured = 400

  /// The indent at which a section of verse stands in the middle by its common longest line: what is longer
  /// than nine tenths of the others hangs out at the right. Nil where the section is something else.
  func verseIndent(of blocks: [Block]) -> PackedLength? {
    guard design[.verse].indent == nil, !blocks.isEmpty else { return nil }
    var verse = 0
    var other = 0
    var widths: [PackedLength] = []
    var style = Frame.body
    style.take(design[.verse])
    for block in blocks {
      guard case .verse(let found) = block else {
        if case .paragraph(let paragraph) = block {
          other += 1 + paragraph.inlines.reduce(0) { $0 + size(of: $1) } / 60
        }
        continue
      }
      if found.isShaped { return nil }
      let deepest = found.stanzas.flatMap(\.lines).map(\.indent).max() ?? 0
      for line in found.stanzas.flatMap(\.lines) {
        verse += 1
        guard widths.count < GalleyMaker.sampledLines else { continue }
        // a line that no page holds is not measured
        guard line.inlines.reduce(0, { $0 + size(of: $1) }) <= GalleyMaker.longestMeasured else {
          widths.append(measure)
          continue
        }
        let indent = deepest == 0 ? 0 : Int32(line.indent) * min(em / 2, measure / 2 / Int32(deepest))
        widths.append(indent + self.widths(of: line.inlines, style: style.style).natural)
      }
    }
    guard verse >= 4, verse > 3 * other else { return nil }
    widths.sort()
    let common = widths[min(widths.count * 9 / 10, widths.count - 1)]
    // what has room at the margin is not turned for the sake of the middle
    let widest = widths.last { $0 <= measure - em * 3 / 2 } ?? common
    let indent = min((measure - common) / 2, measure - widest)
    return indent > em * 3 / 2 ? indent : nil
  }

  /// In a section of verse short lines above a poem are its titles, in the middle as the chapter's is.
  func titled(_ paragraph: Paragraph, above rest: ArraySlice<Block>) -> Paragraph {
    guard verseIndent != nil, !isInNote, paragraph.placement == .justified, GalleyMaker.isTitle(paragraph)
    else { return paragraph }
    for block in rest.prefix(3) {
      if case .verse = block {
        var title = paragraph
        title.placement = .centred
        return title
      }
      guard case .paragraph(let other) = block, GalleyMaker.isTitle(other) else { break }
    }
    return paragraph
  }

  /// Where a line in a play begins, which may be where the speaker before left off, and where it ends.
  func indent(of line: Verse.Line, _ usual: PackedLength, _ frame: Frame) -> PackedLength {
    let width = widths(of: line.inlines, style: frame.style).natural
    var indent = usual
    if let step = pendingStep, step > usual, step + width <= measure { indent = step }
    pendingStep = nil
    // a word space further
    verseEnd = indent + width + em / 4
    return indent
  }

  private func size(of inline: Inline) -> Int {
    if case .text(let text) = inline.content { text.utf8.count } else { 0 }
  }
}
