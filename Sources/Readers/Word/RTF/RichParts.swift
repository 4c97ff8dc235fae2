/// What is said of a run of letters.
struct RichRun: Equatable {
  var isBold = false, isItalic = false, isCapitals = false, isSmallCapitals = false, isStruck = false
  var isHidden = false, isDeleted = false, isUnderlined = false
  var rise = 0
  var size: Int?
  var colour: String?
  var language: Int?
  var font: Int?
}

/// What is said of a paragraph; lengths are twentieths of a point.
struct RichParagraph: Equatable {
  var style: Int?
  var base: Int?
  var isStyle = false
  var alignment: String?
  var left: Int?
  var right: Int?
  var first: Int?
  var before: Int?
  var after: Int?
  var outline: Int?
  var list: Int?
  var level = 0
  var isInTable = false
  var isRuled = false
  var beginsPage = false

  /// As properties of Word's.
  func xml(list number: Int?) -> String {
    var made = ""
    if !isStyle, let style { made += "<w:pStyle w:val=\"s\(style)\"/>" }
    if beginsPage { made += "<w:pageBreakBefore/>" }
    if let number { made += "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(number)\"/></w:numPr>" }
    if isRuled { made += "<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>" }
    if before != nil || after != nil || !isStyle {
      made += "<w:spacing w:before=\"\(before ?? 0)\" w:after=\"\(after ?? 0)\"/>"
    }
    if left != nil || right != nil || first != nil || !isStyle {
      made += "<w:ind w:left=\"\(left ?? 0)\" w:right=\"\(right ?? 0)\" w:firstLine=\"\(first ?? 0)\"/>"
    }
    if alignment != nil || !isStyle { made += "<w:jc w:val=\"\(alignment ?? "left")\"/>" }
    if let outline { made += "<w:outlineLvl w:val=\"\(outline)\"/>" }
    return made
  }
}

extension RichRun {
  /// As properties of Word's.
  /// - Parameter style: of the paragraph; what that turns on and the run does not is off.
  func xml(over style: RichRun?, language main: Int?) -> String {
    var made = ""
    func add(_ name: String, _ key: KeyPath<RichRun, Bool>) {
      if self[keyPath: key] {
        made += "<w:\(name)/>"
      } else if style?[keyPath: key] ?? false {
        made += "<w:\(name) w:val=\"0\"/>"
      }
    }
    add("b", \.isBold)
    add("i", \.isItalic)
    add("caps", \.isCapitals)
    add("smallCaps", \.isSmallCapitals)
    add("strike", \.isStruck)
    if isHidden { made += "<w:vanish/>" }
    if let colour { made += "<w:color w:val=\"\(colour)\"/>" }
    if let size { made += "<w:sz w:val=\"\(size)\"/>" }
    if isUnderlined {
      made += "<w:u w:val=\"single\"/>"
    } else if style?.isUnderlined ?? false {
      made += "<w:u w:val=\"none\"/>"
    }
    if rise != 0 { made += "<w:vertAlign w:val=\"\(rise > 0 ? "superscript" : "subscript")\"/>" }
    if let language, language != main, let tag = RichRun.languages[language & 0x3FF] {
      made += "<w:lang w:val=\"\(tag)\"/>"
    }
    return made
  }

  /// Languages by the lower bits of Windows' numbers for them ([MS-LCID]).
  static let languages = [
    1: "ar", 2: "bg", 3: "ca", 4: "zh", 5: "cs", 6: "da", 7: "de", 8: "el", 9: "en", 10: "es", 11: "fi", 12: "fr",
    13: "he",
    14: "hu", 15: "is", 16: "it", 17: "ja", 18: "ko", 19: "nl", 20: "nb", 21: "pl", 22: "pt", 24: "ro", 25: "ru",
    26: "hr",
    27: "sk", 29: "sv", 31: "tr", 34: "uk", 36: "sl", 37: "et", 38: "lv", 39: "lt",
  ]
}

/// A picture of Rich Text Format: its bytes, mostly as hexadecimal figures.
struct RichPicture {
  var kind = ""
  var bytes: [UInt8] = []
  /// Twentieths of a point, and percent of that.
  var width = 0
  var height = 0
  var scaleX = 100
  var scaleY = 100
  private var half: UInt8?

  mutating func take(_ byte: UInt8) {
    guard let value = byte.hexadecimal else { return }
    if let first = half {
      bytes.append(first << 4 | value)
      half = nil
    } else {
      half = value
    }
  }
}
