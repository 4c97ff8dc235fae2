internal import Encoding

/// Reads Rich Text Format (Microsoft's specification 1.9.1) and writes it down as the parts of a Word file say the
/// same, so that one reader makes books of both. Linear in the bytes; groups that are nested too deep are left out.
struct RichText {
  /// What the words of a group are.
  enum Destination {
    case body, skipped, styles, fonts, colours, listText, picture, instruction, bookmark, title, author
  }

  /// What a group begins with and takes back at its end.
  struct State {
    var destination = Destination.body
    var run = RichRun()
    var paragraph = RichParagraph()
    var font = 0
    /// Bytes that stand for a letter of Unicode where a reader knows none.
    var skips = 1
    /// The group is a field's, a note's, a box's: what is done at its end.
    var end: End?
    enum End {
      case field
      case note(isEnd: Bool)
      case box, style, picture, instruction, bookmark, property
    }
  }

  static let mark = Array("{\\rtf".utf8)
  private static let deepest = 500

  let bytes: [UInt8]
  var at = 0
  var state = State()
  var stack: [State] = []
  /// Groups within one that is nested too deep.
  private var tooDeep = 0
  var writer = RichWriter()
  /// Letters of an 8-bit page that wait for the end of their run: two may be one letter.
  private var letters: [UInt8] = []
  private var lettersPage = 1252
  private var toSkip = 0
  var codePage = 1252
  var pages: [Int: Int] = [:]
  var defaultFont = 0
  /// The next control word is of a destination that may be passed over.
  private var isOptional = false
  /// Words of a destination that is none of the text.
  var words = ""
  var picture = RichPicture()
  /// A high half of a pair that stands for one letter.
  private var high: UInt32?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The parts of a Word file by their names.
  static func parts(of bytes: [UInt8]) -> [String: [UInt8]] {
    var text = RichText(bytes)
    text.read()
    return text.writer.parts()
  }

