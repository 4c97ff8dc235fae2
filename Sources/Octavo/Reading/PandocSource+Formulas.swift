internal import Formula

/// What pandoc would lose of LaTeX's formulas: which environment they are, and so which of their lines have numbers;
/// pages that are referred to; quantities and chemistry among words.
extension PandocSource {
  /// Environments of formulas, and how they are numbered.
  private static let numbered: Set<String> = [
    "equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign", "xalignat",
  ]
  private static let unnumbered: Set<String> = ["math", "displaymath", "xxalignat"]
  private static let verbatim: Set<String> = ["verbatim", "lstlisting", "minted", "comment", "Verbatim"]
  /// Commands that stand among words as in formulas, and how many arguments they have.
  private static let quantities = [
    "ce": 1, "pu": 1, "SI": 2, "si": 1, "qty": 2, "unit": 1, "num": 1, "ang": 1, "numlist": 1, "numrange": 2,
    "SIrange": 3, "qtyrange": 3, "SIlist": 2, "qtylist": 2,
  ]
  /// - Returns: the source with all of it said in ways that pandoc keeps; nil where there is nothing to say.
  static func keepingFormulas(_ source: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(source.count + 256)
    var (isChanged, math) = (false, [String]())
    let titles = indexTitles(source)
    // of `subequations`: its name, which its first environment takes
    var group: String?
    var at = 0
    func put(_ words: String) { out += words.utf8 }
    while at < source.count {
      let byte = source[at]
      if byte == 0x25 {
        while at < source.count, source[at] != 0x0A {
          out.append(source[at])
          at += 1
        }
        continue
      }
      if byte == 0x24 {
        let sign = at + 1 < source.count && source[at + 1] == 0x24 && math.last != "$" ? "$$" : "$"
        if math.last == sign { math.removeLast() } else if math.isEmpty || math.last == "text" { math.append(sign) }
        put(sign)
        at += sign.utf8.count
        continue
      }
      guard byte == 0x5C, at + 1 < source.count else {
        out.append(byte)
        at += 1
        continue
      }
      let letters = source[(at + 1)...].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
      guard !letters.isEmpty else {
        switch source[at + 1] {
        case 0x28, 0x5B: if math.isEmpty { math.append("\\") }
        case 0x29, 0x5D: if math.last == "\\" { math.removeLast() }
        default: break
        }
        out += source[at...at + 1]
        at += 2
        continue
      }
      let name = String(decoding: letters, as: UTF8.self)
      let end = letters.endIndex
      switch name {
      case "verb":
        let sign = end < source.count ? source[end] : 0
        let close = end + 1 < source.count ? source[(end + 1)...].prefix(400).firstIndex(of: sign) : nil
        let behind = close.map { $0 + 1 } ?? end
        out += source[at..<behind]
        at = behind
      case "begin", "end":
        guard let inside = argument(source, end) else {
          out += source[at..<end]
          at = end
          continue
        }
        let environment = String(decoding: source[inside], as: UTF8.self)
        var behind = inside.upperBound + 1
        if let known = withoutStars[environment] {
          put("\\\(name){\(known)}")
          (at, isChanged) = (behind, true)
          continue
        }
        if name == "end" {
          if math.last == environment { math.removeLast() }
          if environment == "subequations", math.isEmpty {
            (group, isChanged) = (nil, true)
          } else {
            out += source[at..<behind]
          }
          at = behind
          continue
        }
        if verbatim.contains(environment) {
          let closer = Array("\\end{\(environment)}".utf8)
          let rest = source[behind...].firstRange(ofBytes: closer)
          behind = rest?.upperBound ?? behind
          out += source[at..<behind]
          at = behind
          continue
        }
        if environment == "subequations", math.isEmpty {
          isChanged = true
          group = ""
          // the name of all of it stands behind it
          var next = behind
          while next < source.count, source[next] <= 0x20 { next += 1 }
          if source[next...].starts(with: "\\label{".utf8), let label = argument(source, next + 6) {
            group = String(decoding: source[label], as: UTF8.self)
            behind = label.upperBound + 1
          }
          at = behind
          continue
        }
        out += source[at..<behind]
        let plain = environment.hasSuffix("*") ? String(environment.dropLast()) : environment
        if numbered.contains(plain) || unnumbered.contains(plain) {
          if math.isEmpty, numbered.contains(environment) {
            if environment.hasSuffix("at"), let columns = argument(source, behind) {
              out += source[behind...columns.upperBound]
              behind = columns.upperBound + 1
            }
            put("\\\(FormulaMark.lines){\(environment)}")
            if let name = group { put("\\\(FormulaMark.group){\(name)}") }
            group = group == nil ? nil : ""
            isChanged = true
          }
          math.append(environment)
        }
        at = behind
      case _ where math.isEmpty && (references[name] != nil || otherReferences.contains(name)):
        guard let (words, behind) = reference(name, source, end, titles: titles) else {
          out += source[at..<end]
          at = end
          continue
        }
        put(words)
        (at, isChanged) = (behind, true)
      case _ where math.isEmpty && quantities[name] != nil:
        var behind = end
        if behind < source.count, source[behind] == 0x5B,
          let close = source[behind...].prefix(400).firstIndex(of: 0x5D)
        {
          behind = close + 1
        }
        var count = 0
        while count < quantities[name] ?? 0, let argument = argument(source, behind) {
          (behind, count) = (argument.upperBound + 1, count + 1)
        }
        let isWhole = count == quantities[name]
        if isWhole { put("$") }
        out += source[at..<behind]
        if isWhole { put("$") }
        (at, isChanged) = (behind, isChanged || isWhole)
      default:
        out += source[at..<end]
        at = end
      }
    }
    return isChanged ? out : nil
  }

  /// The inside of braces that begin at a place.
  static func argument(_ source: [UInt8], _ start: Int) -> Range<Int>? {
    guard start < source.count, source[start] == 0x7B else { return nil }
    var (level, next) = (0, start)
    // an argument is no chapter
    let last = min(source.count, start + 4000)
    while next < last {
      switch source[next] {
      case 0x5C: next += 1
      case 0x7B: level += 1
      case 0x7D: level -= 1
      default: break
      }
      next += 1
      if level == 0 { return start + 1..<next - 1 }
    }
    return nil
  }
}
