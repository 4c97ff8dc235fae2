package import PDFReading
package import Units

/// What is to be verified against a PDF.
package struct VerificationInput: Sendable {
  /// The manuscript's files in reading order.
  package var sources: [VerificationSource]
  package var layout: PrintedLayout

  package init(sources: [VerificationSource], layout: PrintedLayout = PrintedLayout()) {
    self.sources = sources
    self.layout = layout
  }
}

/// A place where the PDF does not say what the manuscript says.
package struct VerificationDifference: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case lost, extra, changed
    /// Two words are printed as one, or a hyphen or apostrophe inside one is missing.
    case joined
    /// One word is printed as two.
    case parted
    /// Punctuation that the manuscript has not, or that it has and the PDF has not.
    case sign
    /// A note is called where the manuscript calls none.
    case call
    /// The manuscript calls a note where none is called.
    case uncalled
    /// A sheet shows other letters than its pages have, or shows them elsewhere.
    case sheet
    /// What the file says of a page cannot be so.
    case fault(PrintedText.Problem.Kind)
  }
  package var kind: Kind
  /// Sheet of the PDF, from 1; of its second file, counted on from the first.
  package var sheet: Int
  /// The folio of the page on it, where it is known.
  package var page: String
  package var source: SourceLocation
  /// A few words of the manuscript from there, in one line.
  package var expected: String
  /// A few words of the PDF from there.
  package var found: String
}

/// What came of comparing every word.
package struct VerificationResult: Sendable, Equatable {
  /// Words of the manuscript that are to be printed.
  package var wordsExpected = 0
  /// Those of them that are, in their order.
  package var wordsFound = 0
  /// Words that are nowhere in the PDF, as often as they are missing.
  package var lost = 0
  /// Words in the PDF that the manuscript has not, or not as often.
  package var extra = 0
  /// Words that stand in another place of the order.
  package var moved = 0
  /// Words run together, or whose inner hyphen or apostrophe is gone.
  package var joined = 0
  /// Words printed as two.
  package var parted = 0
  /// Places with other punctuation.
  package var signs = 0
  /// Notes called from another place.
  package var calls = 0
  package var sheets = 0
  /// Sheets that show other letters than their pages have.
  package var sheetsApart = 0
  /// Pages on which the file's own order is not kept.
  package var faults = 0
  /// The first differences, at most 20, in the order of the PDF.
  package var differences: [VerificationDifference] = []

  package init() {}

  /// Every word is there, once and in order.
  package var isWhole: Bool {
    lost == 0 && extra == 0 && moved == 0 && joined == 0 && parted == 0 && signs == 0 && calls == 0
      && sheetsApart == 0 && faults == 0
  }
}

/// Why nothing could be verified.
package enum VerificationError: Error, Equatable, Sendable {
  case unreadable(detail: String)
  /// The file does not say what its pages are made of.
  case noStructure
}

/// Proves that every word of the manuscript is in the PDF, once and in order.
///
/// The words are taken from the raw manuscript by rules that share no code with
/// the readers, less what those report as dropped, and from the PDF by its own structure;
/// what counts as the same word is said at `Letters`. Linear in the length of the text in practice.
/// Throws where the file cannot be read, or has no structure: such files are proved by one that has
/// (`differences(of:from:)`).
/// - Parameter whenRead: is called when what reading took of memory is free again.
package func verify(
  _ pdf: [UInt8], _ input: VerificationInput, whenRead: () -> Void = {}
) throws(VerificationError) -> VerificationResult {
  var folder = LetterFolder(for: input)
  // what was read goes before the manuscript's letters come: both would be in memory at once
  let printed = PrintedLetters(try structured(pdf), layout: input.layout, folder: &folder)
  whenRead()
  return compare(input, printed, folder: &folder)
}

/// The same for text already read.
package func verify(_ text: PrintedText, _ input: VerificationInput) -> VerificationResult {
  var folder = LetterFolder(for: input)
  return compare(input, PrintedLetters(text, layout: input.layout, folder: &folder), folder: &folder)
}

private func structured(_ pdf: [UInt8]) throws(VerificationError) -> PrintedText {
  let text = try PrintedText(proving: pdf)
  guard text.hasStructure else { throw .noStructure }
  return text
}

