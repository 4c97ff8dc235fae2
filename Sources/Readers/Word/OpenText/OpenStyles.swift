internal import XML

/// The styles of a text of OpenDocument (part 3, 16), as properties of Word's.
struct OpenStyles {
  struct Style {
    var name = ""
    var parent: String?
    /// Made for one paragraph or a few words by hand.
    var isAutomatic = false
    var list: String?
    var outline: Int?
    /// A page of another kind begins with it.
    var master: String?
    var paragraph: [String: String] = [:]
    var run: [String: String] = [:]
    var table: [String: String] = [:]
    var tabs: String?
  }

  private var styles: [String: Style] = [:]
  /// Levels of lists by their styles, from 0, as Word has them.
  private(set) var lists: [String: [Int: Level]] = [:]
  /// How headings are numbered.
  private(set) var outline: [Int: Level] = [:]
  private(set) var defaults: [String: String] = [:]
  private var fonts: [String: String] = [:]
  private(set) var isVertical = false

  struct Level {
    var format = "bullet"
    var text = "•"
    var start = 1
    var left = 0
    var isSeen: Bool { format != "none" || text.contains { !$0.isWhitespace } }
  }

  /// - Parameter family: `paragraph`, `text`, `table-cell`.
  subscript(family: String, name: String?) -> Style? { name.flatMap { styles["\(family) \($0)"] } }

  mutating func read(_ tree: XMLTree, isStyles: Bool) {
    for node in tree.all("font-face") {
      if let name = tree.value("name", of: node), let family = tree.value("font-family", of: node) {
        fonts[name] = family.replacing("'", with: "").replacing("\"", with: "")
      }
    }
    for (holder, isAutomatic) in [("styles", false), ("automatic-styles", true)] {
      guard let holder = tree.first(holder) else { continue }
      for node in tree.children(of: holder) {
        switch tree.nodes[node].name {
        case "style":
          // what is made for heads and feet
          guard !isAutomatic || !isStyles || tree.first("text", in: 0) != nil else { continue }
          guard let name = tree.value("name", of: node), let family = tree.value("family", of: node) else { continue }
          styles["\(family) \(name)"] = style(tree, node, name, isAutomatic: isAutomatic)
        case "default-style" where tree.value("family", of: node) == "paragraph":
          if let run = tree.child("text-properties", of: node) { defaults = values(tree, run) }
        case "list-style": if let name = tree.value("name", of: node) { lists[name] = levels(tree, node) }
        case "outline-style": outline = levels(tree, node)
        case "page-layout":
          guard let page = tree.child("page-layout-properties", of: node) else { continue }
          if tree.value("writing-mode", of: page)?.hasPrefix("tb") ?? false { isVertical = true }
        default: break
        }
      }
    }
  }

