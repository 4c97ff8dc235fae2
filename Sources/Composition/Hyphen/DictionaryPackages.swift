/// The Debian packages that hold hyphenation patterns, by language.
///
/// Debian 12, `apt-cache search '^hyphen-'`: 46 packages, and the Estonian
/// patterns, which `myspell-et` provides. Languages with two packages stand here
/// by tag, the commoner one by the bare language as well.
enum DictionaryPackages {
  static let byTag: [String: String] = [
    "af": "hyphen-af", "as": "hyphen-as", "be": "hyphen-be", "bg": "hyphen-bg", "bn": "hyphen-bn",
    "ca": "hyphen-ca", "cs": "hyphen-cs", "da": "hyphen-da", "de": "hyphen-de", "el": "hyphen-el",
    "en": "hyphen-en-us", "en-GB": "hyphen-en-gb", "en-US": "hyphen-en-us",
    "es": "hyphen-es", "et": "myspell-et", "fr": "hyphen-fr", "gl": "hyphen-gl", "gu": "hyphen-gu",
    "hi": "hyphen-hi", "hr": "hyphen-hr", "hu": "hyphen-hu", "id": "hyphen-id", "is": "hyphen-is",
    "it": "hyphen-it", "kn": "hyphen-kn", "lt": "hyphen-lt", "lv": "hyphen-lv", "ml": "hyphen-ml",
    "mn": "hyphen-mn", "mr": "hyphen-mr", "nb": "hyphen-no", "nl": "hyphen-nl", "nn": "hyphen-no",
    "no": "hyphen-no", "or": "hyphen-or", "pa": "hyphen-pa", "pl": "hyphen-pl",
    "pt": "hyphen-pt-br", "pt-BR": "hyphen-pt-br", "pt-PT": "hyphen-pt-pt",
    "ro": "hyphen-ro", "ru": "hyphen-ru", "sk": "hyphen-sk", "sl": "hyphen-sl", "sr": "hyphen-sr",
    "sv": "hyphen-sv", "ta": "hyphen-ta", "te": "hyphen-te", "th": "hyphen-th", "uk": "hyphen-uk",
    "zu": "hyphen-zu",
  ]

  /// The package for a tag: `en-IE` takes the one of its preferred region, `de-AT` the language's.
  static func package(for tag: LanguageSubtags) -> String? {
    if let region = tag.preferredRegion, let found = byTag["\(tag.language)-\(region)"] { return found }
    return byTag[tag.language]
  }
}
