internal import QPDF

/// Marks the contents of pages, one after the other.
struct PageMarking {
  let plan: StructurePlan
  /// By page, the part that each marked-content identifier stands for.
  private(set) var identifiers: ListOfPages<Int32>
  /// All pages hold what the plan says.
  private(set) var isWhole = true
  private let fonts: CairoFonts
  private let packer = Packer()
  private var output: [UInt8] = []

  init(_ plan: StructurePlan, _ fonts: CairoFonts) {
    (self.plan, self.fonts) = (plan, fonts)
    identifiers = plan.pages.identifiers
  }

  /// The contents were marked when they were drawn.
  func isMarked(_ index: Int) -> Bool { (0..<plan.pages.count).contains(index) && plan.pages.isMarked(index) }

  /// - Parameter packed: a page's contents.
  /// - Returns: the same, marked and packed; nil where they cannot be marked.
  mutating func marked(_ packed: ArraySlice<UInt8>, ofPage index: Int) -> [UInt8]? {
    guard isWhole, let raw = packer.unpacked(packed) else {
      isWhole = false
      return nil
    }
    return marked(raw: raw, ofPage: index)
  }

  mutating func marked(raw: [UInt8], ofPage index: Int) -> [UInt8]? {
    guard isWhole, index < plan.pages.count else {
      isWhole = false
      return nil
    }
    let page = plan.pages[index]
    let marker = raw.withUnsafeBufferPointer {
      ContentMarker.mark($0, page, wideFonts: fonts.wideNames, into: &output)
    }
    guard marker.isWhole else {
      isWhole = false
      return nil
    }
    identifiers[index] = marker.identifiers[...]
    return packer.packed(output[...])
  }
}

extension PDFDocument {
  /// Says that fonts number their glyphs as the text does, which cairo 1.16 leaves out (ISO 14289-1, 7.21.3.2).
  func nameGlyphs(of fonts: CairoFonts) throws(PDFError) {
    for number in fonts.trueType {
      try set("/CIDToGIDMap", of: object(number: number), to: .name("/Identity"))
    }
    releaseObjects()
  }
}
