internal import BookModel
internal import Design
internal import PageBreaking
internal import Units

/// Plays. The speaker stands in small capitals, in one place throughout a play: in one in verse on a line of its own,
/// else at the head of the speech, which hangs from it. Directions are italic in their place.
extension GalleyMaker {
  /// Fewer speeches are dialogue in a book of another kind, but where nothing else stands around them: a prologue.
  private static let leastSpeeches = 3

  static func isPlay(_ blocks: [Block]) -> Bool {
    var speeches = 0
    var others = 0
    for block in blocks {
      switch block {
      case .speech: speeches += 1
      case .paragraph(let paragraph) where paragraph.isDirection: break
      default: others += 1
      }
      if speeches == leastSpeeches { return true }
    }
    return speeches > 0 && others == 0
  }

  /// Whether most of what is said in a book is verse.
  static func speaksInVerse(_ book: Book) -> Bool {
    var (verse, all) = (0, 0)
    for block in book.sections.lazy.flatMap(\.blocks) {
      guard case .speech(let speech) = block else { continue }
      all += 1
      if case .verse? = speech.blocks.first { verse += 1 }
    }
    return verse * 2 > all
  }

  /// Whether most names of those who speak are typed in capitals: then all of them look so.
  static func namesShout(_ book: Book) -> Bool {
    var (capitals, all) = (0, 0)
    for block in book.sections.lazy.flatMap(\.blocks) {
      guard case .speech(let speech) = block else { continue }
      all += 1
      if PageAssembler.isInCapitals(namesAlone(speech.speaker)) { capitals += 1 }
    }
    return capitals * 2 > all
  }

  /// Without what stands between them: `NORA and EDWARD`, and how it is said.
  private static func namesAlone(_ speaker: [Inline]) -> String {
    speaker.filter { !$0.style.traits.contains(.emphasis) }.plainText.split(separator: " ")
      .filter { $0 != $0.lowercased() }.joined(separator: " ")
  }

  func set(_ speech: Speech, in frame: Frame) {
    var inner = frame
    inner.indent(leading: em, measure: measure, em: em)
    var blocks = speech.blocks
    let look = design[.speaker]
    var inlines = speech.speaker.map { inline in
      // how it is said stays in italics beside the name
      if inline.style.traits.contains(.emphasis) { return inline }
      var inline = inline
      inline.style.take(look)
      // a name typed in capitals does not shout, nor do two: `NORA and EDWARD`
      let names = GalleyMaker.namesAlone([inline])
      if look.letterCase == .smallCapitals || look.letterCase == .typed && look.isItalic,
        namesShout || PageAssembler.isInCapitals(names)
      {
        inline.style.traits.insert(.allSmallCapitals)
        inline.style.traits.subtract([.smallCapitals, .emphasis])
      }
      // faces have no small capitals of Cyrillic: such names are letterspaced, as Russian plays have them
      if look.letterCase == .smallCapitals, !names.isEmpty, names.isInCyrillic {
        inline.style.traits.insert(.letterSpaced)
      }
      return inline
    }
    var spec = LineSpec(frame: inner)
    spec.firstIndentFromLeading = frame.leadingIndent
    // the speaker runs into the first paragraph, on a hanging indent
    if !speaksInVerse, case .paragraph(let first)? = blocks.first {
      inlines.append(Inline(" ", source: first.source))
      inlines += first.inlines.withDirections(isAtHead: true)
      blocks.removeFirst()
      spec.mayVary = true
      within(.paragraph, speech.source) { _ = add(inlines, spec: spec, kind: .paragraph) }
      set(blocks.map(\.withDirections), in: inner)
      return
    }
    // and so it does into a song's first line
    if !speaksInVerse, case .verse(let verse)? = blocks.first, !verse.isShaped {
      blocks.removeFirst()
      pendingSpeaker = (inlines, frame.leadingIndent)
      within(.verse, verse.source) { set(verse.withDirections, in: inner) }
      set(blocks.map(\.withDirections), in: inner)
      return
    }
    spec.placement = .leading
    within(.paragraph, speech.source) {
      _ = add(inlines, spec: spec, kind: .paragraph) {
        $0.breakAfter = PageEnd.unseemly
        // a line alone is all that is said
        $0.rowsBelow = speech.isOneLine ? 1 : 2
      }
    }
    if case .verse(let verse)? = blocks.first {
      // the lines stand close below their speaker
      blocks.removeFirst()
      within(.verse, verse.source) { set(stepped(verse).withDirections, in: inner) }
    }
    // prose begins where verse does
    for block in blocks {
      if case .verse = block {
        set([block.withDirections], in: inner)
      } else {
        set([block.withDirections], in: proseFrame(within: frame))
      }
    }
  }

