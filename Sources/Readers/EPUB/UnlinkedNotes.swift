internal import BookModel
internal import Units

/// Notes that no link calls: `[1]` or a raised `1` in the text, and below it, or at the book's end, paragraphs that
/// begin with these. All of a list are called, each once and in their order, or none of them is a note.
struct UnlinkedNotes {
  private(set) var items: [FlowItem]
  private(set) var notes: [NoteKey: Note] = [:]
  /// Marks in the text and before the notes, which octavo sets anew.
  private(set) var silent: [Range<Int>] = []
  private var nextKey: Int

  private struct Mark: Hashable {
    var number: Int
    var isRaised: Bool
  }

  init(_ items: [FlowItem], firstKey: Int) {
    self.items = items
    nextKey = firstKey
    var gone: Set<Int> = []
    var textStart = 0
    var index = 0
    while index < items.count {
      guard let first = UnlinkedNotes.mark(of: items[index]), let run = run(from: index, first) else {
        index += 1
        continue
      }
      if take(run, calledIn: textStart..<run.lowerBound) {
        gone.formUnion(run)
        // the rule above them
        let above = run.lowerBound - 1
        if above >= 0, case .block(.sceneBreak)? = Optional(items[above].content) {
          gone.insert(above)
          silent.append(items[above].range)
        }
        textStart = run.upperBound
      }
      index = run.upperBound
    }
    guard !gone.isEmpty else { return }
    self.items = self.items.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
  }

  /// What a paragraph begins with.
  private static func mark(of item: FlowItem) -> Mark? {
    guard let paragraph = item.paragraph, case .text(let text)? = paragraph.inlines.first?.content else { return nil }
    let isRaised = paragraph.inlines[0].style.traits.contains(.superscript)
    let words = text.drop { $0 == " " || $0 == "\u{A0}" }
    if words.first == "[" {
      let digits = words.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard (1...4).contains(digits.count), digits.endIndex < words.endIndex, words[digits.endIndex] == "]" else {
        return nil
      }
      return Int(digits).map { Mark(number: $0, isRaised: false) }
    }
    guard isRaised, paragraph.inlines.count > 1, let number = Int(words.filter { !$0.isWhitespace }), number < 10_000
    else { return nil }
    return Mark(number: number, isRaised: true)
  }

  /// Paragraphs that count up, to a heading, a document's end or the end of the book.
  private func run(from start: Int, _ first: Mark) -> Range<Int>? {
    var end = start + 1
    var next = first.number + 1
    while end < items.count, items[end].page == items[start].page,
      UnlinkedNotes.mark(of: items[end]) == Mark(number: next, isRaised: first.isRaised)
    {
      end += 1
      next += 1
    }
    guard end == items.count || items[end].isHeading || items[end].page != items[start].page || items[end].isRule
    else { return nil }
    return start..<end
  }

  /// Makes notes of a run, where all of its marks are found in the text before it.
  private mutating func take(_ run: Range<Int>, calledIn text: Range<Int>) -> Bool {
    guard let first = UnlinkedNotes.mark(of: items[run.lowerBound]) else { return false }
    var found: [Int] = []
    for index in text {
      guard case .block(let block) = items[index].content else { continue }
      block.visitText { inlines, _ in
        found += UnlinkedNotes.calls(in: inlines, isRaised: first.isRaised).map(\.number)
      }
    }
    // raised numbers may be powers too: only those of the list are looked at
    let wanted = Array(first.number..<(first.number + run.count))
    guard found.filter({ wanted.contains($0) }) == wanted else { return false }
    let key = nextKey
    nextKey += run.count
    for index in text {
      guard case .block(var block) = items[index].content else { continue }
      var marks: [Range<Int>] = []
      block.rewriteText { inlines, _ in
        for call in UnlinkedNotes.calls(in: inlines, isRaised: first.isRaised).reversed()
        where wanted.contains(call.number) {
          let inline = inlines[call.index]
          let begin = Int(inline.source(atByte: call.bytes.lowerBound).offset)
          let end = Int(inline.source(atByte: call.bytes.upperBound - 1).offset) + 1
          marks.append(begin..<max(begin, end))
          var parts: [Inline] = []
          if call.bytes.lowerBound > 0, let front = inline.parted(atByte: call.bytes.lowerBound)?.0 {
            parts.append(front)
          }
          parts.append(
            Inline(
              .noteReference(NoteKey(key + call.number - first.number)), style: .plain,
              source: SourceLocation(offset: begin)))
          if let rest = inline.parted(atByte: call.bytes.upperBound)?.1 { parts.append(rest) }
          inlines.replaceSubrange(call.index...call.index, with: parts)
        }
      }
      guard !marks.isEmpty else { continue }
      silent += marks
      items[index].content = .block(block)
    }
    for (place, index) in run.enumerated() {
      guard var paragraph = items[index].paragraph else { continue }
      let rest = paragraph.inlines.withoutMark(String(first.number + place))
      if let begin = paragraph.inlines.first?.source, let next = rest.first?.source {
        silent.append(Int(begin.offset)..<max(Int(begin.offset), Int(next.offset)))
        paragraph.inlines = rest
        paragraph.source = next
      }
      notes[NoteKey(key + place)] = Note(mark: "", blocks: [.paragraph(paragraph)], source: paragraph.source)
    }
    return true
  }

  private static func calls(in inlines: [Inline], isRaised: Bool) -> [(number: Int, index: Int, bytes: Range<Int>)] {
    var found: [(number: Int, index: Int, bytes: Range<Int>)] = []
    for (index, inline) in inlines.enumerated() {
      guard case .text(let text) = inline.content else { continue }
      if isRaised {
        guard index > 0, inline.style.traits.contains(.superscript), text.allSatisfy({ $0.isASCII && $0.isNumber }),
          let number = Int(text), number > 0
        else { continue }
        found.append((number, index, 0..<text.utf8.count))
        continue
      }
      let bytes = Array(text.utf8)
      var i = 0
      while let open = bytes[i...].firstIndex(of: UInt8(ascii: "[")) {
        i = open + 1
        var value = 0
        while i < bytes.count, (0x30...0x39).contains(bytes[i]), i - open < 6 {
          value = value * 10 + Int(bytes[i] - 0x30)
          i += 1
        }
        // behind a word or its stop, not at a paragraph's beginning
        guard i > open + 1, i < bytes.count, bytes[i] == UInt8(ascii: "]"), open > 0 || index > 0 else { continue }
        i += 1
        found.append((value, index, open..<i))
      }
    }
    return found
  }
}

extension [FlowItem] {
  /// A line that names notes, of which nothing is left below it, is their heading.
  func withHeadingsOfNotes() -> [FlowItem] {
    var items = self
    for (index, item) in enumerated() {
      guard case .block(.paragraph(let paragraph)) = item.content, item.words.utf8.count < 40,
        SectionMaker.names[item.words.lowercased().filter { $0.isLetter }] == .notes,
        index + 1 == count || self[index + 1].isHeading || self[index + 1].page != item.page
      else { continue }
      items[index].content = .heading(label: [], title: paragraph.inlines, rank: 2)
    }
    return items
  }
}
