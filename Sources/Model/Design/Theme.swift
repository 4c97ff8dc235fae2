internal import Units

/// A look by name: a page design to begin with, from which options depart.
public struct Theme: Sendable, Equatable {
  public var name: String
  /// What it is for.
  public var note: String
  public var design: PageDesign

  init(_ name: String, _ note: String, _ change: (inout PageDesign) -> Void) {
    var design = PageDesign()
    design.theme = name
    change(&design)
    self.name = name
    self.note = note
    self.design = design
  }

  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// `octavo` first, the default.
  public static let all: [Theme] = [
    Theme("octavo", "a book of A5 pages in EB Garamond 11 on 14 pt (the default)") { _ in },

    Theme("wonderland", "large type on the small page of a reading app") { design in
      design.trim = PageSize(width: Length(millimetres: 105), height: Length(millimetres: 160))
      design.setMargins(inside: 10, outside: 10, top: 15, bottom: 17)
      design.setType("Liberation Serif", size: 18, leading: 22)
      // thirty letters a line are too few to justify (checklist B1)
      design.isJustified = false
      design.hangsPunctuation = false
      design.sinkRows = 2
      design.headingScale = 1.25
      design.titleScale = 1.7
      design.partsOnRecto = false
    },

    Theme("trade", "US trade paperback: author and chapter as heads, drop capitals") { design in
      design.trim = PageSize(width: Length(inches: 6), height: Length(inches: 9))
      design.setMargins(inside: 20, outside: 21, top: 21, bottom: 24)
      design.setType("EB Garamond 12", size: 11.5, leading: 14.5)
      design.headerLeft = "{author}"
      design.headerRight = "{chapter-title}"
      design.footer = "{page}"
      // checklist F2 and F3: the folio alone stays on openers
      design.openersHaveHead = false
      design.dropCapitalLines = 3
      design.openingSmallCapitals = true
      design.sinkRows = 7
      design.hasHalfTitle = true
      design.hasCopyrightPage = true
    },

    // W. Shunn, Proper manuscript format (checklist, SH): an inch of margin, 12 pt double
    // spaced, half an inch of indent, one-sided, "Surname / TITLE / page" at the right
    Theme("manuscript", "standard manuscript format, for editors and agents") { design in
      design.trim = PageSize(width: Length(millimetres: 210), height: Length(millimetres: 297))
      design.setMargins(inside: 25.4, outside: 25.4, top: 25.4, bottom: 25.4)
      design.sides = .leading
      design.setType("Liberation Serif", size: 12, leading: 24)
      design.isJustified = false
      design.hyphenates = false
      design.hangsPunctuation = false
      design.expansion = 0
      design.indent = 3
      design.indentsFirstParagraph = true
      design.leastScale = 1
      design.headingScale = 1
      design.titleScale = 1
      design.titlePageForm = .manuscript
      design.sinkRows = 8
      design.mostSink = 0.34
      design.sceneBreakMark = "#"
      design.showsEverySceneBreak = true
      design.header = "{surname} / {TITLE} / {page}"
      design.headerPlacement = .trailing
      design.footer = ""
      design.hasContents = false
    },

    // checklist, section I: 16 pt or more for everything, flush left, no hyphens, no
    // italics, a blank line between paragraphs; bodies without serifs by RNIB's advice
    Theme("large-print", "18 pt sans serif, flush left, nothing smaller: for weak eyes") { design in
      design.trim = PageSize(width: Length(millimetres: 176), height: Length(millimetres: 250))
      design.setMargins(inside: 20, outside: 17, top: 22, bottom: 25)
      design.setType("Liberation Sans", size: 18, leading: 24)
      design.isJustified = false
      design.hyphenates = false
      design.hangsPunctuation = false
      design.expansion = 0
      design.indent = 0
      design.paragraphGap = 1
      design.levelsSpreads = false
      design.emphasis = .bold
      design.noteScale = 1
      design.leastScale = 1
      design.headingScale = 1.3
      design.headingsAreBold = true
      design.headingPlacement = .leading
      design.titleScale = 1.7
      design.sinkRows = 1
      design.showsEverySceneBreak = true
    },
  ]
}

extension PageDesign {
  /// Millimetres.
  fileprivate mutating func setMargins(inside: Double, outside: Double, top: Double, bottom: Double) {
    self.inside = Length(millimetres: inside)
    self.outside = Length(millimetres: outside)
    self.top = Length(millimetres: top)
    self.bottom = Length(millimetres: bottom)
  }

  /// Points.
  fileprivate mutating func setType(_ family: String, size: Double, leading: Double) {
    self.family = family
    self.size = Length(points: size)
    self.leading = Length(points: leading)
  }
}
