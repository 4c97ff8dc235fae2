internal import BookModel
internal import PageBreaking
internal import Shaping
internal import Units

/// Notes: set apart from the vertical list, in the lines that a page places at its foot.
extension GalleyMaker {
  /// Baseline to baseline within a note.
  var noteLeading: Int32 { Int32((Double(leading) * resolver.note.scale).rounded()) }

  /// Sets the notes that a paragraph calls, before the paragraph itself.
  func setNotes(calledIn inlines: [Inline]) {
    guard !design.hasEndnotes else { return }
    for inline in inlines {
      guard case .noteReference(let key) = inline.content, noteGalleys[key] == nil, notes[key] != nil else { continue }
      if isInNote {
        // a note's own notes follow it, each once
        if !nestedNotes.contains(key) { nestedNotes.append(key) }
      } else {
        setNote(key)
      }
    }
  }

  /// Sets a note and the notes it calls.
  private func setNote(_ key: NoteKey) {
    nestedNotes = [key]
    var made = Galley.NoteGalley(keys: [], lines: [], rows: 0)
    var done = 0
    while done < nestedNotes.count {
      let key = nestedNotes[done]
      done += 1
      guard let note = notes[key], noteGalleys[key] == nil else { continue }
      noteGalleys[key] = galley.notes.count
      made.keys.append(key)
      made.lines += lines(of: note, key: key)
    }
    nestedNotes = []
    let height = made.lines.reduce(0) { $0 + $1.height }
    // Parted over pages, whole rows hold a line less than the sum says: room for it where a note may be parted.
    let isLong = height > 3 * leading && made.lines.count >= 4
    made.rows = Int((height + (isLong ? noteLeading : 0) + leading - 1) / leading)
    galley.notes.append(made)
  }

  /// The lines of one note, its mark first.
  private func lines(of note: Note, key: NoteKey) -> [Galley.NoteLine] {
    isInNote = true
    let (elements, records, boxes) = (galley.elements, galley.records, galley.isBox)
    let (pending, blanks) = (pendingPageBreak, galley.blankBelow)
    (galley.elements, galley.records, galley.isBox, galley.blankBelow) = ([], [], [], [])
    let start = galley.lines.count
    let attachedStart = galley.attached.count
    defer {
      isInNote = false
      (galley.elements, galley.records, galley.isBox) = (elements, records, boxes)
      (pendingPageBreak, galley.blankBelow) = (pending, blanks)
      // kept apart: the block that calls the note may be half set in `galley.lines`
      galley.lines.removeSubrange(start...)
    }
    var blocks = note.blocks
    let mark = Inline(builder.noteMark(key) + "\u{A0}", style: InlineStyle(.superscript), source: note.source)
    if case .paragraph(var first)? = blocks.first {
      first.inlines.insert(mark, at: 0)
      blocks[0] = .paragraph(first)
    } else {
      blocks.insert(.paragraph(Paragraph([mark], source: note.source)), at: 0)
    }
    set(blocks, in: Frame(style: resolver.note))
    // cells of tables, which stand beside the lines of this note alone
    var attached: [Int: [LineRecord]] = [:]
    for attachment in galley.attached[attachedStart...] {
      attached[attachment.record, default: []].append(attachment.line)
    }
    galley.attached.removeSubrange(attachedStart...)
    var made: [Galley.NoteLine] = []
    for (index, element) in galley.elements.enumerated() {
      let range = galley.records[index][0]
      if element.kind == .space {
        if !made.isEmpty { made[made.count - 1].height += noteLeading / 2 }
      } else if galley.isBox[index] {
        let rows = element.settings[0].lines.reduce(0) { $0 + Int32($1.rows) }
        made.append(Galley.NoteLine(records: range.map { galley.lines[$0] }, height: max(rows * leading, noteLeading)))
      } else {
        for (k, record) in range.enumerated() {
          let rows = k < element.settings[0].lines.count ? Int32(element.settings[0].lines[k].rows) : 1
          made.append(
            Galley.NoteLine(
              records: (attached[record] ?? []) + [galley.lines[record]], height: max(rows, 1) * noteLeading))
        }
      }
    }
    if let first = made.first?.records.first?.firstItem {
      galley.anchors.append(AnchorItem(item: first, anchor: .note(key, section: number)))
      link(first, to: .call(key, section: number), source: note.source.offset)
      rememberMark(first, key)
    }
    return made
  }

  /// Rows of the grid that a note takes at the foot of a page.
  func noteRows(of key: NoteKey) -> Int16 {
    guard let known = noteGalleys[key], known < galley.notes.count, galley.notes[known].keys.first == key else {
      return 0
    }
    return Int16(clamping: galley.notes[known].rows)
  }

  // MARK: Numbers of a page

  /// What stands for a mark until its page is known: two digits, so that no line breaks
  /// otherwise for its number (DESIGN.md 3.5).
  static let markOfPage = "00"

  /// Remembers that an item is a mark whose number the page gives.
  func rememberMark(_ item: UInt32, _ key: NoteKey) {
    guard design.noteNumbers == .page, !design.hasEndnotes, Int(item) < galley.items.count else { return }
    let placeholder = galley.items[Int(item)].word
    let word = shaper.text.words[Int(placeholder)]
    let text = Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)
    guard shaper.text.text[text].elementsEqual(GalleyMaker.markOfPage.utf8) else { return }
    if pageNumbers[placeholder] == nil {
      let words = (1...99).map { shaper.number($0, like: placeholder) }
      pageNumbers[placeholder] = Galley.PageNumbers(
        width: word.advance, words: words, widths: words.map { shaper.text.words[Int($0)].advance })
    }
    galley.pageNumbers[placeholder] = pageNumbers[placeholder]
    galley.numberedMarks.append(Galley.NumberedMark(item: item, key: key))
  }

  /// How far the spaces of a line give: asked again when its marks get their numbers.
  func give(of items: Range<Int>) -> Galley.Give {
    var give = Galley.Give()
    for index in items.dropFirst() {
      let joint = paragraph.items[index].joint
      guard joint == .space || joint == .tie || joint == .unwilling else { continue }
      let before = shaper.text.words[Int(paragraph.items[index - 1].word)]
      let next = paragraph.items[index].word
      let style = shaper.text.withPointers { Int($0.spaceStyle(between: before, and: next)) }
      guard !shaper.text.styles[style].look.hasFixedSpaces else { continue }
      let space = shaper.text.styles[style].spaceAdvance
      let pause = before.pause(before: shaper.text.words[Int(next)])
      give.stretch += Glue.stretch(space, after: pause)
      give.shrink += Glue.shrink(space, after: pause)
    }
    return give
  }
}
