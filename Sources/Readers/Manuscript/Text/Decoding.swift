internal import Encoding
package import Units

/// A manuscript file as UTF-8, and how it came to be that.
package struct DecodedText: Sendable {
  /// UTF-8 in normalization form C, without byte order mark, NUL and control characters; line ends as in the file.
  package var text: [UInt8]
  /// The encoding the bytes were taken to be in.
  package var encodingName: String
  /// Locations count into `text`, file 0.
  package var diagnostics: [Diagnostic]
  /// Where lines begin in `text`, if that is known.
  var lineStarts: [UInt32]? = nil

  /// The text with its lines, as a file of that name.
  func file(name: String) -> SourceFile {
    SourceFile(name: name, text: text, lineStarts: lineStarts ?? Manuscript.lineStarts(of: text))
  }
}

/// Turns the bytes of a text file into UTF-8.
///
/// Without a name the encoding is found in this order: byte order mark, the zero
/// bytes of UTF-16, valid UTF-8, the name the file itself gives, letter
/// frequencies, faults that code page 1252 would leave in words, and that code page. Throws where the file is empty or is no text,
/// or where the encoding asked for is unknown or does not fit. Cost is linear.
package func decode(_ bytes: [UInt8], as encoding: String?) throws(ManuscriptError) -> DecodedText {
  guard !bytes.isEmpty else { throw .empty }
  if let encoding { return try decode(bytes, named: encoding) }
  if let kind = binaryKind(bytes) { throw .notText(kind: kind) }

  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try decodeUTF8(bytes[3...], isCertain: true) }
  if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
    return try decode(bytes, named: "UTF-32")
  }
  if bytes.starts(with: [0xFF, 0xFE]) { return try decodeUTF16(bytes[2...], isBigEndian: false) }
  if bytes.starts(with: [0xFE, 0xFF]) { return try decodeUTF16(bytes[2...], isBigEndian: true) }
  if let isBigEndian = looksLikeUTF16(bytes) {
    return try decodeUTF16(bytes[...], isBigEndian: isBigEndian)
  }
  if isFullOfControls(bytes) { throw .notText(kind: "binary data") }
  return try decodeUTF8(bytes[...], isCertain: false)
}

private func decode(_ bytes: [UInt8], named name: String) throws(ManuscriptError) -> DecodedText {
  let key = encodingKey(name)
  switch key {
  case "utf8":
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let scan = scanUTF8(body)
    if let offset = scan.firstInvalid { throw .undecodable(encoding: name, byteOffset: offset) }
    return try finish(Array(body), encodingName: "UTF-8", diagnostics: [])
  case "cp1252", "windows1252", "latin1", "iso88591", "l1":
    return try finish(fromCodePage1252(bytes[...]), encodingName: name, diagnostics: [])
  case "utf16", "utf16le", "utf16be", "ucs2":
    for (mark, isBigEndian) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] where bytes.starts(with: mark) {
      return try decodeUTF16(bytes[2...], isBigEndian: isBigEndian)
    }
    return try decodeUTF16(bytes[...], isBigEndian: key == "utf16be" || key == "utf16" && looksLikeUTF16(bytes) == true)
  default:
    do {
      return try finish(try convertToUTF8(bytes[...], from: name), encodingName: name, diagnostics: [])
    } catch let error as ConversionError {
      switch error {
      case .unknownEncoding(let name): throw .unknownEncoding(name)
      case .invalid(let offset): throw .undecodable(encoding: name, byteOffset: offset)
      }
    } catch let error as ManuscriptError {
      throw error
    } catch {
      throw .unknownEncoding(name)
    }
  }
}

// MARK: - UTF-8 and what is not