extension LetterFolder {
  fileprivate init(for input: VerificationInput) {
    self.init()
    backtickQuotes = input.sources.allSatisfy { $0.markup != .markdown }
  }
}

extension PrintedText {
  package init(proving pdf: [UInt8]) throws(VerificationError) {
    do throws(UnreadablePDF) { try self.init(pdf) } catch { throw .unreadable(detail: error.detail) }
  }
}

private func compare(
  _ input: VerificationInput, _ printed: PrintedLetters, folder: inout LetterFolder
) -> VerificationResult {
  let sources = input.sources
  let expected = expectedLetters(of: sources, folder: &folder)
  let steps = Aligner(expected, printed: printed).align()
  let differences = wordDifferences(steps, expected: expected.sequences, printed: printed.letters).filter {
    !$0.isOrderAlone(expected: expected.sequences, printed: printed.letters, folder: folder)
  }

  var result = VerificationResult()
  (result.sheets, result.faults) = (printed.pageCount, printed.problems.count)
  result.wordsExpected = expected.sequences.reduce(0) { $0 + $1.wordCount }

  // A word missing here and printed elsewhere is moved, not lost.
  var strays: [UInt64: Int] = [:]
  for difference in differences {
    for word in difference.extra { strays[printed.letters.hash(of: word), default: 0] += 1 }
    result.extra += difference.extra.count
  }
  for difference in differences {
    let letters = expected.sequences[difference.sequence]
    for word in difference.lost {
      let hash = letters.hash(of: word)
      if let count = strays[hash], count > 0 {
        strays[hash] = count - 1
        result.moved += 1
        result.extra -= 1
      } else {
        result.lost += 1
      }
    }
  }
  result.wordsFound = result.wordsExpected - result.lost - result.moved

  let quoter = Quoter(sources: sources, expected: expected, printed: printed, layout: input.layout)
  var found: [(printed: Int, difference: VerificationDifference)] = []
  for difference in differences.prefix(20) {
    let kind: VerificationDifference.Kind =
      difference.extra.isEmpty ? .lost : difference.lost.isEmpty ? .extra : .changed
    // Quotations begin at the first word that differs, not at the stretch around it.
    let a = difference.lost.first?.lowerBound ?? difference.expected
    let b = difference.extra.first?.lowerBound ?? difference.printed
    found.append((b, quoter.difference(kind, difference.sequence, a, b)))
  }
  let marks = Punctuation(expected, printed: printed, signs: folder.signs).differences(steps)
  for step in steps {
    guard case .same(let sequence, _, _, _) = step else { continue }
    joinedLetters(step, expected: expected.sequences, printed: printed) { a, b in
      result.joined += 1
      guard result.joined <= 20 else { return }
      var start = a - 1
      while start > 0, !expected.sequences[sequence].isWordStart(start) { start -= 1 }
      found.append((b, quoter.difference(.joined, sequence, start, b - (a - start))))
    }
  }
  for mark in marks {
    let letters = expected.sequences[mark.sequence]
    let kind: VerificationDifference.Kind
    switch mark.kind {
    case .signs: (kind, result.signs) = (.sign, result.signs + 1)
    case .split: (kind, result.parted) = (.parted, result.parted + 1)
    case .call: (kind, result.calls) = (.call, result.calls + 1)
    case .uncalled: (kind, result.calls) = (.uncalled, result.calls + 1)
    }
    guard found.count < 40 else { continue }
    // quotations begin a word before
    var start = max(0, mark.expected - 1)
    while start > 0, !letters.isWordStart(start) { start -= 1 }
    let back = mark.expected - start
    found.append(
      (mark.printed, quoter.difference(kind, mark.sequence, start, max(0, mark.printed - back))))
  }
  // notes are read behind the text, whatever page they are on
  found.sort { ($0.difference.sheet, $0.printed) < ($1.difference.sheet, $1.printed) }
  result.differences =
    found.prefix(20).map(\.difference)
    + printed.problems.prefix(20).map { problem in
      VerificationDifference(
        kind: .fault(problem.kind), sheet: problem.page + 1, page: input.layout.page(problem.page).folio,
        source: SourceLocation(offset: 0), expected: "", found: "")
    }
  return result
}
