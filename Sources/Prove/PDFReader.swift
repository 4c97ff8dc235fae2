/// A program that extracts the words of a PDF with their places.
///
/// Readers run as processes: octavo links neither poppler nor MuPDF.
package enum PDFReader: String, Sendable, CaseIterable {
  /// poppler; the Debian package is poppler-utils.
  case pdftotext
  /// MuPDF; the Debian package is mupdf-tools.
  case mutool

  /// Calls `body` with each sheet in turn, numbered from 0.
  ///
  /// Throws `readerMissing` when the program is not in `PATH`, `readerFailed`
  /// when it refuses the file. Memory does not grow with the number of sheets.
  /// - Parameter inOrder: words come as they were drawn, none joined to the next on its line.
  package func read(_ path: String, inOrder: Bool = false, _ body: (Int, PrintedSheet) -> Void)
    throws(VerificationError)
  {
    // A path that begins with a hyphen is not an option.
    let file = path.hasPrefix("-") ? "./" + path : path
    let child =
      switch self {
      case .pdftotext:
        try ChildProcess.start(rawValue, ["-bbox"] + (inOrder ? ["-raw"] : []) + ["-q", "-enc", "UTF-8", file, "-"])
      case .mutool: try ChildProcess.start(rawValue, ["draw", "-q", "-F", "stext", file])
      }
    var parser = SheetParser(isStrict: self == .pdftotext)
    var pending: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try child.read(into: buffer)
      guard count > 0 else { break }
      pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      guard let last = pending.lastIndex(of: 0x0A) else { continue }
      pending.withUnsafeBufferPointer { bytes in
        var start = 0
        while start <= last {
          var end = start
          while bytes[end] != 0x0A { end += 1 }
          parser.take(UnsafeBufferPointer(rebasing: bytes[start..<end]), body)
          start = end + 1
        }
      }
      pending.removeSubrange(...last)
    }
    try child.finish()
    // it may lose what it could not write, and leave as if nothing were
    guard parser.isWhole else { throw .readerGarbled(program: rawValue) }
  }

  /// All sheets at once, for small files.
  package func sheets(_ path: String) throws(VerificationError) -> [PrintedSheet] {
    var sheets: [PrintedSheet] = []
    try read(path) { _, sheet in sheets.append(sheet) }
    return sheets
  }
}

/// Reads the output of both programs, which is XML with one element a line:
/// `<word xMin= yMin= xMax= yMax=>text</word>` from pdftotext, `<char quad= c=/>` from mutool.
private struct SheetParser {
  /// Every line of the document is as pdftotext writes them.
  let isStrict: Bool
  private var isInDocument = false
  private var isEnded = false
  private var isGarbled = false
  /// Nothing is missing, as far as the elements tell.
  var isWhole: Bool { isEnded && !isGarbled }

  init(isStrict: Bool) { self.isStrict = isStrict }

  private var sheet: PrintedSheet?
  private var index = 0
  /// The word that mutool's characters are adding up to.
  private var word: PrintedWord?

  mutating func take(_ line: UnsafeBufferPointer<UInt8>, _ body: (Int, PrintedSheet) -> Void) {
    var start = 0
    while start < line.count, line[start] == 0x20 { start += 1 }
    check(UnsafeBufferPointer(rebasing: line[start...]))
    guard start + 5 < line.count, line[start] == 0x3C else { return }
    switch (line[start + 1], line[start + 2]) {
    case (UInt8(ascii: "w"), UInt8(ascii: "o")):
      guard let left = number(line, "xMin"), let top = number(line, "yMin"), let right = number(line, "xMax"),
        let bottom = number(line, "yMax"), let open = line[start...].firstIndex(of: 0x3E),
        let close = line.lastIndex(of: 0x3C), close > open
      else { return }
      let text = unescaped(UnsafeBufferPointer(rebasing: line[(open + 1)..<close]))
      sheet?.words.append(PrintedWord(text: text, left: left, top: top, right: right, bottom: bottom))
    case (UInt8(ascii: "c"), UInt8(ascii: "h")):
      takeCharacter(line)
    case (UInt8(ascii: "f"), UInt8(ascii: "o")), (UInt8(ascii: "/"), UInt8(ascii: "l")):
      // A font or a line ends the word, as it does for pdftotext.
      endWord()
    case (UInt8(ascii: "p"), UInt8(ascii: "a")):
      sheet = PrintedSheet(width: number(line, "width") ?? 0, height: number(line, "height") ?? 0)
    case (UInt8(ascii: "/"), UInt8(ascii: "p")):
      if let sheet { body(index, sheet) }
      sheet = nil
      index += 1
    default: break
    }
  }

