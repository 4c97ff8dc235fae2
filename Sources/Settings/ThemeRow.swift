package import Design
internal import Units

/// A key that a theme file may have below an element's name: what there is to know of it.
/// `ThemeRow.all` is the one list; files are read by it, `octavo themes --show` writes it,
/// the manual's table is checked against it.
package struct ThemeRow: Sendable {
  package let element: Element
  package let key: String
  /// What it is for.
  package let help: String
  /// Values it takes, where they can be listed.
  package let choices: [String]
  package let show: @Sendable (PageDesign) -> String
  package let read: @Sendable (inout PageDesign, OptionValue) throws(SettingsProblem) -> Void

  package static let all: [ThemeRow] = Element.allCases.flatMap(rows)
  package static let keyed = Dictionary(uniqueKeysWithValues: all.map { ("\($0.element.rawValue).\($0.key)", $0) })
  /// Those of one element, in the order of the files.
  package static func of(_ element: Element) -> [ThemeRow] { all.filter { $0.element == element } }
  /// Keys that some element takes, each once, with what they are for.
  package static let keys: [(key: String, help: String)] = {
    var known: Set<String> = []
    return all.filter { known.insert($0.key).inserted }.map { ($0.key, $0.help) }
  }()
}

// MARK: - What each element heeds

extension ThemeRow {
  private static func rows(_ element: Element) -> [ThemeRow] {
    let face = [font(element), features(element), size(element), italic(element), bold(element)]
    let words = face + [letterCase(element), letterSpace(element), colour(element)]
    let plain = [font(element), features(element), size(element), italic(element), colour(element)]
    let space = [rows(element, "above", \.above), rows(element, "below", \.below)]
    switch element {
    case .text: return ofText
    case .chapter, .part:
      return space + [
        ornament(element, "ornament-above", \.ornamentAbove), ornament(element, "ornament-below", \.ornamentBelow),
        rulePlace(element), ruleWeight(element), ruleLength(element),
      ] + (element == .part ? [recto, partFolio] : [most, numberGap])
    case .ornament: return [font(element), features(element), size(element), letterSpace(element), colour(element)]
    case .chapterNumber, .partNumber: return [form(element)] + words + [align(element)]
    case .chapterTitle, .partTitle: return words + [align(element), leading(element)]
    case .subhead, .subhead2, .subhead3, .subhead4, .subhead5: return words + [align(element)] + space
    case .dropCapital:
      return [
        font(element), features(element), italic(element), bold(element), colour(element), contour, hung(element),
      ]
    case .listMarker: return [font(element), features(element), bold(element), colour(element), hung(element)]
    case .opening: return [openingWords, features(element), letterSpace(element)]
    case .quotation, .letter: return plain + [indent(element)] + space
    case .callout: return plain + [indent(element), rule(element), tint] + space
    case .calloutTitle: return words
    case .attribution: return plain + [smallCase(element), letterSpace(element), align(element)]
    case .verse: return plain + [verseIndent] + space
    case .speaker: return face + [smallCase(element), letterSpace(element), colour(element)]
    case .sceneBreak: return [font(element), size(element), letterSpace(element), colour(element), always] + space
    case .caption: return face + [letterSpace(element), colour(element), align(element)]
    case .code:
      return [font(element), features(element), size(element), colour(element), indent(element), rule(element)] + space
    case .table:
      return [font(element), features(element), size(element), colour(element), leading(element), rule(element)] + space
    case .tableHead:
      return [
        features(element), italic(element), bold(element), smallCase(element), letterSpace(element), colour(element),
      ]
    case .note:
      return [font(element), features(element), size(element), colour(element), leading(element), rule(element)]
    case .head: return words + [align(element), rule(element)]
    case .foot: return words + [align(element)]
    case .lineNumber: return [size(element), colour(element)]
    case .title: return [titleForm] + words + [align(element), leading(element), depth(element)]
    case .subtitle, .credit, .creditName, .publisher: return words
    case .author: return words + [depth(element)]
    case .halfTitle: return words + [align(element), depth(element)]
    case .copyright: return face + [colour(element), align(element)]
    case .dedication, .epigraph: return plain + [depth(element)]
    case .contents:
      return [font(element), features(element), size(element), colour(element), indent(element), rule(element)]
    case .contentsTitle: return words + [align(element), rows(element, "above", \.above)]
    case .contentsPart: return face + [smallCase(element), letterSpace(element), colour(element)]
    case .colophon: return plain + [depth(element)]
    case .cover: return ofCover
    }
  }

