package import Units

/// Words that are printed elsewhere than in the run of the text.
package struct VerificationPassage: Sendable, Equatable {
  /// Bytes of the file.
  package var range: Range<Int>
  /// What is printed instead of the bytes: what octavo adds, or writes in another way.
  package var words: String?
  /// Whether all letters are printed, marks too.
  package var isWhole: Bool

  package init(_ range: Range<Int>, words: String? = nil, isWhole: Bool = false) {
    self.range = range
    self.words = words
    self.isWhole = isWhole
  }
}

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
    /// A Word file's XML: words stand in the elements of text.
    case word
  }

  package var file: SourceFile
  package var markup: Markup
  /// Byte ranges of `file.text` that the reader reported as dropped.
  package var dropped: [Range<Int>]
  /// What stands elsewhere than in the run of the text: one sequence each for notes,
  /// captions and the like, in the order in which they are printed. The first sequences
  /// of all files are one, and so on.
  package var apart: [[VerificationPassage]]
  /// What is printed instead of a dropped range, by the range's end.
  package var replacements: [Int: String]
  /// What is printed besides the manuscript's words, by the byte before which it stands.
  package var additions: [Int: String]
  /// What may be printed besides them, in the same way: the numbers of items that may have no column of their own.
  package var possible: [Int: String]
  /// What is printed for a letter, by its first byte.
  package var recased: [Int: String]
  /// Where paragraphs and verse stand, ascending: they keep the signs at their ends, as headings and labels need not.
  package var running: [Range<Int>]
  /// Where headings begin, ascending.
  package var headings: [Int]

  package init(
    file: SourceFile, markup: Markup = .plain, dropped: [Range<Int>] = [], apart: [[VerificationPassage]] = [],
    replacements: [Int: String] = [:], additions: [Int: String] = [:], possible: [Int: String] = [:],
    recased: [Int: String] = [:], running: [Range<Int>] = [], headings: [Int] = []
  ) {
    self.file = file
    self.markup = markup
    self.dropped = dropped
    self.apart = apart
    self.replacements = replacements
    self.additions = additions
    self.possible = possible
    self.recased = recased
    self.running = running
    self.headings = headings
  }
}

extension VerificationSource {
  /// Whether words begin at a byte, and no tag or white space.
  fileprivate func beginsWords(at offset: Int) -> Bool {
    let text = file.text
    guard offset < text.count, text[offset] > 0x20 else { return false }
    guard text[offset] == UInt8(ascii: "<") else { return true }
    // what nothing ends in its document is none
    let next = file.parts.lowerBound { $0.start <= offset }
    let end = next < file.parts.count ? Int(file.parts[next].start) : text.count
    return !text[offset..<end].contains(UInt8(ascii: ">"))
  }

  /// A range of the text that ends behind its last scalar: readers say where a passage's last sign begins,
  /// which may be a curly quote of several bytes.
  fileprivate func whole(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<file.text.count)
    guard !range.isEmpty else { return range }
    var end = range.upperBound
    while end < file.text.count, file.text[end] & 0xC0 == 0x80 { end += 1 }
    return range.lowerBound..<end
  }
}

/// What is expected: the run of the text, and what stands apart from it.
struct ExpectedLetters {
  /// The run of the text first, then each sequence that stands apart and has letters.
  var sequences: [Letters]
  /// What each of them is.
  enum Kind: Int {
    case run, notes, captions, uncalled, frontPages, endnotes
  }
  var kinds: [Kind]
  /// Where each file begins in the offsets of the letters.
  var fileStarts: [Int]
  /// What keeps the signs at its end, in the offsets of the letters.
  var running: [Range<Int>]
  /// Where headings begin, in the same.
  var headings: [Int]
  /// The signs of captions and the like that have no letters: they may stand between any two lines.
  var alone: Set<[UInt8]> = []
}

