import Finishing
import QPDF
import Testing

/// What octavo writes behind the file that libqpdf wrote.
@Suite("The section behind a finished file") struct SectionTests {
  private static let pages = 7

  @Test("Very many links and names all lead where the plan says")
  func many() throws {
    var plan = FinishingPlan()
    for number in 0..<900 {
      let target: Link.Target =
        switch number % 3 {
        case 0: .page(number % Self.pages, y: Double(number % 500))
        case 1: .named("name \(number % 200)")
        default: .uri("https://example.org/\(number)")
        }
      plan.links.append(
        Link(page: number * 31 % Self.pages, x: Double(number % 300), y: 20, width: 10, height: 5, target: target))
    }
    for number in 0..<200 {
      plan.destinations["name \(number)"] = Destination(page: number % Self.pages, x: 3, y: Double(number))
    }
    let pdf = try finish(cairoLike(Array(repeating: a5, count: Self.pages)), plan: plan)
    for index in 0..<Self.pages {
      let links = plan.links.filter { $0.page == index }
      for (place, link) in links.enumerated() {
        let left = try page(index, of: pdf, "/Annots", "\(place)", "/Rect")?.split(separator: " ").dropFirst().first
        #expect(left.flatMap { Double($0) } == link.x)
        switch link.target {
        case .page(let number, let y):
          #expect(
            try page(index, of: pdf, "/Annots", "\(place)", "/Dest", "0", "/Contents") == "BT ET % page \(number + 1)")
          let top = try page(index, of: pdf, "/Annots", "\(place)", "/Dest", "3").flatMap { Double($0) }
          #expect(abs((top ?? 0) - (a5.1 - y)) < 0.01)
        case .named(let name): #expect(try page(index, of: pdf, "/Annots", "\(place)", "/Dest") == "(\(name))")
        case .uri(let address):
          #expect(try page(index, of: pdf, "/Annots", "\(place)", "/A", "/URI") == "(\(address))")
        }
      }
      #expect(throws: PDFError.self) { try page(index, of: pdf, "/Annots", "\(links.count)") }
    }
    let names = plan.destinations.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (place, name) in names.enumerated() {
      let leaf = ("\(place / 64)", "\(place % 64 * 2)", "\(place % 64 * 2 + 1)")
      #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", leaf.0, "/Names", leaf.1) == "(\(name))")
      let number = try #require(plan.destinations[name]).page + 1
      #expect(
        try catalog(pdf, "/Names", "/Dests", "/Kids", leaf.0, "/Names", leaf.2, "0", "/Contents")
          == "BT ET % page \(number)")
    }
    #expect(try catalog(pdf, "/Names", "/Dests", "/Kids", "3", "/Limits") == "[ (\(names[192])) (\(names[199])) ]")
    if let check = try outside("qpdf", ["--check"], pdf) { #expect(check.status == 0, "\(check.text)") }
  }

  @Test("What stands on a page already stays before the links", arguments: ["[<< /Subtype /Text >> 6 0 R]", "7 0 R"])
  func present(list: String) throws {
    let file = pdf([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 100 200] >>",
      "<< >>", "<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Annots \(list) >>",
      "<< /Length 5 >>\nstream\nBT ET\nendstream", "<< /Subtype /Highlight >>", "[<< /Subtype /Text >> 6 0 R]",
    ])
    var plan = FinishingPlan()
    plan.links = [Link(page: 0, x: 1, y: 2, width: 3, height: 4, target: .page(0, y: 0))]
    let made = try finish(file, plan: plan)
    #expect(try page(0, of: made, "/Annots", "0", "/Subtype") == "/Text")
    #expect(try page(0, of: made, "/Annots", "1", "/Subtype") == "/Highlight")
    #expect(try page(0, of: made, "/Annots", "2", "/Rect") == "[ 1 194 4 198 ]")
  }
}
