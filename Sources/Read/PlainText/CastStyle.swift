internal import BookModel

/// Lists of persons as plays print them: names in small capitals, what they are in italics.
extension Block {
  mutating func styleCast() {
    switch self {
    case .table(var table):
      for row in table.rows.indices where !table.rows[row].isEmpty {
        table.rows[row][0].inlines = table.rows[row][0].inlines.asCast()
        // who plays whom stands in columns, what a group is behind its brace
        let isGroup = table.braces.contains { $0.rows.contains(row) }
        for column in table.rows[row].indices.dropFirst() where isGroup {
          let cell = table.rows[row][column].inlines
          if !cell.hasEmphasis, !cell.isTypedInCapitals { table.rows[row][column].inlines = cell.emphasised() }
        }
      }
      self = .table(table)
    case .verse(var verse):
      for stanza in verse.stanzas.indices {
        for line in verse.stanzas[stanza].lines.indices {
          verse.stanzas[stanza].lines[line].inlines = verse.stanzas[stanza].lines[line].inlines.asCast()
        }
      }
      self = .verse(verse)
    case .paragraph(var paragraph):
      let lines = paragraph.inlines.split(omittingEmptySubsequences: false) { $0.content == .lineBreak }
      let breaks = paragraph.inlines.filter { $0.content == .lineBreak }
      paragraph.inlines = lines.enumerated().flatMap { number, line in
        Array(line).asCast() + (number < breaks.count ? [breaks[number]] : [])
      }
      self = .paragraph(paragraph)
    default: break
    }
  }
}

extension [Inline] {
  fileprivate var hasEmphasis: Bool { contains { $0.style.traits.contains(.emphasis) } }

  fileprivate var isTypedInCapitals: Bool {
    let letters = plainText.unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count > 1 && !letters.contains(where: \.properties.isLowercase)
  }

  fileprivate func emphasised() -> [Inline] {
    map { inline in
      var inline = inline
      inline.style.traits.insert(.emphasis)
      return inline
    }
  }

  /// A line that begins with a name in capitals: `MARY, his wife`.
  fileprivate func asCast() -> [Inline] {
    guard let first, case .text(let text) = first.content else { return self }
    let count = Inline.bytesOfName(at: text)
    guard count > 0 else { return self }
    guard count < text.utf8.count else { return [first.inSmallCapitals()] + dropFirst() }
    guard let (name, rest) = first.parted(atByte: count), let rest else { return self }
    return [name.inSmallCapitals()] + Inline.withRole(rest, among: Array(dropFirst()))
  }
}

extension Inline {
  fileprivate func inSmallCapitals() -> Inline {
    var inline = self
    inline.style.traits.insert(.allSmallCapitals)
    return inline
  }

  /// Bytes of the words in capitals that a text begins with, two letters at least; 0 where it begins otherwise.
  fileprivate static func bytesOfName(at text: String) -> Int {
    var (end, letters) = (0, 0)
    var place = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let scalars = word.unicodeScalars
      let own = scalars.prefix {
        $0.properties.isUppercase || $0.properties.isNumericType || ".'’-&".unicodeScalars.contains($0)
      }
      let capitals = own.count { $0.properties.isUppercase }
      guard capitals > 0 || word == "&" || word == "AND" else { break }
      // a small letter makes no name of its word; a comma or a bracket ends the name
      let isWhole = own.count == scalars.count
      if !isWhole, scalars[own.endIndex].properties.isAlphabetic { break }
      letters += capitals
      end = place + own.reduce(0) { $0 + UTF8.width($1) }
      if !isWhole { break }
      place += word.utf8.count + 1
    }
    var bytes = Array(text.utf8.prefix(end))
    while bytes.last == 0x20 { bytes.removeLast() }
    return letters >= 2 ? bytes.count : 0
  }

  /// What follows a name: behind its comma or in its brackets it says who that is.
  fileprivate static func withRole(_ rest: Inline, among others: [Inline]) -> [Inline] {
    guard case .text(let text) = rest.content, !others.hasEmphasis, !rest.style.traits.contains(.emphasis) else {
      return [rest] + others
    }
    let signs = text.prefix { ",;:—–-( ".contains($0) }
    guard !signs.isEmpty, signs.utf8.count < text.utf8.count, text.contains(where: \.isLowercase),
      let (sign, role) = rest.parted(atByte: signs.utf8.count), let role
    else { return [rest] + others }
    return [sign] + ([role] + others).emphasised()
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isNumericType: Bool { numericType != nil }
}
