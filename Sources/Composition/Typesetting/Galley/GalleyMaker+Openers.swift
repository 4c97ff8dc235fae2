package import BookModel
package import Design
internal import PageBreaking
internal import Units

/// What chapters and parts begin with: one box of whole rows, with ornaments, number and title.
extension GalleyMaker {
  /// The elements that a section's heading is set as.
  private struct Opener {
    var whole: Element
    var number: Element
    var title: Element
    static let chapter = Opener(whole: .chapter, number: .chapterNumber, title: .chapterTitle)
    static let part = Opener(whole: .part, number: .partNumber, title: .partTitle)
  }

  /// A line or more of an opener.
  private struct Piece {
    var inlines: [Inline]
    var style: BlockStyle
    var placement: Placement
    /// Baseline to baseline in 1/1024 pt; nil for whole rows.
    var leading: PackedLength?
    /// Rows between it and the piece above.
    var gap: Int32
    var isOrnament = false
    /// A row with a rule in it, no words.
    var rule: ElementLook?
    /// Of an ornament.
    var rows: Int32 = 1
    /// The size of the largest type that its words ask for, times its own.
    var largest = 1.0
    /// That size, times the text's.
    var scale: Double { style.scale * largest }
  }

  /// Letters of the mean title from which on a book's titles are arguments ("In which Mr. Fogg accepts Passepartout as
  /// his servant"), and those of one that is in any book.
  private static let meanArgument = 80
  private static let longTitle = 200

  /// Whether the titles of numbered chapters tell what happens in them: then all are set in one manner.
  static func tellsInTitles(_ book: Book) -> Bool {
    let titles = book.sections.lazy.compactMap(\.heading).filter { !$0.label.isEmpty && !$0.title.isEmpty }
    let letters = titles.reduce(0) { $0 + $1.title.plainText.unicodeScalars.count }
    return letters > meanArgument * titles.count
  }

  /// Baseline to baseline of a title of several lines, times its size.
  private static let titleLeading = 1.25

  /// The sunk heading of a chapter: one box of whole rows.
  func openChapter(_ heading: Heading, isPart: Bool, _ place: PlaceInRun = .alone) {
    if let anchor = heading.anchor { pendingAnchors.append(.named(anchor)) }
    let opener = isPart ? Opener.part : Opener.chapter
    let look = design[opener.whole]
    var pieces = pieces(of: heading, opener, isPart: isPart)
    if place != .alone && place != .title { pieces = GalleyMaker.closed(pieces) }
    // the sink gives way on small pages: never more than a share of the page
    let sink =
      place != .alone && place != .title && place != .firstOfRun
      ? 0 : min(Int32(look.above), Int32(Double(design.rows) * design.mostSink))
    let below = place == .alone ? Int32(look.below) : min(1, Int32(look.below))
    let gaps = pieces.reduce(0) { $0 + $1.gap }
    // two lines of text stand below it, white between
    let room = Int32(design.rows) - 2 - below - gaps
    func height() -> Int32 { pieces.reduce(0) { $0 + self.height(of: $1) } }
    var taken = heading.plainText.utf8.count > 40 || pieces.contains { $0.largest > 1 } ? height() : 0
    if taken > room {
      // a title of many lines is set no larger than the text
      for index in pieces.indices { pieces[index].style.scale = min(1, pieces[index].style.scale) }
      taken = height()
    }
    guard taken <= room else { return runOn(pieces) }
    lay(pieces, fromRow: max(0, min(sink, room - taken)), below: below)
  }

