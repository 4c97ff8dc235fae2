import Design
import Foundation
import Preflight
import Testing

/// A file that keeps PDF/A-2a and PDF/UA-1, spoiled in one way, and the clauses that it then breaks.
struct Offending: Sendable, CustomTestStringConvertible {
  var name: String
  var archive: String?
  var access: String?
  var spoil: @Sendable (inout MadePDF) -> Void

  var testDescription: String { name }
}

@Suite struct `A standard for files that are kept or listened to` {
  /// One page with a heading, a list, a table, a note, a picture and a link.
  static var kept: MadePDF {
    var made = MadePDF()
    made.version = "1.7"
    made.isBinary = true
    made.font += "/ToUnicode 13 0 R/Encoding/WinAnsiEncoding"
    made.catalog = """
      /MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>/Metadata 10 0 R/StructTreeRoot 12 0 R\
      /OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 11 0 R>>]
      """
    let contents = (0..<9).map { "/P <</MCID \($0)>> BDC \(MadePDF.line)EMC\n" }.joined()
    made.pages = [MadePDF.Page(contents: contents + "/Artifact BMC \(MadePDF.block())EMC\n")]
    made.pages[0].keys = "/Tabs/S/StructParents 0/Annots[14 0 R]"
    func stream(_ text: String, _ keys: String = "") -> String {
      "<<\(keys)/Length \(text.utf8.count)>>stream\n\(text)\nendstream"
    }
    let first = 10 + 22
    func element(_ type: String, _ kids: String, below parent: Int, _ keys: String = "") -> String {
      "<</Type/StructElem/S/\(type)/P \(parent) 0 R/Pg \(first) 0 R/K[\(kids)]\(keys)>>"
    }
    made.others = [
      stream(xmp, "/Type/Metadata/Subtype/XML"),  // 10
      stream(profile("mntr", "RGB "), "/N 3"),  // 11
      "<</Type/StructTreeRoot/K[15 0 R]/ParentTree<</Nums[]>>/RoleMap<</Verse/P>>>>",  // 12
      stream("1 beginbfchar\n<20> <0020>\nendbfchar"),  // 13
      "<</Type/Annot/Subtype/Link/F 4/Rect[0 0 9 9]/StructParent 1/Contents(elsewhere)>>",  // 14
      element("Document", "16 0 R 17 0 R 20 0 R 25 0 R 26 0 R 27 0 R 29 0 R 30 0 R", below: 12),  // 15
      element("H1", "0", below: 15),  // 16
      element("L", "18 0 R", below: 15),  // 17
      element("LI", "19 0 R", below: 17),  // 18
      element("LBody", "1", below: 18),  // 19
      element("Table", "21 0 R 23 0 R", below: 15),  // 20
      element("TR", "22 0 R", below: 20),  // 21
      element("TH", "2", below: 21, "/A<</O/Table/Scope/Column>>"),  // 22
      element("TR", "24 0 R", below: 20),  // 23
      element("TD", "3", below: 23),  // 24
      element("Note", "4", below: 15, "/ID(n1)"),  // 25
      element("Figure", "5", below: 15, "/Alt(A star)"),  // 26
      element("Verse", "28 0 R", below: 15),  // 27
      element("Link", "6 <</Type/OBJR/Obj 14 0 R>>", below: 27),  // 28
      element("H2", "7", below: 15),  // 29
      element("P", "8", below: 15),  // 30
      "null",  // 31
    ]
    return made
  }

  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
      xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfaid:part="2" pdfaid:conformance="A">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A Book</rdf:li></rdf:Alt></dc:title><pdfuaid:part>1</pdfuaid:part>
    <pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
    <pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  /// The 128 bytes that an ICC profile begins with.
  static func profile(_ kind: String, _ space: String) -> String {
    let zeros = { String(repeating: "\0", count: $0) }
    return zeros(8) + "\u{2}" + zeros(3) + kind + space + "XYZ " + zeros(12) + "acsp" + zeros(88)
  }

