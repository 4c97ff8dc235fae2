import BookModel
import Files
import JSONReading
import Libc
import Octavo
import Pango
import Settings
import Units

/// What a run keeps of a book for those who make many: what it was made from, before the work, and a summary behind it.
struct BuildRecord {
  let kind: String
  let key: BuildKey
  /// Of the manuscript; nil where it is a PDF.
  var words: Int?
  /// Where the summary goes.
  let summary: String

  /// Whether the files are there as this very build has made them: the summary then, and as it would be with the times
  /// of the files as they are now.
  func made(_ places: [String]) -> (known: [UInt8], now: [UInt8])? {
    guard let bytes = try? readFile(summary, limit: 1 << 24), let known = try? JSON(bytes),
      known["status"]?.string == "made", known["key"]?.string == key.sha256, case .object(let fields) = known
    else { return nil }
    let outputs = known["outputs"]?.items ?? []
    guard outputs.count == places.count else { return nil }
    var states: [JSONValue] = []
    for (output, place) in zip(outputs, places) {
      guard let state = FileState(place), state.bytes == output["bytes"]?.int, let sha256 = hashOfFile(place),
        sha256 == output["sha256"]?.string
      else { return nil }
      states.append(BuildSummary.value(BuildKey.Input(file: place, state: state, sha256: sha256)))
    }
    let now = [
      "arguments": JSONValue.strings(Array(CommandLine.arguments.dropFirst())),
      "inputs": .array(key.inputs.map(BuildSummary.value)), "outputs": .array(states),
    ]
    let all = fields.sorted { $0.key < $1.key }.map { ($0.key, now[$0.key] ?? JSONValue($0.value)) }
    return (bytes, Array("\(JSONValue.object(all))\n".utf8))
  }
}

/// What came of a build, for programs.
struct BuildSummary {
  var record: BuildRecord
  var outputs: [(place: String, bytes: [UInt8])]
  var pages: Int
  var sheets: Int
  var trim: String?
  /// Words that `--verify` has found; nil where nobody asked.
  var verified: Int?
  var warnings: [Diagnostic]
  var fonts: [BookBuilder.UsedFont]
  var start: Double

  var json: JSONValue {
    let use = Platform.use
    let inputs = record.key.inputs.map(BuildSummary.value)
    let outputs = outputs.map { BuildSummary.value($0.place, $0.bytes) }
    let fonts = fonts.map { JSONValue.object([("name", .string($0.name)), ("file", .string($0.file))]) }
    return .object([
      ("schema", .number(1)), ("status", .string("made")), ("job", .string(record.kind)),
      ("version", .string(Octavo.version)), ("key", .string(record.key.sha256)),
      ("environment", .string(record.key.environment)), ("fontFolders", .strings(record.key.fontFolders)),
      ("arguments", .strings(Array(CommandLine.arguments.dropFirst()))),
      ("inputs", .array(inputs)), ("outputs", .array(outputs)), ("pages", .number(pages)), ("sheets", .number(sheets)),
      ("trim", .text(trim)), ("words", record.words.map { .number($0) } ?? .null),
      ("verified", verified.map { .number($0) } ?? .null), ("warnings", BuildSummary.counts(warnings.map(\.code))),
      ("seconds", .decimal(Clock.seconds() - start)), ("cpu", .decimal(use.seconds)), ("peak", .number(use.peak)),
      ("fonts", .array(fonts)),
    ])
  }

  static func value(_ input: BuildKey.Input) -> JSONValue {
    let state = input.state.map { [("bytes", JSONValue.number($0.bytes)), ("modified", .string($0.time))] } ?? []
    return .object([("file", .string(input.file))] + state + [("sha256", .text(input.sha256))])
  }

  /// Of a file as it was just written.
  static func value(_ place: String, _ bytes: [UInt8]) -> JSONValue {
    .object([
      ("file", .string(place)), ("bytes", .number(bytes.count)), ("modified", .text(FileState(place)?.time)),
      ("sha256", .string(Hash.of(bytes))),
    ])
  }

  /// How often each stands there, in their order.
  static func counts(_ codes: [String]) -> JSONValue {
    var counts: [String: Int] = [:]
    for code in codes { counts[code, default: 0] += 1 }
    return .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }
}

extension BookJob {
  /// Where the summary goes, `NAME.summary.json` beside the PDF where only `--if-changed` asks for one; nil for none.
  /// - Parameter places: where the product goes.
  func summaryPlace(_ places: [String]) throws -> String? {
    let given = layers.text("summary")
    guard let place = given ?? (layers.isOn("if-changed") ? places.first : nil) else { return nil }
    guard !place.isEmpty else {
      throw CommandFailure(.usage, "--summary names no file", help: "give a file, or - for standard output")
    }
    let isStandard = places.contains("-")
    if isStandard, given == "-" {
      throw CommandFailure(
        .usage, "-o - and --summary - contradict each other", help: "standard output takes one of them")
    }
    if layers.isOn("if-changed"), isStandard || given == "-" {
      throw CommandFailure(
        .usage, "--if-changed looks at files, and standard output is none", help: "give a file, or leave it out")
    }
    if given != nil {
      if place != "-" { for input in inputs { try Output.checkPlace(place, input: input) } }
      return place
    }
    return (place.lowercased().hasSuffix(".pdf") ? String(place.dropLast(4)) : place) + ".summary.json"
  }

  /// Says that nothing is to be done, where the user wants to know that and it is so. Files that are only newer are so
  /// in the summary, too: who looks at times alone need not look into them again.
  func isDone(_ record: BuildRecord?, _ places: [String]) throws -> Bool {
    guard layers.isOn("if-changed"), let record, let summary = record.made(places) else { return false }
    if summary.now != summary.known { try Output.write(summary.now, to: record.summary) }
    reporter.say(
      place: places.joined(separator: ", "), code: "unchanged", "as it was made before: nothing has changed")
    return true
  }
}

extension Book {
  /// Words of the text and its notes, by the blanks between them.
  var wordCount: Int {
    var count = 0
    func add(_ inlines: [Inline]) {
      var isInside = false
      for byte in inlines.plainText.utf8 {
        let isBlank = byte <= 0x20
        if isInside, isBlank { count += 1 }
        isInside = !isBlank
      }
      if isInside { count += 1 }
    }
    visitText { inlines, _ in add(inlines) }
    for note in notes.values { for block in note.blocks { block.visitText { inlines, _ in add(inlines) } } }
    return count
  }
}
