/// Where something stands in the manuscript: a file and a byte in its decoded
/// (UTF-8) text. Line and column are computed only when printed.
public struct SourceLocation: Hashable, Sendable {
  /// Index into `SourceFiles`.
  public var file: UInt16
  /// Byte offset in the file's decoded UTF-8 text.
  public var offset: UInt32

  public init(file: UInt16 = 0, offset: UInt32) {
    self.file = file
    self.offset = offset
  }

  public init(file: UInt16 = 0, offset: Int) {
    self.init(file: file, offset: UInt32(clamping: offset))
  }
}

/// One manuscript file after decoding.
public struct SourceFile: Sendable, Equatable {
  /// The path as the user gave it, or `-` for standard input.
  public var name: String
  /// Offsets, ascending, at which lines begin in the decoded text (the first is 0).
  public var lineStarts: [UInt32]
  /// The decoded text, UTF-8.
  public var text: [UInt8]
  /// The files that the text was joined from, ascending, where it was: places are told by their names.
  public var parts: [SourcePart] = []
  /// Where places are told by the words there, for files whose lines nobody sees.
  package var openings: SourceOpenings?
  private var left: LeftText?

  /// What is kept of a text that is gone.
  private struct LeftText: Sendable, Equatable {
    var count: UInt32
    /// Where bytes stood that continue a scalar, ascending.
    var continuations: [UInt32]
  }

  /// For who has found the lines, by the same ends as below.
  package init(name: String, text: [UInt8], lineStarts: [UInt32]) {
    self.name = name
    self.text = text
    self.lineStarts = lineStarts
  }

  /// Lines end at LF, CR, CRLF or U+2028, as editors count them.
  public init(name: String, text: [UInt8]) {
    self.name = name
    self.text = text
    var starts: [UInt32] = [0]
    let bytes = text.span
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      if byte > 0x0D && byte != 0xE2 { continue }
      if byte == 0x0A {
        starts.append(UInt32(clamping: i))
      } else if byte == 0x0D {
        if i < bytes.count, bytes[i] == 0x0A { i += 1 }
        starts.append(UInt32(clamping: i))
      } else if byte == 0xE2, i + 1 < bytes.count, bytes[i] == 0x80, bytes[i + 1] == 0xA8 {
        i += 2
        starts.append(UInt32(clamping: i))
      }
    }
    lineStarts = starts
  }

  /// Line and column of a byte offset, both from 1, the column in Unicode scalars.
  public func lineAndColumn(at offset: UInt32) -> (line: Int, column: Int) {
    let low = max(lineStarts.lowerBound { $0 <= offset } - 1, 0)
    let start = Int(lineStarts[low])
    if let left {
      let end = min(offset, left.count)
      let first = left.continuations.lowerBound { $0 < lineStarts[low] }
      let last = left.continuations.lowerBound { $0 < end }
      return (low + 1, 1 + max(Int(end) - start - (last - first), 0))
    }
    let end = min(Int(offset), text.count)
    var column = 1
    var i = start
    while i < end {
      if text[i] & 0xC0 != 0x80 { column += 1 }
      i += 1
    }
    return (low + 1, column)
  }

  /// Lets a long text go, of which nothing is asked any more but where its lines and columns are. One of many letters
  /// beyond ASCII stays: it takes no more room.
  package mutating func leaveText() {
    var found: [UInt32] = []
    guard left == nil, text.count >= 1 << 16, text.count <= Int(UInt32.max) else { return }
    for at in text.indices where text[at] & 0xC0 == 0x80 {
      guard found.count < text.count >> 4 else { return }
      found.append(UInt32(at))
    }
    left = LeftText(count: UInt32(text.count), continuations: found)
    text = []
  }
}

/// How the chapters and paragraphs of a file begin, by their places.
package struct SourceOpenings: Sendable, Equatable {
  private var chapters: [(start: UInt32, name: String)] = []
  private var starts: [UInt32] = []
  /// The first words of the paragraphs, a line each, and where each line ends.
  private var letters: [UInt8] = []
  private var ends: [UInt32] = []

  package init() {}

  /// Chapters and paragraphs are added in their order.
  package mutating func add(chapter name: String, at start: UInt32) { chapters.append((start, name)) }

  package mutating func add(_ words: some Sequence<UInt8>, at start: UInt32) {
    starts.append(start)
    letters += words
    ends.append(UInt32(clamping: letters.count))
  }

  /// `, "Chapter Two", at "It was a dark…"`; empty before the first paragraph.
  func words(at offset: UInt32) -> String {
    let index = starts.lowerBound { $0 <= offset } - 1
    guard index >= 0 else { return "" }
    let first = index > 0 ? Int(ends[index - 1]) : 0
    let opening = String(decoding: letters[first..<Int(ends[index])], as: UTF8.self)
    let chapter = chapters.lowerBound { $0.start <= offset } - 1
    let name = chapter >= 0 ? chapters[chapter].name : ""
    return (name.isEmpty || name == opening ? "" : ", \"\(name)\"") + (opening.isEmpty ? "" : ", at \"\(opening)\"")
  }

  package static func == (a: SourceOpenings, b: SourceOpenings) -> Bool {
    a.starts == b.starts && a.letters == b.letters && a.chapters.elementsEqual(b.chapters, by: ==)
  }
}

/// From byte `start` of a joined text on stands a file of this name; `start` begins a line.
public struct SourcePart: Sendable, Equatable {
  public var start: UInt32
  public var name: String
  /// The number of that line in the file.
  public var line: Int
  public init(start: UInt32, name: String, line: Int = 1) {
    (self.start, self.name, self.line) = (start, name, line)
  }
}

/// All files of a manuscript; `SourceLocation.file` counts into it.
public struct SourceFiles: Sendable, Equatable {
  public var files: [SourceFile]
  public init(_ files: [SourceFile] = []) { self.files = files }

  /// `name:line:column`, or nil where the location names no file.
  public func describe(_ location: SourceLocation) -> String? {
    guard Int(location.file) < files.count else { return nil }
    let file = files[Int(location.file)]
    if let openings = file.openings { return file.name + openings.words(at: location.offset) }
    let (line, column) = file.lineAndColumn(at: location.offset)
    guard let part = file.parts.last(where: { $0.start <= location.offset }) else {
      return "\(file.name):\(line):\(column)"
    }
    return "\(part.name):\(line - file.lineAndColumn(at: part.start).line + part.line):\(column)"
  }

  /// The line number alone, from 1.
  public func line(of location: SourceLocation) -> Int? {
    guard Int(location.file) < files.count else { return nil }
    return files[Int(location.file)].lineAndColumn(at: location.offset).line
  }
}
