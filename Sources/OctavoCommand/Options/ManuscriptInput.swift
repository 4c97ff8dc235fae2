import Files
import Glibc
import Octavo
import Units

/// The manuscript that the user named; what fails has the command's own form.
enum ManuscriptInput {
  /// - Parameters:
  ///   - paths: files, one folder, or an mdBook summary.
  ///   - format: `--from`; nil to go by the names.
  static func files(_ paths: [String], format: String?) throws -> ManuscriptFiles {
    if paths.count > 1, let first = paths.first, access(first, F_OK) != 0,
      let near = nearestName(to: first, in: Usage.commands)
    {
      throw CommandFailure(.usage, "no command is called \"\(first)\"", help: "did you mean \"octavo \(near)\"?")
    }
    var wanted: ManuscriptFormat?
    if let format {
      wanted = ManuscriptFormat(rawValue: format)
      guard wanted != nil else { throw choice(format, "--from", ManuscriptFormat.allCases.map(\.rawValue)) }
    }
    do throws(ManuscriptFilesError) { return try ManuscriptFiles(paths, format: wanted) } catch { throw failure(error) }
  }

  static func read(_ path: String) throws -> [UInt8] {
    do throws(ManuscriptFilesError) { return try ManuscriptFiles.read(path) } catch { throw failure(error) }
  }

  private static func failure(_ error: ManuscriptFilesError) -> CommandFailure {
    var problem = error.diagnostic
    // a mistyped command is taken for a manuscript
    if case .file(.missing, let path) = error, let command = nearestName(to: path, in: Usage.commands) {
      problem.help = "check the path; or did you mean \"octavo \(command)\"?"
    }
    return CommandFailure(error.isUsage ? .usage : .couldNotRender, problem, place: error.place)
  }
}
