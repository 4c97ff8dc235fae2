public import BookModel
internal import Bytes
internal import PageModel
internal import Typesetting
internal import Units

/// What a reading app asks of a page besides its drawing.
extension Paginator {
  /// The words, links and fonts of a page; nil where there is no such page.
  public func reading(ofPage index: Int) -> PageReading? {
    if design.printsPageCount { while layOutNext() {} }
    guard isPageAvailable(index), let layout else { return nil }
    var page = Page(size: design.trim, label: "")
    page.keepsLines = true
    layout.assemble(index, into: &page)
    var reader = WordReader(page: page)
    if let range = range(ofPage: index), let text = text(ofPage: index) {
      reader.text = WordReader.Source(start: range.lowerBound, bytes: Array(text.utf8))
    }
    for (range, words) in zip(noteRanges(ofPage: index), noteTexts(ofPage: index)) {
      reader.notes.append(WordReader.Source(start: BookText.noteBase + range.lowerBound, bytes: Array(words.utf8)))
    }
    let links = page.links.compactMap { area -> PageLink? in
      guard case .link(let number) = area.target, let target = target(ofLink: number) else { return nil }
      return PageLink(
        area: area.area, target: target, number: number)
    }
    return PageReading(
      size: page.size, label: page.label, isRecto: layout.isRecto(index),
      isComplete: isSettled || !layout.lacksFolios(index),
      runs: reader.runs(), links: links,
      drawnPage: page)
  }

  private func target(ofLink number: Int) -> PageLink.Target? {
    guard let layout else { return nil }
    if let key = layout.note(ofLink: number) { return .note(key) }
    switch layout.target(ofLink: number) {
    case .page(let page, let y): return .page(page, y: y)
    case .uri(let address): return .address(address)
    case .link: return nil
    // what is not there when all is laid out leads nowhere
    case nil: return isSettled || !layout.leadsIntoBook(number) ? nil : .later
    }
  }

  /// Where a link of a page leads; lays out up to there. Nil where that is nowhere in the book.
  public func page(ofLink number: Int) -> (page: Int, y: Double)? {
    guard number >= 0 else { return nil }
    repeat {
      if case .page(let page, let y)? = layout?.target(ofLink: number) { return (page, y) }
      guard layout?.leadsIntoBook(number) ?? true else { return nil }
    } while layOutNext()
    return nil
  }

  /// A note's text with its styles.
  public func note(_ key: NoteKey) -> Note? { text.book.notes[key] }

  /// Lays out what comes next, about a chapter; false where all is laid out. For programs that do
  /// so while nobody asks for anything.
  public func layOutMore() -> Bool { layOutNext() }

  /// The reader's language: the design's, else the text's.
  public var language: String { design.language ?? text.language }
}

/// Takes the runs of a page apart into words and finds each in the text.
struct WordReader {
  struct Source {
    /// Byte at which it begins, as lines count.
    var start: Int
    var bytes: [UInt8]
  }

  let page: Page
  var text = Source(start: 0, bytes: [])
  var notes: [Source] = []

  /// In reading order.
  func runs() -> [PlacedRun] {
    var found: [PlacedRun] = []
    var isDone = [Bool](repeating: false, count: page.runs.count)
    for line in page.lines {
      var runs: [PlacedRun] = []
      for index in line.isRightToLeft ? Array(line.runs.reversed()) : Array(line.runs) {
        isDone[index] = true
        runs.append(run(index))
      }
      if line.showsHyphen, let last = runs.lastIndex(where: { !$0.words.isEmpty }) {
        runs[last].words[runs[last].words.count - 1].isDivided = true
      }
      let isNote = line.place >= BookText.noteBase
      for index in runs.indices {
        guard runs[index].kind != .reading else { continue }
        runs[index].kind = line.kind == .marker || line.kind == .ornament ? .ornament : isNote ? .note : .text
      }
      if line.kind == .text || line.kind == .cell { findPlaces(of: &runs, in: line) }
      found += runs
    }
    for index in page.runs.indices where !isDone[index] { found.append(run(index)) }
    return found
  }

