internal import BookModel
internal import Design
internal import Formula
internal import FormulaSetting
internal import MathFont
internal import PageModel
internal import Pango
internal import Shaping
internal import Units

/// Sets the formulas of a book, each once for a size. For one thread.
final class FormulaMaker {
  private let design: PageDesign
  private let language: String
  private let shaper: Shaper
  private lazy var font: MathFont? = findFont()
  private var known: [Key: [Part]] = [:]

  private struct Key: Hashable {
    var source: String
    var formula: Formula
    var style: Int

    // one source is seldom two trees: these are compared, and cost more to hash than to set
    func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(style)
    }
  }

  /// A formula that a line may hold, or what of one stands between two places where the line may end.
  struct Part {
    var formula: SetFormula
    var width, height, depth: Length
  }

  init(design: PageDesign, language: String, shaper: Shaper) {
    (self.design, self.language, self.shaper) = (design, language, shaper)
  }

  /// There is no font for formulas: they are set as their source.
  var isMissing: Bool { font == nil }
  /// The family that was asked for, or that goes with the text's.
  var wantedFamily: String { design.mathFont ?? MathFontFile.family(for: design.family) }

  private func findFont() -> MathFont? {
    for family in [wantedFamily] + MathFontFile.families {
      if let file = MathFontFile.path(of: family), let font = MathFont(file: file, face: 0) { return font }
      if let key = shaper.face(of: family, size: design.size), let font = MathFont(file: key.file, face: key.face) {
        return font
      }
    }
    return nil
  }

  /// Smaller than so much of the text no formula is set to find room.
  private static let least = 0.6

  /// - Parameter scale: of the text's size.
  private func setter(of style: TextStyle, scale: Double = 1) -> FormulaSetter<ShapedWords>? {
    font.map {
      FormulaSetter(
        font: $0, size: style.font.size.scaled(by: scale), leading: design.leading.scaled(by: scale),
        // half of the text is the least that is read with ease
        smallest: design.size.scaled(by: max(0.5, design.leastScale)),
        words: ShapedWords(shaper: shaper, style: style))
    }
  }

  private func made(_ box: FormulaBox, text: String?, _ source: String, _ formula: Formula, colour: Colour) -> Part {
    let mathFont = font
    var box = box
    // one that shows nothing has a blank, whose text its source is
    if box.glyphs.isEmpty, text != nil, let font, let blank = font.glyph(for: 0x20) ?? font.glyph(for: 0xA0) {
      box.glyphs = [
        FormulaBox.Glyph(font: .math, id: blank, size: design.size, x: .zero, y: .zero, advance: box.width, text: " ")
      ]
    }
    let fonts = { [shaper] (font: FormulaBox.Font, size: Length) -> FontKey in
      switch font {
      case .math: FontKey(file: mathFont?.file ?? "", face: mathFont?.face ?? 0, size: size)
      case .text(let number): shaper.text.fonts[number].key
      }
    }
    let source = source.withoutLabelsOfTeX
    let spoken = formula.tree.spoken(in: language) ?? source
    return Part(
      formula: SetFormula(
        box, text: text?.withoutLabelsOfTeX, source: source, spoken: spoken, fonts: fonts, colour: colour),
      width: box.width, height: box.height, depth: box.depth)
  }

  /// The parts of a formula in a line, from place to place where that may end; none where there is no font.
  /// - Parameter style: the number of the text's around it.
  func parts(of formula: Formula, source: String, style: Int) -> [Part] {
    let key = Key(source: source, formula: formula, style: style)
    if let known = known[key] { return known }
    guard let look = shaper.textStyle(style), var setter = setter(of: look) else { return [] }
    var boxes = setter.parts(of: formula.tree)
    if let scale = scale(for: boxes.map(\.width), within: design.measure) {
      guard scale >= FormulaMaker.least, var smaller = self.setter(of: look, scale: scale) else { return [] }
      boxes = smaller.parts(of: formula.tree)
    }
    let parts = boxes.enumerated().map { index, box in
      made(box, text: index == 0 ? source : nil, source, formula, colour: look.colour)
    }
    known[key] = parts
    return parts
  }

  /// By how much what is wider than its room must be smaller; nil where it is not.
  private func scale(for widths: [Length], within room: Length) -> Double? {
    guard let widest = widths.max(), widest > room else { return nil }
    return room.points / widest.points * 0.99
  }

  /// A formula on lines of its own: each line with its number at the end of the measure.
  /// - Parameters:
  ///   - room: the measure.
  ///   - number: what counts the formula or its lines, brackets included; empty for none.
  ///   - isBackward: the book's lines end at their left.
  /// - Returns: the lines, and from each one's foot to the next one's head.
  func lines(
    of formula: Formula, source: String, number: String, style: Int, room: Length, isBackward: Bool
  ) -> [(part: Part, gap: Length)] {
    guard let look = shaper.textStyle(style), var setter = setter(of: look) else { return [] }
    let em = look.font.size
    var rows = self.rows(of: formula, with: &setter, room)
    if let scale = scale(for: rows.map(\.box.width), within: room) {
      guard scale >= FormulaMaker.least, var smaller = self.setter(of: look, scale: scale) else { return [] }
      rows = self.rows(of: formula, with: &smaller, room)
      setter = smaller
    }
    let numbers = number.split(separator: " ").map(String.init)
    // a formula that is parted has its number at its end
    let counted = formula.numberedLines.filter { $0.tag == nil }.map { formula.isOneLine ? rows.count - 1 : $0.row }
    if counted.count == numbers.count, counted.allSatisfy(rows.indices.contains) {
      for (row, number) in zip(counted, numbers) { rows[row].tag = setter.words.box(of: number, face: [], size: em) }
    } else if !number.isEmpty, let last = rows.indices.last, !rows.contains(where: { $0.tag != nil }) {
      rows[last].tag = setter.words.box(of: number, face: [], size: em)
    }
    let said = source + (number.isEmpty ? "" : " " + number)
    // in the middle of the measure, or of what numbers leave of it; all lines alike
    let widest = rows.map(\.box.width).max() ?? .zero
    var left = max(.zero, Length(units: (room.units - widest.units) / 2))
    for row in rows {
      guard let tag = row.tag, left + row.reach + em > room - tag.width else { continue }
      left = max(.zero, min(left, room - tag.width - em - row.reach))
    }
    return rows.enumerated().flatMap { index, row -> [(part: Part, gap: Length)] in
      let text = index == 0 ? said : nil
      var whole = FormulaBox(width: room, height: row.box.height, depth: row.box.depth)
      guard let tag = row.tag else {
        whole.add(row.box, x: left)
        return [(made(whole, text: text, said, formula, colour: look.colour), row.gap)]
      }
      // at the end of the line, which is at its left where the book runs so
      let free = room - tag.width
      let x = isBackward ? min(room - widest, max(left, room - left - widest)) : left
      let tagX = isBackward ? .zero : free
      if isBackward ? x >= tag.width + em.scaled(by: 0.5) : x + row.reach + em.scaled(by: 0.5) <= free {
        whole.add(row.box, x: x)
        whole.add(tag, x: tagX)
        whole.reach(tag)
        return [(made(whole, text: text, said, formula, colour: look.colour), row.gap)]
      }
      // no room beside it: the number stands below
      whole.add(row.box, x: left)
      var below = FormulaBox(width: room, height: tag.height, depth: tag.depth)
      below.add(tag, x: tagX)
      return [
        (made(whole, text: text, said, formula, colour: look.colour), em.scaled(by: 0.4)),
        (made(below, text: nil, said, formula, colour: look.colour), row.gap),
      ]
    }
  }
}