private func decodeUTF8(_ bytes: ArraySlice<UInt8>, isCertain: Bool) throws(ManuscriptError) -> DecodedText {
  let scan = scanUTF8(bytes)
  guard let firstInvalid = scan.firstInvalid else {
    // Seven bits and escape sequences: the one such encoding books come in.
    if scan.nonASCII == 0, bytes.contains(0x1B), let name = detectEncoding(bytes), name.hasPrefix("ISO-2022"),
      let text = try? convertToUTF8(bytes, from: name)
    {
      return try finish(text, encodingName: name, diagnostics: [])
    }
    var decoded = DecodedText(text: Array(bytes), encodingName: "UTF-8", diagnostics: [])
    if scan.hasControls || scan.mayCompose {
      decoded = try finish(decoded.text, encodingName: "UTF-8", diagnostics: [], isClean: !scan.hasControls)
    } else {
      decoded.lineStarts = scan.lineStarts
      if isBlank(decoded.text) { throw .empty }
    }
    return decoded
  }
  let badByte = bytes[bytes.startIndex + firstInvalid]
  // Much sound UTF-8 with a few bad bytes is UTF-8 that somebody spoiled, not
  // another encoding: no other one makes valid sequences by chance.
  if isCertain || scan.sequences > 8 * scan.invalid {
    let text = repairUTF8(bytes)
    let warning = Diagnostic(
      .warning, code: "utf8-invalid",
      "\(scan.invalid) bytes are not UTF-8, the first is 0x\(hex(badByte)); each was read as code page 1252",
      help: "look at this place, and save the file as UTF-8", source: SourceLocation(offset: firstInvalid))
    return try finish(text, encodingName: "UTF-8", diagnostics: [warning])
  }

  let declared = declaredEncoding(bytes)
  var candidates: [String] = []
  if let declared { candidates.append(declared) }
  if let guess = OldEncodings.encoding(of: bytes) ?? plausibleGuess(bytes) { candidates.append(guess) }
  for name in candidates {
    if isLatin1(name) { break }
    guard let text = try? convertToUTF8(bytes, from: name) else { continue }
    return try finish(
      text, encodingName: name,
      diagnostics: [notUTF8(bytes, at: firstInvalid, readAs: name, isDeclared: name == declared)])
  }
  let hasC1 = bytes.contains { (0x80...0x9F).contains($0) }
  let name = hasC1 ? "CP1252" : "ISO-8859-1"
  let isDeclared = declared.map(isLatin1) ?? false
  return try finish(
    fromCodePage1252(bytes), encodingName: name,
    diagnostics: [notUTF8(bytes, at: firstInvalid, readAs: name, isDeclared: isDeclared)])
}

/// The C1 codes of ISO-8859-1 are in no book; where they occur they are the quotes of the code page
/// (WHATWG Encoding, label iso-8859-1).
private func fromCodePage1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count + bytes.count / 16)
  for byte in bytes { appendCodePage1252(byte, to: &text) }
  return text
}

/// A warning, or a mere note where the file itself names its encoding.
private func notUTF8(_ bytes: ArraySlice<UInt8>, at offset: Int, readAs name: String, isDeclared: Bool) -> Diagnostic {
  let byte = bytes[bytes.startIndex + offset]
  let before = bytes.prefix(offset)
  var decodedOffset = offset
  if !isLatin1(name), let text = try? convertToUTF8(before, from: name) {
    decodedOffset = text.count
  } else if before.contains(where: { $0 >= 0x80 }) {
    decodedOffset = fromCodePage1252(before).count
  }
  return Diagnostic(
    isDeclared ? .note : .warning, code: "not-utf8", "not UTF-8 (byte 0x\(hex(byte))); read as \(name)",
    help: isDeclared ? nil : "if letters are wrong, name the encoding: --encoding NAME",
    source: SourceLocation(offset: decodedOffset))
}

private func isLatin1(_ name: String) -> Bool {
  ["iso88591", "latin1", "l1", "cp1252", "windows1252", "isolatin1"].contains(encodingKey(name))
}

private func encodingKey(_ name: String) -> String { name.filter { $0 != "-" && $0 != "_" }.lowercased() }

