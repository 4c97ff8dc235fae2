internal import BookModel
internal import Cairo
internal import Octavo
internal import PageModel
internal import Units

/// Writes a page as the web page draws it: every word at its place, with its font.
///
/// Lengths are points, places of words count bytes from the beginning of the page's text.
struct PageJSON {
  let numbers: FileNumbers
  let outlines: GlyphOutlines
  /// Of the book: runs in another name theirs.
  let language: String
  /// What is more than a paragraph, for those who hear the page.
  enum Part: String {
    case heading = "h"
    case list = "l"
    case table = "t"
    case typed = "c"
    case quotation = "q"

    init?(_ kind: PlacedBlock.Kind) {
      switch kind {
      case .part, .chapter, .heading: self = .heading
      case .list: self = .list
      case .table: self = .table
      case .preformatted: self = .typed
      case .quotation, .callout, .letter: self = .quotation
      case .paragraph, .verse, .speech, .figure, .sceneBreak, .pageBreak: return nil
      }
    }
  }
  /// Where such stand in the text.
  var parts: [PlacedBlock] = []
  /// Widths of words are written too, which only measuring needs.
  var hasWidths = false

  /// - Parameters:
  ///   - text: of the page.
  ///   - start: the byte at which it begins.
  ///   - place: the same, but of pages that octavo makes.
  ///   - note: the text of a note.
  func write(
    _ reading: PageReading, index: Int, text: String, start: Int, place: Int, revision: Int,
    note: (NoteKey) -> Note?
  ) -> [UInt8] {
    return JSONText.object { json in
      json.pair("n", index)
      json.pair("rev", revision)
      json.pair("label", reading.label)
      json.pair("recto", reading.isRecto)
      json.pair("start", start)
      if place != start { json.pair("at", place) }
      if !reading.isComplete { json.pair("waits", true) }
      if !parts.isEmpty {
        json.list("parts") { json in
          for part in parts {
            json.list { json in
              json.value(Part(part.kind)?.rawValue ?? "")
              json.value(part.range.lowerBound - start)
              json.value(part.range.upperBound - start)
              guard part.kind == .table else { return }
              json.value(part.headRows)
              json.list { json in for row in part.rows { json.value(row - start) } }
            }
          }
        }
      }
      write(text, of: reading, start: start, into: &json)
      json.list("runs") { json in
        var last: PlacedRun?
        for run in reading.runs
        where !run.isOutline && FontFile.isText(face: run.face) && !run.words.isEmpty {
          write(run, after: last, start: start, into: &json)
          // drawn as outlines, so its font is not asked for
          if !run.isVertical { last = run }
        }
      }
      writePaths(of: reading, into: &json)
      writeRules(of: reading.drawnPage, into: &json)
      writePictures(of: reading.drawnPage, into: &json)
      writeLinks(of: reading, note: note, into: &json)
    }
  }

  /// The page's text: its words say it once more, so where they are all of it only their gaps are told.
  private func write(_ text: String, of reading: PageReading, start: Int, into json: inout JSONText) {
    let bytes = Array(text.utf8)
    var told = [UInt8](repeating: 0x20, count: bytes.count)
    for run in reading.runs where run.kind == .text && FontFile.isText(face: run.face) {
      for word in run.words {
        guard let place = word.place, place.lowerBound >= start, place.upperBound - start <= told.count else {
          continue
        }
        told.replaceSubrange(
          place.lowerBound - start..<place.upperBound - start, with: word.text.utf8.prefix(place.count))
      }
    }
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    for end in ends { told[end] = 0x0A }
    guard told == bytes else { return json.pair("text", text) }
    json.pair("bytes", bytes.count)
    json.list("ends", ends)
  }

