internal import BookModel
internal import Manuscript
internal import Units
internal import XML

/// The text of notes, without the marks that octavo numbers anew.
extension FlowReader {
  /// A note's text.
  /// - Parameter marks: what the places that call it say.
  func note(_ spot: NodeID, marks: Set<String>) -> Note {
    page = pages[spot.page]
    pendingAnchors = []
    var context = Context()
    context.isInside = true
    var look = ComputedStyle()
    look.language = language
    var blocks: [Block] = []
    for node in [spot.node] + (notes.tails[spot] ?? []) {
      var own = page.look(of: node, in: look).inherited
      // reading systems show a hidden note where its call is touched
      own.isHidden = false
      blocks += self.blocks(in: node, own, context)
    }
    if let inlines = blocks.first?.paragraph?.inlines {
      let count = inlines.leadingMark(marks)
      let rest = inlines.droppingFirst(count)
      if count > 0, let first = inlines.first, let next = rest.first {
        silent.append(Int(first.source.offset)..<Int(next.source.offset))
        blocks[0].paragraph?.inlines = rest
        blocks[0].paragraph?.source = next.source
      }
    }
    var note = Note(
      mark: "", blocks: blocks, source: blocks.first?.source ?? SourceLocation(offset: page.range(spot.node).lowerBound)
    )
    if isAside(spot.node) { note.aside = page.classes(spot.node).contains("sidenote") ? .numbered : .unnumbered }
    return note
  }

  /// A paragraph's runs, without the brackets around the calls of notes.
  func finish(_ runs: inout Runs) -> [Inline] {
    var inlines = runs.finish()
    for index in inlines.indices.dropFirst().dropLast() {
      guard case .noteReference = inlines[index].content, case .text(let before) = inlines[index - 1].content,
        case .text(let after) = inlines[index + 1].content, let open = before.last, let close = after.first,
        ["[]", "()", "{}"].contains(String([open, close]))
      else { continue }
      let last = Int(inlines[index - 1].source(atByte: before.utf8.count - 1).offset)
      let first = Int(inlines[index + 1].source.offset)
      silent += [last..<(last + 1), first..<(first + 1)]
      inlines[index - 1].content = .text(String(before.dropLast()))
      inlines.replaceSubrange((index + 1)..., with: Array(inlines[(index + 1)...]).dropping(1))
      if index + 1 >= inlines.count { break }
    }
    return inlines.filter { $0.content != .text("") }
  }
}

extension [Inline] {
  /// Without the number of a note at the front.
  func withoutMark(_ mark: String) -> [Inline] { droppingFirst(leadingMark([mark])) }

  /// How many characters at the front are the note's own mark: `[1]`, `2.`, a raised `3`, and what a link that
  /// led back has left, `]` or `.`.
  fileprivate func leadingMark(_ marks: Set<String>) -> Int {
    // no mark, with the white around it, is longer
    let text = [Character](plainText.prefix(16 + (marks.lazy.map(\.count).max() ?? 0)))
    var at = 0
    func skip(_ signs: String) -> Bool {
      let start = at
      while at < text.count, signs.contains(text[at]) { at += 1 }
      return at > start
    }
    _ = skip(Self.white)
    let isOpen = skip("[({")
    let mark = marks.filter { text[at...].starts(with: $0) }.max { $0.count < $1.count } ?? ""
    let isSign = !mark.isEmpty && mark.allSatisfy({ "*†‡§¶‖#".contains($0) })
    let isRaised = !mark.isEmpty && first?.style.traits.contains(.superscript) == true
    at += mark.count
    let isClosed = skip(isOpen ? "])}" : "])}.:")
    if isOpen { _ = skip(".:") }
    guard at < text.count else { return 0 }
    // a number alone could be of the text, `1 Kings`; so could the points of an ellipsis, or `[` without a mark
    let isEllipsis = at >= 2 && text[at - 1] == "." && text[at - 2] == "."
    let isMark = isClosed && !isEllipsis || !isOpen && (isSign || isRaised)
    guard isMark, text[at].isWhitespace || isSign || isRaised || isOpen else { return 0 }
    _ = skip(Self.white)
    return at < text.count ? at : 0
  }

  private static var white: String { " \u{A0}\u{2002}\u{2003}\u{2009}\t" }

  /// Without so many characters at the front, through as many runs as they reach.
  fileprivate func droppingFirst(_ count: Int) -> [Inline] {
    var (rest, left) = (self, count)
    while left > 0, case .text(let text)? = rest.first?.content {
      rest = rest.dropping(Swift.min(left, text.count))
      left -= text.count
    }
    return rest
  }
}
