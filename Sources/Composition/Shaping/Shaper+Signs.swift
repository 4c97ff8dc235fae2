internal import Pango

/// Emoji that no font at hand has: their names stand for them, in the letters around them. The word keeps the
/// sign as its text, so that it is found, copied and proved as it was written.
extension Shaper {
  /// Whether what was shaped last asks for names, or has tones of skin to leave out.
  func hasSignsToName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if glyphBuffer.contains(where: \.isMissing) { return true }
    guard let first = bytes.first, first >= 0xE2, bytes.count > 3 else { return false }
    return bytes.indices.contains { Shaper.isTone(bytes, $0) }
  }

  /// Puts names in place of signs without a glyph, and nothing in place of a tone of skin that is not drawn as
  /// part of its sign (Unicode Technical Standard 51, 2.4, lets it be left out).
  /// - Parameters:
  ///   - base: what the buffers' byte offsets count from.
  ///   - goesOn: the bytes stand right behind others, a sign perhaps.
  func nameSigns(_ bytes: UnsafeBufferPointer<UInt8>, base: Int, style: Int, goesOn: Bool) {
    let (oldRuns, old) = (runBuffer, glyphBuffer)
    runBuffer.removeAll(keepingCapacity: true)
    glyphBuffer.removeAll(keepingCapacity: true)
    for run in oldRuns {
      var start = glyphBuffer.count
      for index in run.glyphs {
        let glyph = old[index]
        let byte = Int(glyph.cluster) - base
        if byte > 0 || goesOn, Shaper.isTone(bytes, byte) { continue }
        guard glyph.isMissing, var name = Shaper.name(ofSignAt: byte, in: bytes) else {
          glyphBuffer.append(glyph)
          continue
        }
        close(run, from: start)
        start = glyphBuffer.count
        let firstRun = runBuffer.count
        name.withUTF8 { library.shape($0, style: libraryStyles[style], runs: &runBuffer, glyphs: &glyphBuffer) }
        for place in start..<glyphBuffer.count { glyphBuffer[place].cluster = glyph.cluster }
        for place in firstRun..<runBuffer.count { runBuffer[place].level = run.level }
        start = glyphBuffer.count
        namedSigns += 1
      }
      close(run, from: start)
    }
  }

  private func close(_ run: ShapedRun, from start: Int) {
    guard glyphBuffer.count > start else { return }
    var part = run
    part.glyphs = start..<glyphBuffer.count
    runBuffer.append(part)
  }

  /// U+1F3FB to U+1F3FF.
  private static func isTone(_ bytes: UnsafeBufferPointer<UInt8>, _ byte: Int) -> Bool {
    byte + 3 < bytes.count && bytes[byte] == 0xF0 && bytes[byte + 1] == 0x9F && bytes[byte + 2] == 0x8F
      && bytes[byte + 3] >= 0xBB
  }

  /// `[melting face]`; nil for what is no emoji, and for those that have no name yet.
  private static func name(ofSignAt byte: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard byte >= 0, byte < bytes.count else { return nil }
    let (value, _) = BreakRules.scalar(bytes, byte)
    // signs of emoji alone, no figures and no letters
    guard value >= 0x2190, let scalar = Unicode.Scalar(value), scalar.properties.isEmoji else { return nil }
    if (0x1F1E6...0x1F1FF).contains(value) {
      return Unicode.Scalar(value - 0x1F1E6 + 0x41).map { String($0) }
    }
    return scalar.properties.name.map { "[\($0.lowercased())]" }
  }

  func noteMissing(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, style: Int) {
    guard offset >= 0, offset < bytes.count else { return }
    let (scalar, _) = BreakRules.scalar(bytes, offset)
    let missing = MissingGlyph(scalar: scalar, style: style)
    if reportedGlyphs.insert(missing).inserted { missingGlyphs.append(missing) }
  }
}
