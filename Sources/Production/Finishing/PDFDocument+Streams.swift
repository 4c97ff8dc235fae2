internal import QPDF

/// What something among the resources of a page holds.
enum PaintedStream {
  case picture
  /// Operators: of forms, tiles and drawn letters.
  case contents
  /// The dictionary of a run of colours (8.7.4.3), which may be no stream.
  case shading
}

extension PDFDocument {
  /// Visits the streams that resources lead to, each once, those within forms too.
  /// - Parameter seen: numbers of objects that were met before.
  func visitStreams(
    of resources: PDFObject, _ seen: inout Set<Int>,
    _ body: (PaintedStream, PDFObject) throws(PDFError) -> Void
  ) throws(PDFError) {
    try visitStreams(of: resources, &seen, depth: 0, body)
  }

  /// - Parameter depth: forms in forms; a damaged file may go round in a circle of direct objects.
  private func visitStreams(
    of resources: PDFObject, _ seen: inout Set<Int>, depth: Int,
    _ body: (PaintedStream, PDFObject) throws(PDFError) -> Void
  ) throws(PDFError) {
    guard depth < 32 else { return }
    try visitShadings(of: resources, &seen, body)
    for kind in ["/XObject", "/Pattern"] {
      guard let found = try value(kind, of: resources) else { continue }
      for name in try keys(of: found) {
        guard let stream = try value(name, of: found), isStream(stream), isNew(stream, &seen) else { continue }
        let dictionary = try streamDictionary(of: stream)
        if let subtype = try value("/Subtype", of: dictionary), try syntax(of: subtype) == "/Image" {
          try body(.picture, stream)
          if let mask = try value("/SMask", of: dictionary), isStream(mask), isNew(mask, &seen) {
            try body(.picture, mask)
          }
          continue
        }
        try body(.contents, stream)
        if let own = try value("/Resources", of: dictionary) {
          try visitStreams(of: own, &seen, depth: depth + 1, body)
        }
      }
    }
    try visitMasks(of: resources, &seen, depth: depth, body)
    guard let fonts = try value("/Font", of: resources) else { return }
    for name in try keys(of: fonts) {
      guard let font = try value(name, of: fonts), isNew(font, &seen), let letters = try value("/CharProcs", of: font)
      else { continue }
      for letter in try keys(of: letters) {
        if let stream = try value(letter, of: letters), isStream(stream) { try body(.contents, stream) }
      }
      if let own = try value("/Resources", of: font) { try visitStreams(of: own, &seen, depth: depth + 1, body) }
    }
  }

  private func visitShadings(
    of resources: PDFObject, _ seen: inout Set<Int>, _ body: (PaintedStream, PDFObject) throws(PDFError) -> Void
  ) throws(PDFError) {
    for kind in ["/Shading", "/Pattern"] {
      guard let found = try value(kind, of: resources) else { continue }
      for name in try keys(of: found) {
        guard var shading = try value(name, of: found) else { continue }
        if kind == "/Pattern" {
          guard !isStream(shading), let inner = try value("/Shading", of: shading) else { continue }
          shading = inner
        }
        if isNew(shading, &seen) {
          try body(.shading, isStream(shading) ? streamDictionary(of: shading) : shading)
        }
      }
    }
  }

  /// Forms that graphics states make masks of (11.6.5.2).
  private func visitMasks(
    of resources: PDFObject, _ seen: inout Set<Int>, depth: Int,
    _ body: (PaintedStream, PDFObject) throws(PDFError) -> Void
  ) throws(PDFError) {
    guard let states = try value("/ExtGState", of: resources) else { return }
    for name in try keys(of: states) {
      guard let state = try value(name, of: states), let mask = try value("/SMask", of: state), isDictionary(mask),
        let form = try value("/G", of: mask), isStream(form), isNew(form, &seen)
      else { continue }
      try body(.contents, form)
      if let own = try value("/Resources", of: streamDictionary(of: form)) {
        try visitStreams(of: own, &seen, depth: depth + 1, body)
      }
    }
  }

  /// Objects without a number of their own cannot be told apart, nor be met twice.
  private func isNew(_ object: PDFObject, _ seen: inout Set<Int>) -> Bool {
    let number = identity(of: object)
    return number == 0 || seen.insert(number).inserted
  }
}
