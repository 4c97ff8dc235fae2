/// Lists of OpenType features in Pango's form, `smcp=1,lnum=1`.
enum FontFeatures {
  /// Figures have one height and one kind of width.
  private static let rivals = ["lnum": "onum", "onum": "lnum", "pnum": "tnum", "tnum": "pnum"]

  /// One list of several, the last the strongest: no feature stands twice, nor beside its rival.
  static func joined(_ lists: String...) -> String {
    var features: [Substring] = []
    for list in lists {
      for feature in list.split(separator: ",") {
        let tag = feature.prefix(4)
        let rival = feature.hasSuffix("=0") ? nil : rivals[String(tag)]
        features.removeAll { $0.prefix(4) == tag || rival.map($0.hasPrefix) == true }
        features.append(feature)
      }
    }
    return features.joined(separator: ",")
  }
}
