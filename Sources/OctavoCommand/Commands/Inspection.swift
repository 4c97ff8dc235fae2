import BookModel
import Manuscript
import Settings
import Units

/// What `octavo inspect` answers, as text and as JSON.
struct Inspection {
  let reading: ManuscriptReading
  let language: String
  let fallbackFonts: [String]
  let options: [EffectiveOption]

  private var report: ReadingReport { reading.report }

  /// Lines of the manuscript that a range of its bytes covers, from 1.
  private func lines(_ range: Range<Int>, file: Int) -> ClosedRange<Int> {
    func line(_ offset: Int) -> Int {
      reading.files.line(of: SourceLocation(file: UInt16(clamping: file), offset: offset)) ?? 1
    }
    return line(range.lowerBound)...max(line(range.lowerBound), line(max(range.lowerBound, range.upperBound - 1)))
  }

  /// The lines of what stands apart, a range a place.
  private func places(_ kind: OutOfFlowText.Kind) -> [ClosedRange<Int>] {
    report.apart.filter { $0.kind == kind }.compactMap { place in
      guard let first = place.ranges.first, let last = place.ranges.last else { return nil }
      return lines(min(first.lowerBound, last.lowerBound)..<max(first.upperBound, last.upperBound), file: place.file)
    }
  }

  private func words(_ range: ClosedRange<Int>) -> String {
    "line\(range.count == 1 ? "" : "s") \(range.written)"
  }

  // MARK: Text

  var text: String {
    let metadata = reading.book.metadata
    var text = "title: \(metadata.title ?? "none")\n"
    if !metadata.authors.isEmpty { text += "author: \(metadata.authors.joined(separator: ", "))\n" }
    for contributor in metadata.contributors {
      text += "\(contributor.role.isEmpty ? "title page" : contributor.role): \(contributor.name)\n"
    }
    if let publisher = metadata.publisher { text += "publisher: \(publisher)\n" }
    text += "language: \(language)\n\(report.description)\n"
    if ["ja", "zh"].contains(language.prefix(2)),
      !options.contains(where: { $0.name == "writing" && $0.value == "vertical" })
    {
      text += "lines: across; \"--writing vertical\" sets them downwards\n"
    }
    if !report.encodingName.isEmpty { text += "read as: \(form)\n" }
    let numbers = report.dropped.filter { $0.why == "page number" }
    if let first = numbers.first, let last = numbers.last {
      let lines = first.lines.lowerBound...last.lines.upperBound
      text += "dropped: \(numbers.count) page number\(numbers.count == 1 ? "" : "s") in \(words(lines))\n"
    }
    for dropped in report.dropped where dropped.why != "page number" {
      let file = reading.files.files.count > 1 ? reading.files.files[dropped.file].name + ": " : ""
      text += "dropped: \(file)\(words(dropped.lines)), \(dropped.why)\n"
    }
    for left in report.leftOut {
      let place = reading.files.describe(left.first).map { ", first at \($0)" } ?? ""
      text += "left out: \(left.words) words of running text that stand nowhere else, \(left.why)\(place)\n"
    }
    for hidden in report.hidden {
      let place = reading.files.describe(hidden.first).map { ", first at \($0)" } ?? ""
      text += "hidden: \(hidden.words) word\(hidden.words == 1 ? "" : "s") in \(hidden.places) \(hidden.element), "
      text += "\(hidden.reason.rawValue)\(place)\n"
    }
    for (kind, name) in [(OutOfFlowText.Kind.note, "notes"), (.caption, "captions")] {
      let places = places(kind)
      guard !places.isEmpty else { continue }
      let shown = places.prefix(12).map(\.written)
      let more = places.count > 12 ? " and \(places.count - 12) more" : ""
      text += "\(name): \(places.count == 1 ? "line" : "lines") \(shown.joined(separator: ", "))\(more)\n"
    }
    if let index = report.index {
      text += "index: \(index.entries) entries, \(index.places) places\n"
      for pair in index.alike { text += "index, alike: \"\(pair.first)\", \"\(pair.second)\"\n" }
    }
    if !fallbackFonts.isEmpty { text += "fallback fonts: \(fallbackFonts.joined(separator: ", "))\n" }
    for option in options where option.origin != .byDefault {
      text += "option: \(option.name) \(option.value) (\(option.from))\n"
    }
    let usual = options.count { $0.origin == .byDefault }
    if usual > 0 { text += "\(usual) other options as they are by default: --format json has them\n" }
    return text
  }

