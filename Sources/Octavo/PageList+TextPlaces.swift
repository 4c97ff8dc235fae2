internal import PageDesign
package import Typesetting
internal import Units
package import Verification

extension PageList {
  /// Where the words of the manuscript stand on the sheets: pages that octavo made
  /// up are set aside by number, heads and folios by position.
  package var textPlaces: PrintedLayout {
    let top = (design.bleed + design.top).points
    // A page of a long spread has one row more; the folio's middle is 1.8 leadings below the text.
    let bottom = top + (Double(design.rows) + 1.2) * design.leading.points
    // In a spread the first page stands alone, in its sheet's second place.
    let shift = design.isSpread ? 1 : 0
    let ofManuscript: [PageRecord.Kind] = [.text, .imprint, .blank]
    let aside = pages.indices.filter { !ofManuscript.contains(pages[$0].kind) }
    var layout = PrintedLayout(
      pagesAcross: design.isSpread ? 2 : 1, isRightToLeft: design.isSpread && design.binding == .right,
      frames: frames(top: top, bottom: bottom), pagesSetAside: Set(aside.map { $0 + shift }))
    layout.isStacked = design.isSpread && design.binding == .top
    return layout
  }

  /// Text blocks by page in turn; their sides count where numbers of lines stand beside them.
  private func frames(top: Double, bottom: Double) -> [PrintedLayout.Frame] {
    guard design.lineNumberStep > 0 else { return [.init(top: top, bottom: bottom)] }
    let isRight = design.binding == .right
    let (inside, outside) = (design.inside.points, design.outside.points)
    let width = design.trim.width.points
    let lefts: [Double] =
      switch design.sides {
      case .facing where design.isSpread && design.binding != .top: isRight ? [width + inside, outside] : [outside, width + inside]
      case .facing where design.isSpread: [outside, inside]
      case .facing: isRight ? [outside, inside] : [inside, outside]
      case .leading: [isRight ? outside : inside]
      case .trailing: [isRight ? inside : outside]
      }
    // the numbers stand an em outside; what hangs does not reach so far
    let give = design.size.points * 0.8
    return lefts.map {
      PrintedLayout.Frame(top: top, bottom: bottom, left: $0 - give, right: $0 + design.measure.points + give)
    }
  }
}
