/// The parts of a Word file that other texts are written as: RTF and OpenDocument are read by the reader of Word files.
struct WordParts {
  var body = ""
  var styles = ""
  var numbering = ""
  var notes = ""
  var endnotes = ""
  var comments = 0
  /// Of links; pictures and parts have theirs from here.
  var relations: [String] = []
  /// The first is `p1` in the body.
  var media: [(name: String, bytes: [UInt8])] = []
  var title = ""
  var author = ""

  /// - Returns: the parts by their names.
  func files() -> [String: [UInt8]] {
    let spaces = ["w", "r", "wp", "a", "m"].map { "xmlns:\($0)=\"\($0)\"" }.joined(separator: " ")
    var parts: [String: String] = [:]
    var relations = self.relations.joined()
    func add(_ kind: String, _ xml: String) {
      guard !xml.isEmpty else { return }
      parts["word/\(kind).xml"] = "<w:\(kind) \(spaces)>\(xml)</w:\(kind)>"
      relations += "<Relationship Id=\"\(kind)\" Type=\"/\(kind)\" Target=\"\(kind).xml\"/>"
    }
    add("styles", styles)
    add("numbering", numbering)
    add("footnotes", notes)
    add("endnotes", endnotes)
    add("comments", String(repeating: "<w:comment/>", count: comments))
    for (index, picture) in media.enumerated() {
      relations += "<Relationship Id=\"p\(index + 1)\" Type=\"/image\" Target=\"media/\(picture.name.quotedForXML)\"/>"
    }
    parts["word/_rels/document.xml.rels"] = "<Relationships>\(relations)</Relationships>"
    parts["word/document.xml"] = "<w:document \(spaces)><w:body>\(body)</w:body></w:document>"
    parts["_rels/.rels"] =
      "<Relationships><Relationship Id=\"a\" Type=\"/core-properties\" Target=\"docprops/core.xml\"/></Relationships>"
    parts["docprops/core.xml"] =
      "<core><title>\(title.escapedForXML)</title><creator>\(author.escapedForXML)</creator></core>"
    var made = parts.mapValues { Array($0.utf8) }
    for picture in media { made["word/media/\(picture.name)"] = picture.bytes }
    return made
  }
}

extension String {
  /// As words between tags.
  var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// As a value in double quotes.
  var quotedForXML: String { escapedForXML.replacing("\"", with: "&quot;") }
}
