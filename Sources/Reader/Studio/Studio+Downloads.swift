internal import Archive
internal import BookModel
internal import Design
internal import Files
internal import HTTP
internal import Libc
internal import Octavo
internal import Settings

/// What the studio hands out, made by octavo's own commands.
extension Studio {
  func begin(_ values: [String: String]) -> HTTPAnswer {
    guard let folder, let prepared else { return ReaderServer.refusal(404) }
    let inputs = folder.inputs
    let title = Studio.cleaned(prepared.reading.book.metadata.title ?? "")
    let stem = title.isEmpty ? "book" : title
    func chosen(_ key: String, _ choices: [String]) -> [String] {
      values[key].flatMap { choices.contains($0) ? ["--\(key)", $0] : nil } ?? []
    }
    let path = jobs.freshPath(ending: values["kind"] == "site" ? "zip" : "pdf")
    // a book that was dropped is somebody's: it sees what lies in its folder
    let bounds = folder.folder.hasPrefix(shelf + "/") ? ["--within", folder.folder] : []
    let run = bounds + ["--progress", "always", "--color", "never"]
    let job: StudioJobs.Job?
    switch values["kind"] {
    case "interior":
      let target = chosen("target", ["screen", "print"]) + chosen("pdf", ["x-1a", "x-4", "a-2u", "ua-1"])
      job = jobs.begin(
        "interior", [["build"] + inputs + target + ["-o", path] + run], product: path, name: stem + ".pdf")
    case "cover", "cover-front":
      let look =
        chosen("for", PrinterRules.keys) + (values["guides"] == "1" ? ["--guides"] : [])
      guard values["kind"] == "cover-front" else {
        job = jobs.begin(
          "cover", [["cover"] + inputs + look + ["-o", path] + run], product: path, name: stem + "-cover.pdf")
        break
      }
      // its sheet is made along with it, and nobody's
      let front = jobs.freshPath(ending: "png")
      job = jobs.begin(
        "cover-front",
        [["cover"] + inputs + look + ["--page-count", "200", "--front-image", front, "-o", path] + run], product: front,
        others: [path], name: stem + "-cover.png")
    case "booklet":
      let sheet = chosen("sheet", ["a4", "a3", "letter", "legal", "tabloid"]) + chosen("scale", ["1", "fit"])
      job = jobs.begin(
        "booklet", [["impose"] + inputs + sheet + ["-o", path] + run], product: path, name: stem + "-booklet.pdf")
    case "site":
      job = jobs.begin(
        "site", [["read"] + inputs + ["--export", path] + bounds], product: path, name: stem + "-site.zip")
    case "check":
      let judge = values["for"].flatMap { PrinterRules.keys.contains($0) ? $0 : nil } ?? "kdp"
      job = jobs.begin(
        "check",
        [["build"] + inputs + ["-o", path] + run, ["check", path, "--for", judge, "--format", "json"]], product: path,
        name: stem + ".pdf")
    default: return ReaderServer.refusal(400)
    }
    return job.map { ReaderServer.json(json(of: $0)) } ?? ReaderServer.refusal(503)
  }

  func cancel(_ number: Int?) -> HTTPAnswer {
    guard let job = number.flatMap({ jobs[$0] }) else { return ReaderServer.refusal(404) }
    jobs.cancel(job)
    return ReaderServer.json(json(of: job))
  }

  func json(of job: StudioJobs.Job) -> [UInt8] {
    JSONText.object { json in
      json.pair("id", job.number)
      json.pair("kind", job.kind)
      json.pair("state", job.state.rawValue)
      json.pair("progress", job.progress)
      json.pair("name", job.name)
      // a manuscript that was dropped is called as it was
      let folder = job.kind == "open" ? job.tag.lastIndex(of: "/").map { String(job.tag[...$0]) } : nil
      json.list("messages") { json in
        for message in job.messages { json.value(folder.map { message.replacing($0, with: "") } ?? message) }
      }
      if let made = job.madeFile {
        var info = stat()
        if stat(made, &info) == 0 { json.pair("size", Int(info.st_size)) }
      }
      if job.state != .running, !job.answer.isEmpty {
        json.key("report")
        json.value(written: job.answer)
      }
    }
  }

  func job(_ number: Int?, _ part: String) -> HTTPAnswer {
    guard let job = number.flatMap({ jobs[$0] }) else { return ReaderServer.refusal(404) }
    guard part == "file" else { return ReaderServer.json(json(of: job)) }
    guard let made = job.madeFile, job.state == .done else { return ReaderServer.refusal(404) }
    return HTTPAnswer(
      headers: RequestGuard.headers + [
        ("Content-Type", Studio.type(of: job.name)), RequestGuard.attachment(job.name), ("Cache-Control", "no-store"),
      ], body: .file(made))
  }

  private static func type(of name: String) -> String {
    name.hasSuffix(".png") ? "image/png" : name.hasSuffix(".zip") ? "application/zip" : "application/pdf"
  }

  /// What the book is made from, in one file: the manuscripts, what they show, and what is said of them; of the rest of
  /// the folder nothing.
  func project() -> HTTPAnswer {
    guard let folder, let prepared else { return ReaderServer.refusal(404) }
    let home = folder.folder == "." ? "" : folder.folder + "/"
    let stem = Studio.cleaned(prepared.reading.book.metadata.title ?? "")
    let name = stem.isEmpty ? "book" : stem
    var zip = ZipWriter()
    let named = prepared.files(of: folder.inputs) + OptionRow.ofCoverInFiles.compactMap { prepared.layers.text($0) }
    for file in Set(named + folder.files).sorted() where file.hasPrefix(home) && !file.hasSuffix("/") {
      // what leads out of the folder is no part of it
      let inside = file.dropFirst(home.count)
      guard !inside.hasPrefix("/"), !inside.split(separator: "/").contains(".."),
        let bytes = try? readFile(file, limit: 4 * Studio.mostUpload)
      else { continue }
      guard zip.add("\(name)/\(inside)", bytes) else { return ReaderServer.refusal(413) }
    }
    return HTTPAnswer(
      headers: RequestGuard.headers + [
        ("Content-Type", "application/zip"), RequestGuard.attachment(name + "-project.zip"),
        ("Cache-Control", "no-store"),
      ], body: .bytes(zip.finish()))
  }
}
