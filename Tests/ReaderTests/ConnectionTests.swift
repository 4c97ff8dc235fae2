import Foundation
import HTTP
import Testing

@Suite struct `Connections` {
  /// One that says nothing until it is told to.
  private func connect(to port: UInt16) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    (place.sin_family, place.sin_port, place.sin_addr.s_addr) = (
      sa_family_t(AF_INET), port.bigEndian, UInt32(0x7F00_0001).bigEndian
    )
    let isOpen = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(isOpen == 0)
    return socket
  }

  @Test(arguments: [1, 60, 100]) func `that say nothing keep nobody out`(count: Int) throws {
    let server = try #require(
      HTTPServer(port: 0) { _ in .answer(HTTPAnswer(headers: [], body: .bytes(Array("words".utf8)))) })
    func ask(_ socket: Int32) -> String {
      let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      guard send(socket, request, request.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) > 0 else { return "" }
      var bytes = [UInt8](repeating: 0, count: 1000)
      // as whoever owns it waits for it
      while true {
        var waits = [pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&waits, 1, Int32(min(server.timeout ?? 5_000, 5_000))) > 0 || server.timeout == 0 else { return "" }
        server.run()
        let got = recv(socket, &bytes, bytes.count, Int32(truncatingIfNeeded: MSG_DONTWAIT))
        if got > 0 { return String(decoding: bytes[..<got], as: UTF8.self) }
        if got == 0 { return "" }
      }
    }
    let known = try connect(to: server.port)
    #expect(ask(known).hasSuffix("words"))
    let silent = try (0..<count).map { _ in try connect(to: server.port) }
    let late = try connect(to: server.port)
    #expect(ask(late).hasSuffix("words"))
    #expect(ask(known).hasSuffix("words"), "who was heard before is heard")
    for socket in [known, late] + silent { close(socket) }
  }
}
