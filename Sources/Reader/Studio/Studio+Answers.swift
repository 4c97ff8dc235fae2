internal import BookModel
internal import Design
internal import Files
package import HTTP
internal import Libc
internal import Manuscript
internal import Octavo
internal import Settings
internal import Units

/// What the studio's page asks for.
extension Studio {
  package func answer(_ parts: [String], _ request: HTTPRequest) -> HTTPAnswer? {
    let part = parts.count > 1 ? parts[1] : ""
    guard request.method == "POST" else {
      switch parts[0] {
      case "options": return ReaderServer.json(optionsJSON())
      case "theme": return opening(in: part)
      case "structure": return ReaderServer.json(structureJSON())
      case "warnings": return ReaderServer.json(warningsJSON())
      case "at": return at(Int(part))
      case "room": return room(at: Int(part))
      case "job": return job(Int(part), parts.count > 2 ? parts[2] : "")
      case "elements": return ReaderServer.json(elementsJSON())
      case "project": return project()
      default: return nil
      }
    }
    let values = Form.values(request.body)
    switch parts[0] {
    case "set":
      let changes = values.sorted { $0.key < $1.key }.map { key, value in
        key.hasPrefix("-") ? (key: String(key.dropFirst()), value: nil) : (key: key, value: Optional(value))
      }
      return changed(set(changes))
    case "element":
      guard let row = ThemeRow.keyed[values["key"] ?? ""] else { return ReaderServer.refusal(404) }
      return changed(set(row, to: values["value"]))
    case "open": return openEditor(at: values["place"].flatMap { Int($0) })
    case "blurb": return changed(setBlurb(String((values["text"] ?? "").prefix(20_000))))
    case "picture" where part == "front-picture" || part == "back-picture":
      let name = Studio.cleaned(request.arguments["name"] ?? "")
      guard let upload = request.upload else { return ReaderServer.refusal(400) }
      defer { jobs.remove(upload.path) }
      guard !name.isEmpty, upload.count > 0, !upload.isBroken else { return ReaderServer.refusal(400) }
      return changed(setPicture(part, upload, name: name))
    case "undo": return changed(step(back: true))
    case "redo": return changed(step(back: false))
    case "hint":
      let kind = values["kind"].flatMap { $0.isEmpty ? nil : $0 }
      if let hint = values["drop"] { return changed(drop(hint: hint)) }
      if let place = values["place"].flatMap({ Int($0) }) {
        if let own = kind.flatMap(ReadingHint.Kind.init), own.isOfPage { return changed(mend(own, at: place)) }
        return changed(hint(kind, at: place, alike: values["alike"] == "1"))
      }
      guard let first = values["first"].flatMap({ Int($0) }), let last = values["last"].flatMap({ Int($0) }),
        first >= 1, first <= last, last < 1 << 24
      else { return ReaderServer.refusal(400) }
      return changed(hint(kind, lines: first...last, alike: values["alike"] == "1"))
    case "upload": return take(request)
    case "job": return part.isEmpty ? begin(values) : cancel(Int(part))
    default: return nil
    }
  }

  /// The options as they are now, or what is wrong with what was asked for.
  private func changed(_ problem: String?) -> HTTPAnswer {
    guard let problem else { return ReaderServer.json(optionsJSON()) }
    return HTTPAnswer(
      status: 409, headers: ReaderServer.json([]).headers,
      body: .bytes(JSONText.object { $0.pair("problem", problem) }))
  }

  // MARK: Options

  private func optionsJSON() -> [UInt8] {
    JSONText.object { json in
      json.pair("undo", folder?.canUndo ?? false)
      json.pair("redo", folder?.canRedo ?? false)
      json.pair("shelf", shelf)
      guard let folder, let prepared else { return }
      json.pair("input", folder.inputs.first ?? "")
      json.pair("folder", folder.folder)
      json.pair("takesHints", prepared.reading.report.takesHints)
      if let base = baseOfTheme { json.pair("base", base) }
      writeFacts(of: prepared, into: &json)
      json.list("rows") { json in
        for option in prepared.layers.effective(prepared.resolved) {
          guard let row = OptionRow.keyed[option.name] else { continue }
          json.object { write(option, row, into: &$0) }
        }
      }
      json.list("themes") { json in
        for name in ThemeFile.names {
          json.object { json in
            json.pair("name", name)
            json.pair("note", ThemeFile.named(name)?.note ?? "")
          }
        }
      }
      json.list("trims") { json in
        for trim in Trim.all {
          json.list { json in
            json.value(trim.name)
            json.value(trim.size.width.points)
            json.value(trim.size.height.points)
            json.value(trim.note)
          }
        }
      }
      writeCover(of: prepared, into: &json)
      json.list("families") { json in for family in families { json.value(family) } }
      json.list("printers") { json in for name in PrinterRules.keys { json.value(name) } }
    }
  }

