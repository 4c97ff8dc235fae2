internal import Units

extension Label.Kind {
  /// `Figure`, in a language.
  package func word(_ language: String) -> String { LabelWords(language).caption(self, "") }
}

/// The words for figures, tables and their like, by language: as a caption begins, and as the text refers to them.
struct LabelWords {
  private let singular: [Label.Kind: String]
  private let plural: [Label.Kind: String]
  /// Words of kind are capitals within a sentence, too.
  private let keepsCapitals: Bool
  private let and: String
  /// What stands between a caption's number and its words.
  let behindNumber: String
  let quotes: (String, String)
  /// Between a reference and the page of what it names.
  let onPage: String
  private let isWide: Bool

  init(_ language: String) {
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? "en"
    let row = LabelWords.rows[LanguageTag.ofWords(language)] ?? LabelWords.rows["en"] ?? ""
    var (one, many): ([Label.Kind: String], [Label.Kind: String]) = ([:], [:])
    let rarer = LabelWords.rarerRows[LanguageTag.ofWords(language)] ?? LabelWords.rarerRows["en"] ?? ""
    for (kind, words) in zip(Label.Kind.allCases, row.split(separator: ",") + rarer.split(separator: ",")) {
      let forms = words.drop { $0 == " " }.split(separator: "/").map(String.init)
      one[kind] = forms.first
      many[kind] = forms.last
    }
    for kind in Label.Kind.allCases where kind.isOfBox { one[kind] = Callout.Kind(kind)?.word(language) }
    one[.appendix] = LabelWords.appendices[primary] ?? "Appendix"
    many[.appendix] = LabelWords.severalAppendices[primary] ?? one[.appendix]
    (singular, plural) = (one, many)
    and = LabelWords.conjunctions[primary] ?? "and"
    keepsCapitals = ["en", "de", "nb", "no"].contains(primary)
    onPage = LabelWords.pages[primary] ?? ", p.\u{A0}"
    isWide = primary == "zh" || primary == "ja"
    behindNumber = primary == "fr" ? "\u{A0}: " : isWide ? "\u{3000}" : ": "
    switch primary {
    case "de", "cs", "sk", "bg": quotes = ("„", "“")
    case "fr": quotes = ("«\u{A0}", "\u{A0}»")
    case "ru", "uk", "es", "it", "el", "nb", "no": quotes = ("«", "»")
    case "zh", "ja": quotes = ("「", "」")
    default: quotes = ("“", "”")
    }
  }

  /// `Figure 3`.
  func caption(_ kind: Label.Kind, _ number: String) -> String { joined(singular[kind] ?? "", number) }

  /// Whether a heading has the solutions of exercises below it.
  func areSolutions(_ heading: Heading?) -> Bool {
    guard let title = heading?.title.plainText.trimmingWhite.lowercased(), !title.isEmpty else { return false }
    return [plural[.solution]?.lowercased() ?? "", "solutions", "answers"].contains { word in
      !word.isEmpty && title.hasPrefix(word) && title.dropFirst(word.count).first?.isLetter != true
    }
  }

  private func joined(_ word: String, _ number: String) -> String {
    word.isEmpty || number.isEmpty ? word + number : isWide ? word + number : word + "\u{A0}" + number
  }

  /// A reference as the words before it ask: behind `equation` or `Figure` its number alone, also in the brackets that
  /// stand there, and behind `page` the page of what would be called by its title.
  func settled(_ reference: Reference, behind before: String, _ kind: Label.Kind?) -> Reference {
    guard reference.form == .word || reference.form == .title, let kind else { return reference }
    var words = before[...]
    let isInBrackets = words.last == "("
    if isInBrackets { words.removeLast() }
    guard words.last?.isWhitespace == true, let last = words.split(whereSeparator: \.isWhitespace).last?.lowercased()
    else { return reference }
    var settled = reference
    if reference.form == .title, LabelWords.pageWords.contains(last) {
      settled.form = .page
    } else if reference.form == .word, isWord(last, for: kind) {
      settled.form = kind == .equation && !isInBrackets ? .bracketed : .number
    }
    return settled
  }

