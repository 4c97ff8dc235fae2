internal import BookModel

/// Ordered lists of pandoc's kinds (pandoc's manual, `fancy_lists`, `example_lists`): `a.`, `i)`, `(A)`, `#.`, `(@)`.
/// Each number is written in figures as wide as it was, which CommonMark reads; how it is counted stands beside.
struct PandocLists {
  struct Form: Equatable, Sendable {
    var counting: List.Counting
    var delimiter: List.Delimiter
  }

  /// By the line, from 0, on which a list begins.
  private(set) var forms: [Int: Form] = [:]
  /// The lines of items, and what each is written as.
  private var items: [Int: String] = [:]
  private var examples: [Substring: Int] = [:]

  /// A mark at the beginning of a line.
  private struct Mark {
    var indent: Int
    var form: Form
    /// Nil for `#.` and `(@)`, which count themselves.
    var number: Int?
    var isExample = false
    var label: Substring = ""
    /// Bytes of the mark, without what stands before it.
    var width: Int
    var rest: Substring
  }

  /// Whether a line may begin with such a mark, by one walk over the bytes.
  static func mayStand(in text: [UInt8]) -> Bool {
    var isStart = true
    for (place, byte) in text.enumerated() {
      if byte == 0x0A {
        isStart = true
      } else if isStart, byte != 0x20, byte != 0x3E {
        isStart = false
        guard place + 2 < text.count else { continue }
        if byte == 0x28 && text[place + 1] != 0x20 { return true }
        let end = text[place...].prefix(8).firstIndex { !$0.isASCIILetter && $0 != 0x23 } ?? place
        if end > place, text[end] == 0x2E || text[end] == 0x29, end + 1 < text.count, text[end + 1].isBlank {
          return true
        }
      }
    }
    return false
  }

  /// - Parameter depth: of quotations around the lines.
  init(_ lines: [Substring], depth: Int = 0) {
    var fence: PandocFence?
    var index = 0
    var count = 0
    /// Brackets and points by turns: lists behind each other are not one.
    var isBracket = false
    while index < lines.count {
      let begun = PandocFence.begun(lines[index])
      if let open = fence {
        if open.isClosed(by: begun) { fence = nil }
      } else if let open = PandocFence(begun, books: []) {
        fence = open
      } else if begun.hasPrefix(">"), depth < PandocLists.deepest {
        index = addQuotation(index, lines, depth)
        continue
      } else if items[index] == nil, let mark = PandocLists.mark(lines[index]), PandocLists.mayBegin(index, mark, lines)
      {
        let found = PandocLists.list(index, mark, lines)
        // one letter with a point may be anything; two that follow each other are a list
        if mark.number == nil || found.count > 1 {
          let first = found.first?.mark.number ?? (mark.isExample ? count + 1 : 1)
          forms[index] = found[0].mark.form
          isBracket.toggle()
          for (place, item) in found.enumerated() {
            if item.mark.isExample {
              count += 1
              if !item.mark.label.isEmpty { examples[item.mark.label] = count }
            }
            let line = lines[item.line]
            let digits = max(item.mark.width - 1, 1)
            var number = String(first + place)
            while number.utf8.count < min(digits, 9) { number = "0" + number }
            let blanks = String(repeating: " ", count: max(digits - number.utf8.count, 0) + 1)
            items[item.line] =
              line.prefix(item.mark.indent) + number + (isBracket ? ")" : ".") + blanks.prefix(4)
              + item.mark.rest
          }
        }
      }
      index += 1
    }
  }

  private static let deepest = 8

  /// Adds the lists of a quotation, whose lines are read without their signs.
  /// - Returns: the line behind it.
  private mutating func addQuotation(_ first: Int, _ lines: [Substring], _ depth: Int) -> Int {
    var signs: [Substring] = []
    var inner: [Substring] = []
    for line in lines[first...] {
      let begun = PandocFence.begun(line)
      guard begun.hasPrefix(">") else { break }
      var rest = begun.dropFirst()
      if rest.hasPrefix(" ") { rest = rest.dropFirst() }
      signs.append(line[..<rest.startIndex])
      inner.append(rest)
    }
    let found = PandocLists(inner, depth: depth + 1)
    for (line, words) in found.items { items[first + line] = signs[line] + words }
    for (line, form) in found.forms { forms[first + line] = form }
    examples.merge(found.examples) { known, _ in known }
    return first + inner.count
  }

