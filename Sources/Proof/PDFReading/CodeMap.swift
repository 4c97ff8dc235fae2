internal import QPDF

/// A CMap (ISO 32000-1, 9.7.5 and 9.10.3): what codes of a font mean. What is damaged is passed over.
package struct CodeMap {
  /// Letters that codes mean, in UTF-16.
  package private(set) var letters: [Int: [UInt16]] = [:]
  /// Glyphs of a collection that codes mean.
  package private(set) var glyphs: [(codes: ClosedRange<Int>, first: Int)] = []
  /// The largest number of a glyph.
  package private(set) var largestGlyph = 0
  /// Lengths of codes in bytes, with what they may be.
  package private(set) var spaces: [(length: Int, codes: ClosedRange<Int>)] = []
  package private(set) var isVertical: Bool?
  /// Another that it goes on from.
  package private(set) var base: String?

  package init(_ contents: [UInt8]) {
    var tokens = ContentTokens(contents)
    while let word = tokens.next() {
      let operands = tokens.operands
      switch tokens.text(word) {
      case "usecmap": base = tokens.name(operands.count - 1)
      case "def":
        guard operands.count > 1, tokens.name(operands.count - 2) == "/WMode" else { continue }
        isVertical = operands[operands.count - 1].value == 1
      case "endcodespacerange":
        for group in CodeMap.groups(of: 2, operands) {
          guard let low = tokens.string(group[0]), let high = tokens.string(group[1]), (1...4).contains(low.count),
            let first = CodeMap.code(low), let last = CodeMap.code(high), first <= last
          else { continue }
          spaces.append((low.count, first...last))
        }
      case "endbfchar":
        for group in CodeMap.groups(of: 2, operands) {
          guard let code = tokens.string(group[0]).flatMap(CodeMap.code), let text = tokens.string(group[1]) else {
            continue
          }
          letters[code] = CodeMap.units(text)
        }
      case "endbfrange": for group in CodeMap.groups(of: 3, operands) { readLetters(group, tokens) }
      case "endcidchar":
        for group in CodeMap.groups(of: 2, operands) {
          guard let code = tokens.string(group[0]).flatMap(CodeMap.code), let glyph = group[1].value?.whole else {
            continue
          }
          glyphs.append((code...code, glyph))
          largestGlyph = max(largestGlyph, glyph)
        }
      case "endcidrange":
        for group in CodeMap.groups(of: 3, operands) {
          guard let first = tokens.string(group[0]).flatMap(CodeMap.code),
            let last = tokens.string(group[1]).flatMap(CodeMap.code), let glyph = group[2].value?.whole, first <= last
          else { continue }
          glyphs.append((first...last, glyph))
          largestGlyph = max(largestGlyph, glyph + min(last - first, 1 << 24))
        }
      default: break
      }
    }
  }

  private mutating func readLetters(_ group: [ContentTokens.Operand], _ tokens: ContentTokens) {
    guard let first = tokens.string(group[0]).flatMap(CodeMap.code),
      let last = tokens.string(group[1]).flatMap(CodeMap.code), first <= last, last - first < 65_536
    else { return }
    if let text = tokens.string(group[2]) {
      let units = CodeMap.units(text)
      guard let end = units.last else { return }
      for code in first...last {
        letters[code] = units.dropLast() + [end &+ UInt16(truncatingIfNeeded: code - first)]
      }
    } else {
      for (index, text) in tokens.strings(group[2]).enumerated() where first + index <= last {
        letters[first + index] = CodeMap.units(text)
      }
    }
  }

  private static func groups(of count: Int, _ operands: [ContentTokens.Operand]) -> [[ContentTokens.Operand]] {
    stride(from: 0, through: operands.count - count, by: count).map { Array(operands[$0..<$0 + count]) }
  }

  private static func code(_ bytes: [UInt8]) -> Int? {
    bytes.isEmpty || bytes.count > 4 ? nil : bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func units(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  /// Codes as the string has them: of the lengths that are told, else of one byte.
  package func codes(in text: [UInt8]) -> [Int] {
    var (found, at) = ([Int](), 0)
    while at < text.count {
      var (code, length) = (0, 0)
      var isFound = false
      while !isFound, length < 4, at + length < text.count {
        code = code << 8 | Int(text[at + length])
        length += 1
        isFound = spaces.isEmpty || spaces.contains { $0.length == length && $0.codes.contains(code) }
      }
      if !isFound { (code, length) = (Int(text[at]), 1) }
      found.append(code)
      at += length
    }
    return found
  }

  /// A code that means no letter at all.
  package var meansNone: Bool { letters.values.contains { $0.contains { [0, 0xFEFF, 0xFFFE].contains($0) } } }

  /// Letters that only those who agreed on them can read.
  package static func isPrivate(_ units: [UInt16]) -> Bool {
    String(decoding: units, as: UTF16.self).unicodeScalars.contains { $0.properties.generalCategory == .privateUse }
  }

  package func glyph(_ code: Int) -> Int? {
    glyphs.first { $0.codes.contains(code) }.map { $0.first + code - $0.codes.lowerBound }
  }

  /// The CMaps that every reader has (ISO 32000-1, table 118), by the collections of their glyphs.
  package static let known: [String: String] = Dictionary(
    uniqueKeysWithValues: tables.flatMap { ordering, names in
      names.split(separator: " ").map { ("/" + $0, ordering) }
    })

  private static let tables = [
    "GB1": """
    GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V UniGB-UCS2-H \
    UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V
    """,
    "CNS1": """
    B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H ETenms-B5-V CNS-EUC-H CNS-EUC-V \
    UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V
    """,
    "Japan1": """
    83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V \
    Ext-RKSJ-H Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H \
    UniJIS-UTF16-V
    """,
    "Korea1": """
    KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V \
    UniKS-UTF16-H UniKS-UTF16-V
    """,
    "Identity": "Identity-H Identity-V",
  ]
}
