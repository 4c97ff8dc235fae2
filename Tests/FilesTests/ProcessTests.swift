import Foundation
import Libc
import Testing

@Suite("Interrupts and limits") struct ProcessTests {
  @Test(
    "A file past the limit gives an error, leaves nothing and keeps the old file whole", arguments: [true, false],
    [0, 1, 4095, 4096, 65536, 99_999])
  func sizeLimit(oldExists: Bool, limit: Int) throws {
    let folder = try Folder()
    if oldExists { try folder.put("the old file", in: "book.pdf") }
    let child = probe(["write", folder.at("book.pdf"), "100000", "\(limit)"])
    let messages = Pipe()
    child.standardError = messages
    try child.run()
    child.waitUntilExit()
    #expect(child.terminationReason == .exit)
    #expect(child.terminationStatus == 5)
    let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("sizeLimit"))
    #expect(folder.names == (oldExists ? ["book.pdf"] : []))
    #expect(folder.text(of: "book.pdf") == (oldExists ? "the old file" : nil))
  }

  @Test("An interrupt removes the half-made file and ends the program as ever", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupt(signal: Int32) throws {
    let folder = try Folder()
    try folder.put("the old file", in: "book.pdf")
    let child = probe(["wait", folder.at("book.pdf")])
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    #expect(folder.names.count == 2)
    kill(child.processIdentifier, signal)
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal)
    #expect(child.terminationStatus == signal)
    #expect(folder.names == ["book.pdf"])
    #expect(folder.text(of: "book.pdf") == "the old file")
  }

  @Test("A fault removes the half-made file, and its words are those of what was at work")
  func fault() throws {
    let folder = try Folder()
    try folder.put("the old file", in: "book.pdf")
    let child = probe(["fault", folder.at("book.pdf")])
    let messages = Pipe()
    child.standardError = messages
    try child.run()
    child.waitUntilExit()
    #expect(child.terminationReason == .exit)
    #expect(child.terminationStatus == 6)
    let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said == "a book: itself: SIGBUS!\n")
    #expect(folder.names == ["book.pdf"])
    #expect(folder.text(of: "book.pdf") == "the old file")
  }

  @Test("An interrupt removes both of two half-made files")
  func interruptedPair() throws {
    let folder = try Folder()
    let child = probe(["pair", folder.at("book.pdf")])
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    #expect(folder.names.count == 2)
    kill(child.processIdentifier, SIGTERM)
    child.waitUntilExit()
    #expect(folder.names == [])
  }

  @Test("A kill that nothing can answer leaves the old file whole, and one file that is known by its name")
  func killed() throws {
    let folder = try Folder()
    try folder.put("the old file", in: "book.pdf")
    let child = probe(["wait", folder.at("book.pdf")])
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    #expect(folder.text(of: "book.pdf") == "the old file")
    let others = folder.names.filter { $0 != "book.pdf" }
    #expect(others.count == 1 && others.allSatisfy { $0.hasPrefix(".book.pdf.") && $0.hasSuffix(".octavo-part") })
  }

  @Test("A signal that the parent turned off stays off")
  func ignoredSignal() throws {
    let folder = try Folder()
    let child = probe(["wait", folder.at("book.pdf"), "nohup"])
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    kill(child.processIdentifier, SIGHUP)
    kill(child.processIdentifier, SIGTERM)
    child.waitUntilExit()
    #expect(child.terminationStatus == SIGTERM)
    #expect(folder.names == [])
  }

  @Test("A reader that goes away is an error, not the end by a signal")
  func closedPipe() throws {
    let child = probe(["pour", "1000000"])
    let output = Pipe()
    let messages = Pipe()
    child.standardOutput = output
    child.standardError = messages
    try child.run()
    try output.fileHandleForWriting.close()
    _ = try output.fileHandleForReading.read(upToCount: 10)
    try output.fileHandleForReading.close()
    child.waitUntilExit()
    #expect(child.terminationReason == .exit)
    #expect(child.terminationStatus == 5)
    let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("outputClosed"))
  }
}
