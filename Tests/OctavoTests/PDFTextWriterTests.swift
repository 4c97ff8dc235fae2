import Cairo
import PageModel
import TestSupport
import Testing
import Units

/// Text that octavo writes itself is what cairo writes, to the byte.
@Suite struct `Text of pages` {
  private enum Manner: CaseIterable {
    /// Nothing but text, all of which cairo could tell in the end.
    case plain
    /// Letters and places of all kinds, clips.
    case odd
    /// Colours, rules, pages beside each other, a picture's worth of foreign text between.
    case mixed
    /// On each page a few glyphs and letters that were on none before; blanks alone.
    case growing
  }

  @Test(arguments: Manner.allCases, UInt64(1)...6)
  private func `is cairo's, whoever writes it`(manner: Manner, seed: UInt64) throws {
    let pages = try Self.pages(manner, seed)
    let (cairos, _) = try Self.contents(of: pages, manner, seed, writesText: false)
    let (own, written) = try Self.contents(of: pages, manner, seed, writesText: true)
    for (number, (own, cairos)) in zip(own, cairos).enumerated() {
      if manner == .odd, own.split(separator: "BT\n").count != cairos.split(separator: "BT\n").count {
        // cairo goes on with a text object where octavo's text and its own meet
        #expect(Self.shown(own) == Self.shown(cairos), "page \(number)")
      } else {
        #expect(Self.plain(own, manner) == Self.plain(cairos, manner), "page \(number)")
      }
    }
    // or nothing would be tried here; pages with glyphs that a broken face has not are cairo's
    #expect(written >= [.odd: 1, .growing: 10, .plain: 20, .mixed: 20][manner]!, "\(written)")
  }

  /// Garamond's italic horizontal bar has ink where by the font's measures there can be none, and cairo clips it: as a
  /// sample it would part the samples.
  @Test func `is cairo's where a glyph reaches past its font's measures`() throws {
    let italic = try #require(try DrawnRun.faces().first { $0.file.hasSuffix("EBGaramond12-Italic.otf") }).file
    let pages = try DrawnRun.pages(1, count: 40).enumerated().map { number, runs in
      runs.map { run in
        var run = run
        run.font.file = italic
        run.isBackward = false
        run.text = run.glyphs.map { UInt8(ascii: "a") + UInt8($0.index % 26) }
        run.clusters = run.glyphs.map { _ in GlyphCluster(bytes: 1, glyphs: 1) }
        for index in run.glyphs.indices {
          // cairo's bounds are whole points
          run.glyphs[index].x = 10.25 + Double(9 * index)
          run.glyphs[index].y = min(run.glyphs[index].y, 290)
        }
        if number > 30 {
          run.glyphs[3].index = 1306
          run.text.replaceSubrange(3...3, with: "―".utf8)
          run.clusters[3].bytes = 3
        }
        return run
      }
    }
    let (cairos, _) = try Self.contents(of: pages, .plain, 1, writesText: false)
    let (own, written) = try Self.contents(of: pages, .plain, 1, writesText: true)
    #expect(own == cairos)
    #expect(written > 30, "\(written)")
  }

  /// Pages alike, so that all letters are known soon, or with new ones on every page.
  private static func pages(_ manner: Manner, _ seed: UInt64) throws -> [[DrawnRun]] {
    var numbers = SeededNumbers(seed: seed)
    if manner == .growing {
      return try DrawnRun.pages(seed, count: 40).enumerated().map { number, runs in
        runs.map { growing($0, 40 + 3 * number, &numbers) }
      }
    }
    return try DrawnRun.pages(seed, count: 40).enumerated().map { number, runs in
      runs.map { run in
        guard manner != .odd || number < 20 else { return run }
        var run = run
        run.isBackward = false
        let letters: [UInt8] = Array("a(b)c\\dé-".utf8)
        run.text = []
        run.clusters = []
        for index in run.glyphs.indices {
          run.glyphs[index].x = Double(numbers.next() % 190_000) / 1024
          if numbers.next() % 3 > 0, index > 0 { run.glyphs[index].x = run.glyphs[index - 1].x + 5 }
          run.glyphs[index].x = min(run.glyphs[index].x, 199)
          run.glyphs[index].y = min(run.glyphs[index].y, 299)
          if numbers.next() % 9 == 0 { run.glyphs[index].y += 0.000_7 }
          run.text.append(run.glyphs[index].index % 3 == 0 ? letters[Int(run.glyphs[index].index) % 4] : 0x61)
          run.clusters.append(GlyphCluster(bytes: 1, glyphs: 1))
        }
        return run
      }
    }
  }

