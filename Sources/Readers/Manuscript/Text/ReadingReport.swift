package import BookModel
package import Units

/// A book read from a manuscript, with what the reader saw in it.
package struct ManuscriptReading: Sendable {
  /// The YAML at the head of a Markdown file, between its lines of three hyphens.
  package struct FrontMatter: Sendable, Equatable {
    package var text: String
    /// Where `text` begins.
    package var source: SourceLocation
  }

  package var book: Book
  /// As it was before hints of named blocks were heeded; nil where there were none.
  package var bookAsRead: Book?
  package var files: SourceFiles
  package var diagnostics: [Diagnostic]
  package var report: ReadingReport
  package var frontMatter: FrontMatter?
  /// Options that a manuscript's metadata has in place of front matter, by their keys.
  package var metadataOptions: [String: [String]] = [:]
  package var dashes = DashHabit.typewriter
  /// Its title is the name of its file.
  package var isCalledByName = false
  /// Its quotes and dashes are a printer's already: those of manuscripts that are joined are turned one by one.
  package var isSmart = false
  /// What a file says of the language of its words, which is often its program's rather than its own.
  package var declaredLanguage: String?

  package init(
    book: Book, files: SourceFiles, diagnostics: [Diagnostic], report: ReadingReport, frontMatter: FrontMatter? = nil,
    dashes: DashHabit = .typewriter
  ) {
    self.book = book
    self.book.nameLists()
    self.files = files
    self.diagnostics = diagnostics
    self.report = report
    self.frontMatter = frontMatter
    self.dashes = dashes
    tellLeftOut()
  }
}

