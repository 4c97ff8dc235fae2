import JSONReading
import Units

/// A value of JSON (RFC 8259), its fields in the order given, so that the same answer has the same bytes.
indirect enum JSONValue: CustomStringConvertible {
  case null
  case flag(Bool)
  case number(Int)
  /// To a hundredth.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A value that was read; fields in the order of their names.
  init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let isOn): .flag(isOn)
      case .number(let number): json.int.flatMap { Double($0) == number ? .number($0) : nil } ?? .decimal(number)
      case .string(let text): .string(text)
      case .array(let items): .array(items.map { JSONValue($0) })
      case .object(let fields): .object(fields.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) })
      }
  }

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  var description: String {
    switch self {
    case .null: "null"
    case .flag(let isOn): isOn ? "true" : "false"
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
