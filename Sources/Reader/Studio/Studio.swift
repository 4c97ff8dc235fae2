package import BookModel
package import Design
internal import Files
package import HTTP
internal import Libc
package import Manuscript
package import Octavo
package import Settings
internal import Units

/// The room in which a book is made: a reader's server that also changes the files beside the manuscript, shows the
/// book in every theme, and has octavo's other commands make what is handed out.
///
/// The folder is the book: each change is written before it is shown, and what the folder says is what is shown.
package final class Studio: ReaderServer.Annex {
  /// What a studio cannot do by itself.
  package struct Helpers {
    /// Reads a manuscript with its options, as far as it is not kept; the words of a failure are the terminal's.
    package var prepare: ([String], KeptReading) throws(ReaderServer.Problem) -> PreparedBook
    /// What of it is shown.
    package var reading: (PreparedBook, [String]) throws(ReaderServer.Problem) -> ReaderServer.Reading
    /// What became of a line of a plain text, and why.
    package var explain: (ManuscriptReading, Int) -> String
    /// Lines that were nearly read as something else, with words about each.
    package var doubts: (ManuscriptReading) -> [(line: Int, words: String)]
    /// Families that text can be set in.
    package var families: () -> [String]
    /// A file of the user's own for what is remembered of a book; nil where there is no room for one.
    package var memory: (String) -> String?

    package init(
      prepare: @escaping ([String], KeptReading) throws(ReaderServer.Problem) -> PreparedBook,
      reading: @escaping (PreparedBook, [String]) throws(ReaderServer.Problem) -> ReaderServer.Reading,
      explain: @escaping (ManuscriptReading, Int) -> String,
      doubts: @escaping (ManuscriptReading) -> [(line: Int, words: String)], families: @escaping () -> [String],
      memory: @escaping (String) -> String?
    ) {
      (self.prepare, self.reading, self.explain, self.doubts) = (prepare, reading, explain, doubts)
      (self.families, self.memory) = (families, memory)
    }
  }

  unowned let server: ReaderServer
  let helpers: Helpers
  /// The book that is open; nil while there is none.
  private(set) var folder: BookFolder?
  /// As it was read last.
  private(set) var prepared: PreparedBook?
  let jobs: StudioJobs
  /// Where books that are dropped find their folders.
  let shelf: String
  /// Openings in the themes, as they are written until something changes.
  var openings: [String: [UInt8]] = [:]
  /// Where the number of pages decides on the inside margin: the rounds so far, and what is shown.
  private var rounds: (inside: InsideMargin, design: PageDesign)?
  /// Its blocks in their order, until it is read again.
  private var knownBlocks: [PlacedBlock]?
  /// The manuscript before hints.
  private let kept = KeptReading()
  lazy var families = helpers.families()

  package let startPage = "studio.html"
  package let patience = 30.0 * 60

  /// - Parameters:
  ///   - program: octavo's own file.
  ///   - shelf: the folder in which books that are dropped get theirs.
  package init?(server: ReaderServer, program: String, shelf: String, helpers: Helpers) {
    guard let jobs = StudioJobs(program: program) else { return nil }
    (self.server, self.jobs, self.shelf, self.helpers) = (server, jobs, shelf, helpers)
    jobs.didEnd = { [unowned self] in didEnd($0) }
  }

  // MARK: The book

  /// Opens a manuscript or a folder, and shows it.
  package func open(_ input: String) throws(ReaderServer.Problem) {
    let folder = BookFolder(input: input, memory: helpers.memory(input))
    self.folder = folder
    folder.didWrite = { [unowned server] in server.watch?.note($0) }
    server.pictureFolder = folder.folder
    server.reread = { [unowned self] () throws(ReaderServer.Problem) in
      kept.letGo()
      return try read()
    }
    server.readAgain()
  }

  private func read() throws(ReaderServer.Problem) -> ReaderServer.Reading {
    guard let folder else { throw ReaderServer.Problem(words: "no book is open") }
    do throws(ReaderServer.Problem) {
      let prepared = try helpers.prepare(folder.inputs, kept)
      var reading = try helpers.reading(prepared, folder.inputs)
      take(prepared)
      reading.design = beginRounds(reading.design)
      return reading
    } catch {
      var problem = error
      if problem.files.isEmpty { problem.files = folder.inputs + [folder.options] + [folder.hints].compactMap(\.self) }
      throw problem
    }
  }

  private func take(_ prepared: PreparedBook) {
    self.prepared = prepared
    openings = [:]
    knownBlocks = nil
  }

  package func didReadAgain(_ problem: ReaderServer.Problem?) { folder?.look() }

  var blocks: [PlacedBlock] {
    if let knownBlocks { return knownBlocks }
    let found = server.shown.paginator.placedBlocks()
    knownBlocks = found
    return found
  }

  var names: NamedBlocks { kept.names ?? NamedBlocks(Book()) }

  // MARK: Changes

  /// How far a change goes back.
  enum Reach {
    /// Only the options of pages are others.
    case pages
    /// Only what is said by hints, or of the book on its first pages.
    case said
    case manuscript
  }

  /// What a change came to: nil where it holds.
  func change(_ reach: Reach, _ write: (BookFolder) throws -> Void) -> String? {
    guard let folder else { return "no book is open" }
    // what somebody else has changed meanwhile may be anything
    let reach = folder.look() ? .manuscript : reach
    let steps = folder.canUndo
    do { try write(folder) } catch let problem as OptionsText.Problem {
      return words(of: problem, in: folder)
    } catch let problem as FileError {
      return problem.diagnostic().message
    } catch { return "\(error)" }
    guard let problem = show(reach) else { return nil }
    // what cannot be set is not kept
    if folder.canUndo || steps { try? folder.undo(forGood: true) }
    _ = show(.manuscript)
    return problem
  }

  /// Shows what the folder says.
  private func show(_ reach: Reach) -> String? {
    guard let folder else { return nil }
    do {
      if reach == .pages, let before = prepared {
        let text = folder.text(of: folder.options).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let layers = try before.layers.with(pageOptions: readConfiguration(text), file: folder.options)
        let after = try before.with(layers)
        let reading = try helpers.reading(after, folder.inputs)
        try server.show(beginRounds(reading.design))
        server.watch?.watch(reading.files)
        take(after)
      } else {
        if reach != .said { kept.letGo() }
        try server.show(read())
      }
      return nil
    } catch let problem as ReaderServer.Problem {
      return problem.words
    } catch let problem as ReadingError {
      return Studio.words(problem.place, problem.diagnostic)
    } catch let problem as SettingsProblem {
      return Studio.words(problem.place, problem.diagnostic)
    } catch { return "\(error)" }
  }

  private static func words(_ place: String?, _ diagnostic: Diagnostic) -> String {
    (place.map { "\($0): " } ?? "") + diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? "")
  }

  private func words(of problem: OptionsText.Problem, in folder: BookFolder) -> String {
    switch problem {
    case .otherForm(let key):
      "\(folder.options): \(key) is written in a way that only you can change\nwrite it as one line, \(key): VALUE"
    case .unreadable(let error):
      (error.place.map { "\(folder.options):\($0.line):\($0.column): " } ?? "\(folder.options): ") + error.words.message
        + "\n" + error.words.help
    }
  }

  /// Options of the page that have a part in how the manuscript is read, or in what is read of it.
  private static let partInReading: Set<String> = [
    "for", "target", "pdf", "condition", "profile", "ink", "index-order", "index-columns", "page-references",
    "number-sections", "tagged", "hyphenation-exceptions", "font-path", "binding", "writing",
  ]

  private static func isOfPage(_ key: String) -> Bool {
    OptionRow.keyed[key]?.group == .page && !partInReading.contains(key)
  }

  /// How far a change of options goes back.
  private static func reach(of keys: Set<String>) -> Reach {
    keys.allSatisfy(isOfPage)
      ? .pages : keys.allSatisfy { $0 == "hints" || BookFacts.keys.contains($0) } ? .said : .manuscript
  }

  /// How far what is said by files differs.
  private static func reach(
    from before: [String: [UInt8]], to after: [String: [UInt8]], _ folder: BookFolder
  ) -> Reach {
    var changed: Set<String> = []
    for file in Set(before.keys).union(after.keys) where before[file] != after[file] {
      if file == folder.hints {
        changed.insert("hints")
      } else if file == folder.theme {
        changed.insert("theme")
      } else if file == folder.options, let keys = changedKeys(from: before[file], to: after[file]) {
        changed.formUnion(keys)
      } else {
        return .manuscript
      }
    }
    return changed.isEmpty ? .manuscript : reach(of: changed)
  }

  /// The options that differ; nil where that cannot be told.
  private static func changedKeys(from before: [UInt8]?, to after: [UInt8]?) -> Set<String>? {
    func values(_ bytes: [UInt8]?) -> [String: String]? {
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      var values: [String: String] = [:]
      for entry in (try? readConfiguration(text)) ?? [] {
        switch entry.value {
        case .text(let text): values[entry.key] = text
        case .list(let items): values[entry.key] = items.map(\.text).joined(separator: "\n")
        case .nothing: values[entry.key] = ""
        case .entries, .other: return nil
        }
      }
      return values
    }
    guard let was = values(before), let now = values(after) else { return nil }
    return Set(was.keys).union(now.keys).filter { was[$0] != now[$0] }
  }

  /// Gives options values; nil takes them out.
  func set(_ changes: [(key: String, value: String?)]) -> String? {
    for change in changes where OptionRow.keyed[change.key]?.standsInFiles != true {
      guard BookFacts.keys.contains(change.key) else { return "there is no option \"\(change.key)\"" }
    }
    // what was changed of elements stays over another look
    if changes.count == 1, changes[0].key == "theme", let name = changes[0].value, ThemeFile.names.contains(name),
      hasOwnTheme
    {
      return base(on: name)
    }
    return change(Studio.reach(of: Set(changes.map(\.key)))) { folder in
      try edit(folder) { for change in changes { try $0.set(change.key, to: change.value.map { [$0] }) } }
    }
  }

  /// Writes the words on the cover's back; none take them away.
  func setBlurb(_ text: String) -> String? {
    guard !text.allSatisfy(\.isWhitespace) else { return set([("blurb", nil)]) }
    let isNamed = prepared?.layers.text("blurb") == folder?.blurb
    return change(.pages) { folder in
      try folder.write(text.hasSuffix("\n") ? text : text + "\n", to: folder.blurb)
      if !isNamed { try edit(folder, goesWithLast: true) { try $0.set("blurb", to: ["blurb.txt"]) } }
    }
  }

  /// Changes the options, all else in their file as it was.
  func edit(_ folder: BookFolder, goesWithLast: Bool = false, _ change: (inout OptionsText) throws -> Void) throws {
    var options = OptionsText(folder.text(of: folder.options).map { String(decoding: $0, as: UTF8.self) } ?? "")
    try change(&options)
    try folder.write(options.text, to: folder.options, goesWithLast: goesWithLast)
  }

  /// Puts a picture that was sent beside the manuscript, and on a side of the cover.
  func setPicture(_ key: String, _ upload: HTTPUpload, name: String) -> String? {
    guard let folder else { return "no book is open" }
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    do throws(FileError) {
      let bytes = try readFile(upload.path, limit: Studio.mostUpload)
      for number in 1...99 {
        let own = number == 1 ? name : "\(stem)-\(number)\(name.dropFirst(stem.count))"
        let path = (folder.folder == "." ? "" : folder.folder + "/") + own
        // never over somebody's file; the same one again is the one that is there
        if let there = try? readFile(path, limit: Studio.mostUpload) {
          guard there == bytes else { continue }
        } else {
          guard access(path, F_OK) != 0 else { continue }
          try writeFile(bytes, to: path)
        }
        return set([(key, own)])
      }
    } catch { return error.diagnostic().message }
    return "there are many files called \(name)"
  }

  /// Goes a step back, or on again.
  func step(back: Bool) -> String? {
    guard let folder else { return "no book is open" }
    func said() -> [String: [UInt8]] {
      var said: [String: [UInt8]] = [:]
      for file in folder.files { said[file] = folder.text(of: file) }
      return said
    }
    let before = said()
    do throws(FileError) {
      if back { try folder.undo() } else { try folder.redo() }
    } catch { return error.diagnostic().message }
    return show(Studio.reach(from: before, to: said(), folder))
  }

  // MARK: Jobs

  package func work() -> Bool {
    widenInside()
    return jobs.work()
  }

  /// The design as a book of one page has it, where the number of pages is to decide.
  private func beginRounds(_ design: PageDesign) -> PageDesign {
    rounds = nil
    guard design.insideByPageCount else { return design }
    let inside = InsideMargin(design)
    var design = design
    design.inside = inside.chosen
    rounds = (inside, design)
    return design
  }

  /// As the command does when all pages are there: a wider margin, where there are so many that printers ask for one.
  private func widenInside() {
    guard var (inside, design) = rounds, server.shown.paginator.isSettled else { return }
    guard inside.widens(pages: server.shown.paginator.pageCount) else {
      rounds = nil
      return
    }
    design.inside = inside.chosen
    rounds = (inside, design)
    // what has no room for text that wide stays as it is
    do throws(LayoutError) { try server.show(design) } catch { rounds = nil }
  }

  private func didEnd(_ job: StudioJobs.Job) {
    guard job.kind == "open" else { return }
    if job.state == .done {
      try? open(job.tag)
    } else {
      // its folder was made for it a moment ago
      unlink(job.tag)
      if let name = job.tag.lastIndex(of: "/") { rmdir(String(job.tag[..<name])) }
    }
  }
}
