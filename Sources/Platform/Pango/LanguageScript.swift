internal import CPango

/// Whether a language is written in another script than Latin: by its tag where that says so (`sr-Latn`), else by
/// Pango's list, where the script that most of its texts are in comes first. Languages that are not there are
/// supposed not to be.
package func isWrittenBesidesLatin(_ language: String) -> Bool {
  let subtags = language.split(separator: "-").dropFirst()
  if let script = subtags.first(where: { $0.utf8.count == 4 && !($0.utf8.first.map { $0 < 0x3A } ?? false) }) {
    return script.lowercased() != "latn"
  }
  var count: Int32 = 0
  guard let scripts = pango_language_get_scripts(pango_language_from_string(language), &count), count > 0 else {
    return false
  }
  return scripts[0] != PANGO_SCRIPT_LATIN
}
