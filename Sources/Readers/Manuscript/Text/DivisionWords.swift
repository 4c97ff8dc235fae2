internal import Encoding

/// Words that name a division of a book beside its number: the one table of them, by language.
enum DivisionWords {
  struct Word {
    var rank: HeadingForm.Rank
    /// It heads chapters or parts wherever it begins a line; others do beside a number alone.
    var isPlain: Bool
    /// Rows of the table that have it, a bit each.
    fileprivate var rows: UInt64 = 0

    /// Primary tags of the languages that have it: whose number words may stand beside it.
    var languages: Set<String> {
      Set(DivisionWords.rows.indices.lazy.filter { rows >> $0 & 1 == 1 }.map { DivisionWords.rows[$0].language })
    }
  }

  /// `Day the First`: of English.
  static let day = Word(
    rank: .part, isPlain: false, rows: rows.firstIndex { $0.language == "en" }.map { 1 << UInt64($0) } ?? 0)

  static func word(_ key: String) -> Word? { words[key] ?? (isPlainASCII(key) ? nil : words[key.divisionKey]) }

  /// `Chapter`, `Letter`: the first word of a chapter's label.
  static func beginsChapter(_ key: String) -> Bool {
    word(key).map { $0.isPlain && ($0.rank == .chapter || $0.rank == .act) } ?? false
  }

  static func beginsPart(_ key: String) -> Bool { word(key).map { $0.isPlain && $0.rank <= .part } ?? false }

  /// `Scene` too, but not `Story` or `Night`, which are titles as well.
  static func beginsLabel(_ key: String) -> Bool {
    word(key) != nil && !softKeywords.contains(key) && !seldom.contains(key)
  }

  /// Words of scripts that set no space before the number behind them.
  static let joined: [String] = words.all.map(\.name).filter { key in
    // Thai to Burmese, and Khmer: their first bytes
    guard let first = key.utf8.first, first == 0xE0 || first == 0xE1, let scalar = key.unicodeScalars.first?.value
    else { return false }
    return (0x0E00...0x109F).contains(scalar) || (0x1780...0x17FF).contains(scalar)
  }.sorted { $0.utf8.count > $1.utf8.count }

  private static func isPlainASCII(_ key: String) -> Bool { key.utf8.allSatisfy { $0 < 0x80 } }

  private static let words: NameTable<Word> = {
    var words = NameTable<Word>(room: 600)
    for (number, row) in rows.enumerated() {
      for (column, list) in row.words.parted(by: 0x7C, omitsEmpty: false).enumerated().prefix(ranks.count) {
        words.add(list, partedBy: 0x20) { _, known in
          var word = known ?? Word(rank: ranks[column], isPlain: column < 5)
          word.rows |= 1 << UInt64(number)
          return word
        }
      }
    }
    func add(_ rank: HeadingForm.Rank, _ list: String) {
      words.add(list, partedBy: 0x20) { _, known in known ?? Word(rank: rank, isPlain: false) }
    }
    for word in softKeywords { add(.chapter, word) }
    add(.part, "epilogue epilog эпилог prologue period epoch series phase class classe klasse")
    add(.scene, "§ §§ ¶")
    return words
  }()

  /// Of the table's columns.
  private static let ranks: [HeadingForm.Rank] = [.volume, .part, .act, .chapter, .scene, .chapter]

  /// Words of the text's own divisions that are none of a label's.
  private static let seldom: Set<String> = [
    "epilogue", "epilog", "эпилог", "prologue", "period", "epoch", "series", "phase", "class", "classe", "klasse",
  ]

