import Octavo

/// A calendar without end as a book: pages of one's own, turned by the same controller.
///
///     OwnPages
///
/// Each page is a week; its index counts weeks from 0, backwards too.
struct Week: Drawable {
  let number: Int
  let labels: Labels

  var size: PageSize { PageSize(width: Length(points: 200), height: Length(points: 140)) }
  var label: String { "week \(number)" }

  func draw(in context: DrawingContext) throws {
    try context.draw(labels.label(label), x: 16, y: 12)
    for day in 0..<7 {
      let isRest = day >= 5
      context.setColour(isRest ? Colour(red: 0.8, green: 0.3, blue: 0.2) : Colour(red: 0.3, green: 0.3, blue: 0.3))
      context.fillRectangle(x: 16 + Double(day) * 24, y: 44, width: 18, height: 64)
    }
  }
}

struct Calendar: BookDataSource {
  let labels: Labels
  func page(at index: Int) -> BookPage? { BookPage(index: index, content: Week(number: index, labels: labels)) }
}

/// Lets no turn pass unheard.
final class Log: BookControllerDelegate {
  func bookController(_ controller: BookController, didEnd turn: PageTurn, completed: Bool) {
    let pages = controller.currentPages.map(\.content.label).joined(separator: ", ")
    print("\(turn.direction)\(completed ? "" : ", cancelled"): \(pages)")
  }
}

@main
struct OwnPages {
  static func main() throws {
    let labels = try Labels(font: "Liberation Sans", size: Length(points: 12))
    let log = Log()
    let controller = BookController(
      source: Calendar(labels: labels), viewSize: PageSize(width: Length(points: 400), height: Length(points: 140)))
    controller.delegate = log
    controller.next()
    controller.move(toPage: -30)
    _ = controller.beginTurn(.backward)
    controller.endTurn(completed: false)
    print("held: \(controller.heldPages)")

    // A list of drawings is a source as well, and has a count for an indicator.
    let list = PageListSource((1...5).map { Week(number: $0, labels: labels) })
    controller.source = list
    controller.move(toPage: 4)
    let indicator = PageIndicator(.text("{page} of {pages}"))
    print("indicator: \(indicator.drawing(for: controller, labels: labels)?.label ?? "none")")
    let pdf = try Renderer().pdf(list.pages)
    // the controller holds its delegate weakly
    withExtendedLifetime(log) {}
    print("pdf: \(pdf.count > 1000 ? "made" : "missing")")
  }
}
