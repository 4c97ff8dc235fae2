public import Units

/// What stands on a book's pages and has a look of its own. The names are those of theme files.
public enum Element: String, Sendable, Hashable, CaseIterable {
  /// Paragraphs; of their type more is said by options.
  case text
  /// What begins a chapter, and a preface or an appendix: the white, the ornaments.
  case chapter
  case chapterNumber = "chapter-number"
  case chapterTitle = "chapter-title"
  case part
  case partNumber = "part-number"
  case partTitle = "part-title"
  /// The signs above and below the headings of chapters and parts.
  case ornament
  /// Headings inside chapters, level by level.
  case subhead
  case subhead2 = "subhead-2"
  case subhead3 = "subhead-3"
  case subhead4 = "subhead-4"
  case subhead5 = "subhead-5"
  case dropCapital = "drop-capital"
  /// The words in small capitals that a chapter begins with.
  case opening
  case quotation
  case attribution
  /// A note, a tip, a warning in a box of its own, and the label above it.
  case callout
  case calloutTitle = "callout-title"
  case verse
  case letter
  /// The numbers and signs of lists.
  case listMarker = "list-marker"
  case speaker
  case sceneBreak = "scene-break"
  case caption
  case code
  case table
  case tableHead = "table-head"
  case note
  case head
  case foot
  case lineNumber = "line-number"
  case title
  case subtitle
  case author
  /// Translator, editor, illustrator.
  case credit
  case creditName = "credit-name"
  case publisher
  case halfTitle = "half-title"
  case copyright
  case dedication
  case epigraph
  case contents
  case contentsTitle = "contents-title"
  case contentsPart = "contents-part"
  case colophon
  /// The sheet around the book (`PageDesign.cover`).
  case cover

  /// That of a heading inside a chapter, from level 2.
  package static func subhead(level: Int) -> Element {
    [.subhead, .subhead2, .subhead3, .subhead4, .subhead5][min(max(level, 2), 6) - 2]
  }
}

/// How an element looks. An element heeds what a theme file may say of it, and no more.
public struct ElementLook: Sendable, Equatable {
  public enum LetterCase: String, Sendable, CaseIterable {
    /// As in the manuscript.
    case typed
    case capitals
    /// Small letters become small capitals, capitals stay.
    case smallCapitals = "small-capitals"
    case allSmallCapitals = "all-small-capitals"
  }

  /// How a number at the head of a chapter is written.
  public enum NumberForm: String, Sendable, CaseIterable {
    /// `CHAPTER IV`, as in the manuscript.
    case typed
    /// `Chapter Four`; in languages whose numbers octavo cannot spell, `Chapter 4`.
    case words
    /// `4`.
    case figures
    /// `IV`.
    case roman
  }

  /// Where a heading has a rule.
  public enum RulePlace: String, Sendable, CaseIterable { case none, above, between, below, both }

  /// Empty for the text's own; several by preference, `Junicode, EB Garamond 12`.
  public var family = ""
  /// Times the text's size.
  public var scale = 1.0
  public var isItalic = false
  public var isBold = false
  /// OpenType features in Pango's form: `onum=1,ss01=1,liga=0`. Those of the text hold wherever its face does.
  public var features = ""
  public var letterCase = LetterCase.typed
  /// Ems between letters.
  public var letterSpacing = 0.0
  /// Nil for that of the text.
  public var ink: Colour?
  public var placement = PageDesign.Placement.centred
  /// Rows of the grid left white above and below.
  public var above = 0
  public var below = 0
  /// Baseline to baseline, times its own size; nil for the usual.
  public var leading: Double?
  /// Ems; nil for what suits the text.
  public var indent: Double?
  /// How far down the page, as a share of the text block's height.
  public var depth = 0.0
  public var ornamentAbove = ""
  public var ornamentBelow = ""
  public var numberForm = NumberForm.typed
  /// Share of black behind it.
  public var tint = 0.0
  /// A rule belongs to it: beside code and call-outs, above notes; with dots or the like, of contents.
  public var hasRule = true
  public var rulePlace = RulePlace.none
  /// Lines begin at the letter's own edge, not at its widest.
  public var isContoured = false
  /// It stands in the margin, where that has room.
  public var isHung = false
  /// Points.
  public var ruleWeight = 0.5
  /// Share of the measure.
  public var ruleLength = 1.0