/// What was recognised and what was left out, for `inspect` and for the test that no word is lost.
package struct ReadingReport: Sendable, Equatable {
  package struct Dropped: Sendable, Equatable {
    /// Lines of the file, from 1.
    package var lines: ClosedRange<Int>
    /// Bytes of the decoded text.
    package var bytes: Range<Int>
    package var why: String
    /// Index of the manuscript file.
    package var file = 0
    /// What the book has instead, such as a character that the file could only describe.
    package var replacement = ""

    package init(lines: ClosedRange<Int>, bytes: Range<Int>, why: String, file: Int = 0, replacement: String = "") {
      self.lines = lines
      self.bytes = bytes
      self.why = why
      self.file = file
      self.replacement = replacement
    }
  }

  package struct Headings: Sendable, Equatable {
    package var count: Int
    /// `Chapter N`, `N` for bare numerals, `TITLE` for lines in capitals.
    package var form: String
    package var role: Section.Role
    /// Depth in the outline; headings inside a section count one below it.
    package var level: Int
    package var isInsideSection: Bool
  }

  /// Lines that were weighed as verse against prose, or as a heading against text.
  package struct Weighed: Sendable, Equatable {
    package enum Outcome: Sendable { case verse, prose, noHeading }

    // a long book has a million of them
    private var first, last: UInt32
    private var weight: Float
    package var outcome: Outcome

    package init(lines: ClosedRange<Int>, outcome: Outcome, evidence: Double) {
      (first, last) = (UInt32(clamping: lines.lowerBound), UInt32(clamping: lines.upperBound))
      (weight, self.outcome) = (Float(evidence), outcome)
    }

    /// Lines of the file, from 1.
    package var lines: ClosedRange<Int> { Int(first)...Int(last) }
    /// What speaks for verse, less what speaks for prose: logarithms, as `VerseWeights` has them. 0 for a heading.
    package var evidence: Double { Double(weight) }

    /// A little more or less would have turned it.
    package var isDoubtful: Bool { abs(evidence) < 1.5 }
  }

  /// Lines of one look of which some may be headings and are none.
  package struct FormInDoubt: Sendable, Equatable {
    package static let most = 40
    /// The look in words.
    package var form: String
    package var headings: Int
    package var others: Int
    /// One of the others, from 1.
    package var line: Int
    /// Those that are headings stand within sections.
    package var isInside: Bool

    /// Many of a look are worth a question, and more so where some are headings.
    var weight: Double {
      (headings > 0 ? 1.5 : 0) + 0.5 * Double(Int.bitWidth - (headings + others).leadingZeroBitCount)
    }
  }

  /// How lines between blank ones look; alike are those of one number.
  package struct NumberedForm: Sendable, Equatable {
    /// The first of them, from 1.
    package var line: Int
    package var form: Int
  }

  /// How many look like what stands on a line, it included; 1 where that is not known.
  package func countAlike(_ line: Int) -> Int {
    form(ofLine: line).map { form in looks.count { $0.form == form } } ?? 1
  }

  /// The number of the look of what stands on a line.
  package func form(ofLine line: Int) -> Int? {
    let after = looks.lowerBound { $0.line <= line }
    return after > 0 ? looks[after - 1].form : nil
  }

  /// Elements that a document hides, as other programs that show it do: those of one kind together.
  package struct Hidden: Sendable, Equatable {
    package enum Reason: String, Sendable {
      case sheet = "by a style sheet"
      case attribute = "by their attribute \"hidden\""
      case kind = "as HTML never shows them"
      case otherPrograms = "for programs that know their marks"
      case pageNumber = "page numbers of another edition"
    }

    /// As it begins: `<span class="note">`.
    package var element: String
    package var reason: Reason
    package var places = 0
    package var words = 0
    package var first: SourceLocation

    package init(element: String, reason: Reason, first: SourceLocation) {
      (self.element, self.reason, self.first) = (element, reason, first)
    }
  }

  package enum LineEnds: String, Sendable {
    case lf = "LF"
    case crlf = "CRLF"
    case cr = "CR"
    case mixed, none
  }

  /// What lines of a plain text became, as a hint would say it.
  package struct Found: Sendable, Equatable {
    /// Lines of the file, from 1.
    package var lines: ClosedRange<Int>
    package var kind: ReadingHint.Kind
    /// Of a part or a chapter.
    package var level: Int?
  }

  package init() {}

  /// The index that was made of marks in the text.
  package struct Index: Sendable, Equatable {
    package struct Pair: Sendable, Equatable {
      package var first, second: String
    }
    package var entries: Int
    package var places: Int
    /// Entries that differ in capitals or in a plural's end alone.
    package var alike: [Pair] = []
    package init(entries: Int, places: Int) { (self.entries, self.places) = (entries, places) }
  }
  package var index: Index?

  /// What the source calls the styles of its paragraphs.
  package var styles = SourceStyles()
  package var found: [Found] = []
  /// It is a plain text, whose lines hints may count.
  package var takesHints = false
  /// Hints, by their places in the list, that met no line of the book.
  package var idleHints: [Int] = []

  /// Words of no line of a file that head it, by the byte they stand before: a part's title from a list of chapters.
  package struct Given: Sendable, Equatable {
    package var file: Int
    package var offset: Int
    package var words: String
    /// It heads a part, so it stands before what else is given at its place.
    package var headsPart = false

    package init(file: Int, offset: Int, words: String) {
      (self.file, self.offset, self.words) = (file, offset, words)
    }
  }

  package var given: [Given] = []

  package var encodingName = ""
  /// Files of pictures that the manuscript names and that are not there.
  package var absentPictures: Set<String> = []
  /// Files beside the manuscript that have a part in it, or would have if they were there.
  package var besides: Set<String> = []
  /// Keys of front matter that the text asks for.
  package var askedKeys: Set<String> = []
  package var lineEnds = LineEnds.none
  /// Columns; nil where one line is one paragraph.
  package var wrapWidth: Int?
  package var isVerseBook = false
  package var dropped: [Dropped] = []
  /// What of that is running text which stands nowhere else, by kind.
  package var leftOut: [LeftOut] = []
  package var hidden: [Hidden] = []
  package var weighed: [Weighed] = []
  /// The likeliest first, where they were asked for.
  package var formsInDoubt: [FormInDoubt] = []
  /// In the order of the file, where they were asked for.
  package var looks: [NumberedForm] = []
  /// Marks that stand for something and are no words: italics signs, note marks, `[Illustration: `.
  package var marks: [Range<Int>] = []
  package var headings: [Headings] = []
  package var paragraphs = 0
  package var verseBlocks = 0
  package var verseLines = 0
  package var quotations = 0
  package var tables = 0
  package var speeches = 0
  package var sceneBreaks = 0
  package var italicRuns = 0
  package var notes = 0
  package var illustrations = 0
  package var letters = 0
  package var lists = 0
  package var codeBlocks = 0
  /// Bytes that are no words and not worth telling one by one: marks that octavo makes anew.
  package var silent: [Range<Int>] = []
  /// Words that the file only describes, by the byte that they stand before.
  package var additions: [Int: String] = [:]
  /// What is printed for a letter, by its byte: style sheets turn capitals and small ones into each other.
  package var recased: [Int: String] = [:]
  /// The file is XHTML: words stand between tags.
  package var isMarkup = false
  /// The title stands alone on a page before the title page.
  package var hasHalfTitle = false
  /// The manuscript's own list of illustrations was left out.
  package var hadListOfFigures = false
  package var hadListOfTables = false
  /// The file is the XML of Word's.
  package var isWord = false
  /// Notes and captions: what is printed elsewhere than in the run of the text.
  package var apart: [OutOfFlowText] = []
  /// Captions and solutions that Markdown has elsewhere than where they are printed are among these.
  package var movesBlocks = false

  /// What holds for one file of several kinds that are joined.
  package struct Manner: Sendable, Equatable {
    package var dashes = DashHabit.typewriter
    package var isMarkup = false
    package var isWord = false
    package var silent: [Range<Int>] = []
    package var additions: [Int: String] = [:]
    package var recased: [Int: String] = [:]
  }

  /// By file; empty where one manner holds for all.
  package var manners: [Manner] = []

  /// - Parameter dashes: those of the book.
  package func manner(of file: Int, _ dashes: DashHabit) -> Manner {
    if manners.indices.contains(file) { return manners[file] }
    return Manner(
      dashes: dashes, isMarkup: isMarkup, isWord: isWord, silent: silent, additions: file == 0 ? additions : [:],
      recased: file == 0 ? recased : [:])
  }
}

