internal import Formula
internal import MathFont
internal import Units

/// Signs that grow: fences, roots, operators, accents, arrows.
extension FormulaSetter {
  /// The smallest form of a sign that is at least so high and deep, else one made of parts.
  func grown(_ scalar: Unicode.Scalar, atLeast extent: Length, _ style: Style) -> FormulaBox {
    guard let plain = font.glyph(for: scalar.value) else { return FormulaBox() }
    let (size, text) = (em(style), String(Character(scalar)))
    let first = font.scriptForm(of: plain, level: max(0, Int(style.level.rawValue) - 1))
    var best = box(glyph: first, text: text, at: size)
    if best.extent >= extent { return best }
    for variant in font.variants(of: plain, .upright) {
      let next = box(glyph: variant.glyph, text: text, at: size)
      if next.extent > best.extent { best = next }
      if best.extent >= extent { return best }
    }
    let made = assembled(plain, .upright, extent, text: text, at: size)
    return made.map { $0.extent > best.extent ? $0 : best } ?? best
  }

  /// A sign made of parts: as few as reach the extent, lapped as evenly as they may be (OpenType 1.9, MATH,
  /// "GlyphAssembly table").
  private func assembled(
    _ glyph: UInt32, _ direction: MathFont.Direction, _ extent: Length, text: String, at size: Length
  ) -> FormulaBox? {
    let parts = font.assembly(of: glyph, direction)
    guard !parts.isEmpty else { return nil }
    let least = font.minimalOverlap(direction)
    let target = Int(Double(extent.units) * Double(font.unitsPerEm) / Double(max(1, size.units)))
    func longest(_ repeats: Int) -> (Int, [MathFont.Part]) {
      let all = parts.flatMap { Array(repeating: $0, count: $0.isExtender ? repeats : 1) }
      return (all.reduce(0) { $0 + Int($1.extent) } - max(0, all.count - 1) * Int(least), all)
    }
    let hasExtender = parts.contains { $0.isExtender && Int($0.extent) > Int(least) }
    var repeats = 0
    var (reach, all) = longest(repeats)
    // no formula is a metre high
    while reach < target, hasExtender, repeats < 400 {
      repeats += 1
      (reach, all) = longest(repeats)
    }
    guard !all.isEmpty else { return nil }
    // what it reaches too far goes into the laps, as each has room
    var laps = Array(repeating: Double(least), count: max(0, all.count - 1))
    let room = laps.indices.map { max(0, Double(min(all[$0].endConnector, all[$0 + 1].startConnector)) - laps[$0]) }
    let excess = Double(reach - target)
    let sum = room.reduce(0, +)
    if excess > 0, sum > 0 { for index in laps.indices { laps[index] += room[index] * min(1, excess / sum) } }
    var box = FormulaBox()
    var at = 0.0
    for (index, part) in all.enumerated() {
      let ink = self.box(glyph: part.glyph, text: index == 0 ? text : nil, at: size)
      let place = size.scaled(by: at / Double(font.unitsPerEm))
      if direction == .upright {
        box.add(ink, x: .zero, y: place + ink.depth)
        box.width = max(box.width, ink.width)
        box.height = place + ink.extent
      } else {
        box.add(ink, x: place)
        box.width = place + ink.width
        box.height = max(box.height, ink.height)
        box.depth = index == 0 ? ink.depth : max(box.depth, ink.depth)
      }
      at += Double(part.extent) - (index < laps.count ? laps[index] : 0)
    }
    return box
  }

  /// Moves a sign so that its middle is on the axis.
  func onAxis(_ box: FormulaBox, _ style: Style) -> FormulaBox {
    box.raised(by: axis(style) - Length(units: (box.height - box.depth).units / 2))
  }

  func delimiter(_ scalar: Unicode.Scalar, atLeast extent: Length, _ style: Style) -> FormulaBox {
    onAxis(grown(scalar, atLeast: extent, style), style)
  }

  /// A fence for something so high and deep: nine tenths of it, and at most half an em less than it (TeX's
  /// `\delimiterfactor` and `\delimitershortfall`).
  func fence(_ scalar: Unicode.Scalar, around box: FormulaBox, _ style: Style) -> FormulaBox {
    let axis = axis(style)
    let whole = 2 * max(box.height - axis, box.depth + axis)
    return delimiter(scalar, atLeast: max(whole.scaled(by: 0.901), whole - ems(0.49813)), style)
  }

  mutating func fenced(
    _ left: Unicode.Scalar?, _ parts: [FormulaNode], _ middle: [Unicode.Scalar?], _ right: Unicode.Scalar?,
    _ style: Style
  ) -> FormulaBox {
    var inside = FormulaBox()
    let rows = parts.map { node in
      var items: [Item] = []
      if case .row(let nodes) = node { append(nodes, style, to: &items) } else { append([node], style, to: &items) }
      for item in items { inside.reach(item.box) }
      return items
    }
    func made(_ scalar: Unicode.Scalar?) -> FormulaBox {
      scalar.map { fence($0, around: inside, style) } ?? FormulaBox(width: besideFraction)
    }
    var items = [Item(kind: .open, box: made(left), isFence: true)]
    for (index, row) in rows.enumerated() {
      if index > 0 {
        // behind it a new part begins as behind an opening fence
        items.append(Item(kind: .close, box: made(index <= middle.count ? middle[index - 1] : nil), isFence: true))
        items.append(Item(kind: .open, box: FormulaBox()))
      }
      items += row
    }
    items.append(Item(kind: .close, box: made(right), isFence: true))
    space(&items, style)
    return joined(items)
  }

