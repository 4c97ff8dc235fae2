internal import CCairo
internal import PageModel

// What cairo draws of text that is written here.

extension PDFTextWriter {
  /// Glyphs that get a text's fonts into the page's resources, in the order in which the text takes them up, and those
  /// that the file does not have yet, with the letters that they are first told of. All at one place.
  struct Samples {
    /// As it would be drawn.
    private(set) var stretch = Stretch()
    /// Some are new to the file, or to what is known of it.
    private(set) var hasNew = false
    private let place: PlacedGlyph

    /// - Parameter place: inside the page.
    init(at place: PlacedGlyph) { self.place = place }

    /// Adds a glyph that is known, of a font that the text takes up.
    mutating func add(_ glyphs: [UInt], of call: Call) {
      begin(call, isTold: false)
      show(glyphs)
    }

    /// Adds what is new.
    /// - Parameter letters: of all the glyphs together; nil for those that are told no letters.
    mutating func addNew(_ glyphs: [UInt], letters: UnsafeBufferPointer<UInt8>?, of call: Call) {
      hasNew = true
      begin(call, isTold: letters != nil)
      if let letters {
        stretch.text.append(contentsOf: letters)
        stretch.clusters.append(GlyphCluster(bytes: Int32(letters.count), glyphs: Int32(glyphs.count)))
      }
      show(glyphs)
    }

    private mutating func begin(_ call: Call, isTold: Bool) {
      if let last = stretch.calls.last, last.font == call.font, last.isTold == isTold { return }
      let (glyph, cluster, byte) = (stretch.glyphs.count, stretch.clusters.count, stretch.text.count)
      stretch.calls.append(
        Call(
          font: call.font, face: call.face, glyphs: glyph..<glyph, clusters: cluster..<cluster, text: byte..<byte,
          isTold: isTold))
    }

    private mutating func show(_ glyphs: [UInt]) {
      for glyph in glyphs { stretch.glyphs.append(PlacedGlyph(index: glyph, x: place.x, y: place.y)) }
      let last = stretch.calls.count - 1
      let call = stretch.calls[last]
      stretch.calls[last].glyphs = call.glyphs.lowerBound..<stretch.glyphs.count
      stretch.calls[last].clusters = call.clusters.lowerBound..<stretch.clusters.count
      stretch.calls[last].text = call.text.lowerBound..<stretch.text.count
    }
  }

  /// Of a stretch of which all was written, a glyph with ink of each of its fonts.
  func stubs() -> Samples? {
    guard let place = stretch.glyphs.first, !operators.used.isEmpty else { return nil }
    var samples = Samples(at: place)
    for font in operators.used {
      guard let call = stretch.calls.first(where: { $0.face == codes.first[font].face }),
        let glyphs = codes.stub(of: font)
      else { return nil }
      samples.add(glyphs, of: call)
    }
    return samples
  }

  /// Of a stretch of which not all can be written yet; nil where cairo is to draw it: much of it is new, a call
  /// of new glyphs has no ink, or cairo may cut one of them off.
  func samples(of stretch: Stretch) -> Samples? {
    guard let place = stretch.glyphs.first else { return nil }
    // not asked for anew with each glyph
    let codes = codes
    var search = SampleSearch(samples: Samples(at: place), most: stretch.glyphs.count / 4)
    let isWhole = stretch.glyphs.withUnsafeBufferPointer { glyphs in
      stretch.text.withUnsafeBufferPointer { text in
        stretch.calls.allSatisfy { call in
          let shown = UnsafeBufferPointer(rebasing: glyphs[call.glyphs])
          guard let face = call.face else { return false }
          guard isShown(shown, of: face) else { return true }
          guard call.isTold else {
            return shown.allSatisfy { look(at: [$0.index], letters: nil, of: call, face, codes, &search) }
          }
          var (byte, next) = (call.text.lowerBound, 0)
          for cluster in stretch.clusters[call.clusters] {
            let letters = UnsafeBufferPointer(rebasing: text[byte..<byte + Int(cluster.bytes)])
            byte += letters.count
            let group = next..<next + Int(cluster.glyphs)
            next = group.upperBound
            guard group.upperBound <= shown.count, !letters.contains(0),
              look(at: shown[group].map(\.index), letters: letters, of: call, face, codes, &search)
            else { return false }
          }
          return next == shown.count
        }
      }
    }
    let samples = search.samples
    guard isWhole, samples.stretch.glyphs.count <= search.most else { return nil }
    return samples.stretch.glyphs.withUnsafeBufferPointer { glyphs in
      samples.stretch.calls.allSatisfy { call in
        guard let face = call.face else { return false }
        return glyphs[call.glyphs].contains { codes.hasInk($0.index, of: face) }
          && !glyphs[call.glyphs].contains { codes.isCut($0.index, of: face) }
      } ? samples : nil
    }
  }

  private struct SampleSearch {
    struct GlyphText: Hashable {
      var face: Int
      var glyph: UInt
      var letters: UInt64
    }

    var samples: Samples
    /// Glyphs to which it stops.
    let most: Int
    var fonts: Set<Int32> = []
    var glyphs: Set<GlyphText> = []
    var said: Set<GlyphText> = []
  }

  /// Adds what is to be drawn of a cluster.
  /// - Returns: false where the stretch is cairo's.
  private func look(
    at glyphs: [UInt], letters: UnsafeBufferPointer<UInt8>?, of call: Call, _ face: Int, _ codes: TextCodes,
    _ search: inout SampleSearch
  ) -> Bool {
    let isNew = { (index: UInt) in codes.glyph(index, of: face).font < 0 }
    var isAdded = false
    for glyph in glyphs where isNew(glyph) {
      guard search.glyphs.insert(SampleSearch.GlyphText(face: face, glyph: glyph, letters: 0)).inserted else {
        continue
      }
      // what leaves ink was read
      guard codes.hasInk(glyph, of: face) || codes.isOutline(glyph, of: face) else { return false }
      isAdded = true
    }
    if let letters, !letters.isEmpty, glyphs.count == 1 {
      let number = codes.number(of: letters)
      if codes.isBeside(number, codes.glyph(glyphs[0], of: face), glyphs[0], of: face) == nil {
        let said = SampleSearch.GlyphText(face: face, glyph: glyphs[0], letters: number)
        if search.said.insert(said).inserted { isAdded = true }
      }
    }
    if isAdded {
      search.samples.addNew(glyphs, letters: letters, of: call)
      return search.samples.stretch.glyphs.count <= search.most
    }
    for glyph in glyphs {
      let font = codes.glyph(glyph, of: face).font
      guard font >= 0, search.fonts.insert(font).inserted else { continue }
      guard let stub = codes.stub(of: Int(font)) else { return false }
      search.samples.add(stub, of: call)
    }
    return true
  }
}