/// What `Character set encoding:`, `charset=` or an XML declaration in the first ten kilobytes says,
/// where it is an encoding that has bytes above 0x7F and is known here.
private func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
  let head = Array(bytes.prefix(10_000))
  for key in ["character set encoding:", "charset=", "-*- coding:", "<?xml version=\"1.0\" encoding="] {
    guard let at = firstIndex(ofLowercase: Array(key.utf8), in: head) else { continue }
    let rest = head[(at + key.utf8.count)...].drop { $0 == 0x20 || $0 == 0x22 || $0 == 0x3A }
    let name = rest.prefix { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3B && $0 != 0x2C }
    let text = String(decoding: name, as: UTF8.self)
    let upper = text.uppercased()
    if upper.contains("ASCII") || upper == "UTF-8" || upper == "UTF8" { return nil }
    if text.hasPrefix("ISO-Latin-1") || text.hasPrefix("ISO Latin-1") || text == "ISO" { return "ISO-8859-1" }
    return isKnownEncoding(text) ? text : nil
  }
  return nil
}

/// The detector's guess where it is believable; nil means code page 1252.
private func plausibleGuess(_ bytes: ArraySlice<UInt8>) -> String? {
  guard let guess = detectEncoding(bytes) else { return nil }
  let name = guess.uppercased()
  if isLatin1(name) || name == "ASCII" || name.hasPrefix("UTF-") { return nil }
  // Western letters are few among plain ones, Cyrillic, Greek or Hebrew ones are
  // nearly all: with few high bytes a guess of such a script is noise.
  var high = 0
  var letters = 0
  for byte in bytes.prefix(256 * 1024) {
    if byte >= 0x80 { high += 1 } else if byte.isASCIILetter { letters += 1 }
  }
  let isMostlyHigh = high * 4 > letters
  let western: Set = [
    "ISO-8859-3", "ISO-8859-4", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16",
    "WINDOWS-1257", "WINDOWS-1258", "VISCII", "IBM850", "IBM852", "MAC-CENTRALEUROPE", "IBM865", "MACROMAN",
  ]
  if western.contains(name) { return nil }
  let central: Set = ["ISO-8859-2", "WINDOWS-1250", "ISO-8859-9", "WINDOWS-1254"]
  if central.contains(name) {
    // é, ö and their like are the same in these and in the Western pages; only letters
    // that Western languages have no use for (ł, ą, ř, š, ő) tell them apart.
    let telling: Set<UInt8> = [
      0xB3, 0xB9, 0xBF, 0x9C, 0x9F, 0x9A, 0x9E, 0xEC, 0xF8, 0xF5, 0xFB, 0xB1, 0xB6, 0xBC, 0xBE, 0xBB, 0xB5, 0xFE, 0xFD,
      0xF0,
    ]
    let different: Set<UInt8> = [0xE0, 0xE3, 0xE5, 0xE6, 0xE8, 0xEA, 0xEF, 0xF1, 0xF2, 0xF9]
    let sample = bytes.prefix(256 * 1024)
    return sample.count(where: { telling.contains($0) }) > sample.count(where: { different.contains($0) }) ? guess : nil
  }
  return isMostlyHigh ? guess : nil
}

// MARK: - UTF-16

/// Whether zero bytes stand at even places only (big endian), at odd places only
/// (little endian), or neither: then it is no UTF-16, or holds not even a space.
private func looksLikeUTF16(_ bytes: [UInt8]) -> Bool? {
  guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
  var zeros = (even: 0, odd: 0)
  let sample = min(bytes.count, 64 * 1024)
  var i = 0
  while i + 1 < sample {
    if bytes[i] == 0 { zeros.even += 1 }
    if bytes[i + 1] == 0 { zeros.odd += 1 }
    i += 2
  }
  let pairs = sample / 2
  guard max(zeros.even, zeros.odd) * 100 > pairs * 2 else { return nil }
  // A stray zero in sound UTF-8 is a stray zero: in UTF-16 half of the bytes are
  // zero (Latin) or a small number (Cyrillic 4, Greek 3), and Han is no UTF-8.
  if scanUTF8(bytes.prefix(sample)).firstInvalid == nil, bytes.prefix(sample).count(where: { $0 < 0x09 }) * 8 < sample {
    return nil
  }
  if zeros.odd > 20 * zeros.even { return false }
  if zeros.even > 20 * zeros.odd { return true }
  return nil
}

