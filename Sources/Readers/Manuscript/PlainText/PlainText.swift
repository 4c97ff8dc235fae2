internal import BookModel
internal import Encoding
internal import Units

/// Reads a book from plain text: Project Gutenberg's files, typescripts, Aozora Bunko.
///
/// Nothing of the author's is dropped: every word is in the book once and in order,
/// apart from the ranges in `report.dropped` and the notes, which move to their marks.
/// Throws what `decode` throws. Cost is linear in the bytes.
package func readPlainText(
  _ bytes: [UInt8], name: String, options: PlainTextOptions
) throws(ManuscriptError) -> ManuscriptReading {
  let decoded = try decode(bytes, as: options.encoding)
  let reading = read(decoded, name: name, options: options)
  // rows of stars alone are no book; a title alone may be one
  guard reading.book.holdsAnything || !reading.report.dropped.isEmpty else { throw .empty }
  return reading
}

/// The same for text that is UTF-8 already, so that every source counts bytes of it as
/// given; control characters are for the caller to mend. Nil where no line holds anything.
package func readPlainText(utf8 text: [UInt8], name: String, options: PlainTextOptions) -> ManuscriptReading? {
  // most texts have a plain letter near their start; the rest are asked for lines as the reader sees them
  let isCertain = text.prefix(4096).contains { $0 > 0x20 && $0 < 0x7F }
  guard isCertain || !TextLines(of: SourceFile(name: name, text: text)).isEmpty else { return nil }
  return read(DecodedText(text: text, encodingName: "UTF-8", diagnostics: []), name: name, options: options)
}

private func read(_ decoded: DecodedText, name: String, options: PlainTextOptions) -> ManuscriptReading {
  let file = decoded.file(name: name)
  var reader = PlainTextReader(decoded, file: file, options: options)
  reader.leaveFrame()
  reader.leavePageNumbers()
  reader.cutIntoChunks()
  reader.leaveTranscriberNotes()
  reader.findHeadings()
  reader.leaveRepeatedTitles()
  return reader.finish(decoded.diagnostics)
}

extension Book {
  /// Whether there is more in it than pauses and page breaks.
  var holdsAnything: Bool {
    sections.contains { section in
      section.heading != nil
        || section.blocks.contains {
          switch $0 {
          case .sceneBreak, .pageBreak: false
          default: true
          }
        }
    }
  }
}

extension PlainTextSource {
  /// Bytes within lines.
  func dropped(bytes range: Range<Int>, why: String, replacement: String = "") -> ReadingReport.Dropped {
    let first = lineNumber(of: range.lowerBound)
    let last = max(first, lineNumber(of: range.upperBound - 1))
    return .init(lines: first...last, bytes: range, why: why, replacement: replacement)
  }

  /// Whole lines with the blank ones between them.
  func dropped(lines range: Range<Int>, why: String, toFileStart: Bool = false) -> ReadingReport.Dropped {
    let first = toFileStart ? 0 : Int(lines[range.lowerBound].number)
    var last = Int(lines[range.upperBound - 1].number)
    if range.upperBound == lines.count {
      // To the end of the file, blank lines included, but not past its last line end.
      last = file.lineStarts.count - 1
      if last > first, Int(file.lineStarts[last]) >= text.count { last -= 1 }
    }
    let end = last + 1 < file.lineStarts.count ? Int(file.lineStarts[last + 1]) : text.count
    return .init(lines: first + 1...last + 1, bytes: Int(file.lineStarts[first])..<end, why: why)
  }
}
