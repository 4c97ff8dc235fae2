internal import XML

/// What properties of runs say (ECMA-376-1, 17.3.2); nil where they say nothing.
struct RunLook: Equatable, Sendable {
  var isBold: Bool?
  var isItalic: Bool?
  var isCapitals: Bool?
  var isSmallCapitals: Bool?
  var isStruck: Bool?
  var isHidden: Bool?
  /// The same for scripts that run from the right.
  var isBoldRight: Bool?
  var isItalicRight: Bool?
  var isRightToLeft: Bool?
  var isUnderlined: Bool?
  /// Marks beside its letters emphasise it, as Chinese and Japanese do.
  var isDotted: Bool?
  /// Above the line, on it, below it.
  var rise: Int?
  /// Half points.
  var size: Int?
  var font: String?
  var colour: String?
  var language: String?
  var languageRight: String?
  var languageEast: String?

  init() {}

  init(_ tree: XMLTree, _ properties: Int) {
    for node in tree.children(of: properties) {
      switch tree.nodes[node].name {
      case "b": isBold = tree.isOn(node)
      case "i": isItalic = tree.isOn(node)
      case "bCs": isBoldRight = tree.isOn(node)
      case "iCs": isItalicRight = tree.isOn(node)
      case "caps": isCapitals = tree.isOn(node)
      case "smallCaps": isSmallCapitals = tree.isOn(node)
      case "strike", "dstrike": isStruck = tree.isOn(node) || isStruck == true
      case "vanish": isHidden = tree.isOn(node)
      case "rtl": isRightToLeft = tree.isOn(node)
      case "em": isDotted = tree.value("val", of: node) != "none"
      case "u": isUnderlined = tree.isOn(node)
      case "vertAlign":
        switch tree.value("val", of: node) {
        case "superscript": rise = 1
        case "subscript": rise = -1
        default: rise = 0
        }
      // raised by hand, and small enough for it: half points
      case "position":
        if rise == nil, let value = tree.number("val", of: node) { rise = value >= 6 ? 1 : value <= -4 ? -1 : 0 }
      case "sz": size = tree.number("val", of: node)
      case "rFonts": font = tree.value("ascii", of: node) ?? tree.value("hAnsi", of: node) ?? font
      case "color": colour = tree.value("val", of: node)
      case "lang":
        language = tree.value("val", of: node) ?? language
        languageRight = tree.value("bidi", of: node) ?? languageRight
        languageEast = tree.value("eastAsia", of: node) ?? languageEast
      default: break
      }
    }
  }

  /// These over others.
  func over(_ base: RunLook) -> RunLook {
    var look = base
    func take<Value>(_ key: WritableKeyPath<RunLook, Value?>) {
      if let value = self[keyPath: key] { look[keyPath: key] = value }
    }
    take(\.isBold)
    take(\.isItalic)
    take(\.isCapitals)
    take(\.isSmallCapitals)
    take(\.isStruck)
    take(\.isHidden)
    take(\.isBoldRight)
    take(\.isItalicRight)
    take(\.isRightToLeft)
    take(\.isUnderlined)
    take(\.isDotted)
    take(\.rise)
    take(\.size)
    take(\.font)
    take(\.colour)
    take(\.language)
    take(\.languageRight)
    take(\.languageEast)
    return look
  }

  /// A character's style over its paragraph's: what both turn on is off again (ECMA-376-1, 17.7.3).
  func toggled(over paragraph: RunLook, defaults: RunLook) -> RunLook {
    var look = over(paragraph.over(defaults))
    func toggle(_ key: WritableKeyPath<RunLook, Bool?>) {
      let styles = (self[keyPath: key] ?? false) != (paragraph[keyPath: key] ?? false)
      look[keyPath: key] = styles || defaults[keyPath: key] ?? false
    }
    toggle(\.isBold)
    toggle(\.isItalic)
    toggle(\.isCapitals)
    toggle(\.isSmallCapitals)
    toggle(\.isStruck)
    toggle(\.isHidden)
    toggle(\.isBoldRight)
    toggle(\.isItalicRight)
    return look
  }
}

/// What properties of paragraphs say (ECMA-376-1, 17.3.1). Lengths are twentieths of a point.
struct ParagraphLook: Equatable, Sendable {
  enum Alignment: Sendable { case left, centre, right, both }

  var alignment: Alignment?
  var left: Int?
  var right: Int?
  /// Of the first line; negative where the others hang.
  var first: Int?
  var before: Int?
  var after: Int?
  /// From 0; 9 for text.
  var outline: Int?
  var list: Int?
  var listLevel: Int?
  var beginsPage: Bool?
  var isRightToLeft: Bool?
  /// A rule is drawn above or below it.
  var isRuled: Bool?
  /// A capital over several lines, which the next paragraph goes on with.
  var isDropCapital: Bool?
  /// Rules on all four sides of it.
  var isFramed: Bool?
  /// Colour or grey behind it that can be seen.
  var isShaded: Bool?
  var tabs: [WordTab]?

  init() {}

  init(_ tree: XMLTree, _ properties: Int) {
    for node in tree.children(of: properties) {
      switch tree.nodes[node].name {
      case "pBdr":
        let sides = Set(
          tree.children(of: node).filter { !["nil", "none"].contains(tree.value("val", of: $0)) }
            .map { tree.nodes[$0].name })
        isRuled = sides.contains("top") || sides.contains("bottom")
        isFramed = sides.isSuperset(of: ["top", "bottom", "left", "right"])
      case "shd": isShaded = tree.isShade(node)
      case "tabs": tabs = tree.children(of: node).compactMap { WordTab(tree, $0) }
      case "framePr": isDropCapital = ["drop", "margin"].contains(tree.value("dropCap", of: node))
      case "jc":
        switch tree.value("val", of: node) {
        case "center": alignment = .centre
        case "right", "end": alignment = .right
        case "left", "start": alignment = .left
        default: alignment = .both
        }
      case "ind":
        left = tree.number("start", of: node) ?? tree.number("left", of: node) ?? left
        right = tree.number("end", of: node) ?? tree.number("right", of: node) ?? right
        first = tree.number("hanging", of: node).map { -$0 } ?? tree.number("firstLine", of: node) ?? first
      case "spacing":
        before = tree.number("before", of: node) ?? before
        after = tree.number("after", of: node) ?? after
      case "outlineLvl": outline = tree.number("val", of: node)
      case "numPr":
        list = tree.child("numId", of: node).flatMap { tree.number("val", of: $0) } ?? list
        listLevel = tree.child("ilvl", of: node).flatMap { tree.number("val", of: $0) } ?? listLevel
      case "pageBreakBefore": beginsPage = tree.isOn(node)
      case "bidi": isRightToLeft = tree.isOn(node)
      default: break
      }
    }
  }

  func over(_ base: ParagraphLook) -> ParagraphLook {
    var look = base
    func take<Value>(_ key: WritableKeyPath<ParagraphLook, Value?>) {
      if let value = self[keyPath: key] { look[keyPath: key] = value }
    }
    take(\.alignment)
    take(\.left)
    take(\.right)
    take(\.first)
    take(\.before)
    take(\.after)
    take(\.outline)
    take(\.list)
    take(\.listLevel)
    take(\.beginsPage)
    take(\.isRightToLeft)
    take(\.isRuled)
    take(\.isDropCapital)
    take(\.isFramed)
    take(\.isShaded)
    if let tabs { look.tabs = tabs.over(base.tabs ?? []) }
    return look
  }
}
