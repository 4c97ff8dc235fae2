package import BookModel
package import Design
internal import Pango
package import Shaping
internal import Units

/// What a block asks of its text, before inline styles: one of a handful per book.
package struct BlockStyle: Hashable, Sendable {
  /// Times the body size.
  package var scale = 1.0
  package var isItalic = false
  package var isBold = false
  package var isMonospaced = false
  package var hyphenates = true
  package var hangs = true
  package var letterSpacing = 0.0
  /// Those that its place asks for.
  package var features = ""
  /// Those that the theme asks for, which are stronger.
  package var chosenFeatures = ""
  /// Nil for the text's own.
  package var family: String?
  package var ink: Colour?

  /// What a look has besides size and slope.
  package mutating func take(_ look: ElementLook) {
    if !look.family.isEmpty { family = look.family }
    if look.ink != nil { ink = look.ink }
    if !look.features.isEmpty { chosenFeatures = FontFeatures.joined(chosenFeatures, look.features) }
    let capitals: String
    switch look.letterCase {
    case .typed: return
    // hyphens, brackets and quotes stand as high as these; where the theme asks for no space between them, they stand as
    // far apart as the face's designer has it
    case .capitals: capitals = letterSpacing == 0 ? "case=1,cpsp=1" : "case=1"
    // beside capitals figures are as high as these
    case .smallCapitals: capitals = "smcp=1,lnum=1"
    case .allSmallCapitals: capitals = "c2sc=1,smcp=1,lnum=1"
    }
    features = features.isEmpty ? capitals : capitals + "," + features
  }

  package static let body = BlockStyle()

  /// A heading that is typed in capitals cries, and in italic ones reads badly: upright, a little smaller and
  /// letter-spaced (Bringhurst 2.1.6).
  mutating func suitCapitals(of words: [Inline]) {
    let text = words.plainText
    guard PageAssembler.isInCapitals(String(text[..<Headline.smallTail(of: text)])) else { return }
    // by so little that with the widest kern, Y before N, readers of the PDF see one word
    letterSpacing = max(isItalic ? 0.02 : 0.04, letterSpacing)
    isItalic = false
    scale *= 0.85
    features = FontFeatures.joined(features, "case=1")
  }
}

extension BlockStyle {
  /// An element of the design.
  package init(_ look: ElementLook, hyphenates: Bool = true, hangs: Bool = true, features: String = "") {
    self.init(
      scale: look.scale, isItalic: look.isItalic, isBold: look.isBold, hyphenates: hyphenates, hangs: hangs,
      letterSpacing: look.letterSpacing, features: features)
    take(look)
  }
}

