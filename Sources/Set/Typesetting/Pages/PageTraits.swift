internal import PageModel
internal import Units

/// What the places of a page's words do not tell to who reads them back: which lines are
/// cells of a table, which stand in columns, and which words octavo made. Points from the trim's top left corner.
package struct PageTraits: Sendable, Equatable {
  /// A line of a cell.
  package struct Cell: Sendable, Equatable {
    package var left, right, baseline: Double
    /// Byte of the manuscript at which it begins.
    package var source: UInt32
    /// Of a cell that reaches over rows below its own.
    package var isReaching = false
  }

  /// A note's number, a list's.
  package struct Mark: Sendable, Equatable {
    package var left, right, top, bottom: Double
    package var text: String
  }

  package struct Area: Sendable, Equatable {
    package var left, right, top, bottom: Double
  }

  /// Side by side with others; all its lines are read before those of the next.
  package struct Column: Sendable, Equatable {
    package var left, right, top, bottom: Double
    var place: ColumnPlace
  }

  package var cells: [Cell] = []
  /// In reading order.
  package var columns: [Column] = []
  package var marks: [Mark] = []
  /// Readings above words, which are read behind them.
  package var readings: [Area] = []
  /// Of the rule over the notes at the page's foot.
  package var notesTop: Double?

  package init() {}

  /// Takes what a line has to tell.
  /// - Parameters:
  ///   - start, end: of its ink.
  ///   - text: its words, from a place in the page's text on.
  mutating func add(
    _ line: LineRecord, from start: Double, to end: Double, baseline: Double, em: Double, text: ArraySlice<UInt8>
  ) {
    guard start < end, !text.isEmpty else { return }
    switch line.kind {
    case .cell, .reachingCell:
      cells.append(
        Cell(
          left: start, right: end, baseline: baseline, source: line.source, isReaching: line.kind == .reachingCell))
    case .marker: addMark(from: start, to: end, baseline: baseline, em: em, text: text)
    case .text, .ornament: break
    }
  }

  /// Takes a line's place in its column.
  /// - Parameters:
  ///   - left, right: of the column.
  ///   - em: of the line's type.
  mutating func add(column place: ColumnPlace, left: Double, right: Double, baseline: Double, em: Double) {
    let (top, bottom) = (baseline - em, baseline + em * 0.3)
    guard let last = columns.indices.last, columns[last].place == place else {
      return columns.append(Column(left: left, right: right, top: top, bottom: bottom, place: place))
    }
    columns[last].top = min(columns[last].top, top)
    columns[last].bottom = max(columns[last].bottom, bottom)
  }

  /// - Parameter baseline: of the reading itself.
  mutating func addReading(from start: Double, to end: Double, baseline: Double, em: Double) {
    readings.append(Area(left: start, right: end, top: baseline - em, bottom: baseline + em * 0.3))
  }

  /// - Parameter baseline: of the mark itself.
  mutating func addMark(from start: Double, to end: Double, baseline: Double, em: Double, text: ArraySlice<UInt8>) {
    let words = String(decoding: text, as: UTF8.self)
    marks.append(
      Mark(
        left: start, right: end, top: baseline - em, bottom: baseline + em * 0.3,
        text: words.filter { !$0.isWhitespace }))
  }
}
