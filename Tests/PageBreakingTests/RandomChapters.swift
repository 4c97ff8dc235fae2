import PageBreaking

/// A small seeded generator (xorshift64*, Vigna 2016), so that failures repeat.
struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func roll(_ sides: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % sides
  }
  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
}

func line(_ rows: Int = 1, notes: Int = 0, hyphen: Bool = false, after: Int32 = 0) -> VerticalLine {
  VerticalLine(rows: Int16(rows), noteRows: Int16(notes), endsInHyphen: hyphen, breakAfter: after)
}

/// A paragraph of so many lines, with other counts at 10 demerits for each line off.
func paragraph(_ count: Int, or others: [Int] = [], cost: Double = 10) -> VerticalElement {
  VerticalElement(
    kind: .paragraph,
    settings: ([count] + others).map { lines in
      VerticalSetting(
        lines: (0..<lines).map { _ in line() }, cost: lines == count ? 0 : cost * Double(abs(lines - count)))
    })
}

func box(
  _ rows: Int, keep: Bool = false, rowsBelow: Int = 0, isSceneBreak: Bool = false, floats: Bool = false
) -> VerticalElement {
  VerticalElement(
    kind: .box, settings: [VerticalSetting(lines: [line(rows)])], keepWithNext: keep, rowsBelow: rowsBelow,
    isSceneBreak: isSceneBreak, floats: floats)
}

/// White of so many rows, or of more at a cost for each.
func space(_ rows: Int = 1, upTo most: Int = 0, cost: Double = 0) -> VerticalElement {
  VerticalElement(
    kind: .space,
    settings: (rows...max(rows, most)).map { VerticalSetting(lines: [line($0)], cost: cost * Double($0 - rows)) })
}

func verse(_ count: Int, after: [Int: Int32] = [:]) -> VerticalElement {
  VerticalElement(
    kind: .lines, settings: [VerticalSetting(lines: (0..<count).map { line(after: after[$0] ?? 0) })])
}

/// Lines that a picture of so many rows stands beside, from any of the first lines on, at 10 demerits for each.
func runaround(_ count: Int, rows: Int, from last: Int) -> VerticalElement {
  var made = VerticalElement(
    kind: .lines,
    settings: (0...last).map { first in
      VerticalSetting(
        lines: (0..<max(count, first + rows)).map { index in
          let isLast = index == max(count, first + rows) - 1
          let isBeside = index >= first && index + 1 < first + rows
          let rule = index == 0 ? VerticalLine.orphan : index == count - 2 ? VerticalLine.widow : 0
          return line(after: isLast ? 0 : isBeside ? VerticalLine.torn : rule)
        }, cost: 10 * Double(first))
    })
  for first in 0...last { made.settings[first].lines[first].keepsOrder = true }
  return made
}

/// A short chapter of text and pictures that move: at heads, as plates, over facing pages, beside their call.
func picturedChapter(plates: Bool, _ dice: inout Dice) -> [VerticalElement] {
  var list = randomChapter(ChapterShape(elements: 3 + dice.roll(5), spaces: false, runarounds: true), &dice)
  for index in list.indices { (list[index].breakBefore, list[index].isSceneBreak) = (false, false) }
  for _ in 0..<1 + dice.roll(3) {
    var float = box(1 + dice.roll(dice.chance(20) ? 9 : 3), floats: !dice.chance(15))
    float.waitsBehind = true
    float.keepsOrder = true
    float.waitsForHead = dice.chance(15)
    if plates, dice.chance(60) {
      (float.isPlate, float.isSpread, float.floats) = (true, dice.chance(40), true)
      float.facesCall = !float.isSpread && dice.chance(60)
      if float.isSpread {
        float.kind = .lines
        float.settings[0].lines.append(float.settings[0].lines[0])
      }
    }
    list.insert(float, at: dice.roll(list.count + 1))
  }
  if dice.chance(20) {
    var still = box(1 + dice.roll(2))
    still.keepsOrder = true
    list.insert(still, at: dice.roll(list.count + 1))
  }
  return list
}

struct ChapterShape: Sendable {
  var elements: Int
  var longest = 5
  var notes = false
  var spaces = true
  var floats = false
  /// Some elements say their head again on every page.
  var repeats = false
  /// Text runs around pictures.
  var runarounds = false
  /// Some lines call notes beside the text.
  var margins = false
}

