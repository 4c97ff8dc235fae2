/// A Word file of parts that are written out.
package enum MadeWord {
  package static let namespaces =
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
    + "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" "
    + "xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" "
    + "xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" "
    + "xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" "
    + "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:wps=\"wps\" xmlns:v=\"v\""

  private static let kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

  /// - Parameters:
  ///   - body: what stands in the body.
  ///   - parts: others by the kinds of their relationships, without their root's namespaces: `styles`, `footnotes`.
  ///   - relationships: more of the document's.
  package static func file(
    _ body: String, parts: [(kind: String, xml: String)] = [], relationships: String = "",
    media: [(name: String, bytes: [UInt8])] = [], properties: String? = nil
  ) -> [UInt8] {
    var archive = MadeArchive()
    func add(_ name: String, _ text: String) { archive.add(name, Array(text.utf8)) }
    add("[Content_Types].xml", "<Types/>")
    let core = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
    add(
      "_rels/.rels",
      "<Relationships><Relationship Id=\"a\" Type=\"\(kinds)officeDocument\" Target=\"word/document.xml\"/>"
        + "<Relationship Id=\"b\" Type=\"\(core)\" Target=\"docProps/core.xml\"/></Relationships>")
    if let properties {
      add("docProps/core.xml", "<cp:coreProperties xmlns:cp=\"cp\" xmlns:dc=\"dc\">\(properties)</cp:coreProperties>")
    }
    add("word/document.xml", "<?xml version=\"1.0\"?><w:document \(namespaces)><w:body>\(body)</w:body></w:document>")
    let own = parts.map { "<Relationship Id=\"\($0.kind)\" Type=\"\(kinds)\($0.kind)\" Target=\"\($0.kind).xml\"/>" }
    add("word/_rels/document.xml.rels", "<Relationships>\(own.joined())\(relationships)</Relationships>")
    for (kind, xml) in parts { add("word/\(kind).xml", "<w:\(kind) \(namespaces)>\(xml)</w:\(kind)>") }
    for (name, bytes) in media { archive.add("word/media/\(name)", bytes) }
    return archive.finish()
  }

  package static func text(_ words: String, _ properties: String = "") -> String {
    "<w:r>\(properties.isEmpty ? "" : "<w:rPr>\(properties)</w:rPr>")<w:t xml:space=\"preserve\">\(words)</w:t></w:r>"
  }

  /// A paragraph of words, or of runs where it begins with a tag.
  package static func paragraph(_ content: String, _ properties: String = "") -> String {
    let runs = content.hasPrefix("<") || content.isEmpty ? content : text(content)
    return "<w:p>\(properties.isEmpty ? "" : "<w:pPr>\(properties)</w:pPr>")\(runs)</w:p>"
  }

  package static func paragraph(_ content: String, style: String) -> String {
    paragraph(content, "<w:pStyle w:val=\"\(style)\"/>")
  }

  /// Paragraphs' styles by their identifiers and names.
  package static func styles(_ styles: [(id: String, name: String)], more: String = "") -> (kind: String, xml: String) {
    let all = styles.map { "<w:style w:type=\"paragraph\" w:styleId=\"\($0.id)\"><w:name w:val=\"\($0.name)\"/></w:style>" }
    return ("styles", all.joined() + more)
  }

  package static let pageBreak = "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>"
}
