internal import BookModel
internal import CSS

/// The fonts that came inside an EPUB, and what its sheets call them.
struct EmbeddedFonts {
  private(set) var files: [[UInt8]] = []
  /// Families as the fonts themselves are called, by the names of sheets in lower case.
  private var families: [String: String] = [:]
  private var seen: Set<String> = []

  /// More is no book.
  private static let most = 32

  /// - Parameter sheet: the entry that the addresses count from.
  mutating func add(_ faces: [StyleSheet.FontFace], from sheet: String, _ publication: Publication) {
    for face in faces {
      for address in face.addresses {
        guard let (name, _) = publication.container.resolve(address, from: sheet),
          let bytes = publication.container.contents(name),
          let font = publication.container.plainFont(name, bytes, keys: publication.identifiers),
          files.count < EmbeddedFonts.most
        else { continue }
        if seen.insert(name).inserted { files.append(font) }
        if families[face.family.lowercased()] == nil {
          families[face.family.lowercased()] = FontFile.family(of: font) ?? face.family
        }
        break
      }
    }
  }

  /// The first of the families of a `font-family` value that is here.
  func family(_ value: String) -> String? {
    StyleSheet.families(value).lazy.compactMap { families[$0.lowercased()] }.first
  }
}

extension Book {
  /// Puts the fonts' own names for those of sheets; what is in no font that came along is set in the book's face.
  mutating func takeFonts(_ shelf: EmbeddedFonts) {
    func take(_ inlines: inout [Inline], _ place: TextPlace) {
      for index in inlines.indices {
        guard let wanted = inlines[index].style.extras.family else { continue }
        inlines[index].style.extras.family = shelf.family(wanted)
      }
    }
    rewriteTextAndNotes(take)
    fonts = shelf.files
  }
}

/// What a font's own tables say (OpenType 1.9).
enum FontFile {
  static func isFont(_ bytes: [UInt8]) -> Bool {
    bytes.count > 12
      && ([[0, 1, 0, 0]] + ["OTTO", "true", "wOFF", "wOF2"].map { Array($0.utf8) }).contains(Array(bytes.prefix(4)))
  }

  /// The family's name, number 1 of the table `name`; nil where the tables are packed or damaged.
  static func family(of font: [UInt8]) -> String? {
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= font.count else { return nil }
      return font[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let tables = number(4, 2), font[0] != UInt8(ascii: "w") else { return nil }
    for table in 0..<tables {
      let entry = 12 + 16 * table
      guard number(entry, 4) == 0x6E61_6D65, let start = number(entry + 8, 4), let count = number(start + 2, 2),
        let words = number(start + 4, 2)
      else { continue }
      for record in 0..<count {
        let at = start + 6 + 12 * record
        guard number(at, 2) == 3, number(at + 6, 2) == 1, let length = number(at + 8, 2),
          let offset = number(at + 10, 2)
        else { continue }
        let units = stride(from: 0, to: length - 1, by: 2).compactMap {
          number(start + words + offset + $0, 2).map { UInt16(truncatingIfNeeded: $0) }
        }
        let name = String(decoding: units, as: UTF16.self)
        if !name.isEmpty { return name }
      }
    }
    return nil
  }
}
