package import BookModel
package import Units

/// What was seen in manuscripts that are joined, as in one.
extension ReadingReport {
  /// - Parameters:
  ///   - files: how many files the other was read from.
  ///   - base: how many come before them.
  package mutating func add(_ other: ReadingReport, dashes: DashHabit, files: Int, base: Int) {
    manners += (0..<files).map { other.manner(of: $0, dashes) }
    dropped += other.dropped.map { part in
      var part = part
      part.file += base
      return part
    }
    movesBlocks = movesBlocks || other.movesBlocks
    apart += other.apart.map { place in
      var place = place
      place.file += base
      return place
    }
    styles.add(other.styles, base: base)
    given += other.given.map {
      var given = $0
      given.file += base
      return given
    }
    hidden += other.hidden.map { part in
      var part = part
      part.first.file += UInt16(clamping: base)
      return part
    }
    leftOut += other.leftOut.map { part in
      var part = part
      part.first.file += UInt16(clamping: base)
      return part
    }
    for kind in other.headings {
      let known = headings.firstIndex {
        ($0.form, $0.role, $0.level, $0.isInsideSection) == (kind.form, kind.role, kind.level, kind.isInsideSection)
      }
      if let known { headings[known].count += kind.count } else { headings.append(kind) }
    }
    if encodingName.isEmpty {
      encodingName = other.encodingName
    } else if !encodingName.split(separator: ", ").contains(Substring(other.encodingName)) {
      encodingName += ", " + other.encodingName
    }
    absentPictures.formUnion(other.absentPictures)
    besides.formUnion(other.besides)
    paragraphs += other.paragraphs
    verseBlocks += other.verseBlocks
    verseLines += other.verseLines
    quotations += other.quotations
    tables += other.tables
    speeches += other.speeches
    sceneBreaks += other.sceneBreaks
    italicRuns += other.italicRuns
    notes += other.notes
    illustrations += other.illustrations
    letters += other.letters
    lists += other.lists
    codeBlocks += other.codeBlocks
  }

  /// Leaves out a heading whose words are not printed.
  package mutating func drop(_ heading: Heading, in files: SourceFiles, why: String) {
    let index = Int(heading.source.file)
    guard files.files.indices.contains(index) else { return }
    let file = files.files[index]
    let start = Int(heading.source.offset)
    // of a line that is typed all of it goes, of a file's own words as many as there are
    let end = file.openings == nil ? file.text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } : nil
    let bytes = start..<(end ?? min(file.text.count, start + heading.plainText.utf8.count))
    dropped.append(.init(lines: file.lines(of: bytes), bytes: bytes, why: why, file: index))
  }
}
