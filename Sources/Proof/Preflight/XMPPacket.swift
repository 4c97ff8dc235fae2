internal import QPDF
internal import XML

/// What a PDF says of itself in its XMP packet (ISO 16684-1): an element's words or an attribute's value.
struct XMPPacket {
  enum Namespace {
    static let archive = "http://www.aiim.org/pdfa/ns/id/"
    static let access = "http://www.aiim.org/pdfua/ns/id/"
    /// PDF/X-4 and later; earlier ones, by Adobe's custom.
    static let press = ["http://www.npes.org/pdfx/ns/id/", "http://ns.adobe.com/pdfx/1.3/"]
  }

  let tree: XMLTree

  /// Nil for a file without metadata.
  init?(of document: borrowing PDFDocument, root: PDFObject) throws(PDFError) {
    guard let metadata = try document.value("/Metadata", of: root), document.isStream(metadata) else { return nil }
    tree = parseXML(try document.contents(of: metadata))
  }

  func value(_ name: String, _ namespace: String) -> String? {
    for node in tree.nodes.indices {
      if let value = tree.attribute(name, of: node, namespace: namespace) { return value }
      if tree.nodes[node].name == name, tree.nodes[node].namespace == namespace { return tree.words(of: node) }
    }
    return nil
  }
}