  /// What the folder says of the cover.
  private func writeCover(of prepared: PreparedBook, into json: inout JSONText) {
    json.object("cover") { json in
      for key in OptionRow.ofCoverInFiles {
        if let value = prepared.layers.text(key) { json.pair(key, value) }
      }
    }
    json.list("layouts") { json in
      if case .oneOf(let names)? = OptionRow.keyed["cover-layout"]?.values { for name in names { json.value(name) } }
    }
    guard let file = prepared.layers.text("blurb"), let folder, let text = folder.text(of: file) else { return }
    json.pair("blurb", String(decoding: text.prefix(20_000), as: UTF8.self))
    if file != folder.blurb { json.pair("blurbFile", file) }
  }

  private func write(_ option: EffectiveOption, _ row: OptionRow, into json: inout JSONText) {
    json.pair("key", option.name)
    json.pair("group", row.group == .manuscript ? "manuscript" : "\(row.matter)")
    json.pair("form", "\(row.form)")
    json.pair("of", row.valueName)
    json.pair("help", row.help)
    if case .oneOf(let choices) = row.values { json.list("choices") { for choice in choices { $0.value(choice) } } }
    json.pair("value", option.value)
    json.pair("from", option.from)
    switch option.origin {
    // only where it stands can it be changed
    case .commandLine, .frontMatter: json.pair("locked", true)
    case .file: json.pair("changed", true)
    case .theme, .anotherOption, .manuscript, .byDefault: break
    }
  }

  /// What is said of the book besides its text.
  private func writeFacts(of prepared: PreparedBook, into json: inout JSONText) {
    let metadata = prepared.reading.book.metadata
    json.object("meta") { json in
      json.pair("title", metadata.title ?? "")
      json.pair("author", metadata.authors.joined(separator: ", "))
      json.pair("lang", prepared.language)
    }
    let entries =
      folder.flatMap { folder in
        folder.text(of: folder.options).flatMap { try? readConfiguration(String(decoding: $0, as: UTF8.self)) }
      } ?? []
    json.object("facts") { json in
      for key in BookFacts.keys {
        guard let values = prepared.layers.facts[key] else { continue }
        json.object(key) { json in
          json.pair("value", values.joined(separator: "\n"))
          if !entries.contains(where: { $0.key == key }) { json.pair("locked", true) }
        }
      }
    }
  }

  // MARK: Themes

  private func opening(in name: String) -> HTTPAnswer {
    guard let prepared, ThemeFile.names.contains(name) else { return ReaderServer.refusal(404) }
    if let known = openings[name] { return ReaderServer.json(known) }
    let made: [UInt8]
    do {
      let design = try prepared.with(prepared.layers.with(theme: name)).resolved.design
      made = try server.shown.openingJSON(in: design)
    } catch let error as LayoutError {
      made = JSONText.object { $0.pair("problem", error.description) }
    } catch let error as ReadingError {
      made = JSONText.object { $0.pair("problem", error.diagnostic.message) }
    } catch { return ReaderServer.refusal(404) }
    openings[name] = made
    return ReaderServer.json(made)
  }

  // MARK: Structure

