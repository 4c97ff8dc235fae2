import Foundation
import Libc
import Testing

/// A folder of the test's own, removed at the end.
final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("command-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try put(Self.book, in: "book.txt")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Enough for a title page and a page of text.
  static let book = """
    It was a quiet morning in the printing house, and the type lay in its cases.

    The second paragraph is short.

    """

  /// All names in the folder, hidden ones too.
  var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []) }

  func at(_ name: String) -> String { path + "/" + name }
  func put(_ text: String, in name: String) throws { try put(Array(text.utf8), in: name) }
  func put(_ bytes: [UInt8], in name: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: at(name))) }
  func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: at(name), withIntermediateDirectories: true)
  }
  func bytes(of name: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: at(name))) }
  func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }
}

/// How a run of a program ended.
struct Outcome {
  /// The exit code; nil after an end by a signal.
  var code: Int32?
  var signal: Int32?
  var output: Data
  /// Standard error.
  var said: String
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Standard error with the time taken masked, the one thing that differs from run to run.
  var messages: String { said.replacing(#/, [0-9.]+ s, /#, with: ", … s, ") }
}

enum Program {
  /// `make sanitize` runs the tests, with which sanitizer.
  static let sanitizer = ProcessInfo.processInfo.environment["OCTAVO_SANITIZER"]

  struct NotBuilt: Error, CustomStringConvertible {
    var places: [String]
    var description: String {
      "the program octavo is not built; looked for \(places.joined(separator: ", ")): "
        + "run swift build -c release, or name it in OCTAVO_PROGRAM"
    }
  }

  /// The program under test: OCTAVO_PROGRAM, else the one built beside the tests.
  static func path() throws -> String {
    if let named = ProcessInfo.processInfo.environment["OCTAVO_PROGRAM"] {
      guard access(named, X_OK) == 0 else { throw NotBuilt(places: [named]) }
      return URL(fileURLWithPath: named).standardizedFileURL.path
    }
    var places: [String] = []
    // The first argument is the test bundle's with some runners, the link tells the program itself.
    let starts =
      [URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()]
      + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }.map {
        URL(fileURLWithPath: $0).resolvingSymlinksInPath()
      }
    for start in starts {
      var folder = start.deletingLastPathComponent()
      while folder.path != "/" {
        let beside = [folder.appendingPathComponent("octavo"), folder.appendingPathComponent(".build/release/octavo")]
        for place in beside.map(\.path) {
          var status = stat()
          if stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(place, X_OK) == 0 { return place }
          places.append(place)
        }
        folder.deleteLastPathComponent()
      }
    }
    throw NotBuilt(places: Array(places.prefix(2)))
  }

  /// Runs octavo in a folder and waits for its end.
  /// - Parameter input: a file for standard input; nil for none.
  static func run(
    _ arguments: [String], in folder: Folder, input: String? = nil, environment: [String: String] = [:],
    workingFolder: String? = nil
  ) throws -> Outcome {
    try run(
      program: path(), arguments, in: folder, input: input, environment: environment, workingFolder: workingFolder)
  }

  /// Octavo through the shell, as `$OCTAVO`: for limits, pipes and what else a shell sets up.
  static func shell(_ script: String, in folder: Folder) throws -> Outcome {
    try run(program: "/bin/sh", ["-c", script], in: folder, environment: ["OCTAVO": path()])
  }

  static func run(
    program: String, _ arguments: [String], in folder: Folder, input: String? = nil,
    environment: [String: String] = [:], workingFolder: String? = nil
  ) throws -> Outcome {
    let child = try start(
      program: program, arguments, in: folder, input: input, environment: environment, workingFolder: workingFolder)
    return child.end()
  }

  /// What sanitizers are told, and the locks that they cannot see (Tests/Sanitize).
  private static let sanitizing = ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"]

  /// Starts a program; what it says goes to files, so that nothing waits for a reader.
  static func start(
    program: String, _ arguments: [String], in folder: Folder, input: String? = nil,
    environment: [String: String] = [:], workingFolder: String? = nil
  ) throws -> Child {
    // outside the folder, whose names the tests look at
    let files = folder.path + "-" + UUID().uuidString
    let child = Child(output: files + ".out", messages: files + ".err")
    for file in [child.output, child.messages] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    let process = child.process
    // A shell in the background, or the runner, may ignore signals; the program would inherit it.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=INT,TERM,HUP,PIPE", program] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: workingFolder ?? folder.path)
    var given = ["LC_ALL": "C.UTF-8", "TERM": "dumb"]
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "XDG_CACHE_HOME"] + sanitizing {
      given[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = given.merging(environment) { $1 }
    process.standardInput = FileHandle(forReadingAtPath: input ?? "/dev/null")
    process.standardOutput = FileHandle(forWritingAtPath: child.output)
    process.standardError = FileHandle(forWritingAtPath: child.messages)
    try process.run()
    return child
  }

  final class Child {
    let process = Process()
    let output: String
    let messages: String

    init(output: String, messages: String) {
      self.output = output
      self.messages = messages
    }

    deinit {
      if process.isRunning { process.terminate() }
      for file in [output, messages] { unlink(file) }
    }

    func end() -> Outcome {
      process.waitUntilExit()
      func read(_ file: String) -> Data { (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data() }
      let isExit = process.terminationReason == .exit
      return Outcome(
        code: isExit ? process.terminationStatus : nil, signal: isExit ? nil : process.terminationStatus,
        output: read(output), said: String(decoding: read(messages), as: UTF8.self))
    }
  }
}

/// The text of a PDF by an independent reader, and whether that reader is here.
enum PDFText {
  static let reader: String? = ["/usr/bin/pdftotext", "/usr/local/bin/pdftotext"].first { (path: String) in
    access(path, X_OK) == 0
  }

  static func of(_ name: String, in folder: Folder) throws -> String {
    try Program.run(program: reader ?? "pdftotext", [name, "-"], in: folder).text
  }

  /// Of the book that the program makes of the first file and verifies, and what it said.
  /// - Parameter files: names and their words.
  static func verified(_ name: String, _ files: [(String, String)]) throws -> (text: String, said: String) {
    let folder = try Folder()
    for (name, words) in files { try folder.put(words, in: name) }
    let run = try Program.run([name, "--verify", "-o", "out.pdf"], in: folder)
    #expect(run.code == 0, "\(run.said)")
    return (try of("out.pdf", in: folder), run.said)
  }

  /// Without spaces, line ends and page ends, composed.
  static func letters(_ text: String) -> String {
    String(
      text.precomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.properties.isWhitespace }.map(
        Character.init))
  }
}
