internal import Design
internal import Units

/// The margins at which a book fills whole sections, `--fit-signatures`.
///
/// A book two pages over a multiple of 16 pays for a section of which it prints two. What a publisher moves then
/// is the page's depth by a line, or the measure by a little, so that nobody sees it; how many pages that makes is
/// told by the area of the text block, and proved by setting the book. The smallest moves come first.
struct SignatureFit {
  /// Most that the outside margin moves, in steps of half a millimetre, and how wide it stays.
  private static let mostSteps = 6
  private static let leastMargin = Length(millimetres: 10)
  /// Blank pages at the end that nobody minds.
  private static let mostBlanks = 3
  private static let mostTrials = 6

  private let design: PageDesign
  private let pages: Int
  private var trials: [PageDesign] = []
  private var tried: PageDesign
  private var filled: (design: PageDesign, pages: Int)?

  /// - Parameters:
  ///   - design: with a `signature`.
  ///   - pages: that the book has in it.
  init(_ design: PageDesign, pages: Int) {
    (self.design, self.pages, tried) = (design, pages, design)
    guard !isFilled(by: pages) else { return }
    var moves: [(size: Double, design: PageDesign)] = []
    for line in -1...1 {
      for step in -SignatureFit.mostSteps...SignatureFit.mostSteps where line != 0 || step != 0 {
        var moved = design
        moved.outside = Length(units: design.outside.units - Length(millimetres: 1).units * step / 2)
        moved.bottom = Length(units: design.bottom.units - design.leading.units * line)
        guard min(moved.outside, moved.bottom) >= SignatureFit.leastMargin else { continue }
        let width = moved.measure.points / design.measure.points
        let depth = Double(moved.rows) / Double(max(design.rows, 1))
        // text alone grows, titles and blanks do not: a page either way is as likely
        let expected = Double(pages) / (width * depth)
        guard [-0.5, 0, 0.5].contains(where: { leaves(Int((expected + $0).rounded())) }) else { continue }
        moves.append((abs(width - 1) + abs(depth - 1), moved))
      }
    }
    trials = moves.sorted { $0.size < $1.size }.prefix(SignatureFit.mostTrials).map(\.design)
  }

  /// The next design to try; nil when one has filled its sections, or none is left.
  mutating func next() -> PageDesign? {
    guard filled == nil, !trials.isEmpty else { return nil }
    tried = trials.removeFirst()
    return tried
  }

  /// Takes the pages that the design tried last, or the first one, led to.
  mutating func isFilled(by pages: Int) -> Bool {
    if leaves(pages) { filled = (tried, pages) }
    return leaves(pages)
  }

  private func leaves(_ pages: Int) -> Bool { blanks(pages) <= SignatureFit.mostBlanks }

  private func blanks(_ pages: Int) -> Int { (design.signature - pages % design.signature) % design.signature }

  /// What was done, or what it would take.
  var report: Diagnostic {
    let size = design.signature
    func sections(_ count: Int) -> String { "\(count) section\(count == 1 ? "" : "s") of \(size)" }
    if let (moved, count) = filled {
      var message = "\(count) pages fill \(sections((count + size - 1) / size))"
      if blanks(count) > 0 { message += " but for \(blanks(count))" }
      if moved.outside != design.outside { message += ", with --outside \(millimetres(moved.outside))" }
      if moved.bottom != design.bottom { message += ", with --bottom \(millimetres(moved.bottom))" }
      return Diagnostic(
        .note, code: "fit-signatures", message + (count == pages ? "" : ", in place of \(pages)"),
        help: "without --fit-signatures the margins stay as they are")
    }
    let over = pages % size
    guard pages > size else {
      return Diagnostic(
        .warning, code: "fit-signatures",
        "\(pages) pages do not fill one section of \(size); \(blanks(pages)) stay blank",
        help: "sew it in a section of \((pages + 3) / 4 * 4), or staple it: --scheme booklet")
    }
    func share(_ pages: Int) -> String { Length.decimal(100 * Double(pages) / Double(self.pages)) + " %" }
    return Diagnostic(
      .warning, code: "fit-signatures",
      "\(pages) pages are \(over) over \(sections(pages / size)); \(blanks(pages)) stay blank",
      help: "\(over) fewer (\(share(over))), or \(blanks(pages) - SignatureFit.mostBlanks) more"
        + " (\(share(blanks(pages) - SignatureFit.mostBlanks))), would fill them: change --size, --leading or margins")
  }

  private func millimetres(_ length: Length) -> String { Length.decimal(length.millimetres) + "mm" }
}
