internal import Formula
internal import MathFont
internal import Units

extension FormulaSetter {
  /// What TeX leaves beside a fraction that has no fences: 1.2 pt at 10 pt.
  var besideFraction: Length { ems(0.11955) }

  /// Rules 15a to 15e.
  mutating func fraction(_ fraction: FormulaFraction, _ outer: Style) -> FormulaBox {
    var style = outer
    if let asked = fraction.style { style.level = asked }
    var above: FormulaBox
    var below: FormulaBox
    if fraction.isContinued {
      let inside = Style(level: .display, isCramped: style.isCramped)
      above = box(of: fraction.over, inside)
      below = box(of: fraction.under, inside.cramped)
      above.height = max(above.height, leading.scaled(by: 0.7))
      above.depth = max(above.depth, leading.scaled(by: 0.3))
    } else {
      above = box(of: fraction.over, style.numerator)
      below = box(of: fraction.under, style.denominator)
    }
    let isDisplayed = style.level == .display
    let width = max(above.width, below.width)
    above = above.centred(in: width)
    below = below.centred(in: width)
    var up: Length
    var down: Length
    var bar: FormulaBox.Rule?
    switch fraction.rule {
    case .usual:
      let thickness = constant(.fractionRuleThickness, style)
      let (half, axis) = (thickness.half, axis(style))
      up = max(
        constant(isDisplayed ? .fractionNumeratorDisplayStyleShiftUp : .fractionNumeratorShiftUp, style),
        axis + half + constant(isDisplayed ? .fractionNumDisplayStyleGapMin : .fractionNumeratorGapMin, style)
          + above.depth)
      down = max(
        constant(isDisplayed ? .fractionDenominatorDisplayStyleShiftDown : .fractionDenominatorShiftDown, style),
        half - axis + constant(isDisplayed ? .fractionDenomDisplayStyleGapMin : .fractionDenominatorGapMin, style)
          + below.height)
      bar = FormulaBox.Rule(x: .zero, y: axis - half, width: width, height: thickness)
    case .none:
      up = constant(isDisplayed ? .stackTopDisplayStyleShiftUp : .stackTopShiftUp, style)
      down = constant(isDisplayed ? .stackBottomDisplayStyleShiftDown : .stackBottomShiftDown, style)
      let missing =
        constant(isDisplayed ? .stackDisplayStyleGapMin : .stackGapMin, style)
        - (up - above.depth - below.height + down)
      if missing > .zero {
        up += missing.half
        down += missing - missing.half
      }
    }
    var body = FormulaBox(width: width)
    body.add(above, x: .zero, y: up)
    body.reach(above, raised: up)
    if let bar { body.rules.append(bar) }
    body.add(below, x: .zero, y: -down)
    body.reach(below, raised: -down)
    let isFenced = fraction.left != nil || fraction.right != nil
    let tall = em(style).scaled(by: isDisplayed ? 2.4 : 1.01)
    var whole = FormulaBox(width: .zero)
    let room = besideFraction
    if let left = fraction.left {
      whole.append(delimiter(left, atLeast: tall, style))
    } else if !isFenced {
      whole.width += room
    }
    whole.append(body)
    if let right = fraction.right {
      whole.append(delimiter(right, atLeast: tall, style))
    } else if !isFenced, !fraction.isContinued {
      whole.width += room
    }
    return whole
  }

  /// Rule 11; the degree as LuaTeX places it, its baseline at a share of the sign's height.
  mutating func radical(_ node: FormulaNode, _ degree: FormulaNode?, _ style: Style) -> FormulaBox {
    let body = box(of: node, style.cramped)
    let thickness = constant(.radicalRuleThickness, style)
    var gap = constant(style.level == .display ? .radicalDisplayStyleVerticalGap : .radicalVerticalGap, style)
    let sign = grown("√", atLeast: body.extent + gap + thickness, style)
    let excess = sign.extent - (body.extent + gap + thickness)
    if excess > .zero { gap += excess.half }
    let top = body.height + gap + thickness
    let signUp = top - sign.height
    var whole = FormulaBox()
    if let degree {
      let small = box(of: degree, Style(level: .scriptScript, isCramped: style.isCramped))
      let before = constant(.radicalKernBeforeDegree, style)
      let after = max(constant(.radicalKernAfterDegree, style), -(small.width + before))
      let share = Double(font[.radicalDegreeBottomRaisePercent]) / 100
      let up = sign.extent.scaled(by: share) - (sign.depth - signUp)
      whole.width += before
      whole.append(small, raised: up)
      whole.width += after
    }
    whole.append(sign, raised: signUp)
    whole.rules.append(FormulaBox.Rule(x: whole.width, y: top - thickness, width: body.width, height: thickness))
    whole.append(body)
    whole.height = max(whole.height, top + constant(.radicalExtraAscender, style))
    return whole
  }

  /// A rule above or below the whole (rules 9 and 10).
  mutating func line(_ node: FormulaNode, isBelow: Bool, _ style: Style) -> FormulaBox {
    var whole = box(of: node, isBelow ? style : style.cramped)
    if isBelow {
      let thickness = constant(.underbarRuleThickness, style)
      let y = -whole.depth - constant(.underbarVerticalGap, style) - thickness
      whole.rules.append(FormulaBox.Rule(x: .zero, y: y, width: whole.width, height: thickness))
      whole.depth = constant(.underbarExtraDescender, style) - y
    } else {
      let thickness = constant(.overbarRuleThickness, style)
      let y = whole.height + constant(.overbarVerticalGap, style)
      whole.rules.append(FormulaBox.Rule(x: .zero, y: y, width: whole.width, height: thickness))
      whole.height = y + thickness + constant(.overbarExtraAscender, style)
    }
    return whole
  }
}
