internal import BookModel
internal import CSS
internal import Formula

/// How an element looks as far as a reader of meaning asks, computed from what sheets say.
struct ComputedStyle: Equatable {
  enum Display { case inline, block, listItem, table, none }
  enum Align { case start, end, centre, justify }
  enum Space { case normal, noWrap, pre, preLine }
  enum Capitals { case none, small, allSmall }
  enum Transform { case none, upper, lower, capitalize }
  enum Rise { case none, up, down }

  // Inherited
  /// Letters and figures as wide as ideographs.
  var isFullWidth = false
  var isItalic = false
  var isBold = false
  var capitals = Capitals.none
  var isMonospaced = false
  var formula: Formula?
  /// Ems between letters, beyond what the whole book has.
  var spacing = 0.0
  var isSpaced: Bool { spacing >= 0.05 }
  /// Marks stand beside its letters, as Chinese and Japanese emphasise.
  var isDotted = false
  var isUnderlined = false
  var isStruck = false
  var isHidden = false
  var align = Align.start
  var space = Space.normal
  var transform = Transform.none
  /// Ems of the first line; nil where no sheet says.
  var indent: Double?
  var listStyle: String?
  /// It begins below pictures that text runs around.
  var clears = false
  var language: String?
  var rise = Rise.none
  var ruby: RubyPart?
  /// Times the body's size, and a colour, where the file's own are wanted.
  var scale = 1.0
  var colour: String?
  var shadow: String?
  var hyphenates = true
  /// Families as a sheet names them, the wanted ones first.
  var families: String?
  /// Ems by which what is around moves in from the edges.
  var leadingAround = 0.0
  var trailingAround = 0.0
  var isVertical = false

  // Of the element alone
  var display = Display.inline
  var breaksBefore = false
  var breaksAfter = false
  /// Ems, where given.
  var marginTop: Double?
  var marginBottom: Double?
  var marginLeft = 0.0
  var marginRight = 0.0
  var width: String?
  /// Of a picture, where a sheet says; `max-width` only where it leaves less than there is.
  var pictureWidth: String?
  var pictureHeight: String?
  /// Ems of a box that a sheet makes so high.
  var height: Double?
  /// Lines on all sides.
  var isBoxed = false
  /// The margin that it stands at, beside what is around.
  var float: Figure.Edge?

  /// What a child begins with.
  var inherited: ComputedStyle {
    var look = self
    look.display = .inline
    look.breaksBefore = false
    look.breaksAfter = false
    look.marginTop = nil
    look.marginBottom = nil
    look.leadingAround += marginLeft * scale
    look.trailingAround += marginRight * scale
    look.marginLeft = 0
    look.marginRight = 0
    (look.width, look.pictureWidth, look.pictureHeight, look.height) = (nil, nil, nil, nil)
    look.float = nil
    look.isBoxed = false
    look.clears = false
    return look
  }

  /// The same at the margin of a block that the design sets in, or of a page.
  var atEdge: ComputedStyle {
    var look = self
    look.leadingAround = -marginLeft * scale
    look.trailingAround = -marginRight * scale
    return look
  }

  /// What of it a paragraph takes where the file's own lengths are wanted.
  var form: ParagraphForm? {
    var form = ParagraphForm()
    form.indent = indent.map { Float($0 * scale) }
    form.leading = Float(min(max(leadingAround + marginLeft * scale, 0), 12))
    form.trailing = Float(min(max(trailingAround + marginRight * scale, 0), 12))
    form.hyphenates = hyphenates
    return form == ParagraphForm() ? nil : form
  }