  /// Volumes, parts, acts, chapters, scenes, and what else stands for a chapter.
  fileprivate static let rows: [(language: String, words: String)] = [
    (
      "en",
      "volume vol|part book booke|act|chapter chap letter canto stave|scene section sect|fit fytte sonnet idyl idyll eclogue"
    ),
    ("de", "band|teil theil buch|akt aufzug|kapitel capitel|szene auftritt abschnitt|brief gesang"),
    ("nl", "band|deel boek|handeling bedrijf|hoofdstuk|tafereel|brief"),
    ("af", "band|deel boek|bedryf|hoofstuk|toneel|brief"),
    ("sv", "bind band|del delen bok boken|akt akten|kapitel kapitlet|scen scenen|brev brevet"),
    ("da", "bind|del bog|akt|kapitel|scene|brev"),
    ("no", "bind|del bok|akt|kapittel kapitlet|scene|brev"),
    ("is", "bindi|hluti bók|þáttur|kafli kapítuli|atriði|bréf"),
    ("fr", "volume tome|livre partie|acte|chapitre chap|scène section|lettre chant"),
    ("es", "tomo volumen|parte libro|acto|capítulo capitulo|escena sección|carta canto"),
    ("pt", "tomo volume|parte livro|acto ato|capítulo capitulo|cena secção seção|carta canto"),
    ("it", "tomo volume|parte libro|atto|capitolo|scena sezione|lettera canto"),
    ("ca", "tom volum|part llibre|acte|capítol|escena|carta cant"),
    ("gl", "tomo volume|parte libro|acto|capítulo|escena|carta"),
    ("ro", "volumul|partea cartea|actul|capitolul capitol|scena secțiunea|scrisoarea"),
    ("la", "tomus|liber pars|actus|capitulum caput|scaena|epistula"),
    ("eo", "volumo|parto libro|akto|ĉapitro|sceno|letero"),
    ("pl", "tom|część księga|akt|rozdział rozdzial|scena|pieśń"),
    ("cs", "svazek|část díl kniha cyklus|jednání dějství|kapitola hlava|výstup scéna|dopis zpěv"),
    ("sk", "zväzok|časť diel kniha|dejstvo|kapitola|výstup|"),
    ("sl", "zvezek ciklus|del knjiga|dejanje|poglavje|prizor|pismo"),
    ("hr", "tom svezak|dio deo knjiga|čin dejstvo|poglavlje glava|scena prizor|pismo"),
    ("ru", "том|часть книга|действие акт|глава|сцена явление|письмо песнь"),
    ("uk", "том|частина книга|дія акт|розділ глава|сцена ява|лист пісня"),
    ("be", "том|частка кніга|дзея акт|раздзел|сцэна|ліст"),
    ("bg", "том|част книга|действие|глава|сцена|писмо"),
    ("sr", "том|део књига|чин|поглавље глава|сцена призор|писмо"),
    ("mk", "том|дел книга|чин|поглавје глава|сцена|писмо"),
    ("lt", "tomas|dalis knyga|veiksmas|skyrius|scena|laiškas"),
    ("lv", "sējums|daļa grāmata|cēliens|nodaļa|aina|vēstule"),
    ("et", "köide|osa raamat|vaatus|peatükk|stseen|kiri"),
    ("fi", "nide|osa kirja|näytös akti|luku|kohtaus|kirje runo"),
    ("hu", "kötet|rész könyv|felvonás|fejezet|jelenet szín|levél ének"),
    ("el", "τόμος|μέρος βιβλίο βιβλίον|πράξη πράξις|κεφάλαιο κεφάλαιον|σκηνή|ραψωδία επιστολή γράμμα"),
    ("tr", "cilt|kısım kitap|perde|bölüm|sahne|mektup"),
    ("az", "cild|hissə kitab|pərdə|fəsil|səhnə|məktub"),
    ("ka", "ტომი|ნაწილი წიგნი|მოქმედება|თავი|სცენა|წერილი"),
    ("hy", "հատոր|մաս գիրք|գործողություն|գլուխ|տեսարան|նամակ"),
    ("he", "כרך|חלק ספר|מערכה|פרק|תמונה סצנה|מכתב"),
    ("yi", "באַנד|טייל בוך|אַקט|קאַפּיטל|סצענע|בריוו"),
    ("ar", "المجلد مجلد|الجزء جزء الكتاب القسم|المسرحية|الفصل فصل الباب باب|المشهد مشهد|الرسالة"),
    ("fa", "جلد|بخش کتاب قسمت|پرده|فصل باب|صحنه|نامه"),
    ("ur", "جلد|حصہ|ایکٹ|باب|منظر|خط"),
    ("hi", "खंड खण्ड|भाग|अंक|अध्याय परिच्छेद|दृश्य|पत्र"),
    ("mr", "खंड|भाग|अंक|प्रकरण अध्याय|प्रवेश|पत्र"),
    ("bn", "খণ্ড|ভাগ পর্ব|অঙ্ক|অধ্যায় পরিচ্ছেদ|দৃশ্য|চিঠি"),
    ("pa", "ਜਿਲਦ|ਭਾਗ|ਅੰਕ|ਅਧਿਆਇ ਕਾਂਡ|ਦ੍ਰਿਸ਼|"),
    ("gu", "ખંડ|ભાગ|અંક|પ્રકરણ અધ્યાય|દૃશ્ય|"),
    ("ta", "தொகுதி|பாகம் பகுதி|அங்கம்|அத்தியாயம்|காட்சி|"),
    ("te", "సంపుటి|భాగం|అంకం|అధ్యాయం|దృశ్యం|"),
    ("kn", "ಸಂಪುಟ|ಭಾಗ|ಅಂಕ|ಅಧ್ಯಾಯ|ದೃಶ್ಯ|"),
    ("ml", "വാല്യം|ഭാഗം|അങ്കം|അധ്യായം അദ്ധ്യായം|രംഗം|"),
    ("th", "เล่ม เล่มที่|ภาค ภาคที่|องก์ องก์ที่|บท บทที่ ตอนที่|ฉาก ฉากที่|"),
    ("lo", "ເຫຼັ້ມທີ|ພາກ ພາກທີ||ບົດ ບົດທີ|ສາກທີ|"),
    ("my", "အတွဲ|အပိုင်း||အခန်း|အခန်းငယ်|"),
    ("km", "ភាគ ភាគទី|ផ្នែក ផ្នែកទី||ជំពូក ជំពូកទី|ឆាក ឆាកទី|"),
    ("am", "ቅጽ|ክፍል||ምዕራፍ|ትዕይንት|"),
    ("vi", "tập|phần quyển|màn|chương hồi|cảnh|"),
    ("id", "jilid|bagian buku|babak|bab|adegan|surat"),
  ]
}

