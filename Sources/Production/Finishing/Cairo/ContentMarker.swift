/// Puts marked-content operators (ISO 32000-1, 14.6) into the contents of a page as cairo 1.16 writes
/// them, at glyphs counted in the order in which they were drawn.
///
/// A sequence of text opens and closes within its text object. Paths are artifacts, XObjects are of
/// the pictures' parts. cairo's own `/Span` with its replacement text stays whole, but gets an
/// identifier of its own: within another sequence poppler loses what follows it.
package struct ContentMarker {
  /// The part of the page that each marked-content identifier stands for.
  package private(set) var identifiers: [Int32] = []
  private(set) var glyphs = 0
  private(set) var pictures = 0

  private let input: UnsafeBufferPointer<UInt8>
  private let page: StructurePlan.PageContent
  private let wideFonts: Set<[UInt8]>?
  private var output: [UInt8] = []
  private var copied = 0
  /// Part of the open sequence; nil for none.
  private var open: Int32?
  private var nextMark = 0
  /// Of the next glyph.
  private var part = StructurePlan.none
  /// The glyph with which another part begins.
  private var boundary = 0

  // MARK: Where it stands in the contents

  private var at = 0
  /// Where the operands of the operator to come begin.
  private var start = 0
  /// Sequences of cairo's own that are open.
  private var own = 0
  /// The outermost of them has an identifier.
  private var isOwnMarked = false
  private var dictionaries = 0
  /// Glyphs of the font are numbered in two bytes.
  private var isWide = false
  private var isInPath = false
  private var isInArray = false
  /// Glyphs of the operator to come are out.
  private var hasShown = false
  private var lastName = 0..<0
  /// Those of the page that were met, by where the name of each stands.
  private var fonts: [(name: Range<Int>, isWide: Bool)] = []

  /// - Parameters:
  ///   - wideFonts: names of fonts whose glyphs are numbered in two bytes; nil for all that are numbered in hexadecimal.
  ///   - output: takes the marked contents; its storage is used again.
  package static func mark(
    _ input: UnsafeBufferPointer<UInt8>, _ page: StructurePlan.PageContent, wideFonts: Set<[UInt8]>?,
    into output: inout [UInt8]
  ) -> ContentMarker {
    var marker = ContentMarker(input, page, wideFonts)
    swap(&marker.output, &output)
    marker.output.removeAll(keepingCapacity: true)
    while marker.at < input.count { marker.readToken() }
    marker.copy(to: input.count)
    marker.close()
    swap(&marker.output, &output)
    return marker
  }

  private init(_ input: UnsafeBufferPointer<UInt8>, _ page: StructurePlan.PageContent, _ wideFonts: Set<[UInt8]>?) {
    (self.input, self.page, self.wideFonts) = (input, page, wideFonts)
    advance()
  }

  /// All glyphs and pictures that were drawn were met, and no others.
  package var isWhole: Bool { glyphs == page.glyphs && pictures == page.pictures.count }

  /// Takes up the mark that holds for the next glyph.
  private mutating func advance() {
    while nextMark < page.marks.count, Int(page.marks[nextMark].glyph) <= glyphs {
      part = page.marks[nextMark].part
      nextMark += 1
    }
    boundary = nextMark < page.marks.count ? Int(page.marks[nextMark].glyph) : Int.max
  }

  // MARK: Output

  private mutating func copy(to end: Int) {
    guard end > copied else { return }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: input[copied..<end]))
    copied = end
  }

  private mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { output.append(contentsOf: $0) }
  }

  /// An operator is to follow.
  private mutating func separate() {
    if let last = output.last, last > 0x20 { output.append(0x0A) }
  }

  private mutating func close() {
    guard open != nil else { return }
    separate()
    put("EMC\n")
    open = nil
  }

  /// What follows is of `wanted`; all before it is copied.
  private mutating func change(to wanted: Int32) {
    if open == wanted { return }
    close()
    separate()
    switch wanted {
    case StructurePlan.head: put("/Artifact<</Type/Pagination/Subtype/Header>>BDC\n")
    case StructurePlan.foot: put("/Artifact<</Type/Pagination/Subtype/Footer>>BDC\n")
    case ..<0: put("/Artifact BMC\n")
    default:
      // what it is, the structure says
      put("/P<</MCID ")
      identify(wanted)
      put(">>BDC\n")
    }
    open = wanted
  }

  /// The next identifier, of that part.
  private mutating func identify(_ part: Int32) {
    putDigits(of: identifiers.count)
    identifiers.append(part)
  }

  private mutating func putDigits(of number: Int) {
    if number >= 10 { putDigits(of: number / 10) }
    output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  // MARK: Tokens

  private mutating func readToken() {
    let byte = input[at]
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, 0x00: at += 1
    case 0x28: readString()
    case 0x3C: readHexString()
    case 0x3E:
      let isDictionary = at + 1 < input.count && input[at + 1] == 0x3E
      if isDictionary { dictionaries -= 1 }
      at += isDictionary ? 2 : 1
    case 0x5B:
      isInArray = true
      at += 1
    case 0x5D: at += 1
    case 0x2F:
      let first = at
      skipRegular()
      lastName = first..<at
    case 0x30...0x39, 0x2D, 0x2B, 0x2E:
      var place = at
      repeat { place += 1 } while place < input.count && (input[place] &- 0x30 < 10 || input[place] == 0x2E)
      at = place
      if at < input.count, ContentMarker.isRegular(input[at]) { skipRegular() }
    default: readOperator()
    }
  }

  /// The sign here and all behind it up to a delimiter or white space.
  private mutating func skipRegular() {
    var place = at
    repeat { place += 1 } while place < input.count && ContentMarker.isRegular(input[place])
    at = place
  }

  /// A glyph is next: its sequence is opened where another is open.
  private mutating func meetGlyph(isFresh: Bool, isHex: Bool) {
    guard glyphs == boundary || (!hasShown && open != part) else { return }
    if glyphs == boundary { advance() }
    if own == 0 { cut(isFresh: isFresh, isHex: isHex) }
  }

  private mutating func readString() {
    at += 1
    var isFresh = true
    while at < input.count, input[at] != 0x29 {
      meetGlyph(isFresh: isFresh, isHex: false)
      if input[at] == 0x5C, at + 1 < input.count, input[at + 1] == 0x0A {
        // the string goes on in the next line
        at += 2
        continue
      }
      hasShown = true
      isFresh = false
      if input[at] != 0x5C {
        // plain letters, up to the one with which another part begins
        let end = at + min(boundary - glyphs, input.count - at)
        var place = at
        repeat { place += 1 } while place < end && input[place] != 0x29 && input[place] != 0x5C
        glyphs += place - at
        at = place
        continue
      }
      at += 1
      at += at < input.count && (0x30...0x37).contains(input[at]) ? 3 : 1
      glyphs += 1
    }
    at += 1
  }

  private mutating func readHexString() {
    if at + 1 < input.count, input[at + 1] == 0x3C {
      dictionaries += 1
      at += 2
      return
    }
    at += 1
    guard dictionaries == 0 else {
      while at < input.count, input[at] != 0x3E { at += 1 }
      at += 1
      return
    }
    var isFresh = true
    let width = isWide ? 4 : 2
    while at < input.count, input[at] != 0x3E {
      if input[at] == 0x0A || input[at] == 0x20 {
        at += 1
        continue
      }
      meetGlyph(isFresh: isFresh, isHex: true)
      hasShown = true
      isFresh = false
      if isWide { skipWideGlyphs() }
      // up to the glyph with which another part begins
      let most = min(boundary - glyphs, input.count) * width
      var digits = 0
      var place = at
      let end = input.count
      while place < end, digits < most {
        let byte = input[place]
        if byte == 0x3E { break }
        digits += byte == 0x0A || byte == 0x20 ? 0 : 1
        place += 1
      }
      at = place
      glyphs += isWide ? (digits + 3) >> 2 : (digits + 1) >> 1
    }
    at += 1
  }

  /// Goes over glyphs of two bytes up to that with which another part begins, to a line's end, or to the end of the
  /// last string that only numbers part from this one: most of a page in another script.
  private mutating func skipWideGlyphs() {
    var (place, glyphs) = (at, glyphs)
    let (end, boundary) = (input.count, boundary)
    let bytes = UnsafeRawBufferPointer(input)
    while true {
      while place + 4 <= end, glyphs < boundary {
        let four = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        // digits have 0x40 or 0x10, and no ones of theirs are above 9; white space and `>` are otherwise
        let isOther = (four &+ 0x0606_0606) & ~four | ~(four | four << 2)
        guard isOther & 0x4040_4040 == 0 else { break }
        (place, glyphs) = (place + 4, glyphs + 1)
      }
      guard place < end, input[place] == 0x3E, glyphs < boundary, isInArray else { break }
      var next = place + 1
      // most are no longer than eight signs with what ends them: what is above digits, or a round bracket
      if next + 8 <= end {
        let eight = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        let bracket = eight ^ 0x2828_2828_2828_2828
        let above = (eight & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x4646_4646_4646_4646 | eight
        let stops = (above | (bracket &- 0x0101_0101_0101_0101) & ~bracket) & 0x8080_8080_8080_8080
        next += stops.trailingZeroBitCount >> 3
      }
      while next < end, input[next] <= 0x39, input[next] != 0x28 { next += 1 }
      guard next + 1 < end, input[next] == 0x3C, input[next + 1] != 0x3C else { break }
      place = next + 1
    }
    (at, self.glyphs) = (place, glyphs)
  }

  private mutating func readOperator() {
    let first = at
    skipRegular()
    let (a, b) = (input[first], at - first > 1 ? input[first + 1] : 0)
    switch (at - first, a, b) {
    case (2, 0x42, 0x54), (2, 0x45, 0x54):  // BT, ET
      copy(to: start)
      close()
    case (2, 0x54, 0x66):  // Tf
      isWide = isWide(lastName)
    case (3, 0x42, 0x44), (3, 0x42, 0x4D):  // BDC, BMC
      if own == 0 { beginOwn(until: first) }
      own += 1
    case (3, 0x45, 0x4D):  // EMC
      own -= 1
      if own == 0, isOwnMarked {
        isOwnMarked = false
        open = nil
      }
    case (2, 0x44, 0x6F):  // Do
      copy(to: start)
      change(to: pictures < page.pictures.count ? page.pictures[pictures].part : StructurePlan.none)
      pictures += 1
    case (1, 0x6D, _), (2, 0x72, 0x65):  // m, re
      if !isInPath {
        copy(to: start)
        change(to: StructurePlan.none)
      }
      isInPath = true
    case (1, 0x66, _), (1, 0x53, _), (1, 0x42, _), (1, 0x6E, _), (1, 0x73, _), (1, 0x62, _), (2, 0x66, 0x2A),
      (2, 0x42, 0x2A), (2, 0x62, 0x2A):  // f, S, B, n, s, b and those of the other rule
      isInPath = false
    case (2, 0x73, 0x68):  // sh
      copy(to: start)
      change(to: StructurePlan.none)
    default: break
    }
    // behind the operator and its line end
    if at < input.count, input[at] == 0x0A { at += 1 }
    start = at
    hasShown = false
    isInArray = false
  }

  /// - Parameter name: of a font, in the contents.
  private mutating func isWide(_ name: Range<Int>) -> Bool {
    guard let wideFonts else { return true }
    // a page is set in a few fonts by turns
    for known in fonts where known.name.count == name.count {
      var same = 0
      while same < name.count, input[name.lowerBound + same] == input[known.name.lowerBound + same] { same += 1 }
      if same == name.count { return known.isWide }
    }
    let isWide = wideFonts.contains(Array(input[name]))
    fonts.append((name, isWide))
    return isWide
  }

  /// A sequence of cairo's own begins, whose properties end before `end`.
  private mutating func beginOwn(until end: Int) {
    if glyphs == boundary { advance() }
    copy(to: start)
    guard part >= 0, let keys = (start..<end).first(where: { input[$0] == 0x3C }), keys + 1 < end,
      input[keys + 1] == 0x3C
    else { return change(to: part) }
    close()
    separate()
    put("/Span<</MCID ")
    identify(part)
    copied = keys + 2
    isOwnMarked = true
    open = part
  }

  /// Ends what is shown before a glyph, if anything is, and begins another sequence.
  private mutating func cut(isFresh: Bool, isHex: Bool) {
    guard open != part else { return }
    if !hasShown {
      copy(to: start)
      return change(to: part)
    }
    if isFresh {
      // before the string's first sign
      copy(to: at - 1)
      if isInArray { put("]TJ\n") }
      change(to: part)
      if isInArray { put("[") }
      return
    }
    copy(to: at)
    put(isHex ? ">" : ")")
    put(isInArray ? "]TJ\n" : "Tj\n")
    change(to: part)
    if isInArray { put("[") }
    put(isHex ? "<" : "(")
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: false
    default: true
    }
  }
}
