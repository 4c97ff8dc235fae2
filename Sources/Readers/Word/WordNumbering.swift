internal import BookModel
internal import XML

/// Lists and numbered headings (ECMA-376-1, 17.9).
struct WordNumbering {
  struct Level {
    var start = 1
    /// `decimal`, `upperRoman`, `bullet`.
    var format = "decimal"
    /// `%1.`, `Chapter %1`: numbers of this level and those above it.
    var text = ""
    /// Twentieths of a point.
    var left: Int?
    /// All numbers in figures.
    var isLegal = false
    /// Of its sign.
    var font = ""
    /// The style whose paragraphs it numbers.
    var style: String?
    /// The level, from 1, whose next number begins this one anew; 0 for none.
    var restart: Int?
  }

  private struct Instance {
    var definition: Int
    var levels: [Int: Level] = [:]
    var starts: [Int: Int] = [:]
  }

  private var definitions: [Int: [Int: Level]] = [:]
  private var instances: [Int: Instance] = [:]
  /// By the style of paragraphs that are numbered by it.
  private(set) var ofStyles: [String: (list: Int, level: Int)] = [:]

  /// What was counted, by definition: lists of one definition count on, unless one says where it starts.
  private var counts: [Int: [Int?]] = [:]
  private var begun: Set<ListLevel> = []
  private struct ListLevel: Hashable { var list, number: Int }

  init(_ tree: XMLTree?) {
    guard let tree else { return }
    for node in tree.children(of: 0) {
      if tree.nodes[node].name == "abstractNum", let id = tree.number("abstractNumId", of: node) {
        var levels: [Int: Level] = [:]
        for part in tree.children(of: node) where tree.nodes[part].name == "lvl" {
          if let number = tree.number("ilvl", of: part), (0..<9).contains(number) {
            levels[number] = WordNumbering.level(tree, part)
          }
        }
        definitions[id] = levels
      } else if tree.nodes[node].name == "num", let id = tree.number("numId", of: node),
        let definition = tree.child("abstractNumId", of: node).flatMap({ tree.number("val", of: $0) })
      {
        var instance = Instance(definition: definition)
        for part in tree.children(of: node) where tree.nodes[part].name == "lvlOverride" {
          guard let number = tree.number("ilvl", of: part) else { continue }
          if let level = tree.child("lvl", of: part) { instance.levels[number] = WordNumbering.level(tree, level) }
          if let start = tree.child("startOverride", of: part) {
            instance.starts[number] = tree.number("val", of: start)
          }
        }
        instances[id] = instance
      }
    }
    for (id, instance) in instances.sorted(by: { $0.key < $1.key }) {
      for (number, level) in definitions[instance.definition] ?? [:] {
        if let style = level.style, ofStyles[style] == nil { ofStyles[style] = (id, number) }
      }
    }
  }

  private static func level(_ tree: XMLTree, _ node: Int) -> Level {
    var level = Level()
    for part in tree.children(of: node) {
      switch tree.nodes[part].name {
      case "start": level.start = tree.number("val", of: part) ?? 1
      case "numFmt": level.format = tree.value("val", of: part) ?? level.format
      // a later Word's own formats stand beside one for others
      case "AlternateContent":
        if let other = tree.first("Fallback", in: part), let format = tree.first("numFmt", in: other) {
          level.format = tree.value("val", of: format) ?? level.format
        }
      case "lvlText": level.text = tree.value("val", of: part) ?? ""
      case "isLgl": level.isLegal = tree.isOn(part)
      case "pStyle": level.style = tree.value("val", of: part)
      case "lvlRestart": level.restart = tree.number("val", of: part)
      case "rPr": level.font = RunLook(tree, part).font?.lowercased() ?? ""
      case "pPr": level.left = ParagraphLook(tree, part).left
      default: break
      }
    }
    return level
  }

  func level(_ list: Int, _ number: Int) -> Level? {
    guard let instance = instances[list] else { return nil }
    return instance.levels[number] ?? definitions[instance.definition]?[number]
  }

