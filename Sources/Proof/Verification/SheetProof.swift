package import PDFReading
internal import Units

/// Files without a structure: sheets, spreads and what is printed are proved page by page against a file of the same
/// run that has one, and whose text is proved against the manuscript.
///
/// The pages of both are drawn by the same strokes, so that each letter must come in the same order and each line
/// stand at the same place of its page.
package struct SheetProof {
  private let tagged: PrintedText
  /// Where pages stand on the sheets of the file that has a structure, one on each.
  private let own: [[PrintedLayout.PageOnSheet]]
  private let layout: PrintedLayout

  /// Points that rounding may make of a place.
  private static let tolerance = 0.1

  package init(by tagged: PrintedText, _ own: PrintedLayout, layout: PrintedLayout) {
    (self.tagged, self.own, self.layout) = (tagged, own.sheets, layout)
  }

  /// Adds what differs on the sheets of some files, one behind the other, to what is known of the text.
  package func add(_ files: [PrintedText], to result: inout VerificationResult) {
    let sheets = files.flatMap { file in file.contents.indices.map { (file: file, sheet: $0) } }
    for (number, places) in layout.sheets.enumerated() {
      guard number < sheets.count else {
        tell("", "", on: number, page: places.first?.page ?? 0, &result)
        continue
      }
      let found = places.lazy.compactMap { difference(on: sheets[number].file, sheets[number].sheet, $0) }.first
      if let found { tell(found.wanted.words, found.given.words, on: number, page: found.page, &result) }
    }
    result.sheets = sheets.count
  }

  /// The first line of a page that is another on its sheet.
  private func difference(
    on file: PrintedText, _ sheet: Int, _ place: PrintedLayout.PageOnSheet
  ) -> (wanted: Line, given: Line, page: Int)? {
    guard tagged.contents.indices.contains(place.page), own.indices.contains(place.page),
      let home = own[place.page].first
    else { return nil }
    let wanted = lines(of: tagged, place.page, home)
    let given = lines(of: file, sheet, place)
    let last = min(wanted.count, given.count)
    guard
      let at = (0..<last).first(where: { !wanted[$0].isSame(as: given[$0]) })
        ?? (wanted.count == given.count ? nil : last)
    else { return nil }
    return (at < wanted.count ? wanted[at] : Line(), at < given.count ? given[at] : Line(), place.page)
  }

  /// Letters on one baseline that are drawn one behind the other, at their place from the page's upper left corner.
  private struct Line {
    var x = 0.0
    var y = 0.0
    /// Points by which the first letter may stand farther on, behind a space.
    var slack = 0.0
    var bytes: [UInt8] = []
    var words: String { String(decoding: bytes, as: UTF8.self) }

    func isSame(as other: Line) -> Bool {
      abs(x - other.x) < SheetProof.tolerance + max(slack, other.slack) && abs(y - other.y) < SheetProof.tolerance
        && bytes == other.bytes
    }
  }

  /// What stands on a page; marks and slugs stand on none.
  private func lines(of file: PrintedText, _ sheet: Int, _ place: PrintedLayout.PageOnSheet) -> [Line] {
    var lines: [Line] = []
    // text that is not seen is in files for readers alone
    for run in file.contents[sheet] where !run.isHidden {
      let x = (Double(run.x) - place.x) / place.factor
      let y = (Double(file.heights[sheet] - run.y) - place.y) / place.factor
      guard (0...layout.width).contains(x), (0...layout.height).contains(y) else { continue }
      // lines end with a space where there are tags
      let bytes = file.bytes[run.text].filter { $0 != 0x20 }
      if bytes.isEmpty { continue }
      let slack = file.bytes[run.text].first == 0x20 ? Double(run.size) / 2 : 0
      lines.append(Line(x: x, y: y, slack: slack, bytes: bytes))
    }
    // of lines that run to the left, tags have the parts drawn in the order in which they are read
    let isBackward = lines.contains { $0.words.unicodeScalars.contains { LetterFolder.isRightToLeft($0.value) } }
    if isBackward { lines.sort { $0.y < $1.y } }
    var joined: [[Line]] = []
    for line in lines {
      if let last = joined.last?.last, abs(last.y - line.y) <= 0.01 {
        joined[joined.count - 1].append(line)
      } else {
        joined.append([line])
      }
    }
    return joined.map { parts in
      let parts = isBackward ? parts.sorted { $0.x < $1.x } : parts
      return Line(x: parts[0].x, y: parts[0].y, slack: parts[0].slack, bytes: parts.flatMap(\.bytes))
    }
  }

  private func tell(
    _ wanted: String, _ given: String, on sheet: Int, page: Int, _ result: inout VerificationResult
  ) {
    result.sheetsApart += 1
    guard result.sheetsApart <= 20 else { return }
    result.differences.append(
      VerificationDifference(
        kind: .sheet, sheet: sheet + 1, page: layout.page(page).folio, source: SourceLocation(offset: 0),
        expected: wanted, found: given))
  }
}
