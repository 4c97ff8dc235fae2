extension FinishingPlan {
  /// It may say that it is made as ISO 14289-1 asks: with a structure, a title, a language.
  var isAccessible: Bool { structure != nil && title?.isEmpty == false && language != nil }

  private static let uaNamespace = "\n          xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\""

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
    if isAccessible { lines.append("   <pdfuaid:part>1</pdfuaid:part>") }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(isAccessible ? FinishingPlan.uaNamespace : "")>
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