  /// A box of an opener's pieces.
  /// - Parameter below: blank rows that are part of it.
  private func lay(_ pieces: [Piece], fromRow sink: Int32, below: Int32) {
    let start = stick.lines.count
    var calls: [NoteCall] = []
    var row = sink
    for piece in pieces {
      row += piece.gap
      if let look = piece.rule {
        attach(rule(of: look, placement: piece.placement, row: row), to: start)
        row += 1
        continue
      }
      let first = stick.lines.count
      if piece.isOrnament { ornamentRows = Double(piece.rows) * 0.95 }
      let made = lay(piece.inlines, spec: spec(of: piece))
      ornamentRows = nil
      calls += made.calls
      // whole rows in sum: larger type takes more of them
      let rows = rows(ofLineIn: piece)
      let top = (row + rows - 1) * leading
      for (number, index) in (first..<stick.lines.count).enumerated() {
        stick.lines[index].y = top + Int32(number) * (piece.leading ?? rows * leading)
        if piece.isOrnament {
          stick.lines[index].flags.insert(.isShape)
          stick.lines[index].block = .none
        }
      }
      row += self.rows(rows, lines: Int32(stick.lines.count - first), piece)
    }
    row += below
    append(.box, [VerticalLine(rows: Int16(clamping: row))], from: start, calls: calls) {
      $0.keepWithNext = true
      $0.rowsBelow = 2
    }
  }

  /// A rule at half the height of small letters in a row of a box.
  private func rule(of look: ElementLook, placement: Placement, row: Int32) -> RuleRecord {
    let width = PackedLength(Double(measure) * look.ruleLength)
    let free = measure - width
    let atEnd = (placement == .trailing) != resolver.isRightToLeft
    return RuleRecord(
      x: placement == .centred ? free / 2 : atEnd ? free : 0, y: row * leading - em / 4, width: width,
      height: PackedLength(look.ruleWeight * 1024))
  }

  /// Blank rows above a chapter that follows another on its page.
  static let rowsAboveRunOn = 2

  /// The pieces of a heading among text: no display, each line a row, nothing between them.
  private static func closed(_ pieces: [Piece]) -> [Piece] {
    pieces.filter { !$0.isOrnament && $0.rule == nil }.map { piece in
      var piece = piece
      // a row holds no more (1.2 times the size, at 14/11)
      piece.style.scale = min(piece.style.scale, 1.05)
      (piece.gap, piece.leading) = (0, nil)
      return piece
    }
  }

  private func pieces(of heading: Heading, _ opener: Opener, isPart: Bool) -> [Piece] {
    let look = design[opener.whole]
    var pieces: [Piece] = []
    func add(_ inlines: [Inline], _ element: Element) {
      guard !inlines.isEmpty else { return }
      let look = design[element]
      var style = resolver.display(element)
      // a number is as large as its look asks, but where it stands for a title
      if element == opener.title ? look.letterCase == .typed : style.isItalic { style.suitCapitals(of: inlines) }
      let largest = inlines.reduce(1) { max($0, Double($1.style.extras.scale ?? 1)) }
      /// Lines of one title stand closer than rows of larger type would.
      func step(_ scale: Double) -> PackedLength {
        max(leading, PackedLength((look.leading ?? GalleyMaker.titleLeading) * scale * Double(em)))
      }
      var closest = step(style.scale * largest)
      let isArgument =
        element == opener.title
        && (tellsInTitles && !heading.label.isEmpty && !heading.title.isEmpty
          || inlines.plainText.unicodeScalars.count > GalleyMaker.longTitle)
      if isArgument {
        // what tells the chapter's story is no display: italics at the text's leading
        style.scale = min(style.scale, 1.05)
        style.isItalic = !style.isBold
        closest = largest > 1 ? step(style.scale * largest) : leading
      }
      pieces.append(
        Piece(
          inlines: isArgument ? inlines : inlines.withoutFinalPoint(most: GalleyMaker.longTitle), style: style,
          placement: GalleyMaker.placement(look), leading: closest,
          gap: pieces.isEmpty ? 0 : Int32(design.numberGap), largest: largest))
    }
    add(
      OpenerWords.label(of: heading, isPart: isPart, design, resolver.language),
      OpenerWords.standsAlone(heading, design[opener.number]) ? opener.title : opener.number)
    add(OpenerWords.title(of: heading, isPart: isPart, design, resolver.language), opener.title)
    guard !pieces.isEmpty else { return [] }
    func ornament(_ text: String, gap: Int32) -> Piece {
      var style = resolver.display(.ornament)
      style.features = ""
      let most = 6.0
      let rows = pictures[text].map { min((Double($0.height.units) / Double(leading)).rounded(.up), most) } ?? 1
      return Piece(
        inlines: [self.ornament(text, usual: "", heading.source)], style: style, placement: pieces[0].placement,
        gap: gap,
        isOrnament: true, rows: Int32(rows))
    }
    func rule(gap: Int32) -> Piece {
      Piece(inlines: [], style: BlockStyle(), placement: pieces[0].placement, gap: gap, rule: look)
    }
    switch look.rulePlace {
    case .none: break
    case .between where pieces.count > 1:
      // it stands in the white that is there
      pieces[1].gap = max(0, pieces[1].gap - 1)
      pieces.insert(rule(gap: 0), at: 1)
    case .above, .below, .both, .between:
      if look.rulePlace == .above || look.rulePlace == .both { pieces.insert(rule(gap: 0), at: 0) }
      if look.rulePlace != .above { pieces.append(rule(gap: 0)) }
    }
    if !look.ornamentAbove.isEmpty {
      pieces.insert(ornament(look.ornamentAbove, gap: 0), at: 0)
      pieces[1].gap = 1
    }
    if !look.ornamentBelow.isEmpty { pieces.append(ornament(look.ornamentBelow, gap: 1)) }
    return pieces
  }

