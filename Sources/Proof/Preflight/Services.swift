internal import Design
internal import Units

// The numbers change, and guides on the web contradict each other: each has its source, and a report prints it.

private let kdpTrim = "kdp.amazon.com/help GVBQ3CMEQW3W2VL6 (trim size, bleed, margins)"
private let kdpFiles = "kdp.amazon.com/help G201857950 (submission guidelines)"
private let kdpOptions = "kdp.amazon.com/help G201834180 (print options)"
private let kdpReview = "kdp.amazon.com/help GYEKAVKMSE23PFTM (manual review checklist)"
private let ingramFiles = "ingramspark.com/blog/file-requirements-for-print-books"
private let ingramHelp = "help.ingramspark.com 5338636202637, 6443532453901"
private let luluHelp = "help.lulu.com 64000255583, 64000255584, 64000255590"
private let luluGuide = "help.lulu.com, book creation guide and specification sheet"
private let bookvaultKnown = "bookvault.app, file specifications"

private let ghent = "Ghent Workgroup, specification of 2015 (lines of less than 0.124 pt of one ink, 0.249 pt of more)"

extension Service {
  /// What no press prints for certain: thinner lines break, and one of no width is as thin as the machine can.
  private static let hairline = Rule(0.249, .knowledge, ghent)

  private static func inches(_ sizes: [(Double, Double)]) -> [PageSize] {
    sizes.map { PageSize(width: Length(inches: $0.0), height: Length(inches: $0.1)) }
  }

  private static func bleed(_ printer: String, _ width: Length) -> Bleed {
    Bleed(width: width, isOnAllSides: !(PrinterRules.named(printer)?.isGluedAtTrim ?? false))
  }

  static let kdp: Service = {
    var kdp = Service("kdp", "Amazon KDP")
    kdp.trims = Rule(
      inches([
        (5, 8), (5.06, 7.81), (5.25, 8), (5.5, 8.5), (6, 9), (6.14, 9.21), (6.69, 9.61), (7, 10), (7.44, 9.69),
        (7.5, 9.25), (8, 10), (8.25, 6), (8.25, 8.25), (8.5, 8.5), (8.5, 11), (8.27, 11.69),
      ]), .copies, kdpOptions)
    kdp.range = Rule((4...8.5, 6...11.69), .copies, kdpOptions)
    kdp.bleed = Rule(bleed("kdp", Length(inches: 0.125)), .own, kdpTrim)
    kdp.count = Rule(24...828, .copies, kdpOptions)
    kdp.blanks = Rule((2, 10), .own, kdpReview)
    kdp.inside = Rule("KDP", .copies, kdpTrim)
    kdp.outside = Rule(Length(inches: 0.25), .copies, kdpTrim)
    kdp.outsideWithBleed = Rule(Length(inches: 0.375), .copies, kdpTrim)
    kdp.resolution = Rule(300, .own, kdpFiles)
    kdp.leastType = Rule(7, .own, kdpFiles)
    kdp.leastLine = Rule(0.75, .copies, kdpFiles)
    kdp.mostBytes = Rule(650_000_000, .own, kdpFiles)
    kdp.ban(
      .annotations, .outline, .encryption, .transparency, .invisibleText, .attachments, .scripts, .forms, .layers,
      .marks, .spreads, .fontsOutside, by: .own, kdpFiles)
    kdp.ban(.richBlack, .type3, .spot, by: .knowledge, kdpFiles)
    return kdp
  }()

  static let ingram: Service = {
    var ingram = Service("ingram", "IngramSpark")
    ingram.range = Rule((4...8.5, 6...11), .oneCopy, "pagination presets for IngramSpark")
    ingram.bleed = Rule(bleed("ingram", Length(inches: 0.125)), .oneCopy, "forums.adobe.com/thread/1718826")
    ingram.count = Rule(18...1200, .oneCopy, "Lightning Source spine calculator")
    ingram.multiple = Rule(2, .own, ingramFiles)
    ingram.lastPageBlank = PrinterRules.named("ingram").map { Rule($0.endsBlank, .own, ingramFiles) }
    ingram.inside = Rule("IngramSpark", .own, ingramFiles)
    ingram.outside = Rule(Length(inches: 0.5), .own, ingramFiles)
    ingram.resolution = Rule(300, .copies, ingramFiles)
    ingram.leastLine = hairline
    ingram.mostInk = Rule(240, .knowledge, ingramHelp)
    ingram.ban(.encryption, .transparency, .marks, .spreads, .fontsOutside, .richBlack, by: .own, ingramFiles)
    ingram.ban(.rgb, .annotations, by: .copies, ingramHelp)
    ingram.ban(.spot, by: .knowledge, ingramHelp)
    ingram.ban(.noIntent, .noVersion, by: .copies, ingramHelp, as: .warning)
    return ingram
  }()

