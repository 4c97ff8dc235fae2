internal import Colour
internal import Design
internal import Files
internal import Finishing
internal import Settings
internal import Units

extension ResolvedOptions {
  /// What a standard of presses is kept by; nil where none is asked for.
  func press() throws(ReadingError) -> PressStandard? {
    let level: PressStandard.Level
    switch standard {
    case .x1a: level = .x1a
    case .x3: level = .x3
    case .x4: level = .x4
    default: return nil
    }
    var press = PressStandard(
      level: level, condition: condition.identifier, registry: PrintingCondition.registry, info: condition.info)
    press.hasFourInks = ink == .cmyk
    // one black ink needs no profile where the condition's name says all (ISO 15930-7, 6.2: X-4 holds it)
    guard level == .x4 || ink == .cmyk || profileFile != nil else { return press }
    press.profile = try profile()
    return press
  }

  private func profile() throws(ReadingError) -> [UInt8] {
    guard let path = profileFile ?? condition.profileFile else {
      throw problem(
        "no profile of \(condition.info) is at hand",
        "give the printer's: --profile FILE.icc; color.org lists who has it")
    }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path) } catch {
      guard profileFile == nil else { throw ReadingError(error.diagnostic(), place: path) }
      throw problem(
        "no profile of \(condition.info) is at hand", "install libgs-common, or give one: --profile FILE.icc")
    }
    guard InkTransform.isAvailable else { throw problem("colours cannot be turned into inks", "install liblcms2-2") }
    guard InkTransform.isOfFourInks(bytes) else {
      throw ReadingError(
        Diagnostic(
          .error, code: "profile", "this is no colour profile of a press with four inks",
          help: "give an ICC profile for CMYK, such as the printer's"), place: path)
    }
    return bytes
  }

  private func problem(_ message: String, _ help: String) -> ReadingError {
    ReadingError(Diagnostic(.error, code: "profile", message, help: help))
  }
}
