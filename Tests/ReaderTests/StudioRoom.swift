import Archive
import BookModel
import Design
import Files
import Foundation
import HTTP
import Manuscript
import Octavo
import Reader
import Settings
import Testing

/// A studio whose page is a test: its folder, and what its requests come to.
final class Room {
  let folder: String
  let server: ReaderServer
  let session: BookSession
  let studio: Studio

  /// - Parameter script: of the shell, in the place of octavo.
  init(
    _ files: [String: String], open: String = "", script: String = "exit 1", memory: String? = nil,
    folder: String? = nil
  ) throws {
    self.folder =
      folder ?? NSTemporaryDirectory() + "studio-" + UUID().uuidString
    let folder = self.folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files { try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
    session = try BookSession(
      book: Book(), design: PageDesign(), fontFolders: [], store: nil, name: "a")
    server = ReaderServer(session: session, fontFolders: [], token: "t")
    let helpers = Studio.Helpers(
      prepare: { inputs, kept throws(ReaderServer.Problem) in
        do throws(ReadingError) {
          return try PreparedBook(inputs, OptionSources(commandLine: ["doubts": ["true"]]), kept: kept)
        } catch {
          throw ReaderServer.Problem(words: error.diagnostic.message)
        }
      },
      reading: { prepared, inputs throws(ReaderServer.Problem) in
        ReaderServer.Reading(
          book: prepared.reading.book, design: prepared.resolved.design, files: prepared.files(of: inputs),
          sources: prepared.reading.files)
      },
      explain: { _, line in "line \(line)" }, doubts: { _ in [] }, families: { [] }, memory: { _ in memory })
    let program = folder + "-program"
    try ("#!/bin/sh\n" + script).write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    studio = try #require(
      Studio(server: server, program: program, shelf: folder + "/Books", helpers: helpers))
    server.annex = studio
    if !files.isEmpty || memory != nil { try studio.open(folder + "/" + open) }
  }

  deinit { for path in [folder, folder + "-program"] { try? FileManager.default.removeItem(atPath: path) } }

  /// What is known of the first job when it has ended, or says this.
  func job(until words: String = "\u{0}") -> String {
    for _ in 0..<500 {
      let isAtWork = studio.work()
      let known = ask("job/\(jobNumber)").words
      if !isAtWork || known.contains(words) { return known }
      usleep(10_000)
    }
    return "it goes on"
  }
  /// Of the last that was begun.
  private var jobNumber = 0
  func begin(_ wishes: String) { follow(ask("job", post: wishes).words) }
  /// A manuscript that is dropped is read by a job.
  func drop(_ name: String, _ bytes: [UInt8]) { follow(ask("upload?name=" + name, upload: bytes).words) }
  private func follow(_ answer: String) {
    jobNumber = answer.firstMatch(of: /"id":(\d+)/).flatMap { Int($0.1) } ?? 0
  }
  func cancel() { _ = ask("job/\(jobNumber)", post: "") }

  /// What is handed out.
  func bytes(_ path: String) -> [UInt8] {
    let request = HTTPRequest(
      method: "GET", path: "/t/" + path, arguments: [:], headers: ["host": "127.0.0.1:0"], body: [], upload: nil)
    guard case .answer(let answer) = server.answer(request), case .bytes(let bytes) = answer.body else { return [] }
    return bytes
  }

  func ask(_ path: String, post: String? = nil, upload: [UInt8]? = nil) -> (status: Int, words: String) {
    let parts = path.split(separator: "?name=", omittingEmptySubsequences: false)
    var file: HTTPUpload?
    if let upload {
      file = HTTPUpload(path: folder + "-upload", most: 1 << 20)
      upload.withUnsafeBytes { file?.take($0) }
    }
    let request = HTTPRequest(
      method: post == nil && upload == nil ? "GET" : "POST", path: "/t/" + parts[0],
      arguments: parts.count > 1 ? ["name": String(parts[1])] : [:],
      headers: ["host": "127.0.0.1:0", "x-octavo": "1"], body: Array((post ?? "").utf8), upload: file)
    guard case .answer(let answer) = server.answer(request), case .bytes(let bytes) = answer.body else {
      return (0, "")
    }
    return (answer.status, String(decoding: bytes, as: UTF8.self))
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) }
}