  public init() {}
}

extension ElementLook {
  /// As the theme `octavo` has them.
  static let usual: [Element: ElementLook] = {
    var looks: [Element: ElementLook] = [:]
    for element in Element.allCases { looks[element] = ElementLook() }
    func of(_ elements: Element..., change: (inout ElementLook) -> Void) {
      for element in elements { change(&looks[element]!) }  // all are there
    }
    of(.chapter, .part) { ($0.above, $0.below) = (5, 2) }
    of(.contentsTitle) { $0.above = 5 }
    of(.chapterNumber, .partNumber) { ($0.scale, $0.letterSpacing) = (1.08, 0.06) }
    of(.chapterTitle, .partTitle, .contentsTitle) { $0.scale = 1.45 }
    of(.subhead, .subhead2, .subhead3, .subhead4, .subhead5) { ($0.placement, $0.above) = (.leading, 1) }
    of(.subhead, .subhead2) { $0.below = 1 }
    of(.subhead) { $0.scale = 1.25 }
    of(.subhead2) { ($0.scale, $0.isItalic) = (1.1, true) }
    of(.subhead3) { $0.isBold = true }
    of(.subhead4) { $0.isItalic = true }
    of(.subhead5) { ($0.scale, $0.letterSpacing) = (0.9, 0.06) }
    of(.quotation, .callout, .verse, .letter, .code, .table) { ($0.above, $0.below) = (1, 1) }
    of(.quotation) { $0.indent = 1.5 }
    of(.letter, .callout) { $0.indent = 1 }
    of(.callout) { $0.tint = 0.06 }
    of(.calloutTitle) { $0.isBold = true }
    of(.attribution) { $0.placement = .trailing }
    of(.speaker) { $0.letterCase = .smallCapitals }
    of(.sceneBreak) { ($0.above, $0.below) = (1, 1) }
    of(.caption) { ($0.scale, $0.isItalic) = (0.9, true) }
    of(.code) { ($0.family, $0.scale, $0.indent) = ("Liberation Mono", 0.78, 0.8) }
    of(.table) { ($0.scale, $0.leading) = (0.9, 1.2) }
    of(.tableHead) { $0.isBold = true }
    of(.note) { $0.scale = 0.82 }
    of(.head, .foot) { $0.scale = 0.9 }
    of(.head) { ($0.isItalic, $0.hasRule) = (true, false) }
    of(.lineNumber) { $0.scale = 0.7 }
    of(.title) { ($0.scale, $0.depth) = (2.1, 0.17) }
    of(.subtitle) { ($0.scale, $0.isItalic) = (1.22, true) }
    of(.author) { ($0.scale, $0.depth) = (1.32, 0.4) }
    of(.credit) { $0.isItalic = true }
    of(.creditName) { $0.scale = 1.08 }
    of(.halfTitle) { ($0.scale, $0.depth) = (1.33, 0.2) }
    of(.copyright) { ($0.scale, $0.placement) = (0.85, .leading) }
    of(.dedication, .epigraph) { $0.depth = 0.25 }
    of(.contents) { $0.indent = 1 }
    of(.contentsPart) { ($0.letterCase, $0.letterSpacing) = (.smallCapitals, 0.04) }
    of(.colophon) { ($0.scale, $0.isItalic, $0.depth) = (0.9, true, 0.4) }
    return looks
  }()
}

extension PageDesign {
  /// How an element looks.
  public subscript(_ element: Element) -> ElementLook {
    get { looks[element] ?? ElementLook() }
    set { looks[element] = newValue }
  }
}
