package import Formula
package import MathFont
package import Units

/// Words and letters in the text's faces.
package protocol FormulaWords {
  /// The words in one line, measured by their font's ascent or their ink.
  mutating func box(of words: String, face: FormulaText.Face, size: Length) -> FormulaBox
}

/// Sets formulas by the MATH table of one font, as TeX does (The TeXbook, appendix G) with the parameters that OpenType
/// has for it; where LuaTeX departs from either, as LuaTeX does.
package struct FormulaSetter<Words: FormulaWords> {
  package let font: MathFont
  /// The em of the formulas' letters, scripts aside.
  package let size: Length
  /// From line to line of a table.
  package let leading: Length
  /// No script is smaller.
  package let smallest: Length
  package var words: Words
  /// Signs that neither font has.
  package var missing: [Unicode.Scalar] = []
  private let sizes: [Length]

  package init(font: MathFont, size: Length, leading: Length, smallest: Length = .zero, words: Words) {
    (self.font, self.size, self.leading, self.smallest, self.words) = (font, size, leading, smallest, words)
    func script(_ constant: MathFont.Constant) -> Length {
      max(size.scaled(by: Double(max(30, min(100, font[constant]))) / 100), min(size, smallest))
    }
    sizes = [size, size, script(.scriptPercentScaleDown), script(.scriptScriptPercentScaleDown)]
  }

  /// How a part is set: TeX's eight styles.
  struct Style: Equatable {
    var level: FormulaStyle
    var isCramped = false

    var cramped: Style { Style(level: level, isCramped: true) }
    var superscript: Style {
      Style(level: level <= .text ? .script : .scriptScript, isCramped: isCramped)
    }
    var `subscript`: Style { superscript.cramped }
    var numerator: Style {
      let smaller: FormulaStyle =
        switch level {
        case .display: .text
        case .text: .script
        case .script, .scriptScript: .scriptScript
        }
      return Style(level: smaller, isCramped: isCramped)
    }
    var denominator: Style { numerator.cramped }
  }

  // MARK: Measures

  func em(_ style: Style) -> Length { sizes[Int(style.level.rawValue)] }

  func length(_ units: Int32, at size: Length) -> Length {
    // rounded to the nearest, away from zero
    let product = Int(units) * size.units
    let upem = Int(font.unitsPerEm)
    return Length(units: (product + (product < 0 ? -upem : upem) / 2) / upem)
  }

  func constant(_ constant: MathFont.Constant, _ style: Style) -> Length {
    length(font[constant], at: em(style))
  }

  /// Of the font's own size, whatever the style: TeX has such lengths in points.
  func ems(_ share: Double) -> Length { size.scaled(by: share) }

  /// Eighteenths of the style's em.
  func mu(_ count: Double, _ style: Style) -> Length { em(style).scaled(by: count / 18) }

  func axis(_ style: Style) -> Length { constant(.axisHeight, style) }

  // MARK: Glyphs

  /// A box of one glyph as high and deep as its ink.
  func box(glyph: UInt32, text: String?, at size: Length) -> FormulaBox {
    let metrics = font.metrics(of: glyph)
    var box = FormulaBox(
      width: length(metrics.advance, at: size), height: length(metrics.height, at: size),
      depth: length(metrics.depth, at: size))
    box.glyphs = [
      FormulaBox.Glyph(font: .math, id: glyph, size: size, x: .zero, y: .zero, advance: box.width, text: text)
    ]
    return box
  }

  /// The glyph of a sign in its form for a style.
  func glyph(_ scalar: Unicode.Scalar, _ style: Style) -> UInt32? {
    font.glyph(for: scalar.value).map { font.scriptForm(of: $0, level: max(0, Int(style.level.rawValue) - 1)) }
  }

  // MARK: The whole

  /// A formula in one line.
  package mutating func box(of formula: FormulaNode, isDisplayed: Bool) -> FormulaBox {
    box(of: formula, Style(level: isDisplayed ? .display : .text))
  }

  mutating func box(of node: FormulaNode, _ style: Style) -> FormulaBox {
    let core = FormulaSetter.core(node)
    if case .row(let nodes) = core { return joined(row(nodes, style)) }
    return joined(row([core], style))
  }

  /// A node out of the groups that hold it alone.
  package static func core(_ node: FormulaNode) -> FormulaNode {
    var core = node
    while case .row(let parts) = core, parts.count == 1 { core = parts[0] }
    return core
  }

  /// A part of a row that has been set.
  struct Item {
    var kind: FormulaClass
    var box: FormulaBox
    /// Added behind it where something follows.
    var italics = Length.zero
    /// Blank that was asked for; of no class.
    var isSpace = false
    /// In front of it.
    var glue = Length.zero
    /// What `glue` is, in eighteenths of an em: 3, 4 or 5.
    var glueKind = 0
    var isRadical = false
    /// A fence that was made tall: nothing leans against it.
    var isFence = false

    /// Whether a letter in front of it has its italics correction.
    var hasLeaningRoom: Bool { !isRadical && !isFence && !isSpace }
  }

  func joined(_ items: [Item]) -> FormulaBox {
    var box = FormulaBox()
    for (index, item) in items.enumerated() {
      box.width += item.glue
      box.append(item.box)
      if index + 1 < items.count, items[index + 1].hasLeaningRoom { box.width += item.italics }
    }
    return box
  }

  /// Sets the parts of a row, with the space between them in `glue`.
  mutating func row(_ nodes: [FormulaNode], _ style: Style) -> [Item] {
    var items: [Item] = []
    append(nodes, style, to: &items)
    space(&items, style)
    return items
  }

  mutating func append(_ nodes: [FormulaNode], _ style: Style, to items: inout [Item]) {
    var style = style
    var colour: UInt32?
    items.reserveCapacity(items.count + nodes.count)
    for node in nodes {
      switch node {
      case .style(let level): style.level = level
      case .colour(let asked): colour = asked
      default:
        var found = item(node, style)
        found.box.colour(colour)
        items.append(found)
      }
    }
  }

  /// Decides what binary signs are none, and the space before each part.
  func space(_ items: inout [Item], _ style: Style) {
    var last: Int?
    for index in items.indices where !items[index].isSpace {
      let before = last.map { items[$0].kind }
      if items[index].kind == .binary {
        switch before {
        case nil, .binary, .operator, .relation, .open, .punctuation: items[index].kind = .ordinary
        default: break
        }
      } else if before == .binary, let last {
        switch items[index].kind {
        case .relation, .close, .punctuation: items[last].kind = .ordinary
        default: break
        }
      }
      last = index
    }
    if let last, items[last].kind == .binary { items[last].kind = .ordinary }
    last = nil
    for index in items.indices where !items[index].isSpace {
      if let last {
        let kind = Spacing.between(items[last].kind, items[index].kind, isScript: style.level >= .script)
        items[index].glueKind = kind
        items[index].glue = mu(Double(kind), style)
      }
      last = index
    }
  }

  // MARK: One part

  mutating func item(_ node: FormulaNode, _ style: Style) -> Item {
    switch node {
    case .symbol(let scalar, let kind): return symbol(scalar, kind, style)
    case .row(let nodes):
      guard nodes.count == 1 else { return Item(kind: .ordinary, box: joined(row(nodes, style))) }
      var found = item(FormulaSetter.core(node), style)
      found.kind = .ordinary
      return found
    case .classed(let kind, let inner):
      if kind == .operator, case .symbol(let scalar, _) = FormulaSetter.core(inner) {
        return Item(kind: .operator, box: large(scalar, style).box)
      }
      var found = item(FormulaSetter.core(inner), style)
      if case .row = FormulaSetter.core(inner) { found.italics = .zero }
      found.kind = kind
      return found
    case .large(let scalar, _):
      let (box, _) = large(scalar, style)
      return Item(kind: .operator, box: box)
    case .name(let name, _): return Item(kind: .operator, box: self.name(name, style))
    case .scripts(let base, let sub, let sup, let limits): return scripts(base, sub, sup, limits, style)
    case .fraction(let fraction): return Item(kind: .ordinary, box: self.fraction(fraction, style))
    case .radical(let body, let degree):
      return Item(kind: .ordinary, box: radical(body, degree, style), isRadical: true)
    case .fenced(let left, let parts, let middle, let right):
      return Item(kind: .inner, box: fenced(left, parts, middle, right, style))
    case .sized(let scalar, let steps, let kind): return Item(kind: kind, box: sized(scalar, steps, style))
    case .accent(let body, let scalar, let isWide, let isBelow):
      var found = Item(kind: .ordinary, box: accent(body, scalar, isWide: isWide, isBelow: isBelow, style))
      // it leans as its letter does
      if case .symbol(let letter, let kind) = FormulaSetter.core(body) {
        found.italics = symbol(letter, kind, style).italics
      }
      return found
    case .line(let body, let isBelow): return Item(kind: .ordinary, box: line(body, isBelow: isBelow, style))
    case .stacked(let base, let over, let under):
      let inner = item(FormulaSetter.core(base), style)
      let isKept = inner.kind == .relation || inner.kind == .binary
      return Item(
        kind: isKept ? inner.kind : .ordinary, box: withLimits(inner.box, .zero, over: over, under: under, style))
    case .arrow(let scalar, let over, let under):
      return Item(kind: .relation, box: arrow(scalar, over: over, under: under, style))
    case .table(let table): return Item(kind: .ordinary, box: self.table(table, style))
    case .text(let parts): return Item(kind: .ordinary, box: text(parts, style))
    case .space(let count): return Item(kind: .ordinary, box: FormulaBox(width: mu(count, style)), isSpace: true)
    case .style, .colour: return Item(kind: .ordinary, box: FormulaBox(), isSpace: true)
    case .coloured(let inner, let colour):
      var found = item(FormulaSetter.core(inner), style)
      found.box.colour(colour)
      return found
    case .boxed(let inner): return Item(kind: .ordinary, box: boxed(inner, style))
    case .phantom(let inner, let hasWidth, let hasHeight, let isSeen):
      let whole = box(of: inner, style)
      var room = FormulaBox(
        width: hasWidth ? whole.width : .zero, height: hasHeight ? whole.height : .zero,
        depth: hasHeight ? whole.depth : .zero)
      if isSeen { room.add(whole, x: .zero) }
      return Item(kind: .ordinary, box: room)
    case .struck(let inner): return struck(inner, style)
    }
  }

  /// One sign; in the text's face where the formulas' font has it not.
  mutating func symbol(_ scalar: Unicode.Scalar, _ kind: FormulaClass, _ style: Style) -> Item {
    let text = String(Character(scalar))
    guard let glyph = glyph(scalar, style) else {
      // letters of an alphabet that the font lacks are plain ones
      if let plain = FormulaAlphabet.plain(scalar), let glyph = self.glyph(plain.letter, style) {
        missing.append(scalar)
        return Item(kind: kind, box: box(glyph: glyph, text: text, at: em(style)))
      }
      let box = words.box(of: text, face: [], size: em(style))
      if box.glyphs.isEmpty || box.glyphs.contains(where: { $0.id == 0 }) { missing.append(scalar) }
      return Item(kind: kind, box: box)
    }
    return Item(
      kind: kind, box: box(glyph: glyph, text: text, at: em(style)),
      italics: length(font.metrics(of: glyph).italicsCorrection, at: em(style)))
  }

  /// Letters of a name with what leans between them.
  mutating func name(_ name: String, _ style: Style) -> FormulaBox {
    var box = FormulaBox()
    var italics = Length.zero
    for scalar in name.unicodeScalars {
      if scalar == "\u{2009}" {
        box.width += mu(3, style)
        italics = .zero
        continue
      }
      let letter = symbol(scalar, .ordinary, style)
      box.width += italics
      box.append(letter.box)
      italics = letter.italics
    }
    return box
  }

  mutating func text(_ parts: [FormulaText], _ style: Style) -> FormulaBox {
    var box = FormulaBox()
    for part in parts {
      switch part.content {
      case .words(let text): box.append(words.box(of: text, face: part.face, size: em(style)))
      case .formula(let inner): box.append(self.box(of: inner, Style(level: max(.text, style.level))))
      }
    }
    return box
  }

  mutating func boxed(_ inner: FormulaNode, _ style: Style) -> FormulaBox {
    let body = box(of: inner, style)
    let (gap, rule) = (ems(0.3), ems(0.04))
    var box = FormulaBox(
      width: body.width + 2 * (gap + rule), height: body.height + gap + rule, depth: body.depth + gap + rule)
    box.add(body, x: gap + rule)
    let extent = box.extent
    box.rules += [
      FormulaBox.Rule(x: .zero, y: -box.depth, width: box.width, height: rule),
      FormulaBox.Rule(x: .zero, y: box.height - rule, width: box.width, height: rule),
      FormulaBox.Rule(x: .zero, y: -box.depth, width: rule, height: extent),
      FormulaBox.Rule(x: box.width - rule, y: -box.depth, width: rule, height: extent),
    ]
    return box
  }

  /// A sign with a stroke through its middle.
  mutating func struck(_ inner: FormulaNode, _ style: Style) -> Item {
    var found = item(FormulaSetter.core(inner), style)
    guard let stroke = glyph("\u{338}", style) ?? glyph("/", style) else { return found }
    let metrics = font.metrics(of: stroke)
    let ink = box(glyph: stroke, text: nil, at: em(style))
    let middle = length((metrics.left + metrics.right) / 2, at: em(style))
    let up = Length(units: (found.box.height - found.box.depth - ink.height + ink.depth).units / 2)
    found.box.add(ink, x: found.box.width.half - middle, y: up)
    return found
  }
}

/// The space between two parts, in eighteenths of an em (The TeXbook, p. 170).
private enum Spacing {
  /// Rows: what stands before; columns: what follows. Digits 1 to 3 are thin, medium and thick; a letter is the same
  /// where nothing is a script.
  private static let table: [[Character]] = [
    // ord, op, bin, rel, open, close, punct, inner
    Array("01bc000a"), Array("11-c000a"), Array("bb--b--b"), Array("cc-0c00c"), Array("00-00000"), Array("01bc000a"),
    Array("aa-aaaaa"), Array("a1bca0aa"),
  ]

  static func between(_ first: FormulaClass, _ second: FormulaClass, isScript: Bool) -> Int {
    switch table[Int(first.rawValue)][Int(second.rawValue)] {
    case "1": 3
    case "a": isScript ? 0 : 3
    case "b": isScript ? 0 : 4
    case "c": isScript ? 0 : 5
    default: 0
    }
  }
}
