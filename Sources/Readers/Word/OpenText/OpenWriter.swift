internal import XML

/// Writes the parts of a Word file from the tree of a text of OpenDocument.
struct OpenWriter {
  /// What is open: the text, or a note or a box within it.
  struct Flow {
    var runs = ""
    /// White that was read and not yet written, and whether anything stands before it in the paragraph.
    var hasBlank = false
    var isAtStart = true
    /// Blocks that stand behind the paragraph that is open.
    var behind = ""
  }

  let tree: XMLTree
  let styles: OpenStyles
  let archive: [String: [UInt8]]
  var flow = Flow()
  /// Letters of the text that were written.
  private(set) var letters = 0
  private(set) var hasIndexMarks = false
  var relations: [String] = []
  var media: [(name: String, bytes: [UInt8])] = []
  private var body = ""
  private var notes = ""
  private var endnotes = ""
  private var noteCount = 1
  private var bookmarks = 0
  private var comments = 0
  /// The next paragraph begins a page.
  private var beginsPage = false
  private var isFirst = true
  private var hidden = 0
  private var depth = 0
  static let deepest = 60
  var numbering = OpenNumbering()
  /// Entries of an index whose words are being read, by their names.
  private var entries: [String: (path: [String], words: String)] = [:]

  init(_ tree: XMLTree, _ styles: OpenStyles, _ archive: [String: [UInt8]]) {
    (self.tree, self.styles, self.archive) = (tree, styles, archive)
    hasIndexMarks = tree.nodes.contains { $0.name.hasPrefix("alphabetical-index-mark") }
  }

  mutating func write(_ text: Int) { body = blocks(text) }

  func value(_ name: String, _ node: Int) -> String? { tree.value(name, of: node) }

  // MARK: Blocks

  /// What stands in a text, a cell, a note, a box.
  mutating func blocks(_ node: Int, list: OpenNumbering.Place? = nil) -> String {
    guard depth < OpenWriter.deepest else { return "" }
    depth += 1
    defer { depth -= 1 }
    var made = ""
    var list = list
    for child in tree.children(of: node) where !tree.nodes[child].isText { made += block(child, &list) }
    return made
  }

  private mutating func block(_ node: Int, _ list: inout OpenNumbering.Place?) -> String {
    switch tree.nodes[node].name {
    case "p", "h":
      defer { list?.isNumbered = false }
      return paragraph(node, list)
    case "list": return self.list(node, within: list)
    case "table": return table(node)
    case "section", "index-body", "index-title":
      let isHidden = value("display", node) == "none"
      hidden += isHidden ? 1 : 0
      defer { hidden -= isHidden ? 1 : 0 }
      return blocks(node)
    case "numbered-paragraph", "bibliography", "user-index", "soft-page-break": return blocks(node, list: list)
    case "table-of-content":
      return "<w:sdt><w:sdtPr><w:docPartGallery w:val=\"Table of Contents\"/></w:sdtPr><w:sdtContent>\(blocks(node))"
        + "</w:sdtContent></w:sdt>"
    case "illustration-index", "object-index": return index(node, "TOC \\c &quot;Figure&quot;")
    case "table-index": return index(node, "TOC \\c &quot;Table&quot;")
    case "alphabetical-index": return hasIndexMarks ? index(node, "INDEX") : blocks(node)
    // of the page, before any paragraph
    case "frame", "g", "a", "custom-shape", "rect", "ellipse", "circle", "polygon", "path", "caption",
      "regular-polygon",
      "line", "polyline", "connector", "measure":
      return paragraph(node, nil)
    default: return ""
    }
  }

  /// A list that is made anew where it stands.
  private mutating func index(_ node: Int, _ instruction: String) -> String {
    func run(_ xml: String) -> String { "<w:r>\(xml)</w:r>" }
    return "<w:p>" + run("<w:fldChar w:fldCharType=\"begin\"/>") + run("<w:instrText>\(instruction)</w:instrText>")
      + run("<w:fldChar w:fldCharType=\"separate\"/>") + "</w:p>\(blocks(node))<w:p>"
      + run("<w:fldChar w:fldCharType=\"end\"/>") + "</w:p>"
  }

