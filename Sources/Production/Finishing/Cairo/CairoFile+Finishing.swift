internal import QPDF
internal import Units

extension CairoFile {
  /// Finishes the file in place, all in one: what stays of cairo's objects moves towards the beginning, and all
  /// that is small goes into object streams behind it.
  ///
  /// libqpdf, which does the same for any PDF, takes 3 kB of memory for each page and half the start of a
  /// book of one page.
  /// - Parameters:
  ///   - leading: so many pages, the last that were drawn, stand before all others.
  ///   - marking: what was found when the contents of pages were marked; nil for a file without a structure.
  ///   - contents: by page as it is drawn, contents that stand in place of cairo's.
  ///   - trueType: object numbers of fonts that are to say how they number their glyphs.
  func finish(
    _ pdf: inout [UInt8], _ plan: FinishingPlan, _ marking: PageMarking?, contents: [Int: [UInt8]], trueType: [Int]
  ) {
    var section = FileSection(next: count)
    var placed = keep(&pdf, &section, except: Set(contents.keys.map { pages[$0].contents }), trueType: Set(trueType))
    for (page, packed) in contents.sorted(by: { $0.key < $1.key }) {
      place(packed, "/Filter/FlateDecode", number: pages[page].contents, &pdf, &placed)
    }
    let behind = pages.count - plan.leadingPages
    let book = Array(pages[behind...] + pages[..<behind])
    let numbers = book.map(\.number)

    let links = placedLinks(plan, book)
    let tree = marking.map { StructureTree($0.plan, identifiers: $0.identifiers, links: links) }
    let annotations = LinkSection(links: links, labels: tree?.plan.labels, pages: numbers).add(to: &section)
    let root = addPages(book, plan, links, annotations, isTagged: tree != nil, to: &section)
    var catalog = PDFSyntax(raw: "<< /Type /Catalog")
    catalog.add("/Pages")
    catalog.add(reference: root)
    addCatalog(plan, &catalog, &section, &pdf, &placed)
    if !plan.destinations.isEmpty {
      let names = section.reserve()
      section.add(placedDestinations(plan, book), names: names, pages: numbers)
      catalog.add("/Names <</Dests")
      catalog.add(reference: names)
      catalog.add(">>")
    }
    if let tree {
      let root = section.reserve()
      section = StructureSection.add(tree, annotations: annotations, root: root, pages: numbers, to: section)
      catalog.add("/MarkInfo <</Marked true>> /StructTreeRoot")
      catalog.add(reference: root)
    }
    catalog.add(">>")
    section.begin(self.catalog)
    section.put(catalog)
    var trailer = "/Root \(self.catalog) 0 R"
    // what it would say, the metadata say (ISO 19005-4, 6.1.3)
    if plan.archive?.isOfPDF2 != true {
      trailer += "/Info \(section.begin()) 0 R"
      section.put(plan.information)
    }
    section.write(to: &pdf, placed: placed, trailer: trailer + "/ID[\(PDFFileID.open)\(PDFFileID.open)]")
    if let digit = pdf.prefix(64).firstIndex(of: UInt8(ascii: "-")).map({ $0 + 1 }),
      String(decoding: pdf[digit..<digit + 3], as: UTF8.self) < plan.version
    {
      pdf.replaceSubrange(digit..<digit + 3, with: plan.version.utf8)
    }
    PDFFileID.close(&pdf)
  }

  // MARK: What stays

  /// Moves streams together, and puts all other objects into the section.
  /// - Parameter dropped: objects that are to be written otherwise.
  /// - Returns: where streams stand now.
  private func keep(
    _ pdf: inout [UInt8], _ section: inout FileSection, except dropped: Set<Int>, trueType: Set<Int>
  ) -> [(number: Int, offset: Int)] {
    var placed: [(number: Int, offset: Int)] = []
    placed.reserveCapacity(pieces.count)
    var written = headEnd(of: pdf) ?? 0
    for piece in pieces where !dropped.contains(piece.number) {
      guard let head = head(of: piece, pdf) else {
        section.begin(piece.number)
        guard trueType.contains(piece.number), pdf[piece.bytes].suffix(2).elementsEqual(">>".utf8) else {
          section.put(pdf[piece.bytes])
          section.put("\n")
          continue
        }
        section.put(pdf[piece.bytes].dropLast(2))
        section.put("/CIDToGIDMap/Identity>>\n")
        continue
      }
      placed.append((piece.number, written))
      pdf.withUnsafeMutableBytes { bytes in
        bytes[written..<written + head.count].copyBytes(from: head)
        written += head.count
        let rest = piece.bytes.lowerBound..<piece.bytes.upperBound + CairoFile.tail.count
        UnsafeMutableRawBufferPointer(rebasing: bytes[written..<written + rest.count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[rest]))
        written += rest.count
      }
    }
    pdf.removeSubrange(written...)
    return placed
  }

  // MARK: Pages

  /// So many pages of a leaf, as in what libqpdf writes (`PDFDocument.replacePages`).
  private static let pagesOfLeaf = 64

