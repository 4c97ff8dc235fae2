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
      frames: [.init(top: top, bottom: bottom)], pagesSetAside: Set(aside.map { $0 + shift }))
    layout.isStacked = design.isSpread && design.binding == .top
    return layout
  }
}
