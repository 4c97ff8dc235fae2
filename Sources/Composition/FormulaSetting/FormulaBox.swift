package import Units

/// A formula, or a part of one, set: glyphs and rules around its origin, the left end of its baseline. `y` goes up.
package struct FormulaBox: Sendable, Equatable {
  package enum Font: Sendable, Hashable {
    case math
    /// One of the text's, by the number that whoever set the words knows it by.
    case text(Int)
  }

  package struct Glyph: Sendable, Equatable {
    package var font: Font
    package var id: UInt32
    package var size: Length
    package var x, y: Length
    package var advance: Length
    /// What it stands for; nil for a further part of a sign, or a further glyph of a ligature.
    package var text: String?
    /// 0xRRGGBB; nil for the text's.
    package var colour: UInt32?

    package init(
      font: Font, id: UInt32, size: Length, x: Length, y: Length, advance: Length, text: String?, colour: UInt32? = nil
    ) {
      (self.font, self.id, self.size, self.x, self.y, self.advance) = (font, id, size, x, y, advance)
      (self.text, self.colour) = (text, colour)
    }
  }

  /// Its lower left corner, and how far it goes right and up.
  package struct Rule: Sendable, Equatable {
    package var x, y, width, height: Length
    package var colour: UInt32?
  }

  package var width = Length.zero
  package var height = Length.zero
  package var depth = Length.zero
  package var glyphs: [Glyph] = []
  package var rules: [Rule] = []

  package init() {}

  package init(width: Length, height: Length = .zero, depth: Length = .zero) {
    (self.width, self.height, self.depth) = (width, height, depth)
  }

  var extent: Length { height + depth }

  /// Takes another box's ink, moved; this one's own size stays.
  package mutating func add(_ other: FormulaBox, x: Length, y: Length = .zero) {
    glyphs.reserveCapacity(glyphs.count + other.glyphs.count)
    for var glyph in other.glyphs {
      glyph.x += x
      glyph.y += y
      glyphs.append(glyph)
    }
    for var rule in other.rules {
      rule.x += x
      rule.y += y
      rules.append(rule)
    }
  }

  /// Puts another box behind this one.
  package mutating func append(_ other: FormulaBox, raised: Length = .zero) {
    add(other, x: width, y: raised)
    width += other.width
    reach(other, raised: raised)
  }

  /// Makes this one as high and deep as another that stands in it.
  package mutating func reach(_ other: FormulaBox, raised: Length = .zero) {
    height = max(height, other.height + raised)
    depth = max(depth, other.depth - raised)
  }

  func raised(by y: Length) -> FormulaBox {
    var moved = FormulaBox(width: width, height: height + y, depth: depth - y)
    moved.add(self, x: .zero, y: y)
    return moved
  }

  /// In the middle of a wider room.
  func centred(in room: Length) -> FormulaBox {
    guard room > width else { return self }
    var wide = FormulaBox(width: room, height: height, depth: depth)
    wide.add(self, x: Length(units: (room.units - width.units) / 2))
    return wide
  }

  mutating func colour(_ colour: UInt32?) {
    guard let colour else { return }
    for index in glyphs.indices where glyphs[index].colour == nil { glyphs[index].colour = colour }
    for index in rules.indices where rules[index].colour == nil { rules[index].colour = colour }
  }
}

extension Length {
  var half: Length { Length(units: units / 2) }
}
