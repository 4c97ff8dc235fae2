internal import BookModel
internal import Design
internal import PageBreaking
internal import Shaping
internal import Units

/// Notes: set apart from the vertical list, in the lines that a page places at its foot.
extension GalleyMaker {
  /// Baseline to baseline within a note.
  var noteLeading: PackedLength { design.noteLeading }

  /// Sets the notes that a paragraph calls, before the paragraph itself.
  func setNotes(calledIn inlines: [Inline]) {
    for inline in inlines {
      guard case .noteReference(let key) = inline.content, noteGalleys[key] == nil, let note = notes[key],
        design.place(of: note) != .end
      else { continue }
      if isInNote {
        // a note's own notes follow it, each once
        if !calledNotes.contains(key) { calledNotes.append(key) }
      } else {
        setNote(key)
      }
    }
  }

  /// Sets a note and the notes it calls. They are read behind the block that calls them.
  private func setNote(_ key: NoteKey) {
    let parent = open.last { galley.blocks[$0].role.mayHoldNotes } ?? .none
    var waiting = [key]
    var made = Galley.NoteGalley(keys: [], lines: [], rows: 0)
    var done = 0
    made.isInMargin = notes[key].map(design.isInMargin) ?? false
    made.series = notes[key]?.series ?? .numbered
    let maker = made.isInMargin ? marginMaker : noteMaker
    maker.file = file
    maker.number = number
    while done < waiting.count {
      let key = waiting[done]
      done += 1
      guard let note = notes[key], noteGalleys[key] == nil else { continue }
      noteGalleys[key] = galley.notes.count
      made.keys.append(key)
      var lines = maker.lines(of: note, key: key)
      if made.isInMargin { maker.raisePicture(of: &lines) }
      waiting += maker.calledNotes.filter { !waiting.contains($0) }
      let base = galley.takeWords(of: maker.galley, in: parent)
      for line in lines.indices {
        for record in lines[line].records.indices {
          lines[line].records[record].firstItem += base.items
          lines[line].records[record].endItem += base.items
          lines[line].records[record].block = lines[line].records[record].block.moved(by: base.blocks)
        }
      }
      made.lines += lines
    }
    measure(&made)
    galley.notes.append(made)
  }

  /// Counts a note's rows: what cannot be parted takes whole ones.
  private func measure(_ made: inout Galley.NoteGalley) {
    guard !made.isInMargin else {
      made.rows = MarginColumn.rows(of: made.lines[...], leading: leading, noteLeading: noteLeading)
      return
    }
    // one of many pieces may be parted in any run of lines between them
    let isParted = made.lines.reduce(0) { $0 + $1.height } > Int32(design.rows / 2) * leading
    var height: PackedLength = 0
    var count = 0
    func endRun() {
      // Parted over pages, whole rows hold a line less than the sum says: room for it where a note may be parted.
      let isLong = height > 3 * leading && count >= 4
      let isBetween = isParted && count >= 2 && (!made.blocks.isEmpty || made.lines.count > count)
      let parts = isLong ? 1 + height.count(of: Int32(design.rows) * leading) : isBetween ? 1 : 0
      made.rows += Int((height + parts * noteLeading + leading - 1).count(of: leading))
      (height, count) = (0, 0)
    }
    for line in made.lines.reversed() {
      let rows = Int((line.height + leading - 1).count(of: leading))
      if rows > 1, line.height > noteLeading + noteLeading / 2 {
        endRun()
        made.blocks.append(made.rows..<made.rows + rows)
        made.rows += rows
      } else {
        height += line.height
        count += 1
      }
    }
    endRun()
  }

  /// The lines of one note, its mark first; what they are made of is in the galley.
  private func lines(of note: Note, key: NoteKey) -> [Galley.NoteLine] {
    begin()
    calledNotes = []
    begin(.note, note.source)
    defer { end() }
    var blocks = note.blocks
    let isNumbered = !builder.noteMark(key).isEmpty
    let mark = Inline(builder.noteMark(key) + "\u{A0}", style: InlineStyle(.superscript), source: note.source)
    var beginsWithParagraph = !isNumbered
    if !isNumbered {
      // nothing stands before its words
    } else if case .paragraph(var first)? = blocks.first {
      beginsWithParagraph = true
      first.inlines.insert(mark, at: 0)
      blocks[0] = .paragraph(first)
    } else {
      blocks.insert(.paragraph(Paragraph([mark], source: note.source)), at: 0)
    }
    set(blocks, in: Frame(style: resolver.note))
    var made: [Galley.NoteLine] = []
    for element in galley.elements {
      guard let setting = element.settings.first else { continue }
      let vertical = element.vertical.settings[0].lines
      if element.vertical.kind == .space {
        if !made.isEmpty { made[made.count - 1].height += noteLeading / 2 }
      } else if element.isBox {
        let rows = vertical.reduce(0) { $0 + Int32($1.rows) }
        made.append(
          Galley.NoteLine(records: setting.lines, rules: [], height: max(rows * leading, noteLeading)))
      } else {
        for (k, record) in setting.lines.enumerated() {
          let rows = k < vertical.count ? Int32(vertical[k].rows) : 1
          let starts = element.rows.starts
          // what is counted in lines of the text stands further apart than a note's
          let height =
            k + 1 < starts.count ? starts[k + 1] - starts[k] : rows > 1 ? rows * leading : noteLeading
          var line = Galley.NoteLine(records: [], rules: [], height: height)
          for attachment in setting.attachments(of: k) {
            switch attachment.content {
            case .line(let beside):
              line.records.append(beside)
              if beside.kind != .reachingCell, beside.kind != .reachingMarker {
                line.height = max(line.height, beside.y + noteLeading)
              }
            case .rule(let rule): line.rules.append(rule)
            }
          }
          line.records.append(record)
          made.append(line)
        }
      }
    }
    if !beginsWithParagraph { putMark(mark, before: &made) }
    if let first = made.first?.records.first?.firstItem {
      galley.anchors.append(AnchorItem(item: first, anchor: .note(key, section: section(of: key))))
      guard isNumbered else { return made }
      link(first, to: .call(key, section: section(of: key)), source: note.source.offset)
      rememberMark(first, key)
    }
    return made
  }

