/// Width and height of a page or sheet.
public struct PageSize: Hashable, Sendable {
  public var width: Length
  public var height: Length
  public init(width: Length, height: Length) {
    self.width = width
    self.height = height
  }
}
