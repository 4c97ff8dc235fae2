package import Design
internal import QPDF
internal import Units

/// Holds a PDF, ours or not, against the clauses of PDF/A (ISO 19005-2 and -3; -4 as far as it asks the same)
/// or PDF/UA-1 (ISO 14289-1) that its objects answer.
///
/// What only drawing would answer is not asked: whether glyphs are as wide as the file says, and whether a
/// font has them (ISO 19005-2, 6.2.11.5 and 6.2.11.8; ISO 14289-1, 7.21.5 and 7.21.8). A validator's verdict
/// therefore says more than "nothing found" here. Linear in the file.
package struct StandardCheck {
  let standard: PDFStandard
  let bytes: [UInt8]
  let facts: PDFFacts
  /// In which text is set, on pages and in what annotations show.
  let usedFonts: Set<String>
  /// Codes that are shown, by the objects of their fonts.
  let usedCodes: [Int: Set<UInt16>]
  private(set) var findings: [Finding] = []
  /// Spot colours that were met, each with what it is mixed from.
  var inks: [String: String] = [:]
  /// How often forms are shown, by their objects.
  var placedForms: [Int: Int] = [:]
  /// Files within files around this one.
  var depth = 0
  /// Profiles that were looked at, by their objects.
  var knownProfiles: Set<Int> = []
  /// Places of the findings, by code.
  private var known: [String: Int] = [:]

  var isArchive: Bool { standard != .ua1 }
  /// Its files say what they are made of.
  var asksStructure: Bool { standard.asksStructure }
  /// Every letter is known.
  var asksUnicode: Bool { standard != .a2b && standard != .a4 }
  /// The level that a file of part 4 calls itself: `F`, `E`; empty for none.
  var conformance: String { String(facts.pdfa?.dropFirst() ?? "") }
  var part: Int {
    switch standard {
    case .a3a: 3
    case .a4: 4
    default: 2
    }
  }

  /// All that it does not keep; none is the answer hoped for.
  package static func check(_ pdf: [UInt8], _ facts: PDFFacts, for standard: PDFStandard, depth: Int = 0)
    throws(PreflightError)
    -> [Finding]
  {
    do throws(PDFError) {
      return try PDFDocument.read(pdf, repairing: true) { document throws(PDFError) in
        var check = StandardCheck(standard: standard, bytes: pdf, facts: facts)
        check.depth = depth
        check.checkSyntax(document)
        try check.checkFile(document)
        document.releaseObjects()
        try check.checkColours(document)
        document.releaseObjects()
        try check.checkMetadata(document)
        document.releaseObjects()
        try check.checkObjects(document)
        var marked = MarkedPages()
        try check.checkPages(document, &marked)
        if check.asksStructure { try check.checkStructure(document, marked) }
        return check.findings
      }
    } catch {
      throw PreflightError(error)
    }
  }

  private init(standard: PDFStandard, bytes: [UInt8], facts: PDFFacts) {
    (self.standard, self.bytes, self.facts) = (standard, bytes, facts)
    usedCodes = facts.pages.reduce(into: [:]) { codes, page in
      codes.merge(page.paint.codes) { $0.union($1) }
      codes.merge(page.shown.codes) { $0.union($1) }
    }
    usedFonts = facts.pages.reduce(into: []) { $0.formUnion($1.paint.fonts.union($1.shown.fonts)) }
  }

  /// Where a standard says something: in PDF/A, in PDF/UA, or in both.
  struct Clause {
    /// Of ISO 19005-2, which part 3 keeps and part 4 mostly.
    var archive: String?
    /// Of ISO 14289-1.
    var access: String?
  }

  /// Notes a finding, unless the standard does not ask; of one code the first stands, with the pages of all.
  mutating func add(
    _ code: String, _ clause: Clause, page: Int? = nil, _ message: String, measured: String, required: String,
    help: String? = nil
  ) {
    guard let number = isArchive ? clause.archive : clause.access else { return }
    assert(StandardClauses.of(standard).asked.contains(number), "clause \(number) is asked and not in the list")
    if let place = known[code] {
      if let page, findings[place].pages.last != page { findings[place].pages.append(page) }
      return
    }
    known[code] = findings.count
    let source =
      switch (isArchive, part) {
      case (false, _): "ISO 14289-1:2014, \(number)"
      case (true, 4): "ISO 19005-4:2020, as ISO 19005-2:2011, \(number)"
      case (true, let part): "ISO 19005-\(part):\(part == 2 ? 2011 : 2012), \(number)"
      }
    findings.append(
      Finding(
        severity: .error, code: code, service: standard.title, pages: page.map { [$0] } ?? [], message: message,
        measured: measured, required: required, help: help, source: source, read: "2026-11", trust: .knowledge))
  }
}

extension PDFDocument {
  /// A truth; false where there is none.
  func isTrue(_ key: String, of dictionary: PDFObject) throws(PDFError) -> Bool {
    guard let value = try value(key, of: dictionary) else { return false }
    return try syntax(of: value) == "true"
  }

  /// The dictionary of an object that is one, or of a stream.
  func dictionary(of object: PDFObject) throws(PDFError) -> PDFObject? {
    if isStream(object) { return try streamDictionary(of: object) }
    return isDictionary(object) ? object : nil
  }
}
