internal import CColour

/// Turns red, green and blue (sRGB) into the four inks of a press, as its profile says; by lcms2.
package final class InkTransform {
  private let transform: UnsafeMutableRawPointer

  /// The library is at hand.
  package static var isAvailable: Bool { octavo_has_colour() != 0 }

  /// Whether these bytes are the profile of a press with four inks.
  package static func isOfFourInks(_ profile: [UInt8]) -> Bool {
    profile.withUnsafeBufferPointer {
      // the signature "CMYK"
      octavo_profile_space($0.baseAddress, UInt32(clamping: $0.count)) == 0x434D_594B
    }
  }

  /// - Parameter profile: of a press (ICC.1); nil for what is none of four inks.
  package init?(profile: [UInt8]) {
    guard InkTransform.isOfFourInks(profile),
      let transform = profile.withUnsafeBufferPointer({ octavo_transform($0.baseAddress, UInt32(clamping: $0.count)) })
    else { return nil }
    self.transform = transform
  }

  deinit { octavo_free_transform(transform) }

  /// Four bytes a pixel, cyan, magenta, yellow, black, of three each.
  package func inks(of pixels: [UInt8]) -> [UInt8] {
    let count = pixels.count / 3
    return [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, made in
      pixels.withUnsafeBufferPointer { octavo_turn(transform, $0.baseAddress, buffer.baseAddress, UInt32(count)) }
      made = count * 4
    }
  }
}
