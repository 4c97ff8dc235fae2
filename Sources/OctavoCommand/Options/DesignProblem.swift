import Glibc
import PageDesign
import Units

/// A value that is none of an option's choices.
func choice(_ value: String, _ option: String, _ choices: [String]) -> CommandFailure {
  let near = nearestName(to: value, in: choices).map { "did you mean \"\($0)\"? " } ?? ""
  return CommandFailure(
    .usage, "\"\(value)\" is no value for \(option)", help: near + "it takes \(choices.joined(separator: ", "))")
}

/// A length with its unit, or what it lacks in the words of its option.
func lengthOption(_ text: String, _ option: String) throws -> Length {
  do throws(Length.ParseError) { return try Length(parsing: text) } catch {
    switch error {
    case .notALength:
      throw CommandFailure(
        .usage, "\"\(text)\" is no length for \(option)", help: "write a number and a unit: 12pt, 20mm, 2cm, 0.75in")
    case .unitMissing:
      throw CommandFailure(.usage, "\"\(text)\" for \(option) has no unit", help: "say pt, mm, cm or in: \(text)mm")
    case .unknownUnit(let unit):
      throw CommandFailure(.usage, "\"\(unit)\" is no unit that \(option) knows", help: "say pt, mm, cm or in")
    case .outOfRange:
      throw CommandFailure(
        .usage, "\"\(text)\" for \(option) is longer than ten metres", help: "check the number and its unit")
    }
  }
}

/// A folder that is not there would leave its fonts out without a word.
func checkFontFolders(_ folders: [String]) throws {
  for folder in folders {
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure(
        .couldNotRender, "--font-path: there is no folder \"\(folder)\"", help: "check the path and its spelling")
    }
  }
}

/// Words for why nothing fits a page.
enum DesignProblem {
  static func wording(of problem: PageDesign.Problem) -> Diagnostic {
    switch problem {
    case .measureTooNarrow(let measure, let needed):
      Diagnostic(
        .error, code: "no-room",
        "the margins leave a measure of \(measure), less than the \(needed) that five ems take",
        help: "make --inside and --outside smaller, or the --trim larger")
    case .tooFewRows(let height, let needed):
      Diagnostic(
        .error, code: "no-room",
        "the margins leave a text block \(height) high, less than the \(needed) of three lines",
        help: "make --top and --bottom smaller, or the --trim larger")
    case .sizeOutOfRange(let size):
      Diagnostic(.error, code: "size", "type of \(size) cannot be set", help: "give --size from 1pt to 400pt")
    case .leadingTooSmall(let leading, let size):
      Diagnostic(
        .error, code: "leading", "lines of \(size) type overlap at a leading of \(leading)",
        help: "give --leading about 1.25 times the size: \(size.scaled(by: 1.27))")
    case .trimOutOfRange(let size):
      Diagnostic(
        .error, code: "trim", "a page of \(size.width) by \(size.height) cannot be made",
        help: "PDF pages are from 36pt to 14400pt each way, spreads half as wide")
    case .negativeMargin(let name):
      Diagnostic(.error, code: "margin", "--\(name) is less than nothing", help: "give a length from 0mm up")
    }
  }
}

extension CommandFailure {
  init(_ code: ExitStatus, _ diagnostic: Diagnostic, place: String? = nil) {
    self.init(code, place: place, diagnostic.message, help: diagnostic.help, name: diagnostic.code)
  }
}
