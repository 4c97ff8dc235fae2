import Design
import Octavo
import Settings

/// What a service takes and answers, as OpenAPI has it: the requests stand in `openapi.json`, the options are those of
/// the list.
enum ServiceDescription {
  static let bytes: [UInt8] = {
    let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
    let options = OptionRow.all.filter(isTaken).map { row in (row.key, option(row)) }
    return Array(
      text.replacing("\"@version@\"", with: JSONValue.quoted(Octavo.version))
        .replacing("\"@options@\": {}", with: String("\(JSONValue.object(options))".dropFirst().dropLast())).utf8)
  }()

  private static func isTaken(_ row: OptionRow) -> Bool {
    !ServiceOrder.ofService.contains(row.key)
      && CatalogueJob.Kind.allCases.contains { $0 != .check && CatalogueJob.takes(row, for: $0) }
  }

  private static func option(_ row: OptionRow) -> JSONValue {
    var fields: [(String, JSONValue)] = []
    switch row.form {
    case .choice, .mark: fields.append(("type", .string("boolean")))
    case .number: fields.append(("type", .string("integer")))
    case .list: fields += [("type", .string("array")), ("items", .object([("type", .string("string"))]))]
    case .text, .words: fields.append(("type", .string("string")))
    }
    return .object(fields + [("description", .string(row.helpWithDefault))])
  }
}
