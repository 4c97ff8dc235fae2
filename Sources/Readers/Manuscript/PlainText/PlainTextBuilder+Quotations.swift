internal import BookModel

extension PlainTextBuilder {
  /// Paragraphs set in, and who is quoted.
  mutating func quotation(from start: Int, play: PlayForm?) -> Int {
    let chunks = source.chunks
    var end = start
    var blocks: [Block] = []
    var attribution: Paragraph?
    while end < chunks.count, chunks[end].kind == .quotation,
      end == start || chunks[end].blanksBefore <= 2 && play?.speaker(of: chunks[end], in: source) == nil
    {
      var lines = ranges(chunks[end].lines)
      // A last short line that opens with a dash says who, and so do initials alone.
      let i = chunks[end].lines.upperBound - 1
      if lines.count > 1, let last = lines.last,
        opensWithDash(last) && source.lines[i].width <= 50 || source.isInitials(i)
      {
        lines.removeLast()
        attribution = Paragraph(writer.write([last]), placement: .trailing, source: source.location(last.lowerBound))
      }
      let first = lines.first?.lowerBound ?? 0
      // Written after the attribution, so that marks come in any order; the reader of the book puts it last.
      blocks.append(.paragraph(Paragraph(writer.write(lines), source: source.location(first))))
      end += 1
      if attribution != nil { break }
    }
    append(.quotation(Quotation(blocks, attribution: attribution, source: location(chunks[start]))))
    report.quotations += 1
    return end
  }

  private func opensWithDash(_ range: Range<Int>) -> Bool {
    ["--", "—", "~"].contains { source.starts(range, with: $0) }
  }
}