  private static let ofText: [ThemeRow] = [
    features(.text),
    flag(
      .text, "indent-first", "the first paragraph after a heading is indented like the others", \.indentsFirstParagraph),
    ThemeRow(
      .text, "paragraph-space", "blank lines between paragraphs", show: { String($0.paragraphGap) },
      read: { (design, said) throws(SettingsProblem) in design.paragraphGap = try said.whole(0...3) }),
    ThemeRow(
      .text, "protrusion", "what stands a little past the edges: marks, or letters such as A, T, V too",
      choices: PageDesign.Protrusion.allCases.map(\.rawValue), show: { $0.protrusion.rawValue },
      read: { (design, said) throws(SettingsProblem) in design.protrusion = try said.oneOf(PageDesign.Protrusion.self) }
    ),
    flag(.text, "by-trim", "margins, size and leading follow a trim that is asked for", \.followsTrim),
    flag(.text, "level-spreads", "facing pages end on the same line", \.levelsSpreads),
    ThemeRow(
      .text, "emphasis", "what sets emphasis off", choices: PageDesign.Emphasis.allCases.map(\.rawValue),
      show: { $0.emphasis.rawValue },
      read: { (design, said) throws(SettingsProblem) in
        design.emphasis = try said.oneOf(PageDesign.Emphasis.self)
      }),
    ThemeRow(
      .text, "least-size", "nothing is smaller than this, times the text's size", show: { decimal($0.leastScale) },
      read: { (design, said) throws(SettingsProblem) in design.leastScale = try said.amount(0...1) }),
  ]
  private static let ofCover: [ThemeRow] = [
    ThemeRow(
      .cover, "layout", "what stands on its front", choices: CoverLook.Layout.allCases.map(\.rawValue),
      show: { $0.cover.layout.rawValue },
      read: { (design, said) throws(SettingsProblem) in design.cover.layout = try said.oneOf(CoverLook.Layout.self) }),
    coverColour("paper", "its ground", \.paper), coverColour("ink", "the words on that", \.ink),
    coverColour("accent", "bands, labels and frames; back and spine of most layouts", \.accent),
    ThemeRow(
      .cover, "ornament", "the sign of frame and pattern; its face is that of ornaments", show: { $0.cover.ornament },
      read: { design, said in design.cover.ornament = said.text }),
  ]
  private static func coverColour(
    _ key: String, _ help: String, _ path: WritableKeyPath<CoverLook, Colour> & Sendable
  ) -> ThemeRow {
    ThemeRow(
      .cover, key, help + ", #RRGGBB", show: { $0.cover[keyPath: path].written },
      read: { (design, said) throws(SettingsProblem) in design.cover[keyPath: path] = try said.ink() })
  }
  private static let recto = ThemeRow(
    .part, "recto", "its title stands on a recto, the back blank; auto: where parts are not short",
    choices: ["auto", "true", "false"], show: { $0.partsOnRecto.map { String($0) } ?? "auto" },
    read: { (design, said) throws(SettingsProblem) in
      design.partsOnRecto = said.text == "auto" ? nil : try said.flag()
    })
  private static let partFolio = flag(
    .part, "folio", "the page of its title, where it stands alone, has head and foot", \.partsHaveFolio)
  private static let always = flag(
    .sceneBreak, "always", "also where the manuscript has a blank space alone", \.showsEverySceneBreak)
  private static let most = ThemeRow(
    .chapter, "most", "most of a page that the white above takes, as a share", show: { decimal($0.mostSink) },
    read: { (design, said) throws(SettingsProblem) in design.mostSink = try said.amount(0...0.7) })
  private static let numberGap = ThemeRow(
    .chapter, "between", "blank lines between number and title, of parts too", show: { String($0.numberGap) },
    read: { (design, said) throws(SettingsProblem) in design.numberGap = try said.whole(0...6) })
  private static let openingWords = ThemeRow(
    .opening, "words", "most words in small capitals, where opening-small-capitals asks for them",
    show: { String($0.openingWords) },
    read: { (design, said) throws(SettingsProblem) in design.openingWords = try said.whole(1...12) })
  private static let titleForm = ThemeRow(
    .title, "form", "how the title page is laid out", choices: PageDesign.TitlePageForm.allCases.map(\.rawValue),
    show: { $0.titlePageForm.rawValue },
    read: { (design, said) throws(SettingsProblem) in
      design.titlePageForm = try said.oneOf(PageDesign.TitlePageForm.self)
    })
  private static let contour = look(
    .dropCapital, "contour", "lines begin at the letter's own edge, where it slopes or has a foot: A, L, V",
    \.isContoured)
  private static let tint = ThemeRow(
    .callout, "tint", "how dark it is behind it, as a share of black", show: { decimal($0[.callout].tint) },
    read: { (design, said) throws(SettingsProblem) in design[.callout].tint = try said.amount(0...0.5) })
  private static let verseIndent = ThemeRow(
    .verse, "indent", "ems from the edge; auto: poems stand in the middle", choices: ["auto"],
    show: { $0[.verse].indent.map(decimal) ?? "auto" },
    read: { (design, said) throws(SettingsProblem) in
      design[.verse].indent = said.text == "auto" ? nil : try said.amount(0...20)
    })
}

