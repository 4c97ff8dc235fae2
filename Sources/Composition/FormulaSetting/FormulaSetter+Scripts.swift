internal import Formula
internal import MathFont
internal import Units

extension FormulaSetter {
  /// A base with what stands small beside it, or above and below.
  mutating func scripts(
    _ base: FormulaNode, _ sub: FormulaNode?, _ sup: FormulaNode?, _ limits: FormulaLimits, _ style: Style
  ) -> Item {
    let core = FormulaSetter.core(base)
    var item = self.item(core, style)
    if case .row = base { item.kind = .ordinary }
    var italics = item.italics
    // beside a box scripts follow its corners; beside a letter the font's own heights
    var isLetter = false
    var takesLimits = limits == .always
    switch core {
    case .symbol: isLetter = true
    case .accent(let body, _, _, _):
      // as on the bare letter
      if case .symbol(let scalar, let kind) = FormulaSetter.core(body) {
        isLetter = true
        italics = symbol(scalar, kind, style).italics
      }
    case .large(let scalar, let hasLimits):
      italics = large(scalar, style).italics
      takesLimits = takesLimits || limits == .usual && hasLimits && style.level == .display
    case .name(_, let hasLimits):
      takesLimits = takesLimits || limits == .usual && hasLimits && style.level == .display
    case .classed(.operator, let inner):
      let hasLimits: Bool
      if case .classed(.ordinary, _) = FormulaSetter.core(inner) { hasLimits = false } else { hasLimits = true }
      takesLimits = takesLimits || limits == .usual && hasLimits && style.level == .display
    case .classed(_, let inner):
      if case .symbol = FormulaSetter.core(inner) { isLetter = true }
    default: break
    }
    if takesLimits {
      item.box = withLimits(item.box, italics, over: sup, under: sub, style)
      item.italics = .zero
      return item
    }
    var isLarge = false
    if case .large = core { isLarge = true }
    item.box = beside(item.box, italics, sub, sup, isLetter: isLetter, isLarge: isLarge, style)
    item.italics = .zero
    return item
  }

  /// Scripts behind a base (The TeXbook, appendix G, rule 18).
  private mutating func beside(
    _ base: FormulaBox, _ italics: Length, _ sub: FormulaNode?, _ sup: FormulaNode?, isLetter: Bool, isLarge: Bool,
    _ style: Style
  ) -> FormulaBox {
    var up = isLetter ? Length.zero : base.height - constant(.superscriptBaselineDropMax, style)
    var down = isLetter ? Length.zero : base.depth + constant(.subscriptBaselineDropMin, style)
    let above = sup.map { box(of: $0, style.superscript) }
    let below = sub.map { box(of: $0, style.subscript) }
    if let above {
      up = max(
        up, constant(style.isCramped ? .superscriptShiftUpCramped : .superscriptShiftUp, style),
        above.depth + constant(.superscriptBottomMin, style))
    }
    if let below {
      down = max(down, constant(.subscriptShiftDown, style))
      if above == nil { down = max(down, below.height - constant(.subscriptTopMax, style)) }
    }
    if let above, let below {
      let missing = constant(.subSuperscriptGapMin, style) - (up - above.depth - below.height + down)
      if missing > .zero {
        down += missing
        let lift = constant(.superscriptBottomMaxWithSubscript, style) - (up - above.depth)
        if lift > .zero {
          up += lift
          down -= lift
        }
      }
    }
    // a tall sign's advance has what it leans already
    let supX = base.width + (isLarge ? .zero : italics)
    let subX = base.width - (isLarge ? italics : .zero)
    var whole = base
    var end = base.width
    if let above {
      whole.add(above, x: supX, y: up)
      whole.reach(above, raised: up)
      end = max(end, supX + above.width)
    }
    if let below {
      whole.add(below, x: subX, y: -down)
      whole.reach(below, raised: -down)
      end = max(end, subX + below.width)
    }
    whole.width = end + constant(.spaceAfterScript, style)
    return whole
  }

  /// Above and below (rule 13a); the upper leans with the sign, the lower against it.
  mutating func withLimits(
    _ base: FormulaBox, _ italics: Length, over: FormulaNode?, under: FormulaNode?, _ style: Style
  ) -> FormulaBox {
    let above = over.map { box(of: $0, style.superscript) }
    let below = under.map { box(of: $0, style.subscript) }
    let width = max(base.width, above?.width ?? .zero, below?.width ?? .zero)
    func x(_ box: FormulaBox) -> Length { Length(units: (width - box.width).units / 2) }
    var whole = FormulaBox(width: width, height: base.height, depth: base.depth)
    if let above {
      let gap = max(
        constant(.upperLimitGapMin, style), constant(.upperLimitBaselineRiseMin, style) - above.depth)
      let up = base.height + gap + above.depth
      whole.add(above, x: x(above) + italics.half, y: up)
      whole.reach(above, raised: up)
    }
    whole.add(base, x: x(base))
    if let below {
      let gap = max(
        constant(.lowerLimitGapMin, style), constant(.lowerLimitBaselineDropMin, style) - below.height)
      let down = base.depth + gap + below.height
      whole.add(below, x: x(below) - italics.half, y: -down)
      whole.reach(below, raised: -down)
    }
    return whole
  }
}
