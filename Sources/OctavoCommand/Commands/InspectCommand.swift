import ArgumentParser
import Octavo
import Settings
import Typesetting
import Units

/// `octavo inspect`: what was recognised in a manuscript, what was left out, and by
/// which options it would be set.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Report what was recognised in a manuscript and what was left out.")

  @OptionGroup var arguments: BookArguments<Inspect>

  func run() throws {
    let layers = arguments.layers
    let format = try layers.oneOf("format")
    try Limits(layers).apply(Reporter.forFailures())
    let prepared = try BookJob.prepare(arguments.inputs, layers)
    let doubts = AmbiguityReport(reading: prepared.reading)
    if let line = layers.number("explain-line") { return try Output.answer(try doubts.explanation(ofLine: line)) }
    if layers.isOn("doubts") { return try Output.answer(doubts.text) }
    if layers.isOn("hints") {
      return try Output.answer(HintFile(reading: prepared.reading, input: arguments.inputs.first ?? "").text)
    }
    let fonts = Fonts.ofProcess(folders: prepared.resolved.fontFolders)
    let typesetter = BookTypesetter(design: prepared.resolved.design, fonts: fonts)
    let list: PageList
    do throws(TypesettingError) { list = try typesetter.typeset(prepared.reading.book).list } catch {
      throw BuildFailure.typesetting(error).commandFailure(input: arguments.inputs.first ?? "")
    }
    // What spaces and hyphens are set in was asked for; every other family stands in for it.
    var asked: Set<String> = []
    var used: Set<String> = []
    for table in list.tables {
      for style in table.styles {
        for font in [style.spaceFont, style.hyphenFont, style.dotFont] where Int(font) < table.fonts.count {
          asked.insert(table.fonts[Int(font)].family)
        }
      }
      used.formUnion(table.fonts.map(\.family))
    }
    let inspection = Inspection(
      reading: prepared.reading, language: prepared.language, fallbackFonts: used.subtracting(asked).sorted(),
      options: prepared.layers.effective(prepared.resolved))
    try Output.answer(format == "json" ? inspection.json : inspection.text)
    let reporter = Reporter(format: Reporter.Format(rawValue: format) ?? .human)
    for diagnostic in prepared.reading.diagnostics {
      let place = diagnostic.place ?? diagnostic.source.flatMap { prepared.reading.files.describe($0) }
      reporter.report(diagnostic, place: place ?? arguments.inputs.first)
    }
  }
}