  private func structureJSON() -> [UInt8] {
    JSONText.object { json in
      guard let prepared else { return }
      let reading = prepared.reading
      json.pair("takesHints", reading.report.takesHints)
      let places = blocks.map { (line: reading.files.line(of: $0.source) ?? 0, place: $0.range.lowerBound) }
      json.list("doubts") { json in
        for doubt in helpers.doubts(reading).prefix(200) {
          json.object { json in
            json.pair("line", doubt.line)
            json.pair("words", doubt.words)
            json.pair("text", reading.files.files.first?.words(ofLine: doubt.line) ?? "")
            if let place = places.last(where: { $0.line <= doubt.line && $0.line > 0 })?.place {
              json.pair("place", place)
            }
          }
        }
      }
      json.list("forms") { json in
        for form in reading.report.formsInDoubt {
          json.object { json in
            json.pair("line", form.line)
            json.pair("text", reading.files.files.first?.words(ofLine: form.line) ?? "")
            json.pair("headings", form.headings)
            json.pair("others", form.others)
            json.pair("kind", form.isInside ? "section" : "chapter")
            if let place = places.last(where: { $0.line <= form.line && $0.line > 0 })?.place {
              json.pair("place", place)
            }
          }
        }
      }
      // headings within chapters, which the book's contents may not list
      json.list("sections") { json in
        for (index, heading) in headings(of: reading.book).prefix(2000) {
          json.list { json in
            json.value(heading.plainText)
            json.value(heading.level)
            json.value(blocks[index].range.lowerBound)
          }
        }
      }
      json.list("dropped") { json in
        for item in reading.report.dropped.prefix(100) where item.why != "page number" {
          json.list { json in
            json.value(item.lines.lowerBound)
            json.value(item.lines.upperBound)
            json.value(item.why)
          }
        }
      }
      json.list("hints") { json in for hint in hints { json.value(hint) } }
    }
  }

  /// Headings among the blocks, with their places there.
  private func headings(of book: Book) -> [(Int, Heading)] {
    var found: [(Int, Heading)] = []
    var index = 0
    for section in book.sections {
      if section.heading != nil { index += 1 }
      for block in section.blocks {
        if case .heading(let heading) = block, blocks.indices.contains(index) { found.append((index, heading)) }
        index += 1
      }
    }
    return found
  }

  /// What was noticed of the manuscript and of the pages that are laid out, without a PDF.
  private func warningsJSON() -> [UInt8] {
    JSONText.object { json in
      json.list("warnings") { json in
        guard let prepared else { return }
        for found in prepared.reading.diagnostics.prefix(200) where found.severity != .note {
          json.object { json in
            json.pair("code", found.code)
            json.pair("message", found.message)
            if let help = found.help { json.pair("help", help) }
            if let line = found.source.flatMap({ prepared.reading.files.line(of: $0) }) { json.pair("line", line) }
          }
        }
        for found in server.shown.paginator.warnings.prefix(400) where found.severity != .note {
          json.object { json in
            json.pair("code", found.code)
            json.pair("message", found.message)
            if let help = found.help { json.pair("help", help) }
            if let place = found.source?.offset { write(place, into: &json) }
          }
        }
      }
      // notes and warnings of lines and page ends: each leads to its page
      json.list("yielded") { json in
        for found in server.shown.paginator.yields.prefix(400) where Studio.yields.contains(found.code) {
          guard let place = found.source?.offset else { continue }
          json.object { json in
            json.pair("code", found.code)
            // how far a hint is off stands in its words alone
            if found.code == "hint-failed" { json.pair("message", found.message) }
            write(place, into: &json)
          }
        }
      }
    }
  }

  /// A byte of the text, with the page on which it stands where that is laid out.
  private func write(_ place: UInt32, into json: inout JSONText) {
    json.pair("place", Int(place))
    if let page = server.shown.paginator.knownPage(containing: Int(place)) { json.pair("page", page) }
  }

  /// Codes of what a page's end or a line had to yield.
  private static let yields: Set<String> = [
    "widow", "orphan", "uneven-spread", "short-end", "few-under-heading", "broken-keep", "parted-stanza", "loose-line",
    "short-line", "hint-failed",
  ]

  /// The block at a byte of the text: its lines, what it is and why.
  private func at(_ place: Int?) -> HTTPAnswer {
    guard let place, let prepared, let index = block(at: place) else { return ReaderServer.refusal(404) }
    let (block, files) = (blocks[index], prepared.reading.files)
    return ReaderServer.json(
      JSONText.object { json in
        json.pair("kind", block.kind.rawValue)
        json.pair("start", block.range.lowerBound)
        json.pair("end", block.range.upperBound)
        if let page = page(at: place) {
          if let lines = page.lines { json.pair("lines", lines) }
          if let figure = page.figure { json.pair("placement", "\(figure)") }
        }
        guard let first = files.line(of: block.source), Int(block.source.file) < files.files.count else { return }
        let file = files.files[Int(block.source.file)]
        json.pair("file", file.name)
        if file.openings == nil {
          json.pair("path", ReaderServer.whole(file.name))
          if let editor = Editor.chosen { json.pair("editor", editor.name) }
        }
        json.pair("first", first)
        let next = blocks[(index + 1)...].first { $0.source.file == block.source.file && $0.source != block.source }
        var last = next.flatMap { files.line(of: $0.source) }.map { $0 - 1 } ?? file.lineStarts.count
        while last > first, file.isBlank(line: last) { last -= 1 }
        json.pair("last", max(last, first))
        guard prepared.reading.report.takesHints else {
          guard let range = named(index), let name = names.place(of: range) else { return }
          json.pair("hints", true)
          json.pair("name", "\(name)")
          json.pair("style", names.style(of: range.lowerBound))
          json.pair("alike", names.countAlike(range.lowerBound))
          return
        }
        json.pair("hints", true)
        json.pair("why", helpers.explain(prepared.reading, first))
        json.pair("alike", prepared.reading.report.countAlike(first))
      })
  }

