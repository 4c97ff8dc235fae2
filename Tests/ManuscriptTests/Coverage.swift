import BookModel
import Manuscript
import Units

/// Finds where every byte of a book came from, and what of the manuscript is nowhere in it.
struct Coverage {
  var problems: [String] = []
  private var seen: [UInt8]
  private let text: [UInt8]
  private let reading: ManuscriptReading
  private var last = -1
  private var inNote = false

  static func problems(_ reading: ManuscriptReading) -> [String] {
    var coverage = Coverage(reading)
    coverage.check()
    return coverage.problems
  }

  private init(_ reading: ManuscriptReading) {
    self.reading = reading
    text = reading.files.files[0].text
    seen = [UInt8](repeating: 0, count: text.count)
  }

  private mutating func report(_ problem: String) { if problems.count < 12 { problems.append(problem) } }

  private mutating func check() {
    for section in reading.book.sections {
      // a page before the text is printed in a place of its own
      let isApart = section.heading == nil && [.imprint, .dedication, .epigraph].contains(section.role)
      let before = last
      if isApart { last = -1 }
      if let heading = section.heading { visit(heading) }
      for block in section.blocks { visit(block) }
      if isApart { last = before }
    }
    for (_, note) in reading.book.notes {
      last = -1
      for block in note.blocks { visit(block) }
    }
    for range in reading.report.dropped.map(\.bytes) + reading.report.marks {
      for i in range where seen[i] == 0 { seen[i] = 1 }
    }
    var i = 0
    while i < text.count {
      if seen[i] == 0, !isSpace(i) {
        let place = reading.files.describe(SourceLocation(offset: i)) ?? ""
        let end = min(i + 40, text.count)
        report("lost at \(place): \(String(decoding: text[i..<end], as: UTF8.self))")
        while i < text.count, text[i] != 0x0A { i += 1 }
      }
      i += 1
    }
  }

  private func isSpace(_ i: Int) -> Bool {
    let byte = text[i]
    if byte == 0x20 || (0x09...0x0D).contains(byte) { return true }
    // U+3000, U+00A0 and U+2028 at the ends of lines.
    for wide in [[0xE3, 0x80, 0x80], [0xC2, 0xA0], [0xE2, 0x80, 0xA8]] as [[UInt8]] {
      for back in 0..<wide.count where i >= back && i - back + wide.count <= text.count {
        if text[(i - back)..<(i - back + wide.count)].elementsEqual(wide) { return true }
      }
    }
    return false
  }

  private mutating func visit(_ heading: Heading) {
    visit(heading.label)
    visit(heading.title)
  }

  private mutating func visit(_ block: Block) {
    switch block {
    case .paragraph(let block): visit(block.inlines)
    case .heading(let block): visit(block)
    case .verse(let block):
      for stanza in block.stanzas {
        for line in stanza.lines { visit(line.numberLeads ? line.number + line.inlines : line.inlines + line.number) }
      }
    case .quotation(let block):
      block.blocks.forEach { visit($0) }
      if let attribution = block.attribution { visit(attribution.inlines) }
    case .callout(let block):
      visit(block.title)
      block.blocks.forEach { visit($0) }
    case .letter(let block):
      block.dateline.forEach { visit($0.inlines) }
      block.blocks.forEach { visit($0) }
      block.signature.forEach { visit($0.inlines) }
    case .speech(let block):
      visit(block.speaker)
      block.blocks.forEach { visit($0) }
    case .preformatted(let block):
      for line in block.lines {
        var at = Int(line.source.offset)
        for byte in line.text.utf8 where byte != 0x20 {
          while at < text.count, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
          take(at, byte)
          at += 1
        }
      }
    case .figure(let block): visit(block.caption)
    case .table(let block): for row in block.head + block.rows { row.forEach { visit($0.inlines) } }
    case .list(let block): for item in block.items { item.blocks.forEach { visit($0) } }
    case .sceneBreak, .pageBreak: break
    }
  }

  private mutating func visit(_ inlines: [Inline]) {
    for inline in inlines {
      guard case .text(let run) = inline.content else { continue }
      for (i, byte) in run.utf8.enumerated() where byte != 0x20 { take(Int(inline.source(atByte: i).offset), byte) }
    }
  }

  private mutating func take(_ at: Int, _ byte: UInt8) {
    guard at < text.count else { return report("a place past the end") }
    // Described characters are the only bytes that change.
    if text[at] != byte, !(0x80...0xFF).contains(text[at]) {
      report("\(reading.files.describe(SourceLocation(offset: at)) ?? "") holds another byte than the book")
    }
    if at <= last { report("out of order at \(reading.files.describe(SourceLocation(offset: at)) ?? "")") }
    last = at
    if seen[at] > 0 { report("twice at \(reading.files.describe(SourceLocation(offset: at)) ?? "")") }
    seen[at] = 1
  }
}

/// Reads made-up text, which must hold together whatever it says.
func reading(_ text: String, _ options: PlainTextOptions = PlainTextOptions()) throws -> ManuscriptReading {
  try readPlainText(Array(text.utf8), name: "made.txt", options: options)
}
