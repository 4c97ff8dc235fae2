internal import PDFReading
internal import QPDF

/// Pages: their annotations, and what of their content is marked.
extension StandardCheck {
  mutating func checkPages(_ document: borrowing PDFDocument, _ marked: inout MarkedPages) throws(PDFError) {
    for index in facts.pages.indices {
      let page = try document.page(index)
      let (paint, number) = (facts.pages[index].paint, index + 1)
      for word in paint.unknownOperators.union(facts.pages[index].shown.unknownOperators).sorted().prefix(1) {
        add(
          "operator", Clause(archive: "6.2.2"), page: number, "an unknown operator", measured: word,
          required: "those of ISO 32000-1")
      }
      if paint.mostSaved > 28 {
        add(
          "nesting", Clause(archive: "6.1.13"), page: number, "graphics states are nested too deeply",
          measured: "\(paint.mostSaved)", required: "at most 28")
      }
      for name in paint.fonts.union(facts.pages[index].shown.fonts).sorted()
      where facts.fonts[name]?.isEmbedded == false {
        add(
          "fonts", Clause(archive: "6.2.11.4.1", access: "7.21.4.1"), page: number,
          "the font \"\(name)\" is not in the file", measured: "not embedded", required: "all fonts embedded")
      }
      try checkBoxes(of: page, number: number, document)
      if isArchive, let contents = try? document.contents(ofPage: page) {
        add(FileSyntax.tokens(contents), page: number)
      }
      let identity = document.identity(of: page)
      marked.index[identity] = index
      let marks = asksStructure ? try marks(of: page, number: number, document) : PageMarks()
      marked.identifiers.append(marks.identifiers)
      marked.mute.append(marks.mute)
      marked.secret.append(marks.secret)
      try checkAnnotations(of: page, number: number, document, &marked)
      document.releaseObjects()
    }
  }

  /// Edges are 3 to 14400 units apart (6.1.13).
  private mutating func checkBoxes(of page: PDFObject, number: Int, _ document: borrowing PDFDocument) throws(PDFError)
  {
    guard isArchive else { return }
    for key in ["/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox"] {
      guard let box = try document.inherited(key, of: page), let box = try document.rectangle(box) else { continue }
      let sides = [box.right - box.left, box.top - box.bottom]
      guard let odd = sides.first(where: { !(3...14_400).contains($0) }) else { continue }
      addLimit(
        "a page whose \(key.dropFirst()) is too small or too large", "\(odd.rounded().whole)", "3 to 14400", number)
    }
  }

  private struct PageMarks {
    var identifiers: Set<Int> = []
    var mute: Set<Int> = []
    var secret: Set<Int> = []
  }

