import Files
import JSONReading
import Libc
import Octavo
import Units

/// A folder with a file for each book of a list, `ID.json`: the summary of one that was made, or why one was not.
///
/// Each file comes by rename, so that batches on many machines may write into one folder at once: what is read is
/// whole, and of two that make one book the later is as right as the earlier.
struct Ledger {
  let folder: String

  init(_ folder: String) throws {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    try RenderCommand.make(self.folder)
  }

  /// A file's name for any text.
  static func name(of id: String) -> String {
    var name = ""
    for (index, byte) in id.utf8.enumerated() {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: name.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x2E where index > 0: name += "."
      default: name += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return name
  }

  func file(of id: String) -> String { "\(folder)/\(Ledger.name(of: id)).json" }

  /// What is known of a book; nil where nothing is.
  func entry(_ id: String) -> JSON? { (try? readFile(file(of: id), limit: 1 << 24)).flatMap { try? JSON($0) } }

  func write(_ entry: JSONValue, for id: String) throws { try Output.write(Array("\(entry)\n".utf8), to: file(of: id)) }
}

extension JSON {
  var isMade: Bool { self["status"]?.string == "made" }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

/// Says without a look into files whether a book is as it was made: by names, sizes and times.
struct MadeBefore {
  /// By folders of fonts.
  private var environments: [[String]: String] = [:]

  mutating func isSo(_ entry: JSON, arguments: [String]) -> Bool {
    guard entry.isMade, entry["arguments"]?.items.map(\.string) == arguments.map(Optional.some) else { return false }
    let outputs = entry["outputs"]?.items ?? []
    guard outputs.allSatisfy({ isAsItWas($0) }) else { return false }
    guard (entry["inputs"]?.items ?? []).allSatisfy({ isAsItWas($0) }) else { return false }
    let folders = (entry["fontFolders"]?.items ?? []).compactMap(\.string)
    return entry["environment"]?.string == environment(folders)
  }

  /// As summaries have it. It takes as long as a short book, and is asked for once.
  mutating func environment(_ fontFolders: [String]) -> String {
    if let known = environments[fontFolders] { return known }
    _ = Fonts.ofProcess(folders: fontFolders)
    let found = BuildKey.environmentOfProcess()
    environments[fontFolders] = found
    return found
  }

  private func isAsItWas(_ file: JSON) -> Bool {
    guard let path = file["file"]?.string else { return false }
    if let bytes = file["bytes"]?.int {
      guard let state = FileState(path), let time = file["modified"]?.string else { return false }
      return state.bytes == bytes && time == state.time
    }
    return BuildKey.input(path)?.sha256 == file["sha256"]?.string
  }
}
