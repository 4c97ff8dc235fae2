internal import BookModel
internal import Shaping
internal import Units

/// How far the spaces of a line stretch and shrink in all, 1/1024 pt.
package struct Elasticity: Sendable {
  var stretch: PackedLength = 0
  var shrink: PackedLength = 0
}

extension ShapedText {
  /// How far the spaces of a line give: asked again when numbers come into it that were measured as others.
  func elasticity(of items: ArraySlice<TextItem>) -> Elasticity {
    var elasticity = Elasticity()
    for (first, second) in zip(items, items.dropFirst()) {
      guard second.joint == .space || second.joint == .tie || second.joint == .unwilling else { continue }
      let before = words[Int(first.word)]
      let style = withPointers { Int($0.spaceStyle(between: before, and: second.word)) }
      guard !styles[style].look.hasFixedSpaces else { continue }
      let space = styles[style].spaceAdvance
      let pause = before.pause(before: words[Int(second.word)])
      elasticity.stretch += PackedLength(units: Glue.stretch(space, after: pause))
      elasticity.shrink += PackedLength(units: Glue.shrink(space, after: pause))
    }
    return elasticity
  }
}

extension LineRecord {
  /// Gives the spaces of a line what its words leave, or takes it where that is below 0. Lines that are not justified
  /// end where they end.
  mutating func give(_ left: PackedLength, _ elasticity: Elasticity?) {
    guard left != 0, ratio != 0, let elasticity, elasticity.stretch > 0, elasticity.shrink > 0 else { return }
    let slack = ratio * Float(ratio < 0 ? elasticity.shrink : elasticity.stretch) + Float(left)
    ratio = slack / Float(slack < 0 ? elasticity.shrink : elasticity.stretch)
  }
}