  /// - Returns: the number of the tree's root.
  private func addPages(
    _ book: [Page], _ plan: FinishingPlan, _ links: [PlacedLink], _ annotations: Int, isTagged: Bool,
    to out: inout FileSection
  ) -> Int {
    let root = out.reserve()
    var leaves: [Int] = []
    var link = 0
    for start in stride(from: 0, to: book.count, by: CairoFile.pagesOfLeaf) {
      let kids = start..<min(start + CairoFile.pagesOfLeaf, book.count)
      let leaf = book.count > CairoFile.pagesOfLeaf ? out.reserve() : root
      leaves.append(leaf)
      for index in kids {
        let first = link
        while link < links.count, links[link].page == index { link += 1 }
        addPage(index, book[index], below: leaf, plan, annotations + first..<annotations + link, isTagged, to: &out)
      }
      out.begin(leaf)
      out.put("<</Type/Pages")
      if leaf == root {
        out.put("/MediaBox")
        out.put(mediaBox)
      } else {
        out.put("/Parent ")
        out.put(reference: root)
      }
      out.put(kids: book[kids].map(\.number), count: kids.count)
    }
    if leaves != [root] {
      out.begin(root)
      out.put("<</Type/Pages/MediaBox")
      out.put(mediaBox)
      out.put(kids: leaves, count: book.count)
    }
    return root
  }

  private func addPage(
    _ index: Int, _ page: Page, below leaf: Int, _ plan: FinishingPlan, _ annotations: Range<Int>, _ isTagged: Bool,
    to out: inout FileSection
  ) {
    out.begin(page.number)
    out.put("<</Type/Page/Parent ")
    out.put(reference: leaf)
    out.put("/Contents ")
    out.put(reference: page.contents)
    if let box = page.box {
      out.put("/MediaBox")
      out.put(box)
    }
    // named on the page itself, as archives ask (ISO 19005-2, 6.2.2)
    out.put(page.rest)
    if let set = plan.boxes[index] {
      out.put("/TrimBox")
      out.put(set.trim.syntax)
      if let bleed = set.bleed {
        out.put("/BleedBox")
        out.put(bleed.syntax)
      }
    }
    if !annotations.isEmpty {
      out.put("/Annots[")
      for annotation in annotations {
        out.put(reference: annotation)
        out.put(" ")
      }
      out.put("]")
    }
    if isTagged {
      out.put("/Tabs/S/StructParents ")
      out.put(index)
    }
    out.put(">>\n")
  }

  private func placedLinks(_ plan: FinishingPlan, _ book: [Page]) -> [PlacedLink] {
    plan.links.inPageOrder.map { $0.placed { PageCorner(left: 0, top: book[$0].height) } }
  }

  private func placedDestinations(_ plan: FinishingPlan, _ book: [Page]) -> [PlacedDestination] {
    plan.destinations.inNameOrder.map { $0.value.placed($0.key, PageCorner(left: 0, top: book[$0.value.page].height)) }
  }

  // MARK: The catalog

  private func addCatalog(
    _ plan: FinishingPlan, _ catalog: inout PDFSyntax, _ out: inout FileSection, _ pdf: inout [UInt8],
    _ placed: inout [(number: Int, offset: Int)]
  ) {
    for (key, value) in plan.catalog(hasOutline: outline != nil) {
      catalog.add(name: String(key.dropFirst()))
      catalog.add(value)
    }
    if let outline {
      catalog.add("/Outlines")
      catalog.add(reference: outline)
    }
    if !plan.pageLabels.isEmpty {
      catalog.add("/PageLabels")
      catalog.add(reference: out.begin())
      out.put(pageLabelTree(plan.pageLabels))
    }
    if plan.writesXMP {
      catalog.add("/Metadata")
      catalog.add(reference: out.reserve())
      place(Array(plan.xmp.utf8), "/Type/Metadata/Subtype/XML", number: out.next - 1, &pdf, &placed)
    }
    if plan.archive != nil {
      let profile = out.reserve()
      place(
        Packer().packed(SRGBProfile.bytes[...]), "/N 3/Filter/FlateDecode", number: profile, &pdf, &placed)
      catalog.add("/OutputIntents [")
      catalog.add(reference: out.begin())
      catalog.add("]")
      out.put(SRGBProfile.intent(profile: profile))
    }
  }

  private func place(
    _ bytes: [UInt8], _ keys: StaticString, number: Int, _ pdf: inout [UInt8],
    _ placed: inout [(number: Int, offset: Int)]
  ) {
    placed.append((number, pdf.count))
    pdf += "\(number) 0 obj\n<</Length \(bytes.count)\(keys)>>\nstream\n".utf8
    pdf += bytes
    pdf += CairoFile.tail
  }
}

extension PageBoxes {
  fileprivate subscript(_ page: Int) -> PageBoxSet? {
    switch self {
    case .none: nil
    case .uniform(let set): set
    case .perPage(let sets): sets[page]
    }
  }
}

extension FileSection {
  /// Ends a node of the page tree.
  fileprivate mutating func put(kids: [Int], count: Int) {
    put("/Count ")
    put(count)
    put("/Kids[")
    for kid in kids {
      put(reference: kid)
      put(" ")
    }
    put("]>>\n")
  }
}
