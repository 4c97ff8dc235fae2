import Foundation
import Libc
import Testing

/// `octavo serve` at work, and requests to it as their bytes go over the wire.
final class RunningService {
  static let token = "a-token-of-the-tests"
  let folder: Folder
  let port: UInt16
  private let child: Program.Child

  struct Answer {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
    var code: String { json["code"] as? String ?? "" }
  }

  init(_ arguments: [String] = [], program: String? = nil) throws {
    let folder = try Folder()
    try folder.make("tmp")
    let child = try Program.start(
      program: program ?? Program.path(), ["serve"] + arguments, in: folder,
      environment: ["OCTAVO_TOKEN": Self.token, "TMPDIR": folder.at("tmp")])
    var said = ""
    for _ in 0..<1000 where !said.hasSuffix("\n") {
      usleep(10_000)
      said = (try? String(contentsOfFile: child.output, encoding: .utf8)) ?? ""
    }
    (self.folder, self.child) = (folder, child)
    port = try #require(UInt16(said.split(separator: ":").last?.dropLast() ?? ""))
  }

  /// What is there of files.
  var scratch: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder.at("tmp"))) ?? []).sorted()
  }

  func send(_ signal: Int32) { kill(child.process.processIdentifier, signal) }
  func end() -> Outcome { child.end() }

  /// A connection, to be written to as somebody likes.
  func connect() throws -> Int32 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Libc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return file
  }

  static func write(_ bytes: some Sequence<UInt8>, to file: Int32) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Libc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// All that comes until the other side ends it.
  static func read(_ file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Libc.read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    close(file)
    return bytes
  }

  /// Sends bytes and takes the last answer that comes.
  func raw(_ bytes: some Sequence<UInt8>) throws -> Answer {
    let file = try connect()
    Self.write(bytes, to: file)
    return Self.answer(Self.read(file))
  }

  static func answer(_ bytes: [UInt8]) -> Answer {
    var answer = Answer()
    guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return answer }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    answer.status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    }
    answer.body = Array(bytes[end.upperBound...])
    // 100 Continue
    return answer.status == 100 ? Self.answer(answer.body) : answer
  }

  func ask(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, headers: [String] = [],
    token: String? = RunningService.token
  ) throws -> Answer {
    var head = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\n"
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: 127.0.0.1:\(port)\r\n" }
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    return try raw(Array((head + headers.map { $0 + "\r\n" }.joined() + "\r\n").utf8) + (body ?? []))
  }

  /// A form of files and fields.
  func send(
    files: [(field: String, name: String, bytes: [UInt8])], _ fields: [(String, String)] = []
  ) throws -> Answer {
    var body: [UInt8] = []
    for file in files {
      body += "--x\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n".utf8
      body += file.bytes + Array("\r\n".utf8)
    }
    for (name, value) in fields {
      body += "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
    }
    return try ask(
      "POST", "/jobs", body + Array("--x--\r\n".utf8), headers: ["Content-Type: multipart/form-data; boundary=x"])
  }

  /// The job of an order when it has ended.
  func ended(_ order: Answer) throws -> Answer {
    let id = try #require(order.json["id"] as? String, "\(order.text)")
    for _ in 0..<5 {
      let answer = try ask("GET", "/jobs/\(id)?wait=30")
      guard ["waiting", "running"].contains(answer.json["state"] as? String) else { return answer }
    }
    return Answer()
  }
}
