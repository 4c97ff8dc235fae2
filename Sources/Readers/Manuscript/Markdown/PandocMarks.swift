internal import BookModel
internal import TeX
internal import Units

/// Marks of pandoc's Markdown as CommonMark or octavo's own say the same, line for line: divs as
/// fences, line blocks as verse, definitions, attributes of headings and spans, raised and lowered
/// letters, notes in the text, `\newpage`. What has no like is said.
struct PandocMarks {
  var lines: [Substring]
  var changed = false
  /// Classes of divs and spans that mean nothing here, by the line they stand on first.
  var unknown: [(name: String, line: Int)] = []
  var citations: PandocCitations
  var notes = InlineNotes()
  var lists: PandocLists
  /// Lines of headings that are to have no number.
  private(set) var unnumbered: Set<Int> = []
  /// Of those that begin an appendix.
  private(set) var appendices: Set<Int> = []
  /// What else is said, by line.
  var messages: [(MarkdownMessage, line: Int)] = []
  /// The text has marks of wikis.
  let isWiki: Bool
  /// What encloses a formula.
  private(set) var ticks = "`"
  var hasFormulas = false
  /// Words may be meant for the margin.
  private(set) var hasAsides = false
  var definitions = PandocDefinitions()
  /// What indexes are headed, by their names.
  var indexTitles: [String: String] = [:]
  /// Definitions of TeX's commands, which are no words.
  private(set) var macros: [String] = []
  /// Lines that are to stand in a quotation, behind so many blanks; inner ones first.
  var quotations: [(lines: Range<Int>, indent: Int)] = []

  private static let spans = [
    "smallcaps": ("<span style=\"font-variant: small-caps\">", "</span>"),
    "small-caps": ("<span style=\"font-variant: small-caps\">", "</span>"),
    "sc": ("<span style=\"font-variant: small-caps\">", "</span>"),
    "underline": ("<u>", "</u>"), "ul": ("<u>", "</u>"),
  ]
  /// What only lays out other programs' pages.
  static let quietClasses: Set<String> = [
    "figure", "table", "subfigures", "column-page", "column-body", "references", "csl-bib-body",
  ]
  private static let headingClasses: Set<String> = ["unnumbered", "-", "unlisted", "appendix"]

