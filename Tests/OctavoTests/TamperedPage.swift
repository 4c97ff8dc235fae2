import PDFReading
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

  private(set) var text: PrintedText
  private let layout: PrintedLayout
  /// The page that was changed, from 0.
  private(set) var changed = 0
  private var numbers: SeededNumbers
  /// Words in each line, more than this, from which one is taken.
  private let least: Int

  /// - Parameter least: words that stand beside one that is changed; fewer in cells and short lines.
  init(_ text: PrintedText, layout: PrintedLayout, seed: UInt64, least: Int = 5) {
    (self.text, self.layout, self.least) = (text, layout, least)
    numbers = SeededNumbers(seed: seed &* 977 &+ 13)
  }

  /// A word of a run.
  private struct Place {
    var run: Int
    var bytes: Range<Int>
  }

  /// Words of the text that stand within a line of several.
  private func places(_ fits: ([UInt8]) -> Bool) -> [Place] {
    text.runs.indices.flatMap { index -> [Place] in
      let run = text.runs[index]
      guard run.role != .furniture, !run.isLabel, run.link < 0, !run.isReplaced,
        !layout.pages[Int(run.page)].isSetAside
      else { return [] }
      let words = text.bytes[run.text].split(separator: 0x20)
      guard words.count > least else { return [] }
      return words.filter { fits(Array($0)) }.map { Place(run: index, bytes: $0.startIndex..<$0.endIndex) }
    }
  }

  private mutating func pick(_ fits: ([UInt8]) -> Bool = { _ in true }) -> Place? {
    guard let place = places(fits).randomElement(using: &numbers) else { return nil }
    changed = Int(text.runs[place.run].page)
    return place
  }

  private func word(_ place: Place) -> [UInt8] { Array(text.bytes[place.bytes]) }

  private mutating func replace(_ place: Place, by word: [UInt8]) {
    let run = text.runs[place.run].text
    text.rewrite(
      place.run,
      Array(text.bytes[run.lowerBound..<place.bytes.lowerBound]) + word
        + text.bytes[place.bytes.upperBound..<run.upperBound])
  }

  private static let marks = Set(",;:.!?".utf8)
  private static func isPlain(_ word: [UInt8]) -> Bool {
    word.count > 3 && word.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// What was done; nil where the pages have nothing of the kind.
  mutating func change(_ change: Change) -> String? {
    var word: [UInt8] = []
    let place: Place
    switch change {
    case .drop, .double:
      guard let picked = pick() else { return nil }
      (place, word) = (picked, self.word(picked))
      replace(place, by: change == .drop ? [] : word + [0x20] + word)
    case .move:
      guard let from = pick() else { return nil }
      let first = changed
      word = self.word(from)
      guard let to = pick({ [word] in $0 != word }), to.run != from.run else { return self.change(.move) }
      let other = self.word(to)
      replace(from, by: other)
      replace(to, by: word)
      changed = min(first, changed)
    case .split, .hyphenate, .respell, .punctuate:
      guard let picked = pick(Self.isPlain) else { return nil }
      (place, word) = (picked, self.word(picked))
      switch change {
      case .split: word.insert(0x20, at: 2)
      case .hyphenate: word.insert(0x2D, at: 2)
      case .respell: word[1] = word[1] == 0x7A ? 0x61 : word[1] + 1
      default: word.append(Self.marks.sorted()[Int.random(in: 0..<6, using: &numbers)])
      }
      replace(place, by: word)
    case .join:
      let joined = places(Self.isPlain).filter { place in
        let run = text.runs[place.run].text
        let next = text.bytes[place.bytes.upperBound..<run.upperBound].split(separator: 0x20).first
        return next.map { $0.startIndex == place.bytes.upperBound + 1 && Self.isPlain(Array($0)) } ?? false
      }
      guard let picked = joined.randomElement(using: &numbers) else { return nil }
      changed = Int(text.runs[picked.run].page)
      word = self.word(picked)
      replace(Place(run: picked.run, bytes: picked.bytes.lowerBound..<picked.bytes.upperBound + 1), by: word)
    case .repunctuate, .unpunctuate:
      guard let picked = pick({ $0.count > 2 && Self.marks.contains($0[$0.count - 1]) }) else { return nil }
      word = self.word(picked)
      let last = word.removeLast()
      if change == .repunctuate {
        word.append(Self.marks.subtracting([last]).sorted()[Int.random(in: 0..<5, using: &numbers)])
      }
      replace(picked, by: word)
    case .moveCall: return moveCall()
    case .dropCall:
      guard let call = call() else { return nil }
      word = Array(text.bytes[text.runs[call].text])
      changed = Int(text.runs[call].page)
      text.runs.remove(at: call)
    case .swapNotes:
      guard let from = pick(Self.isNumber) else { return nil }
      let first = changed
      word = self.word(from)
      guard let to = pick({ [word] in Self.isNumber($0) && $0 != word }) else { return nil }
      let other = self.word(to)
      replace(from, by: other)
      // the first change may have moved what stands behind it in its run
      if to.run != from.run { replace(to, by: word) }
      changed = min(first, changed)
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static func isNumber(_ word: [UInt8]) -> Bool { word.allSatisfy { (0x30...0x39).contains($0) } }

  /// A note's mark stands behind another word.
  private mutating func moveCall() -> String? {
    guard let call = call() else { return nil }
    let mark = text.runs[call]
    let others = places(Self.isPlain).filter {
      let run = text.runs[$0.run]
      return run.page == mark.page && run.role == .body && abs($0.run - call) > 1
    }
    guard let place = others.randomElement(using: &numbers) else { return nil }
    var (before, behind, moved) = (text.runs[place.run], text.runs[place.run], mark)
    before.text = before.text.lowerBound..<place.bytes.upperBound
    behind.text = place.bytes.upperBound..<behind.text.upperBound
    (moved.block, moved.y) = (before.block, before.y)
    let pieces = [before, moved, behind]
    if place.run < call {
      text.runs.remove(at: call)
      text.runs.replaceSubrange(place.run...place.run, with: pieces)
    } else {
      text.runs.replaceSubrange(place.run...place.run, with: pieces)
      text.runs.remove(at: call)
    }
    changed = Int(mark.page)
    return "\(text.string(mark)) behind \(String(decoding: word(place), as: UTF8.self))"
  }

  /// Any call of a note in the text.
  private mutating func call() -> Int? {
    text.runs.indices.filter {
      let run = text.runs[$0]
      return run.role == .body && run.link >= 0 && Self.isNumber(text.bytes[run.text].filter { $0 != 0x20 })
    }.randomElement(using: &numbers)
  }
}
