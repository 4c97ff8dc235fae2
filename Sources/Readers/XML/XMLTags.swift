/// What stands within tags and declarations.
extension XMLTree {
  /// The name that begins at `index`, which goes behind it; `end` is that of the tag.
  func name(_ index: inout Int, _ end: Int) -> String {
    let start = index
    while index < end {
      let byte = bytes[index]
      if byte <= 0x20 || byte == 0x3D || byte == 0x2F || byte == 0x3E { break }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The value behind a name, references in it resolved; nil where the name has none.
  func value(_ index: inout Int, _ end: Int) -> String? {
    var next = index
    while next < end, bytes[next] <= 0x20 { next += 1 }
    guard next < end, bytes[next] == 0x3D else { return nil }
    next += 1
    while next < end, bytes[next] <= 0x20 { next += 1 }
    guard next < end - 1 else { return nil }
    let quote = bytes[next]
    var range = next..<next
    if quote == 0x22 || quote == 0x27 {
      let stop = bytes[(next + 1)..<end].firstIndex(of: quote) ?? end - 1
      range = (next + 1)..<max(stop, next + 1)
      index = min(stop + 1, end)
    } else {
      var stop = next
      while stop < end - 1, bytes[stop] > 0x20 { stop += 1 }
      range = next..<stop
      index = stop
    }
    guard bytes[range].contains(0x26) else { return String(decoding: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == 0x26, let (letters, next) = reference(at: place, limit: range.upperBound) {
        text += Array(letters.utf8)
        place = next
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The document with the entities that it declares itself written out; nil where it declares none.
  package func withOwnEntities() -> [UInt8]? {
    guard !entities.isEmpty else { return nil }
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count)
    var (place, added) = (0, 0)
    while place < bytes.count {
      if bytes[place] == 0x3C, bytes[place...].starts(with: Array("<![CDATA[".utf8)) {
        let end = bytes[place...].firstRange(of: Array("]]>".utf8))?.upperBound ?? bytes.count
        made += bytes[place..<end]
        place = end
      } else if bytes[place] == 0x26, added < XMLTree.mostAdded,
        let (name, next) = XMLTree.referenceName(bytes, place, bytes.count), let text = entities[name]
      {
        made += text.replacing("\"", with: "&quot;").utf8
        added += text.utf8.count
        place = next
      } else {
        made.append(bytes[place])
        place += 1
      }
    }
    return made
  }

  /// Bytes of declared entities: more is no book's.
  private static let mostAdded = 1 << 22

  /// `<!ENTITY name "text">` of a document type: only short ones without others inside but for numbers.
  mutating func declareEntities(in range: Range<Int>) {
    guard range.count < 1 << 16 else { return }
    let words = String(decoding: bytes[range], as: UTF8.self)
    for part in words.components(between: "<!ENTITY", and: ">").prefix(500) {
      let pieces = part.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard pieces.count == 2, pieces[0] != "%" else { continue }
      let rest = pieces[1].drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'", let end = rest.dropFirst().firstIndex(of: quote)
      else { continue }
      let text = XMLTree.resolved(Array(rest[rest.index(after: rest.startIndex)..<end].utf8.prefix(201)))
      guard text.utf8.count <= 200, !text.contains("<"), !text.contains("&"), !text.contains("%") else { continue }
      entities[String(pieces[0])] = text
    }
  }
}

extension String {
  fileprivate func components(between first: String, and last: Character) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let start = rest.firstRange(of: first) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: last) else { break }
      found.append(rest[..<end])
      rest = rest[end...]
    }
    return found
  }
}
