import Octavo
import PageDesign
import Units

/// An option with the value it has in the end, and what gave it.
struct EffectiveOption {
  enum Origin: String {
    case commandLine = "command line"
    case frontMatter = "front matter"
    case configuration = "octavo.yaml"
    case theme
    /// Brought along: a leading by a size, line numbers by a proof.
    case anotherOption = "another option"
    /// What the manuscript says or looks like.
    case manuscript
    case byDefault = "default"
  }

  var name: String
  var value: String
  var origin: Origin
  /// `file:line:column` where a file gave it.
  var place: String?

  /// The origin as the text names it.
  var from: String { place ?? origin.rawValue }
}

/// All options of a book, as they were given, else as theme and defaults have them.
struct EffectiveOptions {
  let settings: Settings
  /// The design that is set: what options, theme and manuscript come to.
  let design: PageDesign
  let target: PDFTarget
  let language: String

  /// The design without any option but the theme, and without that.
  private let ofTheme: PageDesign
  private let byDefault = PageDesign()

  init(_ settings: Settings, design: PageDesign, target: PDFTarget, language: String) {
    self.settings = settings
    self.design = design
    self.target = target
    self.language = language
    ofTheme = Theme.named(design.theme)?.design ?? PageDesign()
  }

  /// In the order of the help: the manuscript's, then the page's.
  var all: [EffectiveOption] { manuscript + texts + flags + lists }

