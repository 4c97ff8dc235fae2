public import Units

/// A trim size by name.
public struct Trim: Sendable, Equatable {
  public var name: String
  public var size: PageSize
  /// What it is used for.
  public var note: String
  public var inInches: Bool
  public var unit: Length.Unit { inInches ? .inches : .millimetres }

  /// ISO 216 sizes, the printers' common book sizes (KDP, IngramSpark and Lulu, read in 2026) and older ones.
  public static let all: [Trim] = [
    millimetres("a6", 105, 148, "ISO A6, pocket book"),
    millimetres("a5", 148, 210, "ISO A5; a spread fills A4"),
    millimetres("a4", 210, 297, "ISO A4, proofs and workbooks"),
    millimetres("b6", 125, 176, "ISO B6"),
    millimetres("b5", 176, 250, "ISO B5, textbook"),
    millimetres("a-format", 110, 178, "UK mass-market paperback"),
    millimetres("b-format", 129, 198, "UK trade paperback"),
    millimetres("demy", 138, 216, "UK demy octavo"),
    millimetres("royal", 156, 234, "UK royal octavo"),
    millimetres("crown", 189, 246, "UK crown quarto"),
    inches("mass-market", 4.25, 6.87, "US mass-market paperback"),
    inches("pocket", 4.25, 6.875, "Lulu pocket book"),
    inches("5x8", 5, 8, "novella, fiction"),
    inches("5.25x8", 5.25, 8, "fiction"),
    inches("digest", 5.5, 8.5, "US digest, half letter"),
    inches("half-letter", 5.5, 8.5, "half a US letter sheet; a spread fills letter"),
    inches("6x9", 6, 9, "US trade"),
    inches("6.14x9.21", 6.14, 9.21, "royal, in inches"),
    inches("7x10", 7, 10, "textbook"),
    inches("8x10", 8, 10, "picture book"),
    inches("8.5x11", 8.5, 11, "US letter"),
    inches("letter", 8.5, 11, "US letter"),
    inches("square", 8.5, 8.5, "square picture book"),
  ]

  private static func millimetres(_ name: String, _ width: Double, _ height: Double, _ note: String) -> Trim {
    Trim(
      name: name, size: PageSize(width: Length(millimetres: width), height: Length(millimetres: height)), note: note,
      inInches: false)
  }
  private static func inches(_ name: String, _ width: Double, _ height: Double, _ note: String) -> Trim {
    Trim(
      name: name, size: PageSize(width: Length(inches: width), height: Length(inches: height)), note: note,
      inInches: true)
  }

  /// Why a piece of text names no trim.
  public enum ParseError: Error, Equatable, Sendable {
    /// Not in the table; the nearest name, where one is near.
    case unknown(String, nearest: String?)
    case badLength(String)
  }

  /// Reads a name of the table, or `WIDTHxHEIGHT` with a unit after both or after
  /// the height alone: `140x216mm`, `5.5inx8.5in`; small numbers without one are inches, as printers name trims: `5.5x8.5`.
  public static func parse(_ text: String) throws(ParseError) -> PageSize {
    let lowered = text.lowercased()
    if let known = all.first(where: { $0.name == lowered }) { return known.size }
    do {
      if let size = try PageSize(parsing: text) { return size }
    } catch {
      throw .badLength(text)
    }
    // as printers name them: 5.5 x 8.5
    let sides = lowered.split { "x×".contains($0) }.compactMap { Double($0.filter { $0 != " " }) }
    if sides.count == 2, sides.allSatisfy({ (3...20).contains($0) }) {
      return PageSize(width: Length(inches: sides[0]), height: Length(inches: sides[1]))
    }
    throw .unknown(text, nearest: nearestName(to: lowered, in: all.map(\.name)))
  }
}
