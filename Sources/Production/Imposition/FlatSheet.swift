/// One leaf's place on a flat sheet, seen from the sheet's front.
struct SheetCell: Equatable {
  var row: Int
  var column: Int
  /// Pages from 0 in reading order; nil is a blank.
  var front: Int?
  var back: Int?
  var isTurned: Bool = false
  /// Where the spine lies, seen from the front; nil for leaves that are cut apart.
  var spine: SheetEdge?
  /// How many leaves lie outside this one in its section.
  var depth: Int = 0
}

/// Which pages stand where on one sheet, without any measure.
struct FlatSheet: Equatable {
  /// Counted from 0.
  var section: Int
  /// Within the section, from 0, the outermost first.
  var number: Int
  /// Row by row from the top left of the front.
  var cells: [SheetCell]
}

/// The arrangement of all sheets.
struct Gathering: Equatable {
  var rows: Int
  var columns: Int
  var sheets: [FlatSheet]
  /// Pages in each section, blanks included; one section where nothing is folded.
  var sections: [Int]
  /// Nil where sheets are cut, not folded.
  var folds: FoldSequence?
  /// Pages that one sheet takes.
  var pagesPerSheet: Int
  /// The first sheet is the cover; where there are sections, a section by itself.
  var hasCover = false

  /// The cover is no part of the sections that are sewn.
  var coverIsApart: Bool { hasCover && sections.count > 1 }
  /// Pages in each section that is sewn or stapled.
  var sewn: [Int] { coverIsApart ? Array(sections.dropFirst()) : sections }
}

/// How many sheets each section takes: as few sheets as the pages allow.
///
/// A last section of a single sheet is hard to sew and tears out, so it takes
/// one sheet from the section before (4, 4, 1 becomes 4, 3, 2). Where sections
/// have two sheets that would only move the single sheet; it stays last.
func sectionSheets(_ sheets: Int, perSection: Int) -> [Int] {
  var sections = Array(repeating: perSection, count: sheets / perSection)
  let rest = sheets % perSection
  if rest > 0 { sections.append(rest) }
  if rest == 1, sections.count > 1, perSection > 2 {
    sections[sections.count - 2] -= 1
    sections[sections.count - 1] += 1
  }
  return sections
}

/// Folded sections: `folds` folds of each sheet, so many sheets nested in each section.
func gatherFolded(
  pageCount: Int, sectionSheets: [Int], folds: FoldSequence, binding: ImpositionPlan.Binding
) -> Gathering {
  let leavesPerSheet = 1 << folds.hinges.count
  let (rows, columns) = (folds.rows, folds.columns)
  var sheets: [FlatSheet] = []
  var firstPage = 0
  for (section, count) in sectionSheets.enumerated() {
    let leaves = count * leavesPerSheet
    let grid = unfold(leaves: leaves, folds: folds, binding: binding)
    func page(_ inSection: Int) -> Int? {
      let page = firstPage + inSection
      return page < pageCount ? page : nil
    }
    for number in 0..<count {
      var cells: [SheetCell] = []
      cells.reserveCapacity(rows * columns)
      for row in 0..<rows {
        for column in 0..<columns {
          // The grid shows the inner sides; the front is the outer one, which
          // comes up when the sheet is turned over like a page.
          let behind =
            binding.axis == .vertical ? grid[row][columns - 1 - column] : grid[rows - 1 - row][column]
          let place = behind[count - 1 - number]
          let frontIsRecto = place.showsVerso
          let (recto, verso) = (page(2 * place.leaf), page(2 * place.leaf + 1))
          cells.append(
            SheetCell(
              row: row, column: column, front: frontIsRecto ? recto : verso, back: frontIsRecto ? verso : recto,
              isTurned: place.isTurned,
              spine: frontIsRecto != place.isTurned ? binding.spine : binding.spine.opposite,
              depth: min(place.leaf, leaves - 1 - place.leaf)))
        }
      }
      sheets.append(FlatSheet(section: section, number: number, cells: cells))
    }
    firstPage += 2 * leaves
  }
  return Gathering(
    rows: rows, columns: columns, sheets: sheets, sections: sectionSheets.map { $0 * leavesPerSheet * 2 },
    folds: folds, pagesPerSheet: leavesPerSheet * 2)
}

