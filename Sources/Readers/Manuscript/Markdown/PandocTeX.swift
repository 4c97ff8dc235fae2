/// Commands of TeX's within Markdown (pandoc's `raw_tex`). What only lays out another program's page is left out; what
/// may hold words is set as it stands; each is said once.
extension PandocMarks {
  /// Commands that print nothing by themselves, and how many braces with lengths, names or numbers belong to each.
  static let layoutCommands: [String: Int] = {
    var commands: [String: Int] = [:]
    for (count, names) in [
      """
      vfill hfill vfil bigskip medskip smallskip noindent indent centering raggedright raggedleft raggedbottom flushbottom \
      tableofcontents listoffigures listoftables frontmatter mainmatter backmatter appendix phantomsection singlespacing \
      onehalfspacing doublespacing begingroup endgroup nopagebreak makeindex maketitle linebreak nolinebreak \
      sloppy fussy leavevmode strut par columnbreak newcolumn
      """,
      "vspace hspace pagestyle thispagestyle pagenumbering label enlargethispage usepackage needspace selectlanguage",
      "setlength addtolength setcounter addtocounter markboth", "addcontentsline",
    ].enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) { commands[String(name)] = count }
    }
    return commands
  }()

  /// Environments of TeX's that place their lines, by the fences that do the same.
  private static let placing = [
    ("center", "", "centred"), ("flushright", "", "right"), ("multicols", "{2}", "columns-2"),
    ("multicols", "{3}", "columns-3"), ("multicols", "{4}", "columns-3"), ("multicols*", "{2}", "columns-2"),
    ("multicols*", "{3}", "columns-3"), ("multicols*", "{4}", "columns-3"),
  ]

  /// `\begin{center}` alone on its line, which `\end{center}` closes on another, and that line.
  mutating func placed(_ index: Int, _ divs: inout [OpenDiv]) -> Bool {
    // nearly no line is one
    guard lines[index].utf8.first(where: { !$0.isBlank }) == 0x5C else { return false }
    let line = lines[index].filter { !$0.isWhitespace }
    for (name, asked, known) in PandocMarks.placing {
      let (opener, closer) = ("\\begin{\(name)}\(asked)", "\\end{\(name)}")
      if line == opener,
        lines[(index + 1)...].prefix(PandocMarks.mostLines).contains(where: { line in
          line.filter { !$0.isWhitespace } == closer
        })
      {
        open(known, index, &divs)
        return true
      }
      if line == closer, let fence = divs.last?.fence {
        divs.removeLast()
        set(index, fence)
        return true
      }
    }
    return false
  }

  /// A fence of octavo's own, which its end closes.
  mutating func open(_ known: String, _ index: Int, _ divs: inout [OpenDiv]) {
    // a fence in a fence is the shorter one
    let ticks = String(repeating: "`", count: max(3, 8 - divs.count { $0.fence != nil }))
    divs.append(OpenDiv(fence: ticks, line: index))
    set(index, ticks + known)
  }

  /// Whether a backslash with these bytes behind it may begin such a command.
  static func mayBeginTeX(_ rest: ArraySlice<UInt8>) -> Bool {
    let name = rest.prefix(20).prefix { $0.isASCIILetter }
    guard !name.isEmpty else { return false }
    if rest.count > name.count, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(rest[name.endIndex]) { return true }
    if name.elementsEqual("printindex".utf8) { return true }
    return layoutCommands[String(decoding: name, as: UTF8.self)] != nil
  }

  /// What stands for the command at a place, and where that ends.
  mutating func texCommand(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring.Index)? {
    var rest = line[line.index(after: at)...]
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    guard !name.isEmpty else { return nil }
    rest = rest[name.endIndex...]
    if rest.first == "*" { rest = rest.dropFirst() }
    if name == "index" || name == "printindex" { return self.index(name, rest) }
    if name == "makeindex" {
      tell(.rawLeftOut("\\makeindex"), index)
      return ("", makeIndex(rest))
    }
    if name == "appendix", lines[index].trimmingBlanks == "\\appendix" {
      return ("<!-- octavo: back-matter -->", rest.startIndex)
    }
    guard let braces = PandocMarks.layoutCommands[String(name)] else {
      if rest.first == "{", rest.prefix(PandocMarks.longestArgument).contains("}"),
        !PandocMarks.breaks.contains(String(name))
      {
        tell(.texShown(String(name)), index)
      }
      return nil
    }
    let bare = rest
    // `\linebreak[4]`, `\usepackage[…]{…}`; other words in brackets may be the writer's
    if rest.first == "[", name.hasSuffix("break") || name == "usepackage", let end = PandocMarks.closing(rest) {
      rest = rest[end...]
    }
    for _ in 0..<braces {
      guard rest.first == "{", let end = PandocMarks.closing(rest) else { return nil }
      rest = rest[end...]
    }
    // a name with nothing to it ends at a blank, which is part of it (Knuth, The TeXbook, ch. 8)
    if rest.startIndex == bare.startIndex { rest = rest.drop { $0 == " " } }
    tell(.rawLeftOut("\\" + name), index)
    return ("", rest.startIndex)
  }

  /// A comment within a line. By CommonMark 0.31 (6.6) `<!-->` and `<!--->` are whole, and of others all up to `-->` is
  /// one; the parser (cmark-gfm 0.29) takes none of the first and none with two hyphens in it, so these are written anew.
  mutating func comment(_ line: Substring, _ at: Substring.Index, _ index: Int) -> (String, Substring.Index)? {
    guard line[at...].hasPrefix("<!--") else { return nil }
    let body = line[at...].dropFirst(4)
    for whole in [">", "->"] where body.hasPrefix(whole) { return ("<!-- -->", body.dropFirst(whole.count).startIndex) }
    guard let end = body.firstRange(of: "-->") else {
      // it goes on in the lines below, which are of the same paragraph
      guard
        let last = lines[(index + 1)...].prefix(PandocMarks.mostLines).firstIndex(where: {
          $0.isWhite || $0.contains("-->")
        }), !lines[last].isWhite, let close = lines[last].firstRange(of: "-->")
      else { return nil }
      for inner in index + 1..<last { set(inner, String(lines[inner].replacing("-", with: "="))) }
      set(last, String(lines[last][..<close.lowerBound].replacing("-", with: "=")) + lines[last][close.lowerBound...])
      return ("<!--" + String(body.replacing("-", with: "=")), line.endIndex)
    }
    var words = String(body[..<end.lowerBound])
    if words.contains("--") || words.hasSuffix("-") { words = words.replacing("-", with: "=") }
    return ("<!--\(words)-->", end.upperBound)
  }

  private mutating func tell(_ message: MarkdownMessage, _ index: Int) { messages.append((message, index)) }

  /// Letters: what is longer has lost its brace.
  static let longestArgument = 400

  /// Past the bracket that closes the first.
  static func closing(_ text: Substring) -> Substring.Index? {
    guard let open = text.first else { return nil }
    let close: Character = open == "{" ? "}" : "]"
    var depth = 0
    var isEscaped = false
    for at in text.indices.prefix(PandocMarks.longestArgument) {
      if isEscaped || text[at] == "\\" {
        isEscaped.toggle()
        continue
      }
      depth += text[at] == open ? 1 : text[at] == close ? -1 : 0
      if depth == 0 { return text.index(after: at) }
    }
    return nil
  }
}