// MARK: - Kinds of keys

extension ThemeRow {
  private typealias Path<T> = WritableKeyPath<ElementLook, T> & Sendable

  init(
    _ element: Element, _ key: String, _ help: String, choices: [String] = [],
    show: @escaping @Sendable (PageDesign) -> String,
    read: @escaping @Sendable (inout PageDesign, OptionValue) throws(SettingsProblem) -> Void
  ) {
    (self.element, self.key, self.help, self.choices, self.show, self.read) = (element, key, help, choices, show, read)
  }

  private static func flag(
    _ element: Element, _ key: String, _ help: String, _ path: WritableKeyPath<PageDesign, Bool> & Sendable
  ) -> ThemeRow {
    ThemeRow(
      element, key, help, choices: ["true", "false"], show: { String($0[keyPath: path]) },
      read: { (design, said) throws(SettingsProblem) in design[keyPath: path] = try said.flag() })
  }

  private static func look(_ element: Element, _ key: String, _ help: String, _ path: Path<Bool>) -> ThemeRow {
    ThemeRow(
      element, key, help, choices: ["true", "false"], show: { String($0[element][keyPath: path]) },
      read: { (design, said) throws(SettingsProblem) in design[element][keyPath: path] = try said.flag() })
  }

  private static func look<T: RawRepresentable & CaseIterable & Sendable>(
    _ element: Element, _ key: String, _ help: String, _ path: Path<T>, but left: [T] = []
  ) -> ThemeRow where T.RawValue == String, T: Equatable {
    let choices = T.allCases.filter { !left.contains($0) }.map(\.rawValue)
    return ThemeRow(
      element, key, help, choices: choices, show: { $0[element][keyPath: path].rawValue },
      read: { (design, said) throws(SettingsProblem) in
        design[element][keyPath: path] = try said.oneOf(T.self, choices)
      })
  }

