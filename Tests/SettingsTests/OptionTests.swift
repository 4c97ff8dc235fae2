import Foundation
import Settings
import Testing

@Suite struct `The list of options` {
  /// `--names` in the rows of the manual's tables.
  private func named() throws -> Set<String> {
    let manual = try #require(`The manual`.whole)
    var names: Set<String> = []
    for line in manual.split(separator: "\n") where line.hasPrefix("| ") {
      for match in line.matches(of: #/`(--[a-z-]+|-[a-z])\b/#) { names.insert(String(match.1)) }
    }
    return names
  }

  @Test func `is what the manual shows, and its tables show nothing else`() throws {
    let named = try named()
    let manual = try #require(`The manual`.whole)
    for row in OptionRow.all {
      #expect(
        manual.contains("`\(row.name)") || manual.contains(" \(row.name) ")
          || row.short.map { named.contains("-\($0)") } == true, "\(row.name)")
    }
    for name in named {
      let key = String(name.drop { $0 == "-" })
      let isKnown =
        OptionRow.keyed[key] != nil || OptionRow.keyed[String(key.dropFirst(3))]?.form == .choice
        || OptionRow.all.contains { $0.short.map { "-\($0)" } == name }
      #expect(isKnown || key == "no-", "the manual's tables name \(name)")
    }
  }

  @Test func `says what each default is`() {
    for row in OptionRow.all where row.group.isOfBook && row.show != nil {
      #expect(row.helpWithDefault.contains(" Default: ") && row.helpWithDefault.hasSuffix("."), "\(row.key)")
    }
    #expect(OptionRow.keyed["outside"]?.helpWithDefault == "Outside margin. Default: 23mm.")
    #expect(OptionRow.keyed["footer"]?.helpWithDefault == "Foot of the page. Default: 'Page {page}'.")
  }

  @Test func `is read layer by layer, the stronger first`() throws {
    var layers = OptionSources(commandLine: ["size": ["12pt"], "justify": ["false"]])
    try layers.fill(
      from: readConfiguration("size: 9pt\ntrim: a6\njustify: yes\nfont-path: [/]\nauthor: [A, B]\n"), of: .file,
      file: "own/octavo.yaml")
    let resolved = try layers.resolved()
    #expect(resolved.design.size.description == "12pt" && !resolved.design.isJustified)
    #expect(resolved.fontFolders == ["/"] && layers.facts["author"] == ["A", "B"])
    #expect(layers["trim"]?.place == "own/octavo.yaml:2:7" && layers["trim"]?.origin == .file)
    #expect(layers.effective(resolved).first { $0.name == "trim" }?.from == "own/octavo.yaml:2:7")
  }
}
