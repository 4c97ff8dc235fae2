package import Units

/// How a number came to be known (guides contradict each other: what only one copy says is a warning, no error).
package enum Trust: String, Sendable {
  /// Read on the printer's own page, or in the standard.
  case own = "the source itself"
  /// Two or more copies of the printer's table agree.
  case copies = "copies that agree"
  case oneCopy = "one copy"
  case knowledge = "common knowledge, not read at its source"

  var severity: Diagnostic.Severity { self == .own || self == .copies ? .error : .warning }
}

/// A rule's value, whose it is and as of when.
package struct Rule<Value: Sendable>: Sendable {
  package var value: Value
  package var source: String
  /// Year and month in which the source was read.
  package var read: String
  package var trust: Trust

  init(_ value: Value, _ trust: Trust, _ source: String, read: String = "2026-11") {
    (self.value, self.trust, self.source, self.read) = (value, trust, source, read)
  }

  func with<Other: Sendable>(_ other: Other) -> Rule<Other> { Rule<Other>(other, trust, source, read: read) }
}

/// What a printer, or a standard, asks of a book's pages.
package struct Service: Sendable {
  package var key: String
  package var title: String
  package var isStandard = false

  /// Sizes that are offered by name; others only within `range`.
  package var trims: Rule<[PageSize]>?
  /// Least and largest width and height, inches.
  package var range: Rule<(width: ClosedRange<Double>, height: ClosedRange<Double>)>?
  package var bleed: Rule<Bleed>?
  package var count: Rule<ClosedRange<Int>>?
  package var multiple: Rule<Int>?
  package var lastPageBlank: Rule<Bool>?
  /// Blank pages in a row, before the end and at it.
  package var blanks: Rule<(within: Int, atEnd: Int)>?
  /// Inside margins by number of pages, as `PrinterRules` has them.
  package var inside: Rule<String>?
  package var outside: Rule<Length>?
  /// Where pictures bleed.
  package var outsideWithBleed: Rule<Length>?
  package var resolution: Rule<Double>?
  package var leastType: Rule<Double>?
  package var leastLine: Rule<Double>?
  package var mostInk: Rule<Double>?
  package var mostBytes: Rule<Int>?
  package var version: Rule<String>?
  package var bans: [Ban] = []

  package struct Bleed: Sendable {
    package var width: Length
    /// At the spine, too.
    package var isOnAllSides: Bool
  }

  /// What may not be in a file.
  package enum Banned: String, Sendable {
    case annotations, outline, encryption, transparency, group, attachments, scripts, forms, layers, rgb, spot, marks
    case richBlack = "rich-black"
    case invisibleText = "invisible-text"
    case spreads, type3
    case fontsOutside = "fonts"
    case noIntent = "output-intent"
    case noTrim = "trim-box"
    case noVersion = "pdfx-version"
    case noTrapped = "trapped"
    case noTitle = "title"
    case noDates = "dates"
    case noID = "file-id"
    case otherSpaces = "colour-space"
  }

  package struct Ban: Sendable {
    package var what: Banned
    package var rule: Rule<Diagnostic.Severity>
  }

  init(_ key: String, _ title: String, isStandard: Bool = false) {
    (self.key, self.title, self.isStandard) = (key, title, isStandard)
  }

  mutating func ban(_ what: Banned..., by trust: Trust, _ source: String, as severity: Diagnostic.Severity? = nil) {
    bans += what.map { Ban(what: $0, rule: Rule(severity ?? trust.severity, trust, source)) }
  }

  package static func named(_ key: String) -> Service? { all.first { $0.key == key } }
  package static let all: [Service] = [kdp, ingram, lulu, bookvault, x1a, x3, x4]
}
