internal import QPDF
internal import Units

/// Walks the elements of a structure in their order, without calling itself.
struct StructureWalk {
  struct Problem {
    var code: String
    var clause: StandardCheck.Clause
    var page: Int?
    var message: String
    var measured: String
    var required: String
  }

  private let roles: [String: String]
  private let pages: [Int: Int]
  private(set) var problems: [Problem] = []
  /// Marked content that no element has claimed so far, by page.
  private(set) var unclaimed: [Set<Int>]
  /// An element that has an annotation.
  struct Holder {
    /// The standard type.
    var type: String
    var isSpoken: Bool
    /// It has words in its annotation's place.
    var isWorded: Bool
  }
  /// By the annotations' objects.
  private(set) var annotations: [Int: Holder] = [:]
  /// Marked content of elements with words in its place, by page.
  private(set) var replaced: [Set<Int>]
  /// Marked content of elements whose language is not known, by page; pictures aside.
  private(set) var mute: [Set<Int>]
  /// The file says in which language all of it is that says nothing else.
  let hasLanguage: Bool
  private var notes: Set<[UInt8]> = []
  private var lastHeading = 0
  private var kinds: (hasNumbered: Bool, hasPlain: Bool) = (false, false)
  private var seen: Set<Int> = []

  /// An element that waits: its number, or itself where it has none.
  private struct Waiting {
    var number: Int
    var object: PDFObject?
    var parent: String
    var page: Int?
    var isSpoken: Bool
    var isReplaced: Bool
  }

  init(roles: [String: String], pages: [Int: Int], identifiers: [Set<Int>], hasLanguage: Bool) {
    (self.roles, self.pages, unclaimed, self.hasLanguage) = (roles, pages, identifiers, hasLanguage)
    mute = identifiers.map { _ in [] }
    replaced = mute
  }

  /// ISO 32000-1, 14.8.4.
  static let standard: Set<String> = [
    "/Document", "/Part", "/Art", "/Sect", "/Div", "/BlockQuote", "/Caption", "/TOC", "/TOCI", "/Index", "/NonStruct",
    "/Private", "/P",
    "/H", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/TR", "/TH", "/TD",
    "/THead", "/TBody",
    "/TFoot", "/Span", "/Quote", "/Note", "/Reference", "/BibEntry", "/Code", "/Link", "/Annot", "/Ruby", "/RB", "/RT",
    "/RP", "/Warichu",
    "/WT", "/WP", "/Figure", "/Formula", "/Form",
  ]
  /// Where an element may stand (ISO 32000-1, 14.8.4.3; ISO 14289-1, 7.2).
  private static let parents: [String: Set<String>] = [
    "/TR": ["/Table", "/THead", "/TBody", "/TFoot"], "/TH": ["/TR"], "/TD": ["/TR"], "/THead": ["/Table"],
    "/TBody": ["/Table"],
    "/TFoot": ["/Table"], "/LI": ["/L"], "/LBody": ["/LI"], "/TOCI": ["/TOC"], "/RB": ["/Ruby"], "/RT": ["/Ruby"],
    "/RP": ["/Ruby"],
    "/WT": ["/Warichu"], "/WP": ["/Warichu"],
  ]
  /// What an element may hold, where it may not hold all.
  private static let children: [String: Set<String>] = [
    "/L": ["/L", "/LI", "/Caption"], "/LI": ["/Lbl", "/LBody"],
    "/Table": ["/TR", "/THead", "/TBody", "/TFoot", "/Caption"],
    "/THead": ["/TR"], "/TBody": ["/TR"], "/TFoot": ["/TR"], "/TR": ["/TH", "/TD"],
    "/TOC": ["/TOC", "/TOCI", "/Caption"],
  ]

