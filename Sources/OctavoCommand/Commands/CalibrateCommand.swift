import ArgumentParser
import Design
import Finishing
import Imposition
import Octavo
import Units

/// `octavo calibrate`: a sheet that shows how a printer turns and scales paper.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Make a test sheet that shows how a printer turns, scales and registers.",
    discussion: "Print it on both sides: the back tells whether --duplex is long or short for that printer.")

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PDF; - for standard output. Default: calibration.pdf, in ./Output if that folder exists.", valueName: "file")
  )
  var output: String?
  @Option(
    help: ArgumentHelp("Sheet, as it goes through the printer: a4, letter, 297x210mm. Default: a4.", valueName: "size"))
  var sheet: String?
  @Flag(help: "The sheet on its side, as a booklet's sheets lie.")
  var landscape = false
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  func run() throws {
    let output = output ?? BookJob.placed("calibration.pdf")
    let sheet = sheet ?? "a4"
    var size = try SheetOptions.sheetSize(sheet)
    if landscape, !size.isLandscape { size = size.turned }
    let least = Length(millimetres: 90)
    let unit = Length.Unit(endOf: sheet) ?? .millimetres
    let written = { (length: Length) in length.description(in: unit) }
    guard min(size.width, size.height) >= least, max(size.width, size.height) <= Length(points: 14_400) else {
      throw CommandFailure(
        .usage, "a sheet of \(written(size.width)) by \(written(size.height)) has no room for a test",
        help: "give a sheet of \(written(least)) or more each way, such as --sheet a4")
    }
    try Output.check(output, input: "calibrate")
    let sides = calibrationSheet(size: size).map { OutputSheet($0, isClipped: false) }
    var plan = FinishingPlan()
    plan.title = "Calibration sheet"
    plan.language = "en"
    plan.printsAtActualSize = true
    let bytes: [UInt8]
    do {
      bytes = try finish(drawMarks(sides, fonts: Fonts.ofProcess(folders: [])), plan: plan)
    } catch let error as DrawingFailure {
      throw BuildFailure.drawing(error).commandFailure(input: "calibrate")
    } catch let error as FinishingError {
      throw BuildFailure.finishing(error).commandFailure(input: "calibrate")
    }
    try Output.write(bytes, to: output)
    var reporter = Reporter()
    reporter.isQuiet = quiet
    reporter.say(
      place: output == "-" ? "standard output" : output, code: "written",
      "a test sheet of \(size.title) \(size.isLandscape ? "landscape" : "portrait"): print both sides at actual size, the back tells the rest"
    )
  }
}
