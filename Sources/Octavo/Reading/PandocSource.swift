internal import Bytes
internal import Files
internal import JSONReading
internal import Units

/// A manuscript as pandoc gets it, where that cannot read all of it by itself: files that it brings in, for pandoc may
/// read no other, and commands of TeX's that pandoc does not know, whose words it would leave out.
struct PandocSource {
  private(set) var text: [UInt8]
  let isTeX: Bool
  private(set) var isChanged = false
  /// Files that were asked for and are not to be had.
  private(set) var missing: [String] = []

  /// - Parameter path: of the manuscript, beside which its files are.
  init?(_ bytes: [UInt8], path: String, format: String) {
    guard let bring = PandocSource.ways[format] else { return nil }
    isTeX = format == "latex"
    text = []
    var count = 0
    gather(bytes, path: path, by: bring, open: [path], &count)
    if isTeX { replaceNames() }
  }

  // MARK: Files brought in

  /// How lines of a format bring in a file: what stands before its name, what behind, and the end that may be left out.
  private struct Way {
    var before: String
    var behind: Character?
    var ending = ""
  }

  private static let ways = [
    "latex": [
      Way(before: "\\input{", behind: "}", ending: ".tex"), Way(before: "\\include{", behind: "}", ending: ".tex"),
      Way(before: "\\subfile{", behind: "}", ending: ".tex"),
    ],
    "rst": [Way(before: ".. include:: ")], "org": [Way(before: "#+INCLUDE: "), Way(before: "#+include: ")],
  ]
  private static let deepest = 8
  private static let mostFiles = 4_000

  private mutating func gather(_ bytes: [UInt8], path: String, by ways: [Way], open: [String], _ count: inout Int) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { text.append(0x0A) }
      guard let found = ways.lazy.compactMap({ PandocSource.name(in: line, by: $0) }).first,
        open.count < PandocSource.deepest, count < PandocSource.mostFiles
      else {
        text += line
        continue
      }
      let names = [found.name + found.way.ending, found.name].filter { !$0.contains("://") }
      let paths = names.flatMap {
        [$0.hasPrefix("/") ? $0 : folder + $0] + ($0.hasPrefix("/") ? [] : [root(open) + $0])
      }
      guard let inner = paths.first(where: { !open.contains($0) && ManuscriptFiles.hasPicture($0) }),
        let read = try? readFile(inner)
      else {
        missing.append(found.name)
        text += line
        continue
      }
      (isChanged, count) = (true, count + 1)
      text += line[..<found.place.lowerBound]
      gather(read, path: inner, by: ways, open: open + [inner], &count)
      text += line[found.place.upperBound...]
    }
  }

  /// TeX's names begin where the first file stands.
  private func root(_ open: [String]) -> String {
    guard let path = open.first, let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  private static func name(in line: ArraySlice<UInt8>, by way: Way) -> (name: String, way: Way, place: Range<Int>)? {
    guard let start = line.firstRange(ofBytes: Array(way.before.utf8)) else { return nil }
    let head = line[..<start.lowerBound]
    // a comment of TeX's; in the others the line begins so
    guard way.behind != nil ? !head.contains(0x25) : head.allSatisfy({ $0 == 0x20 }) else { return nil }
    var rest = line[start.upperBound...]
    var end = rest.endIndex
    if let sign = way.behind?.asciiValue {
      guard let close = rest.firstIndex(of: sign) else { return nil }
      (rest, end) = (rest[..<close], close + 1)
    }
    var name = String(decoding: rest, as: UTF8.self)
    if way.behind == nil {
      // `#+INCLUDE: "name" src`
      name = name.split(separator: "\"").first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
      name = name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    }
    return name.isEmpty || name.contains("#") ? nil : (name, way, start.lowerBound..<end)
  }

  // MARK: TeX

  /// KOMA-Script's and memoir's names for what pandoc knows by others, and babel's German letters.
  private mutating func replaceNames() {
    var tex = String(decoding: text, as: UTF8.self)
    let before = tex.utf8.count
    for (name, known) in [
      ("\\addchap", "\\chapter"), ("\\addsec", "\\section"), ("\\addpart", "\\part"), ("\\minisec", "\\paragraph"),
    ] {
      for sign in ["{", "*{", "["] where tex.contains(name + sign) { tex.replace(name + sign, with: known + sign) }
    }
    for (name, sign) in [
      ("\\glqq", "„"), ("\\grqq", "“"), ("\\glq", "‚"), ("\\grq", "‘"), ("\\flqq", "«"), ("\\frqq", "»"),
    ]
    where tex.contains(name) {
      for end in ["{}", "\\ ", " "] { tex.replace(name + end, with: sign + (end == "\\ " ? " " : "")) }
    }
    // its shorthands (J. Braams, babel, "German")
    let isGerman = ["ngerman", "german", "austrian"].contains { tex.prefix(20_000).contains($0) }
    if isGerman, tex.contains("babel") || tex.contains("polyglossia") {
      for (short, sign) in [
        ("\"a", "ä"), ("\"o", "ö"), ("\"u", "ü"), ("\"A", "Ä"), ("\"O", "Ö"), ("\"U", "Ü"), ("\"s", "ß"), ("\"-", ""),
        ("\"=", "-"), ("\"~", "-"), ("\"`", "„"), ("\"'", "“"), ("\"<", "«"), ("\">", "»"),
      ] where tex.contains(short) {
        // `\"a` is TeX's own accent
        tex = tex.replacing("\\" + short, with: "\\\u{1}").replacing(short, with: sign)
          .replacing("\\\u{1}", with: "\\" + short)
      }
    }
    isChanged = isChanged || tex.utf8.count != before
    text = Array(tex.utf8)
    if let kept = PandocSource.keepingFormulas(text) { (text, isChanged) = (kept, true) }
  }

  /// Defines the commands that pandoc has left out with their words, so that these are set.
  /// - Returns: their names; none where nothing was left out.
  mutating func keepWords(of skipped: [String]) -> [String] {
    guard isTeX else { return [] }
    var names: [String] = []
    var definitions = ""
    for part in skipped where part.hasPrefix("\\") {
      let name = part.dropFirst().prefix(while: \.isLetter)
      let rest = part.dropFirst(name.count + 1)
      guard !name.isEmpty, !names.contains(String(name)), !PandocSource.wordless.contains(String(name)) else {
        continue
      }
      var (count, depth, hasWords) = (0, 0, false)
      for sign in rest {
        if sign == "{" {
          if depth == 0 { count += 1 }
          depth += 1
        } else if sign == "}" {
          depth -= 1
        } else if depth > 0, sign.isLetter {
          hasWords = true
        }
      }
      guard hasWords, (1...3).contains(count), rest.first == "{" || rest.first == "[" else { continue }
      names.append(String(name))
      let words = (1...count).map { "#\($0)" }.joined(separator: " ")
      let body = ["marginpar", "marginline", "marginnote", "sidenote"].contains(name) ? "\\footnote{\(words)}" : words
      // what stands in brackets is an argument that may be missing
      definitions +=
        rest.first == "["
        ? "\\newcommand{\\\(name)}[\(count + 1)][]{\(words.replacing("#\(count)", with: "#\(count + 1)"))}\n"
        : "\\newcommand{\\\(name)}[\(count)]{\(body)}\n"
    }
    if !names.isEmpty { text = Array(definitions.utf8) + text }
    return names
  }

  /// Their arguments are lengths, names and numbers.
  static let wordless: Set<String> = [
    "begin", "end", "vspace", "hspace", "pagestyle", "thispagestyle", "pagenumbering", "setlength", "addtolength",
    "setcounter", "addtocounter", "usepackage", "documentclass", "RequirePackage", "bibliographystyle", "bibliography",
    "addbibresource", "hypersetup", "geometry", "definecolor", "color", "pagecolor", "fontsize", "selectfont", "input",
    "include", "includeonly", "label", "index", "markboth", "markright", "addcontentsline", "phantomsection",
    "renewcommand", "newcommand", "providecommand", "newenvironment", "newtheorem", "theoremstyle", "setmainfont",
    "setsansfont", "setmonofont", "babelfont", "selectlanguage", "setdefaultlanguage", "setotherlanguage", "vskip",
    "hskip", "captionsetup", "graphicspath", "chapterstyle", "setstretch", "linespread", "needspace", "enlargethispage",
    "KOMAoptions", "setkomafont", "addtokomafont", "titleformat", "titlespacing", "fancyhead", "fancyfoot", "fancyhf",
    "lhead", "rhead", "chead", "lfoot", "rfoot", "cfoot", "DeclareMathOperator", "hyphenation", "raisebox", "rule",
    "resizebox", "scalebox", "tikz", "draw", "pgfplotsset", "lstset", "makeatletter", "makeatother", "makeindex",
  ]
}

