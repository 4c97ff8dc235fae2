internal import BookModel
internal import Units

/// Speech that begins with a dash, typed with a hyphen: `- Кто там? - спросил он.`
///
/// Languages that have it are few enough to name. In Markdown such lines are the items of a list; they are none where a
/// hyphen marks each of them, all are sentences, and the book has some that tell who speaks.
struct SpokenDashes {
  private let sign: [UInt8]
  /// No space stands between the dash and what it sets off: Spanish.
  private let isClosed: Bool
  private let sources: [[UInt8]]
  /// The book has lines that somebody speaks.
  private var isSure = false
  /// One hyphen between spaces is the book's dash.
  private(set) var turnsLoneHyphens = false
  /// Dashes that stand for the marks of lists.
  private(set) var given: [(words: String, source: SourceLocation)] = []

  init?(language: String?, sources: [[UInt8]]) {
    let primary = language?.lowercased().prefix { $0 != "-" && $0 != "_" } ?? "en"
    switch primary {
    case "es", "ca", "gl", "eu": (sign, isClosed) = ([0xE2, 0x80, 0x94], true)
    case "vi": (sign, isClosed) = ([0xE2, 0x80, 0x93], false)
    case "ru", "uk", "be", "bg", "sr", "mk", "pl", "cs", "sk", "sl", "hr", "hu", "ro", "lt", "lv", "et", "fi", "sv",
      "da",
      "nb", "no", "nn", "is", "fr", "it", "pt", "el", "tr", "az", "kk", "ka", "hy", "eo", "la":
      (sign, isClosed) = (DashStyle.of(language).sign, false)
    default: return nil
    }
    self.sources = sources
  }

  mutating func apply(to book: inout Book) {
    var spoken = (lines: 0, told: 0)
    for section in book.sections { for block in section.blocks { count(block, &spoken) } }
    var signs = (lone: 0, dashes: 0)
    for section in book.sections {
      for block in section.blocks {
        block.visitText { inlines, _ in
          let words = inlines.plainText
          guard words.utf8.contains(0x2D) || words.utf8.contains(0xE2) else { return }
          signs.lone += words.ranges(of: " - ").count
          signs.dashes += words.count { $0 == "–" || $0 == "—" }
        }
      }
    }
    turnsLoneHyphens = !isClosed && signs.lone > 2 && signs.lone > 4 * signs.dashes
    isSure = spoken.told > 0 || spoken.lines >= 3
    guard spoken.told > 0 || spoken.lines >= 2 else { return }
    for index in book.sections.indices {
      var blocks: [Block] = []
      for block in book.sections[index].blocks { blocks += changed(block) }
      book.sections[index].blocks = blocks
    }
  }

  private func count(_ block: Block, _ spoken: inout (lines: Int, told: Int)) {
    switch block {
    case .paragraph(let paragraph):
      let words = paragraph.inlines.plainText
      guard dashLength(paragraph.inlines) != nil else { return }
      spoken.lines += 1
      if tellsSpeaker(words) { spoken.told += 1 }
    case .list(let list):
      guard isSpoken(list) else { return }
      // a list alone shows it by who speaks, not by its number
      for item in list.items where item.blocks.first?.paragraph.map({ tellsSpeaker($0.inlines.plainText) }) ?? false {
        spoken.lines += 1
        spoken.told += 1
      }
    case .quotation(let quotation): for block in quotation.blocks { count(block, &spoken) }
    default: break
    }
  }

  private mutating func changed(_ block: Block) -> [Block] {
    switch block {
    case .paragraph(var paragraph):
      guard let length = dashLength(paragraph.inlines) else { return [block] }
      paragraph.inlines = set(paragraph.inlines, dash: 0..<length)
      return [.paragraph(paragraph)]
    case .list(let list) where isSure && isSpoken(list):
      return list.items.compactMap { item in
        guard var paragraph = item.blocks.first?.paragraph else { return nil }
        given.append(
          (String(decoding: sign, as: UTF8.self) + " ", paragraph.inlines.first?.source ?? paragraph.source))
        paragraph.inlines = set(paragraph.inlines, dash: nil)
        return .paragraph(paragraph)
      }
    case .quotation(var quotation):
      var blocks: [Block] = []
      for block in quotation.blocks { blocks += changed(block) }
      quotation.blocks = blocks
      return [.quotation(quotation)]
    default: return [block]
    }
  }

