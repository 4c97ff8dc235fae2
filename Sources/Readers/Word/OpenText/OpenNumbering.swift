/// Lists and numbered headings of a text of OpenDocument, as definitions of Word's.
struct OpenNumbering {
  /// Where a paragraph stands in a list.
  struct Place {
    var style: String
    var number: Int
    var level = 0
    /// It has a number or a sign of its own.
    var isNumbered = true
  }

  private var definitions: [[Int: OpenStyles.Level]] = []
  /// Each with its definition and where a level begins anew.
  private var numbers: [(definition: Int, start: (level: Int, number: Int)?)] = []
  private var lastOfStyle: [String: Place] = [:]
  private var byName: [String: Place] = [:]
  private var headings: Int?
  private var ofStyles: [String: Place] = [:]

  mutating func place(_ style: String, _ levels: [Int: OpenStyles.Level], level: Int = 0) -> Place {
    definitions.append(levels)
    numbers.append((definitions.count, nil))
    let place = Place(style: style, number: numbers.count, level: level)
    lastOfStyle[style] = place
    return place
  }

  func last(of style: String) -> Place? { lastOfStyle[style] }
  func named(_ name: String) -> Place? { byName[name] }
  mutating func name(_ place: Place, _ name: String) { byName[name] = place }

  /// Of paragraphs whose style numbers them.
  mutating func ofStyle(_ style: String, _ levels: [Int: OpenStyles.Level]) -> Place {
    if let known = ofStyles[style] { return known }
    let made = place(style, levels)
    ofStyles[style] = made
    return made
  }

  mutating func start(_ place: inout Place, at number: Int) {
    guard numbers.indices.contains(place.number - 1) else { return }
    numbers.append((numbers[place.number - 1].definition, (place.level, number)))
    place.number = numbers.count
    lastOfStyle[place.style] = place
  }

  private func level(_ place: Place) -> OpenStyles.Level? {
    guard numbers.indices.contains(place.number - 1) else { return nil }
    return definitions[numbers[place.number - 1].definition - 1][place.level]
  }

  func left(_ place: Place) -> Int { level(place)?.left ?? 0 }

  /// Nil for a level without number and sign.
  func properties(_ place: Place) -> String? {
    guard level(place)?.isSeen ?? false else { return nil }
    return "<w:numPr><w:ilvl w:val=\"\(place.level)\"/><w:numId w:val=\"\(place.number)\"/></w:numPr>"
  }

  mutating func heading(_ level: Int, _ levels: [Int: OpenStyles.Level]) -> String {
    let number = headings ?? place("", levels).number
    headings = number
    return "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(number)\"/></w:numPr>"
  }

  /// The numbering part of a Word file.
  var xml: String {
    definitions.enumerated().map { index, levels in
      let all = levels.sorted { $0.key < $1.key }.map { number, level in
        "<w:lvl w:ilvl=\"\(number)\"><w:start w:val=\"\(level.start)\"/><w:numFmt w:val=\"\(level.format)\"/>"
          + "<w:lvlText w:val=\"\(level.text.quotedForXML)\"/><w:pPr><w:ind w:left=\"\(level.left)\"/></w:pPr></w:lvl>"
      }
      return "<w:abstractNum w:abstractNumId=\"\(index + 1)\">\(all.joined())</w:abstractNum>"
    }.joined()
      + numbers.enumerated().map { index, number in
        let start =
          number.start.map {
            "<w:lvlOverride w:ilvl=\"\($0.level)\"><w:startOverride w:val=\"\($0.number)\"/></w:lvlOverride>"
          } ?? ""
        return
          "<w:num w:numId=\"\(index + 1)\"><w:abstractNumId w:val=\"\(number.definition)\"/>\(start)</w:num>"
      }.joined()
  }
}
