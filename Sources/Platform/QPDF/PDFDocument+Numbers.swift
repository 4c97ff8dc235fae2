package import Units

extension PDFDocument {
  /// The numbers of an array; nil if it holds anything else, or one past 14 km.
  package func numbers(_ array: PDFObject) throws(PDFError) -> [Double]? {
    var values: [Double] = []
    for index in 0..<(try count(of: array)) {
      guard let value = try number(item(index, of: array)), value.magnitude < 40_000_000 else { return nil }
      values.append(value)
    }
    return values
  }

  package func numbers(_ key: String, of dictionary: PDFObject) throws(PDFError) -> [Double]? {
    guard let array = try value(key, of: dictionary), isArray(array) else { return nil }
    return try numbers(array)
  }

  /// Nil for what is none.
  package func rectangle(_ array: PDFObject) throws(PDFError) -> PDFRectangle? {
    try numbers(array).flatMap(PDFRectangle.init(corners:))
  }

  package func rectangle(_ key: String, of dictionary: PDFObject) throws(PDFError) -> PDFRectangle? {
    try numbers(key, of: dictionary).flatMap(PDFRectangle.init(corners:))
  }

  package func number(_ key: String, of dictionary: PDFObject) throws(PDFError) -> Double? {
    try value(key, of: dictionary).flatMap { number($0) }
  }

  package func integer(_ key: String, of dictionary: PDFObject) throws(PDFError) -> Int? {
    try number(key, of: dictionary)?.whole
  }

  /// A name with its slash; nil where the value is no name.
  package func name(_ key: String, of dictionary: PDFObject) throws(PDFError) -> String? {
    guard let value = try value(key, of: dictionary) else { return nil }
    return try name(value)
  }

  package func name(_ object: PDFObject) throws(PDFError) -> String? {
    guard !isArray(object), !isDictionary(object), !isStream(object) else { return nil }
    let syntax = try syntax(of: object)
    guard syntax.hasPrefix("/") else { return nil }
    return syntax.utf8.contains(UInt8(ascii: "#")) ? PDFDocument.unescaped(syntax) : syntax
  }

  /// As keys are given: `#20` is a blank (ISO 32000-1, 7.3.5).
  private static func unescaped(_ name: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "#"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The page's media box, which it may have from the nodes above it (ISO 32000-1, 7.7.3.4). One that is empty
  /// says nothing: the page keeps its place.
  package func mediaBox(of page: PDFObject) throws(PDFError) -> PDFRectangle {
    guard let box = try inherited("/MediaBox", of: page), let box = try rectangle(box) else { return .letter }
    return box.right - box.left >= 1 && box.top - box.bottom >= 1 ? box : .letter
  }
}

extension Double {
  /// Without its fraction, within what a PDF's integers reach (ISO 32000-1, annex C): damaged files hold anything.
  package var whole: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -2_147_483_648), 2_147_483_647)) }
}
