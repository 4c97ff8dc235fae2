internal import QPDF

/// Pages: their annotations, and what of their content is marked.
extension StandardCheck {
  mutating func checkPages(_ document: borrowing PDFDocument, _ marked: inout MarkedPages) throws(PDFError) {
    for index in facts.pages.indices {
      let page = try document.page(index)
      let (paint, number) = (facts.pages[index].paint, index + 1)
      for word in paint.unknownOperators.sorted().prefix(1) {
        add(
          "operator", Clause(archive: "6.2.2"), page: number, "an unknown operator", measured: word,
          required: "those of ISO 32000-1")
      }
      if paint.mostSaved > 28 {
        add(
          "nesting", Clause(archive: "6.1.13"), page: number, "graphics states are nested too deeply",
          measured: "\(paint.mostSaved)", required: "at most 28")
      }
      for name in paint.fonts.union(facts.pages[index].shownFonts).sorted() where facts.fonts[name]?.isEmbedded == false
      {
        add(
          "fonts", Clause(archive: "6.2.11.4.1", access: "7.21.4.1"), page: number,
          "the font \"\(name)\" is not in the file", measured: "not embedded", required: "all fonts embedded")
      }
      let identity = document.identity(of: page)
      marked.index[identity] = index
      let marks = asksStructure ? try marks(of: page, number: number, document) : (identifiers: [], spoken: [])
      marked.identifiers.append(marks.identifiers)
      marked.spoken.append(marks.spoken)
      try checkAnnotations(of: page, number: number, document, &marked)
      document.releaseObjects()
    }
  }

  /// Identifiers of the marked content of a page.
  private mutating func marks(
    of page: PDFObject, number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) -> (identifiers: Set<Int>, spoken: Set<Int>) {
    let resources = try document.inherited("/Resources", of: page)
    let isMute = try !hasLanguage(document)
    var (found, spoken, isMixed, isUnmarked) = (Set<Int>(), Set<Int>(), false, false)
    var waiting = [(contents: try document.contents(ofPage: page), resources: resources, depth: 0)]
    while let next = waiting.popLast() {
      let marks = MarkedContent(next.contents, properties: try properties(of: next.resources, document))
      found.formUnion(marks.identifiers)
      spoken.formUnion(marks.spoken)
      if isMute, marks.hasMuteWords {
        addLanguage(page: number, "words in place of content whose language nothing says", measured: "no Lang")
      }
      (isMixed, isUnmarked) = (isMixed || marks.isMixed, isUnmarked || marks.hasUnmarked)
      guard !marks.forms.isEmpty, next.depth < 8, let resources = next.resources,
        let objects = try document.value("/XObject", of: resources)
      else {
        isUnmarked = isUnmarked || !marks.forms.isEmpty
        continue
      }
      for name in Set(marks.forms) {
        guard let object = try document.value(name, of: objects), document.isStream(object) else { continue }
        let keys = try document.streamDictionary(of: object)
        guard try document.name("/Subtype", of: keys) == "/Form" else {
          isUnmarked = true
          continue
        }
        waiting.append(
          (try document.contents(of: object), try document.value("/Resources", of: keys) ?? resources, next.depth + 1))
      }
    }
    if isUnmarked {
      add(
        "unmarked", Clause(access: "7.1"), page: number, "content that is neither in the structure nor furniture",
        measured: "not marked", required: "a tag, or Artifact")
    }
    if isMixed {
      add(
        "mixed", Clause(access: "7.1"), page: number, "furniture within the structure's content, or the reverse",
        measured: "both", required: "one or the other")
    }
    return (found, spoken)
  }

  private func properties(of resources: PDFObject?, _ document: borrowing PDFDocument) throws(PDFError) -> [String: Int]
  {
    guard let resources, let lists = try document.value("/Properties", of: resources) else { return [:] }
    var found: [String: Int] = [:]
    for name in try document.keys(of: lists) {
      guard let list = try document.value(name, of: lists) else { continue }
      found[name] = try document.integer("/MCID", of: list) ?? -1
    }
    return found
  }

