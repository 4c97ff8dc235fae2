import Files
import JSONReading
import Octavo
import Settings
import Units

/// A list of books, a line each: JSON lines, or CSV (RFC 4180) with a line of names at its head.
///
/// It keeps the bytes and where each book stands in them; what a line asks for is read again when its turn comes, so
/// that seventy thousand lines take little more than their file.
struct Manifest {
  /// A book of the list.
  struct Entry {
    var id: String
    /// Its bytes in the list.
    var range: Range<Int>
    var line: Int
    var inputs: [String]
    var output: String?
    /// Bytes of its manuscripts, by which the largest go first.
    var size = 0
    /// How many others must be made before it, one from the other.
    var round = 0
  }

  let path: String
  private let bytes: [UInt8]
  /// The names of the columns of CSV; nil for JSON.
  private let columns: [String]?
  /// Paths count from the folder of this file.
  private let base: String
  /// Options for all books that ask for no others.
  private let options: [String: [String]]
  private(set) var entries: [Entry] = []

  /// What a line says.
  struct Line {
    var fields: [String: JSON]
    /// `file:line`
    var place: String
  }

  /// Reads the list and checks every line.
  /// - Parameters:
  ///   - lines: the list, where it is in no file.
  ///   - options: values by the names of long options; they hold for the lines that have none of their own.
  ///   - isMine: whether a book of this name, and all that is made from it, is to be made here; the others are checked
  ///     all the same.
  ///   - report: is told what is wrong, line by line.
  init(
    _ path: String, lines given: [UInt8]? = nil, options: [String: [String]] = [:], isMine: (String) -> Bool,
    report: (CommandFailure) -> Void
  ) throws {
    (self.path, self.options) = (path, options)
    // what was given by command counts from the folder that one works in
    base = given == nil ? path : ""
    do throws(FileError) { if let given { bytes = given } else { bytes = try readFile(path) } } catch {
      throw CommandFailure(.usage, error.diagnostic(), place: path)
    }
    var rest = Records(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, line: 1)
    if given == nil, path.lowercased().hasSuffix(".csv") {
      columns = rest.nextOfCSV().map { rest.cells(of: $0.range) }
    } else {
      columns = nil
    }
    var checker = JobChecker()
    var outputs: [String: Int] = [:]
    var lines: [String: Int] = [:]
    var problems = 0
    func wrong(_ failure: CommandFailure) {
      problems += 1
      if problems <= 20 { report(failure) }
    }
    while let record = columns == nil ? rest.nextLine() : rest.nextOfCSV() {
      let place = "\(path):\(record.line)"
      do {
        let job = try job(record.range, place)
        try checker.check(job)
        if let other = lines.updateValue(record.line, forKey: job.id) {
          throw CommandFailure(
            .usage, place: place, "\"\(job.id)\" is the name of the book in line \(other), too",
            help: "give each an id of its own")
        }
        if let output = job.output, let other = outputs.updateValue(record.line, forKey: output) {
          throw CommandFailure(
            .usage, place: place, "\"\(output)\" is where the book in line \(other) goes, too",
            help: "give each an output of its own")
        }
        entries.append(
          Entry(id: job.id, range: record.range, line: record.line, inputs: job.inputs, output: job.output))
      } catch var failure as CommandFailure {
        failure.place = failure.place ?? place
        wrong(failure)
      } catch let problem as SettingsProblem {
        var failure = CommandFailure(problem)
        failure.place = place
        wrong(failure)
      }
    }
    guard problems == 0 else {
      throw CommandFailure(
        .usage, place: path,
        "\(problems) line\(problems == 1 ? "" : "s") of the list cannot be followed, so no book was made",
        help: "mend what is named")
    }
    try keep(isMine, outputs)
    guard !lines.isEmpty else {
      throw CommandFailure(
        .usage, place: path, "the list names no book",
        help: "write a line a book, such as {\"id\":\"alice\",\"input\":\"alice.txt\",\"output\":\"alice.pdf\"}")
    }
  }

