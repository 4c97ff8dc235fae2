internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Units

/// Plays. The speaker stands in small capitals: at the head of a speech in prose, which hangs from it; on a
/// line of its own above a speech in verse. Directions are italic in their place.
extension GalleyMaker {
  /// Fewer speeches are dialogue in a book of another kind.
  private static let leastSpeeches = 3

  static func isPlay(_ blocks: [Block]) -> Bool {
    var speeches = 0
    for block in blocks {
      guard case .speech = block else { continue }
      speeches += 1
      if speeches == leastSpeeches { return true }
    }
    return false
  }

  func set(_ speech: Speech, in frame: Frame) {
    var inner = frame
    inner.indent(leading: em, measure: measure, em: em)
    var blocks = speech.blocks
    let look = design[.speaker]
    var inlines = speech.speaker.map { inline in
      var inline = inline
      inline.style.take(look)
      // a name typed in capitals does not shout
      if look.letterCase == .smallCapitals, PageAssembler.isInCapitals([inline].plainText) {
        inline.style.traits.insert(.allSmallCapitals)
        inline.style.traits.remove(.smallCapitals)
      }
      return inline
    }
    var spec = LineSpec(frame: inner)
    spec.firstIndentFromLeading = frame.leadingIndent
    // the speaker runs into the first paragraph, on a hanging indent
    if case .paragraph(let first)? = blocks.first {
      inlines.append(Inline(" ", source: first.source))
      inlines += first.inlines.withDirections(isAtHead: true)
      blocks.removeFirst()
      spec.mayVary = true
      within(.paragraph, speech.source) { _ = add(inlines, spec: spec, kind: .paragraph) }
      set(blocks.map(\.withDirections), in: inner)
      return
    }
    spec.placement = .leading
    within(.paragraph, speech.source) {
      _ = add(inlines, spec: spec, kind: .paragraph) {
        $0.breakAfter = PageEnd.unseemly
        $0.rowsBelow = 2
      }
    }
    if case .verse(let verse)? = blocks.first {
      // the lines stand close below their speaker
      blocks.removeFirst()
      within(.verse, verse.source) { set(verse, in: inner) }
    }
    set(blocks.map(\.withDirections), in: inner)
  }
}

extension Block {
  fileprivate var withDirections: Block {
    guard case .paragraph(var paragraph) = self else { return self }
    paragraph.inlines = paragraph.inlines.withDirections(isAtHead: false)
    return .paragraph(paragraph)
  }
}

extension Paragraph {
  /// All of it italic where all of it stands in brackets: `[They go.]`
  func asDirection() -> Paragraph {
    let text = inlines.plainText
    guard let first = text.utf8.first, let last = text.utf8.last(where: { $0 != 0x2E && $0 != 0x20 }),
      first == 0x5B && last == 0x5D || first == 0x28 && last == 0x29
    else { return self }
    var paragraph = self
    paragraph.inlines = inlines.map { $0.emphasised }
    return paragraph
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
          } else if bytes[end] == 0x5B || bytes[end] == 0x28 && isHead {
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
  func withoutFinalPoint() -> [Inline] {
    guard let last, case .text(let text) = last.content, text.utf8.last == 0x2E else { return self }
    let whole = plainText
    guard whole.count(where: \.isLetter) <= 80, HeadingPoint.without(whole) != whole, text.utf8.count > 1,
      let (front, _) = last.parted(atByte: text.utf8.count - 1)
    else { return self }
    return dropLast() + [front]
  }
}
