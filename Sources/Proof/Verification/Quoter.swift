internal import PDFReading
package import Units

/// Names and quotes the places of a difference.
struct Quoter {
  let sources: [VerificationSource]
  let expected: ExpectedLetters
  let printed: PrintedLetters
  let layout: PrintedLayout

  /// Bytes quoted: enough for half a line to find by eye or by search.
  private static let length = 60

  func difference(
    _ kind: VerificationDifference.Kind, _ sequence: Int, _ a: Int, _ b: Int
  ) -> VerificationDifference {
    let letters = expected.sequences[sequence]
    var location = SourceLocation(offset: 0)
    var words = ""
    if let offset = a < letters.count ? letters.offsets[a] : letters.offsets.last {
      let file = max((expected.fileStarts.lastIndex { $0 <= Int(offset) } ?? 0), 0)
      let start = Int(offset) - expected.fileStarts[file]
      location = SourceLocation(file: UInt16(clamping: file), offset: start)
      words = a < letters.count ? Quoter.quote(sources[file].file.text[...], from: start) : ""
    }
    var found = ""
    if b >= 0, b < printed.letters.count {
      // no quotation goes on from the text into the notes, which are read behind it
      let last = printed.parts.first { $0.contains(b) }?.upperBound ?? printed.letters.count
      let end = last < printed.letters.count ? Int(printed.letters.offsets[last]) : printed.text.count
      found = Quoter.quote(printed.text[..<end], from: Int(printed.letters.offsets[b]))
    }
    let page = printed.page(of: b)
    return VerificationDifference(
      kind: kind, sheet: page + 1, page: layout.page(page).folio, source: location, expected: words, found: found)
  }

  /// Words from an offset on, white space as single spaces, cut at a space where there is one.
  private static func quote(_ bytes: ArraySlice<UInt8>, from start: Int) -> String {
    var quoted: [UInt8] = []
    var lastSpace = 0
    var i = start
    while i < bytes.endIndex, quoted.count < length || bytes[i] & 0xC0 == 0x80 {
      if bytes[i] <= 0x20 {
        if quoted.last != 0x20 {
          lastSpace = quoted.count
          quoted.append(0x20)
        }
      } else {
        quoted.append(bytes[i])
      }
      i += 1
    }
    if i < bytes.endIndex, lastSpace > length / 2 { quoted.removeSubrange(lastSpace...) }
    while quoted.last == 0x20 { quoted.removeLast() }
    return String(decoding: quoted, as: UTF8.self)
  }
}

extension VerificationResult {
  /// The differences in words, one message each, then their sum; empty when whole.
  package var diagnostics: [Diagnostic] {
    guard !isWhole else { return [] }
    var messages = differences.map { difference in
      let sheet =
        (difference.page.isEmpty ? "" : "page \(difference.page), on ") + "sheet \(difference.sheet) of the PDF"
      let (expected, found) = ("\"\(difference.expected)\"", "\"\(difference.found)\"")
      let message =
        switch difference.kind {
        case .lost: "\(sheet) lacks \(expected); it goes on with \(found)"
        case .extra: "\(sheet) adds \(found) before \(expected)"
        case .changed: "\(sheet) says \(found) where \(expected) is expected"
        case .joined: "\(sheet) runs words together: \(found) for \(expected)"
        case .parted: "\(sheet) parts a word: \(found) for \(expected)"
        case .sign: "\(sheet) has other punctuation: \(found) for \(expected)"
        case .call: "\(sheet) calls a note at \(found), where the manuscript calls none: \(expected)"
        case .sheet: "\(sheet) shows \(found) where its page has \(expected)"
        case .fault(let kind): "\(sheet) \(kind.words)"
        case .uncalled: "\(sheet) calls no note at \(found), where the manuscript calls one: \(expected)"
        }
      return Diagnostic(.error, code: "text-\(difference.kind.code)", message, source: difference.source)
    }
    messages.append(
      Diagnostic(
        .error, code: "text-not-whole",
        "of \(wordsExpected) words \(lost) \(lost == 1 ? "is" : "are") lost, \(moved) moved, \(joined) run together; "
          + "\(extra) \(extra == 1 ? "is" : "are") added" + otherCounts))
    return messages
  }
}

extension VerificationDifference.Kind {
  fileprivate var code: String { if case .fault = self { "fault" } else { "\(self)" } }
}

extension PrintedText.Problem.Kind {
  fileprivate var words: String {
    switch self {
    case .unclaimed: "shows letters that are of no part of the book"
    case .claimedTwice: "shows letters that are of two parts of the book"
    case .order: "is drawn in another order than it is numbered"
    case .unknownLetters: "shows letters of which the PDF does not say what they are"
    case .hidden: "has words that are not seen"
    case .covered: "has a picture drawn over its words"
    case .outside: "has words beyond its edges"
    case .risen: "has a line above the one that comes before it"
    }
  }
}

extension VerificationResult {
  private var otherCounts: String {
    [
      (signs, "place", "with other punctuation"), (parted, "word", "parted"), (calls, "note", "called from elsewhere"),
      (sheetsApart, "sheet", "with other letters than its pages"), (faults, "fault", "of the file itself"),
    ]
    .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)\($0.0 == 1 ? "" : "s") \($0.2)" }.joined()
  }
}

extension VerificationError {
  /// The message to print; the file is the PDF's.
  package func diagnostic(pdf path: String) -> Diagnostic {
    switch self {
    case .unreadable(let detail):
      Diagnostic(.error, code: "pdf-unreadable", "cannot verify \"\(path)\": \(detail)")
    case .noStructure:
      Diagnostic(
        .error, code: "no-structure",
        "cannot verify \"\(path)\": the PDF does not say what its pages are made of",
        help: "this is a fault of octavo's: please report it with the manuscript")
    }
  }
}