  private mutating func paragraph(_ node: Int, _ list: OpenNumbering.Place?) -> String {
    let isText = ["p", "h"].contains(tree.nodes[node].name)
    let outer = flow
    flow = Flow()
    defer { flow = outer }
    let name = isText ? value("style-name", node) : nil
    let (own, base) = styles.chain("paragraph", name)
    var look = own.reduce(into: [String: String]()) { $0.merge($1.paragraph) { $1 } }
    let run = own.reduce(into: [String: String]()) { $0.merge($1.run) { $1 } }
    // a page of another kind is a new one
    if own.contains(where: { !($0.master ?? "").isEmpty }), !isFirst { look["break-before"] = "page" }
    if beginsPage { (look["break-before"], beginsPage) = ("page", false) }
    if look["break-after"] == "page" { beginsPage = true }
    isFirst = false
    if isText { inlines(node, run) } else { inline(node, run) }
    let words = flow.runs
    let isHeading = tree.nodes[node].name == "h"
    let level = isHeading ? min(max(tree.number("outline-level", of: node) ?? 1, 1), 9) : 0
    var properties = base.map { "<w:pStyle w:val=\"\($0.quotedForXML)\"/>" } ?? ""
    let wholes = own.reversed() + styles.whole("paragraph", base).reversed()
    // an empty name takes the numbers off
    let ownList = wholes.lazy.compactMap(\.list).first
    if let list {
      if list.isNumbered, let number = numbering.properties(list) {
        properties += number
      } else if look["margin-left"] == nil {
        look["margin-left"] = "\(Double(numbering.left(list)) / 20)pt"
      }
    } else if isHeading, ownList != "", value("is-list-header", node) != "true",
      let level = styles.outline[level - 1], level.format != "none", !words.isEmpty
    {
      properties += numbering.heading((tree.number("outline-level", of: node) ?? 1) - 1, styles.outline)
    } else if let ownList, !ownList.isEmpty, !isHeading {
      let place = numbering.ofStyle(ownList, styles.lists[ownList] ?? [:])
      if let number = numbering.properties(place) { properties += number }
    }
    let tabs = own.compactMap(\.tabs).last
    properties += OpenStyles.paragraph(look, tabs: tabs)
    if isHeading { properties += "<w:outlineLvl w:val=\"\(level - 1)\"/>" }
    // what stands in a box with a picture alone in its paragraph stands in the text
    if words.isEmpty, !flow.behind.isEmpty { return flow.behind }
    return "<w:p><w:pPr>\(properties)</w:pPr>\(words)</w:p>\(flow.behind)"
  }

  // MARK: Lists

  private mutating func list(_ node: Int, within outer: OpenNumbering.Place?) -> String {
    let name = value("style-name", node)
    var place: OpenNumbering.Place
    if var outer {
      outer.level = min(outer.level + 1, 8)
      if let name, name != outer.style { outer = numbering.place(name, styles.lists[name] ?? [:], level: outer.level) }
      place = outer
    } else {
      let name = name ?? ""
      let levels = styles.lists[name] ?? [0: OpenStyles.Level()]
      if value("continue-numbering", node) == "true", let last = numbering.last(of: name) {
        place = last
      } else if let other = value("continue-list", node), let last = numbering.named(other) {
        place = last
      } else {
        place = numbering.place(name, levels)
      }
      place.level = 0
      if let id = value("id", node) { numbering.name(place, id) }
    }
    var made = ""
    for item in tree.children(of: node) {
      switch tree.nodes[item].name {
      case "list-item":
        var own = place
        own.isNumbered = true
        if let start = tree.number("start-value", of: item) { numbering.start(&place, at: start) }
        own.number = place.number
        made += blocks(item, list: own)
      case "list-header":
        var own = place
        own.isNumbered = false
        made += blocks(item, list: own)
      default: break
      }
    }
    return made
  }

  // MARK: Runs

  mutating func inlines(_ node: Int, _ look: [String: String]) {
    for child in tree.children(of: node) { inline(child, look) }
  }

