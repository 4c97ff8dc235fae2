/// A look by name: a page design to begin with, from which options depart. Those that octavo
/// brings, and those that anybody writes, are files (`Settings/Themes`).
public struct Theme: Sendable, Equatable {
  public var name: String
  /// What it is for.
  public var note: String
  public var design: PageDesign

  package init(name: String, note: String, design: PageDesign) {
    (self.name, self.note, self.design) = (name, note, design)
    self.design.theme = name
  }
}
