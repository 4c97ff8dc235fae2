internal import BookModel
internal import Design
internal import PageBreaking
internal import PageModel
internal import Units

/// Call-outs: blocks under a label in a box of their own, which pages may part.
extension GalleyMaker {
  /// A box of no more rows is parted unwillingly: it is taken in at a glance.
  private static let rowsOfOne = 7

  func set(_ callout: Callout, in frame: Frame) {
    if let anchor = callout.anchor { pendingAnchors.append(.named(anchor)) }
    let look = design[.callout]
    let wasAtOpening = isAtOpening
    isAtOpening = false
    defer { isAtOpening = wasAtOpening }
    let first = galley.elements.count
    var inner = frame
    // what is counted stands in the run of the text
    let isBoxed = callout.kind.labelKind == nil
    let indent = isBoxed ? PackedLength(Double(em) * (look.indent ?? 0)) : 0
    inner.indent(leading: indent, trailing: indent, measure: measure, em: em)
    inner.isBoxed = isBoxed
    var words = inner
    words.take(look)
    let label = callout.label(resolver.language)
    if !label.isEmpty {
      let title = design[.calloutTitle]
      var spec = LineSpec(frame: words, placement: .leading)
      spec.frame.take(title)
      pendingTraits.insert(.headsBox)
      within(.calloutTitle, label[0].source) {
        _ = add(label.inCase(title.letterCase, resolver.language), spec: spec, kind: .box) {
          guard !callout.blocks.isEmpty else { return }
          $0.keepWithNext = true
          $0.rowsBelow = 1
        }
      }
    }
    set(callout.blocks, in: words)
    guard !isInNote, first < galley.elements.count else { return }
    keepWhole(first..<galley.elements.count)
    if isBoxed { keepWhite(first..<galley.elements.count) }
    guard isBoxed, look.hasRule || look.tint > 0 else { return }
    let width = measure - frame.leadingIndent - frame.trailingIndent
    galley.boxes.append(
      SetBox(
        elements: first..<galley.elements.count,
        x: resolver.isRightToLeft ? frame.trailingIndent : frame.leadingIndent, width: width,
        shade: look.tint > 0 ? UInt16(((1 - look.tint) * 1000).rounded()) : nil,
        rule: look.hasRule ? em / 10 : nil, isBackward: resolver.isRightToLeft, ascent: rowAscent))
  }

  /// White within a box grows after all other: what it parts belongs together.
  private func keepWhite(_ elements: Range<Int>) {
    for index in elements where galley.elements[index].vertical.kind == .space {
      for setting in galley.elements[index].vertical.settings.indices.dropFirst() {
        galley.elements[index].vertical.settings[setting].cost += 200_000
      }
    }
  }

  private func keepWhole(_ elements: Range<Int>) {
    func rows(_ element: GalleyElement) -> Int {
      element.vertical.settings.first?.lines.reduce(0) { $0 + Int($1.rows) } ?? 0
    }
    guard galley.elements[elements].reduce(0, { $0 + rows($1) }) <= GalleyMaker.rowsOfOne else { return }
    for index in elements {
      let isLast = index == elements.upperBound - 1
      for setting in galley.elements[index].vertical.settings.indices {
        let lines = galley.elements[index].vertical.settings[setting].lines.indices
        for line in isLast ? lines.dropLast() : lines[...] {
          let cost = galley.elements[index].vertical.settings[setting].lines[line].breakAfter
          galley.elements[index].vertical.settings[setting].lines[line].breakAfter = max(cost, PageEnd.unseemly)
        }
      }
    }
  }
}

/// A shade and a rule behind elements that follow each other, on each page that they are on. 1/1024 pt.
package struct SetBox: Sendable {
  var elements: Range<Int>
  /// From the text block's left edge.
  var x: PackedLength
  var width: PackedLength
  /// Thousandths of the way from black to white; nil for none.
  var shade: UInt16?
  /// The width of the rule at its leading edge; nil for none.
  var rule: PackedLength?
  /// The leading edge is the right one.
  var isBackward: Bool
  /// From a row's upper edge to its baseline.
  var ascent: PackedLength

  /// How far it reaches into the white above and below, as a share of a row.
  private static let margin = 0.28
  /// Shade of the rule, as that beside code.
  private static let ruleShade: UInt16 = 600

  /// From where to where it reaches that stands on rows of a page, from the first row's baseline.
  /// - Parameters:
  ///   - begins, ends: it has its head, its foot on the page; elsewhere it stops with its lines.
  ///   - endsInRule: a table's rule is all that stands in its last row's lower edge.
  func extent(
    rows: ClosedRange<Int>, begins: Bool, ends: Bool, endsInRule: Bool, leading: PackedLength
  ) -> Range<PackedLength> {
    let margin = PackedLength(Double(leading) * SetBox.margin)
    let top = Int32(rows.lowerBound) * leading - ascent - (begins ? margin : 0)
    return
      top..<max(
        top, Int32(rows.upperBound + 1) * leading - ascent + (ends ? margin : 0) + (endsInRule ? margin * 2 / 3 : 0))
  }

  func rules(_ extent: Range<PackedLength>) -> [RuleRecord] {
    let (top, bottom) = (extent.lowerBound, extent.upperBound)
    var made: [RuleRecord] = []
    if let shade { made.append(RuleRecord(x: x, y: top, width: width, height: bottom - top, shade: shade)) }
    if let rule {
      made.append(
        RuleRecord(
          x: isBackward ? x + width - rule : x, y: top, width: rule, height: bottom - top, shade: SetBox.ruleShade))
    }
    return made
  }
}
