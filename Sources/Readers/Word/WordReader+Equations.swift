internal import BookModel
internal import XML

/// What a field EQ shows (ECMA-376-1, 17.16.5.16): its words are those of its instruction, and it has no result.
///
/// Word's dialogues for phonetic guides and for enclosed characters write it; `\o` sets its elements one over the
/// other, `\s\up` raises, `\f` is a fraction.
struct EquationField {
  /// A letter, and the byte that says it.
  struct Letter {
    var scalar: Unicode.Scalar
    var offset: Int
  }

  indirect enum Part {
    case letter(Letter)
    /// - Parameter options: the letters of its switches, without figures: `up` of `\s\up 9`.
    case element(kind: String, options: [String], elements: [[Part]])
  }

  private let letters: [Letter]
  private var at = 0

  /// - Parameter letters: of the instruction, behind the word `EQ`.
  init(_ letters: [Letter]) { self.letters = letters }

  static func parts(of letters: [Letter]) -> [Part] {
    var field = EquationField(letters)
    return field.row(isInner: false, depth: 0)
  }

  private var next: Unicode.Scalar? { at < letters.count ? letters[at].scalar : nil }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Letters and elements up to the end, or to what ends an element within parentheses.
  private mutating func row(isInner: Bool, depth: Int) -> [Part] {
    var parts: [Part] = []
    // parentheses that are letters themselves
    var open = 0
    while let scalar = next {
      switch scalar {
      case "\\":
        at += 1
        if let sign = next, sign == "*" {
          skipFormat()
        } else if let sign = next, EquationField.isLetter(sign) {
          if depth < 16 { parts.append(element(depth: depth + 1)) } else { at = letters.count }
        } else if at < letters.count {
          parts.append(.letter(letters[at]))
          at += 1
        }
        continue
      case ",", ";": if isInner, open == 0 { return parts }
      case ")":
        if isInner, open == 0 { return parts }
        open -= 1
      case "(": open += 1
      default: break
      }
      parts.append(.letter(letters[at]))
      at += 1
    }
    return parts
  }

  /// `\* jc2`, `\* "Font:MS Mincho"`: how the field as a whole is set.
  private mutating func skipFormat() {
    at += 1
    while next == " " { at += 1 }
    if next == "\"" {
      at += 1
      while let scalar = next, scalar != "\"" { at += 1 }
      at += 1
    } else {
      while let scalar = next, scalar != " ", scalar != "\\" { at += 1 }
    }
  }

  private mutating func element(depth: Int) -> Part {
    let kind = name()
    var options: [String] = []
    while next == "\\" {
      let start = at
      at += 1
      guard let sign = next else { break }
      if EquationField.isLetter(sign) {
        let option = name()
        // another element stands behind one without parentheses
        guard EquationField.options.contains(option) else {
          at = start
          break
        }
        options.append(option)
      } else if !options.isEmpty {
        // the sign of a bracket
        options.append(String(sign))
        at += 1
      } else {
        at = start
        break
      }
    }
    var elements: [[Part]] = []
    if next == "(" {
      repeat {
        at += 1
        elements.append(row(isInner: true, depth: depth))
      } while next == "," || next == ";"
      if next == ")" { at += 1 }
    }
    return .element(kind: kind, options: options, elements: elements)
  }

  private static let options: Set<String> = [
    "al", "ac", "ar", "ad", "co", "vs", "hs", "lc", "rc", "bc", "fo", "ba", "li", "su", "pr", "in", "fc", "vc", "ai",
    "up", "di", "do", "to", "bo", "le", "ri",
  ]

  /// The letters of a switch; its figures, and blanks about them, say how far.
  private mutating func name() -> String {
    var name = ""
    while let scalar = next, EquationField.isLetter(scalar) {
      name.unicodeScalars.append(scalar)
      at += 1
    }
    while let scalar = next, scalar == " " || scalar == "-" || ("0"..."9").contains(scalar) { at += 1 }
    return name.lowercased()
  }
}

extension EquationField.Part {
  fileprivate var words: String {
    switch self {
    case .letter(let letter): String(letter.scalar)
    case .element(_, _, let elements): elements.map { $0.map(\.words).joined() }.joined()
    }
  }

  /// More is shown than the letters of the instruction in their order.
  fileprivate var isMade: Bool {
    guard case .element(let kind, _, let elements) = self else { return false }
    return ["f", "r", "b", "l", "a", "i"].contains(kind) || ruby != nil || enclosed != nil
      || elements.contains { $0.contains(where: \.isMade) }
  }

  /// A reading over a word: what is raised stands first.
  fileprivate var ruby: (base: String, reading: String)? {
    guard case .element("o", _, let elements) = self, elements.count == 2, let first = elements[0].first,
      elements[0].count == 1, case .element("s", let options, _) = first, options.contains("up")
    else { return nil }
    let (base, reading) = (elements[1].map(\.words).joined(), first.words)
    return base.isEmpty || reading.isEmpty ? nil : (base, reading)
  }