  /// Signs, or a picture.
  /// - Parameter usual: instead of one that is not there.
  func ornament(_ text: String, usual: String, _ source: SourceLocation) -> Inline {
    guard text.isPictureFile else { return Inline(text, source: source) }
    return pictures[text] == nil ? Inline(usual, source: source) : Inline(.image(text), source: source)
  }

  /// Who wrote a story, or where and when: one line in italics or bold right below the title, with text behind it.
  static func isOfTitle(_ blocks: [Block]) -> Bool {
    guard blocks.count > 1, case .paragraph(let line) = blocks[0], case .paragraph = blocks[1],
      line.placement == .justified, line.displayed == nil, !line.isSideHead, line.inlines.count <= 6
    else { return false }
    let words = line.inlines.plainText
    guard words.utf8.count <= 80, let last = words.last(where: { !$0.isWhitespace }), !".!?…:;,”\"’»".contains(last)
    else { return false }
    return line.inlines.allSatisfy { inline in
      guard case .text(let text) = inline.content, inline.style.formula == nil else { return false }
      // nor do the brackets of `(_Kept in a copy-book._)` say anything
      return !inline.style.traits.isDisjoint(with: [.emphasis, .strong])
        || !text.contains { $0.isLetter || $0.isNumber }
    }
  }

  /// They stand as the title does, and belong to it: the chapter's first words come below.
  func setBelowTitle(_ lines: [Paragraph]) {
    for line in lines {
      if let anchor = line.anchor { pendingAnchors.append(.named(anchor)) }
      within(.paragraph, line.source) {
        var spec = LineSpec(frame: .body)
        spec.placement = GalleyMaker.placement(design[.chapter])
        _ = add(line.inlines, spec: spec, kind: .paragraph) { $0.keepWithNext = true }
      }
    }
    space(isKept: true)
  }

  static func placement(_ look: ElementLook) -> Placement {
    look.placement == .centred ? .centred : look.placement == .trailing ? .trailing : .leading
  }

  private func spec(of piece: Piece) -> LineSpec {
    var spec = LineSpec(frame: Frame(style: piece.style), placement: piece.placement)
    spec.isTitle = true
    return spec
  }