/// What pandoc wrote of what it left out (its option `--log`).
struct PandocLog {
  private(set) var skipped: [String] = []
  private(set) var missing: [String] = []

  init(_ bytes: [UInt8]) {
    guard let entries = try? JSON(bytes) else { return }
    for entry in entries.items {
      switch entry["type"]?.string {
      case "SkippedContent":
        if let part = entry["contents"]?.string, part.contains(where: { $0.isLetter }) { skipped.append(part) }
      // a package of TeX's brings in no words
      case "CouldNotLoadIncludeFile":
        if let path = entry["path"]?.string, ![".sty", ".cls", ".cfg", ".def"].contains(where: path.hasSuffix) {
          missing.append(path)
        }
      default: break
      }
    }
  }

  /// - Parameters:
  ///   - named: commands whose words are set all the same.
  ///   - besides: files that octavo looked for itself.
  func diagnostics(named: [String], besides: [String]) -> [Diagnostic] {
    func list(_ names: [String]) -> String {
      let own = names.enumerated().filter { !names[..<$0].contains($1) }.map { String($1.prefix(40)) }
      return own.prefix(5).joined(separator: ", ") + (own.count > 5 ? ", and \(own.count - 5) more" : "")
    }
    var made: [Diagnostic] = []
    let absent = missing + besides.filter { !missing.contains($0) }
    if !absent.isEmpty {
      made.append(
        Diagnostic(
          .warning, code: "pandoc-include", "files that the manuscript brings in are not to be had: \(list(absent))",
          help: "put them beside it, or correct their names"))
    }
    if !named.isEmpty {
      made.append(
        Diagnostic(
          .warning, code: "pandoc-words",
          "commands that nobody knows are left out, and their words set: \(list(named))",
          help: "define them with \\newcommand, as for LaTeX"))
    }
    let gone = skipped.filter { part in
      guard part.hasPrefix("\\") else { return true }
      let name = part.dropFirst().prefix(while: \.isLetter)
      return part.contains("{") && !PandocSource.wordless.contains(String(name)) && !named.contains(String(name))
    }
    if !gone.isEmpty {
      made.append(
        Diagnostic(
          .warning, code: "pandoc-skipped", "pandoc left out what it does not know: \(list(gone))",
          help: "write it in another way where words are in it"))
    }
    return made
  }
}
