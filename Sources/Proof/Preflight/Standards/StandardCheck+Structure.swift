internal import QPDF

/// The structure: what its elements are, what they may hold, and that all content has its place.
extension StandardCheck {
  mutating func checkStructure(_ document: borrowing PDFDocument, _ marked: MarkedPages) throws(PDFError) {
    guard let tree = try document.value("/StructTreeRoot", of: document.root()) else {
      return add(
        "structure", Clause(archive: "6.7.3.2", access: "7.1"), "the file has no structure", measured: "nothing",
        required: "a structure tree", help: "export it as a tagged PDF")
    }
    let roles = try roleMap(of: tree, document)
    if try document.value("/ParentTree", of: tree) == nil {
      add(
        "parent-tree", Clause(archive: "6.7.3.2", access: "7.1"), "content cannot find its element",
        measured: "no ParentTree", required: "ParentTree")
    }
    var walk = StructureWalk(
      roles: roles, pages: marked.index, identifiers: marked.identifiers, hasLanguage: try hasLanguage(document))
    try walk.walk(from: tree, document)
    document.releaseObjects()
    for problem in walk.problems {
      add(
        problem.code, problem.clause, page: problem.page, problem.message, measured: problem.measured,
        required: problem.required)
    }
    for (index, left) in walk.unclaimed.enumerated() where !left.isEmpty {
      add(
        "content-lost", Clause(archive: "6.7.3.2", access: "7.1"), page: index + 1,
        "marked content that no element has", measured: "MCID \(left.min() ?? 0)", required: "an element")
    }
    for (index, mute) in walk.mute.enumerated() where !isArchive {
      let silent = mute.intersection(marked.mute[index])
      guard let first = silent.min() else { continue }
      addLanguage(page: index + 1, "content whose language nothing says", measured: "MCID \(first)")
    }
    for (index, secret) in marked.secret.enumerated() where !secret.isSubset(of: walk.replaced[index]) {
      addSecret(page: index + 1)
    }
    for annotation in marked.annotations { check(annotation, walk.annotations[annotation.number], walk.hasLanguage) }
  }

  /// An annotation has an element of its kind, words, and their language (ISO 14289-1, 7.18).
  private mutating func check(_ annotation: MarkedAnnotation, _ element: StructureWalk.Holder?, _ hasLanguage: Bool) {
    let (kind, page) = (annotation.kind.dropFirst(), annotation.page)
    if annotation.kind == "/PrinterMark" {
      guard element != nil else { return }
      return add(
        "printers-mark", Clause(access: "7.18.8"), page: page, "a printer's mark in the structure",
        measured: "an element", required: "none")
    }
    if annotation.hasWords, !hasLanguage, element?.isSpoken != true {
      addLanguage(page: page, "an annotation whose language nothing says", measured: "Contents or TU without Lang")
    }
    switch annotation.kind {
    case "/Link":
      guard element?.type != "/Link" else { return }
      add(
        "link-structure", Clause(access: "7.18.5"), page: page, "a link that is not in an element of its kind",
        measured: "no Link", required: "Link")
    case "/Widget":
      if element?.type != "/Form" {
        add(
          "field-structure", Clause(access: "7.18.4"), page: page, "a form field that is not in an element of its kind",
          measured: element.map { String($0.type.dropFirst()) } ?? "nothing", required: "Form")
      }
      if !annotation.isWorded, element?.isWorded != true {
        add(
          "annotation-words", Clause(access: "7.18.1"), page: page, "a form field without words for who cannot see it",
          measured: "no TU", required: "TU, or Alt")
      }
    default:
      if element?.type != "/Annot" {
        add(
          "annotation-structure", Clause(access: "7.18.1"), page: page, "\(kind) that is not in an element of its kind",
          measured: element.map { String($0.type.dropFirst()) } ?? "nothing", required: "Annot")
      }
      if !annotation.isWorded, element?.isWorded != true {
        add(
          "annotation-words", Clause(access: "7.18.1"), page: page, "\(kind) without words for who cannot see it",
          measured: "no Contents", required: "Contents, or Alt")
      }
    }
  }

  /// The whole file names one.
  func hasLanguage(_ document: borrowing PDFDocument) throws(PDFError) -> Bool {
    try document.words("/Lang", of: document.root()).map { StandardCheck.isLanguage($0) } ?? false
  }

  mutating func addLanguage(page: Int? = nil, _ message: String, measured: String) {
    add(
      "language", Clause(access: "7.2"), page: page, message, measured: measured, required: "a language, such as en",
      help: "give --lang")
  }

  /// Types that the file gives other names, with cycles cut.
  private mutating func roleMap(of tree: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> [String:
    String]
  {
    guard let map = try document.value("/RoleMap", of: tree) else { return [:] }
    var roles: [String: String] = [:]
    for name in try document.keys(of: map) {
      roles[name] = try document.name(name, of: map)
      checkSpelling(of: name)
    }
    for name in roles.keys.sorted() {
      var (at, steps) = (name, 0)
      while let next = roles[at], !StructureWalk.standard.contains(at), steps <= roles.count {
        (at, steps) = (next, steps + 1)
      }
      if steps > roles.count {
        add(
          "role-cycle", Clause(archive: "6.7.3.4", access: "7.1"), "types that mean each other", measured: name,
          required: "a standard type")
      }
      if StructureWalk.standard.contains(name) {
        add(
          "role-standard", Clause(access: "7.1"), "a standard type is given another meaning", measured: name,
          required: "its own")
      }
    }
    return roles
  }
}
