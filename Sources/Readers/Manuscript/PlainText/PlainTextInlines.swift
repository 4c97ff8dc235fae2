internal import BookModel
internal import Units

/// A note's mark in the text, or a note that stands in the text itself.
struct NoteSite {
  var range: Range<Int>
  /// The note called here; 0 where the range is only taken out.
  var note: Int
  /// The number of another edition's page: the text runs on over it.
  var isPageNumber = false
}

/// Makes the inlines of a paragraph from byte ranges of the text, one a line.
///
/// Lines are joined as typists broke them: a hyphen or a dash at the seam takes no
/// space, and neither do two wide (Chinese, Japanese) characters.
struct InlineWriter {
  let text: [UInt8]
  let readsItalics: Bool
  let readsBold: Bool
  /// `~word~`, as German books have their spaced-out words.
  let readsSpaced: Bool
  /// `+word+`, the same in others.
  let readsFramed: Bool
  /// `*word*`, italics as they are typed in mail, where no star calls a note.
  let readsStars: Bool
  /// `H_{2}O`, `18^{th}`, `y^e`
  let readsScripts: Bool
  let isAozora: Bool
  /// Ascending.
  let sites: [NoteSite]
  /// How far the sites reach, with those before each.
  private let reaches: [Int]
  /// A note's own text is written, which its site holds.
  var isInNote = false
  /// Language marks and the like that were taken out.
  private(set) var marks: [Range<Int>] = []
  /// What says where words with a reading above begin, and the reading itself.
  private(set) var rubySigns: [Range<Int>] = []
  private(set) var italicRuns = 0
  private(set) var dropped: [(range: Range<Int>, replacement: String)] = []

  private var buffer: [UInt8] = []
  private var map: [SourceMark] = []
  private var inlines: [Inline] = []
  /// Up to here nothing is written: a note stood there.
  private var skipped = 0
  /// Signs of italics that pair where not all of a paragraph's do; empty where all do.
  private var looseItalics: Set<Int> = []
  private var style = InlineStyle.plain
  private var runStart = 0
  /// Text offset less source offset of the last mark: a new one is due when it changes.
  private var shift = Int.min
  private var special = [Bool](repeating: false, count: 256)

  /// - Parameter signs: what the whole text shows of them.
  init(text: [UInt8], sites: [NoteSite], signs: LineSigns, readsItalics: Bool, readsStars: Bool, isAozora: Bool) {
    self.text = text
    self.sites = sites
    var reach = 0
    reaches = sites.map { site in
      reach = max(reach, site.range.upperBound)
      return reach
    }
    self.readsItalics = readsItalics && signs.contains(.underscores)
    readsBold = readsItalics && signs.contains(.equals)
    readsSpaced = readsItalics && signs.contains(.tildes)
    readsFramed = readsItalics && signs.contains(.frames)
    self.readsStars = readsItalics && readsStars
    readsScripts = readsItalics && (signs.contains(.carets) || signs.isSuperset(of: [.underscores, .brackets]))
    self.isAozora = isAozora
    buffer.reserveCapacity(4096)
    special[0x20] = true
    special[0x09] = true
    if self.readsItalics { special[0x5F] = true }
    if readsBold { special[0x3D] = true }
    if readsSpaced { special[0x7E] = true }
    if readsFramed { (special[0x2B], special[0x23]) = (true, true) }
    if self.readsStars { special[0x2A] = true }
    if readsScripts { special[0x5E] = true }
    if isAozora {
      special[0xE3] = true
      special[0xEF] = true
      special[0xE2] = true
    }
  }

  /// Italics that run over a blank line: a stage direction of several paragraphs.
  enum Carry { case none, opens, within, closes }

  /// `breaks`: every range stays a line of its own. `isPlain`: all of the ranges are lines as `TextLine.isPlain` has them.
  mutating func write(
    _ ranges: [Range<Int>], breaks: Bool = false, keepsGaps: Bool = false, carry: Carry = .none, isPlain: Bool = false
  ) -> [Inline] {
    inlines = []
    style = carry == .within || carry == .closes ? InlineStyle(.emphasis) : .plain
    skipped = ranges.first.flatMap { endOfNote(over: $0.lowerBound) } ?? 0
    buffer.removeAll(keepingCapacity: true)
    map.removeAll(keepingCapacity: true)
    shift = .min
    let asItStands = isPlain && !readsStars && !isAozora && skipped == 0 && !holdsSite(ranges)
    looseItalics = []
    var italics = !asItStands && readsItalics && (carry != .none || pairs(0x5F, in: ranges) || nestsItalics(in: ranges))
    if !italics, !asItStands, readsItalics {
      looseItalics = pairsAmongOthers(0x5F, in: ranges)
      italics = !looseItalics.isEmpty
    }
    let bold = !asItStands && readsBold && pairs(0x3D, in: ranges)
    let framed: [UInt8] =
      (!asItStands && readsSpaced && pairs(0x7E, in: ranges) ? [0x7E] : [])
      + (readsStars && pairs(0x2A, in: ranges) ? [0x2A] : [])
      + (!asItStands && readsFramed ? [0x2B, 0x23].filter { pairsFrames($0, in: ranges) } : [])
    var previousEnd = -1
    for range in ranges where !range.isEmpty {
      if previousEnd >= 0 {
        if breaks {
          flush()
          inlines.append(Inline(.lineBreak, style: style, source: SourceLocation(offset: previousEnd)))
        } else if range.lowerBound >= skipped, takesSpace(before: range.lowerBound) {
          mark(previousEnd)
          buffer.append(0x20)
        }
      }
      if asItStands {
        copy(range)
      } else {
        write(range, italics: italics, bold: bold, framed: framed, keepsGaps: keepsGaps)
      }
      previousEnd = range.upperBound
    }
    flush()
    return inlines
  }

