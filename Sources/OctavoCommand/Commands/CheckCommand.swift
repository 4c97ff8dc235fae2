import ArgumentParser
import Design
import Faults
import Files
import Octavo
import Preflight
import Settings
import Units

/// `octavo check`: what a printer will say of a PDF, whoever made it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Check a PDF by the rules of printers on demand, presses, archives or screen readers before you send it.",
    discussion: """
      Each finding names its rule's source and its date. The exit code is 4 if \
      there is an error.
      Margins and bleed are measured on pages that pdftoppm draws (poppler-utils).
      For PDF/A and PDF/UA, octavo tests the rules that it can read from the file, \
      and says how many of all rules these are. No errors does not mean that the \
      file complies: a validator such as veraPDF tests the rest.
      """)

  @Argument(
    help: ArgumentHelp("The PDF: a book's pages, without its cover.", valueName: "file.pdf"),
    completion: .file(extensions: ["pdf"]))
  var file: String
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Whose rules: \(PreflightRunner.all.map(\.key).joined(separator: ", ")); several with commas.", valueName: "name"),
    completion: .list(PreflightRunner.all.map(\.key)))
  var services: [String] = []
  @Option(
    help: ArgumentHelp(
      "The trim that is ordered. Default: by the file's TrimBox, else by its pages.", valueName: "size"))
  var trim: String?
  @Option(help: ArgumentHelp("The title as cover and listing have it. Default: the file's own.", valueName: "text"))
  var title: String?
  @Option(
    help: ArgumentHelp(
      "Its cover's PDF: size and spine by the number of pages, the same title, and what else holds for covers.",
      valueName: "file.pdf"))
  var cover: String?
  @Option(
    help: ArgumentHelp(
      "Of the cover: \(CoverKind.allCases.map(\.rawValue).joined(separator: ", ")). Default: paperback.",
      valueName: "kind"
    ))
  var kind: String?
  @Option(
    help: ArgumentHelp(
      "The book's paper: \(CoverPaper.allCases.map(\.rawValue).joined(separator: ", ")). Default: white.",
      valueName: "paper"))
  var paper: String?
  @Option(
    help: ArgumentHelp(
      "A copy of the PDF on whose pages the findings are framed, as remarks that viewers list.", valueName: "file.pdf"))
  var marked: String?
  @Option(help: ArgumentHelp("End after this time, such as 90s, 5m or 1h: exit 6.", valueName: "time"))
  var time: String?
  @Option(help: ArgumentHelp("Take no more memory than this, such as 500M or 2G: exit 6.", valueName: "size"))
  var memory: String?
  @OptionGroup var answer: AnswerFormat

  func run() throws {
    try Limits(time: time, memory: memory).apply(Reporter.forFailures())
    let (judges, ordered, kind, paper) = try asked()
    let isJSON = try answer.isJSON
    if let marked { try Output.check(marked, input: file) }
    let measures = judges.contains(where: \.measuresInk)
    let (pdf, facts) = try PreflightRun.read(file, measures: measures, notesPlaces: marked != nil || isJSON)
    let around = try cover.map { try PreflightRun.read($0, measures: measures).facts }
    let name = title ?? facts.title
    var findings: [Finding] = []
    do throws(PreflightError) {
      for judge in judges {
        findings += try judge.check(pdf, facts, trim: ordered, title: name)
        if let around, case .printer(let service) = judge {
          findings += Preflight.check(
            cover: around, around: facts, kind, paper, for: service, trim: ordered, title: name
          ).map { finding in
            var finding = finding
            finding.file = cover
            return finding
          }
        }
      }
    } catch {
      throw PreflightRun.failure(error, place: file)
    }
    if let marked {
      let copy: [UInt8]
      do throws(PreflightError) { copy = try MarkedPDF.mark(pdf, facts, findings.filter { $0.file == nil }) } catch {
        throw PreflightRun.failure(error, place: file)
      }
      try Output.write(copy, to: marked)
    }
    let pages = facts.pages.count
    let report = PreflightReport(place: file, pages: pages, judges: judges, findings: findings)
    try Output.answer(isJSON ? report.json : report.text)
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw CommandFailure(
        .checkFailed, place: file,
        "\(errors) error\(errors == 1 ? "" : "s") by the rules of \(Finding.judges(findings))",
        help: "mend what they name and check again")
    }
  }

  /// What is asked for, each by itself.
  private func asked() throws -> (judges: [PreflightRunner], trim: PageSize?, kind: CoverKind, paper: CoverPaper) {
    var ordered: PageSize?
    if let trim {
      do throws(Trim.ParseError) { ordered = try Trim.parse(trim) } catch {
        throw CommandFailure(
          .usage, "\"\(trim)\" is no page size", help: "a name of \"octavo trims\", or WIDTHxHEIGHT, such as 6x9in")
      }
    }
    return (
      try chosenJudges(), ordered, try one(of: CoverKind.self, kind, "--kind") ?? .paperback,
      try one(of: CoverPaper.self, paper, "--paper") ?? .white
    )
  }

  /// Refuses arguments that mean nothing, before the file is there.
  /// - Parameter place: where they are given.
  static func check(_ arguments: [String], place: String) throws {
    let command: CheckCommand
    do { command = try CheckCommand.parse(arguments) } catch {
      var failure = Usage.failure(CheckCommand.message(for: error), arguments: ["octavo", "check"] + arguments)
      failure.place = place
      throw failure
    }
    do { _ = try command.asked() } catch var failure as CommandFailure {
      failure.place = place
      throw failure
    }
  }

  private func one<T: RawRepresentable & CaseIterable>(of type: T.Type, _ value: String?, _ option: String) throws -> T?
  where T.RawValue == String {
    guard let value else { return nil }
    guard let found = T(rawValue: value) else {
      throw SettingsProblem.unknown(value, of: option, T.allCases.map(\.rawValue))
    }
    return found
  }

  private func chosenJudges() throws -> [PreflightRunner] {
    let names = services.flatMap { $0.split(separator: ",").map { String($0.drop { $0 == " " }) } }
    let keys = PreflightRunner.all.map(\.key)
    guard !names.isEmpty else {
      throw CommandFailure(
        .usage, "nobody is named whose rules the file is to meet",
        help: "add --for with one or more of \(keys.joined(separator: ", "))")
    }
    return try names.map { name in
      guard let judge = PreflightRunner.all.first(where: { $0.key == name.lowercased() }) else {
        throw SettingsProblem.unknown(name, of: "--for", keys)
      }
      return judge
    }
  }
}

