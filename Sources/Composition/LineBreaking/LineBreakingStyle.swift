/// What the line breaker weighs: limits, costs and the reach of font expansion.
///
/// Costs are demerits in TeX's scale (Knuth & Plass 1981, p. 1128; tex.web §859),
/// widths are `Length` units (1/1024 pt). The penalty of a single hyphen is not
/// here: each fragment brings its own (`Fragment.penalty`).
package struct LineBreakingStyle: Sendable, Equatable {
  /// Badness that a line may have in the first pass, which knows no hyphens and is taken
  /// if it finds a setting; 100 is a line whose glue is stretched by all its
  /// stretchability (TeX's `\pretolerance`, 100). Larger gives fewer hyphens and wider spaces.
  package var plainTolerance = 100
  /// Where not 0, the first pass has `tolerance`, and its setting is taken if its demerits are
  /// less than this. At the square of the cheapest hyphen's penalty nothing is lost by it, since no
  /// setting with a hyphen could cost less, and hyphens stand only where all lines together gain by them.
  package var plainDemerits = 0
  /// Badness that a line may have in the second and third pass (TeX's `\tolerance`, 200).
  package var tolerance = 200
  /// Added to each line's badness before squaring: larger favours fewer lines (TeX: 10).
  package var linePenalty = 10
  /// For a line whose glue takes all its stretchability or shrinkability, and for others by
  /// the square of the share they take. Where one is not 0 it stands in place of the square
  /// of badness, which is the sixth power of that share: TeX so avoids the worst line at any
  /// price to the others, while a square keeps the word space of all lines near its mean
  /// (least squares). Lines past their stretch pay the square of a quarter of their badness past 100
  /// besides, and `looseDemerits`.
  package var stretchDemerits = 0
  package var shrinkDemerits = 0
  /// For two lines in a row that both end in a hyphen (TeX: 10,000).
  package var doubleHyphenDemerits = 10_000
  /// For a hyphen at the end of the last full line, where a word would stand divided
  /// over the paragraph's end. TeX takes 5,000. At 20,000 a setting without one is
  /// taken up to a badness of some 130; from 50,000 on, the spaces of War and Peace
  /// over 1.5 times natural grow by a quarter for a quarter fewer such hyphens.
  package var finalHyphenDemerits = 20_000
  /// For two neighbouring lines whose tightness differs by more than one class
  /// (tight, decent, loose, very loose; TeX: 10,000).
  package var adjacentDemerits = 10_000
  /// For two neighbouring lines that begin with the same word, and for two that end with it: an eye that goes back to
  /// the margin takes one for the other. LuaMetaTeX has one as well (2.11, `\twindemerits`).
  package var twinDemerits = 0
  /// On top of it where they do in two words.
  package var longTwinDemerits = 0
  /// What a setting may cost more to have no rivers, stacks of twins or of marks in the margin, nor twins of two words;
  /// 0 to look at none again.
  package var secondLookDemerits = 0
  /// For a last line whose white is narrower than `nearlyFullWhite`: it looks like a full one that missed.
  package var nearlyFullDemerits = 0
  package var nearlyFullWhite: Int32 = 0
  /// For a line whose glue is stretched past all its stretchability (badness over 100),
  /// on top of what its badness costs. TeX has none; a larger one has more hyphens and
  /// fewer spaces past 1.5 times their width.
  package var looseDemerits = 0
  /// Most lines in a row that may end in a hyphen. Kept unless nothing else fits.
  package var maximumHyphenRun = 2
  /// Steps by which a line's font may be widened or narrowed; 0 switches expansion off.
  package var expansionSteps = 5
  /// One step of expansion in thousandths of the glyph advance: fonts are asked for by these. With 5 steps:
  /// ±2 %, which Hàn Thế Thành found invisible (2000, ch. 4).
  package static let expansionThousandths = 4
  /// The same as a share.
  package var expansionStep = Double(expansionThousandths) / 1000
  /// Stretch that each line of the third pass counts on top of its own when its
  /// badness is found; widths are not changed by it (TeX's `\emergencystretch`).
  package var emergencyStretch: Int32 = 20 * 1024
  /// A last line shorter than this, after another line, costs more than anything
  /// but a forbidden break and a line past the measure; 0 allows every runt.
  package var minimumLastLine: Int32 = 16 * 1024
  /// A last line that leaves no more than this is set to the full measure:
  /// it would look like a justified line that missed.
  package var fullLastLineSlack: Int32 = 1024
  /// Ragged right: glue stays natural, expansion is off, and what is left at the
  /// end of a line is judged against `raggedStretch`.
  package var isRagged = false
  /// White at the end of a ragged line that has badness 100, three ems of 11 pt
  /// type; the same of a justified line that has no space to fill it with. Smaller gives a smoother edge and more hyphens.
  package var raggedStretch: Int32 = 33 * 1024

  /// A line whose spaces would be wider than so many times their own width is not filled: it ends short of the
  /// measure, which disturbs less than words that have lost each other.
  package static let widestSpace = 5.0
  /// The same in shares of the stretch, which is half of a space, and a sixteenth of an em between ideographs.
  package static let widestRatio = 8.0

  package init() {}
}
