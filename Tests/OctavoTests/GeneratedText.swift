import TestSupport

/// Words with what makes lines hard: ligatures, accents, hyphens, dashes, figures, long ones.
private let words = """
  a I an of to in on the and but for was had her his they were with that this from over night house river letter \
  window office waffle fjord affluent coffee first fifty flower baffle suffering morning garden brother nothing \
  remembered something understood extraordinary misunderstanding incomprehensible characteristically naïve café \
  Überraschung élan 1815 36,000 well-known mother-in-law to-morrow don't o'clock it's—at half-past no. Mr. Elsewhere
  """.split(separator: " ")

/// Paragraphs of prose, `count` of them, of `lengths` words each, parted by blank lines and not wrapped.
func generatedProse(_ numbers: inout SeededNumbers, paragraphs count: Int, lengths: ClosedRange<Int>) -> [String] {
  (0..<count).map { _ in
    var text = ""
    var startsSentence = true
    for index in 0..<Int.random(in: lengths, using: &numbers) {
      var word = String(words[Int.random(in: 0..<words.count, using: &numbers)])
      if startsSentence { word = word.prefix(1).uppercased() + word.dropFirst() }
      startsSentence = Int.random(in: 0..<12, using: &numbers) == 0
      if startsSentence {
        word += Int.random(in: 0..<4, using: &numbers) == 0 ? "?" : "."
      } else if Int.random(in: 0..<9, using: &numbers) == 0 {
        word += ","
      } else if Int.random(in: 0..<25, using: &numbers) == 0 {
        word = "_\(word)_"
      } else if Int.random(in: 0..<25, using: &numbers) == 0 {
        word = "“\(word)”"
      }
      text += index == 0 ? word : " " + word
    }
    return text + "."
  }
}

/// A novel's worth of shapes in small: chapters with prose, verse, scene breaks and
/// notes, hard-wrapped as volunteers type them.
func generatedManuscript(seed: UInt64) -> String {
  var numbers = SeededNumbers(seed: seed)
  var text = ""
  var notes = 0
  for chapter in 1...Int.random(in: 3...6, using: &numbers) {
    text += "CHAPTER \(chapter)\n\n"
    for block in 0..<Int.random(in: 8...30, using: &numbers) {
      switch Int.random(in: 0..<14, using: &numbers) {
      case 0 where block > 1:
        for line in 0..<Int.random(in: 3...9, using: &numbers) {
          let words = generatedProse(&numbers, paragraphs: 1, lengths: 4...6)[0]
          text += (line % 2 == 0 ? "    " : "      ") + words + "\n"
        }
        text += "\n"
      case 1 where block > 1: text += "       *       *       *       *       *\n\n"
      case 2 where block > 1:
        notes += 1
        let (before, after) = (
          generatedProse(&numbers, paragraphs: 1, lengths: 10...60)[0],
          generatedProse(&numbers, paragraphs: 1, lengths: 10...60)[0]
        )
        let note = generatedProse(&numbers, paragraphs: 1, lengths: 1...40)[0]
        text += wrapped("\(before)[\(notes)] \(after)") + "\n" + wrapped("[Footnote \(notes): \(note)]") + "\n"
      default:
        for paragraph in generatedProse(&numbers, paragraphs: 1, lengths: 4...160) { text += wrapped(paragraph) + "\n" }
      }
    }
    text += "\n\n\n"
  }
  return text
}

/// Lines of at most 72 characters, each ended.
private func wrapped(_ paragraph: String) -> String {
  var text = ""
  var column = 0
  for word in paragraph.split(separator: " ") {
    if column > 0, column + 1 + word.count > 72 {
      text += "\n"
      column = 0
    } else if column > 0 {
      text += " "
      column += 1
    }
    text += word
    column += word.count
  }
  return text + "\n"
}