  /// Writers call a chapter a section, and a section a chapter.
  private func isWord(_ word: String, for kind: Label.Kind) -> Bool {
    let kinds: [Label.Kind] = kind.isOfHeading ? [.chapter, .section, .appendix] : [kind]
    return kinds.contains {
      singular[$0]?.lowercased() == word || plural[$0]?.lowercased() == word
        || LabelWords.short[$0]?.contains(word) ?? false
    }
  }

  /// As they are shortened in running text.
  private static let short: [Label.Kind: Set<String>] = [
    .figure: ["fig.", "figs.", "abb.", "рис."], .table: ["tab.", "tabs.", "tbl.", "табл."],
    .equation: ["eq.", "eqs.", "eqn.", "eqns.", "gl.", "éq.", "ec."],
    .chapter: ["ch.", "chs.", "chap.", "kap.", "гл."],
    .section: ["sec.", "secs.", "sect.", "abschn.", "§", "§§"], .appendix: ["app.", "anh."],
  ]

  /// Whether words between two references of a kind leave both to the word before the first: `Figures 1 and 2`, `1–3`.
  func joins(_ words: String) -> Bool {
    let inner = words.trimmingWhite.lowercased()
    return !inner.isEmpty
      && [",", ";", "&", "-", "–", "—", "--", and, ", \(and)", "or", "to", "bis", "à", "a"].contains(inner)
  }

  /// As they stand before a page's number, in the languages of `pages`.
  private static let pageWords: Set<String> = [
    "page", "pages", "p.", "pp.", "seite", "seiten", "s.", "página", "páginas", "pág.", "págs.", "pagina", "pagine",
    "pag.", "bladzijde", "blz.", "с.", "стр.", "стор.", "странице", "strona", "stronie", "straně", "sidan", "side",
    "sivulla", "sivu", "sayfa", "σελίδα", "σ.", "oldal", "o.",
  ]

  /// What stands for a reference, each number with the name of its label; nothing where one has no number.
  func reference(
    _ labels: [(kind: Label.Kind, number: String, name: String)], _ reference: Reference
  ) -> [(words: String, name: String?)] {
    guard !labels.isEmpty, labels.allSatisfy({ !$0.number.isEmpty }) else { return [] }
    if reference.form == .title, labels[0].kind.isOfHeading { return [] }
    var made: [(words: String, name: String?)] = []
    // labels of one kind share its word
    var start = 0
    while start < labels.count {
      let kind = labels[start].kind
      // no language has a word for several notes of importance
      let group = kind.isOfBox ? labels[start...start] : labels[start...].prefix { $0.kind == kind }
      if start > 0 { made.append((group.endIndex == labels.count ? " \(and) " : ", ", nil)) }
      made += one(Array(group), reference)
      start = group.endIndex
    }
    return made
  }

