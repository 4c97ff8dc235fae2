internal import QPDF

extension PDFDocument {
  /// What presses ask of a file besides what it says of itself (ISO 15930).
  func keep(_ press: PressStandard) throws(PDFError) {
    var words = PDFSyntax(raw: "<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier")
    words.add(text: press.condition)
    words.add("/RegistryName")
    words.add(text: press.registry)
    words.add("/Info")
    words.add(text: press.info)
    words.add(">>")
    try addIntent(words, profile: press.profile.map { bytes throws(PDFError) in try profile(bytes, components: 4) })
    releaseObjects()
  }

  /// Writes every grey of pages, forms, patterns and drawn letters as one ink, and turns all other colours, and
  /// pictures, into the inks of a press.
  /// - Parameter colours: nil where they stay as they are.
  func ink(_ colours: PressColours?, _ level: PressStandard.Level?, pages: Int) throws(PDFError) {
    var seen: Set<Int> = []
    for index in 0..<pages {
      let page = try page(index)
      if let contents = GreyInk.rewritten(try contents(ofPage: page), press: colours) {
        try set("/Contents", of: page, to: stream(contents))
      }
      try mendGroup(of: page, level)
      if let resources = try inherited("/Resources", of: page) {
        try visitStreams(of: resources, &seen) { (kind, object) throws(PDFError) in
          switch kind {
          case .contents:
            if let inked = GreyInk.rewritten(try contents(of: object), press: colours) {
              try replaceContents(of: object, by: inked)
            }
            try mendGroup(of: streamDictionary(of: object), level)
          case .picture: if let colours { try ink(picture: object, colours) }
          case .shading: if let colours { try ink(shading: object, colours) }
          }
        }
      }
      releaseObjects()
    }
  }

  /// A group's colours are mixed in the inks that they are printed in; where nothing may be transparent there are
  /// no groups.
  private func mendGroup(of dictionary: PDFObject, _ level: PressStandard.Level?) throws(PDFError) {
    guard let level, let group = try value("/Group", of: dictionary) else { return }
    if level == .x4 {
      try set("/CS", of: group, to: .name("/DeviceCMYK"))
    } else {
      try remove("/Group", from: dictionary)
    }
  }

  private func ink(picture: PDFObject, _ colours: PressColours) throws(PDFError) {
    let keys = try streamDictionary(of: picture)
    guard let space = try value("/ColorSpace", of: keys), try syntax(of: space) == "/DeviceRGB",
      try number("/BitsPerComponent", of: keys) == 8, let width = try number("/Width", of: keys),
      let height = try number("/Height", of: keys)
    else { return }
    let pixels = try contents(of: picture, decodingPictures: true)
    // a damaged picture has other data than its size says
    guard pixels.count >= Int(width) * Int(height) * 3 else { throw .failed(detail: "a picture is cut short") }
    try replaceContents(of: picture, by: colours.converted(pixels))
    try set("/ColorSpace", of: keys, to: colours.name)
    try remove("/Decode", from: keys)
  }

  /// Runs of colours between two, or through several (8.7.4.5.3); their functions are of exponents (7.10.3).
  private func ink(shading: PDFObject, _ colours: PressColours) throws(PDFError) {
    guard let space = try value("/ColorSpace", of: shading), try syntax(of: space) == "/DeviceRGB",
      let function = try value("/Function", of: shading)
    else { return }
    try ink(function: function, colours, depth: 0)
    try set("/ColorSpace", of: shading, to: colours.name)
    try remove("/Background", from: shading)
  }

  private func ink(function: PDFObject, _ colours: PressColours, depth: Int) throws(PDFError) {
    guard depth < 8 else { return }
    if let parts = try value("/Functions", of: function) {
      for index in 0..<(try count(of: parts)) { try ink(function: item(index, of: parts), colours, depth: depth + 1) }
    }
    for key in ["/C0", "/C1"] {
      guard let colour = try numbers(key, of: function), colour.count == 3 else { continue }
      var values = PDFSyntax(raw: "[")
      for value in colours.values(of: colour) { values.add(factor: value) }
      values.add("]")
      try set(key, of: function, to: values)
    }
  }
}

extension PressColours {
  fileprivate var name: PDFSyntax { components == 1 ? .name("/DeviceGray") : .name("/DeviceCMYK") }
}
