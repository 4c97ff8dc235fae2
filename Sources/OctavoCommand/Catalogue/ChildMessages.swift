import JSONReading

/// What a program of octavo's said, a line of JSON each.
struct ChildMessages {
  private(set) var errors: [JSONValue] = []
  private(set) var warnings: [JSONValue] = []
  private(set) var warningCodes: [String] = []
  private(set) var isUnchanged = false
  /// The last error's words.
  private(set) var last: String?

  /// So many of a kind tell what is wrong with a book.
  private static let most = (errors: 20, warnings: 100)

  /// - Parameter folder: the folder that the files lie in, which is left out where it is nobody's business.
  init(_ bytes: [UInt8], in folder: String? = nil) {
    for line in bytes.split(separator: 0x0A) {
      guard let message = try? JSON(Array(line)), let severity = message["severity"]?.string else { continue }
      let code = message["code"]?.string ?? ""
      isUnchanged = isUnchanged || code == "unchanged"
      func words(_ key: String) -> String? {
        let text = message[key]?.string
        return folder.map { text?.replacing($0 + "/", with: "") } ?? text
      }
      let fields = ["code", "place", "message", "help"].compactMap { key in
        words(key).map { (key, JSONValue.string($0)) }
      }
      if severity == "warning" {
        warningCodes.append(code)
        if warnings.count < ChildMessages.most.warnings { warnings.append(.object(fields)) }
      } else if severity == "error" {
        last = words("message")
        if errors.count < ChildMessages.most.errors { errors.append(.object(fields)) }
      }
    }
  }
}
