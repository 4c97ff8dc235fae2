internal import BookModel
internal import Design
internal import PageModel
internal import Shaping
internal import Units

/// A head or foot as it was set last.
struct Furniture {
  var text: String
  /// Holds nothing else.
  var page: Page
}

/// What a head or foot has at one edge, in the middle or at the other.
private struct FurniturePart {
  var text: String
  var placement: PageDesign.Placement

  /// - Parameter placement: of what has no gap.
  static func of(_ text: String, at placement: PageDesign.Placement) -> [FurniturePart] {
    let parts = text.split(separator: PageAssembler.gapPlace, maxSplits: 2, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count > 1 else { return [FurniturePart(text: text, placement: placement)] }
    return zip(parts, parts.count == 2 ? [.leading, .trailing] : [.leading, .centred, .trailing]).map(
      FurniturePart.init)
  }
}

/// Heads and feet of rectos and versos stand in different places.
struct FurniturePlace: Hashable {
  var isRecto: Bool
  var isHead: Bool
}

/// Running heads and folios.
extension PageAssembler {
  func furnish(_ record: PageRecord, index: Int, left: Double, into page: inout Page) {
    let design = list.design
    let size = design.size.points * design[.head].scale
    // half of the margin, but no nearer to the text than a line and a half
    let headGap = max(design.leading.points * 1.1, min(design.top.points * 0.4, design.leading.points * 1.6))
    let headBaseline = max(design.top.points - headGap + size * 0.3, size)
    let textFoot =
      design.top.points
      + (design.writing == .vertical ? design.measure.points : Double(design.rows) * design.leading.points)
    let foot = min(textFoot + design.leading.points * 2, design.trim.height.points - size * 0.6)
    let templates = design.furniture(isRecto: record.isRecto)
    if design.openersHaveHead || !record.isOpener {
      set(
        templates.header, isHead: true, record: record, index: index, left: left, baseline: headBaseline, into: &page)
    }
    let words = templates.footer == PageDesign.usualFooter ? usualFooter : templates.footer
    set(words, isHead: false, record: record, index: index, left: left, baseline: foot, into: &page)
  }

  /// A chapter that is called by its number has it in words as its opener does. A figure alone, beside a folio, would be
  /// taken for another: there its word stays.
  private func numbered(_ title: String) -> String {
    guard list.design[.chapterNumber].numberForm == .words else { return title }
    return ChapterNumber.written([Inline(title)], as: .words, list.language).plainText
  }

  /// "Page 12" as the book's language says it.
  private var usualFooter: String {
    PageDesign.footers[LanguageTag.ofWords(list.language)] ?? PageDesign.usualFooter
  }

