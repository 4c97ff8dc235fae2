extension String {
  /// The name of a picture's file, where an ornament may be signs as well.
  package var isPictureFile: Bool {
    let name = lowercased()
    return [".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff"].contains {
      name.hasSuffix($0) && name.utf8.count > $0.utf8.count
    }
  }
}

extension PageDesign {
  /// Files of ornaments that are pictures.
  package var ornamentPictures: [String] {
    ([sceneBreakMark] + Element.allCases.flatMap { [self[$0].ornamentAbove, self[$0].ornamentBelow] })
      .filter(\.isPictureFile)
  }
}