  mutating func walk(from tree: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) {
    var waiting: [Waiting] = []
    let outermost = Waiting(number: 0, object: nil, parent: "", page: nil, isSpoken: hasLanguage, isReplaced: false)
    try wait(for: tree, as: outermost, in: &waiting, document)
    while let next = waiting.popLast() {
      let element = if let object = next.object { object } else { try document.object(number: next.number) }
      // a damaged file may hang an element below itself
      if next.number != 0, !seen.insert(next.number).inserted { continue }
      let own = try document.words("/Lang", of: element)
      let isSpoken = own.map { StandardCheck.isLanguage($0) } ?? next.isSpoken
      if let own, !isSpoken {
        problem(
          "language", StandardCheck.Clause(archive: "6.7.4", access: "7.2"), next.page, "a language of no known form",
          own,
          "a language, such as en")
      }
      let type = try check(element, parent: next.parent, page: next.page, document)
      if !isSpoken { try checkWords(of: element, page: next.page, document) }
      let page = try document.value("/Pg", of: element).flatMap { pages[document.identity(of: $0)] } ?? next.page
      let isReplaced = try document.value("/ActualText", of: element) != nil
      let holder = Waiting(
        number: 0, object: nil, parent: type, page: page, isSpoken: isSpoken, isReplaced: next.isReplaced || isReplaced)
      try wait(for: element, as: holder, in: &waiting, document)
      if !waiting.contains(where: { $0.object != nil }) { document.releaseObjects() }
    }
    if kinds.hasNumbered, kinds.hasPlain {
      problem(
        "headings-mixed", StandardCheck.Clause(access: "7.4.4"), nil, "headings with and without levels", "H and H1",
        "one or the other")
    }
  }

  /// Puts an element's children on the heap so that the first comes off first; claims its content.
  private mutating func wait(
    for element: PDFObject, as holder: Waiting, in waiting: inout [Waiting], _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let kids = try document.value("/K", of: element) else { return }
    let count = document.isArray(kids) ? try document.count(of: kids) : 1
    let first = waiting.count
    for index in 0..<count {
      let kid = document.isArray(kids) ? try document.item(index, of: kids) : kids
      if let identifier = document.number(kid) {
        claim(identifier.whole, on: holder.page, for: holder)
        continue
      }
      switch try document.name("/Type", of: kid) {
      case "/MCR":
        let own = try document.value("/Pg", of: kid).flatMap { pages[document.identity(of: $0)] } ?? holder.page
        if let identifier = try document.integer("/MCID", of: kid) { claim(identifier, on: own, for: holder) }
      case "/OBJR":
        guard let object = try document.value("/Obj", of: kid) else { continue }
        let isWorded = try document.words("/Alt", of: element)?.isEmpty == false
        annotations[document.identity(of: object)] = Holder(
          type: holder.parent, isSpoken: holder.isSpoken, isWorded: isWorded)
      default:
        guard document.isDictionary(kid) else { continue }
        let number = document.identity(of: kid)
        var next = holder
        (next.number, next.object) = (number, number == 0 ? kid : nil)
        waiting.append(next)
      }
    }
    waiting[first...].reverse()
  }

  private mutating func claim(_ identifier: Int, on page: Int?, for holder: Waiting) {
    guard let page, unclaimed.indices.contains(page) else { return }
    unclaimed[page].remove(identifier)
    if !holder.isSpoken, holder.parent != "/Figure" { mute[page].insert(identifier) }
    if holder.isReplaced { replaced[page].insert(identifier) }
  }

  /// Words that stand in for content are in a language, too.
  private mutating func checkWords(
    of element: PDFObject, page: Int?, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    for key in ["/Alt", "/ActualText", "/E"] where !(try document.words(key, of: element)?.isEmpty ?? true) {
      problem(
        "language", StandardCheck.Clause(archive: nil, access: "7.2"), page,
        "words of an element whose language nothing says", "\(key.dropFirst()) without Lang", "a language, such as en")
    }
  }

  /// A caption is the first of what it is of; of a table it may be the last.
  private mutating func checkCaption(
    _ element: PDFObject, _ type: String, _ page: Int?, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    var types: [String] = []
    for kid in try kids(of: element, document) { types.append(standardType(try document.name("/S", of: kid) ?? "")) }
    let places = types.indices.filter { types[$0] == "/Caption" }
    guard let place = places.first else { return }
    let isAtEdge = place == 0 || type == "/Table" && place == types.count - 1
    guard places.count > 1 || !isAtEdge else { return }
    problem(
      "caption-place", StandardCheck.Clause(access: "7.2"), page,
      "a caption within its \(type.dropFirst())", "child \(place + 1) of \(types.count)",
      type == "/Table" ? "the first or the last child" : "the first child")
  }

  private func standardType(_ name: String) -> String {
    var type = name
    for _ in 0...roles.count where !StructureWalk.standard.contains(type) { type = roles[type] ?? type }
    return type
  }