  private var form: String {
    // archives and trees have no lines
    if report.lineEnds == .none, report.isMarkup { return report.encodingName }
    let ends = report.lineEnds == .none ? "one line" : "\(report.lineEnds.rawValue) line ends"
    let layout =
      report.wrapWidth.map { report.isVerseBook ? "verse" : "lines wrapped at \($0) columns" } ?? "a paragraph a line"
    return "\(report.encodingName), \(ends), \(layout)"
  }

  // MARK: JSON

  var json: String {
    let metadata = reading.book.metadata
    let counts: [(String, Int)] = [
      ("paragraphs", report.paragraphs), ("verseBlocks", report.verseBlocks), ("verseLines", report.verseLines),
      ("quotations", report.quotations), ("letters", report.letters), ("speeches", report.speeches),
      ("tables", report.tables), ("sceneBreaks", report.sceneBreaks), ("italicRuns", report.italicRuns),
      ("notes", report.notes), ("illustrations", report.illustrations),
    ]
    let headings = report.headings.map { heading in
      JSONValue.object([
        ("count", .number(heading.count)), ("form", .string(heading.form)),
        ("role", .string(heading.isInsideSection ? "heading" : heading.role.rawValue)),
        ("level", .number(heading.level)),
      ])
    }
    let dropped = report.dropped.map { dropped in
      JSONValue.object(
        lineFields(dropped.lines) + [("why", .string(dropped.why)), ("file", .string(name(dropped.file)))])
    }
    let hidden = report.hidden.map { hidden in
      JSONValue.object([
        ("element", .string(hidden.element)), ("reason", .string("\(hidden.reason)")),
        ("places", .number(hidden.places)), ("words", .number(hidden.words)),
        ("first", .text(reading.files.describe(hidden.first))),
      ])
    }
    let leftOut = report.leftOut.map { left in
      JSONValue.object([
        ("why", .string(left.why)), ("words", .number(left.words)), ("places", .number(left.places)),
        ("first", .text(reading.files.describe(left.first))),
      ])
    }
    let given = options.map { option in
      JSONValue.object([
        ("name", .string(option.name)), ("value", .string(option.value)), ("origin", .string(option.origin.rawValue)),
        ("place", .text(option.place)),
      ])
    }
    let fields: [(String, JSONValue)] = [
      ("schema", .number(1)), ("title", .text(metadata.title)), ("authors", .strings(metadata.authors)),
      ("language", .string(language)), ("summary", .string(report.description)),
      ("encoding", .string(report.encodingName)), ("lineEnds", .string(report.lineEnds.rawValue)),
      ("layout", .string(report.isVerseBook ? "verse" : report.wrapWidth == nil ? "paragraphs" : "wrapped")),
      ("wrapWidth", report.wrapWidth.map { .number($0) } ?? .null), ("headings", .array(headings)),
      ("sections", .array(reading.book.sections.flatMap(self.headings))),
      ("counts", .object(counts.map { ($0.0, .number($0.1)) })), ("dropped", .array(dropped)),
      ("leftOut", .array(leftOut)), ("hidden", .array(hidden)),
      ("notes", .array(places(.note).map { .object(lineFields($0)) })),
      ("captions", .array(places(.caption).map { .object(lineFields($0)) })),
      ("fallbackFonts", .strings(fallbackFonts)), ("index", report.index.map(index) ?? .null),
      ("options", .array(given)),
    ]
    return JSONValue.object(fields).description + "\n"
  }

  /// The section, and the headings inside it, which begin no page.
  private func headings(_ section: Section) -> [JSONValue] {
    func entry(_ heading: Heading?, role: String, level: Int, source: SourceLocation) -> JSONValue {
      .object([
        ("title", .text(heading?.plainText)), ("role", .string(role)), ("level", .number(level)),
        ("line", .number(reading.files.line(of: source) ?? 1)),
      ])
    }
    var found = [
      entry(section.heading, role: section.role.rawValue, level: section.level, source: section.source)
    ]
    for case .heading(let heading) in section.blocks {
      found.append(
        entry(heading, role: "section", level: section.level + heading.level - 1, source: heading.source))
    }
    return found
  }

  private func index(_ index: ReadingReport.Index) -> JSONValue {
    .object([
      ("entries", .number(index.entries)), ("places", .number(index.places)),
      ("alike", .array(index.alike.map { .strings([$0.first, $0.second]) })),
    ])
  }

  private func lineFields(_ lines: ClosedRange<Int>) -> [(String, JSONValue)] {
    [("first", .number(lines.lowerBound)), ("last", .number(lines.upperBound))]
  }

  private func name(_ file: Int) -> String {
    file < reading.files.files.count ? reading.files.files[file].name : ""
  }
}
