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
  package enum Kind: String, Sendable {
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
  /// The first differences, at most 20, in the order of the PDF.
  package var differences: [VerificationDifference] = []

  package init() {}

  /// Every word is there, once and in order.
  package var isWhole: Bool {
    lost == 0 && extra == 0 && moved == 0 && joined == 0 && parted == 0 && signs == 0 && calls == 0
  }
}

/// Why nothing could be verified.
package enum VerificationError: Error, Equatable, Sendable {
  /// No such program in `PATH`.
  case readerMissing(program: String)
  /// The program left with this status, -1 for a signal: mostly no PDF, or a damaged one.
  case readerFailed(program: String, status: Int32)
  case cannotStart(program: String, errno: Int32)
  /// The program left as if all were well, but parts of what it read are missing.
  case readerGarbled(program: String)
  /// The program wrote nothing for so long that it was ended.
  case readerSilent(program: String, seconds: Int)
}

/// Proves that every word of the manuscript is in the PDF, once and in order.
///
/// The words are taken from the raw manuscript by rules that share no code with
/// the readers, less what those report as dropped, and from the PDF by an outside
/// program; what counts as the same word is said at `Letters`. Without a given
/// `reader` it is pdftotext, or mutool where that is missing. A book may be in several
/// files, such as fronts and backs. Linear in the length of the text in practice.
/// Throws when no reader can be run on the files.
package func verify(
  pdfs paths: [String], _ input: VerificationInput, reader: PDFReader? = nil
) throws(VerificationError) -> VerificationResult {
  if let reader { return try verify(paths, input, reader) }
  do {
    return try verify(paths, input, .pdftotext)
  } catch .readerMissing {
    do {
      return try verify(paths, input, .mutool)
    } catch .readerMissing {
      // The one to install is the first choice.
      throw .readerMissing(program: PDFReader.pdftotext.rawValue)
    }
  }
}

package func verify(
  pdf path: String, _ input: VerificationInput, reader: PDFReader? = nil
) throws(VerificationError) -> VerificationResult {
  try verify(pdfs: [path], input, reader: reader)
}

private func verify(
  _ paths: [String], _ input: VerificationInput, _ reader: PDFReader
) throws(VerificationError) -> VerificationResult {
  try compare(input) { way, take throws(VerificationError) in
    for path in paths {
      try reader.read(path, inOrder: input.layout.isInOrder != way.isOtherOrder) { _, sheet in take(sheet) }
    }
  }
}

/// The same for sheets already read.
package func verify(_ sheets: [PrintedSheet], _ input: VerificationInput) -> VerificationResult {
  compare(input) { _, take in for sheet in sheets { take(sheet) } }
}

/// How a PDF is read and compared. Each way proves as much as any other: whichever
/// finds every word in its place is right, and another may have erred.
private struct Way {
  /// Lines that readers shuffle are compared with octavo's own marks at once, without these only then.
  var marksFirst = false
  /// The words come in the order in which they were drawn, where they usually do not, and the other way round.
  var isOtherOrder = false

  /// The usual one first.
  static let all = [Way(), Way(marksFirst: true), Way(marksFirst: true, isOtherOrder: true)]
}

/// Reads and compares in one way after the other, until one finds every word in its place; else the first counts.
/// - Parameter read: gives each sheet to a function.
private func compare<Problem: Error>(
  _ input: VerificationInput, read: (Way, (PrintedSheet) -> Void) throws(Problem) -> Void
) throws(Problem) -> VerificationResult {
  var first: VerificationResult?
  for way in Way.all {
    var folder = LetterFolder()
    var sorter = PageSorter(input.layout)
    folder.backtickQuotes = input.sources.allSatisfy { $0.markup != .markdown }
    folder.begin(printed: true)
    try read(way) { sorter.add($0, folder: &folder) }
    let result = compare(input, &sorter, folder: &folder, way)
    if result.isWhole { return result }
    first = first ?? result
  }
  return first ?? VerificationResult()
}

/// Compares all stands of the pages; the first that is not whole counts.
private func compare(
  _ input: VerificationInput, _ sorter: inout PageSorter, folder: inout LetterFolder, _ way: Way
) -> VerificationResult {
  let sheets = sorter.sheetCount
  var result = VerificationResult()
  for printed in sorter.finish(folder: &folder) {
    result = compare(input, printed, folder: &folder, way)
    result.sheets = sheets
    if !result.isWhole { break }
  }
  return result
}