/// Whose rules a file is held against.
enum PreflightRunner {
  case printer(Service)
  case standard(PDFStandard)

  static let all =
    Service.all.map { PreflightRunner.printer($0) }
    + PDFStandard.allCases.filter { !$0.isForPress }.map { PreflightRunner.standard($0) }

  /// A standard asks nothing of where ink lies.
  var measuresInk: Bool { if case .printer(let service) = self { !service.isStandard } else { false } }

  /// Which of its clauses are asked; nil for a printer, of whose rules all are.
  var clauses: StandardClauses? { if case .standard(let standard) = self { .of(standard) } else { nil } }

  func check(_ pdf: [UInt8], _ facts: PDFFacts, trim: PageSize? = nil, title: String? = nil) throws(PreflightError)
    -> [Finding]
  {
    switch self {
    case .printer(let service): Preflight.check(facts, for: service, trim: trim, title: title)
    case .standard(let standard): try StandardCheck.check(pdf, facts, for: standard)
    }
  }

  var key: String {
    switch self {
    case .printer(let service): service.key
    case .standard(let standard): standard.rawValue
    }
  }

  var title: String {
    switch self {
    case .printer(let service): service.title
    case .standard(let standard): standard.title
    }
  }
}

extension PreflightRunner {
  /// What a cover's printer will say of how many pages it goes around.
  static func count(_ pages: Int, for printer: String?) -> [Diagnostic] {
    guard let service = printer.flatMap(Service.named), let rule = service.count, !rule.value.contains(pages) else {
      return []
    }
    let range = "\(rule.value.lowerBound) to \(rule.value.upperBound)"
    return [
      Diagnostic(
        .warning, code: "cover-count",
        "\(service.title) takes books of \(range) pages, and this one has \(pages)",
        help: "octavo check --for \(service.key) says what the pages need (\(rule.source))")
    ]
  }
}

extension Finding {
  /// Whose rules errors break.
  static func judges(_ findings: [Finding]) -> String {
    Array(Set(findings.filter { $0.severity == .error }.map(\.service))).sorted().joined(separator: ", ")
  }
}

/// Reading a PDF for a check.
enum PreflightRun {
  static func facts(
    of pdf: [UInt8], at path: String, notesPlaces: Bool = false
  ) throws(PreflightError) -> PDFFacts {
    var facts = try PDFFacts.read(pdf, notesPlaces: notesPlaces)
    InkMeasure.add(to: &facts, file: path)
    InkMeasure.addText(to: &facts, file: path)
    return facts
  }

  /// - Parameter measures: where the ink lies is looked at too.
  static func read(
    _ file: String, measures: Bool, notesPlaces: Bool = false
  ) throws -> (pdf: [UInt8], facts: PDFFacts) {
    FaultGuard.isAt(file)
    let pdf: [UInt8]
    do throws(FileError) { pdf = try readFile(file) } catch {
      throw CommandFailure(.couldNotRender, error.diagnostic(), place: file)
    }
    do throws(PreflightError) {
      return (
        pdf,
        try measures
          ? facts(of: pdf, at: file, notesPlaces: notesPlaces)
          : PDFFacts.read(pdf, notesPlaces: notesPlaces)
      )
    } catch { throw failure(error, place: file) }
  }

  static func failure(_ error: PreflightError, place: String) -> CommandFailure {
    switch error {
    case .needsPassword:
      CommandFailure(
        .checkFailed, place: place, "the PDF needs a password, and no printer takes such a file",
        help: "save it without one: qpdf --decrypt --password=… in.pdf out.pdf")
    case .unreadable(let why):
      CommandFailure(
        .couldNotRender, place: place, "no PDF that can be read: \(why)",
        help: ManuscriptFiles.isManuscript(place)
          ? "make a PDF of the manuscript first: octavo \(place)" : "export it again")
    }
  }
}

