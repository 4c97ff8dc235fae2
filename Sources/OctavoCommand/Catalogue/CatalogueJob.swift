import JSONReading
import Octavo
import Settings
import Units

/// A book of a list: what is to be made of what, and how.
struct CatalogueJob {
  enum Kind: String, CaseIterable {
    case build, impose, cover, check

    var command: OptionRow.Commands {
      switch self {
      case .build: .build
      case .impose: .impose
      case .cover: .cover
      case .check: []
      }
    }
  }

  var id: String
  var kind: Kind
  var inputs: [String]
  /// Nil for a check that nobody wants the report of.
  var output: String?
  /// Values by the names of the long options.
  var options: [String: [String]]
  /// `file:line` of the list.
  var place: String

  /// What a line may have.
  static let keys: Set = ["id", "input", "output", "job", "options"]
  /// Options of a check, which has a list of its own.
  private static let ofCheck = ["for", "trim", "title", "cover", "kind", "paper", "marked"]
  /// Options of the run that a book may have; the others are the batch's.
  private static let ofRun: Set = ["strict", "strict-on", "verify", "time", "memory"]

  static func takes(_ row: OptionRow, for kind: Kind) -> Bool {
    row.commands.contains(kind.command) && row.group != .output && (row.group != .run || ofRun.contains(row.key))
  }

  init(_ line: Manifest.Line, in list: String) throws {
    place = line.place
    let place = line.place
    func wrong(_ message: String, _ help: String) -> CommandFailure {
      CommandFailure(.usage, place: place, message, help: help)
    }
    for key in line.fields.keys.sorted() where !CatalogueJob.keys.contains(key) {
      throw wrong(
        "a line has no \"\(key)\"",
        OptionRow.keyed[key] == nil
          ? "it has \(CatalogueJob.keys.sorted().joined(separator: ", "))"
          : "it is an option: write \"options\":{\"\(key)\":…}")
    }
    func text(_ key: String) throws -> String? {
      guard let value = line.fields[key], value != .null else { return nil }
      guard let texts = CatalogueJob.texts(value), texts.count == 1, !texts[0].isEmpty, !texts[0].utf8.contains(0)
      else {
        throw wrong("\"\(key)\" is one text", "write it in quotes")
      }
      return texts[0]
    }
    guard let id = try text("id") else { throw wrong("the book has no id", "add \"id\", a name of its own") }
    guard Ledger.name(of: id).utf8.count <= 200 else { throw wrong("the id is too long", "200 letters are enough") }
    self.id = id
    let name = try text("job") ?? "build"
    guard let kind = Kind(rawValue: name) else {
      throw wrong("there is no job \"\(name)\"", "it is \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.kind = kind
    guard let inputs = line.fields["input"].flatMap(CatalogueJob.texts), !inputs.isEmpty,
      inputs.allSatisfy({ !$0.isEmpty && $0 != "-" && !$0.utf8.contains(0) })
    else { throw wrong("the book has no input", "add \"input\", a file, or a list of them in their order") }
    self.inputs = inputs.map { CatalogueJob.file($0, in: list) }
    output = try text("output").map { CatalogueJob.file($0, in: list) }
    guard output != nil || kind == .check else {
      throw wrong("the book has no output", "add \"output\", the PDF that is to be made")
    }
    options = [:]
    guard let given = line.fields["options"], given != .null else { return }
    guard case .object(let fields) = given else {
      throw wrong("\"options\" is an object", "write \"options\":{\"trim\":\"a5\"}")
    }
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let texts = CatalogueJob.texts(value) else { throw wrong("\"\(key)\" has no value", "leave it out") }
      try take(key, texts, in: list)
    }
  }

  private mutating func take(_ key: String, _ texts: [String], in list: String) throws {
    if kind == .check {
      guard CatalogueJob.ofCheck.contains(key) || ["time", "memory"].contains(key)
      else { throw unknown(key, CatalogueJob.ofCheck) }
      let isPath = key == "cover" || key == "marked"
      options[key] = isPath ? texts.map { CatalogueJob.file($0, in: list) } : texts
      return
    }
    guard let row = OptionRow.keyed[key], CatalogueJob.takes(row, for: kind) else {
      throw unknown(key, OptionRow.all.filter { CatalogueJob.takes($0, for: kind) }.map(\.key))
    }
    // `strict: true`, or the codes
    if key == "strict", !texts.allSatisfy({ ["true", "false", "yes", "no", "on", "off"].contains($0.lowercased()) }) {
      options["strict-on"] = [texts.joined(separator: ",")]
      return
    }
    options[key] = row.paths(try row.words(of: texts, place: place), in: list)
  }

  private func unknown(_ key: String, _ names: [String]) -> CommandFailure {
    let near = nearestName(to: key, in: names).map { "did you mean \"\($0)\"? " } ?? ""
    return CommandFailure(
      .usage, place: place, "\"octavo \(kind.rawValue)\" takes no option \"\(key)\"",
      help: near + "options are the long ones of \"octavo help \(kind.rawValue)\" without their dashes")
  }

  /// A name that begins with a hyphen is no option.
  private static func file(_ name: String, in list: String) -> String {
    let path = name.beside(list)
    return path.hasPrefix("-") ? "./" + path : path
  }

  /// Words, numbers, yes and no, or a list of them; nil for all else.
  static func texts(_ value: JSON) -> [String]? {
    switch value {
    case .string(let text): return [text]
    case .bool(let isOn): return [isOn ? "true" : "false"]
    case .number(let number): return [value.int.map { Double($0) == number ? String($0) : "\(number)" } ?? "\(number)"]
    case .array(let items):
      let words = items.compactMap { item -> String? in
        if case .array = item { return nil }
        return texts(item)?.first
      }
      return words.count == items.count ? words : nil
    case .null, .object: return nil
    }
  }

  /// The command line of the program that makes it.
  var arguments: [String] {
    var all = [kind.rawValue] + inputs
    if kind == .check {
      for key in CatalogueJob.ofCheck + ["time", "memory"] { all += (options[key] ?? []).map { "--\(key)=\($0)" } }
    } else {
      for row in OptionRow.all {
        guard let values = options[row.key] else { continue }
        switch row.form {
        case .choice: all.append(values == ["true"] ? "--\(row.key)" : "--no-\(row.key)")
        case .mark: if values == ["true"] { all.append("--\(row.key)") }
        // several of an option that is said once are parted as a file of options parts them
        case .text, .words, .number: all.append("--\(row.key)=\(values.joined(separator: ", "))")
        case .list: all += values.map { "--\(row.key)=\($0)" }
        }
      }
      if let output { all.append("--output=\(output)") }
    }
    return all
  }
}

/// Checks what books ask for. Options that a thousand books share are judged once.
struct JobChecker {
  private var known: Set<String> = []