  /// Keeps the books that are to be made here, in an order in which they can be: what is made of another's output comes
  /// behind that, else the largest first, as the largest last would leave all other cores idle.
  /// - Parameter outputs: each by the line that makes it.
  private mutating func keep(_ isMine: (String) -> Bool, _ outputs: [String: Int]) throws {
    let places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.line, $0) })
    var kept: [Entry] = []
    for var entry in entries {
      var first = entry
      while let source = first.inputs.lazy.compactMap({ outputs[$0].flatMap { places[$0] } }).first {
        first = entries[source]
        entry.round += 1
        guard entry.round < 10 else {
          throw CommandFailure(
            .usage, place: "\(path):\(entry.line)", "\"\(entry.id)\" is made from itself, or from the tenth before it",
            help: "give it an input that is there")
        }
      }
      guard isMine(first.id) else { continue }
      entry.size = entry.inputs.reduce(0) { $0 + (FileState($1)?.bytes ?? 0) }
      kept.append(entry)
    }
    entries = kept.sorted { ($0.round, $1.size, $0.id) < ($1.round, $0.size, $1.id) }
  }

  /// What is asked for in a line, which has been checked.
  func job(_ entry: Entry) throws -> CatalogueJob { try job(entry.range, "\(path):\(entry.line)") }

  private func job(_ range: Range<Int>, _ place: String) throws -> CatalogueJob {
    var job = try CatalogueJob(try read(range, place), in: base)
    for (key, values) in options {
      guard let row = OptionRow.keyed[key], CatalogueJob.takes(row, for: job.kind) else { continue }
      job.options[key] = job.options[key] ?? values
    }
    return job
  }

  private func read(_ range: Range<Int>, _ place: String) throws -> Line {
    guard let columns else {
      var column = 1
      do throws(JSON.Fault) {
        if case .object(let fields) = try JSON(Array(bytes[range])) { return Line(fields: fields, place: place) }
      } catch { column += error.offset }
      throw CommandFailure(
        .usage, place: "\(place):\(column)", "the line is no object of JSON",
        help: "write a line a book, such as {\"id\":\"alice\",\"input\":\"alice.txt\",\"output\":\"alice.pdf\"}")
    }
    let cells = Records(bytes, at: 0, line: 0).cells(of: range)
    guard cells.count <= columns.count else {
      throw CommandFailure(
        .usage, place: place, "the line has \(cells.count) cells, and the head names \(columns.count)",
        help: "put what has a comma in it in quotes")
    }
    var (fields, options): ([String: JSON], [String: JSON]) = ([:], [:])
    for (name, cell) in zip(columns, cells) where !cell.isEmpty {
      if CatalogueJob.keys.contains(name) { fields[name] = .string(cell) } else { options[name] = .string(cell) }
    }
    fields["options"] = .object(options)
    return Line(fields: fields, place: place)
  }
}

/// The records of a file, one after the other.
private struct Records {
  private let bytes: [UInt8]
  private var at: Int
  private var line: Int

  init(_ bytes: [UInt8], at: Int, line: Int) { (self.bytes, self.at, self.line) = (bytes, at, line) }

  /// The next line that is not blank.
  mutating func nextLine() -> (range: Range<Int>, line: Int)? {
    while at < bytes.count {
      let start = at
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      let (range, number) = (start..<at, line)
      at += 1
      line += 1
      if bytes[range].contains(where: { $0 > 0x20 }) { return (range, number) }
    }
    return nil
  }

  /// The next record of CSV that is not blank: it may have line ends in quotes.
  mutating func nextOfCSV() -> (range: Range<Int>, line: Int)? {
    while at < bytes.count {
      let (start, number) = (at, line)
      var isQuoted = false
      while at < bytes.count, isQuoted || bytes[at] != 0x0A {
        if bytes[at] == 0x22 { isQuoted.toggle() }
        if bytes[at] == 0x0A { line += 1 }
        at += 1
      }
      let range = start..<at
      at += 1
      line += 1
      if bytes[range].contains(where: { $0 > 0x20 }) { return (range, number) }
    }
    return nil
  }

  /// The cells of a record of CSV, without their quotes.
  func cells(of range: Range<Int>) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var (isQuoted, place) = (false, range.lowerBound)
    while place < range.upperBound {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x22 where isQuoted && place < range.upperBound && bytes[place] == 0x22:
        cell.append(byte)
        place += 1
      case 0x22: isQuoted.toggle()
      case 0x2C where !isQuoted:
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
      case 0x0D where !isQuoted: break
      default: cell.append(byte)
      }
    }
    return cells + [String(decoding: cell, as: UTF8.self)]
  }
}
