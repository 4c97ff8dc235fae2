internal import BookModel
internal import Units

/// One piece of raw HTML.
enum HTMLPiece: Equatable {
  /// Also what is no more seen than one, with its signs: `<?php … ?>`, `<![CDATA[…]]>`, `<!DOCTYPE …>`.
  case comment(String)
  /// Names in lower case.
  case open(name: String, attributes: [HTMLAttribute], isEmpty: Bool)
  case close(name: String)
  case text(String)
}

struct HTMLAttribute: Equatable {
  var name: String
  var value: String
}

/// A piece and the bytes of the HTML that it takes.
struct HTMLToken: Equatable {
  var piece: HTMLPiece
  var range: Range<Int>
}

/// Parts raw HTML into comments, tags and text; linear.
func htmlPieces(_ html: String) -> [HTMLPiece] { htmlTokens(html).map(\.piece) }

/// The same, with their places.
func htmlTokens(_ html: String) -> [HTMLToken] {
  var pieces: [HTMLToken] = []
  let bytes = Array(html.utf8)
  var i = 0
  var start = 0
  // once a tag is not closed none behind it is: each would be searched to the end
  var hasTags = true
  func flush(_ end: Int) {
    guard end > start else { return }
    pieces.append(HTMLToken(piece: .text(String(decoding: bytes[start..<end], as: UTF8.self)), range: start..<end))
  }
  while i < bytes.count {
    guard bytes[i] == 0x3C else {
      i += 1
      continue
    }
    if let end = endOfUnseen(bytes, i) {
      flush(i)
      pieces.append(HTMLToken(piece: .comment(String(decoding: bytes[i..<end], as: UTF8.self)), range: i..<end))
      i = end
      start = i
    } else if i + 3 < bytes.count, bytes[i + 1] == 0x21, bytes[i + 2] == 0x2D, bytes[i + 3] == 0x2D {
      var k = i + 4
      while k + 2 < bytes.count, !(bytes[k] == 0x2D && bytes[k + 1] == 0x2D && bytes[k + 2] == 0x3E) { k += 1 }
      let isClosed = k + 2 < bytes.count
      flush(i)
      let words = String(decoding: bytes[min(i + 4, bytes.count)..<(isClosed ? k : bytes.count)], as: UTF8.self)
      let begin = i
      i = isClosed ? k + 3 : bytes.count
      pieces.append(HTMLToken(piece: .comment(words), range: begin..<i))
      start = i
    } else if hasTags, let (tag, next) = htmlTag(bytes, i) {
      guard let tag else {
        hasTags = false
        i += 1
        continue
      }
      flush(i)
      pieces.append(HTMLToken(piece: tag, range: i..<next))
      i = next
      start = i
    } else {
      i += 1
    }
  }
  flush(bytes.count)
  return pieces
}

/// Where an instruction for another program, a declaration or CDATA ends (CommonMark 0.31, 6.6).
private func endOfUnseen(_ bytes: [UInt8], _ start: Int) -> Int? {
  guard start + 2 < bytes.count else { return nil }
  let end: String
  switch bytes[start + 1] {
  case 0x3F: end = "?>"
  case 0x21 where bytes[start...].starts(with: "<![CDATA[".utf8): end = "]]>"
  case 0x21 where bytes[start + 2].isASCIILetter: end = ">"
  default: return nil
  }
  // one that is longer is none, so that time stays linear
  return bytes[(start + 2)...].prefix(1 << 16).firstRange(ofBytes: Array(end.utf8))?.upperBound
}

