import Files
import Foundation
import Libc
import Testing

@Suite("Writing files") struct WritingTests {
  static let old = "the old file", new = Array("the new file, longer than the old one".utf8)

  @Test("A new file has the bytes and the permissions the user's mask allows, and nothing is beside it")
  func newFile() throws {
    let folder = try Folder()
    try writeFile(Self.new, to: folder.at("book.pdf"))
    #expect(try readFile(folder.at("book.pdf")) == Self.new)
    try folder.put("", in: "other", mode: 0o666)
    let mask = umask(0o022)
    umask(mask)
    #expect(folder.mode(of: "book.pdf") == 0o666 & ~mask)
    #expect(folder.names == ["book.pdf", "other"])
  }

  @Test("An existing file is replaced and keeps its permissions", arguments: [0o600, 0o640, 0o664, 0o755] as [mode_t])
  func replaced(mode: mode_t) throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "book.pdf", mode: mode)
    try writeFile(Self.new, to: folder.at("book.pdf"))
    #expect(try readFile(folder.at("book.pdf")) == Self.new)
    #expect(folder.mode(of: "book.pdf") == mode)
    #expect(folder.names == ["book.pdf"])
  }

  @Test("An empty file can be written")
  func empty() throws {
    let folder = try Folder()
    try writeFile([], to: folder.at("empty"))
    #expect(folder.text(of: "empty") == "")
  }

  @Test("A link stays a link, and the file it leads to is written", arguments: [true, false])
  func links(targetExists: Bool) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.at("real"), withIntermediateDirectories: false)
    if targetExists { try folder.put(Self.old, in: "real/book.pdf") }
    symlink("real/book.pdf", folder.at("second"))
    symlink(folder.at("second"), folder.at("first"))
    try writeFile(Self.new, to: folder.at("first"))
    #expect(try readFile(folder.at("real/book.pdf")) == Self.new)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.at("second")) == "real/book.pdf")
    #expect(folder.names == ["first", "real", "second"])
  }

  @Test("Links that lead in a circle are an error")
  func circle() throws {
    let folder = try Folder()
    symlink("b", folder.at("a"))
    symlink("a", folder.at("b"))
    #expect(throws: FileError.cannotWrite(path: folder.at("a"), errno: ELOOP)) {
      try writeFile(Self.new, to: folder.at("a"))
    }
  }

  @Test("A name as long as the file system allows can be written", arguments: ["x", "ü", "書"])
  func longNames(letter: String) throws {
    let folder = try Folder()
    let name = String(repeating: letter, count: 255 / letter.utf8.count)
    try writeFile(Self.new, to: folder.at(name))
    #expect(folder.names == [name])
    let longer = folder.at(name + "xxx")
    #expect(throws: FileError.cannotWrite(path: longer, errno: ENAMETOOLONG)) { try writeFile(Self.new, to: longer) }
  }

  @Test("Places where no file can be are named")
  func impossible() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.at("sub"), withIntermediateDirectories: false)
    try folder.put("", in: "file")
    for (path, error) in [
      (folder.at("none/book.pdf"), FileError.outputFolderMissing(path: folder.at("none"))),
      (folder.at("file/book.pdf"), .outputFolderIsFile(path: folder.at("file"))),
      (folder.at("file/sub/book.pdf"), .outputFolderIsFile(path: folder.at("file"))),
      (folder.at("sub"), .outputIsDirectory(path: folder.at("sub"))),
      (folder.at("sub/"), .outputIsDirectory(path: folder.at("sub/"))),
      (folder.at("none/"), .outputFolderMissing(path: folder.at("none/"))),
      ("", .cannotWrite(path: "", errno: EINVAL)), ("a\0b", .cannotWrite(path: "a\0b", errno: EINVAL)),
    ] {
      #expect(throws: error) { try writeFile(Self.new, to: path) }
    }
    #expect(folder.names == ["file", "sub"])
  }

  @Test("A file its owner protected is not replaced", .disabled(if: geteuid() == 0, "root may write everywhere"))
  func protected() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "book.pdf", mode: 0o444)
    #expect(throws: FileError.cannotWrite(path: folder.at("book.pdf"), errno: EACCES)) {
      try writeFile(Self.new, to: folder.at("book.pdf"))
    }
    #expect(folder.text(of: "book.pdf") == Self.old)
  }

  @Test("A file that is not committed leaves nothing behind and the old one whole")
  func dropped() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "book.pdf")
    do {
      let file = try AtomicFile(folder.at("book.pdf"))
      try file.write(Self.new)
      let part = try #require(folder.names.first)
      #expect(part.hasPrefix(".book.pdf.") && part.hasSuffix(".octavo-part"))
      #expect(folder.text(of: "book.pdf") == Self.old)
    }
    #expect(folder.names == ["book.pdf"])
    #expect(folder.text(of: "book.pdf") == Self.old)
  }

  @Test("A folder that is taken away meanwhile is an error, and nothing comes back")
  func folderRemoved() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.at("sub"), withIntermediateDirectories: false)
    let file = try AtomicFile(folder.at("sub/book.pdf"))
    try file.write(Self.new)
    try FileManager.default.removeItem(atPath: folder.at("sub"))
    do throws(FileError) {
      try file.commit()
      Issue.record("there is no folder to commit to")
    } catch {
      #expect(error == .outputFolderMissing(path: folder.at("sub")))
    }
    #expect(folder.names == [])
  }

  @Test(
    "A folder that may not be written any more is an error", .disabled(if: geteuid() == 0, "root may write everywhere"))
  func permissionLost() throws {
    let folder = try Folder()
    try folder.put(Self.old, in: "book.pdf")
    do {
      let file = try AtomicFile(folder.at("book.pdf"))
      try file.write(Self.new)
      chmod(folder.at("."), 0o555)
      do throws(FileError) {
        try file.commit()
        Issue.record("the folder may not be written")
      } catch {
        #expect(error == .cannotWrite(path: folder.at("book.pdf"), errno: EACCES))
      }
    }
    chmod(folder.at("."), 0o755)
    #expect(folder.text(of: "book.pdf") == Self.old)
  }

  @Test("A scratch copy is there while it is needed, and gone after")
  func scratch() throws {
    var path = ""
    do {
      let scratch = try ScratchFile(Self.new, named: "octavo-test.pdf")
      path = scratch.path
      #expect(FileManager.default.contents(atPath: path) == Data(Self.new))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A pipe and a device are written directly")
  func direct() throws {
    let folder = try Folder()
    mkfifo(folder.at("pipe"), 0o600)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat \(folder.at("pipe")) > \(folder.at("copy"))"]
    try reader.run()
    try writeFile([UInt8](repeating: 0x41, count: 200_000), to: folder.at("pipe"))
    reader.waitUntilExit()
    #expect(folder.text(of: "copy") == String(repeating: "A", count: 200_000))
    try writeFile(Self.new, to: "/dev/null")
    #expect(folder.names == ["copy", "pipe"])
  }

  @Test("A full device is an error")
  func full() {
    #expect(throws: FileError.diskFull(path: "/dev/full")) { try writeFile(Self.new, to: "/dev/full") }
  }
}