  /// The section that a note and its call are known by; -1 for what stands at the end, once for all sections.
  func section(of key: NoteKey) -> Int {
    notes[key].map(design.place) == .end ? -1 : number
  }

  /// A picture that begins a note in the margin is as high as the letters of the line beside it.
  private func raisePicture(of lines: inout [Galley.NoteLine]) {
    guard let first = lines.first?.records.first,
      let picture = galley.pictures.first(where: { $0.item == first.firstItem })
    else { return }
    let letters = PackedLength((Double(em) * 0.65).rounded())
    let room = first.y - picture.height + letters
    guard room > 0 else { return }
    for index in lines[0].records.indices { lines[0].records[index].y -= room }
    lines[0].height = max(lines[0].height - room, noteLeading)
  }

  /// The mark of a note that begins with verse or a list stands in the white before its first line, where it has room.
  private func putMark(_ mark: Inline, before lines: inout [Galley.NoteLine]) {
    guard lines.count > 1, lines[0].records.count == 1, lines[1].rules.isEmpty, let record = lines[0].records.first
    else {
      return
    }
    let end = record.x + widths(of: [mark], style: resolver.note).natural
    let isFree = lines[1].records.allSatisfy { $0.x >= end && $0.y == record.y }
    let isFromLeft = (lines[1].records + [record]).allSatisfy {
      $0.flags.isDisjoint(with: [.isRightToLeft, .isCentred, .isTrailing])
    }
    guard isFree, isFromLeft else { return }
    lines[1].records.insert(record, at: 0)
    lines.removeFirst()
  }

  /// Rows of the grid that a note takes at the foot of a page.
  func noteRows(of key: NoteKey) -> Int16 {
    noteGalley(of: key).map { $0.isInMargin ? 0 : Int16(clamping: $0.rows) } ?? 0
  }

  /// Rows that it takes beside the text.
  func marginRows(of key: NoteKey) -> Int {
    noteGalley(of: key).map { $0.isInMargin ? $0.rows : 0 } ?? 0
  }

  /// The note as it stands at the foot of a page; nil for one that follows the note which calls it.
  func noteGalley(of key: NoteKey) -> Galley.NoteGalley? {
    guard let known = noteGalleys[key], known < galley.notes.count, galley.notes[known].keys.first == key else {
      return nil
    }
    return galley.notes[known]
  }

  // MARK: Numbers of a page

  /// What stands for a mark until its page is known: two digits, so that no line breaks
  /// otherwise for its number (DESIGN.md 3.5).
  static let markOfPage = "00"

  /// Remembers that an item is a mark whose number the page gives.
  func rememberMark(_ item: UInt32, _ key: NoteKey) {
    guard notes[key].map(design.isNumberedByPage) ?? false, Int(item) < galley.items.count else { return }
    let placeholder = galley.items[Int(item)].word
    let word = shaper.text.words[Int(placeholder)]
    let text = Int(word.textStart)..<Int(word.textStart) + Int(word.textCount)
    guard shaper.text.text[text].elementsEqual(GalleyMaker.markOfPage.utf8) else { return }
    if pageNumbers[placeholder] == nil {
      let words = (1...99).map { shaper.number($0, like: placeholder) }
      pageNumbers[placeholder] = Galley.PageNumbers(
        width: PackedLength(units: word.advance), words: words,
        widths: words.map { PackedLength(units: shaper.text.words[Int($0)].advance) })
    }
    galley.pageNumbers[placeholder] = pageNumbers[placeholder]
    galley.numberedMarks.append(Galley.NumberedMark(item: item, key: key))
  }
}

extension PageDesign {
  /// Baseline to baseline within a note, 1/1024 pt: in proportion to the text's, or as the theme has it.
  var noteLeading: PackedLength {
    let look = self[.note]
    guard let times = look.leading else { return PackedLength((Double(leading.units) * look.scale).rounded()) }
    return PackedLength((Double(size.units) * max(look.scale, leastScale) * times).rounded())
  }
}
