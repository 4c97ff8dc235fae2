internal import BookModel
internal import CMark
internal import Units

/// What all files of a Markdown book share while they are read.
final class MarkdownReader {
  let options: MarkdownOptions
  var links = MarkdownLinks()
  var report = ReadingReport()
  var diagnostics: [Diagnostic] = []
  /// Pictures that stand in the text itself, as letters.
  var pictures: [String: [UInt8]] = [:]
  private(set) var notes: [NoteKey: Note] = [:]
  /// Called notes whose text is still to be read.
  private var waiting: [(key: NoteKey, label: String, scope: ParsedPassage, node: Int)] = []
  private var keys: [NoteOfFile: NoteKey] = [:]
  /// Notes set in the text, as nothing calls them.
  private var shown: Set<NoteOfFile> = []
  /// Files that links name in vain, each complained of once.
  var toldFiles: Set<String> = []
  /// By file; filled before any of them is read.
  var documents: [MarkdownDocument] = []

  private struct NoteOfFile: Hashable {
    var file: Int
    var name: NoteName
  }

  private var fencesWithNotes: [ParsedPassage] = []
  /// Paragraphs that look like verse, and where the first of them stands.
  private(set) var doubted: (count: Int, first: SourceLocation)?
  /// Tags of which it is said that they are left out.
  private var leftOut: Set<String> = []
  var formulas = FormulaReader()
  var citations: [Citation] = []
  /// What Markua's lines say of the headings behind them.
  var matterAsked: Section.Matter?
  /// Options that commands of TeX's in the text ask for.
  var optionsAsked: [String: [String]] = [:]
  /// The book has a bibliography.
  var hasBooks = false

  init(options: MarkdownOptions) { self.options = options }

  func say(_ message: MarkdownMessage, at source: SourceLocation) {
    diagnostics.append(message.diagnostic(at: source))
  }

  /// Once for each name.
  func sayLeftOut(_ tag: String, at source: SourceLocation) {
    if leftOut.insert(tag).inserted { say(.htmlLeftOut(tag), at: source) }
  }

  /// Once of each kind.
  func say(once message: MarkdownMessage, at source: SourceLocation) {
    if leftOut.insert(":" + message.kind).inserted { say(message, at: source) }
  }

  /// Leaves out what is written for another program, and says so once for each.
  func leaveOut(_ range: Range<Int>, for format: String, at source: SourceLocation) {
    if leftOut.insert("=" + format).inserted { say(.rawLeftOut("raw \(format)"), at: source) }
    drop(range, in: source.file, why: "raw \(format)")
  }

  func doubtVerse(at source: SourceLocation) { doubted = ((doubted?.count ?? 0) + 1, doubted?.first ?? source) }

  func drop(_ range: Range<Int>, in file: UInt16, why: String) {
    let lines = documents[Int(file)].source.lines(of: range)
    report.dropped.append(.init(lines: lines, bytes: range, why: why, file: Int(file)))
  }

  // MARK: Notes

  /// The key of a note, new where it is called for the first time; nil where it is not defined.
  func key(forNote name: NoteName, in scope: ParsedPassage) -> NoteKey? {
    let file = Int(scope.passage.file)
    let note = NoteOfFile(file: file, name: name)
    if let known = keys[note] { return known }
    // its words stand in the text: what calls it there would print them twice
    guard !shown.contains(note) else { return nil }
    let document = documents[file].parsed
    let key = NoteKey(keys.count + 1)
    if let node = document.node(of: name) {
      waiting.append((key, name.label, document, node))
    } else if let node = scope.node(of: name) {
      waiting.append((key, name.label, scope, node))
    } else {
      return nil
    }
    keys[note] = key
    return key
  }

  /// Reads the text of all notes called so far; a note may call others.
  func readNotes() {
    var next = 0
    while next < waiting.count {
      let (key, label, scope, node) = waiting[next]
      next += 1
      var note = Note(
        mark: label, blocks: MarkdownBlocks(self, scope).blocks(of: node),
        source: scope.passage.location(of: scope.nodes[node]))
      // an editor's, as in [^ed:1]
      if label.contains(":") { note.series = .lettered }
      note.aside = documents[Int(scope.passage.file)].aside(label)
      notes[key] = note
    }
    waiting = []
    report.notes = notes.count
  }

