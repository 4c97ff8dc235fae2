internal import Archive
internal import Bytes
internal import Pandoc

/// A text of OpenDocument as pandoc gets it: without the elements that it leaves out with their words, such as sections,
/// heads of tables and fields, and with text boxes and words in drawings behind the paragraphs that they hang on. Flat files
/// are packed as others are.
struct OpenDocument {
  /// An archive that says the same.
  private(set) var packed: [UInt8] = []
  private var pictures: [(name: String, bytes: [UInt8])] = []
  /// A table stands in a table's cell; it has no columns there.
  private(set) var hasNestedTables = false

  /// Nil where pandoc can read the file as it is, or nobody can.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x50, 0x4B]) {
      guard let archive = ZipArchive(bytes), archive.problems.isEmpty, archive.encrypted.isEmpty else { return nil }
      var writer = ZipWriter()
      var isChanged = false
      for entry in archive.entries {
        let made = entry.name == "content.xml" ? rewritten(entry.bytes) : entry.bytes
        isChanged = isChanged || made != entry.bytes
        guard writer.add(entry.name, made) else { return nil }
      }
      guard isChanged else { return nil }
      packed = writer.finish()
    } else {
      guard bytes.prefix(4000).firstRange(ofBytes: Array("office:document".utf8)) != nil else { return nil }
      let content = rewritten(bytes)
      var writer = ZipWriter()
      // what flat files have in one stands in two parts else
      let parts =
        [("mimetype", Array("application/vnd.oasis.opendocument.text".utf8)), ("content.xml", content)]
        + [("styles.xml", content)] + pictures.map { ($0.name, $0.bytes) }
      for (name, bytes) in parts { guard writer.add(name, bytes) else { return nil } }
      packed = writer.finish()
    }
  }

  /// What a file says that it is called (OpenDocument 1.3, 4.3.2.3), which pandoc does not look at.
  static func title(of bytes: [UInt8]) -> String? {
    var said: [UInt8]? = bytes
    if bytes.starts(with: [0x50, 0x4B]) {
      said = ZipArchive(bytes) { $0 == "meta.xml" }?.entries.first { $0.name == "meta.xml" }?.bytes
    }
    let head = said?.prefix(20_000) ?? []
    guard let start = head.firstRange(ofBytes: Array("<dc:title>".utf8))?.upperBound,
      let end = head[start...].firstRange(ofBytes: Array("</dc:title>".utf8))?.lowerBound
    else { return nil }
    var words = String(decoding: head[start..<end], as: UTF8.self)
    for (sign, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
      words = words.replacing(sign, with: letter)
    }
    words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // a file's name is none
    return words.isEmpty || words.contains(".") ? nil : words
  }

  private static let deepest = 8

  /// Elements of which pandoc's reader knows nothing, whose words stand in the text all the same: groups of rows, fields
  /// with what they show, readings.
  private static let unwrapped: Set<String> = [
    "text:section", "table:table-row-group", "table:table-rows", "text:numbered-paragraph", "text:ruby", "text:date",
    "text:time", "text:user-field-get", "text:user-field-input", "text:user-defined", "text:conditional-text",
    "text:placeholder", "text:meta", "text:meta-field", "text:title", "text:subject", "text:description",
    "text:keywords", "text:chapter", "text:author-name", "text:author-initials", "text:variable-set",
    "text:variable-get", "text:variable-input", "text:expression", "text:text-input", "text:drop-down",
    "text:database-display", "text:database-name", "text:bibliography-mark", "text:note-ref", "text:sequence-ref",
    "text:file-name", "text:creator", "text:initial-creator", "text:printed-by", "text:creation-date",
    "text:creation-time", "text:modification-date", "text:modification-time", "text:print-date", "text:print-time",
  ]

  private static let shapes: Set<String> = [
    "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:circle", "draw:polygon", "draw:path", "draw:caption",
    "draw:connector", "draw:line", "draw:polyline", "draw:measure", "draw:regular-polygon",
  ]

  /// Linear in the text for each depth of boxes.
  private mutating func rewritten(_ xml: [UInt8], depth: Int = 0, tables outer: Int = 0) -> [UInt8] {
    var made: [UInt8] = []
    made.reserveCapacity(xml.count)
    /// What stands in boxes of the paragraph that is open.
    var boxes: [UInt8] = []
    /// Paragraphs and frames that are open, of which the outermost ends before its boxes.
    var open = 0
    var at = 0
    // behind the last sign that ends one there are no tags; behind one that nothing ends no other is looked for
    let last = xml.lastIndex(of: 0x3E) ?? -1
    var isTorn = false
    /// Rows of a table's head, of which the one that is open has no mark yet.
    var (isInHead, isUnmarked) = (false, false)
    /// Tables that are open, and an item of a list in a cell that has no words yet.
    var (tables, isItem) = (outer, false)
    var isInWorks = false
    while at < xml.count {
      guard xml[at] == 0x3C, at < last, let tag = Tag(xml, at: at) else {
        made.append(xml[at])
        at += 1
        continue
      }
      defer { at = max(at, tag.end) }
      if tag.name == "table:table", !tag.isEmpty {
        tables += tag.isEnd ? -1 : 1
        let isNested = tables > (tag.isEnd ? 0 : 1)
        hasNestedTables = hasNestedTables || isNested
        if isNested { continue }
      }
      switch tag.name {
      case _ where tables > 1 && tag.name.hasPrefix("table:"): continue
      case _ where OpenDocument.unwrapped.contains(tag.name) || tag.name.hasPrefix("text:sender-"):
        if !tag.isEnd, xml[tag.start..<tag.end].firstRange(ofBytes: Array("text:display=\"none\"".utf8)) != nil {
          break
        }
        continue
      // a list of works that the program has made
      case "text:bibliography":
        isInWorks = !tag.isEnd && !tag.isEmpty
        continue
      case "text:index-body" where isInWorks, "text:index-title" where isInWorks: continue
      case "text:bibliography-source":
        if !tag.isEnd, !tag.isEmpty, let inner = OpenDocument.inner(xml, of: tag) {
          at = Tag(xml, at: inner.upperBound)?.end ?? xml.count
          continue
        }
      case "text:ruby-base", "text:ruby-text":
        made += Array(
          (tag.isEnd
            ? tag.name == "text:ruby-text" ? PandocOptions.rubyEnd : ""
            : tag.name == "text:ruby-base" ? PandocOptions.rubyBase : PandocOptions.rubyReading).utf8)
        continue
      // pandoc looks for nothing but paragraphs in cells
      case "text:list", "text:list-header", "text:list-item":
        guard tables > 0 else { break }
        isItem = tag.name == "text:list-item" && !tag.isEnd
        continue
      case "text:h" where tables > 0 && !tag.isEmpty:
        open += tag.isEnd ? -1 : 1
        made += Array((tag.isEnd ? "</text:p>" : "<text:p>").utf8)
        continue
      case "table:table-header-rows":
        isInHead = !tag.isEnd && !tag.isEmpty
        continue
      case "table:table-row" where isInHead && !tag.isEnd: isUnmarked = true
      case "draw:text-box" where !tag.isEnd && !tag.isEmpty && !isTorn && depth < OpenDocument.deepest:
        guard let inner = OpenDocument.inner(xml, of: tag) else {
          isTorn = true
          break
        }
        // a picture with its caption is what pandoc knows
        if xml[inner].firstRange(ofBytes: Array("<draw:image".utf8)) != nil { break }
        boxes += rewritten(Array(xml[inner]), depth: depth + 1, tables: tables)
        at = Tag(xml, at: inner.upperBound)?.end ?? xml.count
        continue
      case _
      where OpenDocument.shapes.contains(tag.name) && !tag.isEnd && !tag.isEmpty && !isTorn
        && depth < OpenDocument.deepest:
        guard let inner = OpenDocument.inner(xml, of: tag) else {
          isTorn = true
          break
        }
        if xml[inner].firstRange(ofBytes: Array("<text:p".utf8)) != nil {
          boxes += rewritten(Array(xml[inner]), depth: depth + 1, tables: tables)
        }
        at = Tag(xml, at: inner.upperBound)?.end ?? xml.count
        continue
      case "draw:image" where !tag.isEnd && !tag.isEmpty && !isTorn:
        if let data = OpenDocument.data(xml, behind: tag) {
          let name = "Pictures/\(pictures.count + 1)"
          pictures.append((name, data.bytes))
          made += xml[tag.start..<(tag.end - 1)] + Array(" xlink:href=\"\(name)\">".utf8)
          at = data.end
          continue
        }
      case "text:p", "text:h", "draw:frame":
        if isInHead, isUnmarked, !tag.isEnd, !tag.isEmpty, tag.name == "text:p" {
          isUnmarked = false
          open += 1
          made += xml[tag.start..<tag.end] + Array(PandocOptions.headMark.utf8)
          continue
        }
        if isItem, !tag.isEnd, !tag.isEmpty, tag.name == "text:p" {
          isItem = false
          open += 1
          made += xml[tag.start..<tag.end] + Array("• ".utf8)
          continue
        }
        if !tag.isEmpty { open += tag.isEnd ? -1 : 1 }
        if tag.isEnd, open <= 0, !boxes.isEmpty {
          made += xml[tag.start..<tag.end] + boxes
          boxes = []
          continue
        }
      default: break
      }
      made += xml[tag.start..<tag.end]
    }
    return made + boxes
  }

  private struct Tag {
    var start: Int
    var end: Int
    var name: String
    var isEnd = false
    var isEmpty = false

    init?(_ xml: [UInt8], at start: Int) {
      guard start < xml.count, let close = xml[start...].firstIndex(of: 0x3E) else { return nil }
      (self.start, end) = (start, close + 1)
      isEnd = start + 1 < close && xml[start + 1] == 0x2F
      isEmpty = xml[close - 1] == 0x2F
      let first = start + (isEnd ? 2 : 1)
      guard first < close else { return nil }
      // no name that is asked for is longer
      name = String(decoding: xml[first..<close].prefix(24).prefix { $0 > 0x20 && $0 != 0x2F }, as: UTF8.self)
    }
  }

  /// What stands in an element; nil where nothing ends it.
  private static func inner(_ xml: [UInt8], of tag: Tag) -> Range<Int>? {
    var depth = 1
    var at = tag.end
    while at < xml.count {
      guard xml[at] == 0x3C else {
        at += 1
        continue
      }
      guard let next = Tag(xml, at: at) else { return nil }
      if next.name == tag.name, !next.isEmpty { depth += next.isEnd ? -1 : 1 }
      if depth == 0 { return tag.end..<at }
      at = next.end
    }
    return nil
  }

  /// A flat file's picture, in letters (RFC 4648, 4).
  private static func data(_ xml: [UInt8], behind tag: Tag) -> (bytes: [UInt8], end: Int)? {
    var at = tag.end
    while at < xml.count, xml[at] <= 0x20 { at += 1 }
    guard at < xml.count, xml[at] == 0x3C, let data = Tag(xml, at: at), data.name == "office:binary-data",
      !data.isEmpty, !data.isEnd,
      let inner = inner(xml, of: data), let end = Tag(xml, at: inner.upperBound)?.end
    else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in xml[inner] {
      let value: Int
      switch letter {
      case 0x41...0x5A: value = Int(letter) - 0x41
      case 0x61...0x7A: value = Int(letter) - 0x61 + 26
      case 0x30...0x39: value = Int(letter) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      default: continue
      }
      (bits, count) = ((bits << 6 | value) & 0xFFFFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return (bytes, end)
  }
}