  /// The line with other glyphs.
  /// - Parameter glyphs: so many there are, the last ones rarely.
  private static func growing(_ line: DrawnRun, _ glyphs: Int, _ numbers: inout SeededNumbers) -> DrawnRun {
    func one(of count: UInt64) -> Bool { numbers.next() % count == 0 }
    let letters: [[UInt8]] = ["a", "ק", "ษ", "क्षि", "שּׁ", "a", "ﬁ", "ab"].map { Array($0.utf8) }
    var run = DrawnRun(font: line.font)
    // as lines stand, on whole points or between them
    let y = (line.glyphs.first?.y ?? 100).truncatingRemainder(dividingBy: 290) + (one(of: 2) ? 0 : 0.002_929_687_5)
    var x = one(of: 2) ? 10 : 10.2
    if one(of: 5) {
      // Liberation's and Garamond's blanks, alone or two
      for _ in 0...(one(of: 3) ? 1 : 0) {
        run.glyphs.append(PlacedGlyph(index: line.font.file.contains("Liberation") ? 3 : 1, x: x, y: y))
        run.text.append(0x20)
        run.clusters.append(GlyphCluster(bytes: 1, glyphs: 1))
        if one(of: 2) { x += 4 }
      }
      return run
    }
    while run.clusters.count < 14 {
      let isNew = one(of: 60)
      let index = 50 + Int(numbers.next() % 40) + (isNew ? glyphs - 40 : 0)
      let said = one(of: 40) ? letters[Int(numbers.next() % 8)] : letters[index % 8]
      let size = index % 7 == 0 ? 2 : 1
      for place in 0..<size { run.glyphs.append(PlacedGlyph(index: UInt(index + place), x: x + Double(place), y: y)) }
      x += 9
      run.text += said
      run.clusters.append(GlyphCluster(bytes: Int32(said.count), glyphs: Int32(size)))
    }
    return run
  }

  private static func contents(
    of pages: [[DrawnRun]], _ manner: Manner, _ seed: UInt64, writesText: Bool
  ) throws -> (pages: [String], written: Int) {
    var numbers = SeededNumbers(seed: seed)
    let sink = ByteSink()
    let fonts = FontCache()
    let canvas = try Canvas.pdf(into: sink, size: DrawnRun.size, writesText: writesText)
    var contents: [String] = []
    var written = 0
    for runs in pages {
      switch manner {
      case .plain, .growing: for run in runs { try run.draw(on: canvas, fonts) }
      case .odd: try DrawnRun.draw(runs, on: canvas, fonts)
      case .mixed: try draw(runs, on: canvas, fonts, &numbers)
      }
      canvas.showPage()
      let bytes = sink.bytes
      sink.bytes = []
      let start = try #require(bytes.firstRange(of: Array("stream\n".utf8))).upperBound
      let end = try #require(bytes[start...].firstRange(of: Array("\nendstream".utf8))).lowerBound
      var page = Array(bytes[start..<end])
      if let own = page.withUnsafeBufferPointer({ canvas.pageText?.finishPage($0) ?? nil }) {
        page = own
        written += 1
      }
      #expect(canvas.pageText?.isLost != true)
      contents.append(String(decoding: page, as: UTF8.self))
    }
    try canvas.finish()
    return (contents, written)
  }

  private static func draw(
    _ runs: [DrawnRun], on canvas: borrowing Canvas, _ fonts: FontCache, _ numbers: inout SeededNumbers
  ) throws {
    for run in runs {
      switch numbers.next() % 12 {
      case 0: canvas.setColour(Colour(red: 1, green: 0.5, blue: Double(numbers.next() % 1000) / 999))
      case 1: canvas.setColour(.black)
      case 2: canvas.fillRectangle(x: 10.3, y: 20, width: 100, height: 0.4)
      case 3:
        try canvas.placed(x: 0.31, y: -1.7, factor: 1) { try run.draw(on: canvas, fonts) }
        continue
      case 4:
        // something in between, so that it is a text object of its own
        canvas.fillRectangle(x: 0, y: 0, width: 1, height: 1)
        try canvas.scaled(by: 0.5) { try run.draw(on: canvas, fonts, factor: 0.5) }
        canvas.fillRectangle(x: 0, y: 0, width: 1, height: 1)
        continue
      default: break
      }
      try run.draw(on: canvas, fonts)
    }
    canvas.setColour(.black)
    try canvas.check()
  }

  /// Without colours that are set though they are set already.
  private static func plain(_ contents: String, _ manner: Manner) -> String {
    guard manner != .plain, manner != .growing else { return contents }
    var last = ""
    var words: [Substring] = []
    for line in contents.split(separator: "\n", omittingEmptySubsequences: false) {
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        words.append(word)
        if word == "Q" { last = "" }
        guard word == "rg", words.count > 3 else { continue }
        let colour = words[(words.count - 4)...].joined(separator: " ")
        if colour == last { words.removeLast(4) }
        last = colour
      }
      words.append("\n")
    }
    return words.joined(separator: " ")
  }

  /// The glyphs' codes in their order, and the letters that are said beside fonts.
  private static func shown(_ contents: String) -> String {
    var shown = ""
    var isString = false
    // a bracket that is shown
    let contents = contents.replacing("\\(", with: "{").replacing("\\)", with: "}")
    for character in contents where character != "\n" {
      if isString || "(<".contains(character) { shown.append(character) }
      if "(<".contains(character) { isString = true } else if ")>".contains(character) { isString = false }
    }
    return shown.replacing("><", with: "").replacing(")(", with: "")
  }
}