  /// Of prose that somebody says in a play in verse.
  private func proseFrame(within frame: Frame) -> Frame {
    var inner = frame
    inner.indent(leading: em, measure: measure, em: em)
    let verse = design[.verse].indent.map { PackedLength(Double(em) * $0) } ?? em * 3 / 2
    inner.indent(leading: verse, measure: measure, em: em)
    return inner
  }

  /// Spaces of indent in the manuscript from which on a first line goes on where the speaker before left off.
  private static let leastStep = 6

  /// A line of verse that two speakers share: the second's part begins where the first's ended (Hart's Rules 17.6.3),
  /// if the manuscript sets it in at all and the measure has room for it.
  private func stepped(_ verse: Verse) -> Verse {
    guard let first = verse.stanzas.first?.lines.first, first.indent >= GalleyMaker.leastStep,
      !verse.stanzas.flatMap(\.lines).dropFirst().contains(where: { $0.indent >= first.indent })
    else { return verse }
    var verse = verse
    verse.stanzas[0].lines[0].indent = 0
    pendingStep = verseEnd
    return verse
  }

  /// Where a direction stands between what somebody says and the block: then he goes on. So do others behind that.
  static func goesOnBehindDirection(_ index: Int, in blocks: [Block]) -> Bool {
    guard index > 1, blocks[index - 1].isDirection else { return false }
    for block in blocks[..<(index - 1)].reversed() {
      switch block {
      case .speech: return true
      case .verse: break
      case .paragraph(let paragraph) where paragraph.placement == .justified: break
      default: return false
      }
    }
    return false
  }

  /// Prose that goes on behind a direction in a play in verse stands as what was said before it.
  func frame(of paragraph: Paragraph, at index: Int, of blocks: [Block], in frame: Frame) -> Frame? {
    guard isInPlay, speaksInVerse, frame.leadingIndent == 0, paragraph.placement == .justified, !paragraph.isDirection,
      // the place is told, nobody says it
      !["scene", "act "].contains(where: paragraph.inlines.plainText.prefix(8).lowercased().hasPrefix),
      GalleyMaker.goesOnBehindDirection(index, in: blocks)
    else { return nil }
    return proseFrame(within: frame)
  }

  /// Verse that goes on behind what somebody said in verse, or behind a direction within that, stands as that does.
  func frame(of verse: Verse, at index: Int, of blocks: [Block], in frame: Frame) -> Frame {
    guard isInPlay, index > 0 else { return frame }
    let isSpoken =
      if case .speech(let speech) = blocks[index - 1], case .verse? = speech.blocks.last { true } else {
        GalleyMaker.goesOnBehindDirection(index, in: blocks)
      }
    guard isSpoken else { return frame }
    var inner = frame
    inner.indent(leading: em, measure: measure, em: em)
    return inner
  }
}

extension Speech {
  fileprivate var isOneLine: Bool {
    guard blocks.count == 1, case .verse(let verse)? = blocks.first else { return false }
    return verse.stanzas.reduce(0) { $0 + $1.lines.count } == 1
  }
}