  private func run(_ index: Int) -> PlacedRun {
    let run = page.runs[index]
    let look = page.looks.indices.contains(index) ? page.looks[index] : RunLook(style: 0, end: 0)
    return PlacedRun(
      fontFile: run.font.file, face: Int(run.font.face), size: run.font.size.points,
      expansion: Double(run.font.expansion) / 1000, features: look.features, language: look.language,
      letterSpacing: look.letterSpacing,
      colour: run.colour,
      isRightToLeft: run.isBackward, isVertical: run.font.stance != .level, isOutline: run.isShape,
      isHidden: run.isHidden,
      shadow: run.shadow.map { ($0.spread, $0.share) }, kind: look.isReading ? .reading : .furniture,
      words: run.isShape ? [] : words(of: run, look),
      glyphs: page.glyphs[run.glyphs].map { (Int($0.index), $0.x, $0.y) })
  }

  // MARK: Words

  private func words(of run: GlyphRun, _ look: RunLook) -> [PlacedWord] {
    let baseline = baseline(of: run)
    var words: [PlacedWord] = []
    var bytes: [UInt8] = []
    // leftwards, glyphs stand against the text: the first cluster has the last glyph
    var glyph = run.isBackward ? run.glyphs.upperBound : run.glyphs.lowerBound
    var byte = run.text.lowerBound
    var (low, high) = (Double.infinity, -Double.infinity)
    var edge = run.isBackward ? look.end : 0
    let em = run.font.size.points
    var before: (x: Double, letters: Int)?
    func close(_ end: Double, space: Bool) {
      guard !bytes.isEmpty else {
        if space, !words.isEmpty { words[words.count - 1].hasSpaceAfter = true }
        return
      }
      let right = run.isBackward ? edge : max(end, high)
      let (length, height) = (max(right - low, 0), look.ascent + look.descent)
      let area =
        run.font.stance == .level
        ? PageArea(x: low, y: baseline - look.ascent, width: length, height: height)
        : PageArea(x: baseline - look.descent, y: low, width: height, height: length)
      words.append(
        PlacedWord(
          text: String(decoding: bytes, as: UTF8.self), area: area, baseline: baseline, place: nil, isDivided: false,
          hasSpaceAfter: space))
      bytes = []
      (low, high) = (.infinity, -.infinity)
    }
    for cluster in page.clusters[run.clusters] {
      let text = page.text[byte..<min(byte + Int(cluster.bytes), run.text.upperBound)]
      let glyphs =
        run.isBackward ? glyph - Int(cluster.glyphs)..<glyph : glyph..<glyph + Int(cluster.glyphs)
      let x =
        glyphs.clamped(to: run.glyphs).map { place($0, of: run).along }.min() ?? (run.isBackward ? edge : look.end)
      if text.count == 1, text.first == 0x20 {
        close(x, space: true)
        edge = x
      } else {
        // no letter is as wide: a folio behind its title, where no dots lead to it
        if let before, !bytes.isEmpty, run.font.stance == .level,
          abs(x - before.x) > (1.25 * em + look.letterSpacing) * Double(before.letters)
        {
          close(before.x + em * 0.6 * Double(before.letters), space: true)
          edge = x
        }
        before = (x, String(decoding: text, as: UTF8.self).unicodeScalars.count)
        let isAlone = WordReader.standsAlone(text)
        if isAlone || words.last.map({ bytes.isEmpty && WordReader.standsAlone($0.text.utf8.prefix(4)) }) == true {
          if !bytes.isEmpty {
            close(x, space: false)
            edge = x
          }
        }
        bytes += text
        low = min(low, x)
        high = max(high, x)
        if isAlone {
          // its end is where the next begins
          let next = run.isBackward ? low : nextX(after: glyphs.upperBound, of: run) ?? look.end
          close(next, space: false)
          edge = x
        }
      }
      byte += Int(cluster.bytes)
      glyph = run.isBackward ? glyphs.lowerBound : glyphs.upperBound
    }
    close(look.end, space: false)
    return words
  }

