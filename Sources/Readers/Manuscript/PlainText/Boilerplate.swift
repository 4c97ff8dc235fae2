internal import BookModel
internal import Units

/// Where the book is inside the file, and what the frame around it says.
struct PlainTextFrame {
  /// Indices of the lines that belong to the book.
  var body: Range<Int>
  var metadata = Metadata()
  /// Line index ranges that are no part of the book.
  var dropped: [(lines: Range<Int>, why: String)] = []
}

/// The lines of a text, from 0, that are Project Gutenberg's frame around a book, and what they are.
package func gutenbergFrame(of text: [UInt8]) -> [(lines: Range<Int>, why: String)] {
  let file = SourceFile(name: "", text: text)
  let source = PlainTextSource(file: file, lines: TextLines(of: file))
  return source.frame().dropped.map { lines, why in
    let (first, last) = (source.lines[lines.lowerBound], source.lines[lines.upperBound - 1])
    return (Int(first.number)..<Int(last.number) + 1, why)
  }
}

extension PlainTextSource {
  /// Finds Project Gutenberg's frame, in the form of 2004 and later or the older small print.
  ///
  /// Only marker lines count, never loose mentions of the name. Where nothing would
  /// be left between the markers, the whole file is the book.
  func frame() -> PlainTextFrame {
    let all = 0..<lines.count
    var start = 0
    var end = lines.count
    var headerEnd = 0
    if let marker = all.first(where: { isMarker($0, "start of") }) {
      start = endOfMarker(marker)
      headerEnd = marker
    } else if let smallPrint = all.last(where: { i in
      i * 2 < lines.count + 200 && contains("end", inLine: i) && contains("small print!", inLine: i)
        && contains("*", inLine: i) && !contains("start", inLine: i)
    }) {
      start = smallPrint + 1
      headerEnd = start
    }
    if let marker = (start..<lines.count).first(where: { isMarker($0, "end of") }) {
      end = marker
    } else if let footer = (start..<lines.count).first(where: {
      let range = bytes(ofLine: $0)
      return starts(range, with: "*** start: full license") || starts(range, with: "***start**the small print")
    }) {
      end = footer
    }
    // `End of Project Gutenberg's …` stands above the marker, or alone in old files.
    if start > 0 || end < lines.count || isOldFooter(within: max(start, lines.count - 12)..<end) != nil {
      if let footer = isOldFooter(within: max(start, end - 12)..<end) { end = footer }
    }
    var frame = PlainTextFrame(body: start..<end)
    guard start < end else { return PlainTextFrame(body: all) }
    if headerEnd == 0, let own = ownHeader(in: start..<end) {
      readHeader(own, isOwn: true, into: &frame.metadata)
      frame.dropped.append((own, "title page"))
      start = own.upperBound
      frame.body = start..<end
    }
    if headerEnd > 0 { readHeader(0..<headerEnd, into: &frame.metadata) }

    // Notices in brackets after the old small print: [Most recently updated …].
    while start > 0, start < end, starts(bytes(ofLine: start), with: "[") && lineIsNotice(start) {
      var i = start
      while i < min(end, start + 8), !bytes(ofLine: i).isEmpty, file.text[Int(lines[i].end) - 1] != 0x5D { i += 1 }
      start = min(i + 1, end)
    }
    let producerStart = start
    while start > 0, let producer = producerLines(at: start, end: end, footer: end..<lines.count) { start = producer }
    guard start < end else { return PlainTextFrame(body: all, metadata: frame.metadata) }
    frame.body = start..<end
    if producerStart > 0 { frame.dropped.append((0..<producerStart, "Project Gutenberg header")) }
    if start > producerStart { frame.dropped.append((producerStart..<start, "producer line")) }
    if end < lines.count { frame.dropped.append((end..<lines.count, "Project Gutenberg licence")) }
    return frame
  }

  /// Lines of facts that a file begins with by itself, the title's among them: `Title: The Guest`, `Author: A. Writer`.
  private func ownHeader(in body: Range<Int>) -> Range<Int>? {
    var end = body.lowerBound
    var hasTitle = false
    while end < min(body.upperBound, body.lowerBound + 12) {
      let line = string(ofLine: end)
      guard lines[end].blanksBefore <= 1 || end == body.lowerBound, let colon = line.firstIndex(of: ":"),
        let key = ownKeys[line[..<colon].lowercased()],
        line[line.index(after: colon)...].contains(where: { !$0.isWhitespace })
      else { break }
      hasTitle = hasTitle || key == "title"
      end += 1
      while end < body.upperBound, lines[end].blanksBefore == 0, lines[end].indent >= 2 { end += 1 }
    }
    return hasTitle && end < body.upperBound && lines[end].blanksBefore > 0 ? body.lowerBound..<end : nil
  }