extension String {
  /// By bytes, for tables: Swift finds the borders of letters in more time than all else takes.
  func parted(by sign: UInt8, omitsEmpty: Bool = true) -> [String] {
    utf8.split(separator: sign, omittingEmptySubsequences: omitsEmpty).map { String(Substring($0)) }
  }

  /// A word of a table, which stands there in small letters, and what it is looked for by where that differs.
  var tableKeys: [String] {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return [self] }
    // capitals of Turkish are made small without knowing its language
    let other = unicodeScalars.contains("ı") ? String(replacing("ı", with: "i")) : foldedKey
    return other == nil || other == self ? [self] : [self, other ?? self]
  }

  /// A word as the tables have it: in small letters, Turkish ones without the point that `İ` leaves, Greek without accents,
  /// Arabic without vowel signs and with one form of each letter.
  var divisionKey: String {
    let lower = small(self)
    if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
    return lower.foldedKey ?? lower
  }

  /// Of small letters; nil where nothing in it has another form.
  private var foldedKey: String? {
    guard unicodeScalars.contains(where: \.mayDiffer) else { return nil }
    var key = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x307 where key.last == "i", 0x64B...0x652, 0x5B0...0x5BD, 0x5BF, 0x5C1...0x5C2: break
      case 0x384, 0x374, 0x375: key.append(scalar)
      case 0x370...0x3FF, 0x1F00...0x1FFF:
        key.append(plainGreek(scalar))
      case 0x300...0x345 where key.last.map({ (0x370...0x3FF).contains($0.value) }) ?? false: break
      case 0x622, 0x623, 0x625, 0x671: key.append("\u{627}")
      case 0x649, 0x6CC: key.append("\u{64A}")
      case 0x6A9: key.append("\u{643}")
      default: key.append(scalar)
      }
    }
    return String(key)
  }
}

extension Unicode.Scalar {
  fileprivate var mayDiffer: Bool {
    switch value {
    case 0x300...0x3FF, 0x5B0...0x6FF, 0x1F00...0x1FFF: true
    default: false
    }
  }
}

/// The small letter without breathing and accent.
private func plainGreek(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar {
  case "ς": return "σ"
  case "ά": return "α"
  case "έ": return "ε"
  case "ή": return "η"
  case "ί", "ϊ", "ΐ": return "ι"
  case "ό": return "ο"
  case "ύ", "ϋ", "ΰ": return "υ"
  case "ώ": return "ω"
  default: break
  }
  guard scalar.value >= 0x1F00 else { return scalar }
  let rows = Array("αεηιουω".unicodeScalars)
  let (row, place) = (Int(scalar.value - 0x1F00) / 16, Int(scalar.value) % 16)
  switch row {
  case 0...6: return rows[row]
  // two of each: grave and acute
  case 7: return place < 14 ? rows[place / 2] : scalar
  case 8, 0xB: return "α"
  case 9, 0xC: return "η"
  case 0xA, 0xF: return "ω"
  case 0xD: return "ι"
  case 0xE: return place == 4 || place == 5 ? "ρ" : "υ"
  default: return scalar
  }
}
