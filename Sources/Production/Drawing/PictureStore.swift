internal import Cairo
internal import Images
internal import PageModel
internal import Units

/// A picture that could not be drawn: an empty frame stands in its place.
package struct PictureFailure: Sendable, Hashable {
  package var file: String
  /// The rest of a sentence that begins with the picture's name.
  package var words: String
}

/// Reads and decodes pictures when they are drawn. Keeps the small ones: an ornament
/// is used on every page, a plate once.
final class PictureStore {
  private final class Entry {
    let surface: PictureSurface
    let orientation: Int
    let cost: Int
    init(_ surface: consuming PictureSurface, orientation: Int, cost: Int) {
      self.surface = surface
      self.orientation = orientation
      self.cost = cost
    }
  }

  /// Bytes of pictures kept.
  private static let room = 16 << 20
  private var kept: [String: Entry] = [:]
  private var order: [String] = []
  private var used = 0
  private(set) var failures: [PictureFailure] = []
  private var failed: Set<String> = []
  /// Dots to the inch past which nothing is printed sharper.
  private static let finest = 600.0

  /// How often each picture stands on the sheet that is being drawn: cairo 1.16 names an
  /// object twice among a page's resources that is drawn on it twice, and such a file is damaged.
  private var onSheet: [String: Int] = [:]

  func beginSheet() { onSheet.removeAll(keepingCapacity: true) }

  func draw(_ picture: Picture, on canvas: borrowing Canvas) {
    guard !picture.file.isEmpty, !failed.contains(picture.file) else { return frame(picture, on: canvas) }
    do throws(ImageError) {
      let entry = try entry(for: picture, on: canvas)
      canvas.draw(
        entry.surface, x: picture.x, y: picture.y, width: picture.width, height: picture.height,
        orientation: entry.orientation, veil: picture.veil)
    } catch {
      failed.insert(picture.file)
      failures.append(PictureFailure(file: picture.file, words: error.words))
      frame(picture, on: canvas)
    }
  }

  private func entry(for picture: Picture, on canvas: borrowing Canvas) throws(ImageError) -> Entry {
    // the same file at two sizes is decoded at each, and so is two objects of a PDF
    let across = picture.width / 72 * PictureStore.finest
    var key = picture.file
    if canvas.kind == .pdf || canvas.kind == .borrowed {
      let times = onSheet[picture.file, default: 0]
      onSheet[picture.file] = times + 1
      if times > 0 { key += "\n\(times + 1)." }
    }
    // the second of a sheet is an object of its own
    if let known = kept[key] ?? kept["\(key)\n\(Int(across))"] { return known }
    let bytes: [UInt8]
    if let inside = picture.bytes { bytes = inside } else { bytes = try readImage(picture.file) }
    let image = try inspectImage(bytes, file: picture.file)
    let entry: Entry
    do {
      if image.format == .svg {
        let drawing = try SVGDrawing(bytes, file: picture.file)
        let (width, height) = (Double(image.width), Double(image.height))
        let surface = try PictureSurface(width: width, height: height, name: key) { context throws(ImageError) in
          try drawing.draw(in: context, width: width, height: height)
        }
        entry = Entry(surface, orientation: 1, cost: bytes.count * 4)
      } else if canvas.kind == .pdf, image.isPassedThrough {
        let surface = try PictureSurface(
          jpeg: bytes, width: image.storedWidth, height: image.storedHeight, name: key)
        entry = Entry(surface, orientation: image.orientation, cost: bytes.count + image.width * image.height / 8)
      } else {
        if Double(image.width) > across { key += "\n\(Int(across))" }
        let decoded = try decodeImage(bytes, as: image, width: Int(across), file: picture.file)
        let surface = try PictureSurface(
          pixels: decoded.pixels, width: decoded.width, height: decoded.height, name: key)
        entry = Entry(surface, orientation: 1, cost: decoded.pixels.count * 4)
      }
    } catch let error as ImageError {
      throw error
    } catch {
      throw .damaged("\(error)")
    }
    keep(entry, as: key)
    return entry
  }

  private func keep(_ entry: Entry, as key: String) {
    guard entry.cost <= PictureStore.room / 4 else { return }
    while used + entry.cost > PictureStore.room, let oldest = order.first {
      order.removeFirst()
      used -= kept.removeValue(forKey: oldest)?.cost ?? 0
    }
    kept[key] = entry
    order.append(key)
    used += entry.cost
  }

  /// The outline of a picture that is not there.
  private func frame(_ picture: Picture, on canvas: borrowing Canvas) {
    canvas.setColour(Colour(grey: 0.6))
    let thickness = 0.5
    for (x, y, width, height) in [
      (picture.x, picture.y, picture.width, thickness),
      (picture.x, picture.y + picture.height - thickness, picture.width, thickness),
      (picture.x, picture.y, thickness, picture.height),
      (picture.x + picture.width - thickness, picture.y, thickness, picture.height),
    ] { canvas.fillRectangle(x: x, y: y, width: width, height: height) }
    canvas.setColour(.black)
  }
}

extension ImageFile {
  /// What PDF's DCT filter and every reader understand alike: grey and colour of eight bits,
  /// Huffman coded. Four inks are decoded: Adobe stores them inverted, and cairo 1.16 does not say so.
  var isPassedThrough: Bool { format == .jpeg && precision == 8 && [1, 3].contains(components) }
}