/// The tag at `<` and what follows it; without a tag where nothing closes it, nil where none begins.
private func htmlTag(_ bytes: [UInt8], _ start: Int) -> (HTMLPiece?, Int)? {
  var i = start + 1
  let isClosing = i < bytes.count && bytes[i] == 0x2F
  if isClosing { i += 1 }
  let first = i
  while i < bytes.count, bytes[i].isASCIILetter || i > first && bytes[i].isASCIIDigit { i += 1 }
  guard i > first, i < bytes.count else { return nil }
  let name = String(decoding: bytes[first..<i], as: UTF8.self).lowercased()
  let attributes = i
  var quote: UInt8 = 0
  while i < bytes.count, quote != 0 || bytes[i] != 0x3E {
    if quote != 0 {
      if bytes[i] == quote { quote = 0 }
    } else if bytes[i] == 0x22 || bytes[i] == 0x27 {
      quote = bytes[i]
    }
    i += 1
  }
  guard i < bytes.count else { return (nil, i) }
  if isClosing { return (.close(name: name), i + 1) }
  let isEmpty = bytes[i - 1] == 0x2F
  return (.open(name: name, attributes: htmlAttributes(bytes[attributes..<i]), isEmpty: isEmpty), i + 1)
}

/// `name="value"`, `name='value'`, `name=value`, `name`.
private func htmlAttributes(_ bytes: ArraySlice<UInt8>) -> [HTMLAttribute] {
  var found: [HTMLAttribute] = []
  var i = bytes.startIndex
  func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x2F }
  while i < bytes.endIndex, found.count < 32 {
    while i < bytes.endIndex, isSpace(bytes[i]) { i += 1 }
    let start = i
    while i < bytes.endIndex, bytes[i] > 0x20, bytes[i] != 0x3D { i += 1 }
    guard i > start else { break }
    let name = String(decoding: bytes[start..<i], as: UTF8.self).lowercased()
    while i < bytes.endIndex, bytes[i] <= 0x20 { i += 1 }
    guard i < bytes.endIndex, bytes[i] == 0x3D else {
      found.append(HTMLAttribute(name: name, value: ""))
      continue
    }
    i += 1
    while i < bytes.endIndex, bytes[i] <= 0x20 { i += 1 }
    guard i < bytes.endIndex else { break }
    let quote: UInt8? = bytes[i] == 0x22 || bytes[i] == 0x27 ? bytes[i] : nil
    if quote != nil { i += 1 }
    let first = i
    while i < bytes.endIndex, quote.map({ bytes[i] != $0 }) ?? (bytes[i] > 0x20) { i += 1 }
    found.append(HTMLAttribute(name: name, value: String(decoding: bytes[first..<i], as: UTF8.self)))
    if quote != nil { i = min(i + 1, bytes.endIndex) }
  }
  return found
}

private let traitsOfTags: [String: InlineStyle.Traits] = [
  "sup": .superscript, "sub": .subscript, "u": .underline, "ins": .underline, "em": .emphasis, "i": .emphasis,
  "cite": .emphasis, "dfn": .emphasis, "var": .emphasis, "strong": .strong, "b": .strong, "s": .strike,
  "strike": .strike, "del": .strike, "code": .code, "kbd": .code, "samp": .code, "tt": .code,
]

/// Tags that octavo reads inside a line.
let inlineTags = Set(traitsOfTags.keys).union(["small", "big", "br", "span"])

/// Other elements of HTML that only mark up words: they are left out, what they hold is set. A name that HTML
/// has not is the author's own.
enum LeftOutTags {
  static let ofLine: Set<String> = [
    "a", "abbr", "acronym", "area", "audio", "bdi", "bdo", "button", "canvas", "data", "embed", "font", "iframe", "img",
    "input", "label", "map", "mark", "meter", "nobr", "noscript", "object", "output", "param", "picture", "progress",
    "q", "rb", "rp", "rt", "ruby", "select", "source", "time", "track", "video", "wbr",
  ]
  /// What they hold is a paragraph of its own.
  static let ofBlock: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
    "h5", "h6", "head", "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "option", "p",
    "pre", "search", "section", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul",
  ]
  static func has(_ name: String) -> Bool { ofLine.contains(name) || ofBlock.contains(name) }
}

extension HTMLPiece {
  /// Whether it parts paragraphs.
  var isOfBlock: Bool {
    switch self {
    case .open(let name, _, _), .close(let name): LeftOutTags.ofBlock.contains(name)
    case .text, .comment: false
    }
  }

