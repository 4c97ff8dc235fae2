import Cairo
import Files
import Hyphen
import Libc
import Octavo
import Pango
import Settings

/// What the bytes of a PDF hang on, as one number: of two builds with one key, one is enough.
struct BuildKey {
  /// Something that was read, or would have been if it were there.
  struct Input: Equatable {
    var file: String
    /// Nil for what is no file: a folder, standard input.
    var state: FileState?
    /// Of a folder the names in it; nil where nothing is there.
    var sha256: String?
  }

  let inputs: [Input]
  /// That options add to those of the system.
  let fontFolders: [String]
  /// Of all that is no input and no option: program, libraries, fonts, dictionaries, the date.
  let environment: String
  let sha256: String

  /// - Parameters:
  ///   - kind: what is made: a book, sheets, a cover.
  ///   - options: all that shape it, with their values.
  ///   - files: all that it is read from.
  ///   - bytes: of standard input, where that is read.
  ///   - fontFolders: where fonts are looked for besides.
  ///   - programs: that have a part in it, by what they say of themselves.
  init(
    kind: String, options: [(name: String, value: String)], files: [String], bytes: [UInt8]? = nil,
    fontFolders: [String], programs: [String] = []
  ) {
    _ = Fonts.ofProcess(folders: fontFolders)
    var inputs: [Input] = []
    if let bytes { inputs.append(Input(file: "-", state: nil, sha256: Hash.of(bytes))) }
    var seen: Set<String> = []
    for file in files where seen.insert(file).inserted {
      if let input = BuildKey.input(file) { inputs.append(input) }
    }
    let environment = BuildKey.environmentOfProcess()
    let hash = Hash()
    // wherever they lie
    for text in ["octavo 1", environment, kind] + programs { hash.add(text) }
    for option in options {
      hash.add(option.name)
      hash.add(option.value)
    }
    for input in inputs {
      guard let sha256 = input.sha256 else { continue }
      hash.add(BuildKey.lastPart(input.file))
      hash.add(sha256)
    }
    (self.inputs, self.fontFolders, self.environment) = (inputs, fontFolders, environment)
    sha256 = hash.finish()
  }

  /// By bytes: it is asked of every font there is.
  static func lastPart(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    var bytes = path.utf8[...]
    while bytes.last == slash { bytes.removeLast() }
    return bytes.lastIndex(of: slash).map { String(bytes[bytes.index(after: $0)...]) ?? path } ?? String(bytes) ?? path
  }

  /// A file as it is now; nil for what stands inside another file, an archive's.
  static func input(_ file: String) -> Input? {
    if let state = FileState(file) { return Input(file: file, state: state, sha256: hashOfFile(file)) }
    if let names = try? listFolder(file) {
      let hash = Hash()
      for name in names.sorted() { hash.add(name) }
      return Input(file: file, state: nil, sha256: hash.finish())
    }
    return access(file, F_OK) != 0 && errno == ENOTDIR ? nil : Input(file: file, state: nil, sha256: nil)
  }

  /// The fonts' files go by name, size and their makers' version, dictionaries by name and size: to read hundreds of
  /// them would take longer than a book.
  static func environmentOfProcess() -> String {
    var lines = FontConfiguration.filesOfProcess().map { "\(lastPart($0)) \(FileState($0)?.bytes ?? 0) \($1)" }
    lines += hyphenationDictionaries().map { "\($0.language) \(lastPart($0.path)) \(FileState($0.path)?.bytes ?? 0)" }
    lines.sort()
    let hash = Hash()
    hash.add(Octavo.version)
    // of one version there may be two while it is worked on
    hash.add("\(Platform.program.flatMap { FileState($0)?.bytes } ?? 0)")
    for library in FontConfiguration.libraries + ["cairo \(Canvas.cairoVersion)"] { hash.add(library) }
    hash.add(getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) } ?? "")
    for line in lines { hash.add(line) }
    return hash.finish()
  }
}

extension BookJob {
  /// Options of the run with which a PDF might not have been made.
  private static let judging: Set = ["verify", "strict", "strict-on"]

  /// The key of a manuscript's book.
  func key(_ kind: String, _ prepared: PreparedBook, bytes: [UInt8]?) -> BuildKey {
    var options = prepared.layers.effective(prepared.resolved).map {
      ($0.name, BookJob.portable($0.value, of: $0.name))
    }
    options += given(kind == "cover" ? prepared.layers : layers) { !$0.group.isOfBook }
    let files = prepared.files(of: inputs) + BookJob.filesOfOptions(kind == "cover" ? prepared.layers : layers)
    let programs = prepared.usesPandoc ? [BookJob.pandoc] : []
    return BuildKey(
      kind: kind, options: options, files: files, bytes: bytes, fontFolders: prepared.resolved.fontFolders,
      programs: programs)
  }

  /// The key of what is made of a PDF.
  func key(ofPDF kind: String, fontFolders: [String], bytes: [UInt8]?) -> BuildKey {
    return BuildKey(
      kind: kind, options: given(layers) { _ in true },
      files: inputs.filter { $0 != "-" } + BookJob.filesOfOptions(layers),
      bytes: inputs.contains("-") ? bytes : nil, fontFolders: fontFolders)
  }

  /// What the command line says that shapes the PDF, in the order of the help.
  private func given(_ layers: OptionSources, _ isMeant: (OptionRow) -> Bool) -> [(name: String, value: String)] {
    OptionRow.all.compactMap { row in
      guard isMeant(row), row.group != .output, row.group != .run || BookJob.judging.contains(row.key),
        let given = layers[row.key]
      else { return nil }
      return (row.key, given.values.map { BookJob.portable($0, of: row.key) }.joined(separator: ", "))
    }
  }

  /// A file counts by what is in it, not by where it lies.
  private static func portable(_ value: String, of key: String) -> String {
    switch OptionRow.keyed[key]?.values {
    case .file, .folder: BuildKey.lastPart(value)
    default: value
    }
  }

  /// Files that options of the cover name.
  private static func filesOfOptions(_ layers: OptionSources) -> [String] {
    OptionRow.all.filter { row in
      guard case .file = row.values else { return false }
      return row.group == .cover && row.key != "front-image"
    }.compactMap { layers.text($0.key) }
  }

  private static var pandoc: String {
    let answer = (try? outputOfProgram("pandoc", ["--version"])) ?? []
    return String(decoding: answer.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