  /// Keeps the notes of a fence, which is a passage of its own.
  func keepNotes(of fence: ParsedPassage) {
    if !fence.definitions.isEmpty { fencesWithNotes.append(fence) }
  }

  /// Whether nothing has called a note so far; if so, it is set in the text, and nothing calls it any more.
  func show(note name: NoteName, of file: Int) -> Bool {
    let note = NoteOfFile(file: file, name: name)
    return keys[note] == nil && shown.insert(note).inserted
  }

  /// Whether a note is set in the text, as nothing but notes that are set there themselves call it.
  func isShown(_ name: NoteName, of file: Int) -> Bool { shown.contains(NoteOfFile(file: file, name: name)) }

  /// Notes of a file that nothing has called, in their order.
  func uncalledNotes(of file: Int) -> [(name: NoteName, node: Int, passage: ParsedPassage)] {
    let fences = fencesWithNotes.filter { Int($0.passage.file) == file }
    return ([documents[file].parsed] + fences).flatMap { scope in
      scope.ownNotes.filter { keys[NoteOfFile(file: file, name: $0)] == nil }
        .compactMap { name in scope.node(of: name).map { (name: name, node: $0, passage: scope) } }
    }
    .sorted { $0.passage.offset(of: $0.node) < $1.passage.offset(of: $1.node) }
  }

  /// Tells of notes that the parser drops. Of two within each other it keeps the inner one.
  func leaveOut(of parts: FootnoteScopes, in file: Int) {
    guard !parts.leftOut.isEmpty else { return }
    let own = parts.parsed.ownNotes.map(\.offset).sorted()
    for note in parts.leftOut {
      let place = SourceLocation(file: UInt16(clamping: file), offset: note.offset)
      say(.noteRepeated(note.label), at: place)
      var start = note.offset
      let end = documents[file].endOfNote(at: start)
      for kept in own[own.lowerBound { $0 <= note.offset }...].prefix(while: { $0 < end }) where start < kept {
        drop(start..<kept, in: place.file, why: "second note of its name")
        start = min(documents[file].endOfNote(at: kept), end)
      }
      if start < end { drop(start..<end, in: place.file, why: "second note of its name") }
    }
  }
}

/// What marks of pandoc's say of lines, which CommonMark has no words for; lines from 0.
struct MarkdownLines {
  /// How the lists of pandoc's kinds are counted, by the line that each begins on.
  var listForms: [Int: PandocLists.Form] = [:]
  /// Those of headings without numbers.
  var unnumbered: Set<Int> = []
  /// Of those that begin an appendix.
  var appendices: Set<Int> = []
  /// As many backticks stand around a formula, and around no code; 0 where there is none.
  var formulaTicks = 0
  /// Definitions of TeX's commands.
  var macros: [String] = []
  /// Notes that are meant for the margin, by their labels.
  var asides: [String: Note.Aside] = [:]
}

/// One file, parsed.
struct MarkdownDocument {
  let source: SourceFile
  let input: MarkdownInput
  let parts: FootnoteScopes
  var parsed: ParsedPassage { parts.parsed }
  let labels: MarkdownLabels
  let frontMatter: ManuscriptReading.FrontMatter?
  /// Past the front matter.
  let start: Int
  private let lines: MarkdownLines

  /// Whether the note of a label is meant for the margin.
  func aside(_ label: String) -> Note.Aside? { lines.asides.isEmpty ? nil : lines.asides[label] }

  init(_ input: MarkdownInput, source: SourceFile, index: Int, lines: MarkdownLines) {
    self.source = source
    self.lines = lines
    self.input = input
    let file = UInt16(clamping: index)
    let head = MarkdownDocument.frontMatter(source.text)
    start = head?.end ?? 0
    frontMatter = head.map {
      ManuscriptReading.FrontMatter(
        text: OtherFrontMatter.yaml(of: source.text, $0.text),
        source: SourceLocation(file: file, offset: $0.text.lowerBound))
    }
    labels = MarkdownLabels(source.text, from: start)
    let passage = MarkdownPassage(file: file, bytes: source.text, from: start, prelude: labels.callingNotes)
    parts = FootnoteScopes(passage, labels: labels, links: labels)
  }