  private func findings(_ made: MadePDF, for standard: PDFStandard) throws -> [Finding] {
    let bytes = made.bytes
    return try StandardCheck.check(bytes, PDFFacts.read(bytes), for: standard)
  }

  @Test(arguments: [PDFStandard.a2b, .a2u, .a2a, .ua1])
  func `is kept`(standard: PDFStandard) throws {
    #expect(try findings(Self.kept, for: standard).map(\.message) == [])
  }

  @Test(arguments: Offending.all)
  func `is told where it is broken`(offending: Offending) throws {
    var made = Self.kept
    offending.spoil(&made)
    for (standard, code) in [(PDFStandard.a2a, offending.archive), (.ua1, offending.access)] {
      let found = try findings(made, for: standard)
      #expect(found.map(\.code) == (code.map { [$0] } ?? []), "\(found.map(\.message))")
      #expect(found.allSatisfy { $0.source.hasPrefix("ISO ") && !$0.measured.isEmpty && !$0.required.isEmpty })
    }
  }
}

extension MadePDF {
  /// Changes an object by its number, from 10.
  mutating func replace(_ old: String, with new: String, in number: Int) {
    precondition(others[number - 10].contains(old))
    let object = others[number - 10].replacing(old, with: new)
    others[number - 10] = object
    guard let start = object.firstRange(of: ">>stream\n"), object.hasSuffix("\nendstream"),
      let key = object.firstRange(of: "/Length ")
    else { return }
    let length = object[start.upperBound...].utf8.count - "\nendstream".utf8.count
    others[number - 10] = object[..<key.lowerBound] + "/Length \(length)" + object[start.lowerBound...]
  }
}

extension MadePDF {
  /// Adds a property to the metadata.
  fileprivate mutating func put(_ property: String) {
    let space =
      "<rdf:Description xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    replace("</rdf:RDF>", with: "\(space)\(property)</rdf:Description></rdf:RDF>", in: 10)
  }
}

extension Offending {
  static let all: [Offending] = ofFile + ofMetadata + ofSpelling + ofObjects + ofColours + ofPages + ofStructure

  static let ofFile: [Offending] = [
    Offending(name: "no comment of bytes", archive: "header") { $0.isBinary = false },
    Offending(name: "no metadata", archive: "metadata", access: "metadata") {
      $0.catalog.replace("/Metadata 10 0 R", with: "")
    },
    Offending(name: "another level", archive: "identification") { $0.replace("\"A\"", with: "\"B\"", in: 10) },
    Offending(name: "no claim of accessibility", access: "identification") {
      $0.replace("<pdfuaid:part>1", with: "<pdfuaid:part>2", in: 10)
    },
    Offending(name: "an unknown property", archive: "extension-schema") {
      $0.replace("</rdf:Description>", with: "<my:own xmlns:my=\"urn:my\">1</my:own></rdf:Description>", in: 10)
    },
    Offending(name: "no title in the metadata", access: "title") { $0.replace("dc:title", with: "dc:rights", in: 10) },
    Offending(name: "no language", access: "language") { $0.catalog.replace("/Lang(en)", with: "") },
    Offending(name: "a language of no form", archive: "language", access: "language") {
      $0.catalog.replace("(en)", with: "(of the Romans)")
    },
    Offending(name: "not tagged", archive: "tagged", access: "tagged") {
      $0.catalog.replace("true>>/Lang", with: "false>>/Lang")
    },
    Offending(name: "the file's name on the window", access: "title-shown") {
      $0.catalog.replace("DisplayDocTitle true", with: "DisplayDocTitle false")
    },
    Offending(name: "device colour without a device", archive: "colour-grey") {
      $0.catalog.replace("GTS_PDFA1", with: "GTS_OTHER")
    },
    Offending(name: "layers that change", archive: "layers-change", access: "layers-change") {
      $0.catalog += "/OCProperties<</OCGs[]/D<</Name(a)/AS[]>>>>"
    },
  ]