extension FormulaMaker {
  /// - Parameter reach: how far its signs go to the right in a box that is as wide as those of all lines.
  private typealias Row = (box: FormulaBox, reach: Length, gap: Length, tag: FormulaBox?)

  private func rows(of formula: Formula, with setter: inout FormulaSetter<ShapedWords>, _ room: Length) -> [Row] {
    guard let table = formula.table, table.kind.isDisplay else { return parted(formula.tree, with: &setter, room) }
    // an equation of one line is as good as none
    if formula.isOneLine, let row = table.rows.first, let cell = row.cells.first {
      var lines = parted(cell, with: &setter, room)
      lines[lines.count - 1].tag = row.tag.map { setter.tag($0) }
      return lines
    }
    let lines = setter.lines(of: table)
    let widest = lines.map(\.box.width).max() ?? .zero
    // the first line of several that are one begins at the left, the last ends at the right or before the number
    let edge = setter.size + (table.numbering == .whole ? setter.size.scaled(by: 2) : .zero)
    let width = table.kind == .multline ? max(widest, room - edge - edge) : widest
    return lines.enumerated().map { index, line in
      // rows of an alignment keep their places beside each other
      var box = FormulaBox(width: width, height: line.box.height, depth: line.box.depth)
      let free = width - widest
      let x = index == 0 ? .zero : index == lines.count - 1 ? free : Length(units: free.units / 2)
      box.add(line.box, x: table.kind == .multline ? x : .zero)
      return (box, reach(of: box), line.gap, line.tag.map { setter.tag($0) })
    }
  }