  /// `t` has the words, each with a space after it or, where none follows, a sign that stands in no text;
  /// `x` where they begin, in hundredths of a point; `p` the place of the first, from which the others
  /// follow, but for those in `q` (number of the word, place; -1 for none).
  private func write(_ run: PlacedRun, after last: PlacedRun?, start: Int, into json: inout JSONText) {
    json.object { json in
      if !run.isVertical, last == nil || last?.fontFile != run.fontFile || last?.face != run.face {
        json.pair("f", numbers.number(ofFont: run.fontFile, face: run.face))
      }
      if last?.size != run.size { json.pair("s", run.size) }
      if run.expansion != 1 {
        json.key("e")
        json.value(written: Array(JSONText.short(run.expansion, decimals: 3).utf8))
      }
      json.pair("y", run.words[0].baseline)
      // the top, width and height of each word of a line that runs downwards
      if run.isVertical { json.list("v", run.words.flatMap { [$0.area.y, $0.area.width, $0.area.height] }) }
      if run.colour != .black { json.pair("c", run.colour.written.lowercased()) }
      if run.isHidden { json.pair("h", 1) }
      let features = PageJSON.features(run.features)
      if !features.isEmpty { json.pair("ft", features) }
      if !run.language.isEmpty, run.language != language { json.pair("l", run.language) }
      if run.letterSpacing != 0 { json.pair("ls", run.letterSpacing) }
      if run.isRightToLeft { json.pair("r", 1) }
      switch run.kind {
      case .text: break
      case .note: json.pair("k", 1)
      case .furniture: json.pair("k", 2)
      case .ornament: json.pair("k", 3)
      case .reading: json.pair("k", 4)
      }
      if run.words.last?.isDivided == true { json.pair("d", 1) }
      json.pair(
        "t", run.words.map { $0.text.replacing(" ", with: "\u{A0}") + ($0.hasSpaceAfter ? " " : "\u{1F}") }.joined())
      json.list("x", run.words.map { Int(((run.isRightToLeft ? $0.area.right : $0.area.x) * 100).rounded()) })
      writePlaces(of: run, start: start, into: &json)
      if hasWidths { json.list("widths", run.words.map(\.area.width)) }
    }
  }

  private func writePlaces(of run: PlacedRun, start: Int, into json: inout JSONText) {
    guard run.kind == .text, run.words.contains(where: { $0.place != nil }) else { return }
    var next = run.words.first?.place?.lowerBound ?? start
    json.pair("p", next - start)
    var strays: [Int] = []
    for (index, word) in run.words.enumerated() {
      let place = word.place?.lowerBound
      if place != next { strays += [index, place.map { $0 - start } ?? -1] }
      if let place { next = place }
      next += word.text.utf8.count - (word.isDivided ? 1 : 0) + (word.hasSpaceAfter ? 1 : 0)
    }
    guard !strays.isEmpty else { return }
    json.list("q", strays)
  }

  /// CSS's form of Pango's: `"smcp" 1, "lnum" 1`.
  private static func features(_ list: String) -> String {
    list.split(separator: ",").map { feature in
      let parts = feature.split(separator: "=")
      return "\"\(parts.first ?? "")\" \(parts.count > 1 ? parts[1] : "1")"
    }.joined(separator: ", ")
  }

  // MARK: What is no text

  /// What no font of the browser draws: vertical lines, shadows, drop capitals, watermarks.
  private func writePaths(of reading: PageReading, into json: inout JSONText) {
    let page = reading.drawnPage
    let shapes = page.runs.filter {
      $0.isShape || $0.font.stance != .level || !FontFile.isText(face: Int($0.font.face))
    }
    guard !shapes.isEmpty || page.watermark != nil else { return }
    // each outline once, however often its glyph stands on the page
    var table = ShapeTable(outlines: outlines)
    json.list("paths") { json in
      if let mark = page.watermark {
        for run in mark.runs {
          guard let path = try? outlines.path(of: mark.glyphs[run.glyphs], font: run.font) else { continue }
          json.object { json in
            json.pair("d", path)
            json.pair("c", Colour(grey: mark.grey).written.lowercased())
            json.pair("x", mark.x)
            json.pair("y", mark.y)
            json.pair("a", -mark.angle * 180 / Double.pi)
          }
        }
      }
      for run in shapes {
        json.object { json in
          json.list("u") { json in
            for glyph in page.glyphs[run.glyphs] {
              guard let shape = table.number(of: glyph.index, font: run.font) else { continue }
              json.value(shape)
              json.value(glyph.x)
              json.value(glyph.y)
            }
          }
          if let shadow = run.shadow {
            json.pair("o", shadow.share)
            if shadow.spread > 0 { json.pair("w", 2 * shadow.spread) }
          }
          if run.colour != .black { json.pair("c", run.colour.written.lowercased()) }
        }
      }
    }
    json.list("shapes") { json in for shape in table.shapes { json.value(shape) } }
  }

  private func writeRules(of page: Page, into json: inout JSONText) {
    guard !page.rules.isEmpty else { return }
    json.list("rules") { json in
      for rule in page.rules {
        json.list { json in
          for number in [rule.x, rule.y, rule.width, rule.height] { json.value(number) }
          json.value(rule.isBehind ? 1 : 0)
          if rule.colour != .black || rule.isDot {
            json.value(rule.colour == .black ? "" : rule.colour.written.lowercased())
          }
          if rule.isDot { json.value(1) }
        }
      }
    }
  }

