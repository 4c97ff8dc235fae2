package import Units

/// What finishing adds to the PDF that cairo drew.
///
/// The document information is the plan's alone: what cairo wrote there
/// (its producer, its clock's dates) is dropped, and so are labels that are not
/// in the plan. Only the outline is cairo's, which names pages as objects.
package struct FinishingPlan: Sendable {
  package var title: String?
  package var author: String?
  package var subject: String?
  package var keywords: String?
  /// The program the manuscript was written with, if it is known.
  package var creator: String?
  /// The program that made the PDF.
  package var producer = "octavo"
  /// A language tag such as `de` or `pt-BR` (BCP 47); readers choose a voice by it.
  package var language: String?
  /// When the book was made. Without it the PDF has no dates, so that the same
  /// manuscript gives the same bytes.
  package var creationDate: PDFDate?

  /// So many pages, the last that were drawn, stand before all others; what else the plan says
  /// of pages counts them so.
  package var leadingPages = 0

  /// Pages before the first range count 1, 2, 3.
  package var pageLabels: [PageLabelRange] = []
  package var pageLayout = PageLayout.singlePage
  package var direction = ReadingDirection.leftToRight
  /// The window shows the title rather than the file's name.
  package var displaysDocumentTitle = true
  /// The outline is open beside the pages, if there is one.
  package var showsOutline = false
  /// The print dialogue opens with "actual size": sheets to be folded must not be scaled.
  package var printsAtActualSize = false
  /// The setting the print dialogue opens with.
  package var duplex: Duplex?

  package var boxes = PageBoxes.none
  /// Grey and black given in red, green and blue are written as one grey ink, so
  /// that a press prints black text with black alone.
  package var blackIsGrey = false
  /// What keeps an ink of its own in print.
  package var spot: SpotInk?
  package var links: [Link] = []
  /// What the book is made of; nil for a file that does not say.
  package var structure: StructurePlan?
  /// Places that links and addresses (`book.pdf#name`) can name.
  package var destinations: [String: Destination] = [:]

  /// Title, author, language and dates also as XMP (ISO 16684-1), for catalogues.
  package var writesXMP = true
  /// What the file says that it keeps for good; nil for nothing.
  package var archive: ArchiveLevel?
  /// What the file says that it keeps for a press; nil for nothing.
  package var press: PressStandard?
  /// Files that go into the file, under an archive's level that allows for them.
  package var attachments: [Attachment] = []
  /// The least that stands in the file; objects are packed from 1.5 on. Readers pass over what is newer
  /// than they know, so this is a promise to printers rather than to readers.
  package var version = "1.5"

  package init() {}
}

/// Pages labelled alike, up to the next range (ISO 32000-1, 12.4.2).
package struct PageLabelRange: Sendable, Equatable {
  package enum Style: Sendable {
    /// The prefix alone.
    case none
    case decimal, lowerRoman, upperRoman
  }

  /// Counted from 0.
  package var firstPage: Int
  package var style: Style
  package var prefix: String
  /// The first page's number, from 1.
  package var start: Int

  package init(firstPage: Int, style: Style, prefix: String = "", start: Int = 1) {
    self.firstPage = firstPage
    self.style = style
    self.prefix = prefix
    self.start = start
  }
}

/// How a reader lays pages side by side when it opens the book.
package enum PageLayout: String, Sendable, CaseIterable {
  case singlePage = "SinglePage"
  /// One page under the other.
  case oneColumn = "OneColumn"
  /// Spreads, odd pages on the right: page 1 stands alone.
  case twoPageRight = "TwoPageRight"
  /// Spreads, odd pages on the left.
  case twoPageLeft = "TwoPageLeft"
  case twoColumnRight = "TwoColumnRight"
  case twoColumnLeft = "TwoColumnLeft"
}

package enum ReadingDirection: Sendable {
  case leftToRight, rightToLeft
}

/// About which edge the sheet is turned for its back.
package enum Duplex: Sendable {
  case oneSided, shortEdge, longEdge
}

/// What of a page remains after cutting, and how far ink goes past it (ISO 32000-1, 14.11.2).
package struct PageBoxSet: Sendable, Equatable {
  package var trim: PDFRectangle
  package var bleed: PDFRectangle?

  package init(trim: PDFRectangle, bleed: PDFRectangle? = nil) {
    self.trim = trim
    self.bleed = bleed
  }
}

package enum PageBoxes: Sendable, Equatable {
  case none
  case uniform(PageBoxSet)
  /// One for each page, in order.
  case perPage([PageBoxSet])
}

/// A place that can be clicked.
package struct Link: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    /// A page (from 0) with this height, in points from the page's top, at the head of the window.
    case page(Int, y: Double)
    /// An address; what is not ASCII is escaped.
    case uri(String)
    /// One of the plan's destinations.
    case named(String)
  }

  /// The page the link stands on, from 0.
  package var page: Int
  /// Points from the page's top left corner (of its media box), y down.
  package var x, y, width, height: Double
  package var target: Target
  /// What it is of in the structure: its node, and its place among the links of its page.
  package var part = StructurePlan.Part(node: -1)

  package init(page: Int, x: Double, y: Double, width: Double, height: Double, target: Target) {
    self.page = page
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.target = target
  }
}

/// A place on a page.
package struct Destination: Sendable, Equatable {
  /// From 0.
  package var page: Int
  /// Points from the page's top left corner, y down.
  package var x, y: Double

  package init(page: Int, x: Double = 0, y: Double = 0) {
    self.page = page
    self.x = x
    self.y = y
  }
}
