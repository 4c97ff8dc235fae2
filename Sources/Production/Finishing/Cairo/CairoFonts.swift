/// What a structure needs to know of the fonts in a file that cairo 1.16 wrote.
///
/// Goes with that version: later ones mark contents themselves.
struct CairoFonts {
  /// Names, in the resources of pages, of fonts whose glyphs are numbered in two bytes.
  private(set) var wideNames: Set<[UInt8]> = []
  /// Object numbers of those with TrueType outlines.
  private(set) var trueType: [Int] = []

  init() {}

  init(_ pdf: [UInt8]) {
    guard let (table, count) = PDFScanner.table(of: pdf) else { return }
    var names: [Int: Set<[UInt8]>] = [:]
    var wide: Set<Int> = []
    for object in 1..<count {
      guard var scanner = PDFScanner(pdf, object: object, table: table, count: count) else { continue }
      let start = scanner.at
      if scanner.skip("<< /Type /Font\n   /Subtype /") {
        if scanner.skip("Type0") { wide.insert(object) } else if scanner.skip("CIDFontType2\n") { trueType.append(object) }
      } else if scanner.skip("<<\n") {
        CairoFonts.gather(pdf[start..<min(start + 4096, pdf.count)], into: &names)
      }
    }
    for (font, known) in names where wide.contains(font) { wideNames.formUnion(known) }
  }

  /// Adds the fonts of resources: `/f-1-1 12 0 R`.
  private static func gather(_ text: ArraySlice<UInt8>, into names: inout [Int: Set<[UInt8]>]) {
    let end = text.endIndex
    var at = text.startIndex
    while at + 3 < end {
      if text[at] == 0x65, text[at...].starts(with: "endobj".utf8) { return }
      guard text[at] == 0x2F, text[at + 1] == 0x66, text[at + 2] == 0x2D else {
        at += 1
        continue
      }
      let start = at
      while at < end, text[at] > 0x20 { at += 1 }
      let name = Array(text[start..<at])
      var number = 0
      at += 1
      while at < end, (0x30...0x39).contains(text[at]) {
        number = min(10 * number + Int(text[at] - 0x30), 1 << 40)
        at += 1
      }
      names[number, default: []].insert(name)
    }
  }
}