  private func rows(ofLineIn piece: Piece) -> Int32 {
    piece.rows > 1
      ? piece.rows : Int32((1.2 * piece.scale * design.size.points / design.leading.points).rounded(.up))
  }

  /// Rows that so many lines take.
  private func rows(_ rows: Int32, lines: Int32, _ piece: Piece) -> Int32 {
    guard let step = piece.leading, lines > 0 else { return rows * lines }
    return rows + ((lines - 1) * step + leading - 1).count(of: leading)
  }

  /// Rows that a piece will take; nothing is set yet.
  private func height(of piece: Piece) -> Int32 {
    guard piece.rule == nil else { return 1 }
    var spec = spec(of: piece)
    spec.isQuiet = true
    let lines = Int32(clamping: breaks(of: piece.inlines, spec: spec)?.natural.lineCount ?? 0)
    return rows(rows(ofLineIn: piece), lines: lines, piece)
  }

  /// A heading that no page holds (a chapter's argument of forty lines in a pocket book) goes on
  /// over the next, line by line, as text does.
  private func runOn(_ pieces: [Piece]) {
    for piece in pieces where !piece.isOrnament && piece.rule == nil {
      add(piece.inlines, spec: spec(of: piece), kind: .paragraph)
      space()
    }
  }
}

extension [Block] {
  /// Who wrote a story, its subtitle: short lines and nothing else. Nil where text stands below the title.
  var asLinesOfTitle: [Paragraph]? {
    var lines: [Paragraph] = []
    for block in self {
      guard case .paragraph(let line) = block, line.displayed == nil, line.inlines.plainText.utf8.count <= 160 else {
        return nil
      }
      lines.append(line)
    }
    return lines.isEmpty ? nil : lines
  }
}

/// The words of headings as a design prints them, which are the manuscript's unless a theme asks for others.
package enum OpenerWords {
  /// Whether a number that no title follows is set as one.
  static func standsAlone(_ heading: Heading, _ number: ElementLook) -> Bool {
    heading.title.isEmpty && number.numberForm == .typed
  }

  package static func label(of heading: Heading, isPart: Bool, _ design: PageDesign, _ language: String) -> [Inline] {
    let look = design[isPart ? .partNumber : .chapterNumber]
    if standsAlone(heading, look) {
      return heading.label.inCase(design[isPart ? .partTitle : .chapterTitle].letterCase, language)
    }
    return ChapterNumber.written(heading.label, as: look.numberForm, language)
      .inCase(look.letterCase, language)
  }

  package static func title(of heading: Heading, isPart: Bool, _ design: PageDesign, _ language: String) -> [Inline] {
    heading.title.inCase(design[isPart ? .partTitle : .chapterTitle].letterCase, language)
  }

  package static func subhead(_ inlines: [Inline], level: Int, _ design: PageDesign, _ language: String) -> [Inline] {
    inlines.inCase(design[.subhead(level: level)].letterCase, language)
  }
}

extension [Inline] {
  /// In capitals, where the case asks for them; every letter keeps its place in the manuscript.
  func inCase(_ letterCase: ElementLook.LetterCase, _ language: String) -> [Inline] {
    guard letterCase == .capitals else { return self }
    return map { inline in
      guard case .text(let text) = inline.content else { return inline }
      var capitals = inline
      capitals.content = .text(text.inCapitals(of: inline.style.extras.language ?? language))
      return capitals
    }
  }
}

extension PageDesign {
  /// Past a hundred, numbers in words are longer than titles (Chicago 9.2): a book whose chapters have such keeps
  /// them all as they are typed.
  package mutating func settleNumbers(of book: Book) {
    for (element, isPart) in [(Element.chapterNumber, false), (.partNumber, true)]
    where self[element].numberForm == .words
      && book.sections.contains(where: {
        ($0.role == .part) == isPart && ChapterNumber.isPastWords($0.heading?.label ?? [])
      })
    {
      self[element].numberForm = .typed
    }
  }
}