  /// Where what it holds stands: `<center>`, `<p align="right">`, `<div style="text-align: center">`.
  var placement: Paragraph.Placement? {
    guard case .open(let name, let attributes, _) = self else { return nil }
    if name == "center" { return .centred }
    for attribute in attributes {
      let value = attribute.value.lowercased().filter { $0 != " " }
      switch attribute.name {
      case "align" where value == "center", "style" where value.contains("text-align:center"): return .centred
      case "align" where value == "right", "style" where value.contains("text-align:right"): return .trailing
      default: break
      }
    }
    return nil
  }
}

extension InlineStyle {
  /// The style inside one of `inlineTags`; what its `style` says and octavo has not comes back as text.
  func inside(tag: String, _ attributes: [HTMLAttribute]) -> (style: InlineStyle, unknown: [String]) {
    var result = self
    let style = attributes.first { $0.name == "style" }?.value
    if let language = attributes.first(where: { $0.name == "lang" || $0.name == "xml:lang" })?.value,
      LanguageTag(language) != .none
    {
      result.extras.language = language
    }
    switch tag {
    case "small": result.scale(by: 0.85)
    case "big": result.scale(by: 1.2)
    default: result.traits.formUnion(traitsOfTags[tag] ?? [])
    }
    var unknown: [String] = []
    for declaration in (style ?? "").split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { trimmed(String($0)) }
      guard parts.count == 2 else { continue }
      if !result.apply(parts[0].lowercased(), parts[1].lowercased()) { unknown.append("\(parts[0]): \(parts[1])") }
    }
    return (result, unknown)
  }

  private mutating func scale(by factor: Double) {
    extras.scale = min(max((extras.scale ?? 1) * factor, 0.3), 6)
  }

  /// One declaration of CSS; false where it has no meaning here.
  private mutating func apply(_ name: String, _ value: String) -> Bool {
    switch (name, value) {
    case ("color", _), ("background", _), ("background-color", _):
      guard let colour = Colour(css: value) else { return false }
      if name == "color" { extras.colour = colour } else { extras.background = colour }
    case ("font-size", _):
      guard let factor = fontScale(value) else { return false }
      scale(by: factor)
    case ("font-style", "italic"), ("font-style", "oblique"): traits.insert(.emphasis)
    case ("font-weight", "bold"), ("font-weight", "700"): traits.insert(.strong)
    case ("font-variant", "small-caps"), ("font-variant-caps", "small-caps"): traits.insert(.smallCapitals)
    case ("text-decoration", "underline"): traits.insert(.underline)
    case ("text-decoration", "line-through"): traits.insert(.strike)
    case ("text-shadow", "none"):
      traits.remove(.shadow)
      extras.shadow = nil
    case ("text-shadow", _):
      guard let shadow = TextShadow(css: value) else { return false }
      extras.shadow = shadow
    case ("font-family", _):
      guard let family = CSSFamily.first(of: value) else { return false }
      extras.family = family
    case ("letter-spacing", _) where value != "normal" && value != "0": traits.insert(.letterSpaced)
    case ("vertical-align", "super"): traits.insert(.superscript)
    case ("vertical-align", "sub"): traits.insert(.subscript)
    default: return false
    }
    return true
  }

  /// `120%`, `1.2em` and CSS's words, as times the size around.
  private func fontScale(_ value: String) -> Double? {
    switch value {
    case "smaller": return 1 / 1.2
    case "larger": return 1.2
    case "small": return 0.85
    case "large": return 1.2
    case "x-large": return 1.5
    case "xx-large": return 2
    default: break
    }
    let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let size = Double(number), size > 0 else { return nil }
    switch value.dropFirst(number.count) {
    case "%": return size / 100
    case "em", "rem": return size
    default: return nil
    }
  }
}

func trimmed(_ text: String) -> String {
  let space: (Character) -> Bool = { $0.isWhitespace }
  guard let first = text.firstIndex(where: { !space($0) }), let last = text.lastIndex(where: { !space($0) }) else {
    return ""
  }
  return String(text[first...last])
}