/// Reads the expected letters from raw manuscripts. Linear.
func expectedLetters(of sources: [VerificationSource], folder: inout LetterFolder) -> ExpectedLetters {
  var body = Letters()
  var starts: [Int] = []
  var base = 0
  folder.begin(printed: false)
  var scans: [SourceScan] = []
  for source in sources {
    let size = source.file.text.count
    body.reserve(size)
    let clamped = source.apart.joined().map { source.whole($0.range) }.filter { !$0.isEmpty }
    let scan = SourceScan(source, base: base)
    scan.append(
      scan.parts(of: 0..<size, without: source.dropped + clamped), additions: scan.additionsOfTheRun,
      behind: Set(clamped.map(\.upperBound)), folder: &folder, to: &body)
    scans.append(scan)
    starts.append(base)
    base += size + 1
  }
  folder.end(&body)
  let running = zip(sources, starts).flatMap { source, start in
    source.running.map { ($0.lowerBound + start)..<($0.upperBound + start) }
  }
  // each cell has a direction of its own
  let cells = scans.flatMap(\.cells)
  body.markBackward(
    running: cells.isEmpty ? running : (running + cells).sorted { $0.lowerBound < $1.lowerBound }, signs: folder.signs,
    isPlain: sources.allSatisfy { $0.markup == .plain })
  var sequences = [body]
  var kinds = [ExpectedLetters.Kind.run]
  var alone: Set<[UInt8]> = []
  for sequence in 0..<(sources.map(\.apart.count).max() ?? 0) {
    var apart = Letters()
    let kind = ExpectedLetters.Kind(rawValue: sequence + 1) ?? .run
    folder.begin(printed: false)
    for (source, scan) in zip(sources, scans) where sequence < source.apart.count {
      let dropped = source.dropped.united
      for passage in source.apart[sequence] {
        let range = source.whole(passage.range)
        let (letters, signs) = (apart.count, folder.signs.waiting)
        if let words = passage.words {
          scan.append(words, at: range.lowerBound, folder: &folder, to: &apart)
        } else {
          scan.append(
            scan.parts(of: range, without: dropped.within(range)), additions: scan.additions(in: range),
            isWhole: passage.isWhole, folder: &folder, to: &apart)
        }
        // a note is known by its mark
        if kind != .notes, kind != .endnotes, apart.count == letters, let own = folder.takeBackSigns(to: signs) {
          alone.insert(own)
        }
      }
    }
    folder.end(&apart)
    apart.markBackward(running: [], signs: folder.signs, isPlain: false)
    guard apart.count > 0 else { continue }
    kinds.append(kind)
    sequences.append(apart)
  }
  // of a text that is nothing but notes these are all that there is to follow
  if body.count == 0, sequences.count > 1 {
    sequences.removeFirst()
    kinds.removeFirst()
  }
  let headings = zip(sources, starts).flatMap { source, start in source.headings.map { $0 + start } }
  return ExpectedLetters(
    sequences: sequences, kinds: kinds, fileStarts: starts, running: running, headings: headings, alone: alone)
}

extension [Range<Int>] {
  /// In order, what overlaps made one.
  fileprivate var united: [Range<Int>] {
    var united: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = united.last, range.lowerBound <= last.upperBound {
        united[united.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        united.append(range)
      }
    }
    return united
  }

  /// Those of united ranges that can touch another; found by halving, so that many notes and many cuts stay cheap.
  fileprivate func within(_ range: Range<Int>) -> [Range<Int>] {
    self[lowerBound { $0.upperBound <= range.lowerBound }...].prefix { $0.lowerBound < range.upperBound }.map(\.self)
  }
}

extension [Int] {
  /// Those of an ascending list that are strictly inside no range; ranges may overlap and stand in any order.
  fileprivate func outside(of ranges: [Range<Int>]) -> [Int] {
    guard !isEmpty else { return [] }
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    var furthest = -1
    return filter { place in
      while next < sorted.count, sorted[next].lowerBound < place {
        furthest = Swift.max(furthest, sorted[next].upperBound)
        next += 1
      }
      return furthest <= place
    }
  }
}