extension Block {
  /// Nothing but what is done.
  fileprivate var isDirection: Bool {
    switch self {
    case .paragraph(let paragraph): paragraph.isDirection
    case .verse(let verse): verse.asDirection() != nil
    default: false
    }
  }

  fileprivate var withDirections: Block {
    switch self {
    case .paragraph(var paragraph):
      paragraph.inlines = paragraph.inlines.withDirections(isAtHead: false)
      return .paragraph(paragraph)
    case .verse(let verse): return .verse(verse.withDirections)
    default: return self
    }
  }
}

extension Verse {
  /// Lines from one that begins with a bracket to one that ends with its like.
  private static let mostLinesOfDirection = 4

  /// Lines that are directions, all of them in brackets, in italics: `(Der Himmel schließt.)`
  fileprivate var withDirections: Verse {
    var verse = self
    for s in verse.stanzas.indices {
      var k = 0
      while k < verse.stanzas[s].lines.count {
        let lines = verse.stanzas[s].lines[k...].prefix(Verse.mostLinesOfDirection)
        let open = lines[k].inlines.plainText.utf8.first
        let close: UInt8? = open == 0x28 ? 0x29 : open == 0x5B ? 0x5D : nil
        guard let close, let end = lines.firstIndex(where: { $0.inlines.plainText.utf8.contains(close) }),
          lines[end].inlines.plainText.utf8.last(where: { $0 != 0x2E && $0 != 0x3A }) == close
        else {
          k += 1
          continue
        }
        for index in k...end {
          verse.stanzas[s].lines[index].inlines = lines[index].inlines.map(\.emphasised)
        }
        k = end + 1
      }
    }
    return verse
  }
}

extension Paragraph {
  /// All of it italic where all of it stands in brackets, `[They go.]`, or tells who comes and goes: `Enter ROSALIND.`
  func asDirection() -> Paragraph {
    guard isDirection else { return self }
    var paragraph = self
    paragraph.inlines = inlines.map { $0.emphasised }
    // one edge for all of them
    paragraph.isFlush = true
    return paragraph
  }

  /// Nobody says it: by its brackets, its words, or since all of it is in italics.
  fileprivate var isDirection: Bool {
    inlines.plainText.isDirection || isInItalics || isInItalicsBesideNames
  }

  /// In italics all but the names of who does it, in capitals: `ROSAMUND _alone_.`
  private var isInItalicsBesideNames: Bool {
    var hasItalics = false
    for inline in inlines {
      let isItalic = inline.style.traits.contains(.emphasis)
      if isItalic { hasItalics = true }
      guard isItalic || ![inline].plainText.contains(where: \.isLowercase) else { return false }
    }
    return hasItalics
  }

  /// All of its words are; a stop behind them need not be.
  var isInItalics: Bool {
    guard let first = inlines.first, first.style.traits.contains(.emphasis) else { return false }
    return inlines.allSatisfy { inline in
      inline.style.traits.contains(.emphasis) || [inline].plainText.allSatisfy { !$0.isLetter && !$0.isNumber }
    }
  }
}

extension Verse {
  /// A line or two that nobody says, set in like the verse around it: `[Exeunt.`
  func asDirection() -> Paragraph? {
    let lines = stanzas.flatMap(\.lines)
    guard let first = lines.first, lines.count <= 2, lines.allSatisfy(\.number.isEmpty) else { return nil }
    let inlines = lines.dropFirst().reduce(first.inlines) { $0 + [Inline(" ", source: $1.source)] + $1.inlines }
    let paragraph = Paragraph(inlines, source: first.source)
    guard lines.count == 1 ? paragraph.isDirection : inlines.plainText.isDirection else { return nil }
    return paragraph.asDirection()
  }
}

