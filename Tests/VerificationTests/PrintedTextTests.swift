import PDFReading
import Testing
import Units
import Verification

/// A page of a file with a structure, as small as it can be: letters of ASCII in one font.
private struct TaggedPage {
  /// Between the beginning of text and its end.
  var text: String
  /// What the document's one element holds.
  var kids = "<</S/P/P 6 0 R/Pg 3 0 R/K[0 1]>>"
  /// Behind the text.
  var behind = ""

  var pdf: [UInt8] {
    let map = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange"
    let contents = "BT /F 10 Tf \(text) ET \(behind)"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R/MarkInfo<</Marked true>>>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      """
      <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[9 0 R]\
      /Resources<</Font<</F 7 0 R>>>>>>
      """,
      "<</Length \(contents.utf8.count)>>stream\n\(contents)\nendstream", "<</Type/StructTreeRoot/K 6 0 R>>",
      "<</S/Document/P 5 0 R/K[\(kids)]>>", "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/ToUnicode 8 0 R>>",
      "<</Length \(map.utf8.count)>>stream\n\(map)\nendstream",
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/XYZ null 320 null]>>",
    ]
    var file = "%PDF-1.5\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = "\(place)"
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }

  func read() throws -> PrintedText { try PrintedText(pdf) }

  /// As a book of the words `one two three four`.
  func verified(pages: [PrintedLayout.Page] = []) throws -> VerificationResult {
    let file = SourceFile(name: "book.txt", text: Array("one two three four".utf8))
    return try verify(
      pdf, VerificationInput(sources: [VerificationSource(file: file)], layout: PrintedLayout(pages: pages)))
  }
}

@Suite struct `The text of a tagged page` {
  private static let first = "/P<</MCID 0>>BDC 1 0 0 1 40 340 Tm (one two )Tj EMC"
  private static let second = "/P<</MCID 1>>BDC 1 0 0 1 40 326 Tm [(th)-20(ree )] TJ <666f7572> Tj EMC"

  @Test func `is read by the structure, whatever stands first on the page`() throws {
    let page = TaggedPage(text: Self.first + Self.second)
    #expect(try page.read().runs.map(page.read().string) == ["one two ", "three four"])
    #expect(try page.verified().isWhole)
    let turned = TaggedPage(text: page.text, kids: "<</S/P/P 6 0 R/Pg 3 0 R/K[1 0]>>")
    #expect(try turned.read().runs.map(turned.read().string) == ["three four", "one two "])
    #expect(try turned.verified().moved > 0)
  }

  @Test(arguments: [
    ("/Note", PrintedText.Role.note), ("/Caption", .caption), ("/TOC", .contents), ("/H1", .body), ("/TD", .body),
  ])
  func `has the role of its element`(type: String, role: PrintedText.Role) throws {
    let page = TaggedPage(
      text: Self.first + Self.second + " /Artifact<</Subtype/Footer>>BDC 1 0 0 1 40 20 Tm (7)Tj EMC",
      kids: "<</S\(type)/P 6 0 R/Pg 3 0 R/K[0<</S/Lbl/Pg 3 0 R/K[1]>>]>>")
    let text = try page.read()
    #expect(text.runs.map(\.role) == [role, role, .furniture])
    #expect(text.runs.map(\.isLabel) == [false, true, false])
    #expect(text.problems == [])
  }

  @Test func `is what the file says in place of what is drawn`() throws {
    let page = TaggedPage(
      text: "/Span<</MCID 0/ActualText<feff006f006e0065>>>BDC 1 0 0 1 40 340 Tm (1)Tj (I)Tj EMC " + Self.second)
    #expect(try page.read().runs.map(page.read().string) == ["one", "three four"])
  }

  /// What a verifier that knows no layout still knows of it.
  @Test(
    arguments: [
      ("", "", nil),
      ("/P<</MCID 2>>BDC (lost)Tj EMC", "", PrintedText.Problem.Kind.unclaimed), ("(loose)Tj", "", .unclaimed),
      ("/P<</MCID 1>>BDC ( and more)Tj EMC", "", .order), ("/P<</MCID 1>>BDC <80>Tj EMC", "", .unknownLetters),
      ("/Artifact BMC 3 Tr (not seen)Tj 0 Tr EMC", "", .hidden), ("", "/Artifact BMC /X Do EMC", .covered),
      ("/Artifact BMC 1 0 0 1 310 340 Tm (beyond)Tj EMC", "", .outside),
    ] as [(String, String, PrintedText.Problem.Kind?)])
  func `is faulty`(more: String, behind: String, fault: PrintedText.Problem.Kind?) throws {
    let page = TaggedPage(text: Self.first + Self.second + more, behind: behind)
    let problems = try page.read().problems.map(\.kind)
    #expect(fault.map(problems.contains) ?? problems.isEmpty, "\(problems)")
    #expect(try page.verified().isWhole == (fault == nil))
  }

  @Test func `is faulty where it is of two elements, or a line stands above the one before it`() throws {
    let twice = TaggedPage(
      text: Self.first + Self.second, kids: "<</S/P/Pg 3 0 R/K[0 1]>><</S/P/Pg 3 0 R/K[1]>>")
    #expect(try twice.read().problems.map(\.kind) == [.claimedTwice])
    let risen = TaggedPage(
      text: Self.second.replacing("MCID 1", with: "MCID 0") + Self.first.replacing("MCID 0", with: "MCID 1"))
    #expect(try risen.read().problems.map(\.kind) == [.risen])
  }

  @Test(arguments: ["12", "13"]) func `has the numbers of the pages that its links lead to`(folio: String) throws {
    let page = TaggedPage(
      text: Self.first
        + Self.second.replacing("MCID 1", with: "MCID 2")
        .replacing("/P<</MCID 2>>", with: "/P<</MCID 1>>BDC (12 )Tj EMC /P<</MCID 2>>"),
      kids: "<</S/P/Pg 3 0 R/K[0<</S/Link/Pg 3 0 R/K[1<</Type/OBJR/Obj 9 0 R>>]>>2]>>")
    #expect(try page.verified(pages: [PrintedLayout.Page(folio: folio)]).isWhole == (folio == "12"))
  }

  @Test func `that is damaged is read or refused, and nothing traps`() {
    let whole = TaggedPage(text: Self.first + Self.second).pdf
    for place in stride(from: 9, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] = bytes[place] == 0x28 ? 0x3E : 0x28
      _ = try? PrintedText(bytes)
    }
  }
}
