internal import Encoding

/// A document's text in UTF-8 and normalization form C, with what was wrong with it.
package func documentText(of file: [UInt8]) -> (bytes: [UInt8], problem: String?) {
  var text = file[...]
  var encoding: String?
  if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0x3C, 0x00]) {
    encoding = "UTF-16LE"
  } else if text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0x00, 0x3C]) {
    encoding = "UTF-16BE"
  } else {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    encoding = declaredEncoding(text.prefix(256))
  }
  var problem: String?
  if let encoding, encoding.lowercased() != "utf-8", encoding.lowercased() != "utf8" {
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) { text = text.dropFirst(2) }
    if let converted = try? convertToUTF8(text, from: encoding) {
      return (clean(composed(converted) ?? converted), nil)
    }
    problem = "is not in the encoding \"\(encoding)\" that it names"
  }
  if String(validating: text, as: UTF8.self) == nil {
    // what a page of HTML says of itself, which many say of UTF-8 as well
    if let named = namedCharset(text.prefix(1024)), let converted = try? convertToUTF8(text, from: named) {
      return (clean(composed(converted) ?? converted), nil)
    }
    problem = problem ?? "is not UTF-8 throughout"
    text = repairUTF8(text)[...]
  }
  let array = Array(text)
  return (clean(composed(array) ?? array), problem)
}

/// The `encoding` of an XML declaration.
private func declaredEncoding(_ head: ArraySlice<UInt8>) -> String? {
  let words = String(decoding: head, as: UTF8.self)
  guard words.hasPrefix("<?xml"), let end = words.firstRange(of: "?>"),
    let start = words[..<end.lowerBound].firstRange(of: "encoding")
  else { return nil }
  let rest = words[start.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
  guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
  return String(rest.dropFirst().prefix { $0 != quote })
}

/// The `charset` of a `meta` element (HTML, 13.2.3.2).
private func namedCharset(_ head: ArraySlice<UInt8>) -> String? {
  let words = String(decoding: head, as: UTF8.self).lowercased()
  guard let meta = words.firstRange(of: "<meta"),
    let start = words[meta.upperBound...].firstRange(of: "charset")
  else { return nil }
  let name = words[start.upperBound...].drop { " =\"'".contains($0) }
    .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  return name.isEmpty || name == "utf-8" || name == "utf8" ? nil : String(name)
}

/// Control characters, which no page shows, as spaces; those above 0x80 as the signs of code page 1252,
/// whose bytes somebody took for Latin-1.
private func clean(_ text: [UInt8]) -> [UInt8] {
  let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }
  guard text.contains(where: { isControl($0) || $0 == 0xC2 }) else { return text }
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var index = 0
  while index < text.count {
    if text[index] == 0xC2, index + 1 < text.count, text[index + 1] < 0xA0 {
      appendCodePage1252(text[index + 1], to: &result)
      index += 1
    } else {
      result.append(isControl(text[index]) ? 0x20 : text[index])
    }
    index += 1
  }
  return result
}