  mutating func inline(_ node: Int, _ look: [String: String]) {
    guard !tree.nodes[node].isText else { return put(text: node, look) }
    guard depth < OpenWriter.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    switch tree.nodes[node].name {
    case "span":
      var look = look
      for style in styles.whole("text", value("style-name", node)) { look.merge(style.run) { $1 } }
      if styles.whole("text", value("style-name", node)).contains(where: { OpenWriter.codes.contains($0.name) }) {
        look["octavo-code"] = "1"
      }
      inlines(node, look)
    case "s": put(String(repeating: " ", count: min(max(tree.number("c", of: node) ?? 1, 1), 200)), look)
    case "tab": element("<w:tab/>", look)
    case "line-break": element("<w:br/>", look)
    case "a": link(node, look)
    case "note": note(node)
    case "ruby": ruby(node, look)
    case "bookmark", "bookmark-start", "reference-mark", "reference-mark-start":
      bookmark(value("name", node) ?? "")
    case "bookmark-ref", "reference-ref", "sequence-ref": reference(node, look)
    case "sequence":
      if let name = value("ref-name", node) { bookmark(name) }
      let kind = (value("name", node) ?? "").lowercased()
      let sign = kind.hasPrefix("tab") ? "Table" : kind.hasPrefix("eq") ? "Equation" : "Figure"
      field("SEQ \(sign)", node, look)
    case "alphabetical-index-mark":
      entry(path(node) + [value("string-value", node) ?? ""])
    case "alphabetical-index-mark-start":
      if let id = value("id", node) { entries[id] = (path(node), "") }
    case "alphabetical-index-mark-end":
      if let id = value("id", node), let mark = entries.removeValue(forKey: id) { entry(mark.path + [mark.words]) }
    case "annotation": comments += 1
    case "frame", "g", "custom-shape", "rect", "ellipse", "circle", "polygon", "path", "caption", "regular-polygon",
      "line", "polyline", "connector", "measure":
      drawing(node, look)
    case "hidden-text":
      if let words = value("string-value", node) { put(words, look.merging(["display": "none"]) { $1 }) }
    case "page-number", "page-count", "annotation-end", "toc-mark", "user-index-mark", "script", "change",
      "change-start",
      "change-end", "soft-page-break", "bookmark-end", "reference-mark-end", "desc", "binary-data", "tracked-changes",
      "event-listeners", "forms", "note-citation", "number":
      break
    default: inlines(node, look)
    }
  }

  private static let codes: Set<String> = ["Source Text", "Teletype", "User Entry", "Example", "Verbatim Char"]

  private mutating func put(text node: Int, _ look: [String: String]) {
    var words = String.UnicodeScalarView()
    var (blank, start, count) = (flow.hasBlank, flow.isAtStart, 0)
    tree.forEachScalar(ofText: node) { scalar, _ in
      if scalar.isBlank {
        blank = true
        return
      }
      if blank, !start { words.append(" ") }
      (blank, start) = (false, false)
      count += 1
      words.append(scalar)
    }
    letters += count
    flow.isAtStart = start
    if words.isEmpty {
      flow.hasBlank = blank
      return
    }
    flow.hasBlank = false
    run(String(words), look)
    // white at the end waits for what comes
    flow.hasBlank = blank
  }

  /// Words that stand as they are, with all of their blanks.
  private mutating func put(_ words: String, _ look: [String: String]) {
    if flow.hasBlank, !flow.isAtStart { run(" ", look) }
    (flow.hasBlank, flow.isAtStart) = (false, false)
    run(words, look)
  }

  private mutating func run(_ words: String, _ look: [String: String]) {
    for key in entries.keys { entries[key]?.words += words }
    // letters that run to the left have properties of their own
    var look = look
    if words.unicodeScalars.contains(where: { (0x590...0x8FF).contains($0.value) }) { look["octavo-rtl"] = "1" }
    let safe = String(String.UnicodeScalarView(words.unicodeScalars.filter { $0.value >= 0x20 }))
    flow.runs += "<w:r>\(properties(look))<w:t xml:space=\"preserve\">\(safe.escapedForXML)</w:t></w:r>"
  }

  mutating func element(_ xml: String, _ look: [String: String]) {
    if flow.hasBlank, !flow.isAtStart { run(" ", look) }
    (flow.hasBlank, flow.isAtStart) = (false, true)
    if !xml.contains("<w:br/>") { flow.isAtStart = false }
    flow.runs += "<w:r>\(properties(look))\(xml)</w:r>"
  }

  func properties(_ look: [String: String]) -> String {
    var made = styles.run(look)
    if look["octavo-code"] != nil { made = "<w:rStyle w:val=\"octavo-code\"/>" + made }
    if look["octavo-rtl"] != nil { made += "<w:rtl/>" }
    if hidden > 0 { made += "<w:vanish/>" }
    return made.isEmpty ? "" : "<w:rPr>\(made)</w:rPr>"
  }

  // MARK: Fields, notes

  private mutating func field(_ instruction: String, _ node: Int, _ look: [String: String]) {
    element("<w:fldChar w:fldCharType=\"begin\"/>", look)
    element("<w:instrText xml:space=\"preserve\">\(instruction.escapedForXML)</w:instrText>", look)
    element("<w:fldChar w:fldCharType=\"separate\"/>", look)
    inlines(node, look)
    element("<w:fldChar w:fldCharType=\"end\"/>", look)
  }