  private mutating func write(_ range: Range<Int>, italics: Bool, bold: Bool, framed: [UInt8], keepsGaps: Bool) {
    var i = min(max(range.lowerBound, skipped), range.upperBound)
    var span = i
    var site = firstSite(from: i)
    var nextSite = site < sites.count ? sites[site].range.lowerBound : Int.max
    /// A space stood before the call, and is due behind it: `up, *and`.
    var owesSpace = false
    while i < range.upperBound {
      if i == nextSite {
        // The space before a mark is the typist's; the mark stands close to its word.
        copy(span..<i)
        let end = sites[site].range.upperBound
        let runsOn = !sites[site].isPageNumber || end >= range.upperBound || text[end] == 0x20
        while let last = buffer.last, last == 0x20, !keepsGaps, runsOn {
          buffer.removeLast()
          owesSpace = sites[site].note > 0
        }
        if sites[site].note > 0 {
          flush()
          inlines.append(
            Inline(.noteReference(NoteKey(sites[site].note)), style: style, source: SourceLocation(offset: i)))
        }
        marks.append(sites[site].range)
        // A note within the text may go on over further lines.
        skipped = sites[site].range.upperBound
        i = min(skipped, range.upperBound)
        span = i
        shift = .min
        while site < sites.count, sites[site].range.lowerBound < skipped { site += 1 }
        nextSite = site < sites.count ? sites[site].range.lowerBound : Int.max
        if i == nextSite { continue }
        if owesSpace, i < range.upperBound, text[i].isASCIILetter || text[i].isASCIIDigit {
          mark(i)
          buffer.append(0x20)
        }
        owesSpace = false
        continue
      }
      i = skipPlain(from: i, to: min(nextSite, range.upperBound), lineEnd: range.upperBound)
      guard i < range.upperBound, i != nextSite else { continue }
      let byte = text[i]
      if readsScripts, byte == 0x5E || byte == 0x5F, let script = script(at: i, in: range), script.end <= nextSite {
        copy(span..<i)
        write(script: script.text, as: byte == 0x5E ? .superscript : .subscript)
        marks += [i..<script.text.lowerBound, script.text.upperBound..<script.end].filter { !$0.isEmpty }
        i = script.end
        span = i
        continue
      }
      switch byte {
      case 0x20, 0x09:
        var end = i + 1
        while end < range.upperBound, text[end].isBlank { end += 1 }
        if end - i == 1 && byte == 0x20 || keepsGaps && end - i >= 3 && byte == 0x20 {
          i = end
        } else {
          copy(span..<i)
          mark(i)
          buffer.append(0x20)
          i = end
          span = i
        }
      case 0x5F where italics && (looseItalics.isEmpty || looseItalics.contains(i)), 0x3D where bold,
        0x2A where framed.contains(byte), 0x7E where framed.contains(byte), 0x2B where framed.contains(byte),
        0x23 where framed.contains(byte):
        copy(span..<i)
        toggle(byte == 0x5F || byte == 0x2A ? .emphasis : byte == 0x3D || byte == 0x23 ? .strong : .letterSpaced, at: i)
        i += 1
        span = i
      case 0xE2, 0xE3, 0xEF:
        let end = min(i + 3, range.upperBound)
        if let step = aozora(i, in: range, from: span) {
          i = step
          span = i
        } else {
          i = end
        }
      default: i += 1
      }
    }
    copy(span..<range.upperBound)
  }