  private func isMarker(_ i: Int, _ words: String) -> Bool {
    let range = bytes(ofLine: i)
    guard file.text[range.lowerBound] == 0x2A, contains(words, inLine: i) else { return false }
    let isNamed =
      contains("project gutenberg", inLine: i) || (i + 1 < lines.count && contains("gutenberg", inLine: i + 1))
    return isNamed && starts(range, with: "***") && !contains("small print", inLine: i)
  }

  /// The line past a marker that may run over several lines until its closing stars.
  private func endOfMarker(_ marker: Int) -> Int {
    var i = marker
    while i < min(marker + 4, lines.count) {
      let range = bytes(ofLine: i)
      if range.count >= 3, file.text[range.upperBound - 1] == 0x2A, i > marker || range.count > 6 { return i + 1 }
      if i + 1 < lines.count, lines[i + 1].blanksBefore > 0 { return i + 1 }
      i += 1
    }
    return marker + 1
  }

  private func isOldFooter(within range: Range<Int>) -> Int? {
    range.first { i in
      let line = bytes(ofLine: i)
      let isEnd =
        starts(line, with: "end of") || starts(line, with: "the end of") || starts(line, with: "*** end of")
        || starts(line, with: "this is the end of")
      return isEnd
        && (contains("project gutenberg", inLine: i) || contains("etext", inLine: i)
          || (i + 1 < lines.count && lines[i + 1].blanksBefore == 0 && contains("gutenberg", inLine: i + 1)))
    }
  }

  private func lineIsNotice(_ i: Int) -> Bool {
    ["etext", "project gutenberg", "updated", "edition", "date", "file", "ebook"].contains { contains($0, inLine: i) }
  }

  /// Past the chunk at `i` where it names who typed the book, not who wrote it.
  private func producerLines(at i: Int, end: Int, footer: Range<Int>) -> Int? {
    var next = i + 1
    while next < end, lines[next].blanksBefore == 0 { next += 1 }
    guard next - i <= 8, next < end else { return nil }
    let first = bytes(ofLine: i)
    let openings = [
      "produced by", "e-text prepared by", "etext prepared by", "this etext was", "this ebook was", "transcribed by",
      "transcribed from", "scanned by", "html version by", "prepared by", "this e-text was", "ebook prepared by",
      "[transcribed", "[this etext", "credits:", "(this file was produced", "note: project gutenberg", "[etext",
      "etext transcribed by", "text file produced",
    ]
    if openings.contains(where: { starts(first, with: $0) }) { return next }
    // A name alone: it must be the one the footer gives, or belong to a volunteer.
    guard lines[next].blanksBefore >= 3, next - i <= 3 else { return nil }
    let words = ["volunteer", "proofread", "distributed", "@", "http:", "https:", "www.", "pgdp"]
    if words.contains(where: { contains($0, inLine: i) }) { return next }
    let name = Array(string(first).lowercased().utf8)
    if name.count > 5, !footer.isEmpty {
      for k in footer.prefix(20) where starts(bytes(ofLine: k), with: "produced by") {
        if find(name, in: bytes(ofLine: k)) != nil { return next }
      }
    }
    return nil
  }

  // MARK: - Metadata

  /// - Parameter isOwn: the author's, which has keys in other languages and says what the book's own date is.
  private func readHeader(_ header: Range<Int>, isOwn: Bool = false, into metadata: inout Metadata) {
    var i = header.lowerBound
    var hasTitle = false
    while i < header.upperBound {
      let line = string(ofLine: i)
      guard let colon = line.firstIndex(of: ":"), line.distance(from: line.startIndex, to: colon) < 30 else {
        if i < 12, !hasTitle { readEtextLine(line, into: &metadata) }
        i += 1
        continue
      }
      let typed = line[..<colon].lowercased()
      let key = isOwn ? ownKeys[typed] ?? typed : typed
      let value = trimmed(line[line.index(after: colon)...])
      var further: [String] = []
      var next = i + 1
      while next < header.upperBound, lines[next].blanksBefore == 0, lines[next].indent >= 2 {
        further.append(string(ofLine: next))
        next += 1
      }
      let joined = ([value] + further).joined(separator: " ")
      switch key {
      case "title" where !value.isEmpty:
        hasTitle = true
        // A full first line was wrapped; a short one ends before a subtitle.
        if value.utf8.count > 58 || further.isEmpty {
          metadata.title = joined
        } else {
          metadata.title = value
          metadata.subtitle = further.joined(separator: " ")
        }
      case "subtitle": metadata.subtitle = joined
      case "author", "authors":
        metadata.authors = further.isEmpty || !value.hasSuffix(",") ? [value] + further : [joined]
        metadata.authors = metadata.authors.map { name in
          let words = name.split(separator: " ").joined(separator: " ")
          return words.hasSuffix(" (pseudonym)") ? String(words.dropLast(12)) : words
        }
        metadata.authors.removeAll(where: \.isEmpty)
      case "translator", "translators", "illustrator", "illustrators", "editor", "editors", "contributor",
        "contributors",
        "commentator", "compiler", "annotator":
        let role = key.hasSuffix("s") ? String(key.dropLast()) : key
        if !joined.isEmpty { metadata.contributors.append(.init(role: role, name: joined)) }
      case "language": metadata.language = languageTag(value)
      case "date" where isOwn: metadata.date = value
      case "publisher" where isOwn: metadata.publisher = joined
      case "rights" where isOwn: metadata.rights = joined
      // "Release Date" and "Posting Date" are the transcription's, not the book's
      default: break
      }
      i = max(next, i + 1)
    }
    if !hasTitle, metadata.authors.count == 1, let fuller = fullerName(of: metadata.authors[0], in: header) {
      metadata.authors = [fuller]
    }
    if metadata.authors == ["Anonymous"] || metadata.authors == ["Unknown"] { metadata.authors = [] }
  }

