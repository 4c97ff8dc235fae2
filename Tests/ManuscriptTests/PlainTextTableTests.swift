import BookModel
import Manuscript
import Testing

/// Tables that a typist made of spaces, bars and rules.
@Suite struct PlainTextTableTests {
  /// The rows of what the manuscript's only block of lines is read as.
  func rows(_ lines: String) throws -> [String] {
    let prose = PlainTextFormTests.prose
    let reading = try reading("Chapter 1\n\n\n\(prose)\n\n\(lines)\n\n\(prose)\n")
    #expect(Coverage.problems(reading) == [])
    return Array(outline(reading.book).dropFirst(3).dropLast())
  }

  @Test func columnsStandUnderEachOtherAndARuleEndsTheHead() throws {
    let table = """
          Year       Exports    Imports
          ----       -------    -------
          1850        23,191      4,300
          1851       104,211     99,120
          1852             7         --
      """
    #expect(
      try rows(table) == [
        "  table ruled", "    # Year | Exports | Imports", "    1850 | 23,191 | 4,300", "    1851 | 104,211 | 99,120",
        "    1852 | 7 | --",
      ])
    let reading = try reading(table)
    guard case .table(let block)? = reading.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(block.columns == [.trailing, .trailing, .trailing])
  }

  @Test func rulesMayFrameATableAndItsHeadMayHaveTwoLines() throws {
    let table = """
      ---------------------------------------------
                           Number of          Mean
         Name of town    inhabitants   temperature
      ---------------------------------------------
         Truro                12,412          51.2
         Penzance, with        9,414          52
           its suburbs
         St. Ives              6,000          50.75
      ---------------------------------------------
      """
    #expect(
      try rows(table) == [
        "  table ruled", "    #  | Number of | Mean", "    # Name of town | inhabitants | temperature",
        "    Truro | 12,412 | 51.2", "    Penzance, with | 9,414 | 52", "    its suburbs |  | ",
        "    St. Ives | 6,000 | 50.75",
      ])
  }

  @Test func barsPartColumnsToo() throws {
    let wanted = ["  table ruled", "    # Name | Age", "    John | 34", "    Mary | 128"]
    #expect(
      try rows("+------+-----+\n| Name | Age |\n+------+-----+\n| John |  34 |\n| Mary | 128 |\n+------+-----+")
        == wanted)
    #expect(try rows(" Name | Age\n------+-----\n John | 34\n Mary | 128") == wanted)
  }

  @Test func gapsOfTwoAreEnoughWhereEveryLineKeepsThem() throws {
    #expect(
      try rows(" lb  oz  dr\n  1   0   0\n 12  11   9\n  3   4  10")
        == ["  table", "    lb | oz | dr", "    1 | 0 | 0", "    12 | 11 | 9", "    3 | 4 | 10"])
  }

  @Test func twoSpacesAfterPointsMakeNoTable() throws {
    let typed = """
      It was late.  And he went.  Nobody knew.  Why should they have known it
      at all.  He was a man.  They were many.  And it was late.  He had never
      been so late.  Nobody knew.  And they never knew it.  So it goes.
      """
    #expect(try rows(typed).count == 1)
  }

  @Test func linesOfOtherColumnsAreTablesOfTheirOwnCloseBelow() throws {
    #expect(
      try rows("    a    b    c    d    e\n    1    2    3    4    5\n      f    g    h    i\n     20   30   40   50")
        == [
          "  table", "    a | b | c | d | e", "    1 | 2 | 3 | 4 | 5", "  table close", "    f | g | h | i",
          "    20 | 30 | 40 | 50",
        ])
  }

  @Test func wordsThatGoOnBelowStayInTheirCell() throws {
    let rows = try rows(
      "    Name          Remarks\n\n    John Smith    A man of great wealth and\n                  much learning\n    Mary Smith    His wife"
    )
    #expect(
      rows == [
        "  table", "    # Name | Remarks", "    John Smith | A man of great wealth and much learning",
        "    Mary Smith | His wife",
      ])
  }

  @Test(
    "hostile tables are read in linear time",
    arguments: [
      String(repeating: "a   b\n", count: 30_000), String(repeating: "a   b\n\n", count: 20_000),
      (0..<20_000).map { String(repeating: " ", count: $0 % 61) + "a   b   c" }.joined(separator: "\n"),
      "a\n\n" + String(repeating: "-----\n", count: 20_000), String(repeating: "| ", count: 50_000) + "\n| a |\n| b |",
      String(repeating: "a  ", count: 60_000) + "\n" + String(repeating: "b  ", count: 60_000) + "\nc  d",
    ])
  func hostile(text: String) throws {
    #expect(!(try reading(text).book.sections.isEmpty))
  }

  @Test func aTableMayHaveARuleBelowEachOfManyRows() throws {
    let line = "|-----------------------------+-------------|\n"
    let names = (11...25).map { "| Partition number \($0)         | /dev/hda\($0)   |\n" }
    let table = "+-------------------------------------------+\n" + names.joined(separator: line)
    #expect(
      try rows(table + "+-------------------------------------------+").filter { $0.hasPrefix("  table") }.count == 1)
  }

  @Test func headsOfPoundsShillingsAndPenceStandOverThem() throws {
    let table = """
                    Villeins.   Cottars.     Rent.
                                           £   s.  d.
        Boldon         22         12       5  14   0
        Cleadon        28         12       7   1   6
        Newton         --          3       0  18   4
      """
    #expect(
      try rows(table) == [
        "  table", "    #  | Villeins. | Cottars. |  | Rent. | ", "    #  |  |  | £ | s. | d.",
        "    Boldon | 22 | 12 | 5 | 14 | 0", "    Cleadon | 28 | 12 | 7 | 1 | 6", "    Newton | -- | 3 | 0 | 18 | 4",
      ])
    #expect(try rows("  1801 ........ 1,043\n  1811 ........ 1,125\n  1821 ........ 1,398").first == "  table")
  }

  @Test func pedigreesStandAsTypedAndWhole() throws {
    let tree = """
               WILLIAM I.
                   |
         ---------------------
         |                   |
       ROBERT              HENRY I.
                             |
                          MATILDA
      """
    let made = try rows(tree)
    #expect(made.first == "  lines" && made.count == 8)
    #expect(made.dropFirst().first?.hasSuffix(" WILLIAM I.") ?? false)
    // a bar that is told of
    let signs = try rows(
      """
        ()
                You can use parentheses to group parts of the regular expression.

        |
                |means "or." You can use it to provide a series of alternatives.
                Without the parentheses, it would match "cad" or "cab."
      """)
    #expect(!signs.contains("    |"))
  }
}