  // MARK: Annotations

  private static let otherAnnotations: Set<String> = ["/3D", "/Sound", "/Screen", "/Movie", "/RichMedia"]

  private mutating func checkAnnotations(
    of page: PDFObject, number: Int, _ document: borrowing PDFDocument, _ marked: inout MarkedPages
  ) throws(PDFError) {
    guard let annotations = try document.value("/Annots", of: page), try document.count(of: annotations) > 0 else {
      return
    }
    if try document.name("/Tabs", of: page) != "/S" {
      add(
        "tabs", Clause(access: "7.18.3"), page: number, "links are not reached in the order of the structure",
        measured: "no Tabs /S", required: "Tabs /S")
    }
    for index in 0..<(try document.count(of: annotations)) {
      let annotation = try document.item(index, of: annotations)
      let kind = try document.name("/Subtype", of: annotation) ?? "/?"
      guard kind != "/Popup" else { continue }
      try checkLook(of: annotation, kind, page: number, document)
      let flags = try document.integer("/F", of: annotation) ?? 0
      let isHidden = flags & 2 != 0
      guard !isHidden, kind != "/PrinterMark" else { continue }
      if try document.value("/StructParent", of: annotation) == nil {
        add(
          "annotation-structure", Clause(access: "7.18.1"), page: number,
          "\(kind.dropFirst()) that is not in the structure", measured: "no StructParent",
          required: "a place in the structure")
      }
      let words = [try document.words("/Contents", of: annotation), try document.words("/TU", of: annotation)]
      if words.contains(where: { $0?.isEmpty == false }) { marked.worded[document.identity(of: annotation)] = number }
      if kind == "/Link" {
        marked.links[document.identity(of: annotation)] = number
        if try document.words("/Contents", of: annotation)?.isEmpty ?? true {
          add(
            "link-words", Clause(access: "7.18.5"), page: number, "a link without words for who cannot see it",
            measured: "no Contents", required: "Contents")
        }
      } else if kind == "/TrapNet" {
        add(
          "annotation-kind", Clause(access: "7.18.2"), page: number, "an annotation for a press", measured: "TrapNet",
          required: "none")
      }
    }
  }

  /// How an annotation shows itself.
  private mutating func checkLook(
    of annotation: PDFObject, _ kind: String, page: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let name = kind.dropFirst()
    if StandardCheck.otherAnnotations.contains(kind) {
      add(
        "annotation-kind", Clause(archive: "6.3.1"), page: page, "an annotation of the kind \(name)",
        measured: "\(name)", required: "kinds of ISO 32000-1 without sound and film")
    }
    // 1 invisible, 2 hidden, 3 print, 6 no view, 9 toggles view (ISO 32000-1, table 165)
    let flags = try document.integer("/F", of: annotation)
    if flags.map({ $0 & 0b1_0010_0011 != 0 || $0 & 0b100 == 0 }) ?? true {
      add(
        "annotation-flags", Clause(archive: "6.3.2"), page: page, "\(name) that is not shown and printed alike",
        measured: flags.map { "F \($0)" } ?? "no F", required: "F 4")
    }
    let looks = try document.value("/AP", of: annotation)
    if looks == nil, kind != "/Link" {
      let box = try document.numbers("/Rect", of: annotation) ?? []
      guard box.count == 4, box[0] != box[2] || box[1] != box[3] else { return }
      add(
        "annotation-look", Clause(archive: "6.3.3"), page: page, "\(name) does not say how it looks", measured: "no AP",
        required: "an appearance")
    } else if let looks, try document.keys(of: looks) != ["/N"] {
      add(
        "annotation-look", Clause(archive: "6.3.3"), page: page, "\(name) looks otherwise when it is touched",
        measured: "AP with D or R", required: "AP with N alone")
    }
  }
}