  private func writePictures(of page: Page, into json: inout JSONText) {
    guard !page.pictures.isEmpty else { return }
    json.list("pics") { json in
      for picture in page.pictures where !picture.file.isEmpty {
        json.list { json in
          json.value(numbers.number(ofPicture: picture.file, bytes: picture.bytes))
          for number in [picture.x, picture.y, picture.width, picture.height, picture.veil] { json.value(number) }
          if let words = picture.alternative, !words.isEmpty { json.value(words) }
        }
      }
    }
  }

  // MARK: Links and notes

  /// Parts of a line that lead to one place are one: in contents a chapter's number and its title.
  private static func joined(_ links: [PageLink]) -> [PageLink] {
    var found: [PageLink] = []
    for link in links {
      guard var last = found.last, last.target == link.target, last.area.y == link.area.y,
        last.area.height == link.area.height
      else {
        found.append(link)
        continue
      }
      let x = min(last.area.x, link.area.x)
      last.area.width = max(last.area.right, link.area.right) - x
      last.area.x = x
      found[found.count - 1] = last
    }
    return found
  }

  private func writeLinks(of reading: PageReading, note: (NoteKey) -> Note?, into json: inout JSONText) {
    guard !reading.links.isEmpty else { return }
    var notes: [NoteKey] = []
    json.list("links") { json in
      for link in PageJSON.joined(reading.links) {
        json.object { json in
          json.list("a", [link.area.x, link.area.y, link.area.width, link.area.height])
          switch link.target {
          case .page(let page, let y):
            json.pair("to", page)
            json.pair("y", y)
          case .address(let address): json.pair("uri", address)
          case .later: json.pair("i", link.number)
          case .note(let key):
            json.pair("note", key.index)
            json.pair("i", link.number)
            if !notes.contains(key) { notes.append(key) }
          }
        }
      }
    }
    guard !notes.isEmpty else { return }
    json.object("notes") { json in
      for key in notes {
        json.list(String(key.index)) { json in
          for block in note(key)?.blocks ?? [] { NoteText.write(block, into: &json) }
        }
      }
    }
  }
}

/// Outlines of the glyphs of a page, by their numbers.
private struct ShapeTable {
  let outlines: GlyphOutlines
  private(set) var shapes: [String] = []
  private var numbers: [Key: Int?] = [:]

  private struct Key: Hashable {
    var font: FontKey
    var glyph: UInt
  }

  init(outlines: GlyphOutlines) { self.outlines = outlines }

  /// Nil for a glyph that shows nothing.
  mutating func number(of glyph: UInt, font: FontKey) -> Int? {
    let key = Key(font: font, glyph: glyph)
    if let known = numbers[key] { return known }
    var number: Int?
    if let shape = try? outlines.shape(of: glyph, font: font), !shape.isEmpty {
      number = shapes.count
      shapes.append(shape)
    }
    numbers[key] = .some(number)
    return number
  }
}

/// A note's paragraphs, each a list of styled runs: `["em", "text"]`.
enum NoteText {
  static func write(_ block: Block, into json: inout JSONText) {
    if case .preformatted(let lines) = block {
      json.list { json in
        json.value("code")
        json.value(lines.lines.map(\.text).joined(separator: "\n"))
      }
      return
    }
    var paragraphs: [[Inline]] = []
    block.visitText { inlines, _ in if !inlines.isEmpty { paragraphs.append(inlines) } }
    for inlines in paragraphs {
      json.list { json in
        for inline in inlines {
          switch inline.content {
          case .text(let text):
            json.value(names(of: inline.style.traits))
            json.value(text)
          case .lineBreak:
            json.value("br")
            json.value("\n")
          case .noteReference, .image: break
          }
        }
      }
    }
  }

  private static func names(of traits: InlineStyle.Traits) -> String {
    var names: [String] = []
    if traits.contains(.emphasis) { names.append("em") }
    if traits.contains(.strong) { names.append("strong") }
    if traits.contains(.smallCapitals) { names.append("smcp") }
    if traits.contains(.superscript) { names.append("sup") }
    if traits.contains(.subscript) { names.append("sub") }
    if traits.contains(.code) { names.append("code") }
    if traits.contains(.underline) { names.append("u") }
    if traits.contains(.strike) { names.append("s") }
    return names.joined(separator: " ")
  }
}
