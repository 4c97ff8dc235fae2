package import Units

/// Width and height of a sheet or of a trimmed page.
package struct SheetSize: Hashable, Sendable {
  package var width: Length
  package var height: Length

  package init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }

  /// The size with width and height exchanged.
  package var turned: SheetSize { SheetSize(width: height, height: width) }

  /// A square counts as portrait, as printer drivers count it.
  package var isLandscape: Bool { width > height }

  var area: SheetArea { SheetArea(x: .zero, y: .zero, width: width, height: height) }
}

extension SheetSize {
  /// What a piece of text lacks to be a sheet size.
  package enum ParseError: Error, Equatable, Sendable {
    /// Neither a known name nor `WIDTHxHEIGHT` with a unit; the nearest name, where one is near.
    case unknownName(String, nearest: String?)
    /// A width or height of zero or less, or of more than 10 m.
    case outOfRange(String)
  }

  /// Reads a name of the table (`a4`, `letter`) or `WIDTHxHEIGHT` with a unit
  /// behind the height or behind both (`320x450mm`, `12in x 18in`).
  package init(parsing text: String) throws(ParseError) {
    let bytes = text.utf8.filter { $0 != 0x20 }.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let name = String(decoding: bytes, as: UTF8.self)
    if let standard = StandardSheet.all.first(where: { $0.name == name }) {
      self = standard.size
      return
    }
    guard let cross = bytes.firstIndex(of: 0x78), let first = bytes.first,
      first == 0x2D || first == 0x2E
        || (0x30...0x39).contains(first)
    else { throw .unknownName(text, nearest: StandardSheet.nearest(to: name)) }
    let heightText = String(decoding: bytes[(cross + 1)...], as: UTF8.self)
    let widthText = String(decoding: bytes[..<cross], as: UTF8.self)
    let unit = String(heightText.drop { $0.isNumber || $0 == "." || $0 == "-" })
    let height: Length
    let width: Length
    do {
      height = try Length(parsing: heightText)
      do {
        width = try Length(parsing: widthText)
      } catch .unitMissing {
        width = try Length(parsing: widthText + unit)
      }
    } catch .outOfRange {
      throw .outOfRange(text)
    } catch {
      throw .unknownName(text, nearest: nil)
    }
    guard width > .zero, height > .zero else { throw .outOfRange(text) }
    self.init(width: width, height: height)
  }

  /// The table's name for the size, upright or on its side; nil for any other.
  package var name: String? {
    StandardSheet.all.first { $0.size == self || $0.size == turned }?.name
  }
}

extension StandardSheet {
  /// The table's name with the fewest differing letters, if at most two differ.
  static func nearest(to text: String) -> String? {
    let wanted = Array(text.utf8)
    guard (2...24).contains(wanted.count) else { return nil }
    var best: (name: String, distance: Int)?
    for sheet in all {
      let distance = editDistance(wanted, Array(sheet.name.utf8))
      if distance <= 2, distance < (best?.distance ?? Int.max) { best = (sheet.name, distance) }
    }
    return best?.name
  }

  /// Letters to insert, delete or exchange (Levenshtein 1966).
  private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(diagonal + (x == y ? 0 : 1), above + 1, row[j] + 1)
        diagonal = above
      }
    }
    return row[b.count]
  }
}
