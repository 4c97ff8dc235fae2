/// How what is no chapter is headed: the one table of names, by kind and language, for all readers.
enum MatterNames {
  /// - Parameter key: as `headingKey` gives it.
  static func kind(_ key: String) -> BookMatter? {
    kinds[key] ?? (key.utf8.allSatisfy { $0 < 0x80 } ? nil : kinds[key.divisionKey])
  }

  /// The names of one kind.
  static func names(of kind: BookMatter) -> Set<String> {
    var names: NameTable<BookMatter> = NameTable(room: 100)
    for row in table where row.kind == kind { add(row.names, of: kind, to: &names) }
    return Set(names.all.map(\.name).filter { kinds[$0] == kind })
  }

  private static let kinds: NameTable<BookMatter> = {
    var kinds = NameTable<BookMatter>(room: 1800)
    for (kind, languages) in table { add(languages, of: kind, to: &kinds) }
    return kinds
  }()

  private static func add(_ languages: [String: String], of kind: BookMatter, to kinds: inout NameTable<BookMatter>) {
    for list in languages.values {
      kinds.add(list, partedBy: 0x7C) { _, _ in kind }
      if list.utf8.contains(0xE2) { kinds.add(list.replacing("’", with: "'"), partedBy: 0x7C) { _, _ in kind } }
    }
  }