/// Takes letters from one file.
private struct SourceScan {
  private let source: VerificationSource
  /// Where the file begins in the offsets of the letters.
  private let base: Int
  private let markdown: MarkdownWords?
  private let additions: [Int]
  /// Those that stand in no passage apart and in nothing that was dropped.
  let additionsOfTheRun: ArraySlice<Int>
  /// Where passages apart begin.
  private let starts: Set<Int>

  init(_ source: VerificationSource, base: Int) {
    self.source = source
    self.base = base
    markdown = source.markup == .markdown ? MarkdownWords(source.file.text) : nil
    additions = Set(source.additions.keys).union(source.possible.keys).sorted()
    // at the ends of a passage they are its own; at those of a dropped range they stand for what was dropped
    let apart = source.apart.joined().filter { $0.words == nil }.map { source.whole($0.range) }
    starts = Set(apart.map(\.lowerBound))
    let closed = apart.map { ($0.lowerBound - 1)..<($0.upperBound + 1) } + source.dropped
    additionsOfTheRun = additions.outside(of: closed)[...]
  }

  /// In the offsets of the letters.
  var cells: [Range<Int>] { markdown?.cells.map { ($0.lowerBound + base)..<($0.upperBound + base) } ?? [] }

  /// Words that are not the file's, for a place in it.
  func append(_ words: String, at offset: Int, folder: inout LetterFolder, to letters: inout Letters) {
    folder.add([.space, .cut, .lineEnd])
    for scalar in words.unicodeScalars { folder.append(scalar.value, at: base + offset, to: &letters) }
  }

  /// What is left of a range, and without a length the places of what is printed for what was dropped there, where
  /// nothing is left right behind it: characters that are described one behind the other, or at the end.
  func parts(of whole: Range<Int>, without dropped: [Range<Int>]) -> [Range<Int>] {
    let left = remaining(of: whole, without: dropped)
    guard !source.replacements.isEmpty else { return left }
    let starts = Set(left.map(\.lowerBound))
    var furthest = whole.lowerBound
    var places: [Int] = []
    for range in dropped.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      // what was dropped with all that is around it is printed nowhere
      guard range.upperBound > furthest else { continue }
      furthest = range.upperBound
      if furthest <= whole.upperBound, source.replacements[furthest] != nil, !starts.contains(furthest) {
        places.append(furthest)
      }
    }
    let alone = places.outside(of: dropped)
    guard !alone.isEmpty else { return left }
    return (left + alone.map { $0..<$0 }).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// - Parameter ends: where passages end that are no part of the ranges: what is printed for their last words is theirs.
  func append(
    _ ranges: [Range<Int>], additions: ArraySlice<Int>, behind ends: Set<Int> = [], isWhole: Bool = false,
    folder: inout LetterFolder, to letters: inout Letters
  ) {
    var waiting = additions
    func add(upTo end: Int, _ folder: inout LetterFolder, _ letters: inout Letters) {
      while let offset = waiting.first, offset <= end {
        waiting.removeFirst()
        let words = source.additions[offset] ?? ""
        // the number of an item stands before the mark of a quotation that begins with its words
        let isBefore = !words.contains { $0.isLetter || $0.isNumber } && source.beginsWords(at: offset)
        if isBefore { addPossible(offset, &folder, &letters) }
        // a quotation mark stands right by what it encloses; words may stand behind a letter without a space, and behind
        // a call that was left out
        if words.first.map({ $0 == " " || $0.isLetter || $0.isNumber }) ?? false { folder.add([.space, .cut]) }
        var isBehindStop = false
        for scalar in words.unicodeScalars {
          folder.append(scalar.value, at: base + offset, to: &letters)
          // a call that was left out may stand between an item's number and its words, or where it has none
          if isBehindStop, scalar == " " { folder.add(.cut) }
          isBehindStop = scalar == "."
        }
        if !isBefore { addPossible(offset, &folder, &letters) }
      }
    }
    func addPossible(_ offset: Int, _ folder: inout LetterFolder, _ letters: inout Letters) {
      guard let possible = source.possible[offset] else { return }
      folder.setOptional(true)
      // no call of a note stands so
      folder.add([.space, .lineEnd])
      for scalar in possible.unicodeScalars { folder.append(scalar.value, at: base + offset, to: &letters) }
      folder.setOptional(false)
    }
    source.file.text.withUnsafeBufferPointer { bytes in
      for range in ranges {
        folder.add([.space, .cut, .lineEnd])
        let replacement = ends.contains(range.lowerBound) ? nil : source.replacements[range.lowerBound]
        for scalar in (replacement ?? "").unicodeScalars {
          folder.append(scalar.value, at: base + range.lowerBound, to: &letters)
        }
        var start = range.lowerBound
        add(upTo: start, &folder, &letters)
        while let offset = waiting.first, offset <= range.upperBound {
          append(bytes, start..<offset, isWhole, &folder, &letters)
          add(upTo: offset, &folder, &letters)
          start = offset
        }
        append(bytes, start..<range.upperBound, isWhole, &folder, &letters)
      }
      add(upTo: .max, &folder, &letters)
    }
  }

