internal import Files

/// Where a reader left off.
public struct BookPlace: Hashable, Sendable {
  /// The page's index in its source, then.
  public var page: Int
  /// The data source's own lasting place, as `BookDataSource.place(of:)` gives it.
  public var place: Int?

  /// A page and, where its source has one, its lasting place.
  public init(page: Int, place: Int? = nil) {
    self.page = page
    self.place = place
  }
}

/// Keeps last places of books between launches.
public protocol PlaceStore {
  /// The place saved for a book; nil for none.
  func place(of book: String) -> BookPlace?
  /// Throws where the place could not be kept; a controller tells its delegate.
  func save(_ place: BookPlace, of book: String) throws
}

/// Keeps places in memory: for tests, and for programs that save them in their own way.
public final class MemoryPlaceStore: PlaceStore {
  public private(set) var places: [String: BookPlace] = [:]
  /// A store without places.
  public init() {}
  public func place(of book: String) -> BookPlace? { places[book] }
  public func save(_ place: BookPlace, of book: String) throws { places[book] = place }
}

/// Keeps places in a text file: a line a book, `page TAB place TAB name`.
///
/// The file appears whole or not at all; a line that says something else is left out.
public struct FilePlaceStore: PlaceStore, Sendable {
  /// Of the file, which need not be there yet; its folder must.
  public let path: String
  /// Opens nothing: the file is read and written when it is asked.
  public init(path: String) { self.path = path }

  /// The file could not be written; the reason in the system's words.
  public struct WriteError: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String
  }

  public func place(of book: String) -> BookPlace? { read().last { $0.book == FilePlaceStore.name(book) }?.place }

  public func save(_ place: BookPlace, of book: String) throws {
    let name = FilePlaceStore.name(book)
    var places = read().filter { $0.book != name }
    places.append((name, place))
    let lines = places.map { "\($0.place.page)\t\($0.place.place.map(String.init) ?? "-")\t\($0.book)\n" }
    do throws(FileError) { try writeFile(Array(lines.joined().utf8), to: path) } catch {
      throw WriteError(description: error.diagnostic().message)
    }
  }

  private func read() -> [(book: String, place: BookPlace)] {
    guard let bytes = try? readFile(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let page = Int(parts[0]) else { return nil }
      return (String(parts[2]), BookPlace(page: page, place: Int(parts[1])))
    }
  }

  /// A book's name on one line.
  private static func name(_ book: String) -> String {
    String(String.UnicodeScalarView(book.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }))
  }
}
