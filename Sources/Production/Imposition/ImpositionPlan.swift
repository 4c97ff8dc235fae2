package import Units

/// How pages are to be laid on sheets.
package struct ImpositionPlan: Sendable, Equatable {
  package enum Scheme: Hashable, Sendable {
    /// All sheets folded once, nested in one another and stapled through the fold.
    case booklet
    /// The same in several sections of at most so many pages (a multiple of
    /// four), to be sewn one behind the other.
    case sections(pages: Int)
    /// Single leaves, so many on a sheet: cut into stacks, the stacks laid on
    /// each other and glued at the back.
    case perfect(up: Int)
    /// So many pages on each side in reading order, to be read as they are.
    case nUp(Int)
    /// The same page so many times on each side: as many copies after cutting.
    case stepAndRepeat(up: Int)
    /// One sheet a section, folded once: 4 pages.
    case folio
    /// One sheet a section, folded twice: 8 pages.
    case quarto
    /// One sheet a section, folded three times: 16 pages.
    case octavo

    package var isFolded: Bool { folds != nil }

    /// How often each sheet is folded; nil for sheets that are cut or stay flat.
    var folds: Int? {
      switch self {
      case .booklet, .sections, .folio: 1
      case .quarto: 2
      case .octavo: 3
      case .perfect, .nUp, .stepAndRepeat: nil
      }
    }
  }

  package typealias Binding = Units.Binding

  /// How the second side gets printed.
  package enum Duplex: String, Sendable, CaseIterable {
    /// Whichever of long and short needs no back turned upside down.
    case natural
    /// The printer turns the sheet about its long edge.
    case long
    /// The printer turns the sheet about its short edge.
    case short
    /// Fronts first, then the pile goes in again for the backs.
    case manual
  }

  /// How the pile of fronts goes back into the printer. Every printer delivers
  /// the last sheet on top.
  package enum Reload: String, Sendable, CaseIterable {
    /// As it was delivered: the last sheet is taken first, so the backs are in reverse order.
    case asDelivered
    /// Turned over as a whole: the first sheet is taken first.
    case turnedOver
  }

  package enum Scale: String, Sendable, CaseIterable {
    /// Exactly 1: what does not fit is an error.
    case one
    /// As large as the sheet allows, its marks and bleed included.
    case fit
  }

  package var scheme: Scheme
  /// Upright or on its side: it is turned as the pages need it. Nil makes a
  /// sheet just large enough for the pages, their bleed and their marks.
  package var sheet: PageSize?
  package var binding: Binding
  package var duplex: Duplex
  package var reload: Reload
  /// Thickness of the paper: each sheet farther inside a section is moved
  /// towards the spine by this much (about 0.1 mm for 80 g/m²).
  package var creep: Length
  package var marks: Set<PrintersMark.Kind>
  /// How far pictures reach past the trim at head, foot and fore-edge.
  package var bleed: Length
  package var scale: Scale
  /// The first two pages and the last two are the cover: a sheet of its own around all others, the first of all.
  /// For schemes that are folded once.
  package var hasCover = false

  package init(
    scheme: Scheme, sheet: PageSize? = nil, binding: Binding = .left, duplex: Duplex = .natural,
    reload: Reload = .asDelivered, creep: Length = .zero, marks: Set<PrintersMark.Kind> = [], bleed: Length = .zero,
    scale: Scale = .one
  ) {
    self.scheme = scheme
    self.sheet = sheet
    self.binding = binding
    self.duplex = duplex
    self.reload = reload
    self.creep = creep
    self.marks = marks
    self.bleed = bleed
    self.scale = scale
  }
}

/// Why pages cannot be laid on sheets as planned.
package enum ImpositionError: Error, Equatable, Sendable {
  /// Fewer than 1 page or more than `ImpositionLimits.pages`.
  case pageCount(Int)
  /// A section is not a positive multiple of four pages; the nearest one that is.
  case sectionPages(Int, nearest: Int)
  /// A count of pages on a side outside `ImpositionLimits.up`.
  case pagesUp(Int)
  /// A trim or sheet without extent, or of more than 10 m.
  case size(PageSize)
  /// A bleed that is negative or wider than half the page.
  case bleed(Length)
  /// A paper thickness that is negative, or that moves the innermost pages by
  /// `total`, more than a quarter of their width.
  case creep(Length, total: Length)
  /// At scale 1 the trims cover more than the sheet. `fittingScale` would do,
  /// and so would the sheets of the table that are named, smallest first.
  case doesNotFit(needed: PageSize, sheet: PageSize, fittingScale: Double, fittingSheets: [String])
  /// Not even reduced: the bleed and marks alone fill the sheet.
  case noRoom(sheet: PageSize)
}

package enum ImpositionLimits {
  /// Far past any book, and it keeps page arithmetic clear of overflow.
  package static let pages = 1_000_000
  package static let up = 1...64
  /// 10 m, as for every length that is read.
  package static let length = Length(units: 29_026_816)
}