  private mutating func reference(_ node: Int, _ look: [String: String]) {
    guard let name = value("ref-name", node), !name.isEmpty else { return inlines(node, look) }
    let place = OpenWriter.placeName(name)
    field(value("reference-format", node) == "page" ? "PAGEREF \(place)" : "REF \(place) \\h", node, look)
  }

  /// Names of places have blanks, which Word's have not.
  private static func placeName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private mutating func bookmark(_ name: String) {
    guard !name.isEmpty else { return }
    bookmarks += 1
    flow.runs +=
      "<w:bookmarkStart w:id=\"\(bookmarks)\" w:name=\"\(OpenWriter.placeName(name).quotedForXML)\"/>"
      + "<w:bookmarkEnd w:id=\"\(bookmarks)\"/>"
  }

  private mutating func link(_ node: Int, _ look: [String: String]) {
    let address = value("href", node) ?? ""
    var opening = ""
    if address.hasPrefix("#"), !address.contains("|"), !address.contains("%7C") {
      let name = OpenWriter.placeName(String(address.dropFirst()))
      opening = "<w:hyperlink w:anchor=\"\(name.quotedForXML)\">"
    } else if address.contains(":") {
      relations.append(
        "<Relationship Id=\"l\(relations.count)\" Type=\"/hyperlink\" TargetMode=\"External\" Target=\"\(address.quotedForXML)\"/>"
      )
      opening = "<w:hyperlink r:id=\"l\(relations.count - 1)\">"
    }
    if flow.hasBlank, !flow.isAtStart { put("", look) }
    flow.runs += opening
    // the look that programs give to links is none of the author's
    var look = look
    if !opening.isEmpty { for key in ["color", "text-underline-style"] { look[key] = nil } }
    inlines(node, look)
    if !opening.isEmpty { flow.runs += "</w:hyperlink>" }
  }

  private mutating func note(_ node: Int) {
    guard let inner = tree.child("note-body", of: node) else { return }
    let outer = (flow, entries, beginsPage)
    (flow, entries, beginsPage) = (Flow(), [:], false)
    let words = blocks(inner)
    (flow, entries, beginsPage) = outer
    noteCount += 1
    let name = value("note-class", node) == "endnote" ? "endnote" : "footnote"
    let text = "<w:\(name) w:id=\"\(noteCount)\">\(words)</w:\(name)>"
    if name == "endnote" { endnotes += text } else { notes += text }
    // a mark that somebody chose
    let mark = tree.child("note-citation", of: node).flatMap { value("label", $0) } ?? ""
    let own = mark.isEmpty ? "" : " w:customMarkFollows=\"1\""
    let shown = mark.isEmpty ? "" : "<w:t>\(mark.escapedForXML)</w:t>"
    element("<w:\(name)Reference\(own) w:id=\"\(noteCount)\"/>\(shown)", [:])
  }

  private mutating func ruby(_ node: Int, _ look: [String: String]) {
    if flow.hasBlank, !flow.isAtStart { put("", look) }
    let outer = flow.runs
    func part(_ name: String, _ writer: inout OpenWriter) -> String {
      (writer.flow.runs, writer.flow.isAtStart) = ("", true)
      if let inner = writer.tree.child(name, of: node) { writer.inlines(inner, look) }
      writer.flow.hasBlank = false
      return writer.flow.runs
    }
    let base = part("ruby-base", &self)
    let known = letters
    let reading = part("ruby-text", &self)
    letters = known
    flow.runs = outer
    flow.isAtStart = false
    flow.runs += "<w:r><w:ruby><w:rt>\(reading)</w:rt><w:rubyBase>\(base)</w:rubyBase></w:ruby></w:r>"
  }

  private func path(_ node: Int) -> [String] { ["key1", "key2"].compactMap { value($0, node) }.filter { !$0.isEmpty } }

  private mutating func entry(_ path: [String]) {
    let words = path.map { $0.replacing("\"", with: "”").replacing(":", with: "\\:") }.joined(separator: ":")
    guard !words.isEmpty else { return }
    flow.runs +=
      "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>XE \"\(words.escapedForXML)\"</w:instrText></w:r>"
      + "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
  }

  // MARK: Parts

  /// - Returns: the parts of a Word file by their names.
  func parts(title: String, author: String) -> [String: [UInt8]] {
    let section = styles.isVertical ? "<w:sectPr><w:textDirection w:val=\"tbRl\"/></w:sectPr>" : ""
    var made = WordParts(
      body: body + section, styles: styles.xml(), numbering: numbering.xml, notes: notes, endnotes: endnotes)
    (made.comments, made.relations, made.media) = (comments, relations, media)
    (made.title, made.author) = (title, author)
    return made.files()
  }
}
