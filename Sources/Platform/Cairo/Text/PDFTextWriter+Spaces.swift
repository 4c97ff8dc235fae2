internal import CCairo
internal import PageModel

// In which font of the file the spaces of a face stand.

extension PDFTextWriter {
  /// Whether this is a cairo that parts faces as below, and leaves its file unpacked, so that what it was told of
  /// spaces can be put right in it. Of any other spaces stay where it puts them.
  package static var canMoveSpaces: Bool { [116, 118].contains(cairo_version() / 100) }

  /// cairo parts a face into a font of what WinAnsi has and others of all else, by the character alone
  /// (`_cairo_sub_font_map_glyph`). A line in another script then goes to the first font and back at each
  /// space: a quarter of a page's bytes, and Chrome takes many words for two. So of a face that shows such a
  /// script cairo is told that its space is one that does not break, which WinAnsi has not: it stands among the
  /// letters, and `mendLetters` says in the finished file what it is.
  struct Spaces {
    private enum Place {
      /// No space was met yet.
      case open(Met)
      case cairos
      /// Among the letters: this glyph.
      case moved(UInt)
    }

    private var places: [Int: Place] = [:]
    /// Some are not where cairo would have put them.
    private(set) var areMoved = false
    /// Text went to cairo that was not seen here: faces whose space is not met yet may have it already.
    var isClosed = false

    /// The glyph of a face whose spaces are told as others; nil where they are what they are.
    mutating func moved(
      in text: UnsafeBufferPointer<UInt8>, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
      _ clusters: UnsafeBufferPointer<GlyphCluster>, of face: Int
    ) -> UInt? {
      var met = Met()
      switch places[face] {
      case .cairos: return nil
      case .moved(let space): return space
      case .open(let known): met = known
      case nil: break
      }
      // held once, it is not copied
      places[face] = nil
      let space = met.take(text, glyphs, clusters)
      if isClosed || space.map({ !$0.isNew || !met.isMostlyOther }) == true {
        places[face] = .cairos
      } else if let space {
        places[face] = .moved(space.glyph)
        areMoved = true
        return space.glyph
      } else {
        places[face] = .open(met)
      }
      return nil
    }
  }

  /// What cairo was told of a face up to its first space.
  private struct Met {
    private var latin = 0
    private var other = 0
    private var glyphs: Set<UInt> = []

    /// The number of a chapter or two says nothing of a face.
    var isMostlyOther: Bool { other > latin || other == 0 && latin <= Met.fewLetters }
    private static let fewLetters = 4

    /// - Returns: the glyph of the first space, and whether cairo was told nothing else of it.
    mutating func take(
      _ text: UnsafeBufferPointer<UInt8>, _ shown: UnsafeBufferPointer<PlacedGlyph>,
      _ clusters: UnsafeBufferPointer<GlyphCluster>
    ) -> (glyph: UInt, isNew: Bool)? {
      var space: (glyph: UInt, isNew: Bool)?
      var (byte, next) = (0, 0)
      for cluster in clusters where byte < text.count {
        switch text[byte] {
        case 0x41...0x5A, 0x61...0x7A, 0xC3...0xC9: latin += 1
        // from U+0340 on, but for signs that all scripts have, which begin with E2
        case 0xCD...0xE1, 0xE3...: other += 1
        default: break
        }
        if space == nil, PDFTextWriter.isSpace(cluster, text, byte), next < shown.count {
          space = (shown[next].index, !glyphs.contains(shown[next].index))
        }
        let end = min(next + max(0, Int(cluster.glyphs)), shown.count)
        for glyph in shown[min(next, end)..<end] { glyphs.insert(glyph.index) }
        byte += Int(cluster.bytes)
        next = end
      }
      return space
    }
  }

  private static func isSpace(_ cluster: GlyphCluster, _ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> Bool {
    cluster.bytes == 1 && cluster.glyphs == 1 && byte < text.count && text[byte] == 0x20
  }

  /// Adds the letters of a call to those that wait.
  /// - Parameter space: the glyph whose spaces are told as others; nil for none.
  func tell(
    _ text: UnsafeBufferPointer<UInt8>, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
    _ clusters: UnsafeBufferPointer<GlyphCluster>, space: UInt?
  ) {
    guard let space else {
      stretch.text.append(contentsOf: text)
      stretch.clusters.append(contentsOf: clusters)
      return
    }
    var (byte, next, copied) = (0, 0, 0)
    for cluster in clusters {
      if PDFTextWriter.isSpace(cluster, text, byte), next < glyphs.count, glyphs[next].index == space {
        stretch.text.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<byte]))
        // U+00A0
        stretch.text.append(0xC2)
        stretch.text.append(0xA0)
        stretch.clusters.append(GlyphCluster(bytes: 2, glyphs: 1))
        copied = byte + 1
      } else {
        stretch.clusters.append(cluster)
      }
      byte += Int(cluster.bytes)
      next += Int(cluster.glyphs)
    }
    if copied < text.count { stretch.text.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...])) }
  }

  /// Says of spaces what they are, in a stream that says the letters of a font's glyphs (ISO 32000-1, 9.10.3).
  /// - Parameter stream: of any kind, as cairo wrote it.
  /// - Returns: nil where nothing is to be changed.
  package func mendLetters(_ stream: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard spaces?.areMoved == true, stream.starts(with: "/CIDInit /ProcSet findresource begin\n".utf8) else {
      return nil
    }
    // a line for each glyph: its number and its letters
    let (told, meant) = (Array("> <00a0>\n".utf8), Array("> <0020>\n".utf8))
    var mended = Array(stream)
    var isMended = false
    for at in mended.indices.dropLast(told.count - 1) where mended[at] == told[0] {
      guard mended[at..<at + told.count].elementsEqual(told) else { continue }
      mended.replaceSubrange(at..<at + told.count, with: meant)
      isMended = true
    }
    return isMended ? mended : nil
  }
}