  var formulaTicks: Int { lines.formulaTicks }

  func listForm(at offset: Int) -> PandocLists.Form? {
    guard !lines.listForms.isEmpty else { return nil }
    return lines.listForms[source.lineStarts.lowerBound { Int($0) <= offset } - 1]
  }

  /// Whether the heading at a place asks for no number: `# Preface {-}`.
  func isUnnumbered(at offset: Int) -> Bool {
    guard !lines.unnumbered.isEmpty else { return false }
    return lines.unnumbered.contains(source.lineStarts.lowerBound { Int($0) <= offset } - 1)
  }

  /// Whether the heading at a place begins an appendix: `# Tables {.appendix}`.
  func isAppendix(at offset: Int) -> Bool {
    !lines.appendices.isEmpty && lines.appendices.contains(source.lineStarts.lowerBound { Int($0) <= offset } - 1)
  }

  /// Where a note that the parser leaves out ends: its paragraph, and what is set in below that.
  func endOfNote(at start: Int) -> Int {
    let text = source.text
    func lineEnd(_ i: Int) -> Int { text[i...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count }
    var end = lineEnd(start)
    var i = end
    var isBehindBlank = false
    // a paragraph goes on in lines that are not set in; code does not
    var isParagraph = true
    let lineStart = text[..<start].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let quotations = text[lineStart..<start].count { $0 == 0x3E }
    while i < text.count {
      i += text[i] == 0x0D && i + 1 < text.count && text[i + 1] == 0x0A ? 2 : 1
      let next = lineEnd(min(i, text.count))
      let line = insideQuotations(text[min(i, text.count)..<next], most: quotations)
      let lead = line.prefix { $0 == 0x20 || $0 == 0x09 }
      if lead.count == line.count {
        isBehindBlank = true
      } else {
        let isIndented = lead.count >= 4 || lead.first == 0x09
        // a line of the paragraph, however it stands, begins no block
        guard isIndented || isParagraph && !isBehindBlank && !beginsBlock(line.dropFirst(lead.count)) else { break }
        let columns = lead.reduce(0) { $1 == 0x09 ? ($0 / 4 + 1) * 4 : $0 + 1 }
        isParagraph = isParagraph && !isBehindBlank || columns < 8
        isBehindBlank = false
        end = next
      }
      i = next
    }
    return end
  }

  /// A line without the marks of the quotations that it stands in.
  private func insideQuotations(_ line: ArraySlice<UInt8>, most: Int) -> ArraySlice<UInt8> {
    var line = line
    for _ in 0..<most {
      let rest = line.drop { $0 == 0x20 }
      guard rest.first == 0x3E else { break }
      line = rest.dropFirst()
      if line.first == 0x20 { line = line.dropFirst() }
    }
    return line
  }

  /// Whether a line ends a paragraph that nothing else ends (CommonMark 0.31, 4 and 5).
  private func beginsBlock(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return true }
    let run = line.prefix { $0 == first }.count
    let isBlank = { (rest: ArraySlice<UInt8>) in rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true }
    switch first {
    case 0x3E: return true
    case 0x3C:
      // by itself on a line that is not set in, the parser takes any tag for a block's
      if line.lastIndex(of: 0x3E).map({ line[$0...].dropFirst().allSatisfy { $0 == 0x20 || $0 == 0x09 } }) ?? false,
        line.count(where: { $0 == 0x3E }) == 1
      {
        return true
      }
      // a tag that stands in lines begins none (CommonMark 0.31, 4.6, condition 7)
      let sign = line.dropFirst().drop { $0 == 0x2F }
      let name = String(
        decoding: sign.prefix { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }, as: UTF8.self)
      return !inlineTags.contains(name.lowercased()) && !LeftOutTags.ofLine.contains(name.lowercased())
    case 0x23: return run <= 6 && isBlank(line.dropFirst(run))
    // with backticks behind it, it is code in a line
    case 0x60: return run >= 3 && !line.dropFirst(run).contains(0x60)
    case 0x7E: return run >= 3
    case 0x5B:
      let label = line.dropFirst(2).prefix { $0 != 0x5D && $0 != 0x20 }
      return line.dropFirst().first == 0x5E && line[label.endIndex...].starts(with: "]:".utf8)
    case 0x2A, 0x2B, 0x2D, 0x5F:
      return isBlank(line.dropFirst()) || first != 0x2B && line.allSatisfy { $0 == first || $0 == 0x20 || $0 == 0x09 }
    case 0x30...0x39:  // a line that is not set in is none of the note's paragraph, in which only a list from 1 begins
      let rest = line.drop { (0x30...0x39).contains($0) }
      return line.count - rest.count <= 9 && [0x2E, 0x29].contains(rest.first) && isBlank(rest.dropFirst())
    default: return false
    }
  }