  private mutating func problem(
    _ code: String, _ clause: StandardCheck.Clause, _ page: Int?, _ message: String, _ measured: String,
    _ required: String
  ) {
    problems.append(
      Problem(
        code: code, clause: clause, page: page.map { $0 + 1 }, message: message, measured: measured, required: required)
    )
  }

  // MARK: One element

  /// Its standard type.
  private mutating func check(
    _ element: PDFObject, parent: String, page: Int?, _ document: borrowing PDFDocument
  ) throws(PDFError) -> String {
    let type = standardType(try document.name("/S", of: element) ?? "")
    let page = try document.value("/Pg", of: element).flatMap { pages[document.identity(of: $0)] } ?? page
    if !StructureWalk.standard.contains(type) {
      problem(
        "role", StandardCheck.Clause(archive: "6.7.3.4", access: "7.1"), page, "an element of an unknown type", type,
        "a type that the role map leads to")
      return type
    }
    if let allowed = StructureWalk.parents[type], !allowed.contains(parent) {
      problem(
        "nesting-\(type.dropFirst())", StandardCheck.Clause(access: "7.2"), page,
        "\(type.dropFirst()) in \(parent.isEmpty ? "nothing" : "\(parent.dropFirst())")", "\(parent.dropFirst())",
        allowed.map { String($0.dropFirst()) }.sorted().joined(separator: ", "))
    } else if let allowed = StructureWalk.children[parent], !allowed.contains(type) {
      problem(
        "nesting-\(parent.dropFirst())", StandardCheck.Clause(access: "7.2"), page,
        "\(type.dropFirst()) in \(parent.dropFirst())", "\(type.dropFirst())",
        allowed.map { String($0.dropFirst()) }.sorted().joined(separator: ", "))
    }
    try checkPlainHeadings(in: element, page, document)
    switch type {
    case "/H": kinds.hasPlain = true
    case "/H1", "/H2", "/H3", "/H4", "/H5", "/H6": checkHeading(type, page)
    case "/Figure", "/Formula":
      let isWorded = try document.words("/Alt", of: element)?.isEmpty == false
      let isSaid = try document.value("/ActualText", of: element) != nil
      if !isWorded, !isSaid {
        problem(
          "alternative", StandardCheck.Clause(access: type == "/Figure" ? "7.3" : "7.7"), page,
          "a \(type == "/Figure" ? "picture" : "formula") without words for who cannot see it", "no Alt", "Alt")
      }
    case "/Note": try checkNote(element, page, document)
    case "/L", "/TOC": try checkCaption(element, type, page, document)
    case "/Table":
      try checkCaption(element, type, page, document)
      try checkTable(element, page, document)
    default: break
    }
    return type
  }

  /// Headings without levels are one to a part (7.4.4).
  private mutating func checkPlainHeadings(
    in element: PDFObject, _ page: Int?, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    guard let kids = try document.value("/K", of: element), document.isArray(kids) else { return }
    var headings = 0
    for index in 0..<(try document.count(of: kids)) {
      let kid = try document.item(index, of: kids)
      if document.isDictionary(kid), try standardType(document.name("/S", of: kid) ?? "") == "/H" { headings += 1 }
      document.release(kid)
    }
    guard headings > 1 else { return }
    problem(
      "headings-twice", StandardCheck.Clause(access: "7.4.4"), page, "a part with several headings without levels",
      "\(headings)", "one")
  }

  private mutating func checkHeading(_ type: String, _ page: Int?) {
    kinds.hasNumbered = true
    let level = Int(type.dropFirst(2)) ?? 1
    if level > lastHeading + 1 {
      problem(
        "heading-level", StandardCheck.Clause(access: "7.4.2"), page,
        "a heading of level \(level) \(lastHeading == 0 ? "first" : "behind one of level \(lastHeading)")", "H\(level)",
        "H\(lastHeading + 1)")
    }
    lastHeading = level
  }

  private mutating func checkNote(_ note: PDFObject, _ page: Int?, _ document: borrowing PDFDocument) throws(PDFError) {
    let name = try document.value("/ID", of: note).flatMap { document.string($0) } ?? []
    if name.isEmpty || !notes.insert(name).inserted {
      problem(
        "note-id", StandardCheck.Clause(access: "7.9"), page, "a note that cannot be told from others",
        name.isEmpty ? "no ID" : "an ID twice", "an ID of its own")
    }
  }

