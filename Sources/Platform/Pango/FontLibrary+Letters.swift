internal import CPango

// A family's bold or italic may lack letters that its regular has: EB Garamond's bold has those of ASCII alone. Letter by
// letter, a word would be bold at some of them only.

/// A bold or italic face without some letters of what was to be set in it.
package struct FaceLack: Sendable, Equatable {
  package var face: String
  /// A letter that it has not; nil for some of the language's.
  package var letter: UInt32?
  package var language: String
  /// The face that has them.
  package var used: String
}

extension FontLibrary {
  /// Languages that are mostly written with letters of ASCII: words with others are looked at one by one.
  private static let asciiLanguages: Set = ["en", "nl", "la", "id", "ms", "sw"]

  /// Gives a bold or italic style of a language another family where its own face has not the letters of the language
  /// and its regular has them.
  func giveLetters(to request: inout FontRequest) {
    guard request.isBold || request.isItalic, !request.isStacked else { return }
    let primary = request.language.prefix { $0 != "-" }.lowercased()
    guard !FontLibrary.asciiLanguages.contains(primary), configuration.hasFamily(request.family) else { return }
    func speaks(_ face: FontConfiguration.FaceLetters) -> Bool { face.languages.contains(primary) }
    let own = configuration.letters(of: request.family, languages: [primary])
    guard let face = own.first(where: { $0.isBold == request.isBold && $0.isItalic == request.isItalic }),
      !speaks(face), own.contains(where: { !$0.isBold && !$0.isItalic && speaks($0) })
    else { return }
    for family in configuration.standIns(of: request.family).dropFirst() {
      let faces = configuration.letters(of: family, languages: [primary])
      guard
        let found = faces.first(where: {
          $0.isBold == request.isBold && $0.isItalic == request.isItalic && speaks($0)
        })
      else { continue }
      note(FaceLack(face: face.postScriptName, language: primary, used: found.postScriptName))
      setStandIn(family, of: &request)
      return
    }
  }

  /// Gives a request another family, at a size at which its letters are as high as those of the family's own: halfway
  /// between small ones and capitals, since old styles differ from new ones in the small ones alone. EB Garamond's are
  /// 0.40 and 0.65 of the em, Liberation Serif's 0.46 and 0.65.
  private func setStandIn(_ family: String, of request: inout FontRequest) {
    let own = request.family
    request.family = family
    guard family != own else { return }
    var regular = request
    (regular.isBold, regular.isItalic) = (false, false)
    let height = letterHeight(of: regular)
    regular.family = own
    let ownHeight = letterHeight(of: regular)
    if height > 0, ownHeight > 0 { request.size = request.size.scaled(by: min(max(ownHeight / height, 0.8), 1.2)) }
  }

  /// How high small letters and capitals are, in ems, both added; 0 where that is not known.
  private func letterHeight(of request: FontRequest) -> Double {
    let style = style(for: request)
    return ["x", "H"].reduce(0) { sum, letter in
      var (letter, runs, glyphs) = (letter, [ShapedRun](), [ShapedGlyph]())
      letter.withUTF8 { shape($0, style: style, runs: &runs, glyphs: &glyphs) }
      guard let run = runs.first, let glyph = glyphs.first, let ink = ink(font: Int(run.font), glyph: UInt32(glyph.id))
      else { return sum }
      return sum + ink.top
    }
  }

  /// The runs with each word in one face that was to be bold or italic and has letters that its face lacks; nil where
  /// there is none.
  /// - Parameter items: of `text`, in its order.
  func wholeWords(
    _ items: [Itemization.Item], of text: UnsafeBufferPointer<UInt8>, runs: some Collection<(end: Int, style: Int)>
  ) -> [(end: Int, style: Int)]? {
    guard runs.contains(where: { isMarked($0.style) }) else { return nil }
    var better: [(end: Int, style: Int)] = []
    var start = 0
    var isBetter = false
    for run in runs {
      defer { start = run.end }
      guard isMarked(run.style) else {
        better.append(run)
        continue
      }
      var at = start
      for item in items where item.bytes.lowerBound >= at && item.bytes.lowerBound < run.end {
        guard let lacking = strayLetter(text, item, in: run.style) else { continue }
        var word = item.bytes
        while word.lowerBound > start, text[word.lowerBound - 1] > 0x20 { word = word.lowerBound - 1..<word.upperBound }
        while word.upperBound < run.end, text[word.upperBound] > 0x20 { word = word.lowerBound..<word.upperBound + 1 }
        guard let style = standIn(for: run.style, text, word, lacking: lacking) else { continue }
        if word.lowerBound > start { better.append((word.lowerBound, run.style)) }
        better.append((word.upperBound, style))
        isBetter = true
        at = word.upperBound
      }
      if better.last?.end != run.end { better.append(run) }
    }
    return isBetter ? better : nil
  }

  private func isMarked(_ style: Int) -> Bool {
    let request = styles[style].request
    return (request.isBold || request.isItalic) && !request.isStacked
  }

  /// A letter of an item that its style's own face lacks, where the font that has it is not of the same cut.
  private func strayLetter(_ text: UnsafeBufferPointer<UInt8>, _ item: Itemization.Item, in style: Int) -> UInt32? {
    let base = baseFont(of: style)
    guard item.font != base, fonts.indices.contains(base),
      fonts[item.font].isBold != fonts[base].isBold || fonts[item.font].isItalic != fonts[base].isItalic
    else { return nil }
    return FontLibrary.letters(text, item.bytes).first
  }