  /// Whether any of these marks may be in a text, by one walk over its bytes.
  static func mayStand(in bytes: [UInt8]) -> Bool {
    var next = 0
    while let place = bytes.withUnsafeBufferPointer({ placeOfSign(in: $0, from: next) }) {
      next = place + 1
      let byte = bytes[place]
      let before = place > 0 ? bytes[place - 1] : 0x0A
      let rest = bytes[(place + 1)...]
      switch byte {
      case UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "$"): return true
      case UInt8(ascii: "{"):
        if before == UInt8(ascii: "]") || before == UInt8(ascii: " ") || before == UInt8(ascii: "`") { return true }
        if before == 0x0A || rest.first.map({ "{+-~=>%".utf8.contains($0) }) ?? false { return true }
      case UInt8(ascii: "="): if before == UInt8(ascii: "h") || before == UInt8(ascii: "t") { return true }
      case UInt8(ascii: "`"): if rest.starts(with: "``admonish".utf8) { return true }
      case UInt8(ascii: "?"): if before == 0x0A, rest.starts(with: "??".utf8) { return true }
      case UInt8(ascii: "@"): if before <= 0x20 || [0x5B, 0x28, 0x2D, 0x3B].contains(before) { return true }
      case UInt8(ascii: ":"):
        if rest.starts(with: "::".utf8) { return true }
        if before <= 0x20, rest.first?.isBlank == true,
          bytes[..<place].suffix(4).last(where: { $0 != 0x20 }).map({ $0 == 0x0A }) ?? (place < 4)
        {
          return true
        }
        if before == UInt8(ascii: "e"), bytes[..<place].suffix(5).elementsEqual("Table".utf8) { return true }
      case UInt8(ascii: "["): if mayNameHeading(rest) || rest.first == UInt8(ascii: "#") { return true }
      case UInt8(ascii: "<"):
        if ["!--", "div class", "aside", "span class=\"side", "span class=\"margin"].contains(where: {
          rest.starts(with: $0.utf8)
        }) {
          return true
        }
      case UInt8(ascii: "|"): if before == 0x0A, rest.first == UInt8(ascii: " ") { return true }
      case UInt8(ascii: "\\"):
        if breaks.contains(where: { rest.starts(with: $0.utf8) }) || mayBeginTeX(rest) || mayRefer(rest)
          || rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "[")
          || rest.first == UInt8(ascii: " ") && before > 0x20
        {
          return true
        }
      default: break
      }
    }
    return false
  }

  /// Whether a mark within a line may begin with a byte.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: "@"),
      UInt8(ascii: "="), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// The next sign that is neither a letter nor below `:`, but for `$`.
  private static func placeOfSign(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if place + 8 <= bytes.count {
        // at a glance: letters and what is not ASCII begin no mark
        let eight = EightBytes(bytes, at: place)
        let low = EightBytes(bits: eight.bits | 0x2020_2020_2020_2020)
        let letters = ~low.below(0x61) & low.below(0x7B)
        let found = (~eight.below(0x3A) & ~letters & ~eight.bits & 0x8080_8080_8080_8080) | eight.equal(0x24)
        if found == 0 {
          place += 8
          continue
        }
        return place + EightBytes.first(found)
      }
      let byte = bytes[place]
      if byte == UInt8(ascii: "$") || byte > 0x39 && byte < 0x80 && !byte.isASCIILetter { return place }
      place += 1
    }
    return nil
  }

  /// What ends a page, behind its `\`.
  static let breaks = ["newpage", "pagebreak", "clearpage", "cleardoublepage"]

  /// Front matter that may be asked for its values: the file's own, then the book's.
  let fronts: [String]
  /// The same by their keys, once asked for.
  var frontWords: [String: String]?
  /// First words of those keys.
  var askedKeys: Set<String> = []

  /// - Parameters:
  ///   - before: citations of the files before this one.
  ///   - fronts: the book's front matter, and what a project says of it.
  init(_ text: String, citations before: Int, hasBooks: Bool, fronts others: [String]) {
    // by bytes: characters of other scripts take ten times as long
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    isWiki = PandocMarks.mayHoldWikiMarks(Array(text.utf8))
    citations = PandocCitations(lines, first: before, hasBooks: hasBooks)
    lists = PandocLists(lines)
    while PandocMarks.calls(notes.prefix, in: text.utf8) { notes.prefix += "-" }
    var fence: PandocFence?
    /// Divs that are open: the fence each was given, or none.
    var divs: [OpenDiv] = []
    /// Within a block of HTML nothing is a fence.
    var isHTML = false
    var nesting = PandocNesting()
    var index = 0
    // front matter is no Markdown
    let bytes = Array(text.utf8)
    let own = MarkdownDocument.frontMatter(bytes)
    fronts = [own.map { OtherFrontMatter.yaml(of: bytes, $0.text) }].compactMap { $0 } + others
    hasAsides = Callout.Kind.asideClasses.contains { name in
      [".", "\""].contains { bytes[...].firstRange(ofBytes: Array(($0 + name).utf8)) != nil }
    }
    if let own { index = bytes[..<own.end].count { $0 == 0x0A } }
    ticks = PandocMarks.freeTicks(in: bytes)
    // looked for where the first comment begins
    var lastCommentEnd: Int?
    while index < lines.count {
      let line = lines[index]
      if notes.gone.contains(index) {
        index += 1
        continue
      }
      let begun = PandocFence.begun(line)
      if let open = fence {
        if open.isClosed(by: begun) {
          fence = nil
        } else if let book = open.book, book != "verse", line.hasPrefix("|") {
          barredLine(index)
        } else if let book = open.book, (book == "verse" ? line.drop { $0 == " " || $0 == "\t" } : begun).hasPrefix("#")
        {
          headingAttributes(index)
        }
        index += 1
        continue
      }
      if definitions.fences.contains(index) {
        index += 1
        continue
      }
      if begun.hasPrefix("<!--"), lastCommentEnd == nil {
        lastCommentEnd = lines.lastIndex { $0.contains("-->") } ?? -1
      }
      if let last = lastCommentEnd, index >= last, begun.hasPrefix("<!--"), !begun.dropFirst(2).contains("-->") {
        // a comment that nothing closes would take the rest of the book with it
        set(index, String(line.replacing("<!--", with: "\\<!--", maxReplacements: 1)))
        messages.append((.commentUnclosed, index))
        inline(index)
        index += 1
        continue
      }
      let isFirst = isBlank(index - 1)
      if isFirst, let end = table(index) {
        index = end
        continue
      }
      if let item = lists.item(index, in: lines) {
        set(index, item)
        // a term or another block may begin behind the number
        inline(index)
        index += 1
        continue
      }
      if isFirst, let end = other(index) {
        index = end
        continue
      }
      let isText = nesting.isText(line, isFirst: isFirst)
      isHTML = isHTML && !isFirst || PandocFence.beginsHTML(begun, isFirst: isFirst)
      if line.utf8.first == 0x28, target(index) {
        index += 1
        continue
      }
      if !isHTML || isFirst && begun.hasPrefix("<"),
        figureDirective(index) || indexDirective(index) || callout(index, &divs) || bracedBox(index) || tag(index)
      {
        index += 1
        continue
      }
      if !isHTML, wordyEnvironment(index) { continue }
      if !isHTML, let open = PandocFence(begun, books: MarkdownFence.words) {
        fence = open
      } else if line.hasPrefix(":::") {
        div(index, &divs)
      } else if isText || line.hasPrefix("$$"), let end = displayedFormula(index) ?? environment(index) {
        index = end
        continue
      } else if placed(index, &divs) {
        // an environment that says where its lines stand
      } else if TeXMacros.isDefinition(line) {
        macros.append(String(line))
        set(index, "")
      } else if isBreak(line) || PandocMarks.isBreakShortcode(line) {
        set(index, "<!-- octavo: page-break -->")
      } else if line.hasPrefix("|"), isLineBlock(index) {
        index = lineBlock(index)
        continue
      } else if begun.hasPrefix(":") || begun.hasPrefix("~"), isDefinition(index) {
        definition(index)
      } else if PandocMarks.isHeading(begun) {
        headingAttributes(index)
        inline(index)
      } else if isBlank(index) {
        if notes.owed > 0 { (notes.blanks[index], notes.owed) = (notes.owed, 0) }
      } else if isText {
        pictureAttributes(index)
        markCaption(index)
        inline(index)
        dropBlockName(index)
      }
      index += 1
    }
    if let open = divs.last { messages.append((.fenceUnclosed(":::"), open.line)) }
    endCallouts(divs)
    quoteCallouts()
    appendNotes(fence: fence?.mark)
    nameHeadings()
  }

  mutating func set(_ index: Int, _ text: String) {
    lines[index] = text[...]
    changed = true
  }

  // MARK: Blocks

  func isBlank(_ index: Int) -> Bool {
    !lines.indices.contains(index) || definitions.fences.contains(index) || lines[index].allSatisfy(\.isWhitespace)
  }

  // MARK: Lines

  /// `# Title`, in quotations as well.
  private static func isHeading(_ begun: Substring) -> Bool {
    var rest = begun
    while rest.hasPrefix(">") {
      rest = rest.dropFirst()
      if rest.hasPrefix(" ") { rest = rest.dropFirst() }
      rest = PandocFence.begun(rest)
    }
    return rest.hasPrefix("#")
  }

  /// `# Title {#id .unnumbered}`: the name stays, for octavo knows it.
  private mutating func headingAttributes(_ index: Int) {
    var line = lines[index]
    while line.last?.isWhitespace == true { line.removeLast() }
    guard line.hasSuffix("}"), let open = line.lastIndex(of: "{") else { return }
    let words = line[line.index(after: open)...].dropLast().split(whereSeparator: \.isWhitespace)
    let isAttributes =
      !words.isEmpty && words.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix(".") || $0 == "-" || $0.contains("=") }
    var rest = line[..<open]
    while rest.last == " " { rest.removeLast() }
    // `## Title ## {#id}`
    var title = rest
    while title.last == "#" { title.removeLast() }
    let isClosed = title.endIndex < rest.endIndex && title.last == " "
    while isClosed, title.last == " " { title.removeLast() }
    if isClosed { rest = title }
    // a heading that is nothing but its name is these words
    guard isAttributes, isClosed || words.count > 1 || !words[0].hasPrefix("#"),
      rest.contains(where: { $0 != "#" && $0 != ">" && !$0.isWhitespace })
    else { return }
    for word in words where word.hasPrefix(".") && !PandocMarks.headingClasses.contains(String(word.dropFirst())) {
      unknown.append((String(word.dropFirst()), index))
    }
    if words.contains(where: { $0 == "-" || $0 == ".unnumbered" }) { unnumbered.insert(index) }
    if words.contains(".appendix") { appendices.insert(index) }
    let name = words.first { $0.hasPrefix("#") }.map { " {\($0)}" } ?? ""
    set(index, rest + name)
  }

  /// `[words]{.smallcaps}`, `[mots]{lang=fr}`, `x^2^`, `H~2~O`, outside of code.
  mutating func inline(_ index: Int) {
    if let words = labelled(lines[index]) { set(index, words) }
    var line = lines[index]
    // a note may bring up the rest of a line below
    var lineOfRest = index
    if let strong = wideEmphasis(line) {
      line = strong[...]
      set(index, strong)
    }
    guard
      line.utf8.contains(where: { $0 == 0x5E || $0 == 0x7E || $0 == 0x7B || $0 == 0x40 || $0 == 0x24 || $0 == 0x5C })
        || citations.works.areThere || line.contains("<!--") || hasAsides && line.contains("<")
        || PandocMarks.leavesBracketOpen(line) || isWiki
    else { return }
    var made = ""
    var at = line.startIndex
    var isCode = false
    while at < line.endIndex {
      // by bytes, since Swift compares a letter with many marks in time by their square
      let next = line.utf8[at...].firstIndex(where: PandocMarks.mayBegin) ?? line.endIndex
      made += line[at..<next]
      at = next
      guard at < line.endIndex else { break }
      let sign = line[at]
      if sign == "`" { isCode.toggle() }
      if !isCode, let end = PandocMarks.fixedSpace(line, at) {
        (made, at) = (made + "\u{A0}", end)
        continue
      }
      // no path of Windows is TeX's: `C:\TeX`
      if !isCode, sign == "\\", made.last != ":", let written = PandocMarks.withoutTeX(line, at) {
        (line, changed) = (written[...], true)
        at = line.startIndex
        continue
      }
      if !isCode, sign == "\\", let (joined, last) = joiningDisplay(line, at, lineOfRest) {
        at = joined.utf8.index(joined.startIndex, offsetBy: line.utf8.distance(from: line.startIndex, to: at))
        (line, lineOfRest) = (joined, last)
      }
      if !isCode, sign == "\\",
        let (text, end) = environmentInText(line, at) ?? bracketedFormula(line, at) ?? commandReference(line, at)
          ?? citations.command(line, at)
          ?? texCommand(line, at, index)
      {
        // TeX's blank at which no line ends
        if made.last == "~", text.hasPrefix("<span data-ref") { made = made.dropLast() + "\u{A0}" }
        if text.hasPrefix("<span data-ref"), PandocMarks.isRange(made, before: line[at...]) {
          made = made.dropLast(2) + "–"
        }
        made += text
        at = end
        continue
      }
      if !isCode, sign == "[" || sign == "<", let (call, rest, last) = aside(line, at, lineOfRest) {
        made += call
        (line, at, lineOfRest) = (rest, rest.startIndex, last)
        changed = true
        continue
      }
      if !isCode, sign == "<", let (text, end) = comment(line, at, lineOfRest) {
        made += text
        at = end
        continue
      }
      if let end = endOfKept(line, at, isCode: isCode) {
        made += line[at..<end]
        at = end
        continue
      }
      if isWiki, !isCode, sign == "[", let link = wikiLink(line, at, index) {
        if link.isEmbed, made.last == "!" { made.removeLast() }
        made += link.text
        at = link.end
        continue
      }
      if !isCode, sign == "[" || sign == "$",
        let (joined, last) = sign == "[" ? joiningBracket(line, at, lineOfRest) : joiningFormula(line, at, lineOfRest)
      {
        // what is joined stands behind what there is
        at = joined.utf8.index(joined.startIndex, offsetBy: line.utf8.distance(from: line.startIndex, to: at))
        (line, lineOfRest) = (joined, last)
      }
      if !isCode, sign == "^", let (call, rest, last) = inlineNote(line, at, lineOfRest) {
        made += call
        (line, at, lineOfRest) = (rest, rest.startIndex, last)
        continue
      }
      if !isCode, let (text, end) = printed(line, at, index) {
        if text.hasPrefix("<span data-ref"), PandocMarks.isRange(made, before: line[at...]) {
          made = made.dropLast(2) + "–"
        }
        made += text
        at = end
        changed = true
        continue
      }
      made.append(sign)
      at = line.index(after: at)
    }
    guard made != lines[index] else { return }
    changed = true
    if hasAsides, moveAside(made, down: index) { return }
    // nothing but commands: no words, and no paragraph goes on
    lines[index] = made.allSatisfy(\.isWhitespace) ? "" : made[...]
  }

  /// What stands for the mark at a place, and where that ends.
  private mutating func printed(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring.Index)? {
    switch line[at] {
    case "^": return script(line, at).map { ("<sup>\($0)</sup>", $1) }
    case "~": return script(line, at).map { ("<sub>\($0)</sub>", $1) }
    case "$":
      let found = formula(line, at)
      hasFormulas = hasFormulas || found != nil
      return found
    case "[":
      if isUncallable(line, at) { return ("\\[", line.index(after: at)) }
      return referencesInBrackets(line, at) ?? indexSpan(line, at) ?? pageReference(line, at)
        ?? citations.citation(line, at) ?? span(line, at, index)
    case "=" where isWiki: return highlighted(line, at)
    case "%" where isWiki: return wikiComment(line, at)
    case "{": return shortcode(line, at, index) ?? role(line, at) ?? citations.role(line, at)
    case "-":
      guard line[at...].hasPrefix("-@") else { return nil }
      return reference(line, at) ?? citations.citation(line, at)
    case "@":
      if let number = lists.example(line, at) { return number }
      if let found = reference(line, at) { return found }
      return citations.citation(line, at)
    default: return nil
    }
  }

  /// Words in brackets with attributes right behind them.
  private mutating func span(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring.Index)? {
    let start = line.index(after: at)
    // a picture's attributes are its own
    guard at == line.startIndex || !"]!\\".contains(line[line.index(before: at)]) else { return nil }
    guard let close = line[start...].firstIndex(where: { $0 == "]" || $0 == "[" }), line[close] == "]" else {
      return nil
    }
    let brace = line.index(after: close)
    guard brace < line.endIndex, line[brace] == "{", let end = line[brace...].firstIndex(of: "}") else { return nil }
    let words = line[line.index(after: brace)..<end].split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, words.allSatisfy({ $0.hasPrefix(".") || $0.hasPrefix("#") || $0.contains("=") }) else {
      return nil
    }
    var inner = String(line[start..<close])
    if let language = words.lazy.compactMap(PandocMarks.language).first {
      inner = "<span lang=\"\(language)\">\(inner)</span>"
    }
    if let name = words.first(where: { $0.hasPrefix("#") }) {
      inner = "<span id=\"\(name.dropFirst().filter { !"\"<>&".contains($0) })\">\(inner)</span>"
    }
    for word in words where word.hasPrefix(".") {
      if word == ".term" {
        return (
          "[\(inner)](#\(MarkdownLinks.termPrefix)\(headingSlug(String(line[start..<close]))))", line.index(after: end)
        )
      }
      if let (open, shut) = PandocMarks.spans[String(word.dropFirst())] {
        return (open + inner + shut, line.index(after: end))
      }
      unknown.append((String(word.dropFirst()), index))
    }
    return (inner, line.index(after: end))
  }
}
