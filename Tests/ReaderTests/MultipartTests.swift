import HTTP
import Testing

@Suite struct `A form with files in it` {
  private func parts(_ text: String, boundary: String = "x") -> [String]? {
    let bytes = Array(text.utf8)
    return Multipart(bytes, boundary: boundary)?.parts.map { part in
      "\(part.name)|\(part.fileName ?? "none")|\(String(decoding: bytes[part.range], as: UTF8.self))"
    }
  }
  private static let head = "Content-Disposition: form-data; name=\"a\""

  @Test func `is read as browsers and curl write it`() {
    #expect(parts("--x\r\n\(Self.head)\r\n\r\nwords\r\n--x--\r\n") == ["a|none|words"])
    #expect(
      parts(
        "before\r\n--x \r\ncontent-type: text/plain\r\ncontent-disposition: form-data; name=b; filename=\"a;\\\"b\\\".md\"\r\n\r\n--x\r\n-\r\n--x\r\n\(Self.head)\r\n\r\n\r\n--x--"
      ) == ["b|a;\"b\".md|--x\r\n-", "a|none|"])
    #expect(parts("--x\r\n\(Self.head); filename=\"C:\\dir\\a.md\"\r\n\r\n1\r\n--x--") == ["a|C:\\dir\\a.md|1"])
    #expect(parts("--x--") == [])
  }

  @Test(arguments: [
    "", "x", "--x", "--x\r\n", "--x\r\n\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--",
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
    "--x\r\nContent-Disposition: file; name=a\r\n\r\n1\r\n--x--",
    "--y\r\n\(head)\r\n\r\n1\r\n--y--", "--x\r\n\(head)\r\n\r\n1\r\n--x\r",
  ])
  func `is refused where it is not whole`(text: String) { #expect(parts(text) == nil) }

  @Test func `is none by another type`() {
    #expect(Multipart.boundary("multipart/form-data; boundary=\"a b\"; charset=utf-8") == "a b")
    #expect(Multipart.boundary("Multipart/Form-Data;boundary=--1") == "--1")
    for type in [
      "", "multipart/form-data", "multipart/mixed; boundary=x", "text/plain; boundary=x",
      "multipart/form-data; boundary=", "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    ] {
      #expect(Multipart.boundary(type) == nil, "\(type)")
    }
  }

  @Test func `is read or refused, whatever its bytes`() {
    var random = SystemRandomNumberGenerator()
    let pieces = ["--x", "\r\n", "--", "\r", "\n", ":", Self.head, ";", "\"", "\\", "=", "filename=", "é", "\0", " "]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      for part in Multipart(Array(text.utf8), boundary: "x")?.parts ?? [] {
        #expect(part.range.upperBound <= text.utf8.count, "\(text)")
      }
    }
  }
}
