package import BookModel
package import PageDesign
internal import Pango
package import Shaping
internal import Units

/// What a block asks of its text, before inline styles: one of a handful per book.
package struct BlockStyle: Hashable, Sendable {
  /// Times the body size.
  package var scale: Double
  package var isItalic: Bool
  package var isBold: Bool
  package var isMonospaced: Bool
  package var hyphenates: Bool
  package var hangs: Bool
  package var letterSpacing: Double
  package var features: String

  package init(
    scale: Double = 1, isItalic: Bool = false, isBold: Bool = false, isMonospaced: Bool = false,
    hyphenates: Bool = true, hangs: Bool = true, letterSpacing: Double = 0, features: String = ""
  ) {
    self.scale = scale
    self.isItalic = isItalic
    self.isBold = isBold
    self.isMonospaced = isMonospaced
    self.hyphenates = hyphenates
    self.hangs = hangs
    self.letterSpacing = letterSpacing
    self.features = features
  }

  package static let body = BlockStyle()
  /// Headings inside a section, levels 2 to 6: each tells itself from its neighbours by
  /// size, slope or weight, never by size alone.
  package static func subheading(_ level: Int) -> BlockStyle {
    // an old-style 1 at a title's head reads as a small capital I
    var style = BlockStyle(hyphenates: false, hangs: false, features: "lnum=1")
    switch level {
    case ...2: style.scale = 1.25
    case 3:
      style.scale = 1.1
      style.isItalic = true
    case 4: style.isBold = true
    case 5: style.isItalic = true
    default:
      style.scale = 0.9
      style.letterSpacing = 0.06
    }
    return style
  }
  package static let caption = BlockStyle(scale: 0.9, isItalic: true)
  package static let code = BlockStyle(scale: 0.8, isMonospaced: true, hyphenates: false, hangs: false)
  // "Page 11" in old-style figures reads as "Page II"
  package static let runningHead = BlockStyle(
    scale: 0.9, isItalic: true, hyphenates: false, hangs: false, features: "lnum=1")
  package static let folio = BlockStyle(scale: 0.9, hyphenates: false, hangs: false, features: "lnum=1")
  package static let lineNumber = BlockStyle(scale: 0.7, hyphenates: false, hangs: false, features: "lnum=1")
  package static let ornament = BlockStyle(hyphenates: false, hangs: false)
}

/// Turns the book's styles into fonts.
package struct StyleResolver: Sendable {
  package let design: PageDesign
  package let language: String
  /// The design's own sizes.
  package let heading: BlockStyle
  package let headingLabel: BlockStyle
  package let note: BlockStyle

  package init(design: PageDesign, language: String) {
    self.design = design
    self.language = language
    // beside capitals old-style figures look like small letters: "CHAPTER 11" would read as II
    heading = BlockStyle(
      scale: design.headingScale, isBold: design.headingsAreBold, hyphenates: false, hangs: false, features: "lnum=1")
    headingLabel = BlockStyle(
      scale: min(1.08, design.headingScale), isBold: design.headingsAreBold, hyphenates: false, hangs: false,
      letterSpacing: 0.06, features: "lnum=1")
    note = BlockStyle(scale: design.noteScale)
  }

  /// Scripts without small letters: old-style figures stand among their signs like small ones.
  private static func hasOneCase(_ language: String) -> Bool {
    switch language.prefix(while: { $0 != "-" && $0 != "_" }) {
    case "ja", "zh", "ko", "he", "yi", "ar", "fa", "ur", "ps", "hi", "mr", "ne", "bn", "ta", "te", "th", "km", "lo",
      "ka":
      true
    default: false
    }
  }

  /// Languages whose localised forms are not used, since they show another letter than is written: in
  /// Latin EB Garamond gives v for u at a word's beginning and u for v within it, as printers did
  /// before 1650. No form of the language may change which letter a reader reads.
  package static func swapsLetters(_ language: String) -> Bool {
    language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() == "la"
  }

  package func style(_ block: BlockStyle, _ inline: InlineStyle) -> TextStyle {
    let traits = inline.traits
    let extras = inline.extras
    var scale = block.scale * (extras.scale ?? 1)
    var features = block.features
    var rise = Length.zero
    let base = design.size.scaled(by: scale)
    if traits.contains(.superscript) {
      rise = base.scaled(by: 0.33)
      scale *= 0.66
    } else if traits.contains(.subscript) {
      rise = base.scaled(by: -0.16)
      scale *= 0.66
    }
    let language = extras.language ?? language
    func add(_ feature: String) { features += features.isEmpty ? feature : "," + feature }
    if features.isEmpty, StyleResolver.hasOneCase(language) { add("lnum=1") }
    if StyleResolver.swapsLetters(language) { add("locl=0") }
    if traits.contains(.allSmallCapitals) {
      add("smcp=1,c2sc=1")
    } else if traits.contains(.smallCapitals) {
      add("smcp=1")
    }
    let isCode = traits.contains(.code) || block.isMonospaced
    // fixed pitch type looks a size larger than a book face
    if traits.contains(.code), !block.isMonospaced { scale *= 0.85 }
    let spacing = block.letterSpacing + (traits.contains(.letterSpaced) ? 0.12 : 0)
    scale = max(scale, design.leastScale)
    // a ligature among spaced letters would stand as a lump
    if spacing != 0 { add("liga=0,clig=0,dlig=0") }
    let size = design.size.scaled(by: scale)
    // emphasis within italics is roman; where it is not italic, blocks are not either
    let isEmphasised = traits.contains(.emphasis)
    let isItalic = design.emphasis == .italic ? block.isItalic != isEmphasised : false
    let request = FontRequest(
      family: isCode ? design.monospacedFamily : design.family, size: size,
      isBold: block.isBold || traits.contains(.strong) || (isEmphasised && design.emphasis == .bold),
      isItalic: isItalic, features: features,
      language: language)
    return TextStyle(
      font: request, rise: rise, letterSpacing: size.scaled(by: spacing),
      colour: extras.colour.map { .init(red: $0.red, green: $0.green, blue: $0.blue) } ?? .black,
      background: extras.background.map { .init(red: $0.red, green: $0.green, blue: $0.blue) },
      isUnderlined: traits.contains(.underline) || (isEmphasised && design.emphasis == .underline),
      isStruck: traits.contains(.strike), isShadowed: traits.contains(.shadow), hasFixedSpaces: isCode,
      hyphenates: design.hyphenates && block.hyphenates && !isCode,
      hangs: design.hangsPunctuation && block.hangs)
  }
}
