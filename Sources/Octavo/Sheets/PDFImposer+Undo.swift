internal import Finishing
internal import Imposition
internal import PageModel
internal import Units
internal import Verification

extension PDFImposer {
  /// Sheets are cut into the pages that were laid on them: `--undo`.
  ///
  /// What is cut is the trim of a sheet, where it names one, else all that is shown of it. A page keeps what its
  /// side draws, seen through a window of its own size.
  func undone(
    _ pdf: [UInt8], _ source: SourcePDF, of chosen: [Int], _ request: SheetRequest
  ) throws(BuildFailure) -> BookBuilder.Output {
    let cuts: [CutPage]
    do throws(ImpositionError) {
      cuts = try cutPages(from: source.pages.map(\.trimSize), plan: request.plan)
    } catch { throw .imposition(error) }
    var plan = FinishingPlan()
    plan.title = source.title
    plan.author = source.author
    plan.language = source.language
    plan.creationDate = date.map { PDFDate(secondsSince1970: $0) }
    plan.direction = request.plan.binding == .right ? .rightToLeft : .leftToRight
    plan.blackIsGrey = target == .print
    let sheets = cuts.map { source.sheet(of: $0, from: chosen) }
    let file: [UInt8]
    do throws(FinishingError) { file = try imposePDF(pdf, sheets: sheets, plan: plan) } catch {
      throw .finishing(error)
    }
    return BookBuilder.Output(
      pdf: file, backs: nil, pages: sheets.count, sheets: sheets.count, report: nil,
      diagnostics: source.repaired + source.lostAnnotations, textPlaces: PrintedLayout())
  }
}

extension SourcePDF {
  fileprivate func sheet(of cut: CutPage, from chosen: [Int]) -> ImposedSheet {
    let side = pages[cut.side]
    let (left, height) = (side.trimLeft.points, side.size.height.points - side.trimTop.points)
    let matrix =
      cut.isTurned
      ? PDFMatrix(a: -1, d: -1, e: left + cut.area.right.points, f: height - cut.area.y.points)
      : PDFMatrix(e: -left - cut.area.x.points, f: cut.area.bottom.points - height)
    let size = PageSize(width: cut.area.width, height: cut.area.height)
    let clip = PDFRectangle(left: 0, bottom: 0, right: size.width.points, top: size.height.points)
    return ImposedSheet(size: size, placements: [PagePlacement(page: chosen[cut.side], matrix: matrix, clip: clip)])
  }
}
