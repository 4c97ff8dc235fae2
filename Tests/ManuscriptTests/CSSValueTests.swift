import BookModel
import Manuscript
import Testing

@Suite struct `Values of style sheets` {
  @Test(arguments: [
    ("1px 2px", TextShadow(x: 0.0625, y: 0.125)),
    ("-0.1em 0 .3em #f00", TextShadow(x: -0.1, y: 0, blur: 0.3, colour: Colour(red: 1, green: 0, blue: 0))),
    ("black 3pt 6pt 0", TextShadow(x: 0.25, y: 0.5, colour: .black)),
    ("rgb(0, 0, 255) 16px 16px, 0 0 9px red", TextShadow(x: 1, y: 1, colour: Colour(red: 0, green: 0, blue: 1))),
    (
      "0 0 8px rgba(255, 0, 0, 0.5)",
      TextShadow(x: 0, y: 0, blur: 0.5, colour: Colour(red: 1, green: 0.5, blue: 0.5))
    ),
  ]) func `are a shadow, of several the first`(css: String, shadow: TextShadow) {
    #expect(TextShadow(css: css) == shadow)
  }

  @Test(arguments: [
    "", "none", "1px", "1px 2px 3px 4px", "1px 2px -3px", "1q 2w", "red", "1px 2px red blue", "1 1", "99em 0",
    "nan nan",
  ]) func `are no shadow where they make none`(css: String) { #expect(TextShadow(css: css) == nil) }

  @Test(arguments: [
    ("\"Liberation Sans\", serif", "Liberation Sans"), ("  noto   serif ", "noto serif"), ("'A B'", "A B"), ("", nil),
    (", serif", nil), ("inherit", nil),
  ]) func `name a family`(css: String, family: String?) { #expect(CSSFamily.first(of: css) == family) }

  @Test(arguments: ["rgb(1, 2)", "rgb(a, b, c)", "#12345", "rgba(1,2,3,4,5)", "blurple", "rgb(-1, 0, 0)"])
  func `are no colour`(css: String) { #expect(Colour(css: css) == nil) }
}
