import Foundation
import Preflight
import Testing
import Units

/// A file spoiled in one way, and what has to be said of it.
struct Broken: Sendable, CustomTestStringConvertible {
  var name: String
  var service = "kdp"
  var rule: String
  var pages: [Int] = []
  var measured: String
  var trim: PageSize?
  var title: String?
  var spoil: @Sendable (inout MadePDF) -> Void

  var testDescription: String { name }
}

@Suite struct `A PDF before it is sent` {
  static func findings(
    _ made: MadePDF, for service: String, trim: PageSize? = nil, title: String? = nil
  ) throws -> [Finding] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("preflight-\(UUID().uuidString).pdf")
    let bytes = made.bytes
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var facts = try PDFFacts.read(bytes)
    InkMeasure.add(to: &facts, file: file.path)
    InkMeasure.addText(to: &facts, file: file.path)
    try #require(facts.inkMissing == nil, "poppler-utils is not installed")
    return Preflight.check(facts, for: try #require(Service.named(service)), trim: trim, title: title)
  }

  @Test(arguments: ["kdp", "ingram", "lulu", "bookvault"])
  func `that is right is told nothing`(service: String) throws {
    var made = MadePDF()
    made.pages[31].contents = ""
    made.info += "/GTS_PDFXVersion(PDF/X-1a:2003)/Trapped/False"
    made.catalog = "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]"
    #expect(try Self.findings(made, for: service).map(\.message) == [])
  }

  @Test func `that is PDF/X says so in all the ways the standard asks`() throws {
    var made = MadePDF()
    made.change(1...32) { $0.keys = "/TrimBox[0 0 432 648]" }
    made.info += "/GTS_PDFXVersion(PDF/X-1a:2003)/Trapped/False"
    made.catalog = "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]"
    #expect(try Self.findings(made, for: "x-1a").map(\.message) == [])
    made.info = ""
    made.catalog = ""
    made.version = "1.6"
    made.change([2]) { $0.keys = "" }
    let codes = try Self.findings(made, for: "x-1a").map(\.code)
    #expect(
      Set(codes) == ["version", "output-intent", "trim-box", "pdfx-version", "trapped", "title", "dates"])
  }

  @Test(arguments: [
    ("", "the device's own colours"), ("/CS/DeviceRGB", "DeviceRGB"), ("/CS[/CalRGB<</WhitePoint[1 1 1]>>]", "CalRGB"),
  ])
  func `of transparency says in which colours it is mixed`(space: String, named: String) throws {
    var made = MadePDF()
    made.resources = "/ExtGState<</G<</ca 0.5>>>>"
    made.change([5]) {
      $0.contents += "/G gs 100 100 50 50 re f\n"
      $0.keys += "/Group<</S/Transparency\(space)>>"
    }
    let found = try Self.findings(made, for: "kdp").first { $0.code == "transparency" }
    #expect(found?.message.hasSuffix("mixed in \(named)") == true, "\(found?.message ?? "none")")
  }

  @Test(arguments: Broken.all)
  func `is told by rule, page and value`(broken: Broken) throws {
    var made = MadePDF()
    broken.spoil(&made)
    let findings = try Self.findings(made, for: broken.service, trim: broken.trim, title: broken.title)
    let found = findings.first { $0.code == broken.rule }
    #expect(found?.measured == broken.measured && found?.pages == broken.pages, "\(findings.map(\.message))")
    #expect(found.map { !$0.source.isEmpty && !$0.read.isEmpty && !$0.required.isEmpty } == true)
    // and nothing else is an error but what follows from it
    let follows: Set = ["size", "trim", "spread", "gutter", "margin", "bleed-missing", "bleed-short"]
    #expect(
      findings.allSatisfy { $0.severity != .error || $0.code == broken.rule || follows.contains($0.code) },
      "\(findings.map(\.message))")
  }

  @Test func `that is damaged or no PDF is told so`() {
    for bytes in [[], Array("no PDF at all".utf8), Array(MadePDF().bytes.prefix(300))] {
      #expect(throws: PreflightError.self) { try PDFFacts.read(bytes) }
    }
  }

  @Test func `is read however its contents end`() throws {
    for contents in [
      "q q q 1 0", "BI /W 9 /H 9 ID xxxx", "(((", "<< /A [ ", "/Fm1 Do Q Q Q 1 w S", "BT (x) Tj", "re f 1 2 re f",
    ] {
      var made = MadePDF()
      made.pages[0].contents = contents
      #expect(try PDFFacts.read(made.bytes).pages.count == 32)
    }
  }

  @Test func `says where its rules come from`() {
    for service in Service.all { #expect(service.bans.allSatisfy { !$0.rule.source.isEmpty && !$0.rule.read.isEmpty }) }
  }
}