/// Turns the book's styles into fonts.
package struct StyleResolver: Sendable {
  package let design: PageDesign
  package let language: String
  /// The language is written so.
  package let isRightToLeft: Bool
  /// Of notes, asked for at each.
  package let note: BlockStyle
  /// The family of program text.
  private let codeFamily: String
  /// What the theme asks for in the text's own face, and in that of program text.
  private let textFeatures, codeFeatures: String

  package init(design: PageDesign, language: String) {
    self.design = design
    self.language = language
    isRightToLeft = LanguageTag.isWrittenLeftwards(language)
    note = BlockStyle(design[.note])
    codeFamily = design[.code].family.isEmpty ? design.family : design[.code].family
    (textFeatures, codeFeatures) = (design[.text].features, design[.code].features)
  }

  /// An element that stands by itself, on lines that are never justified: old-style figures look like
  /// small letters there, "CHAPTER 11" and "Page 11" would read as II.
  package func display(_ element: Element) -> BlockStyle {
    BlockStyle(design[element], hyphenates: false, hangs: false, features: "lnum=1")
  }

  /// Sizes tell headings inside a section apart, but never sizes alone.
  package func subheading(_ level: Int) -> BlockStyle { display(.subhead(level: level)) }

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
    // beside capitals figures are as high as these, and marks of notes stand at one height: 10 is no ıo
    if !traits.isDisjoint(with: [.allSmallCapitals, .smallCapitals, .superscript, .subscript]),
      !features.contains("lnum=1")
    {
      add("lnum=1")
    }
    let isCode = traits.contains(.code) || block.isMonospaced
    // fixed pitch type looks a size larger than a book face
    if traits.contains(.code), !block.isMonospaced { scale *= 0.85 }
    let spacing = block.letterSpacing + (traits.contains(.letterSpaced) ? 0.12 : 0) + (extras.letterSpacing ?? 0)
    scale = max(scale, design.leastScale)
    // what is larger would stand among the letters of the line above
    if extras.ruby == .reading { scale *= 0.5 }
    // a ligature among spaced letters would stand as a lump
    if spacing != 0 { add("liga=0,clig=0,dlig=0") }
    let size = design.size.scaled(by: scale)
    let family = isCode ? codeFamily : extras.family ?? block.family ?? design.family
    let ofFace = isCode ? codeFeatures : family == design.family ? textFeatures : ""
    var chosen = ""
    if !(ofFace.isEmpty && block.chosenFeatures.isEmpty && extras.features.isEmpty) {
      let own = FontFeatures.joined(block.chosenFeatures, extras.features)
      chosen = FontFeatures.joined(ofFace, own)
      features = FontFeatures.joined(ofFace, features, own)
    }
    // emphasis within italics is roman; where it is not italic, blocks are not either
    let isEmphasised = traits.contains(.emphasis)
    let isItalic = design.emphasis == .italic ? block.isItalic != isEmphasised : false
    var request = FontRequest(
      family: family, size: size,
      isBold: block.isBold || traits.contains(.strong) || (isEmphasised && design.emphasis == .bold),
      isItalic: isItalic, features: features,
      language: language)
    let isEastAsian = ["ja", "zh", "ko"].contains(LanguageTag.primary(language))
    request.isStressed =
      isEmphasised && design.emphasis == .italic && !request.isBold && !isEastAsian
      && isWrittenBesidesLatin(language)
    var style = TextStyle(
      font: request, rise: rise, letterSpacing: size.scaled(by: spacing),
      colour: extras.colour ?? block.ink
        ?? .black,
      background: extras.background,
      isUnderlined: traits.contains(.underline) || (isEmphasised && design.emphasis == .underline),
      isStruck: traits.contains(.strike),
      shadow: (extras.shadow ?? (traits.contains(.shadow) ? .usual : nil)).map(TextStyle.Shadow.init),
      hasFixedSpaces: isCode,
      hyphenates: design.hyphenates && block.hyphenates && !isCode,
      hangs: design.hangsPunctuation && block.hangs)
    style.hangsLetters = style.hangs && design.protrusion == .letters
    style.isHidden = extras.isHidden
    style.chosenFeatures = chosen
    style.isDotted =
      isEmphasised && design.emphasis == .italic && isEastAsian
    // what does not stand upright; which letters do, `ItemBuilder` knows
    if isVertical { style.stance = .turned }
    return style
  }

  /// Lines run downwards.
  package var isVertical: Bool { design.writing == .vertical }
}

extension TextStyle.Shadow {
  fileprivate init(_ shadow: TextShadow) {
    self.init(x: shadow.x, y: shadow.y, blur: shadow.blur, colour: shadow.colour)
  }
}

extension InlineStyle {
  /// Words within a line that look as an element does.
  mutating func take(_ look: ElementLook) {
    if look.isItalic { traits.insert(.emphasis) }
    if look.isBold { traits.insert(.strong) }
    switch look.letterCase {
    case .typed, .capitals: break
    case .smallCapitals: traits.insert(.smallCapitals)
    case .allSmallCapitals: traits.insert(.allSmallCapitals)
    }
    var extras = extras
    if look.scale != 1 { extras.scale = (extras.scale ?? 1) * look.scale }
    if !look.family.isEmpty { extras.family = look.family }
    if !look.features.isEmpty { extras.features = FontFeatures.joined(extras.features, look.features) }
    if look.letterSpacing != 0 { extras.letterSpacing = look.letterSpacing }
    if let ink = look.ink { extras.colour = ink }
    self.extras = extras
  }
}
