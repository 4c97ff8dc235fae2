import Files
import Libc
import Testing
import Units

@Suite("Wording of file errors") struct WordingTests {
  @Test(
    "Each error says what is wrong and what to do",
    arguments: [
      (.missing(path: "a.txt"), "\"a.txt\" not found", "check the path and its spelling"),
      (.isDirectory(path: "a"), "\"a\" is a folder", "give a file in it"),
      (
        .unreadable(path: "a", errno: EACCES), "\"a\" cannot be read: permission denied",
        "give yourself the right to read it"
      ),
      (
        .unreadable(path: "-", errno: EIO), "standard input could not be read: input/output error",
        "the disk, the network or the system refused it; try again"
      ),
      (.tooLarge(path: "a"), "\"a\" is larger than 1024 MB", "is it a manuscript?"),
      (
        .cannotWrite(path: "b.pdf", errno: EROFS), "\"b.pdf\" cannot be written: read-only file system",
        "choose another place with -o"
      ),
      (
        .cannotWrite(path: "b.pdf", errno: EACCES), "\"b.pdf\" cannot be written: permission denied",
        "give yourself the right to write there, or choose another place with -o"
      ),
      (
        .diskFull(path: "-"), "standard output cannot be written: the disk is full",
        "make room, or choose another place with -o"
      ),
      (
        .sizeLimit(path: "b.pdf"), "\"b.pdf\" cannot be written: the file would be larger than is allowed",
        "raise the limit (\"ulimit -f\" shows it), or choose another place with -o"
      ),
      (
        .outputFolderMissing(path: "out"), "the folder \"out\" does not exist",
        "make it first, or choose another place with -o"
      ),
      (.outputIsDirectory(path: "out"), "\"out\" is a folder", "add the name of a file to it"),
      (.outputClosed(path: "-"), "standard output cannot be written: nothing reads it any more", nil),
    ] as [(FileError, String, String?)])
  func wording(error: FileError, message: String, help: String?) {
    let diagnostic = error.diagnostic()
    #expect(diagnostic.message == message)
    #expect(diagnostic.help == help)
    #expect(diagnostic.severity == .error)
  }
}
