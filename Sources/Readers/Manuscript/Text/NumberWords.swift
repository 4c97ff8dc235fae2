/// Numbers in words, cardinal and ordinal: the one table of them, by language.
enum NumberWords {
  /// What a word says in any language.
  static func value(_ word: String) -> Int? {
    if let value = common[word] ?? stem(word)?.value { return value }
    let key = word.divisionKey
    return key == word ? nil : common[key]
  }

  /// A number where it is all that a heading says; some are names of other things as well: `Achtung`, `Вторник`.
  static func bareValue(_ word: String) -> Int? {
    if let value = common[word] ?? common[word.divisionKey] { return namesToo.contains(word) ? nil : value }
    guard let (value, ending) = stem(word) else { return nil }
    return endings.contains(String(ending)) ? value : nil
  }

  private static let namesToo: Set<String> = [
    "once", "due", "un", "dos", "prima", "nona", "nono", "quarto", "octavo",
  ]

  /// Of adjectives.
  private static let endings: Set<String> = [
    "e", "er", "es", "en", "ый", "ой", "ий", "ая", "ое", "ья", "ье", "ій", "я", "а", "е", "є", "ý", "á", "é", "í", "i",
    "a", "o", "y", "н", "ο", "η", "ος", "ον",
  ]

  /// What it says beside a word of one of the languages: `on` is ten in Turkish alone.
  static func value(_ word: String, _ languages: Set<String>) -> Int? {
    if let value = value(word) { return value }
    let key = word.divisionKey
    for language in languages {
      // the tables of all are made where one of them is asked
      if localLists[language] != nil, let value = local[language]?[key] { return value }
      if language == "el" || language == "he" || language == "yi", let value = letterValue(key) { return value }
    }
    return nil
  }

  /// The number that words begin with, and how many of them it takes: `twenty one`, `الثاني عشر`, `hai mươi ba`.
  static func value(_ words: ArraySlice<String>, _ languages: Set<String>) -> (value: Int, used: Int)? {
    guard let first = words.first, let value = value(first, languages) else { return nil }
    guard words.count > 1 else { return (value, 1) }
    let rest = words.dropFirst()
    guard let next = rest.first else { return (value, 1) }
    func unit(_ words: ArraySlice<String>) -> Int? {
      words.first.flatMap { self.value($0, languages) }.flatMap { (1..<10).contains($0) ? $0 : nil }
    }
    if value < 10, teens.contains(next.divisionKey) { return (value + 10, 2) }
    if value < 10, tens.contains(next) {
      return unit(rest.dropFirst()).map { (value * 10 + $0, 3) } ?? (value * 10, 2)
    }
    // واحد وعشرون
    if value < 10, let sign = next.unicodeScalars.first, sign == "و" || sign == "ו",
      let more = self.value(String(String.UnicodeScalarView(next.unicodeScalars.dropFirst())), languages), more >= 20,
      more < 100
    {
      return (value + more, 2)
    }
    guard value % 10 == 0, value >= 20 && value < 100 || value == 10 && !languages.isDisjoint(with: tenBeforeUnits)
    else { return (value, 1) }
    if let unit = unit(rest) { return (value + unit, 2) }
    if !languages.contains("en"), ands.contains(next), let unit = unit(rest.dropFirst()) { return (value + unit, 3) }
    return (value, 1)
  }

  /// `ιβ΄`, `י״ב`: letters that stand for numbers, with or without the sign behind them.
  static func letterValue(_ word: String) -> Int? {
    var total = 0
    var last = Int.max
    var count = 0
    for scalar in word.unicodeScalars where !numeralSigns.contains(scalar) {
      guard let value = letterValues[scalar], value < last || value == 10 && last == 10 else {
        // στ΄ is six
        if scalar == "τ", last == 200 {
          total -= 194
          last = 6
          continue
        }
        return nil
      }
      total += value
      last = value
      count += 1
    }
    return (1...4).contains(count) ? total : nil
  }

