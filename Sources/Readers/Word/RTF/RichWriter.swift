/// Writes the parts of a Word file.
struct RichWriter {
  struct Style {
    var name: String
    var paragraph: RichParagraph
    var run: RichRun
  }

  struct Cell {
    var merge: String?
    /// Where it ends, in twentieths of a point.
    var end = 0
    var isFirst = false
    var isMerged = false
  }

  struct Row {
    var cells: [Cell] = []
    var isHead = false
    var isRuled = false
    /// Twentieths of a point: where its first cell begins, and how high it is at least.
    var start = 0
    var height = 0
  }

  /// What is written: the text, or a note or a box within it.
  private struct Part {
    var body = ""
    var runs = ""
    var cell = ""
    var cells: [String] = []
    var rows = ""
  }

  private var part = Part()
  private var outer: [Part] = []
  var styles: [Int: Style] = [:]
  var colours: [String?] = []
  var colour = (red: 0, green: 0, blue: 0)
  var row = Row()
  var cell = Cell()
  var title = ""
  var author = ""
  var language: Int?
  var comments = 0
  /// The next paragraph begins a page.
  var beginsPage = false
  /// The words of the sign or number before a list's item.
  var listText = ""
  private var notes = ""
  private var endnotes = ""
  private var noteCount = 1
  private var media: [(name: String, bytes: [UInt8])] = []
  private var bookmarks = 0
  /// Lists by their own numbers, each with the forms of its levels.
  private var lists: [Int: [Int: (format: String, text: String, start: Int)]] = [:]

  var hasRuns: Bool { !part.runs.isEmpty }

  // MARK: Runs