  /// `by Kenneth Grahame`, in a header whose first line has but `Grahame`.
  private func fullerName(of author: String, in header: Range<Int>) -> String? {
    for i in header where starts(bytes(ofLine: i), with: "by ") && lines[i].width <= 60 {
      let name = trimmed(string(ofLine: i).dropFirst(3))
      let words = name.split(separator: " ")
      if name.hasSuffix(" " + author), words.count <= 5, words.allSatisfy({ $0.first?.isUppercase ?? false }) {
        return name
      }
    }
    return nil
  }

  /// `The Project Gutenberg Etext of Frankenstein by Mary Shelley`
  private func readEtextLine(_ line: String, into metadata: inout Metadata) {
    let lower = line.lowercased()
    guard lower.contains("project gutenberg") else { return }
    for key in ["etext of ", "ebook of ", "e-text of "] {
      guard let at = firstIndex(ofLowercase: Array(key.utf8), in: Array(lower.utf8)),
        line.utf8.count == lower.utf8.count
      else { continue }
      var rest = String(decoding: Array(line.utf8)[(at + key.utf8.count)...], as: UTF8.self)
      while let last = rest.last, "*. ".contains(last) { rest.removeLast() }
      if let by = rest.range(ofWord: ", by ") ?? rest.range(ofWord: " by ") {
        metadata.title = String(rest[..<by.lowerBound])
        metadata.authors = [String(rest[by.upperBound...])]
      } else {
        metadata.title = rest
      }
      return
    }
  }
}

func trimmed(_ text: Substring) -> String {
  var text = text
  while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
  while let last = text.last, last == " " || last == "\t" || last == "\r" || last == "\n" { text.removeLast() }
  return String(text)
}

extension String {
  /// First place of a short text; linear times its length.
  func range(ofWord word: String) -> Range<String.Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(word) { return at..<index(at, offsetBy: word.count) }
      at = index(after: at)
    }
    return nil
  }
}

/// BCP 47 tag of a language's English name, or its own; several names give the first.
package func languageTag(_ name: String) -> String? {
  let first = name.lowercased().prefix { $0.isLetter || $0 == "-" }
  let tags = [
    "english": "en", "french": "fr", "german": "de", "spanish": "es", "italian": "it", "dutch": "nl",
    "portuguese": "pt",
    "latin": "la", "russian": "ru", "finnish": "fi", "swedish": "sv", "danish": "da", "norwegian": "nb", "polish": "pl",
    "czech": "cs", "greek": "el", "hungarian": "hu", "chinese": "zh", "japanese": "ja", "hebrew": "he", "arabic": "ar",
    "catalan": "ca", "esperanto": "eo", "welsh": "cy", "irish": "ga", "tagalog": "tl", "romanian": "ro",
    "icelandic": "is", "bulgarian": "bg", "serbian": "sr", "ukrainian": "uk", "hindi": "hi", "korean": "ko",
    "deutsch": "de", "français": "fr", "español": "es", "castellano": "es", "italiano": "it", "português": "pt",
    "nederlands": "nl", "svenska": "sv", "dansk": "da", "norsk": "nb", "suomi": "fi", "polski": "pl", "čeština": "cs",
    "русский": "ru", "українська": "uk", "magyar": "hu", "türkçe": "tr",
    "slovenian": "sl", "croatian": "hr", "turkish": "tr", "estonian": "et", "lithuanian": "lt", "afrikaans": "af",
  ]
  if let tag = tags[String(first)] { return tag }
  return (2...3).contains(first.count) ? String(first) : nil
}

/// What lines at the head of an author's own file are called, by what they say.
private let ownKeys: [String: String] = {
  var keys: [String: String] = [:]
  for (key, names) in [
    "title": "title titel titre titolo título tytuł", "subtitle": "subtitle untertitel",
    "author": "author autor auteur autore", "authors": "authors", "translator": "translator", "editor": "editor",
    "illustrator": "illustrator", "language": "language", "date": "date year jahr", "publisher": "publisher verlag",
    "rights": "copyright rights",
  ] {
    for name in names.split(separator: " ") { keys[String(name)] = key }
  }
  return keys
}()
