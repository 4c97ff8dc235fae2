import Foundation
import Octavo
import Testing

/// A page that says its number and counts how many of its kind are alive.
final class Card: Drawable {
  let number: Int
  init(_ number: Int) { self.number = number }
  var size: PageSize { PageSize(width: Length(points: 100), height: Length(points: 150)) }
  var label: String { String(number) }
  func draw(in context: DrawingContext) throws {
    context.fillRectangle(x: 10, y: 10, width: Double(number % 10) * 8 + 1, height: 20)
  }
}

/// A source without end or count, of the reader's own.
struct Numbers: BookDataSource {
  var range = Int.min...Int.max
  var startsOnRecto = false
  func page(at index: Int) -> BookPage? {
    range.contains(index) ? BookPage(index: index, content: Card(index)) : nil
  }
}

private final class Listener: BookControllerDelegate {
  var heard: [String] = []
  func bookController(_ controller: BookController, willTurn turn: PageTurn) {
    heard.append("will \(turn.direction) \(turn.from.map(\.index)) \(turn.to.map(\.index))")
  }
  func bookController(_ controller: BookController, didEnd turn: PageTurn, completed: Bool) {
    heard.append("did \(turn.direction) \(completed) \(controller.currentPages.map(\.index))")
  }
}

@Suite("A book controller")
struct BookControllerTests {
  static let portrait = PageSize(width: Length(points: 300), height: Length(points: 400))
  static let landscape = PageSize(width: Length(points: 400), height: Length(points: 300))

  static func list(_ count: Int, startsOnRecto: Bool = false) -> PageListSource {
    PageListSource((0..<count).map(Card.init), startsOnRecto: startsOnRecto)
  }

  static func shown(_ controller: BookController) -> [Int] { controller.currentPages.map(\.index) }

  /// Turns a leaf: what its front and its back show.
  private static func leaf(_ controller: BookController, _ direction: PageTurn.Direction) throws -> [String?] {
    let turn = try #require(controller.beginTurn(direction))
    controller.endTurn(completed: true)
    return [turn.front?.content.label, turn.back?.label]
  }

  @Test("the back of a leaf is the next page around a spine, else what the source has for it")
  func backs() throws {
    struct Backed: BookDataSource {
      func page(at index: Int) -> BookPage? {
        (0..<6).contains(index) ? BookPage(index: index, content: Card(index)) : nil
      }
      func back(of page: BookPage) -> (any Drawable)? { page.index == 3 ? nil : Card(100 + page.index) }
    }
    let controller = BookController(source: Backed(), viewSize: Self.landscape)
    #expect(try Self.leaf(controller, .forward) == ["1", "2"])
    #expect(try Self.leaf(controller, .forward) == ["3", "4"])
    #expect(try Self.leaf(controller, .backward) == ["3", "4"])
    controller.spineOverride = .min
    #expect(Self.shown(controller) == [2])
    #expect(try Self.leaf(controller, .forward) == ["2", "102"])
    #expect(try Self.leaf(controller, .forward) == ["3", nil])
    #expect(try Self.leaf(controller, .backward) == ["3", nil])
    #expect(BookController(source: Self.list(3), viewSize: Self.portrait).beginTurn(.forward)?.back == nil)
  }

  @Test("portrait shows one page, landscape two, and either can be overridden")
  func spine() {
    let controller = BookController(source: Self.list(10), viewSize: Self.portrait)
    #expect(controller.spine == .min && Self.shown(controller) == [0])
    controller.viewSize = Self.landscape
    #expect(controller.spine == .mid && Self.shown(controller) == [0, 1])
    controller.spineOverride = .max
    #expect(controller.spine == .max && Self.shown(controller) == [0])
    controller.viewSize = Self.portrait
    controller.spineOverride = .mid
    #expect(Self.shown(controller) == [0, 1])
    // a square is held like a portrait
    controller.spineOverride = nil
    controller.viewSize = PageSize(width: Length(points: 9), height: Length(points: 9))
    #expect(controller.spine == .min)
  }

  @Test("pairs go by parity, and the first page of a printed book stands alone on the right")
  func parity() {
    let controller = BookController(source: Self.list(6), viewSize: Self.landscape)
    controller.move(toPage: 3)
    #expect(Self.shown(controller) == [2, 3])
    #expect(controller.leftPage?.index == 2 && controller.rightPage?.index == 3)
    controller.pairsBeginWith = .odd
    #expect(Self.shown(controller) == [3, 4])
    controller.move(toPage: 0)
    #expect(Self.shown(controller) == [0] && controller.leftPage == nil && controller.rightPage?.index == 0)
    controller.move(toPage: 5)
    #expect(Self.shown(controller) == [5] && controller.leftPage?.index == 5 && controller.rightPage == nil)
    let printed = BookController(source: Self.list(4, startsOnRecto: true), viewSize: Self.landscape)
    #expect(Self.shown(printed) == [0])
    printed.next()
    #expect(Self.shown(printed) == [1, 2])
  }

