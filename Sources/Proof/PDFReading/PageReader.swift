internal import QPDF
internal import Units

/// What codes of a font mean, in UTF-8.
struct FontLetters: Sendable {
  let isWide: Bool
  /// By code, where its letters begin in `letters`, and how many bytes they are; 0 for a code that means nothing.
  private var places: [UInt32]
  private var letters: [UInt8] = []
  /// Those of several letters that run to the left.
  private var joining: Set<Int> = []

  init(_ map: CodeMap, isWide: Bool) {
    self.isWide = isWide
    places = Array(repeating: 0, count: isWide ? (map.letters.keys.max() ?? 0) & 0xFFFF + 1 : 256)
    for (code, units) in map.letters where places.indices.contains(code) {
      let text = Array(String(decoding: units, as: UTF16.self).utf8)
      places[code] = UInt32(letters.count << 8 | min(text.count, 255))
      letters += text.prefix(255)
      if isBackward(text[...]), text.count > 3 { joining.insert(code) }
    }
  }

  /// - Parameter joined: bytes of `text` that one glyph stands for, of several letters that run to the left.
  /// - Returns: whether all are known.
  func add(_ codes: [UInt8], to text: inout [UInt8], _ joined: inout [Range<Int>]) -> Bool {
    var isKnown = true
    func add(_ code: Int) {
      let place = code < places.count ? Int(places[code]) : 0
      if place & 255 == 0 { isKnown = false }
      let start = place >> 8
      if !joining.isEmpty, joining.contains(code) { joined.append(text.count..<text.count + place & 255) }
      text.append(contentsOf: letters[start..<start + place & 255])
    }
    if isWide {
      for at in stride(from: 0, to: codes.count - 1, by: 2) { add(Int(codes[at]) << 8 | Int(codes[at + 1])) }
    } else {
      for code in codes { add(Int(code)) }
    }
    return isKnown
  }
}

/// Whether UTF-8 begins with a letter of Hebrew, Arabic, Syriac, Thaana or N'Ko.
private func isBackward(_ text: ArraySlice<UInt8>) -> Bool { text.first.map { (0xD6...0xDF).contains($0) } ?? false }

/// The fonts of pages, each read once.
struct PageFonts {
  private var known: [Int: FontLetters] = [:]

  mutating func fonts(
    of page: PDFObject, _ document: borrowing PDFDocument
  ) throws(PDFError) -> [String: FontLetters] {
    guard let resources = try document.inherited("/Resources", of: page),
      let fonts = try document.value("/Font", of: resources)
    else { return [:] }
    var found: [String: FontLetters] = [:]
    for name in try document.keys(of: fonts) {
      guard let font = try document.value(name, of: fonts) else { continue }
      let number = document.identity(of: font)
      if number != 0, let letters = known[number] {
        found[name] = letters
        continue
      }
      let map = try document.value("/ToUnicode", of: font)
      let contents = if let map, document.isStream(map) { try document.contents(of: map) } else { [UInt8]() }
      let isWide = try document.name("/Subtype", of: font) == "/Type0"
      let letters = FontLetters(CodeMap(contents), isWide: isWide)
      known[number] = letters
      found[name] = letters
    }
    return found
  }
}

/// Reads the text of a page's contents, with the marks around it.
struct PageReader {
  private let page: Int
  private let fonts: [String: FontLetters]
  private(set) var problems: Set<PrintedText.Problem.Kind> = []
  private var runs: [PrintedText.Run] = []
  /// As `PrintedText.joined`.
  private(set) var joined: [Range<Int>] = []

  private struct State {
    var matrix = PDFMatrix()
    var font: FontLetters?
    var size = 0.0
    var leading = 0.0
    var mode = 0
  }
  private var state = State()
  private var saved: [State] = []
  private var text = PDFMatrix()
  private var line = PDFMatrix()

  private struct Mark {
    var identifier: Int32 = -1
    /// Furniture, or what looks like it and stands among words.
    var furniture: PrintedText.Role?
    /// What is said in place of the letters within; nil where they are what is said.
    var words: [UInt8]?
  }
  private var marks: [Mark] = []
  private var lastIdentifier: Int32 = -1
  /// The next letters begin a run.
  private var isNew = true
  private var isPlaced = true

  init(page: Int, fonts: [String: FontLetters]) {
    self.page = page
    self.fonts = fonts
  }

  mutating func read(_ contents: [UInt8], into bytes: inout [UInt8]) -> [PrintedText.Run] {
    var tokens = ContentTokens(contents)
    var codes: [UInt8] = []
    var jumps: [Int] = []
    while let word = tokens.next() {
      if tokens.isWord(word, "Tj") || tokens.isWord(word, "TJ") {
        codes.removeAll(keepingCapacity: true)
        jumps.removeAll(keepingCapacity: true)
        for operand in tokens.operands {
          tokens.addStrings(of: operand, to: &codes, over: PageReader.word) { jumps.append($0.count) }
        }
        show(codes, jumps, into: &bytes)
      } else {
        operate(tokens.text(word), tokens, &codes, &bytes)
      }
    }
    return runs
  }