  static let ofMetadata: [Offending] = [
    Offending(name: "another prefix", archive: "prefix") {
      $0.others[0] = $0.others[0].replacing("pdfaid", with: "pdfaif")
    },
    Offending(name: "a date that is none", archive: "property-type") {
      $0.put("<xmp:CreateDate>today</xmp:CreateDate>")
    },
    Offending(name: "a list that is none", archive: "property-type") { $0.put("<dc:creator>I</dc:creator>") },
    Offending(name: "a property of no known schema's", archive: "extension-schema") {
      $0.put("<xmp:Mood>good</xmp:Mood>")
    },
    Offending(name: "half an extension schema", archive: "extension-schema-parts") {
      $0.replace("<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>", with: "", in: 10)
    },
    Offending(name: "a packet that says its bytes", archive: "metadata-packet") {
      $0.replace("<x:xmpmeta ", with: "<?xpacket begin='' bytes='9' id=''?><x:xmpmeta ", in: 10)
    },
  ]

  static let ofSpelling: [Offending] = [
    Offending(name: "half a byte", archive: "hexadecimal") { $0.catalog += "/Odd<ABC>" },
    Offending(name: "a number too large", archive: "limit") { $0.catalog += "/Odd 99999999999" },
    Offending(name: "a name too long", archive: "limit") { $0.catalog += "/Odd/" + String(repeating: "n", count: 128) },
    Offending(name: "another length", archive: "stream-length") {
      $0.others[21] = "<</Length 9>>stream\nx\nendstream"
    },
    Offending(name: "a stream that begins within a line", archive: "stream-line") {
      $0.others[21] = "<</Length 1>>stream \nx\nendstream"
    },
    Offending(name: "an object that ends within a line", archive: "object-lines") { $0.others[21] = "1 endobj" },
    Offending(name: "permissions of another kind", archive: "permissions") { $0.catalog += "/Perms<</Other 1>>" },
    Offending(name: "layers set in two ways of one name", archive: "layers") {
      $0.catalog += "/OCProperties<</OCGs[]/D<</Name(a)>>/Configs[<</Name(a)>>]>>"
    },
  ]

  /// Painted outside the structure.
  private static func painting(_ operators: String) -> String { "/Artifact BMC \(operators) EMC\n" }

  static let ofColours: [Offending] = [
    Offending(name: "a profile elsewhere", archive: "output-intent") {
      $0.catalog.replace("/S/GTS_PDFA1", with: "/S/GTS_PDFA1/DestOutputProfileRef<<>>")
    },
    Offending(name: "what is no profile", archive: "profile") {
      $0.resources = "/ColorSpace<</C[/ICCBased 31 0 R]>>"
      $0.others[21] = "<</N 3/Length 4>>stream\nnone\nendstream"
    },
    Offending(name: "a spot colour shown in other device colours", archive: "colour-cmyk") {
      $0.resources = "/ColorSpace<</C[/Separation/Gold/DeviceCMYK<</FunctionType 2/N 1/Domain[0 1]>>]>>"
      $0.pages[0].contents += painting("/C cs 1 scn 0 0 9 9 re f")
    },
    Offending(name: "one ink of two mixtures", archive: "spot-colour") {
      $0.others[21] = """
        [[/Separation/Gold/DeviceRGB<</FunctionType 2/N 1>>][/Separation/Gold/DeviceRGB<</FunctionType 2/N 2>>]]
        """
    },
    Offending(name: "inks that nothing describes", archive: "spot-colours") {
      $0.others[21] = "[/DeviceN[/Black/Gold]/DeviceRGB<</FunctionType 2>>]"
    },
    Offending(name: "inks of a profile one by one", archive: "overprint") {
      let profile = `A standard for files that are kept or listened to`.profile("prtr", "CMYK")
      $0.others[21] = "<</N 4/Length \(profile.utf8.count)>>stream\n\(profile)\nendstream"
      $0.resources = "/ColorSpace<</C[/ICCBased 31 0 R]>>/ExtGState<</G<</op true/OPM 1>>>>"
      $0.pages[0].contents += painting("/C cs /G gs 1 0 0 0 sc 0 0 9 9 re f")
    },
    Offending(name: "an unknown way to fit colours", archive: "rendering") {
      $0.pages[0].contents += painting("/Custom ri")
    },
    Offending(name: "a picture in the page packed by LZW", archive: "filter-inline") {
      $0.pages[0].contents += painting("BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID x EI")
    },
    Offending(name: "a form that takes names from its page", archive: "resources") {
      $0.others[21] = "<</Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n/G gs\nendstream"
      $0.resources = "/XObject<</X 31 0 R>>/ExtGState<</G<<>>>>"
      $0.pages[0].contents += painting("/X Do")
    },
  ]