  private func values(_ tree: XMLTree, _ node: Int) -> [String: String] {
    Dictionary(tree.nodes[node].attributes.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func style(_ tree: XMLTree, _ node: Int, _ name: String, isAutomatic: Bool) -> Style {
    var style = Style()
    style.isAutomatic = isAutomatic
    // `Text_20_body`
    style.name = tree.value("display-name", of: node) ?? OpenStyles.plain(name)
    style.parent = tree.value("parent-style-name", of: node)
    style.list = tree.value("list-style-name", of: node)
    style.outline = tree.number("default-outline-level", of: node)
    style.master = tree.value("master-page-name", of: node)
    for part in tree.children(of: node) {
      switch tree.nodes[part].name {
      case "paragraph-properties":
        style.paragraph = values(tree, part)
        if let stops = tree.child("tab-stops", of: part) { style.tabs = OpenStyles.tabs(tree, stops) }
      case "text-properties": style.run = values(tree, part)
      case "table-cell-properties", "table-column-properties", "table-row-properties", "table-properties",
        "graphic-properties":
        style.table = values(tree, part)
      default: break
      }
    }
    return style
  }

  private static func plain(_ name: String) -> String {
    guard name.contains("_") else { return name }
    var made = ""
    var parts = name.split(separator: "_", omittingEmptySubsequences: false)[...]
    made += parts.removeFirst()
    while let part = parts.popFirst() {
      if part.count == 2, let code = UInt32(part, radix: 16), let sign = Unicode.Scalar(code), !parts.isEmpty {
        made.unicodeScalars.append(sign)
        made += parts.removeFirst()
      } else {
        made += "_" + part
      }
    }
    return made
  }

  private static func tabs(_ tree: XMLTree, _ node: Int) -> String {
    tree.children(of: node).compactMap { stop -> String? in
      guard tree.nodes[stop].name == "tab-stop", let place = twips(tree.value("position", of: stop)) else { return nil }
      let kind = tree.value("type", of: stop) ?? "left"
      let leader = tree.value("leader-style", of: stop) ?? "none"
      let drawn = leader == "none" ? "none" : leader == "solid" ? "underscore" : "dot"
      return "<w:tab w:val=\"\(kind == "char" ? "decimal" : kind)\" w:pos=\"\(place)\" w:leader=\"\(drawn)\"/>"
    }.joined()
  }

  // MARK: Lists

  private func levels(_ tree: XMLTree, _ node: Int) -> [Int: Level] {
    var found: [Int: Level] = [:]
    for part in tree.children(of: node) {
      guard let number = tree.number("level", of: part), (1...9).contains(number) else { continue }
      var level = Level()
      let name = tree.nodes[part].name
      if name.hasSuffix("bullet") {
        level.text = tree.value("bullet-char", of: part) ?? "•"
      } else if !name.hasSuffix("image") {
        let formats = ["1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"]
        let format = tree.value("num-format", of: part) ?? ""
        level.format = format.isEmpty ? "none" : formats[format] ?? "decimal"
        level.start = tree.number("start-value", of: part) ?? 1
        level.text = text(tree, part, number, isCounted: !format.isEmpty)
      }
      if let properties = tree.child("list-level-properties", of: part) {
        if let label = tree.child("list-level-label-alignment", of: properties) {
          level.left = OpenStyles.twips(tree.value("margin-left", of: label)) ?? 0
        } else {
          level.left =
            (OpenStyles.twips(tree.value("space-before", of: properties)) ?? 0)
            + (OpenStyles.twips(tree.value("min-label-width", of: properties)) ?? 0)
        }
      }
      found[number - 1] = level
    }
    return found
  }

  /// `Chapter %1`: `%1%` in the format of OpenDocument 1.4, else numbers between a prefix and a suffix.
  private func text(_ tree: XMLTree, _ node: Int, _ number: Int, isCounted: Bool) -> String {
    if let format = tree.value("num-list-format", of: node) {
      var made = format
      for place in 1...9 { made = made.replacing("%\(place)%", with: isCounted || place < number ? "%\(place)" : "") }
      return made
    }
    let shown = min(max(tree.number("display-levels", of: node) ?? 1, 1), number)
    let numbers = ((number - shown + 1)...number).map { "%\($0)" }.joined(separator: ".")
    return (tree.value("num-prefix", of: node) ?? "") + (isCounted ? numbers : "")
      + (tree.value("num-suffix", of: node) ?? "")
  }

  // MARK: Properties

  /// Twentieths of a point; nil for what is no length, such as a percentage.
  static func twips(_ text: String?) -> Int? {
    guard let text else { return nil }
    let units: [(String, Double)] = [
      ("in", 1440), ("inch", 1440), ("cm", 566.93), ("mm", 56.693), ("pt", 20), ("pc", 240), ("px", 15),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(unit.utf8.count)), abs(value) < 1e5 else { continue }
      return Int(value * factor)
    }
    return text == "0" ? 0 : nil
  }

  /// Of a style and those of its own kind that it is based on.
  /// - Returns: what was made by hand, the least first, and the style of the text's own below it.
  func chain(_ family: String, _ name: String?) -> (own: [Style], base: String?) {
    var own: [Style] = []
    var next = name
    while let name = next, let style = self[family, name], style.isAutomatic, own.count < 8 {
      own.append(style)
      next = style.parent
    }
    return (own.reversed(), next)
  }

  /// A style with all that it is based on.
  func whole(_ family: String, _ name: String?) -> [Style] {
    var found: [Style] = []
    var next = name
    while let name = next, let style = self[family, name], found.count < 32 {
      found.append(style)
      next = style.parent
    }
    return found.reversed()
  }

  static func paragraph(_ values: [String: String], tabs: String? = nil) -> String {
    var made = ""
    if let way = values["break-before"] { made += "<w:pageBreakBefore w:val=\"\(way.hasSuffix("page") ? 1 : 0)\"/>" }
    let sides = ["top", "bottom", "left", "right"].filter { side in
      let said = values["border-\(side)"] ?? values["border"]
      return said.map { $0 != "none" && !$0.hasPrefix("0") } ?? false
    }
    if !sides.isEmpty { made += "<w:pBdr>\(sides.map { "<w:\($0) w:val=\"single\"/>" }.joined())</w:pBdr>" }
    if let colour = values["background-color"], colour.hasPrefix("#") {
      made += "<w:shd w:val=\"clear\" w:fill=\"\(colour.dropFirst())\"/>"
    }
    if let tabs { made += "<w:tabs>\(tabs)</w:tabs>" }
    func length(_ name: String, _ key: String) -> String {
      (twips(values[key]) ?? twips(values["margin"])).map { " w:\(name)=\"\($0)\"" } ?? ""
    }
    let spacing = length("before", "margin-top") + length("after", "margin-bottom")
    if !spacing.isEmpty { made += "<w:spacing\(spacing)/>" }
    var indent = length("left", "margin-left") + length("right", "margin-right")
    if let first = twips(values["text-indent"]) {
      indent += first < 0 ? " w:hanging=\"\(-first)\"" : " w:firstLine=\"\(first)\""
    }
    if !indent.isEmpty { made += "<w:ind\(indent)/>" }
    if let way = values["text-align"] {
      made +=
        "<w:jc w:val=\"\(["center": "center", "end": "right", "right": "right", "justify": "both"][way] ?? "left")\"/>"
    }
    if let mode = values["writing-mode"], mode.hasPrefix("rl") || mode.hasPrefix("lr") {
      made += "<w:bidi w:val=\"\(mode.hasPrefix("rl") ? 1 : 0)\"/>"
    }
    return made
  }