  /// Ascending; those at the ends of a range are its own, but the number of an item that begins where it ends.
  func additions(in range: Range<Int>) -> ArraySlice<Int> {
    let found = additions[additions.lowerBound { $0 < range.lowerBound }...].prefix { $0 <= range.upperBound }
    guard let last = found.last, last == range.upperBound, starts.contains(last),
      source.additions[last]?.hasSuffix(". ") ?? false
    else { return found }
    return found.dropLast()
  }

  private func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ isWhole: Bool, _ folder: inout LetterFolder,
    _ letters: inout Letters
  ) {
    let take = { (piece: ManuscriptPiece) in
      switch piece {
      case .text(let part) where source.recased.isEmpty:
        folder.append(bytes, part, base: base, to: &letters)
      case .text(let part):
        append(recased: bytes, part, &folder, &letters)
      case .optional(let part):
        folder.setOptional(!isWhole)
        folder.append(bytes, part, base: base, to: &letters)
        folder.setOptional(false)
      case .call(let part):
        folder.setOptional(true)
        // the colon of a name, as in [^ed:1], is no sign of the text
        for name in part.split(whereSeparator: { bytes[$0] == 0x3A }) {
          folder.append(bytes, name.startIndex..<name.endIndex, base: base, to: &letters)
        }
        folder.setOptional(false)
      case .scalar(_, let offset) where source.recased[offset] != nil:
        for scalar in (source.recased[offset] ?? "").unicodeScalars {
          folder.append(scalar.value, at: base + offset, to: &letters)
        }
      case .scalar(let scalar, let offset):
        folder.append(scalar, at: base + offset, to: &letters)
      case .nothing(let isBoundary):
        folder.add(isBoundary ? [.cut, .space] : .sign)
      }
    }
    if let markdown {
      markdown.forEachPiece(in: range, take)
    } else {
      forEachPiece(of: bytes, in: range, markup: source.markup, take)
    }
  }
}

extension SourceScan {
  /// Text some letters of which are printed in another case.
  private func append(
    recased bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ folder: inout LetterFolder,
    _ letters: inout Letters
  ) {
    var start = range.lowerBound
    var i = start
    while i < range.upperBound {
      guard let printed = source.recased[i] else {
        i += 1
        continue
      }
      folder.append(bytes, start..<i, base: base, to: &letters)
      for scalar in printed.unicodeScalars { folder.append(scalar.value, at: base + i, to: &letters) }
      i += 1
      while i < range.upperBound, bytes[i] & 0xC0 == 0x80 { i += 1 }
      start = i
    }
    folder.append(bytes, start..<range.upperBound, base: base, to: &letters)
  }
}

extension Letters {
  /// Room for the letters of so many bytes of prose, where nine in eleven are letters.
  mutating func reserve(_ bytes: Int) {
    let estimate = count + bytes * 5 / 6
    ids.reserveCapacity(estimate)
    offsets.reserveCapacity(estimate)
    gaps.reserveCapacity(estimate)
    signs.reserveCapacity(estimate)
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
