/// What each byte of a Markdown file is to who looks for its words on the pages.
///
/// Found by CommonMark's rules (0.31), GitHub's for tables and notes and octavo's for
/// fences and HTML, in a scanner of its own: nothing is shared with the reader, so that
/// what the reader loses is missed.
struct MarkdownWords {
  enum Kind: UInt8 {
    /// No part of the text.
    case markup
    /// As `markup`, and words end here.
    case boundary
    case text
    /// Printed or not: numbers that octavo sets itself, what stands for a picture.
    case optional
    /// The same of a note's call, whatever becomes of what it stands in.
    case call
  }

  private(set) var kinds: [Kind]
  /// Characters written in another way, by their first byte, whose kind is `text`; the others are `markup`.
  private(set) var scalars: [Int: UInt32] = [:]

  /// The cells of tables, ascending.
  private(set) var cells: [Range<Int>] = []

  mutating func set(_ range: Range<Int>, _ kind: Kind) {
    for index in range.clamped(to: 0..<kinds.count) { kinds[index] = kind }
  }

  /// What is text at a byte may be printed or not.
  mutating func soften(_ index: Int) {
    if kinds.indices.contains(index), kinds[index] == .text { kinds[index] = .optional }
  }

  /// What was taken for another way to write something is text as it stands.
  mutating func setBare(_ range: Range<Int>) {
    set(range, .text)
    for index in range { scalars[index] = nil }
  }

  mutating func replace(_ range: Range<Int>, by scalar: UInt32) {
    set(range, .markup)
    if kinds.indices.contains(range.lowerBound) {
      kinds[range.lowerBound] = .text
      scalars[range.lowerBound] = scalar
    }
  }

  /// Reads a whole file. Linear.
  init(_ bytes: [UInt8]) {
    // white space always parts words; what is never met says nothing
    kinds = bytes.map { $0 <= 0x20 ? .text : .markup }
    var blocks = MarkdownBlockScanner(bytes)
    blocks.scan(&self)
    let names = blocks.names
    cells = blocks.cells
    for run in blocks.runs {
      var scanner = MarkdownInlineScanner(run, of: bytes, names: names)
      scanner.scan(&self)
    }
  }

  /// Hands over the pieces of a range, in order.
  func forEachPiece(in range: Range<Int>, _ body: (ManuscriptPiece) -> Void) {
    let range = range.clamped(to: 0..<kinds.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let kind = kinds[start]
      if kind == .text, let scalar = scalars[start] {
        body(.scalar(scalar, at: start))
        start += 1
        continue
      }
      var end = start + 1
      while end < range.upperBound, kinds[end] == kind, kind != .text || scalars[end] == nil { end += 1 }
      switch kind {
      case .text: body(.text(start..<end))
      case .optional: body(.optional(start..<end))
      case .call: body(.call(start..<end))
      case .boundary: body(.nothing(isBoundary: true))
      case .markup: body(.nothing(isBoundary: false))
      }
      start = end
    }
  }
}

/// Text whose inline marks are read together: a paragraph, a heading, a cell.
struct MarkdownRun {
  /// Of each line, without what holds it.
  var lines: [Range<Int>]
  var isHeading = false
}

/// The names that a file gives to links and notes, folded as CommonMark matches them.
struct MarkdownNames {
  var links: Set<String> = []
  var notes: Set<String> = []

  static func folded(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

func isASCIIPunctuation(_ byte: UInt8) -> Bool {
  (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
    || (0x7B...0x7E).contains(byte)
}
func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
func isASCIIDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Tags that octavo reads inside a line (the manual).
let markdownLineTags: Set<String> = [
  "sup", "sub", "u", "small", "br", "span", "em", "i", "cite", "dfn", "var", "strong", "b", "s", "strike", "del", "ins",
  "big", "code", "kbd", "samp", "tt",
]
/// Tags that are left out wherever they stand (the manual).
let markdownLeftOutTags: Set<String> = [
  "a", "abbr", "acronym", "area", "audio", "bdi", "bdo", "button", "canvas", "data", "embed", "font", "iframe", "img",
  "input", "label", "map", "mark", "meter", "nobr", "noscript", "object", "output", "param", "picture", "progress", "q",
  "rb", "rp", "rt", "ruby", "select", "source", "time", "track", "video", "wbr",
]
/// The same, where they part what they hold from the words around it.
let markdownBlockTags: Set<String> = Set(
  """
  address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption \
  figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol option p pre search \
  section summary table tbody td textarea tfoot th thead tr ul
  """.split(separator: " ").map(String.init))
/// Fences whose contents are Markdown (the manual).
let markdownBookFences: Set<String> = [
  "\u{3}", "verse", "letter", "epigraph", "dedication", "centred", "right", "small-caps", "across", "columns-2",
  "columns-3",
  "aside",
]
