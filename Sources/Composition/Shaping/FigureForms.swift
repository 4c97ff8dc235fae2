internal import Pango

/// Forms of figures that a reader takes for what they are.
///
/// Which features a face has, the face is asked; what a numbered variant of a character is, only its makers say.
enum FigureForms {
  /// Families whose old-style one is a small capital I, by the beginning of their names, and the variant that looks like
  /// a one. EB Garamond: `one` is ı, `cv11` gives the hooked form (Duffner's feature files, `cv11`); the italics have no
  /// such form, and their lining one has its flag.
  private static let hookedOne = ["EB Garamond": "cv11"]

  /// What a style in this face asks for besides.
  /// - Parameter asked: features in Pango's form.
  static func features(for face: LoadedFont, asked: String, has: (String) -> Bool) -> String {
    guard !asked.contains("lnum=1"), let name = hookedOne.first(where: { face.family.hasPrefix($0.key) })?.value,
      !asked.contains(name), let form = [name, "lnum"].first(where: has)
    else { return asked }
    return asked.isEmpty ? "\(form)=1" : "\(asked),\(form)=1"
  }
}
