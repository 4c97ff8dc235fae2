/// CriticMarkup (criticmarkup.com): changes are read as accepted, comments are left out.
struct CriticMarks {
  private(set) var text: [UInt8]
  /// Comments, and the line of the first, from 0.
  private(set) var comments = (count: 0, line: 0)
  private(set) var isChanged = false

  private static let signs: [(open: [UInt8], close: [UInt8])] = [
    ("{++", "++}"), ("{--", "--}"), ("{~~", "~~}"), ("{==", "==}"), ("{>>", "<<}"),
  ].map { (Array($0.utf8), Array($1.utf8)) }
  private static let longest = 20_000

  /// Whether any of it may stand in a text.
  static func mayStand(in bytes: [UInt8]) -> Bool {
    var next = 0
    while let brace = bytes[next...].firstIndex(of: 0x7B) {
      if signs.contains(where: { bytes[brace...].starts(with: $0.open) }) { return true }
      next = brace + 1
    }
    return false
  }

  /// Lines keep their numbers: ends of lines within what is left out stay. Code is as it is.
  init(_ bytes: [UInt8]) {
    text = []
    text.reserveCapacity(bytes.count)
    var at = 0
    var line = 0
    var fence: ArraySlice<UInt8>?
    var ticks = 0
    while at < bytes.count {
      if at == 0 || bytes[at - 1] == 0x0A {
        let begun = bytes[at...].drop { $0 == 0x20 }
        if let sign = begun.first, sign == 0x60 || sign == 0x7E {
          let run = begun.prefix { $0 == sign }
          if let open = fence {
            if run.count >= open.count, run.first == open.first { fence = nil }
          } else if run.count >= 3 {
            fence = run
          }
        }
      }
      if bytes[at] == 0x0A { line += 1 }
      if fence == nil, bytes[at] == 0x60 { ticks ^= 1 }
      if bytes[at] == 0x0A, at + 1 < bytes.count, bytes[at + 1] == 0x0A { ticks = 0 }
      guard bytes[at] == 0x7B, fence == nil, ticks == 0,
        let mark = CriticMarks.signs.first(where: { bytes[at...].starts(with: $0.open) }),
        let close = bytes[(at + 3)..<min(bytes.count, at + CriticMarks.longest)].firstRange(ofBytes: mark.close)
      else {
        text.append(bytes[at])
        at += 1
        continue
      }
      let inner = bytes[(at + 3)..<close.lowerBound]
      isChanged = true
      switch mark.open[1] {
      case UInt8(ascii: "+"), UInt8(ascii: "="): text += inner
      case UInt8(ascii: "~"):
        if let arrow = inner.firstRange(ofBytes: Array("~>".utf8)) {
          text += inner[..<arrow.lowerBound].filter { $0 == 0x0A } + inner[arrow.upperBound...]
        } else {
          text += inner
        }
      default:
        if mark.open[1] == UInt8(ascii: ">") {
          if comments.count == 0 { comments.line = line }
          comments.count += 1
        }
        text += inner.filter { $0 == 0x0A }
        // the blank beside it is none between words
        if text.last == 0x20, close.upperBound < bytes.count, bytes[close.upperBound] <= 0x20 { text.removeLast() }
      }
      line += inner.count { $0 == 0x0A }
      at = close.upperBound
    }
  }
}
