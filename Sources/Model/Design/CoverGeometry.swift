package import Units

/// How a book is bound, as far as its cover's sheet is another for it.
package enum CoverKind: String, Sendable, CaseIterable {
  /// One flat sheet around a glued block.
  case paperback
  /// Printed paper over boards, turned in on all sides.
  case `case`
  /// A loose wrapper with flaps over a bound book.
  case jacket
}

package enum CoverPaper: String, Sendable, CaseIterable {
  case white, cream, colour
}

/// What a printer asks of covers. The numbers change: each row says where they stand and how they are known.
package struct CoverRules: Sendable, Equatable {
  package var key: String
  package var name: String
  package var source: String
  package var read: String
  /// Not read at their source: guides and common knowledge.
  package var isHearsay: Bool
  /// Points of a page: half a leaf.
  package var thickness: [CoverPaper: Double]
  /// Points that the cover itself adds to the spine.
  package var extra: Double
  /// Fewer pages have no room for words on the spine.
  package var leastPagesForSpine: Int
  /// Between words on the spine and its folds, points.
  package var spineMargin: Double
  package var bleed: Length

  /// - Parameter inches: a page's.
  private init(
    _ key: String, _ name: String, _ source: String, hearsay: Bool = false,
    _ inches: (white: Double, cream: Double, colour: Double), extra: Double = 0, pages: Int = 80,
    bleed: Length = Length(inches: 0.125)
  ) {
    (self.key, self.name, self.source, isHearsay, read) = (key, name, source, hearsay, "2026-11")
    thickness = [.white: inches.white * 72, .cream: inches.cream * 72, .colour: inches.colour * 72]
    (self.extra, leastPagesForSpine, spineMargin, self.bleed) = (extra * 72, pages, 4.5, bleed)
  }

  package static let all: [CoverRules] = [
    CoverRules(
      "kdp", "Amazon KDP", "kdp.amazon.com/help G201834180 (print options), copies that agree",
      (0.002252, 0.0025, 0.002347), pages: 80),
    // their template generator has the last word
    CoverRules(
      "ingram", "IngramSpark", "common knowledge; the template generator at ingramspark.com decides", hearsay: true,
      (0.002252, 0.0025, 0.0025), pages: 48),
    CoverRules(
      "lulu", "Lulu", "help.lulu.com, book creation guide, copies that agree", (1.0 / 444, 1.0 / 444, 1.0 / 444),
      extra: 0.06, pages: 80),
    CoverRules(
      "bookvault", "BookVault", "common knowledge; their calculator decides", hearsay: true,
      (0.00205, 0.0025, 0.0022), pages: 80, bleed: Length(millimetres: 3)),
  ]
  /// For no printer in particular: paper of 80 g/m² and one volume, bleed of 3 mm.
  package static let usual = CoverRules(
    "", "80 g/m² paper", "0.1 mm a leaf", hearsay: true, (0.00197, 0.00236, 0.0022), bleed: Length(millimetres: 3))

  package static func named(_ key: String) -> CoverRules? { all.first { $0.key == key } }
}

/// Where everything stands on the sheet of a cover. Points from its top left corner, y down.
package struct CoverGeometry: Sendable, Equatable {
  package var kind: CoverKind
  package var width = 0.0
  package var height = 0.0
  /// Cut or turned in beyond this: the cover as it lies flat on the table.
  package var trim = PageArea()
  package var front = PageArea()
  package var back = PageArea()
  package var spine = PageArea()
  /// Of jackets, from the left.
  package var flaps: [PageArea] = []
  /// The flaps beside front and back.
  package var frontFlap: PageArea? { front.x > back.x ? flaps.last : flaps.first }
  package var backFlap: PageArea? { front.x > back.x ? flaps.first : flaps.last }
  /// What words and faces keep to.
  package var frontSafe = PageArea()
  package var backSafe = PageArea()
  /// For the barcode, on the back.
  package var barcode = PageArea()
  /// Nil where the spine is too thin for words.
  package var spineSafe: PageArea?
  /// Beyond the trim.
  package var beyond = 0.0

  /// - Parameters:
  ///   - pages: of the book; an odd count is printed on a whole leaf.
  ///   - spineWidth: what the printer's own template says; nil for the rules' sum.
  package init(
    kind: CoverKind, trim page: PageSize, pages: Int, paper: CoverPaper, rules: CoverRules, spineWidth: Length? = nil,
    isRightBound: Bool = false
  ) {
    self.kind = kind
    let leafPages = Double(pages + pages % 2)
    let block = leafPages * (rules.thickness[paper] ?? 0) + rules.extra
    // case and jacket go around boards of 2 mm that stand 3 mm over the block (bookbinders' usual squares);
    // the case is turned in by 15 mm, and hinges on 10 mm beside the spine
    let millimetre = 72 / 25.4
    let isBoarded = kind != .paperback
    let square = isBoarded ? 3 * millimetre : 0
    let hinge = kind == .case ? 10 * millimetre : 0
    beyond = kind == .case ? 15 * millimetre : rules.bleed.points
    let spineWidth = spineWidth?.points ?? block + (isBoarded ? 4 * millimetre : 0)
    let panel = (width: page.width.points + square, height: page.height.points + 2 * square)
    // a hand's breadth that holds in a book of any size, but not past the spine
    let flap = kind == .jacket ? min(88.9 * millimetre, panel.width * 0.75) : 0
    width = 2 * (beyond + flap + panel.width) + spineWidth
    height = 2 * beyond + panel.height
    let area = { (x: Double, width: Double) in PageArea(x: x, y: 0, width: width, height: 0) }
    func whole(_ part: PageArea) -> PageArea { PageArea(x: part.x, y: beyond, width: part.width, height: panel.height) }
    trim = PageArea(x: beyond, y: beyond, width: width - 2 * beyond, height: panel.height)
    let first = whole(area(beyond + flap, panel.width))
    spine = whole(area(first.right, spineWidth))
    let second = whole(area(spine.right, panel.width))
    (back, front) = isRightBound ? (second, first) : (first, second)
    if flap > 0 { flaps = [whole(area(beyond, flap)), whole(area(second.right, flap))] }

    // a quarter of an inch from every cut, and clear of the hinge
    let margin = 18.0
    func safe(_ panel: PageArea) -> PageArea {
      var safe = panel.inset(margin, margin)
      if panel.x < spine.x {
        safe.width -= hinge
      } else {
        safe.x += hinge
        safe.width -= hinge
      }
      return safe
    }
    (frontSafe, backSafe) = (safe(front), safe(back))
    // 2 × 1.2 in, at the foot of the back, by the spine
    let box = (width: min(144, backSafe.width), height: min(86.4, backSafe.height))
    barcode = PageArea(
      x: isRightBound ? backSafe.x : backSafe.right - box.width, y: backSafe.bottom - box.height, width: box.width,
      height: box.height)
    let free = spineWidth - 2 * rules.spineMargin
    if pages >= rules.leastPagesForSpine, free >= 6 { spineSafe = spine.inset(rules.spineMargin, margin) }
  }
}
