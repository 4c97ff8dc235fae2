/// What other programs write into front matter, though a key of octavo's is called the same or nearly so.
enum ThirdPartyKeys {
  static func has(_ entry: ConfigurationEntry, _ key: String) -> Bool {
    if names.contains(key) { return true }
    switch (key, entry.value) {
    case ("layout", .text(let value)): return !["single", "spread"].contains(value)
    // of bookdown and pandoc: whether paragraphs are set in at all
    case ("indent", .text(let value)): return value.isYes != nil
    // Quarto's way to edit the file, where octavo has a name
    case ("editor", .text(let value)): return ["visual", "source"].contains(value)
    case ("draft", .nothing), ("date", .nothing), ("editor", .nothing): return true
    case ("date", .text(let value)): return isComputed(value)
    case (_, .other), (_, .entries): return true
    default: return false
    }
  }

  /// What a reader takes from front matter by itself: works that the manuscript lists, its summary, commands of TeX's.
  static func isReadWithText(_ entry: ConfigurationEntry) -> Bool {
    func defines(_ text: String) -> Bool {
      ["\\newcommand", "\\renewcommand", "\\providecommand", "\\DeclareMathOperator", "\\def\\"].contains {
        text.contains($0)
      }
    }
    switch (entry.key, entry.value) {
    case ("references", _), ("abstract", _), ("math", .entries), ("math", .other): return true
    case ("header-includes", .text(let text)): return defines(text)
    case ("header-includes", .list(let items)): return items.contains { defines($0.text) }
    default: return false
    }
  }

  /// The day on which another program makes the book: Quarto's words, R's code.
  static func isComputed(_ date: String) -> Bool {
    ["today", "now", "last-modified", "today()"].contains(date.lowercased()) || date.hasPrefix("`r ")
  }

  /// Pandoc's keys that mean what octavo's options do.
  static let meanings = [
    "numbersections": "number-sections", "lof": "list-of-figures", "lot": "list-of-tables",
  ]

  /// Keys of Jekyll, Hugo, Pandoc, Obsidian and the like that resemble octavo's.
  private static let names: Set<String> = [
    "tags", "tag", "categories", "category", "slug", "weight", "aliases", "permalink", "published", "description",
    "excerpt", "cover", "image", "images", "summary", "type", "id", "sidebar", "nav_order",
    "parent", "url", "comments", "share", "lastmod", "updated", "version", "status",
    "documentclass", "geometry", "fontsize", "mainfont", "header-includes",
    "output", "classoption", "papersize", "linkcolor", "subject", "created", "modified",
    "sidebar_label", "sidebar_position", "hide_title", "linktitle", "toc-title", "pagetitle", "institute",
    "site", "format", "execute", "biblio-style", "github-repo", "favicon", "knit", "params",
    "linestretch", "indentation", "cover-image", "vignette", "filters", "engine",
  ]
}