/// All findings, for people or programs.
struct PreflightReport {
  let place: String
  let pages: Int
  let judges: [PreflightRunner]
  let findings: [Finding]

  var text: String {
    var text = ""
    for finding in findings {
      text += PreflightReport.line(finding, place: place)
      if let help = finding.help { text += "  help: \(help)\n" }
      text += "  rule: \(finding.source), read \(finding.read)"
      if finding.trust != .own { text += " from \(finding.trust.rawValue)" }
      text += "\n"
    }
    for judge in judges {
      let own = findings.filter { $0.service == judge.title }
      let errors = own.count { $0.severity == .error }
      let warnings = own.count { $0.severity == .warning }
      text += "\(place): \(judge.title): \(pages) page\(pages == 1 ? "" : "s"), "
      text += "\(errors) error\(errors == 1 ? "" : "s"), \(warnings) warning\(warnings == 1 ? "" : "s")"
      guard let clauses = judge.clauses else {
        text += "\n"
        continue
      }
      text += " in \(clauses.asked.count) of \(clauses.count) clauses asked\n"
      text += "  not asked: \(clauses.left.joined(separator: ", "))\n"
      text += "  help: for all of them run \(clauses.validator) \(place)\n"
    }
    return text
  }

  private static func line(_ finding: Finding, place: String) -> String {
    let pages = finding.place.isEmpty ? "" : "\(finding.place): "
    return
      "\(finding.file ?? place): \(finding.severity.rawValue): \(finding.service): \(finding.code): \(pages)\(finding.message)\n"
  }

  /// A rectangle in points, from the top left of its page.
  private static func area(_ found: Finding.Area) -> JSONValue {
    func points(_ value: Double) -> JSONValue { .decimal(value) }
    return .object([
      ("page", .number(found.page)), ("x", points(found.area.x)), ("y", points(found.area.y)),
      ("width", points(found.area.width)), ("height", points(found.area.height)),
    ])
  }

  var json: String {
    let items = findings.map { finding in
      JSONValue.object([
        ("severity", .string(finding.severity.rawValue)), ("service", .string(finding.service)),
        ("rule", .string(finding.code)), ("file", .string(finding.file ?? place)),
        ("pages", .array(finding.pages.map { .number($0) })),
        ("areas", .array(finding.areas.map(PreflightReport.area))),
        ("message", .string(finding.message)), ("measured", .string(finding.measured)),
        ("required", .string(finding.required)), ("help", .text(finding.help)),
        ("source", .string(finding.source)), ("read", .string(finding.read)),
        ("trust", .string(finding.trust.rawValue)),
      ])
    }
    let clauses = judges.compactMap { judge in
      judge.clauses.map { clauses in
        JSONValue.object([
          ("service", .string(judge.key)), ("asked", .array(clauses.asked.map { .string($0) })),
          ("notAsked", .array(clauses.left.map { .string($0) })), ("validator", .string(clauses.validator)),
        ])
      }
    }
    let all = JSONValue.object([
      ("schema", .number(1)), ("file", .string(place)), ("pages", .number(pages)),
      ("services", .array(judges.map { .string($0.key) })), ("clauses", .array(clauses)),
      ("findings", .array(items)),
    ])
    return "\(all)\n"
  }
}

extension BookJob {
  /// `--for` and `--pdf`: the finished book as printers, presses and archives will see it. Nothing is written where
  /// they would refuse it.
  func checkByRules(_ built: BookBuilder.Output, _ prepared: PreparedBook) throws {
    let asked = prepared.resolved.design.printers + (prepared.resolved.standard.map { [$0.rawValue] } ?? [])
    let judges = PreflightRunner.all.filter { asked.contains($0.key) }
    guard !judges.isEmpty else { return }
    let scratch: ScratchFile
    do throws(FileError) { scratch = try ScratchFile(built.pdf, named: "octavo-check.pdf") } catch {
      throw CommandFailure(.couldNotWrite, error.diagnostic())
    }
    var findings: [Finding] = []
    do throws(PreflightError) {
      let facts =
        try judges.contains(where: \.measuresInk)
        ? PreflightRun.facts(of: built.pdf, at: scratch.path) : PDFFacts.read(built.pdf)
      for judge in judges { findings += try judge.check(built.pdf, facts) }
    } catch { throw PreflightRun.failure(error, place: input) }
    for finding in findings {
      let pages = finding.place.isEmpty ? "" : "\(finding.place): "
      let source = "\(finding.source), read \(finding.read)"
      reporter.report(
        Diagnostic(
          finding.severity, code: finding.code, "\(finding.service): \(pages)\(finding.message)",
          help: finding.help.map { "\($0) (\(source))" } ?? source), place: input)
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw CommandFailure(
        .checkFailed, place: input,
        "\(errors) error\(errors == 1 ? "" : "s") by the rules of \(Finding.judges(findings)), so nothing was written",
        help: "without --for and --pdf the PDF is written, to look at the pages named")
    }
  }
}