  /// - Parameter isWhole: the file's sizes and colours are wanted too.
  mutating func apply(_ declared: [String: String], isWhole: Bool) {
    guard !declared.isEmpty else { return }
    let values = Declarations(declared)
    func value(_ name: String) -> String? { values[name]?.lowercased() }
    if let display = value("display") { take(display: display) }
    if value("visibility") == "hidden" { isHidden = true }
    if value("visibility") == "visible" { isHidden = false }
    takePosition(values)
    if let style = value("font-style") { isItalic = style == "italic" || style.hasPrefix("oblique") }
    if let weight = value("font-weight") {
      isBold = ["bold", "bolder"].contains(weight) || (Int(weight) ?? 400) >= 600
    }
    if let font = value("font") {
      let words = font.split(separator: " ")
      isItalic = words.contains("italic") || words.contains("oblique")
      isBold = words.contains("bold")
      if words.contains("small-caps") { capitals = .small }
    }
    if let variant = value("font-variant-caps") ?? value("font-variant") {
      let words = variant.split(separator: " ")
      if words.contains("all-small-caps") || words.contains("all-petite-caps") {
        capitals = .allSmall
      } else if words.contains("small-caps") || words.contains("petite-caps") {
        capitals = .small
      } else if words.contains("normal") || words.contains("none") {
        capitals = .none
      }
    }
    if let family = value("font-family") {
      let first = family.prefix { $0 != "," }
      isMonospaced = family.contains("monospace") || first.contains("courier") || first.contains("mono")
    }
    if let spacing = value("letter-spacing"), spacing != "inherit" { self.spacing = CSSLength(spacing)?.ems ?? 0 }
    if let emphasis = value("text-emphasis") ?? value("text-emphasis-style"), emphasis != "inherit" {
      isDotted = !emphasis.hasPrefix("none") && emphasis != "initial"
    }
    if let side = value("clear") {
      clears = ["both", "left", "right", "all", "inline-start", "inline-end"].contains(side)
    }
    if let side = value("float") { float = Figure.Edge(css: side) }
    if let line = value("text-decoration") ?? value("text-decoration-line") {
      // decoration is drawn over what is inside, whatever that says
      if line.contains("underline") { isUnderlined = true }
      if line.contains("line-through") { isStruck = true }
      if line.hasPrefix("none") { (isUnderlined, isStruck) = (false, false) }
    }
    if let known = (value("text-align") ?? value("text-align-last")).flatMap({ ComputedStyle.alignments[$0] }) {
      align = known
    }
    if let known = value("white-space").flatMap({ ComputedStyle.spaces[$0] }) { space = known }
    if let words = value("text-transform") ?? value("-epub-text-transform") {
      // the older name stands beside the newer for older programs
      let parts = words.split(whereSeparator: \.isWhitespace)
      let widths = parts.filter { ["full-width", "-epub-fullwidth"].contains($0) }
      if let known = parts.lazy.compactMap({ ComputedStyle.transforms[String($0)] }).first {
        transform = known
      } else if !widths.isEmpty {
        transform = .none
      }
      if !widths.isEmpty {
        isFullWidth = true
      } else if transform != .none || parts.first == "none" {
        isFullWidth = false
      }
    }
    if let indent = value("text-indent") { self.indent = ComputedStyle.ems(indent) }
    if let style = value("list-style-type") ?? value("list-style") { listStyle = style }
    switch value("vertical-align") {
    case "super", "top", "text-top": rise = value("vertical-align") == "super" ? .up : rise
    case "sub": rise = .down
    case "baseline": rise = .none
    default: break
    }
    if let mode = value("writing-mode") { isVertical = mode.hasPrefix("vertical") || mode.hasPrefix("tb") }
    takeBoxes(values)
    if isWhole { takeInk(values) }
  }

  private static let alignments: [String: Align] = [
    "center": .centre, "-webkit-center": .centre, "right": .end, "end": .end, "justify": .justify, "left": .start,
    "start": .start, "initial": .start,
  ]
  private static let spaces: [String: Space] = [
    "nowrap": .noWrap, "pre": .pre, "pre-wrap": .pre, "break-spaces": .pre, "pre-line": .preLine, "normal": .normal,
    "initial": .normal,
  ]
  private static let transforms: [String: Transform] = [
    "uppercase": .upper, "lowercase": .lower, "capitalize": .capitalize, "none": .none, "initial": .none,
  ]

  private mutating func take(display text: String) {
    switch text.split(separator: " ").first ?? "" {
    case "none": display = .none
    case "inline", "inline-block", "ruby", "inline-flex", "inline-grid", "contents", "inline-table", "run-in":
      display = .inline
    case "block", "flex", "grid", "flow-root", "table-caption", "-webkit-box": display = .block
    case "list-item": display = .listItem
    case "table": display = .table
    case "inherit", "initial", "unset": break
    default: if text.hasPrefix("table-") { display = .block }
    }
  }

  /// What is put off the page is for programs that read aloud.
  private mutating func takePosition(_ values: Declarations) {
    guard let position = values["position"], position == "absolute" || position == "fixed" else { return }
    for side in ["left", "top", "right", "bottom"] {
      if let length = values[side].flatMap({ CSSLength($0) }), (length.pixels(em: 16) ?? 0) < -200 { display = .none }
    }
    if values["clip"] != nil || values["clip-path"] != nil { display = .none }
  }

