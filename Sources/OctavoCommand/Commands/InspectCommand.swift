import ArgumentParser
import Manuscript
import Octavo
import Typesetting
import Units

/// `octavo inspect`: what was recognised in a manuscript, what was left out, and by
/// which options it would be set.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what was recognised in a manuscript and what was left out.")

  @Argument(
    help: ArgumentHelp(
      "The manuscript: a file, Markdown files in order, a folder, or - for standard input.", valueName: "input"))
  var inputs: [String]
  @OptionGroup(title: "Manuscript") var manuscript: ManuscriptOptions
  @OptionGroup(title: "Page, type and book") var designOptions: DesignOptions
  @Option(help: ArgumentHelp("The answer, and messages, as human or json.", valueName: "form"))
  var format = "human"

  func run() async throws {
    guard format == "human" || format == "json" else { throw choice(format, "--format", ["human", "json"]) }
    _ = try DesignReading(options: designOptions).unchecked()
    let (reading, settings) = try Settings.read(inputs, design: designOptions, manuscript: manuscript)
    let designReading = DesignReading(options: settings.design, places: settings.places)
    var design = try designReading.design()
    let language = try settings.language(of: reading)
    design.language = language
    if settings.design.binding == nil { design.binding = BookBuilder.binding(for: reading.book, language: language) }
    let options = EffectiveOptions(settings, design: design, target: try designReading.target(), language: language)
    let typesetter = BookTypesetter(
      design: design, fonts: Fonts.ofProcess(folders: settings.design.fontPath), workers: 1)
    let list: PageList
    do throws(TypesettingError) { list = try await typesetter.typeset(reading.book).list } catch {
      throw BuildFailure.typesetting(error).commandFailure(input: inputs.first ?? "")
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
      reading: reading, language: language, fallbackFonts: used.subtracting(asked).sorted(), options: options.all)
    try Output.answer(format == "json" ? inspection.json : inspection.text)
    let reporter = Reporter(format: format == "json" ? .json : .human)
    for diagnostic in reading.diagnostics {
      reporter.report(diagnostic, place: diagnostic.source.flatMap { reading.files.describe($0) } ?? inputs.first)
    }
  }
}