  /// By how many lines a paragraph may be shorter or longer.
  private func room(at place: Int?) -> HTTPAnswer {
    guard let place else { return ReaderServer.refusal(404) }
    let steps = server.shown.paginator.roomInLines(at: place)
    return ReaderServer.json(JSONText.object { $0.list("steps", steps) })
  }

  /// Opens the line of a block in the editor that is named.
  private func openEditor(at place: Int?) -> HTTPAnswer {
    guard let place, let editor = Editor.chosen, let prepared, let index = block(at: place),
      let line = prepared.reading.files.line(of: blocks[index].source),
      case let file = prepared.reading.files.files[Int(blocks[index].source.file)], file.openings == nil,
      editor.open(ReaderServer.whole(file.name), line: line)
    else { return ReaderServer.refusal(404) }
    return ReaderServer.json(Array("{}".utf8))
  }

  // MARK: Uploads

  /// Bytes of a manuscript at most.
  static let mostUpload = 64 << 20

  package func receive(_ request: HTTPRequest) -> HTTPUpload? {
    let parts = request.path.split(separator: "/").dropFirst()
    guard request.method == "POST", parts.first == "upload" || parts.first == "picture" else { return nil }
    return HTTPUpload(path: jobs.freshPath(ending: "upload"), most: Studio.mostUpload)
  }

  /// Letters, figures and few signs of a file's last name.
  package static func cleaned(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    var made = ""
    // an apostrophe parts nothing
    for scalar in last.unicodeScalars.prefix(120) where !"'’".unicodeScalars.contains(scalar) {
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark || "-_.".unicodeScalars.contains(scalar)
      if isKept { made.unicodeScalars.append(scalar) } else if made.last != "-" { made += "-" }
    }
    while let first = made.first, first == "." || first == "-" { made.removeFirst() }
    while let end = made.last, end == "." || end == "-" { made.removeLast() }
    return made
  }

  /// A manuscript that was dropped gets a folder; it is opened when a process of its own has read it without harm.
  private func take(_ request: HTTPRequest) -> HTTPAnswer {
    guard let upload = request.upload else { return ReaderServer.refusal(400) }
    defer { jobs.remove(upload.path) }
    let name = Studio.cleaned(request.arguments["name"] ?? "")
    guard !name.isEmpty, upload.count > 0, !upload.isBroken else { return ReaderServer.refusal(400) }
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    var path = ""
    for part in shelf.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o755)
    }
    // a folder of its own, never somebody's
    for number in 1...999 {
      let folder = "\(shelf)/\(stem)\(number > 1 ? "-\(number)" : "")"
      guard mkdir(folder, 0o755) == 0 else {
        guard errno == EEXIST else { break }
        continue
      }
      let file = folder + "/" + name
      do throws(FileError) { try writeFile(readFile(upload.path, limit: Studio.mostUpload), to: file) } catch {
        return changed(error.diagnostic().message)
      }
      guard let job = jobs.begin("open", [["inspect", file, "--format", "human", "--within", folder]], tag: file) else {
        return ReaderServer.refusal(503)
      }
      return ReaderServer.json(json(of: job))
    }
    return changed("no folder can be made in \(shelf)")
  }
}

extension SourceFile {
  private func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    return text[Int(lineStarts[line - 1])..<(line < lineStarts.count ? Int(lineStarts[line]) : text.count)]
  }

  fileprivate func isBlank(line: Int) -> Bool { bytes(ofLine: line).allSatisfy { $0 <= 0x20 } }

  /// The first few, to know it by.
  fileprivate func words(ofLine line: Int) -> String {
    String(decoding: bytes(ofLine: line).prefix(200), as: UTF8.self).split { $0.isWhitespace }.prefix(6)
      .joined(separator: " ")
  }
}
