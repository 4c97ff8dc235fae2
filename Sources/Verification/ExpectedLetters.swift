package import Units

/// One manuscript file and what of it is to be found on the pages.
package struct VerificationSource: Sendable, Equatable {
  /// How the manuscript marks up its text.
  package enum Markup: String, Sendable {
    /// Words, and the marks of plain-text books: `_italics_`, `=bold=`, `[1]`, `[Illustration]`.
    case plain
    /// CommonMark: link targets, tags, list numbers, and fence names are no words.
    case markdown
    /// HTML and XHTML: tags, comments, `head`, `script` and `style` are no words.
    case html
  }

  package var file: SourceFile
  package var markup: Markup
  /// Byte ranges of `file.text` that the reader reported as dropped.
  package var dropped: [Range<Int>]
  /// Byte ranges whose words stand elsewhere than in the run of the text, such as
  /// notes: in the order in which they are printed.
  package var apart: [Range<Int>]

  package init(
    file: SourceFile, markup: Markup = .plain, dropped: [Range<Int>] = [], apart: [Range<Int>] = []
  ) {
    self.file = file
    self.markup = markup
    self.dropped = dropped
    self.apart = apart
  }
}

/// What is expected: the run of the text, and what stands apart from it.
struct ExpectedLetters {
  /// The run of the text first, then all that stands apart, in one sequence each.
  var sequences: [Letters]
  /// Where each file begins in the offsets of the letters.
  var fileStarts: [Int]
}

/// Reads the expected letters from raw manuscripts. Linear.
func expectedLetters(of sources: [VerificationSource], folder: inout LetterFolder) -> ExpectedLetters {
  var body = Letters()
  var apart = Letters()
  var starts: [Int] = []
  var base = 0
  folder.begin(printed: false)
  for source in sources {
    let size = source.file.text.count
    body.reserve(size)
    let clamped = source.apart.map { $0.clamped(to: 0..<size) }.filter { !$0.isEmpty }
    let left = remaining(of: 0..<size, without: source.dropped + clamped)
    append(left, of: source, base: base, folder: &folder, to: &body)
    starts.append(base)
    base += size + 1
  }
  base = 0
  folder.begin(printed: false)
  for source in sources {
    let size = source.file.text.count
    for range in source.apart {
      let left = remaining(of: range.clamped(to: 0..<size), without: source.dropped)
      append(left, of: source, base: base, folder: &folder, to: &apart)
    }
    base += size + 1
  }
  return ExpectedLetters(sequences: apart.count == 0 ? [body] : [body, apart], fileStarts: starts)
}

private func append(
  _ ranges: [Range<Int>], of source: VerificationSource, base: Int, folder: inout LetterFolder,
  to letters: inout Letters
) {
  source.file.text.withUnsafeBufferPointer { bytes in
    for range in ranges {
      folder.add([.space, .cut, .lineEnd])
      forEachPiece(of: bytes, in: range, markup: source.markup) { piece in
        switch piece {
        case .text(let part):
          folder.append(bytes, part, base: base, to: &letters)
        case .optional(let part):
          folder.setOptional(true)
          folder.append(bytes, part, base: base, to: &letters)
          folder.setOptional(false)
        case .scalar(let scalar, let offset):
          folder.append(scalar, at: base + offset, to: &letters)
        case .nothing(let isBoundary):
          if isBoundary { folder.add([.cut, .space]) }
        }
      }
    }
  }
}

extension Letters {
  /// Room for the letters of so many bytes of prose, where nine in eleven are letters.
  mutating func reserve(_ bytes: Int) {
    let estimate = count + bytes * 5 / 6
    ids.reserveCapacity(estimate)
    offsets.reserveCapacity(estimate)
    gaps.reserveCapacity(estimate)
  }
}

/// A range less others, which may overlap, stand in any order and reach beyond it.
func remaining(of range: Range<Int>, without cuts: [Range<Int>]) -> [Range<Int>] {
  var left: [Range<Int>] = []
  var at = range.lowerBound
  for cut in cuts.sorted(by: { $0.lowerBound < $1.lowerBound }) where !cut.isEmpty {
    if cut.lowerBound >= range.upperBound { break }
    if cut.lowerBound > at { left.append(at..<cut.lowerBound) }
    at = max(at, cut.upperBound)
  }
  if at < range.upperBound { left.append(at..<range.upperBound) }
  return left
}