  /// In several lines where it is wider than its room.
  private func parted(
    _ tree: FormulaNode, with setter: inout FormulaSetter<ShapedWords>, _ room: Length
  ) -> [Row] {
    let boxes = setter.displayed(tree, within: room)
    let gap = setter.size.scaled(by: 0.35)
    return boxes.enumerated().map {
      ($1, boxes.count > 1 ? reach(of: $1) : $1.width, $0 + 1 < boxes.count ? gap : .zero, nil)
    }
  }

  private func reach(of box: FormulaBox) -> Length {
    max(box.glyphs.map { $0.x + $0.advance }.max() ?? .zero, box.rules.map { $0.x + $0.width }.max() ?? .zero)
  }
}

/// Words among signs, in the text's faces.
struct ShapedWords: FormulaWords {
  let shaper: Shaper
  /// Of the text around the formula.
  let style: TextStyle

  mutating func box(of words: String, face: FormulaText.Face, size: Length) -> FormulaBox {
    var style = style
    style.font.size = size
    style.rise = .zero
    if face.contains(.bold) { style.font.isBold = true }
    if face.contains(.italic) { style.font.isItalic = true }
    if face.contains(.code) { style.font.family = "Liberation Mono" }
    if face.contains(.sans) { style.font.family = "Liberation Sans" }
    if face.contains(.smallCapitals) { style.font.features = FontFeatures.joined(style.font.features, "smcp=1") }
    // figures as high as those of the formula
    style.font.features = FontFeatures.joined(style.font.features, "lnum=1")
    let number = shaper.style(style)
    let measured = shaper.text.styles[number]
    var box = FormulaBox(width: .zero)
    for (index, word) in words.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { box.width += Length(units: Int(measured.spaceAdvance)) }
      guard !word.isEmpty else { continue }
      var text = String(word)
      let id = text.withUTF8 { shaper.word($0, style: number) }
      let shaped = shaper.text.words[Int(id)]
      for runIndex in Int(shaped.runStart)..<Int(shaped.runStart) + Int(shaped.runCount) {
        let run = shaper.text.runs[runIndex]
        let first = Int(shaped.glyphStart) + Int(run.glyphStart)
        for glyph in shaper.text.glyphs[first..<first + Int(run.glyphCount)] {
          box.glyphs.append(
            FormulaBox.Glyph(
              font: .text(Int(run.font)), id: UInt32(glyph.id), size: size,
              x: box.width + Length(units: Int(glyph.xOffset)), y: Length(units: -Int(glyph.yOffset)),
              advance: Length(units: Int(glyph.advance)), text: nil))
          box.width += Length(units: Int(glyph.advance))
        }
      }
    }
    let metrics = shaper.text.fonts[Int(measured.spaceFont)].metrics
    box.height = size.scaled(by: metrics.capHeight)
    box.depth = words.contains(where: { "gjpqy,;()[]{}Q".contains($0) }) ? size.scaled(by: 0.24) : .zero
    return box
  }
}
