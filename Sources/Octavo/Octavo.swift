/// octavo: a book manuscript in, a typeset book out.
public enum Octavo {
  public static let version = "0.1.0"
}
