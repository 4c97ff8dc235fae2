package import Units

/// Whose sizes paper is sold in: a printer in America has no A4, one elsewhere no Letter.
package enum PaperFamily: Sendable {
  /// ISO 216 and 217
  case iso
  /// ANSI/ASME Y14.1 and US trade sizes
  case american

  /// Sheets that office printers and copy shops take, smallest first within each step.
  fileprivate var sheets: [String] {
    switch self {
    case .iso: ["a4", "a3", "sra3", "a2", "a1", "a0"]
    case .american: ["letter", "legal", "tabloid", "12x18", "13x19", "ansi-c", "ansi-d", "ansi-e"]
    }
  }

  /// Where Letter is the usual paper (CLDR, supplemental data, `paperSize` `US-Letter`).
  private static let americanTerritories: Set = [
    "bz", "ca", "cl", "co", "cr", "gt", "mx", "ni", "pa", "ph", "pr", "sv", "us", "ve",
  ]

  /// The family that a book asks for: that of its page where this is a sheet by itself, else that of the territory
  /// which its language names, else by whether the page is measured in inches.
  ///
  /// The reader's own locale has no say: the same book gives the same sheets everywhere.
  package init(page: PageSize, language: String) {
    if let standard = page.standard {
      self = standard.family
      return
    }
    let subtags = language.lowercased().split(separator: "-").dropFirst()
    if let territory = subtags.first(where: { $0.utf8.count == 2 }) {
      self = PaperFamily.americanTerritories.contains(String(territory)) ? .american : .iso
      return
    }
    // American trims are in eighths of an inch, 9 pt
    func isMeasuredInInches(_ length: Length) -> Bool {
      let eighths = length.points / 9
      return (eighths - eighths.rounded()).magnitude * 9 < 0.1
    }
    self = isMeasuredInInches(page.width) && isMeasuredInInches(page.height) ? .american : .iso
  }
}

extension ImpositionPlan {
  /// The first common sheet of a family that holds the pages at scale 1 with their bleed and
  /// marks; nil where none is large enough.
  package func commonSheet(pageCount: Int, trim: PageSize, family: PaperFamily) -> PageSize? {
    guard (try? check(pageCount: pageCount, trim: trim, plan: self)) != nil else { return nil }
    let margin = MarkPlacer.margin(for: marks)
    let folds = scheme.folds.map { FoldSequence(folds: $0, binding: binding) }
    for name in family.sheets {
      guard let sheet = StandardSheet.all.first(where: { $0.name == name })?.size else { continue }
      var plan = self
      plan.sheet = sheet
      let grid = chooseGrid(trim: trim, plan: plan, margin: margin)
      let need = SheetNeed(
        rows: folds?.rows ?? grid.rows, columns: folds?.columns ?? grid.columns, trim: trim, bleed: bleed, folds: folds,
        margin: margin
      ).madeToMeasure
      if need.isWithin(sheet) || need.isWithin(sheet.turned) { return sheet }
    }
    return nil
  }
}