  /// Looks whether a line is a whole element, and stands where it may.
  private mutating func check(_ line: UnsafeBufferPointer<UInt8>) {
    if line.starts(with: "</doc".utf8) { (isInDocument, isEnded) = (false, true) }
    if isStrict, isInDocument, !isElement(line) { isGarbled = true }
    if line.starts(with: "<doc".utf8) { isInDocument = true }
  }

  private func isElement(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if line.elementsEqual("</page>".utf8) { return sheet != nil }
    func has(_ signs: Int, quotes: Int) -> Bool {
      // those of the text are written as entities
      line.last == 0x3E && line.count { $0 == 0x3C } == signs && line.count { $0 == 0x3E } == signs
        && line.count { $0 == 0x22 } == quotes
    }
    if line.starts(with: "<word xMin=\"".utf8) { return sheet != nil && has(2, quotes: 8) }
    return line.starts(with: "<page width=\"".utf8) && sheet == nil && has(1, quotes: 4)
  }

  private mutating func takeCharacter(_ line: UnsafeBufferPointer<UInt8>) {
    guard let quad = value(line, "quad"), let c = value(line, "c") else { return }
    var numbers: [Double] = []
    var at = 0
    while at < quad.count {
      guard let n = parseNumber(quad, &at) else { return }
      numbers.append(n)
      at += 1
    }
    guard numbers.count == 8 else { return }
    let text = unescaped(c)
    if text == [0x20] || text == [0xC2, 0xA0] { return endWord() }
    let xs = [numbers[0], numbers[2], numbers[4], numbers[6]].sorted()
    let ys = [numbers[1], numbers[3], numbers[5], numbers[7]].sorted()
    guard var word else {
      self.word = PrintedWord(text: text, left: xs[0], top: ys[0], right: xs[3], bottom: ys[3])
      return
    }
    word.text += text
    word.left = min(word.left, xs[0])
    word.top = min(word.top, ys[0])
    word.right = max(word.right, xs[3])
    word.bottom = max(word.bottom, ys[3])
    self.word = word
  }

  private mutating func endWord() {
    if let word { sheet?.words.append(word) }
    word = nil
  }

  private func number(_ line: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Double? {
    guard let value = value(line, name) else { return nil }
    var at = 0
    return parseNumber(value, &at)
  }

  /// The value of an attribute of a one-line element.
  private func value(_ line: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    let length = name.utf8CodeUnitCount
    return name.withUTF8Buffer { name in
      var i = 0
      while i + length + 2 < line.count {
        if line[i] == 0x20, line[i + length + 1] == 0x3D, line[i + length + 2] == 0x22 {
          var k = 0
          while k < length, line[i + 1 + k] == name[k] { k += 1 }
          if k == length {
            let start = i + length + 3
            var end = start
            while end < line.count, line[end] != 0x22 { end += 1 }
            return UnsafeBufferPointer(rebasing: line[start..<end])
          }
        }
        i += 1
      }
      return nil
    }
  }
}

/// A decimal number as C prints it, whatever the locale of this process.
func parseNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Double? {
  var whole = 0.0
  var scale = 1.0
  var isNegative = false
  var hasDigits = false
  var isFraction = false
  while at < bytes.count {
    let byte = bytes[at]
    if byte == 0x2D, !hasDigits {
      isNegative = true
    } else if byte == 0x2E {
      isFraction = true
    } else if byte >= 0x30, byte <= 0x39 {
      hasDigits = true
      if isFraction {
        scale /= 10
        whole += Double(byte - 0x30) * scale
      } else {
        whole = whole * 10 + Double(byte - 0x30)
      }
    } else if byte == 0x65, hasDigits {
      at += 1
      guard let exponent = parseNumber(bytes, &at), exponent.magnitude < 40 else { return nil }
      var power = 1.0
      for _ in 0..<Int(exponent.magnitude) { power *= 10 }
      whole = exponent < 0 ? whole / power : whole * power
      break
    } else {
      break
    }
    at += 1
  }
  return hasDigits ? (isNegative ? -whole : whole) : nil
}

/// XML text with its five named and the numbered entities resolved.
func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  guard bytes.contains(0x26) else { return Array(bytes) }
  var text: [UInt8] = []
  var i = 0
  while i < bytes.count {
    guard bytes[i] == 0x26, let end = bytes[i...].firstIndex(of: 0x3B), end - i < 12,
      let scalar = entity(UnsafeBufferPointer(rebasing: bytes[(i + 1)..<end]))
    else {
      text.append(bytes[i])
      i += 1
      continue
    }
    text += Array(String(Character(scalar)).utf8)
    i = end + 1
  }
  return text
}