  mutating func check(_ job: CatalogueJob) throws {
    // whatever they are, titles and authors are right
    var signature = job.kind.rawValue
    for (key, values) in job.options.sorted(by: { $0.key < $1.key }) where key != "title" && key != "author" {
      signature += "\u{1}\(key)\u{2}\(values.joined(separator: "\u{3}"))"
    }
    guard !known.contains(signature) else { return }
    try judge(job)
    known.insert(signature)
  }

  private func judge(_ job: CatalogueJob) throws {
    let layers = OptionSources(commandLine: job.options)
    _ = try Limits(layers)
    guard job.kind != .check else {
      return try CheckCommand.check(Array(job.arguments.dropFirst()), place: job.place)
    }
    let resolved = try layers.resolved()
    if let problem = resolved.standardProblem { throw problem }
    do throws(PageDesign.Problem) { try resolved.design.validate() } catch {
      throw CommandFailure(.usage, error.diagnostic(layers), place: job.place)
    }
    _ = try (layers.selection(), Strictness(layers))
    if job.kind == .impose { _ = try SheetOptions(layers).request() }
    guard job.kind == .cover else { return }
    for row in OptionRow.all where row.group == .cover && layers[row.key] != nil {
      if case .oneOf = row.values { _ = try layers.oneOf(row.key) }
    }
  }
}
