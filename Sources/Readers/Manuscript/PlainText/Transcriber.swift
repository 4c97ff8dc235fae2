/// Notes by those who typed the book: what they mended, and what their signs mean.
extension PlainTextSource {
  /// Chunks of such notes: in brackets, in a box of bars, or under a heading that says so.
  func transcriberNotes() -> [Range<Int>] {
    var found: [Range<Int>] = []
    var c = 0
    while c < chunks.count {
      guard chunks[c].kind == .unknown || chunks[c].kind == .rule, let end = endOfTranscriberNote(from: c) else {
        c += 1
        continue
      }
      found.append(c..<end)
      c = end
    }
    return found
  }

  private func endOfTranscriberNote(from c: Int) -> Int? {
    let first = chunks[c].lines.lowerBound
    let lead = file.text[Int(lines[first].start)]
    if lead == 0x5B {
      let words = bytes(ofChunk: c).dropFirst()
      guard names(words) || openingsOfFileNotes.contains(where: { starts(words, with: $0) }) else { return nil }
      return closing(from: c, limit: 60).map { $0.chunk + 1 }
    }
    if lead == 0x2B || lead == 0x7C { return isBoxed(c) ? c + 1 : nil }
    // no long line is a heading, and few lines begin so
    let opening = bytes(ofLine: first)
    guard lead.isASCIILetter || lead == 0x5F || lead == 0x3D || lead >= 0xC3 else {
      return nil
    }
    // most lines begin otherwise, and are not taken for words
    var head = opening
    while let sign = head.first, sign == 0x5F || sign == 0x3D { head = head.dropFirst() }
    guard head.count > 2, transcriberBeginningPairs.contains(pair(at: head.lowerBound)),
      transcriberBeginnings.contains(where: { starts(head, with: $0) })
    else { return nil }
    let key = headingKey(string(opening.prefix(64)))
    if chunks[c].lines.count == 1, transcriberHeadings.contains(key) {
      return endOfSection(c)
    }
    if chunks[c].lines.count == 1, key == "au lecteur" || key == "hinweise" || key == "nota" {
      // an author may say so too: only one who speaks of the file itself is meant
      guard let end = endOfSection(c), (c + 1..<end).contains(where: { speaksOfFile(bytes(ofChunk: $0)) }) else {
        return nil
      }
      return end
    }
    guard names(opening), chunks[c].lines.count > 1 || file.text[opening].contains(0x3A) else { return nil }
    // what is said right here goes on no further than its paragraphs
    guard chunks[c].lines.count == 1, lines[first].width < 40 else {
      var end = c + 1
      while end < chunks.count, end - c < 12, chunks[end].kind == .unknown, chunks[end].blanksBefore <= 1 { end += 1 }
      // a rule ends it
      if end < chunks.count, chunks[end].kind == .rule, end - c <= 4 { return end + 1 }
      return end < chunks.count && chunks[end].blanksBefore <= 1 ? c + 1 : end
    }
    return endOfSection(c)
  }

  /// Two letters, small.
  private func pair(at i: Int) -> UInt16 {
    UInt16(lowercased(file.text[i])) << 8 | UInt16(lowercased(file.text[i + 1]))
  }

  /// `Transcriber's note`, `Anmerkungen zur Transkription` and the like, where the range begins so.
  private func names(_ range: Range<Int>) -> Bool {
    var range = range
    while let first = range.first, [0x5F, 0x3D, 0x20, 0x2A].contains(file.text[first]) { range = range.dropFirst() }
    // a book has thousands of paragraphs: most are told by their first two letters
    guard range.count > 8 else { return false }
    let pair = [file.text[range.lowerBound] | 0x20, file.text[range.lowerBound + 1] | 0x20]
    guard transcriberPairs.contains(pair) else { return false }
    let head = string(range.prefix(64)).lowercased()
    return transcriberOpenings.contains { head.hasPrefix($0) }
  }

  private func speaksOfFile(_ range: Range<Int>) -> Bool {
    ["typograph", "transcri", "transkri", "orthograph", "ebook", "e-book", "fichier", "html", "gutenberg"].contains {
      find(Array($0.utf8), in: range) != nil
    }
  }

