/// Something the user should know: what is wrong, where, and what to do.
///
/// Stages return their warnings as diagnostics beside their result; wording
/// lives in one place per stage. Lower case, no full stop, values in quotes.
public struct Diagnostic: Hashable, Sendable {
  public enum Severity: String, Sendable { case error, warning, note }

  public var severity: Severity
  /// A stable name for programs that read the messages, such as `glyph-missing`.
  public var code: String
  public var message: String
  /// What to do about it; printed on a line of its own.
  public var help: String?
  public var source: SourceLocation?
  /// In a file that is no manuscript, as `FILE:LINE:COLUMN`.
  public var place: String?

  public init(
    _ severity: Severity, code: String, _ message: String, help: String? = nil, source: SourceLocation? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.help = help
    self.source = source
  }
}