func randomChapter(_ shape: ChapterShape, _ dice: inout Dice) -> [VerticalElement] {
  var list: [VerticalElement] = []
  while list.count < shape.elements {
    var element: VerticalElement
    switch dice.roll(12) {
    case 0:
      if shape.spaces { list.append(space(1 + dice.roll(2), upTo: dice.roll(4), cost: 20_000)) }
      element = box(1 + dice.roll(2), keep: true, rowsBelow: dice.roll(3))
      if shape.spaces && dice.chance(30) {
        list.append(element)
        element = space()
      }
    case 1:
      element = shape.spaces ? space(1 + dice.roll(2), upTo: dice.roll(4), cost: 30_000) : box(1)
    case 2:
      element = box(1 + dice.roll(2), isSceneBreak: true)
    case 3:
      element = verse(1 + dice.roll(shape.longest))
      for index in element.settings[0].lines.indices {
        element.settings[0].lines[index].breakAfter =
          dice.chance(20) ? VerticalLine.never : dice.chance(30) ? Int32(dice.roll(40_000)) : 0
        if dice.chance(10) { element.settings[0].lines[index].rows = 2 }
      }
      if shape.repeats && dice.chance(70) { element.repeatedRows = Int16(1 + dice.roll(3)) }
    case 5 where shape.runarounds:
      let rows = 2 + dice.roll(2)
      element = runaround(rows + dice.roll(shape.longest), rows: rows, from: dice.roll(4))
    case 4:
      element = box(1 + dice.roll(dice.chance(20) ? 9 : 3), floats: shape.floats && dice.chance(70))
    default:
      let count = 1 + dice.roll(shape.longest)
      var others: [Int] = []
      if dice.chance(50) { others.append(count + 1) }
      if count > 1 && dice.chance(50) { others.append(count - 1) }
      element = paragraph(count, or: others, cost: Double(dice.roll(30_000)))
      for setting in element.settings.indices {
        for index in element.settings[setting].lines.indices {
          element.settings[setting].lines[index].endsInHyphen = dice.chance(15)
        }
        element.settings[setting].lines[element.settings[setting].lines.count - 1].endsInHyphen = false
      }
      if shape.notes && dice.chance(35) {
        let rows = Int16(1 + dice.roll(6))
        let place = dice.roll(min(count, 2))
        for setting in element.settings.indices {
          let index = min(place, element.settings[setting].lines.count - 1)
          element.settings[setting].lines[index].noteRows = rows
        }
      }
    }
    if shape.margins, element.kind != .space, dice.chance(40) {
      let rows = Int16(1 + dice.roll(9))
      for setting in element.settings.indices { element.settings[setting].lines[0].marginRows = rows }
    }
    if dice.chance(4) { element.breakBefore = true }
    if dice.chance(8) { element.breakAfter = Int32(dice.roll(20_000)) }
    list.append(element)
  }
  return list
}

/// A chapter in short: kind, lines (rows, notes) by setting, marks.
func brief(_ chapter: [VerticalElement]) -> String {
  chapter.enumerated().map { index, element in
    let settings = element.settings.map { setting in
      setting.lines.map { line in
        "\(line.rows)" + (line.noteRows > 0 ? "n\(line.noteRows)" : "") + (line.endsInHyphen ? "-" : "")
          + (line.breakAfter >= VerticalLine.torn ? "!" : line.breakAfter != 0 ? "b\(line.breakAfter)" : "")
      }.joined(separator: " ") + " @\(setting.cost)"
    }.joined(separator: " | ")
    let marks =
      (element.keepWithNext ? " keep" : "") + (element.rowsBelow > 0 ? " below\(element.rowsBelow)" : "")
      + (element.breakBefore ? " new" : "") + (element.isSceneBreak ? " scene" : "") + (element.floats ? " floats" : "")
      + (element.breakAfter != 0 ? " after\(element.breakAfter)" : "")
    let repeats = element.repeatedRows > 0 ? " repeats\(element.repeatedRows)" : ""
    return "\(index) \(element.kind): \(settings)\(marks)\(repeats)"
  }.joined(separator: "\n")
}

/// Pages in short: side, height, then element, setting, lines and row of each piece.
func brief(_ pages: [BrokenPage]) -> String {
  pages.map { page in
    let pieces = page.pieces.map { "\($0.element).\($0.setting)[\($0.lines)]@\($0.row)" }.joined(separator: " ")
    return "\(page.side) \(page.height): \(pieces) notes \(page.noteRows)+\(page.carriedNoteRows) \(page.yielded)"
  }.joined(separator: "\n")
}
