internal import Libc
package import Units

/// Why a file could not be read or written. Paths are as the user gave them.
package enum FileError: Error, Equatable, Sendable {
  /// There is no file to read.
  case missing(path: String)
  /// A folder where a file to read was expected.
  case isDirectory(path: String)
  case unreadable(path: String, errno: Int32)
  /// More than `FileLimits.input` bytes.
  case tooLarge(path: String)
  case cannotWrite(path: String, errno: Int32)
  /// The disk, or the user's share of it, is full.
  case diskFull(path: String)
  /// The file would be larger than the shell or the file system allows.
  case sizeLimit(path: String)
  /// The folder that the file should go into does not exist.
  case outputFolderMissing(path: String)
  /// A file stands where the folder for the output should be.
  case outputFolderIsFile(path: String)
  /// A folder stands where the file should go.
  case outputIsDirectory(path: String)
  /// The output is the very file that is read.
  case outputIsInput(path: String)
  /// The program that read the output has gone.
  case outputClosed(path: String)
}

extension FileError {
  /// What is no fault of the file's and may be gone when it is tried again: a disk, a network, too many open files.
  private static let mayPass: Set = [
    EIO, ESTALE, ETIMEDOUT, ENOMEM, EMFILE, ENFILE, EAGAIN, ENOLCK, ENETDOWN, EHOSTDOWN,
  ]
  package static let readFailed = "read-failed"

  /// The message and the cure, as the command prints them.
  package func diagnostic() -> Diagnostic {
    switch self {
    case .missing(let path):
      return Diagnostic(
        .error, code: "file-missing", "\(quoted(path)) not found",
        help: "check the path and its spelling")
    case .isDirectory(let path):
      return Diagnostic(
        .error, code: "file-is-folder", "\(quoted(path)) is a folder", help: "give a file in it")
    case .unreadable(let path, let errno) where FileError.mayPass.contains(errno):
      return Diagnostic(
        .error, code: FileError.readFailed, "\(quoted(path)) could not be read: \(reason(errno))",
        help: "the disk, the network or the system refused it; try again")
    case .unreadable(let path, let errno):
      return Diagnostic(
        .error, code: "file-unreadable", "\(quoted(path)) cannot be read: \(reason(errno))",
        help: isPermission(errno) ? "give yourself the right to read it" : nil)
    case .tooLarge(let path):
      return Diagnostic(
        .error, code: "file-too-large", "\(quoted(path)) is larger than \(FileLimits.input >> 20) MB",
        help: "is it a manuscript?")
    case .cannotWrite(let path, let errno):
      return Diagnostic(
        .error, code: "file-unwritable", "\(quoted(path, isOutput: true)) cannot be written: \(reason(errno))",
        help: (isPermission(errno) ? "give yourself the right to write there, or " : "")
          + "choose another place with -o")
    case .diskFull(let path):
      return Diagnostic(
        .error, code: "disk-full", "\(quoted(path, isOutput: true)) cannot be written: the disk is full",
        help: "make room, or choose another place with -o")
    case .sizeLimit(let path):
      return Diagnostic(
        .error, code: "file-size-limit",
        "\(quoted(path, isOutput: true)) cannot be written: the file would be larger than is allowed",
        help: "raise the limit (\"ulimit -f\" shows it), or choose another place with -o")
    case .outputFolderMissing(let path):
      return Diagnostic(
        .error, code: "folder-missing", "the folder \"\(path)\" does not exist",
        help: "make it first, or choose another place with -o")
    case .outputFolderIsFile(let path):
      return Diagnostic(
        .error, code: "folder-is-file", "\"\(path)\" is a file, not a folder", help: "choose another place with -o")
    case .outputIsInput(let path):
      return Diagnostic(
        .error, code: "output-is-input", "\"\(path)\" is the manuscript, which the PDF would replace",
        help: "choose another name with -o")
    case .outputIsDirectory(let path):
      return Diagnostic(
        .error, code: "output-is-folder", "\"\(path)\" is a folder", help: "add the name of a file to it")
    case .outputClosed(let path):
      return Diagnostic(
        .error, code: "output-closed",
        "\(quoted(path, isOutput: true)) cannot be written: nothing reads it any more")
    }
  }

  private func quoted(_ path: String, isOutput: Bool = false) -> String {
    guard path == "-" else { return "\"\(path)\"" }
    return isOutput ? "standard output" : "standard input"
  }

  private func isPermission(_ errno: Int32) -> Bool { errno == EACCES || errno == EPERM }

  /// The system's words, without a capital; in English, for octavo sets no locale.
  private func reason(_ errno: Int32) -> String {
    guard let words = strerror(errno) else { return "error \(errno)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
