internal import QPDF

extension FinishingPlan {
  /// It may say that it is made as ISO 14289-1 asks: with a structure, a title, a language.
  /// That is of PDF 1.7, so no file of PDF 2.0 does.
  var isAccessible: Bool { structure != nil && title?.isEmpty == false && language != nil && archive?.isOfPDF2 != true }

  /// Namespaces of what else is said.
  private var namespaces: String {
    var text = ""
    func add(_ prefix: String, _ address: String) { text += "\n    xmlns:\(prefix)=\"\(address)\"" }
    if isAccessible { add("pdfuaid", "http://www.aiim.org/pdfua/ns/id/") }
    if archive != nil { add("pdfaid", "http://www.aiim.org/pdfa/ns/id/") }
    if press != nil {
      add("pdfxid", "http://www.npes.org/pdfx/ns/id/")
      add("xmpMM", "http://ns.adobe.com/xap/1.0/mm/")
    }
    return text
  }

  /// Names a book by what it is called: the file's own name is made of its bytes, which these are among.
  private var documentID: String {
    let words = Array([title, author, language, creationDate?.iso8601].map { $0 ?? "" }.joined(separator: "\n").utf8)
    let digits = PDFFileID(of: words).digits.map { String(UnicodeScalar($0)) }.joined()
    func part(_ range: Range<Int>) -> Substring {
      digits[
        digits.index(
          digits.startIndex, offsetBy: range.lowerBound)..<digits.index(digits.startIndex, offsetBy: range.upperBound)]
    }
    return "uuid:\(part(0..<8))-\(part(8..<12))-\(part(12..<16))-\(part(16..<20))-\(part(20..<32))"
  }

  /// An archive's file describes what its standard does not know (ISO 19005-2, 6.6.2.3.3): that it is accessible.
  private static let uaSchema = """
       <pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
        xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
        <rdf:Bag><rdf:li rdf:parseType="Resource">
         <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
         <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
         <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
         <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>part</pdfaProperty:name>
          <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
          <pdfaProperty:category>internal</pdfaProperty:category>
          <pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
         </rdf:li></rdf:Seq></pdfaSchema:property>
        </rdf:li></rdf:Bag>
       </pdfaExtension:schemas>
    """

  /// The XMP packet (ISO 16684-1): what the document information says, in RDF.
  /// It has no instance id, which would have to be new for each file.
  var xmp: String {
    var lines: [String] = []
    func add(_ element: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append("   <\(element)>\(xmlEscaped(value))</\(element)>")
    }
    func add(_ element: String, in container: String, _ value: String?, attributes: String = "") {
      guard let value, !value.isEmpty else { return }
      let item = "<rdf:li\(attributes)>\(xmlEscaped(value))</rdf:li>"
      lines.append("   <\(element)><rdf:\(container)>\(item)</rdf:\(container)></\(element)>")
    }
    lines.append("   <dc:format>application/pdf</dc:format>")
    add("dc:title", in: "Alt", title, attributes: " xml:lang=\"x-default\"")
    add("dc:creator", in: "Seq", author)
    add("dc:description", in: "Alt", subject, attributes: " xml:lang=\"x-default\"")
    add("dc:language", in: "Bag", language)
    add("pdf:Keywords", keywords)
    add("pdf:Producer", producer)
    add("xmp:CreatorTool", creator)
    add("xmp:CreateDate", creationDate?.iso8601)
    add("xmp:ModifyDate", creationDate?.iso8601)
    add("xmp:MetadataDate", creationDate?.iso8601)
    if let archive {
      add("pdfaid:part", String(archive.part))
      // PDF/A-4 is told by its year, too (ISO 19005-4, 6.7.3)
      if archive.isOfPDF2 { add("pdfaid:rev", "2020") }
      add("pdfaid:conformance", archive.conformance)
    }
    if let press {
      add("pdf:Trapped", "False")
      add("pdfxid:GTS_PDFXVersion", press.level.version)
      add("xmpMM:DocumentID", documentID)
      add("xmpMM:RenditionClass", "default")
      add("xmpMM:VersionID", "1")
    }
    if isAccessible {
      add("pdfuaid:part", "1")
      if archive != nil { lines.append(FinishingPlan.uaSchema) }
    }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(namespaces)>
      \(lines.joined(separator: "\n"))
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }
}

/// Text between two tags. Characters that XML 1.0 does not allow (2.2) are left out.
func xmlEscaped(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