  /// Sets a head or foot; one that says what the last on such a page did is placed again.
  private func set(
    _ template: String, isHead: Bool, record: PageRecord, index: Int, left: Double, baseline: Double,
    into page: inout Page
  ) {
    guard !template.isEmpty else { return }
    let look = list.design[isHead ? .head : .foot]
    let chapter = record.chapter >= 0 ? list.chapters[Int(record.chapter)] : nil
    var (hasDots, hasPage) = (false, false)
    var text = FurnitureTemplate.fill(template, language: list.language) { name in
      switch name {
      case "title": return list.title
      case "author": return list.author
      case "surname": return list.surname
      case "date": return list.date
      case "chapter": return chapter.map { numbered($0.title) } ?? list.title
      case "chapter-title":
        return chapter.flatMap { $0.shortTitle.isEmpty ? nil : numbered($0.shortTitle) } ?? list.title
      case "page":
        hasPage = true
        return list.label(ofPage: index).inFigures(from: list.zero)
      case "pages": return String(list.lastFolio).inFigures(from: list.zero)
      case "dots":
        hasDots = true
        return record.isRoman || list.lastFolio < 1 ? "" : PageAssembler.dotsPlace
      case "gap": return PageAssembler.gapPlace
      default: return nil
      }
    }
    // more than any line holds: a title as long as a chapter is not set again on each of its pages
    if text.utf8.count > 4096 { text = String(text.prefix(2048)) }
    if look.letterCase == .capitals { text = text.inCapitals(of: list.language) }
    // dots change their colour though the text is the same
    let isKept = !hasDots && !hasPage
    let place = FurniturePlace(isRecto: record.isRecto, isHead: isHead)
    if isKept, let last = furniture[place], last.text == text { return page.append(last.page) }
    let parts = FurniturePart.of(text, at: look.placement).map { part in
      (words: hasDots ? withDots(part.text, on: record) : [Inline(part.text)], placement: part.placement)
    }
    var style = resolver.display(isHead ? .head : .foot)
    if isHead, look.letterCase == .typed {
      if PageAssembler.isInCapitals(text) {
        style = runningCapitals
      } else if FurnitureTemplate.hasCapitals(template) {
        style.isItalic = false
      }
    }
    guard isKept else {
      return set(parts, style: style, isHead: isHead, record: record, left: left, baseline: baseline, into: &page)
    }
    var made = Page(size: page.size, label: "")
    // whichever page is made first, others may want them
    made.keepsLines = true
    set(parts, style: style, isHead: isHead, record: record, left: left, baseline: baseline, into: &made)
    page.append(made)
    furniture[place] = Furniture(text: text, page: made)
  }

  /// Whether a head's letters are all capitals, as titles are typed in many a manuscript.
  static func isInCapitals(_ text: String) -> Bool {
    var capitals = 0
    var isWord = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isLowercase { return false }
      capitals = scalar.properties.isUppercase ? capitals + 1 : 0
      // one alone is a number or an initial
      if capitals > 1 { isWord = true }
    }
    return isWord
  }

  /// A row of italic capitals reads badly (Bringhurst, 2.1.6 and 3.2.2: spaced small capitals):
  /// upright small capitals where the face has them, else capitals a size smaller, never shrunk to
  /// look like small ones.
  private var runningCapitals: BlockStyle {
    var capitals = BlockStyle(
      scale: 1, hyphenates: false, hangs: false, letterSpacing: 0.06, features: "c2sc=1,smcp=1,lnum=1")
    var upright = resolver.display(.head)
    (upright.isItalic, capitals.isBold) = (false, upright.isBold)
    (capitals.family, capitals.ink, capitals.chosenFeatures) = (upright.family, upright.ink, upright.chosenFeatures)
    if !["c2sc", "smcp"].allSatisfy({ shaper.hasFeature($0, style: shaper.style(resolver.style(upright, .plain))) }) {
      (capitals.scale, capitals.features) = (0.8, "lnum=1")
    }
    return capitals
  }

  private func set(
    _ parts: [(words: [Inline], placement: PageDesign.Placement)], style: BlockStyle, isHead: Bool, record: PageRecord,
    left: Double, baseline: Double, into page: inout Page
  ) {
    let widths =
      parts.count == 1
      ? [0]
      : parts.map { part in
        builder.build(part.words, block: style, shaper: shaper, into: &head)
        return width(of: head.items)
      }
    let measure = list.design.textWidth
    let longest = widths.indices.max { widths[$0] < widths[$1] }
    for (index, part) in parts.enumerated() {
      // the longest gives way to the others, an em between them; what stands in the middle on either side alike
      let others = widths.indices.filter { $0 != index && widths[$0] > 0 }.map { widths[$0] + list.design.size.units }
      let taken = part.placement == .centred ? 2 * (others.max() ?? 0) : others.reduce(0, +)
      let room = index == longest ? max(measure.units / 4, measure.units - taken) : measure.units
      set(
        part.words, style: style, at: part.placement, room: room, isHead: isHead, record: record, left: left,
        baseline: baseline, into: &page)
    }
    guard isHead, list.design[.head].hasRule else { return }
    page.rules.append(
      Rule(
        x: left, y: baseline + list.design.size.points * 0.45, width: measure.points, height: 0.4,
        colour: Colour(grey: 0), isBehind: false))
  }