  private func given(_ name: String, _ value: String?) -> EffectiveOption? {
    guard let value else { return nil }
    guard let place = settings.places[name] else {
      return EffectiveOption(name: name, value: value, origin: .commandLine)
    }
    let isFile =
      place.split(separator: ":").dropLast(2).last.map { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? false
    return EffectiveOption(name: name, value: value, origin: isFile ? .configuration : .frontMatter, place: place)
  }

  // MARK: The manuscript

  private var manuscript: [EffectiveOption] {
    let texts = Settings.manuscriptTexts.map { name, path in
      given(name, settings.manuscript[keyPath: path])
        ?? EffectiveOption(name: name, value: name == "lang" ? language : "", origin: .manuscript)
    }
    let flags = Settings.manuscriptFlags.map { name, path in
      given(name, settings.manuscript[keyPath: path].map(EffectiveOptions.word))
        ?? EffectiveOption(name: name, value: "true", origin: .byDefault)
    }
    return (texts + flags).map { option in
      var option = option
      switch option.name {
      // nothing is kept or ignored unless somebody asks
      case "keep" where option.value.isEmpty, "ignore" where option.value.isEmpty:
        (option.value, option.origin) = ("none", .byDefault)
      case "lines" where option.value.isEmpty, "chapters-by" where option.value.isEmpty,
        "encoding" where option.value.isEmpty,
        "title" where option.value.isEmpty, "author" where option.value.isEmpty, "from" where option.value.isEmpty:
        option.value = "found out"
      default: break
      }
      return option
    }
  }

  // MARK: The page

  private var texts: [EffectiveOption] {
    Settings.designTexts.map { name, path in
      if name == "inside", design.insideByPageCount, let option = given(name, settings.design[keyPath: path]) {
        return option
      }
      if name == "target", settings.design.target == nil {
        return EffectiveOption(name: name, value: target.rawValue, origin: .byDefault)
      }
      guard let said = EffectiveOptions.texts[name] else {
        return given(name, settings.design[keyPath: path])
          ?? EffectiveOption(name: name, value: "none", origin: .byDefault)
      }
      // options of copies change what others say: what counts is the design
      return option(name, given: settings.design[keyPath: path] != nil, said)
    }
  }

  private var flags: [EffectiveOption] {
    Settings.designFlags.map { name, path in
      guard let said = EffectiveOptions.flags[name] else {
        return given(name, settings.design[keyPath: path].map(EffectiveOptions.word))
          ?? EffectiveOption(name: name, value: "false", origin: .byDefault)
      }
      return option(name, given: settings.design[keyPath: path] != nil, said)
    }
  }

  private var lists: [EffectiveOption] {
    Settings.designLists.map { name, path in
      let values = settings.design[keyPath: path]
      return given(name, values.isEmpty ? nil : values.joined(separator: ", "))
        ?? EffectiveOption(name: name, value: "none", origin: .byDefault)
    }
  }

  private func option(_ name: String, given: Bool, _ said: (PageDesign) -> String) -> EffectiveOption {
    let value = said(design)
    if given, let option = self.given(name, value) { return option }
    if value == said(byDefault) { return EffectiveOption(name: name, value: value, origin: .byDefault) }
    if value == said(ofTheme) { return EffectiveOption(name: name, value: value, origin: .theme) }
    return EffectiveOption(name: name, value: value, origin: name == "binding" ? .manuscript : .anotherOption)
  }

  private static func word(_ flag: Bool) -> String { flag ? "true" : "false" }
  private static func text(_ text: String) -> String { text.isEmpty ? "none" : text.replacing("\u{A0}", with: " ") }

  /// What a design says of each option.
  private static let texts: [String: @Sendable (PageDesign) -> String] = [
    "theme": { $0.theme }, "trim": { trim($0.trim) }, "layout": { $0.isSpread ? "spread" : "single" },
    "spine": { $0.isSpread ? "mid" : $0.sides == .leading ? "min" : $0.sides == .trailing ? "max" : "two-sided" },
    "binding": { $0.binding.rawValue }, "inside": { millimetres($0.inside) }, "outside": { millimetres($0.outside) },
    "top": { millimetres($0.top) }, "bottom": { millimetres($0.bottom) }, "bleed": { millimetres($0.bleed) },
    "font": { $0.family }, "size": { $0.size.description }, "leading": { $0.leading.description },
    "expansion": { Length.decimal($0.expansion) }, "indent": { Length.decimal($0.indent) },
    "drop-capitals": { String($0.dropCapitalLines) }, "scene-break": { text($0.sceneBreakMark) },
    "header": { text($0.header) }, "footer": { text($0.footer) }, "header-left": { text($0.headerLeft ?? $0.header) },
    "header-right": { text($0.headerRight ?? $0.header) }, "footer-left": { text($0.footerLeft ?? $0.footer) },
    "footer-right": { text($0.footerRight ?? $0.footer) }, "chapters": { $0.chaptersOnRecto ? "recto" : "any" },
    "links": { $0.addresses.rawValue }, "note-numbers": { $0.noteNumbers.rawValue },
    "toc-depth": { depth($0.contentsDepth) }, "outline-depth": { depth($0.outlineDepth) },
    "watermark": { text($0.watermark) }, "line-numbers": { String($0.lineNumberStep) },
  ]
  private static let flags: [String: @Sendable (PageDesign) -> String] = [
    "justify": { word($0.isJustified) }, "hyphenate": { word($0.hyphenates) },
    "margin-kerning": { word($0.hangsPunctuation) },
    "opening-small-capitals": { word($0.openingSmallCapitals) }, "opener-heads": { word($0.openersHaveHead) },
    "toc": { $0.hasContents.map(word) ?? "where more than one chapter has a title" },
    "title-page": { word($0.hasTitlePage) },
    "half-title": { word($0.hasHalfTitle) }, "copyright-page": { word($0.hasCopyrightPage) },
    "list-of-figures": { word($0.hasListOfFigures) }, "colophon": { word($0.hasColophon) },
    "endnotes": { word($0.hasEndnotes) },
  ]

  private static func trim(_ size: PageSize) -> String {
    Trim.all.first { $0.size == size }?.name ?? "\(Length.decimal(size.width.millimetres))x\(millimetres(size.height))"
  }
  private static func millimetres(_ length: Length) -> String { Length.decimal(length.millimetres) + "mm" }
  private static func depth(_ depth: Int?) -> String { depth.map(String.init) ?? "parts and chapters" }
}