extension SourceFile {
  /// The lines, from 1, that bytes stand on.
  package func lines(of bytes: Range<Int>) -> ClosedRange<Int> {
    let first = lineAndColumn(at: UInt32(clamping: bytes.lowerBound)).line
    return first...max(first, lineAndColumn(at: UInt32(clamping: max(bytes.upperBound - 1, bytes.lowerBound))).line)
  }
}

extension ReadingReport {
  /// Counts a heading among those of its form.
  /// - Parameter byLevel: those of another level are counted apart.
  package mutating func count(
    _ form: String, role: Section.Role, level: Int, isInsideSection: Bool = false, byLevel: Bool = false
  ) {
    let known = headings.firstIndex {
      $0.form.lowercased() == form.lowercased() && $0.role == role && $0.isInsideSection == isInsideSection
        && (!byLevel || $0.level == level)
    }
    if let known {
      headings[known].count += 1
    } else {
      headings.append(.init(count: 1, form: form, role: role, level: level, isInsideSection: isInsideSection))
    }
  }
}

extension ReadingReport {
  /// Takes the captions of a book anew, which have their numbers.
  package mutating func countCaptions(of book: Book) {
    let first = apart.firstIndex { $0.kind == .caption } ?? apart.count
    apart.removeAll { $0.kind == .caption }
    apart.insert(contentsOf: book.captionsApart(movesBlocks: movesBlocks), at: min(first, apart.count))
  }
}

extension ReadingReport: CustomStringConvertible {
  /// `61 chapters by "Chapter N", 404 italic runs, lines 1–21 and 13067–13427 dropped`
  package var description: String {
    var parts: [String] = []
    for heading in headings {
      let word: String
      switch heading.role {
      case .part: word = "part"
      case .chapter: word = heading.isInsideSection ? "heading" : "chapter"
      default: word = "section"
      }
      parts.append("\(count(heading.count, word)) by \"\(heading.form)\"")
    }
    if headings.isEmpty { parts.append("no chapters") }
    parts.append(count(paragraphs, "paragraph"))
    let counts: [(Int, String)] = [
      (verseBlocks, "verse block"), (quotations, "quotation"), (speeches, "speech"), (tables, "table"),
      (letters, "letter"), (sceneBreaks, "scene break"), (italicRuns, "italic run"), (notes, "note"),
      (illustrations, "illustration"),
      (lists, "list"), (codeBlocks, "code block"),
    ]
    for (number, word) in counts where number > 0 { parts.append(count(number, word)) }
    let ranges = mergedDropped.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    if ranges.count == 1 {
      parts.append((ranges[0].contains("–") ? "lines " : "line ") + ranges[0] + " dropped")
    } else if ranges.count > 1 {
      let shown = ranges.prefix(8)
      let last = ranges.count > 8 ? "\(ranges.count - 8) more places" : shown.last ?? ""
      let head = ranges.count > 8 ? Array(shown) : Array(shown.dropLast())
      parts.append("lines " + head.joined(separator: ", ") + " and " + last + " dropped")
    }
    return parts.joined(separator: ", ")
  }

  /// Whole dropped lines, neighbours joined.
  private var mergedDropped: [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for item in dropped.filter({ $0.why != "page number" }).sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      if let last = merged.last, item.lines.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, item.lines.upperBound)
      } else {
        merged.append(item.lines)
      }
    }
    return merged
  }

  private func count(_ number: Int, _ word: String) -> String {
    let plural = word == "speech" ? "speeches" : word + "s"
    return "\(number) \(number == 1 ? word : plural)"
  }
}