private func compare(
  _ input: VerificationInput, _ printed: PrintedLetters, folder: inout LetterFolder, _ way: Way
) -> VerificationResult {
  let sources = input.sources
  let expected = expectedLetters(of: sources, folder: &folder)
  let aligned = Aligner(
    expected, printed: printed, unmarked: folder.unmarked, hasPiles: folder.hasPiles,
    marksFirst: way.marksFirst
  ).align()
  let steps = untwisted(aligned, expected: expected, printed: printed)
  let differences = wordDifferences(steps, expected: expected.sequences, printed: printed.letters).filter {
    !$0.isOrderAlone(expected: expected.sequences, printed: printed.letters, folder: folder)
  }

  var result = VerificationResult()
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
  let (told, marks) = leastMarks(steps, expected: expected, printed: printed, signs: folder.signs)
  for step in told {
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
  result.differences = found.prefix(20).map(\.difference)
  return result
}

/// The steps, and their differences of signs and calls, where what stands twice in print, once as a caption or a note and
/// once as text, is taken in the order in which the fewest differ and the fewest words are joined: the letters do not tell
/// which is which.
private func leastMarks(
  _ steps: [AlignmentStep], expected: ExpectedLetters, printed: PrintedLetters, signs: Signs
) -> (steps: [AlignmentStep], marks: [Punctuation.Difference]) {
  func marks(_ steps: [AlignmentStep]) -> [Punctuation.Difference] {
    Punctuation(expected, printed: printed, signs: signs).differences(steps)
  }
  func joined(_ steps: [AlignmentStep]) -> Int {
    var count = 0
    for step in steps { joinedLetters(step, expected: expected.sequences, printed: printed) { _, _ in count += 1 } }
    return count
  }
  var (steps, least) = (steps, marks(steps))
  var words = joined(steps)
  guard !least.isEmpty || words > 0 else { return (steps, least) }
  for (first, second) in twins(in: steps, of: expected).prefix(mostTwins) {
    guard let first = steps.firstIndex(of: first), let second = steps.firstIndex(of: second),
      let pair = exchanged(steps[first], steps[second])
    else { continue }
    var swapped = steps
    swapped.replaceSubrange(second...second, with: pair.second)
    swapped.replaceSubrange(first...first, with: pair.first)
    let (found, apart) = (marks(swapped), joined(swapped))
    if found.count + apart < least.count + words { (steps, least, words) = (swapped, found, apart) }
  }
  return (steps, least)
}

/// The steps, where of what stands twice in print the first was taken for the text, which goes on behind the second:
/// a table's caption that says what its first row does, and less of it.
private func untwisted(
  _ steps: [AlignmentStep], expected: ExpectedLetters, printed: PrintedLetters
) -> [AlignmentStep] {
  guard steps.contains(where: { if case .different = $0 { true } else { false } }) else { return steps }
  var steps = steps
  for (first, second) in twins(in: steps, of: expected).prefix(mostTwins) {
    guard case .same(let sequence, let i, _, let count) = first, case .same(_, _, let l, let other) = second,
      let one = steps.firstIndex(of: first), let two = steps.firstIndex(of: second), two + 1 < steps.count,
      case .different(_, let nothing, let extra) = steps[two + 1], nothing.isEmpty, extra.lowerBound == l + other,
      let pair = exchanged(first, second)
    else { continue }
    let letters = expected.sequences[sequence].ids
    let rest = steps.firstIndex {
      guard case .different(sequence, let lost, let none) = $0 else { return false }
      return none.isEmpty && lost.lowerBound == i + count && lost.count == extra.count
        && letters[lost].elementsEqual(printed.letters.ids[extra])
    }
    guard let rest, rest != two + 1 else { continue }
    let found = AlignmentStep.same(
      sequence: sequence, expected: i + count, printed: extra.lowerBound, count: extra.count)
    // from the last to the first, so that places stay
    let changes = [(one, pair.first), (two, pair.second), (two + 1, [found]), (rest, [])]
    for (place, made) in changes.sorted(by: { $0.0 > $1.0 }) { steps.replaceSubrange(place...place, with: made) }
  }
  return steps
}

/// Each is looked through the whole book for.
private let mostTwins = 8

/// Two runs with the letters of each other's sequence, as far as these are the same: the last of the first.
private func exchanged(_ first: AlignmentStep, _ second: AlignmentStep) -> (
  first: [AlignmentStep], second: [AlignmentStep]
)? {
  guard case .same(let s, let i, let j, let count) = first, case .same(let t, let k, let l, let other) = second
  else { return nil }
  let alike = min(count, other)
  let before = count - alike
  func run(_ sequence: Int, _ expected: Int, _ printed: Int, _ count: Int) -> [AlignmentStep] {
    count > 0 ? [.same(sequence: sequence, expected: expected, printed: printed, count: count)] : []
  }
  // what is left of either goes on with its own letters
  return (
    run(s, i, j, before) + run(t, k, j + before, alike),
    run(s, i + before, l, alike) + run(t, k + alike, l + alike, other - alike)
  )
}

/// Runs of two sequences that follow each other in print, of which one ends, or begins, with the letters that the other
/// one is.
private func twins(in steps: [AlignmentStep], of expected: ExpectedLetters) -> [(AlignmentStep, AlignmentStep)] {
  let runs = steps.filter { if case .same = $0 { true } else { false } }
  return zip(runs, runs.dropFirst()).filter { first, second in
    guard case .same(let s, let i, _, let count) = first, case .same(let t, let k, _, let other) = second, s != t
    else { return false }
    let alike = min(count, other)
    return alike > 2
      && expected.sequences[s].ids[(i + count - alike)..<(i + count)]
        .elementsEqual(expected.sequences[t].ids[k..<(k + alike)])
  }
}
