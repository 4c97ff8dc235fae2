internal import Finishing
internal import PageModel
internal import Units

extension StructurePlan.PageContent {
  /// What of a page is of which block, as it is going to be drawn.
  /// - Parameters:
  ///   - page: spaces move by a hair where cairo would leave them out.
  ///   - language: the book's.
  ///   - joinsWords: a word that lines part is one. Only for who asks for it: other readers than those that speak
  ///     (MuPDF) put the whole word in the place of each part and its hyphen.
  init(_ page: inout Page, language: LanguageTag, joinsWords: Bool) {
    page.nudgeSpaces()
    if !joinsWords { page.divisions.removeAll { $0.spoken == nil } }
    var walk = PageWalk(page, language: language)
    walk.read()
    self = walk.content
  }
}

/// Follows a page as it is drawn and notes where another part of the book begins.
private struct PageWalk {
  private(set) var content = StructurePlan.PageContent()
  private let page: Page
  private let language: LanguageTag
  private var known: [StructurePlan.Part: Int32] = [:]
  private var last: (part: StructurePlan.Part, index: Int32)?
  /// How many pictures a block has among its words up to here.
  private var pieces: [Int32: Int32] = [:]
  /// Pictures among words, in their order.
  private let pictures: [Int]
  private var nextPicture = 0
  private var nextDivision = 0
  private var phrases: [LanguageTag: Int32] = [:]

  init(_ page: Page, language: LanguageTag) {
    (self.page, self.language) = (page, language)
    pictures = page.pictures.indices.filter { page.pictures[$0].alternative != nil }
  }

  mutating func read() {
    // in the order in which they are drawn
    content.pictures = page.pictures.lazy.filter { !$0.file.isEmpty }.map { picture in
      let area = picture.crop ?? picture.area
      return StructurePlan.Picture(
        part: StructurePlan.none, x: area.x, y: area.y, width: area.width, height: area.height, file: picture.file)
    }
    // runs are read where they lie
    let runs = page.runs
    runs.withUnsafeBufferPointer { runs in
      guard let first = runs.baseAddress else { return }
      for index in runs.indices where !runs[index].isShape { read(first + index) }
    }
    takePictures(upTo: .max)
    var drawn = 0
    for picture in page.pictures where !picture.file.isEmpty {
      if picture.alternative == nil { content.pictures[drawn].part = index(of: picture.block) }
      drawn += 1
    }
  }

  private mutating func read(_ run: UnsafePointer<GlyphRun>) {
    let glyphs = run.pointee.glyphs
    var at = glyphs.lowerBound
    while at < glyphs.upperBound {
      takePictures(upTo: at)
      let (end, phrase) = stretch(from: at, of: run)
      mark(run, at: content.glyphs + at - glyphs.lowerBound, phrase: phrase)
      at = end
    }
    content.glyphs += glyphs.count
  }

  private mutating func mark(_ run: UnsafePointer<GlyphRun>, at glyph: Int, phrase: Int32) {
    let own = index(of: run.pointee.block, link: run.pointee.link, phrase: phrase)
    if content.marks.last?.part != own { content.marks.append(StructurePlan.Mark(glyph: UInt32(glyph), part: own)) }
  }

  private mutating func index(of block: BlockID, link: Int32 = -1, phrase: Int32 = -1) -> Int32 {
    switch block {
    case .head: return StructurePlan.head
    case .foot: return StructurePlan.foot
    default: break
    }
    guard block.isOfBook else { return StructurePlan.none }
    let piece = pieces.isEmpty ? 0 : pieces[block.number] ?? 0
    let part = StructurePlan.Part(node: block.number, link: link, phrase: phrase, piece: piece)
    if let last, last.part == part { return last.index }
    let index = known[part] ?? Int32(content.parts.count)
    if Int(index) == content.parts.count {
      content.parts.append(part)
      known[part] = index
    }
    last = (part, index)
    return index
  }

  /// How far the glyphs of a run are of one phrase, and of which; -1 for none.
  private mutating func stretch(from at: Int, of run: UnsafePointer<GlyphRun>) -> (end: Int, phrase: Int32) {
    var end = run.pointee.glyphs.upperBound
    let (runLanguage, isOfBook) = (run.pointee.language, run.pointee.block.isOfBook)
    if nextPicture < pictures.count { end = min(end, page.pictures[pictures[nextPicture]].glyph) }
    let isForeign = runLanguage != language && runLanguage != .none && isOfBook
    while nextDivision < page.divisions.count, page.divisions[nextDivision].glyphs.upperBound <= at {
      nextDivision += 1
    }
    if nextDivision < page.divisions.count, isOfBook {
      let division = page.divisions[nextDivision]
      if division.glyphs.lowerBound > at {
        end = min(end, division.glyphs.lowerBound)
      } else {
        var phrase = StructurePlan.Phrase(
          words: division.word, isContinued: division.isContinued, spoken: division.spoken)
        if isForeign { phrase.language = runLanguage.text }
        return (min(end, division.glyphs.upperBound), add(phrase))
      }
    }
    guard isForeign else { return (end, -1) }
    if let phrase = phrases[runLanguage] { return (end, phrase) }
    let phrase = add(StructurePlan.Phrase(language: runLanguage.text))
    phrases[runLanguage] = phrase
    return (end, phrase)
  }

  /// - Returns: its number; that of the last one again where several runs make a part of a word.
  private mutating func add(_ phrase: StructurePlan.Phrase) -> Int32 {
    if content.phrases.last != phrase { content.phrases.append(phrase) }
    return Int32(content.phrases.count - 1)
  }

  /// Pictures among words that stand before a glyph are pieces of their blocks; without words they are ornaments.
  private mutating func takePictures(upTo glyph: Int) {
    while nextPicture < pictures.count, page.pictures[pictures[nextPicture]].glyph <= glyph {
      let number = pictures[nextPicture]
      let picture = page.pictures[number]
      nextPicture += 1
      guard let words = picture.alternative, !words.isEmpty, !picture.file.isEmpty, picture.block.isOfBook else {
        continue
      }
      let part = index(of: picture.block, phrase: add(StructurePlan.Phrase(alternative: words)))
      content.pictures[page.pictures[..<number].count { !$0.file.isEmpty }].part = part
      pieces[picture.block.number, default: 0] += 1
    }
  }
}

extension Page {
  /// cairo 1.16 leaves out what has no extent: a space drawn by itself that stands at a whole
  /// point, to 1/256 (`_cairo_composite_rectangles_init_for_glyphs`). It stands beside it.
  fileprivate mutating func nudgeSpaces() {
    for index in runs.indices where runs[index].glyphs.count == 1 && text[runs[index].text].elementsEqual([0x20]) {
      let glyph = runs[index].glyphs.lowerBound
      if Int((glyphs[glyph].x * 256).rounded()) % 256 == 0 { glyphs[glyph].x += 1.0 / 128 }
      if Int((glyphs[glyph].y * 256).rounded()) % 256 == 0 { glyphs[glyph].y += 1.0 / 128 }
    }
  }
}
