internal import QPDF
internal import Units

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
  /// - Parameters:
  ///   - colours: nil where they stay as they are.
  ///   - spot: a colour that is printed with an ink of its own.
  func ink(_ colours: PressColours?, _ spot: SpotInk?, _ level: PressStandard.Level?, pages: Int) throws(PDFError) {
    var seen: Set<Int> = []
    let plate = spot.map { self.separation($0, colours) }
    for index in 0..<pages {
      let page = try page(index)
      var usesSpot = false
      if let contents = GreyInk.rewritten(try contents(ofPage: page), press: colours, spot: spot, usesSpot: &usesSpot) {
        try set("/Contents", of: page, to: stream(contents))
      }
      try mendGroup(of: page, level)
      if let resources = try inherited("/Resources", of: page) {
        try visitStreams(of: resources, &seen) { (kind, object) throws(PDFError) in
          switch kind {
          case .contents:
            let keys = try streamDictionary(of: object)
            var hasSpot = false
            if let inked = GreyInk.rewritten(
              try contents(of: object), press: colours, spot: spot, usesSpot: &hasSpot)
            {
              try replaceContents(of: object, by: inked)
            }
            if hasSpot, let plate {
              // a form without resources has those of its page (7.8.3)
              let own = try value("/Resources", of: keys)
              try add(plate, to: own ?? resources)
            }
            try mendGroup(of: keys, level)
          case .picture: if let colours { try ink(picture: object, colours) }
          case .shading: if let colours { try ink(shading: object, colours) }
          }
        }
        if usesSpot, let plate { try add(plate, to: resources) }
      }
      releaseObjects()
    }
  }

  /// An ink of its own, and what stands for it where it is not at hand (8.6.6.4).
  private func separation(_ spot: SpotInk, _ colours: PressColours?) -> PDFSyntax {
    let parts = [spot.colour.red, spot.colour.green, spot.colour.blue]
    let space: StaticString
    let (none, full): ([Double], [Double])
    if let colours {
      space = "/DeviceCMYK"
      none = [0, 0, 0, 0]
      // without a profile the plain sum: nothing is printed by it where the ink is
      let black = 1 - (parts.max() ?? 1)
      full = colours.components == 4 ? colours.values(of: parts) : parts.map { 1 - $0 - black } + [black]
    } else {
      (space, none, full) = ("/DeviceRGB", [1, 1, 1], parts)
    }
    var syntax = PDFSyntax(raw: "[ /Separation")
    syntax.add(name: spot.name.asPDFName)
    syntax.add(space)
    syntax.add("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [")
    for value in none { syntax.add(factor: value) }
    syntax.add("] /C1 [")
    for value in full { syntax.add(factor: value) }
    syntax.add("] >> ]")
    return syntax
  }

  private func add(_ plate: PDFSyntax, to resources: PDFObject) throws(PDFError) {
    if try value("/ColorSpace", of: resources) == nil {
      try set("/ColorSpace", of: resources, to: dictionary())
    }
    guard let spaces = try value("/ColorSpace", of: resources) else { return }
    try set("/" + GreyInk.spotName, of: spaces, to: plate)
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

extension String {
  /// Without its slash, as a PDF writes a name of any letters (ISO 32000-1, 7.3.5).
  fileprivate var asPDFName: String {
    var name = ""
    for byte in utf8 {
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isPlain {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        name += "#" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return name
  }
}
