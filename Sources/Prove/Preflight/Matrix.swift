internal import QPDF

/// A change of coordinates (ISO 32000-1, 8.3.3).
struct Matrix: Sendable, Equatable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  /// First this one, then the other.
  func then(_ next: Matrix) -> Matrix {
    Matrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
  }

  /// How long a step along x becomes, and one along y.
  var scaleX: Double { (a * a + b * b).squareRoot() }
  var scaleY: Double { (c * c + d * d).squareRoot() }
  /// Of areas, as a factor of lengths.
  var scale: Double { (a * d - b * c).magnitude.squareRoot() }

  init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  init?(_ values: [Double]) {
    guard values.count == 6 else { return nil }
    self.init(a: values[0], b: values[1], c: values[2], d: values[3], e: values[4], f: values[5])
  }
}

extension PDFDocument {
  /// The numbers of an array; nil if it holds anything else.
  func numbers(_ array: PDFObject) throws(PDFError) -> [Double]? {
    var values: [Double] = []
    for index in 0..<(try count(of: array)) {
      guard let value = try number(item(index, of: array)), value.magnitude < 40_000_000 else { return nil }
      values.append(value)
    }
    return values
  }

  func numbers(_ key: String, of dictionary: PDFObject) throws(PDFError) -> [Double]? {
    guard let array = try value(key, of: dictionary), isArray(array) else { return nil }
    return try numbers(array)
  }

  func number(_ key: String, of dictionary: PDFObject) throws(PDFError) -> Double? {
    guard let value = try value(key, of: dictionary) else { return nil }
    return number(value)
  }

  func integer(_ key: String, of dictionary: PDFObject) throws(PDFError) -> Int? {
    try number(key, of: dictionary)?.whole
  }

  /// A name with its slash; nil where the value is no name.
  func name(_ key: String, of dictionary: PDFObject) throws(PDFError) -> String? {
    guard let value = try value(key, of: dictionary) else { return nil }
    return try name(value)
  }

  func name(_ object: PDFObject) throws(PDFError) -> String? {
    guard !isArray(object), !isDictionary(object), !isStream(object) else { return nil }
    let syntax = try syntax(of: object)
    return syntax.hasPrefix("/") ? syntax : nil
  }
}

extension Double {
  /// Without its fraction, within what a PDF's integers reach (ISO 32000-1, annex C): damaged files hold anything.
  var whole: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -2_147_483_648), 2_147_483_647)) }
}