  /// Over letters and single spaces, which are copied as they are.
  private func skipPlain(from start: Int, to end: Int, lineEnd: Int) -> Int {
    text.withUnsafeBufferPointer { text in
      special.withUnsafeBufferPointer { special in
        var i = start
        while i < end {
          if !isAozora, i + 8 <= end {
            let eight = EightBytes(text, at: i)
            let spaces = eight.equal(0x20)
            var stops = eight.equal(0x09) | spaces & spaces << 8
            if readsItalics { stops |= eight.equal(0x5F) }
            if readsBold { stops |= eight.equal(0x3D) }
            if readsSpaced { stops |= eight.equal(0x7E) }
            if readsStars { stops |= eight.equal(0x2A) }
            if readsFramed { stops |= eight.equal(0x2B) | eight.equal(0x23) }
            if readsScripts { stops |= eight.equal(0x5E) }
            // what follows the last byte, and stands before a stop, is looked at by itself
            if stops == 0, spaces >> 63 == 0 {
              i += 8
              continue
            }
            i += max(0, EightBytes.first(stops) - 1)
          }
          let byte = text[i]
          if special[Int(byte)] {
            let isSingleSpace = byte == 0x20 && (i + 1 >= lineEnd || !text[i + 1].isBlank)
            if !isSingleSpace { break }
          }
          i += 1
        }
        return i
      }
    }
  }

  private mutating func write(script range: Range<Int>, as trait: InlineStyle.Traits) {
    flush()
    let plain = style
    style = InlineStyle(style.traits.union(trait))
    copy(range)
    flush()
    style = plain
  }

  private mutating func toggle(_ trait: InlineStyle.Traits, at i: Int) {
    flush()
    var traits = style.traits
    if traits.contains(trait) {
      traits.remove(trait)
    } else {
      traits.insert(trait)
      if trait == .emphasis { italicRuns += 1 }
    }
    style = InlineStyle(traits)
    marks.append(i..<(i + 1))
  }

  /// Where a note ends, with the blanks behind it, that began before a place, in another line or cell, and goes on over
  /// it; nil where none does.
  private func endOfNote(over start: Int) -> Int? {
    let before = firstSite(from: start)
    guard before > 0, !isInNote, reaches[before - 1] > start else { return nil }
    var end = reaches[before - 1]
    while end < text.count, text[end].isBlank { end += 1 }
    return end
  }

  /// Nothing is left of a line or a cell but a part of a note, which stands elsewhere.
  func isOfNote(_ range: Range<Int>) -> Bool {
    endOfNote(over: range.lowerBound).map { $0 >= range.upperBound } ?? false
  }

  /// Whether a site is within lines that follow each other.
  func holdsSite(_ ranges: [Range<Int>]) -> Bool {
    guard let first = ranges.first, let last = ranges.last else { return false }
    let site = firstSite(from: first.lowerBound)
    return site < sites.count && sites[site].range.lowerBound < last.upperBound
  }

  private func firstSite(from offset: Int) -> Int {
    sites.lowerBound { $0.range.lowerBound < offset }
  }

  // MARK: - Runs

  private mutating func mark(_ source: Int) {
    let delta = buffer.count - source
    if delta != shift {
      map.append(SourceMark(text: UInt32(clamping: buffer.count), source: UInt32(clamping: source)))
      shift = delta
    }
  }