extension String {
  fileprivate var isInCyrillic: Bool {
    unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || (0x400...0x52F).contains($0.value) }
  }

  private static let comings = [
    "Enter ", "Re-enter ", "Exit", "Exeunt", "ENTER ", "RE-ENTER ", "EXIT", "EXEUNT",
  ]

  /// In square brackets, of which old plays leave the last away, in round ones, or of who comes and goes.
  fileprivate var isDirection: Bool {
    guard let first = utf8.first, let last = utf8.last(where: { $0 != 0x2E && $0 != 0x20 }) else { return false }
    switch first {
    case 0x5B: return last == 0x5D || !utf8.contains(0x5D)
    case 0x28: return last == 0x29
    default: return utf8.count <= 120 && String.comings.contains(where: hasPrefix)
    }
  }
}

extension Inline {
  fileprivate var emphasised: Inline {
    guard case .text = content else { return self }
    var inline = self
    inline.style.traits.insert(.emphasis)
    return inline
  }
}

extension [Inline] {
  /// Directions among what is said, in square brackets, and in round ones at the head, in italics.
  fileprivate func withDirections(isAtHead: Bool) -> [Inline] {
    // `There's no draught. (She shuts the window.) There was one.`, but `my aunt (she is dead) knew.`
    func isSentence(inBrackets bytes: ArraySlice<UInt8>) -> Bool {
      guard let close = bytes.firstIndex(of: 0x29), close > bytes.startIndex + 2 else { return false }
      let first = bytes[bytes.startIndex + 1]
      return ((0x41...0x5A).contains(first) || first >= 0xC3) && [0x2E, 0x21, 0x3F].contains(bytes[close - 1])
    }
    guard
      contains(where: {
        if case .text(let text) = $0.content { text.utf8.contains { $0 == 0x5B || $0 == 0x28 } } else { false }
      })
    else { return self }
    var made: [Inline] = []
    var open: UInt8?
    var isHead = isAtHead
    for inline in self {
      guard case .text(let text) = inline.content else {
        made.append(inline)
        continue
      }
      var rest: Inline? = inline
      var bytes = [UInt8](text.utf8)[...]
      while let current = rest {
        var end = bytes.startIndex
        var closes = false
        while end < bytes.endIndex {
          if let open {
            end += 1
            if bytes[end - 1] == (open == 0x5B ? 0x5D : 0x29) {
              closes = true
              break
            }
          } else if bytes[end] == 0x5B || bytes[end] == 0x28 && (isHead || isSentence(inBrackets: bytes[end...])) {
            break
          } else {
            if bytes[end] != 0x20 { isHead = false }
            end += 1
          }
        }
        let count = end - bytes.startIndex
        if count > 0, let (front, back) = current.parted(atByte: count) {
          made.append(open == nil ? front : front.emphasised)
          rest = back
          bytes = bytes[end...]
        }
        if closes {
          open = nil
        } else if end < bytes.endIndex {
          open = bytes[end]
          isHead = false
        } else {
          break
        }
      }
    }
    // a bracket that is never closed opens nothing
    return open == nil ? made : self
  }

  /// Without the full stop at the end of what stands alone above its text; a sentence that tells what a chapter holds
  /// keeps it.
  /// - Parameter most: letters of what is no such sentence.
  func withoutFinalPoint(most: Int = 80) -> [Inline] {
    guard let last, case .text(let text) = last.content, text.utf8.last == 0x2E else { return self }
    let whole = plainText
    guard whole.count(where: \.isLetter) <= most, HeadingPoint.without(whole) != whole, text.utf8.count > 1,
      let (front, _) = last.parted(atByte: text.utf8.count - 1)
    else { return self }
    return dropLast() + [front]
  }

  /// `A.` above the words that begin with it as `A`: no initial, for nothing follows.
  func withoutLetterPoint() -> [Inline] {
    guard count == 1, case .text(let text) = self[0].content, text.utf8.count <= 4, text.utf8.last == 0x2E,
      let (front, _) = self[0].parted(atByte: text.utf8.count - 1)
    else { return self }
    return [front]
  }
}
