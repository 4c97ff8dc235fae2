extension PlainTextSource {
  /// The language by its script, or by its commonest words where the script is Latin;
  /// nil where that is not clear. Looks at the first 64 kB of the body.
  func guessLanguage(_ body: Range<Int>) -> String? {
    guard let first = body.first else { return nil }
    let start = Int(lines[first].start)
    let sample = text[start..<min(text.count, start + 64 * 1024)]
    var letters = [Int](repeating: 0, count: Script.allCases.count)
    var traditional = 0
    var simplified = 0
    var ukrainian = 0
    var counts = [Int](repeating: 0, count: languageWords.count)
    var word: [UInt8] = []
    func isDone() {
      guard !word.isEmpty, word.count <= 6 else { return }
      if let owners = languageOwners[String(decoding: word, as: UTF8.self)] { for n in owners { counts[n] += 1 } }
    }
    for scalar in String(decoding: sample, as: UTF8.self).unicodeScalars {
      let script = Script(scalar)
      if let script { letters[script.rawValue] += 1 }
      switch script {
      case .latin:
        if word.count <= 8 { appendUTF8(scalar.value < 0x80 ? scalar.value | 0x20 : scalar.value, to: &word) }
        continue
      case .cyrillic: if scalar == "і" || scalar == "ї" || scalar == "є" { ukrainian += 1 }
      case .han:
        if traditionalForms.contains(scalar) { traditional += 1 }
        if simplifiedForms.contains(scalar) { simplified += 1 }
      default: break
      }
      isDone()
      word.removeAll(keepingCapacity: true)
    }
    let total = letters.reduce(0, +)
    guard total >= 40 else { return nil }
    func count(_ script: Script) -> Int { letters[script.rawValue] }
    func leads(_ script: Script) -> Bool { count(script) * 2 > total }
    if leads(.cyrillic) { return ukrainian * 40 > count(.cyrillic) ? "uk" : "ru" }
    for (script, tag) in [(Script.greek, "el"), (.hebrew, "he"), (.arabic, "ar"), (.devanagari, "hi"), (.hangul, "ko")]
    where leads(script) { return tag }
    if (count(.kana) + count(.han)) * 2 > total {
      if count(.kana) * 10 > count(.han) { return "ja" }
      return traditional == simplified ? "zh" : traditional > simplified ? "zh-Hant" : "zh-Hans"
    }
    guard leads(.latin), let best = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return nil }
    let second = counts.indices.filter { $0 != best }.map { counts[$0] }.max() ?? 0
    return counts[best] >= 8 && counts[best] * 2 > second * 3 ? languageWords[best].tag : nil
  }
}

private enum Script: Int, CaseIterable {
  case latin, greek, cyrillic, hebrew, arabic, devanagari, kana, han, hangul

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: self = .latin
    case 0x370...0x3FF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x5D0...0x5EA: self = .hebrew
    case 0x620...0x64A: self = .arabic
    case 0x904...0x939: self = .devanagari
    case 0x3041...0x30FF: self = .kana
    case 0x4E00...0x9FFF: self = .han
    case 0xAC00...0xD7A3: self = .hangul
    default: return nil
    }
  }
}

/// Common characters that are written in one way in Taiwan and Hong Kong, in another on
/// the mainland; the same ones, in the same order. Fonts differ between the two.
private let traditionalForms = Set("這個們為國會說時來對後發經過學還無與關門開見長東車書馬風飛體".unicodeScalars)
private let simplifiedForms = Set("这个们为国会说时来对后发经过学还无与关门开见长东车书马风飞体".unicodeScalars)

/// The commonest short words of each language.
private let languageWords: [(tag: String, words: String)] = [
  ("en", "the and of to that was his with had her for you not"),
  ("fr", "le les et des que une dans qui pas du est pour au"),
  ("de", "der die und das den nicht ein ist sich auf mit zu er"),
  ("es", "el los que una por del las con se su y lo"),
  ("it", "il che di non la per un con una della si gli è"),
  ("nl", "de het een van en niet zijn dat ik hij op te met"),
  ("pt", "que não os uma do da com em para se ao o"),
  ("sv", "och att det som en han på är för inte av"),
  ("da", "og at det som en han på er for ikke af"),
  ("fi", "ja oli on hän ei että se kun niin mutta"),
  ("la", "et in est non ad cum ut quod qui sed"),
  ("pl", "i w nie się na z to że do jest"),
  ("cs", "a se na že je v to byl jsem ale"),
  ("hu", "a az és hogy nem egy is volt"),
  ("cy", "y yr yn ac ar ei mae oedd wedi nid yw gan o i"),
]

private let languageOwners: [String: [Int]] = {
  var owners: [String: [Int]] = [:]
  for (n, language) in languageWords.enumerated() {
    for word in language.words.split(separator: " ") { owners[String(word), default: []].append(n) }
  }
  return owners
}()