  private func baseFont(of style: Int) -> Int {
    if let known = styles[style].base { return known }
    var letter = "n"
    let font = letter.withUTF8 { text in
      let items = fontItems(of: text, runs: CollectionOfOne((end: text.count, style: style)), direction: .leftToRight)
      defer { for item in items { item.free() } }
      return items.first?.font ?? 0
    }
    styles[style].base = font
    return font
  }

  /// Letters of Latin, Greek and Cyrillic: other scripts have fonts of their own.
  private static func letters(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> [UInt32] {
    String(decoding: text[bytes], as: UTF8.self).unicodeScalars.filter {
      ($0.value < 0x530 || 0x1D00..<0x2000 ~= $0.value || 0x2C60..<0x2C80 ~= $0.value || 0xA640..<0xA800 ~= $0.value)
        && ($0.properties.isAlphabetic || 0x300..<0x370 ~= $0.value)
    }.map(\.value)
  }

  /// A style of one face that has all letters of a word: of the same cut if any family has it, else of the style's
  /// family without weight and slant.
  private func standIn(
    for style: Int, _ text: UnsafeBufferPointer<UInt8>, _ word: Range<Int>, lacking letter: UInt32
  ) -> Int? {
    let letters = FontLibrary.letters(text, word)
    let asked = styles[style].request
    let base = fonts[baseFont(of: style)]
    for (isBold, isItalic) in [(base.isBold, base.isItalic), (false, false)] {
      for family in configuration.standIns(of: asked.family) {
        let faces = configuration.letters(of: family, of: letters)
        guard let face = faces.first(where: { $0.isBold == isBold && $0.isItalic == isItalic && $0.hasAll }) else {
          continue
        }
        note(FaceLack(face: base.postScriptName, letter: letter, language: asked.language, used: face.postScriptName))
        var request = asked
        (request.isBold, request.isItalic) = (isBold, isItalic)
        setStandIn(family, of: &request)
        return self.style(for: request)
      }
    }
    return nil
  }

  /// The runs with letters in bold that were to stand out and are of no italic face: none is made for Hebrew, Arabic and
  /// the scripts of India. Nil where there are none.
  func stressed(
    _ items: [Itemization.Item], of text: UnsafeBufferPointer<UInt8>, runs: some Collection<(end: Int, style: Int)>
  ) -> [(end: Int, style: Int)]? {
    guard runs.contains(where: { styles[$0.style].request.isStressed }) else { return nil }
    var better: [(end: Int, style: Int)] = []
    var start = 0
    for run in runs {
      defer { start = run.end }
      let request = styles[run.style].request
      guard request.isStressed else {
        better.append(run)
        continue
      }
      for item in items where item.bytes.upperBound > start && item.bytes.lowerBound < run.end {
        let isUpright = !fonts[item.font].isItalic && !fonts[item.font].isBold
        guard isUpright, FontLibrary.hasLetters(text, item.bytes) else { continue }
        var bold = request
        (bold.isBold, bold.isItalic, bold.isStressed) = (true, false, false)
        if item.bytes.lowerBound > max(better.last?.end ?? 0, start) {
          better.append((item.bytes.lowerBound, run.style))
        }
        better.append((min(item.bytes.upperBound, run.end), style(for: bold)))
      }
      if better.last?.end != run.end { better.append(run) }
    }
    return better.count > runs.count || zip(better, runs).contains { $0.style != $1.style } ? better : nil
  }

  private static func hasLetters(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
    String(decoding: text[bytes], as: UTF8.self).unicodeScalars.contains { $0.properties.isAlphabetic }
  }

  private func note(_ lack: FaceLack) {
    if !lacks.contains(where: { $0.face == lack.face && $0.used == lack.used }) { lacks.append(lack) }
  }
}

extension FontConfiguration {
  /// What a face has of some letters or languages.
  struct FaceLetters {
    var postScriptName: String
    var isBold, isItalic: Bool
    /// Of those asked for.
    var languages: Set<String>
    /// The letters asked for.
    var hasAll: Bool
  }

  func letters(of family: String, languages: [String] = [], of letters: [UInt32] = []) -> [FaceLetters] {
    var found: [FaceLetters] = []
    forEachFace(of: family, [FC_POSTSCRIPT_NAME, FC_WEIGHT, FC_SLANT, FC_LANG, FC_CHARSET]) { face in
      var (weight, slant): (Int32, Int32) = (80, 0)
      FcPatternGetInteger(face, FC_WEIGHT, 0, &weight)
      FcPatternGetInteger(face, FC_SLANT, 0, &slant)
      var spoken: OpaquePointer?
      var set: OpaquePointer?
      FcPatternGetLangSet(face, FC_LANG, 0, &spoken)
      FcPatternGetCharSet(face, FC_CHARSET, 0, &set)
      found.append(
        FaceLetters(
          postScriptName: string(face, FC_POSTSCRIPT_NAME) ?? "", isBold: weight >= FC_WEIGHT_DEMIBOLD,
          isItalic: slant > 0,
          languages: Set(
            languages.filter { language in
              language.withCString {
                FcLangSetHasLang(spoken, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
                  != FcLangDifferentLang
              }
            }), hasAll: letters.allSatisfy { FcCharSetHasChar(set, $0) != 0 }))
    }
    return found.sorted { $0.postScriptName < $1.postScriptName }
  }
}