  /// Where the label before a note's text begins.
  func start(ofNoteAt text: Int) -> Int {
    let line = source.text[..<min(text, source.text.count)].suffix(1024)
    return line.lastIndex(of: UInt8(ascii: "[")) ?? text
  }

  /// YAML between `---` and `---` or `...`, with nothing before it but blank lines and comments.
  static func frontMatter(_ text: [UInt8]) -> (text: Range<Int>, end: Int)? {
    if case .found(let text, let end) = frontMatterForm(text) { (text, end) } else { nil }
  }

  enum FrontMatterForm {
    case none
    /// Keys behind a first `---` that nothing closes.
    case unclosed(at: Int)
    case found(text: Range<Int>, end: Int)
  }

  /// Where the first thing begins that is neither blank nor a comment.
  private static func opening(_ text: [UInt8]) -> Int {
    var i = 0
    while i < text.count, text[i] == 0x2D || text[i] <= 0x20 || text[i] == 0x3C {
      if text[i] <= 0x20 {
        i += 1
      } else if text[i] == 0x3C, text[i...].starts(with: "<!--".utf8) {
        guard let end = text[(i + 4)...].firstRange(ofBytes: Array("-->".utf8)) else { return 0 }
        i = end.upperBound
      } else {
        // at the edge of its line
        return i == 0 || text[i - 1] == 0x0A || text[i - 1] == 0x0D ? i : 0
      }
    }
    return 0
  }

  static func frontMatterForm(_ text: [UInt8]) -> FrontMatterForm {
    let opening = opening(text)
    func lineEnd(_ i: Int) -> Int { text[i...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count }
    func next(_ end: Int) -> Int {
      end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? end + 2 : min(end + 1, text.count)
    }
    func line(_ range: Range<Int>) -> [UInt8] {
      var bytes = Array(text[range])
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      return bytes
    }
    if let (text, end) = OtherFrontMatter.range(in: text) { return .found(text: text, end: end) }
    let first = lineEnd(opening)
    guard line(opening..<first) == [0x2D, 0x2D, 0x2D] else { return .none }
    // `title: …`, `"title": …`, `{title: …}`; a sentence with a colon in it has spaces before that
    func isKey(_ line: [UInt8]) -> Bool {
      if line[0] == 0x7B { return true }
      guard let colon = line.firstIndex(of: 0x3A), colon > 0,
        colon + 1 == line.count || line[colon + 1] == 0x20 || line[colon + 1] == 0x09
      else { return false }
      return !line[..<colon].contains(0x20) || line[0] == 0x22 || line[0] == 0x27
    }
    let start = next(first)
    var i = start
    var hasKey = false
    while i < text.count {
      let end = lineEnd(i)
      let found = line(i..<end)
      if found == [0x2D, 0x2D, 0x2D] || found == [0x2E, 0x2E, 0x2E] { return .found(text: start..<i, end: next(end)) }
      // A blank line right after the rule makes it a rule, and so does a first line that names nothing.
      if !hasKey, i == start && found.isEmpty || !found.isEmpty && found[0] != 0x23 && !isKey(found) { return .none }
      if !found.isEmpty, found[0] != 0x23 { hasKey = true }
      i = next(end)
    }
    return hasKey ? .unclosed(at: opening) : .none
  }
}
