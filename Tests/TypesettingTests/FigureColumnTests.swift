import Testing
import Typesetting

@Suite struct `Columns of figures` {
  private static let figures: [(cells: [String], sign: Character)] = [
    (["12.50", "7.125", "0.9", "120"], "."), (["3,25 %", "12 %", "100,75 %"], ","),
    (["4,444.125", "−5.5", "6"], "."), (["0.777", "8"], "."), (["€ 1.5", "", "—", "2"], "."),
    (["(1.5)", "2.25*"], "."), (["1.5 mm", "12 mm", "n/a"], "."), (["7,5 km/h", "100 km/h"], ","),
  ]

  @Test(arguments: figures)
  func `have decimals`(cells: [String], sign: Character) {
    #expect(FigureColumn(cells)?.sign == sign)
  }

  @Test(arguments: [
    ["1", "2", "3"], ["1.5"], ["1.5", "about 2"], ["1,234", "5,678"], ["1.5", "2,5"], ["4.1.2", "4.1.3"], ["", "—"],
    ["12:30", "1.5"], ["wove", "linen"],
  ])
  func `are no others`(cells: [String]) { #expect(FigureColumn(cells) == nil) }

  @Test func `without decimals end under each other, unless all are as long`() {
    #expect(FigureColumn(whole: ["1", "12", "1,234"]) != nil)
    #expect(FigureColumn(whole: ["3 mm", "120 mm"])?.tail(of: "3 mm") == " mm")
    for cells in [["1", "2", "3"], ["1890", "1901"], ["4.1.2", "4.11.3"], ["12:30", "1"], ["about 2", "12"]] {
      #expect(FigureColumn(whole: cells) == nil)
    }
  }

  @Test func `part their figures at the point, or behind the last digit`() throws {
    let column = try #require(FigureColumn(["3.25%", "12%", "7"]))
    #expect(["3.25%", "12%", "7", "—"].map(column.tail) == [".25%", "%", "", ""])
  }
}
