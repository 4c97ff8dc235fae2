internal import BookModel

/// What the first pages of a typed edition become: facts for octavo's own title page, or pages of their own.
///
/// Only what is told by its words is taken: who took part, who published where and when, who printed, to whom
/// the book is dedicated. All else stays with the text.
extension PlainTextSource {
  /// A page of the front that octavo sets by itself; `Chunk.index` holds it.
  enum FrontPage: Int {
    case imprint, dedication, epigraph

    var role: Section.Role {
      switch self {
      case .imprint: .imprint
      case .dedication: .dedication
      case .epigraph: .epigraph
      }
    }
  }

  /// Reads title page, imprint and dedication before headings are looked for.
  /// - Parameter isFramed: somebody put a frame around the book, and may speak of the file.
  /// - Returns: chunks that are left out, and why.
  mutating func readFront(
    candidates: HeadingCandidates, isFramed: Bool, into metadata: inout Metadata
  ) -> [(chunk: Int, why: String)] {
    let region = frontRegion(candidates, title: metadata.title ?? "")
    guard !region.isEmpty else { return [] }
    let hasVolumes = candidates.forms.contains { $0.key >= region.upperBound && $0.value.rank == .volume }
    var front = FrontReader(source: self, region: region, hasVolumes: hasVolumes, metadata: metadata)
    front.read(isFramed: isFramed)
    metadata = front.metadata
    for (c, page) in front.pages {
      chunks[c].kind = .frontPage
      chunks[c].index = page.rawValue
    }
    return front.left.sorted { $0.chunk < $1.chunk }
  }

  /// Once headings are known: what of the front is left over. A motto has a page of its own, and a few lines stand
  /// on the title's back.
  /// - Parameter taken: chunks that `readFront` has left out.
  /// - Parameter titleWords: of the book's title.
  /// - Returns: rows of stars and rules between such pages, and half titles.
  mutating func settleFront(_ taken: [Int], titleWords: Set<String>) -> [Int] {
    let pages = chunks.lastIndex { $0.kind == .frontPage }
    guard let last = [taken.last, pages].compactMap(\.self).max(),
      var heading = chunks.firstIndex(where: { $0.kind == .heading })
    else { return [] }
    // between the number of the first volume and its first chapter a title page may go on
    if headingForm(bytes(ofLine: chunks[heading].lines.lowerBound))?.rank == .volume,
      let next = chunks[(heading + 1)...].firstIndex(where: { $0.kind == .heading }),
      chunks[heading + 1..<next].allSatisfy({ $0.kind == .frontPage || $0.kind == .dropped })
    {
      heading = next
    }
    // what a heading stands above after all is its text, and goes nowhere else
    for c in heading..<max(heading, last + 1) where chunks[c].kind == .frontPage { chunks[c].kind = .unknown }
    let short = (0..<heading).filter { chunks[$0].kind == .unknown }
    let size = short.reduce(0) { $0 + bytes(ofChunk: $1).count }
    let rows = short.reduce(0) { $0 + chunks[$1].lines.count + 1 }
    let end = size <= 1800 && rows <= 36 ? heading : min(last, heading)
    // one paragraph alone says what the edition is taken from
    let isText = short.count(where: isRunningText) > 1
    var previous: FrontPage?
    var halfTitles: [Int] = []
    // a poem under its own title is one page of text
    var isPoem = false
    for c in 0..<end {
      if chunks[c].kind == .unknown {
        if chunks[c].blanksBefore >= 3 { isPoem = false }
        if chunks[c].lines.count == 1, isOfTitle(string(ofChunk: c), words: titleWords) {
          halfTitles.append(c)
          continue
        }
        if headsVerse(c) { isPoem = true }
        if isPoem { continue }
      }
      switch chunks[c].kind {
      case .frontPage: previous = FrontPage(rawValue: chunks[c].index)
      case .unknown where isText && isRunningText(c): previous = nil
      case .unknown:
        let isClose = chunks[c].blanksBefore <= 2
        let isMotto = isMotto(c) || previous == .epigraph && chunks[c].lines.count <= 2 && isClose
        // verse in italics right below the name of whom the book is for
        let isOfDedication = previous == .dedication && isClose && isVerseInItalics(c)
        let page: FrontPage = isOfDedication ? .dedication : isMotto ? .epigraph : .imprint
        chunks[c].kind = .frontPage
        chunks[c].index = page.rawValue
        previous = page
      default: break
      }
    }
    let isWhole = end == heading
    return halfTitles
      + (0..<end).filter {
        [.stars, .rule].contains(chunks[$0].kind) && ($0 < last || isWhole || $0 == last + 1 && isUnderline($0))
      }
  }