  /// The marked content of a page.
  private mutating func marks(
    of page: PDFObject, number: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) -> PageMarks {
    let resources = try document.inherited("/Resources", of: page)
    let isMute = try !hasLanguage(document)
    var (found, isMixed, isUnmarked) = (PageMarks(), false, false)
    var waiting = [(contents: try document.contents(ofPage: page), resources: resources, depth: 0)]
    while let next = waiting.popLast() {
      let marks = MarkedContent(
        next.contents, properties: try properties(of: next.resources, document),
        letters: isArchive ? try letters(of: next.resources, document) : [:])
      found.identifiers.formUnion(marks.identifiers)
      found.mute.formUnion(marks.mute)
      found.secret.formUnion(marks.secret)
      if isMute, marks.hasMuteWords {
        addLanguage(page: number, "words in place of content whose language nothing says", measured: "no Lang")
      }
      if let odd = marks.oddLanguage { addOddLanguage(odd, page: number) }
      if marks.hasSecrets { addSecret(page: number) }
      (isMixed, isUnmarked) = (isMixed || marks.isMixed, isUnmarked || marks.hasUnmarked)
      guard !marks.placed.isEmpty, next.depth < 8, let resources = next.resources,
        let objects = try document.value("/XObject", of: resources)
      else {
        isUnmarked = isUnmarked || !marks.forms.isEmpty
        continue
      }
      let counts = marks.placed.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        guard let object = try document.value(name, of: objects), document.isStream(object) else { continue }
        let keys = try document.streamDictionary(of: object)
        guard try document.name("/Subtype", of: keys) == "/Form" else {
          isUnmarked = isUnmarked || marks.forms.contains(name)
          continue
        }
        let contents = try document.contents(of: object)
        try checkTwice(object, contents, count, page: number, document)
        guard marks.forms.contains(name) else { continue }
        waiting.append((contents, try document.value("/Resources", of: keys) ?? resources, next.depth + 1))
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
    return found
  }

  /// What has a place in the structure is there once (ISO 14289-1, 7.20).
  private mutating func checkTwice(
    _ form: PDFObject, _ contents: [UInt8], _ count: Int, page: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let number = document.identity(of: form)
    placedForms[number, default: 0] += count
    guard placedForms[number, default: 0] > 1, !isArchive else { return }
    guard !MarkedContent(contents, properties: [:]).identifiers.isEmpty else { return }
    add(
      "form-twice", Clause(access: "7.20"), page: page, "content of the structure is shown more than once",
      measured: "\(placedForms[number, default: 0]) times", required: "once")
  }

  private func properties(of resources: PDFObject?, _ document: borrowing PDFDocument) throws(PDFError) -> [String:
    MarkedContent.Properties]
  {
    guard let resources, let lists = try document.value("/Properties", of: resources) else { return [:] }
    var found: [String: MarkedContent.Properties] = [:]
    for name in try document.keys(of: lists) {
      guard let list = try document.value(name, of: lists) else { continue }
      let keys = try document.keys(of: list)
      found[name] = MarkedContent.Properties(
        identifier: try document.integer("/MCID", of: list), language: try document.words("/Lang", of: list),
        hasWords: !Set(keys).isDisjoint(with: ["/ActualText", "/Alt", "/E"]), isReplaced: keys.contains("/ActualText"))
    }
    return found
  }

  /// What codes mean, of fonts that have letters which only some can read.
  private func letters(of resources: PDFObject?, _ document: borrowing PDFDocument) throws(PDFError) -> [String:
    CodeMap]
  {
    guard let resources, let fonts = try document.value("/Font", of: resources) else { return [:] }
    var found: [String: CodeMap] = [:]
    for name in try document.keys(of: fonts) {
      guard let font = try document.value(name, of: fonts), let map = try document.value("/ToUnicode", of: font),
        document.isStream(map), let contents = try? document.contents(of: map)
      else { continue }
      let letters = CodeMap(contents)
      if letters.letters.values.contains(where: CodeMap.isPrivate) { found[name] = letters }
    }
    return found
  }

  mutating func addSecret(page: Int) {
    add(
      "letters-private", Clause(archive: "6.2.11.7.3"), page: page,
      "letters that only those can read who agreed on them",
      measured: "private use", required: "ActualText")
  }

  mutating func addOddLanguage(_ language: String, page: Int?) {
    add(
      "language", Clause(archive: "6.7.4", access: "7.2"), page: page, "a language of no known form",
      measured: language, required: "a language, such as en")
  }

  // MARK: Annotations

  /// ISO 32000-2, table 171, those without sound, film and space.
  private static let annotations: Set<String> = [
    "/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Polygon", "/PolyLine", "/Highlight", "/Underline",
    "/Squiggly", "/StrikeOut", "/Stamp", "/Caret", "/Ink", "/Popup", "/FileAttachment", "/Widget", "/PrinterMark",
    "/TrapNet", "/Watermark", "/Redact",
  ]

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
      if isArchive { try checkActions(of: annotation, kind, page: number, document) }
      let flags = try document.integer("/F", of: annotation) ?? 0
      let isHidden = flags & 2 != 0
      if kind == "/PrinterMark" {
        marked.annotations.append(
          MarkedAnnotation(
            number: document.identity(of: annotation), kind: kind, page: number, isWorded: true, hasWords: false))
      }
      guard !isHidden, kind != "/PrinterMark" else { continue }
      if try document.value("/StructParent", of: annotation) == nil {
        add(
          "annotation-structure", Clause(access: "7.18.1"), page: number,
          "\(kind.dropFirst()) that is not in the structure", measured: "no StructParent",
          required: "a place in the structure")
      }
      guard try !isOutside(annotation, page, document) else { continue }
      let contents = try document.words("/Contents", of: annotation)
      let name = try kind == "/Widget" ? fieldName(of: annotation, document) : nil
      marked.annotations.append(
        MarkedAnnotation(
          number: document.identity(of: annotation), kind: kind, page: number,
          isWorded: (kind == "/Widget" ? name : contents)?.isEmpty == false,
          hasWords: contents?.isEmpty == false || name?.isEmpty == false))
      if kind == "/Link" {
        if contents?.isEmpty ?? true {
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

  /// Nothing of it is on the page.
  private func isOutside(_ annotation: PDFObject, _ page: PDFObject, _ document: borrowing PDFDocument) throws(PDFError)
    -> Bool
  {
    guard let place = try document.rectangle("/Rect", of: annotation) else { return false }
    let crop = try document.inherited("/CropBox", of: page)
    let media = try document.mediaBox(of: page)
    let box = try crop.flatMap { object throws(PDFError) in try document.rectangle(object) } ?? media
    return place.right < box.left || place.left > box.right || place.top < box.bottom || place.bottom > box.top
  }

  /// The words by which a field is told of: those of the whole field, not of one of its places.
  private func fieldName(of widget: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> String? {
    var field = widget
    for _ in 0..<32 where try document.value("/T", of: field) == nil {
      guard let parent = try document.value("/Parent", of: field) else { break }
      field = parent
    }
    return try document.words("/TU", of: field)
  }

  /// How an annotation shows itself.
  private mutating func checkLook(
    of annotation: PDFObject, _ kind: String, page: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let name = kind.dropFirst()
    let isNew = part == 4 && kind == "/Projection"
    let isFile = kind == "/FileAttachment" && part == 4 && conformance != "F"
    if !isNew && !StandardCheck.annotations.contains(kind) || isFile {
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
    if looks == nil, kind != "/Link", !isNew {
      let box = try document.numbers("/Rect", of: annotation) ?? []
      guard box.count == 4, box[0] != box[2] || box[1] != box[3] else { return }
      add(
        "annotation-look", Clause(archive: "6.3.3"), page: page, "\(name) does not say how it looks", measured: "no AP",
        required: "an appearance")
    } else if let looks, try document.keys(of: looks) != ["/N"] {
      add(
        "annotation-look", Clause(archive: "6.3.3"), page: page, "\(name) looks otherwise when it is touched",
        measured: "AP with D or R", required: "AP with N alone")
    } else if let looks, let look = try document.value("/N", of: looks) {
      // a button has a look for each of its states
      let field = try kind == "/Widget" ? document.inherited("/FT", of: annotation) : nil
      let isButton = try field.flatMap { object throws(PDFError) in try document.name(object) } == "/Btn"
      guard document.isStream(look) == isButton else { return }
      add(
        "annotation-look", Clause(archive: "6.3.3"), page: page,
        isButton ? "a button with one look for all its states" : "\(name) has looks to choose from",
        measured: isButton ? "a stream" : "several", required: isButton ? "a look for each state" : "one look")
    }
  }

  /// Pages act by nothing, and fields by what part 4 allows (6.4.1, 6.5.2).
  private mutating func checkActions(
    of annotation: PDFObject, _ kind: String, page: Int, _ document: borrowing PDFDocument
  ) throws(PDFError) {
    let acts = try document.value("/AA", of: annotation) != nil
    if kind == "/Widget" {
      let action = try document.value("/A", of: annotation) != nil
      guard action || acts && part < 4 else { return }
      add(
        "field-action", Clause(archive: "6.4.1"), page: page, "a form field acts", measured: action ? "A" : "AA",
        required: "no action")
    } else if part == 4, acts, try hasTriggers(annotation, document) {
      add(
        "actions", Clause(archive: "6.5.2"), page: page, "\(kind.dropFirst()) acts by itself", measured: "AA",
        required: "no actions")
    }
  }

  /// What acts by itself: in part 4 that is what nobody touched.
  func hasTriggers(_ owner: PDFObject, _ document: borrowing PDFDocument) throws(PDFError) -> Bool {
    guard let actions = try document.value("/AA", of: owner) else { return false }
    guard part == 4 else { return true }
    let allowed: Set<String> = ["/E", "/X", "/D", "/U", "/Fo", "/Bl"]
    return try !allowed.isSuperset(of: document.keys(of: actions))
  }
}
