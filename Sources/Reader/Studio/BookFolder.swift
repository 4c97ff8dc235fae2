internal import Files
internal import JSONReading
internal import Libc
internal import Octavo
internal import Settings

/// The files that say how a book is set, and each step back from what they say now. The manuscript is never written to.
final class BookFolder {
  /// As every command is given them.
  let inputs: [String]
  /// The folder of both files.
  let folder: String
  /// `octavo.yaml`.
  let options: String
  /// The words on the cover's back, where the studio writes them.
  let blurb: String
  /// A theme of the book's own, where the studio changes elements.
  let theme: String
  /// `BOOK.hints.yaml`; nil where hints stand among the options: a folder may hold several manuscripts.
  let hints: String?

  /// A file before a change and after it; nil where there is none.
  private struct Step {
    var file: String
    var before: [UInt8]?
    var after: [UInt8]?
    /// One change with the step before it.
    var goesWithLast = false
  }
  private var past: [Step] = []
  private var future: [Step] = []
  /// Told of what is written, so that it is not taken for somebody else's.
  var didWrite: (String) -> Void = { _ in }
  /// As they were read or written last.
  private var known: [String: [UInt8]?] = [:]
  private static let mostSteps = 200
  /// Where the steps are kept for the next time; nil for nowhere.
  private let memory: String?

  /// - Parameters:
  ///   - input: a manuscript, a folder of them, or a folder's `octavo.yaml`.
  ///   - memory: a file of the user's own.
  init(input: String, memory: String?) {
    self.memory = memory
    var info = stat()
    let isFolder = stat(input, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    let isOptions = ConfigurationFile.isNamed(input)
    inputs = [input]
    folder =
      isFolder
      ? (input.count > 1 && input.hasSuffix("/") ? String(input.dropLast()) : input)
      : input.lastIndex(of: "/").map { $0 == input.startIndex ? "/" : String(input[..<$0]) } ?? "."
    options = isOptions ? input : (folder == "." ? "" : folder + "/") + "octavo.yaml"
    let manuscript = isFolder ? ManuscriptFiles.only(in: input) : isOptions ? nil : input
    hints = manuscript.map(ConfigurationFile.hintsName)
    blurb = (folder == "." ? "" : folder + "/") + "blurb.txt"
    theme = (folder == "." ? "" : folder + "/") + "theme.yaml"
    remember()
    look()
  }

  var files: [String] { [options, blurb] + [hints].compactMap(\.self) + [theme] }

  /// What stands in a file now.
  func text(of file: String) -> [UInt8]? { try? readFile(file, limit: 1 << 20) }

  /// Whether somebody else has changed the files; that is a step, too.
  @discardableResult func look() -> Bool {
    var isOther = false
    for file in files {
      let now = text(of: file)
      if let before = known[file], before != now {
        add(Step(file: file, before: before, after: now))
        isOther = true
      }
      known[file] = .some(now)
    }
    if isOther { keep() }
    return isOther
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  private func add(_ step: Step) {
    past.append(step)
    if past.count > BookFolder.mostSteps { past.removeFirst() }
    future = []
  }

  /// Writes a file and keeps what was there.
  /// - Parameter goesWithLast: it is one change with what was written before.
  func write(_ text: String, to file: String, goesWithLast: Bool = false) throws(FileError) {
    look()
    let (before, after) = (known[file] ?? nil, Array(text.utf8))
    guard before != after else { return }
    try put(after, to: file)
    add(Step(file: file, before: before, after: after, goesWithLast: goesWithLast))
    keep()
  }

  /// Takes the last step back; for a change that could not be set, without a way to do it again.
  func undo(forGood: Bool = false) throws(FileError) {
    while let step = past.last {
      try put(step.before, to: step.file)
      past.removeLast()
      if !forGood { future.append(step) }
      guard step.goesWithLast else { break }
    }
    keep()
  }

  func redo() throws(FileError) {
    while let step = future.last {
      try put(step.after, to: step.file)
      future.removeLast()
      past.append(step)
      guard future.last?.goesWithLast == true else { break }
    }
    keep()
  }

  private func put(_ bytes: [UInt8]?, to file: String) throws(FileError) {
    if let bytes { try writeFile(bytes, to: file) } else { unlink(file) }
    known[file] = .some(bytes)
    didWrite(file)
  }

  // MARK: The next time

  /// What somebody has changed meanwhile is a step, too: `look` sees it.
  private func remember() {
    guard let memory, let bytes = try? readFile(memory, limit: 1 << 26), let kept = try? JSON(bytes) else { return }
    func steps(_ key: String) -> [Step]? {
      let items = kept[key]?.items ?? []
      let steps = items.compactMap { item -> Step? in
        guard let number = item["file"]?.int, files.indices.contains(number) else { return nil }
        return Step(
          file: files[number], before: item["before"]?.string.map { Array($0.utf8) },
          after: item["after"]?.string.map { Array($0.utf8) }, goesWithLast: item["with"] != nil)
      }
      return steps.count == items.count ? steps : nil
    }
    guard let before = steps("past"), let after = steps("future") else { return }
    (past, future) = (Array(before.suffix(BookFolder.mostSteps)), Array(after.suffix(BookFolder.mostSteps)))
    for step in future { known[step.file] = .some(step.before) }
    for step in past { known[step.file] = .some(step.after) }
  }

  /// Not kept, the next time begins with none.
  private func keep() {
    guard let memory else { return }
    // a file that is no text comes back as it was, or not at all
    func isText(_ bytes: [UInt8]?) -> Bool { bytes.map { String(validating: $0, as: UTF8.self) != nil } ?? true }
    let whole = past.suffix(while: { isText($0.before) && isText($0.after) })
    let json = JSONText.object { json in
      for (key, steps) in [("past", whole), ("future", future[...])] {
        json.list(key) { json in
          for step in steps {
            json.object { json in
              json.pair("file", files.firstIndex(of: step.file) ?? 0)
              if step.goesWithLast { json.pair("with", 1) }
              for (key, bytes) in [("before", step.before), ("after", step.after)] {
                if let bytes { json.pair(key, String(decoding: bytes, as: UTF8.self)) }
              }
            }
          }
        }
      }
    }
    try? writeFile(json, to: memory)
  }
}

extension Array {
  /// The last ones, as far back as all are so.
  fileprivate func suffix(while isSo: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !isSo($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