/// Sheets folded once, the first of which is the cover: blanks come before its back, which stays the last page.
func gatherCovered(pageCount: Int, plan: ImpositionPlan) -> Gathering {
  let folds = FoldSequence(folds: 1, binding: plan.binding)
  let inner = pageCount - 4
  let sheets = (inner + 3) / 4
  let perSection =
    switch plan.scheme {
    case .sections(let pages): pages / 4
    case .folio: 1
    default: max(1, sheets)
    }
  // of a booklet all sheets lie in one another; around sections it is laid when they are sewn
  let isOneNest = plan.scheme == .booklet
  let cover = gatherFolded(pageCount: 4, sectionSheets: [1], folds: folds, binding: plan.binding)
  var all = gatherFolded(
    pageCount: inner, sectionSheets: sectionSheets(sheets, perSection: perSection), folds: folds, binding: plan.binding)
  for index in all.sheets.indices {
    if isOneNest { all.sheets[index].number += 1 } else { all.sheets[index].section += 1 }
    for cell in all.sheets[index].cells.indices {
      all.sheets[index].cells[cell].front = all.sheets[index].cells[cell].front.map { $0 + 2 }
      all.sheets[index].cells[cell].back = all.sheets[index].cells[cell].back.map { $0 + 2 }
      if isOneNest { all.sheets[index].cells[cell].depth += 1 }
    }
  }
  let pages = [0, 1, pageCount - 2, pageCount - 1]
  all.sheets =
    cover.sheets.map { sheet in
      var sheet = sheet
      for cell in sheet.cells.indices {
        sheet.cells[cell].front = sheet.cells[cell].front.map { pages[$0] }
        sheet.cells[cell].back = sheet.cells[cell].back.map { pages[$0] }
      }
      return sheet
    } + all.sheets
  all.sections = isOneNest ? [(all.sections.first ?? 0) + 4] : [4] + all.sections
  all.hasCover = true
  return all
}

/// The ways in which the pages of a sheet that is cut or read flat follow one another.
enum FlatOrder {
  /// Each cell is a stack of leaves: the first stack has the first pages.
  case stacks
  /// Cell after cell, side after side.
  case reading
  /// The same page everywhere.
  case same
}

/// Sheets of a grid of cells, all upright.
func gatherFlat(
  pageCount: Int, rows: Int, columns: Int, order: FlatOrder, binding: ImpositionPlan.Binding
) -> Gathering {
  let up = rows * columns
  let pagesPerSheet = order == .same ? 2 : 2 * up
  let count = (pageCount + pagesPerSheet - 1) / pagesPerSheet
  func page(_ sheet: Int, _ index: Int, isBack: Bool) -> Int? {
    let page =
      switch order {
      case .stacks: 2 * sheet + (isBack ? 1 : 0) + index * 2 * count
      case .reading: (2 * sheet + (isBack ? 1 : 0)) * up + index
      case .same: 2 * sheet + (isBack ? 1 : 0)
      }
    return page < pageCount ? page : nil
  }
  let sheets = (0..<count).map { sheet in
    FlatSheet(
      section: 0, number: sheet,
      cells: (0..<up).map { cell in
        let (row, column) = (cell / columns, cell % columns)
        // Rows of a right-bound book are read from the right.
        func index(row: Int, column: Int) -> Int {
          row * columns + (binding == .right ? columns - 1 - column : column)
        }
        let front = index(row: row, column: column)
        // In reading order the back is laid out for itself, so the cell behind
        // this one has the index of its mirror image.
        let back =
          order != .reading
          ? front
          : binding.axis == .vertical
            ? index(row: row, column: columns - 1 - column) : index(row: rows - 1 - row, column: column)
        return SheetCell(
          row: row, column: column, front: page(sheet, front, isBack: false), back: page(sheet, back, isBack: true))
      })
  }
  return Gathering(
    rows: rows, columns: columns, sheets: sheets, sections: [count * pagesPerSheet], folds: nil,
    pagesPerSheet: pagesPerSheet)
}
