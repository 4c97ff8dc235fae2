internal import Files
internal import Units

/// Where the ink of each page begins and ends, measured on pages that an independent program has drawn
/// (`pdftoppm`, of poppler-utils) at 72 pixels an inch: a pixel is a point.
package enum InkMeasure {
  /// What an edge may be wrong by, points: a pixel that is touched at all counts as a whole one.
  static let precision = 1.0
  /// Seconds for a page: at 72 pixels an inch even maps take less, and damaged files may take for ever.
  private static let patience: Int32 = 10

  /// Adds the ink to what is known of pages; where the program is absent, says so instead.
  package static func add(to facts: inout PDFFacts, file: String) {
    guard !facts.pages.isEmpty else { return }
    do throws(ProcessError) {
      let pixels = try outputOfProgram("pdftoppm", ["-gray", "-r", "72", "--", file], patience: patience)
      guard let frames = frames(in: pixels), frames.count == facts.pages.count else {
        facts.inkMissing = "pdftoppm drew other pages than the file has"
        return
      }
      for (index, frame) in frames.enumerated() { facts.pages[index].ink = frame }
    } catch {
      switch error {
      case .silent(_, let seconds):
        facts.inkMissing =
          "pdftoppm drew no page within \(seconds) s and was ended; OCTAVO_PATIENCE=SECONDS gives it more"
      case .missing: facts.inkMissing = "pdftoppm is not installed (package poppler-utils)"
      default: facts.inkMissing = "pdftoppm could not draw the pages"
      }
    }
  }

  /// Reads the letters of the first pages, where pdftotext is at hand.
  package static func addText(to facts: inout PDFFacts, file: String) {
    guard let text = try? outputOfProgram("pdftotext", ["-l", "8", "--", file, "-"], patience: patience) else { return }
    facts.openingText = String(decoding: text, as: UTF8.self)
  }

  /// The frames of what is not white on pictures in PGM (`P5`), one after the other; nil for what is none.
  static func frames(in pixels: [UInt8]) -> [PageArea?]? {
    var frames: [PageArea?] = []
    var place = 0
    func number() -> Int? {
      while place < pixels.count, pixels[place] <= 0x20 { place += 1 }
      var value = 0
      let start = place
      while place < pixels.count, (0x30...0x39).contains(pixels[place]), value < 1_000_000 {
        value = value * 10 + Int(pixels[place] - 0x30)
        place += 1
      }
      return place > start ? value : nil
    }
    while place < pixels.count {
      guard pixels[place...].starts(with: "P5".utf8) else { return nil }
      place += 2
      guard let width = number(), let height = number(), number() == 255, width > 0, height > 0 else { return nil }
      place += 1
      guard pixels.count - place >= width * height else { return nil }
      pixels.withUnsafeBufferPointer { all in
        frames.append(frame(of: UnsafeBufferPointer(rebasing: all[place..<place + width * height]), width: width))
      }
      place += width * height
    }
    return frames
  }

  /// Paler than this is paper: what smoothing leaves beside a letter.
  private static let palest: UInt8 = 240

  private static func frame(of pixels: UnsafeBufferPointer<UInt8>, width: Int) -> PageArea? {
    let height = pixels.count / width
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let row = y * width
      guard let first = (0..<width).first(where: { pixels[row + $0] < palest }) else { continue }
      let last = (0..<width).last { pixels[row + $0] < palest } ?? first
      (left, right, top, bottom) = (min(left, first), max(right, last), min(top, y), y)
    }
    guard right >= 0 else { return nil }
    return PageArea(x: Double(left), y: Double(top), width: Double(right + 1 - left), height: Double(bottom + 1 - top))
  }
}