  /// What a line is written as that begins an item.
  func item(_ index: Int, in lines: [Substring]) -> String? { items.isEmpty ? nil : items[index] }

  /// The number that `(@label)` stands for within a text, and where the label ends.
  func example(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    guard !examples.isEmpty else { return nil }
    let label = PandocLists.label(line[at...].dropFirst())
    guard !label.isEmpty, let number = examples[label] else { return nil }
    return (String(number), label.endIndex)
  }

  private static func label(_ text: Substring) -> Substring {
    text.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
  }

  // MARK: Marks

  private static func mark(_ line: Substring) -> Mark? {
    let indent = line.prefix { $0 == " " }.count
    var rest = line.dropFirst(indent)
    let start = rest
    let isBracketed = rest.hasPrefix("(")
    if isBracketed { rest = rest.dropFirst() }
    var mark = Mark(indent: indent, form: Form(counting: .figures, delimiter: .stop), width: 0, rest: "")
    if isBracketed, rest.hasPrefix("@") {
      mark.isExample = true
      mark.label = label(rest.dropFirst())
      rest = rest.dropFirst(mark.label.count + 1)
    } else if !isBracketed, rest.hasPrefix("#") {
      rest = rest.dropFirst()
    } else if isBracketed, let number = Int(rest.prefix { $0.isASCII && $0.isNumber }.prefix(6)) {
      rest = rest.drop { $0.isASCII && $0.isNumber }
      mark.number = number
    } else {
      let letters = rest.prefix(9).prefix { $0.isASCII && $0.isLetter }
      guard !letters.isEmpty, let (counting, number) = value(letters) else { return nil }
      (mark.form.counting, mark.number) = (counting, number)
      rest = rest.dropFirst(letters.count)
    }
    guard let sign = rest.first, sign == ")" || sign == "." && !isBracketed else { return nil }
    mark.form.delimiter = isBracketed ? .brackets : sign == ")" ? .bracket : .stop
    rest = rest.dropFirst()
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    guard !blanks.isEmpty, rest.contains(where: { !$0.isWhitespace }) else { return nil }
    // a capital with a point is an initial, where no two blanks follow it (pandoc's manual, "Ordered lists")
    let isCapital = mark.form.counting == .upperLetters || mark.form.counting == .upperRoman
    if sign == ".", isCapital, start.dropFirst().hasPrefix("."), blanks.utf8.count < 2, !blanks.hasPrefix("\t") {
      return nil
    }
    mark.width = start.utf8.distance(from: start.startIndex, to: rest.startIndex)
    mark.rest = (blanks.utf8.count > 1 ? String(blanks.dropFirst()) : "") + rest.dropFirst(blanks.count)
    return mark
  }

  /// A letter or a Roman numeral of a few letters; one that may be both is a numeral where it is `i`.
  private static func value(_ letters: Substring) -> (List.Counting, Int)? {
    let isLower = letters.utf8.allSatisfy { $0 >= 0x61 }
    guard isLower || letters.utf8.allSatisfy({ $0 < 0x61 }), let first = letters.utf8.first else { return nil }
    if letters.utf8.count == 1, first | 0x20 != 0x69 {
      return (isLower ? .lowerLetters : .upperLetters, Int(first | 0x20) - 0x60)
    }
    return roman(letters).map { (isLower ? .lowerRoman : .upperRoman, $0) }
  }

  private static func roman(_ letters: Substring) -> Int? {
    let counting: List.Counting = letters.utf8.first.map { $0 >= 0x61 } == true ? .lowerRoman : .upperRoman
    return (1...100).first { counting.written($0) == letters }
  }

  // MARK: Lists

