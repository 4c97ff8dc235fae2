/// A value of JSON (RFC 8259), its fields in the order given, so that the same answer has the same bytes.
indirect enum JSONText: CustomStringConvertible {
  case null
  case number(Int)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  var description: String {
    switch self {
    case .null: "null"
    case .number(let value): "\(value)"
    case .string(let text): JSONText.quoted(text)
    case .array(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let fields): "{\(fields.map { "\(JSONText.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
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
