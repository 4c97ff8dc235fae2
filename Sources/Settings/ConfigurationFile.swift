internal import Faults
internal import Files
internal import Libc
internal import Units

/// The `octavo.yaml` that goes with a manuscript.
package struct ConfigurationFile: Sendable {
  package var entries: [ConfigurationEntry]
  /// As the user would write it.
  package var name: String

  /// Beside a manuscript, in a folder, or the file itself; nil where there is none.
  package init?(for input: String) throws(SettingsProblem) {
    guard input != "-", !input.isEmpty else { return nil }
    var file = input
    if !ConfigurationFile.isNamed(input) {
      let folder =
        ConfigurationFile.isFolder(input)
        ? (input.hasSuffix("/") ? input : input + "/") : input.lastIndex(of: "/").map { String(input[...$0]) } ?? ""
      file = folder + "octavo.yaml"
      guard access(file, F_OK) == 0 else { return nil }
    }
    try self.init(file: file)
  }

  /// `BOOK.hints.yaml` beside `BOOK.txt`; nil where there is none.
  package init?(hintsFor input: String) throws(SettingsProblem) {
    guard input != "-", !input.isEmpty, !ConfigurationFile.isNamed(input), !ConfigurationFile.isFolder(input) else {
      return nil
    }
    let file = ConfigurationFile.hintsName(for: input)
    guard access(file, F_OK) == 0 else { return nil }
    try self.init(file: file)
    for entry in entries where entry.key != "hints" {
      throw SettingsProblem(
        place: entry.place.inFile(file), "there is no \"\(entry.key)\" in a file of hints",
        help: "it holds the one list \"hints:\"; options stand in octavo.yaml")
    }
  }

  package static func hintsName(for input: String) -> String {
    let slash = input.lastIndex(of: "/") ?? input.startIndex
    let stem = input[slash...].lastIndex(of: ".").map { input[..<$0] } ?? input[...]
    return stem + ".hints.yaml"
  }

  private init(file: String) throws(SettingsProblem) {
    let text = try readSettings(file, "the options are not UTF-8")
    name = file
    do throws(ConfigurationError) { entries = try readConfiguration(text) } catch {
      throw SettingsProblem(error, file: file)
    }
  }

  /// The front matter of a manuscript.
  /// - Parameter firstLine: the line on which it begins, from 1.
  package init(frontMatter text: String, file: String, firstLine: Int) throws(SettingsProblem) {
    name = file
    do throws(ConfigurationError) { entries = try readConfiguration(text, firstLine: firstLine) } catch {
      throw SettingsProblem(error, file: file)
    }
    let given = Set(entries.map(\.key))
    entries += Project.entriesOfFormat(text, firstLine: firstLine).filter { !given.contains($0.key) }
  }

  package static func isNamed(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  private static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}

/// The text of a file of options or of a theme.
/// - Parameter complaint: what is said of one that is no UTF-8.
func readSettings(_ path: String, _ complaint: String) throws(SettingsProblem) -> String {
  FaultGuard.isAt(path)
  let bytes: [UInt8]
  do throws(FileError) { bytes = try readFile(path) } catch { throw SettingsProblem(error.diagnostic(), place: path) }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw SettingsProblem(
      Diagnostic(.error, code: "could-not-render", complaint, help: "save the file as UTF-8"), place: path)
  }
  return text
}

extension String {
  /// A path as a file means that names it: it counts from the file's folder.
  package func beside(_ file: String) -> String {
    guard !hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    return file[...slash] + self
  }
}