  /// Behind a blank line, or right below an item of another list. What is set in by four columns and more is code, but
  /// in the item of a list.
  private static func mayBegin(_ index: Int, _ mark: Mark, _ lines: [Substring]) -> Bool {
    guard index > 0, lines[index - 1].contains(where: { !$0.isWhitespace }) else {
      return mark.indent <= 3 || stands(index, in: lines, columns: mark.indent)
    }
    let before = lines[index - 1]
    if before.drop(while: { $0 == " " }).hasPrefix("#") { return mark.indent <= 3 }
    guard let inside = contents(before), before.prefix(while: { $0 == " " }).count < mark.indent else { return false }
    return mark.indent <= inside + 3
  }

  /// Where the words of a line's item begin; nil of a line that begins none.
  private static func contents(_ line: Substring) -> Int? {
    let indent = line.prefix { $0 == " " }.count
    let sign = line.dropFirst(indent)
    if ["- ", "* ", "+ "].contains(where: { sign.hasPrefix($0) }) { return indent + 2 }
    let digits = sign.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, [". ", ") "].contains(where: { sign[digits.endIndex...].hasPrefix($0) }) {
      return indent + digits.utf8.count + 2
    }
    return mark(line).map { indent + $0.width + 1 }
  }

  /// Whether a line that is set in so far stands in an item above it.
  private static func stands(_ index: Int, in lines: [Substring], columns: Int) -> Bool {
    var least = columns
    for line in lines[..<index].suffix(400).reversed() where line.contains(where: { !$0.isWhitespace }) {
      let indent = line.prefix { $0 == " " }.count
      guard indent < least else { continue }
      if let inside = contents(line) { return columns <= inside + 3 }
      guard indent > 0 else { return false }
      least = indent
    }
    return false
  }

  /// The items of a list, each with its line.
  private static func list(_ first: Int, _ mark: Mark, _ lines: [Substring]) -> [(line: Int, mark: Mark)] {
    var found = [(line: first, mark: mark)]
    var index = first + 1
    var isBlank = false
    while index < lines.count {
      let line = lines[index]
      let indent = line.prefix { $0 == " " || $0 == "\t" }.count
      if !line.contains(where: { !$0.isWhitespace }) {
        isBlank = true
      } else if let next = PandocLists.mark(line), next.indent == mark.indent, let made = follows(next, found) {
        found[0].mark = made.first
        found.append((index, made.next))
        isBlank = false
      } else if indent <= mark.indent, isBlank || line.hasPrefix("#") || line.hasPrefix(":::") || line.hasPrefix("```")
      {
        break
      } else if indent > mark.indent {
        isBlank = false
      }
      index += 1
    }
    return found
  }

  /// Whether a mark is the next of a list's; `i` behind `h` is a letter, before `j` too.
  private static func follows(_ next: Mark, _ found: [(line: Int, mark: Mark)]) -> (first: Mark, next: Mark)? {
    var (first, next) = (found[0].mark, next)
    guard next.form.delimiter == first.form.delimiter, next.isExample == first.isExample,
      (next.number == nil) == (first.number == nil)
    else { return nil }
    guard let start = first.number, let number = next.number else { return (first, next) }
    func isLetter(_ form: Form) -> Bool { form.counting == .lowerLetters || form.counting == .upperLetters }
    func asRoman(_ mark: Mark) -> Mark? {
      let letter = mark.form.counting.written(mark.number ?? 0)
      guard isLetter(mark.form), let value = roman(letter[...]) else { return nil }
      var mark = mark
      (mark.number, mark.form.counting) = (value, mark.form.counting == .lowerLetters ? .lowerRoman : .upperRoman)
      return mark
    }
    func asLetter(_ mark: Mark) -> Mark? {
      guard mark.number == 1, mark.form.counting == .lowerRoman || mark.form.counting == .upperRoman else { return nil }
      var mark = mark
      (mark.number, mark.form.counting) = (9, mark.form.counting == .lowerRoman ? .lowerLetters : .upperLetters)
      return mark
    }
    if next.form == first.form { return found.count > 1 || number == start + 1 ? (first, next) : nil }
    for (a, b) in [(first, asRoman(next)), (first, asLetter(next)), (asRoman(first), next), (asLetter(first), next)] {
      guard let a, let b, a.form == b.form, b.number == (a.number ?? 0) + found.count else { continue }
      if found.count > 1, a.form != first.form { continue }
      (first, next) = (a, b)
      return (first, next)
    }
    return nil
  }
}
