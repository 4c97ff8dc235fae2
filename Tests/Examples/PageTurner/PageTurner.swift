import Octavo

/// Reads a book page by page, as a reading app does, and says how it looked:
///
///     PageTurner BOOK.txt [FOLDER]
///
/// Lays the book out for a small screen, turns every page of it forward, jumps about,
/// and writes thumbnails of the pages it ends on into FOLDER.
@main
struct PageTurner {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: PageTurner BOOK.txt [FOLDER]")
      return
    }
    let reading = try readBook(at: arguments[1])

    // A page as large as a small screen, with type for it.
    var design = PageDesign()
    design.trim = PageSize(width: Length(points: 320), height: Length(points: 480))
    (design.inside, design.outside) = (Length(points: 24), Length(points: 24))
    (design.top, design.bottom) = (Length(points: 48), Length(points: 48))
    design.size = Length(points: 12)
    design.leading = Length(points: 16)
    let clock = ContinuousClock()
    let start = clock.now
    let paginator = try Paginator(book: reading.book, design: design)

    let controller = BookController(source: paginator, viewSize: design.trim)
    guard let first = controller.currentPages.first else {
      print("an empty book")
      return
    }
    print(
      "page \(first.content.label) after \(clock.now - start); laid out so far: \((paginator.lastKnownPage ?? -1) + 1)")

    // Turn every page. The controller never holds more than three.
    var turns = 0
    var most = controller.heldPages.count
    while controller.next() {
      turns += 1
      most = max(most, controller.heldPages.count)
    }
    print("\(turns) turns, at most \(most) pages held, \(paginator.pageCount) pages")

    // A larger type: the same words stay before the reader.
    controller.move(toSlider: 0.5)
    let place = paginator.position
    try paginator.set(font: "Liberation Serif", size: Length(points: 16))
    guard let now = controller.currentPages.first, let range = paginator.range(ofPage: now.index) else { return }
    print("the same words in larger type: \(range.contains(place) ? "yes" : "no")")

    // Two pages in landscape, drawn as one small picture.
    controller.viewSize = PageSize(width: Length(points: 640), height: Length(points: 480))
    print("in landscape: \(controller.currentPages.count) pages")
    if arguments.count > 2, let shown = controller.currentDrawing {
      let png = try Renderer().thumbnail(of: shown, width: 320, height: 240)
      try write(png, to: arguments[2] + "/spread.png")
      print("spread.png: \(png.count) bytes")
    }
  }
}
