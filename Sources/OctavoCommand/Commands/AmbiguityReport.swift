import BookModel
import Manuscript
import Settings
import Units

/// What `octavo inspect --doubts` and `--explain-line` answer: how the lines of a plain text were weighed.
struct AmbiguityReport {
  let reading: ManuscriptReading

  /// Forms of lines that may be headings, the likeliest first, then decisions on verse that were close, in the order
  /// of the file; each with what would turn it.
  var text: String {
    let forms = reading.report.formsInDoubt.map(row)
    let lines = doubtful.filter { $0.outcome != .noHeading }.map { place($0.lines) + ": " + words($0) + "\n" }
    return forms.isEmpty && lines.isEmpty ? "no doubts\n" : (forms + lines).joined()
  }

  private func row(_ form: ReadingReport.FormInDoubt) -> String {
    let count = form.headings + form.others
    let share = form.headings == 0 ? "no heading" : "\(form.headings) of \(count) headings"
    let beginning = reading.files.files.first?.beginning(ofLine: form.line) ?? ""
    let others = count > 1 ? " and \(count - 1) like it" : ""
    return "line \(form.line) \"\(beginning)\"\(others) (\(form.form)): \(share); hint: "
      + (form.isInside ? "section" : "chapter") + " like \(form.line)\n"
  }

  /// The same, each by its first line.
  var lines: [(line: Int, words: String)] { doubtful.map { ($0.lines.lowerBound, words($0)) } }

  private var doubtful: [ReadingReport.Weighed] {
    reading.report.weighed.filter(\.isDoubtful).sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// What the line became.
  func explanation(ofLine line: Int) throws(SettingsProblem) -> String {
    let count = reading.files.files.first?.lineStarts.count ?? 0
    guard line >= 1, line <= count else {
      throw SettingsProblem(
        Diagnostic(.error, code: "usage", "there is no line \(line)", help: "the manuscript has \(count)"),
        isUsage: true)
    }
    let at = "line \(line): "
    if let dropped = reading.report.dropped.first(where: { $0.lines.contains(line) }) {
      return at + "left out, \(dropped.why); --keep all keeps it\n"
    }
    for section in reading.book.sections {
      var headings =
        section.heading.map { [($0, "the heading of a \(section.role.rawValue), level \(section.level)")] } ?? []
      for case .heading(let heading) in section.blocks { headings.append((heading, "a heading inside its section")) }
      for (heading, what) in headings where lines(of: heading).contains(line) {
        return at + "\(what): \(heading.plainText)\n"
      }
    }
    if isBlank(line) { return at + "blank\n" }
    let kind = kind(ofLine: line)
    if let weighed = reading.report.weighed.first(where: { $0.lines.contains(line) }) {
      return at + (kind.map { $0 + "; " } ?? "") + "in \(place(weighed.lines)), " + words(weighed) + "\n"
    }
    return at + (kind ?? "text") + "; nothing was weighed there\n"
  }

  /// The lines that a heading was made of: of its number, of its title and of what continues that.
  private func lines(of heading: Heading) -> ClosedRange<Int> {
    let ends = (heading.label + heading.title).flatMap { inline -> [SourceLocation] in
      guard case .text(let text) = inline.content, !text.isEmpty else { return [inline.source] }
      return [inline.source, inline.source(atByte: text.utf8.count - 1)]
    }
    let all = ([heading.source] + ends).compactMap { reading.files.line(of: $0) }
    guard let first = all.min(), let last = all.max() else { return 0...0 }
    return first...last
  }

  private func isBlank(_ line: Int) -> Bool {
    guard let file = reading.files.files.first else { return false }
    let end = line < file.lineStarts.count ? Int(file.lineStarts[line]) : file.text.count
    return file.text[Int(file.lineStarts[line - 1])..<end].allSatisfy { $0 <= 0x20 }
  }

  /// The block, or the note, that begins last before the line ends; nil for a paragraph.
  private func kind(ofLine line: Int) -> String? {
    var found: (line: Int, kind: String?) = (0, nil)
    func look(at source: SourceLocation?, _ kind: String?) {
      guard let source, let at = reading.files.line(of: source), at <= line, at >= found.line else { return }
      found = (at, kind)
    }
    for block in reading.book.sections.flatMap(\.blocks) {
      switch block {
      case .speech(let speech): look(at: speech.source, "a speech of \(speech.speaker.plainText)")
      case .letter(let letter): look(at: letter.source, "a letter")
      case .quotation(let quotation): look(at: quotation.source, "a quotation")
      case .callout(let callout): look(at: callout.source, "a call-out")
      case .verse(let verse): look(at: verse.source, "verse")
      case .table(let table): look(at: table.source, "a table")
      case .figure(let figure): look(at: figure.source, "a picture")
      case .sceneBreak(let mark): look(at: mark.source, "a scene break")
      case .paragraph(let paragraph): look(at: paragraph.source, nil)
      case .list(let list): look(at: list.source, "a list")
      case .heading, .preformatted, .pageBreak: break
      }
    }
    for note in reading.book.notes.values { look(at: note.source, "the note \(note.mark)") }
    return found.kind
  }

  private func place(_ lines: ClosedRange<Int>) -> String {
    "line\(lines.count == 1 ? "" : "s") \(lines.written)"
  }

  private func words(_ weighed: ReadingReport.Weighed) -> String {
    // one place behind the point is all that the weights are worth
    let tenths = Int((weighed.evidence * 10).rounded())
    let figure = "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    switch weighed.outcome {
    case .verse:
      return "verse, by \(figure); --ignore verse sets verse as prose, --lines wrapped reads the file as prose"
    case .prose: return "prose, by \(figure); --lines verse reads the file as verse"
    case .noHeading: return "text that looks like a heading; --chapters-by EXPRESSION says what begins a chapter"
    }
  }
}
