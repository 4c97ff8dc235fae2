internal import Colour
internal import Libc

/// What red, green and blue become on a press: one grey, or four inks by its profile. What is grey stays black ink
/// alone either way, but for pictures.
final class PressColours {
  private let transform: InkTransform?
  /// Per cent of all inks together, the most of any place.
  private(set) var mostInk = 0.0

  /// - Parameter profile: of four inks; nil for grey.
  init(profile: [UInt8]?) { transform = profile.flatMap(InkTransform.init) }

  /// The colour space's name.
  var space: String { transform == nil ? "DeviceGray" : "DeviceCMYK" }
  var components: Int { transform == nil ? 1 : 4 }

  /// - Parameter colour: red, green, blue, 0 to 1.
  /// - Returns: one number of grey or four of inks, 0 to 1.
  func values(of colour: [Double]) -> [Double] {
    let bytes = colour.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    return converted(bytes).map { Double($0) / 255 }
  }

  /// Pixels of three bytes as pixels of one or four.
  func converted(_ pixels: [UInt8]) -> [UInt8] {
    guard let transform else { return PressColours.grey(pixels) }
    let inks = transform.inks(of: pixels)
    var most = 0
    for at in stride(from: 0, to: inks.count & ~3, by: 4) {
      most = max(most, Int(inks[at]) + Int(inks[at + 1]) + Int(inks[at + 2]) + Int(inks[at + 3]))
    }
    mostInk = max(mostInk, Double(most) / 255 * 100)
    return inks
  }

  /// As light as the colour is (IEC 61966-2-1): the luminance of its light, not of its numbers.
  private static func grey(_ pixels: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count / 3)
    for at in stride(from: 0, to: pixels.count - pixels.count % 3, by: 3) {
      let light =
        0.2126 * linear[Int(pixels[at])] + 0.7152 * linear[Int(pixels[at + 1])] + 0.0722 * linear[Int(pixels[at + 2])]
      result.append(encoded[Int((light * 4095).rounded())])
    }
    return result
  }

  private static let linear: [Double] = (0...255).map { value in
    let x = Double(value) / 255
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
  }

  private static let encoded: [UInt8] = (0...4095).map { step in
    let y = Double(step) / 4095
    return UInt8(((y <= 0.0031308 ? 12.92 * y : 1.055 * pow(y, 1 / 2.4) - 0.055) * 255).rounded())
  }
}
