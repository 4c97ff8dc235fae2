package import Units

/// A page at its place on a sheet side.
package struct PagePlacement: Sendable, Equatable {
  /// The source page, from 0.
  package var page: Int
  /// Takes the page as a reader shows it (turned and cropped; points from its
  /// bottom left, y up) to the sheet (points from its bottom left, y up).
  package var matrix: PDFMatrix
  /// On the sheet; nothing of the page shows outside.
  package var clip: PDFRectangle?

  package init(page: Int, matrix: PDFMatrix, clip: PDFRectangle? = nil) {
    self.page = page
    self.matrix = matrix
    self.clip = clip
  }
}

/// One side of a sheet with the pages on it, drawn in this order.
package struct ImposedSheet: Sendable, Equatable {
  package var size: PageSize
  package var placements: [PagePlacement]
  /// A page (from 0) of the PDF of marks, drawn last over the whole sheet.
  package var overlay: Int?

  package init(size: PageSize, placements: [PagePlacement], overlay: Int? = nil) {
    self.size = size
    self.placements = placements
    self.overlay = overlay
  }
}
