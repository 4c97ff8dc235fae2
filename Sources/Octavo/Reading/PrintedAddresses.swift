package import BookModel
package import Design
internal import Units

extension Book {
  /// The book with the address of each link to the world outside printed after its text,
  /// once in a stretch of one address, and not where the text is the address itself.
  package func printingAddresses(_ way: PageDesign.Addresses) -> Book {
    guard way != .none else { return self }
    var book = self
    var added: [NoteKey: Note] = [:]
    var next = (notes.keys.map(\.index).max() ?? -1) + 1
    // in order, so that equal books get equal keys
    for key in notes.keys.sorted() {
      guard var note = book.notes[key] else { continue }
      for index in note.blocks.indices {
        note.blocks[index].rewriteText { inlines, _ in inlines = inlines.withAddresses { [.text(" [" + $0 + "]")] } }
      }
      book.notes[key] = note
    }
    book.rewriteText { inlines, place in
      inlines = inlines.withAddresses { address, source in
        guard way == .notes, place == .text || place == .speaker else {
          return [Inline(" [" + address + "]", source: source)]
        }
        let key = NoteKey(next)
        next += 1
        added[key] = Note(
          mark: "", blocks: [.paragraph(Paragraph([Inline(address, source: source)], source: source))], source: source)
        return [Inline(.noteReference(key), source: source)]
      }
    }
    book.notes.merge(added) { old, _ in old }
    return book
  }
}

extension Book {
  /// The addresses that `printingAddresses` put behind links, or their calls, each with the byte of the
  /// manuscript after the link's last letter.
  /// - Parameter files: the texts of the manuscript.
  func bracketedAddresses(in files: [[UInt8]]) -> [(file: Int, offset: Int, words: String)] {
    var found: [(file: Int, offset: Int, words: String)] = []
    let look = { (inlines: [Inline], _: TextPlace) in
      for (inline, next) in zip(inlines, inlines.dropFirst()) {
        guard let link = inline.style.link, next.style.link == nil, next.source == inline.lastSource else { continue }
        let words: String
        switch next.content {
        case .text(let text) where text == " [" + link + "]": words = text
        // a sign that stands for the call
        case .noteReference: words = "*"
        default: continue
        }
        let bytes = files.indices.contains(Int(inline.source.file)) ? files[Int(inline.source.file)] : []
        var offset = Int(inline.source.offset) + 1
        if case .text(let text) = inline.content, let last = text.unicodeScalars.last {
          let start = Int(inline.lastSource.offset)
          // a typewriter's quote is printed as another sign
          let width = bytes.indices.contains(start) && bytes[start] < 0x80 ? 1 : UTF8.width(last)
          offset = endOfReference(at: start, in: bytes) ?? endOfDash(at: start, in: bytes) ?? start + width
        } else if case .noteReference = inline.content {
          offset = endOfCall(at: Int(inline.source.offset), in: bytes) ?? offset
        }
        found.append((Int(inline.source.file), offset, words))
      }
    }
    visitText(look)
    for key in notes.keys.sorted() {
      for block in notes[key]?.blocks ?? [] { block.visitText(look) }
    }
    return found
  }
}

extension Inline {
  /// Where the last letter stands: what is printed behind it is of no place before that.
  fileprivate var lastSource: SourceLocation {
    guard case .text(let text) = content, let last = text.unicodeScalars.last else { return source }
    return source(atByte: text.utf8.count - UTF8.width(last))
  }

  /// The same without the white space at its end, and that.
  fileprivate var partedFromWhite: (shown: Inline, white: Inline?) {
    guard case .text(let text) = content else { return (self, nil) }
    let white = text.reversed().prefix(while: \.isWhitespace).reduce(0) { $0 + $1.utf8.count }
    return white > 0 ? parted(atByte: text.utf8.count - white) ?? (self, nil) : (self, nil)
  }

  /// And not white space alone.
  fileprivate var showsSomething: Bool {
    switch content {
    case .text(let text): !text.allSatisfy(\.isWhitespace)
    case .lineBreak: false
    default: true
    }
  }
}

extension [Inline] {
  fileprivate func withAddresses(_ addition: (String) -> [Inline.Content]) -> [Inline] {
    withAddresses { address, source in addition(address).map { Inline($0, source: source) } }
  }

  /// - Parameter addition: what follows a link's text, for its address; a break at its end comes behind that, and a
  ///   link that shows nothing has none.
  fileprivate func withAddresses(_ addition: (String, SourceLocation) -> [Inline]) -> [Inline] {
    guard contains(where: { $0.style.link.map(isExternal) ?? false }) else { return self }
    var result: [Inline] = []
    var shown = ""
    /// What is shown of the link last, and where it ends in the result.
    var last: (inline: Inline, end: Int)?
    for (index, inline) in enumerated() {
      result.append(inline)
      guard let link = inline.style.link, isExternal(link) else {
        (shown, last) = ("", nil)
        continue
      }
      if case .text(let text) = inline.content { shown += text }
      if inline.showsSomething { last = (inline, result.count) }
      if index + 1 < count, self[index + 1].style.link == link { continue }
      if let last, bare(shown) != bare(link) {
        // white space at a link's end is what parts it, and its address, from the next word
        let parted = last.inline.partedFromWhite
        result.replaceSubrange(
          last.end - 1..<last.end,
          with: [parted.shown] + addition(link, parted.shown.lastSource) + (parted.white.map { [$0] } ?? []))
      }
      (shown, last) = ("", nil)
    }
    return result
  }
}

/// Where a letter ends that is written as `&nbsp;` or `&#8212;`; nil where none of these begins.
private func endOfReference(at start: Int, in text: [UInt8]) -> Int? {
  guard start >= 0, start < text.count, text[start] == UInt8(ascii: "&") else { return nil }
  let name = text[(start + 1)...].prefix(33).prefix { byte in
    switch byte {
    case 0x23, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
  guard !name.isEmpty, name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
  return name.endIndex + 1
}

/// Where hyphens or full stops end that are printed as one sign, a dash or an ellipsis.
private func endOfDash(at start: Int, in text: [UInt8]) -> Int? {
  guard text.indices.contains(start), text[start] == UInt8(ascii: "-") || text[start] == UInt8(ascii: ".") else {
    return nil
  }
  return text[start...].firstIndex { $0 != text[start] } ?? text.count
}

/// Where the call of a note, `[^1]`, ends.
private func endOfCall(at start: Int, in text: [UInt8]) -> Int? {
  guard text.indices.contains(start), text[start] == UInt8(ascii: "[") else { return nil }
  let name = text[start...].prefix(1000).prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\n") }
  return name.endIndex < text.count && text[name.endIndex] == UInt8(ascii: "]") ? name.endIndex + 1 : nil
}

private func isExternal(_ link: String) -> Bool {
  ["http:", "https:", "mailto:"].contains { link.lowercased().hasPrefix($0) }
}

/// An address as people write it: `http://www.example.org/` is `www.example.org`, `https://doi.org/10.1/a` is `10.1/a`.
private func bare(_ address: String) -> String {
  var rest = Substring(address.lowercased())
  for prefix in ["https://", "http://", "mailto:"] where rest.hasPrefix(prefix) {
    rest = rest.dropFirst(prefix.count)
    break
  }
  // a work's own number, which leads to it by one address (ISO 26324)
  for prefix in ["doi:", "doi.org/", "dx.doi.org/"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
  while let last = rest.last, last == "/" || last == " " { rest = rest.dropLast() }
  return String(rest)
}
