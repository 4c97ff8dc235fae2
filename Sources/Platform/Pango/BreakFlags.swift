internal import CPango

/// What Pango says about the place before a scalar.
package struct BreakFlags: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let line = BreakFlags(rawValue: 1)
  package static let character = BreakFlags(rawValue: 4)
  package static let white = BreakFlags(rawValue: 8)
  /// A place where a cursor may stand: between grapheme clusters.
  package static let cursor = BreakFlags(rawValue: 16)
  // made here, as a set of others is made anew each time
  /// A sign in a word.
  package static let sign = BreakFlags(rawValue: 4 | 16)
  /// A mark on a letter.
  package static let mark: BreakFlags = []
  /// Behind a text.
  package static let end = BreakFlags(rawValue: 1 | 2 | 4 | 8 | 16)
}

extension FontLibrary {
  /// Break opportunities of UAX #14, one set of bits per Unicode scalar and one
  /// after the last; Thai and the like by dictionary.
  package func lineBreaks(in text: UnsafeBufferPointer<UInt8>, scalars: Int, style: Int, into flags: inout [BreakFlags])
  {
    flags.removeAll(keepingCapacity: true)
    guard let base = text.baseAddress, text.count > 0 else { return }
    let chars = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: scalars + 1) { attrs in
      // trivially zero: PangoLogAttr is a C bit field of 32 bits
      UnsafeMutableRawBufferPointer(attrs).initializeMemory(as: UInt8.self, repeating: 0)
      pango_get_log_attrs(
        chars, Int32(text.count), -1, styles[style].language, attrs.baseAddress, Int32(scalars + 1))
      for i in 0...scalars { flags.append(BreakFlags(rawValue: UInt8(octavo_log_attr(attrs.baseAddress, Int32(i))))) }
    }
    let isJoined = flags.indices.dropFirst().contains { !flags[$0].contains(.cursor) && flags[$0 - 1].contains(.white) }
    if isJoined { FontLibrary.part(text, &flags) }
  }

  /// A letter behind a space begins a cluster, and a line may (UAX #14, LB18): Pango 1.56 joins one of India's to a virama
  /// that stands before the space (UAX #29, GB9c, which is of neighbours).
  private static func part(_ text: UnsafeBufferPointer<UInt8>, _ flags: inout [BreakFlags]) {
    for (index, scalar) in String(decoding: text, as: UTF8.self).unicodeScalars.enumerated().dropFirst()
    where index < flags.count && flags[index - 1].contains(.white) && !flags[index].contains(.cursor) {
      if scalar.properties.generalCategory == .otherLetter { flags[index].formUnion([.line, .character, .cursor]) }
    }
  }
}