private func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(ManuscriptError) -> DecodedText {
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count)
  var unpaired = 0
  var firstUnpaired = 0
  var i = bytes.startIndex
  func unit(_ at: Int) -> UInt32 {
    isBigEndian ? UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) : UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at])
  }
  while i + 1 < bytes.endIndex {
    var scalar = unit(i)
    i += 2
    if scalar & 0xF800 == 0xD800 {
      if scalar < 0xDC00, i + 1 < bytes.endIndex, unit(i) & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(i) & 0x3FF)
        i += 2
      } else {
        if unpaired == 0 { firstUnpaired = text.count }
        unpaired += 1
        scalar = 0xFFFD
      }
    }
    appendUTF8(scalar, to: &text)
  }
  var diagnostics: [Diagnostic] = []
  if unpaired > 0 || i < bytes.endIndex {
    diagnostics.append(
      Diagnostic(
        .warning, code: "utf16-invalid",
        unpaired > 0 ? "\(unpaired) halves of UTF-16 pairs stand alone" : "the last byte of the UTF-16 text is cut off",
        help: "look at this place, and save the file as UTF-8",
        source: SourceLocation(offset: unpaired > 0 ? firstUnpaired : text.count)))
  }
  return try finish(text, encodingName: isBigEndian ? "UTF-16BE" : "UTF-16LE", diagnostics: diagnostics)
}

func appendUTF8(_ scalar: UInt32, to text: inout [UInt8]) {
  if scalar < 0x80 { return text.append(UInt8(scalar)) }
  text += Unicode.Scalar(scalar).flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter
}

// MARK: - The last step

private func finish(
  _ text: [UInt8], encodingName: String, diagnostics: [Diagnostic], isClean: Bool = false
) throws(ManuscriptError) -> DecodedText {
  var decoded = DecodedText(text: text, encodingName: encodingName, diagnostics: diagnostics)
  if !isClean, let cleaned = withoutControls(text) {
    decoded.text = cleaned.text
    for i in decoded.diagnostics.indices {
      // The places named were found before anything was taken out.
      if let source = decoded.diagnostics[i].source, cleaned.first.map({ $0 < Int(source.offset) }) ?? false {
        let before = withoutControls(Array(text.prefix(Int(source.offset))))?.text.count ?? Int(source.offset)
        decoded.diagnostics[i].source = SourceLocation(offset: before)
      }
    }
    if let first = cleaned.first {
      let count = cleaned.count
      decoded.diagnostics.append(
        Diagnostic(
          .warning, code: "control-dropped",
          count == 1 ? "1 control character was left out" : "\(count) control characters were left out, the first here",
          help: "look at this place: text may be missing", source: SourceLocation(offset: first)))
    }
  }
  // What is typed as letter and accent is the same book as what is typed as one letter.
  if let composed = composed(decoded.text) {
    for i in decoded.diagnostics.indices {
      guard let source = decoded.diagnostics[i].source else { continue }
      let before = Array(decoded.text.prefix(Int(source.offset)))
      decoded.diagnostics[i].source = SourceLocation(offset: (Encoding.composed(before) ?? before).count)
    }
    decoded.text = composed
  }
  if isBlank(decoded.text) { throw .empty }
  return decoded
}

private func isBlank(_ text: [UInt8]) -> Bool { text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

private func hex(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}