  // a name that two kinds have is the first one's: the last row is read first
  private static let table: [(kind: BookMatter, names: [String: String])] = [
    (
      .title,
      ["en": "title page", "de": "titelseite", "fr": "page de titre", "es": "portada", "it": "frontespizio"]
    ),
    (.halfTitle, ["en": "half title|half-title|half title page"]),
    (
      .praise,
      [
        "en":
          "praise|advance praise|early praise|critical praise|reviews|what readers are saying|what people are saying",
        "de": "pressestimmen|leserstimmen", "fr": "la presse en parle", "es": "elogios", "it": "dicono di questo libro",
      ]
    ),
    (
      .maps,
      [
        "en": "map|maps|the map|map of the world", "de": "karte|karten|landkarte", "fr": "carte|cartes",
        "es": "mapa|mapas", "it": "mappa|mappe", "pt": "mapa|mapas", "nl": "kaart|kaarten", "ru": "карта|карты",
        "uk": "карта|мапа", "pl": "mapa|mapy", "cs": "mapa|mapy", "sv": "karta|kartor", "hu": "térkép", "tr": "harita",
        "el": "χάρτης", "ja": "地図", "zh": "地图|地圖", "ko": "지도", "fi": "kartta",
      ]
    ),
    (
      .cast,
      [
        "en": "cast of characters|list of characters|the cast of characters|dramatis personae|dramatis personæ|"
          + "principal characters|main characters|character list|family tree|genealogy|persons represented|characters|"
          + "the persons of the play|persons|the persons|the characters|cast|the cast|the persons in the play|"
          + "persons of the play|persons in the play|characters in the play",
        "de": "personen|personen der handlung|personenverzeichnis|stammbaum", "fr": "personnages|acteurs",
        "it": "personaggi|persone|interlocutori", "es": "personajes|personas|lista de personajes",
        "pt": "personagens", "nl": "personages", "ru": "действующие лица", "uk": "дійові особи", "pl": "osoby|postaci",
        "cs": "osoby", "hu": "szereplők|személyek", "sv": "personer", "fi": "henkilöt", "el": "πρόσωπα", "ja": "登場人物",
        "zh": "人物表|登场人物|登場人物", "ko": "등장인물", "tr": "kişiler|karakterler", "ro": "personaje",
      ]
    ),
    (
      .readersNote,
      [
        "en": "a note on the text|a note about the text|note on the text|a note to the reader|note to the reader|"
          + "notes to the reader|a note to readers|note to readers|a note from the author|content warning|"
          + "content warnings|content note|content notes|content advisory|trigger warning|trigger warnings|disclaimer|"
          + "a note on names|a note on pronunciation|pronunciation guide|a note on language|how to read this book|"
          + "how to use this book|epigraphs",
        "de": "triggerwarnung|inhaltswarnung|inhaltswarnungen|hinweis|haftungsausschluss|hinweis für die leser",
        "fr": "avertissement de contenu|note au lecteur", "es": "nota al lector|aviso de contenido|advertencia",
        "it": "nota al lettore|avvertenza|al lettore|ai lettori", "pt": "nota ao leitor|aviso de conteúdo",
        "nl": "aan de lezer|aan den lezer",
        "ru": "к читателю|от издателя|предупреждение", "pl": "od wydawcy|do czytelnika", "sv": "till läsaren",
      ]
    ),
    (
      .chronology,
      [
        "en": "timeline|chronology|a timeline", "de": "zeittafel|zeitleiste", "fr": "chronologie",
        "es": "cronología|línea de tiempo", "it": "cronologia", "pt": "cronologia", "nl": "tijdlijn",
        "ru": "хронология", "uk": "хронологія", "pl": "kalendarium|chronologia", "ja": "年表", "zh": "年表|大事年表",
        "ko": "연표",
      ]
    ),
    (
      .abbreviations,
      [
        "en": "abbreviations|list of abbreviations|a list of abbreviations|note on abbreviations",
        "de": "abkürzungen|abkürzungsverzeichnis|verzeichnis der abkürzungen",
        "fr": "abréviations|liste des abréviations",
        "es": "abreviaturas|siglas|lista de abreviaturas", "it": "abbreviazioni|sigle", "pt": "abreviaturas|siglas",
        "nl": "afkortingen|lijst van afkortingen", "ru": "список сокращений|сокращения", "uk": "список скорочень",
        "pl": "wykaz skrótów", "cs": "seznam zkratek", "sv": "förkortningar",
      ]
    ),
    (
      .copyright,
      [
        "en": "copyright|copyright page|imprint|legal notice|copyright notice", "de": "impressum",
        "fr": "mentions légales",
        "es": "créditos|derechos de autor|página legal", "it": "note legali", "pt": "direitos autorais|ficha técnica",
        "nl": "colofon en copyright", "ru": "авторские права|выходные данные", "uk": "авторські права", "ja": "著作権",
        "zh": "版权|版权页|版權|版權頁", "ko": "판권|저작권", "ar": "حقوق النشر|حقوق الطبع", "he": "זכויות יוצרים",
        "tr": "telif hakkı|künye", "hu": "impresszum", "vi": "bản quyền", "pl": "prawa autorskie",
      ]
    ),
    (
      .foreword,
      [
        "en": "foreword", "de": "geleitwort", "es": "prólogo del editor", "fr": "avant-propos de l’éditeur", "ja": "序文",
        "ko": "추천사|추천의 말", "zh": "推荐序|推薦序|代序",
      ]
    ),
    (
      .preface,
      [
        "en":
          "preface|introductory note|author’s preface|author’s note|the author’s preface|advertisement|to the reader|"
          + "prefatory note|preliminary|explanatory|explanatory note|proem|to my readers|biographical note|"
          + "biographical sketch|introductory remarks|translator’s preface|translator’s note|editor’s preface|"
          + "editor’s note|publisher’s note|publishers’ note|preface to the second edition|preface to the first edition",
        "de": "vorwort|vorrede|anmerkung des übersetzers|vorwort des autors|vorbemerkung|vorbericht|an den leser",
        "fr": "préface|avant-propos|avertissement|au lecteur|note de l’auteur|note du traducteur",
        "es": "prefacio|nota del autor|nota del traductor|nota de la traductora|nota preliminar|al lector",
        "cy": "rhagair|rhagymadrodd|at y darllenydd",
        "it": "prefazione|premessa|nota dell’autore|nota dell’autrice|nota del traduttore",
        "pt": "prefácio|nota do autor|nota da autora|nota do tradutor|ao leitor|aos leitores|duas palavras",
        "ca": "prefaci|nota de l’autor",
        "gl": "prefacio|limiar",
        "ro": "prefață|prefaţă|cuvânt înainte", "nl": "voorwoord|woord vooraf|voorrede|voorbericht", "af": "voorwoord",
        "sv": "förord|företal", "da": "forord|fortale",
        "no": "forord", "is": "formáli", "fi": "esipuhe|alkusanat", "et": "eessõna", "lv": "priekšvārds",
        "lt": "pratarmė",
        "ru": "предисловие|от автора|от переводчика|от редакции", "uk": "передмова|від автора|від перекладача",
        "be": "прадмова|ад аўтара", "bg": "предговор|от автора", "sr": "предговор", "hr": "predgovor",
        "sl": "predgovor",
        "mk": "предговор", "pl": "przedmowa|słowo wstępne|od autora|od autorki|od tłumacza",
        "cs": "předmluva|slovo úvodem", "sk": "predslov|predhovor",
        "hu": "előszó", "el": "προλεγόμενα", "tr": "önsöz|sunuş", "az": "ön söz", "he": "פתח דבר|הקדמה",
        "yi": "פֿאָרוואָרט",
        "ar": "تمهيد|تصدير|توطئة", "fa": "پیشگفتار|دیباچه|سخن نویسنده|سخن مترجم", "ur": "پیش لفظ|دیباچہ",
        "hi": "भूमिका|प्राक्कथन|आमुख",
        "mr": "मनोगत", "bn": "ভূমিকা|মুখবন্ধ", "th": "คำนำ|คำนำผู้เขียน|คำนำสำนักพิมพ์", "vi": "lời nói đầu|lời tựa",
        "id": "kata pengantar|prakata",
        "ja": "はじめに|序|まえがき|前書き|緒言", "zh": "序言|前言|自序|译者序|譯者序|序文", "ko": "머리말|서문|책머리에|들어가며",
        "eo": "antaŭparolo", "la": "praefatio",
      ]
    ),
    (
      .introduction,
      [
        "en": "introduction|introductory", "de": "einleitung|einführung", "es": "introducción", "it": "introduzione",
        "pt": "introdução", "ca": "introducció", "ro": "introducere", "ru": "введение", "uk": "вступ", "be": "уводзіны",
        "bg": "въведение|увод",
        "sr": "увод", "hr": "uvod", "sl": "uvod", "cs": "úvod", "sk": "úvod", "pl": "wstęp|wprowadzenie",
        "hu": "bevezetés|bevezető", "nl": "inleiding", "sv": "inledning|introduktion",
        "da": "indledning", "no": "innledning", "fi": "johdanto", "is": "inngangur", "et": "sissejuhatus",
        "lv": "ievads", "lt": "įvadas",
        "el": "εισαγωγή", "tr": "giriş", "he": "מבוא", "ar": "مقدمة|المقدمة|مدخل", "fa": "مقدمه", "ur": "تعارف",
        "hi": "परिचय|प्रस्तावना", "mr": "प्रस्तावना", "th": "บทนำ",
        "vi": "giới thiệu|lời giới thiệu", "id": "pendahuluan", "ja": "序論|序説", "zh": "导言|導言|引言|绪论|緒論",
        "ko": "서론|들어가는 말", "fr": "introduction",
      ]
    ),
    (
      .dedication,
      [
        "en": "dedication|the dedication|dedicatory", "de": "widmung|zueignung", "fr": "dédicace", "es": "dedicatoria",
        "it": "dedica", "pt": "dedicatória",
        "ca": "dedicatòria", "gl": "dedicatoria", "ro": "dedicație|dedicaţie", "nl": "opdracht", "af": "opdrag",
        "sv": "dedikation|tillägnan", "da": "dedikation|tilegnelse",
        "no": "dedikasjon|tilegnelse", "is": "tileinkun", "fi": "omistus|omistuskirjoitus", "et": "pühendus",
        "lv": "veltījums", "lt": "dedikacija",
        "ru": "посвящение", "uk": "присвята", "be": "прысвячэнне", "bg": "посвещение", "sr": "посвета", "hr": "posveta",
        "sl": "posvetilo", "pl": "dedykacja",
        "cs": "věnování", "sk": "venovanie", "hu": "ajánlás", "el": "αφιέρωση", "tr": "ithaf|adama", "he": "הקדשה",
        "ar": "إهداء|الإهداء", "fa": "تقدیم|پیشکش|تقدیم‌نامه",
        "ur": "انتساب", "hi": "समर्पण", "mr": "अर्पणपत्रिका", "bn": "উৎসর্গ", "th": "คำอุทิศ", "vi": "lời đề tặng|đề tặng",
        "id": "persembahan",
        "ja": "献辞|献詞", "zh": "献词|献辞|獻詞|獻辭|题献|題獻", "ko": "헌사|헌정", "la": "dedicatio", "eo": "dediĉo",
      ]
    ),
    (
      .epigraph,
      [
        "en": "epigraph|motto", "de": "motto", "fr": "épigraphe|exergue", "es": "epígrafe", "it": "epigrafe|esergo",
        "pt": "epígrafe", "ru": "эпиграф", "uk": "епіграф", "pl": "motto|epigraf",
        "cs": "motto", "hu": "mottó", "tr": "epigraf", "el": "επιγραφή", "ro": "epigraf", "ja": "題辞|エピグラフ",
        "zh": "题词|題詞|题记|題記", "ko": "제사", "ar": "اقتباس", "he": "מוטו",
      ]
    ),
    (
      .prologue,
      [
        "en": "prologue|prelude|overture|induction", "de": "prolog|vorspiel", "fr": "prologue|prélude", "es": "prólogo",
        "it": "prologo", "ca": "pròleg", "ro": "prolog", "ru": "пролог", "nl": "proloog",
        "la": "prologus", "is": "formálsorð", "fi": "prologi", "lv": "prologs", "lt": "prologas", "et": "proloog",
        "hu": "prológus|előhang", "el": "πρόλογος", "tr": "prolog|öndeyiş", "he": "פרולוג",
        "ar": "استهلال", "fa": "پیش‌درآمد", "hi": "प्रस्तावक", "th": "อารัมภบท|ปฐมบท", "vi": "lời mở đầu|khúc dạo đầu|mở đầu",
        "id": "prolog", "ja": "プロローグ|序章", "zh": "序章|楔子|序幕", "ko": "프롤로그|서장",
        "uk": "пролог", "hr": "predigra",
      ]
    ),
    (
      .epilogue,
      [
        "en": "epilogue|postlude|coda", "de": "epilog|nachspiel", "fr": "épilogue", "es": "epílogo", "it": "epilogo",
        "ca": "epíleg", "ru": "эпилог", "uk": "епілог", "be": "эпілог", "bg": "епилог", "nl": "epiloog",
        "fi": "epilogi",
        "lv": "epilogs", "lt": "epilogas", "et": "epiloog", "hu": "epilógus|utóhang", "el": "επίλογος",
        "tr": "epilog|sondeyiş", "he": "אפילוג", "ar": "خاتمة|الخاتمة", "fa": "پایان‌سخن|مؤخره", "hi": "उपसंहार",
        "th": "บทส่งท้าย|ปัจฉิมบท", "vi": "lời kết|vĩ thanh",
        "ja": "エピローグ|終章", "zh": "尾声|尾聲|终章|終章", "ko": "에필로그|종장",
      ]
    ),
    (
      .interlude,
      [
        "en":
          "interlude|intermezzo|entr’acte|the end of the tale|finale|argument|the argument|l’envoi|envoi|aftermath|extracts|"
          + "etymology|the moral|moral", "de": "zwischenspiel", "es": "interludio", "fr": "intermède",
        "ru": "интерлюдия|интермедия", "pl": "interludium|intermezzo", "hu": "közjáték", "ja": "幕間", "ko": "막간",
        "zh": "插曲|幕间",
      ]
    ),
    (
      .conclusion,
      [
        "en": "conclusion|the conclusion", "de": "schluss|schluß", "es": "conclusión", "it": "conclusione",
        "pt": "conclusão", "ru": "заключение", "uk": "висновок|висновки", "pl": "zakończenie", "cs": "závěr",
        "sk": "záver", "hu": "befejezés",
        "nl": "besluit|conclusie", "sv": "avslutning", "fi": "päätös|loppusanat", "ro": "concluzie|încheiere",
        "el": "συμπέρασμα", "tr": "sonuç", "fr": "conclusion", "ja": "結論|おわりに", "zh": "结语|結語|结论|結論", "ko": "결론|나오며",
        "he": "סיכום", "vi": "kết luận", "id": "kesimpulan|penutup",
      ]
    ),
    (
      .afterword,
      [
        "en": "afterword|postscript", "de": "nachwort", "fr": "postface", "es": "posfacio|nota final",
        "it": "postfazione", "pt": "posfácio", "ca": "postfaci", "ro": "postfață|postfaţă", "nl": "nawoord",
        "sv": "efterord|slutord", "da": "efterord|efterskrift",
        "no": "etterord", "is": "eftirmáli", "fi": "jälkisanat", "et": "järelsõna", "lv": "pēcvārds",
        "lt": "pabaigos žodis", "ru": "послесловие", "uk": "післямова", "be": "пасляслоўе", "bg": "послеслов",
        "sr": "поговор", "hr": "pogovor", "sl": "spremna beseda", "pl": "posłowie",
        "cs": "doslov", "sk": "doslov", "hu": "utószó", "el": "επίμετρο", "tr": "sonsöz", "he": "אחרית דבר",
        "fa": "پی‌نوشت|سخن پایانی", "ar": "كلمة أخيرة", "th": "คำตาม", "vi": "lời bạt", "id": "kata penutup",
        "ja": "あとがき|後書き|後記|解説|訳者あとがき", "zh": "后记|後記|跋|译后记|譯後記",
        "ko": "작가의 말|후기|맺음말|옮긴이의 말|지은이의 말",
      ]
    ),
    (
      .acknowledgements,
      [
        "en": "acknowledgements|acknowledgments|acknowledgement|acknowledgment|with thanks|thanks",
        "de": "danksagung|dank", "fr": "remerciements", "es": "agradecimientos", "it": "ringraziamenti",
        "pt": "agradecimentos", "ca": "agraïments", "gl": "agradecementos",
        "ro": "mulțumiri|mulţumiri", "ru": "благодарности", "uk": "подяки|подяка", "be": "падзякі",
        "bg": "благодарности", "sr": "захвалност|захвалнице", "hr": "zahvale|zahvala", "sl": "zahvala",
        "nl": "dankwoord", "sv": "tack|författarens tack", "da": "tak", "no": "takk", "is": "þakkir", "fi": "kiitokset",
        "et": "tänusõnad",
        "lv": "pateicības", "lt": "padėka", "pl": "podziękowania", "cs": "poděkování", "sk": "poďakovanie",
        "hu": "köszönetnyilvánítás|köszönet", "el": "ευχαριστίες", "tr": "teşekkür|teşekkürler", "he": "תודות",
        "ar": "شكر وتقدير|شكر", "fa": "سپاسگزاری|تقدیر و تشکر", "ur": "اظہار تشکر",
        "hi": "आभार", "mr": "आभार", "bn": "কৃতজ্ঞতা", "th": "กิตติกรรมประกาศ|คำขอบคุณ", "vi": "lời cảm ơn",
        "id": "ucapan terima kasih", "ja": "謝辞", "zh": "致谢|致謝|鸣谢", "ko": "감사의 말|감사의 글",
      ]
    ),
    (
      .appendix,
      [
        "en":
          "appendix|appendices|note to the text|errata|book club questions|book club guide|discussion questions|"
          + "questions for discussion|topics for discussion|discussion guide|reading group guide|a reading group guide|"
          + "reading group questions|reading guide|reader’s guide|readers’ guide|a reader’s guide|study guide|study questions|"
          + "excerpt|sneak peek|leseprobe|addenda|transcriber’s note|transcriber’s notes|original transcriber’s notes",
        "de": "anhang", "fr": "appendice|annexe|annexes", "it": "appendice|appendici|note al testo",
        "es": "apéndice|apéndices|anexo", "pt": "apêndice|anexo",
        "ru": "приложение|приложения", "uk": "додаток|додатки", "pl": "dodatek|aneks", "cs": "příloha|přílohy|dodatek",
        "hu": "függelék", "nl": "bijlage|bijlagen|aanhangsel", "sv": "bilaga|bilagor|appendix", "da": "bilag|tillæg",
        "no": "vedlegg|tillegg", "fi": "liite|liitteet", "ro": "anexă|anexe", "el": "παράρτημα", "tr": "ek|ekler",
        "he": "נספח|נספחים", "ar": "ملحق|ملاحق", "fa": "پیوست|ضمیمه", "ja": "付録", "zh": "附录|附錄", "ko": "부록",
        "hi": "परिशिष्ट", "vi": "phụ lục", "th": "ภาคผนวก", "id": "lampiran",
      ]
    ),
    (
      .glossary,
      [
        "en": "glossary|vocabulary", "de": "glossar", "fr": "glossaire", "es": "glosario", "it": "glossario",
        "pt": "glossário", "ru": "глоссарий|словарь", "uk": "глосарій|словник",
        "nl": "verklarende woordenlijst|woordenlijst", "sv": "ordlista", "da": "ordliste", "no": "ordliste",
        "fi": "sanasto", "pl": "słowniczek|glosariusz",
        "cs": "slovníček|glosář", "hu": "szójegyzék|szószedet", "ro": "glosar", "el": "γλωσσάρι|γλωσσάριο",
        "tr": "sözlükçe", "he": "מילון מונחים", "ar": "مسرد", "fa": "واژه‌نامه", "ja": "用語集", "zh": "术语表|詞彙表|词汇表",
        "ko": "용어 해설|용어집", "vi": "bảng thuật ngữ|chú giải", "id": "glosarium",
      ]
    ),
    (
      .bibliography,
      [
        "en": "bibliography|select bibliography|works cited|references|further reading|sources",
        "de": "literatur|literaturverzeichnis", "fr": "bibliographie", "es": "bibliografía", "it": "bibliografia",
        "ru": "библиография|литература|список литературы", "uk": "бібліографія|література|список літератури",
        "pl": "bibliografia", "cs": "bibliografie|použitá literatura", "hu": "irodalomjegyzék|bibliográfia",
        "nl": "bibliografie|literatuur", "sv": "litteratur|källor", "da": "litteratur", "fi": "kirjallisuus|lähteet",
        "ro": "bibliografie", "el": "βιβλιογραφία", "tr": "kaynakça|bibliyografya", "he": "ביבליוגרפיה",
        "ar": "المراجع|المصادر والمراجع|المصادر", "fa": "منابع|کتابنامه", "ja": "参考文献", "zh": "参考文献|參考文獻|参考书目",
        "ko": "참고문헌|참고 문헌",
        "hi": "संदर्भ ग्रंथ", "vi": "tài liệu tham khảo", "id": "daftar pustaka", "th": "บรรณานุกรม",
      ]
    ),
    (
      .aboutAuthor,
      [
        "uk": "про автора|про авторку", "be": "пра аўтара", "bg": "за автора", "cs": "o autorovi|o autorce",
        "sk": "o autorovi", "hr": "o autoru|o autorici|o piscu", "hu": "a szerzőről",
        "fi": "kirjailijasta|tietoja kirjailijasta", "el": "σχετικά με τον συγγραφέα|ο συγγραφέας|η συγγραφέας",
        "tr": "yazar hakkında", "he": "על המחבר|על המחברת|אודות המחבר", "ar": "عن المؤلف|عن المؤلفة|عن الكاتب",
        "fa": "درباره نویسنده|دربارهٔ نویسنده", "ur": "مصنف کے بارے میں", "hi": "लेखक के बारे में|लेखक परिचय",
        "th": "เกี่ยวกับผู้เขียน", "vi": "về tác giả", "id": "tentang penulis", "ja": "著者について|著者紹介",
        "zh": "关于作者|關於作者|作者简介|作者簡介", "ko": "지은이|저자 소개|작가 소개", "ro": "despre autor|despre autoare",
        "pt": "o autor|a autora", "pl": "o autorze|o autorce",
      ]
    ),
    (
      .colophon,
      [
        "en": "colophon", "de": "kolophon", "es": "colofón", "nl": "colofon", "ru": "колофон",
        "fr": "achevé d’imprimer", "ja": "奥付", "hu": "kolofon", "pl": "stopka redakcyjna", "cs": "tiráž",
      ]
    ),
    (
      .notes,
      [
        "en": "notes|footnotes|footnote|endnotes|annotations", "de": "anmerkungen|fußnoten|fussnoten",
        "ru": "примечания|комментарии", "uk": "примітки", "es": "notas", "fr": "notes de bas de page", "it": "note",
        "nl": "noten|voetnoten|opmerkingen", "sv": "noter|fotnoter", "da": "fodnoter", "pl": "przypisy",
        "cs": "poznámky", "hu": "jegyzetek", "fi": "viitteet", "ro": "note", "el": "σημειώσεις",
        "tr": "notlar|dipnotlar", "sl": "opombe", "hr": "bilješke", "he": "הערות", "ar": "هوامش|الهوامش",
        "fa": "یادداشت‌ها", "ja": "注|註|脚注", "zh": "注释|註釋|注釋", "ko": "주석|각주|미주", "vi": "chú thích", "id": "catatan",
      ]
    ),
    (
      .index,
      [
        "en":
          "index|general index|index of names|index of persons|index of subjects|alphabetical index|subject index|author index|index of first lines|index of titles",
        "de":
          "register|sachregister|namenregister|personenregister|namens- und sachregister|stichwortverzeichnis|ortsregister",
        "es": "índice alfabético|índice onomástico|índice de nombres|índice analítico",
        "it": "indice alfabetico|indice dei nomi|indice analitico",
        "fr": "table alphabétique|index alphabétique|index des noms",
        "ru": "указатель|именной указатель|предметный указатель|алфавитный указатель",
        "uk": "покажчик|іменний покажчик", "nl": "zaakregister|naamregister",
        "sv": "sakregister|personregister", "la": "index nominum|index rerum", "pl": "indeks|skorowidz|indeks nazwisk",
        "cs": "rejstřík|jmenný rejstřík", "sk": "register", "hu": "névmutató|tárgymutató|mutató", "fi": "hakemisto",
        "ro": "indice|index", "el": "ευρετήριο", "tr": "dizin", "he": "מפתח", "ar": "فهرس الأعلام", "fa": "نمایه",
        "ja": "索引", "zh": "索引", "ko": "찾아보기|색인", "vi": "chỉ mục|bảng tra cứu", "id": "indeks",
      ]
    ),
    (
      .contents,
      [
        "en":
          "contents|table of contents|the contents|contents and illustrations|contents of the volume|index of chapters|contents of volume i|contents of vol. i|contents of volume ii|contents of vol. ii|list of contents",
        "fr": "table des matières|table des matieres|table|sommaire",
        "de": "inhalt|inhaltsverzeichnis|inhaltsübersicht", "it": "indice|sommario",
        "es": "índice|sumario|contenido|tabla de materias|tabla de contenido|tabla de contenidos",
        "pt": "índice|sumário|conteúdo",
        "ca": "índex", "ru": "содержание|оглавление", "uk": "зміст", "be": "змест", "bg": "съдържание", "sr": "садржај",
        "hr": "sadržaj",
        "sl": "kazalo|vsebina", "mk": "содржина", "nl": "inhoud|inhoudsopgave", "af": "inhoud|inhoudsopgawe",
        "sv": "innehåll|innehållsförteckning", "da": "indhold|indholdsfortegnelse", "no": "innhold|innholdsfortegnelse",
        "is": "efnisyfirlit", "fi": "sisällys|sisällysluettelo", "et": "sisukord", "lv": "saturs", "lt": "turinys",
        "pl": "spis treści|spis rzeczy", "cs": "obsah", "sk": "obsah",
        "hu": "tartalom|tartalomjegyzék", "ro": "cuprins", "el": "περιεχόμενα|πίνακας περιεχομένων",
        "tr": "içindekiler", "az": "mündəricat", "he": "תוכן|תוכן העניינים|תוכן עניינים",
        "ar": "المحتويات|فهرس المحتويات|الفهرس|فهرس", "fa": "فهرست|فهرست مطالب", "ur": "فہرست",
        "hi": "विषय सूची|विषय-सूची|अनुक्रम|अनुक्रमणिका", "bn": "সূচিপত্র|সূচি", "th": "สารบัญ", "vi": "mục lục", "id": "daftar isi",
        "ja": "目次", "zh": "目錄|目录|目次", "ko": "차례|목차", "ka": "სარჩევი", "hy": "բովանդակություն", "eo": "enhavo",
        "cy": "cynnwys|cynwysiad|cynhwysiad", "my": "မာတိကာ", "km": "មាតិកា", "am": "ማውጫ",
      ]
    ),
  ]
}

extension String {
  /// `List of Figures`, `Abbildungsverzeichnis`: what stands over a list of captions.
  package var namesListOfCaptions: Bool { utf8.count <= 60 && listsOfCaptions.contains(headingKey(self)) }
}

private let listsOfCaptions: Set<String> = [
  "list of figures", "list of illustrations", "list of tables", "list of plates", "list of maps", "figures", "tables",
  "illustrations", "abbildungsverzeichnis", "verzeichnis der abbildungen", "tabellenverzeichnis",
  "verzeichnis der tabellen", "liste des figures", "table des figures", "table des illustrations",
  "liste des illustrations", "liste des tableaux", "table des tableaux", "índice de figuras", "lista de figuras",
  "índice de tablas", "lista de tablas", "índice de ilustraciones", "elenco delle figure", "indice delle figure",
  "elenco delle tabelle", "indice delle tabelle", "lista de tabelas", "lista de ilustrações", "lijst van figuren",
  "lijst van tabellen", "lijst van afbeeldingen", "figurförteckning", "tabellförteckning", "spis rysunków",
  "spis ilustracji", "spis tabel", "seznam obrázků", "seznam tabulek", "список иллюстраций", "список таблиц",
]
