internal import BookModel
internal import XML

/// Signs of fonts that have no letters of their own: their codes are 0xF000 and a byte.
enum WordSymbols {
  enum Font: Sendable { case symbol, wingdings, wingdings2, webdings }

  static func font(_ name: String) -> Font? {
    switch name.lowercased() {
    case "symbol", "standard symbols ps", "opensymbol": .symbol
    case "wingdings": .wingdings
    case "wingdings 2", "wingdings 3": .wingdings2
    case "webdings": .webdings
    default: nil
    }
  }

  /// Nil for a sign that Unicode has not, or that stands for nothing here.
  static func scalar(_ code: UInt32, in font: Font) -> Unicode.Scalar? {
    switch font {
    case .symbol: symbol[code] ?? (code >= 0x20 && code < 0x7F ? Unicode.Scalar(code) : nil)
    case .wingdings: wingdings[code]
    case .wingdings2: wingdings2[code]
    case .webdings: webdings[code]
    }
  }

  private static func table(_ from: UInt32, _ signs: String) -> [UInt32: Unicode.Scalar] {
    var table: [UInt32: Unicode.Scalar] = [:]
    for (index, sign) in signs.unicodeScalars.enumerated() where sign != "·" { table[from + UInt32(index)] = sign }
    return table
  }

  /// Adobe's Symbol encoding (Unicode's SYMBOL.TXT); letters and figures of ASCII are Greek or as they are.
  private static let symbol: [UInt32: Unicode.Scalar] =
    table(0x41, "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_")
    .merging(table(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")) { $1 }
    .merging(table(0xA1, "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…")) { $1 }
    .merging(table(0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓")) { $1 }
    .merging(table(0xE0, "◊〈®©™∑")) { $1 }
    .merging([0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0xB7: "•", 0xF1: "〉", 0xF2: "∫"]) { $1 }

  private static let wingdings: [UInt32: Unicode.Scalar] = [
    0x20: " ", 0x21: "✏", 0x22: "✂", 0x23: "✁", 0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x36: "⌛", 0x3E: "✇", 0x41: "✌", 0x43: "👍",
    0x44: "👎", 0x45: "☜", 0x46: "☞", 0x47: "☝", 0x48: "☟", 0x4A: "☺", 0x4B: "😐", 0x4C: "☹", 0x4D: "💣", 0x4E: "☠", 0x51: "✈",
    0x52: "☼", 0x53: "💧", 0x54: "❄", 0x56: "✞", 0x58: "✠", 0x59: "✡", 0x5A: "☪", 0x5B: "☯", 0x5C: "ॐ", 0x5D: "☸", 0x5E: "♈",
    0x5F: "♉", 0x60: "♊", 0x61: "♋", 0x62: "♌", 0x63: "♍", 0x64: "♎", 0x65: "♏", 0x66: "♐", 0x67: "♑", 0x68: "♒", 0x69: "♓",
    0x6A: "&", 0x6B: "&", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x74: "⧫", 0x75: "◆",
    0x76: "❖", 0x77: "⬥", 0x78: "⌧", 0x79: "⍓", 0x7A: "⌘", 0x7B: "❀", 0x7C: "✿", 0x7D: "❝", 0x7E: "❞", 0x80: "⓪", 0x81: "①",
    0x82: "②", 0x83: "③", 0x84: "④", 0x85: "⑤", 0x86: "⑥", 0x87: "⑦", 0x88: "⑧", 0x89: "⑨", 0x8A: "⑩", 0x96: "❦", 0x97: "❧",
    0x98: "☙", 0x99: "❧", 0x9A: "☙", 0x9B: "❧", 0x9C: "☙", 0x9D: "❦", 0x9E: "·", 0x9F: "•", 0xA0: "▪", 0xA1: "○", 0xA4: "◉",
    0xA5: "◎", 0xA7: "▪", 0xA8: "◻", 0xAA: "✦", 0xAB: "★", 0xAC: "✶", 0xAD: "✴", 0xAE: "✹", 0xAF: "✵", 0xB1: "⌖", 0xB5: "✪",
    0xB6: "✰", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF1: "⇧", 0xF2: "⇩",
    0xF3: "⇔", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
  ]
  private static let wingdings2: [UInt32: Unicode.Scalar] = [
    0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x95: "⦁", 0x96: "●", 0x97: "●", 0xF5: "✱", 0xF6: "✱",
  ]
  private static let webdings: [UInt32: Unicode.Scalar] = [
    0x3D: "▬", 0x63: "□", 0x67: "■", 0x6E: "●", 0x59: "♥", 0x61: "✓", 0x72: "✗", 0xAF: "♫", 0x22: "🕸",
  ]
}

extension WordReader {
  /// A sign by its font and code (ECMA-376-1, 17.3.3.30).
  func readSymbol(_ tree: XMLTree, _ node: Int, _ reading: inout RunReading, _ style: InlineStyle) {
    guard let code = tree.value("char", of: node).flatMap({ UInt32($0, radix: 16) }) else { return }
    let name = tree.value("font", of: node) ?? "Symbol"
    let offset = tree.nodes[node].source.lowerBound + base
    guard let font = WordSymbols.font(name) else {
      // a letter of any other font
      guard let scalar = Unicode.Scalar(code), !(0xE000...0xF8FF).contains(code) else { return tell(name, code, offset) }
      return put(added: String(scalar), at: offset, &reading, style)
    }
    guard let scalar = WordSymbols.scalar(code & 0xFF, in: font) else { return tell(name, code, offset) }
    put(added: String(scalar), at: offset, &reading, style)
    reading.hasContent = true
  }

  /// The same as a letter of the text.
  func put(
    symbol code: UInt32, _ font: WordSymbols.Font, at offset: Int, _ reading: inout RunReading, _ style: InlineStyle
  ) {
    guard let scalar = WordSymbols.scalar(code, in: font) else { return tell("\(font)", code, offset) }
    recased[offset] = String(scalar)
    put(scalar, at: offset, &reading, style)
  }

  private func tell(_ font: String, _ code: UInt32, _ offset: Int) {
    let name = "\(font) \(String(code, radix: 16, uppercase: true))"
    symbols[name, default: (0, offset)].count += 1
  }
}