  /// `\big` and its like: by the height of the font's own parenthesis (amsmath).
  func sized(_ scalar: Unicode.Scalar, _ steps: Int, _ style: Style) -> FormulaBox {
    let parenthesis = font.glyph(for: 0x28).map { box(glyph: $0, text: nil, at: size).extent } ?? size
    let wanted = parenthesis.scaled(by: 1.2 * (0.5 + 0.5 * Double(steps)))
    var sign = delimiter(scalar, atLeast: max(wanted.scaled(by: 0.901), wanted - ems(0.49813)), style)
    // it takes the room it was asked to have
    sign.height = max(sign.height, wanted.half + axis(style))
    sign.depth = max(sign.depth, wanted.half - axis(style))
    return sign
  }

  /// A sum or integral, tall where it is displayed (rule 13).
  mutating func large(_ scalar: Unicode.Scalar, _ style: Style) -> (box: FormulaBox, italics: Length) {
    guard let plain = font.glyph(for: scalar.value) else { return (symbol(scalar, .operator, style).box, .zero) }
    var glyph = font.scriptForm(of: plain, level: max(0, Int(style.level.rawValue) - 1))
    if style.level == .display {
      let least = font[.displayOperatorMinHeight]
      let forms = font.variants(of: plain, .upright)
      let tall = forms.first { form in
        let metrics = font.metrics(of: form.glyph)
        return metrics.height &+ metrics.depth >= least
      }
      glyph = tall?.glyph ?? forms.last?.glyph ?? glyph
    }
    let found = box(glyph: glyph, text: String(Character(scalar)), at: em(style))
    return (onAxis(found, style), length(font.metrics(of: glyph).italicsCorrection, at: em(style)))
  }

  // MARK: Across

  /// The widest form of a sign that is no wider, or the first that is as wide; made of parts where it must be as wide.
  private func stretched(
    _ scalar: Unicode.Scalar, to width: Length, mayBeWider: Bool, _ style: Style
  ) -> (box: FormulaBox, glyph: UInt32?) {
    guard let plain = font.glyph(for: scalar.value) else { return (FormulaBox(), nil) }
    let (size, text) = (em(style), String(Character(scalar)))
    var best = (box(glyph: plain, text: text, at: size), Optional(plain))
    for variant in font.variants(of: plain, .across) {
      let next = box(glyph: variant.glyph, text: text, at: size)
      let extent = length(variant.extent, at: size)
      if mayBeWider, best.0.width >= width { return best }
      if !mayBeWider, extent > width { return best }
      best = (next, variant.glyph)
    }
    if best.0.width < width, let made = assembled(plain, .across, width, text: text, at: size),
      made.width > best.0.width
    {
      // a long one of parts that is still too wide is none for an accent
      if mayBeWider || made.width <= width + Length(units: 2) { return (made, nil) }
    }
    return best
  }

  /// Rule 12 with the font's own places of attachment.
  mutating func accent(
    _ node: FormulaNode, _ scalar: Unicode.Scalar, isWide: Bool, isBelow: Bool, _ style: Style
  ) -> FormulaBox {
    let body = box(of: node, style.cramped)
    let core = FormulaSetter.core(node)
    let isBrace = !(0x300...0x36F ~= scalar.value || 0x20D0...0x20FF ~= scalar.value)
    var sign: FormulaBox
    var glyph: UInt32?
    if isWide {
      (sign, glyph) = stretched(scalar, to: body.width, mayBeWider: false, style)
    } else {
      glyph = self.glyph(scalar, style)
      sign = glyph.map { box(glyph: $0, text: String(Character(scalar)), at: em(style)) } ?? FormulaBox()
    }
    guard !sign.glyphs.isEmpty else { return body }
    var middle = body.width.half
    if !isWide || isSingle(core), case .symbol(let letter, _) = core, let base = self.glyph(letter, style) {
      let metrics = font.metrics(of: base)
      middle = length(metrics.topAccent ?? (metrics.advance + metrics.italicsCorrection) / 2, at: em(style))
    }
    let point: Length =
      if let glyph, !isBrace {
        length(font.metrics(of: glyph).topAccent ?? font.metrics(of: glyph).advance / 2, at: em(style))
      } else {
        sign.width.half
      }
    var whole = FormulaBox(width: body.width)
    let x = middle - point
    let y = isBelow ? -body.depth : body.height - min(body.height, constant(.accentBaseHeight, style))
    whole.add(sign, x: x, y: y)
    whole.reach(sign, raised: y)
    whole.add(body, x: .zero)
    whole.reach(body)
    // a brace that is wider than what it spans keeps to its own width
    if isBrace, sign.width > whole.width {
      var wide = FormulaBox(width: sign.width, height: whole.height, depth: whole.depth)
      wide.add(whole, x: Length(units: (sign.width - whole.width).units / 2))
      return wide
    }
    return whole
  }

  private func isSingle(_ node: FormulaNode) -> Bool {
    if case .symbol = node { return true }
    return false
  }

  /// An arrow with words above and below it, as wide as they ask.
  mutating func arrow(
    _ scalar: Unicode.Scalar, over: FormulaNode?, under: FormulaNode?, _ style: Style
  ) -> FormulaBox {
    let above = over.map { box(of: $0, style.superscript) }
    let below = under.map { box(of: $0, style.subscript) }
    let widest = max(above?.width ?? .zero, below?.width ?? .zero)
    let sign = stretched(scalar, to: widest + mu(14, style.superscript), mayBeWider: true, style).box
    return withLimits(sign, .zero, over: over, under: under, style)
  }
}
