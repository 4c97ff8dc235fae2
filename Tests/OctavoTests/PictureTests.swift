import BookModel
import Cairo
import Design
import Files
import Foundation
import Octavo
import PageModel
import QPDF
import TestSupport
import Testing
import Units

private let filler = String(repeating: "Plain words fill the page until it turns over. ", count: 9)

@Suite struct `A picture` {
  private func figure(_ path: String, _ caption: String = "", width: Figure.Size? = nil) -> Block {
    .figure(
      Figure(
        image: path, caption: caption.isEmpty ? [] : [Inline(caption)], alternative: "what it shows", width: width,
        source: SourceLocation(offset: 5)))
  }

  private func book(_ blocks: [Block]) -> Book {
    Book(sections: [
      Section(heading: Heading(title: [Inline("One")], source: SourceLocation(offset: 0)), blocks: blocks)
    ])
  }

  private func paragraphs(_ count: Int) -> [Block] { (0..<count).map { _ in .paragraph(Paragraph(filler)) } }

  @Test func `stands at its own size over its caption, centred and clear of the text`() async throws {
    // 300 pixels of 96 to the inch
    let path = try MadeBooks.picture(300, 160)
    let (pdf, output) = try await make(book(paragraphs(2) + [figure(path, "A blue half")] + paragraphs(2)))
    #expect(output.diagnostics.isEmpty)
    let found = try pdf.pictureBoxes()
    let page = try #require(found.firstIndex { !$0.isEmpty })
    let box = found[page][0]
    #expect(abs(box[2] - box[0] - 225) < 0.1 && abs(box[3] - box[1] - 120) < 0.1)
    let words = try pdf.sheets()[page].words
    let design = PageDesign()
    let left = page % 2 == 0 ? design.inside : design.outside
    let middle = left.points + design.measure.points / 2
    #expect(abs((box[0] + box[2]) / 2 - middle) < 0.1)
    let caption = try #require(words.first { $0.string == "blue" })
    #expect(caption.top > box[3] && caption.top < box[3] + design.leading.points)
    for word in words { #expect(word.bottom < box[1] + 1 || word.top > box[3] - 4, "\(word.string)") }
  }

  @Test func `is as large in a table's cell as its column, over its caption`() async throws {
    let (wide, tall) = (try MadeBooks.picture(600, 400), try MadeBooks.picture(100, 200))
    let cells = [wide, tall].map { Table.Cell([figure($0, "Under \($0 == wide ? "wide" : "tall")")]) }
    let table = Table(columns: [.leading, .leading], cells: [], rows: [cells])
    let (pdf, output) = try await make(book(paragraphs(1) + [.table(table)] + paragraphs(1)))
    #expect(output.diagnostics.isEmpty)
    let page = try #require(pdf.pictureBoxes().firstIndex { $0.count == 2 })
    let boxes = try pdf.pictureBoxes()[page]
    let measure = PageDesign().measure.points
    #expect(boxes[0][2] - boxes[0][0] > measure / 3 && abs(boxes[1][2] - boxes[1][0] - 75) < 0.1)
    #expect(boxes[0][2] < boxes[1][0] && boxes[1][2] < boxes[0][0] + measure + 1)
    let words = try pdf.sheets()[page].words
    for (word, box) in zip(["wide", "tall"], boxes) {
      let under = try #require(words.first { $0.string == word })
      #expect(under.top > box[3] - 3 && under.left >= box[0] - 1)
    }
  }

  @Test func `stays upright among vertical lines, its caption at its left`() async throws {
    let path = try MadeBooks.picture(100, 60)
    var design = PageDesign()
    (design.writing, design.language) = (.vertical, "ja")
    let (pdf, output) = try await make(book([figure(path, "図の説明"), .paragraph(Paragraph("夢を見た。"))]), design: design)
    #expect(output.diagnostics.isEmpty)
    let found = try pdf.pictureBoxes()
    let page = try #require(found.firstIndex { !$0.isEmpty })
    let box = found[page][0]
    #expect(abs(box[2] - box[0] - 75) < 0.1 && abs(box[3] - box[1] - 45) < 0.1)
    let words = try pdf.sheets()[page].words
    let caption = try #require(words.first { $0.string == "説" })
    let text = try #require(words.first { $0.string == "夢" })
    #expect(caption.right < box[0] && text.right < caption.left)
    // in the middle of the lines' length
    #expect(abs((box[1] + box[3]) / 2 - (design.top.points + design.measure.points / 2)) < 0.1)
  }

  /// Which `Finishing` takes from pages of text only, as long as it knows how cairo writes them.
  @Test func `keeps the transparency group that pages of text do without`() async throws {
    let (_, output) = try await make(book(paragraphs(40) + [figure(try MadeBooks.picture(300, 160))]))
    let groups = try PDFDocument.read(output.pdf) { document throws(PDFError) in
      var groups: [Bool] = []
      for index in 0..<(try document.pageCount()) {
        groups.append(try document.value("/Group", of: document.page(index)) != nil)
      }
      return groups
    }
    #expect(groups.count > 3 && groups.last == true)
    #expect(groups.dropLast().allSatisfy { !$0 })
  }

  /// cairo 1.16 lists such a picture twice in the page's resources.
  @Test func `stands several times on one page`() async throws {
    let path = try MadeBooks.picture(30, 16)
    let inline = Block.paragraph(
      Paragraph([
        Inline("Seen "), Inline(.image(path), source: SourceLocation(offset: 0)), Inline(" and "),
        Inline(.image(path), source: SourceLocation(offset: 0)), Inline(" again."),
      ]))
    let (pdf, output) = try await make(book([figure(path), figure(path), inline]))
    #expect(output.diagnostics.isEmpty)
    #expect(try pdf.pictureBoxes().map(\.count).max() == 4)
    #expect(try pdf.complaints() == [])
  }

  @Test(arguments: [[0, 0, 0, 0], [0, 0, 0, 1], [255, 255, 255, 255]] as [[UInt8]])
  func `whose file says nonsense of its dots to the metre has some size`(dots: [UInt8]) async throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: MadeBooks.picture(30, 16))))
    // a pHYs chunk right after the head (PNG 1.2, 4.2.4.2); readers pass over the sum of such a chunk
    bytes.insert(contentsOf: [0, 0, 0, 9] + Array("pHYs".utf8) + dots + dots + [1, 0, 0, 0, 0], at: 33)
    let (pdf, _) = try await make(book([figure(try MadeBooks.keep(bytes, UUID().uuidString + ".png"))] + paragraphs(1)))
    #expect(try pdf.sheets().count < 5)
  }

  @Test func `is never wider than the measure nor higher than three quarters of the page, unless asked`() async throws {
    let design = PageDesign()
    for (path, width) in [
      (try MadeBooks.picture(3000, 500), nil), (try MadeBooks.picture(500, 3000), nil),
      (try MadeBooks.picture(400, 400), Figure.Size.share(0.5)),
    ] {
      let (pdf, _) = try await make(book([figure(path, "Seen", width: width)] + paragraphs(1)))
      let box = try #require(pdf.pictureBoxes().joined().first)
      #expect(box[2] - box[0] <= design.measure.points + 0.01)
      #expect(box[3] - box[1] <= design.leading.points * Double(design.rows) * 0.75)
      if width != nil { #expect(abs(box[2] - box[0] - design.measure.points / 2) < 0.1) }
    }
  }

  @Test func `may stand on a page again and again, at one size or at several`() async throws {
    let path = try MadeBooks.picture(60, 40)
    let inline = Block.paragraph(
      Paragraph(
        [Inline("See "), Inline(.image(path), style: .plain, source: SourceLocation(offset: 0)), Inline(" here.")],
        source: SourceLocation(offset: 0)))
    let (pdf, output) = try await make(book([figure(path), figure(path, width: .share(0.3)), inline, inline]))
    #expect(output.diagnostics.isEmpty)
    #expect(try pdf.pictureBoxes().map(\.count).max() == 4)
    _ = try outputOfProgram("qpdf", ["--check", pdf.path])
  }

  @Test(arguments: [Figure.Placement.page, .bleed])
  func `asked to fill a page has one of its own, without head or foot`(placement: Figure.Placement) async throws {
    let path = try MadeBooks.picture(200, 300)
    let plate = Block.figure(
      Figure(
        image: path, caption: placement == .page ? [Inline("Seen")] : [], alternative: "what it shows",
        placement: placement,
        source: SourceLocation(offset: 5)))
    var design = PageDesign()
    design.bleed = Length(points: 9)
    for count in 2...5 {
      let (pdf, output) = try await make(book(paragraphs(count) + [plate] + paragraphs(7)), design: design)
      #expect(output.diagnostics.allSatisfy { $0.severity == .note }, "\(count): \(output.diagnostics)")
      let found = try pdf.pictureBoxes()
      let page = try #require(found.firstIndex { !$0.isEmpty })
      let words = try pdf.sheets()[page].words
      #expect(words.map(\.string) == (placement == .page ? ["Seen"] : []))
      // the text goes on before it
      #expect(try pdf.sheets()[page - 1].words.count > 150 || page == 2)
      let box = found[page][0]
      let (width, height) = (design.trim.width.points + 18, design.trim.height.points + 18)
      if placement == .bleed {
        #expect(box[0] < 0.1 && box[1] < 0.1 && box[2] > width - 0.1 && box[3] > height - 0.1, "\(box)")
      } else {
        #expect(
          abs(box[2] - box[0] - design.measure.points) < 0.1
            || box[3] - box[1] > design.leading.points * Double(design.rows - 5))
        #expect(words[0].top > box[3])
      }
    }
  }

  @Test func `goes to the head of the next page rather than leave a hole, and the text goes on`() async throws {
    let path = try MadeBooks.picture(300, 320)
    for count in 3...5 {
      let (pdf, output) = try await make(book(paragraphs(count) + [figure(path, "Moved")] + paragraphs(6)))
      #expect(!output.diagnostics.contains { $0.code == "uneven-spread" }, "\(count): \(output.diagnostics)")
      let sheets = try pdf.sheets()
      let design = PageDesign()
      let foot = design.top.points + Double(design.rows - 1) * design.leading.points
      // every page but the last is full to its foot, a picture or its caption counted; the running foot aside
      let found = try pdf.pictureBoxes()
      for (index, sheet) in sheets.enumerated().dropLast() {
        let lowest = max(
          sheet.words.map(\.bottom).filter { $0 < foot + 20 }.max() ?? 0, found[index].map { $0[3] }.max() ?? 0)
        #expect(lowest > foot - 1.1 * design.leading.points, "page \(index + 1) of \(count) ends at \(lowest)")
      }
      // the caption is where its picture is
      let page = try #require(found.firstIndex { !$0.isEmpty })
      #expect(sheets[page].words.contains { $0.string == "Moved" })
    }
  }

  @Test func `leaves no white where it moved on from`() async throws {
    let path = try MadeBooks.picture(300, 320)
    var isMoved = false
    for count in 3...5 {
      let (pdf, _) = try await make(book(paragraphs(count) + [figure(path, "Moved")] + paragraphs(6)))
      let design = PageDesign()
      let page = try #require(pdf.pictureBoxes().firstIndex { !$0.isEmpty })
      let before = try pdf.sheets()[page - 1].words.filter { $0.bottom < design.top.points + 20 * 72 }
      // below the chapter's title, above the foot
      let body = Set(before.map { ($0.bottom * 4).rounded() / 4 }).sorted().dropFirst(2).dropLast()
      let steps = zip(body.dropFirst(), body).map { $0 - $1 }
      guard !steps.isEmpty else { continue }
      isMoved = true
      #expect(steps.allSatisfy { $0 < 1.3 * design.leading.points }, "\(count): \(steps)")
    }
    #expect(isMoved)
  }

  @Test func `is an ornament of scene breaks in their row and of chapters in whole rows, clear of the words`()
    async throws
  {
    let path = try MadeBooks.picture(100, 40)
    var design = PageDesign()
    design.sceneBreakMark = path
    design[.chapter].ornamentAbove = path
    let blocks = paragraphs(1) + [.sceneBreak(SceneBreak(mark: .ornament))] + paragraphs(1)
    let (pdf, output) = try await make(book(blocks), design: design)
    #expect(output.diagnostics.isEmpty)
    let found = try pdf.pictureBoxes()
    let page = try #require(found.firstIndex { !$0.isEmpty })
    #expect(found[page].count == 2)
    let heights = found[page].map { $0[3] - $0[1] }
    // at its own size, and as high as a row
    #expect(abs(heights[0] - 30) < 0.1 && abs(heights[1] - 0.95 * design.leading.points) < 0.1, "\(heights)")
    for word in try pdf.sheets()[page].words {
      for box in found[page] { #expect(word.bottom < box[1] + 3 || word.top > box[3] - 4, "\(word.string)") }
    }
    // a blank space shows it at the edges of pages alone
    let blank = try await make(
      book(paragraphs(1) + [.sceneBreak(SceneBreak(mark: .space))] + paragraphs(1)), design: design)
    #expect(try blank.pdf.pictureBoxes().joined().count == 1)
  }

  @Test func `used twice is in the PDF once, and JPEG bytes are there untouched`() async throws {
    let jpeg = [UInt8](try #require(Data(base64Encoded: smallJPEG)))
    let path = try MadeBooks.keep(jpeg, "twice.jpeg")
    let png = try MadeBooks.picture(200, 100)
    let (pdf, output) = try await make(
      book([figure(path), figure(png)] + paragraphs(12) + [figure(path), figure(png)]))
    let listed = String(decoding: try outputOfProgram("pdfimages", ["-list", pdf.path]), as: UTF8.self).split(
      separator: "\n"
    ).dropFirst(2)
    #expect(listed.count == 4)
    // two objects, each on two pages
    #expect(Set(listed.map { $0.split(separator: " ")[10] }).count == 2)
    #expect(Data(output.pdf).range(of: Data(jpeg)) != nil)
    let again = try await make(book([figure(path), figure(png)] + paragraphs(12) + [figure(path), figure(png)]))
    #expect(again.output.pdf == output.pdf)
  }

  @Test func `of lines and curves stays lines and curves`() async throws {
    let svg = try MadeBooks.keep(
      Array(
        ##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><circle cx="60" cy="45" r="40" fill="#c33"/></svg>"##
          .utf8), "circle.svg")
    let (pdf, output) = try await make(book([figure(svg)] + paragraphs(1)))
    #expect(output.diagnostics.isEmpty)
    #expect(
      String(decoding: try outputOfProgram("pdfimages", ["-list", pdf.path]), as: UTF8.self).split(separator: "\n")
        .count == 2)
    let trace = String(decoding: try outputOfProgram("mutool", ["draw", "-q", "-F", "trace", pdf.path]), as: UTF8.self)
    #expect(trace.contains("<curveto"))
  }

  @Test(arguments: ["#there", "https://example.org/"])
  func `of lines and curves may hold a link`(target: String) async throws {
    let svg = try MadeBooks.keep(
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="120" height="90">\
        <a href="\(target)"><circle cx="60" cy="45" r="40" fill="#c33"/></a></svg>
        """.utf8), UUID().uuidString + ".svg")
    let (pdf, output) = try await make(book([figure(svg)] + paragraphs(1)))
    #expect(output.diagnostics.isEmpty)
    let trace = String(decoding: try outputOfProgram("mutool", ["draw", "-q", "-F", "trace", pdf.path]), as: UTF8.self)
    #expect(trace.contains("<curveto"))
  }

  @Test func `is told of where words in HTML and pictures of other files stay out of it`() async throws {
    let svg = try MadeBooks.keep(
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="90">\
        <foreignObject width="80" height="40"><p xmlns="http://www.w3.org/1999/xhtml">The <b>gate</b></p></foreignObject>\
        <image xlink:href="other.png" width="10" height="10"/><image href="data:image/png;base64,AA=="/></svg>
        """.utf8), "diagram.svg")
    let found = try await make(book([figure(svg)] + paragraphs(1))).output.diagnostics
    #expect(found.map(\.code) == ["image-part"])
    #expect(
      found.first?.message.hasSuffix(
        "is drawn without its words in HTML: \"The gate\", and without pictures in other files: \"other.png\"") == true,
      "\(found)")
  }

  @Test func `in a line is no higher than the line and leaves its words in order`() async throws {
    let path = try MadeBooks.picture(400, 200)
    let text = [
      Inline("Press "), Inline(.image(path), source: SourceLocation(offset: 0)), Inline(" to go on. "), Inline(filler),
    ]
    let (pdf, _) = try await make(book([.paragraph(Paragraph(text, source: SourceLocation(offset: 0)))]))
    let box = try #require(pdf.pictureBoxes().joined().first)
    #expect(box[3] - box[1] < PageDesign().leading.points)
    let words = try pdf.sheets().last?.words ?? []
    let press = try #require(words.first { $0.string == "Press" })
    let to = try #require(words.first { $0.string == "to" })
    #expect(press.right < box[0] && box[2] < to.left && box[1] > press.top - 4 && box[3] < press.bottom + 4)
  }

  @Test func `alone in a cell or on a line of one is as large as its column leaves it, in words as a letter`()
    async throws
  {
    let path = try MadeBooks.picture(400, 200)
    let picture = Inline(.image(path), source: SourceLocation(offset: 3))
    let cells: [[Inline]] = [
      [picture], [picture, Inline(.lineBreak, source: SourceLocation(offset: 4)), Inline("A sail.")],
      [Inline("In "), picture, Inline(" words")],
    ]
    let table = Table(columns: [.leading, .leading, .leading], head: [], rows: [cells])
    let (pdf, _) = try await make(book([.table(table)] + paragraphs(1)))
    let boxes = Array(try pdf.pictureBoxes().joined()).sorted { $0[0] < $1[0] }
    try #require(boxes.count == 3)
    let leading = PageDesign().leading.points
    #expect(boxes[0][3] - boxes[0][1] > 3 * leading && boxes[1][3] - boxes[1][1] > 3 * leading)
    #expect(boxes[2][3] - boxes[2][1] < leading)
    #expect(boxes[0][2] < boxes[1][0] && boxes[1][2] < boxes[2][0])
  }

  @Test func `too coarse for a press is told with its page, for the print target alone`() async throws {
    let blocks = [figure(try MadeBooks.picture(300, 200), "A plate")] + paragraphs(3)
    var builder = BookBuilder(book: book(blocks), design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    #expect(try await builder.build().diagnostics.map(\.code) == [])
    builder.target = .print
    let told = try await builder.build().diagnostics
    #expect(told.map(\.code) == ["image-coarse"])
    #expect(told.first?.message.contains("on page 1 is printed at") == true)
  }

  @Test func `is whitened in a draft, half way, and nowhere else`() async throws {
    let blocks = [figure(try MadeBooks.picture(300, 200))] + paragraphs(3)
    for isDraft in [false, true] {
      var design = PageDesign()
      if isDraft { design.makeDraft() }
      let output = try await BookBuilder(book: book(blocks), design: design, fonts: BookBuilder.fontSource(folders: []))
        .build()
      let path = try MadeBooks.keep(output.pdf, UUID().uuidString + ".pdf")
      let trace = String(decoding: try outputOfProgram("mutool", ["draw", "-q", "-F", "trace", path]), as: UTF8.self)
      let veils = trace.split(separator: "\n").count { $0.contains("alpha=\"0.5\"") || $0.contains("alpha=\".5\"") }
      #expect(veils == (isDraft ? 1 : 0))
    }
  }

  @Test func `that is missing is an error with its place`() async throws {
    let blocks = [figure("maps/delta.png", "The delta")]
    await #expect {
      _ = try await make(book(blocks))
    } throws: { error in
      guard case BuildFailure.pictures(let found) = error else { return false }
      return found.map(\.message) == ["image \"maps/delta.png\" not found"] && found[0].source?.offset == 5
        && found[0].severity == .error
    }
  }

  @Test func `that cannot be shown leaves a frame and its caption, and one warning`() async throws {
    var damaged = [UInt8](try Data(contentsOf: URL(fileURLWithPath: MadeBooks.picture(64, 64))))
    damaged[60] ^= 0xFF
    damaged[70] ^= 0xFF
    let path = try MadeBooks.keep(damaged, "damaged.png")
    let blocks = [figure(path, "Lost"), figure(path, "Lost again"), figure("https://example.org/a.png", "Far away")]
    let (pdf, output) = try await make(book(blocks + paragraphs(1)))
    #expect(output.diagnostics.map(\.code) == ["image-remote", "image-unshown"])
    #expect(output.diagnostics.allSatisfy { $0.source?.offset == 5 && !$0.message.contains("\n") })
    let words = try pdf.sheets().flatMap { $0.words.map(\.string) }
    #expect(words.contains("Lost") && words.contains("Far"))
    #expect(try pdf.pictureBoxes().joined().isEmpty)
  }
}

private let smallJPEG =
  "/9j/4AAQSkZJRgABAQEBLAEsAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCjW14c/wCXj/gP9a2qKhQs7nTUxHPHlsFFFFWcx//Z"
