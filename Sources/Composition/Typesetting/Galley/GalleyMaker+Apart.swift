internal import BookModel
internal import Shaping

/// What stands beside the lines of the vertical list, and lines taller than a row.
extension GalleyMaker {
  /// Has `line` drawn wherever a line in the stick is; its `y` counts from that line's row.
  func attach(_ line: LineRecord, to record: Int) {
    stick.attachments.append(SetLines.Attachment(line: record, content: .line(line)))
  }

  func attach(_ rule: RuleRecord, to record: Int) {
    stick.attachments.append(SetLines.Attachment(line: record, content: .rule(rule)))
  }

  /// Lines set apart from the vertical list, `y` a `pitch` (1/1024 pt) from line to line.
  struct Apart {
    var lines: [LineRecord] = []
    var noteRows: Int16 = 0
    var keys: [NoteKey] = []
    /// Room that the last line wants below it, beside a line's own.
    var below: PackedLength = 0

    /// Room that a line wants above it, beside its own, where that is more than a line.
    func above(line: Int, pitch: PackedLength) -> PackedLength {
      guard line < lines.count else { return 0 }
      let room = line > 0 ? lines[line].y - lines[line - 1].y - pitch : lines[line].y
      return room > pitch ? room : 0
    }
  }

  func layApart(_ inlines: [Inline], spec: LineSpec, pitch: PackedLength? = nil) -> Apart {
    let start = stick.lines.count
    var spec = spec
    spec.standsApart = true
    let made = lay(inlines, spec: spec)
    var apart = Apart()
    var y: PackedLength = 0
    let base = stick.lines[start...].first?.firstItem ?? 0
    for (index, laid) in made.lines.enumerated() {
      var line = stick.lines[start + index]
      if let pitch {
        line.y = y
        if paragraph.hasLargeType {
          // of a line as many take text of the size around it reaches two thirds up and one down
          let (ascent, descent) = extents(of: Int(line.firstItem - base)..<Int(line.endItem - base))
          line.y += max(0, PackedLength(ascent) - pitch * 2 / 3)
          apart.below = max(0, PackedLength(descent) - pitch / 3)
        }
        y = line.y + pitch + apart.below
      } else {
        line.y += y
        y += Int32(max(1, laid.rows)) * leading
      }
      apart.lines.append(line)
    }
    apart.noteRows = Int16(clamping: made.lines.reduce(0) { $0 + Int($1.noteRows) })
    apart.keys = made.calls.map(\.key)
    stick.lines.removeSubrange(start...)
    return apart
  }

  /// Rows of the grid that a line takes whose type is larger than the text around it,
  /// and how many of them stand above its own baseline's row.
  func height(of items: Range<Int>) -> (above: Int32, rows: Int32) {
    let (ascent, descent) = extents(of: items)
    let row = Double(leading)
    let above = max(0, ((ascent + 0.28 * Double(em)) / row).rounded(.up) - 1)
    let below = max(0, ((descent + 0.8 * Double(em)) / row).rounded(.up) - 1)
    // no line is taller than half a page: what follows it must find room
    let most = Double(max(1, design.rows / 2))
    return (Int32(min(above, most)), Int32(min(1 + above + below, most + 1)))
  }
  /// How far items reach above and below their baseline, 1/1024 pt.
  private func extents(of items: Range<Int>) -> (ascent: Double, descent: Double) {
    var (ascent, descent) = (0.0, 0.0)
    for item in paragraph.items[items] {
      let look = shaper.text.styles[Int(shaper.text.words[Int(item.word)].style)].look
      // accents reach some 0.8 em above the baseline, descenders 0.28 below it
      ascent = max(ascent, 0.8 * Double(look.em) + Double(look.rise))
      descent = max(descent, 0.28 * Double(look.em) - Double(look.rise))
    }
    let first = paragraph.pictures.lowerBound { $0.item < UInt32(items.lowerBound) }
    for picture in paragraph.pictures[first...].prefix(while: { $0.item < UInt32(items.upperBound) })
    where picture.formula != nil || picture.isFigure {
      // its tallest sign seldom stands right below a descender: a fraction of letters is as high as its line
      ascent = max(ascent, Double(picture.height - picture.depth) - 0.12 * Double(em))
      descent = max(descent, Double(picture.depth) - 0.12 * Double(em))
    }
    return (ascent, descent)
  }
}
