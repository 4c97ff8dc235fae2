import BookModel
import Design
import HTTP
import Octavo
import Reader
import Testing

@Suite struct `A book that is served` {
  private static let book: Book = {
    let text = (1...6).map { "CHAPTER \($0)\n\n" + String(repeating: "Some words that fill a page. ", count: 400) }
    return Book(
      sections: text.enumerated().map { index, words in
        Section(
          role: .chapter, heading: Heading(title: [Inline("Chapter \(index + 1)")]),
          blocks: [.paragraph(Paragraph([Inline(words)]))])
      })
  }()

  private func session() throws -> BookSession {
    try BookSession(
      book: Self.book, design: PageDesign(), fontFolders: [], store: MemoryPlaceStore(), name: "a")
  }

  private func served(_ server: ReaderServer, _ path: String, post: String? = nil) -> String {
    let request = HTTPRequest(
      method: post == nil ? "GET" : "POST", path: "/t/" + (path.split(separator: "?").first.map(String.init) ?? ""),
      arguments: Form.values(Array((path.split(separator: "?").dropFirst().first ?? "").utf8)),
      headers: ["host": "127.0.0.1:0", "x-octavo": "1"], body: Array((post ?? "").utf8))
    guard case .answer(let answer) = server.answer(request) else { return "later" }
    guard answer.status == 200, case .bytes(let bytes) = answer.body else { return "\(answer.status)" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func server() throws -> ReaderServer { ReaderServer(session: try session(), fontFolders: [], token: "t") }

  @Test(arguments: [-1, Int.min, Int.max, 1 << 40])
  func `has no link of a number that is none of its own`(number: Int) throws {
    #expect(try session().page(ofLink: number) == nil)
    #expect(try Paginator(text: "Words.").page(ofLink: number) == nil)
    #expect(try served(server(), "link/\(number)") == "404")
    #expect(try served(server(), "page/\(number)") == "404")
    _ = try served(server(), "where/\(number)")
    for path in ["font", "picture"] { #expect(try served(server(), "\(path)/\(number)") == "404") }
  }

  @Test func `has a place and a look for each window`() throws {
    let server = try server()
    _ = served(server, "page/8?w=a")
    _ = served(server, "place?w=a", post: "page=8")
    let before = served(server, "book?w=a")
    #expect(before.contains("\"current\":8,"))
    _ = served(server, "place?w=b", post: "page=3")
    #expect(served(server, "look?w=b", post: "size=1.5").contains("\"size\":1.5,"))
    #expect(served(server, "book?w=a") == before)
    // a new one begins where somebody was last
    #expect(served(server, "book?w=c").contains("\"current\":3,"))
    // windows that were long asked for nothing come back as they were
    for name in 0..<8 { _ = served(server, "place?w=\(name)", post: "page=0") }
    let again = served(server, "book?w=a")
    #expect(again.contains("\"current\":8,") && again.contains("\"size\":1,"))
    #expect(served(server, "book?w=b").contains("\"size\":1.5,"))
  }

  @Test func `shows the chapter in sight before those that stand before it`() throws {
    let chapters = (1...90).map { number in
      Section(
        role: .chapter, heading: Heading(title: [Inline("Chapter \(number)")]),
        blocks: (0..<9).map { _ in
          .paragraph(Paragraph([Inline(String(repeating: "Words of \(number) that fill a page. ", count: 24))]))
        })
    }
    let session = try BookSession(
      book: Book(sections: chapters), design: PageDesign(), fontFolders: [], store: MemoryPlaceStore(), name: "a")
    let server = ReaderServer(session: session, fontFolders: [], token: "t")
    let opening = try #require(session.paginator.contents.last?.place)
    let page = try #require(session.paginator.page(containing: opening))
    #expect(served(server, "ahead") == "404")
    _ = served(server, "place", post: "page=\(page)")
    // a reader's own page knows of no such thing
    var design = PageDesign()
    design.size = design.size.scaled(by: 1.1)
    try session.replace(book: nil, design: design)
    #expect(served(server, "ahead") == "404" && !served(server, "book?ahead=1").contains("\"ahead\""))
    try session.replace(book: nil, design: PageDesign())
    let (book, pages) = (served(server, "book?ahead=1"), served(server, "ahead"))
    #expect(book.contains("\"ahead\":true") && !book.contains("\"current\""))
    #expect(pages.contains("Words of 90 ") && session.paginator.lastKnownPage == nil)
    let news = session.news
    while session.news == news, !session.paginator.isSettled { session.layOutMore() }
    #expect(served(server, "book?ahead=1").contains("\"current\":\(page),"))
    #expect(session.news == news + 1 && served(server, "ahead") == "404")
  }

  @Test func `says where headings stand, for those who hear it`() throws {
    let server = try server()
    let opening = served(server, "page/2") + served(server, "page/3")
    #expect(opening.contains(#""parts":[["h",0,10]]"#), "\(opening.prefix(300))")
  }

  @Test func `parts a folio from its title where no dots lead to it`() throws {
    let design = try #require(Theme.named("rosalind")).design
    let session = try BookSession(book: Self.book, design: design, fontFolders: [], store: nil, name: "a")
    let pages = (0..<8).compactMap { session.pageJSON($0) }.map { String(decoding: $0, as: UTF8.self) }
    let contents = try #require(pages.first { $0.contains("Contents") || $0.contains("CONTENTS") })
    #expect(contents.firstMatch(of: /Chapter 1 [0-9]/) != nil, "\(contents.prefix(600))")
  }

  @Test func `keeps what was chosen for the next time`() throws {
    let server = try server()
    var kept: String?
    server.keepChoices = { kept = $0 }
    #expect(served(server, "choices", post: "choices=%7B%22paper%22%3A%22sepia%22%7D") == "{}")
    #expect(kept == #"{"paper":"sepia"}"#)
    #expect(served(server, "book").contains(#""choices":"{\"paper\":\"sepia\"}""#))
    #expect(served(server, "choices", post: "choices=" + String(repeating: "x", count: 3000)) == "400")
  }
}

@Suite struct `An SVG picture that is handed out` {
  @Test(arguments: [
    ("<svg><script>alert(1)</script><path d='M0 0'/></svg>", "<svg><path d='M0 0'/></svg>"),
    ("<svg onload=\"alert(1)\" width='3'><g/></svg>", "<svg  width='3'><g/></svg>"),
    ("<svg><SCRIPT xlink:href='x.js'/><g/></svg>", "<svg><g/></svg>"),
    ("<svg><s:script xmlns:s='http://www.w3.org/2000/svg'>a<b>c</b></s:script>d</svg>", "<svg>d</svg>"),
    (
      "<svg><a href='javascript:alert(1)'>a</a><use xlink:href='#p'/></svg>",
      "<svg><a >a</a><use xlink:href='#p'/></svg>"
    ),
    ("<svg><foreignObject><iframe src='//x'/><p>a</p></foreignObject>b</svg>", "<svg>b</svg>"),
    ("<svg><set attributeName='href' to='javascript:a'/></svg>", "<svg><set  to='javascript:a'/></svg>"),
    ("<!DOCTYPE svg [<!ENTITY x \"<script>a</script>\">]><svg>b</svg>", "<svg>b</svg>"),
    (
      "<!DOCTYPE svg [<!ENTITY ns \"http://a/\">]><svg xmlns:i='&ns;'>b</svg>",
      "<!DOCTYPE svg [<!ENTITY ns \"http://a/\">]><svg xmlns:i='&ns;'>b</svg>"
    ),
    ("<?xml-stylesheet href='x'?><!-- <script> --><svg>c</svg>", "<svg>c</svg>"),
    ("<svg><image href='data:image/png;base64,AA=='/></svg>", "<svg><image href='data:image/png;base64,AA=='/></svg>"),
    ("<svg><style><![CDATA[ g > a {} ]]></style></svg>", "<svg><style><![CDATA[ g > a {} ]]></style></svg>"),
    ("<svg><script", "<svg>"), ("<svg a='", "<svg a='>"),
  ])
  func `runs nothing and leads nowhere`(given: String, clean: String) {
    #expect(String(decoding: CleanedSVG.bytes(Array(given.utf8)), as: UTF8.self) == clean)
  }
}
