/// A way of printing that colours can be meant for: its name at the registry, and what it holds.
///
/// Names and numbers as color.org's registry has them (characterization data; read 2026-11).
package struct PrintingCondition: Sendable, Equatable {
  /// As the option names it.
  package var key: String
  /// `OutputConditionIdentifier`.
  package var identifier: String
  package var info: String
  /// Per cent of all inks together that the paper takes.
  package var mostInk: Double
  /// Where Debian has a profile of it.
  package var profileFile: String?

  package static let registry = "http://www.color.org"

  package static let all: [PrintingCondition] = [
    PrintingCondition(
      key: "fogra39", identifier: "FOGRA39", info: "Coated FOGRA39 (ISO 12647-2:2004)", mostInk: 330),
    PrintingCondition(
      key: "fogra52", identifier: "FOGRA52", info: "PSO Uncoated v3 FOGRA52 (ISO 12647-2:2013)", mostInk: 300),
    PrintingCondition(
      key: "gracol", identifier: "CGATS TR 006", info: "GRACoL 2006 Coated #1 (ISO 12647-2:2004)", mostInk: 320),
    // ghostscript's own profile is one of SWOP
    PrintingCondition(
      key: "swop", identifier: "CGATS TR 001", info: "SWOP, coated (ANSI CGATS TR 001)", mostInk: 300,
      profileFile: "/usr/share/color/icc/ghostscript/default_cmyk.icc"),
    PrintingCondition(
      key: "pso-uncoated", identifier: "FOGRA47", info: "PSO Uncoated FOGRA47 (ISO 12647-2:2004)", mostInk: 300),
  ]
}

/// What colours become on the way to a press.
package enum PressInk: String, Sendable, CaseIterable {
  /// Black alone: pictures and coloured words are grey.
  case black
  /// Four inks; black and grey stay black.
  case cmyk
}