  private func set(
    _ words: [Inline], style: BlockStyle, at placement: PageDesign.Placement, room: Int, isHead: Bool,
    record: PageRecord, left: Double, baseline: Double, into page: inout Page
  ) {
    builder.build(words, block: style, shaper: shaper, into: &head)
    guard !head.items.isEmpty else { return }
    // checklist F9: shortened at a word, with an ellipsis; never two lines
    if width(of: head.items) > room {
      let id = shaper.style(resolver.style(style, .plain))
      var ellipsis = "…"
      let word = ellipsis.withUTF8 { shaper.word($0, style: id) }
      let room = room - Int(shaper.text.words[Int(word)].advance)
      var width = 0
      let kept = head.items.indices.prefix { index in
        width += self.width(ofItem: index, in: head.items)
        return width <= room
      }
      head.items.removeSubrange(max(kept.count, 1)...)
      head.items.append(TextItem(word: word, joint: .closed))
    }
    var flags: LineRecord.Flags = []
    let isAtRight =
      switch placement {
      case .centred, .leading: list.design.binding == .right
      case .trailing: list.design.binding != .right
      case .outer: list.design.isInsideLeft(isRecto: record.isRecto)
      }
    if placement == .centred {
      flags = .isCentred
    } else if isAtRight != head.isRightToLeft {
      flags = .isTrailing
    }
    if head.isRightToLeft { flags.insert(.isRightToLeft) }
    if head.hasLevels { flags.insert(.hasLevels) }
    let line = LineRecord(
      firstItem: 0, endItem: UInt32(head.items.count), flags: flags, block: isHead ? .head : .foot)
    shaper.text.withPointers { place(line, items: head.items, table: $0, left: left, top: baseline, into: &page) }
  }

  /// Stands for the white between what a head or foot has at one edge and at the other; no text has it.
  static let gapPlace = "\u{1FFFE}"
  /// Stands for the row of dots in a head or foot until its colours are known; no text has it.
  private static let dotsPlace = "\u{FFFE}"
  /// As many as a reader takes in at a glance; of more pages those about the open one are shown.
  private static let mostDots = 20

  /// The text, its place for dots filled: a dot a page, the open one dark.
  private func withDots(_ text: String, on record: PageRecord) -> [Inline] {
    let parts = text.split(separator: PageAssembler.dotsPlace, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, list.lastFolio > 0 else { return [Inline(text)] }
    let count = min(Int(list.lastFolio), PageAssembler.mostDots)
    let page = Int(record.folio) - 1
    let first = min(max(page - count / 2, 0), Int(list.lastFolio) - count)
    var inlines = parts[0].isEmpty ? [] : [Inline(String(parts[0]))]
    for index in first..<first + count {
      var style = InlineStyle()
      style.extras.colour = Colour(grey: index == page ? 0.15 : 0.75)
      inlines.append(Inline(.text(index == first ? "•" : "\u{A0}•"), style: style, source: SourceLocation(offset: 0)))
    }
    let rest = parts[1].replacing(PageAssembler.dotsPlace, with: "")
    if !rest.isEmpty { inlines.append(Inline(String(rest))) }
    return inlines
  }
}

extension Page {
  /// Adds what stands on another page, in the same place.
  fileprivate mutating func append(_ other: Page) {
    let (glyph, cluster, byte) = (glyphs.count, clusters.count, text.count)
    if keepsLines { looks += other.looks }
    for var run in other.runs {
      run.glyphs = run.glyphs.lowerBound + glyph..<run.glyphs.upperBound + glyph
      run.clusters = run.clusters.lowerBound + cluster..<run.clusters.upperBound + cluster
      run.text = run.text.lowerBound + byte..<run.text.upperBound + byte
      runs.append(run)
    }
    glyphs += other.glyphs
    clusters += other.clusters
    text += other.text
    rules += other.rules
  }
}
