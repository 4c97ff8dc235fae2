/// What the places of a page's words do not tell to who reads them back: which lines are cells of a table, which
/// stand in columns, and which words octavo made. Points from the trim's top left corner.
package struct PageTraits: Sendable, Equatable {
  /// A rectangle by its edges.
  package struct Box: Sendable, Equatable {
    package var top, bottom: Double
    package var left, right: Double
    package init(top: Double, bottom: Double, left: Double = -.infinity, right: Double = .infinity) {
      self.top = top
      self.bottom = bottom
      self.left = left
      self.right = right
    }
  }

  /// A line of a table's cell: the lines of one cell are read before those of the next.
  package struct Cell: Sendable, Equatable {
    package var left, right, baseline: Double
    /// Ascends in reading order through a whole table.
    package var order: Int
    /// Its cell reaches over rows below its own: beside its lines stand cells that are read after it.
    package var isReaching: Bool
    package init(left: Double, right: Double, baseline: Double, order: Int, isReaching: Bool = false) {
      self.left = left
      self.right = right
      self.baseline = baseline
      self.order = order
      self.isReaching = isReaching
    }
  }

  /// A number or sign that octavo made: of a note, of a list's item, of a page.
  package struct Label: Sendable, Equatable {
    package var box: Box
    package var text: String
    /// Of a list's item: it is read before its line, wherever it stands beside that.
    package var isOfItem: Bool
    /// The number of a page, which nothing in the manuscript stands for.
    package var isFolio = false
    package init(box: Box, text: String, isOfItem: Bool = false) {
      self.box = box
      self.text = text
      self.isOfItem = isOfItem
    }
  }

  /// Words that stand on one baseline: those of a line, or what is raised, lowered or set apart in it.
  package struct Stretch: Sendable, Equatable {
    package var left, right, baseline, em: Double
    /// Of the line.
    package var lineBaseline, lineEm: Double
    /// White between its letters, beyond what they have.
    package var letterSpacing: Double
    /// Of a face that is much taller than its em, above and below the baseline: readers of PDFs give boxes as high. 0 for others.
    package var ascent = 0.0
    package var descent = 0.0
    package init(
      left: Double, right: Double, baseline: Double, em: Double, lineBaseline: Double, lineEm: Double,
      letterSpacing: Double = 0
    ) {
      self.letterSpacing = letterSpacing
      self.left = left
      self.right = right
      self.baseline = baseline
      self.em = em
      self.lineBaseline = lineBaseline
      self.lineEm = lineEm
    }
  }

  package var cells: [Cell] = []
  /// Of pages where the places of words alone may not tell their lines: with cells, marks, raised words, or letters set apart.
  package var stretches: [Stretch] = []
  /// In reading order, side by side; all words of one are read before those of the next. What stands in none is read
  /// where it stands above or below them.
  package var columns: [Box] = []
  package var labels: [Label] = []
  /// Where readings of words stand above them, to be read behind them.
  package var readings: [Box] = []
  /// Of the rule over the notes at the page's foot: what stands below are notes.
  package var notesTop: Double?

  package init() {}
}
