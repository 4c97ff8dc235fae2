import Files
import HTTP
import JSONReading
import Libc
import Octavo
import Reader
import Settings

/// What somebody asks a service for: files that were sent, which are written into a folder of their own, and a job that
/// names no others.
struct ServiceOrder {
  let job: CatalogueJob
  /// As what is made is saved under.
  let name: String

  /// What is wrong with the request itself.
  struct Malformed: Error {
    var message: String
    var help: String
  }

  /// Options that write files, and limits, which the service sets.
  static let ofService: Set = ["front-image", "marked", "time", "memory"]

  /// - Parameters:
  ///   - upload: the body.
  ///   - folder: a folder that is empty; files go into `in`, the product beside it.
  init(_ request: HTTPRequest, _ upload: HTTPUpload, in folder: String) throws {
    var sent = try SentFiles(in: folder)
    try sent.take(request, upload)
    guard let first = sent.inputs.first else {
      throw Malformed(message: "there is no manuscript", help: "send it as file; what it names as beside")
    }
    job = try sent.job()
    let stem = Studio.cleaned(BookJob.name(of: first))
    name = (stem.isEmpty ? "book" : stem) + (job.kind == .build ? "" : "-\(job.kind)") + ".pdf"
    // a theme that was sent is read by a program of its own
    var judged = job
    judged.options = job.options.filter { key, texts in
      OptionRow.keyed[key].map { row in !texts.contains { row.namesFile($0, of: texts) } } ?? true
    }
    var checker = JobChecker()
    try checker.check(judged)
  }

  /// A name with its folders, each as names of what is sent are cleaned; no folder above.
  static func cleaned(_ name: String) -> String {
    name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).suffix(4).map { Studio.cleaned(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: "/")
  }
}

/// What was sent, file by file.
private struct SentFiles {
  private let folder: String
  /// By the names that they were written under.
  private var files: Set<String> = []
  private(set) var inputs: [String] = []
  private var values: [String: JSON] = [:]
  private var kind = "build"

  private typealias Malformed = ServiceOrder.Malformed
  private static let mostFiles = 500

  init(in folder: String) throws {
    self.folder = folder
    guard mkdir(folder + "/in", 0o700) == 0 else {
      throw CommandFailure(.couldNotWrite, "no folder for the files can be made", help: "try again later")
    }
  }

  mutating func take(_ request: HTTPRequest, _ upload: HTTPUpload) throws {
    var fields: [(name: String, value: String)] = []
    var sent: [(part: Multipart.Part, isInput: Bool)] = []
    var bytes: [UInt8] = []
    let type = request.headers["content-type"] ?? ""
    let isForm = type.lowercased().hasPrefix("multipart/")
    if isForm {
      bytes = try readFile(upload.path)
      guard let boundary = Multipart.boundary(type), let form = Multipart(bytes, boundary: boundary) else {
        throw Malformed(
          message: "the body is no multipart/form-data that is whole", help: "curl -F file=@book.md does it")
      }
      for part in form.parts {
        if part.name == "file" || part.name == "beside" {
          sent.append((part, part.name == "file"))
        } else if part.range.count <= 1 << 16, let text = String(validating: bytes[part.range], as: UTF8.self) {
          fields.append((part.name, text))
        } else {
          throw Malformed(message: "the field \"\(part.name.prefix(80))\" is no text", help: "files are file or beside")
        }
      }
    }
    fields += request.arguments.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    try take(fields)
    guard sent.count <= SentFiles.mostFiles else {
      throw Malformed(message: "there are \(sent.count) files", help: "\(SentFiles.mostFiles) are taken at most")
    }
    for (part, isInput) in sent {
      let path = try fresh(part.fileName ?? "", isInput: isInput)
      try Output.write(Array(bytes[part.range]), to: path)
    }
    if !isForm {
      let path = try fresh(fields.first { $0.name == "name" }?.value ?? "", isInput: true)
      guard rename(upload.path, path) == 0 else {
        throw CommandFailure(.couldNotWrite, "the file cannot be written", help: "try again later")
      }
    }
  }

  private mutating func take(_ fields: [(name: String, value: String)]) throws {
    // forms send what nobody filled in, too
    for (name, value) in fields where !value.isEmpty {
      switch name {
      case "name": break
      case "job": kind = value
      case "options":
        guard case .object(let options)? = try? JSON(Array(value.utf8)) else {
          throw Malformed(message: "options are no object of JSON", help: "such as options={\"trim\":\"a5\"}")
        }
        values.merge(options) { first, _ in first }
      default: values[name] = .array((values[name]?.items ?? []) + [.string(value)])
      }
    }
  }

  /// Where a file is written that was sent.
  private mutating func fresh(_ sent: String, isInput: Bool) throws -> String {
    let name = ServiceOrder.cleaned(sent)
    guard !name.isEmpty else {
      throw Malformed(
        message: "a file has no name", help: "its ending tells what it is: name=book.md, or filename=\"book.md\"")
    }
    guard files.insert(name).inserted else {
      throw Malformed(message: "two files are called \"\(name)\"", help: "give each a name of its own")
    }
    var path = folder + "/in"
    for part in name.split(separator: "/").dropLast() {
      path += "/" + part
      mkdir(path, 0o700)
    }
    path = folder + "/in/" + name
    if isInput { inputs.append("in/" + name) }
    return path
  }

  /// The job, whose options name files that were sent and no others.
  func job() throws -> CatalogueJob {
    let isCheck = kind == CatalogueJob.Kind.check.rawValue
    var options: [String: JSON] = [:]
    for (key, value) in values {
      guard !ServiceOrder.ofService.contains(key) else {
        throw CommandFailure(
          .usage, "a service takes no option \"\(key)\"", help: "leave it out: the service has its own")
      }
      let given = CatalogueJob.texts(value) ?? []
      let named = given.map { text -> String? in
        guard isCheck ? key == "cover" : OptionRow.keyed[key]?.namesFile(text, of: given) == true else { return text }
        let name = ServiceOrder.cleaned(text)
        return files.contains(name) || files.contains { $0.hasPrefix(name + "/") } ? "in/" + name : nil
      }
      guard let place = named.firstIndex(of: nil) else {
        options[key] = given.isEmpty ? value : .array(named.compactMap { $0.map { .string($0) } })
        continue
      }
      throw CommandFailure(
        .usage, "\"\(given[place])\" for \(key) is no file of this order", help: "send it along, as beside")
    }
    let fields: [String: JSON] = [
      "id": .string("order"), "job": .string(kind), "input": .array(inputs.map { .string($0) }),
      "output": isCheck ? .null : .string("out.pdf"), "options": .object(options),
    ]
    return try CatalogueJob(Manifest.Line(fields: fields, place: ""), in: folder + "/order")
  }
}
