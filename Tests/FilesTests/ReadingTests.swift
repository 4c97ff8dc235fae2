import Files
import Foundation
import Libc
import Testing

@Suite("Reading files") struct ReadingTests {
  @Test("A file is read byte for byte", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func wholeFile(size: Int) throws {
    let folder = try Folder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.at("book")))
    #expect(try readFile(folder.at("book")) == bytes)
  }

  @Test("What is missing or a folder is said to be so")
  func absent() throws {
    let folder = try Folder()
    try folder.put("text", in: "book")
    #expect(throws: FileError.missing(path: folder.at("none"))) { try readFile(folder.at("none")) }
    #expect(throws: FileError.missing(path: folder.at("book/none"))) { try readFile(folder.at("book/none")) }
    #expect(throws: FileError.missing(path: "")) { try readFile("") }
    #expect(throws: FileError.missing(path: "a\0b")) { try readFile("a\0b") }
    #expect(throws: FileError.isDirectory(path: folder.path)) { try readFile(folder.path) }
  }

  @Test("A file without the right to read it is unreadable", .disabled(if: geteuid() == 0, "root may read everything"))
  func forbidden() throws {
    let folder = try Folder()
    try folder.put("text", in: "book", mode: 0)
    #expect(throws: FileError.unreadable(path: folder.at("book"), errno: EACCES)) { try readFile(folder.at("book")) }
  }

  @Test("A pipe is read to its end")
  func pipe() throws {
    let folder = try Folder()
    let path = folder.at("pipe")
    mkfifo(path, 0o600)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "head -c 200000 /dev/zero > \(path)"]
    try writer.run()
    #expect(try readFile(path) == [UInt8](repeating: 0, count: 200_000))
    writer.waitUntilExit()
  }

  @Test("A file of the kernel's, whose size is said to be 0, is read")
  func sizeless() throws {
    #expect(try !readFile("/proc/self/status").isEmpty)
  }

  @Test("A file too large to be a manuscript is refused before it is read")
  func huge() throws {
    let folder = try Folder()
    try folder.put("", in: "huge")
    truncate(folder.at("huge"), off_t(FileLimits.input) + 1)
    #expect(throws: FileError.tooLarge(path: folder.at("huge"))) { try readFile(folder.at("huge")) }
  }
}