  private mutating func takeBoxes(_ values: Declarations) {
    if let value = values["break-before"] ?? values["page-break-before"] { breaksBefore = ComputedStyle.isBreak(value) }
    if let value = values["break-after"] ?? values["page-break-after"] { breaksAfter = ComputedStyle.isBreak(value) }
    // sheets have the sides of a shorthand as well
    if let top = values["margin-top"] { marginTop = ComputedStyle.ems(top) }
    if let left = values["margin-left"] { marginLeft = ComputedStyle.ems(left) ?? 0 }
    if let bottom = values["margin-bottom"] { marginBottom = ComputedStyle.ems(bottom) }
    if let right = values["margin-right"] { marginRight = ComputedStyle.ems(right) ?? 0 }
    if let right = values["padding-right"] ?? values["padding-inline-end"] {
      marginRight += ComputedStyle.ems(right) ?? 0
    }
    if let padding = values["padding"]?.split(whereSeparator: \.isWhitespace), padding.count > 1 {
      marginRight += ComputedStyle.ems(String(padding[1])) ?? 0
      marginLeft += ComputedStyle.ems(String(padding[padding.count == 4 ? 3 : 1])) ?? 0
    }
    if let left = values["padding-left"] ?? values["padding-inline-start"] {
      marginLeft += ComputedStyle.ems(left) ?? 0
    }
    let sides = ["border-top", "border-bottom", "border-left", "border-right"].map { values[$0] ?? values["border"] }
    isBoxed = sides.allSatisfy { side in
      side.map { line in
        line.contains { $0.isNumber && $0 != "0" } || line.contains("solid") && !line.hasPrefix("0")
      } ?? false
    }
    if let width = values["width"] ?? values["max-width"] { self.width = width }
    if let width = values["width"] { pictureWidth = width }
    if values["width"] == nil || values["width"] == "auto", let most = values["max-width"], most != "100%",
      most.hasSuffix("%")
    {
      pictureWidth = most
    }
    if let height = values["height"] {
      pictureHeight = height
      self.height = ComputedStyle.ems(height)
    }
  }

  private mutating func takeInk(_ values: Declarations) {
    if let value = values["hyphens"]?.lowercased() { hyphenates = value == "auto" || value == "initial" }
    if let value = values["font-family"] { families = value }
    if let colour = values["color"]?.lowercased() { self.colour = colour }
    if let shadow = values["text-shadow"]?.lowercased() { self.shadow = shadow }
    guard let size = values["font-size"]?.lowercased() else { return }
    let steps = [
      "xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1, "large": 1.2, "x-large": 1.5, "xx-large": 2,
    ]
    if let absolute = steps[size] {
      scale = absolute
    } else if size == "smaller" {
      scale *= 0.83
    } else if size == "larger" {
      scale *= 1.2
    } else if let length = CSSLength(size) {
      switch length.unit {
      case "%": scale *= length.number / 100
      case "em", "ex": scale *= length.unit == "em" ? length.number : length.number / 2
      default: if let ems = length.ems { scale = ems }
      }
    }
    scale = min(max(scale, 0.5), 3)
  }

  private static func isBreak(_ value: String) -> Bool {
    ["always", "page", "left", "right", "recto", "verso", "all"].contains(value.lowercased())
  }

  /// Shares of the measure count as ems of one in twenty.
  private static func ems(_ text: String) -> Double? {
    guard let length = CSSLength(text.lowercased()) else { return nil }
    return length.unit == "%" ? length.number / 100 * 20 : length.ems
  }

  /// Elements of HTML that have nothing to show, whatever stands in them.
  static let neverShown = [
    "head", "script", "style", "template", "title", "meta", "link", "param", "source", "track", "rp",
  ]

  /// The same in pages of HTML, where programs run: what is there to be clicked, and what is for browsers without these.
  static let forScreens: Set<String> = [
    "noscript", "button", "select", "datalist", "optgroup", "option", "input", "textarea", "progress", "meter",
    "dialog",
  ]

  /// What HTML's elements look like where no sheet says otherwise (HTML, 15.3).
  static let usual = StyleSheet(
    """
    address, article, aside, blockquote, body, center, dd, details, dir, div, dl, dt, fieldset, figcaption, figure,
    footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, main, menu, nav, ol, p, pre, section,
    summary, tbody, td, tfoot, th, thead, tr, ul, caption, colgroup, noframes { display: block }
    li { display: list-item }
    table { display: table }
    \(neverShown.joined(separator: ", ")), [hidden] { display: none }
    i, em, cite, var, dfn, address { font-style: italic }
    b, strong, th { font-weight: bold }
    code, kbd, samp, tt, pre, listing, xmp { font-family: monospace }
    pre, listing, xmp, textarea { white-space: pre }
    u, ins { text-decoration: underline }
    s, strike, del { text-decoration: line-through }
    sup { vertical-align: super }
    sub { vertical-align: sub }
    center { text-align: center }
    blockquote, dd { margin-left: 2.5em }
    blockquote { margin-right: 2.5em }
    q::before { content: open-quote }
    q::after { content: close-quote }
    nobr { white-space: nowrap }
    """)
}

/// What is declared of an element: so little that to look it through is quicker than to hash a name.
private struct Declarations {
  private let entries: [(name: String, value: String)]

  init(_ declared: [String: String]) { entries = declared.map { ($0.key, $0.value) } }

  subscript(name: String) -> String? { entries.first { $0.name == name }?.value }
}
