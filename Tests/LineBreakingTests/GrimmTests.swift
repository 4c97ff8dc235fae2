import LineBreaking
import Testing

/// The example paragraph of Knuth & Plass (1981): the opening of Grimm's Frog King
/// in its character widths, 18 units to the em, with its optional hyphens, its
/// glue (wider and livelier after punctuation) and an indent of one em.
private enum FrogKing {
  static let text = """
    In olden times when wish~ing still helped one, there lived a king whose daugh~ters were all beau~ti~ful; and \
    the young~est was so beau~ti~ful that the sun it~self, which has seen so much, was aston~ished when~ever it \
    shone in her face. Close by the king's castle lay a great dark for~est, and un~der an old lime-tree in the \
    for~est was a well, and when the day was very warm, the king's child went out into the for~est and sat down by \
    the side of the cool foun~tain; and when she was bored she took a golden ball, and threw it up on high and \
    caught it; and this ball was her favor~ite play~thing.
    """

  static func width(_ character: Character) -> Int32 {
    switch character {
    case "i", "l", ",", ";", ".", "'": 5
    case "f", "j", "-", "I": 6
    case "r", "s", "t": 7
    case "c", "e", "z": 8
    case "a", "g", "o", "v": 9
    case "w", "C": 13
    case "m": 15
    default: 10
    }
  }

  static func fragments() -> [Fragment] {
    var fragments: [Fragment] = []
    for word in text.split(separator: " ") {
      var piece = ""
      for character in word {
        if character != "~" { piece.append(character) }
        if character == "~" || character == "-" {
          fragments.append(
            Fragment(
              width: piece.reduce(0) { $0 + width($1) }, joint: character == "-" ? .open : .hyphen,
              breakWidth: character == "-" ? 0 : 6, penalty: 50, endsInHyphen: true))
          piece = ""
        }
      }
      let glue: (Int32, Int32, Int32) =
        switch word.last {
        case ",": (6, 4, 2)
        case ";": (6, 4, 1)
        case ".": (8, 6, 1)
        default: (6, 3, 2)
        }
      fragments.append(
        Fragment(
          width: piece.reduce(0) { $0 + width($1) }, joint: .space, space: glue.0, stretch: glue.1, shrink: glue.2))
    }
    return fragments
  }

  /// The words at the line ends.
  static func ends(_ setting: ParagraphSetting) -> [String] {
    let pieces = text.split(whereSeparator: { $0 == " " || $0 == "~" })
      .flatMap { $0 == "lime-tree" ? ["lime-", "tree"] : [String($0)] }
    return setting.lines.map { pieces[Int($0.end) - 1] }
  }

  static var style: LineBreakingStyle {
    var style = LineBreakingStyle()
    style.plainTolerance = 100  // adjustment ratios up to 1
    style.linePenalty = 1
    style.doubleHyphenDemerits = 3000
    style.finalHyphenDemerits = 3000
    style.adjacentDemerits = 3000
    style.expansionSteps = 0
    style.minimumLastLine = 0
    style.fullLastLineSlack = 0
    return style
  }
}

@Suite("The frog king paragraph of Knuth & Plass (1981)")
struct GrimmTests {
  @Test(
    "has the published breaks and adjustment ratios",
    arguments: [
      (
        Int32(390),
        [0.857, 0, 0.280, 1, 0.067, -0.278, 0.536, -0.167, 0.700, -0.176, 0.357, 0],
        [
          "one,", "beau", "the", "aston", "the", "an", "when", "out", "the", "a", "caught", "thing.",
        ]
      ),
      (
        Int32(500),
        [0.774, 0.179, 0.629, 0.545, 0, 0.079, 0.282, 0.294, 0.575, 0],
        ["a", "was", "was", "king's", "the", "king's", "the", "ball,", "her", "thing."]
      ),
    ])
  func published(width: Int32, ratios: [Double], ends: [String]) throws {
    var breaker = LineBreaker(style: FrogKing.style)
    let shape = LineShape(first: [width - 18], rest: width)
    let setting = try #require(breaker.settings(of: FrogKing.fragments(), shape: shape).first)
    #expect(FrogKing.ends(setting) == ends)
    #expect(setting.lines.count == ratios.count)
    for (line, ratio) in zip(setting.lines, ratios) {
      #expect(abs(Double(line.ratio) - ratio) < 0.0006)
      #expect(line.expansion == 0)
    }
  }

  @Test("has 3606 demerits on 500 units, the paper's least total")
  func total() throws {
    var breaker = LineBreaker(style: FrogKing.style)
    let shape = LineShape(first: [482], rest: 500)
    let settings = breaker.settings(of: FrogKing.fragments(), shape: shape)
    #expect(settings.map(\.demerits) == [3606])
  }
}