  private func one(
    _ labels: [(kind: Label.Kind, number: String, name: String)], _ reference: Reference
  ) -> [(words: String, name: String?)] {
    let kind = labels[0].kind
    let isBracketed = reference.form == .bracketed || kind == .equation && reference.form != .number
    var word = ""
    if reference.form == .word || reference.form == .title {
      word = (labels.count > 1 ? plural : singular)[kind] ?? ""
      if !keepsCapitals, !reference.isCapital { word = word.prefix(1).lowercased() + word.dropFirst() }
    }
    func number(_ text: String) -> String { isBracketed ? "(\(text))" : text }
    guard labels.count > 1 else { return [(joined(word, number(labels[0].number)), labels[0].name)] }
    var made: [(words: String, name: String?)] = word.isEmpty ? [] : [(isWide ? word : word + "\u{A0}", nil)]
    // 3, 4 and 5 are 3–5
    var runs: [Range<Int>] = []
    for index in labels.indices {
      if let last = runs.last, follows(labels[index - 1].number, labels[index].number) {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    let parts = runs.flatMap { $0.count < 3 ? $0.map { $0..<$0 + 1 } : [$0] }
    for (place, run) in parts.enumerated() {
      if place > 0 { made.append((place == parts.count - 1 ? " \(and) " : ", ", nil)) }
      let (first, last) = (labels[run.lowerBound], labels[run.upperBound - 1])
      made.append((number(first.number), first.name))
      if run.count > 1 { made += [("–", nil), (number(last.number), last.name)] }
    }
    return made
  }

  private func follows(_ first: String, _ second: String) -> Bool {
    let (a, b) = (first.split(separator: "."), second.split(separator: "."))
    guard a.dropLast() == b.dropLast(), let x = a.last.flatMap({ Int($0) }), let y = b.last.flatMap({ Int($0) }) else {
      return false
    }
    return y == x + 1
  }

  private static let pages = [
    "en": " on page\u{A0}", "de": " auf Seite\u{A0}", "fr": " à la page\u{A0}", "es": " en la página\u{A0}",
    "it": " a pagina\u{A0}", "pt": " na página\u{A0}", "nl": " op pagina\u{A0}", "ru": " на с.\u{A0}",
    "uk": " на с.\u{A0}", "bg": " на с.\u{A0}", "pl": " na s.\u{A0}", "cs": " na s.\u{A0}", "sk": " na s.\u{A0}",
    "sv": " på sidan\u{A0}", "da": " på side\u{A0}", "nb": " på side\u{A0}", "no": " på side\u{A0}",
    "fi": " sivulla\u{A0}", "ro": " la pagina\u{A0}", "tr": ", s.\u{A0}", "el": ", σ.\u{A0}", "hu": ", o.\u{A0}",
  ]

  private static let appendices = [
    "en": "Appendix", "de": "Anhang", "fr": "Annexe", "es": "Apéndice", "it": "Appendice", "pt": "Apêndice",
    "nl": "Bijlage", "sv": "Bilaga", "da": "Bilag", "nb": "Vedlegg", "no": "Vedlegg", "fi": "Liite", "pl": "Dodatek",
    "cs": "Příloha", "sk": "Príloha", "hu": "Függelék", "ru": "Приложение", "uk": "Додаток", "tr": "Ek",
    "el": "Παράρτημα", "ro": "Anexa", "bg": "Приложение", "zh": "附录", "ja": "付録", "ko": "부록",
  ]
  private static let severalAppendices = [
    "en": "Appendices", "de": "Anhänge", "fr": "Annexes", "es": "Apéndices", "it": "Appendici", "pt": "Apêndices",
    "nl": "Bijlagen", "sv": "Bilagor", "fi": "Liitteet", "pl": "Dodatki", "cs": "Přílohy", "sk": "Prílohy",
    "ru": "Приложения", "uk": "Додатки", "ro": "Anexele", "bg": "Приложения",
  ]
  private static let conjunctions = [
    "de": "und", "fr": "et", "es": "y", "it": "e", "pt": "e", "nl": "en", "ru": "и", "uk": "і", "pl": "i", "cs": "a",
    "sk": "a", "sv": "och", "da": "og", "nb": "og", "no": "og", "fi": "ja", "hu": "és", "ro": "și", "el": "και",
    "tr": "ve", "bg": "и", "sr": "и", "hr": "i", "zh": "和", "ja": "と", "ko": "및", "he": "ו", "ar": "و",
  ]

  /// One and several of each kind, in the order of the cases.
  private static let rows = [
    "en": "Figure/Figures, Table/Tables, Listing/Listings, Equation/Equations, Chapter/Chapters, Section/Sections, "
      + "Theorem/Theorems, Lemma/Lemmas, Corollary/Corollaries, Proposition/Propositions, Conjecture/Conjectures, "
      + "Definition/Definitions, Example/Examples, Exercise/Exercises, Remark/Remarks, Solution/Solutions, Proof/Proofs",
    "de": "Abbildung/Abbildungen, Tabelle/Tabellen, Listing/Listings, Gleichung/Gleichungen, Kapitel, "
      + "Abschnitt/Abschnitte, Satz/Sätze, Lemma/Lemmata, Korollar/Korollare, Proposition/Propositionen, "
      + "Vermutung/Vermutungen, Definition/Definitionen, Beispiel/Beispiele, Aufgabe/Aufgaben, Bemerkung/Bemerkungen, "
      + "Lösung/Lösungen, Beweis/Beweise",
    "fr": "Figure/Figures, Tableau/Tableaux, Listing/Listings, Équation/Équations, Chapitre/Chapitres, "
      + "Section/Sections, Théorème/Théorèmes, Lemme/Lemmes, Corollaire/Corollaires, Proposition/Propositions, "
      + "Conjecture/Conjectures, Définition/Définitions, Exemple/Exemples, Exercice/Exercices, Remarque/Remarques, "
      + "Solution/Solutions, Démonstration/Démonstrations",
    "es": "Figura/Figuras, Tabla/Tablas, Listado/Listados, Ecuación/Ecuaciones, Capítulo/Capítulos, Sección/Secciones, "
      + "Teorema/Teoremas, Lema/Lemas, Corolario/Corolarios, Proposición/Proposiciones, Conjetura/Conjeturas, "
      + "Definición/Definiciones, Ejemplo/Ejemplos, Ejercicio/Ejercicios, Observación/Observaciones, "
      + "Solución/Soluciones, Demostración/Demostraciones",
    "it": "Figura/Figure, Tabella/Tabelle, Listato/Listati, Equazione/Equazioni, Capitolo/Capitoli, Sezione/Sezioni, "
      + "Teorema/Teoremi, Lemma/Lemmi, Corollario/Corollari, Proposizione/Proposizioni, Congettura/Congetture, "
      + "Definizione/Definizioni, Esempio/Esempi, Esercizio/Esercizi, Osservazione/Osservazioni, Soluzione/Soluzioni, "
      + "Dimostrazione/Dimostrazioni",
    "pt": "Figura/Figuras, Tabela/Tabelas, Listagem/Listagens, Equação/Equações, Capítulo/Capítulos, Seção/Seções, "
      + "Teorema/Teoremas, Lema/Lemas, Corolário/Corolários, Proposição/Proposições, Conjetura/Conjeturas, "
      + "Definição/Definições, Exemplo/Exemplos, Exercício/Exercícios, Observação/Observações, Solução/Soluções, "
      + "Demonstração/Demonstrações",
    "nl": "Figuur/Figuren, Tabel/Tabellen, Listing/Listings, Vergelijking/Vergelijkingen, Hoofdstuk/Hoofdstukken, "
      + "Paragraaf/Paragrafen, Stelling/Stellingen, Lemma/Lemma’s, Gevolg/Gevolgen, Propositie/Proposities, "
      + "Vermoeden/Vermoedens, Definitie/Definities, Voorbeeld/Voorbeelden, Opgave/Opgaven, Opmerking/Opmerkingen, "
      + "Oplossing/Oplossingen, Bewijs/Bewijzen",
    // as short as they are in every case of the sentence
    "ru": "Рис., Табл., Листинг/Листинги, Уравнение/Уравнения, Гл., Разд., Теорема/Теоремы, Лемма/Леммы, "
      + "Следствие/Следствия, Утверждение/Утверждения, Гипотеза/Гипотезы, Определение/Определения, Пример/Примеры, "
      + "Упражнение/Упражнения, Замечание/Замечания, Решение/Решения, Доказательство/Доказательства",
    "uk": "Рис., Табл., Лістинг/Лістинги, Рівняння, Розд., Підрозд., Теорема/Теореми, Лема/Леми, Наслідок/Наслідки, "
      + "Твердження, Гіпотеза/Гіпотези, Означення, Приклад/Приклади, Вправа/Вправи, Зауваження, Розв’язок/Розв’язки, "
      + "Доведення",
    "pl": "Rys., Tab., Listing/Listingi, Równanie/Równania, Rozdział/Rozdziały, Sekcja/Sekcje, "
      + "Twierdzenie/Twierdzenia, Lemat/Lematy, Wniosek/Wnioski, Stwierdzenie/Stwierdzenia, Hipoteza/Hipotezy, "
      + "Definicja/Definicje, Przykład/Przykłady, Ćwiczenie/Ćwiczenia, Uwaga/Uwagi, Rozwiązanie/Rozwiązania, "
      + "Dowód/Dowody",
    "cs": "Obr., Tab., Výpis/Výpisy, Rovnice, Kapitola/Kapitoly, Oddíl/Oddíly, Věta/Věty, Lemma/Lemmata, "
      + "Důsledek/Důsledky, Tvrzení, Hypotéza/Hypotézy, Definice, Příklad/Příklady, Cvičení, Poznámka/Poznámky, Řešení, "
      + "Důkaz/Důkazy",
    "sv": "Figur/Figurer, Tabell/Tabeller, Listning/Listningar, Ekvation/Ekvationer, Kapitel, Avsnitt, "
      + "Sats/Satser, Lemma/Lemman, Följdsats/Följdsatser, Proposition/Propositioner, Förmodan, Definition/Definitioner, "
      + "Exempel, Övning/Övningar, Anmärkning/Anmärkningar, Lösning/Lösningar, Bevis",
    "da": "Figur/Figurer, Tabel/Tabeller, Listing/Listings, Ligning/Ligninger, Kapitel/Kapitler, Afsnit, "
      + "Sætning/Sætninger, Lemma/Lemmaer, Korollar/Korollarer, Proposition/Propositioner, Formodning/Formodninger, "
      + "Definition/Definitioner, Eksempel/Eksempler, Øvelse/Øvelser, Bemærkning/Bemærkninger, Løsning/Løsninger, "
      + "Bevis/Beviser",
    "nb": norwegian, "no": norwegian,
    "fi": "Kuva/Kuvat, Taulukko/Taulukot, Listaus/Listaukset, Yhtälö/Yhtälöt, Luku/Luvut, Jakso/Jaksot, Lause/Lauseet, "
      + "Apulause/Apulauseet, Seuraus/Seuraukset, Väittämä/Väittämät, Otaksuma/Otaksumat, Määritelmä/Määritelmät, "
      + "Esimerkki/Esimerkit, Harjoitus/Harjoitukset, Huomautus/Huomautukset, Ratkaisu/Ratkaisut, Todistus/Todistukset",
    "el": "Σχήμα/Σχήματα, Πίνακας/Πίνακες, Κώδικας/Κώδικες, Εξίσωση/Εξισώσεις, Κεφάλαιο/Κεφάλαια, Ενότητα/Ενότητες, "
      + "Θεώρημα/Θεωρήματα, Λήμμα/Λήμματα, Πόρισμα/Πορίσματα, Πρόταση/Προτάσεις, Εικασία/Εικασίες, Ορισμός/Ορισμοί, "
      + "Παράδειγμα/Παραδείγματα, Άσκηση/Ασκήσεις, Παρατήρηση/Παρατηρήσεις, Λύση/Λύσεις, Απόδειξη/Αποδείξεις",
    "tr":
      "Şekil, Tablo, Liste, Denklem, Bölüm, Kesim, Teorem, Önsav, Sonuç, Önerme, Sanı, Tanım, Örnek, Alıştırma, Not, "
      + "Çözüm, Kanıt",
    "zh": "图, 表, 代码, 式, 章, 节, 定理, 引理, 推论, 命题, 猜想, 定义, 例, 练习, 注, 解, 证明",
    "zh-Hant": "圖, 表, 程式碼, 式, 章, 節, 定理, 引理, 推論, 命題, 猜想, 定義, 例, 練習, 註, 解, 證明",
    "ja": "図, 表, リスト, 式, 章, 節, 定理, 補題, 系, 命題, 予想, 定義, 例, 演習, 注意, 解, 証明",
    "ko": "그림, 표, 목록, 식, 장, 절, 정리, 보조정리, 따름정리, 명제, 추측, 정의, 예, 연습, 주의, 풀이, 증명",
    "he": "איור/איורים, טבלה/טבלאות, קוד, משוואה/משוואות, פרק/פרקים, סעיף/סעיפים, משפט/משפטים, למה/למות, מסקנה/מסקנות, "
      + "טענה/טענות, השערה/השערות, הגדרה/הגדרות, דוגמה/דוגמאות, תרגיל/תרגילים, הערה/הערות, פתרון/פתרונות, הוכחה/הוכחות",
    "ar":
      "الشكل/الأشكال, الجدول/الجداول, الشيفرة, المعادلة/المعادلات, الفصل/الفصول, القسم/الأقسام, المبرهنة/المبرهنات, "
      + "التوطئة, النتيجة/النتائج, القضية/القضايا, الحدسية, التعريف/التعاريف, المثال/الأمثلة, التمرين/التمارين, الملاحظة, الحل, البرهان",
  ]

  /// Algorithm, axiom, assumption, hypothesis, property, observation, criterion.
  private static let rarerRows = [
    "en": "Algorithm/Algorithms, Axiom/Axioms, Assumption/Assumptions, Hypothesis/Hypotheses, Property/Properties, "
      + "Observation/Observations, Criterion/Criteria",
    "de": "Algorithmus/Algorithmen, Axiom/Axiome, Annahme/Annahmen, Hypothese/Hypothesen, Eigenschaft/Eigenschaften, "
      + "Beobachtung/Beobachtungen, Kriterium/Kriterien",
    "fr": "Algorithme/Algorithmes, Axiome/Axiomes, Supposition/Suppositions, Hypothèse/Hypothèses, "
      + "Propriété/Propriétés, Observation/Observations, Critère/Critères",
    "es": "Algoritmo/Algoritmos, Axioma/Axiomas, Supuesto/Supuestos, Hipótesis, Propiedad/Propiedades, "
      + "Observación/Observaciones, Criterio/Criterios",
    "it": "Algoritmo/Algoritmi, Assioma/Assiomi, Assunzione/Assunzioni, Ipotesi, Proprietà, "
      + "Osservazione/Osservazioni, Criterio/Criteri",
    "pt": "Algoritmo/Algoritmos, Axioma/Axiomas, Suposição/Suposições, Hipótese/Hipóteses, "
      + "Propriedade/Propriedades, Observação/Observações, Critério/Critérios",
    "nl": "Algoritme/Algoritmen, Axioma/Axioma’s, Aanname/Aannamen, Hypothese/Hypothesen, Eigenschap/Eigenschappen, "
      + "Waarneming/Waarnemingen, Criterium/Criteria",
    "ru": "Алгоритм/Алгоритмы, Аксиома/Аксиомы, Предположение/Предположения, Гипотеза/Гипотезы, Свойство/Свойства, "
      + "Наблюдение/Наблюдения, Критерий/Критерии",
    "uk": "Алгоритм/Алгоритми, Аксіома/Аксіоми, Припущення, Гіпотеза/Гіпотези, Властивість/Властивості, "
      + "Спостереження, Критерій/Критерії",
    "pl": "Algorytm/Algorytmy, Aksjomat/Aksjomaty, Założenie/Założenia, Hipoteza/Hipotezy, Własność/Własności, "
      + "Obserwacja/Obserwacje, Kryterium/Kryteria",
    "cs": "Algoritmus/Algoritmy, Axiom/Axiomy, Předpoklad/Předpoklady, Hypotéza/Hypotézy, Vlastnost/Vlastnosti, "
      + "Pozorování, Kritérium/Kritéria",
    "sv": "Algoritm/Algoritmer, Axiom, Antagande/Antaganden, Hypotes/Hypoteser, Egenskap/Egenskaper, "
      + "Observation/Observationer, Kriterium/Kriterier",
    "zh": "算法, 公理, 假设, 假说, 性质, 观察, 准则", "zh-Hant": "演算法, 公理, 假設, 假說, 性質, 觀察, 準則",
    "ja": "アルゴリズム, 公理, 仮定, 仮説, 性質, 観察, 判定法", "ko": "알고리즘, 공리, 가정, 가설, 성질, 관찰, 판정법",
  ]

  private static let norwegian =
    "Figur/Figurer, Tabell/Tabeller, Listing/Listinger, Likning/Likninger, Kapittel/Kapitler, Avsnitt, "
    + "Teorem/Teoremer, Lemma/Lemmaer, Korollar/Korollarer, Proposisjon/Proposisjoner, Formodning/Formodninger, "
    + "Definisjon/Definisjoner, Eksempel/Eksempler, Oppgave/Oppgaver, Merknad/Merknader, Løsning/Løsninger, Bevis"
}

/// The heading above a list of the works that a book cites.
package enum BibliographyWords {
  package static func title(_ language: String) -> String {
    words[LanguageTag.ofWords(language)] ?? "Bibliography"
  }

  private static let words = [
    "de": "Literatur", "fr": "Bibliographie", "es": "Bibliografía", "it": "Bibliografia", "pt": "Bibliografia",
    "nl": "Bibliografie", "ru": "Литература", "uk": "Література", "pl": "Bibliografia", "cs": "Literatura",
    "sk": "Literatúra", "sv": "Litteratur", "da": "Litteratur", "no": "Litteratur", "nb": "Litteratur",
    "nn": "Litteratur", "fi": "Kirjallisuus", "hu": "Irodalom", "ro": "Bibliografie", "bg": "Литература",
    "sr": "Литература", "hr": "Literatura", "sl": "Literatura", "el": "Βιβλιογραφία", "tr": "Kaynakça",
    "ca": "Bibliografia", "zh": "参考文献", "zh-Hant": "參考文獻", "ja": "参考文献", "ko": "참고 문헌",
  ]
}