  /// Heads say of what they are heads (7.5), and rows are of one length (7.2).
  private mutating func checkTable(_ table: PDFObject, _ page: Int?, _ document: borrowing PDFDocument) throws(PDFError)
  {
    var (grid, isScoped, namesAllHeads) = (TableGrid(), true, true)
    var groups: Set<String> = []
    for row in try kids(of: table, document) {
      let type = try document.name("/S", of: row)
      if !groups.insert(type ?? "").inserted, let type, ["/THead", "/TFoot"].contains(type) {
        problem(
          "table-twice", StandardCheck.Clause(access: "7.2"), page, "a table with two of \(type.dropFirst())", "two",
          "one")
      }
      let rows =
        type == "/TR" ? [row] : ["/THead", "/TBody", "/TFoot"].contains(type) ? try kids(of: row, document) : []
      for row in rows {
        grid.beginRow()
        for cell in try kids(of: row, document) {
          let attributes = try attributes(of: cell, document)
          grid.add(columns: attributes.columns, rows: attributes.rows)
          let isHead = try document.name("/S", of: cell) == "/TH"
          if isHead, !attributes.isScoped, try document.value("/ID", of: cell) == nil { isScoped = false }
          if !isHead, !attributes.hasHeaders { namesAllHeads = false }
        }
      }
    }
    if !groups.isDisjoint(with: ["/THead", "/TFoot"]), !groups.contains("/TBody") {
      problem(
        "table-body", StandardCheck.Clause(access: "7.2"), page, "a table with a head or a foot and no body",
        "no TBody",
        "TBody")
    }
    if !grid.isRegular {
      problem(
        "table-rows", StandardCheck.Clause(access: "7.2"), page, "a table whose rows differ in length", "irregular",
        "as many columns in each row")
    }
    if !isScoped, !namesAllHeads {
      problem(
        "table-scope", StandardCheck.Clause(access: "7.5"), page, "heads of a table that do not say of what",
        "no Scope", "Scope, or Headers in the cells")
    }
  }

  private func kids(of element: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> [PDFObject] {
    guard let kids = try document.value("/K", of: element) else { return [] }
    guard document.isArray(kids) else { return document.isDictionary(kids) ? [kids] : [] }
    var found: [PDFObject] = []
    for index in 0..<(try document.count(of: kids)) {
      let kid = try document.item(index, of: kids)
      if document.isDictionary(kid) { found.append(kid) }
    }
    return found
  }

  private func attributes(of cell: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> (
    columns: Int, rows: Int, isScoped: Bool, hasHeaders: Bool
  ) {
    var found = (columns: 1, rows: 1, isScoped: false, hasHeaders: false)
    guard let value = try document.value("/A", of: cell) else { return found }
    let count = document.isArray(value) ? try document.count(of: value) : 1
    for index in 0..<count {
      let set = document.isArray(value) ? try document.item(index, of: value) : value
      guard document.isDictionary(set) else { continue }
      if try document.value("/Scope", of: set) != nil { found.isScoped = true }
      if try document.value("/Headers", of: set) != nil { found.hasHeaders = true }
      if let columns = try document.integer("/ColSpan", of: set) { found.columns = min(max(1, columns), 10_000) }
      if let rows = try document.integer("/RowSpan", of: set) { found.rows = min(max(1, rows), 10_000) }
    }
    return found
  }
}

/// How many columns the rows of a table fill, with cells that reach over several.
struct TableGrid {
  private var lengths: [Int] = []
  /// Cells that reach into the rows below: columns, with the rows that are left.
  private var hanging: [(columns: Int, rows: Int)] = []

  mutating func beginRow() {
    lengths.append(hanging.reduce(0) { $0 + $1.columns })
    hanging = hanging.compactMap { $0.rows > 1 ? ($0.columns, $0.rows - 1) : nil }
  }

  mutating func add(columns: Int, rows: Int) {
    guard !lengths.isEmpty else { return }
    lengths[lengths.count - 1] += columns
    if rows > 1 { hanging.append((columns, rows - 1)) }
  }

  var isRegular: Bool { Set(lengths).count < 2 && hanging.isEmpty }
}
