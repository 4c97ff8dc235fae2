internal import CMicroHTTPD
internal import Libc

/// Serves by libmicrohttpd, for one thread: whoever owns it waits for `descriptor` and
/// calls `run`, and all requests are handled within that call.
package final class HTTPServer {
  /// What becomes of a request.
  package enum Outcome {
    case answer(HTTPAnswer)
    /// It waits until `answer(ticket:with:)` is called.
    case later(Int)
  }

  /// Bytes of a request's body at most.
  package static let mostBody = 64 * 1024
  /// Of one that is not heard; more than that ends the connection.
  private static let mostRefused = 64 << 20
  /// Connections at a time at most, and at how many the oldest makes room by which nothing was asked: who says nothing
  /// keeps nobody out.
  package static let mostConnections: UInt32 = 64
  private static let crowd = 56

  private let library: octavo_http
  private var daemon: OpaquePointer?
  private let handle: (HTTPRequest) -> Outcome
  /// Asked when the first bytes of a body come: where it goes that may be large. Nil keeps it in memory.
  package var receive: (HTTPRequest) -> HTTPUpload? = { _ in nil }
  /// Asked when the headers are there, `body` still to come: the answer to a request that is not heard. What it sends
  /// all the same is thrown away.
  package var refuse: (HTTPRequest) -> HTTPAnswer? = { _ in nil }
  /// Requests that wait, by their tickets.
  private var waiting: [Int: Exchange] = [:]
  /// Connections go on that waited, or have made room for others: that is done when `run` is called, which nothing else
  /// asks for.
  private var goesOn = false
  /// Connections by their addresses.
  private var connections: [OpaquePointer: Line] = [:]

  private struct Line {
    let socket: Int32
    let start = Platform.seconds
    /// When it is ended if it has not come further by then.
    var due: Double
    /// Something that came by it was not refused.
    var isHeard = false
    var isEnded = false
  }

  /// Seconds for the headers of the first request, and until there is another.
  private static let patience = (first: 10.0, next: 60.0)
  /// Bytes of a body a second: who sends fewer keeps others out.
  private static let slowest = 16_384.0

  /// One request, from its first line to the end of its answer; libmicrohttpd keeps its address.
  private final class Exchange {
    let method: String
    let path: String
    var body: [UInt8] = []
    var isTooLarge = false
    var hasBegun = false
    /// Of the body, and the seconds when it began.
    var count = 0
    let start = Platform.seconds
    /// It is not heard.
    var isRefused = false
    var upload: HTTPUpload?
    var ticket: Int?
    var answer: HTTPAnswer?
    var connection: OpaquePointer?
    init(method: String, path: String) {
      self.method = method
      self.path = path
    }
  }

  /// - Parameters:
  ///   - address: of this machine, IPv4; by itself no other can reach it.
  ///   - port: 0 for any that is free.
  /// - Returns: nil where the port cannot be had; `errno` says why.
  package init?(address: String = "127.0.0.1", port: UInt16, handle: @escaping (HTTPRequest) -> Outcome) {
    self.handle = handle
    guard let found = octavo_http_library() else {
      errno = ELIBACC
      return nil
    }
    library = found.pointee
    let context = Unmanaged.passUnretained(self).toOpaque()
    daemon = octavo_http_start(address, port, HTTPServer.mostConnections, accept, complete, connect, context)
    if daemon == nil { return nil }
  }

  deinit {
    // a daemon may not stop while connections are suspended
    for exchange in waiting.values {
      if let connection = exchange.connection { library.MHD_resume_connection(connection) }
    }
    if let daemon { library.MHD_stop_daemon(daemon) }
  }

  package var port: UInt16 { daemon.map { octavo_http_port($0) } ?? 0 }
  /// Ready to be read when there is something to do.
  package var descriptor: Int32 { daemon.map { octavo_http_descriptor($0) } ?? -1 }

  /// Milliseconds after which `run` must be called though nothing has come; nil for any time.
  package var timeout: Int? {
    if goesOn { return 0 }
    var milliseconds: CUnsignedLongLong = 0
    guard let daemon, octavo_http_timeout(daemon, &milliseconds) != 0 else { return nil }
    return Int(clamping: milliseconds)
  }

  /// Handles what has come.
  package func run() {
    goesOn = false
    let time = Platform.seconds
    for connection in connections.values where connection.due < time { shutdown(connection.socket, Int32(SHUT_RDWR)) }
    if let daemon { _ = library.MHD_run(daemon) }
  }

  /// Answers a request that waits.
  package func answer(ticket: Int, with answer: HTTPAnswer) {
    guard let exchange = waiting.removeValue(forKey: ticket), let connection = exchange.connection else { return }
    exchange.answer = answer
    goesOn = true
    library.MHD_resume_connection(connection)
  }

  // MARK: Calls of libmicrohttpd

  fileprivate func open(_ connection: OpaquePointer) {
    if connections.count >= HTTPServer.crowd,
      let oldest = connections.filter({ !$0.value.isHeard && !$0.value.isEnded }).min(by: {
        $0.value.start < $1.value.start
      })
    {
      // libmicrohttpd sees the end and does the rest
      shutdown(oldest.value.socket, Int32(SHUT_RDWR))
      connections[oldest.key]?.isEnded = true
      goesOn = true
    }
    connections[connection] = Line(
      socket: octavo_http_socket(connection), due: Platform.seconds + HTTPServer.patience.first)
  }

  fileprivate func close(_ connection: OpaquePointer) {
    connections[connection] = nil
    // another may wait for its place
    goesOn = true
  }

  /// The headers are there.
  fileprivate func begin(
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ connection: OpaquePointer, method: String, path: String
  ) -> MHD_Result {
    let exchange = Exchange(method: method, path: path)
    state.pointee = Unmanaged.passRetained(exchange).toOpaque()
    connections[connection]?.due = exchange.start + HTTPServer.patience.first
    let request = request(exchange, connection)
    guard let answer = refuse(request) else { return octavo_http_result(1) }
    // who asks first has sent nothing yet; to others what is sent while they send may never come
    if request.headers["expect"] != nil { return send(answer, on: connection) }
    (exchange.answer, exchange.isRefused) = (answer, true)
    return octavo_http_result(1)
  }

  fileprivate func end(_ pointer: UnsafeMutableRawPointer, _ connection: OpaquePointer?) {
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    exchange.connection = nil
    if let connection { connections[connection]?.due = Platform.seconds + HTTPServer.patience.next }
    if let ticket = exchange.ticket { waiting[ticket] = nil }
  }

  fileprivate func proceed(
    _ pointer: UnsafeMutableRawPointer, _ connection: OpaquePointer, data: UnsafeRawBufferPointer
  ) -> MHD_Result {
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if !data.isEmpty {
      exchange.count += data.count
      connections[connection]?.due =
        exchange.start + HTTPServer.patience.first + Double(exchange.count) / HTTPServer.slowest
      guard !exchange.isRefused else { return octavo_http_result(exchange.count > HTTPServer.mostRefused ? 0 : 1) }
      if !exchange.hasBegun {
        exchange.hasBegun = true
        exchange.upload = receive(request(exchange, connection))
        if exchange.upload != nil { connections[connection]?.isHeard = true }
      }
      if let upload = exchange.upload {
        upload.take(data)
      } else if exchange.body.count + data.count > HTTPServer.mostBody {
        exchange.isTooLarge = true
        exchange.body = []
      } else if !exchange.isTooLarge {
        exchange.body += data
      }
      return octavo_http_result(1)
    }
    connections[connection]?.due = .infinity
    if let answer = exchange.answer { return send(answer, on: connection) }
    exchange.upload?.finish()
    switch handle(request(exchange, connection)) {
    case .answer(let answer): return send(answer, on: connection)
    case .later(let ticket):
      connections[connection]?.isHeard = true
      exchange.ticket = ticket
      exchange.connection = connection
      waiting[ticket] = exchange
      library.MHD_suspend_connection(connection)
      return octavo_http_result(1)
    }
  }

  private func request(_ exchange: Exchange, _ connection: OpaquePointer) -> HTTPRequest {
    HTTPRequest(
      method: exchange.method, path: exchange.path, arguments: values(of: connection, isHeaders: false),
      headers: values(of: connection, isHeaders: true), body: exchange.body,
      isTooLarge: exchange.isTooLarge || exchange.upload?.isTooLarge == true, upload: exchange.upload)
  }

  private func values(of connection: OpaquePointer, isHeaders: Bool) -> [String: String] {
    final class Gathered { var values: [String: String] = [:] }
    let gathered = Gathered()
    withExtendedLifetime(gathered) {
      octavo_http_values(
        connection, isHeaders ? 1 : 0,
        { context, _, name, value in
          guard let context, let name else { return octavo_http_result(1) }
          let gathered = Unmanaged<Gathered>.fromOpaque(context).takeUnretainedValue()
          let key = String(cString: name).lowercased()
          // of two headers of a name neither is believed
          gathered.values[key] = gathered.values[key] == nil ? value.map { String(cString: $0) } ?? "" : "?"
          return octavo_http_result(1)
        }, Unmanaged.passUnretained(gathered).toOpaque())
    }
    return gathered.values
  }

  private func send(_ answer: HTTPAnswer, on connection: OpaquePointer) -> MHD_Result {
    if answer.status < 400 { connections[connection]?.isHeard = true }
    var status = UInt32(clamping: answer.status)
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
      response = bytes.withUnsafeBytes {
        octavo_http_bytes($0.baseAddress, $0.count)
      }
    case .file(let path):
      let file = Libc.open(path, O_RDONLY | O_CLOEXEC)
      var info = stat()
      if file >= 0, fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG {
        // the response closes the file
        response = library.MHD_create_response_from_fd64(UInt64(info.st_size), file)
      } else {
        if file >= 0 { Libc.close(file) }
        status = 404
        response = octavo_http_bytes(nil, 0)
      }
    }
    guard let response else { return octavo_http_result(0) }
    defer { library.MHD_destroy_response(response) }
    for header in answer.headers { _ = library.MHD_add_response_header(response, header.name, header.value) }
    return library.MHD_queue_response(connection, status, response)
  }
}

private func accept(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let size, let state else { return octavo_http_result(0) }
  let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  guard let exchange = state.pointee else {
    return server.begin(state, connection, method: String(cString: method), path: String(cString: url))
  }
  let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
  size.pointee = 0
  return server.proceed(exchange, connection, data: bytes)
}

private func complete(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let context, let exchange = state?.pointee else { return }
  state?.pointee = nil
  Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().end(exchange, connection)
}

private func connect(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
  if octavo_http_has_started(code) != 0 { server.open(connection) } else { server.close(connection) }
}