  /// Bars at both ends of every line, and the words in one of the first lines.
  private func isBoxed(_ c: Int) -> Bool {
    let lines = chunks[c].lines
    let ends: Set<UInt8> = [0x2B, 0x7C]
    guard lines.count >= 3,
      lines.allSatisfy({ i in
        let range = bytes(ofLine: i)
        return ends.contains(file.text[range.lowerBound]) && ends.contains(file.text[range.upperBound - 1])
      })
    else { return false }
    return lines.prefix(6).contains { i in
      var range = bytes(ofLine: i).dropFirst()
      while let first = range.first, [0x20, 0x7C, 0x2B, 0x2D].contains(file.text[first]) { range = range.dropFirst() }
      return names(range)
    }
  }

  /// Past what belongs to the heading at `c`: up to a wider gap than the one below it, in
  /// front of the book; to the end, behind it.
  private func endOfSection(_ c: Int) -> Int? {
    let last = chunks.count
    guard c + 1 < last else { return last }
    let below = chunks[c + 1].blanksBefore
    var end = c + 1
    while end < last, end - c <= 200 {
      let chunk = chunks[end]
      guard chunk.kind == .unknown || chunk.kind == .stars || chunk.kind == .rule else { break }
      if end > c + 1, chunk.blanksBefore > max(2, below) { break }
      if chunk.lines.count == 1, contentsHeadings.contains(headingKey(string(bytes(of: chunk).prefix(40)))) { break }
      if end > c + 1, chunk.lines.count == 1,
        headingForm(bytes(ofLine: chunk.lines.lowerBound)).map({ !$0.isGuess && $0.rank != .numeral }) ?? false
      {
        break
      }
      end += 1
    }
    // in front of the book a note is short; a long one may have run into the text
    if end < last, end - c > 24 { return nil }
    return end
  }
}

/// How the openings and headings below begin, in ASCII.
private let transcriberBeginnings = [
  "trans", "origi", "anm", "bemer", "bem", "hinwei", "note", "nota", "opmerking", "aanteken", "huom", "au lecteur",
  "prepar", "produ", "e-text", "etext", "proofr", "digitiz", "redact",
]

/// How they begin, as `pair` has it.
private let transcriberBeginningPairs = transcriberBeginnings.map { beginning in
  beginning.utf8.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
}

private let transcriberOpenings = [
  "transcriber's note", "transcriber’s note", "transcribers' note", "transcribers’ note", "transcriber note",
  "transcribers note", "transcription note", "transcriber's comment", "transcriber’s comment",
  "original transcriber's note", "original transcriber’s note", "preparer's note", "preparer’s note",
  "producer's note", "producer’s note", "proofreader's note", "proofreader’s note", "e-text transcriber's note",
  "etext transcriber's note", "etext editor's note", "etext editor’s note", "e-text editor's note", "digitizer's note",
  "note: images of the original", "note: page images", "note: project gutenberg", "note on this e-text",
  "redactor's note", "redactor’s note", "anmerkungen zur transkription", "anmerkung zur transkription",
  "anmerkungen des bearbeiters", "anmerkung des bearbeiters", "hinweise zur transkription", "hinweis zur transkription",
  "bemerkungen zur transkription", "bemerkungen zur textgestalt", "note de transcription", "notes de transcription",
  "note du transcripteur", "notes du transcripteur", "note sur la transcription", "notes sur la transcription",
  "note au lecteur de ce fichier", "note sur cette version électronique", "nota del transcriptor",
  "notas del transcriptor", "nota de transcripción", "notas de transcripción", "nota del trascrittore",
  "note del trascrittore", "nota de transcrição", "notas de transcrição", "opmerkingen van de bewerker",
  "opmerking van de bewerker", "aantekeningen van de bewerker", "anmärkningar till transkriberingen",
  "bemærkninger til transskriptionen", "huomautuksia sähköisestä",
]

/// In brackets, before what is said of the file's letters and forms.
private let openingsOfFileNotes = [
  "this e-text", "this etext", "this ebook", "this e-book", "this electronic text", "this electronic edition",
  "this project gutenberg", "the following e-text", "note on the e-text", "about this e-text",
]

/// How they begin, in small letters.
private let transcriberPairs = Set(transcriberOpenings.map { Array($0.utf8.prefix(2)) })

/// As `headingKey` makes them.
private let transcriberHeadings: Set<String> = Set(transcriberOpenings).union(
  transcriberOpenings.filter { $0.hasSuffix("note") || $0.hasSuffix("comment") }.map { $0 + "s" })
