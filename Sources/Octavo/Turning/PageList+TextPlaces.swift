internal import BookModel
internal import Design
internal import PDFReading
package import Typesetting
internal import Units
package import Verification

extension PageList {
  /// What the pages are, for who proves a file of them: those that octavo made up are set aside as a whole.
  package var textPlaces: PrintedLayout {
    var layout = PrintedLayout(
      pages: pages.enumerated().map { index, record in
        PrintedLayout.Page(
          folio: label(ofPage: index), isSetAside: record.kind == .title || record.kind == .contents,
          isRecto: record.isRecto)
      }, width: design.trim.width.points, height: design.trim.height.points)
    let words = PageWords(language)
    layout.sayings = [
      (words.above, .samePage), (words.below, .samePage), (words.facing, .facing), (words.next, .next),
      (words.previous, .previous), (words.onPage, .number), (words.page, .word), (words.pages, .word),
      (words.note, .note),
    ]
    .map { (words: $0.filter { $0.isLetter || $0.isNumber }.lowercased(), saying: $1) }
    return layout
  }
}

extension OutputSheet {
  var textPlaces: [PrintedLayout.PageOnSheet] {
    pages.map { PrintedLayout.PageOnSheet(page: $0.index, x: $0.x, y: $0.y, factor: $0.factor) }
  }
}

extension BookBuilder.Output {
  /// Proves the file, or both, against the manuscript.
  /// - Parameters:
  ///   - twin: a file of the same pages that says what they are made of, where this one does not (`BookBuilder.twin`).
  ///   - whenRead: may give back the memory that reading the file has taken.
  package func verified(
    _ sources: [VerificationSource], by twin: BookBuilder.Output?, whenRead: () -> Void = {}
  ) throws(VerificationError) -> VerificationResult {
    guard let twin else {
      return try verify(pdf, VerificationInput(sources: sources, layout: textPlaces), whenRead: whenRead)
    }
    let text = try PrintedText(proving: twin.pdf)
    guard text.hasStructure else { throw .noStructure }
    var result = verify(text, VerificationInput(sources: sources, layout: twin.textPlaces))
    var files = [try PrintedText(proving: pdf)]
    if let backs { files.append(try PrintedText(proving: backs)) }
    SheetProof(by: text, twin.textPlaces, layout: textPlaces).add(files, to: &result)
    return result
  }
}