  static let ofObjects: [Offending] = [
    Offending(name: "a script", archive: "actions") { $0.catalog += "/OpenAction<</S/JavaScript/JS(1)>>" },
    Offending(name: "a picture to be smoothed", archive: "image-interpolated") {
      $0.others[21] = "<</Type/XObject/Subtype/Image/Interpolate true/Length 1>>stream\nx\nendstream"
    },
    Offending(name: "a stream packed by LZW", archive: "filter") {
      $0.others[21] = "<</Filter/LZWDecode/Length 1>>stream\nx\nendstream"
    },
    Offending(name: "a page of another file", archive: "form-reference", access: "form-reference") {
      $0.others[21] = "<</Subtype/Form/Ref<<>>/Length 1>>stream\nx\nendstream"
    },
    Offending(name: "colours changed for a device", archive: "transfer") {
      $0.resources = "/ExtGState<</G<</TR/Identity>>>>"
    },
    Offending(name: "an attached file", archive: "attachments") {
      $0.others[21] = "<</Type/Filespec/F(a)/UF(a)/EF<</F 13 0 R>>>>"
    },
    Offending(name: "codes without letters", archive: "letters", access: "letters") {
      $0.font.replace("/ToUnicode 13 0 R/Encoding/WinAnsiEncoding", with: "/Encoding<</Differences[65/gravee]>>")
      $0.font.replace("/TrueType", with: "/Type1")
    },
    Offending(name: "a glyph of no name", archive: "font-encoding", access: "font-encoding") {
      $0.font.replace(
        "/Encoding/WinAnsiEncoding", with: "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[32/gravee]>>")
    },
    Offending(name: "letters for those who agreed on them", archive: "letters-private") {
      $0.replace("<20> <0020>", with: "<41> <E000>", in: 13)
    },
    Offending(name: "a screen by its name", archive: "halftone") {
      $0.resources = "/ExtGState<</G<</HT<</HalftoneType 1/HalftoneName(a)>>>>>>"
    },
    Offending(name: "film without words", access: "media-words") {
      $0.others[21] = "<</Type/MediaClip/S/MCD/CT(video/mpeg)>>"
    },
    Offending(name: "codes that mean nothing", archive: "letters-none", access: "letters-none") {
      $0.replace("<0020>", with: "<FFFE>", in: 13)
    },
    Offending(name: "a font without an encoding", archive: "font-encoding", access: "font-encoding") {
      $0.font.replace("/Encoding/WinAnsiEncoding", with: "")
    },
    Offending(name: "a font outside the file", archive: "fonts", access: "fonts") {
      $0.font.replace("/FontDescriptor 4 0 R", with: "")
    },
  ]

  /// What an annotation shows.
  private static let look = "<</Subtype/Form/BBox[0 0 9 9]/Resources<<>>/Length 0>>stream\n\nendstream"

