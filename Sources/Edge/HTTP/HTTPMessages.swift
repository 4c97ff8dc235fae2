/// What a browser asks for.
package struct HTTPRequest: Sendable {
  package var method: String
  /// Decoded, without the query.
  package var path: String
  package var arguments: [String: String]
  /// By their names in small letters.
  package var headers: [String: String]
  package var body: [UInt8]
  /// More than `HTTPServer.mostBody` bytes were sent; `body` has none of them.
  package var isTooLarge: Bool

  package init(
    method: String, path: String, arguments: [String: String] = [:], headers: [String: String] = [:],
    body: [UInt8] = [], isTooLarge: Bool = false
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.headers = headers
    self.body = body
    self.isTooLarge = isTooLarge
  }
}

/// What it is given.
package struct HTTPAnswer: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// A file as it is, not read into memory.
    case file(String)
  }
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: Body

  package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