  /// The number of the next paragraph of a list, and its label as it is printed.
  mutating func next(_ list: Int, _ number: Int) -> (level: Level, number: Int, label: String)? {
    guard (0..<9).contains(number), let instance = instances[list], let level = level(list, number) else { return nil }
    var counted = counts[instance.definition] ?? [Int?](repeating: nil, count: 9)
    // a start of its own holds from the list's first paragraph of that level: lists of one definition that stand in each
    // other go on counting around it
    if let start = instance.starts[number], begun.insert(ListLevel(list: list, number: number)).inserted {
      counted[number] = start - 1
    }
    counted[number] = min(counted[number].map { $0 + 1 } ?? level.start, 1 << 24)
    for deeper in (number + 1)..<9 where deeper < 9 {
      let restart = self.level(list, deeper)?.restart
      if restart == nil || restart != 0 && number < restart ?? 0 { counted[deeper] = nil }
    }
    counts[instance.definition] = counted
    var label = ""
    var isSign = false
    for character in level.text {
      if isSign, let place = character.wholeNumberValue, (1...9).contains(place) {
        let other = place - 1 == number ? level : self.level(list, place - 1) ?? level
        let format = level.isLegal ? "decimal" : other.format
        label += WordNumbering.words(counted[place - 1] ?? other.start, format)
        isSign = false
      } else {
        if isSign { label += "%" }
        isSign = character == "%"
        if !isSign { label.append(character) }
      }
    }
    return (level, counted[number] ?? level.start, label)
  }

  /// A number as a format has it.
  static func words(_ number: Int, _ format: String) -> String {
    switch format {
    case "none", "bullet": return ""
    case "upperRoman": return roman(number)
    case "lowerRoman": return roman(number).lowercased()
    case "upperLetter": return letters(number)
    case "lowerLetter": return letters(number).lowercased()
    case "decimalZero": return number < 10 ? "0\(number)" : "\(number)"
    case "ordinal":
      let isTeen = (11...13).contains(number % 100)
      return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
    case "cardinalText": return inWords(number) ?? "\(number)"
    case "ordinalText": return ordinals[number] ?? "\(number)"
    default: return "\(number)"
    }
  }

  private static func letters(_ number: Int) -> String {
    guard number > 0, number <= 780 else { return "\(number)" }
    let letter = Character(Unicode.Scalar(UInt8(0x41 + (number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }

  private static func roman(_ number: Int) -> String {
    guard number > 0, number < 4000 else { return "\(number)" }
    let signs: [(Int, String)] = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
      (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (rest, text) = (number, "")
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }

  private static let small = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
    "Thirteen",
    "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
  ]
  private static let tens = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]
  private static let ordinals = [
    1: "First", 2: "Second", 3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh", 8: "Eighth", 9: "Ninth",
    10: "Tenth", 11: "Eleventh", 12: "Twelfth",
  ]

  private static func inWords(_ number: Int) -> String? {
    guard number >= 0, number < 100 else { return nil }
    if number < 20 { return small[number] }
    return tens[number / 10] + (number % 10 > 0 ? "-" + small[number % 10].lowercased() : "")
  }
}

extension WordNumbering.Level {
  var isBullet: Bool { format == "bullet" }

  /// How a list of the book's own would count; nil for one that it has not.
  var counting: (List.Counting, List.Delimiter)? {
    let formats: [String: List.Counting] = [
      "decimal": .figures, "decimalZero": .figures, "lowerLetter": .lowerLetters, "upperLetter": .upperLetters,
      "lowerRoman": .lowerRoman, "upperRoman": .upperRoman,
    ]
    guard let counting = formats[format] else { return nil }
    var rest = text
    guard let sign = rest.firstIndex(of: "%") else { return nil }
    let end = rest.index(sign, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
    rest.removeSubrange(sign..<end)
    switch rest {
    case ".", "": return (counting, .stop)
    case ")": return (counting, .bracket)
    case "()": return (counting, .brackets)
    default: return nil
    }
  }
}

extension WordNumbering.Level {
  /// Its sign is a box to tick, or one that is ticked.
  var isBox: Bool {
    isBullet
      && (isTicked || "☐□❏❐❑❒◻▢".contains(text) && text.count == 1 || isOfWingdings([0x6F, 0x70, 0x71, 0x72, 0xA8]))
  }
  var isTicked: Bool { isBullet && (["☑", "☒"].contains(text) || isOfWingdings([0xFD, 0xFE])) }

  /// The font has its signs where others have letters, or in the area that is free for all.
  private func isOfWingdings(_ signs: [UInt32]) -> Bool {
    guard font == "wingdings", text.unicodeScalars.count == 1, let sign = text.unicodeScalars.first else {
      return false
    }
    return signs.contains(sign.value >= 0xF000 ? sign.value - 0xF000 : sign.value)
  }
}

extension [WordParagraph] {
  /// With the depth of lists of their own that stand further in than the entry above them: `List Bullet 2`.
  func withListsWithin(_ list: Int) -> [WordParagraph] {
    var made = self
    var open: [(left: Int, depth: Int)] = []
    for index in indices {
      guard let item = self[index].item else { continue }
      let left = self[index].look.left ?? 0
      while let last = open.last, last.left >= left - 20 { open.removeLast() }
      let depth = item.list == list ? item.depth : Swift.max(item.depth, (open.last?.depth ?? -1) + 1)
      made[index].item?.depth = depth
      open.append((left, depth))
    }
    return made
  }
}
