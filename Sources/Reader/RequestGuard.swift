package import HTTP

/// Who may ask at all. A page of somebody else's that is open in the same browser must get
/// nothing: it knows neither the secret in the address nor, by another name for this machine
/// (DNS rebinding), the host; and what it has the browser send says where it comes from.
package struct RequestGuard: Sendable {
  /// 128 random bits, the first part of every path.
  package let token: String
  package let port: UInt16

  package init(token: String, port: UInt16) {
    self.token = token
    self.port = port
  }

  package static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The status with which a request is refused; nil for one that is heard.
  package func refusal(of request: HTTPRequest) -> Int? {
    let host = request.headers["host"] ?? ""
    guard host == "127.0.0.1:\(port)" || host == "localhost:\(port)" else { return 421 }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none",
      !RequestGuard.isFramed(request)
    {
      return 403
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" { return 403 }
    guard request.method == "GET" || request.method == "POST" else { return 405 }
    // no form of another page's sends a header of its own without asking first
    guard request.method == "GET" || request.headers["x-octavo"] == "1" else { return 403 }
    guard !request.isTooLarge else { return 413 }
    let first = request.path.dropFirst().prefix { $0 != "/" }
    guard request.path.hasPrefix("/"), RequestGuard.areEqual(first.utf8, token.utf8) else { return 404 }
    return nil
  }

  /// The page itself, opened in a frame: whose frame may show it, the policy among its headers says, which knows
  /// editors alone.
  private static func isFramed(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && request.headers["sec-fetch-mode"] == "navigate"
      && request.headers["sec-fetch-dest"] == "iframe" && request.headers["origin"] == nil
  }

  /// Takes as long whatever is wrong.
  package static func areEqual(_ a: Substring.UTF8View, _ b: String.UTF8View) -> Bool {
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The header of what is saved under a name (RFC 6266, 4.3), which is cleaned: only its letters may be other than
  /// ASCII.
  package static func attachment(_ name: String) -> (name: String, value: String) {
    let escaped = name.utf8.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
    return ("Content-Disposition", "attachment; filename*=UTF-8''\(escaped.joined())")
  }

  /// Headers of every answer: nothing is kept where others see it, nothing is framed but by an editor, no script but
  /// the reader's own files.
  package static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors vscode-webview: vscode-file:"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}