  static let lulu: Service = {
    var lulu = Service("lulu", "Lulu")
    lulu.trims = Rule(
      inches([
        (4.25, 6.875), (5, 8), (5.5, 8.5), (5.83, 8.27), (6, 9), (6.14, 9.21), (6.63, 10.25), (7, 10), (7.44, 9.68),
        (7.5, 7.5), (8.25, 10.75), (8.5, 8.5), (8.27, 11.69), (8.5, 11), (9, 7), (11, 8.5), (11.69, 8.27),
      ]), .knowledge, luluGuide)
    lulu.bleed = Rule(bleed("lulu", Length(inches: 0.125)), .own, luluHelp)
    lulu.count = Rule(32...800, .copies, luluGuide)
    lulu.multiple = Rule(2, .knowledge, luluGuide)
    lulu.inside = Rule("Lulu", .copies, luluGuide)
    lulu.outside = Rule(Length(inches: 0.5), .own, luluHelp)
    lulu.resolution = Rule(300, .own, luluHelp)
    lulu.leastLine = hairline
    lulu.ban(.spreads, .marks, by: .own, luluHelp)
    lulu.ban(.spot, by: .knowledge, luluHelp)
    lulu.ban(.encryption, .fontsOutside, .transparency, by: .copies, luluHelp)
    return lulu
  }()

  /// Their page could not be read: warnings only, but for what no press can do without.
  static let bookvault: Service = {
    var bookvault = Service("bookvault", "BookVault")
    bookvault.range = Rule((4...11.7, 4...11.7), .knowledge, bookvaultKnown)
    bookvault.bleed = Rule(bleed("bookvault", Length(millimetres: 3)), .knowledge, bookvaultKnown)
    bookvault.count = Rule(24...800, .knowledge, bookvaultKnown)
    bookvault.multiple = Rule(2, .knowledge, bookvaultKnown)
    bookvault.outside = Rule(Length(millimetres: 10), .knowledge, bookvaultKnown)
    bookvault.resolution = Rule(300, .knowledge, bookvaultKnown)
    bookvault.ban(.encryption, .fontsOutside, .spreads, by: .knowledge, bookvaultKnown, as: .error)
    bookvault.leastLine = hairline
    bookvault.ban(.marks, .transparency, .spot, by: .knowledge, bookvaultKnown)
    return bookvault
  }()

  private static func standard(_ key: String, _ title: String, _ source: String) -> Service {
    var standard = Service(key, title, isStandard: true)
    standard.ban(
      .fontsOutside, .encryption, .scripts, .forms, .noIntent, .noTrim, .noVersion, .noTrapped, .noTitle, .noDates,
      .noID, .annotations, by: .own, source)
    standard.leastLine = hairline
    // the standards allow them; a press wants to know how many plates it has to make
    standard.ban(.spot, by: .own, source, as: .note)
    return standard
  }

  static let x1a: Service = {
    var x1a = standard("x-1a", "PDF/X-1a", "ISO 15930-4:2003 (PDF/X-1a:2003)")
    x1a.version = Rule("1.4", .own, "ISO 15930-4:2003, 6.2")
    x1a.ban(.transparency, .group, .layers, .rgb, .otherSpaces, .attachments, by: .own, "ISO 15930-4:2003, 6")
    return x1a
  }()

  static let x3: Service = {
    var x3 = standard("x-3", "PDF/X-3", "ISO 15930-6:2003 (PDF/X-3:2003)")
    x3.version = Rule("1.4", .own, "ISO 15930-6:2003, 6.2")
    x3.ban(.transparency, .group, .layers, .attachments, by: .own, "ISO 15930-6:2003, 6")
    // device RGB would need an intent of its own; through a profile it is allowed
    x3.ban(.rgb, by: .own, "ISO 15930-6:2003, 6.5", as: .warning)
    return x3
  }()

  static let x4: Service = {
    var x4 = standard("x-4", "PDF/X-4", "ISO 15930-7:2010 (PDF/X-4)")
    x4.version = Rule("1.6", .own, "ISO 15930-7:2010, 6.1")
    x4.ban(.rgb, by: .own, "ISO 15930-7:2010, 6.3", as: .warning)
    return x4
  }()
}
