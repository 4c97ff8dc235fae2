import Faults
import Files
import Libc
import Octavo
import Settings
import Units

/// `--time`, `--memory` and `--within`: what a run may take and see, so that one book among many does not take it from
/// all, nor shows what is not its own.
struct Limits {
  /// Seconds.
  let time: Double?
  /// Bytes.
  let memory: Int?
  /// The folder that it may see.
  var folder: String?

  init(_ layers: OptionSources) throws {
    try self.init(time: layers.text("time"), memory: layers.text("memory"))
    folder = layers.text("within")
    if let folder, !ManuscriptFiles.isFolder(folder) {
      throw CommandFailure(.usage, "there is no folder \"\(folder)\" for --within", help: "give one that is there")
    }
  }

  init(time: String?, memory: String?) throws {
    self.time = try time.map(Limits.seconds)
    self.memory = try memory.map(Limits.bytes)
  }

  static func seconds(_ text: String) throws -> Double {
    let units = ["": 1.0, "s": 1, "m": 60, "min": 60, "h": 3600]
    let number = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(number), let unit = units[text.dropFirst(number.count).trimmed],
      value > 0, value * unit <= 1e7
    else {
      throw CommandFailure(.usage, "\"\(text)\" is no time for --time", help: "write a number and a unit: 90s, 5m, 1h")
    }
    return value * unit
  }

  static func bytes(_ text: String) throws -> Int {
    let units = ["k": 10, "m": 20, "g": 30, "t": 40]
    let number = text.prefix { $0.isNumber || $0 == "." }
    var unit = text.dropFirst(number.count).trimmed.lowercased()
    // MiB, MB and M are the same here
    for ending in ["ib", "b"] where unit.count > 1 && unit.hasSuffix(ending) { unit.removeLast(ending.count) }
    guard let value = Double(number), let power = units[unit], case let bytes = value * Double(1 << power),
      (1e6...1e15).contains(bytes)
    else {
      throw CommandFailure(
        .usage, "\"\(text)\" is no size for --memory", help: "write a number and a unit: 500M, 2G")
    }
    return Int(bytes)
  }

  /// From now on the run keeps within them.
  func apply(_ reporter: Reporter) {
    if let folder { ReadBounds.keep(within: folder) }
    if let memory, !Platform.limitMemory(memory) {
      reporter.report(
        Diagnostic(
          .warning, code: "memory-unlimited", "this system sets no limit to memory", help: "leave --memory out"),
        place: nil)
    }
    guard let time else { return }
    let words = reporter.text(
      severity: .error, place: nil, "stopped after \(Length.decimal(time)) s, as --time asks; nothing was written",
      help: "give it more time, or try again when the machine is less busy", code: "time-out")
    FaultGuard.limitTime(time, words: words)
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// `--strict`: which warnings fail.
struct Strictness {
  /// Nil for all of them.
  private let codes: Set<String>?

  init(_ layers: OptionSources) throws {
    guard let text = layers.text("strict-on") else {
      codes = layers.isOn("strict") ? nil : []
      return
    }
    var codes: Set<String> = []
    for name in text.split(separator: ",") {
      let name = name.trimmed
      guard MessageCodes.all.contains(name) else {
        throw CommandFailure(
          .usage, "no warning has the code \"\(name)\"",
          help: (nearestName(to: name, in: MessageCodes.all).map { "did you mean \"\($0)\"? " } ?? "")
            + "--format json and --summary show the codes of a book's warnings")
      }
      codes.insert(name)
    }
    guard !codes.isEmpty else {
      throw CommandFailure(.usage, "--strict= names no code", help: "write --strict alone for all warnings")
    }
    self.codes = codes
  }

  func forbids(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .warning && codes?.contains(diagnostic.code) != false
  }

  /// How somebody wrote it.
  var name: String { codes.map { "--strict=\($0.sorted().joined(separator: ","))" } ?? "--strict" }
}
