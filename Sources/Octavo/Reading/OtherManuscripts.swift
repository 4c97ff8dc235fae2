internal import Bytes
internal import EPUB
internal import Images
internal import Manuscript
internal import Pandoc
internal import Settings
internal import Units
internal import Word

/// Manuscripts that are neither plain text nor Markdown.
extension PreparedBook {
  /// Reads what its first bytes, or the user, say is of another format; nil for a text.
  static func readOther(
    _ bytes: [UInt8], name: String, _ resolved: ResolvedOptions
  ) throws(SettingsProblem) -> ManuscriptReading? {
    switch resolved.format {
    case "epub": return try readEPUB(bytes, name: name, resolved)
    case "word": return try readWordFile(bytes, name: name, resolved)
    case "html": return try readPages([(name, bytes)], resolved)
    case nil where isEPUB(bytes, name): return try readEPUB(bytes, name: name, resolved)
    case nil where isWordFile(bytes, name: name): return try readWordFile(bytes, name: name, resolved)
    case nil where isHTML(bytes, name: name): return try readPages([(name, bytes)], resolved)
    case "pandoc": return try PandocRun.readTree(bytes, name: name, pandocOptions(resolved))
    case nil:
      if isPandocTree(bytes) { return try PandocRun.readTree(bytes, name: name, pandocOptions(resolved)) }
      guard let format = PandocRun.format(of: name) else { return nil }
      return try PandocRun.read(name, format: format, options: pandocOptions(resolved))
    default: return nil
    }
  }

  private static func pandocOptions(_ resolved: ResolvedOptions) -> PandocOptions {
    var options = PandocOptions { PandocRun.picture($0, beside: "") }
    (options.title, options.author, options.language) = (
      resolved.reading.title, resolved.reading.author, resolved.reading.language
    )
    options.hasBibliography = !resolved.citations.files.isEmpty
    return options
  }

  /// By its name, or as an archive that has a container's description (OCF 3.3, 4.2.6.3.1).
  private static func isEPUB(_ bytes: [UInt8], _ name: String) -> Bool {
    if name.lowercased().hasSuffix(".epub") { return true }
    guard bytes.starts(with: [0x50, 0x4B]) else { return false }
    if bytes.prefix(100).firstRange(ofBytes: Array("application/epub+zip".utf8)) != nil { return true }
    // names stand in an archive's last part once more
    return bytes.suffix(1 << 20).firstRange(ofBytes: Array("META-INF/container.xml".utf8)) != nil
  }

  private static func readWordFile(
    _ bytes: [UInt8], name: String, _ resolved: ResolvedOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    var options = WordOptions { picture, name in
      do throws(ImageError) { _ = try inspectImage(picture, file: name) } catch { return error.words }
      return nil
    }
    let asked = resolved.reading
    (options.title, options.author, options.language) = (asked.title, asked.author, asked.language)
    options.keepsContents = asked.keepsContents
    do throws(WordError) { return try readWord(bytes, name: name, options: options) } catch {
      throw SettingsProblem(error.diagnostic(name: name), place: name)
    }
  }

  private static func readEPUB(
    _ bytes: [UInt8], name: String, _ resolved: ResolvedOptions
  ) throws(SettingsProblem) -> ManuscriptReading {
    do throws(EPUBError) { return try EPUB.readEPUB(bytes, name: name, options: epubOptions(resolved)) } catch {
      throw SettingsProblem(error.diagnostic(name: name), place: name)
    }
  }

  static func epubOptions(_ resolved: ResolvedOptions) -> EPUBOptions {
    let asked = resolved.reading
    var options = EPUBOptions()
    (options.title, options.author, options.language) = (asked.title, asked.author, asked.language)
    options.sheets = EPUBOptions.Sheets(rawValue: resolved.sheets) ?? .semantic
    if asked.keepsBoilerplate { options.keeps.insert(.boilerplate) }
    if asked.keepsContents { options.keeps.insert(.contents) }
    if asked.keepsTitlePage { options.keeps.insert(.titlePage) }
    if asked.keepsPageNumbers { options.keeps.insert(.pageNumbers) }
    if asked.keepsTranscriberNotes { options.keeps.insert(.transcriberNotes) }
    if asked.keepsCover { options.keeps.insert(.cover) }
    return options
  }
}