  /// What stands behind a letter that is a number, or in it.
  static let numeralSigns: Set<Unicode.Scalar> = [
    "\u{384}", "\u{374}", "\u{2B9}", "\u{2032}", "'", "’", "΄", "᾽", "׳", "״", "\"",
  ]

  private static let letterValues: [Unicode.Scalar: Int] = {
    var values: [Unicode.Scalar: Int] = ["ϛ": 6, "ϝ": 6, "ϟ": 90, "ϙ": 90]
    for (letters, first) in [("αβγδε", 1), ("ζηθ", 7), ("אבגדהוזחט", 1)] {
      for (index, letter) in letters.unicodeScalars.enumerated() { values[letter] = first + index }
    }
    for (letters, first) in [("ικλμνξοπ", 1), ("ρσ", 10), ("יכלמנסעפצקר", 1)] {
      for (index, letter) in letters.unicodeScalars.enumerated() { values[letter] = (first + index) * 10 }
    }
    (values["ρ"], values["σ"], values["ק"], values["ר"]) = (100, 200, 100, 200)
    return values
  }()

  /// `eleven` to `nineteen` of languages that say three ten.
  private static let teens: Set<String> = ["عشر", "عشرة", "עשר", "עשרה", "belas"]
  private static let tens: Set<String> = ["mươi", "puluh"]
  private static let ands: Set<String> = ["و", "ו", "y", "e", "et", "și", "i", "и", "και"]
  /// Of these `décimo tercero` is thirteen.
  private static let tenBeforeUnits: Set<String> = ["vi", "tr", "az", "el", "es", "pt", "gl", "it", "ca", "la", "eo"]

  /// Stems behind which stand endings of up to three letters: German and Slavic ordinals, erstes, erster, ersten; первая,
  /// первый.
  private static func stem(_ word: String) -> (value: Int, ending: Substring)? {
    guard let first = word.unicodeScalars.first, let stems = stems[first] else { return nil }
    for (stem, value) in stems where word.hasPrefix(stem) && word.count <= stem.count + 3 {
      return (value, word.dropFirst(stem.count))
    }
    return nil
  }

  /// By the scalar with which a word of the stem begins, composed or not.
  private static let stems: [Unicode.Scalar: [(String, Int)]] = {
    var stems: [Unicode.Scalar: [(String, Int)]] = [:]
    for list in stemLists.parted(by: 0x0A) {
      for (index, forms) in list.parted(by: 0x20).enumerated() where forms != "-" {
        for form in forms.parted(by: 0x2F) {
          guard let first = form.unicodeScalars.first else { continue }
          stems[first, default: []].append((form, index + 1))
          // `čtvrt` in two scalars
          if first == "č" { stems["c", default: []].append((form, index + 1)) }
          if first == "š" { stems["s", default: []].append((form, index + 1)) }
        }
      }
    }
    for (stem, value) in [("letzt", 99), ("последн", 99), ("zwanzigst", 20)] {
      if let first = stem.unicodeScalars.first { stems[first, default: []].append((stem, value)) }
    }
    return stems
  }()

