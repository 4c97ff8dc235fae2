internal import Libc

/// What a browser asks for.
package struct HTTPRequest {
  package var method: String
  /// Decoded, without the query.
  package var path: String
  package var arguments: [String: String]
  /// By their names in small letters.
  package var headers: [String: String]
  package var body: [UInt8]
  /// More bytes were sent than are taken; `body` has none of them.
  package var isTooLarge: Bool
  /// The file that the body went to, where there is one.
  package var upload: HTTPUpload?

  package init(
    method: String, path: String, arguments: [String: String] = [:], headers: [String: String] = [:],
    body: [UInt8] = [], isTooLarge: Bool = false, upload: HTTPUpload? = nil
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.headers = headers
    self.body = body
    self.isTooLarge = isTooLarge
    self.upload = upload
  }
}

/// A body that goes to a file as it comes. The file is gone when this is.
package final class HTTPUpload {
  package let path: String
  private let most: Int
  private var file: Int32
  package private(set) var count = 0
  /// More came than is taken, or it could not be written.
  package private(set) var isTooLarge = false
  package private(set) var isBroken = false

  /// - Parameters:
  ///   - path: of a file that is not there yet.
  ///   - most: bytes.
  package init?(path: String, most: Int) {
    (self.path, self.most) = (path, most)
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file < 0 { return nil }
  }

  deinit {
    finish()
    unlink(path)
  }

  package func take(_ data: UnsafeRawBufferPointer) {
    count += data.count
    if count > most { isTooLarge = true }
    guard !isTooLarge, !isBroken else { return }
    var rest = data[...]
    while !rest.isEmpty {
      let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        isBroken = true
        return
      }
      rest = rest.dropFirst(written)
    }
  }

  func finish() {
    if file >= 0 { close(file) }
    file = -1
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
