import Design
import Foundation
import Settings
import Testing

@Suite struct `A theme file` {
  private func theme(_ text: String, file: String = "my.yaml") throws -> ThemeFile { try ThemeFile(text, file: file) }

  /// What is wrong with a theme, as it is printed.
  private func problem(_ text: String, file: String = "my.yaml") -> String {
    do throws(SettingsProblem) { _ = try ThemeFile(text, file: file) } catch {
      return "\(error.place ?? "nowhere"): \(error.diagnostic.message) | \(error.diagnostic.help ?? "")"
    }
    return "nothing"
  }

  @Test(arguments: ThemeFile.names) func `printed whole is the theme again`(name: String) throws {
    let known = try #require(ThemeFile.named(name))
    let again = try theme(known.text, file: "\(name).yaml")
    #expect(again.theme == known.theme)
    #expect(again.text == known.text)
  }

  @Test func `is a layer over the options, and over another theme`() throws {
    let made = try theme("based-on: trade\nsize: 13pt\ntarget: print\nelements: {caption: {italic: false}}\n")
    let trade = try #require(ThemeFile.named("trade")).resolved.design
    #expect(made.name == "my" && made.resolved.target == .print)
    #expect(made.resolved.design.trim == trade.trim && made.resolved.design.dropCapitalLines == 3)
    #expect(made.resolved.design.size.points == 13)
    // a size brings its leading
    #expect(abs(made.resolved.design.leading.points - 13 * 14.5 / 11.5) < 0.01)
    #expect(!made.resolved.design[.caption].isItalic)
  }

  @Test func `takes sizes as lengths, whatever size the text has`() throws {
    let made = try theme("size: 10pt\nelements: {title: {size: 25pt}}\n")
    #expect(made.resolved.design[.title].scale == 2.5)
  }

  @Test(arguments: ["\"onum, ss01 -liga\"", "[onum, ss01=1, liga=0]", "\"lnum, ss01, +onum, liga=1, liga=0, lnum=0\""])
  func `takes OpenType features as a list`(features: String) throws {
    let found = try theme("elements: {note: {features: \(features)}}\n").resolved.design[.note].features
    #expect(Set(found.split(separator: ",")).isSuperset(of: ["onum=1", "ss01=1", "liga=0"]))
  }

  @Test func `that is wrong is told by its place`() {
    #expect(
      problem("elements:\n  chapter-titel: {size: 2}\n")
        .hasPrefix("my.yaml:2:3: there is no element \"chapter-titel\" | did you mean \"chapter-title\"? there are "))
    #expect(
      problem("elements:\n  chapter-title:\n    colour: red\n")
        .hasPrefix("my.yaml:3:13: \"red\" is no colour for colour of chapter-title | write it as \"#RRGGBB\""))
    #expect(
      problem("elements: {caption: {sise: 2}}\n").hasPrefix(
        "my.yaml:1:22: caption has no \"sise\" | did you mean \"size\"?"))
    #expect(
      problem("elements: {caption: {size: 40}}\n").hasPrefix(
        "my.yaml:1:28: 40 times the text's size is no size of caption"))
    #expect(problem("elements: {caption: {italic: maybe}}\n").hasSuffix("it takes true, false"))
    #expect(problem("elements: {caption: {align: outer}}\n").hasSuffix("it takes centred, leading, trailing"))
    #expect(
      problem("elements: {caption: big}\n").contains("caption has keys of its own | such as \"caption: {font: }\""))
    #expect(problem("elements: {caption: {size: [1, 2]}}\n").hasPrefix("my.yaml:1:28: size of caption takes one value"))
    #expect(
      problem("elements: {note: {features: oldstyle}}\n").hasPrefix(
        "my.yaml:1:29: \"oldstyle\" is no OpenType feature for features of note | did you mean \"onum\"? names have four"
      ))
    #expect(problem("elements: {note: {features: \"ONUM2\"}}\n").contains("\"ONUM2\" is no OpenType feature"))
    #expect(problem("elements: {note: {features: ss21}}\n").contains("\"ss21\" is no OpenType feature"))
    #expect(problem("elements: {note: {features: liga=off}}\n").contains("liga=0 to turn it off"))
    #expect(problem("elements: big\n").contains("elements have keys of their own"))
    #expect(problem("caption: {size: 2}\n").contains("put it below \"elements:\""))
    #expect(problem("title: Emma\n").hasPrefix("my.yaml:1:1: a theme cannot say title"))
    #expect(problem("trimm: a5\n").hasPrefix("my.yaml:1:1: themes have no key \"trimm\" | did you mean \"trim\"?"))
    #expect(problem("trim: a55\n").hasPrefix("my.yaml:1:7: unknown trim \"a55\""))
    #expect(problem("size:\n").hasPrefix("my.yaml:1:1: size has no value"))
    #expect(
      problem("based-on: trad\n").hasPrefix("my.yaml:1:11: no theme is called \"trad\" | did you mean \"trade\"?"))
    #expect(problem("elements: {caption: {size: 2, size: 3}}\n").contains("given twice"))
    #expect(problem("a: [").contains("this is no YAML"))
  }

  @Test func `that leads to itself ends`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-themes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("my.yaml").path
    try "based-on: ./my.yaml\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: SettingsProblem.self) { try ThemeFile(path: file) }
    // aliases too
    #expect(problem("elements: &a {caption: *a}\n").contains("caption"))
  }

  @Test func `beside octavo.yaml is found from its folder`() throws {
    var layers = OptionSources()
    try layers.fill(from: readConfiguration("theme: looks/my.yaml\n"), of: .file, file: "books/octavo.yaml")
    #expect(layers.text("theme") == "books/looks/my.yaml")
    layers = OptionSources()
    try layers.fill(from: readConfiguration("theme: trade\n"), of: .file, file: "books/octavo.yaml")
    #expect(layers.text("theme") == "trade")
  }

  @Test func `has the keys that the manual tells`() throws {
    let manual = try #require(`The manual`.whole)
    var told: [String: [String]] = [:]
    for line in manual.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[0].split(separator: " ").map { $0.filter { $0 != "`" } }
      guard cells.count == 2, names.allSatisfy({ Element(rawValue: $0) != nil }) else { continue }
      for name in names { told[name] = cells[1].components(separatedBy: ", ") }
    }
    for element in Element.allCases { #expect(told[element.rawValue] == ThemeRow.of(element).map(\.key)) }
    for name in ThemeFile.names { #expect(manual.contains("`\(name)`") || manual.contains("|\(name)")) }
  }
}
