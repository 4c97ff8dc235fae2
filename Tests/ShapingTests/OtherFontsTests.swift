import Design
import Octavo
import Pango
import Shaping
import Testing
import Typesetting
import Units

/// A system that has other fonts than Debian's packages bring, or calls them otherwise.
@Suite struct `Where the default family is not installed` {
  private static let folder = "/usr/share/fonts/"

  private func fonts(_ files: [String]) throws -> FontConfiguration {
    let lines = BookBuilder.fontSource(folders: []).configuration.split(
      separator: "\n", omittingEmptySubsequences: false)
    return try FontConfiguration(
      xml: lines.filter { !$0.contains("<dir") }.joined(separator: "\n"), folders: [],
      files: files.map { Self.folder + $0 })
  }

  @Test(arguments: [
    // another cut has the name that other systems give the family
    (
      ["opentype/ebgaramond/EBGaramond08-Regular.otf", "truetype/liberation/LiberationSerif-Regular.ttf"], "EB Garamond"
    ),
    (["truetype/noto/NotoSans-Regular.ttf", "truetype/liberation/LiberationSerif-Regular.ttf"], "Liberation Serif"),
    (["truetype/noto/NotoSans-Regular.ttf"], "Noto Sans"),
  ])
  func `it is taken by its other name, else a serif, else what there is, which is said once`(
    files: [String], used: String
  ) throws {
    let configuration = try fonts(files)
    let design = PageDesign()
    try BookTypesetter.checkFamilies(of: design, in: configuration)
    let shaper = Shaper(configuration)
    for points in [11.0, 9.0] {
      _ = shaper.style(TextStyle(font: FontRequest(family: design.family, size: Length(points: points))))
    }
    #expect(shaper.missingFamilies.map(\.asked) == [design.family])
    #expect(shaper.missingFamilies.first?.used.hasPrefix(used) == true, "\(shaper.missingFamilies)")
  }

  @Test func `a family that somebody asked for is an error, and so is a system without fonts`() throws {
    var design = PageDesign()
    #expect(throws: TypesettingError.self) { try BookTypesetter.checkFamilies(of: design, in: try fonts([])) }
    design.family = "Nimbus Nova"
    #expect(throws: TypesettingError.self) {
      try BookTypesetter.checkFamilies(of: design, in: try fonts(["truetype/noto/NotoSans-Regular.ttf"]))
    }
  }
}