  private func nextX(after glyph: Int, of run: GlyphRun) -> Double? {
    glyph < run.glyphs.upperBound ? place(glyph, of: run).along : nil
  }

  /// Where a glyph begins along its line, and the line's place on the page.
  private func place(_ glyph: Int, of run: GlyphRun) -> (along: Double, line: Double) {
    let (place, em) = (page.glyphs[glyph], run.font.size.points)
    return switch run.font.stance {
    case .level: (place.x, place.y)
    case .turned: (place.y, place.x)
    // the places that `Page.turn` gives them
    case .stacked: (place.y - 0.88 * em, place.x + 0.5 * em)
    case .abreast: (place.y - 0.83 * em, place.x + 0.5 * em)
    }
  }

  /// A sign of a script without spaces: lines are justified between any two of them.
  private static func standsAlone(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, first >= 0xE2 else { return false }
    let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first?.value ?? 0
    return (0x2E80...0xD7FF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0xFE30...0xFE4F).contains(scalar) || (0xFF00...0xFFEF).contains(scalar) || scalar >= 0x20000
  }

  /// Accents have heights of their own: the height that most glyphs have.
  private func baseline(of run: GlyphRun) -> Double {
    let heights = run.glyphs.map { place($0, of: run).line }
    guard let first = heights.first else { return 0 }
    if heights.count(where: { $0 == first }) * 2 > heights.count { return first }
    return heights.sorted()[heights.count / 2]
  }

  // MARK: Places

  /// Finds the words of a line in the text, each after the one before.
  private func findPlaces(of runs: inout [PlacedRun], in line: PlacedLine) {
    let source: Source
    if line.place >= BookText.noteBase {
      guard
        let note = notes.last(where: { $0.start <= line.place && line.place <= $0.start + $0.bytes.count })
      else { return }
      source = note
    } else {
      source = text
    }
    let base = line.place >= BookText.noteBase ? BookText.noteBase : 0
    var cursor = line.place - source.start
    guard cursor >= 0, cursor <= source.bytes.count else { return }
    let hasBoth = runs.contains(where: \.isRightToLeft)
    let start = cursor
    for run in runs.indices where !runs[run].isOutline && runs[run].kind != .reading {
      for word in runs[run].words.indices {
        var letters = Array(runs[run].words[word].text.utf8)
        if runs[run].words[word].isDivided, letters.last == 0x2D { letters.removeLast() }
        guard !letters.isEmpty else { continue }
        while cursor < source.bytes.count, source.bytes[cursor] <= 0x20 { cursor += 1 }
        if !source.has(letters, at: cursor) { letters = WordReader.acrossQuotes(letters) }
        var found = source.has(letters, at: cursor) ? cursor : nil
        // words of two directions do not stand in the order of the text; others only skip what is not printed
        if found == nil, letters.count > 2 || hasBoth {
          found = source.find(letters, in: (hasBoth ? start : cursor)..<cursor + 200)
        }
        guard let found else { continue }
        runs[run].words[word].place = source.start - base + found..<source.start - base + found + letters.count
        cursor = hasBoth ? max(cursor, found + letters.count) : found + letters.count
      }
    }
  }
}

extension WordReader {
  /// The quotes of vertical lines as the text has them: 〝 〟 for “ ”, in as many bytes.
  fileprivate static func acrossQuotes(_ letters: [UInt8]) -> [UInt8] {
    guard letters.contains(0xE3) else { return letters }
    let text = String(decoding: letters, as: UTF8.self)
    return Array(text.replacing("\u{301D}", with: "\u{201C}").replacing("\u{301F}", with: "\u{201D}").utf8)
  }
}

extension WordReader.Source {
  func has(_ letters: [UInt8], at place: Int) -> Bool {
    place >= 0 && place + letters.count <= bytes.count
      && letters.indices.allSatisfy { bytes[place + $0] == letters[$0] }
  }

  func find(_ letters: [UInt8], in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<bytes.count)
    return bytes.firstIndex(ofBytes: letters, from: range.lowerBound).flatMap { $0 < range.upperBound ? $0 : nil }
  }
}
