import HTTP
import Reader
import Testing

@Suite struct `The gate of the reader's server` {
  private let gate = RequestGuard(token: "0123456789abcdef0123456789abcdef", port: 8123)

  private func request(
    _ path: String = "/0123456789abcdef0123456789abcdef/book", method: String = "GET",
    _ headers: [String: String] = ["host": "127.0.0.1:8123"]
  ) -> HTTPRequest { HTTPRequest(method: method, path: path, headers: headers) }

  @Test func `hears who knows the secret and asks from its own page`() {
    #expect(gate.refusal(of: request()) == nil)
    #expect(
      gate.refusal(
        of: request(method: "POST", ["host": "localhost:8123", "sec-fetch-site": "same-origin", "x-octavo": "1"]))
        == nil)
    #expect(gate.refusal(of: request(["host": "127.0.0.1:8123", "sec-fetch-site": "none"])) == nil)
  }

  @Test(arguments: [
    ("another name for this machine", ["host": "evil.example:8123"], 421),
    ("no name", [:], 421),
    ("the name without its port", ["host": "127.0.0.1"], 421),
    ("another site's page", ["host": "127.0.0.1:8123", "sec-fetch-site": "cross-site"], 403),
    ("a page of another port", ["host": "127.0.0.1:8123", "sec-fetch-site": "same-site"], 403),
    ("another origin", ["host": "127.0.0.1:8123", "origin": "http://127.0.0.1:9999"], 403),
  ])
  func `refuses who comes by`(way: String, headers: [String: String], status: Int) {
    #expect(gate.refusal(of: request(headers)) == status, "\(way)")
  }

  @Test(arguments: ["/", "/book", "/0123456789abcdef0123456789abcdee/book", "/0123456789abcdef0123456789abcdef0/", "x"])
  func `refuses a path without the secret`(path: String) { #expect(gate.refusal(of: request(path)) == 404) }

  @Test(arguments: ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])
  func `hears GET and POST alone`(method: String) { #expect(gate.refusal(of: request(method: method)) == 405) }

  @Test func `is framed by an editor alone`() {
    let frame = ["host": "127.0.0.1:8123", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
    #expect(gate.refusal(of: request(frame.merging(["sec-fetch-dest": "iframe"]) { $1 })) == nil)
    #expect(gate.refusal(of: request(frame.merging(["sec-fetch-dest": "document"]) { $1 })) == 403)
    let ancestors = RequestGuard.headers.first { $0.name == "Content-Security-Policy" }?.value.split(separator: ";")
      .last
    #expect(ancestors == " frame-ancestors vscode-webview: vscode-file:")
  }

  @Test func `changes nothing for a form of another page`() {
    #expect(gate.refusal(of: request(method: "POST")) == 403)
  }

  @Test func `refuses what is too large`() {
    var large = request(method: "POST", ["host": "127.0.0.1:8123", "x-octavo": "1"])
    large.isTooLarge = true
    #expect(gate.refusal(of: large) == 413)
  }

  @Test func `has a secret of 128 bits that is another each time`() {
    let (one, other) = (RequestGuard.newToken(), RequestGuard.newToken())
    #expect(one.count == 32 && one != other && one.allSatisfy(\.isHexDigit))
  }

  @Test func `lets no script run but the reader's own`() {
    let policy = RequestGuard.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'") && !policy.contains("unsafe"))
  }

  private func request(_ headers: [String: String]) -> HTTPRequest {
    request("/0123456789abcdef0123456789abcdef/book", method: "GET", headers)
  }
}

@Suite struct `What goes between the reader and its page` {
  @Test(arguments: [
    (1.0, "1"), (0.5, "0.5"), (-0.25, "-0.25"), (12.345, "12.35"), (0.004, "0"), (-3.1, "-3.1"), (100, "100"),
  ])
  func `is written in as few signs as can be`(number: Double, text: String) { #expect(JSONText.short(number) == text) }

  @Test func `is JSON, whatever the text`() {
    let json = JSONText.object { json in
      json.pair("a\"b", "line\nend \\ </script> \u{1}")
      json.pair("n", 3)
    }
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"a\"b":"line\nend \\ \u003c/script> \u0001","n":3}"#)
  }

  @Test func `comes back as a form of values`() {
    let values = Form.values(Array("size=1.2&family=EB+Garamond%2012&x=%zz&=&flag".utf8))
    #expect(values["size"] == "1.2" && values["family"] == "EB Garamond 12" && values["x"] == "%zz")
    #expect(values["flag"] == "")
  }

  @Test func `is one font of a collection, with its own tables`() throws {
    // a collection of two fonts with a table each
    func word(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
    }
    func font(_ offset: Int) -> [UInt8] {
      [0, 1, 0, 0] + word(1, 2) + word(16, 2) + word(0, 2) + word(0, 2) + Array("glyf".utf8) + word(7, 4)
        + word(offset, 4)
        + word(3, 4)
    }
    let head = Array("ttcf".utf8) + word(0x10000, 4) + word(2, 4) + word(20, 4) + word(48, 4)
    let bytes = head + font(76) + font(80) + [1, 2, 3, 0, 4, 5, 6, 0]
    let second = try #require(FontFile.part(1, of: bytes))
    #expect(second.count == 32 && Array(second.suffix(4)) == [4, 5, 6, 0])
    #expect(Array(second[20..<24]) == word(28, 4))
    #expect(FontFile.part(2, of: bytes) == nil)
    for count in 0..<bytes.count { _ = FontFile.part(1, of: Array(bytes.prefix(count))) }
  }
}
