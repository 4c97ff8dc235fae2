internal import CCairo

/// Bytes of a page's contents, with numbers and folded strings as cairo 1.16 writes them
/// (`cairo-output-stream.c`, `cairo-pdf-operators.c`).
final class OperatorBytes {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 1 << 14
  /// Of the string that is being folded.
  private var column = 0

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  func empty() { count = 0 }

  private func makeRoom(_ room: Int) {
    guard count + room > capacity else { return }
    capacity = max(2 * capacity, count + room)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func add(_ text: StaticString) {
    makeRoom(text.utf8CodeUnitCount)
    (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  func add(_ text: [UInt8]) {
    makeRoom(text.count)
    text.withUnsafeBufferPointer {
      if let first = $0.baseAddress { (start + count).update(from: first, count: $0.count) }
    }
    count += text.count
  }

  /// There is room.
  private func put(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  // MARK: Numbers

  func add(matrix: TextMatrix) {
    let largest = max(abs(matrix.xx), abs(matrix.xy), abs(matrix.yx), abs(matrix.yy))
    func add(_ number: Double) { self.add(decimal: abs(number) < largest * 1e-12 ? 0 : number) }
    add(matrix.xx)
    for number in [matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0] {
      self.add(" ")
      add(number)
    }
  }

  /// Six decimals, or six digits behind the zeros of what is less than a tenth; without zeros at the end.
  func add(decimal value: Double) {
    makeRoom(400)
    guard value != 0 else { return put(0x30) }
    let magnitude = abs(value)
    var digits = 6
    if magnitude < 0.1 {
      guard magnitude > 1e-9 else { return put(rareDecimal: value) }
      var scaled = magnitude * 10
      while scaled < 1 {
        scaled *= 10
        digits += 1
      }
    }
    let scaled = magnitude * OperatorBytes.tens[digits]
    let whole = scaled.rounded(.down)
    let rest = scaled - whole
    // the product may round: near the middle between two numbers only the long way is sure
    guard scaled < 1e12, abs(rest - 0.5) > 1e-3 else { return put(rareDecimal: value) }
    if value < 0 { put(UInt8(ascii: "-")) }
    put(UInt64(whole) + (rest > 0.5 ? 1 : 0), decimals: digits)
  }

  private static let tens: [Double] = (0..<18).map { exponent in (0..<exponent).reduce(1.0) { ten, _ in ten * 10 } }

  private func put(_ number: UInt64, decimals: Int) {
    var (number, decimals) = (number, decimals)
    while decimals > 0, number % 10 == 0 {
      number /= 10
      decimals -= 1
    }
    // from its end, in bare memory: there is room for far more digits
    var place = start + count + 32
    let end = place
    func putBefore(_ byte: UInt8) {
      place -= 1
      place.pointee = byte
    }
    var rest = number
    if decimals > 0 {
      for _ in 0..<decimals {
        let next = rest / 10
        putBefore(0x30 + UInt8(truncatingIfNeeded: rest &- next &* 10))
        rest = next
      }
      putBefore(UInt8(ascii: "."))
    }
    repeat {
      let next = rest / 10
      putBefore(0x30 + UInt8(truncatingIfNeeded: rest &- next &* 10))
      rest = next
    } while rest > 0
    (start + count).update(from: place, count: end - place)
    count += end - place
  }

  private func put(whole number: Int) {
    if number < 0 { put(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    if magnitude < 1000 {
      // most steps
      let small = UInt32(truncatingIfNeeded: magnitude)
      if small >= 100 { put(0x30 + UInt8(truncatingIfNeeded: small / 100)) }
      if small >= 10 { put(0x30 + UInt8(truncatingIfNeeded: small / 10 % 10)) }
      return put(0x30 + UInt8(truncatingIfNeeded: small % 10))
    }
    let first = count
    var rest = magnitude
    repeat {
      put(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    turnRound(from: first)
  }

  private func turnRound(from first: Int) {
    var (low, high) = (first, count - 1)
    while low < high {
      (start[low], start[high]) = (start[high], start[low])
      (low, high) = (low + 1, high - 1)
    }
  }

  /// The same by the C library.
  private func put(rareDecimal value: Double) {
    func printed(_ digits: Int) -> [UInt8] {
      var buffer = [CChar](repeating: 0, count: 400)
      let count = withVaList([Int32(digits), value]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
      return buffer.prefix(Int(min(max(count, 0), 399))).map { UInt8(bitPattern: $0) }
    }
    var text: [UInt8]
    if abs(value) >= 0.1 {
      text = printed(6)
    } else {
      text = printed(18)
      if let point = text.firstIndex(of: UInt8(ascii: ".")) {
        let zeros = text[(point + 1)...].prefix { $0 == 0x30 }.count
        if zeros + 6 < 18 { text = printed(zeros + 6) }
      }
    }
    while text.last == 0x30 { text.removeLast() }
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    for byte in text { put(byte) }
  }

  /// Four digits.
  func add(hexadecimal number: UInt16) {
    makeRoom(4)
    for shift: UInt16 in [12, 8, 4, 0] { put(OperatorBytes.digit(number >> shift)) }
  }

  /// Four digits for each unit of UTF-16.
  func add(utf16 text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < text.count {
      let first = UInt16(text[place])
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3
      // well-formed letters of up to three bytes
      guard first < 0x80 || first >= 0xC2 && first < 0xED, place + length <= text.count,
        (1..<length).allSatisfy({ text[place + $0] & 0xC0 == 0x80 }), first != 0xE0 || text[place + 1] >= 0xA0
      else { return add(transcoded: UnsafeBufferPointer(rebasing: text[place...])) }
      switch length {
      case 1: add(hexadecimal: first)
      case 2: add(hexadecimal: (first & 0x1F) << 6 | UInt16(text[place + 1] & 0x3F))
      default:
        add(hexadecimal: first << 12 | UInt16(text[place + 1] & 0x3F) << 6 | UInt16(text[place + 2] & 0x3F))
      }
      place += length
    }
  }

  private func add(transcoded text: UnsafeBufferPointer<UInt8>) {
    _ = transcode(text.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: false) {
      add(hexadecimal: $0)
    }
  }

  private static func digit(_ number: UInt16) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: number & 15)
    return digit < 10 ? 0x30 + digit : 0x57 + digit
  }

  // MARK: Folding

  // Lines end where a word or a string begins that stands behind column 72, and inside hexadecimal digits.

  /// - Parameter glyphs: how many may be added before it begins anew.
  func beginFolding(_ glyphs: Int) {
    // digits of a step with its brackets, a glyph, a line's end at each place where one may stand
    makeRoom(glyphs * 40 + 64)
    column = 0
  }

  /// What begins a word or a string.
  func addFolding(_ byte: UInt8) {
    column += 1
    if column >= 72 {
      put(0x0A)
      column = 0
    }
    put(byte)
  }

  private func addFolding(whole number: Int) {
    column += 1
    if column >= 72 {
      put(0x0A)
      column = 0
    }
    let first = count
    put(whole: number)
    column += count - first - 1
  }

  /// How far the next glyph stands from where it would, with the ends of the strings around it.
  func addFolding(step number: Int, between close: UInt8, _ open: UInt8) {
    let magnitude = number.magnitude
    guard column < 64, magnitude < 1000 else {
      endString(close)
      addFolding(whole: number)
      return addFolding(open)
    }
    // most: three digits, far from where the line is folded
    var at = start + count
    at[0] = close
    at += 1
    if number < 0 {
      at[0] = UInt8(ascii: "-")
      at += 1
    }
    let small = UInt32(truncatingIfNeeded: magnitude)
    if small >= 100 {
      at[0] = 0x30 + UInt8(truncatingIfNeeded: small / 100)
      at += 1
    }
    if small >= 10 {
      at[0] = 0x30 + UInt8(truncatingIfNeeded: small / 10 % 10)
      at += 1
    }
    at[0] = 0x30 + UInt8(truncatingIfNeeded: small % 10)
    at[1] = open
    let end = at + 2 - start
    column += end - count
    count = end
  }

  func endString(_ byte: UInt8) {
    column += 1
    put(byte)
  }

  /// A letter of a string in round brackets.
  func add(letter byte: UInt8) {
    let first = count
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
      put(UInt8(ascii: "\\"))
      put(byte)
    case 0x20...0x7E: put(byte)
    default:
      put(UInt8(ascii: "\\"))
      put(0x30 + byte >> 6)
      put(0x30 + byte >> 3 & 7)
      put(0x30 + byte & 7)
    }
    column += count - first
  }

  /// Of a string in pointed brackets.
  func add(digitsOf code: UInt16) {
    if column <= 68 {
      // all four at once, the first lowest: a nibble a byte, and 0x27 more for those from `a` on
      let code = UInt32(code)
      let nibbles = code >> 12 | code & 0x0F00 | (code & 0xF0) << 12 | (code & 0x0F) << 24
      let letters = (nibbles + 0x0606_0606) >> 4 & 0x0101_0101
      let digits = nibbles + 0x3030_3030 + letters * 0x27
      UnsafeMutableRawPointer(start + count).storeBytes(of: digits.littleEndian, as: UInt32.self)
      count += 4
      column += 4
      return
    }
    for shift: UInt16 in [12, 8, 4, 0] {
      column += 1
      put(OperatorBytes.digit(code >> shift))
      if column > 72 {
        put(0x0A)
        column = 0
      }
    }
  }
}
