internal import PageModel
internal import Units

extension Page {
  /// Carries what reaches the trim's edge past it, so that no white shows where
  /// the cutter errs: colour is extended, pictures are enlarged.
  mutating func carry(into bleed: Length) {
    guard bleed > .zero else { return }
    let (width, height, bleed) = (size.width.points, size.height.points, bleed.points)
    for index in rules.indices {
      let reach = reach(rules[index].area, on: (width, height), bleed)
      rules[index].x -= reach.left
      rules[index].y -= reach.top
      rules[index].width += reach.left + reach.right
      rules[index].height += reach.top + reach.bottom
    }
    for index in pictures.indices {
      let picture = pictures[index]
      let reach = reach(picture.area, on: (width, height), bleed)
      // of a picture over facing pages the middle stays on the spine
      let isSpread = picture.x < -bleed && reach.right > 0 || picture.area.right > width + bleed && reach.left > 0
      let factor = max(
        1 + (reach.left + reach.right) * (isSpread ? 2 : 1) / max(picture.width, 1),
        1 + (reach.top + reach.bottom) / max(picture.height, 1))
      let (wider, higher) = (picture.width * (factor - 1), picture.height * (factor - 1))
      // an edge that ends inside the page stays where it is, if the other one bleeds
      pictures[index].x -= wider * (isSpread ? 0.5 : share(reach.left, reach.right))
      pictures[index].y -= higher * share(reach.top, reach.bottom)
      pictures[index].width += wider
      pictures[index].height += higher
      if let crop = picture.crop {
        pictures[index].crop = crop.inset(-bleed, -bleed)
      }
    }
  }

  private func share(_ before: Double, _ after: Double) -> Double {
    before > 0 && after == 0 ? 1 : before == 0 && after > 0 ? 0 : 0.5
  }

  private func reach(
    _ area: PageArea, on page: (width: Double, height: Double), _ bleed: Double
  ) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let near = 0.05  // points: what rounding leaves between a box and the edge it was meant to touch
    // what stands over the edge already has so much less to go
    func lacking(_ inside: Double) -> Double { inside < near ? max(0, bleed + min(inside, 0)) : 0 }
    return (lacking(area.x), lacking(area.y), lacking(page.width - area.right), lacking(page.height - area.bottom))
  }
}