  private mutating func operate(
    _ word: String, _ tokens: ContentTokens, _ codes: inout [UInt8], _ bytes: inout [UInt8]
  ) {
    switch word {
    case "Tm":
      guard let matrix = tokens.numbers().flatMap(PDFMatrix.init) else { return }
      place(matrix)
    case "Td", "TD":
      guard let values = tokens.numbers(), values.count == 2 else { return }
      if word == "TD" { state.leading = -values[1] }
      place(PDFMatrix(e: values[0], f: values[1]).then(line))
    case "T*": place(PDFMatrix(f: -state.leading).then(line))
    case "'", "\"":
      place(PDFMatrix(f: -state.leading).then(line))
      codes.removeAll(keepingCapacity: true)
      if let last = tokens.operands.last { tokens.addStrings(of: last, to: &codes) }
      show(codes, into: &bytes)
    case "BT": (text, line, isNew) = (PDFMatrix(), PDFMatrix(), true)
    case "Tf":
      state.font = tokens.name(0).flatMap { fonts[$0] }
      state.size = tokens.operands.last?.value ?? 0
    case "TL": state.leading = tokens.numbers()?.first ?? 0
    case "Tr":
      state.mode = tokens.numbers()?.first?.whole ?? 0
      isNew = true
    case "BDC", "BMC": begin(tokens)
    case "EMC":
      _ = marks.popLast()
      isNew = true
    case "Do": if !runs.isEmpty { problems.insert(.covered) }
    case "q": if saved.count < 512 { saved.append(state) }
    case "Q":
      if let last = saved.popLast() { state = last }
      isNew = true
    case "cm": if let matrix = tokens.numbers().flatMap(PDFMatrix.init) { state.matrix = matrix.then(state.matrix) }
    default: break
    }
  }

  private mutating func begin(_ tokens: ContentTokens) {
    isNew = true
    var mark = Mark()
    if tokens.name(0) == "/Artifact" { mark.furniture = .ornament }
    if tokens.operands.count > 1 {
      let entries = tokens.entries(tokens.operands[1])
      // heads and folios
      if mark.furniture != nil, entries["/Subtype"] != nil { mark.furniture = .furniture }
      if let number = entries["/MCID"]?.value.value { mark.identifier = Int32(clamping: number.whole) }
      if let said = entries["/ActualText"], let words = said.tokens.string(said.value) {
        mark.words = Array(PDFDocument.words(words).utf8)
      }
    }
    if mark.identifier >= 0 {
      if mark.identifier <= lastIdentifier { problems.insert(.order) }
      lastIdentifier = max(lastIdentifier, mark.identifier)
    }
    marks.append(mark)
  }

  /// Text goes on elsewhere, where it begins a run.
  private mutating func place(_ matrix: PDFMatrix) {
    (text, line, isNew, isPlaced) = (matrix, matrix, true, true)
  }

  /// White between letters, in thousandths of their size, that may stand for a space.
  private static let word = 180

  /// - Parameter jumps: letters before which white stands.
  private mutating func show(_ codes: [UInt8], _ jumps: [Int], into bytes: inout [UInt8]) {
    var start = 0
    // where a space stands before white, that is the space's
    for end in jumps where end > start && end < codes.count {
      let first = bytes.count
      show(Array(codes[start..<end]), into: &bytes)
      start = end
      guard bytes.count > first, bytes[bytes.count - 1] != 0x20 else { continue }
      (isNew, isPlaced) = (true, true)
    }
    show(start == 0 ? codes : Array(codes[start...]), into: &bytes)
  }

  private mutating func show(_ codes: [UInt8], into bytes: inout [UInt8]) {
    guard !codes.isEmpty else { return }
    let start = bytes.count
    let replaced = marks.firstIndex { $0.words != nil }
    if let replaced {
      // said once, however many pieces are shown for it
      bytes += marks[replaced].words ?? []
      if isBackward(bytes[start...]) { joined.append(start..<bytes.count) }
      marks[replaced].words = []
    } else if state.font?.add(codes, to: &bytes, &joined) != true {
      problems.insert(.unknownLetters)
    }
    if !isNew, let last = runs.indices.last {
      runs[last].text = runs[last].text.lowerBound..<bytes.count
      return
    }
    isNew = false
    let place = text.then(state.matrix)
    var run = PrintedText.Run(
      text: start..<bytes.count, x: Float(place.e), y: Float(place.f),
      size: Float(state.size * (place.c * place.c + place.d * place.d).squareRoot()))
    (run.page, run.isPlaced) = (Int32(page), isPlaced)
    isPlaced = false
    run.isHidden = state.mode == 3
    run.isReplaced = replaced != nil
    for mark in marks {
      if let role = mark.furniture { run.role = role }
      if mark.identifier >= 0 { run.identifier = mark.identifier }
    }
    runs.append(run)
  }
}