  /// `①` for a circle and a figure: as Unicode has it.
  fileprivate var enclosed: String? {
    guard case .element("o", _, let elements) = self, elements.count == 2 else { return nil }
    let words = elements.map { $0.map(\.words).joined().trimmingBlanks }
    guard let circle = words.firstIndex(where: { ["○", "◯", "〇", "⃝", "O"].contains($0) }) else { return nil }
    let inner = words[1 - circle]
    if let number = Int(inner) {
      let code: Int? =
        switch number {
        case 0: 0x24EA
        case 1...20: 0x2460 + number - 1
        case 21...35: 0x3251 + number - 21
        case 36...50: 0x32B1 + number - 36
        default: nil
        }
      return code.flatMap(Unicode.Scalar.init).map { String($0) }
    }
    guard inner.unicodeScalars.count == 1, let scalar = inner.unicodeScalars.first else { return nil }
    switch scalar {
    case "A"..."Z": return Unicode.Scalar(0x24B6 + scalar.value - 0x41).map { String($0) }
    case "a"..."z": return Unicode.Scalar(0x24D0 + scalar.value - 0x61).map { String($0) }
    default:
      let known = "一二三四五六七八九十月火水木金土日株有社名特財祝労秘男女適優印注項休写正上中下左右医宗学監企資協夜"
      guard let place = known.unicodeScalars.firstIndex(of: scalar) else { return nil }
      let number = known.unicodeScalars.distance(from: known.unicodeScalars.startIndex, to: place)
      return Unicode.Scalar(0x3280 + UInt32(number)).map { String($0) }
    }
  }
}

extension WordReader {
  /// Puts what a field EQ shows into the line.
  func readEquation(_ field: WordField, at offset: Int, _ style: InlineStyle, _ reading: inout RunReading) {
    // what the file has as a result is printed already
    guard reading.letters == field.lettersBefore else {
      silent += field.instructionAt
      return
    }
    var letters = field.letters.drop { $0.scalar.properties.isWhitespace }.dropFirst(2)
    while letters.last?.scalar.properties.isWhitespace == true { letters.removeLast() }
    let parts = EquationField.parts(of: Array(letters))
    // signs that the instruction has not stand between its letters, or others in their place
    let isMade = field.instructionAt.isEmpty || parts.contains(where: \.isMade)
    if isMade { silent += field.instructionAt }
    var writer = EquationWriter(offset: offset, isMade: isMade)
    for part in parts { writer.put(part, style, self, &reading) }
    if writer.isOfLine { formulas += 1 }
    reading.hasContent = true
  }
}

private struct EquationWriter {
  let offset: Int
  /// All of its letters count as added.
  let isMade: Bool
  /// It is a formula that is set in a line.
  var isOfLine = false

  private func put(
    added words: String, _ style: InlineStyle, _ reader: WordReader, _ reading: inout RunReading
  ) {
    reader.put(added: words, at: offset, &reading, style)
  }

  mutating func put(
    _ part: EquationField.Part, _ style: InlineStyle, _ reader: WordReader, _ reading: inout RunReading
  ) {
    if let (base, sound) = part.ruby {
      var style = style
      style.extras.ruby = .base
      put(added: base, style, reader, &reading)
      style.extras.ruby = .reading
      put(added: sound, style, reader, &reading)
      return
    }
    if let sign = part.enclosed { return put(added: sign, style, reader, &reading) }
    switch part {
    case .letter(let letter):
      if isMade {
        put(added: String(letter.scalar), style, reader, &reading)
      } else {
        reader.put(letter.scalar, at: letter.offset, &reading, style)
      }
    case .element(let kind, let options, let elements):
      isOfLine = true
      put(kind, options, elements, style, reader, &reading)
    }
  }

  private mutating func put(
    _ kind: String, _ options: [String], _ elements: [[EquationField.Part]], _ style: InlineStyle, _ reader: WordReader,
    _ reading: inout RunReading
  ) {
    func with(_ trait: InlineStyle.Traits) -> InlineStyle {
      var style = style
      style.traits.insert(trait)
      return style
    }
    func signs(between sign: String, of index: Int) {
      if index > 0 { put(added: sign, style, reader, &reading) }
    }
    var (before, behind) = ("", "")
    if kind == "b" {
      (before, behind) = ("(", ")")
      for (option, sign) in zip(options, options.dropFirst()) {
        let close = ["[": "]", "{": "}", "<": ">"][sign] ?? sign
        switch option {
        case "lc": (before, behind) = (sign, options.contains("rc") ? behind : "")
        case "rc": (before, behind) = (options.contains("lc") ? before : "", sign)
        case "bc": (before, behind) = (sign, close)
        default: break
        }
      }
    }
    if kind == "r" { before = "√" }
    if kind == "i" { before = options.contains("su") ? "∑" : options.contains("pr") ? "∏" : "∫" }
    if kind != "r" || elements.count == 1, !before.isEmpty {
      put(added: before, style, reader, &reading)
    }
    for (index, element) in elements.enumerated() {
      var own = style
      switch kind {
      case "s": own = options.contains("do") ? with(.subscript) : with(.superscript)
      case "r" where elements.count == 2 && index == 0: own = with(.superscript)
      case "i" where index < 2: own = with(index == 0 ? .subscript : .superscript)
      default: break
      }
      switch kind {
      case "f": signs(between: "/", of: index)
      case "r": signs(between: before, of: index)
      case "l": signs(between: ", ", of: index)
      case "a": signs(between: " ", of: index)
      default: break
      }
      for part in element { put(part, own, reader, &reading) }
    }
    if !behind.isEmpty { put(added: behind, style, reader, &reading) }
  }
}
