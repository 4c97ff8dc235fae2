import Foundation
import PageDesign
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
      stream("profile", "/N 3"),  // 11
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
    <pdfaSchema:namespaceURI xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#">http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    """

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
    others[number - 10] = others[number - 10].replacing(old, with: new)
  }
}

extension Offending {
  static let all: [Offending] = ofFile + ofObjects + ofPages + ofStructure

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
    Offending(name: "no title in the metadata", access: "title") { $0.replace("dc:title", with: "dc:subject", in: 10) },
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
      $0.others[21] = "<</Type/Filespec/F(a)/UF(a)/EF<<>>>>"
    },
    Offending(name: "codes without letters", archive: "letters", access: "letters") {
      $0.font.replace("/ToUnicode 13 0 R/Encoding/WinAnsiEncoding", with: "/Encoding<</Differences[32/a1]>>")
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
    Offending(name: "a film", archive: "annotation-kind") {
      $0.replace("/Subtype/Link", with: "/Subtype/Movie/AP<</N 13 0 R>>", in: 14)
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
    Offending(name: "no table of parents", archive: "parent-tree", access: "parent-tree") {
      $0.replace("/ParentTree<</Nums[]>>", with: "", in: 12)
    },
  ]
}
