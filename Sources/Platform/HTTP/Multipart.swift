internal import Bytes

/// A form with files in it (RFC 7578), as its bytes came.
package struct Multipart {
  package struct Part {
    package var name: String
    /// As it was sent, folders and all; nil for a field.
    package var fileName: String?
    package var range: Range<Int>
  }
  package private(set) var parts: [Part] = []

  /// A form of a book has fewer.
  private static let mostParts = 1000
  private static let mostHeaders = 8192

  /// The words between the parts, by the header `Content-Type`; nil for what is no such form.
  package static func boundary(_ type: String) -> String? {
    let pieces = HeaderValue(type)
    guard pieces.value == "multipart/form-data", let boundary = pieces.parameters["boundary"],
      (1...70).contains(boundary.utf8.count)
    else { return nil }
    return boundary
  }

  /// Nil where the bytes are no such form: it must be whole, to its last boundary.
  package init?(_ bytes: [UInt8], boundary: String) {
    let mark = Array("--\(boundary)".utf8)
    let lineEnd: [UInt8] = [0x0D, 0x0A]
    // what stands before the first is for nobody (RFC 2046, 5.1.1)
    guard var at = bytes.starts(with: mark) ? mark.count : bytes.firstIndex(ofBytes: lineEnd + mark) else { return nil }
    if at != mark.count { at += 2 + mark.count }
    while true {
      if bytes[at...].starts(with: "--".utf8) { return }
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
      guard bytes[at...].starts(with: lineEnd), parts.count < Multipart.mostParts else { return nil }
      // a part may have no headers
      guard let head = bytes.firstIndex(ofBytes: lineEnd + lineEnd, from: at), head - at <= Multipart.mostHeaders,
        let end = bytes.firstIndex(ofBytes: lineEnd + mark, from: head + 4)
      else { return nil }
      let start = head + 4
      guard let part = Multipart.part(bytes[at..<head], start..<end) else { return nil }
      parts.append(part)
      at = end + 2 + mark.count
    }
  }

  private static func part(_ head: ArraySlice<UInt8>, _ range: Range<Int>) -> Part? {
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "content-disposition" else { continue }
      let value = HeaderValue(String(line[line.index(after: colon)...]))
      guard value.value == "form-data", let name = value.parameters["name"] else { return nil }
      return Part(name: name, fileName: value.parameters["filename"], range: range)
    }
    return nil
  }
}

/// `value; key=word; key="some words"`
private struct HeaderValue {
  /// In small letters.
  private(set) var value = ""
  private(set) var parameters: [String: String] = [:]

  init(_ text: String) {
    var pieces: [String] = [""]
    var (isQuoted, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        // browsers write a quote as %22 and leave a backslash alone, others escape both
        if scalar != "\"", scalar != "\\" { pieces[pieces.count - 1] += "\\" }
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ";", !isQuoted {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      }
    }
    value = HeaderValue.trimmed(pieces[0]).lowercased()
    for piece in pieces.dropFirst() {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      let key = HeaderValue.trimmed(String(piece[..<equals])).lowercased()
      // the first of two is meant by most
      if parameters[key] == nil { parameters[key] = HeaderValue.trimmed(String(piece[piece.index(after: equals)...])) }
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