  /// Every item is one paragraph of sentences behind a hyphen.
  private func isSpoken(_ list: List) -> Bool {
    guard list.start == nil, list.counting != .none else { return false }
    return list.items.allSatisfy { item in
      guard item.blocks.count == 1, item.isDone == nil, item.label == nil, let paragraph = item.blocks[0].paragraph,
        begins(item, with: 0x2D)
      else { return false }
      return isSpeech(paragraph.inlines.plainText)
    }
  }

  private func begins(_ item: List.Item, with sign: UInt8) -> Bool {
    let (file, place) = (Int(item.source.file), Int(item.source.offset))
    guard sources.indices.contains(file) else { return false }
    let text = sources[file]
    // the mark stands before the item's words, a space or more between
    var at = min(place, text.count - 1)
    guard at >= 0 else { return false }
    if text[at] == sign { return true }
    at -= 1
    while at >= 0, text[at] == 0x20 || text[at] == 0x09 { at -= 1 }
    return at >= 0 && text[at] == sign
  }

  /// A sentence: it begins as one and ends as one.
  private func isSpeech(_ words: String) -> Bool {
    let bare = words.drop { "«„“\"¿¡…—–-( \u{A0}".contains($0) }
    guard let first = bare.first, first.isUppercase || first.isNumber || !first.isCased,
      let last = words.last(where: { !"»“”\") ".contains($0) })
    else { return false }
    return ".?!…:,;—–-".contains(last)
  }

  /// `? -`, `, -`: who speaks is told behind what is said.
  private func tellsSpeaker(_ words: String) -> Bool {
    let signs = Array(words)
    return signs.indices.dropFirst(2).contains { index in
      guard "-–—".contains(signs[index]) else { return false }
      if isClosed { return signs[index - 1] == " " && index + 1 < signs.count && signs[index + 1].isLetter }
      let before = signs[index - 1] == "\u{A0}" || signs[index - 1] == " " ? signs[index - 2] : " "
      return ",?!.…»".contains(before)
    }
  }

  /// How many bytes of hyphens, and spaces behind them, a paragraph begins with that somebody speaks.
  private func dashLength(_ inlines: [Inline]) -> Int? {
    guard case .text(let run)? = inlines.first?.content, run.utf8.first == 0x2D else { return nil }
    let hyphens = run.utf8.prefix { $0 == 0x2D }.count
    let spaces = run.utf8.dropFirst(hyphens).prefix { $0 == 0x20 }.count
    guard hyphens <= 2, hyphens + spaces < run.utf8.count || inlines.count > 1 else { return nil }
    let words = inlines.plainText.drop { $0 == "-" || $0 == " " }
    // `-5 °C`, `-a` of a program
    guard let first = words.first, first.isUppercase || "«„“\"¿¡…".contains(first), isSpeech(String(words)) else {
      return nil
    }
    return hyphens + spaces
  }

  /// The language's dashes in what is said.
  /// - Parameter dash: what stands for the first one; nil where a list's mark did.
  private func set(_ inlines: [Inline], dash: Range<Int>?) -> [Inline] {
    let opening = sign + (isClosed ? [] : [0x20])
    return inlines.enumerated().map { number, inline in
      guard case .text(let run) = inline.content, !inline.style.traits.contains(.code) else { return inline }
      let bytes = Array(run.utf8)
      var edits: [(range: Range<Int>, with: [UInt8])] = []
      var start = 0
      if number == 0 {
        if let dash { edits.append((dash, opening)) } else { edits.append((0..<0, opening)) }
        start = dash?.upperBound ?? 0
      }
      return inline.edited(edits + inner(bytes, from: start))
    }
  }

  private func inner(_ bytes: [UInt8], from start: Int) -> [(range: Range<Int>, with: [UInt8])] {
    var edits: [(range: Range<Int>, with: [UInt8])] = []
    var i = start
    while i < bytes.count {
      guard bytes[i] == 0x2D else {
        i += 1
        continue
      }
      let end = bytes[i...].firstIndex { $0 != 0x2D } ?? bytes.count
      defer { i = end }
      let before = i > 0 ? bytes[i - 1] : 0x20
      let after = end < bytes.count ? bytes[end] : 0x20
      guard end - i <= 2 else { continue }
      if before == 0x20, after == 0x20 {
        edits.append((i..<end, sign))
      } else if isClosed {
        // ` -dijo él-.`
        let opens = before == 0x20 && after != 0x20
        let closes = before != 0x20 && (after == 0x20 || [0x2E, 0x2C, 0x3A, 0x3B, 0x21, 0x3F].contains(after))
        if opens || closes { edits.append((i..<end, sign)) }
      }
    }
    return edits
  }
}