  /// Lines in capitals or in title case that head running text between the title page and the first heading.
  /// - Parameter words: of the book's title and its authors.
  func titlesBehindFront(titleWords words: Set<String>) -> [HeadingDecision] {
    guard let first = chunks.firstIndex(where: { $0.kind == .heading }) else { return [] }
    return (1..<max(first, 1)).compactMap { c in
      let text = bytes(ofChunk: c)
      guard chunks[c].kind == .unknown else { return nil }
      let isTitle =
        chunks[c].lines.count == 1 && chunks[c].blanksBefore >= 3 && text.count <= 60
        && letterCase(text).isTitleCase && !endsSentence(text) && isRunningText(c + 1)
      guard isTitle || headsText(c) && !isOfTitle(string(ofChunk: c), words: words) else { return nil }
      return HeadingDecision(
        chunk: c, title: ranges(chunks[c].lines), matter: .front, role: .preface, shown: "Title", isNamed: true)
    }
  }

  /// A short line in capitals, set apart, with running text right below it: `AO LEITOR`, `ADVERTISSEMENT`. What it
  /// heads is no imprint.
  func headsText(_ c: Int) -> Bool {
    guard c >= 2, c + 1 < chunks.count, chunks[c].lines.count == 1, chunks[c].blanksBefore >= 2,
      chunks[c + 1].blanksBefore <= 2, chunks[c + 1].kind == .unknown, chunks[c + 1].lines.count >= 2
    else { return false }
    let (title, text) = (bytes(ofChunk: c), bytes(ofChunk: c + 1))
    return title.count <= 48 && letterCase(title).isCapitals && year(in: title) == nil
      && isTitleLike(chunks[c].lines.lowerBound) && !isEarly(chunks[c + 1].lines.lowerBound) && endsSentence(text)
      && !letterCase(text).isCapitals && !letterCase(text).isTitleCase && !isFrontText(c + 1) && !isMotto(c + 1)
  }

  /// A paragraph as chapters have them: full lines of small letters that end a sentence, and no notice of rights, of the
  /// printer or of the file.
  func isRunningText(_ c: Int) -> Bool {
    guard chunks.indices.contains(c), chunks[c].kind == .unknown else { return false }
    let (range, text) = (chunks[c].lines, bytes(ofChunk: c))
    guard text.count >= 140, endsSentence(text), !letterCase(text).isCapitals, !isFrontText(c), !isMotto(c),
      !range.contains(where: { lines[$0].gaps > 0 })
    else { return false }
    let lower = string(text).lowercased()
    guard !openingsOfRights.contains(where: lower.hasPrefix), roleOfCredit(lower) == nil else { return false }
    if profile.layout == .paragraphs { return true }
    return range.count >= 3 && range.dropLast().count { isEarly($0) } * 2 < range.count - 1
  }

  /// Whether all that stands between the title and the first heading is a few short lines, as a title page has them.
  func isTitlePage(behind title: [Int]) -> Bool {
    guard let heading = chunks.firstIndex(where: { $0.kind == .heading }), let first = title.first, first < heading,
      chunks[heading].blanksBefore >= 2
    else { return false }
    let rest = (0..<heading).filter { chunks[$0].kind == .unknown }
    return rest.count <= 8
      && rest.allSatisfy { c in
        chunks[c].lines.count <= 3 && bytes(ofChunk: c).count <= 160 && letterCase(ofChunk: c).isCapitals
      }
  }

  /// A line in capitals right above a stanza.
  private func headsVerse(_ c: Int) -> Bool {
    guard chunks[c].lines.count == 1, c + 1 < chunks.count, chunks[c + 1].kind == .unknown,
      chunks[c + 1].blanksBefore <= 2, chunks[c + 1].lines.count >= 4
    else { return false }
    return letterCase(ofChunk: c).isCapitals
  }

