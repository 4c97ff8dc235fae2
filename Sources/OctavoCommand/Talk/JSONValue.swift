import Units

/// A value of JSON (RFC 8259), its fields in the order given, so that the same answer has the same bytes.
indirect enum JSONValue: CustomStringConvertible {
  case null
  case number(Int)
  /// To a hundredth.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  var description: String {
    switch self {
    case .null: "null"
    case .number(let value): "\(value)"
    case .decimal(let value): Length.decimal(value)
    case .string(let text): JSONValue.quoted(text)
    case .array(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let fields): "{\(fields.map { "\(JSONValue.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