  private mutating func read() {
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "{"):
        at += 1
        open()
      case UInt8(ascii: "}"):
        at += 1
        close()
      case UInt8(ascii: "\\"): control()
      case 0x0A, 0x0D: at += 1
      default:
        at += 1
        take(byte)
      }
    }
    settle()
    while !stack.isEmpty { close() }
    writer.finish(state.paragraph)
  }

  // MARK: Groups

  private mutating func open() {
    settle()
    guard stack.count < RichText.deepest, tooDeep == 0 else {
      tooDeep += 1
      return
    }
    stack.append(state)
    state.end = nil
    isOptional = false
  }

  private mutating func close() {
    settle()
    guard tooDeep == 0 else {
      tooDeep -= 1
      return
    }
    guard let outer = stack.popLast() else { return }
    let inner = state
    state = outer
    switch inner.end {
    case .field?: writer.endField(outer.run)
    case .note(let isEnd)?: writer.endNote(inner.paragraph, isEnd: isEnd)
    case .box?: writer.endBox(inner.paragraph)
    case .style?: writer.define(style: inner.paragraph, inner.run, name: take())
    case .picture?:
      writer.put(picture, inner.run)
      picture = RichPicture()
    case .instruction?: writer.instruct(take())
    case .bookmark?: writer.bookmark(take())
    case .property?:
      if inner.destination == .title { writer.title = take() } else { writer.author = take() }
    case nil: break
    }
  }

  private mutating func take() -> String {
    defer { words = "" }
    return words.trimmingBlanks
  }

  // MARK: Words

  /// A byte of text; hexadecimal figures in a picture.
  private mutating func take(_ byte: UInt8) {
    guard toSkip == 0 else {
      toSkip -= 1
      return
    }
    switch state.destination {
    case .skipped: return
    case .colours:
      if byte == UInt8(ascii: ";") { writer.endColour() }
      return
    case .picture: return picture.take(byte)
    default: break
    }
    let page = pages[state.font] ?? codePage
    if page != lettersPage { settle() }
    lettersPage = page
    letters.append(byte)
  }

  /// Writes down the letters that wait.
  mutating func settle() {
    guard !letters.isEmpty else { return }
    defer { letters.removeAll(keepingCapacity: true) }
    guard letters.contains(where: { $0 >= 0x80 }) else { return put(String(decoding: letters, as: UTF8.self)) }
    if lettersPage == 65001 { return put(String(decoding: letters, as: UTF8.self)) }
    if lettersPage != 1252, let converted = try? convertToUTF8(letters[...], from: RichText.encoding(lettersPage)) {
      return put(String(decoding: converted, as: UTF8.self))
    }
    var made: [UInt8] = []
    for byte in letters { if byte < 0x80 { made.append(byte) } else { appendCodePage1252(byte, to: &made) } }
    put(String(decoding: made, as: UTF8.self))
  }

  private static func encoding(_ page: Int) -> String {
    switch page {
    case 10000: "MACINTOSH"
    case 932: "SHIFT_JIS"
    case 936: "GBK"
    case 949: "CP949"
    case 950: "BIG5"
    default: "CP\(page)"
    }
  }

  mutating func put(_ text: String) {
    switch state.destination {
    case .body: writer.put(text, state.run, writer.styles[state.paragraph.style ?? -1])
    case .listText: writer.listText += text
    case .styles, .instruction, .bookmark, .title, .author: words += text
    case .skipped, .fonts, .colours, .picture: break
    }
  }

  // MARK: Control words

  private mutating func control() {
    at += 1
    guard at < bytes.count else { return }
    let sign = bytes[at]
    guard sign.isASCIILetter else {
      at += 1
      return symbol(sign)
    }
    let start = at
    while at < bytes.count, bytes[at].isASCIILetter, at - start < 32 { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    var number: Int?
    let isNegative = at + 1 < bytes.count && bytes[at] == 0x2D && bytes[at + 1] &- 0x30 < 10
    if isNegative { at += 1 }
    while at < bytes.count, bytes[at] &- 0x30 < 10 {
      number = min((number ?? 0) * 10 + Int(bytes[at] - 0x30), 1 << 28)
      at += 1
    }
    if isNegative { number = number.map { -$0 } }
    if at < bytes.count, bytes[at] == 0x20 { at += 1 }
    if word == "bin" {
      let end = min(bytes.count, at + max(0, number ?? 0))
      if state.destination == .picture { picture.bytes += bytes[at..<end] }
      at = end
      return
    }
    if word == "u", let number {
      settle()
      toSkip = state.skips
      return unicode(UInt32(truncatingIfNeeded: number < 0 ? number + 65536 : number))
    }
    guard toSkip == 0 else {
      toSkip -= 1
      return
    }
    settle()
    let wasOptional = isOptional
    isOptional = false
    obey(word, number, isOptional: wasOptional)
  }

  private mutating func symbol(_ sign: UInt8) {
    if sign == UInt8(ascii: "'") {
      let high = at < bytes.count ? bytes[at].hexadecimal : nil
      let low = at + 1 < bytes.count ? bytes[at + 1].hexadecimal : nil
      at += 2
      if let high, let low { take(high << 4 | low) }
      return
    }
    guard toSkip == 0 else {
      toSkip -= 1
      return
    }
    settle()
    switch sign {
    case UInt8(ascii: "*"): isOptional = true
    case UInt8(ascii: "~"): put("\u{A0}")
    case UInt8(ascii: "_"): put("\u{2011}")
    case UInt8(ascii: "-"): put("\u{AD}")
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): take(sign)
    case 0x0A, 0x0D: obey("par", nil, isOptional: false)
    case 0x09: put("\t")
    default: break
    }
  }

  private mutating func unicode(_ value: UInt32) {
    if value & 0xFC00 == 0xD800 {
      high = value
    } else if value & 0xFC00 == 0xDC00 {
      if let first = high { put(scalar: 0x10000 + (first & 0x3FF) << 10 + value & 0x3FF) }
      high = nil
    } else {
      put(scalar: value)
    }
  }

  private mutating func put(scalar value: UInt32) {
    // fonts of signs have theirs where nobody else has
    if let scalar = Unicode.Scalar(value) { put(String(scalar)) }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  var hexadecimal: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
