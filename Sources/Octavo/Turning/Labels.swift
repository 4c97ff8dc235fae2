internal import BookModel
internal import Design
internal import Hyphen
internal import PageModel
internal import Pango
internal import Shaping
internal import Typesetting
public import Units

/// Sets short texts of one line: captions, numbers, names on pages of your own.
///
/// For one thread at a time.
public final class Labels {
  /// One line of text, as high as its leading.
  public struct Label: Drawable, Sendable {
    let page: Page
    public let size: PageSize
    public let label: String
    public func draw(in context: DrawingContext) throws { try context.paint(page) }
  }

  private let assembler: PageAssembler
  private let leading: Length
  private let baseline: Double

  /// Throws where there is no font of this name, or nothing can be set in this size.
  /// - Parameters:
  ///   - family: its name as `octavo fonts` lists it.
  ///   - size: of the letters; lines are 14/11 of it high.
  ///   - fontFolders: searched for fonts besides the system's.
  public init(font family: String = "EB Garamond 12", size: Length = Length(points: 10), fontFolders: [String] = [])
    throws(LayoutError)
  {
    var design = PageDesign()
    design.family = family
    design.size = size
    design.leading = size.scaled(by: 14.0 / 11.0)
    design.trim = PageSize(width: max(size * 60, design.trim.width), height: max(size * 60, design.trim.height))
    do { try design.validate() } catch { throw .design(error) }
    let source = BookBuilder.fontSource(folders: fontFolders)
    let fonts: FontConfiguration
    do { fonts = try FontConfiguration(xml: source.configuration, folders: source.folders) } catch {
      throw .fontsUnavailable
    }
    do { try BookTypesetter.checkFamilies(of: design, in: fonts) } catch { throw LayoutError(error) }
    let shaper = Shaper(fonts)
    var list = PageList(design: design, title: "", author: "", language: "en")
    list.firstBaseline = PageList.firstBaseline(
      design, shaper: shaper, resolver: StyleResolver(design: design, language: "en"))
    leading = design.leading
    baseline = Double(list.firstBaseline) / 1024
    assembler = PageAssembler(list, shaper: shaper, compensatesWidths: false)
  }

  /// A text as one line; line ends are spaces.
  public func label(_ text: String, colour: Colour = .black) -> Label {
    var page = Page(size: PageSize(width: .zero, height: leading), label: text)
    let width = assembler.label(text, colour: colour, y: baseline, into: &page)
    page.size.width = width
    return Label(page: page, size: page.size, label: text)
  }
}
