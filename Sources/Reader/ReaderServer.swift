package import BookModel
package import Design
package import Files
package import HTTP
internal import Libc
package import Octavo
internal import Synchronization
internal import Units

/// A book served to the browser of this machine: requests, watching and laying out take turns on one
/// thread, so that nothing of the book is ever used by two.
package final class ReaderServer {
  /// What answers more at the same address: a studio.
  package protocol Annex: AnyObject {
    /// Nil for what is the reader's own.
    func answer(_ parts: [String], _ request: HTTPRequest) -> HTTPAnswer?
    /// A file for a body that is not kept in memory.
    func receive(_ request: HTTPRequest) -> HTTPUpload?
    /// Does what is at hand.
    /// - Returns: whether there will be more soon.
    func work() -> Bool
    /// The manuscript was read again for what changed outside.
    func didReadAgain(_ problem: Problem?)
    /// The page at the address.
    var startPage: String { get }
    /// Seconds without a window after which it ends.
    var patience: Double { get }
  }
  package weak var annex: (any Annex)?

  /// A manuscript as it stands now.
  package struct Reading: Sendable {
    package var book: Book
    package var design: PageDesign
    /// What it was read from, pictures and options included.
    package var files: [String]
    /// The text of the manuscripts, for what stands on a line.
    package var sources: SourceFiles
    package init(book: Book, design: PageDesign, files: [String], sources: SourceFiles = SourceFiles()) {
      self.book = book
      self.design = design
      self.files = files
      self.sources = sources
    }
  }
  /// Of the book that is shown.
  package var sources = SourceFiles()

  /// Why the manuscript cannot be read now, in words with their place.
  package struct Problem: Error {
    package var words: String
    /// What the manuscript names by now, where that is known: a picture that is missing may come.
    package var files: [String]
    package init(words: String, files: [String] = []) { (self.words, self.files) = (words, files) }
  }

  let windows: ReaderWindows
  private var server: HTTPServer?
  private(set) var gate: RequestGuard
  private let fontFolders: [String]
  /// Reads the manuscript again; nil where it is not watched.
  package var reread: (() throws(Problem) -> Reading)?
  package var watch: FolderWatch?
  /// What the reader chose of paper, turning and the like, as the web page writes it, and what keeps that for the
  /// next time: a browser knows each start of the program by another address, and nothing of the one before.
  package var choices = ""
  package var keepChoices: ((String) -> Void)?
  /// Where pictures lie that are shown; nil for wherever the manuscript says.
  package var pictureFolder: String?
  /// What was noticed of the manuscript, for whoever watches its pages.
  package var noticed: [String] = []

  /// Requests that wait for news, by their tickets.
  private var listeners: [Int: Listener] = [:]
  private struct Listener {
    var session: BookSession
    var until: Double
  }
  private var lastTicket = 0
  private let finished = FinishedPDFs()
  private var pending = 0
  /// When the folder has been quiet for long enough.
  private var quietAt: Double?
  /// When it changed first since it was quiet.
  private var changedAt: Double?
  private var nextLook = 0.0

  /// Seconds of quiet after a change: editors write a file in several steps.
  private static let quiet = 0.05
  /// Seconds for which changes that do not end are waited for.
  private static let mostUnquiet = 0.5
  /// Seconds that a request for news waits at most.
  private static let patience = 25.0

  package init(session: BookSession, fontFolders: [String], token: String = RequestGuard.newToken()) {
    gate = RequestGuard(token: token, port: 0)
    windows = ReaderWindows(first: session)
    self.fontFolders = fontFolders
  }

  /// Opens the port; 0 for any that is free.
  /// - Returns: the address to open; nil where the port cannot be had.
  package func open(port: UInt16) -> String? {
    guard let server = HTTPServer(port: port, handle: { [unowned self] in answer($0) }) else { return nil }
    server.receive = { [unowned self] request in
      gate.refusal(of: request) == nil ? annex?.receive(request) : nil
    }
    self.server = server
    gate = RequestGuard(token: gate.token, port: server.port)
    return "http://127.0.0.1:\(server.port)/\(gate.token)/"
  }

  // MARK: The loop

  /// Serves until the program ends, or nobody has had it open for as long as an annex waits.
  package func run() async {
    lastAsked = Platform.seconds
    while listeners.isEmpty == false || Platform.seconds - lastAsked < annex?.patience ?? .infinity {
      await turn()
    }
  }
  private var lastAsked = 0.0

  /// Waits for something to happen, a second at most, and does it.
  package func turn() async {
    guard let server else { return }
    let unsettled = windows.all.first { $0.isRead && !$0.paginator.isSettled }
    var timeout = unsettled != nil ? 0 : min(server.timeout ?? 1000, 1000)
    if let quietAt { timeout = min(timeout, max(Int((quietAt - Platform.seconds) * 1000) + 1, 0)) }
    if watch?.isPolling == true { timeout = min(timeout, 250) }
    if pending > 0 { timeout = min(timeout, 20) }
    if annex?.work() == true { timeout = min(timeout, 40) }
    var waits = [pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)]
    if let watch, !watch.isPolling { waits.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
    poll(&waits, nfds_t(waits.count), Int32(timeout))
    server.run()
    look()
    // what was asked meanwhile comes first
    if let unsettled, waits[0].revents == 0 {
      let known = unsettled.news
      unsettled.layOutMore()
      if unsettled.news != known || unsettled.paginator.isSettled { tellListeners() }
    }
    tellListeners(onlyLate: true)
    if pending > 0 {
      await Task.yield()
      for (ticket, bytes) in finished.take() {
        pending -= 1
        server.answer(ticket: ticket, with: bytes.map { Self.pdf($0) } ?? Self.refusal(500))
      }
    }
  }

  // MARK: Watching

  private func look() {
    guard let watch, reread != nil else { return }
    if watch.isPolling {
      guard Platform.seconds >= nextLook else { return }
      nextLook = Platform.seconds + 0.5
      if watch.hasChanged() { waitForQuiet() }
    } else if watch.drain() {
      waitForQuiet()
    }
    guard let due = quietAt, Platform.seconds >= due else { return }
    (quietAt, changedAt) = (nil, nil)
    guard watch.isPolling || watch.hasChanged() else { return }
    readAgain()
  }

  /// As long as files go on changing, but not for ever: something else may write in the folder all the time.
  private func waitForQuiet() {
    let since = changedAt ?? Platform.seconds
    changedAt = since
    quietAt = min(Platform.seconds + Self.quiet, since + Self.mostUnquiet)
  }

  /// Reads the manuscript again and tells the web page.
  package func readAgain() {
    guard let reread else { return }
    var problem: Problem?
    do {
      let reading = try reread()
      try show(reading)
    } catch let found as Problem {
      problem = found
      if !found.files.isEmpty { watch?.watch(found.files) }
    } catch {
      problem = Problem(words: "\(error)")
    }
    if let problem { report(problem.words) }
    annex?.didReadAgain(problem)
    tellListeners()
  }

  /// Shows a book in all windows, at the same words where it is the one there was.
  func show(_ reading: Reading) throws(LayoutError) {
    for session in windows.all { try session.replace(book: reading.book, design: reading.design) }
    sources = reading.sources
    watch?.watch(reading.files)
    tellListeners()
  }

  /// Shows the book there is with other pages.
  func show(_ design: PageDesign) throws(LayoutError) {
    for session in windows.all { try session.replace(book: nil, design: design) }
    tellListeners()
  }

  var shown: BookSession { windows.first }
  package var shownDesign: PageDesign { shown.paginator.design }

  private func report(_ problem: String) {
    for session in windows.all { session.report(problem) }
  }

  // MARK: News

  private func tellListeners(onlyLate: Bool = false) {
    guard !listeners.isEmpty else { return }
    let time = Platform.seconds
    for (ticket, listener) in listeners where !onlyLate || listener.until <= time {
      listeners[ticket] = nil
      server?.answer(ticket: ticket, with: newsAnswer(listener.session))
    }
  }

  private func newsAnswer(_ session: BookSession) -> HTTPAnswer {
    let news = JSONText.object { json in
      json.pair("news", session.news)
      json.pair("rev", session.revision)
      json.pair("settled", session.paginator.isSettled)
    }
    return Self.json(news)
  }

  private func listen(_ request: HTTPRequest, _ session: BookSession) -> HTTPServer.Outcome {
    let known = (
      news: Int(request.arguments["news"] ?? "") ?? -1, isSettled: request.arguments["settled"] == "1"
    )
    if known.news != session.news || (session.paginator.isSettled && !known.isSettled) {
      return .answer(newsAnswer(session))
    }
    // each waits in memory; a browser has one for each of its windows
    guard listeners.count < 32 else { return .answer(Self.refusal(503)) }
    lastTicket += 1
    listeners[lastTicket] = Listener(session: session, until: Platform.seconds + Self.patience)
    return .later(lastTicket)
  }

  // MARK: Answers

  /// What a request gets.
  package func answer(_ request: HTTPRequest) -> HTTPServer.Outcome {
    if let status = gate.refusal(of: request) { return .answer(Self.refusal(status)) }
    lastAsked = Platform.seconds
    let parts = request.path.split(separator: "/").dropFirst().map(String.init)
    if !parts.isEmpty, let answer = annex?.answer(parts, request) { return .answer(answer) }
    let name = parts.first ?? ""
    let session = windows[request.arguments["w"] ?? ""]
    if request.method == "POST" { return .answer(change(name, request, session)) }
    switch name {
    case "news": return listen(request, session)
    case "pdf": return makePDF(session)
    default: return .answer(get(name, parts.count > 1 ? parts[1] : "", request, session))
    }
  }

  private func get(_ name: String, _ part: String, _ request: HTTPRequest, _ session: BookSession) -> HTTPAnswer {
    let number = Int(part)
    switch name {
    case "":
      // relative addresses count from the folder
      guard request.path.hasSuffix("/") else {
        return HTTPAnswer(
          status: 308, headers: RequestGuard.headers + [("Location", "/\(gate.token)/")], body: .bytes([]))
      }
      return WebFiles.answer(annex?.startPage ?? "index.html") ?? Self.refusal(404)
    case "book":
      session.looksAhead = request.arguments["ahead"] == "1"
      return book(session)
    case "ahead":
      guard let pages = session.sightJSON() else { return Self.refusal(404) }
      session.isRead = true
      return Self.json(pages)
    case "page":
      guard let number, let page = session.pageJSON(number, hasWidths: request.arguments["widths"] != nil) else {
        return Self.refusal(404)
      }
      session.isRead = true
      return Self.json(page)
    case "where":
      guard let place = number, let page = session.page(containing: place) else { return Self.refusal(404) }
      return Self.json(Array("{\"n\":\(page)}".utf8))
    case "link":
      guard let number, let found = session.page(ofLink: number) else { return Self.refusal(404) }
      return Self.json(Array("{\"n\":\(found.page),\"y\":\(Int(found.y))}".utf8))
    case "find": return Self.json(session.findJSON(request.arguments["q"] ?? ""))
    case "font":
      guard let number, session.faces.indices.contains(number) else { return Self.refusal(404) }
      return font(session.faces[number])
    case "picture":
      guard let number, session.pictures.indices.contains(number) else { return Self.refusal(404) }
      guard pictureFolder.map({ session.pictures[number].lies(in: $0) }) ?? true else { return Self.refusal(404) }
      return PictureFile.answer(session.pictures[number]) ?? Self.refusal(404)
    default: return WebFiles.answer(name) ?? Self.refusal(404)
    }
  }

  private func book(_ session: BookSession) -> HTTPAnswer {
    Self.json(
      session.bookJSON { json in
        json.pair("watched", watch != nil)
        json.pair("choices", choices)
        if watch != nil, !noticed.isEmpty {
          json.list("noticed") { json in for words in noticed { json.value(words) } }
        }
      })
  }

  private func change(_ name: String, _ request: HTTPRequest, _ session: BookSession) -> HTTPAnswer {
    let values = Form.values(request.body)
    switch name {
    case "place":
      guard let page = values["page"].flatMap({ Int($0) }), page >= 0 else { return Self.refusal(400) }
      session.move(toPage: page)
      return Self.json(Array("{}".utf8))
    case "choices":
      guard let words = values["choices"], words.utf8.count <= 2000 else { return Self.refusal(400) }
      choices = words
      keepChoices?(words)
      return Self.json(Array("{}".utf8))
    case "at":
      guard let file = values["file"], let line = values["line"].flatMap({ Int($0) }),
        let place = shown.paginator.place(ofLine: line, of: file, in: sources)
      else { return Self.refusal(404) }
      for session in windows.all { session.go(to: place) }
      tellListeners()
      return Self.json(Array("{\"place\":\(place)}".utf8))
    case "look":
      var look = session.currentLook
      func factor(_ key: String, _ range: ClosedRange<Double>) -> Double? {
        values[key].flatMap { Double($0) }.flatMap {
          $0.isFinite ? min(max($0, range.lowerBound), range.upperBound) : nil
        }
      }
      look.size = factor("size", 0.5...3) ?? look.size
      look.leading = factor("leading", 0.8...2) ?? look.leading
      look.margins = factor("margins", 0.2...2) ?? look.margins
      if let family = values["family"] { look.family = family.isEmpty ? nil : String(family.prefix(200)) }
      if let page = values["page"] {
        let sides = page.split(separator: "x").compactMap { Double($0) }.filter { (100...2000).contains($0) }
        look.page = sides.count == 2 ? PageSize(width: Length(points: sides[0]), height: Length(points: sides[1])) : nil
      }
      do { try session.set(look) } catch {
        let problem = JSONText.object { $0.pair("problem", error.description) }
        return HTTPAnswer(status: 409, headers: Self.json([]).headers, body: .bytes(problem))
      }
      tellListeners()
      return book(session)
    default: return Self.refusal(404)
    }
  }

  private func font(_ face: FileNumbers.Face) -> HTTPAnswer {
    // a number is a font's as long as the program runs
    let kept: [(name: String, value: String)] = RequestGuard.headers + [("Cache-Control", "private, max-age=86400")]
    if FontFile.isWhole(face.file), face.face & 0xFFFF == 0 {
      return HTTPAnswer(headers: kept + [("Content-Type", "font/sfnt")], body: .file(face.file))
    }
    guard let bytes = FontFile.read(face) else { return Self.refusal(404) }
    return HTTPAnswer(headers: kept + [("Content-Type", FontFile.type(bytes))], body: .bytes(bytes))
  }

  private func makePDF(_ session: BookSession) -> HTTPServer.Outcome {
    guard pending == 0 else { return .answer(Self.refusal(503)) }
    lastTicket += 1
    pending += 1
    let (ticket, folders, (book, design)) = (lastTicket, fontFolders, session.currentBook)
    let finished = finished
    Task.detached {
      let pdf = try? await Octavo.makePDF(of: book, design: design, fontFolders: folders, workers: 1)
      finished.add(pdf?.bytes, ticket: ticket)
    }
    return .later(ticket)
  }

  /// A path from the root, links followed; as it is where there is no such file.
  static func whole(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  // MARK: Forms of answers

  static func json(_ bytes: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(
      headers: RequestGuard.headers + [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      body: .bytes(bytes))
  }

  private static func pdf(_ bytes: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(
      headers: RequestGuard.headers + [
        ("Content-Type", "application/pdf"), ("Content-Disposition", "inline; filename=\"book.pdf\""),
        ("Cache-Control", "no-store"),
      ], body: .bytes(bytes))
  }

  static func refusal(_ status: Int) -> HTTPAnswer {
    let words =
      switch status {
      case 400: "bad request"
      case 403: "forbidden"
      case 405: "method not allowed"
      case 413: "too large"
      case 421: "misdirected request"
      case 503: "try again later"
      case 500: "no PDF could be made"
      default: "not found"
      }
    return HTTPAnswer(
      status: status, headers: RequestGuard.headers + [("Content-Type", "text/plain; charset=utf-8")],
      body: .bytes(Array("\(words)\n".utf8)))
  }
}

/// PDFs that were made beside the loop, until it fetches them.
private final class FinishedPDFs: Sendable {
  private let made = Mutex<[(ticket: Int, bytes: [UInt8]?)]>([])
  func add(_ bytes: [UInt8]?, ticket: Int) { made.withLock { $0.append((ticket, bytes)) } }
  func take() -> [(ticket: Int, bytes: [UInt8]?)] {
    made.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

/// `a=1&b=two%20words` (application/x-www-form-urlencoded).
package enum Form {
  package static func values(_ body: [UInt8]) -> [String: String] {
    var values: [String: String] = [:]
    for pair in body.split(separator: 0x26) {
      let parts = pair.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      values[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
    }
    return values
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 == 0x2B ? 0x20 : $0 }.percentDecoded, as: UTF8.self)
  }
}