  static let ofPages: [Offending] = [
    Offending(name: "an unknown operator", archive: "operator") { $0.pages[0].contents += "1 foo\n" },
    Offending(name: "states too deep", archive: "nesting") {
      $0.pages[0].contents += String(repeating: "q ", count: 29) + String(repeating: "Q ", count: 29)
    },
    Offending(name: "content outside the structure", access: "unmarked") { $0.pages[0].contents += MadePDF.line },
    Offending(name: "furniture within content", access: "mixed") {
      $0.pages[0].contents.replace("/P <</MCID 8>> BDC", with: "/P <</MCID 8>> BDC /Artifact BMC EMC")
    },
    Offending(name: "a link in no order", access: "tabs") { $0.pages[0].keys.replace("/Tabs/S", with: "") },
    Offending(name: "a link that is not printed", archive: "annotation-flags") {
      $0.replace("/F 4", with: "/F 0", in: 14)
    },
    Offending(name: "a link without words", access: "link-words") {
      $0.replace("/Contents(elsewhere)", with: "", in: 14)
    },
    Offending(name: "a mark of no element", access: "annotation-structure") {
      $0.replace("/Subtype/Link", with: "/Subtype/Highlight/AP<</N 31 0 R>>", in: 14)
      $0.others[21] = look
    },
    Offending(name: "a mark without words", access: "annotation-words") {
      $0.replace("/Subtype/Link", with: "/Subtype/Highlight/AP<</N 31 0 R>>", in: 14)
      $0.others[21] = look
      $0.replace("/Contents(elsewhere)", with: "", in: 14)
      $0.replace("/S/Link/", with: "/S/Annot/", in: 28)
    },
    Offending(name: "a field that acts", archive: "field-action", access: "field-structure") {
      $0.replace("/Subtype/Link", with: "/Subtype/Widget/A<</S/URI>>/TU(name)/AP<</N 31 0 R>>", in: 14)
      $0.others[21] = look
    },
    Offending(name: "a button with one look", archive: "annotation-look") {
      $0.replace("/Subtype/Link", with: "/Subtype/Widget/FT/Btn/TU(name)/AP<</N 31 0 R>>", in: 14)
      $0.others[21] = look
      $0.replace("/S/Link/", with: "/S/Form/", in: 28)
    },
    Offending(name: "a film", archive: "annotation-kind", access: "annotation-structure") {
      $0.replace("/Subtype/Link", with: "/Subtype/Movie/AP<</N 31 0 R>>", in: 14)
      $0.others[21] = look
    },
  ]

  static let ofStructure: [Offending] = [
    Offending(name: "a level left out", access: "heading-level") { $0.replace("/S/H2", with: "/S/H3", in: 29) },
    Offending(name: "a picture without words", access: "alternative") { $0.replace("/Alt(A star)", with: "", in: 26) },
    Offending(name: "a note without a name", access: "note-id") { $0.replace("/ID(n1)", with: "", in: 25) },
    Offending(name: "a head of no column", access: "table-scope") { $0.replace("/Scope/Column", with: "", in: 22) },
    Offending(name: "a row too wide", access: "table-rows") {
      $0.replace("/K[3]", with: "/K[3]/A<</O/Table/ColSpan 2>>", in: 24)
    },
    Offending(name: "an item outside a list", access: "nesting-LBody") {
      $0.replace("/S/LI/", with: "/S/Sect/", in: 18)
      $0.replace("/S/L/", with: "/S/Sect/", in: 17)
    },
    Offending(name: "an unknown type", archive: "role", access: "role") {
      $0.replace("/S/Verse", with: "/S/Prose", in: 27)
    },
    Offending(name: "types that mean each other", archive: "role-cycle", access: "role-cycle") {
      $0.replace("<</Verse/P>>", with: "<</Verse/P/A/B/B/A>>", in: 12)
    },
    Offending(name: "content that nothing has", archive: "content-lost", access: "content-lost") {
      $0.replace("/K[8]", with: "/K[]", in: 30)
    },
    Offending(name: "a link outside its element", access: "link-structure") {
      $0.replace("/S/Link/", with: "/S/Span/", in: 28)
    },
    Offending(name: "an element of an odd language", archive: "language", access: "language") {
      $0.replace("/K[8]", with: "/K[8]/Lang(de/AT)", in: 30)
    },
    Offending(name: "a picture with empty words", access: "alternative") {
      $0.replace("/Alt(A star)", with: "/Alt()", in: 26)
    },
    Offending(name: "no table of parents", archive: "parent-tree", access: "parent-tree") {
      $0.replace("/ParentTree<</Nums[]>>", with: "", in: 12)
    },
  ]
}
