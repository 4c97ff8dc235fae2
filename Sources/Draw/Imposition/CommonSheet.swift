package import Units

extension ImpositionPlan {
  /// Sheets that office printers and copy shops take, smallest first within each step.
  private static let common = ["a4", "letter", "legal", "a3", "tabloid", "sra3", "12x18", "13x19", "a2", "a1", "a0"]

  /// The first common sheet that holds the pages at scale 1 with their bleed and
  /// marks; nil where none is large enough.
  package func commonSheet(pageCount: Int, trim: PageSize) -> PageSize? {
    guard (try? check(pageCount: pageCount, trim: trim, plan: self)) != nil else { return nil }
    let margin = MarkPlacer.margin(for: marks)
    let folds = scheme.folds.map { FoldSequence(folds: $0, binding: binding) }
    for name in ImpositionPlan.common {
      guard let sheet = StandardSheet.all.first(where: { $0.name == name })?.size else { continue }
      var plan = self
      plan.sheet = sheet
      let grid = chooseGrid(trim: trim, plan: plan, margin: margin)
      let need = SheetNeed(
        rows: folds?.rows ?? grid.rows, columns: folds?.columns ?? grid.columns, trim: trim, bleed: bleed, folds: folds,
        margin: margin
      ).madeToMeasure
      for size in [sheet, sheet.turned]
      where need.width <= size.width + SheetNeed.tolerance && need.height <= size.height + SheetNeed.tolerance {
        return sheet
      }
    }
    return nil
  }
}
