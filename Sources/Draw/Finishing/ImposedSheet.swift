package import Units

/// A matrix of PDF: takes (x, y) to (a x + c y + e, b x + d y + f).
package struct PDFMatrix: Sendable, Equatable {
  package var a, b, c, d, e, f: Double

  package init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }
}

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