  func run(_ values: [String: String]) -> String {
    var made = ""
    func isHeavy(_ weight: String) -> Bool { weight == "bold" || (Int(weight) ?? 0) >= 600 }
    for (name, key) in [("b", "font-weight"), ("bCs", "font-weight-complex")] {
      if let weight = values[key] { made += "<w:\(name) w:val=\"\(isHeavy(weight) ? 1 : 0)\"/>" }
    }
    for (name, key) in [("i", "font-style"), ("iCs", "font-style-complex")] {
      if let slope = values[key] { made += "<w:\(name) w:val=\"\(slope == "normal" ? 0 : 1)\"/>" }
    }
    if let form = values["font-variant"] { made += "<w:smallCaps w:val=\"\(form == "small-caps" ? 1 : 0)\"/>" }
    if let form = values["text-transform"] { made += "<w:caps w:val=\"\(form == "uppercase" ? 1 : 0)\"/>" }
    if let line = values["text-line-through-style"] { made += "<w:strike w:val=\"\(line == "none" ? 0 : 1)\"/>" }
    if let line = values["text-underline-style"] { made += "<w:u w:val=\"\(line == "none" ? "none" : "single")\"/>" }
    if values["display"] == "none" { made += "<w:vanish/>" }
    if let dots = values["text-emphasize"] { made += "<w:em w:val=\"\(dots == "none" ? "none" : "dot")\"/>" }
    if let place = values["text-position"] {
      let first = place.split(separator: " ").first.map(String.init) ?? ""
      let rise = first == "super" ? 1 : first == "sub" ? -1 : Int(first.replacing("%", with: "")) ?? 0
      made += "<w:vertAlign w:val=\"\(rise > 0 ? "superscript" : rise < 0 ? "subscript" : "baseline")\"/>"
    }
    if let size = OpenStyles.twips(values["font-size"]) { made += "<w:sz w:val=\"\(size / 10)\"/>" }
    if let colour = values["color"], colour.hasPrefix("#") { made += "<w:color w:val=\"\(colour.dropFirst())\"/>" }
    if let font = values["font-name"].map({ fonts[$0] ?? $0 }) ?? values["font-family"] {
      made += "<w:rFonts w:ascii=\"\(font.replacing("'", with: "").quotedForXML)\"/>"
    }
    var languages = ""
    for (name, key) in [("val", ""), ("eastAsia", "-asian"), ("bidi", "-complex")] {
      guard let language = values["language" + key], language != "none", language != "zxx" else { continue }
      let country = values["country" + key].map { $0 == "none" ? "" : "-" + $0 } ?? ""
      languages += " w:\(name)=\"\((language + country).quotedForXML)\""
    }
    if !languages.isEmpty { made += "<w:lang\(languages)/>" }
    return made
  }

  /// The styles part of a Word file.
  func xml() -> String {
    var made = "<w:docDefaults><w:rPrDefault><w:rPr>\(run(defaults))</w:rPr></w:rPrDefault></w:docDefaults>"
    for (key, style) in styles.sorted(by: { $0.key < $1.key }) where key.hasPrefix("paragraph ") && !style.isAutomatic {
      let id = key.dropFirst("paragraph ".count)
      let base = style.parent.map { "<w:basedOn w:val=\"\($0.quotedForXML)\"/>" } ?? ""
      made +=
        "<w:style w:type=\"paragraph\"\(id == "Standard" ? " w:default=\"1\"" : "") w:styleId=\"\(String(id).quotedForXML)\">"
        + "<w:name w:val=\"\(style.name.quotedForXML)\"/>\(base)<w:pPr>\(OpenStyles.paragraph(style.paragraph, tabs: style.tabs))"
        + (style.master.map { $0.isEmpty ? "" : "<w:pageBreakBefore/>" } ?? "")
        + "</w:pPr><w:rPr>\(run(style.run))</w:rPr></w:style>"
    }
    return made + "<w:style w:type=\"character\" w:styleId=\"octavo-code\"><w:name w:val=\"Code\"/></w:style>"
  }
}