  private static let common: NameTable<Int> = {
    var words = NameTable<Int>(room: 700)
    add(commonLists, to: &words)
    for (word, value) in [
      ("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70), ("eighty", 80), ("ninety", 90),
      ("thirtieth", 30), ("fortieth", 40), ("last", 99), ("deuxieme", 2), ("troisieme", 3), ("dernière", 99),
      ("due", 2), ("tre", 3), ("quattro", 4), ("annen", 2), ("seconde", 2),
    ] { words.add(word, partedBy: 0x20) { _, _ in value } }
    return words
  }()

  private static let local: [String: NameTable<Int>] = localLists.mapValues { lists in
    var words = NameTable<Int>(room: 100)
    add(lists, to: &words)
    return words
  }

  /// Lists that each count from 1, several forms of one number parted by strokes.
  private static func add(_ lists: String, to words: inout NameTable<Int>) {
    for list in lists.parted(by: 0x0A) {
      for (index, forms) in list.parted(by: 0x20).enumerated() where forms != "-" {
        words.add(forms, partedBy: 0x2F) { _, _ in index + 1 }
      }
    }
  }

  private static let stemLists = """
    erst zweit dritt viert fünft sechst siebent/siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt
    перв втор трет четверт/четвёрт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат
    перш - - - п'ят/п’ят шост сьом - дев'ят/дев’ят - одинадцят дванадцят тринадцят чотирнадцят п'ятнадцят/п’ятнадцят шістнадцят сімнадцят вісімнадцят дев'ятнадцят/дев’ятнадцят двадцят
    - - трэц чацвёрт/чацверт - - сём - дзявят/дзевят дзясят/дзесят
    първ - - четвърт - - седм - девет десет единадесет дванадесет
    - - трећ четврт
    první druh třetí čtvrt - šest/šiest/szóst sedm/siedm/siódm ôsm/ósm devát/deviat/dziewiąt desát/desiat/dziesiąt jedenáct/jedenást/jedenast dvanáct/dvanást/dwunast
    pierwsz drug trzec czwart piąt
    - - treć/tret četvrt/četrt - - - - devet deset jedanaest dvanaest
    πρώτ δεύτερ τρίτ
    """

  private static let commonLists = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
    eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig
    un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt
    premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième
    première
    primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo
    primera segunda tercera cuarta quinta sexta séptima octava novena décima
    primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo ventesimo
    prima seconda terza quarta quinta sesta settima ottava nona decima
    primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo
    primeira segunda terceira quarta quinta
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte
    primus secundus tertius quartus quintus sextus septimus octavus nonus decimus undecimus duodecimus
    primvs secvndvs tertivs qvartvs qvintvs sextvs septimvs octavvs nonvs decimvs vndecimvs dvodecimvs
    eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende twintigste
    första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde
    første anden/andet/andre tredie/tredje fjerde femte sjette syvende/sjuende ottende/åttende niende tiende ellevte/ellefte tolvte
    fyrsti/fyrsta/fyrsti annar/annað þriðji/þriðja fjórði/fjórða fimmti/fimmta sjötti/sjötta sjöundi/sjöunda áttundi/áttunda níundi/níunda tíundi/tíunda
    ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes yhdestoista kahdestoista
    esimene teine kolmas neljas viies kuues seitsmes kaheksas üheksas kümnes
    prvá/prvý/prvé/prvi/prva/prvo/první - - - pátá/pátý/páté/piata/piaty/piate - - osmá/osmý/osmé
    први/прва/прво
    один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать
    - - третій/третя/третє четвертий/четверта/четверте - шостий сьомий восьмий/восьма - десятий/десята
    első második harmadik negyedik ötödik hatodik hetedik nyolcadik kilencedik tizedik tizenegyedik tizenkettedik tizenharmadik tizennegyedik tizenötödik tizenhatodik tizenhetedik tizennyolcadik tizenkilencedik huszadik huszonegyedik huszonkettedik huszonharmadik huszonnegyedik huszonötödik
    birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu
    pirmas/pirma antras/antra trečias/trečia ketvirtas/ketvirta penktas/penkta šeštas/šešta septintas/septinta aštuntas/aštunta devintas/devinta dešimtas/dešimta
    pirmais/pirmā otrais/otrā trešais/trešā ceturtais/ceturtā piektais/piektā sestais/sestā septītais/septītā astotais/astotā devītais/devītā desmitais/desmitā
    הראשון/ראשון/ראשונה/הראשונה שני/שנייה/השני/השנייה שלישי/שלישית/השלישי/השלישית רביעי/רביעית/הרביעי/הרביעית חמישי/חמישית/החמישי שישי/שישית/השישי שביעי/שביעית/השביעי שמיני/שמינית/השמיני תשיעי/תשיעית/התשיעי עשירי/עשירית/העשירי
    الأول/الأولى الثاني/الثانية الثالث/الثالثة الرابع/الرابعة الخامس/الخامسة السادس/السادسة السابع/السابعة الثامن/الثامنة التاسع/التاسعة العاشر/العاشرة - - - - - - - - - العشرون
    पहला/पहली/प्रथम/पहिला/पहिले दूसरा/दूसरी/द्वितीय/दुसरा/दुसरे तीसरा/तीसरी/तृतीय/तिसरा/तिसरे चौथा/चौथी/चतुर्थ/चौथे पाँचवाँ/पांचवां/पाँचवां/पंचम/पाचवा छठा/छठवाँ/षष्ठ/सहावा सातवाँ/सातवां/सप्तम/सातवा आठवाँ/आठवां/अष्टम/आठवा नौवाँ/नौवां/नवम/नववा दसवाँ/दसवां/दशम/दहावा
    প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম
    """

  /// Words that say something else in another language.
  private static let localLists = [
    "nl":
      "een/één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig",
    "af": "een twee drie vier vyf ses sewe agt nege tien elf twaalf",
    "sv":
      "ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo",
    "da":
      "en/et/én to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve",
    "no":
      "en/ett/én to tre fire fem seks sju/syv åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tjue",
    "is": "eitt tvö þrjú fjögur fimm sex sjö átta níu tíu",
    "it":
      "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
    "pt":
      "um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove vinte",
    "gl": "un dous tres catro cinco seis sete oito nove dez",
    "ca": "u/primer dos/segon tres/tercer quatre/quart cinc/cinquè sis/sisè set/setè vuit/vuitè nou/novè deu/desè",
    "ro":
      "unu/întâi/întâia/prim doi/doilea/doua/două trei/treilea/treia patru/patrulea/patra cinci/cincilea/cincea șase/şase/șaselea/şaselea/șasea șapte/şapte/șaptelea/şaptelea/șaptea opt/optulea/opta nouă/nouălea/noua zece/zecelea/zecea unsprezece/unsprezecelea doisprezece/doisprezecelea treisprezece/treisprezecelea",
    "eo": "unu/unua du/dua tri/tria kvar/kvara kvin/kvina ses/sesa sep/sepa ok/oka naŭ/naŭa dek/deka",
    "pl": "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście",
    "cs": "jedna/jeden dva/dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct",
    "sk": "jeden/jedna dva/dve tri štyri päť šesť sedem osem deväť desať",
    "sl": "ena dva/dve tri štiri pet/peti/peto/peta šest/šesto sedem/sedmo osem/osmo",
    "hr":
      "jedan dva tri četiri pet/peti/peta/peto šest/šesti/šesta/šesto sedam/sedmi/sedma/sedmo osam/osmi/osma/osmo devet deset",
    "sr": "један два/други/друга/друго три четири пет/пети/пета/пето шест/шести/шеста седам/седми/седма осам/осми/осма",
    "uk": "один два/другий/друга три чотири п'ять/п’ять шість сім вісім дев'ять/дев’ять десять одинадцять дванадцять",
    "be": "адзін/першы/першая два/другі/другая тры чатыры пяць/пяты/пятая шэсць/шосты сем восем дзевяць дзесяць",
    "bg": "едно/едина две/два три четири пет/пета/пети/пето шест/шеста/шести седем/седма осем/осма девет десет",
    "mk": "еден/прва/прво два/втора/второ три/трета/трето четири/четврта пет/петта шест/шеста",
    "hu": "egy kettő három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő",
    "fi": "yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista",
    "et": "üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme",
    "lv": "viens divi trīs četri pieci seši septiņi astoņi deviņi desmit",
    "lt": "vienas du trys keturi penki šeši septyni aštuoni devyni dešimt",
    "el":
      "ένα/ένας/μία/πρώτο/πρώτον/πρώτη/πρώτος δύο/δυο/δεύτερο/δεύτερον/δευτέρα/δεύτερη/δεύτερος τρία/τρεις/τρίτο/τρίτον/τρίτη/τρίτος τέσσερα/τέταρτο/τέταρτον/τέταρτη/τετάρτη/τέταρτος πέντε/πέμπτο/πέμπτον/πέμπτη/πέμπτος έξι/έκτο/έκτον/έκτη/έκτος επτά/εφτά/έβδομο/έβδομον/έβδομη/έβδομος οκτώ/οχτώ/όγδοο/όγδοον/όγδοη/όγδοος εννέα/εννιά/ένατο/ένατον/ένατη/ένατος δέκα/δέκατο/δέκατον/δέκατη/δέκατος έντεκα/ένδεκα/ενδέκατο/ενδέκατη δώδεκα/δωδέκατο/δωδέκατη",
    "tr": "bir iki üç dört beş altı yedi sekiz dokuz on - - - - - - - - - yirmi",
    "az":
      "bir/birinci iki/ikinci üç/üçüncü dörd/dördüncü beş/beşinci altı/altıncı yeddi/yeddinci səkkiz/səkkizinci doqquz/doqquzuncu on/onuncu",
    "he":
      "אחת/אחד שתיים/שניים שלוש/שלושה ארבע/ארבעה חמש/חמישה שש/שישה שבע/שבעה שמונה תשע/תשעה עשר/עשרה - - - - - - - - - עשרים",
    "ar":
      "واحد/الحادي/الحادية اثنان/ثان ثلاثة/ثالث أربعة/رابع خمسة/خامس ستة/سادس سبعة/سابع ثمانية/ثامن تسعة/تاسع عشرة/عاشر - - - - - - - - - عشرون",
    "fa":
      "یک/اول/یکم/نخست دو/دوم سه/سوم چهار/چهارم پنج/پنجم شش/ششم هفت/هفتم هشت/هشتم نه/نهم ده/دهم یازده/یازدهم دوازده/دوازدهم سیزده/سیزدهم چهارده/چهاردهم پانزده/پانزدهم شانزده/شانزدهم هفده/هفدهم هجده/هجدهم نوزده/نوزدهم بیست/بیستم",
    "ur":
      "ایک/اول/پہلا/پہلی دو/دوم/دوسرا/دوسری تین/سوم/تیسرا/تیسری چار/چہارم/چوتھا پانچ/پنجم/پانچواں چھ/ششم/چھٹا سات/ہفتم/ساتواں آٹھ/ہشتم/آٹھواں نو/نہم/نواں دس/دہم/دسواں",
    "hi": "एक दो तीन चार पाँच/पांच छह/छः/छे सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह/पन्द्रह सोलह सत्रह अठारह उन्नीस बीस",
    "mr": "एक दोन तीन चार पाच सहा सात आठ नऊ दहा",
    "th": "หนึ่ง/แรก สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ สิบเอ็ด สิบสอง สิบสาม สิบสี่ สิบห้า สิบหก สิบเจ็ด สิบแปด สิบเก้า ยี่สิบ",
    "lo": "ໜຶ່ງ/ນຶ່ງ ສອງ ສາມ ສີ່ ຫ້າ ຫົກ ເຈັດ ແປດ ເກົ້າ ສິບ",
    "vi": "một/mốt/nhất hai/nhì ba bốn/tư năm/lăm sáu bảy/bẩy tám chín mười",
    "id":
      "satu/pertama/kesatu dua/kedua tiga/ketiga empat/keempat lima/kelima enam/keenam tujuh/ketujuh delapan/kedelapan sembilan/kesembilan sepuluh/kesepuluh sebelas/kesebelas",
  ]
}