  @Test("turning the device keeps the page that was asked for")
  func rotation() {
    let controller = BookController(source: Self.list(10), viewSize: Self.portrait)
    controller.move(toPage: 5)
    controller.viewSize = Self.landscape
    #expect(Self.shown(controller) == [4, 5])
    controller.viewSize = Self.portrait
    #expect(Self.shown(controller) == [5])
  }

  @Test("a book read leftwards has its pairs, edges and swipes the other way")
  func rightToLeft() {
    let controller = BookController(source: Self.list(6), viewSize: Self.landscape)
    controller.isRightToLeft = true
    #expect(controller.rightPage?.index == 0 && controller.leftPage?.index == 1)
    #expect(
      controller.direction(ofSwipeTowards: .right) == .forward
        && controller.direction(ofSwipeTowards: .left) == .backward)
    #expect(controller.next() && Self.shown(controller) == [2, 3])
    controller.viewSize = Self.portrait
    #expect(controller.spineEdge == .right)
    controller.spineOverride = .max
    #expect(controller.spineEdge == .left)
    controller.isRightToLeft = false
    #expect(controller.spineEdge == .right && controller.direction(ofSwipeTowards: .left) == .forward)
    controller.axis = .vertical
    #expect(controller.spineEdge == .bottom && controller.direction(ofSwipeTowards: .top) == .forward)
    #expect(controller.direction(ofSwipeTowards: .left) == nil)
  }

  @Test("next and previous go to the ends and no further")
  func ends() {
    let controller = BookController(source: Self.list(3), viewSize: Self.landscape)
    #expect(!controller.previous() && controller.next() && Self.shown(controller) == [2])
    #expect(!controller.next() && Self.shown(controller) == [2])
    #expect(controller.previous() && Self.shown(controller) == [0, 1])
    #expect(!controller.move(toPage: 3) && !controller.move(toPage: -1) && Self.shown(controller) == [0, 1])
  }

  @Test("an empty book shows nothing and turns nowhere")
  func empty() {
    for size in [Self.portrait, Self.landscape] {
      let controller = BookController(source: Self.list(0), viewSize: size)
      #expect(controller.currentPages.isEmpty && controller.currentDrawing == nil && controller.heldPages.isEmpty)
      #expect(
        !controller.next() && !controller.previous() && !controller.move(toPage: 0) && controller.sliderPosition == 0)
      #expect(!controller.move(toSlider: 0.5))
    }
  }

  @Test("the delegate hears of completed and of cancelled turns with their direction")
  func delegate() throws {
    let controller = BookController(source: Self.list(9), viewSize: Self.portrait)
    let listener = Listener()
    controller.delegate = listener
    let turn = try #require(controller.beginTurn(.forward))
    #expect(turn.to.map(\.index) == [1] && Self.shown(controller) == [0])
    #expect(controller.beginTurn(.forward) == nil)
    controller.endTurn(completed: false)
    #expect(Self.shown(controller) == [0] && controller.currentTurn == nil)
    controller.next()
    controller.move(toPage: 6)
    _ = controller.beginTurn(.backward)
    controller.move(toPage: 2)
    #expect(
      listener.heard == [
        "will forward [0] [1]", "did forward false [0]", "will forward [0] [1]", "did forward true [1]",
        "will forward [1] [6]", "did forward true [6]", "will backward [6] [5]", "did backward false [6]",
        "will backward [6] [2]", "did backward true [2]",
      ])
    controller.endTurn(completed: true)
    #expect(Self.shown(controller) == [2])
  }

  @Test("three pages are held, however far one turns or jumps")
  func window() {
    let controller = BookController(source: Numbers(), viewSize: Self.portrait)
    #expect(controller.heldPages == [-1, 0, 1])
    for _ in 0..<500 { controller.next() }
    #expect(controller.heldPages == [499, 500, 501])
    controller.move(toPage: 1_000_000)
    #expect(controller.heldPages == [999_999, 1_000_000, 1_000_001])
    controller.previous()
    #expect(controller.heldPages == [999_998, 999_999, 1_000_000])
    controller.viewSize = Self.landscape
    #expect(controller.heldPages == Array(999_996...1_000_001))
    controller.move(toPage: .max)
    #expect(Self.shown(controller) == [.max])
    #expect(!controller.next())
    controller.move(toPage: .min)
    #expect(Self.shown(controller) == [.min])
  }

  @Test("the last place is found again, from memory and from a file")
  func store() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("octavo-places-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = FilePlaceStore(path: folder.appendingPathComponent("places").path)
    for store in [MemoryPlaceStore(), file] as [any PlaceStore] {
      let first = BookController(source: Self.list(9), viewSize: Self.portrait, store: store, bookName: "a\tbook")
      #expect(Self.shown(first) == [0])
      first.move(toPage: 4)
      first.next()
      let other = BookController(source: Self.list(9), viewSize: Self.portrait, store: store, bookName: "another")
      other.next()
      let again = BookController(source: Self.list(9), viewSize: Self.portrait, store: store, bookName: "a\tbook")
      #expect(Self.shown(again) == [5])
      // a book that became shorter
      let short = BookController(source: Self.list(3), viewSize: Self.portrait, store: store, bookName: "a\tbook")
      #expect(Self.shown(short) == [0])
    }
    let lost = FilePlaceStore(path: folder.path + "/nowhere/places")
    #expect(lost.place(of: "x") == nil)
    #expect(throws: FilePlaceStore.WriteError.self) { try lost.save(BookPlace(page: 1), of: "x") }
    try Data("rubbish\n1\t2\n\n7\t-\tgood\n".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(file.place(of: "good") == BookPlace(page: 7) && file.place(of: "rubbish") == nil)
  }

  /// Pages that come and go. Says how many there are, or not.
  final class Elastic: BookDataSource {
    var count: Int
    let isCounted: Bool
    init(_ count: Int, isCounted: Bool) { (self.count, self.isCounted) = (count, isCounted) }
    func page(at index: Int) -> BookPage? {
      (0..<count).contains(index) ? BookPage(index: index, content: Spread(left: nil, right: nil)) : nil
    }
    var indicatorCount: Int? { isCounted ? count : nil }
  }

  @Test("a source that shrinks leaves the last page there is, one that grows goes on", arguments: [true, false])
  func elastic(isCounted: Bool) {
    let source = Elastic(9, isCounted: isCounted)
    let controller = BookController(source: source, viewSize: Self.portrait)
    controller.move(toPage: 8)
    #expect(!controller.next())
    source.count = 12
    if !isCounted { controller.reload() }
    #expect(controller.next() && Self.shown(controller) == [9] && controller.heldPages == [8, 9, 10])
    source.count = 4
    if !isCounted { controller.reload() }
    #expect(Self.shown(controller) == [3] && controller.heldPages == [2, 3])
    #expect(!controller.next() && controller.previous() && Self.shown(controller) == [2])
    controller.viewSize = Self.landscape
    #expect(Self.shown(controller) == [2, 3] && controller.heldPages == [0, 1, 2, 3])
    source.count = 3
    if !isCounted { controller.reload() }
    #expect(Self.shown(controller) == [2] && controller.leftPage?.index == 2 && controller.rightPage == nil)
    source.count = 0
    if !isCounted { controller.reload() }
    #expect(controller.currentPages.isEmpty && controller.currentDrawing == nil && controller.heldPages.isEmpty)
    source.count = 2
    if !isCounted { controller.reload() }
    #expect(Self.shown(controller) == [0, 1])
  }

  @Test("a controller reads leftwards where its source does, until it is told otherwise")
  func reading() {
    let controller = BookController(
      source: PageListSource(Self.list(4).pages, isRightToLeft: true), viewSize: Self.landscape)
    #expect(controller.isRightToLeft && controller.rightPage?.index == 0)
    controller.isRightToLeft = false
    #expect(controller.leftPage?.index == 0)
    controller.source = Self.list(2)
    #expect(!controller.isRightToLeft)
  }

  @Test("the slider runs from 0 to 1 and back")
  func slider() {
    let controller = BookController(source: Self.list(11), viewSize: Self.portrait)
    #expect(controller.sliderPosition == 0)
    #expect(controller.move(toSlider: 0.5) && Self.shown(controller) == [5] && controller.sliderPosition == 0.5)
    #expect(controller.move(toSlider: 7) && Self.shown(controller) == [10] && controller.sliderPosition == 1)
    #expect(!controller.move(toSlider: .nan))
    controller.viewSize = Self.landscape
    controller.move(toSlider: 0.91)
    #expect(Self.shown(controller) == [8, 9])
    #expect(!BookController(source: Numbers(), viewSize: Self.portrait).move(toSlider: 0.5))
  }

  @Test("a paginator's pages turn, keep their words when the type grows, and are found at the next launch")
  func paginator() throws {
    let paginator = try Paginator(book: PaginatorTests.chapters(8))
    let store = MemoryPlaceStore()
    let controller = BookController(source: paginator, viewSize: Self.portrait, store: store)
    #expect(try #require(paginator.lastKnownPage) < 12)
    controller.move(toPage: 11)
    let place = try #require(paginator.range(ofPage: 11)).lowerBound
    #expect(paginator.position == place)
    try paginator.set(font: "Liberation Serif", size: Length(points: 15))
    let page = try #require(controller.currentPages.first)
    #expect(page.index > 11 && paginator.range(ofPage: page.index)?.contains(place) == true)
    try paginator.set(font: "EB Garamond 12", size: Length(points: 11))
    #expect(Self.shown(controller) == [11])
    controller.viewSize = Self.landscape
    #expect(Self.shown(controller) == [11, 12])
    let other = try Paginator(book: PaginatorTests.chapters(8))
    try other.set(font: "Liberation Serif", size: Length(points: 15))
    let again = BookController(source: other, viewSize: Self.portrait, store: store)
    #expect(other.range(ofPage: try #require(again.currentPages.first).index)?.contains(place) == true)
  }
}
