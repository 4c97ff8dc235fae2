internal import PageBreaking

extension Galley {
  /// Lets go the settings that no solution takes, with their lines: half of all lines, since a
  /// paragraph in thirty is set otherwise than naturally. Natural settings stay.
  mutating func keepSettings(of solutions: ChapterSolutions) {
    struct Taken: Hashable { var element, setting: Int }
    var taken: Set<Taken> = []
    for solution in solutions.solutions {
      for page in solution.pages {
        for piece in page.pieces where piece.setting > 0 {
          taken.insert(Taken(element: piece.element, setting: piece.setting))
        }
      }
    }
    for element in elements.indices {
      for setting in elements[element].settings.indices.dropFirst()
      where !taken.contains(Taken(element: element, setting: setting)) {
        elements[element].settings[setting] = SetLines()
        elements[element].vertical.settings[setting].lines = []
      }
    }
    // of their own size: they have grown by doubling
    items = items.map(\.self)
  }
}
