internal import BookModel
internal import Design
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
          if !GalleyMaker.isBesidePoem(paragraph) { other += 1 }
          other += paragraph.inlines.reduce(0) { $0 + size(of: $1) } / 60
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

  /// Where the lines of a poem begin.
  struct VersePlace {
    var base: PackedLength
    /// For a space of the manuscript.
    var step: PackedLength
    func indent(_ line: Verse.Line) -> PackedLength { base + Int32(line.indent) * step }
  }

  func place(of verse: Verse, in frame: Frame) -> VersePlace {
    let widest = verse.stanzas.flatMap(\.lines).map(\.indent).max() ?? 0
    // a space of the manuscript is half an em of indent; shapes keep a narrower, even step
    let step = verse.isShaped ? em * 2 / 5 : em / 2
    let asked = design[.verse].indent.map { PackedLength(Double(em) * $0) } ?? em * 3 / 2
    let usual = isInNote || frame.leadingIndent > 0 ? asked : verseIndent ?? asked
    // a shape stands about a third of the way across, whatever its own margin was
    let base =
      frame.leadingIndent + (verse.isShaped ? max(em * 3 / 2, measure / 3 - Int32(widest) * step / 2) : usual)
    // something is left of a line also where the poem itself stands deep, and of what is turned over
    let room = max(0, min(measure / 2, measure - frame.trailingIndent - base - em * 6))
    return VersePlace(base: base, step: min(step, room / Int32(max(widest, 1))))
  }

  /// In a section of verse short lines above a poem are its titles, in the middle as the chapter's is.
  func titled(_ paragraph: Paragraph, above rest: ArraySlice<Block>) -> Paragraph {
    guard verseIndent != nil, !isInNote, paragraph.placement == .justified, GalleyMaker.isTitle(paragraph)
    else { return paragraph }
    for block in rest.prefix(3) {
      if case .verse = block {
        return onAxis(paragraph)
      }
      // or above the number of its first part
      if case .heading = block { return onAxis(paragraph) }
      guard case .paragraph(let other) = block, GalleyMaker.isTitle(other) else { break }
    }
    return paragraph
  }

  /// The number of a part, whom a poem is to, who signed it.
  private static func isBesidePoem(_ paragraph: Paragraph) -> Bool {
    let text = paragraph.inlines.plainText
    guard text.utf8.count <= longestTitle else { return false }
    return paragraph.placement != .justified || paragraph.isInItalics || text.hasPrefix("(") && text.hasSuffix(")")
      || Verse.Line(paragraph.inlines).isNumeral
  }

  /// In the middle, and in italics where brackets say that it is no title: `(After the French)`
  private func onAxis(_ paragraph: Paragraph) -> Paragraph {
    var title = paragraph
    title.placement = .centred
    let text = paragraph.inlines.plainText
    if text.hasPrefix("("), text.hasSuffix(")") {
      title.inlines = title.inlines.map { inline in
        var inline = inline
        inline.style.traits.insert(.emphasis)
        return inline
      }
    }
    return title
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

  /// A line's number at the measure's end, in figures of one width.
  func number(_ record: Int, _ inlines: [Inline], in frame: Frame) {
    var margin = Frame(style: frame.style, leadingIndent: frame.leadingIndent, trailingIndent: frame.trailingIndent)
    margin.style.scale *= 0.8
    margin.style.features = "lnum=1,tnum=1"
    let spec = LineSpec(frame: margin, placement: .trailing, isQuiet: true)
    for line in layApart(inlines, spec: spec).lines { attach(line, to: record) }
  }

  /// Most bytes of the line that says who wrote what stands above it.
  private static let longestAttribution = 90

  /// The one short line at the right behind verse or a quotation: who wrote it.
  static func attribution(behind index: Int, in blocks: [Block]) -> Paragraph? {
    guard index + 1 < blocks.count, case .paragraph(let paragraph) = blocks[index + 1],
      paragraph.placement == .trailing, paragraph.anchor == nil,
      paragraph.inlines.plainText.utf8.count <= longestAttribution
    else { return nil }
    // of several lines the last may be a date, and they are a letter's end
    return index + 2 < blocks.count && isTrailing(blocks[index + 2]) ? nil : paragraph
  }

  /// Who wrote a poem stands right below its last line, and ends where its longest line does.
  func set(_ attribution: Paragraph, of verse: Verse, in frame: Frame) {
    keepLastWithNext()
    var spec = LineSpec(frame: frame)
    let look = design[.attribution]
    spec.frame.take(look)
    spec.placement = GalleyMaker.placement(look)
    if spec.placement == .trailing, !verse.isShaped {
      let own = widths(of: attribution.inlines, style: spec.frame.style).natural
      var style = frame
      style.take(design[.verse])
      let place = place(of: verse, in: frame)
      let right = verse.stanzas.flatMap(\.lines).prefix(GalleyMaker.sampledLines).reduce(PackedLength(0)) {
        edge, line in
        guard line.inlines.reduce(0, { $0 + size(of: $1) }) <= GalleyMaker.longestMeasured else { return measure }
        return max(edge, place.indent(line) + widths(of: line.inlines, style: style.style).natural)
      }
      spec.frame.trailingIndent = max(frame.trailingIndent, measure - max(right, frame.leadingIndent + own + em))
    }
    within(.attribution, attribution.source) { _ = add(attribution.inlines, spec: spec, kind: .paragraph) }
  }

  private func size(of inline: Inline) -> Int {
    if case .text(let text) = inline.content { text.utf8.count } else { 0 }
  }
}

extension Heading {
  /// Nothing but a number.
  var isNumber: Bool { Verse.Line(label + title).isNumeral }
}

extension Verse.Line {
  /// Nothing but a number, in figures or in Roman numerals.
  var isNumeral: Bool {
    let text = inlines.plainText.unicodeScalars.filter { $0 != " " && $0 != "." }
    guard (1...6).contains(text.count) else { return false }
    return text.allSatisfy { ("0"..."9").contains($0) } || text.allSatisfy { "IVXLC".unicodeScalars.contains($0) }
  }
}
