import PageDesign
import PageModel
import TestSupport
import Testing
import Verification

/// The words of a PDF, one of which gets changed.
struct TamperedPage {
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case drop, double, move, split, join, respell, repunctuate, unpunctuate, punctuate, hyphenate, moveCall, dropCall,
      swapNotes
    var testDescription: String { rawValue }
  }

  var sheets: [PrintedSheet]
  var layout: PrintedLayout
  /// The sheet that was changed.
  private(set) var changed = 0
  private var numbers: SeededNumbers
  /// Words in each row, more than this, from which one is taken.
  private let least: Int

  /// - Parameter least: words that stand beside one that is changed; fewer in cells and short lines.
  init(sheets: [PrintedSheet], layout: PrintedLayout, seed: UInt64, least: Int = 5) {
    self.sheets = sheets
    self.layout = layout
    self.least = least
    numbers = SeededNumbers(seed: seed &* 977 &+ 13)
  }

  private struct Place {
    var sheet: Int
    var word: Int
  }

  /// The page that a word of a sheet stands on, and where its corner is.
  private func page(of word: PrintedWord, on sheet: Int) -> (page: Int, x: Double, y: Double)? {
    guard layout.sheets.indices.contains(sheet) else { return (sheet, 0, 0) }
    let middle = (word.left + word.right) / 2
    let place = layout.sheets[sheet].first { $0.x <= middle && middle < $0.x + layout.width * $0.factor }
    return place.map { ($0.page, $0.x, $0.y) }
  }

  /// Words of the text that stand within a line of several.
  private func places(_ fits: (PrintedWord) -> Bool) -> [Place] {
    sheets.indices.flatMap { sheet -> [Place] in
      let words = sheets[sheet].words
      return words.indices.filter { index in
        let word = words[index]
        guard let (page, _, y) = page(of: word, on: sheet), layout.pages.indices.contains(page),
          !layout.pages[page].isSetAside
        else { return false }
        if let frame = layout.pages[page].frame, word.middle - y < frame.top || word.middle - y > frame.bottom {
          return false
        }
        let row = words.count { abs($0.middle - word.middle) < 2 }
        return row > least && !isMark(word, on: sheet) && fits(word)
      }.map { Place(sheet: sheet, word: $0) }
    }
  }

  private func isMark(_ word: PrintedWord, on sheet: Int) -> Bool {
    guard let (page, x, y) = page(of: word, on: sheet) else { return false }
    return layout.pages[page].traits.labels.map(\.box).contains { (box: PageTraits.Box) in
      min(word.right - x, box.right) - max(word.left - x, box.left) > 0.2
        && word.middle - y > box.top - 2 && word.middle - y < box.bottom + 2
    }
  }

  private mutating func pick(_ fits: (PrintedWord) -> Bool = { _ in true }) -> Place? {
    let all = places(fits)
    guard !all.isEmpty else { return nil }
    let place = all[Int.random(in: 0..<all.count, using: &numbers)]
    changed = place.sheet
    return place
  }

  private subscript(_ place: Place) -> PrintedWord {
    get { sheets[place.sheet].words[place.word] }
    set { sheets[place.sheet].words[place.word] = newValue }
  }

  private static let marks = Set(",;:.!?".utf8)
  private static func isPlain(_ word: PrintedWord) -> Bool {
    word.text.count > 3 && word.text.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// What was done; nil where the pages have nothing of the kind.
  mutating func change(_ change: Change) -> String? {
    switch change {
    case .drop:
      guard let place = pick() else { return nil }
      defer { sheets[place.sheet].words.remove(at: place.word) }
      return self[place].string
    case .double:
      guard let place = pick() else { return nil }
      var copy = self[place]
      let middle = (copy.left + copy.right) / 2
      copy.left = middle
      self[place].right = middle - 3
      sheets[place.sheet].words.insert(copy, at: place.word + 1)
      return copy.string
    case .move:
      guard let from = pick(), let to = pick({ [word = self[from]] in $0.text != word.text }) else { return nil }
      let (a, b) = (self[from], self[to])
      (self[from].text, self[to].text) = (b.text, a.text)
      changed = min(from.sheet, to.sheet)
      return "\(a.string) and \(b.string)"
    case .split:
      guard let place = pick(Self.isPlain) else { return nil }
      var (left, right) = (self[place], self[place])
      left.text = Array(left.text.prefix(2))
      right.text = Array(right.text.dropFirst(2))
      left.right = left.left + (left.right - left.left) * 0.3
      right.left = left.right + 3
      self[place] = left
      sheets[place.sheet].words.insert(right, at: place.word + 1)
      return "\(left.string) \(right.string)"
    case .join: return join()
    case .respell:
      guard let place = pick(Self.isPlain) else { return nil }
      self[place].text[1] = self[place].text[1] == 0x7A ? 0x61 : self[place].text[1] + 1
      return self[place].string
    case .repunctuate, .unpunctuate:
      guard let place = pick({ $0.text.count > 2 && Self.marks.contains($0.text[$0.text.count - 1]) }),
        let last = self[place].text.popLast()
      else { return nil }
      let others = Self.marks.subtracting([last]).sorted()
      if change == .repunctuate { self[place].text.append(others[Int.random(in: 0..<others.count, using: &numbers)]) }
      return self[place].string
    case .punctuate:
      guard let place = pick(Self.isPlain) else { return nil }
      self[place].text.append(Self.marks.sorted()[Int.random(in: 0..<6, using: &numbers)])
      return self[place].string
    case .hyphenate:
      guard let place = pick(Self.isPlain) else { return nil }
      self[place].text.insert(0x2D, at: 2)
      return self[place].string
    case .moveCall: return moveCall()
    case .dropCall: return dropCall()
    case .swapNotes: return swapNotes()
    }
  }

  /// Two words that stand beside each other are one.
  private mutating func join() -> String? {
    let all = places(Self.isPlain).filter { place in
      let words = sheets[place.sheet].words
      guard place.word + 1 < words.count, Self.isPlain(words[place.word + 1]) else { return false }
      let (word, next) = (words[place.word], words[place.word + 1])
      // those of two cells are no neighbours
      return abs(next.middle - word.middle) < 1 && (0..<8).contains(next.left - word.right)
    }
    guard !all.isEmpty else { return nil }
    let place = all[Int.random(in: 0..<all.count, using: &numbers)]
    changed = place.sheet
    let next = sheets[place.sheet].words.remove(at: place.word + 1)
    self[place].text += next.text
    self[place].right = next.right
    return self[place].string
  }

  /// A note's mark stands behind another word.
  private mutating func moveCall() -> String? {
    guard let call = call() else { return nil }
    let old = sheets[call.sheet].words[call.word]
    let others = places(Self.isPlain).filter {
      $0.sheet == call.sheet && page(of: self[$0], on: call.sheet)?.page == call.page
        && (abs(self[$0].right - old.left) > 8 || abs(self[$0].middle - old.middle) > 20)
    }
    guard !others.isEmpty else { return nil }
    let place = self[others[Int.random(in: 0..<others.count, using: &numbers)]]
    var word = old
    let (x, y) = (place.right - old.left, place.top - old.top)
    word.left += x
    word.right += x
    word.top += y
    word.bottom += y
    sheets[call.sheet].words[call.word] = word
    var box = layout.pages[call.page].traits.labels[call.mark].box
    (box.left, box.right, box.top, box.bottom) = (box.left + x, box.right + x, box.top + y, box.bottom + y)
    layout.pages[call.page].traits.labels[call.mark].box = box
    changed = call.sheet
    return "\(old.string) behind \(place.string)"
  }

  /// A call is not printed.
  private mutating func dropCall() -> String? {
    guard let call = call() else { return nil }
    let word = sheets[call.sheet].words.remove(at: call.word)
    layout.pages[call.page].traits.labels.remove(at: call.mark)
    changed = call.sheet
    return word.string
  }

  /// Any call of a note in the text: its word, and its mark among those of its page.
  private mutating func call() -> (sheet: Int, word: Int, page: Int, mark: Int)? {
    var calls: [(sheet: Int, word: Int, page: Int, mark: Int)] = []
    for sheet in sheets.indices {
      for (index, word) in sheets[sheet].words.enumerated() {
        guard let (page, x, y) = page(of: word, on: sheet), layout.pages.indices.contains(page) else { continue }
        for (mark, label) in layout.pages[page].traits.labels.enumerated() where word.string == label.text {
          let box = label.box
          let isThere = abs(word.left - x - box.left) < 1 && word.middle - y > box.top && word.middle - y < box.bottom
          // one that begins its line is the note's own
          let isInLine = sheets[sheet].words.contains {
            abs($0.middle - word.middle) < 8 && $0.right <= word.left + 1 && $0.right > x
          }
          if isThere, isInLine { calls.append((sheet, index, page, mark)) }
        }
      }
    }
    return calls.randomElement(using: &numbers)
  }

  /// Two notes of a page, or words of two pages' notes, change places.
  private mutating func swapNotes() -> String? {
    let numbered = places { $0.text.allSatisfy { (0x30...0x39).contains($0) } }
    guard numbered.count > 1 else { return nil }
    let a = numbered[Int.random(in: 0..<numbered.count, using: &numbers)]
    guard let b = numbered.first(where: { self[$0].text != self[a].text }) else { return nil }
    (self[a].text, self[b].text) = (self[b].text, self[a].text)
    changed = min(a.sheet, b.sheet)
    return "\(self[a].string) and \(self[b].string)"
  }
}
