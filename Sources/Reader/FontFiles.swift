internal import Files
internal import FontSubset
internal import Libc

/// Fonts and pictures by number: what a browser asks for is never a path.
final class FileNumbers {
  struct Face: Hashable {
    var file: String
    /// As `FontKey.face`.
    var face: Int
  }
  struct Picture {
    /// A path, or a name within the manuscript.
    var file: String
    /// Of a picture within the manuscript.
    var bytes: [UInt8]?

    /// In a folder or below it, wherever links lead.
    func lies(in folder: String) -> Bool {
      if bytes != nil { return true }
      guard let path = realpath(file, nil), let root = realpath(folder, nil) else { return false }
      defer {
        free(path)
        free(root)
      }
      return String(cString: path).hasPrefix(String(cString: root) + "/")
    }
  }
  private(set) var faces: [Face] = []
  private var faceNumbers: [Face: Int] = [:]
  private(set) var pictures: [Picture] = []
  private var pictureNumbers: [String: Int] = [:]

  func number(ofFont file: String, face: Int) -> Int {
    let key = Face(file: file, face: face)
    if let known = faceNumbers[key] { return known }
    faces.append(key)
    faceNumbers[key] = faces.count - 1
    return faces.count - 1
  }

  func number(ofPicture file: String, bytes: [UInt8]?) -> Int {
    if let known = pictureNumbers[file] {
      // another manuscript, or this one changed, may call another picture so
      pictures[known].bytes = bytes
      return known
    }
    pictures.append(Picture(file: file, bytes: bytes))
    pictureNumbers[file] = pictures.count - 1
    return pictures.count - 1
  }
}

/// Font files as browsers take them.
package enum FontFile {
  /// A browser has no name for an instance of a variable font in a file: these are drawn as outlines.
  static func isText(face: Int) -> Bool { face >> 16 == 0 }

  static func type(_ bytes: some Collection<UInt8>) -> String {
    bytes.starts(with: Array("OTTO".utf8)) ? "font/otf" : "font/ttf"
  }

  /// The face's own file; of a collection, the tables that are the face's.
  static func read(_ face: FileNumbers.Face) -> [UInt8]? {
    guard let bytes = try? readFile(face.file) else { return nil }
    return bytes.starts(with: Array("ttcf".utf8)) ? part(face.face & 0xFFFF, of: bytes) : bytes
  }

  /// The face with the glyphs of some letters alone; all of it where that can't be had.
  static func read(_ face: FileNumbers.Face, letters: Set<UInt32>) -> [UInt8]? {
    guard let bytes = try? readFile(face.file) else { return nil }
    return FontSubset.face(face.face & 0xFFFF, of: bytes, letters: letters) ?? read(face)
  }

  /// Whether the file can be handed out as it is.
  static func isWhole(_ file: String) -> Bool {
    let name = file.lowercased()
    return !name.hasSuffix(".ttc") && !name.hasSuffix(".otc")
  }

  /// One font of a collection as a file of its own (OpenType 1.9, "Organization of an OpenType font"):
  /// the same directory, with the tables behind it.
  package static func part(_ index: Int, of bytes: [UInt8]) -> [UInt8]? {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place >= 0, place + size <= bytes.count else { return nil }
      return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let count = number(8, 4), index < count, let start = number(12 + 4 * index, 4),
      let tables = number(start + 4, 2)
    else { return nil }
    guard start + 12 + 16 * tables <= bytes.count else { return nil }
    var directory = Array(bytes[start..<start + 12 + 16 * tables])
    var body: [UInt8] = []
    for table in 0..<tables {
      let entry = start + 12 + 16 * table
      guard let offset = number(entry + 8, 4), let length = number(entry + 12, 4), offset + length <= bytes.count else {
        return nil
      }
      let place = directory.count + body.count
      for byte in 0..<4 { directory[12 + 16 * table + 8 + byte] = UInt8(truncatingIfNeeded: place >> (24 - 8 * byte)) }
      body += bytes[offset..<offset + length]
      while body.count % 4 != 0 { body.append(0) }
    }
    return directory + body
  }
}
