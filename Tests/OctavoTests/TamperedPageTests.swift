import Foundation
import PageDesign
import TestSupport
import Testing
import Units
import Verification

/// Pages on which something was changed after they were set: each change must be found.
@Suite struct `A tampered page` {
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case drop, double, move, split, join, respell, repunctuate, unpunctuate, punctuate, hyphenate, moveCall, swapNotes
    var testDescription: String { rawValue }
  }

  /// A book of its own: prose with speech, notes, verse and a heading or two.
  private static let manuscript: String = {
    var numbers = SeededNumbers(seed: 20)
    let words = """
      the a of lamp river stone under which harbour evening letters copper window answered slowly garden because never
      although morning bridge candle printer type margin between against silver northern quiet several
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    var text = "THE TAMPERED BOOK\n\nBy Nobody\n\n\n"
    var note = 0
    for chapter in 1...4 {
      text += "CHAPTER \(chapter)\n\n"
      for _ in 0..<9 {
        var notes: [String] = []
        var paragraph: [String] = []
        for sentence in 0..<(3 + Int.random(in: 0..<3, using: &numbers)) {
          var line: [String] = []
          for place in 0..<(7 + Int.random(in: 0..<9, using: &numbers)) {
            var word =
              words[Int.random(in: 0..<words.count, using: &numbers)] + (place % 4 == 3 ? "\(chapter)\(sentence)" : "")
            if place == 0 { word = word.prefix(1).uppercased() + word.dropFirst() }
            if place % 5 == 4 { word += [",", ";", "--", ":"][Int.random(in: 0..<4, using: &numbers)] }
            line.append(word)
          }
          if Int.random(in: 0..<5, using: &numbers) == 0 {
            note += 1
            line[line.count / 2] += "[\(note)]"
            notes.append(
              "[Footnote \(note): The note numbered \(note) tells of \(words[note % words.count]) and more.]")
          }
          let end = [".", "!", "?", "."][Int.random(in: 0..<4, using: &numbers)]
          paragraph.append(
            sentence % 3 == 2 ? "\"" + line.joined(separator: " ") + end + "\"" : line.joined(separator: " ") + end)
        }
        text += paragraph.joined(separator: " ") + "\n\n"
        for note in notes { text += note + "\n\n" }
      }
    }
    return text
  }()

  @Test(arguments: Change.allCases) func `is found out, whatever was changed`(change: Change) async throws {
    let made = try #require(try await book(.text(Self.manuscript)))
    let sheets = try PDFReader.pdftotext.sheets(made.path)
    let sources = made.reading.verificationSources(for: made.design)
    let whole = verify(sheets, VerificationInput(sources: sources, layout: made.printedLayout))
    try #require(whole.isWhole, "\(whole.diagnostics.map(\.message))")
    for seed in 0..<30 {
      var page = TamperedPage(sheets: sheets, layout: made.printedLayout, seed: UInt64(seed))
      guard let what = page.change(change) else {
        Issue.record("nothing to \(change) with seed \(seed)")
        continue
      }
      let result = verify(page.sheets, VerificationInput(sources: sources, layout: page.layout))
      #expect(!result.isWhole, "\(change), seed \(seed): \(what)")
    }
  }
}

/// The words of a PDF, one of which gets changed.
struct TamperedPage {
  var sheets: [PrintedSheet]
  var layout: PrintedLayout
  private var numbers: SeededNumbers

  init(sheets: [PrintedSheet], layout: PrintedLayout, seed: UInt64) {
    self.sheets = sheets
    self.layout = layout
    numbers = SeededNumbers(seed: seed &* 977 &+ 13)
  }

  private struct Place {
    var sheet: Int
    var word: Int
  }

  /// Words of the text that stand within a line of several.
  private func places(_ fits: (PrintedWord) -> Bool) -> [Place] {
    sheets.indices.flatMap { sheet -> [Place] in
      guard layout.pages.indices.contains(sheet), !layout.pages[sheet].isSetAside else { return [] }
      let words = sheets[sheet].words
      return words.indices.filter { index in
        let word = words[index]
        if let frame = layout.pages[sheet].frame, word.middle < frame.top || word.middle > frame.bottom { return false }
        let row = words.count { abs($0.middle - word.middle) < 2 }
        return row > 5 && !isMark(word, on: sheet) && fits(word)
      }.map { Place(sheet: sheet, word: $0) }
    }
  }

  private func isMark(_ word: PrintedWord, on sheet: Int) -> Bool {
    layout.pages[sheet].marks.contains {
      min(word.right, $0.right) - max(word.left, $0.left) > 0.2
        && word.middle > $0.top - 2 && word.middle < $0.bottom + 2
    }
  }

  private mutating func pick(_ fits: (PrintedWord) -> Bool = { _ in true }) -> Place? {
    let all = places(fits)
    return all.isEmpty ? nil : all[Int.random(in: 0..<all.count, using: &numbers)]
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
  mutating func change(_ change: `A tampered page`.Change) -> String? {
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
    case .join:
      let all = places(Self.isPlain).filter { place in
        let words = sheets[place.sheet].words
        return place.word + 1 < words.count && Self.isPlain(words[place.word + 1])
          && abs(words[place.word + 1].middle - words[place.word].middle) < 1
      }
      guard !all.isEmpty else { return nil }
      let place = all[Int.random(in: 0..<all.count, using: &numbers)]
      let next = sheets[place.sheet].words.remove(at: place.word + 1)
      self[place].text += next.text
      self[place].right = next.right
      return self[place].string
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
    case .swapNotes: return swapNotes()
    }
  }

  /// A note's mark stands behind another word.
  private mutating func moveCall() -> String? {
    var calls: [(sheet: Int, word: Int, mark: Int)] = []
    for sheet in layout.pages.indices {
      for (mark, box) in layout.pages[sheet].marks.enumerated() {
        for (index, word) in sheets[sheet].words.enumerated() where word.string == box.text {
          let isThere = abs(word.left - box.left) < 1 && word.middle > box.top && word.middle < box.bottom
          // one that begins its line is the note's own
          let isInLine = sheets[sheet].words.contains { abs($0.middle - word.middle) < 8 && $0.right <= word.left + 1 }
          if isThere, isInLine { calls.append((sheet, index, mark)) }
        }
      }
    }
    guard !calls.isEmpty else { return nil }
    let call = calls[Int.random(in: 0..<calls.count, using: &numbers)]
    let old = sheets[call.sheet].words[call.word]
    let others = places(Self.isPlain).filter {
      $0.sheet == call.sheet && (abs(self[$0].right - old.left) > 8 || abs(self[$0].middle - old.middle) > 20)
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
    layout.pages[call.sheet].marks[call.mark] = PrintedLayout.Mark(
      left: word.left, right: word.right, top: word.top, bottom: word.bottom, text: old.string)
    return "\(old.string) behind \(place.string)"
  }

  /// Two notes of a page, or words of two pages' notes, change places.
  private mutating func swapNotes() -> String? {
    let numbered = places { $0.text.allSatisfy { (0x30...0x39).contains($0) } }
    guard numbered.count > 1 else { return nil }
    let a = numbered[Int.random(in: 0..<numbered.count, using: &numbers)]
    guard let b = numbered.first(where: { self[$0].text != self[a].text }) else { return nil }
    (self[a].text, self[b].text) = (self[b].text, self[a].text)
    return "\(self[a].string) and \(self[b].string)"
  }
}
