package import BookModel

// What Markdown's spans and an EPUB's style sheets say in the same words.

extension Colour {
  /// `#rgb`, `#rrggbb`, `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` on white paper, and the sixteen names of HTML 4.01, 6.5,
  /// with orange and grey. In small letters.
  package init?(css: String) {
    if let hex = Colour.names[css] {
      self.init(hex: hex)
    } else if css.hasPrefix("#"), css.utf8.count == 7, let hex = UInt32(css.dropFirst(), radix: 16) {
      self.init(hex: hex)
    } else if css.hasPrefix("#"), css.utf8.count == 4, let hex = UInt32(css.dropFirst(), radix: 16) {
      self.init(hex: (hex >> 8 & 15) * 0x110000 | (hex >> 4 & 15) * 0x1100 | (hex & 15) * 0x11)
    } else if css.hasPrefix("rgb(") || css.hasPrefix("rgba("), css.hasSuffix(")") {
      let parts = css.drop { $0 != "(" }.dropFirst().dropLast().split { ", /".contains($0) }.map { Double($0) }
      guard (3...4).contains(parts.count), parts.allSatisfy({ $0 != nil && $0! >= 0 }) else { return nil }
      let share = parts.count > 3 ? min(parts[3] ?? 1, 1) : 1
      let inks = parts.prefix(3).map { 1 - share * (1 - min($0 ?? 0, 255) / 255) }
      self.init(red: inks[0], green: inks[1], blue: inks[2])
    } else {
      return nil
    }
  }

  private init(hex: UInt32) {
    self.init(red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
  }

  private static let names: [String: UInt32] = [
    "black": 0, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF, "maroon": 0x800000,
    "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000,
    "yellow": 0xFFFF00, "navy": 0x000080, "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "orange": 0xFFA500,
  ]
}

extension TextShadow {
  /// `1px 2px`, `0.1em 0.1em 0.3em #888`, `rgba(0, 0, 0, 0.5) 1pt 1pt` (CSS Text Decoration 3, 4): of several the
  /// first, which lies on top. In small letters; without a colour the usual pale one.
  package init?(css: String) {
    var parts: [String] = [""]
    var depth = 0
    for letter in css {
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      if depth == 0, letter == "," { break }
      if depth == 0, letter.isWhitespace { parts.append("") } else { parts[parts.count - 1].append(letter) }
    }
    parts.removeAll(where: \.isEmpty)
    var lengths: [Double] = []
    var colour: Colour?
    for part in parts {
      if let length = TextShadow.ems(part) {
        lengths.append(length)
      } else if colour == nil, let known = Colour(css: part) {
        colour = known
      } else {
        return nil
      }
    }
    guard (2...3).contains(lengths.count), lengths.allSatisfy({ abs($0) <= 5 }), lengths.count < 3 || lengths[2] >= 0
    else { return nil }
    self.init(
      x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? lengths[2] : 0, colour: colour ?? TextShadow.usual.colour)
  }

  /// Text of a browser is 16 px or 12 pt large where nothing is said: a shadow grows with its letters here.
  private static func ems(_ text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || ".-+".contains($0)) }
    guard let value = Double(number), value.isFinite else { return nil }
    switch text.dropFirst(number.count) {
    case "em", "rem": return value
    case "px": return value / 16
    case "pt": return value / 12
    case "" where value == 0: return 0
    default: return nil
    }
  }
}

/// Names of font families.
package enum CSSFamily {
  /// The first of a list, without its quotes; nil where there is none.
  package static func first(of list: String) -> String? {
    let name = list.prefix { $0 != "," }.filter { $0 != "\"" && $0 != "'" }
    let words = name.split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["inherit"] ? nil : words.joined(separator: " ")
  }
}
