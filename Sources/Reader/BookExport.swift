internal import Archive
internal import BookModel
internal import Design
internal import Files
internal import Octavo
internal import Units

/// Writes a book as files that any browser opens, from a disk or from any web server: the reader's own,
/// the fonts, and the pages of a few sizes, one for telephones, sixteen to a file, which are loaded as they are turned.
package struct BookExport {
  private let session: BookSession
  private let name: String

  private struct Edition {
    var name: String
    var size = 1.0
    var page: PageSize?
  }
  private static let editions = [
    // 11 points on it are 16 dots where a telephone is 390 wide
    Edition(name: "phone", page: PageSize(width: Length(points: 252), height: Length(points: 430))),
    Edition(name: "usual"), Edition(name: "large", size: 1.3),
  ]
  /// Nothing runs and nothing is fetched but what lies beside the page, on a disk or on a server.
  private static let policy = """
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'">

    """
  /// Pages in a file.
  private static let chunk = 16

  /// - Parameter name: the book's, by which a browser keeps the reader's place.
  package init(session: BookSession, name: String) {
    self.session = session
    self.name = name
  }

  /// Writes everything into a folder.
  /// - Parameter make: makes a folder.
  /// - Returns: pages of the usual size, and bytes in all.
  package func write(to folder: String, make: (String) throws -> Void) throws -> (pages: Int, bytes: Int) {
    try write {
      try make(part($0, of: folder))
    } put: { (bytes, file) throws(FileError) in
      try writeFile(bytes, to: part(file, of: folder))
    }
  }

  private func part(_ name: String, of folder: String) -> String { name.isEmpty ? folder : "\(folder)/\(name)" }

  /// Writes everything into one file, in which it stands in a folder of the book's name.
  package func write(toZip path: String) throws -> (pages: Int, bytes: Int) {
    var zip = ZipWriter()
    let folder = name
    let made = try write { _ in
    } put: { (bytes, file) throws(FileError) in
      guard zip.add("\(folder)/\(file)", bytes) else {
        throw .sizeLimit(path: path)
      }
    }
    let bytes = zip.finish()
    try writeFile(bytes, to: path)
    return (made.pages, bytes.count)
  }

  private func write(
    make: (String) throws -> Void, put give: ([UInt8], String) throws(FileError) -> Void
  ) throws -> (pages: Int, bytes: Int) {
    var written = 0
    var letters = Set(UInt32(0x20)..<0x7F)
    func put(_ bytes: [UInt8], _ file: String) throws(FileError) {
      try give(bytes, file)
      written += bytes.count
    }
    for part in ["", "fonts", "pictures"] { try make(part) }
    var (usual, usualEdition, made) = (0, 0, 0)
    let index = try JSONText.object { index in
      index.pair("name", name)
      index.pair("chunk", BookExport.chunk)
      try index.list("editions") { index in
        for edition in BookExport.editions {
          var look = session.currentLook
          (look.size, look.page) = (edition.size, edition.page)
          // a size that does not fit the page is left out
          do { try session.set(look) } catch { continue }
          try make(edition.name)
          let count = session.paginator.pageCount
          if edition.name == "usual" { (usual, usualEdition) = (count, made) }
          made += 1
          for (number, first) in stride(from: 0, to: count, by: BookExport.chunk).enumerated() {
            var pages = Array("octavoArrived(\"\(edition.name)/\(number)\",[".utf8)
            for page in first..<min(first + BookExport.chunk, count) {
              if page > first { pages.append(0x2C) }
              pages += session.pageJSON(page) ?? Array("null".utf8)
            }
            letters.formUnion(pages.lettersBeyondASCII)
            try put(pages + Array("])\n".utf8), "\(edition.name)/\(number).js")
          }
          index.object { index in
            index.pair("name", edition.name)
            index.list("starts", (0..<count).map { session.paginator.range(ofPage: $0)?.lowerBound ?? 0 })
            index.key("book")
            index.value(written: session.bookJSON())
          }
        }
      }
      index.pair("usual", usualEdition)
      try put(words(), "words.js")
      try writeFonts(with: letters, into: &index, put)
      try writePictures(into: &index, put)
      index.object("book") { _ in }
    }
    try put(Array("globalThis.octavoBook = ".utf8) + index + Array(";\n".utf8), "book.js")
    for file in WebFiles.names {
      guard var bytes = WebFiles.bytes(file) else { continue }
      if file == "index.html" {
        let page = String(decoding: bytes, as: UTF8.self)
        bytes = Array(
          page.replacing(
            "<script src=\"text.js\"", with: "<script src=\"book.js\" defer></script>\n<script src=\"text.js\""
          ).replacing("<meta name=\"referrer\"", with: BookExport.policy + "<meta name=\"referrer\"").utf8)
      }
      try put(bytes, file)
    }
    return (usual, written)
  }

  /// The whole text, and the notes with the places that call them, for searching.
  private func words() -> [UInt8] {
    var text = ""
    for page in 0..<session.paginator.pageCount { text += session.paginator.text(ofPage: page) ?? "" }
    let notes = JSONText.object { json in
      json.pair("text", text)
      json.list("notes") { json in
        for note in session.paginator.calledNotes {
          json.list { json in
            json.value(note.place)
            json.value(note.text)
          }
        }
      }
    }
    return Array("octavoArrived(\"words\",".utf8) + notes + Array(")\n".utf8)
  }

  /// The faces with what the pages show alone: a face of ideographs has 20 MB.
  private func writeFonts(
    with letters: Set<UInt32>, into index: inout JSONText, _ put: ([UInt8], String) throws(FileError) -> Void
  ) throws(FileError) {
    try index.list("fonts") { index throws(FileError) in
      for (number, face) in session.faces.enumerated() {
        let bytes = FontFile.read(face, letters: letters) ?? []
        let ending = FontFile.type(bytes) == "font/otf" ? "otf" : "ttf"
        try put(bytes, "fonts/\(number).\(ending)")
        index.value(ending)
      }
    }
  }

  private func writePictures(
    into index: inout JSONText, _ put: ([UInt8], String) throws(FileError) -> Void
  ) throws(FileError) {
    try index.list("pictures") { index throws(FileError) in
      for (number, picture) in session.pictures.enumerated() {
        let shown = PictureFile.shown(picture)
        let ending = shown?.ending ?? "png"
        try put(shown?.bytes ?? [], "pictures/\(number).\(ending)")
        index.value(ending)
      }
    }
  }
}

extension [UInt8] {
  /// Unicode scalars of UTF-8, but for those of one byte.
  fileprivate var lettersBeyondASCII: Set<UInt32> {
    var (letters, last) = (Set<UInt32>(), UInt32(0))
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars where scalar.value > 0x7F && scalar.value != last
    {
      last = scalar.value
      letters.insert(last)
    }
    return letters
  }
}