  /// A few short lines that are no motto, no notice of rights and no sentence.
  func isLineOfTitlePage(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    guard chunks[c].lines.count <= 4, text.count <= 160, !isFrontText(c), !isRunningText(c) else { return false }
    let isItalic = chunks[c].lines.count <= 2 && isWhollyItalic(text)
    if isItalic { return !endsSentence(text.dropLast()) && !contains("\"", inLine: chunks[c].lines.lowerBound) }
    let letters = letterCase(text)
    return !isMotto(c) && (letters.isCapitals || letters.isTitleCase)
  }

  /// Verse, a quotation, or one that says whom it quotes.
  func isMotto(_ c: Int) -> Bool {
    let range = chunks[c].lines
    let text = bytes(ofChunk: c)
    guard !letterCase(text).isCapitals else { return false }
    let head = text.drop { file.text[$0] == 0x5F || file.text[$0] == 0x2E }
    let isQuoted = ["\"", "'", "`", "‘", "“", "«"].contains { starts(head, with: $0) }
    let isSigned = contains("--", inLine: range.upperBound - 1) || opensWithDash(range.upperBound - 1)
    let isVerse =
      range.count >= 2
      && range.dropLast().allSatisfy { isEarly($0, width: 72, slack: 8) && beginsCapital(bytes(ofLine: $0 + 1)) }
      && range.contains { lines[$0].indent >= 2 }
    let isItalic = file.text[text.lowerBound] == 0x5F && file.text[text.upperBound - 1] == 0x5F && range.count <= 2
    return range.allSatisfy { lines[$0].gaps == 0 } && (isQuoted || isSigned || isVerse || isItalic)
  }

  /// `_Take, since I have no better gift to bring,` below the name of whom the book is for.
  fileprivate func isVerseInItalics(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    return chunks[c].lines.count > 1 && file.text[text.lowerBound] == 0x5F && count(0x5F, in: text).isMultiple(of: 2)
      && isMotto(c)
  }

  /// Chunks before the first that heads or holds the text.
  func frontRegion(_ candidates: HeadingCandidates, title: String) -> Range<Int> {
    var end = 0
    let words = Set(titleWords(title))
    // `PAPER No. 1`, where others follow
    var counted: [String: Int] = [:]
    for form in candidates.forms.values where form.isGuess { counted[form.key, default: 0] += 1 }
    for c in chunks.indices.prefix(80) {
      let chunk = chunks[c]
      let first = chunk.lines.lowerBound
      switch chunk.kind {
      case .unknown: break
      case .noteEntry, .heading: return 0..<end
      default: continue
      }
      let count = bytes(of: chunk).count
      guard count < 1200 else { break }
      if chunk.lines.count <= 3 {
        let key = headingKey(string(ofLine: first))
        if namedHeading(key) != nil && !isLineOfTitle(c, words) || contentsHeadings.contains(key) || headsText(c) {
          break
        }
        if let form = candidates.forms[c], form.rank != .volume, year(in: bytes(of: chunk)) == nil,
          !isArticleOfTitle(c),
          form.rank != .numeral || chunk.lines.count == 1 && count < 12,
          !form.isGuess || form.number == 1 && counted[form.key, default: 0] >= 3
        {
          // the number of a volume above its chapters is no line of the title page
          return 0..<(c > 0 && candidates.forms[c - 1]?.rank == .volume ? c - 1 : end)
        }
      }
      let isLong =
        chunk.lines.count >= 5 || count > 300
        || profile.layout == .paragraphs && count > 100 && endsSentence(bytes(of: chunk))
      if isLong, !isFrontText(c), !namesHouseAndYear(c), !isMottoAboveBy(c) { break }
      end = c + 1
      continue
    }
    return 0..<end
  }

  /// `A`, alone above the rest of a title that has a line a word: no letter of the alphabet.
  private func isArticleOfTitle(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    guard text.count == 1, file.text[text.lowerBound] == 0x41, c + 1 < chunks.count else { return false }
    let next = chunks[c + 1]
    return next.kind == .unknown && next.lines.count <= 2 && next.blanksBefore <= 2
      && letterCase(ofChunk: c + 1).isCapitals
  }