  private mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    mark(range.lowerBound)
    buffer.append(contentsOf: text[range])
  }

  private mutating func flush() {
    defer {
      buffer.removeAll(keepingCapacity: true)
      map.removeAll(keepingCapacity: true)
      shift = .min
    }
    guard !buffer.isEmpty, let first = map.first else { return }
    let run = String(decoding: buffer, as: UTF8.self)
    // a copy of its own size: the buffer itself has the room of the longest run so far
    let marks = map.count > 1 ? map.map(\.self) : []
    inlines.append(Inline(.text(run), style: style, source: SourceLocation(offset: Int(first.source)), marks: marks))
  }

  /// Whether a line end is a space in the joined text.
  private func takesSpace(before next: Int) -> Bool {
    let count = buffer.count
    guard count > 0 else { return inlines.isEmpty ? false : true }
    let last = buffer[count - 1]
    let head = text[next]
    if last == 0x20 { return false }
    if last == 0x2D {
      // `daisy-` / `chain`, `beak--` / `Pray`; but a lone hyphen between spaces keeps them.
      return count >= 2 && buffer[count - 2] == 0x20
    }
    if count >= 3, buffer[count - 3] == 0xE2, buffer[count - 2] == 0x80,
      last == 0x94 || last == 0x95 || last == 0x90 || last == 0x91
    {
      return count >= 4 && buffer[count - 4] == 0x20
    }
    if head == 0x2D, next + 2 < text.count, text[next + 1] == 0x2D {
      return text[next + 2] == 0x20
    }
    if head == 0xE2, next + 3 < text.count, text[next + 1] == 0x80, text[next + 2] == 0x94 || text[next + 2] == 0x95 {
      return text[next + 3] == 0x20
    }
    if head >= 0xE3, endsWide(buffer), beginsWide(text[next...]) { return false }
    return true
  }

  // MARK: - Aozora Bunko

  /// Ruby taken for what it is, commands and base marks taken out; where reading goes on, nil for any other character.
  private mutating func aozora(_ i: Int, in range: Range<Int>, from span: Int) -> Int? {
    guard isAozora, i + 2 < range.upperBound else { return nil }
    switch (text[i], text[i + 1], text[i + 2]) {
    case (0xE3, 0x80, 0x8A):  // 《
      guard style.ruby != .reading, let end = first("》", from: i, to: range.upperBound), end > i + 3 else {
        return nil
      }
      // with no word before them they are brackets like others
      guard style.ruby == .base || endsInBase(span < i ? text[span..<i] : buffer[...]) else { return nil }
      copy(span..<i)
      if style.ruby == .base { flush() } else { flushBase() }
      style.extras.ruby = .reading
      if let last = dropped.indices.last, dropped[last].range.upperBound == i {
        // behind a character that stands for what was dropped there may be nothing else that is
        dropped[last].range = dropped[last].range.lowerBound..<(i + 3)
      } else {
        rubySigns.append(i..<(i + 3))
      }
      return i + 3
    case (0xE3, 0x80, 0x8B):  // 》
      guard style.ruby == .reading else { return nil }
      copy(span..<i)
      flush()
      style.extras.ruby = nil
      rubySigns.append(i..<(i + 3))
      return i + 3
    case (0xEF, 0xBD, 0x9C):  // ｜
      copy(span..<i)
      if style.ruby == nil, let reading = first("《", from: i, to: range.upperBound),
        let end = first("》", from: reading, to: range.upperBound), end > reading + 3
      {
        flush()
        style.extras.ruby = .base
      }
      rubySigns.append(i..<(i + 3))
      return i + 3
    case (0xEF, 0xBC, 0xBB):  // ［＃…］
      guard i + 5 < range.upperBound, text[i + 3] == 0xEF, text[i + 4] == 0xBC, text[i + 5] == 0x83,
        let end = closingBracket(from: i, to: range.upperBound)
      else { return nil }
      copy(span..<i)
      dropped.append((i..<end, ""))
      return end
    case (0xE2, 0x80, 0xBB):  // ※［＃「目＋爭」、第3水準1-88-85］
      guard i + 8 < range.upperBound, text[i + 3] == 0xEF, text[i + 4] == 0xBC, text[i + 5] == 0xBB,
        let end = closingBracket(from: i + 3, to: range.upperBound), let character = externalCharacter(text[i..<end])
      else { return nil }
      copy(span..<i)
      mark(i)
      buffer.append(contentsOf: character)
      dropped.append((i..<end, String(decoding: character, as: UTF8.self)))
      return end
    default: return nil
    }
  }

  /// The next 《, 》 or ］, as far as a word or what stands in brackets reaches.
  private func first(_ sign: String, from start: Int, to end: Int, within reach: Int = 400) -> Int? {
    (start..<max(start, min(end, start + reach) - 2)).first { text[$0..<$0 + 3].elementsEqual(sign.utf8) }
  }

  /// Ends the run in hand; its last letters of one kind are the word that a reading follows.
  private mutating func flushBase() {
    let text = String(decoding: buffer, as: UTF8.self)
    let kind = text.unicodeScalars.last.map(RubyLetter.init)
    let base = text.unicodeScalars.reversed().prefix { RubyLetter($0) == kind }.reduce(0) { $0 + UTF8.width($1) }
    flush()
    guard base > 0, var word = inlines.popLast() else { return }
    if base < text.utf8.count, let (front, rest) = word.parted(atByte: text.utf8.count - base) {
      inlines.append(front)
      word = rest ?? word
    }
    word.style.extras.ruby = .base
    inlines.append(word)
  }

  /// Whether letters, or a sign that stands for one (`※`), end what a reading stands behind; those of scripts from right to
  /// left have none.
  private func endsInBase(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let last = String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
    guard !last.isRightToLeft else { return false }
    switch last.properties.generalCategory {
    case .spaceSeparator, .control, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .dashPunctuation:
      return false
    case .otherPunctuation: return last == "※"
    default: return true
    }
  }

  private func closingBracket(from i: Int, to end: Int) -> Int? {
    first("］", from: i + 3, to: end, within: end - i).map { $0 + 3 }
  }
}

extension Unicode.Scalar {
  /// Of a block of scripts from right to left (Unicode 15, 3.11).
  fileprivate var isRightToLeft: Bool {
    (0x590...0x8FF).contains(value) || (0xFB1D...0xFDFF).contains(value) || (0xFE70...0xFEFE).contains(value)
      || (0x1_0800...0x1_0FFF).contains(value) || (0x1_E800...0x1_EFFF).contains(value)
  }
}
