/// The edge at which a book is bound, as its cover lies before the reader.
public enum Binding: String, Sendable, CaseIterable { case left, right, top }