  /// `GLOSSARY`, below `A` and above `OF`: a line of a title that has a line a word heads nothing.
  private func isLineOfTitle(_ c: Int, _ words: Set<String>) -> Bool {
    guard c < 12, c + 1 < chunks.count, isOfTitle(string(ofChunk: c), words: words) else { return false }
    let next = titleWords(string(ofChunk: c + 1))
    return chunks[c + 1].lines.count <= 2 && next.allSatisfy(words.contains) && chunks[c + 1].blanksBefore <= 2
  }

  /// Houses and their places, a short line each, and the year below them: the foot of a title page.
  func namesHouseAndYear(_ c: Int) -> Bool {
    let range = chunks[c].lines
    guard (2...8).contains(range.count) else { return false }
    if year(in: bytes(ofLine: range.upperBound - 1)) != nil {
      return range.dropLast().allSatisfy { i in
        let letters = letterCase(bytes(ofLine: i))
        return lines[i].width <= 56 && (letters.isCapitals || letters.isTitleCase)
      }
    }
    // the year alone below them
    return letterCase(ofChunk: c).isCapitals && c + 1 < chunks.count && chunks[c + 1].lines.count == 1
      && bytes(ofChunk: c + 1).count <= 6 && year(in: bytes(ofChunk: c + 1)) != nil
  }

  /// Verse between the title and `BY`.
  private func isMottoAboveBy(_ c: Int) -> Bool {
    c + 1 < chunks.count && chunks[c].lines.count <= 16 && isBy(c + 1)
      && chunks[c].lines.dropLast().allSatisfy { isEarly($0) }
  }

  /// A paragraph that speaks of rights, of a dedication or of the file.
  func isFrontText(_ c: Int) -> Bool {
    let range = bytes(ofChunk: c)
    let text = string(range).lowercased()
    if [
      "dedicat", "copyright", "gutenberg", "etext", "permission is granted", "work of fiction", "all rights reserved",
      "isbn ",
    ].contains(where: text.contains) {
      return true
    }
    // houses, a line each
    let words = Set(titleWords(text))
    return chunks[c].lines.count <= 14 && letterCase(range).isCapitals && !words.isDisjoint(with: wordsOfHouses)
  }

  /// The year that a line is, in figures or Roman numerals, maybe in brackets or with a point.
  func year(in range: Range<Int>) -> String? {
    guard range.count <= 20 else { return nil }
    let text = string(range).filter { !"_[]().,".contains($0) && $0 != " " }
    if text.utf8.count == 4, let value = decimalValue(text), (1400...2100).contains(value) { return text }
    if text.utf8.count >= 3, text == text.uppercased(), let value = romanValue(text), (1400...2100).contains(value) {
      return String(value)
    }
    return nil
  }
}

extension PlainTextBuilder {
  /// The blocks of a page in front of the text, a chunk each, and the chunk behind it.
  mutating func frontBlocks(from start: Int) -> (page: PlainTextSource.FrontPage, blocks: [Block], end: Int) {
    let page = PlainTextSource.FrontPage(rawValue: source.chunks[start].index) ?? .imprint
    var made: [Block] = []
    var end = start
    while end < source.chunks.count, source.chunks[end].kind == .frontPage, source.chunks[end].index == page.rawValue {
      let chunk = source.chunks[end]
      let ends = chunk.lines.dropLast().count {
        source.isEarly($0) || source.lines[$0].indent >= 4
      }
      let keeps = ends * 2 >= chunk.lines.count - 1
      end += 1
      if chunk.lines.count > 1, keeps, page == .epigraph || page == .dedication && source.isVerseInItalics(end - 1) {
        made.append(.verse(verse(chunk)))
        continue
      }
      let inlines = writer.write(chunk.lines.map { source.bytes(ofLine: $0) }, breaks: keeps)
      if !inlines.isEmpty { made.append(.paragraph(Paragraph(inlines, placement: .centred, source: location(chunk)))) }
    }
    return (page, made, end)
  }

  private mutating func verse(_ chunk: Chunk) -> Verse {
    let shared = source.leastIndent(of: chunk.lines)
    let carries = carries(over: chunk.lines.map { source.bytes(ofLine: $0) })
    let lines = chunk.lines.map {
      line(source.bytes(ofLine: $0), indent: Int(source.lines[$0].indent) - shared, carries: carries, number: nil)
    }
    return Verse([Verse.Stanza(lines)], source: location(chunk))
  }
}