  mutating func put(_ text: String, _ run: RichRun, _ style: Style?) {
    guard !text.isEmpty, !run.isDeleted else { return }
    var words = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": words += "&amp;"
      case "<": words += "&lt;"
      case ">": words += "&gt;"
      case "\t": words += "</w:t><w:tab/><w:t xml:space=\"preserve\">"
      case "\u{0}"..<" ": break
      default: words.unicodeScalars.append(scalar)
      }
    }
    part.runs += "<w:r>\(properties(run, style))<w:t xml:space=\"preserve\">\(words)</w:t></w:r>"
  }

  private func properties(_ run: RichRun, _ style: Style?) -> String {
    let made = run.xml(over: style?.run, language: language)
    return made.isEmpty ? "" : "<w:rPr>\(made)</w:rPr>"
  }

  mutating func element(_ xml: String, _ run: RichRun) { part.runs += "<w:r>\(xml)</w:r>" }

  mutating func endColour() {
    // the first is that of the paper's own ink
    let all = [colour.red, colour.green, colour.blue]
    colours.append(
      colours.isEmpty && all == [0, 0, 0]
        ? nil : all.map { String(0x100 + min(max($0, 0), 255), radix: 16, uppercase: true).dropFirst() }.joined())
    colour = (0, 0, 0)
  }

  // MARK: Paragraphs

  mutating func paragraph(_ paragraph: RichParagraph, mark: RichRun = RichRun()) {
    var paragraph = paragraph
    if beginsPage, outer.isEmpty { (paragraph.beginsPage, beginsPage) = (true, false) }
    if !paragraph.isInTable { endTable() }
    // lists of before Word 97 have no numbers of their own
    let own = paragraph.list.flatMap { $0 > 0 ? $0 : nil } ?? (listText.isEmpty ? nil : 1 << 20)
    let list = own.flatMap { item($0, paragraph.level) }
    listText = ""
    let made = "<w:p><w:pPr>\(paragraph.xml(list: list))</w:pPr>\(part.runs)</w:p>"
    part.runs = ""
    if paragraph.isInTable { part.cell += made } else { part.body += made }
  }

  /// The number of an item's list, whose form is that of its first item's own words.
  private mutating func item(_ list: Int, _ level: Int) -> Int? {
    let words = listText.trimmingBlanks
    guard !words.isEmpty || lists[list]?[level] != nil else { return nil }
    if lists[list]?[level] == nil {
      let core = words.filter { $0.isLetter || $0.isNumber }
      let sign = "%\(level + 1)"
      let form: (String, String, Int)
      if let number = Int(core) {
        form = ("decimal", words.replacing(core, with: sign), number)
      } else if core.count == 1, let letter = core.unicodeScalars.first, letter.isASCII, words.count > 1 {
        let isUpper = letter.properties.isUppercase
        if core.lowercased() == "i" {
          form = (isUpper ? "upperRoman" : "lowerRoman", words.replacing(core, with: sign), 1)
        } else {
          let number = Int(letter.value) - (isUpper ? 64 : 96)
          form = (isUpper ? "upperLetter" : "lowerLetter", words.replacing(core, with: sign), number)
        }
      } else {
        form = ("bullet", "•", 1)
      }
      lists[list, default: [:]][level] = form
    }
    return list
  }

  mutating func define(style paragraph: RichParagraph, _ run: RichRun, name: String) {
    guard let number = paragraph.style, styles.count < 5000 else { return }
    let name = name.split(separator: ";").first.map { String($0).trimmingBlanks } ?? ""
    styles[number] = Style(name: name, paragraph: paragraph, run: run)
  }

  // MARK: Tables

  mutating func beginRow() { (row, cell) = (Row(), Cell()) }

  mutating func endCell(_ paragraph: RichParagraph, isNested: Bool) {
    var paragraph = paragraph
    paragraph.isInTable = true
    self.paragraph(paragraph)
    guard !isNested else { return }
    part.cells.append(part.cell)
    part.cell = ""
  }

  mutating func endRow() {
    guard !part.cells.isEmpty else { return }
    // a height below nothing is one that is kept exactly
    let height = row.height == 0 ? "" : "<w:trHeight w:val=\"\(row.height.magnitude)\"/>"
    let head = row.isHead ? "<w:tblHeader/>" : ""
    var made = height.isEmpty && head.isEmpty ? "" : "<w:trPr>\(height)\(head)</w:trPr>"
    var index = 0
    var start = row.start
    while index < part.cells.count {
      var span = 1
      let form = row.cells.indices.contains(index) ? row.cells[index] : Cell()
      var words = part.cells[index]
      while form.isFirst, row.cells.indices.contains(index + span), row.cells[index + span].isMerged,
        index + span < part.cells.count
      {
        if part.cells[index + span].contains("<w:t") { words += part.cells[index + span] }
        span += 1
      }
      let merge = form.merge.map { "<w:vMerge w:val=\"\($0)\"/>" } ?? ""
      let last = row.cells.indices.contains(index + span - 1) ? row.cells[index + span - 1].end : start
      let width = max(last.subtractingReportingOverflow(start).partialValue, 0)
      start = last
      made +=
        "<w:tc><w:tcPr><w:tcW w:w=\"\(width)\"/><w:gridSpan w:val=\"\(span)\"/>\(merge)</w:tcPr>\(words)</w:tc>"
      index += span
    }
    if part.rows.isEmpty, row.isRuled { part.rows = "<w:tblPr><w:tblBorders/></w:tblPr>" }
    part.rows += "<w:tr>\(made)</w:tr>"
    part.cells = []
  }

  private mutating func endTable() {
    // a row that nothing ended
    if !part.cells.isEmpty { endRow() }
    guard !part.rows.isEmpty else { return }
    part.body += "<w:tbl>\(part.rows)</w:tbl>"
    part.rows = ""
  }

  // MARK: Fields, notes, boxes

  mutating func beginField(_ run: RichRun) { element("<w:fldChar w:fldCharType=\"begin\"/>", run) }

  mutating func instruct(_ words: String) {
    part.runs += "<w:r><w:instrText xml:space=\"preserve\">\(words.escapedForXML)</w:instrText></w:r>"
  }

  mutating func showField(_ run: RichRun) { element("<w:fldChar w:fldCharType=\"separate\"/>", run) }
  mutating func endField(_ run: RichRun) { element("<w:fldChar w:fldCharType=\"end\"/>", run) }

  mutating func bookmark(_ name: String) {
    guard !name.isEmpty else { return }
    bookmarks += 1
    part.runs +=
      "<w:bookmarkStart w:id=\"\(bookmarks)\" w:name=\"\(name.quotedForXML)\"/><w:bookmarkEnd w:id=\"\(bookmarks)\"/>"
  }

  mutating func beginNote() {
    outer.append(part)
    part = Part()
  }

  mutating func endNote(_ paragraph: RichParagraph, isEnd: Bool) {
    let words = endPart(paragraph)
    noteCount += 1
    let name = isEnd ? "endnote" : "footnote"
    let note = "<w:\(name) w:id=\"\(noteCount)\">\(words)</w:\(name)>"
    if isEnd { endnotes += note } else { notes += note }
    part.runs += "<w:r><w:\(name)Reference w:id=\"\(noteCount)\"/></w:r>"
  }

  mutating func beginBox() { beginNote() }

  mutating func endBox(_ paragraph: RichParagraph) {
    part.runs += "<w:r><w:pict><w:txbxContent>\(endPart(paragraph))</w:txbxContent></w:pict></w:r>"
  }

  private mutating func endPart(_ paragraph: RichParagraph) -> String {
    if hasRuns { self.paragraph(paragraph) }
    endTable()
    let words = part.body
    part = outer.popLast() ?? Part()
    return words
  }

  mutating func put(_ picture: RichPicture, _ run: RichRun) {
    guard !picture.bytes.isEmpty, !run.isHidden else { return }
    let name = "picture\(media.count + 1).\(picture.kind.isEmpty ? "bin" : picture.kind)"
    media.append((name, picture.bytes))
    // 635 of drawings' units to a twentieth of a point
    let size = [picture.width * picture.scaleX, picture.height * picture.scaleY].map { $0 / 100 * 635 }
    let extent = size.contains(0) ? "" : "<wp:extent cx=\"\(size[0])\" cy=\"\(size[1])\"/>"
    part.runs +=
      "<w:r><w:drawing><wp:inline>\(extent)<wp:docPr id=\"1\" descr=\"\"/><a:blip r:embed=\"p\(media.count)\"/></wp:inline>"
      + "</w:drawing></w:r>"
  }

  // MARK: Parts

  mutating func finish(_ paragraph: RichParagraph) {
    if hasRuns { self.paragraph(paragraph) }
    endTable()
  }

  /// - Returns: the parts of a Word file by their names.
  func parts() -> [String: [UInt8]] {
    var made = WordParts(body: part.body, styles: styleSheet, numbering: numbering, notes: notes, endnotes: endnotes)
    (made.comments, made.media, made.title, made.author) = (comments, media, title, author)
    return made.files()
  }

  private var styleSheet: String {
    let main = language.flatMap { RichRun.languages[$0 & 0x3FF] } ?? "en"
    return "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"\(main)\"/></w:rPr></w:rPrDefault></w:docDefaults>"
      + styles.sorted { $0.key < $1.key }.map { number, style in
        let base = style.paragraph.base.map { "<w:basedOn w:val=\"s\($0)\"/>" } ?? ""
        return
          "<w:style w:type=\"paragraph\" w:styleId=\"s\(number)\"><w:name w:val=\"\(style.name.quotedForXML)\"/>"
          + "\(base)<w:pPr>\(style.paragraph.xml(list: nil))</w:pPr><w:rPr>\(style.run.xml(over: nil, language: language))</w:rPr>"
          + "</w:style>"
      }.joined()
  }

  private var numbering: String {
    lists.sorted { $0.key < $1.key }.map { list, levels in
      let all = levels.sorted { $0.key < $1.key }.map { level, form in
        "<w:lvl w:ilvl=\"\(level)\"><w:start w:val=\"\(form.start)\"/><w:numFmt w:val=\"\(form.format)\"/>"
          + "<w:lvlText w:val=\"\(form.text.quotedForXML)\"/></w:lvl>"
      }
      return "<w:abstractNum w:abstractNumId=\"\(list)\">\(all.joined())</w:abstractNum>"
    }.joined()
      + lists.keys.sorted().map { "<w:num w:numId=\"\($0)\"><w:abstractNumId w:val=\"\($0)\"/></w:num>" }.joined()
  }
}