  private static func font(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "font", "its family; \"\" for the text's", show: { $0[element].family },
      read: { design, said in design[element].family = said.text })
  }
  private static func features(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "features",
      element == .text
        ? "OpenType features wherever the text's face stands: onum, ss01, liga=0"
        : "OpenType features of its face: onum, ss01, liga=0",
      show: { $0[element].features.replacing("=1", with: "").replacing(",", with: ", ") },
      read: { (design, said) throws(SettingsProblem) in design[element].features = try said.features() })
  }
  private static func size(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "size", "times the text's size, or a length: 1.2, 14pt", show: { decimal($0[element].scale) },
      read: { (design, said) throws(SettingsProblem) in
        if let number = Double(said.text) {
          guard number.isFinite, (0.3...12).contains(number) else {
            throw said.wrong(
              "\(said.text) times the text's size is no \(said.name)", "give a number from 0.3 to 12, or a length")
          }
          design[element].scale = number
        } else {
          let scale = try said.length(usual: "pt").points / design.size.points
          guard (0.3...12).contains(scale) else {
            throw said.wrong("\(said.text) is no \(said.name)", "give from 0.3 to 12 times the text's size")
          }
          design[element].scale = scale
        }
      })
  }
  private static func italic(_ element: Element) -> ThemeRow { look(element, "italic", "in italics", \.isItalic) }
  private static func bold(_ element: Element) -> ThemeRow { look(element, "bold", "in bold type", \.isBold) }
  private static func hung(_ element: Element) -> ThemeRow {
    look(
      element, "hung",
      element == .dropCapital
        ? "it stands in the margin, where that has room" : "they stand in the margin, where that has room", \.isHung)
  }
  private static func letterCase(_ element: Element) -> ThemeRow {
    look(element, "case", "its letters; small capitals where the face has them", \.letterCase)
  }
  /// Text that keeps its letters.
  private static func smallCase(_ element: Element) -> ThemeRow {
    look(element, "case", "its letters; small capitals where the face has them", \.letterCase, but: [.capitals])
  }
  private static func form(_ element: Element) -> ThemeRow {
    look(element, "form", "how its number is written", \.numberForm)
  }
  private static func letterSpace(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "letter-space", "ems between letters", show: { decimal($0[element].letterSpacing) },
      read: { (design, said) throws(SettingsProblem) in design[element].letterSpacing = try said.amount(-0.1...1) })
  }
  private static func colour(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "colour", "#RRGGBB, or text", show: { $0[element].ink?.written ?? "text" },
      read: { (design, said) throws(SettingsProblem) in
        design[element].ink = said.text == "text" ? nil : try said.ink()
      })
  }
  private static func align(_ element: Element) -> ThemeRow {
    let isFurniture = element == .head || element == .foot
    return look(
      element, "align",
      element == .title
        ? "where the lines of its page stand" : "where its lines stand; outer: away from the spine", \.placement,
      but: isFurniture ? [] : [.outer])
  }
  private static func rows(_ element: Element, _ key: String, _ path: Path<Int>) -> ThemeRow {
    ThemeRow(
      element, key, "blank lines \(key) it", show: { String($0[element][keyPath: path]) },
      read: { (design, said) throws(SettingsProblem) in design[element][keyPath: path] = try said.whole(0...40) })
  }
  private static func leading(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "leading", "baseline to baseline, times its own size; auto: what suits the text's grid",
      choices: ["auto"],
      show: { $0[element].leading.map(decimal) ?? "auto" },
      read: { (design, said) throws(SettingsProblem) in
        design[element].leading = said.text == "auto" ? nil : try said.amount(0.8...4)
      })
  }
  private static func indent(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "indent", "ems that it stands in", show: { decimal($0[element].indent ?? 0) },
      read: { (design, said) throws(SettingsProblem) in design[element].indent = try said.amount(0...20) })
  }
  private static func depth(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "depth", "how far down the page it stands, as a share of the text block",
      show: { decimal($0[element].depth) },
      read: { (design, said) throws(SettingsProblem) in design[element].depth = try said.amount(0...0.9) })
  }
  private static func ornament(_ element: Element, _ key: String, _ path: Path<String>) -> ThemeRow {
    ThemeRow(
      element, key,
      "a sign on a line of its own \(key == "ornament-above" ? "above" : "below") the heading, or a picture's file",
      show: { $0[element][keyPath: path] },
      read: { (design, said) throws(SettingsProblem) in
        design[element][keyPath: path] = try said.ornament() ?? said.text
      })
  }
  private static func rule(_ element: Element) -> ThemeRow {
    let help =
      element == .contents
      ? "dots lead to the folios" : element == .head ? "a hairline below it" : "its rules are drawn"
    return look(element, element == .contents ? "dots" : "rule", help, \.hasRule)
  }

  private static func rulePlace(_ element: Element) -> ThemeRow {
    look(element, "rule", "where a rule stands; between: number and title", \.rulePlace)
  }
  private static func ruleWeight(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "rule-weight", "how thick it is, in points", show: { decimal($0[element].ruleWeight) },
      read: { (design, said) throws(SettingsProblem) in design[element].ruleWeight = try said.amount(0.1...12) })
  }
  private static func ruleLength(_ element: Element) -> ThemeRow {
    ThemeRow(
      element, "rule-length", "how long it is, as a share of the measure", show: { decimal($0[element].ruleLength) },
      read: { (design, said) throws(SettingsProblem) in design[element].ruleLength = try said.amount(0.02...1) })
  }

  /// As many decimals as it takes to read the same number back.
  static func decimal(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension OptionValue {
  func flag() throws(SettingsProblem) -> Bool {
    if let isOn = text.isYes { return isOn }
    throw wrong("\"\(text)\" is no value for \(name)", "it takes true, false")
  }

  func amount(_ range: ClosedRange<Double>) throws(SettingsProblem) -> Double {
    let help = "give a number from \(ThemeRow.decimal(range.lowerBound)) to \(ThemeRow.decimal(range.upperBound))"
    return try number(range, "is no amount for", help)
  }

  func whole(_ range: ClosedRange<Int>) throws(SettingsProblem) -> Int {
    guard let count = Int(text), range.contains(count) else {
      throw wrong(
        "\"\(text)\" is no count for \(name)", "give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  func oneOf<T: RawRepresentable & CaseIterable>(
    _ type: T.Type, _ choices: [String]? = nil
  ) throws(SettingsProblem) -> T where T.RawValue == String {
    let choices = choices ?? T.allCases.map(\.rawValue)
    guard let value = T(rawValue: try choice(text, of: choices)) else { throw unknown(choices) }
    return value
  }

  func ink() throws(SettingsProblem) -> Colour {
    if let colour = Colour(parsing: text) { return colour }
    throw wrong("\"\(text)\" is no colour for \(name)", "write it as \"#RRGGBB\", such as \"#7A1F1F\", with its quotes")
  }
}
