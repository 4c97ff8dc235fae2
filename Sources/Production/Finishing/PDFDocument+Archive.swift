internal import QPDF

extension PDFDocument {
  /// What archives ask of a file besides what it says of itself (ISO 19005-2).
  func keep(_ level: ArchiveLevel, _ plan: FinishingPlan) throws(PDFError) {
    try addIntent(SRGBProfile.intent(), profile: profile(SRGBProfile.bytes, components: 3))
    if level.isOfPDF2 {
      // what it said, the metadata say (ISO 19005-4, 6.1.3)
      try remove("/Info", from: trailer())
    }
    if !plan.attachments.isEmpty { try attach(plan.attachments, plan) }
    releaseObjects()
  }

  /// The one output intent (ISO 32000-1, 14.11.5).
  func addIntent(_ words: PDFSyntax, profile: PDFObject?) throws(PDFError) {
    let intent = try indirect(parse(words))
    if let profile { try set("/DestOutputProfile", of: intent, to: profile) }
    let intents = try array()
    try append(intent, to: intents)
    try set("/OutputIntents", of: root(), to: intents)
  }

  /// A stream with a colour profile (ISO 32000-1, 8.6.5.5).
  func profile(_ bytes: [UInt8], components: Int) throws(PDFError) -> PDFObject {
    let stream = try stream(packed: Packer().packed(bytes[...])[...], filter: parse(.name("/FlateDecode")))
    try set("/N", of: streamDictionary(of: stream), to: .integer(components))
    return stream
  }

  // MARK: Files within the file (ISO 19005-3, 6.8; ISO 32000-2, 7.11.4)

  private func attach(_ files: [Attachment], _ plan: FinishingPlan) throws(PDFError) {
    let names = try array()
    let associated = try array()
    // a name tree is ordered by the bytes of its keys
    for (key, file) in numbered(files).sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) {
      let stream = try stream(packed: Packer().packed(file.bytes[...])[...], filter: parse(.name("/FlateDecode")))
      let keys = try streamDictionary(of: stream)
      try set("/Type", of: keys, to: .name("/EmbeddedFile"))
      var type = PDFSyntax()
      // a solidus within a name is written by its number (7.3.5)
      type.add(name: file.mediaType.replacing("/", with: "#2F"))
      try set("/Subtype", of: keys, to: type)
      var parameters = PDFSyntax(raw: "<< /Size")
      parameters.add(file.bytes.count)
      if let date = plan.creationDate {
        parameters.add("/ModDate")
        parameters.add(text: date.pdf)
      }
      parameters.add(">>")
      try set("/Params", of: keys, to: parameters)
      var words = PDFSyntax(raw: "<< /Type /Filespec /AFRelationship /Source /F")
      words.add(text: key)
      words.add("/UF")
      words.add(text: key)
      words.add("/Desc (manuscript) >>")
      let specification = try indirect(parse(words))
      let embedded = try dictionary()
      try set("/F", of: embedded, to: stream)
      try set("/UF", of: embedded, to: stream)
      try set("/EF", of: specification, to: embedded)
      try append(parse(.text(key)), to: names)
      try append(specification, to: names)
      try append(specification, to: associated)
    }
    let root = try root()
    try set("/AF", of: root, to: associated)
    let tree = try dictionary()
    try set("/Names", of: tree, to: names)
    let known = try value("/Names", of: root)
    let all: PDFObject
    if let known { all = known } else { all = try dictionary() }
    try set("/EmbeddedFiles", of: all, to: tree)
    if known == nil { try set("/Names", of: root, to: all) }
  }

  /// Files by names that no two have.
  private func numbered(_ files: [Attachment]) -> [(String, Attachment)] {
    var used: Set<String> = []
    return files.map { file in
      var name = file.name
      var number = 1
      while !used.insert(name).inserted {
        number += 1
        name = "\(number)-\(file.name)"
      }
      return (name, file)
    }
  }

  // MARK: Pictures

  /// Pictures are not smoothed where they are enlarged, which cairo asks for and archives forbid (ISO 19005-2,
  /// 6.2.8).
  /// - Parameter pages: those that may have any.
  func leavePicturesAsTheyAre(pages: [Int]) throws(PDFError) {
    var seen: Set<Int> = []
    for index in pages {
      if let resources = try inherited("/Resources", of: page(index)) {
        try visitStreams(of: resources, &seen) { (kind, stream) throws(PDFError) in
          if kind == .picture { try remove("/Interpolate", from: streamDictionary(of: stream)) }
        }
      }
      releaseObjects()
    }
  }
}
